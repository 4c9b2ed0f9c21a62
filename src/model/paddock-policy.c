/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-policy.h"

#include "paddock-nicks.h"
#include "paddock-scope.h"

/* May they? The one place where an allow is made out of what the user decided.
 *
 * Every function here is a pure function of (snapshot, question, now). There is no clock, no disk,
 * no
 * bus and no memory of earlier questions, so that tests/unit/test-policy.c can hold all of it as
 * tables, and so that the answer to a server and what the window shows of it cannot differ: both
 * come from here.
 *
 * What is trusted. The snapshot: that it holds what the user decided and what the watcher found.
 * The
 * query's server id: that the session belongs to that server, which paddock-peer.c and
 * paddock_policy_find_server() decided when it connected. Nothing that the server said of itself is
 * looked at, but by paddock_policy_find_resembling(), whose result is shown and never acted on.
 *
 * What is decided for one question, in this order; the first that applies is the answer:
 *
 *   1. a server that is not in the snapshot                     EMPTY
 *   2. roots switched off for the server                      NOT_SUPPORTED
 *   3. sharing is paused                                      EMPTY
 *   4. the server is blocked                                  EMPTY
 *   5. the service runs with --consent=deny                   EMPTY
 *   6. the service runs with --consent=allow                  LIST of all available roots
 *   7. the server was allowed, and that holds now and here    LIST of what it was granted
 *   8. the question was put off, and that time is not over    EMPTY
 *   9. nothing is decided                                     ASK
 *
 * EMPTY and ASK tell the server the same, an empty list; ASK lets the user be asked besides. A
 * refusal is never an error on the wire (servers take errors for "the client has no roots" and fall
 * back to folders of their own), but for 2, where that is what the user wants.
 *
 * A root is in a LIST if it is available now, its own time is not over, and (but in 6) a grant of
 * it to this server is active: its time is not over, and a grant "for this session" was for the
 * process that asks. A grant counts only while the server's standing is ALLOWED; without that it is
 * nothing. Where two ends meet (root, grant, decision) the earlier counts, where two accesses meet
 * the lesser. All times end *at* their end. Order is that of adding the roots, so that a list that
 * did not change is the same bytes.
 *
 * What makes a set of changes one that the user must agree to is in paddock-widening.c.
 *
 * Not defended here: that a server that was told a list obeys it, or forgets it when it is told
 * another one (told is not enforced); that the service asks here for every answer.
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

/* The root as the server may see it while it is available: with the lesser of the two accesses,
 * until the earlier of the two ends. */
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

/**
 * paddock_policy_answer:
 * @snapshot: what is known now
 * @query: who asks
 * @now: µs since the epoch
 * @out_reason: (out) (optional): why
 *
 * Returns: what the server is told, by the table at the top of this file
 */
PaddockAnswer
paddock_policy_answer (const PaddockSnapshot *snapshot,
                       const PaddockQuery    *query,
                       gint64                 now,
                       PaddockReason         *out_reason)
{
  const PaddockServer *server = paddock_snapshot_get_server (snapshot, query->server_id);
  PaddockStanding standing;

  if (server == NULL)
    return answer (PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_NONE, out_reason);

  standing = paddock_server_get_standing (server, query->scope, now);
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
      if (server->put_off_until > now)
        return answer (PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_USER_PUT_OFF, out_reason);
      return answer (PADDOCK_ANSWER_ASK, PADDOCK_REASON_UNDECIDED, out_reason);
    case PADDOCK_STANDING_BLOCKED:
    case PADDOCK_STANDING_WITHOUT_ROOTS:
    default:
      return answer (PADDOCK_ANSWER_EMPTY, PADDOCK_REASON_NONE, out_reason);
  }
}

/* Whether something that the server was granted ends with a login of the user. */
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

/* Those that make sense for a server of that kind. To have files read is for a process that is
 * proven: what a launch says of itself anybody can say, and who has no identity has none to permit
 * it to. */
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

/* What the user chose for the server, as far as it counts now: only what is of its kind, for one
 * that is allowed, in the session that asks, that has not lost all that was granted, and while
 * sharing is not paused. What ends with a login is not kept: without the service nobody would
 * notice. */
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

/* The earliest future end of the root, or of its grant to the server. */
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

/**
 * paddock_policy_evaluate:
 * @snapshot: what is known now
 * @query: who asks
 * @now: µs since the epoch
 *
 * All that the server may be told, found at once. Takes time by the number of roots, however many
 * servers and grants there are.
 *
 * Returns: the result, to be freed with paddock_policy_result_clear()
 */
