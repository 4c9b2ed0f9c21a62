/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* Names in the database's table of facts: never rename them. */
#define PADDOCK_FACT_NAME_SECRET "secret"
#define PADDOCK_FACT_NAME_IMPORT "import-answer"
#define PADDOCK_FACT_NAME_FILES "file-answers"
#define PADDOCK_FACT_NAME_PROOFS "proofs"
/* The value of this fact is the number of days for which the journal is kept, in decimal digits. */
#define PADDOCK_FACT_NAME_DAYS "activity-days"
/* This fact exists, with any value, while all sharing is paused. */
#define PADDOCK_FACT_NAME_PAUSED "paused"

gboolean paddock_store_facts_put           (sqlite3    *db,
                                            const char *name,
                                            GBytes     *value,
                                            GError    **error);
gboolean paddock_store_facts_read          (sqlite3    *db,
                                            const char *name,
                                            GBytes    **out_value,
                                            GError    **error);
GBytes  *paddock_store_facts_ensure_secret (sqlite3    *db,
                                            GError    **error);
gboolean paddock_store_facts_drop          (sqlite3    *db,
                                            const char *name,
                                            GError    **error);

G_END_DECLS
