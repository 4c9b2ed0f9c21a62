/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-exchange.h"

#include "web-fixture.h"

/* What a server may answer, and what the exchange does with it. */

typedef struct {
  GString           *messages;      /* "type:text|" */
  guint              n_begun;
  gboolean           has_ended;
  PaddockExchangeEnd end;
  char              *why;
} Seen;

static void
on_begun (PaddockExchange *exchange,
          gpointer         user_data)
{
  ((Seen *) user_data)->n_begun++;
}

static void
on_message (PaddockExchange *exchange,
            const char      *type,
            PaddockSpool    *message,
            gpointer         user_data)
{
  PaddockSpan text = paddock_spool_get_text (message);

  g_string_append_printf (((Seen *) user_data)->messages, "%s:%.*s|", type != NULL ? type : "",
                          (int) text.length, text.start);
  paddock_spool_free (message);
}

static void
on_ended (PaddockExchange    *exchange,
          PaddockExchangeEnd  end,
          const char         *why,
          gpointer            user_data)
{
  Seen *seen = user_data;

  g_assert_false (seen->has_ended);
  seen->has_ended = TRUE;
  seen->end = end;
  seen->why = g_strdup (why);
}

static const PaddockExchangeFuncs funcs = {
  .begun = on_begun,
  .message = on_message,
  .ended = on_ended,
};

typedef struct {
  guint       status;
  const char *type;
  const char *body;
  PaddockExchangeEnd end;
  const char *messages;
} Row;

static const Row rows[] = {
  { 200, "application/json", "{\"id\":1}", PADDOCK_EXCHANGE_DONE, ":{\"id\":1}|" },
  { 200, "application/json; charset=utf-8", "{\n}", PADDOCK_EXCHANGE_DONE, ":{\t}|" },
  { 200, "application/json", "", PADDOCK_EXCHANGE_DONE, "" },
  { 200, "text/event-stream", "data: 1\n\nevent: x\ndata: 2\n\nid: 7\ndata:\n\n",
    PADDOCK_EXCHANGE_DONE, ":1|x:2|" },
  { 200, "text/event-stream", "data: 1\n\ndata: half", PADDOCK_EXCHANGE_DONE, ":1|" },
  { 200, "text/event-stream", "", PADDOCK_EXCHANGE_DONE, "" },
  { 202, NULL, "", PADDOCK_EXCHANGE_DONE, "" },
  { 202, "text/html", "<html>", PADDOCK_EXCHANGE_DONE, "" },
  { 204, NULL, "", PADDOCK_EXCHANGE_DONE, "" },
  { 200, "text/html", "<html>", PADDOCK_EXCHANGE_ODD, "" },
  { 200, "text/plain", "{\"id\":1}", PADDOCK_EXCHANGE_ODD, "" },
  { 400, "application/json", "{\"id\":1}", PADDOCK_EXCHANGE_REFUSED, "" },
  { 500, "text/event-stream", "data: 1\n\n", PADDOCK_EXCHANGE_REFUSED, "" },
  { 302, NULL, "", PADDOCK_EXCHANGE_REFUSED, "" },
  { 307, NULL, "", PADDOCK_EXCHANGE_ODD, "" },
};

static void
answer_row (SoupServerMessage *message,
            const char        *path,
            const char        *body,
            gpointer           user_data)
{
  const Row *row = user_data;

  g_assert_cmpstr (body, ==, "{}");
  g_assert_cmpstr (soup_message_headers_get_one (soup_server_message_get_request_headers (message),
                                                 "X-Key"), ==, "s3cret");
  web_reply (message, row->status, row->type, row->body);
}

static PaddockExchange *
begin (Web  *web,
       Seen *seen)
{
  static const char * const headers[] = { "X-Key", "s3cret", NULL };
  g_autoptr (GBytes) body = g_bytes_new_static ("{}", 2);

  seen->messages = g_string_new (NULL);
  return paddock_exchange_new (&(PaddockExchangeOptions) {
    .session = web->session,
    .address = web->address,
    .method = "POST",
    .body = body,
    .headers = headers,
  }, &funcs, seen);
}

static void
seen_clear (Seen *seen)
{
  g_string_free (seen->messages, TRUE);
  g_free (seen->why);
}

static void
test_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    Web web = { .answer = answer_row, .user_data = (gpointer) &rows[i] };
    Seen seen = { 0 };
    g_autoptr (PaddockExchange) exchange = NULL;

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    web_init (&web);
    exchange = begin (&web, &seen);
    web_wait (seen.has_ended);
    g_assert_cmpint (seen.end, ==, rows[i].end);
    g_assert_cmpstr (seen.messages->str, ==, rows[i].messages);
    g_assert_cmpuint (paddock_exchange_get_status (exchange), ==, rows[i].status);
    g_assert_true ((seen.end == PADDOCK_EXCHANGE_ODD) == (seen.why != NULL));
    seen_clear (&seen);
    web_clear (&web);
  }
}

