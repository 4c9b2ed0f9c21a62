/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-lasting.h"

/* Decides which changes, and which parts of changes, are written to the disk. Pure functions of the
 * snapshot, for the State.
 *
 * Some things last only while this service runs: servers without an identity, roots from `--share`,
 * and the grants of such servers or such roots. These things never reach the disk.
 */

static gboolean
is_anonymous (const PaddockSnapshot *snapshot,
              const char            *server_id)
{
  const PaddockServer *server = paddock_snapshot_get_server (snapshot, server_id);

  return server != NULL && server->identity != NULL &&
         paddock_identity_get_kind (server->identity) == PADDOCK_IDENTITY_ANONYMOUS;
}

static gboolean
is_volatile (const PaddockSnapshot *snapshot,
             const char            *root_id)
{
  const PaddockRoot *root = paddock_snapshot_get_root (snapshot, root_id);

  return root != NULL && root->volatile_;
}

/* Whether a change lasts longer than this run of the service, so that it is written to the disk. */
static gboolean
is_lasting (const PaddockSnapshot *snapshot,
            const PaddockChange   *change)
{
  switch (change->kind) {
    case PADDOCK_CHANGE_PUT_ROOT:
      return !change->root->volatile_;
    case PADDOCK_CHANGE_PUT_SERVER:
      return paddock_identity_get_kind (change->server->identity) != PADDOCK_IDENTITY_ANONYMOUS;
    case PADDOCK_CHANGE_PUT_GRANT:
      return !is_volatile (snapshot, change->grant->root_id) &&
             !is_anonymous (snapshot, change->grant->server_id);
    case PADDOCK_CHANGE_DROP_ROOT:
      return !is_volatile (snapshot, change->root_id);
    case PADDOCK_CHANGE_DROP_SERVER:
      return !is_anonymous (snapshot, change->server_id);
    case PADDOCK_CHANGE_DROP_GRANT:
      return !is_volatile (snapshot, change->root_id) && !is_anonymous (snapshot,
                                                                        change->server_id);
    case PADDOCK_CHANGE_PAUSE:
    case PADDOCK_CHANGE_CLEAR_JOURNAL:
    case PADDOCK_CHANGE_TAKE_BACK_NEVER:
    case PADDOCK_CHANGE_PUT_APP_NOTE:
    case PADDOCK_CHANGE_DROP_APP_NOTE:
    case PADDOCK_CHANGE_TAKE_OUT:
    case PADDOCK_CHANGE_LOG:
    default:
      return TRUE;
  }
}

static gboolean
has_lasting_grant (const PaddockSnapshot *snapshot,
                   const PaddockChanges  *changes,
                   const char            *server_id)
{
  g_autoptr (GPtrArray) grants = paddock_snapshot_list_grants (snapshot, server_id, NULL);

  for (guint i = 0; i < grants->len; i++) {
    if (!is_volatile (snapshot, ((PaddockGrant *) grants->pdata[i])->root_id))
      return TRUE;
  }
  for (gsize i = 0; i < paddock_changes_get_size (changes); i++) {
    const PaddockChange *change = paddock_changes_get (changes, i);

    if (change->kind == PADDOCK_CHANGE_PUT_GRANT && is_lasting (snapshot, change) &&
        g_strcmp0 (change->grant->server_id, server_id) == 0)
      return TRUE;
  }
  return FALSE;
}

static gboolean
puts_grant (const PaddockChanges *changes,
            const char           *server_id)
{
  for (gsize i = 0; i < paddock_changes_get_size (changes); i++) {
    const PaddockChange *change = paddock_changes_get (changes, i);

    if (change->kind == PADDOCK_CHANGE_PUT_GRANT &&
        g_strcmp0 (change->grant->server_id, server_id) == 0)
      return TRUE;
  }
  return FALSE;
}

/* Adds @server to @lasting, but as undecided. Called if the server was allowed only things that end
 * with this run. Otherwise the server would count as decided in the next run and see nothing, and
 * nobody would ever be asked about it. */
