/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-policy.h"

#include "paddock-nicks.h"
#include "paddock-path-text.h"
#include "paddock-scope.h"

/* Decides who may see which roots. Only this file turns the user's decisions into permission.
 *
 * Every function here is a pure function of (snapshot, question, now). It uses no clock, disk or
 * bus, and remembers no earlier question. So tests/unit/test-policy.c can test all of it with
 * tables. The answers to servers and the display of the window both come from here, so they can't
 * differ.
 *
 * What is trusted. The snapshot: it contains the user's decisions and the watcher's findings. The
 * query's server id: the session belongs to that server. paddock-peer.c and
 * paddock_policy_find_server() decided that when the server connected. A server's claims about
 * itself are not used, except by paddock_policy_find_resembling(), whose result is only shown.
 *
 * The answer to a question is the first row that applies:
 *
 *   1. a server that is not in the snapshot                     EMPTY
 *   2. roots switched off for the server                      NOT_SUPPORTED
 *   3. sharing is paused                                      EMPTY
 *   4. the server is blocked                                  EMPTY
 *   5. the service runs with --consent=deny                   EMPTY
 *   6. the service runs with --consent=allow                  LIST of all available roots
 *   7. the server is allowed, now and for this process        LIST of its granted roots
 *   8. the user chose "Not Now", and that time is not over    EMPTY
 *   9. nothing is decided                                     ASK
 *
 * A server that claims a key without a proof of its process gets at most what the server with this
 * key would get. If rows 2 or 4 apply to that server, they apply to both. If row 8 applies to that
 * server, it applies in place of row 9. Nothing that is allowed to that server is allowed to it.
 *
 * With EMPTY and ASK the server gets an empty list; with ASK the user is asked as well. A refusal
 * is not an error in the protocol: servers take an error for "the client has no roots", and use
 * folders of their own. Row 2 is the exception: there the user wants the server to use folders of
 * its own.
 *
 * A root is in a LIST if it is available and has not expired. Except in row 6, the server must also
 * have an active grant of the root. A grant is active until it expires. A grant "for this session"
 * is active only for the process for which it was made. A grant counts only while the server's
 * standing is ALLOWED. If root, grant and decision have different ends, the earliest counts. If
 * root and grant have different access, the lower counts. A root, a grant or a decision has ended
 * as soon as its end is reached. Roots are in the order in which they were added, so an unchanged
 * list has the same bytes.
 *
 * paddock-widening.c decides which changes need the user's consent.
 *
 * Not defended here: whether a server obeys its list, or forgets it after getting another one;
 * whether the service asks this file for every answer.
 */

#define PUT_OFF_FIRST  (10 * G_TIME_SPAN_MINUTE)
#define PUT_OFF_SECOND (1 * G_TIME_SPAN_HOUR)

static const char * const consent_mode_nicks[] = {
  [PADDOCK_CONSENT_ASK] = "ask",
  [PADDOCK_CONSENT_DENY] = "deny",
  [PADDOCK_CONSENT_ALLOW] = "allow",
};

static PaddockAnswer
answer (PaddockAnswer  value,
        PaddockReason  reason,
        PaddockReason *out_reason)
{
  if (out_reason != NULL)
    *out_reason = reason;
  return value;
}

static gboolean
is_available (const PaddockSnapshot *snapshot,
              const PaddockRoot     *root)
{
  return paddock_snapshot_get_availability (snapshot, root->id) == PADDOCK_AVAILABILITY_AVAILABLE;
}

/* Returns the root as the server sees it: with the lower access, and the earlier end, of root and
 * grant. Returns NULL if the server may not see the root. Whether the root is available does not
 * matter here. @needs_grant: FALSE if the server sees all roots. */
