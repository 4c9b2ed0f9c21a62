/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "config.h"

#include "paddock-strangers.h"

#include <glib/gi18n-lib.h>

#include "paddock-limits.h"
#include "paddock-policy.h"
#include "paddock-session-log.h"
#include "paddock-text.h"
#include "paddock-undecided.h"

/* Limits what servers without a decision may use: connections, memory after they disconnected, and
 * journal entries. For servers with a decision, it limits only journal entries and the sessions of
 * one launch.
 *
 * The Sessions own this object. Any process that reaches the socket may connect as often as it
 * likes, and claim to be many servers. So use is counted for each process that connects, and for
 * each program that the kernel proves. All unproven programs count as one.
 *
 * Half of each limit is reserved for servers with a decision, or with a key that Paddock made. No
 * number of other servers can use up that half. Another program may have read the key, so the key
 * counts only for the first server that comes with it, and only if its process is proven or hidden.
 *
 * A server beyond a limit is refused. Events beyond a limit share journal entries, which count
 * them. For a server without a decision, such an entry names the program and no server. So many
 * servers can't push other entries out of the journal, but each event is counted.
 *
 * An account has the counts for one process, one program or one server. It is dropped after ten
 * minutes, or earlier if there are too many accounts of its kind. So many processes can't push out
 * the account of their program.
 */
typedef enum {
  OF_PROCESS,
  OF_PROGRAM,
  OF_SERVER,
  N_KINDS,
} Kind;

typedef struct {
  GHashTable *by_name;              /* name of an account -> Account (owned), which is also in
                                     * @order */
  GQueue      order;                /* Account, oldest first */
} Accounts;

/* The last journal entry, and what must be the same for the next event to repeat it. If the same
 * session causes the same event again, and nothing else changed, @entry is logged once more. No new
 * entry is made. */
typedef struct {
  PaddockJournalEntry *entry;       /* (owned) (nullable) the entry; NULL: the next event needs a
                                     * new entry */
  char                *session_id;  /* (owned) */
  guint64              revision;    /* revision of the snapshot when @entry was made */
  gint64               ends;        /* until when @entry may be logged once more, in µs of the
                                     * monotonic clock: then an account that counted @entry ends */
} Latest;

struct _PaddockStrangers
{
  PaddockState *state;              /* (owned) */
  Accounts      accounts[N_KINDS];
  Latest        latest;
};

#define ACCOUNT_SPAN (10 * G_TIME_SPAN_MINUTE)
/* Longest name of a program in a journal entry, in bytes. */
#define LABEL_MAX    256

typedef struct {
  guint in_all;                     /* how much of the limit all servers together have used up */
  guint plain;                      /* how much of @in_all was used up by servers that have neither
                                     * a decision nor a key that Paddock made */
} Use;

typedef struct {
  char       *name;                 /* (owned) */
  gint64      ends;                 /* when the account is dropped, in µs of the monotonic clock */
  Use         servers;              /* counts the servers that became known */
  Use         rows;                 /* counts the journal entries */
  GHashTable *row_names;            /* (owned) set: hashes of the entries that @rows counts */
} Account;

static void
account_free (gpointer data)
{
  Account *account = data;

  g_free (account->name);
  g_hash_table_unref (account->row_names);
  g_free (account);
}

static void
drop_oldest (Accounts *accounts)
{
  Account *account = g_queue_pop_head (&accounts->order);

  g_hash_table_remove (accounts->by_name, account->name);
}

/* Returns the account with this name; makes a new one if there is none. Accounts end in the order
 * in which they were made, so those that have ended are at the head of the queue. */
