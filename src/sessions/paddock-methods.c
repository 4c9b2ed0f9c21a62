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
#include "paddock-names.h"
#include "paddock-session-reads.h"
#include "paddock-uri.h"

/* What a server may ask, and the answers.
 *
 * Stateless: a request in, a line out, at once; but for files, for which the session's reads wait.
 * What may be told comes from the session's provider; here it only gets its form. Notifications
 * need no table: one that is not known is ignored, and `notifications/cancelled` concerns the reads
 * alone, since every other answer is out before the next line is read.
 */

static GBytes *
handle_ping (PaddockSession *session,
             PaddockMessage *message)
{
  return paddock_message_write_result (paddock_message_get_id (message), "{}");
}

/* A peer that takes itself for the client was set up the wrong way round, or sent our own request
 * in a batch (MCP 2025-03-26: `initialize` is never part of one). */
static GBytes *
handle_initialize (PaddockSession *session,
                   PaddockMessage *message)
{
  return paddock_message_write_error (paddock_message_get_id (message), PADDOCK_RPC_INVALID_REQUEST,
                                      "On this socket Paddock is the client and sends initialize",
                                      NULL);
}

/* What a result must carry besides its roots, or nothing. @is_empty: there are none; @rest: what
 * paddock_session_list_roots() said. */
static void
append_meta (GString        *result,
             PaddockSession *session,
             PaddockMessage *message,
             PaddockAnswer   answer,
             gboolean        is_empty,
             const char     *rest)
{
  const PaddockVersion *version =
    paddock_handshake_find_version (paddock_session_get_version (session));
  gboolean is_launch = paddock_session_is_launch (session);
  g_autofree char *task = NULL;

  if (version != NULL && version->has_related_task)
    task = paddock_message_dup_meta (message, PADDOCK_META_RELATED_TASK);
  if (task == NULL && !is_launch)
    return;

  g_string_append (result, ",\"_meta\":{");
  if (task != NULL)
    g_string_append_printf (result, "\"" PADDOCK_META_RELATED_TASK "\":%s%s", task,
                            is_launch ? "," : "");
  if (is_launch)
    g_string_append_printf (result, "\"" PADDOCK_META_STATE "\":\"%s\"",
                            answer == PADDOCK_ANSWER_ASK ? "pending" : "decided");
  if (is_launch && is_empty && paddock_session_is_revoked_by_user (session))
    g_string_append (result, "," PADDOCK_EMPTY_TAKEN);
  if (is_launch)
    g_string_append (result, rest);
  g_string_append_c (result, '}');
}

typedef struct {
  GPtrArray *uris;                  /* (owned) */
  gsize      n_bytes;               /* of all of them */
} Suggestions;

/* A URI that is too long is left out, before it is decoded: a byte of it is at most six of JSON. */
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

/* What the host would have shared. A claim like all of a launch: shown, never acted on. */
static void
take_suggestions (PaddockSession *session,
                  PaddockMessage *message)
{
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) uris = NULL;
  Suggestions suggestions = { 0 };
  PaddockSpan span;

  if (paddock_session_is_launch (session))
    text = paddock_message_dup_meta (message, PADDOCK_META_HOST_ROOTS);
  if (text == NULL)
    return;
  span = (PaddockSpan) { text, strlen (text) };
  if (paddock_json_get_type (span) != PADDOCK_JSON_ARRAY)
    return;

  suggestions.uris = uris = g_ptr_array_new_with_free_func (g_free);
  paddock_json_foreach (span, on_suggestion, &suggestions);
  g_ptr_array_add (uris, NULL);
  paddock_session_set_suggestions (session, (const char * const *) uris->pdata);
}

/* Whether the server asks as soon as it is started, for the launcher to know the next time. */
static void
take_pace (PaddockSession *session,
           PaddockMessage *message)
{
  g_autofree char *text = paddock_message_dup_meta (message, PADDOCK_META_LISTS_EARLY);
  PaddockJsonType type;

  if (text == NULL || !paddock_session_is_launch (session))
    return;
  type = paddock_json_get_type ((PaddockSpan) { text, strlen (text) });
  if (type == PADDOCK_JSON_TRUE || type == PADDOCK_JSON_FALSE)
    paddock_session_receive_pace (session, type == PADDOCK_JSON_TRUE);
}

/* What a `paddock run` does with the list; in doubt its server reads it. */
static PaddockReader
read_reader (PaddockSession *session,
             PaddockMessage *message)
{
  static const char * const nicks[] = {
    [PADDOCK_READER_SERVER] = "server",
    [PADDOCK_READER_LAUNCHER] = "self",
    [PADDOCK_READER_START] = "start",
    [PADDOCK_READER_LOOK] = "look",
  };
  g_autofree char *text = paddock_message_dup_meta (message, PADDOCK_META_ON_BEHALF);
  g_autofree char *who = NULL;

  if (text != NULL && paddock_session_is_launch (session))
    who = paddock_json_dup_string ((PaddockSpan) { text, strlen (text) });
  for (guint i = 0; i < G_N_ELEMENTS (nicks); i++)
    if (g_strcmp0 (who, nicks[i]) == 0)
      return (PaddockReader) i;
  return PADDOCK_READER_SERVER;
}