static PaddockRoot *
look_at_root (const PaddockSnapshot *snapshot,
              const PaddockQuery    *query,
              PaddockRoot           *root,
              gboolean               needs_grant,
              gint64                 now)
{
  const PaddockGrant *grant;
  PaddockRoot seen = *root;

  if (paddock_root_is_expired (root, now))
    return NULL;
  if (!needs_grant)
    return paddock_root_ref (root);

  grant = paddock_snapshot_get_grant (snapshot, query->server_id, root->id);
  if (grant == NULL || !paddock_grant_is_active (grant, query->scope, now))
    return NULL;
  if (grant->access < root->access)
    seen.access = grant->access;
  if (grant->expires != 0 && (root->expires == 0 || grant->expires < root->expires))
    seen.expires = grant->expires;
  if (seen.access == root->access && seen.expires == root->expires)
    return paddock_root_ref (root);
  return paddock_root_new (&seen);
}

static gint64
earlier_future (gint64 earliest,
                gint64 ends,
                gint64 now)
{
  return ends > now ? MIN (earliest, ends) : earliest;
}

/* Whether the decision about @server counts before that about @other, if both match. */
static gboolean
counts_before (const PaddockServer *server,
               const PaddockServer *other)
{
  gboolean is_blocked = server->standing == PADDOCK_STANDING_BLOCKED;
  gboolean is_decided = server->standing != PADDOCK_STANDING_UNDECIDED;

  if (is_blocked != (other->standing == PADDOCK_STANDING_BLOCKED))
    return is_blocked;
  if (is_decided != (other->standing != PADDOCK_STANDING_UNDECIDED))
    return is_decided;
  return server->last_seen > other->last_seen;
}

/* Returns the server whose key @server claims without a proof; NULL: there is none. */
static const PaddockServer *
find_claimed (const PaddockSnapshot *snapshot,
              const PaddockServer   *server)
{
  GPtrArray *servers = paddock_snapshot_get_servers (snapshot);
  const PaddockServer *found = NULL;

  if (!paddock_identity_has_unproven_key (server->identity))
    return NULL;
  for (guint i = 0; i < servers->len; i++) {
    const PaddockServer *known = g_ptr_array_index (servers, i);

    if (paddock_identity_claims_key_of (server->identity, known->identity) &&
        (found == NULL || counts_before (known, found)))
      found = known;
  }
  return found;
}

/* Returns the standing of @server. If the user refuses all to the server whose key it claims, this
 * counts for it, too. */
static PaddockStanding
find_standing (const PaddockServer *server,
               const PaddockServer *claimed,
               const char          *scope,
               gint64               now)
{
  PaddockStanding standing = claimed != NULL ? paddock_server_get_standing (claimed, scope, now)
                                             : PADDOCK_STANDING_UNDECIDED;

  return standing == PADDOCK_STANDING_BLOCKED || standing == PADDOCK_STANDING_WITHOUT_ROOTS
         ? standing : paddock_server_get_standing (server, scope, now);
}

/**
 * paddock_policy_answer:
 * @snapshot: the current snapshot
 * @query: which server asks, in which session
 * @now: µs since the epoch
 * @out_reason: (out) (optional): the reason for the answer
 *
 * Returns: the kind of answer, by the table at the top of this file
 */
PaddockAnswer
paddock_policy_answer (const PaddockSnapshot *snapshot,
                       const PaddockQuery    *query,
                       gint64                 now,
                       PaddockReason         *out_reason)
{
  const PaddockServer *server = paddock_snapshot_get_server (snapshot, query->server_id);
  const PaddockServer *claimed;
  PaddockStanding standing;

  if (server == NULL)
    return answer (PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_NONE, out_reason);

  claimed = find_claimed (snapshot, server);
  standing = find_standing (server, claimed, query->scope, now);
  if (standing == PADDOCK_STANDING_WITHOUT_ROOTS)
    return answer (PADDOCK_ANSWER_NOT_SUPPORTED, PADDOCK_REASON_WITHOUT_ROOTS, out_reason);
  if (paddock_snapshot_is_paused (snapshot))
    return answer (PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_PAUSED, out_reason);
  if (standing == PADDOCK_STANDING_BLOCKED)
    return answer (PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_BLOCKED, out_reason);

  switch (query->mode) {
    case PADDOCK_CONSENT_ASK:
      break;
    case PADDOCK_CONSENT_ALLOW:
      return answer (PADDOCK_ANSWER_LIST, PADDOCK_REASON_MODE_ALLOW, out_reason);
    case PADDOCK_CONSENT_DENY:
    default:
      return answer (PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_MODE_DENY, out_reason);
  }

  switch (standing) {
    case PADDOCK_STANDING_ALLOWED:
      return answer (PADDOCK_ANSWER_LIST, PADDOCK_REASON_USER_ALLOWED, out_reason);
    case PADDOCK_STANDING_UNDECIDED:
      if (server->put_off_until > now || (claimed != NULL && claimed->put_off_until > now))
        return answer (PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_USER_PUT_OFF, out_reason);
      return answer (PADDOCK_ANSWER_ASK, PADDOCK_REASON_UNDECIDED, out_reason);
    case PADDOCK_STANDING_BLOCKED:
    case PADDOCK_STANDING_WITHOUT_ROOTS:
    default:
      return answer (PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_NONE, out_reason);
  }
}

