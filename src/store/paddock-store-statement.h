/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* A prepared statement. Bind the parameters in their order, and read columns by number. The bind
 * functions return no errors. If a value could not be bound, running the statement fails. */
typedef struct _PaddockStatement PaddockStatement;

PaddockStatement *paddock_store_statement_new         (sqlite3          *db,
                                                       const char       *sql,
                                                       GError          **error);
void              paddock_store_statement_free        (PaddockStatement *self);
void              paddock_store_statement_bind_text   (PaddockStatement *self,
                                                       const char       *text);
void              paddock_store_statement_bind_path   (PaddockStatement *self,
                                                       const char       *path);
void              paddock_store_statement_bind_bytes  (PaddockStatement *self,
                                                       GBytes           *bytes);
void              paddock_store_statement_bind_number (PaddockStatement *self,
                                                       gint64            number);
void              paddock_store_statement_bind_null   (PaddockStatement *self);
gboolean          paddock_store_statement_run         (PaddockStatement *self,
                                                       GError          **error);
gboolean          paddock_store_statement_next        (PaddockStatement *self,
                                                       gboolean         *out_has_row,
                                                       GError          **error);

const char *paddock_store_statement_get_text     (PaddockStatement *self,
                                                  int               column);
const char *paddock_store_statement_get_path     (PaddockStatement *self,
                                                  int               column);
GBytes     *paddock_store_statement_dup_bytes    (PaddockStatement *self,
                                                  int               column);
gint64      paddock_store_statement_get_number   (PaddockStatement *self,
                                                  int               column);
gboolean    paddock_store_statement_row_is_sound (PaddockStatement *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockStatement, paddock_store_statement_free)

G_END_DECLS