static Account *
ensure_account (PaddockStrangers *self,
                Kind              kind,
                const char       *name)
{
  Accounts *accounts = &self->accounts[kind];
  gint64 now = g_get_monotonic_time ();
  Account *account;

  while (!g_queue_is_empty (&accounts->order) &&
         ((Account *) g_queue_peek_head (&accounts->order))->ends <= now)
    drop_oldest (accounts);
  account = g_hash_table_lookup (accounts->by_name, name);
  if (account != NULL)
    return account;

  if (accounts->order.length >= PADDOCK_LIMIT_ACCOUNTS)
    drop_oldest (accounts);
  account = g_new0 (Account, 1);
  account->name = g_strdup (name);
  account->ends = now + ACCOUNT_SPAN;
  account->row_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_insert (accounts->by_name, account->name, account);
  g_queue_push_tail (&accounts->order, account);
  return account;
}

static gboolean
has_room (const Use *use,
          gboolean   is_vouched_for,
          guint      max)
{
  return use->in_all < max && (is_vouched_for || use->plain < max / 2);
}

static void
count (Use      *use,
       gboolean  is_vouched_for)
{
  use->in_all++;
  use->plain += !is_vouched_for;
}

static void
clear_latest (PaddockStrangers *self)
{
  g_clear_pointer (&self->latest.entry, paddock_journal_entry_unref);
  g_clear_pointer (&self->latest.session_id, g_free);
}

static gboolean
repeats_latest (PaddockStrangers *self,
                PaddockSession   *session,
                PaddockEvent      event,
                PaddockReason     reason)
{
  const Latest *latest = &self->latest;

  return latest->entry != NULL && latest->entry->event == event &&
         latest->entry->reason == reason &&
         g_str_equal (latest->session_id, paddock_session_get_id (session)) &&
         latest->revision == paddock_snapshot_get_revision (paddock_state_get_snapshot (
                                                              self->state)) &&
         g_get_monotonic_time () < latest->ends;
}

static const PaddockServer *
get_server (PaddockStrangers *self,
            PaddockSession   *session)
{
  return paddock_snapshot_get_server (paddock_state_get_snapshot (self->state),
                                      paddock_session_get_recipient (session)->server_id);
}

/**
 * paddock_strangers_new:
 * @state: the State, with all servers
 *
 * Returns: (transfer full): an object without accounts
 */
PaddockStrangers *
paddock_strangers_new (PaddockState *state)
{
  PaddockStrangers *self = g_new0 (PaddockStrangers, 1);

  self->state = g_object_ref (state);
  for (guint kind = 0; kind < N_KINDS; kind++) {
    self->accounts[kind].by_name =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, account_free);
    g_queue_init (&self->accounts[kind].order);
  }
  return self;
}

/**
 * paddock_strangers_free:
 * @self: (transfer full): the object to free
 */
void
paddock_strangers_free (PaddockStrangers *self)
{
  for (guint kind = 0; kind < N_KINDS; kind++) {
    g_queue_clear (&self->accounts[kind].order);
    g_hash_table_unref (self->accounts[kind].by_name);
  }
  clear_latest (self);
  g_object_unref (self->state);
  g_free (self);
}

/**
 * paddock_strangers_dup_identity:
 * @self: strangers
 * @session: a session whose server is unknown
 *
 * Returns: (transfer full): the identity that the server gets if it becomes known now. If a known
 *   server has the same key, the key counts only as a claim
 */
PaddockIdentity *
paddock_strangers_dup_identity (PaddockStrangers *self,
                                PaddockSession   *session)
{
  GPtrArray *servers =
    paddock_snapshot_get_servers (paddock_state_get_snapshot (self->state));
  PaddockIdentity *identity = paddock_session_get_recipient (session)->identity;
  const char *key = paddock_identity_get_fact (identity, PADDOCK_FACT_KEY).value;

  for (guint i = 0; i < servers->len && paddock_identity_has_issued_key (identity); i++) {
    const PaddockServer *server = g_ptr_array_index (servers, i);

    if (!paddock_identity_has_unproven_key (server->identity) &&
        g_strcmp0 (paddock_identity_get_fact (server->identity, PADDOCK_FACT_KEY).value,
                   key) == 0)
      return paddock_identity_new_with_claimed_key (identity);
  }
  return paddock_identity_ref (identity);
}