/* Whether a grant of the server, or a root that the server sees, ends when the user logs out. */
static gboolean
has_until_logout (const PaddockSnapshot *snapshot,
                  const PaddockQuery    *query)
{
  GPtrArray *roots = paddock_snapshot_get_roots (snapshot);

  for (guint i = 0; i < roots->len; i++) {
    const PaddockRoot *root = g_ptr_array_index (roots, i);
    const PaddockGrant *grant = paddock_snapshot_get_grant (snapshot, query->server_id, root->id);

    if (root->login != NULL && (grant != NULL || query->mode == PADDOCK_CONSENT_ALLOW))
      return TRUE;
    if (grant != NULL && paddock_scope_has_login (grant->scope))
      return TRUE;
  }
  return FALSE;
}

/* Returns the choices that make sense for this kind of server. Reading files needs a process that
 * is proven: a launch only claims what it is, and an anonymous server can't be recognized. */
static PaddockChoices
choices_of_kind (const PaddockServer *server)
{
  switch (paddock_identity_get_kind (server->identity)) {
    case PADDOCK_IDENTITY_LAUNCH:
    case PADDOCK_IDENTITY_REMOTE:
      return PADDOCK_CHOICE_HOST_ROOTS | PADDOCK_CHOICE_KEEP_ROOTS;
    case PADDOCK_IDENTITY_PROCESS:
      return PADDOCK_CHOICE_READING;
    case PADDOCK_IDENTITY_ANONYMOUS:
    default:
      return PADDOCK_CHOICE_NONE;
  }
}

/* Returns those of the user's choices for the server that are in force now. No choice is in force
 * if the server is not allowed in the requesting session, if it has no grants left, or if sharing
 * is paused. KEEP_ROOTS is also not in force if a root or grant ends at logout: while no service
 * runs, nobody would notice the logout. */
static PaddockChoices
find_choices (const PaddockSnapshot     *snapshot,
              const PaddockQuery        *query,
              const PaddockServer       *server,
              const PaddockPolicyResult *result,
              gint64                     now)
{
  PaddockChoices choices = server->choices & choices_of_kind (server);

  if (choices == PADDOCK_CHOICE_NONE || result->answer != PADDOCK_ANSWER_LIST ||
      result->is_revoked_by_user ||
      paddock_server_get_standing (server, query->scope, now) != PADDOCK_STANDING_ALLOWED)
    return PADDOCK_CHOICE_NONE;
  return has_until_logout (snapshot, query) ? choices & ~PADDOCK_CHOICE_KEEP_ROOTS : choices;
}

/* Returns the earliest of @earliest, the end of the root, and the end of its grant to the server.
 * Ends in the past do not count. */
static gint64
find_end (const PaddockSnapshot *snapshot,
          const PaddockQuery    *query,
          const PaddockRoot     *root,
          gint64                 earliest,
          gint64                 now)
{
  const PaddockGrant *grant = paddock_snapshot_get_grant (snapshot, query->server_id, root->id);

  if (grant != NULL)
    earliest = earlier_future (earliest, grant->expires, now);
  return earlier_future (earliest, root->expires, now);
}

/* Makes those of @roots read-only that hold one of @absent: a folder that may only be read, and is
 * away. Somebody may have moved it to another place in the root, where it could be written. */
