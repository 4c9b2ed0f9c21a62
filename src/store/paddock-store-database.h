/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

#define PADDOCK_DATABASE_LOCK_NAME "lock"

/* An open database in a locked data directory. The database was checked, and has the newest
 * schema. */
typedef struct _PaddockDatabase PaddockDatabase;

PaddockDatabase *paddock_store_database_open           (const char      *directory,
                                                        GError         **error);
void             paddock_store_database_close          (PaddockDatabase *self);
sqlite3         *paddock_store_database_get_handle     (PaddockDatabase *self);
const char      *paddock_store_database_get_set_aside  (PaddockDatabase *self);
char            *paddock_store_database_find_set_aside (const char      *directory);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockDatabase, paddock_store_database_close)

G_END_DECLS
