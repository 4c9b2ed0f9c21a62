/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-methods.h"

#include <limits.h>
#include <string.h>

#include "paddock-handshake.h"
#include "paddock-json.h"
#include "paddock-limits.h"
#include "paddock-message-write.h"
#include "paddock-meta.h"
#include "paddock-names.h"
#include "paddock-seal.h"
#include "paddock-session-reads.h"
#include "paddock-uri.h"

/* Answers the requests of a server.
 *
 * The methods keep no state. Each request is answered at once, except requests for files: they wait
 * in paddock-session-reads.c. The session's provider decides what the server sees; this file only
 * writes the answer. Only requests have a table of methods, because Paddock ignores notifications
 * that it does not know. `notifications/cancelled` only concerns requests for files: all other
 * answers are written before the next line is read.
 */

static GBytes *
handle_ping (PaddockSession *session,
             PaddockMessage *message)
{
  return paddock_message_write_result (paddock_message_get_id (message), "{}");
}

/* Refuses `initialize`, which only Paddock sends. A peer that sends it believes that it is the
 * client. Or it returns Paddock's own request inside a batch, where MCP 2025-03-26 forbids
 * `initialize`. */
static GBytes *
handle_initialize (PaddockSession *session,
                   PaddockMessage *message)
{
  return paddock_message_write_error (paddock_message_get_id (message), PADDOCK_RPC_INVALID_REQUEST,
                                      "On this socket Paddock is the client and sends initialize",
                                      NULL);
}

typedef struct {
  GPtrArray *uris;                  /* (owned) */
  gsize      n_bytes;               /* of all URIs */
} Suggestions;

/* Returns the canonical URI of a root that the host suggests; NULL if @value is no such root, or is
 * too long. A value that is far too long is not decoded: JSON needs at most six bytes for one byte
 * of text. */
static char *
dup_suggestion (PaddockSpan value)
{
  g_autofree char *text = NULL;
  g_autofree char *path = NULL;
  g_autofree char *canonical = NULL;
  g_autofree char *uri = NULL;

  if (value.length > 6 * PADDOCK_LIMIT_URI_BYTES)
    return NULL;
  text = paddock_json_dup_string (value);
  path = text != NULL ? paddock_uri_to_path (text, NULL) : NULL;
  canonical = path != NULL ? g_canonicalize_filename (path, "/") : NULL;
  uri = canonical != NULL ? paddock_uri_from_path (canonical) : NULL;
  return uri != NULL && strlen (uri) <= PADDOCK_LIMIT_URI_BYTES ? g_steal_pointer (&uri) : NULL;
}

static gboolean
on_suggestion (const char      *name,
               PaddockSpan      value,
               PaddockJsonType  type,
               gpointer         user_data)
{
  Suggestions *suggestions = user_data;
  g_autofree char *uri = dup_suggestion (value);

  if (uri == NULL)
    return TRUE;
  suggestions->n_bytes += strlen (uri);
  if (suggestions->n_bytes > PADDOCK_LIMIT_SUGGESTIONS_BYTES)
    return FALSE;
  g_ptr_array_add (suggestions->uris, g_steal_pointer (&uri));
  return suggestions->uris->len < PADDOCK_LIMIT_SUGGESTIONS;
}

/* Remembers the roots that the host itself would share with the server. Like all that a `paddock
 * run` says, they are unproven: Paddock only shows them to the user. */
static void
receive_suggestions (PaddockSession          *session,
                     const PaddockMetaMember *member)
{
  g_autoptr (GPtrArray) uris = NULL;
  Suggestions suggestions = { 0 };

  if (member->type != PADDOCK_JSON_ARRAY)
    return;

  suggestions.uris = uris = g_ptr_array_new_with_free_func (g_free);
  paddock_json_foreach (member->value, on_suggestion, &suggestions);
  g_ptr_array_add (uris, NULL);
  paddock_launcher_set_suggestions (paddock_session_get_launcher (session),
                                    (const char * const *) uris->pdata);
}