/**
 * paddock_strangers_get_origin:
 *
 * Returns: (transfer none): the program that connected, if the kernel proves it; "" for all
 *   unproven programs
 */
const char *
paddock_strangers_get_origin (PaddockSession *session)
{
  const PaddockPeer *peer = paddock_session_get_peer (session);

  return peer->executable_proven ? peer->executable : "";
}

/* Whether the server has as many sessions as one launch may have. Checks this only if the kernel
 * does not name the peer's process: then the launch is counted in place of the process. So the
 * sessions of one launch can't use up the places of all others. */
static gboolean
is_full_of_launch (PaddockSession      *session,
                   GPtrArray           *others,
                   const PaddockServer *server)
{
  guint n = 0;

  if (paddock_session_get_peer (session)->pid != 0)
    return FALSE;
  for (guint i = 0; i < others->len; i++) {
    PaddockSession *other = g_ptr_array_index (others, i);

    n += paddock_session_get_peer (other)->pid == 0 &&
         g_strcmp0 (paddock_session_get_recipient (other)->server_id, server->id) == 0;
  }
  return n >= PADDOCK_LIMIT_SESSIONS_PER_LAUNCH;
}

/* Whether the program of @session has too many connected servers without a decision. */
static gboolean
is_full_of_origin (PaddockStrangers *self,
                   PaddockSession   *session,
                   GPtrArray        *others,
                   gboolean          has_key)
{
  const char *origin = paddock_strangers_get_origin (session);
  g_autoptr (GHashTable) counted = g_hash_table_new (g_str_hash, g_str_equal);
  Use use = { 0 };

  for (guint i = 0; i < others->len; i++) {
    PaddockSession *other = g_ptr_array_index (others, i);
    const PaddockServer *server = get_server (self, other);

    if (server != NULL && !paddock_server_is_decided (server) &&
        g_str_equal (paddock_strangers_get_origin (other), origin) &&
        g_hash_table_add (counted, (char *) server->id))
      count (&use, paddock_server_is_vouched_for (server));
  }
  return !has_room (&use, has_key, PADDOCK_LIMIT_NEW_SERVERS);
}

/**
 * paddock_strangers_find_surplus:
 * @sessions: (element-type PaddockSession): the open sessions, oldest first
 *
 * Returns: (transfer none) (nullable): the session to close before another one is accepted: the
 *   oldest unidentified session, if there are too many unidentified sessions; otherwise %NULL
 */
PaddockSession *
paddock_strangers_find_surplus (GPtrArray *sessions)
{
  PaddockSession *oldest = NULL;
  guint n = 0;

  for (guint i = 0;
       sessions->len >= PADDOCK_LIMIT_SESSIONS_SILENT && i < sessions->len; i++) {
    PaddockSession *session = g_ptr_array_index (sessions, i);

    if (paddock_session_get_recipient (session)->server_id != NULL)
      continue;
    oldest = oldest != NULL ? oldest : session;
    n++;
  }
  return n >= PADDOCK_LIMIT_SESSIONS_SILENT ? oldest : NULL;
}

/* Whether servers that have neither a decision nor a key have used up their half of the
 * connections. */
static gboolean
is_full_of_plain (PaddockStrangers *self,
                  GPtrArray        *others)
{
  guint n = 0;

  for (guint i = 0; others->len >= PADDOCK_LIMIT_SESSIONS_PLAIN && i < others->len; i++) {
    const PaddockServer *server = get_server (self, g_ptr_array_index (others, i));

    n += server != NULL && !paddock_server_is_vouched_for (server);
  }
  return n >= PADDOCK_LIMIT_SESSIONS_PLAIN;
}

/**
 * paddock_strangers_find_limit:
 * @self: strangers
 * @session: a session that just identified itself, and has no server yet
 * @others: (element-type PaddockSession): the open sessions
 *
 * Checks the limits for the server of @session. If the server is new and within the limits, counts
 * it.
 *
 * Returns: (transfer none) (nullable): the limit that the server would exceed, in words; %NULL:
 *   none
 */