static void
put_server_undecided (PaddockChanges      *lasting,
                      const PaddockServer *server)
{
  PaddockServer edited = *server;
  g_autoptr (PaddockServer) undecided = NULL;

  edited.standing = PADDOCK_STANDING_UNDECIDED;
  edited.decided = 0;
  edited.decision_ends = 0;
  edited.decision_scope = NULL;
  edited.choices = PADDOCK_CHOICE_NONE;
  undecided = paddock_server_new (&edited);
  paddock_changes_put_server (lasting, undecided);
}

/**
 * paddock_lasting_part:
 * @snapshot: the snapshot before the changes
 * @changes: changes
 *
 * Returns: (transfer full): the part of @changes that is written to the disk
 */
PaddockChanges *
paddock_lasting_part (const PaddockSnapshot *snapshot,
                      const PaddockChanges  *changes)
{
  PaddockChanges *lasting = paddock_changes_new ();

  for (gsize i = 0; i < paddock_changes_get_size (changes); i++) {
    const PaddockChange *change = paddock_changes_get (changes, i);

    if (!is_lasting (snapshot, change))
      continue;
    if (change->kind == PADDOCK_CHANGE_PUT_SERVER &&
        change->server->standing == PADDOCK_STANDING_ALLOWED &&
        puts_grant (changes, change->server->id) &&
        !has_lasting_grant (snapshot, changes, change->server->id))
      put_server_undecided (lasting, change->server);
    else
      paddock_changes_add (lasting, change);
  }
  return lasting;
}

/**
 * paddock_lasting_add_everything:
 * @snapshot: the snapshot
 * @changes: changes
 *
 * Adds to @changes everything in @snapshot that lasts longer than this run of the service.
 */
void
paddock_lasting_add_everything (const PaddockSnapshot *snapshot,
                                PaddockChanges        *changes)
{
  g_autoptr (PaddockChanges) all = paddock_changes_new ();
  g_autoptr (PaddockChanges) lasting = NULL;
  GPtrArray *roots = paddock_snapshot_get_roots (snapshot);
  GPtrArray *servers = paddock_snapshot_get_servers (snapshot);
  g_autoptr (GPtrArray) grants = paddock_snapshot_list_grants (snapshot, NULL, NULL);

  for (guint i = 0; i < roots->len; i++)
    paddock_changes_put_root (all, g_ptr_array_index (roots, i));
  for (guint i = 0; i < servers->len; i++)
    paddock_changes_put_server (all, g_ptr_array_index (servers, i));
  for (guint i = 0; i < grants->len; i++)
    paddock_changes_put_grant (all, g_ptr_array_index (grants, i));

  lasting = paddock_lasting_part (snapshot, all);
  for (gsize i = 0; i < paddock_changes_get_size (lasting); i++)
    paddock_changes_add (changes, paddock_changes_get (lasting, i));
}

/* Adds @change to @changes, but with the values that the snapshot has now, because a decision may
 * have come in between. What was removed meanwhile stays removed. @change is left out if it removes
 * a server or a grant, but the snapshot still has it: such a decision kept it. */
static void
add_as_known (const PaddockSnapshot *snapshot,
              PaddockChanges        *changes,
              const PaddockChange   *change)
{
  PaddockRoot *root;
  PaddockServer *server;
  PaddockGrant *grant;

  switch (change->kind) {
    case PADDOCK_CHANGE_PUT_ROOT:
      if ((root = paddock_snapshot_get_root (snapshot, change->root->id)) != NULL)
        paddock_changes_put_root (changes, root);
      break;
    case PADDOCK_CHANGE_PUT_SERVER:
      if ((server = paddock_snapshot_get_server (snapshot, change->server->id)) != NULL)
        paddock_changes_put_server (changes, server);
      break;
    case PADDOCK_CHANGE_PUT_GRANT:
      grant = paddock_snapshot_get_grant (snapshot, change->grant->server_id,
                                          change->grant->root_id);
      if (grant != NULL)
        paddock_changes_put_grant (changes, grant);
      break;
    case PADDOCK_CHANGE_DROP_GRANT:
      if (paddock_snapshot_get_grant (snapshot, change->server_id, change->root_id) == NULL)
        paddock_changes_add (changes, change);
      break;
    case PADDOCK_CHANGE_DROP_SERVER:
      if (paddock_snapshot_get_server (snapshot, change->server_id) == NULL)
        paddock_changes_add (changes, change);
      break;
    case PADDOCK_CHANGE_DROP_ROOT:
    case PADDOCK_CHANGE_PAUSE:
    case PADDOCK_CHANGE_CLEAR_JOURNAL:
    case PADDOCK_CHANGE_TAKE_BACK_NEVER:
    case PADDOCK_CHANGE_PUT_APP_NOTE:
    case PADDOCK_CHANGE_DROP_APP_NOTE:
    case PADDOCK_CHANGE_TAKE_OUT:
    case PADDOCK_CHANGE_LOG:
    default:
      paddock_changes_add (changes, change);
      break;
  }
}

