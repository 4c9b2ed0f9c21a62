/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-http-request.h"

#include "paddock-resumption.h"

#include "web-fixture.h"

typedef struct {
  Web                 web;
  PaddockWebSession  *session;
  PaddockHttpRequest *request;
  GString            *messages;
  guint               n_taken;
  guint               n_gets;       /* requests that the server got */
  guint               row;
  gboolean            answers;      /* it answers the second one that resumes */
  gboolean            has_ended;
} Seen;

#define CALL "{\"id\":7,\"method\":\"x\"}"
#define MODERN_CALL "{\"id\":7,\"method\":\"x\",\"params\":{\"_meta\":{" \
  "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}}"
#define NOTIFICATION "{\"method\":\"x\"}"

static void
on_nothing (PaddockHttpRequest *request,
            gpointer            user_data)
{
}

static void
on_taken (PaddockHttpRequest *request,
          gpointer            user_data)
{
  ((Seen *) user_data)->n_taken++;
}

static gboolean
on_message (PaddockHttpRequest  *request,
            PaddockSpool       **message,
            gpointer             user_data)
{
  Seen *seen = user_data;
  g_auto (PaddockMessage) class = { 0 };

  if (!paddock_spool_classify (*message, &class))
    return FALSE;
  g_string_append_printf (seen->messages, "%.*s|", (int) class.id.length, class.id.start);
  paddock_outgoing_settle (paddock_http_request_get_message (request), class.id);
  paddock_http_request_update (request);
  return TRUE;
}

static void
on_unreadable (PaddockHttpRequest *request,
               PaddockReason       reason,
               gpointer            user_data)
{
  g_string_append (((Seen *) user_data)->messages, "?|");
  g_assert_cmpint (reason, ==, PADDOCK_REASON_MALFORMED);
}

static void
on_ended (PaddockHttpRequest *request,
          gpointer            user_data)
{
  Seen *seen = user_data;

  g_assert_false (seen->has_ended);
  seen->has_ended = TRUE;
}

static const PaddockHttpRequestFuncs funcs = {
  .sent = on_nothing,
  .taken = on_taken,
  .message = on_message,
  .unreadable = on_unreadable,
  .ended = on_ended,
};

/* The answer to the POST breaks off after an id. Then each stream sends one more event. */
static void
answer (SoupServerMessage *message,
        const char        *path,
        const char        *body,
        gpointer           user_data)
{
  Seen *seen = user_data;
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char *id = soup_message_headers_get_one (headers, "Last-Event-ID");

  if (*body != '\0') {
    g_assert_null (id);
    web_reply (message, 200, "text/event-stream", "id: one\nretry: 1\ndata:\n\n");
    return;
  }
  seen->n_gets++;
  g_assert_cmpstr (soup_message_headers_get_one (headers, "X-Session"), ==, "s");
  g_assert_cmpstr (id, ==, seen->n_gets == 1 ? "one" : "two");
  if (seen->n_gets == 1)
    web_reply (message, 200, "text/event-stream", "id: two\ndata: {\"method\":\"m\"}\n\n");
  else if (seen->answers)
    web_reply (message, 200, "text/event-stream", "data: {\"id\":7,\"result\":{}}\n\n");
  else
    web_reply (message, 503, NULL, "");
}

/* @line: (nullable): %NULL: listens */
static void
begin (Seen       *seen,
       void     (* answer_func)(SoupServerMessage *message,
                                const char        *path,
                                const char        *body,
                                gpointer           user_data),
       const char *line)
{
  static const char * const headers[] = { "X-Session", "s", NULL };
  g_autoptr (GBytes) bytes = line != NULL ? g_bytes_new_static (line, strlen (line)) : NULL;

  seen->web.answer = answer_func;
  seen->web.user_data = seen;
  web_init (&seen->web);
  seen->messages = g_string_new (NULL);
  seen->session = paddock_web_session_new (seen->web.address, headers, 0);
  seen->request =
    paddock_http_request_new (seen->session,
                              bytes != NULL ? paddock_outgoing_new (bytes)
                                            : paddock_outgoing_new_stream (PADDOCK_OUTGOING_LISTEN),
                              &funcs, seen);
}

static guint
count_owed (const Seen *seen)
{
  return paddock_http_request_get_message (seen->request)->owed->len;
}

static void
seen_clear (Seen *seen)
{
  paddock_http_request_free (seen->request);
  paddock_web_session_free (seen->session);
  g_string_free (seen->messages, TRUE);
  web_clear (&seen->web);
}

