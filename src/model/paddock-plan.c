/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-app-notes.h"
#include "paddock-plan-private.h"

#include "paddock-policy.h"
#include "paddock-scope.h"
#include "paddock-text.h"

/* The plans of the verbs: each function returns the changes that carry out a command, with journal
 * entries.
 *
 * Pure: a plan reads the given snapshot and time, and changes nothing. paddock_widening_check()
 * decides whether the changes need the user's consent. If something does not exist, such as a
 * server that was forgotten meanwhile, the plan leaves out that change and reports no error. Then
 * the list of changes may be empty, and does nothing.
 */

/**
 * paddock_plan_log_event:
 * @changes: a list of changes
 * @plan: the caller and the time; the reason in it is not used
 * @event: what happened
 * @reason: why
 * @server: (nullable): the server that the event is about
 * @root: (nullable): the root that the event is about
 *
 * Appends an entry for the journal.
 */
void
paddock_plan_log_event (PaddockChanges           *changes,
                        const PaddockPlanContext *plan,
                        PaddockEvent              event,
                        PaddockReason             reason,
                        const PaddockServer      *server,
                        const PaddockRoot        *root)
{
  g_autofree char *label = server != NULL ? paddock_server_dup_label (server) : NULL;
  g_autofree char *path = root != NULL ? paddock_text_escape (root->path, -1) : NULL;
  g_autoptr (PaddockJournalEntry) entry = NULL;

  entry = paddock_journal_entry_new (&(PaddockJournalEntry) {
    .time = plan->now,
    .last = plan->now,
    .count = 1,
    .event = event,
    .reason = reason,
    .server_id = server != NULL ? server->id : NULL,
    .server = label,
    .root_id = root != NULL ? root->id : NULL,
    .root = path,
    .detail = plan->caller,
  });
  paddock_changes_log (changes, entry);
}

/**
 * paddock_plan_put_server:
 * @changes: a list of changes
 * @template: the new value of a server
 *
 * Appends a change that adds the server, or replaces the server with the same id.
 */
void
paddock_plan_put_server (PaddockChanges      *changes,
                         const PaddockServer *template)
{
  g_autoptr (PaddockServer) server = paddock_server_new (template);

  paddock_changes_put_server (changes, server);
}

/**
 * paddock_plan_make_undecided:
 * @edited: a server
 *
 * Resets the decision and the choices in @edited, as if the user had never decided about the
 * server.
 */
void
paddock_plan_make_undecided (PaddockServer *edited)
{
  edited->standing = PADDOCK_STANDING_UNDECIDED;
  edited->decided = 0;
  edited->decision_ends = 0;
  edited->decision_scope = NULL;
  edited->times_put_off = 0;
  edited->put_off_until = 0;
  edited->choices = PADDOCK_CHOICE_NONE;
}

/**
 * paddock_plan_drop_grants:
 * @changes: a list of changes
 * @plan: the snapshot, the caller and the time
 * @server: a server
 * @reason: why the grants end
 *
 * Appends the removal of all grants of @server, each with a journal entry.
 */
void
paddock_plan_drop_grants (PaddockChanges           *changes,
                          const PaddockPlanContext *plan,
                          const PaddockServer      *server,
                          PaddockReason             reason)
{
  g_autoptr (GPtrArray) grants = paddock_snapshot_list_grants (plan->snapshot, server->id, NULL);

  for (guint i = 0; i < grants->len; i++) {
    const PaddockGrant *grant = g_ptr_array_index (grants, i);
    const PaddockRoot *root = paddock_snapshot_get_root (plan->snapshot, grant->root_id);

    paddock_changes_drop_grant (changes, grant->server_id, grant->root_id);
    paddock_plan_log_event (changes, plan, PADDOCK_EVENT_REVOKED, reason, server, root);
  }
}

/**
 * paddock_plan_add_root:
 * @plan: the caller, the reason and the time
 * @root: the root to add
 *
 * Returns: (transfer full): the changes that add @root; no server sees it yet
 */
PaddockChanges *
paddock_plan_add_root (const PaddockPlanContext *plan,
                       PaddockRoot              *root)
{
  PaddockChanges *changes = paddock_changes_new ();

  paddock_changes_put_root (changes, root);
  paddock_plan_log_event (changes, plan, PADDOCK_EVENT_ROOT_ADDED, plan->reason, NULL, root);
  if (root->crosses)
    paddock_plan_log_event (changes, plan, PADDOCK_EVENT_CROSSING_ON, plan->reason, NULL, root);
  return changes;
}