static void
protect_absent (GPtrArray *roots,
                GPtrArray *absent)
{
  for (guint i = 0; i < roots->len; i++) {
    g_autoptr (PaddockRoot) root = roots->pdata[i];
    PaddockRoot protected = *root;

    for (guint j = 0; j < absent->len; j++)
      if (paddock_path_text_is_within (((PaddockRoot *) absent->pdata[j])->path, root->path))
        protected.access = PADDOCK_ACCESS_READ_ONLY;
    roots->pdata[i] = protected.access != root->access ? paddock_root_new (&protected)
                                                       : paddock_root_ref (root);
  }
}

/**
 * paddock_policy_evaluate:
 * @snapshot: the current snapshot
 * @query: which server asks, in which session
 * @now: µs since the epoch
 *
 * Computes everything that the server may be told. The duration of this call depends only on the
 * number of roots; for a server that claims a key without a proof, also on that of servers.
 *
 * Returns: the result, to be freed with paddock_policy_result_clear()
 */
PaddockPolicyResult
paddock_policy_evaluate (const PaddockSnapshot *snapshot,
                         const PaddockQuery    *query,
                         gint64                 now)
{
  const PaddockServer *server = paddock_snapshot_get_server (snapshot, query->server_id);
  const PaddockServer *claimed = server != NULL ? find_claimed (snapshot, server) : NULL;
  GPtrArray *roots = paddock_snapshot_get_roots (snapshot);
  g_autoptr (GPtrArray) absent =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_root_unref);
  PaddockPolicyResult result = {
    .roots = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_root_unref),
    .is_revoked_by_user = server != NULL,
    .revision = paddock_snapshot_get_revision (snapshot),
    .since = now,
    .until = G_MAXINT64,
  };

  result.answer = paddock_policy_answer (snapshot, query, now, &result.reason);
  if (server == NULL)
    return result;

  result.until = earlier_future (result.until, server->decision_ends, now);
  result.until = earlier_future (result.until, server->put_off_until, now);
  if (claimed != NULL) {
    result.until = earlier_future (result.until, claimed->decision_ends, now);
    result.until = earlier_future (result.until, claimed->put_off_until, now);
  }
  for (guint i = 0; i < roots->len; i++) {
    PaddockRoot *root = g_ptr_array_index (roots, i);
    g_autoptr (PaddockRoot) seen = NULL;

    result.until = find_end (snapshot, query, root, result.until, now);
    if (result.answer == PADDOCK_ANSWER_LIST)
      seen = look_at_root (snapshot, query, root, result.reason != PADDOCK_REASON_MODE_ALLOW, now);
    if (seen == NULL)
      continue;
    /* The server may see this root, even if the root is not available now. So the user did not
     * revoke everything. */
    result.is_revoked_by_user = FALSE;
    if (is_available (snapshot, root))
      g_ptr_array_add (result.roots, g_steal_pointer (&seen));
    else if (seen->access == PADDOCK_ACCESS_READ_ONLY)
      g_ptr_array_add (absent, g_steal_pointer (&seen));
  }
  protect_absent (result.roots, absent);
  result.choices = find_choices (snapshot, query, server, &result, now);
  return result;
}

/**
 * paddock_policy_result_clear:
 * @result: (nullable): a result; must not be used any more
 */
void
paddock_policy_result_clear (PaddockPolicyResult *result)
{
  if (result != NULL)
    g_clear_pointer (&result->roots, g_ptr_array_unref);
}

/**
 * paddock_policy_result_holds:
 * @result: a result of paddock_policy_evaluate()
 * @snapshot: the snapshot from which @result was computed
 * @now: µs since the epoch
 *
 * Returns: whether @result is still valid: the snapshot did not change, nothing ended, and the
 *   clock was not set back to a time before @result was computed
 */
gboolean
paddock_policy_result_holds (const PaddockPolicyResult *result,
                             const PaddockSnapshot     *snapshot,
                             gint64                     now)
{
  return result->revision == paddock_snapshot_get_revision (snapshot) && result->since <= now &&
         now < result->until;
}

