/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-store"

#include "paddock-store-facts.h"

#include <sys/random.h>

#include "paddock-error.h"
#include "paddock-store-statement.h"

/* Reads and writes facts: single values that belong to no server and no root. A fact is a name and
 * some bytes. These functions run on the store's thread, in the caller's transaction if it has
 * begun one. Only the caller knows what the bytes mean, and must expect any bytes. */

#define SECRET_LENGTH 32

/**
 * paddock_store_facts_put:
 * @name: one of PADDOCK_FACT_NAME_…
 * @value: the bytes to store
 *
 * Stores a fact, and replaces its old value.
 */
gboolean
paddock_store_facts_put (sqlite3     *db,
                         const char  *name,
                         GBytes      *value,
                         GError     **error)
{
  g_autoptr (PaddockStatement) statement = paddock_store_statement_new (
    db, "INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)", error);

  if (!statement)
    return FALSE;
  paddock_store_statement_bind_text (statement, name);
  paddock_store_statement_bind_bytes (statement, value);
  return paddock_store_statement_run (statement, error);
}

/**
 * paddock_store_facts_read:
 * @name: one of PADDOCK_FACT_NAME_…
 * @out_value: (out) (nullable): %NULL if there is no such fact
 *
 * Reads the value of a fact.
 *
 * Returns: whether the database could be read
 */
gboolean
paddock_store_facts_read (sqlite3     *db,
                          const char  *name,
                          GBytes     **out_value,
                          GError     **error)
{
  g_autoptr (PaddockStatement) row =
    paddock_store_statement_new (db, "SELECT value FROM facts WHERE name = ?", error);
  gboolean has_row;

  *out_value = NULL;
  if (!row)
    return FALSE;
  paddock_store_statement_bind_text (row, name);
  if (!paddock_store_statement_next (row, &has_row, error))
    return FALSE;
  if (has_row)
    *out_value = paddock_store_statement_dup_bytes (row, 0);
  return TRUE;
}

static GBytes *
make_secret (GError **error)
{
  guint8 bytes[SECRET_LENGTH];

  /* getrandom(2) never returns only a part of up to 256 bytes. */
  if (getrandom (bytes, sizeof bytes, 0) == (gssize) sizeof bytes)
    return g_bytes_new (bytes, sizeof bytes);
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE,
                       "The kernel gave no random numbers");
  return NULL;
}

/**
 * paddock_store_facts_ensure_secret:
 *
 * Reads the installation's secret from the database. Creates a new secret if there is none, or if
 * it has the wrong length. With a new secret, old hashes no longer match, and the user is asked
 * again.
 *
 * Returns: (transfer full) (nullable): 32 random bytes
 */
GBytes *
paddock_store_facts_ensure_secret (sqlite3  *db,
                                   GError  **error)
{
  g_autoptr (GBytes) secret = NULL;

  if (!paddock_store_facts_read (db, PADDOCK_FACT_NAME_SECRET, &secret, error))
    return NULL;
  if (secret && g_bytes_get_size (secret) == SECRET_LENGTH)
    return g_steal_pointer (&secret);

  g_clear_pointer (&secret, g_bytes_unref);
  secret = make_secret (error);
  if (!secret || !paddock_store_facts_put (db, PADDOCK_FACT_NAME_SECRET, secret, error))
    return NULL;
  return g_steal_pointer (&secret);
}

/**
 * paddock_store_facts_drop:
 * @name: one of PADDOCK_FACT_NAME_…
 *
 * Deletes a fact. If there is no such fact, that is no error.
 */
gboolean
paddock_store_facts_drop (sqlite3     *db,
                          const char  *name,
                          GError     **error)
{
  g_autoptr (PaddockStatement) statement =
    paddock_store_statement_new (db, "DELETE FROM facts WHERE name = ?", error);

  if (!statement)
    return FALSE;
  paddock_store_statement_bind_text (statement, name);
  return paddock_store_statement_run (statement, error);
}