PaddockPolicyResult
paddock_policy_evaluate (const PaddockSnapshot *snapshot,
                         const PaddockQuery    *query,
                         gint64                 now)
{
  const PaddockServer *server = paddock_snapshot_get_server (snapshot, query->server_id);
  GPtrArray *roots = paddock_snapshot_get_roots (snapshot);
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
  for (guint i = 0; i < roots->len; i++) {
    PaddockRoot *root = g_ptr_array_index (roots, i);
    g_autoptr (PaddockRoot) seen = NULL;

    result.until = find_end (snapshot, query, root, result.until, now);
    if (result.answer == PADDOCK_ANSWER_LIST)
      seen = look_at_root (snapshot, query, root, result.reason != PADDOCK_REASON_MODE_ALLOW, now);
    if (seen == NULL)
      continue;
    /* Folders that are away for now are not of the user's will. */
    result.is_revoked_by_user = FALSE;
    if (is_available (snapshot, root))
      g_ptr_array_add (result.roots, g_steal_pointer (&seen));
  }
  result.choices = find_choices (snapshot, query, server, &result, now);
  return result;
}

/**
 * paddock_policy_result_clear:
 * @result: (nullable): a result, which is worth nothing afterwards
 */
void
paddock_policy_result_clear (PaddockPolicyResult *result)
{
  if (result != NULL)
    g_clear_pointer (&result->roots, g_ptr_array_unref);
}

/**
 * paddock_policy_result_holds:
 * @result: what paddock_policy_evaluate() found
 * @snapshot: the snapshot of @result
 * @now: µs since the epoch
 *
 * Returns: whether it would find the same now: the snapshot did not change, nothing ended, and the
 *   clock was not set back to before the result
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
 * @snapshot: what is known now
 * @query: who asks
 * @now: µs since the epoch
 *
 * Returns: (transfer container) (element-type PaddockRoot): the roots of
 *   paddock_policy_evaluate(), each element referenced by the array
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
 * @snapshot: what is known now
 * @now: µs since the epoch
 *
 * The user's whole boundary, for who reads for the user and for no server in particular: whatever
 * is shared at all, with whomever.
 *
 * Returns: (transfer container) (element-type PaddockRoot): the roots that are available and whose
 *   time is not over, in the order of being added, each element referenced by the array; empty
 *   while sharing is paused
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
 * Returns: what may be switched on for the server: what is of its kind, if it is allowed in some
 *   session
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
 * @snapshot: what is known now
 * @now: µs since the epoch
 *
 * Returns: µs since the epoch of the next time at which an answer may change by itself: the end of
 *   a root, a grant, a decision or a "Not now"; %G_MAXINT64 where there is none
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
 * @times_put_off: how often in a row the user said "Not now", this time included
 * @now: µs since the epoch
 *
 * Returns: µs since the epoch until which the question is not asked again: 10 minutes, then an
 *   hour, then %G_MAXINT64: until the user opens it
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
 * @snapshot: what is known now
 * @identity: who connected
 *
 * Returns: (transfer none) (nullable): the server whose decisions are those of @identity
 */
PaddockServer *
paddock_policy_find_server (const PaddockSnapshot *snapshot,
                            const PaddockIdentity *identity)
{
  GPtrArray *servers = paddock_snapshot_get_servers (snapshot);

  for (guint i = 0; i < servers->len; i++) {
    PaddockServer *server = g_ptr_array_index (servers, i);

    if (paddock_identity_matches (server->identity, identity))
      return server;
  }
  return NULL;
}

/**
 * paddock_policy_find_resembling:
 * @snapshot: what is known now
 * @identity: who connected; what is known of itself does not resemble it
 * @claimed_name: (nullable): what it calls itself
 *
 * For "this looks like a server you know, but …": what is found is shown beside the question, and
 * nothing that was decided about it holds for @identity.
 *
 * Returns: (transfer none) (nullable): the server with the same executable and the same claimed
 *   name that was seen last
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
 * Returns: (transfer none): its name on the command line and on the bus
 */
const char *
paddock_policy_consent_mode_to_nick (PaddockConsentMode mode)
{
  return paddock_nicks_get (consent_mode_nicks, G_N_ELEMENTS (consent_mode_nicks), mode);
}

/**
 * paddock_policy_consent_mode_from_nick:
 * @nick: (nullable): a name from the command line or the bus
 * @out_mode: (out): the mode; %PADDOCK_CONSENT_DENY where the nick is unknown
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
