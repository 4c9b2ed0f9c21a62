/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-remote.h"

#include <fcntl.h>
#include <sys/ioctl.h>

#include "paddock-message.h"
#include "paddock-outbox.h"
#include "remote-fixture.h"

/* This test is the host, with the pipes of the server slot. It also runs the server, which does
 * what each case says. */

typedef struct {
  Remote      remote;
  guint       n_sessions;
  gboolean    forgets;              /* the session, at the next call */
  gboolean    is_silent;            /* about responses that it gets */
  gboolean    cuts_opening;         /* breaks off the stream of its first answer */
  gboolean    has_stream;
  guint       no_stream;            /* the status if it has no stream, 0: 405 */
} Fixture;

#define CALL(id, name) \
  "{\"id\":" id ",\"method\":\"tools/call\",\"params\":{\"name\":\"" name "\"}}"
#define CANCELLED(id) \
  "{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" id "}}"

static const char *
header_of (SoupServerMessage *message,
           const char        *name)
{
  return soup_message_headers_get_one (soup_server_message_get_request_headers (message), name);
}

/* An array with this number of messages, of which the last is the answer. */
static void
answer_many (SoupServerMessage *message,
             guint              n)
{
  g_autoptr (GString) text = g_string_new ("[");

  for (guint i = 1; i < n; i++)
    g_string_append (text, "{\"id\":7,\"method\":\"client/readLocalFile\",\"params\":{}},");
  g_string_append (text, "{\"id\":1,\"result\":\"many\"}]");
  web_reply (message, 200, "application/json", text->str);
}

/* The server's answer, by the method of the call. */
static void
answer_call (SoupServerMessage *message,
             const char        *body)
{
  if (strstr (body, "\"json\"") != NULL)
    web_reply (message, 200, "application/json", "{\"id\":1,\"result\":\"json\"}");
  else if (strstr (body, "\"events\"") != NULL)
    web_reply (message, 200, "text/event-stream",
               "data: {\"method\":\"progress\"}\n\ndata: {\"id\":1,\ndata:"
               " \"result\":\"events\"}\n\n");
  else if (strstr (body, "\"array\"") != NULL)
    web_reply (message, 200, "application/json",
               "[{\"id\":5,\"method\":\"roots/list\"},{\"id\":1,\"result\":\"array\"}]");
  else if (strstr (body, "\"file\"") != NULL)
    web_reply (message, 200, "application/json",
               "[{\"id\":6,\"method\":\"client/readLocalFile\",\"params\":{}},"
               "{\"id\":1,\"result\":\"file\"}]");
  else if (strstr (body, "\"many\"") != NULL)
    answer_many (message, PADDOCK_BATCH_MAX);
  else if (strstr (body, "\"too many\"") != NULL)
    answer_many (message, PADDOCK_BATCH_MAX + 1);
  else if (strstr (body, "\"cut\"") != NULL)
    web_reply (message, 200, "text/event-stream", "retry: 1\nid: 1\ndata: {\"method\":\"x\"}\n\n");
  else if (strstr (body, "\"twice\"") != NULL)
    web_reply (message, 200, "application/json",
               "[{\"id\":1,\"result\":1},{\"id\":1,\"result\":2},{\"id\":9,\"result\":3},"
               "{\"id\":2,\"id\":1,\"method\":\"roots/list\"},7,{}]");
  else if (strstr (body, "\"garbage\"") != NULL)
    web_reply (message, 200, "application/json", "garbage");
  else if (strstr (body, "\"nothing\"") != NULL)
    web_reply (message, 202, NULL, "");
  else if (strstr (body, "\"page\"") != NULL)
    web_reply (message, 200, "text/html", "<html>");
  else
    web_reply (message, 400, "application/json", "{\"id\":null,\"error\":{\"code\":-32000}}");
}