/**
 * paddock_plan_remove_root:
 * @plan: the caller, the reason and the time
 * @root_id: a root
 *
 * Returns: (transfer full): the changes that remove the root and all its grants
 */
PaddockChanges *
paddock_plan_remove_root (const PaddockPlanContext *plan,
                          const char               *root_id)
{
  PaddockChanges *changes = paddock_changes_new ();
  const PaddockRoot *root = paddock_snapshot_get_root (plan->snapshot, root_id);

  if (root == NULL)
    return changes;

  paddock_changes_drop_root (changes, root_id);
  paddock_plan_log_event (changes, plan, PADDOCK_EVENT_ROOT_REMOVED, plan->reason, NULL, root);
  return changes;
}

static PaddockFileRecord *
read_record (GVariant *keys)
{
  g_autoptr (GVariant) value = g_variant_lookup_value (keys, "record",
                                                       PADDOCK_FILE_RECORD_VARIANT_TYPE);

  return value != NULL ? paddock_file_record_from_variant (value) : NULL;
}

/* Copies the name and the access from @keys to @edited, if @keys has them. Returns how many of the
 * two @keys has. @keys still owns the strings. */
static guint
read_name_and_access (GVariant    *keys,
                      PaddockRoot *edited)
{
  const char *name, *access;
  guint n = 0;

  if (g_variant_lookup (keys, "name", "&s", &name)) {
    edited->name = *name != '\0' ? name : NULL;
    n++;
  }
  if (g_variant_lookup (keys, "access", "&s", &access)) {
    edited->access = paddock_root_access_from_nick (access);
    n++;
  }
  return n;
}

/**
 * paddock_plan_change_root:
 * @plan: the caller, the reason and the time
 * @root_id: a root
 * @edit: (transfer floating): what changes, a{sv}
 *
 * @edit has the keys of ChangeRoot on the control interface: "name", "access", "expires",
 * "other-file-systems". Three more keys are possible. "login" (s), together with "expires", is the
 * login with which the root ends. "record" (%PADDOCK_FILE_RECORD_VARIANT_TYPE) says what is at the
 * path now, so that the root counts as available again. "document" (ay) is the portal's document
 * through which Paddock reaches the root from now on.
 *
 * Returns: (transfer full): the changes that edit the root
 */
PaddockChanges *
paddock_plan_change_root (const PaddockPlanContext *plan,
                          const char               *root_id,
                          GVariant                 *edit)
{
  g_autoptr (GVariant) keys = g_variant_ref_sink (edit);
  PaddockChanges *changes = paddock_changes_new ();
  const PaddockRoot *root = paddock_snapshot_get_root (plan->snapshot, root_id);
  g_autoptr (PaddockFileRecord) record = NULL;
  g_autoptr (PaddockRoot) replacement = NULL;
  PaddockRoot edited;
  guint n_edits = 0;

  if (root == NULL)
    return changes;

  edited = *root;
  record = read_record (keys);
  n_edits += read_name_and_access (keys, &edited);
  if (g_variant_lookup (keys, "expires", "x", &edited.expires)) {
    edited.login = NULL;
    g_variant_lookup (keys, "login", "&s", &edited.login);
    n_edits++;
  }
  if (record != NULL) {
    edited.record = record;
    edited.last_seen = plan->now;
    n_edits++;
  }
  n_edits += g_variant_lookup (keys, "document", "^&ay", &edited.document);
  if (!g_variant_lookup (keys, "other-file-systems", "b", &edited.crosses))
    n_edits++;

  replacement = paddock_root_new (&edited);
  paddock_changes_put_root (changes, replacement);
  if (n_edits > 0)
    paddock_plan_log_event (changes, plan, PADDOCK_EVENT_ROOT_CHANGED, plan->reason, NULL,
                            replacement);
  if (replacement->crosses != root->crosses)
    paddock_plan_log_event (changes, plan,
                            replacement->crosses ? PADDOCK_EVENT_CROSSING_ON
                                                 : PADDOCK_EVENT_CROSSING_OFF,
                            plan->reason, NULL, replacement);
  return changes;
}

