/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

gboolean paddock_store_sql_run         (sqlite3    *db,
                                        const char *sql,
                                        GError    **error);
gboolean paddock_store_sql_read_number (sqlite3     *db,
                                        const char  *sql,
                                        gint64      *out_number,
                                        GError     **error);
gboolean paddock_store_sql_shrink      (sqlite3    *db,
                                        GError    **error);
void     paddock_store_sql_set_error   (GError    **error,
                                        sqlite3    *db,
                                        int         code);

G_END_DECLS