static const struct {
  guint       status;
  const char *location;             /* NULL: an address of another origin */
  PaddockExchangeEnd end;
  guint       n_requests;
} redirects[] = {
  { 307, "/other", PADDOCK_EXCHANGE_DONE, 2 },
  { 308, "other?x", PADDOCK_EXCHANGE_DONE, 2 },
  { 301, "/other", PADDOCK_EXCHANGE_REFUSED, 1 },
  { 302, "/other", PADDOCK_EXCHANGE_REFUSED, 1 },
  { 303, "/other", PADDOCK_EXCHANGE_REFUSED, 1 },
  { 307, "https://evil.example/", PADDOCK_EXCHANGE_ODD, 1 },
  { 308, "//evil.example/", PADDOCK_EXCHANGE_ODD, 1 },
  { 307, "http://localhost/other", PADDOCK_EXCHANGE_ODD, 1 },
  { 307, "/mcp", PADDOCK_EXCHANGE_ODD, PADDOCK_EXCHANGE_REDIRECTS_MAX + 1 },
};

static void
answer_redirect (SoupServerMessage *message,
                 const char        *path,
                 const char        *body,
                 gpointer           user_data)
{
  guint i = GPOINTER_TO_UINT (user_data);

  g_assert_cmpstr (body, ==, "{}");
  if (g_str_equal (path, "/other")) {
    web_reply (message, 200, "application/json", "{}");
    return;
  }
  soup_message_headers_append (soup_server_message_get_response_headers (message), "Location",
                               redirects[i].location);
  web_reply (message, redirects[i].status, NULL, "");
}

/* A redirect keeps method, body and origin. Anything else is refused. */
static void
test_redirects (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (redirects); i++) {
    Web web = { .answer = answer_redirect, .user_data = GUINT_TO_POINTER (i) };
    Seen seen = { 0 };
    g_autoptr (PaddockExchange) exchange = NULL;
    g_auto (GStrv) requests = NULL;

    web_init (&web);
    exchange = begin (&web, &seen);
    web_wait (seen.has_ended);
    requests = g_strsplit (web.log->str, ";", -1);
    g_assert_cmpint (seen.end, ==, redirects[i].end);
    g_assert_cmpuint (g_strv_length (requests) - 1, ==, redirects[i].n_requests);
    seen_clear (&seen);
    web_clear (&web);
  }
}

static void
answer_never (SoupServerMessage *message,
              const char        *path,
              const char        *body,
              gpointer           user_data)
{
  soup_server_message_pause (message);
}

/* The exchange gives up on a silent server, and at once if nobody listens at the address. */
static void
test_silence (void)
{
  Web web = { .answer = answer_never };
  Seen seen = { g_string_new (NULL) };
  PaddockExchange *exchange;

  web_init (&web);
  exchange = paddock_exchange_new (&(PaddockExchangeOptions) {
    .session = web.session,
    .address = web.address,
    .method = "GET",
    .headers = (const char * const[]) { NULL },
    .silence_ms = 50,
  }, &funcs, &seen);
  web_wait (seen.has_ended);
  g_assert_cmpint (seen.end, ==, PADDOCK_EXCHANGE_SILENT);
  g_assert_cmpstr (web.log->str, ==, "GET /mcp;");
  paddock_exchange_free (exchange);
  seen_clear (&seen);

  seen = (Seen) { 0 };
  web_stop (&web);
  exchange = begin (&web, &seen);
  web_wait (seen.has_ended);
  g_assert_true (seen.end == PADDOCK_EXCHANGE_UNREACHABLE || seen.end == PADDOCK_EXCHANGE_CUT);
  g_assert_nonnull (seen.why);
  paddock_exchange_free (exchange);
  seen_clear (&seen);
  web_clear (&web);
}

/* After it was freed, the exchange calls nobody. */
static void
test_free (void)
{
  Web web = { .answer = answer_row, .user_data = (gpointer) &rows[0] };
  Seen seen = { 0 };

  web_init (&web);
  paddock_exchange_free (begin (&web, &seen));
  seen_clear (&seen);
  seen.messages = NULL;
  for (guint i = 0; i < 200; i++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_false (seen.has_ended);
  web_clear (&web);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/exchange/rows", test_rows);
  g_test_add_func ("/exchange/redirects", test_redirects);
  g_test_add_func ("/exchange/silence", test_silence);
  g_test_add_func ("/exchange/free", test_free);
  return g_test_run ();
}
