/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-legacy-sse.h"

#include "remote-fixture.h"

/* A server of the older transport: it refuses messages at its address, and names the endpoint for
 * them in a stream. */

typedef struct {
  Remote             remote;
  guint              status;        /* of its refusal, 0: 405 */
  const char        *refusal;       /* (nullable) the body of the refusal */
  const char        *first;         /* (nullable) first event; NULL: names the endpoint */
  gboolean           ends;          /* it ends the stream after that */
  gboolean           is_elsewhere;  /* it sends a page instead of a stream */
  guint              shut;          /* status for the stream; 0: it sends one */
  guint              accepted;      /* status for messages it accepts; 0: 202 */
  const char        *accepted_body;
  gboolean           is_silent;     /* it answers no requests */
  SoupServerMessage *stream;        /* (nullable) the open stream */
  guint              n_streams;
} Fixture;

#define ENDPOINT "event: endpoint\ndata: /messages?session=1\n\n"
#define CALL "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{}}"
#define RESULT "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"done\"}"

static void
push (Fixture    *fixture,
      const char *text)
{
  SoupMessageBody *body = soup_server_message_get_response_body (fixture->stream);

  soup_message_body_append (body, SOUP_MEMORY_COPY, text, strlen (text));
  soup_server_message_unpause (fixture->stream);
}

static void
push_message (Fixture    *fixture,
              const char *message)
{
  g_autofree char *text = g_strdup_printf ("event: message\ndata: %s\n\n", message);

  push (fixture, text);
}

static void
end_stream (Fixture *fixture)
{
  SoupServerMessage *stream = fixture->stream;

  fixture->stream = NULL;
  soup_message_body_complete (soup_server_message_get_response_body (stream));
  soup_server_message_unpause (stream);
}

static void
on_stream_gone (SoupServerMessage *message,
                gpointer           user_data)
{
  Fixture *fixture = user_data;

  if (fixture->stream == message)
    fixture->stream = NULL;
}

static void
begin_stream (Fixture           *fixture,
              SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  const char *type = fixture->is_elsewhere ? "text/html" : "text/event-stream";

  soup_server_message_set_status (message, 200, NULL);
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_message_headers_set_content_type (headers, type, NULL);
  soup_message_body_set_accumulate (soup_server_message_get_response_body (message), FALSE);
  g_signal_connect (message, "finished", G_CALLBACK (on_stream_gone), fixture);
  fixture->stream = message;
  fixture->n_streams++;
  push (fixture, fixture->first != NULL ? fixture->first : ENDPOINT);
  if (fixture->ends)
    end_stream (fixture);
}

static void
take (Fixture           *fixture,
      SoupServerMessage *message,
      const char        *body)
{
  web_reply (message, fixture->accepted != 0 ? fixture->accepted : 202,
             fixture->accepted_body != NULL ? "text/plain" : NULL,
             fixture->accepted_body != NULL ? fixture->accepted_body : "");
  if (fixture->is_silent)
    return;
  if (strstr (body, "\"initialize\"") != NULL)
    push_message (fixture, REMOTE_OPENED);
  else if (strstr (body, "\"tools/call\"") != NULL)
    push_message (fixture, RESULT);
  else if (strstr (body, "notifications/initialized") != NULL)
    push_message (fixture, "{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"method\":\"roots/list\"}");
}

static void
shut (Fixture           *fixture,
      SoupServerMessage *message)
{
  soup_message_headers_append (soup_server_message_get_response_headers (message),
                               "WWW-Authenticate",
                               "Bearer resource_metadata=\"https://a.example/x\", scope=\"s\"");
  web_reply (message, fixture->shut, NULL, "");
}

static void
answer (SoupServerMessage *message,
        const char        *path,
        const char        *body,
        gpointer           user_data)
{
  Fixture *fixture = user_data;
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);

  g_assert_cmpstr (soup_message_headers_get_one (headers, "X-Credential"), ==, "secret");
  if (g_str_equal (path, "/messages"))
    take (fixture, message, body);
  else if (*body != '\0')
    web_reply (message, fixture->status != 0 ? fixture->status : 405,
               fixture->refusal != NULL ? "application/json" : NULL,
               fixture->refusal != NULL ? fixture->refusal : "");
  else if (fixture->shut != 0)
    shut (fixture, message);
  else
    begin_stream (fixture, message);
}

