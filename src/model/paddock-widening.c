/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-widening.h"

#include "paddock-scope.h"

/* Decides whether changes widen access. If they do, the user must agree first. If they don't, a
 * command acts at once.
 *
 * Part of the policy (paddock-policy.c), and pure, too. Changes widen access if a server could
 * see more roots, see a root for longer or in more sessions, or do more with a root. They also
 * widen if the user could be asked again about a server that was shut out. The rules:
 *   - All changes are judged together: the state before them is compared with the state after. Two
 *     changes that are harmless alone may widen together: for example, a root becomes read-write,
 *     and so does a grant of it.
 *   - Availability, --consent and a pause are ignored, because they come and go while grants stay.
 *     Ending a pause widens.
 *   - Each choice (PaddockChoices) that is switched on widens, even for a server without grants.
 *   - A new grant widens, whatever the server's standing: even a grant to a blocked server, which
 *     has no effect yet.
 *   - To allow a server widens only if the server already has grants.
 *   - To unblock a server widens always, because the user can be asked about it again.
 * In doubt the answer is TRUE. Then the user is asked once too often.
 *
 * Hosts need no grant: Paddock reads files for them in every root that has not expired
 * (paddock_policy_boundary()). So each root is judged as if there was one more server with a grant
 * of the whole root. Therefore these changes widen, too: to add a root, to give an expired root a
 * new end, to give a root more time or access, and to include mounted file systems. A root with a
 * new path or record counts as another root.
 *
 * Not defended here: a caller that applies changes without asking this file. paddock-gate.c asks.
 */

/* What one server, or hosts, may see of one root. For a server this counts only if its standing is
 * ALLOWED. */
typedef struct {
  gboolean                 sees;
  PaddockAccess            access;
  gint64                   ends;        /* when the server stops seeing the root, in µs since the
                                         * epoch; G_MAXINT64: never */
  const char              *scope;       /* (nullable) the scope of the grant; NULL: the grant has
                                         * none, or hosts are meant */
  const char              *login;       /* (nullable) the login with which the root ends; NULL:
                                         * none */
  const char              *path;        /* (nullable) the path of the root; NULL if @sees is
                                         * FALSE */
  const char              *document;    /* (nullable) the portal's document of the root; NULL:
                                         * none */
  const PaddockFileRecord *record;      /* (nullable) the file record of the root; NULL: none */
} Reach;

/* The snapshot as it would be after the changes. */
typedef struct {
  const PaddockSnapshot    *snapshot;
  const PaddockChanges *changes;
} Outlook;

static gint64
end_or_never (gint64 ends)
{
  return ends != 0 ? ends : G_MAXINT64;
}

static PaddockRoot *
outlook_get_root (const Outlook *outlook,
                  const char    *root_id)
{
  for (gsize i = paddock_changes_get_size (outlook->changes); i-- > 0;) {
    const PaddockChange *change = paddock_changes_get (outlook->changes, i);

    if (change->kind == PADDOCK_CHANGE_PUT_ROOT && g_strcmp0 (change->root->id, root_id) == 0)
      return change->root;
    if (change->kind == PADDOCK_CHANGE_DROP_ROOT && g_strcmp0 (change->root_id, root_id) == 0)
      return NULL;
  }
  return paddock_snapshot_get_root (outlook->snapshot, root_id);
}

static PaddockServer *
outlook_get_server (const Outlook *outlook,
                    const char    *server_id)
{
  for (gsize i = paddock_changes_get_size (outlook->changes); i-- > 0;) {
    const PaddockChange *change = paddock_changes_get (outlook->changes, i);

    if (change->kind == PADDOCK_CHANGE_PUT_SERVER &&
        g_strcmp0 (change->server->id, server_id) == 0)
      return change->server;
    if (change->kind == PADDOCK_CHANGE_DROP_SERVER &&
        g_strcmp0 (change->server_id, server_id) == 0)
      return NULL;
  }
  return paddock_snapshot_get_server (outlook->snapshot, server_id);
}

static PaddockGrant *
outlook_get_grant (const Outlook *outlook,
                   const char    *server_id,
                   const char    *root_id)
{
  for (gsize i = paddock_changes_get_size (outlook->changes); i-- > 0;) {
    const PaddockChange *change = paddock_changes_get (outlook->changes, i);

    if (change->kind == PADDOCK_CHANGE_PUT_GRANT &&
        g_strcmp0 (change->grant->server_id, server_id) == 0 &&
        g_strcmp0 (change->grant->root_id, root_id) == 0)
      return change->grant;
    if ((change->kind == PADDOCK_CHANGE_DROP_GRANT || change->kind == PADDOCK_CHANGE_DROP_ROOT) &&
        g_strcmp0 (change->root_id, root_id) == 0 &&
        (change->server_id == NULL || g_strcmp0 (change->server_id, server_id) == 0))
      return NULL;
    if (change->kind == PADDOCK_CHANGE_DROP_SERVER &&
        g_strcmp0 (change->server_id, server_id) == 0)
      return NULL;
  }
  return paddock_snapshot_get_grant (outlook->snapshot, server_id, root_id);
}