static void
answer (SoupServerMessage *message,
        const char        *path,
        const char        *body,
        gpointer           user_data)
{
  Fixture *fixture = user_data;
  g_autofree char *id = g_strdup_printf ("session-%u", fixture->n_sessions);
  const char *method = soup_server_message_get_method (message);

  if (strstr (body, "\"initialize\"") != NULL) {
    g_assert_null (header_of (message, "Mcp-Session-Id"));
    id[strlen (id) - 1] = (char) ('0' + ++fixture->n_sessions);
    soup_message_headers_append (soup_server_message_get_response_headers (message),
                                 "Mcp-Session-Id", id);
    if (fixture->cuts_opening)
      web_reply (message, 200, "text/event-stream", "id: a\nretry: 1\n\n");
    else
      web_reply (message, 200, "application/json", REMOTE_OPENED);
    return;
  }
  g_assert_cmpstr (header_of (message, "Mcp-Session-Id"), ==, id);
  if (header_of (message, "Last-Event-ID") != NULL && fixture->cuts_opening) {
    fixture->cuts_opening = FALSE;
    web_reply (message, 200, "text/event-stream", "data: " REMOTE_OPENED "\n\n");
    return;
  }
  g_assert_cmpstr (header_of (message, "MCP-Protocol-Version"), ==, "2025-11-25");
  if (g_str_equal (method, "DELETE"))
    web_reply (message, 200, NULL, "");
  else if (g_str_equal (method, "GET") && fixture->has_stream)
    web_reply (message, 200, "text/event-stream",
               "retry: 60000\ndata: {\"id\":\"g\",\"method\":\"roots/list\"}\n\n");
  else if (g_str_equal (method, "GET"))
    web_reply (message, fixture->no_stream != 0 ? fixture->no_stream : 405, NULL, "");
  else if (fixture->forgets)
    web_reply (message, 404, NULL, "");
  else if (fixture->is_silent && strstr (body, "\"error\"") != NULL)
    soup_server_message_pause (message);
  else if (strstr (body, "\"never\"") != NULL)
    soup_server_message_pause (message);
  else if (strstr (body, "\"tools/call\"") != NULL)
    answer_call (message, body);
  else
    web_reply (message, 202, NULL, "");
}

/* Whether the pipe to the host is full. */
static gboolean
is_filled (Fixture *fixture)
{
  int n = 0;

  return ioctl (fixture->remote.output, FIONREAD, &n) == 0 && n > 3500;
}

static void
open_session (Fixture *fixture)
{
  remote_say (&fixture->remote, REMOTE_OPENING);
  web_wait (remote_hears (&fixture->remote, REMOTE_OPENED "\n"));
  remote_say (&fixture->remote, REMOTE_INITIALIZED);
  web_wait (strstr (fixture->remote.web.log->str, REMOTE_INITIALIZED) != NULL);
  g_string_truncate (fixture->remote.heard, 0);
}

/* The stream is requested first, whatever the server answers. */
static void
test_order (void)
{
  for (guint has_stream = 0; has_stream < 2; has_stream++) {
    Fixture fixture = { .has_stream = has_stream == 1 };

    remote_init (&fixture.remote, answer, &fixture);
    open_session (&fixture);
    g_assert_cmpstr (fixture.remote.web.log->str, ==,
                     "POST /mcp " REMOTE_OPENING ";GET /mcp;POST /mcp " REMOTE_INITIALIZED ";");
    if (has_stream)
      web_wait (remote_hears (&fixture.remote, "{\"id\":\"g\",\"method\":\"roots/list\"}\n"));
    remote_clear (&fixture.remote);
  }
}

/* The session's id came with the first stream, so the second request carries it. */
static void
test_cut_opening (void)
{
  Fixture fixture = { .cuts_opening = TRUE };

  remote_init (&fixture.remote, answer, &fixture);
  open_session (&fixture);
  remote_say (&fixture.remote, CALL ("1", "json"));
  web_wait (remote_hears (&fixture.remote, "{\"id\":1,\"result\":\"json\"}\n"));
  remote_clear (&fixture.remote);
}

/* A server without this route still has a session. */
static void
test_no_stream (void)
{
  static const guint statuses[] = { 400, 403, 404, 405, 406, 410, 500, 501 };

  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++) {
    Fixture fixture = { .no_stream = statuses[i] };

    g_test_message ("%u", statuses[i]);
    remote_init (&fixture.remote, answer, &fixture);
    open_session (&fixture);
    remote_say (&fixture.remote, CALL ("1", "json"));
    web_wait (remote_hears (&fixture.remote, "{\"id\":1,\"result\":\"json\"}\n"));
    g_assert_cmpuint (fixture.remote.n_lost, ==, 0);
    remote_clear (&fixture.remote);
  }
}