static void
open_session (Fixture *fixture)
{
  Remote *remote = &fixture->remote;

  remote_init (remote, answer, fixture);
  remote_say (remote, REMOTE_OPENING);
  web_wait (remote_hears (remote, REMOTE_OPENED "\n"));
  remote_say (remote, REMOTE_INITIALIZED);
  web_wait (strstr (remote->web.log->str, REMOTE_INITIALIZED) != NULL);
}

/* Messages go to the endpoint. Answers and the server's own requests come on the one stream. */
static void
test_session (void)
{
  static const guint statuses[] = { 400, 404, 405 };

  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++) {
    Fixture fixture = { .status = statuses[i] };
    Remote *remote = &fixture.remote;

    g_test_message ("%u", statuses[i]);
    open_session (&fixture);
    web_wait (remote_hears (remote, "\"method\":\"roots/list\"}\n"));
    remote_say (remote, "{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"result\":{\"roots\":[]}}");
    remote_say (remote, CALL);
    web_wait (remote_hears (remote, RESULT "\n"));
    web_wait (strstr (remote->web.log->str, "\"roots\":[]}};") != NULL);
    g_assert_true (g_str_has_prefix (remote->web.log->str, "POST /mcp " REMOTE_OPENING ";GET /mcp;"
                                     "POST /messages " REMOTE_OPENING ";"
                                     "POST /messages " REMOTE_INITIALIZED ";"));
    g_assert_cmpuint (fixture.n_streams, ==, 1);
    remote->transport->funcs->end (remote->transport, SIGTERM);
    web_wait (remote->has_exited);
    /* The stream was the session, so nothing deletes the session. */
    g_assert_null (strstr (remote->web.log->str, "DELETE"));
    remote_clear (remote);
  }
}

/* Any success status counts as accepted, whatever its body. */
static void
test_accepted (void)
{
  static const struct {
    guint       status;
    const char *body;
  } rows[] = { { 200, "ok" }, { 202, "Accepted" }, { 204, NULL }, { 200, NULL } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    Fixture fixture = { .accepted = rows[i].status, .accepted_body = rows[i].body };

    open_session (&fixture);
    remote_say (&fixture.remote, CALL);
    web_wait (remote_hears (&fixture.remote, RESULT "\n"));
    g_assert_cmpuint (fixture.remote.n_lost, ==, 0);
    remote_clear (&fixture.remote);
  }
}