static void
test_resume (void)
{
  for (guint answers = 0; answers < 2; answers++) {
    Seen seen = { .answers = answers == 1 };
    g_autofree char *words = NULL;

    begin (&seen, answer, CALL);
    web_wait (seen.has_ended);
    g_assert_cmpuint (seen.n_taken, ==, 1);
    g_assert_cmpstr (seen.messages->str, ==, answers ? "|7|" : "|");
    g_assert_cmpuint (seen.n_gets, ==, answers ? 2 : 1 + PADDOCK_RESUMPTION_MAX);
    g_assert_cmpuint (count_owed (&seen), ==, answers ? 0 : 1);
    g_assert_cmpuint (paddock_http_request_get_refusal (seen.request).status, ==,
                      answers ? 0 : 503);
    words = paddock_http_request_describe (seen.request);
    g_assert_cmpstr (words, ==, answers ? "it ended its answer before it gave one" :
                     "it broke its answer off, and does not go on with it (HTTP 503)");
    seen_clear (&seen);
  }
}

/* Each response has a new id and nothing else. */
static void
answer_nothing (SoupServerMessage *message,
                const char        *path,
                const char        *body,
                gpointer           user_data)
{
  Seen *seen = user_data;
  g_autofree char *text = g_strdup_printf ("id: %u\nretry: 0\n\n", seen->n_gets++);

  web_reply (message, 200, "text/event-stream", text);
}

/* If a server ends its streams again and again, the client does not request them in a loop. */
static void
test_pause (void)
{
  Seen seen = { 0 };
  gint64 began = g_get_monotonic_time ();

  begin (&seen, answer_nothing, CALL);
  web_wait (seen.n_gets == 4);
  g_assert_cmpint (g_get_monotonic_time () - began, >=,
                   6 * PADDOCK_RESUMPTION_PAUSE_MS * G_TIME_SPAN_MILLISECOND);
  g_assert_false (seen.has_ended);
  seen_clear (&seen);
}

/* Not resumed, because nobody waits for an answer, or nothing can be resumed. */
static void
test_no_resume (void)
{
  static const char *lines[] = { NOTIFICATION, MODERN_CALL };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    Seen seen = { 0 };

    begin (&seen, answer, lines[i]);
    web_wait (seen.has_ended);
    g_assert_false (paddock_http_request_can_repeat (seen.request));
    g_assert_cmpuint (seen.n_gets, ==, 0);
    seen_clear (&seen);
  }
}

/* The stream to listen to is requested again until the server says that it has none. */
static void
answer_listener (SoupServerMessage *message,
                 const char        *path,
                 const char        *body,
                 gpointer           user_data)
{
  Seen *seen = user_data;

  if (seen->n_gets++ < 3)
    web_reply (message, 200, "text/event-stream", "retry: 0\nid: one\ndata: "
               "{\"method\":\"m\"}\n\n");
  else
    web_reply (message, 405, NULL, "");
}

static void
test_listen (void)
{
  Seen seen = { 0 };

  begin (&seen, answer_listener, NULL);
  web_wait (seen.has_ended);
  g_assert_cmpuint (seen.n_gets, ==, 4);
  g_assert_cmpuint (paddock_http_request_get_refusal (seen.request).status, ==, 405);
  g_assert_cmpstr (seen.messages->str, ==, "|||");
  seen_clear (&seen);
}

static const struct {
  guint    status;
  gboolean had;                     /* it had a stream before */
  gboolean is_asked;                /* it is requested once more */
} refusals[] = {
  { 408, TRUE, TRUE }, { 409, TRUE, TRUE }, { 429, TRUE, TRUE }, { 501, TRUE, TRUE },
  { 503, TRUE, TRUE }, { 503, FALSE, TRUE }, { 400, TRUE, FALSE }, { 401, TRUE, FALSE },
  { 403, TRUE, FALSE }, { 404, TRUE, FALSE }, { 405, TRUE, FALSE }, { 410, TRUE, FALSE },
  { 405, FALSE, FALSE }, { 408, FALSE, FALSE }, { 409, FALSE, FALSE }, { 429, FALSE, FALSE },
  { 501, FALSE, FALSE },
};

static void
answer_refusal (SoupServerMessage *message,
                const char        *path,
                const char        *body,
                gpointer           user_data)
{
  Seen *seen = user_data;
  guint n = seen->n_gets++ + !refusals[seen->row].had;

  if (n == 0)
    web_reply (message, 200, "text/event-stream", "retry: 0\ndata: {\"method\":\"m\"}\n\n");
  else
    web_reply (message, n == 1 ? refusals[seen->row].status : 405, NULL, "");
}

static void
test_refusals (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++) {
    Seen seen = { .row = i };

    g_test_message ("%u, %s", refusals[i].status, refusals[i].had ? "again" : "at first");
    begin (&seen, answer_refusal, NULL);
    web_wait (seen.has_ended);
    g_assert_cmpuint (seen.n_gets, ==, 1 + refusals[i].had + refusals[i].is_asked);
    seen_clear (&seen);
  }
}

/* Answers, or does not, in a stream that the server never ends. */
static void
answer_without_end (SoupServerMessage *message,
                    const char        *path,
                    const char        *body,
                    gpointer           user_data)
{
  Seen *seen = user_data;
  const char *text = seen->answers ? "data: {\"id\":7,\"result\":{}}\n\n" : ": hello\n\n";
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  seen->n_gets++;
  soup_server_message_set_status (message, 200, NULL);
  soup_message_headers_set_content_type (headers, "text/event-stream", NULL);
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_message_body_append (soup_server_message_get_response_body (message), SOUP_MEMORY_COPY,
                            text, strlen (text));
}

