/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Rows of text in aligned columns. */
typedef struct _PaddockTable PaddockTable;

PaddockTable *paddock_table_new     (const char * const *headers);
void          paddock_table_free    (PaddockTable       *self);
void          paddock_table_cut     (PaddockTable       *self,
                                     guint               column,
                                     gsize               width);
void          paddock_table_add_row (PaddockTable       *self,
                                     const char * const *cells);
char         *paddock_table_to_text (const PaddockTable *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockTable, paddock_table_free)

G_END_DECLS
