/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-undecided.h"

/* Limits how many servers without a decision are kept after their sessions ended. They are kept so
 * that the user can still decide about them.
 *
 * A program that connects may invent any number of servers. So there is a limit in all, and a lower
 * limit for each origin, and the newest servers are kept. The origin is the program that connected.
 * After a restart Paddock does not know that program; then the program that the server claims to be
 * counts as the origin.
 *
 * Half of the places are for servers without a key that Paddock made. They can't push out servers
 * with such a key. Servers with such a key have the other half, and the free places of the first.
 * Servers about which the user decided are not touched. Pure. */

/* How many servers are kept so far, in all or of one origin. */
typedef struct {
  guint with_key;
  guint without_key;
} Kept;

static gboolean
is_evictable (const PaddockSnapshot *snapshot,
              PaddockServer         *server,
              GHashTable            *needed)
{
  g_autoptr (GPtrArray) grants = NULL;

  if (paddock_server_is_decided (server) ||
      (needed != NULL && g_hash_table_contains (needed, server->id)))
    return FALSE;
  grants = paddock_snapshot_list_grants (snapshot, server->id, NULL);
  return grants->len == 0;
}

static int
compare_newest_first (gconstpointer a,
                      gconstpointer b)
{
  const PaddockServer *server_a = *(PaddockServer * const *) a;
  const PaddockServer *server_b = *(PaddockServer * const *) b;

  return server_a->last_seen > server_b->last_seen ? -1
                                                   : server_a->last_seen < server_b->last_seen;
}

static const char *
get_origin (const PaddockServer *server)
{
  const char *program = paddock_identity_get_fact (server->identity, PADDOCK_FACT_EXECUTABLE).value;
  const char *address = paddock_identity_get_fact (server->identity, PADDOCK_FACT_ADDRESS).value;

  if (server->origin != NULL)
    return server->origin;
  return program != NULL ? program : address != NULL ? address : "";
}

static gboolean
has_room (const Kept *kept,
          gboolean    has_key,
          guint       max)
{
  return has_key ? kept->with_key + kept->without_key < max : kept->without_key < max / 2;
}

static Kept *
ensure_kept (GHashTable *origins,
             const char *origin)
{
  Kept *kept = g_hash_table_lookup (origins, origin);

  if (kept == NULL) {
    kept = g_new0 (Kept, 1);
    g_hash_table_insert (origins, g_strdup (origin), kept);
  }
  return kept;
}

/* Drops the servers that have no place: if @has_key is TRUE those with a key, otherwise those
 * without. Call this first for servers without a key, which get at most half of the places. Servers
 * with a key get all the rest. */
static void
evict_of_kind (GPtrArray      *servers,
               gboolean        has_key,
               Kept           *in_all,
               GHashTable     *origins,
               PaddockChanges *changes)
{
  for (guint i = 0; i < servers->len; i++) {
    const PaddockServer *server = g_ptr_array_index (servers, i);
    Kept *of_origin;

    if (!paddock_server_is_vouched_for (server) != !has_key)
      continue;
    of_origin = ensure_kept (origins, get_origin (server));
    if (!has_room (in_all, has_key, PADDOCK_UNDECIDED_MAX) ||
        !has_room (of_origin, has_key, PADDOCK_UNDECIDED_PER_ORIGIN_MAX)) {
      paddock_changes_drop_server (changes, server->id);
      continue;
    }
    *(has_key ? &in_all->with_key : &in_all->without_key) += 1;
    *(has_key ? &of_origin->with_key : &of_origin->without_key) += 1;
  }
}

/**
 * paddock_undecided_evict:
 * @snapshot: the current snapshot
 * @needed: (nullable): the ids of servers to keep, because they are connected or the user is being
 *   asked about them
 *
 * Returns: (transfer full): the changes that forget the servers beyond the limits
 */
PaddockChanges *
paddock_undecided_evict (const PaddockSnapshot *snapshot,
                         GHashTable            *needed)
{
  PaddockChanges *changes = paddock_changes_new ();
  GPtrArray *servers = paddock_snapshot_get_servers (snapshot);
  g_autoptr (GPtrArray) evictable = g_ptr_array_new ();
  g_autoptr (GHashTable) origins = NULL;
  Kept in_all = { 0 };

  /* Backwards: if several servers were last seen at the same time, those that were added last are
   * kept. */
  for (guint i = servers->len; i-- > 0;) {
    PaddockServer *server = g_ptr_array_index (servers, i);

    if (is_evictable (snapshot, server, needed))
      g_ptr_array_add (evictable, server);
  }
  if (evictable->len <= PADDOCK_UNDECIDED_PER_ORIGIN_MAX / 2)
    return changes;

  g_ptr_array_sort (evictable, compare_newest_first);
  origins = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  evict_of_kind (evictable, FALSE, &in_all, origins, changes);
  evict_of_kind (evictable, TRUE, &in_all, origins, changes);
  return changes;
}