/**
 * paddock_policy_visible_roots:
 * @snapshot: the current snapshot
 * @query: which server asks, in which session
 * @now: µs since the epoch
 *
 * Computes only the roots of paddock_policy_evaluate().
 *
 * Returns: (transfer container) (element-type PaddockRoot): the roots that the server sees. The
 *   array holds a reference to each
 */
GPtrArray *
paddock_policy_visible_roots (const PaddockSnapshot *snapshot,
                              const PaddockQuery    *query,
                              gint64                 now)
{
  g_auto (PaddockPolicyResult) result = paddock_policy_evaluate (snapshot, query, now);

  return g_steal_pointer (&result.roots);
}

/**
 * paddock_policy_boundary:
 * @snapshot: the current snapshot
 * @now: µs since the epoch
 *
 * Finds the roots in which Paddock reads files for hosts. Hosts act for the user, so they need no
 * grants.
 *
 * Returns: (transfer container) (element-type PaddockRoot): the roots that are available and not
 *   expired, in the order in which they were added. The array holds a reference to each. It is
 *   empty while sharing is paused
 */
GPtrArray *
paddock_policy_boundary (const PaddockSnapshot *snapshot,
                         gint64                 now)
{
  GPtrArray *boundary = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_root_unref);
  GPtrArray *roots = paddock_snapshot_get_roots (snapshot);

  if (paddock_snapshot_is_paused (snapshot))
    return boundary;

  for (guint i = 0; i < roots->len; i++) {
    PaddockRoot *root = g_ptr_array_index (roots, i);

    if (is_available (snapshot, root) && !paddock_root_is_expired (root, now))
      g_ptr_array_add (boundary, paddock_root_ref (root));
  }
  return boundary;
}

/**
 * paddock_policy_choosable:
 * @server: a server
 * @now: µs since the epoch
 *
 * Returns: the choices that may be switched on for @server: all for its kind if the server is
 *   allowed in some session, otherwise none
 */
PaddockChoices
paddock_policy_choosable (const PaddockServer *server,
                          gint64               now)
{
  return paddock_server_get_standing (server, server->decision_scope, now) ==
         PADDOCK_STANDING_ALLOWED ? choices_of_kind (server) : PADDOCK_CHOICE_NONE;
}

/**
 * paddock_policy_next_expiry:
 * @snapshot: the current snapshot
 * @now: µs since the epoch
 *
 * Finds the next time at which an answer may change by itself, because a root, a grant, a decision
 * or a "Not Now" ends.
 *
 * Returns: this time in µs since the epoch; %G_MAXINT64 if there is none
 */
gint64
paddock_policy_next_expiry (const PaddockSnapshot *snapshot,
                            gint64                 now)
{
  GPtrArray *roots = paddock_snapshot_get_roots (snapshot);
  GPtrArray *servers = paddock_snapshot_get_servers (snapshot);
  g_autoptr (GPtrArray) grants = paddock_snapshot_list_grants (snapshot, NULL, NULL);
  gint64 earliest = G_MAXINT64;

  for (guint i = 0; i < roots->len; i++) {
    const PaddockRoot *root = g_ptr_array_index (roots, i);

    earliest = earlier_future (earliest, root->expires, now);
  }
  for (guint i = 0; i < grants->len; i++) {
    const PaddockGrant *grant = g_ptr_array_index (grants, i);

    earliest = earlier_future (earliest, grant->expires, now);
  }
  for (guint i = 0; i < servers->len; i++) {
    const PaddockServer *server = g_ptr_array_index (servers, i);

    earliest = earlier_future (earliest, server->decision_ends, now);
    earliest = earlier_future (earliest, server->put_off_until, now);
  }
  return earliest;
}

/**
 * paddock_policy_put_off_until:
 * @times_put_off: how often in a row the user chose "Not Now", including this time
 * @now: µs since the epoch
 *
 * Decides when the question may be asked again: after the first "Not Now" in 10 minutes, after the
 * second in an hour. From the third on, only the user can open the question again.
 *
 * Returns: this time in µs since the epoch; %G_MAXINT64: never by itself
 */