/* The server is no legacy SSE server: the host gets the first refusal. */
static const struct {
  Fixture     fixture;
  const char *heard;
  gboolean    is_asked;             /* the stream was requested */
} refusals[] = {
  { { .status = 401 }, "HTTP 401", FALSE },
  { { .status = 403 }, "HTTP 403", FALSE },
  { { .status = 500 }, "HTTP 500", FALSE },
  { { .status = 400, .refusal = "{\"error\":{\"code\":-32022}}" }, "{\"code\":-32022}", FALSE },
  { { .status = 400, .refusal = "{\"error\":{\"code\":-32020}}" }, "{\"code\":-32020}", FALSE },
  { { .status = 404, .refusal = "{\"error\":{\"code\":-32601}}" }, "{\"code\":-32601}", FALSE },
  { { .status = 400, .refusal = "{\"error\":{\"code\":-32000}}", .is_elsewhere = TRUE },
    "{\"code\":-32000}", TRUE },
  { { .status = 404, .is_elsewhere = TRUE }, "there is no server at this path (HTTP 404)", TRUE },
  { { .first = "data: /messages\n\n" }, "HTTP 405", TRUE },
  { { .first = "event: message\ndata: {\"id\":0,\"result\":1}\n\n" ENDPOINT }, "HTTP 405", TRUE },
  { { .first = "event: endpoint\ndata: /mess", .ends = TRUE }, "HTTP 405", TRUE },
  { { .first = "event: endpoint\n\n", .ends = TRUE }, "HTTP 405", TRUE },
  { { .first = ": nothing\n\n", .ends = TRUE }, "HTTP 405", TRUE },
  { { .first = "garbage", .ends = TRUE }, "HTTP 405", TRUE },
  { { .shut = 404 }, "is no MCP server at this path (HTTP 405). Asked for a stream, as servers of "
    "the older HTTP+SSE have it, it refused that, too (HTTP 404). Is the address right", TRUE },
  { { .shut = 500, .status = 400 }, "it refused the request (HTTP 400). Asked for", TRUE },
  { { .ends = TRUE, .first = ": \n\n" }, "it gave none that says where messages go", TRUE },
  /* The server has a stream, and says which credentials it needs. */
  { { .shut = 401 }, "said at https://a.example/x. It has to be for: s", TRUE },
  { { .shut = 401, .status = 404 }, "\"status\":401", TRUE },
  { { .shut = 401, .status = 400, .refusal = "{\"error\":{\"code\":-32000}}" }, "--bearer-file",
    TRUE },
  { { .shut = 403, .status = 404 }, "does not let you in (HTTP 403)", TRUE },
  /* Another origin has no consent. */
  { { .first = "event: endpoint\ndata: http://127.0.0.1:1/messages\n\n" }, "another origin", TRUE },
  { { .first = "event: endpoint\ndata: //evil.example/messages\n\n" }, "another origin", TRUE },
  { { .first = "event: endpoint\ndata: https://evil.example/\n\n" }, "another origin", TRUE },
  { { .first = "event: endpoint\ndata: file:///etc/passwd\n\n" }, "another origin", TRUE },
  { { .first = "event: endpoint\ndata: http://user@127.0.0.1/\n\n" }, "another origin", TRUE },
  { { .first = "event: endpoint\ndata: /a\ndata: /b\n\n" }, "another origin", TRUE },
  { { .first = "event: endpoint\ndata: /a b\xc3\xa9\n\n" }, "another origin", TRUE },
};

static void
test_refusals (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (refusals); i++) {
    Fixture fixture = refusals[i].fixture;
    Remote *remote = &fixture.remote;

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    remote_init (remote, answer, &fixture);
    remote_say (remote, REMOTE_OPENING);
    web_wait (remote_hears (remote, "\"id\":0,\"error\""));
    g_assert_nonnull (strstr (remote->heard->str, refusals[i].heard));
    g_assert_true ((strstr (remote->web.log->str, "GET ") != NULL) == refusals[i].is_asked);
    g_assert_null (strstr (remote->web.log->str, "/messages"));
    /* The host can try again. */
    remote_say (remote, "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"initialize\",\"params\":{}}");
    web_wait (remote_hears (remote, "\"id\":9,\"error\""));
    remote_clear (remote);
  }
}

/* A second endpoint event is ignored, and messages still arrive. */
static void
test_twice (void)
{
  Fixture fixture = { .first = ENDPOINT "event: endpoint\ndata: /elsewhere\n\nevent: ping\n"
                               "data: {\"id\":0,\"result\":\"no\"}\n\n" };

  open_session (&fixture);
  push (&fixture, "event: endpoint\ndata: http://evil.example/\n\n");
  remote_say (&fixture.remote, CALL);
  web_wait (remote_hears (&fixture.remote, RESULT "\n"));
  g_assert_null (strstr (fixture.remote.web.log->str, "elsewhere"));
  remote_clear (&fixture.remote);
}

/* When the stream ends, so does the session. Requests without an answer get an error, and are not
 * sent again. */
static void
test_lost (void)
{
  for (guint is_renewed = 0; is_renewed < 2; is_renewed++) {
    Fixture fixture = { .remote.is_renewed = is_renewed == 1 };
    Remote *remote = &fixture.remote;

    open_session (&fixture);
    fixture.is_silent = TRUE;
    remote_say (remote, CALL);
    web_wait (strstr (remote->web.log->str, CALL) != NULL);
    /* The server accepted it, as the test can see. */
    remote_say (remote, "{\"jsonrpc\":\"2.0\",\"method\":\"x\"}");
    web_wait (strstr (remote->web.log->str, "\"x\"") != NULL);
    for (guint i = 0; i < 100; i++)
      g_main_context_iteration (NULL, FALSE);
    end_stream (&fixture);
    web_wait (remote->lost->len > 0);
    g_assert_cmpstr (remote->lost->str, ==, "id 1;");
    if (is_renewed) {
      web_wait (remote->has_exited);
    } else {
      web_wait (remote_hears (remote, "\"id\":1,\"error\""));
      g_assert_cmpuint (remote->n_lost, ==, 1);
      /* The next request begins another session. */
      remote_say (remote, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}");
      web_wait (remote_hears (remote, "\"id\":2,\"error\""));
      g_assert_cmpuint (remote->n_lost, ==, 2);
    }
    remote_clear (remote);
  }
}

