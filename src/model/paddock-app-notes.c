/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-app-notes.h"

#include "paddock-snapshot-private.h"

/* The notes about apps' configuration files that a snapshot has, and the servers that they name.
 *
 * A server is found by its fact PADDOCK_FACT_KEY, which is a keyed hash of the key that the server
 * claims. So a note names only servers that know its key. If a key does not count, because the
 * process is not proven, it gives no name. A note never says who a server is: the policy, the gate
 * and the limits do not read notes. */

static const char *
get_key_fact (const PaddockIdentity *identity)
{
  return identity != NULL && !paddock_identity_has_unproven_key (identity)
         ? paddock_identity_get_fact (identity, PADDOCK_FACT_KEY).value : NULL;
}

/**
 * paddock_app_notes_list:
 * @snapshot: a snapshot
 *
 * Returns: (transfer none) (element-type PaddockAppNote): all notes, in the order of being made;
 *   valid until the next change
 */
GPtrArray *
paddock_app_notes_list (const PaddockSnapshot *snapshot)
{
  return paddock_note_list_get_all (paddock_snapshot_get_notes (snapshot));
}

/**
 * paddock_app_notes_get:
 * @snapshot: a snapshot
 * @key: (nullable): a key
 *
 * Returns: (transfer none) (nullable): the note with this key
 */
PaddockAppNote *
paddock_app_notes_get (const PaddockSnapshot *snapshot,
                       const char            *key)
{
  return key != NULL ? paddock_note_list_get (paddock_snapshot_get_notes (snapshot), key) : NULL;
}

/**
 * paddock_app_notes_find:
 * @snapshot: a snapshot
 * @identity: (nullable): the identity of a server
 *
 * Returns: (transfer none) (nullable): the note about the key that the server has
 */
PaddockAppNote *
paddock_app_notes_find (const PaddockSnapshot *snapshot,
                        const PaddockIdentity *identity)
{
  const char *fact = get_key_fact (identity);

  return fact != NULL ? paddock_note_list_find (paddock_snapshot_get_notes (snapshot), fact) : NULL;
}

/* Whether both servers belong to one entry of an app's file: they have the same key, or the entry
 * has another key now. */
static gboolean
have_same_entry (const PaddockSnapshot *snapshot,
                 const PaddockServer   *a,
                 const PaddockServer   *b)
{
  const PaddockAppNote *of_a = paddock_app_notes_find (snapshot, a->identity);
  const PaddockAppNote *of_b = paddock_app_notes_find (snapshot, b->identity);
  const char *key = get_key_fact (a->identity);

  if (key != NULL && g_strcmp0 (key, get_key_fact (b->identity)) == 0)
    return TRUE;
  return of_a != NULL && of_b != NULL && g_str_equal (of_a->app, of_b->app) &&
         g_str_equal (of_a->server, of_b->server) && g_str_equal (of_a->path, of_b->path);
}

/**
 * paddock_app_notes_find_previous:
 * @snapshot: a snapshot
 * @server: a server without a decision
 *
 * Finds what the server of the same entry was before the entry changed. Servers that only resemble
 * @server are others (paddock_policy_find_resembling()).
 *
 * Returns: (transfer none) (nullable): the server that ran last of those that the user allowed or
 *   blocked. One that was only put off was never agreed to
 */
PaddockServer *
paddock_app_notes_find_previous (const PaddockSnapshot *snapshot,
                                 const PaddockServer   *server)
{
  GPtrArray *servers = paddock_snapshot_get_servers (snapshot);
  PaddockServer *latest = NULL;

  for (guint i = 0; i < servers->len; i++) {
    PaddockServer *other = servers->pdata[i];

    if (other == server || other->standing == PADDOCK_STANDING_UNDECIDED ||
        paddock_identity_get_kind (other->identity) !=
        paddock_identity_get_kind (server->identity) ||
        !have_same_entry (snapshot, other, server) ||
        paddock_identity_differences (other->identity, server->identity) == 0)
      continue;
    if (latest == NULL || other->last_seen > latest->last_seen)
      latest = other;
  }
  return latest;
}

static guint
count_servers (const PaddockSnapshot *snapshot,
               const PaddockAppNote  *note)
{
  GPtrArray *servers = paddock_snapshot_get_servers (snapshot);
  guint n = 0;

  for (guint i = 0; i < servers->len && note->fact != NULL; i++)
    n += g_strcmp0 (get_key_fact (((PaddockServer *) servers->pdata[i])->identity),
                    note->fact) == 0;
  return n;
}

/**
 * paddock_app_notes_has_server:
 * @snapshot: a snapshot
 * @note: a note
 *
 * Returns: whether a known server has the key of @note
 */
gboolean
paddock_app_notes_has_server (const PaddockSnapshot *snapshot,
                              const PaddockAppNote  *note)
{
  return count_servers (snapshot, note) > 0;
}

/**
 * paddock_app_notes_find_kept:
 * @snapshot: a snapshot
 * @server: a server in @snapshot
 *
 * Returns: (transfer none) (nullable): the note that is kept for @server alone, because no entry
 *   has its key any more
 */
PaddockAppNote *
paddock_app_notes_find_kept (const PaddockSnapshot *snapshot,
                             const PaddockServer   *server)
{
  PaddockAppNote *note = paddock_app_notes_find (snapshot, server->identity);

  return note != NULL && note->is_gone && count_servers (snapshot, note) == 1 ? note : NULL;
}

/**
 * paddock_app_notes_find_unused:
 * @snapshot: a snapshot
 *
 * Returns: (transfer none) (nullable): the oldest note whose key no known server or no entry has;
 *   %NULL: there is none
 */
PaddockAppNote *
paddock_app_notes_find_unused (const PaddockSnapshot *snapshot)
{
  GPtrArray *notes = paddock_app_notes_list (snapshot);
  GPtrArray *servers = paddock_snapshot_get_servers (snapshot);
  g_autoptr (GHashTable) used = g_hash_table_new (g_str_hash, g_str_equal);
  PaddockAppNote *oldest = NULL;

  for (guint i = 0; i < servers->len; i++) {
    const char *fact = get_key_fact (((PaddockServer *) servers->pdata[i])->identity);

    if (fact != NULL)
      g_hash_table_add (used, (char *) fact);
  }
  for (guint i = 0; i < notes->len; i++) {
    PaddockAppNote *note = g_ptr_array_index (notes, i);

    if (!note->is_gone && note->fact != NULL && g_hash_table_contains (used, note->fact))
      continue;
    if (oldest == NULL || note->noted < oldest->noted)
      oldest = note;
  }
  return oldest;
}