/* Makes the decision about a server last at least as long as a new grant. Sets the time at which
 * the decision ends (0: no time), and returns its new scope (%NULL: none).
 *
 * The decision ends with the last of its grants. A grant until a certain time counts as longer than
 * a grant for a process. Nobody knows whether a grant for a login or a grant until a certain time
 * ends first. So with grants of both kinds the decision has no end at all; its grants still end. */
static char *
lengthen_decision (PaddockServer *edited,
                   gint64         ends,
                   const char    *scope,
                   gint64         now)
{
  gboolean is_decided = edited->standing == PADDOCK_STANDING_ALLOWED &&
                        (edited->decision_ends == 0 || edited->decision_ends > now);
  gboolean was_for_session = is_decided && edited->decision_scope != NULL;
  gboolean was_for_login = is_decided && paddock_scope_has_login (edited->decision_scope);

  if (is_decided && ((scope == NULL && was_for_login) ||
                     (paddock_scope_has_login (scope) && !was_for_session))) {
    edited->decision_ends = 0;
    return NULL;
  }
  if (scope != NULL) {
    if (was_for_session || !is_decided) {
      edited->decision_ends = 0;
      return paddock_scope_add (was_for_session ? edited->decision_scope : NULL, scope);
    }
    return NULL;
  }

  if (!is_decided || was_for_session)
    edited->decision_ends = ends;
  else if (edited->decision_ends != 0)
    edited->decision_ends = ends == 0 ? 0 : MAX (edited->decision_ends, ends);
  return NULL;
}

/**
 * paddock_plan_grant:
 * @plan: the caller, the reason and the time
 * @server_id: a server
 * @roots: (array length=n_roots): the roots that the server may see, each with its access
 * @n_roots: the number of roots
 * @duration: for how long, from @plan's time
 * @scope: (nullable): the processes or the login with which the grants end; %NULL for other
 *   durations
 *
 * If a root's own access is lower than the access in @roots, the grant gets the root's access.
 *
 * Returns: (transfer full): the changes that grant the roots, and record a decision about the
 *   server
 */
PaddockChanges *
paddock_plan_grant (const PaddockPlanContext  *plan,
                    const char                *server_id,
                    const PaddockDecisionRoot *roots,
                    gsize                      n_roots,
                    PaddockDuration            duration,
                    const char                *scope)
{
  PaddockChanges *changes = paddock_changes_new ();
  const PaddockServer *server = paddock_snapshot_get_server (plan->snapshot, server_id);
  gint64 ends = paddock_duration_get_end (duration, plan->now, plan->zone);
  gsize n_granted = 0;

  if (server == NULL || (paddock_duration_has_scope (duration) && scope == NULL))
    return changes;
  if (!paddock_duration_has_scope (duration))
    scope = NULL;

  for (gsize i = 0; i < n_roots; i++) {
    const PaddockRoot *root = paddock_snapshot_get_root (plan->snapshot, roots[i].root_id);
    g_autoptr (PaddockGrant) grant = NULL;

    if (root == NULL)
      continue;

    grant = paddock_grant_new (&(PaddockGrant) {
      .server_id = server_id,
      .root_id = root->id,
      .access = MIN (roots[i].access, root->access),
      .granted = plan->now,
      .expires = ends,
      .scope = scope,
    });
    paddock_changes_put_grant (changes, grant);
    paddock_plan_log_event (changes, plan, PADDOCK_EVENT_GRANTED, plan->reason, server, root);
    n_granted++;
  }

  if (n_granted > 0) {
    PaddockServer edited = *server;
    g_autofree char *decision_scope = lengthen_decision (&edited, ends, scope, plan->now);

    /* If an earlier decision has ended, its choices have ended, too. They do not return with the
     * new decision. */
    edited.choices &= paddock_policy_choosable (server, plan->now);
    edited.decision_scope = decision_scope;
    edited.standing = PADDOCK_STANDING_ALLOWED;
    edited.decided = plan->now;
    edited.times_put_off = 0;
    edited.put_off_until = 0;
    paddock_plan_put_server (changes, &edited);
  }
  return changes;
}