/* Returns what hosts may read of a root. Hosts need no grant. */
static Reach
get_reach_of_hosts (const PaddockRoot *root,
                    gint64             now)
{
  if (root == NULL || paddock_root_is_expired (root, now))
    return (Reach) { .sees = FALSE };

  return (Reach) {
    .sees = TRUE,
    .access = root->access,
    .ends = end_or_never (root->expires),
    .login = root->login,
    .path = root->path,
    .document = root->document,
    .record = root->record,
  };
}

static Reach
get_reach (const PaddockRoot  *root,
           const PaddockGrant *grant,
           gint64              now)
{
  /* A grant always admits its own scope. So this tests whether the grant counts for any session at
   * all. */
  if (root == NULL || grant == NULL || !paddock_grant_is_active (grant, grant->scope, now))
    return (Reach) { .sees = FALSE };

  return (Reach) {
    .sees = TRUE,
    .access = MIN (root->access, grant->access),
    .ends = MIN (end_or_never (root->expires), end_or_never (grant->expires)),
    .scope = grant->scope,
    .login = root->login,
    .path = root->path,
    .document = root->document,
    .record = root->record,
  };
}

static gboolean
is_same_file (const PaddockFileRecord *a,
              const PaddockFileRecord *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return paddock_file_record_equal (a, b);
}

static gboolean
is_reach_widened (const Reach *before,
                  const Reach *after)
{
  if (!after->sees)
    return FALSE;
  if (!before->sees)
    return TRUE;
  return after->access > before->access ||
         after->ends > before->ends ||
         (before->scope != NULL && !paddock_scope_covers (before->scope, after->scope)) ||
         (before->login != NULL && g_strcmp0 (before->login, after->login) != 0) ||
         g_strcmp0 (after->path, before->path) != 0 ||
         g_strcmp0 (after->document, before->document) != 0 ||
         !is_same_file (after->record, before->record);
}

static gboolean
is_pair_widened (const Outlook *outlook,
                 const char    *server_id,
                 const char    *root_id,
                 gint64         now)
{
  Reach before = get_reach (paddock_snapshot_get_root (outlook->snapshot, root_id),
                            paddock_snapshot_get_grant (outlook->snapshot, server_id, root_id),
                            now);
  Reach after = get_reach (outlook_get_root (outlook, root_id),
                           outlook_get_grant (outlook, server_id, root_id), now);

  return is_reach_widened (&before, &after);
}

static gboolean
has_active_grant (const Outlook *outlook,
                  const char    *server_id,
                  gint64         now)
{
  g_autoptr (GPtrArray) grants = paddock_snapshot_list_grants (outlook->snapshot, server_id, NULL);

  for (guint i = 0; i < grants->len; i++) {
    const PaddockGrant *known = g_ptr_array_index (grants, i);
    const PaddockGrant *grant = outlook_get_grant (outlook, server_id, known->root_id);

    if (grant != NULL && paddock_grant_is_active (grant, grant->scope, now))
      return TRUE;
  }
  return FALSE;
}

static PaddockStanding
get_standing_anywhere (const PaddockServer *server,
                       gint64               now)
{
  if (server == NULL)
    return PADDOCK_STANDING_UNDECIDED;
  return paddock_server_get_standing (server, server->decision_scope, now);
}

static gboolean
is_shut_out (PaddockStanding standing)
{
  return standing == PADDOCK_STANDING_BLOCKED || standing == PADDOCK_STANDING_WITHOUT_ROOTS;
}

static gboolean
is_standing_widened (const Outlook *outlook,
                     const char    *server_id,
                     gint64         now)
{
  const PaddockServer *server = paddock_snapshot_get_server (outlook->snapshot, server_id);
  const PaddockServer *edited = outlook_get_server (outlook, server_id);
  PaddockStanding before = get_standing_anywhere (server, now);
  PaddockStanding after = get_standing_anywhere (edited, now);

  if (is_shut_out (before)) {
    /* Access widens if the server is no longer shut out, or is shut out for a shorter time or in
     * fewer sessions. */
    return !is_shut_out (after) ||
           end_or_never (edited->decision_ends) < end_or_never (server->decision_ends) ||
           (edited->decision_scope != NULL &&
            !paddock_scope_covers (edited->decision_scope, server->decision_scope));
  }

  /* From here on, only grants that existed before the changes count. is_pair_widened() judges new
   * grants. */
  if (after != PADDOCK_STANDING_ALLOWED || !has_active_grant (outlook, server_id, now))
    return FALSE;
  return before != PADDOCK_STANDING_ALLOWED ||
         end_or_never (edited->decision_ends) > end_or_never (server->decision_ends) ||
         (server->decision_scope != NULL &&
          !paddock_scope_covers (server->decision_scope, edited->decision_scope)) ||
         !paddock_identity_equal (edited->identity, server->identity);
}