static const struct {
  const char *tool;
  const char *heard;                /* what the host got */
  const char *asked;                /* requests that the server got after the call */
} calls[] = {
  { "json", "{\"id\":1,\"result\":\"json\"}\n", "" },
  { "events", "{\"method\":\"progress\"}\n{\"id\":1,\t\"result\":\"events\"}\n", "" },
  { "array", "{\"id\":5,\"method\":\"roots/list\"}\n{\"id\":1,\"result\":\"array\"}\n", "" },
  { "file", "{\"id\":1,\"result\":\"file\"}\n",
    "POST /mcp {\"jsonrpc\":\"2.0\",\"id\":6,\"error\":{\"code\":-32601,\"message\":\"Method not "
    "found\"}};" },
  { "many", "{\"id\":1,\"result\":\"many\"}\n", "" },
  { "too many", "what it sent is not JSON", "" },
  { "twice", "{\"id\":1,\"result\":1}\n", "" },
  { "garbage", "what it sent is not JSON", "" },
  { "nothing", "it ended its answer before it gave one", "" },
  { "page", "neither JSON nor a stream of events", "" },
  { "else", "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32000}}\n", "" },
};

static void
test_calls (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (calls); i++) {
    g_autofree char *call = g_strdup_printf ("{\"id\":1,\"method\":\"tools/call\",\"params\":"
                                             "{\"name\":"
                                             "\"%s\"}}", calls[i].tool);
    const char *rest;
    Fixture fixture = { 0 };

    g_test_message ("%s", calls[i].tool);
    remote_init (&fixture.remote, answer, &fixture);
    open_session (&fixture);
    remote_say (&fixture.remote, call);
    web_wait (remote_hears (&fixture.remote, calls[i].heard));
    remote_say (&fixture.remote, "{\"id\":2,\"method\":\"x\"}");
    web_wait (remote_hears (&fixture.remote, "\"id\":2"));
    rest = strstr (fixture.remote.web.log->str, call) + strlen (call) + 1;
    g_assert_true (*calls[i].asked == '\0' || strstr (rest, calls[i].asked) != NULL);
    /* One request gets an error, and the next one gets its own answer. */
    g_assert_cmpuint (g_strrstr (fixture.remote.heard->str, "\"id\":1") -
                      strstr (fixture.remote.heard->str, "\"id\":1"), ==, 0);
    remote_clear (&fixture.remote);
  }
}

/* Requests that the server did not accept are handed back, or answered with an error. */
static void
test_lost (void)
{
  for (guint is_renewed = 0; is_renewed < 2; is_renewed++) {
    const char *call = "{\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"json\"}}";
    g_autofree char *expected = g_strdup_printf ("%s;", call);
    Fixture fixture = { .remote.is_renewed = is_renewed == 1 };

    remote_init (&fixture.remote, answer, &fixture);
    open_session (&fixture);
    fixture.forgets = TRUE;
    remote_say (&fixture.remote, call);
    web_wait (fixture.remote.lost->len > 0);
    g_assert_cmpstr (fixture.remote.lost->str, ==, expected);
    if (!is_renewed) {
      web_wait (remote_hears (&fixture.remote, "the server has forgotten the session"));
      /* The 404 may have come from a proxy. The next request carries the session's id again. */
      fixture.forgets = FALSE;
      remote_say (&fixture.remote, CALL ("4", "nothing"));
      web_wait (remote_hears (&fixture.remote, "\"id\":4"));
    }
    fixture.remote.transport->funcs->end (fixture.remote.transport, SIGTERM);
    web_wait (fixture.remote.has_exited);
    g_assert_cmpint (strstr (fixture.remote.web.log->str, "DELETE") != NULL, ==, !is_renewed);
    remote_clear (&fixture.remote);
  }
}

/* If the server refuses a replayed request, nothing follows from that, even if the host's own
 * request has the same id. */
static void
test_ours (void)
{
  static const char *call = "{\"id\":3,\"method\":\"logging/setLevel\"}";

  for (guint is_twice = 0; is_twice < 2; is_twice++) {
    g_autofree char *expected = g_strdup_printf ("%s;", call);
    Fixture fixture = { .remote = { .is_renewed = TRUE, .ours = "3" } };

    remote_init (&fixture.remote, answer, &fixture);
    open_session (&fixture);
    fixture.forgets = TRUE;
    remote_say (&fixture.remote, call);
    if (is_twice)
      remote_say (&fixture.remote, call);
    web_wait (remote_hears (&fixture.remote, "\"id\":3,\"error\""));
    if (is_twice)
      web_wait (fixture.remote.lost->len > 0);
    g_assert_cmpstr (fixture.remote.lost->str, ==, is_twice ? expected : "");
    remote_clear (&fixture.remote);
  }
}