static const struct {
  const char *line;                 /* NULL: requests the stream to listen to */
  gboolean    answers;
  gboolean    gives_up;
  gboolean    ends;
} last_words[] = {
  { CALL, TRUE, FALSE, TRUE },
  { MODERN_CALL, TRUE, FALSE, TRUE },
  { CALL, FALSE, TRUE, TRUE },
  { CALL, FALSE, FALSE, FALSE },
  { NULL, TRUE, FALSE, FALSE },
};

/* All requests run at once, so that the test waits only once. */
static void
test_last_words (void)
{
  Seen seen[G_N_ELEMENTS (last_words)] = { 0 };
  gint64 began = g_get_monotonic_time ();
  gint64 least = PADDOCK_HTTP_REQUEST_LAST_MS * G_TIME_SPAN_MILLISECOND;

  for (guint i = 0; i < G_N_ELEMENTS (last_words); i++) {
    seen[i].answers = last_words[i].answers;
    begin (&seen[i], answer_without_end, last_words[i].line);
    if (last_words[i].gives_up)
      paddock_http_request_get_message (seen[i].request)->is_cancelled = TRUE;
    paddock_http_request_update (seen[i].request);
  }
  for (guint i = 0; i < G_N_ELEMENTS (last_words); i++) {
    if (!last_words[i].ends)
      continue;
    web_wait (seen[i].has_ended);
    g_assert_cmpint (g_get_monotonic_time () - began, >=, least);
    g_assert_cmpuint (count_owed (&seen[i]), ==, last_words[i].gives_up ? 1 : 0);
  }
  web_wait (g_get_monotonic_time () - began > least + least / 4);
  for (guint i = 0; i < G_N_ELEMENTS (last_words); i++) {
    g_assert_cmpint (seen[i].has_ended, ==, last_words[i].ends);
    g_assert_cmpuint (seen[i].n_gets, ==, 1);
    seen_clear (&seen[i]);
  }
}

static void
answer_badly (SoupServerMessage *message,
              const char        *path,
              const char        *body,
              gpointer           user_data)
{
  web_reply (message, ((Seen *) user_data)->row, "application/json",
             ((Seen *) user_data)->row == 200 ? "garbage" : "{\"error\":{\"code\":1}}");
}

/* Which ends mean that the server has forgotten the session. */
static void
test_ends (void)
{
  static const struct {
    guint       status;
    const char *line;
    gboolean    is_lost;
    const char *error;
    const char *messages;
  } rows[] = {
    { 404, CALL, TRUE, "{\"error\":{\"code\":1}}", "" },
    { 404, NOTIFICATION, TRUE, "{\"error\":{\"code\":1}}", "" },
    { 404, MODERN_CALL, FALSE, "{\"error\":{\"code\":1}}", "" },
    { 404, NULL, FALSE, "{\"error\":{\"code\":1}}", "" },
    { 410, CALL, FALSE, "{\"error\":{\"code\":1}}", "" },
    { 200, CALL, FALSE, "", "?|" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    Seen seen = { .row = rows[i].status };
    PaddockHttpRefusal refusal;

    begin (&seen, answer_badly, rows[i].line);
    web_wait (seen.has_ended);
    refusal = paddock_http_request_get_refusal (seen.request);
    g_assert_cmpuint (refusal.status, ==, rows[i].status == 200 ? 0 : rows[i].status);
    g_assert_cmpmem (refusal.error.start, refusal.error.length, rows[i].error,
                     strlen (rows[i].error));
    g_assert_cmpint (paddock_http_request_is_session_lost (seen.request), ==, rows[i].is_lost);
    g_assert_cmpstr (seen.messages->str, ==, rows[i].messages);
    seen_clear (&seen);
  }
}

/* A message that the server may get twice is sent again if nobody knows whether it arrived. */
static void
test_repeat (void)
{
  static const char *lines[] = { CALL, NOTIFICATION, NOTIFICATION };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    Seen seen = { .row = 200 };

    begin (&seen, answer_badly, lines[i]);
    if (i == 2)
      paddock_http_request_get_message (seen.request)->origin = PADDOCK_OUTGOING_REPEATED;
    web_stop (&seen.web);
    web_wait (seen.has_ended);
    g_assert_cmpint (paddock_http_request_can_repeat (seen.request), ==, i == 1);
    seen_clear (&seen);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/http-request/pause", test_pause);
  g_test_add_func ("/http-request/last-words", test_last_words);
  g_test_add_func ("/http-request/resume", test_resume);
  g_test_add_func ("/http-request/no-resume", test_no_resume);
  g_test_add_func ("/http-request/listen", test_listen);
  g_test_add_func ("/http-request/refusals", test_refusals);
  g_test_add_func ("/http-request/ends", test_ends);
  g_test_add_func ("/http-request/repeat", test_repeat);
  return g_test_run ();
}