const char *
paddock_strangers_find_limit (PaddockStrangers *self,
                              PaddockSession   *session,
                              GPtrArray        *others)
{
  g_autoptr (PaddockIdentity) identity = paddock_strangers_dup_identity (self, session);
  const PaddockServer *server =
    paddock_policy_find_server (paddock_state_get_snapshot (self->state),
                                paddock_session_get_recipient (session)->identity);
  gboolean has_key = paddock_identity_has_issued_key (identity);
  const char *scope = paddock_session_get_recipient (session)->scope;
  Account *account;

  if (!has_key && (server == NULL || !paddock_server_is_vouched_for (server)) &&
      is_full_of_plain (self, others))
    return "connections of servers without a decision";
  if (server != NULL)
    return is_full_of_launch (session, others, server) ? "connections of one launch" : NULL;
  if (is_full_of_origin (self, session, others, has_key))
    return "new servers of one program";
  if (paddock_identity_get_kind (identity) == PADDOCK_IDENTITY_ANONYMOUS)
    return NULL;

  account = ensure_account (self, OF_PROCESS, scope != NULL ? scope : "");
  if (!has_room (&account->servers, has_key, PADDOCK_LIMIT_NEW_PER_PROCESS))
    return "new servers of one process";
  count (&account->servers, has_key);
  return NULL;
}

/* Whether the account has space for one more journal entry. @row: a hash of the entry; entries with
 * the same hash are counted once. */
static gboolean
may_log_row (Account    *account,
             const char *row,
             gboolean    is_vouched_for,
             guint       max)
{
  return g_hash_table_contains (account->row_names, row) ||
         has_room (&account->rows, is_vouched_for, max);
}

static void
count_row (Account    *account,
           const char *row,
           gboolean    is_vouched_for)
{
  if (g_hash_table_add (account->row_names, g_strdup (row)))
    count (&account->rows, is_vouched_for);
}

static gboolean
take_row_of_stranger (PaddockStrangers *self,
                      PaddockSession   *session,
                      const char       *row,
                      gboolean          is_vouched_for,
                      gint64           *out_ends)
{
  const char *scope = paddock_session_get_recipient (session)->scope;
  Account *process = ensure_account (self, OF_PROCESS, scope != NULL ? scope : "");
  Account *program = ensure_account (self, OF_PROGRAM, paddock_strangers_get_origin (session));

  if (!may_log_row (process, row, is_vouched_for, PADDOCK_LIMIT_ROWS_PER_PROCESS) ||
      !may_log_row (program, row, is_vouched_for, PADDOCK_LIMIT_ROWS_PER_PROGRAM))
    return FALSE;
  count_row (process, row, is_vouched_for);
  count_row (program, row, is_vouched_for);
  *out_ends = MIN (process->ends, program->ends);
  return TRUE;
}

static gboolean
take_row_of_known (PaddockStrangers    *self,
                   const PaddockServer *server,
                   const char          *row,
                   gint64              *out_ends)
{
  Account *account = ensure_account (self, OF_SERVER, server->id);

  if (!may_log_row (account, row, TRUE, PADDOCK_LIMIT_ROWS_PER_SERVER))
    return FALSE;
  count_row (account, row, TRUE);
  *out_ends = account->ends;
  return TRUE;
}

/* Logs an event beyond the limit, in an entry that counts many events. If the event has a detail,
 * this entry has a fixed text instead. */
static void
log_beyond_limit (PaddockStrangers *self,
                  PaddockSession   *session,
                  gboolean          is_known,
                  PaddockEvent      event,
                  PaddockReason     reason,
                  gboolean          has_detail,
                  guint             n)
{
  const char *detail = has_detail ? "too many rows of one program" : NULL;
  const char *origin = paddock_strangers_get_origin (session);
  g_autofree char *escaped = NULL;
  g_autofree char *label = NULL;

  if (is_known) {
    paddock_session_log (self->state, session, event, reason, detail, n);
    return;
  }

  escaped = *origin != '\0' ? paddock_text_escape (origin, -1) : g_strdup (_("Unknown program"));
  label = paddock_text_clip (escaped, LABEL_MAX);
  paddock_state_log (self->state, &(PaddockJournalEntry) {
    .event = event,
    .reason = reason,
    .count = n,
    .server = label,
    .detail = detail,
  });
}