/* Remembers whether the server requests roots at its start. At the server's next start, the service
 * tells this to `paddock run`. */
static void
receive_pace (PaddockSession          *session,
              const PaddockMetaMember *member)
{
  if (member->type == PADDOCK_JSON_TRUE || member->type == PADDOCK_JSON_FALSE)
    paddock_launcher_receive_pace (paddock_session_get_launcher (session),
                                   member->type == PADDOCK_JSON_TRUE);
}

/* Returns why a `paddock run` requests the list of roots. If the request gives no known purpose,
 * the list is for the server. */
static PaddockReader
read_reader (const PaddockMetaMember *member)
{
  static const char * const nicks[] = {
    [PADDOCK_READER_SERVER] = "server",
    [PADDOCK_READER_LAUNCHER] = "self",
    [PADDOCK_READER_START] = "start",
    [PADDOCK_READER_LOOK] = "look",
  };
  g_autofree char *who =
    member->type == PADDOCK_JSON_STRING ? paddock_json_dup_string (member->value) : NULL;

  for (guint i = 0; i < G_N_ELEMENTS (nicks); i++)
    if (g_strcmp0 (who, nicks[i]) == 0)
      return (PaddockReader) i;
  return PADDOCK_READER_SERVER;
}

/* Returns the task of a request as JSON text, or NULL if the answer need not repeat a task. */
static char *
dup_task (PaddockSession          *session,
          const PaddockMetaMember *member)
{
  const PaddockVersion *version = paddock_session_get_recipient (session)->version;

  return version != NULL && version->has_related_task ? paddock_meta_dup_value (member) : NULL;
}

static GBytes *
handle_roots_list (PaddockSession *session,
                   PaddockMessage *message)
{
  enum { TASK, HOST_ROOTS, LISTS_EARLY, ON_BEHALF, N_KEYS };
  PaddockMetaMember meta[N_KEYS] = {
    [TASK] = { .key = PADDOCK_META_RELATED_TASK },
    [HOST_ROOTS] = { .key = PADDOCK_META_HOST_ROOTS },
    [LISTS_EARLY] = { .key = PADDOCK_META_LISTS_EARLY },
    [ON_BEHALF] = { .key = PADDOCK_META_ON_BEHALF },
  };
  const char *id = paddock_message_get_id (message);
  PaddockReader reader = PADDOCK_READER_SERVER;
  g_autoptr (PaddockRootsAnswer) answer = NULL;
  g_autofree char *task = NULL;

  paddock_meta_read (paddock_message_get_body (message), meta, N_KEYS);
  if (paddock_session_get_recipient (session)->is_launch) {
    receive_suggestions (session, &meta[HOST_ROOTS]);
    receive_pace (session, &meta[LISTS_EARLY]);
    reader = read_reader (&meta[ON_BEHALF]);
  }
  answer = paddock_session_roots_list (paddock_session_get_roots (session), reader);
  if (paddock_roots_answer_get_result (answer)->answer == PADDOCK_ANSWER_NOT_SUPPORTED)
    return paddock_message_write_error (id, PADDOCK_RPC_METHOD_NOT_FOUND, "Roots not supported",
                                        "{\"reason\":\"Roots are switched off for this server\"}");
  task = dup_task (session, &meta[TASK]);
  return paddock_roots_answer_write (answer, id, task);
}

/* Whether a `paddock run` may report this kind of event. The service itself notices all other
 * kinds. */
static gboolean
is_reportable (PaddockEvent event)
{
  return event == PADDOCK_EVENT_RESTARTED || event == PADDOCK_EVENT_RESTART_FAILED ||
         event == PADDOCK_EVENT_TOLD_ONLY || event == PADDOCK_EVENT_LINE_DROPPED ||
         event == PADDOCK_EVENT_WITHOUT_SERVICE || event == PADDOCK_EVENT_START_REFUSED;
}