static GBytes *
handle_roots_list (PaddockSession *session,
                   PaddockMessage *message)
{
  const char *id = paddock_message_get_id (message);
  g_auto (GStrv) entries = NULL;
  g_autofree char *rest = NULL;
  g_autofree char *roots = NULL;
  g_autoptr (GString) result = NULL;
  PaddockAnswer answer;

  take_suggestions (session, message);
  take_pace (session, message);
  entries = paddock_session_list_roots (session, read_reader (session, message), &answer, &rest);
  if (answer == PADDOCK_ANSWER_NOT_SUPPORTED)
    return paddock_message_write_error (id, PADDOCK_RPC_METHOD_NOT_FOUND, "Roots not supported",
                                        "{\"reason\":\"Roots are switched off for this server\"}");

  roots = g_strjoinv (",", entries);
  result = g_string_new (NULL);
  g_string_append_printf (result, "{\"roots\":[%s]", roots);
  append_meta (result, session, message, answer, entries[0] == NULL, rest);
  g_string_append_c (result, '}');
  return paddock_message_write_result (id, result->str);
}

/* What a launcher may say about its server: of other events the service knows itself. */
static gboolean
is_reportable (PaddockEvent event)
{
  return event == PADDOCK_EVENT_RESTARTED || event == PADDOCK_EVENT_RESTART_FAILED ||
         event == PADDOCK_EVENT_TOLD_ONLY || event == PADDOCK_EVENT_LINE_DROPPED ||
         event == PADDOCK_EVENT_WITHOUT_SERVICE;
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
take_report (PaddockSession *session,
             PaddockMessage *message)
{
  g_autofree char *text = paddock_message_dup_meta (message, PADDOCK_META_REPORT);
  Report report = { .count = 1 };
  PaddockSpan span;
  PaddockEvent event;

  if (text == NULL || !paddock_session_is_launch (session))
    return;
  span = (PaddockSpan) { text, strlen (text) };
  if (paddock_json_get_type (span) != PADDOCK_JSON_OBJECT)
    return;

  paddock_json_foreach (span, on_report_member, &report);
  if (paddock_journal_entry_event_from_nick (report.event, &event) && is_reportable (event))
    paddock_session_receive_report (session, event, paddock_reason_from_nick (report.reason),
                                    report.count);
  g_free (report.event);
  g_free (report.reason);
}

typedef struct {
  char      *reason;                /* (owned) (nullable) */
  GPtrArray *paths;                 /* (owned) */
  gsize      n_bytes;               /* of all that are named */
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
  /* The first one in any case: that something is held must not go unsaid. */
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

/* What of that which was taken back its server may still hold. */
static void
take_holds (PaddockSession *session,
            PaddockMessage *message)
{
  g_autofree char *text = paddock_message_dup_meta (message, PADDOCK_META_HOLDS);
  g_autoptr (GPtrArray) paths = NULL;
  Holds holds = { 0 };
  PaddockSpan span;

  if (text == NULL || !paddock_session_is_launch (session))
    return;
  span = (PaddockSpan) { text, strlen (text) };
  if (paddock_json_get_type (span) != PADDOCK_JSON_OBJECT)
    return;

  holds.paths = paths = g_ptr_array_new_with_free_func (g_free);
  paddock_json_foreach (span, on_holds_member, &holds);
  g_ptr_array_add (paths, NULL);
  paddock_session_receive_held (session, paddock_reason_from_nick (holds.reason),
                                (const char * const *) paths->pdata);
  g_free (holds.reason);
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
 *
 * Returns: (nullable): %NULL for a method that Paddock does not have
 */
const PaddockMethod *
paddock_methods_find (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (methods); i++)
    if (g_strcmp0 (name, methods[i].name) == 0)
      return &methods[i];
  return NULL;
}

/* A log message of a `paddock run` may say what it did to its server, and what that may still hold
 * (docs/socket.md), and who waits for a file may give up. All else is ignored: nothing that a
 * server says unasked concerns us. */
static void
take_notification (PaddockSession *session,
                   PaddockMessage *notification)
{
  const char *method = paddock_message_get_method (notification);

  if (g_strcmp0 (method, PADDOCK_METHOD_LOG) == 0) {
    take_report (session, notification);
    take_holds (session, notification);
  } else if (g_strcmp0 (method, PADDOCK_METHOD_CANCELLED) == 0)
    paddock_session_reads_cancel (paddock_session_get_reads (session), notification);
}

/* Answers a request. Before the server answered `initialize` only what is early is, all else is
 * -32600; after it, a method that is not known is -32601 (JSON-RPC 2.0, section 5.1). */
static GBytes *
answer_request (PaddockSession *session,
                PaddockMessage *request)
{
  const PaddockMethod *method = paddock_methods_find (paddock_message_get_method (request));
  const char *id = paddock_message_get_id (request);

  if (paddock_session_get_version (session) == NULL && (method == NULL || !method->is_early))
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
 * Returns: what a session does with what its server says
 */
const PaddockSessionHandlers *
paddock_methods_get_handlers (void)
{
  static const PaddockSessionHandlers handlers = { answer_request, take_notification };

  return &handlers;
}
