/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-remote.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "paddock-message.h"
#include "web-fixture.h"

/* The host is this test, with the ends of the pipes that the seat has; the server is in it, too,
 * and does what each test says. */

typedef struct {
  Web         web;
  PaddockLeg *leg;
  int         input;
  int         output;
  GString    *heard;                /* by the host */
  GString    *lost;
  gboolean    is_renewed;           /* what is said to a lost session */
  gboolean    has_exited;
  guint       n_lost;
  guint       n_sessions;
  gboolean    forgets;              /* the session, at the next call */
  gboolean    is_silent;            /* to what answers it */
  gboolean    cuts_opening;         /* the stream with its answer */
  gboolean    has_stream;
  guint       no_stream;            /* the status that says so, 0: 405 */
} Fixture;

#define OPENING "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}"
#define OPENED "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":\"2025-11-25\"}}"
#define INITIALIZED "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"

static const char *
header_of (SoupServerMessage *message,
           const char        *name)
{
  return soup_message_headers_get_one (soup_server_message_get_request_headers (message), name);
}

/* An array of just as many messages, of which the last one answers. */
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

/* What each kind of question is answered, by its method. */
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
      web_reply (message, 200, "application/json", OPENED);
    return;
  }
  g_assert_cmpstr (header_of (message, "Mcp-Session-Id"), ==, id);
  if (header_of (message, "Last-Event-ID") != NULL && fixture->cuts_opening) {
    fixture->cuts_opening = FALSE;
    web_reply (message, 200, "text/event-stream", "data: " OPENED "\n\n");
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

static gboolean
on_lost (GPtrArray *lines,
         GPtrArray *ids,
         gpointer   user_data)
{
  Fixture *fixture = user_data;

  fixture->n_lost++;
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (fixture->lost, "%.*s;", (int) g_bytes_get_size (lines->pdata[i]),
                            (const char *) g_bytes_get_data (lines->pdata[i], NULL));
  for (guint i = 0; i < ids->len; i++)
    g_string_append_printf (fixture->lost, "id %.*s;", (int) g_bytes_get_size (ids->pdata[i]),
                            (const char *) g_bytes_get_data (ids->pdata[i], NULL));
  /* The seat ends the leg at once then. */
  if (fixture->is_renewed)
    fixture->leg->funcs->end (fixture->leg, SIGTERM);
  return fixture->is_renewed;
}

static void
on_exited (gpointer user_data)
{
  ((Fixture *) user_data)->has_exited = TRUE;
}

static void
set_up (Fixture *fixture)
{
  static const char * const headers[] = { NULL };
  g_autoptr (GError) error = NULL;

  fixture->web.answer = answer;
  fixture->web.user_data = fixture;
  fixture->heard = g_string_new (NULL);
  fixture->lost = g_string_new (NULL);
  web_init (&fixture->web);
  fixture->leg = paddock_remote_new (&(PaddockReachOptions) {
    .address = fixture->web.address,
    .headers = headers,
    .lost = on_lost,
    .user_data = fixture,
  }, &error);
  g_assert_no_error (error);
  fixture->leg->exited = on_exited;
  fixture->leg->user_data = fixture;
  fixture->input = fixture->leg->funcs->take_input (fixture->leg);
  fixture->output = fixture->leg->funcs->take_output (fixture->leg);
}

static void
tear_down (Fixture *fixture)
{
  paddock_leg_free (fixture->leg);
  if (fixture->input >= 0)
    close (fixture->input);
  close (fixture->output);
  g_string_free (fixture->heard, TRUE);
  g_string_free (fixture->lost, TRUE);
  web_clear (&fixture->web);
}

static void
say (Fixture    *fixture,
     const char *line)
{
  g_autofree char *text = g_strdup_printf ("%s\n", line);

  g_assert_cmpint (write (fixture->input, text, strlen (text)), ==, (gssize) strlen (text));
}

static gboolean
hears (Fixture    *fixture,
       const char *text)
{
  char buffer[4096];
  ssize_t n;

  while ((n = read (fixture->output, buffer, sizeof buffer)) > 0)
    g_string_append_len (fixture->heard, buffer, n);
  return strstr (fixture->heard->str, text) != NULL;
}

/* Whether nothing more goes into the pipe to the host. */
static gboolean
is_filled (Fixture *fixture)
{
  int n = 0;

  return ioctl (fixture->output, FIONREAD, &n) == 0 && n > 3500;
}

static void
open_session (Fixture *fixture)
{
  say (fixture, OPENING);
  web_wait (hears (fixture, OPENED "\n"));
  say (fixture, INITIALIZED);
  web_wait (strstr (fixture->web.log->str, INITIALIZED) != NULL);
  g_string_truncate (fixture->heard, 0);
}

/* The stream is asked for first, whatever the server makes of that. */
static void
test_order (void)
{
  for (guint has_stream = 0; has_stream < 2; has_stream++) {
    Fixture fixture = { .has_stream = has_stream == 1 };

    set_up (&fixture);
    open_session (&fixture);
    g_assert_cmpstr (fixture.web.log->str, ==,
                     "POST /mcp " OPENING ";GET /mcp;POST /mcp " INITIALIZED ";");
    if (has_stream)
      web_wait (hears (&fixture, "{\"id\":\"g\",\"method\":\"roots/list\"}\n"));
    tear_down (&fixture);
  }
}

/* The id came with the first stream, and is known to the second. */
static void
test_cut_opening (void)
{
  Fixture fixture = { .cuts_opening = TRUE };

  set_up (&fixture);
  open_session (&fixture);
  say (&fixture, "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"json\"}}");
  web_wait (hears (&fixture, "{\"id\":1,\"result\":\"json\"}\n"));
  tear_down (&fixture);
}

/* A server without that route has a session all the same. */
static void
test_no_stream (void)
{
  static const guint statuses[] = { 400, 403, 404, 405, 406, 410, 500, 501 };

  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++) {
    Fixture fixture = { .no_stream = statuses[i] };

    g_test_message ("%u", statuses[i]);
    set_up (&fixture);
    open_session (&fixture);
    say (&fixture, "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"json\"}}");
    web_wait (hears (&fixture, "{\"id\":1,\"result\":\"json\"}\n"));
    g_assert_cmpuint (fixture.n_lost, ==, 0);
    tear_down (&fixture);
  }
}