typedef struct {
  char  *event;                     /* (owned) (nullable) */
  char  *reason;                    /* (owned) (nullable) */
  guint  count;
} Report;

static gboolean
on_report_member (const char      *name,
                  PaddockSpan      value,
                  PaddockJsonType  type,
                  gpointer         user_data)
{
  Report *report = user_data;
  char **text = g_str_equal (name, "event") ? &report->event
                : g_str_equal (name, "reason") ? &report->reason : NULL;

  if (text != NULL) {
    g_free (*text);
    *text = paddock_json_dup_string (value);
  } else if (type == PADDOCK_JSON_NUMBER && g_str_equal (name, "count")) {
    g_autofree char *digits = g_strndup (value.start, value.length);
    guint64 count;

    if (g_ascii_string_to_unsigned (digits, 10, 1, G_MAXUINT, &count, NULL))
      report->count = count;
  }
  return TRUE;
}

static void
receive_report (PaddockSession          *session,
                const PaddockMetaMember *member)
{
  Report report = { .count = 1 };
  PaddockEvent event;

  if (member->type != PADDOCK_JSON_OBJECT)
    return;

  paddock_json_foreach (member->value, on_report_member, &report);
  if (paddock_journal_entry_event_from_nick (report.event, &event) && is_reportable (event))
    paddock_launcher_receive_report (paddock_session_get_launcher (session), event,
                                     paddock_reason_from_nick (report.reason), report.count);
  g_free (report.event);
  g_free (report.reason);
}

typedef struct {
  char      *reason;                /* (owned) (nullable) */
  GPtrArray *paths;                 /* (owned) */
  gsize      n_bytes;               /* length of all paths together, including those not in
                                     * @paths */
} Holds;

static gboolean
on_held_root (const char      *name,
              PaddockSpan      value,
              PaddockJsonType  type,
              gpointer         user_data)
{
  Holds *holds = user_data;
  g_autofree char *text = value.length <= PATH_MAX ? paddock_json_dup_string (value) : NULL;
  g_autofree char *path = text != NULL ? paddock_uri_to_path (text, NULL) : NULL;

  if (path == NULL)
    return TRUE;
  holds->n_bytes += strlen (path);
  /* Always keep the first path, however long: the user must learn that the server may still use
   * some revoked folder. */
  if (holds->paths->len == 0 || holds->n_bytes <= PADDOCK_LIMIT_HELD_BYTES)
    g_ptr_array_add (holds->paths, g_canonicalize_filename (path, "/"));
  return holds->paths->len < PADDOCK_LIMIT_HELD;
}

static gboolean
on_holds_member (const char      *name,
                 PaddockSpan      value,
                 PaddockJsonType  type,
                 gpointer         user_data)
{
  Holds *holds = user_data;

  if (type == PADDOCK_JSON_STRING && g_str_equal (name, "reason")) {
    g_free (holds->reason);
    holds->reason = paddock_json_dup_string (value);
  } else if (type == PADDOCK_JSON_ARRAY && g_str_equal (name, "roots")) {
    g_ptr_array_set_size (holds->paths, 0);
    holds->n_bytes = 0;
    paddock_json_foreach (value, on_held_root, holds);
  }
  return TRUE;
}

/* Remembers folders of which the `paddock run` says something. @receive: what keeps them. */
static void
receive_folders (PaddockSession          *session,
                 const PaddockMetaMember *member,
                 void                  (* receive)(PaddockLauncher    *launcher,
                                                   PaddockReason       why,
                                                   const char * const *paths))
{
  g_autoptr (GPtrArray) paths = NULL;
  Holds holds = { 0 };

  if (member->type != PADDOCK_JSON_OBJECT)
    return;

  holds.paths = paths = g_ptr_array_new_with_free_func (g_free);
  paddock_json_foreach (member->value, on_holds_member, &holds);
  g_ptr_array_add (paths, NULL);
  receive (paddock_session_get_launcher (session), paddock_reason_from_nick (holds.reason),
           (const char * const *) paths->pdata);
  g_free (holds.reason);
}