gint64
paddock_policy_put_off_until (guint  times_put_off,
                              gint64 now)
{
  switch (times_put_off) {
    case 0:
    case 1:
      return now + PUT_OFF_FIRST;
    case 2:
      return now + PUT_OFF_SECOND;
    default:
      return G_MAXINT64;
  }
}

/**
 * paddock_policy_find_server:
 * @snapshot: the current snapshot
 * @identity: the identity of the peer that connected
 *
 * Earlier versions of Paddock told servers with one key apart by their directory. So several
 * servers may match.
 *
 * Returns: (transfer none) (nullable): the server whose decisions apply to @identity: the one
 *   without any change, else a blocked one, else a decided one, else the one that was seen last
 */
PaddockServer *
paddock_policy_find_server (const PaddockSnapshot *snapshot,
                            const PaddockIdentity *identity)
{
  GPtrArray *servers = paddock_snapshot_get_servers (snapshot);
  PaddockServer *found = NULL;

  for (guint i = 0; i < servers->len; i++) {
    PaddockServer *server = g_ptr_array_index (servers, i);

    if (!paddock_identity_matches (server->identity, identity))
      continue;
    if (paddock_identity_changes (server->identity, identity) == 0)
      return server;
    if (found == NULL || counts_before (server, found))
      found = server;
  }
  return found;
}

/**
 * paddock_policy_find_resembling:
 * @snapshot: the current snapshot
 * @identity: the identity of the peer that connected; servers with this identity are skipped
 * @claimed_name: (nullable): the name that the peer claims
 *
 * Finds a server for the text "this looks like a server you know, but …". The result is only shown
 * with the question. No decision about the resembling server applies to @identity.
 *
 * Returns: (transfer none) (nullable): the most recently seen server of the same kind that has the
 *   same executable and claimed name
 */
PaddockServer *
paddock_policy_find_resembling (const PaddockSnapshot *snapshot,
                                const PaddockIdentity *identity,
                                const char            *claimed_name)
{
  GPtrArray *servers = paddock_snapshot_get_servers (snapshot);
  PaddockFact executable = paddock_identity_get_fact (identity, PADDOCK_FACT_EXECUTABLE);
  PaddockServer *latest = NULL;

  if (executable.value == NULL ||
      paddock_identity_get_kind (identity) == PADDOCK_IDENTITY_ANONYMOUS)
    return NULL;

  for (guint i = 0; i < servers->len; i++) {
    PaddockServer *server = g_ptr_array_index (servers, i);
    PaddockFact known = paddock_identity_get_fact (server->identity, PADDOCK_FACT_EXECUTABLE);

    if (paddock_identity_get_kind (server->identity) != paddock_identity_get_kind (identity) ||
        g_strcmp0 (known.value, executable.value) != 0 ||
        g_strcmp0 (server->claimed_name, claimed_name) != 0 ||
        paddock_identity_differences (server->identity, identity) == 0)
      continue;
    if (latest == NULL || server->last_seen > latest->last_seen)
      latest = server;
  }
  return latest;
}

/**
 * paddock_policy_consent_mode_to_nick:
 * @mode: a mode
 *
 * Returns: (transfer none): the name of @mode on the command line and on the bus
 */
const char *
paddock_policy_consent_mode_to_nick (PaddockConsentMode mode)
{
  return paddock_nicks_get (consent_mode_nicks, G_N_ELEMENTS (consent_mode_nicks), mode);
}

/**
 * paddock_policy_consent_mode_from_nick:
 * @nick: (nullable): a name from the command line or the bus
 * @out_mode: (out): the mode; %PADDOCK_CONSENT_DENY if @nick is unknown
 *
 * Returns: whether there is such a mode
 */
gboolean
paddock_policy_consent_mode_from_nick (const char         *nick,
                                       PaddockConsentMode *out_mode)
{
  gsize value;

  *out_mode = PADDOCK_CONSENT_DENY;
  if (!paddock_nicks_find (consent_mode_nicks, G_N_ELEMENTS (consent_mode_nicks), nick, &value))
    return FALSE;
  *out_mode = value;
  return TRUE;
}