/* Without a request of the host no new stream is opened, because it might end at once as well. */
static void
test_lost_idle (void)
{
  Fixture fixture = { 0 };
  Remote *remote = &fixture.remote;

  open_session (&fixture);
  end_stream (&fixture);
  for (gint64 end = g_get_monotonic_time () + G_USEC_PER_SEC / 2; g_get_monotonic_time () < end;)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (remote->n_lost, ==, 0);
  remote_say (remote, CALL);
  web_wait (remote->n_lost == 1);
  g_assert_cmpstr (remote->lost->str, ==, CALL ";");
  remote_clear (remote);
}

/* A silent stream is still a session. */
static void
test_quiet (void)
{
  Fixture fixture = { .remote.silence_ms = 500 };
  Remote *remote = &fixture.remote;
  gint64 end;

  open_session (&fixture);
  remote_say (remote, CALL);
  web_wait (remote_hears (remote, RESULT "\n"));
  end = g_get_monotonic_time () + 3 * 500 * G_TIME_SPAN_MILLISECOND;
  while (g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (remote->n_lost, ==, 0);
  g_assert_nonnull (fixture.stream);
  g_string_truncate (remote->heard, 0);
  remote_say (remote, CALL);
  web_wait (remote_hears (remote, RESULT "\n"));
  g_assert_cmpuint (fixture.n_streams, ==, 1);
  remote_clear (remote);
}

/* The stream ends before the handshake is complete. The host's next `initialize` goes to the
 * original address. */
static void
test_lost_opening (void)
{
  Fixture fixture = { .is_silent = TRUE };
  Remote *remote = &fixture.remote;

  remote_init (remote, answer, &fixture);
  remote_say (remote, REMOTE_OPENING);
  web_wait (strstr (remote->web.log->str, "POST /messages") != NULL);
  for (guint i = 0; i < 100; i++)
    g_main_context_iteration (NULL, FALSE);
  end_stream (&fixture);
  web_wait (remote_hears (remote, "\"id\":0,\"error\""));
  fixture.is_silent = FALSE;
  remote_say (remote, REMOTE_OPENING);
  web_wait (remote_hears (remote, REMOTE_OPENED "\n"));
  g_assert_cmpuint (fixture.n_streams, ==, 2);
  remote_clear (remote);
}

/* A cancelled request gets no answer, and uses no space. */
static void
test_cancelled (void)
{
  Fixture fixture = { 0 };
  Remote *remote = &fixture.remote;

  open_session (&fixture);
  fixture.is_silent = TRUE;
  remote_say (remote, CALL);
  web_wait (strstr (remote->web.log->str, CALL) != NULL);
  remote_say (remote, "{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
  web_wait (strstr (remote->web.log->str, "requestId") != NULL);
  close (remote->input);
  web_wait (remote->has_exited);
  remote->input = dup (remote->output);
  remote_clear (remote);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  signal (SIGPIPE, SIG_IGN);
  g_test_add_func ("/legacy-sse/session", test_session);
  g_test_add_func ("/legacy-sse/accepted", test_accepted);
  g_test_add_func ("/legacy-sse/refusals", test_refusals);
  g_test_add_func ("/legacy-sse/twice", test_twice);
  g_test_add_func ("/legacy-sse/lost", test_lost);
  g_test_add_func ("/legacy-sse/lost-idle", test_lost_idle);
  g_test_add_func ("/legacy-sse/quiet", test_quiet);
  g_test_add_func ("/legacy-sse/lost-opening", test_lost_opening);
  g_test_add_func ("/legacy-sse/cancelled", test_cancelled);
  return g_test_run ();
}