/* What a `paddock run` says of its confined server. A member that is wrong or too much spoils all
 * of it: its seal can't be right. */
typedef struct {
  gboolean   is_wrong;
  char      *network;               /* (owned) (nullable) */
  char      *seal;                  /* (owned) (nullable) */
  GPtrArray *writes;                /* (owned) paths, the last one NULL when all were read */
  GPtrArray *reads;                 /* (owned) likewise */
  GPtrArray *paths;                 /* (nullable) one of both, which is being read */
  guint      n_more;
} Claim;

static gboolean
on_claimed_path (const char      *name,
                 PaddockSpan      value,
                 PaddockJsonType  type,
                 gpointer         user_data)
{
  Claim *claim = user_data;
  g_autofree char *text = value.length <= PADDOCK_CONFINED_BYTES_MAX * 4
                          ? paddock_json_dup_string (value) : NULL;
  g_autofree char *path = text != NULL ? paddock_uri_to_path (text, NULL) : NULL;

  claim->is_wrong |= path == NULL || claim->paths->len >= PADDOCK_CONFINED_PATHS_MAX;
  if (!claim->is_wrong)
    g_ptr_array_add (claim->paths, g_steal_pointer (&path));
  return !claim->is_wrong;
}

static gboolean
on_claim_member (const char      *name,
                 PaddockSpan      value,
                 PaddockJsonType  type,
                 gpointer         user_data)
{
  Claim *claim = user_data;
  char **text = g_str_equal (name, "network") ? &claim->network
                : g_str_equal (name, "seal") ? &claim->seal : NULL;

  if (text != NULL) {
    g_free (*text);
    *text = value.length <= PADDOCK_SEAL_LENGTH + 2 ? paddock_json_dup_string (value) : NULL;
  } else if (type == PADDOCK_JSON_ARRAY && (g_str_equal (name, "read") ||
                                            g_str_equal (name, "write"))) {
    claim->paths = g_str_equal (name, "read") ? claim->reads : claim->writes;
    g_ptr_array_set_size (claim->paths, 0);
    paddock_json_foreach (value, on_claimed_path, claim);
  } else if (type == PADDOCK_JSON_NUMBER && g_str_equal (name, "more")) {
    g_autofree char *digits = g_strndup (value.start, value.length);
    guint64 n_more = 0;

    claim->is_wrong |= !g_ascii_string_to_unsigned (digits, 10, 0, G_MAXUINT, &n_more, NULL);
    claim->n_more = (guint) n_more;
  }
  return !claim->is_wrong;
}

/* Remembers that the server is confined, if the `paddock run` proves it with a seal. Otherwise
 * nothing changes. */
static void
receive_confined (PaddockSession          *session,
                  const PaddockMetaMember *member)
{
  g_autoptr (GPtrArray) writes = NULL;
  g_autoptr (GPtrArray) reads = NULL;
  Claim claim = { 0 };

  if (member->type != PADDOCK_JSON_OBJECT)
    return;
  claim.writes = writes = g_ptr_array_new_with_free_func (g_free);
  claim.reads = reads = g_ptr_array_new_with_free_func (g_free);
  paddock_json_foreach (member->value, on_claim_member, &claim);
  if (!claim.is_wrong && claim.network != NULL && claim.seal != NULL) {
    g_autoptr (PaddockConfined) confined = NULL;

    g_ptr_array_add (writes, NULL);
    g_ptr_array_add (reads, NULL);
    confined = paddock_confined_new (g_str_equal (claim.network, "host"),
                                     (const char * const *) writes->pdata,
                                     (const char * const *) reads->pdata, claim.n_more);
    if (g_str_equal (claim.network, paddock_confined_get_network (confined)) &&
        paddock_session_is_sealed (session, confined, claim.seal))
      paddock_launcher_receive_confined (paddock_session_get_launcher (session), confined);
  }
  g_free (claim.network);
  g_free (claim.seal);
}