/**
 * paddock_plan_revoke:
 * @plan: the caller, the reason and the time
 * @server_id: a server
 * @root_ids: (nullable): the roots to revoke; %NULL or empty: all
 *
 * The decision about the server stays, so the user is not asked again.
 *
 * Returns: (transfer full): the changes that revoke the roots
 */
PaddockChanges *
paddock_plan_revoke (const PaddockPlanContext *plan,
                     const char               *server_id,
                     const char * const       *root_ids)
{
  PaddockChanges *changes = paddock_changes_new ();
  const PaddockServer *server = paddock_snapshot_get_server (plan->snapshot, server_id);

  if (server == NULL)
    return changes;

  if (root_ids == NULL || root_ids[0] == NULL) {
    paddock_plan_drop_grants (changes, plan, server, plan->reason);
    return changes;
  }

  for (gsize i = 0; root_ids[i] != NULL; i++) {
    if (paddock_snapshot_get_grant (plan->snapshot, server_id, root_ids[i]) == NULL)
      continue;

    paddock_changes_drop_grant (changes, server_id, root_ids[i]);
    paddock_plan_log_event (changes, plan, PADDOCK_EVENT_REVOKED, plan->reason, server,
                            paddock_snapshot_get_root (plan->snapshot, root_ids[i]));
  }
  return changes;
}

/**
 * paddock_plan_block:
 * @plan: the caller, the reason and the time
 * @server_id: a server
 *
 * Returns: (transfer full): the changes that block the server: it sees nothing, and the user is not
 *   asked about it
 */
PaddockChanges *
paddock_plan_block (const PaddockPlanContext *plan,
                    const char               *server_id)
{
  PaddockChanges *changes = paddock_changes_new ();
  const PaddockServer *server = paddock_snapshot_get_server (plan->snapshot, server_id);
  PaddockServer edited;

  if (server == NULL)
    return changes;

  paddock_plan_drop_grants (changes, plan, server, plan->reason);
  edited = *server;
  paddock_plan_make_undecided (&edited);
  edited.standing = PADDOCK_STANDING_BLOCKED;
  edited.decided = plan->now;
  paddock_plan_put_server (changes, &edited);
  paddock_plan_log_event (changes, plan, PADDOCK_EVENT_BLOCKED, plan->reason, server, NULL);
  return changes;
}

/**
 * paddock_plan_unblock:
 * @plan: the caller, the reason and the time
 * @server_id: a server
 *
 * Returns: (transfer full): the changes that unblock the server. The server still sees nothing, but
 *   the user is asked when the server asks for roots
 */
PaddockChanges *
paddock_plan_unblock (const PaddockPlanContext *plan,
                      const char               *server_id)
{
  PaddockChanges *changes = paddock_changes_new ();
  const PaddockServer *server = paddock_snapshot_get_server (plan->snapshot, server_id);
  PaddockServer edited;

  if (server == NULL || server->standing != PADDOCK_STANDING_BLOCKED)
    return changes;

  edited = *server;
  paddock_plan_make_undecided (&edited);
  paddock_plan_put_server (changes, &edited);
  paddock_plan_log_event (changes, plan, PADDOCK_EVENT_UNBLOCKED, plan->reason, server, NULL);
  return changes;
}

/**
 * paddock_plan_forget:
 * @plan: the caller, the reason and the time
 * @server_id: a server
 *
 * Returns: (transfer full): the changes that remove everything about the server
 */
PaddockChanges *
paddock_plan_forget (const PaddockPlanContext *plan,
                     const char               *server_id)
{
  PaddockChanges *changes = paddock_changes_new ();
  const PaddockServer *server = paddock_snapshot_get_server (plan->snapshot, server_id);
  PaddockAppNote *kept = server != NULL ? paddock_app_notes_find_kept (plan->snapshot, server)
                                        : NULL;

  if (server == NULL)
    return changes;

  paddock_plan_drop_grants (changes, plan, server, plan->reason);
  paddock_changes_drop_server (changes, server_id);
  if (kept != NULL)
    paddock_changes_add (changes, &(PaddockChange) { .kind = PADDOCK_CHANGE_DROP_APP_NOTE,
                                                     .note = kept });
  paddock_plan_log_event (changes, plan, PADDOCK_EVENT_FORGOTTEN, plan->reason, server, NULL);
  return changes;
}

