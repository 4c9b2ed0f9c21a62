/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-call.h"

#include "web-fixture.h"

typedef struct {
  PaddockCall       *call;
  GString           *messages;
  guint              n_begun;
  guint              n_gets;        /* by the server */
  guint              row;
  gboolean           answers;       /* to the second one that resumes */
  gboolean           has_ended;
  PaddockExchangeEnd end;
} Seen;

static void
on_sent (PaddockCall *call,
         gpointer     user_data)
{
}

static void
on_begun (PaddockCall *call,
          gpointer     user_data)
{
  ((Seen *) user_data)->n_begun++;
}

static void
on_message (PaddockCall  *call,
            const char   *type,
            PaddockSpool *message,
            gpointer      user_data)
{
  Seen *seen = user_data;
  g_auto (PaddockMessage) class = { 0 };

  paddock_spool_classify (message, &class);
  g_string_append_printf (seen->messages, "%.*s|", (int) class.id.length, class.id.start);
  paddock_call_remove_open (call, class.id);
  paddock_spool_free (message);
}

static void
on_ended (PaddockCall        *call,
          PaddockExchangeEnd  end,
          const char         *why,
          gpointer            user_data)
{
  Seen *seen = user_data;

  g_assert_false (seen->has_ended);
  seen->has_ended = TRUE;
  seen->end = end;
}

static const PaddockCallFuncs funcs = {
  .sent = on_sent,
  .begun = on_begun,
  .message = on_message,
  .ended = on_ended,
};

/* The answer to the POST breaks off behind an id; then each stream goes on one further. */
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

static void
begin (Web             *web,
       Seen            *seen,
       PaddockCallKind  kind)
{
  static const char * const headers[] = { NULL };
  static const char * const resume[] = { "X-Session", "s", NULL };
  g_autoptr (GBytes) body = g_bytes_new_static ("{}", 2);

  seen->messages = g_string_new (NULL);
  seen->call = paddock_call_new (kind, &(PaddockExchangeOptions) {
    .session = web->session,
    .address = web->address,
    .method = "POST",
    .body = body,
    .headers = headers,
  }, resume, &funcs, seen);
}

static void
test_resume (void)
{
  for (guint answers = 0; answers < 2; answers++) {
    Seen seen = { .answers = answers == 1 };
    Web web = { .answer = answer, .user_data = &seen };

    web_init (&web);
    begin (&web, &seen, PADDOCK_CALL_RESUMES);
    paddock_call_add_open (seen.call, (PaddockSpan) { "7", 1 });
    web_wait (seen.has_ended);
    g_assert_cmpuint (seen.n_begun, ==, 1);
    g_assert_cmpstr (seen.messages->str, ==, answers ? "|7|" : "|");
    g_assert_cmpint (seen.end, ==, answers ? PADDOCK_EXCHANGE_DONE : PADDOCK_EXCHANGE_REFUSED);
    g_assert_cmpuint (seen.n_gets, ==, answers ? 2 : 1 + PADDOCK_CALL_RESUMES_MAX);
    g_assert_cmpuint (paddock_call_count_open (seen.call), ==, answers ? 0 : 1);
    paddock_call_free (seen.call);
    g_string_free (seen.messages, TRUE);
    web_clear (&web);
  }
}

/* A new id each time, and nothing else. */
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

/* However often a server ends its streams, it is not asked in a loop. */
static void
test_pause (void)
{
  Seen seen = { 0 };
  Web web = { .answer = answer_nothing, .user_data = &seen };
  gint64 began = g_get_monotonic_time ();

  web_init (&web);
  begin (&web, &seen, PADDOCK_CALL_RESUMES);
  paddock_call_add_open (seen.call, (PaddockSpan) { "7", 1 });
  web_wait (seen.n_gets == 4);
  g_assert_cmpint (g_get_monotonic_time () - began, >=,
                   6 * PADDOCK_CALL_PAUSE_MS * G_TIME_SPAN_MILLISECOND);
  g_assert_false (seen.has_ended);
  paddock_call_free (seen.call);
  g_string_free (seen.messages, TRUE);
  web_clear (&web);
}

/* Nobody waits for an answer, or nobody may ask for it. */
static void
test_no_resume (void)
{
  for (guint i = 0; i < 2; i++) {
    Seen seen = { 0 };
    Web web = { .answer = answer, .user_data = &seen };

    web_init (&web);
    begin (&web, &seen, i == 0 ? PADDOCK_CALL_RESUMES : PADDOCK_CALL_ONCE);
    if (i == 1)
      paddock_call_add_open (seen.call, (PaddockSpan) { "7", 1 });
    web_wait (seen.has_ended);
    g_assert_cmpint (seen.end, ==, PADDOCK_EXCHANGE_DONE);
    g_assert_cmpuint (seen.n_gets, ==, 0);
    paddock_call_free (seen.call);
    g_string_free (seen.messages, TRUE);
    web_clear (&web);
  }
}

/* Who listens goes on until the server has none to listen to. */
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
  Web web = { .answer = answer_listener, .user_data = &seen };

  web_init (&web);
  begin (&web, &seen, PADDOCK_CALL_LISTENS);
  web_wait (seen.has_ended);
  g_assert_cmpuint (seen.n_gets, ==, 4);
  g_assert_cmpint (seen.end, ==, PADDOCK_EXCHANGE_REFUSED);
  g_assert_cmpstr (seen.messages->str, ==, "|||");
  paddock_call_free (seen.call);
  g_string_free (seen.messages, TRUE);
  web_clear (&web);
}