/* Receives a report of a `paddock run`: what it did to its server, which revoked folders the server
 * may still use, which it does not have yet, and that it is confined (docs/socket.md). */
static void
receive_log (PaddockSession *session,
             PaddockMessage *notification)
{
  enum { REPORT, HOLDS, PENDING, CONFINED, N_KEYS };
  PaddockMetaMember meta[N_KEYS] = {
    [REPORT] = { .key = PADDOCK_META_REPORT },
    [HOLDS] = { .key = PADDOCK_META_HOLDS },
    [PENDING] = { .key = PADDOCK_META_PENDING },
    [CONFINED] = { .key = PADDOCK_META_CONFINED },
  };

  if (!paddock_session_get_recipient (session)->is_launch)
    return;
  paddock_meta_read (paddock_message_get_body (notification), meta, N_KEYS);
  receive_report (session, &meta[REPORT]);
  receive_folders (session, &meta[HOLDS], paddock_launcher_receive_held);
  receive_folders (session, &meta[PENDING], paddock_launcher_receive_pending);
  receive_confined (session, &meta[CONFINED]);
}

static GBytes *
handle_read_local_file (PaddockSession *session,
                        PaddockMessage *message)
{
  return paddock_session_reads_begin (paddock_session_get_reads (session), message);
}

static const PaddockMethod methods[] = {
  { "ping", TRUE, handle_ping },
  { PADDOCK_METHOD_INITIALIZE, TRUE, handle_initialize },
  { PADDOCK_METHOD_ROOTS_LIST, FALSE, handle_roots_list },
  { PADDOCK_METHOD_READ_LOCAL_FILE, FALSE, handle_read_local_file },
};

/**
 * paddock_methods_find:
 * @name: (nullable): the name of a method
 *
 * Returns: (nullable): the method; %NULL if Paddock does not have it
 */
const PaddockMethod *
paddock_methods_find (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (methods); i++)
    if (g_strcmp0 (name, methods[i].name) == 0)
      return &methods[i];
  return NULL;
}

/* Receives a notification. A `paddock run` reports in log messages, and a server may cancel a
 * request for a file. Paddock ignores all other notifications. */
static void
take_notification (PaddockSession *session,
                   PaddockMessage *notification)
{
  const char *method = paddock_message_get_method (notification);

  if (g_strcmp0 (method, PADDOCK_METHOD_LOG) == 0)
    receive_log (session, notification);
  else if (g_strcmp0 (method, PADDOCK_METHOD_CANCELLED) == 0)
    paddock_session_reads_cancel (paddock_session_get_reads (session), notification);
}

/* Answers a request. Before the server has answered `initialize`, a method that is not early gets
 * the error -32600. Afterwards, unknown methods get -32601 (JSON-RPC 2.0, section 5.1). */
static GBytes *
answer_request (PaddockSession *session,
                PaddockMessage *request)
{
  const PaddockMethod *method = paddock_methods_find (paddock_message_get_method (request));
  const char *id = paddock_message_get_id (request);

  if (paddock_session_get_recipient (session)->version == NULL &&
      (method == NULL || !method->is_early))
    return paddock_message_write_error (id, PADDOCK_RPC_INVALID_REQUEST,
                                        "initialize was not answered yet",
                                        PADDOCK_RPC_DATA_NOT_INITIALIZED);
  if (method == NULL)
    return paddock_message_write_error (id, PADDOCK_RPC_METHOD_NOT_FOUND, "Method not found", NULL);
  return method->handle (session, request);
}

/**
 * paddock_methods_get_handlers:
 *
 * Returns: the functions that a session calls for requests and notifications of its server
 */
const PaddockSessionHandlers *
paddock_methods_get_handlers (void)
{
  static const PaddockSessionHandlers handlers = { answer_request, take_notification };

  return &handlers;
}