static const struct {
  const char *tool;
  const char *heard;                /* by the host */
  const char *asked;                /* of the server, behind the call */
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
    set_up (&fixture);
    open_session (&fixture);
    say (&fixture, call);
    web_wait (hears (&fixture, calls[i].heard));
    say (&fixture, "{\"id\":2,\"method\":\"x\"}");
    web_wait (hears (&fixture, "\"id\":2"));
    rest = strstr (fixture.web.log->str, call) + strlen (call) + 1;
    g_assert_true (*calls[i].asked == '\0' || strstr (rest, calls[i].asked) != NULL);
    /* One answer, and the next request has its own. */
    g_assert_cmpuint (g_strrstr (fixture.heard->str, "\"id\":1") -
                      strstr (fixture.heard->str, "\"id\":1"), ==, 0);
    tear_down (&fixture);
  }
}

/* What was not taken is handed back, or answered. */
static void
test_lost (void)
{
  for (guint is_renewed = 0; is_renewed < 2; is_renewed++) {
    const char *call = "{\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"json\"}}";
    g_autofree char *expected = g_strdup_printf ("%s;", call);
    Fixture fixture = { .is_renewed = is_renewed == 1 };

    set_up (&fixture);
    open_session (&fixture);
    fixture.forgets = TRUE;
    say (&fixture, call);
    web_wait (fixture.lost->len > 0);
    g_assert_cmpstr (fixture.lost->str, ==, expected);
    if (!is_renewed) {
      web_wait (hears (&fixture, "the server has forgotten the session"));
      /* It may have been a proxy before it: the next request says the session again. */
      fixture.forgets = FALSE;
      say (&fixture, "{\"id\":4,\"method\":\"tools/call\",\"params\":{\"name\":\"nothing\"}}");
      web_wait (hears (&fixture, "\"id\":4"));
    }
    fixture.leg->funcs->end (fixture.leg, SIGTERM);
    web_wait (fixture.has_exited);
    g_assert_cmpint (strstr (fixture.web.log->str, "DELETE") != NULL, ==, !is_renewed);
    tear_down (&fixture);
  }
}

static const struct {
  const char *call;
  const char *lost;                 /* that is said of it */
} unfollowed[] = {
  { "{\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"cut\"}}", "id 3;" },
  { "{\"id\":3,\"method\":\"tools/call\",\"params\":{},\"params\":{\"name\":\"cut\"}}", "id 3;" },
  { "[{\"id\":3,\"method\":\"tools/call\"},{\"id\":4,\"method\":\"x\"}]", "id 3;id 4;" },
};

/* What cannot be sent again is owed an answer all the same; begun or not, alone or not. */
static void
test_owed (void)
{
  for (guint i = 0; i < 2 * G_N_ELEMENTS (unfollowed); i++) {
    const char *call = unfollowed[i / 2].call;
    Fixture fixture = { .is_renewed = i % 2 == 1 };

    g_test_message ("%s, %s", call, fixture.is_renewed ? "renewed" : "not renewed");
    set_up (&fixture);
    open_session (&fixture);
    fixture.forgets = strstr (call, "cut") == NULL;
    fixture.no_stream = 404;
    say (&fixture, call);
    web_wait (fixture.lost->len > 0);
    g_assert_cmpstr (fixture.lost->str, ==, unfollowed[i / 2].lost);
    if (!fixture.is_renewed)
      web_wait (hears (&fixture, "\"id\":3,\"error\""));
    tear_down (&fixture);
  }
}

static guint
count_errors (const Fixture *fixture)
{
  guint n = 0;

  for (const char *at = fixture->web.log->str; (at = strstr (at, "\"error\"")) != NULL; at++)
    n++;
  return n;
}