/**
 * paddock_lasting_as_known:
 * @snapshot: the current snapshot
 * @changes: earlier observations, which @snapshot already has
 *
 * Returns: (transfer full): the same changes, with the values of @snapshot
 */
PaddockChanges *
paddock_lasting_as_known (const PaddockSnapshot *snapshot,
                          const PaddockChanges  *changes)
{
  PaddockChanges *known = paddock_changes_new ();

  for (gsize i = 0; i < paddock_changes_get_size (changes); i++)
    add_as_known (snapshot, known, paddock_changes_get (changes, i));
  return known;
}

/**
 * paddock_lasting_still_there:
 * @snapshot: the current snapshot
 * @changes: a decision that the disk has now
 *
 * Leaves out of a decision what would bring back a server that is gone. Paddock knows a server
 * without an identity only while it is connected. If such a server left while the disk was busy, a
 * decision must not bring that server back. The server's grants are left out by
 * paddock_snapshot_apply().
 *
 * Returns: (transfer full): the changes, without those that would bring such a server back
 */
PaddockChanges *
paddock_lasting_still_there (const PaddockSnapshot *snapshot,
                             const PaddockChanges  *changes)
{
  PaddockChanges *rest = paddock_changes_new ();

  for (gsize i = 0; i < paddock_changes_get_size (changes); i++) {
    const PaddockChange *change = paddock_changes_get (changes, i);

    if (change->kind == PADDOCK_CHANGE_PUT_SERVER &&
        paddock_identity_get_kind (change->server->identity) == PADDOCK_IDENTITY_ANONYMOUS &&
        paddock_snapshot_get_server (snapshot, change->server->id) == NULL)
      continue;
    paddock_changes_add (rest, change);
  }
  return rest;
}

/**
 * paddock_lasting_is_only_rows:
 * @changes: changes
 *
 * Returns: whether all of @changes are rows of the journal
 */
gboolean
paddock_lasting_is_only_rows (const PaddockChanges *changes)
{
  for (gsize i = 0; i < paddock_changes_get_size (changes); i++) {
    if (paddock_changes_get (changes, i)->kind != PADDOCK_CHANGE_LOG)
      return FALSE;
  }
  return TRUE;
}

/**
 * paddock_lasting_has_rows:
 * @changes: changes
 *
 * Returns: whether some of @changes are rows of the journal
 */
gboolean
paddock_lasting_has_rows (const PaddockChanges *changes)
{
  for (gsize i = 0; i < paddock_changes_get_size (changes); i++) {
    if (paddock_changes_get (changes, i)->kind == PADDOCK_CHANGE_LOG)
      return TRUE;
  }
  return FALSE;
}

/**
 * paddock_lasting_roots_before:
 * @snapshot: the snapshot before the changes
 * @changes: changes
 *
 * Returns: (transfer full) (element-type utf8 PaddockRoot): the old values, from @snapshot, of the
 *   roots that @changes replace; the keys are the ids of the roots
 */
GHashTable *
paddock_lasting_roots_before (const PaddockSnapshot *snapshot,
                              const PaddockChanges  *changes)
{
  GHashTable *roots = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                             (GDestroyNotify) paddock_root_unref);

  for (gsize i = 0; i < paddock_changes_get_size (changes); i++) {
    const PaddockChange *change = paddock_changes_get (changes, i);
    PaddockRoot *root;

    if (change->kind != PADDOCK_CHANGE_PUT_ROOT)
      continue;
    root = paddock_snapshot_get_root (snapshot, change->root->id);
    if (root != NULL)
      g_hash_table_insert (roots, g_strdup (root->id), paddock_root_ref (root));
  }
  return roots;
}