static void
log_own_row (PaddockStrangers *self,
             PaddockSession   *session,
             PaddockEvent      event,
             PaddockReason     reason,
             const char       *detail,
             guint             n,
             gint64            ends)
{
  g_autoptr (PaddockJournalEntry) entry =
    paddock_session_log_new_entry (self->state, session, event, reason, detail, n);

  paddock_state_log (self->state, entry);
  if (detail != NULL || n != 1)
    return;
  self->latest = (Latest) {
    .entry = g_steal_pointer (&entry),
    .session_id = g_strdup (paddock_session_get_id (session)),
    .revision = paddock_snapshot_get_revision (paddock_state_get_snapshot (self->state)),
    .ends = ends,
  };
}

/**
 * paddock_strangers_log:
 * @self: strangers
 * @session: a session
 * @event: what the session did
 * @reason: why
 * @detail: (nullable): a text fit for display
 * @n: how often this happened since the last such entry
 *
 * Writes @event into the journal: in an entry of its own, or, beyond a limit, in an entry that many
 * events share.
 */
void
paddock_strangers_log (PaddockStrangers *self,
                       PaddockSession   *session,
                       PaddockEvent      event,
                       PaddockReason     reason,
                       const char       *detail,
                       guint             n)
{
  const char *server_id = paddock_session_get_recipient (session)->server_id;
  const PaddockServer *server;
  gboolean is_known;
  g_autofree char *text = NULL;
  g_autofree char *row = NULL;
  gint64 ends;

  if (detail == NULL && n == 1 && repeats_latest (self, session, event, reason)) {
    paddock_state_log (self->state, self->latest.entry);
    return;
  }
  clear_latest (self);
  server = get_server (self, session);
  is_known = server != NULL && paddock_server_is_decided (server);
  text = g_strdup_printf ("%u %u %s %s", event, reason, server_id != NULL ? server_id : "",
                          detail != NULL ? detail : "");
  row = g_compute_checksum_for_string (G_CHECKSUM_SHA1, text, -1);
  if (is_known ? take_row_of_known (self, server, row, &ends)
               : take_row_of_stranger (self, session, row, server != NULL &&
                                       paddock_server_is_vouched_for (server), &ends))
    log_own_row (self, session, event, reason, detail, n, ends);
  else
    log_beyond_limit (self, session, is_known, event, reason, detail != NULL, n);
}

/**
 * paddock_strangers_evict:
 * @self: strangers
 * @sessions: (element-type PaddockSession): the open sessions
 * @queue: the waiting questions
 *
 * Forgets surplus servers that have no decision, no session and no waiting question.
 */
void
paddock_strangers_evict (PaddockStrangers *self,
                         GPtrArray        *sessions,
                         PaddockPrompts   *queue)
{
  GPtrArray *requests = paddock_prompts_get_requests (queue);
  g_autoptr (GHashTable) needed = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (PaddockChanges) changes = NULL;

  for (guint i = 0; i < sessions->len; i++) {
    PaddockSession *session = g_ptr_array_index (sessions, i);
    const char *server_id = paddock_session_get_recipient (session)->server_id;

    if (server_id != NULL)
      g_hash_table_add (needed, (char *) server_id);
  }
  for (guint i = 0; i < requests->len; i++) {
    const char *server_id = ((const PaddockPrompt *) g_ptr_array_index (requests, i))->server_id;

    if (server_id != NULL)
      g_hash_table_add (needed, (char *) server_id);
  }

  changes = paddock_undecided_evict (paddock_state_get_snapshot (self->state), needed);
  if (paddock_changes_get_size (changes) > 0)
    paddock_state_note (self->state, changes);
}