/* Whether a choice is switched on for the server. If the server gets another identity, it counts as
 * another server, for which nothing was switched on before. */
static gboolean
is_choice_widened (const Outlook *outlook,
                   const char    *server_id)
{
  const PaddockServer *server = paddock_snapshot_get_server (outlook->snapshot, server_id);
  const PaddockServer *edited = outlook_get_server (outlook, server_id);
  PaddockChoices before = PADDOCK_CHOICE_NONE;

  if (edited == NULL)
    return FALSE;
  if (server != NULL && paddock_identity_equal (edited->identity, server->identity))
    before = server->choices;
  return (edited->choices & ~before) != 0;
}

/* Whether Paddock would now also read file systems that are mounted inside the root. */
static gboolean
is_crossing_widened (const PaddockRoot *root,
                     const PaddockRoot *edited)
{
  return edited != NULL && edited->crosses && (root == NULL || !root->crosses);
}

static gboolean
is_root_widened (const Outlook *outlook,
                 const char    *root_id,
                 gint64         now)
{
  g_autoptr (GPtrArray) grants = paddock_snapshot_list_grants (outlook->snapshot, NULL, root_id);
  const PaddockRoot *root = paddock_snapshot_get_root (outlook->snapshot, root_id);
  const PaddockRoot *edited = outlook_get_root (outlook, root_id);
  Reach before = get_reach_of_hosts (root, now);
  Reach after = get_reach_of_hosts (edited, now);

  if (is_reach_widened (&before, &after) || is_crossing_widened (root, edited))
    return TRUE;
  for (guint i = 0; i < grants->len; i++) {
    const PaddockGrant *grant = g_ptr_array_index (grants, i);

    if (is_pair_widened (outlook, grant->server_id, root_id, now))
      return TRUE;
  }
  return FALSE;
}

/**
 * paddock_widening_check:
 * @snapshot: the current snapshot
 * @changes: the changes in question
 * @now: µs since the epoch
 *
 * Returns: whether @changes widen access, as the top of this file defines it; also %TRUE if they
 *   clear the journal, withdraw a "Never", or let a program take Paddock out of apps' files
 */
gboolean
paddock_widening_check (const PaddockSnapshot *snapshot,
                        const PaddockChanges  *changes,
                        gint64                 now)
{
  Outlook outlook = { snapshot, changes };

  for (gsize i = 0; i < paddock_changes_get_size (changes); i++) {
    const PaddockChange *change = paddock_changes_get (changes, i);
    gboolean widens = FALSE;

    switch (change->kind) {
      case PADDOCK_CHANGE_PUT_ROOT:
        widens = is_root_widened (&outlook, change->root->id, now);
        break;
      case PADDOCK_CHANGE_PUT_SERVER:
        widens = is_standing_widened (&outlook, change->server->id, now) ||
                 is_choice_widened (&outlook, change->server->id);
        break;
      case PADDOCK_CHANGE_DROP_SERVER:
        widens = is_standing_widened (&outlook, change->server_id, now);
        break;
      case PADDOCK_CHANGE_PUT_GRANT:
        widens = is_pair_widened (&outlook, change->grant->server_id, change->grant->root_id,
                                  now);
        break;
      case PADDOCK_CHANGE_PAUSE:
        widens = !change->is_paused && paddock_snapshot_is_paused (snapshot);
        break;
      case PADDOCK_CHANGE_CLEAR_JOURNAL:
        /* No server sees more, but the user can see less of what servers did. */
        widens = TRUE;
        break;
      case PADDOCK_CHANGE_TAKE_BACK_NEVER:
        /* This alone does not allow reading the file, but the user may be asked about it again. */
        widens = TRUE;
        break;
      case PADDOCK_CHANGE_TAKE_OUT:
        /* Paddock can't restrict or even show a server that an app starts without it. */
        widens = TRUE;
        break;
      case PADDOCK_CHANGE_PUT_APP_NOTE:
      case PADDOCK_CHANGE_DROP_APP_NOTE:
      case PADDOCK_CHANGE_DROP_ROOT:
      case PADDOCK_CHANGE_DROP_GRANT:
      case PADDOCK_CHANGE_LOG:
        break;
      default:
        widens = TRUE;
        break;
    }
    if (widens)
      return TRUE;
  }
  return FALSE;
}
