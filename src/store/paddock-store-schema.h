/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* Marks a file as a database of Paddock: "Pddk" in ASCII. */
#define PADDOCK_SCHEMA_APPLICATION_ID 0x5064646b

int      paddock_store_schema_get_version (void);
gboolean paddock_store_schema_check_marks (sqlite3  *db,
                                           GError  **error);
gboolean paddock_store_schema_check_pages (sqlite3  *db,
                                           GError  **error);
gboolean paddock_store_schema_migrate     (sqlite3 *db,
                                           GError **error);
gboolean paddock_store_schema_probe       (sqlite3 *db,
                                           GError **error);

G_END_DECLS