static const struct {
  guint    status;
  gboolean had;                     /* a stream before */
  gboolean is_asked;                /* once more */
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
    Web web = { .answer = answer_refusal, .user_data = &seen };

    g_test_message ("%u, %s", refusals[i].status, refusals[i].had ? "again" : "at first");
    web_init (&web);
    begin (&web, &seen, PADDOCK_CALL_LISTENS);
    web_wait (seen.has_ended);
    g_assert_cmpuint (seen.n_gets, ==, 1 + refusals[i].had + refusals[i].is_asked);
    paddock_call_free (seen.call);
    g_string_free (seen.messages, TRUE);
    web_clear (&web);
  }
}

/* An answer, or none, in a stream that the server never ends. */
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
  PaddockCallKind kind;
  gboolean        answers;
  gboolean        gives_up;
  gboolean        ends;
} last_words[] = {
  { PADDOCK_CALL_RESUMES, TRUE, FALSE, TRUE },
  { PADDOCK_CALL_ONCE, TRUE, FALSE, TRUE },
  { PADDOCK_CALL_RESUMES, FALSE, TRUE, TRUE },
  { PADDOCK_CALL_RESUMES, FALSE, FALSE, FALSE },
  { PADDOCK_CALL_LISTENS, TRUE, FALSE, FALSE },
};

/* All at once, so that the time passes once. */
static void
test_last_words (void)
{
  Seen seen[G_N_ELEMENTS (last_words)] = { 0 };
  Web web[G_N_ELEMENTS (last_words)] = { 0 };
  gint64 began = g_get_monotonic_time ();
  gint64 least = PADDOCK_CALL_LAST_MS * G_TIME_SPAN_MILLISECOND;

  for (guint i = 0; i < G_N_ELEMENTS (last_words); i++) {
    web[i].answer = answer_without_end;
    web[i].user_data = &seen[i];
    seen[i].answers = last_words[i].answers;
    web_init (&web[i]);
    begin (&web[i], &seen[i], last_words[i].kind);
    if (last_words[i].kind != PADDOCK_CALL_LISTENS)
      paddock_call_add_open (seen[i].call, (PaddockSpan) { "7", 1 });
    if (last_words[i].gives_up)
      paddock_call_give_up (seen[i].call);
  }
  for (guint i = 0; i < G_N_ELEMENTS (last_words); i++) {
    if (!last_words[i].ends)
      continue;
    web_wait (seen[i].has_ended);
    g_assert_cmpint (g_get_monotonic_time () - began, >=, least);
    g_assert_cmpint (seen[i].end, ==, PADDOCK_EXCHANGE_DONE);
    g_assert_cmpuint (paddock_call_count_open (seen[i].call), ==, last_words[i].gives_up ? 1 : 0);
  }
  web_wait (g_get_monotonic_time () - began > least + least / 4);
  for (guint i = 0; i < G_N_ELEMENTS (last_words); i++) {
    g_assert_cmpint (seen[i].has_ended, ==, last_words[i].ends);
    g_assert_cmpuint (seen[i].n_gets, ==, 1);
    paddock_call_free (seen[i].call);
    g_string_free (seen[i].messages, TRUE);
    web_clear (&web[i]);
  }
}

static void
test_open (void)
{
  Seen seen = { 0 };
  Web web = { .answer = answer, .user_data = &seen };
  g_autoptr (GBytes) id = NULL;

  web_init (&web);
  begin (&web, &seen, PADDOCK_CALL_ONCE);
  g_assert_false (paddock_call_has_begun (seen.call));
  g_assert_null (paddock_call_pop_open (seen.call));
  paddock_call_add_open (seen.call, (PaddockSpan) { "1", 1 });
  paddock_call_add_open (seen.call, (PaddockSpan) { "\"1\"", 3 });
  g_assert_true (paddock_call_has_open (seen.call, (PaddockSpan) { "1", 1 }));
  g_assert_false (paddock_call_remove_open (seen.call, (PaddockSpan) { "2", 1 }));
  g_assert_true (paddock_call_remove_open (seen.call, (PaddockSpan) { "1", 1 }));
  g_assert_false (paddock_call_remove_open (seen.call, (PaddockSpan) { "1", 1 }));
  id = paddock_call_pop_open (seen.call);
  g_assert_cmpmem (g_bytes_get_data (id, NULL), g_bytes_get_size (id), "\"1\"", 3);
  g_assert_cmpuint (paddock_call_count_open (seen.call), ==, 0);
  paddock_call_free (seen.call);
  g_string_free (seen.messages, TRUE);
  web_clear (&web);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/call/pause", test_pause);
  g_test_add_func ("/call/last-words", test_last_words);
  g_test_add_func ("/call/resume", test_resume);
  g_test_add_func ("/call/no-resume", test_no_resume);
  g_test_add_func ("/call/listen", test_listen);
  g_test_add_func ("/call/refusals", test_refusals);
  g_test_add_func ("/call/open", test_open);
  return g_test_run ();
}