static const struct {
  const char *call;
  const char *lost;                 /* the error that the host gets */
} unfollowed[] = {
  { "{\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"cut\"}}", "id 3;" },
  { "{\"id\":3,\"method\":\"tools/call\",\"params\":{},\"params\":{\"name\":\"cut\"}}", "id 3;" },
  { "[{\"id\":3,\"method\":\"tools/call\"},{\"id\":4,\"method\":\"x\"}]", "id 3;id 4;" },
};

/* A request that can't be sent again still gets an answer: begun or not, alone or in an array. */
static void
test_owed (void)
{
  for (guint i = 0; i < 2 * G_N_ELEMENTS (unfollowed); i++) {
    const char *call = unfollowed[i / 2].call;
    Fixture fixture = { .remote.is_renewed = i % 2 == 1 };

    g_test_message ("%s, %s", call, fixture.remote.is_renewed ? "renewed" : "not renewed");
    remote_init (&fixture.remote, answer, &fixture);
    open_session (&fixture);
    fixture.forgets = strstr (call, "cut") == NULL;
    fixture.no_stream = 404;
    remote_say (&fixture.remote, call);
    web_wait (fixture.remote.lost->len > 0);
    g_assert_cmpstr (fixture.remote.lost->str, ==, unfollowed[i / 2].lost);
    if (!fixture.remote.is_renewed)
      web_wait (remote_hears (&fixture.remote, "\"id\":3,\"error\""));
    remote_clear (&fixture.remote);
  }
}

static guint
count_errors (const Fixture *fixture)
{
  guint n = 0;

  for (const char *at = fixture->remote.web.log->str; (at = strstr (at, "\"error\"")) != NULL; at++)
    n++;
  return n;
}

/* If a server accepts no answers, the number of answers is limited, and reading from the server
 * pauses. */
static void
test_answers (void)
{
  Fixture fixture = { .is_silent = TRUE };

  remote_init (&fixture.remote, answer, &fixture);
  open_session (&fixture);
  remote_say (&fixture.remote, CALL ("1", "many"));
  web_wait (remote_hears (&fixture.remote, "\"many\"}\n"));
  /* This also pauses the host: the remote does not even read its next requests. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  remote_say (&fixture.remote, CALL ("2", "json"));
  web_wait (count_errors (&fixture) >= PADDOCK_OUTBOX_ANSWERS_MAX);
  for (gint64 end = g_get_monotonic_time () + G_USEC_PER_SEC / 2; g_get_monotonic_time () < end;)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (count_errors (&fixture), ==, PADDOCK_OUTBOX_ANSWERS_MAX);
  g_assert_null (strstr (fixture.remote.web.log->str, "{\"id\":2,"));
  remote_clear (&fixture.remote);
}

/* A host that reads nothing does not keep a session alive that was told to end. */
static void
test_unread_end (void)
{
  static const int numbers[] = { SIGTERM, SIGKILL };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    Fixture fixture = { 0 };
    int status = 0;

    remote_init (&fixture.remote, answer, &fixture);
    open_session (&fixture);
    /* More than fits into the pipe. */
    g_assert_cmpint (fcntl (fixture.remote.output, F_SETPIPE_SZ, 4096), >=, 0);
    for (guint j = 0; j < 80; j++)
      remote_say (&fixture.remote, CALL ("1", "garbage"));
    web_wait (strstr (fixture.remote.web.log->str, "garbage") != NULL && is_filled (&fixture));
    fixture.remote.transport->funcs->end (fixture.remote.transport, numbers[i]);
    web_wait (fixture.remote.has_exited);
    g_assert_true (fixture.remote.transport->funcs->reap (fixture.remote.transport, &status));
    g_assert_cmpint (status, ==, numbers[i]);
    remote_clear (&fixture.remote);
  }
}