/* What a server is answered that takes nothing is bounded, and so is what is read of it. */
static void
test_answers (void)
{
  Fixture fixture = { .is_silent = TRUE };

  set_up (&fixture);
  open_session (&fixture);
  say (&fixture, "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"many\"}}");
  web_wait (hears (&fixture, "\"many\"}\n"));
  /* It is the brake on the host, too: what it asks now is not even read. */
  say (&fixture, "{\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"json\"}}");
  web_wait (count_errors (&fixture) >= PADDOCK_REMOTE_ANSWERS_MAX);
  for (gint64 end = g_get_monotonic_time () + G_USEC_PER_SEC / 2; g_get_monotonic_time () < end;)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (count_errors (&fixture), ==, PADDOCK_REMOTE_ANSWERS_MAX);
  g_assert_null (strstr (fixture.web.log->str, "{\"id\":2,"));
  tear_down (&fixture);
}

/* A host that reads nothing does not keep what was told to end. */
static void
test_unread_end (void)
{
  static const int numbers[] = { SIGTERM, SIGKILL };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    Fixture fixture = { 0 };
    int status = 0;

    set_up (&fixture);
    open_session (&fixture);
    /* More than the pipe takes. */
    g_assert_cmpint (fcntl (fixture.output, F_SETPIPE_SZ, 4096), >=, 0);
    for (guint j = 0; j < 80; j++)
      say (&fixture, "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"garbage\"}}");
    web_wait (strstr (fixture.web.log->str, "garbage") != NULL && is_filled (&fixture));
    fixture.leg->funcs->end (fixture.leg, numbers[i]);
    web_wait (fixture.has_exited);
    g_assert_true (fixture.leg->funcs->reap (fixture.leg, &status));
    g_assert_cmpint (status, ==, numbers[i]);
    tear_down (&fixture);
  }
}

/* However it ends the server is told, and the status is that of the end. */
static void
test_end (void)
{
  static const int numbers[] = { 0, SIGTERM, SIGINT, SIGKILL };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    Fixture fixture = { 0 };
    int status = -1;

    set_up (&fixture);
    open_session (&fixture);
    g_assert_false (fixture.leg->funcs->has_exited (fixture.leg));
    g_assert_false (fixture.leg->funcs->reap (fixture.leg, &status));
    fixture.leg->funcs->pass_signal (fixture.leg, SIGUSR1);
    if (numbers[i] == 0) {
      close (fixture.input);
      fixture.input = -1;
    } else if (numbers[i] == SIGINT) {
      fixture.leg->funcs->pass_signal (fixture.leg, SIGINT);
    } else {
      fixture.leg->funcs->end (fixture.leg, numbers[i]);
    }
    web_wait (fixture.has_exited);
    g_assert_true (fixture.leg->funcs->reap (fixture.leg, &status));
    g_assert_cmpint (status, ==, numbers[i]);
    if (numbers[i] != SIGKILL)
      g_assert_true (g_str_has_suffix (fixture.web.log->str, "DELETE /mcp;"));
    tear_down (&fixture);
  }
}

/* The end of the host does not take the answer away that it waits for. */
static void
test_last_answer (void)
{
  Fixture fixture = { 0 };

  set_up (&fixture);
  say (&fixture, OPENING);
  say (&fixture, "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"json\"}}");
  close (fixture.input);
  fixture.input = -1;
  web_wait (fixture.has_exited);
  g_assert_true (hears (&fixture, OPENED "\n{\"id\":1,\"result\":\"json\"}\n"));
  tear_down (&fixture);
}

/* What nobody waits for does not keep it, and what never arrives only for a while. */
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
    set_up (&fixture);
    open_session (&fixture);
    say (&fixture, words[i]);
    web_wait (strstr (fixture.web.log->str, "never") != NULL);
    say (&fixture, "{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
    web_wait (strstr (fixture.web.log->str, "requestId") != NULL);
    began = g_get_monotonic_time ();
    close (fixture.input);
    fixture.input = -1;
    web_wait (fixture.has_exited);
    g_assert_cmpint (g_get_monotonic_time () - began, <, 10 * G_USEC_PER_SEC);
    tear_down (&fixture);
  }
}

/* In the revision without a handshake the end of the connection says it. */
static void
test_cancel (void)
{
  Fixture fixture = { 0 };

  set_up (&fixture);
  open_session (&fixture);
  say (&fixture, "{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":77}}");
  web_wait (strstr (fixture.web.log->str, "\"requestId\":77") != NULL);
  web_wait (fixture.leg->funcs->is_calm (fixture.leg));
  g_assert_cmpuint (fixture.heard->len, ==, 0);
  tear_down (&fixture);
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
  g_test_add_func ("/remote/owed", test_owed);
  g_test_add_func ("/remote/answers", test_answers);
  g_test_add_func ("/remote/unread-end", test_unread_end);
  g_test_add_func ("/remote/end", test_end);
  g_test_add_func ("/remote/last-answer", test_last_answer);
  g_test_add_func ("/remote/last-words", test_last_words);
  g_test_add_func ("/remote/cancel", test_cancel);
  return g_test_run ();
}