/**
 * paddock_plan_choose:
 * @plan: the caller, the reason and the time
 * @server_id: a server
 * @which: the choices to set
 * @wanted: which of these choices to switch on; the others are switched off
 *
 * A choice is switched on only if the server is of the right kind, and is allowed. Otherwise the
 * choice could become effective later, through a decision that does not mention it.
 *
 * Returns: (transfer full): the changes that set the choices, with a journal entry for each
 */
PaddockChanges *
paddock_plan_choose (const PaddockPlanContext *plan,
                     const char               *server_id,
                     PaddockChoices            which,
                     PaddockChoices            wanted)
{
  static const struct {
    PaddockChoices choice;
    PaddockEvent   on;
    PaddockEvent   off;
  } events[] = {
    { PADDOCK_CHOICE_HOST_ROOTS, PADDOCK_EVENT_HOST_ROOTS_ON, PADDOCK_EVENT_HOST_ROOTS_OFF },
    { PADDOCK_CHOICE_KEEP_ROOTS, PADDOCK_EVENT_KEEPING_ON, PADDOCK_EVENT_KEEPING_OFF },
    { PADDOCK_CHOICE_READING, PADDOCK_EVENT_READING_ON, PADDOCK_EVENT_READING_OFF },
  };
  PaddockChanges *changes = paddock_changes_new ();
  const PaddockServer *server = paddock_snapshot_get_server (plan->snapshot, server_id);
  PaddockServer edited;

  if (server == NULL)
    return changes;

  wanted &= paddock_policy_choosable (server, plan->now);
  edited = *server;
  edited.choices = (server->choices & ~which) | (wanted & which);
  if (edited.choices == server->choices)
    return changes;

  paddock_plan_put_server (changes, &edited);
  for (gsize i = 0; i < G_N_ELEMENTS (events); i++) {
    if (((edited.choices ^ server->choices) & events[i].choice) != 0)
      paddock_plan_log_event (changes, plan,
                              (edited.choices & events[i].choice) != 0 ? events[i].on
                                                                       : events[i].off,
                              plan->reason, server, NULL);
  }
  return changes;
}

/**
 * paddock_plan_put_off:
 * @plan: the caller, the reason and the time
 * @server_id: a server
 *
 * Plans what happens when the user answers "Not Now". Each "Not Now" in a row lasts longer. An
 * allowed server gets its roots without a question, so for such a server this only adds a journal
 * entry.
 *
 * Returns: (transfer full): the changes
 */
PaddockChanges *
paddock_plan_put_off (const PaddockPlanContext *plan,
                      const char               *server_id)
{
  PaddockChanges *changes = paddock_changes_new ();
  const PaddockServer *server = paddock_snapshot_get_server (plan->snapshot, server_id);
  PaddockServer edited;

  if (server == NULL)
    return changes;

  edited = *server;
  edited.times_put_off = server->times_put_off + 1;
  edited.put_off_until = paddock_policy_put_off_until (edited.times_put_off, plan->now);
  if (paddock_server_get_standing (server, server->decision_scope, plan->now) !=
      PADDOCK_STANDING_ALLOWED)
    paddock_plan_put_server (changes, &edited);
  paddock_plan_log_event (changes, plan, PADDOCK_EVENT_CONSENT_PUT_OFF, plan->reason, server, NULL);
  return changes;
}

/**
 * paddock_plan_ask_again:
 * @plan: the caller, the reason and the time
 * @server_id: a server for which the user chose "Not Now"
 *
 * Returns: (transfer full): the changes that end the "Not Now", so that the question may be asked
 *   again. The count of "Not Now" answers stays
 */
PaddockChanges *
paddock_plan_ask_again (const PaddockPlanContext *plan,
                        const char               *server_id)
{
  PaddockChanges *changes = paddock_changes_new ();
  const PaddockServer *server = paddock_snapshot_get_server (plan->snapshot, server_id);
  PaddockServer edited;

  if (server == NULL || server->put_off_until == 0)
    return changes;

  edited = *server;
  edited.put_off_until = 0;
  paddock_plan_put_server (changes, &edited);
  return changes;
}

static PaddockChanges *
set_paused (const PaddockPlanContext *plan,
            gboolean                  is_paused)
{
  PaddockChanges *changes = paddock_changes_new ();

  if (paddock_snapshot_is_paused (plan->snapshot) == is_paused)
    return changes;

  paddock_changes_set_paused (changes, is_paused);
  paddock_plan_log_event (changes, plan,
                          is_paused ? PADDOCK_EVENT_PAUSED : PADDOCK_EVENT_RESUMED, plan->reason,
                          NULL, NULL);
  return changes;
}