/* However the session ends, the server is told, and the exit status fits. */
static void
test_end (void)
{
  static const int numbers[] = { 0, SIGTERM, SIGINT, SIGKILL };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    Fixture fixture = { 0 };
    int status = -1;

    remote_init (&fixture.remote, answer, &fixture);
    open_session (&fixture);
    g_assert_false (fixture.remote.transport->funcs->has_exited (fixture.remote.transport));
    g_assert_false (fixture.remote.transport->funcs->reap (fixture.remote.transport, &status));
    fixture.remote.transport->funcs->pass_signal (fixture.remote.transport, SIGUSR1);
    if (numbers[i] == 0) {
      remote_end_host (&fixture.remote);
    } else if (numbers[i] == SIGINT) {
      fixture.remote.transport->funcs->pass_signal (fixture.remote.transport, SIGINT);
    } else {
      fixture.remote.transport->funcs->end (fixture.remote.transport, numbers[i]);
    }
    web_wait (fixture.remote.has_exited);
    g_assert_true (fixture.remote.transport->funcs->reap (fixture.remote.transport, &status));
    g_assert_cmpint (status, ==, numbers[i]);
    if (numbers[i] != SIGKILL)
      g_assert_true (g_str_has_suffix (fixture.remote.web.log->str, "DELETE /mcp;"));
    remote_clear (&fixture.remote);
  }
}

/* If the host ends while it waits for an answer, the answer still comes. */
static void
test_last_answer (void)
{
  Fixture fixture = { 0 };

  remote_init (&fixture.remote, answer, &fixture);
  remote_say (&fixture.remote, REMOTE_OPENING);
  remote_say (&fixture.remote, CALL ("1", "json"));
  remote_end_host (&fixture.remote);
  web_wait (fixture.remote.has_exited);
  g_assert_true (remote_hears (&fixture.remote,
                               REMOTE_OPENED "\n{\"id\":1,\"result\":\"json\"}\n"));
  remote_clear (&fixture.remote);
}

/* Messages without an answer do not keep the session. Undelivered ones keep it only for a while. */
static void
test_last_words (void)
{
  static const char *words[] = {
    "{\"method\":\"never\"}", "{\"id\":9,\"error\":\"never\"}",
    "{\"id\":1,\"method\":\"never\"}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++) {
    Fixture fixture = { 0 };
    gint64 began;

    g_test_message ("%s", words[i]);
    remote_init (&fixture.remote, answer, &fixture);
    open_session (&fixture);
    remote_say (&fixture.remote, words[i]);
    web_wait (strstr (fixture.remote.web.log->str, "never") != NULL);
    remote_say (&fixture.remote, CANCELLED ("1"));
    web_wait (strstr (fixture.remote.web.log->str, "requestId") != NULL);
    began = g_get_monotonic_time ();
    remote_end_host (&fixture.remote);
    web_wait (fixture.remote.has_exited);
    g_assert_cmpint (g_get_monotonic_time () - began, <, 10 * G_USEC_PER_SEC);
    remote_clear (&fixture.remote);
  }
}

/* In the revision without a handshake, closing the connection cancels a request. */
static void
test_cancel (void)
{
  Fixture fixture = { 0 };

  remote_init (&fixture.remote, answer, &fixture);
  open_session (&fixture);
  remote_say (&fixture.remote, CANCELLED ("77"));
  web_wait (strstr (fixture.remote.web.log->str, "\"requestId\":77") != NULL);
  web_wait (fixture.remote.transport->funcs->is_quiescent (fixture.remote.transport));
  g_assert_cmpuint (fixture.remote.heard->len, ==, 0);
  remote_clear (&fixture.remote);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  signal (SIGPIPE, SIG_IGN);
  g_test_add_func ("/remote/order", test_order);
  g_test_add_func ("/remote/cut-opening", test_cut_opening);
  g_test_add_func ("/remote/no-stream", test_no_stream);
  g_test_add_func ("/remote/calls", test_calls);
  g_test_add_func ("/remote/lost", test_lost);
  g_test_add_func ("/remote/ours", test_ours);
  g_test_add_func ("/remote/owed", test_owed);
  g_test_add_func ("/remote/answers", test_answers);
  g_test_add_func ("/remote/unread-end", test_unread_end);
  g_test_add_func ("/remote/end", test_end);
  g_test_add_func ("/remote/last-answer", test_last_answer);
  g_test_add_func ("/remote/last-words", test_last_words);
  g_test_add_func ("/remote/cancel", test_cancel);
  return g_test_run ();
}