/**
 * paddock_plan_pause:
 * @plan: the caller, the reason and the time
 *
 * Returns: (transfer full): the changes that pause sharing, so that no server sees anything. Grants
 *   stay, and still expire
 */
PaddockChanges *
paddock_plan_pause (const PaddockPlanContext *plan)
{
  return set_paused (plan, TRUE);
}

/**
 * paddock_plan_resume:
 * @plan: the caller, the reason and the time
 *
 * Returns: (transfer full): the changes that end the pause, so that servers see their active grants
 *   again
 */
PaddockChanges *
paddock_plan_resume (const PaddockPlanContext *plan)
{
  return set_paused (plan, FALSE);
}

/**
 * paddock_plan_clear_journal:
 * @plan: the caller, the reason and the time
 *
 * Returns: (transfer full): the changes that delete all journal entries, and add one that says so
 */
PaddockChanges *
paddock_plan_clear_journal (const PaddockPlanContext *plan)
{
  PaddockChanges *changes = paddock_changes_new ();

  paddock_changes_add (changes, &(PaddockChange) { .kind = PADDOCK_CHANGE_CLEAR_JOURNAL });
  paddock_plan_log_event (changes, plan, PADDOCK_EVENT_JOURNAL_CLEARED, plan->reason, NULL, NULL);
  return changes;
}

static PaddockReason
reason_of_availability (PaddockAvailability availability)
{
  switch (availability) {
    case PADDOCK_AVAILABILITY_AVAILABLE:
      return PADDOCK_REASON_RETURNED;
    case PADDOCK_AVAILABILITY_UNREADABLE:
      return PADDOCK_REASON_UNREADABLE;
    case PADDOCK_AVAILABILITY_REPLACED:
      return PADDOCK_REASON_REPLACED;
    case PADDOCK_AVAILABILITY_EXPIRED:
      return PADDOCK_REASON_EXPIRED;
    case PADDOCK_AVAILABILITY_UNKNOWN:
    case PADDOCK_AVAILABILITY_MISSING:
    default:
      return PADDOCK_REASON_MISSING;
  }
}

/**
 * paddock_plan_withdraw:
 * @plan: the caller, the reason and the time
 * @root_id: a root
 * @availability: the current availability of the root
 * @current: (nullable): what is at the root's path, if the root is available
 * @last_seen: µs since the epoch: when the root was last known to be available; 0: unknown
 *
 * Plans the changes after the watcher found out whether the root is available. If the root became
 * available or unavailable, the changes include a journal entry, except after the first look since
 * the service started.
 *
 * Returns: (transfer full): the changes that store @last_seen and @current
 */
PaddockChanges *
paddock_plan_withdraw (const PaddockPlanContext *plan,
                       const char               *root_id,
                       PaddockAvailability       availability,
                       const PaddockFileRecord  *current,
                       gint64                    last_seen)
{
  PaddockChanges *changes = paddock_changes_new ();
  const PaddockRoot *root = paddock_snapshot_get_root (plan->snapshot, root_id);
  PaddockAvailability before = paddock_snapshot_get_availability (plan->snapshot, root_id);
  gboolean is_available = availability == PADDOCK_AVAILABILITY_AVAILABLE;
  gboolean was_available = before == PADDOCK_AVAILABILITY_AVAILABLE;
  g_autoptr (PaddockRoot) replacement = NULL;
  PaddockRoot edited;

  if (root == NULL)
    return changes;

  edited = *root;
  if (last_seen != 0)
    edited.last_seen = last_seen;
  if (is_available && current != NULL)
    edited.record = current;
  replacement = paddock_root_new (&edited);
  paddock_changes_put_root (changes, replacement);

  if (is_available != was_available && !(is_available && before == PADDOCK_AVAILABILITY_UNKNOWN))
    paddock_plan_log_event (changes, plan,
                            is_available ? PADDOCK_EVENT_ROOT_RETURNED
                                         : PADDOCK_EVENT_ROOT_WITHDRAWN,
                            reason_of_availability (availability), NULL, root);
  return changes;
}
