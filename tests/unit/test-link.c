/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <string.h>

#include "paddock-channel.h"
#include "paddock-link.h"
#include "paddock-service-dialer.h"
#include "paddock-names.h"
#include "paddock-message.h"
#include "paddock-seal.h"

/* The link, and a service of this test, with short times. */

#define DEADLINE (20 * G_USEC_PER_SEC)
#define TIMEOUT 150
#define GRACE 400
/* For a test that ends before it. */
#define LONG_GRACE (600 * 1000)

#define WAIT_FOR(condition) \
  G_STMT_START { \
    gint64 deadline_ = g_get_monotonic_time () + DEADLINE; \
    while (!(condition)) { \
      g_assert_cmpint (g_get_monotonic_time (), <, deadline_); \
      g_main_context_iteration (NULL, FALSE); \
      g_usleep (200); \
    } \
  } G_STMT_END

typedef struct {
  char           *directory;
  char           *path;
  GSocketService *listener;         /* (nullable) */
  PaddockChannel *channel;          /* (nullable) of the last connection */
  GPtrArray      *lines;            /* the lines of the link */
  PaddockLink    *link;
  GString        *answers;          /* in order, one per line */
  guint           n_connections;
  gboolean        is_silent;        /* the service accepts and sends nothing */
  guint           n_answers;
  guint           n_changed;
  guint           n_taken;
  guint           n_dismissed;
  guint           n_unreachable;
} Fixture;

static void
on_line (PaddockChannel *channel,
         GBytes         *line,
         gpointer        user_data)
{
  Fixture *fixture = user_data;
  gsize length;
  const char *text = g_bytes_get_data (line, &length);

  g_ptr_array_add (fixture->lines, g_strndup (text, length));
}

static void
say (Fixture    *fixture,
     const char *text)
{
  g_autoptr (GBytes) line = g_bytes_new (text, strlen (text));

  paddock_channel_send (fixture->channel, line);
}

static const PaddockChannelFuncs channel_funcs = { .line = on_line };

static gboolean
on_incoming (GSocketService    *listener,
             GSocketConnection *connection,
             GObject           *source,
             Fixture           *fixture)
{
  g_clear_object (&fixture->channel);
  g_socket_set_blocking (g_socket_connection_get_socket (connection), FALSE);
  fixture->channel = paddock_channel_new (G_IO_STREAM (connection));
  paddock_channel_start (fixture->channel, &channel_funcs, fixture);
  fixture->n_connections++;
  if (!fixture->is_silent)
    say (fixture, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}");
  return TRUE;
}

static void
start_service (Fixture *fixture)
{
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (fixture->path);
  g_autoptr (GError) error = NULL;

  g_unlink (fixture->path);
  fixture->listener = g_socket_service_new ();
  g_socket_listener_add_address (G_SOCKET_LISTENER (fixture->listener), address,
                                 G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL, NULL,
                                 &error);
  g_assert_no_error (error);
  g_signal_connect (fixture->listener, "incoming", G_CALLBACK (on_incoming), fixture);
  g_socket_service_start (fixture->listener);
}

static void
stop_service (Fixture *fixture)
{
  if (fixture->listener != NULL) {
    g_socket_service_stop (fixture->listener);
    g_socket_listener_close (G_SOCKET_LISTENER (fixture->listener));
  }
  g_clear_object (&fixture->listener);
  if (fixture->channel != NULL)
    paddock_channel_close (fixture->channel);
  g_clear_object (&fixture->channel);
}

static void
on_answer (PaddockRootList *list,
           gpointer         user_data)
{
  Fixture *fixture = user_data;
  g_autofree char *text = paddock_root_list_write (list, TRUE);

  fixture->n_answers++;
  g_string_append_printf (fixture->answers, "%s\n", text);
}

static void
on_changed (PaddockLink *link,
            Fixture     *fixture)
{
  fixture->n_changed++;
}

static void
on_begun (PaddockLink *link,
          gboolean     lists_early,
          Fixture     *fixture)
{
  g_string_append (fixture->answers, lists_early ? "early\n" : "begun\n");
}

static void
on_taken (PaddockLink *link,
          Fixture     *fixture)
{
  g_assert_true (paddock_link_is_revoked_by_user (link));
  fixture->n_taken++;
}

static void
on_unreachable (PaddockLink *link,
                Fixture     *fixture)
{
  fixture->n_unreachable++;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->directory = g_dir_make_tmp ("paddock-test-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->directory, "mcp.sock", NULL);
  fixture->lines = g_ptr_array_new_with_free_func (g_free);
  fixture->answers = g_string_new (NULL);
  fixture->link = paddock_link_new (&(PaddockLinkOptions) {
    .socket_path = fixture->path, .launch = "{\"command\":[\"x\"]}", .name = "N\"",
    .handshake_timeout = TIMEOUT, .grace = g_strcmp0 (data, "long") == 0 ? LONG_GRACE : GRACE,
  });
  g_signal_connect (fixture->link, "changed", G_CALLBACK (on_changed), fixture);
  g_signal_connect (fixture->link, "taken", G_CALLBACK (on_taken), fixture);
  g_signal_connect (fixture->link, "unreachable", G_CALLBACK (on_unreachable), fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_finalize_object (fixture->link);
  stop_service (fixture);
  g_unlink (fixture->path);
  g_rmdir (fixture->directory);
  g_free (fixture->directory);
  g_free (fixture->path);
  g_ptr_array_unref (fixture->lines);
  g_string_free (fixture->answers, TRUE);
}

static const char *
get_line (Fixture *fixture,
          guint    index)
{
  WAIT_FOR (fixture->lines->len > index);
  return fixture->lines->pdata[index];
}

/* Answers the question in a line of the link. */
static void
answer_line (Fixture    *fixture,
             const char *line,
             const char *result)
{
  g_autoptr (GBytes) bytes = g_bytes_new (line, strlen (line));
  g_autoptr (GError) error = NULL;
  g_auto (PaddockMessage) message = { 0 };
  g_autofree char *text = NULL;

  paddock_message_parse_line (bytes, &message, &error);
  g_assert_no_error (error);
  text = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,%s}",
                          paddock_message_get_id (&message), result);
  say (fixture, text);
}

#define LIST_A "\"result\":{\"roots\":[{\"uri\":\"file:///a\"}]}"
#define LIST_B "\"result\":{\"roots\":[{\"uri\":\"file:///b\"}]}"
#define BEHALF(who) "\"io.github.paddock-mcp/onBehalf\":\"" who "\""

/* Connected, asked, and answered with LIST_A. */
static void
begin (Fixture *fixture)
{
  start_service (fixture);
  paddock_link_ask (fixture->link, on_answer, fixture);
  answer_line (fixture, get_line (fixture, 1), LIST_A);
  WAIT_FOR (fixture->n_answers == 1);
  g_assert_cmpstr (fixture->answers->str, ==, "[{\"uri\":\"file:///a\"}]\n");
  g_assert_true (paddock_link_is_connected (fixture->link));
}

static void
test_conversation (Fixture       *fixture,
                   gconstpointer  data)
{
  begin (fixture);
  g_assert_nonnull (strstr (get_line (fixture, 0), "\"serverInfo\":{\"name\":\"N\\\"\""));
  g_assert_nonnull (strstr (get_line (fixture, 0),
                            "\"io.github.paddock-mcp/launch\":{\"command\":[\"x\"]}"));
  g_assert_nonnull (strstr (get_line (fixture, 1), BEHALF ("server")));

  say (fixture, "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}");
  g_assert_cmpstr (get_line (fixture, 2), ==, "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"result\":{}}");
  say (fixture, "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"sampling/createMessage\"}");
  g_assert_nonnull (strstr (get_line (fixture, 3), "-32601"));
  say (fixture, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}");
  WAIT_FOR (fixture->n_changed == 1);

  paddock_link_ask (fixture->link, on_answer, fixture);
  paddock_link_ask (fixture->link, on_answer, fixture);
  answer_line (fixture, get_line (fixture, 4), LIST_B);
  answer_line (fixture, get_line (fixture, 5), "\"error\":{\"code\":-32601}");
  WAIT_FOR (fixture->n_answers == 3);
  g_assert_cmpstr (fixture->answers->str, ==,
                   "[{\"uri\":\"file:///a\"}]\n[{\"uri\":\"file:///b\"}]\n[]\n");
  g_assert_cmpuint (fixture->n_unreachable, ==, 0);
}

/* Each connection says once what the service remembers. Only `true` counts as true. */
static void
test_pace (Fixture       *fixture,
           gconstpointer  data)
{
  static const struct { const char *params, *expected;
  } table[] = {
    { "", "begun\n" }, { ",\"params\":{}", "begun\n" },
    { ",\"params\":{\"_meta\":{\"io.github.paddock-mcp/listsEarly\":true}}", "early\n" },
    { ",\"params\":{\"_meta\":{\"io.github.paddock-mcp/listsEarly\":false}}", "begun\n" },
    { ",\"params\":{\"_meta\":{\"io.github.paddock-mcp/listsEarly\":\"true\"}}", "begun\n" },
    { ",\"params\":{\"_meta\":{\"io.github.paddock-mcp/listsEarly\":1}}", "begun\n" },
    { ",\"params\":{\"_meta\":[true]}", "begun\n" }, { ",\"params\":[true]", "begun\n" },
  };
  guint n_lines = 0;

  g_signal_connect (fixture->link, "begun", G_CALLBACK (on_begun), fixture);
  start_service (fixture);
  paddock_link_set_pace (fixture->link, TRUE);
  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    g_autofree char *line = g_strdup_printf (
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"%s}", table[i].params);

    g_test_message ("%s", table[i].params);
    paddock_link_start (fixture->link);
    get_line (fixture, n_lines++);
    say (fixture, line);
    say (fixture, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    say (fixture, "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}");
    get_line (fixture, n_lines++);
    g_assert_cmpstr (fixture->answers->str, ==, table[i].expected);
    g_string_truncate (fixture->answers, 0);
    paddock_channel_close (fixture->channel);
  }

  paddock_link_ask (fixture->link, on_answer, fixture);
  get_line (fixture, n_lines++);
  g_assert_nonnull (strstr (get_line (fixture, n_lines),
                            "\"io.github.paddock-mcp/listsEarly\":true"));
}

#define EMPTY(why) "\"_meta\":{\"io.github.paddock-mcp/empty\":\"" why "\"}"
#define CHANGED(params) \
  "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\",\"params\":{" params "}}"

/* Only the service can report a revocation, and only while it is connected. */
static void
test_taken (Fixture       *fixture,
            gconstpointer  data)
{
  begin (fixture);
  say (fixture, CHANGED (""));
  say (fixture, CHANGED (EMPTY ("away")));
  WAIT_FOR (fixture->n_changed == 2);
  g_assert_cmpuint (fixture->n_taken, ==, 0);
  say (fixture, CHANGED (EMPTY ("taken")));
  WAIT_FOR (fixture->n_taken == 1);
  g_assert_cmpuint (fixture->n_changed, ==, 3);

  paddock_link_ask (fixture->link, on_answer, fixture);
  answer_line (fixture, get_line (fixture, 2), "\"result\":{\"roots\":[]," EMPTY ("taken") "}");
  WAIT_FOR (fixture->n_taken == 2);
  paddock_link_ask (fixture->link, on_answer, fixture);
  answer_line (fixture, get_line (fixture, 3), "\"error\":{\"code\":-32603}");
  WAIT_FOR (fixture->n_answers == 3);
  g_assert_false (paddock_link_is_revoked_by_user (fixture->link));
  say (fixture, CHANGED (EMPTY ("taken")));
  WAIT_FOR (fixture->n_taken == 3);
  stop_service (fixture);
  WAIT_FOR (!paddock_link_is_connected (fixture->link));
  g_assert_false (paddock_link_is_revoked_by_user (fixture->link));
}

static void
test_nobody (Fixture       *fixture,
             gconstpointer  data)
{
  gint64 before = g_get_monotonic_time ();

  paddock_link_ask (fixture->link, on_answer, fixture);
  WAIT_FOR (fixture->n_answers == 1);
  g_assert_cmpint (g_get_monotonic_time () - before, >=,
                   (TIMEOUT - 5) * G_TIME_SPAN_MILLISECOND);
  g_assert_cmpstr (fixture->answers->str, ==, "[]\n");
  g_assert_cmpuint (fixture->n_unreachable, ==, 1);

  /* The link asks a service that comes later. Another list is a change. */
  start_service (fixture);
  g_assert_nonnull (strstr (get_line (fixture, 1), BEHALF ("self")));
  answer_line (fixture, get_line (fixture, 1), LIST_A);
  WAIT_FOR (fixture->n_changed == 1);
  g_assert_cmpuint (fixture->n_unreachable, ==, 1);
}

/* A slow service: the last list is the answer. Its late list counts if it is another one. */
static void
test_slow (Fixture       *fixture,
           gconstpointer  data)
{
  begin (fixture);
  paddock_link_ask (fixture->link, on_answer, fixture);
  WAIT_FOR (fixture->n_answers == 2);
  g_assert_cmpstr (fixture->answers->str, ==,
                   "[{\"uri\":\"file:///a\"}]\n[{\"uri\":\"file:///a\"}]\n");
  g_assert_cmpuint (fixture->n_changed, ==, 0);
  answer_line (fixture, get_line (fixture, 2), LIST_B);
  WAIT_FOR (fixture->n_changed == 1);
}

/* The service is back within the grace with the same list: nobody hears of it. */
static void
test_back (Fixture       *fixture,
           gconstpointer  data)
{
  guint before;
  gint64 until;

  begin (fixture);
  stop_service (fixture);
  WAIT_FOR (!paddock_link_is_connected (fixture->link));
  paddock_link_ask (fixture->link, on_answer, fixture);
  WAIT_FOR (fixture->n_answers == 2);
  g_assert_true (g_str_has_suffix (fixture->answers->str, "\n[{\"uri\":\"file:///a\"}]\n"));

  before = fixture->lines->len;
  start_service (fixture);
  g_assert_nonnull (strstr (get_line (fixture, before + 1), BEHALF ("self")));
  answer_line (fixture, get_line (fixture, before + 1), LIST_A);
  until = g_get_monotonic_time () + 2 * GRACE * G_TIME_SPAN_MILLISECOND;
  while (g_get_monotonic_time () < until)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (fixture->n_changed, ==, 0);
}

/* The service is gone for longer: the list ends, once. When it is back, the server hears of its
 * list. */
static void
test_gone (Fixture       *fixture,
           gconstpointer  data)
{
  guint before;
  gint64 gone;

  begin (fixture);
  stop_service (fixture);
  gone = g_get_monotonic_time ();
  WAIT_FOR (fixture->n_changed == 1);
  g_assert_cmpint (g_get_monotonic_time () - gone, >=, (GRACE - 50) * G_TIME_SPAN_MILLISECOND);
  paddock_link_ask (fixture->link, on_answer, fixture);
  WAIT_FOR (fixture->n_answers == 2);
  g_assert_true (g_str_has_suffix (fixture->answers->str, "\n[]\n"));
  g_assert_cmpuint (fixture->n_changed, ==, 1);

  before = fixture->lines->len;
  start_service (fixture);
  answer_line (fixture, get_line (fixture, before + 1), LIST_A);
  WAIT_FOR (fixture->n_changed == 2);
}

/* Nothing is pending while nobody could ask the user. */
static void
test_gone_pending (Fixture       *fixture,
                   gconstpointer  data)
{
  start_service (fixture);
  paddock_link_ask (fixture->link, on_answer, fixture);
  answer_line (fixture, get_line (fixture, 1),
               "\"result\":{\"roots\":[],\"_meta\":{\"" PADDOCK_META_STATE "\":\"pending\"}}");
  WAIT_FOR (fixture->n_answers == 1);
  g_assert_true (paddock_link_is_pending (fixture->link));
  stop_service (fixture);
  WAIT_FOR (!paddock_link_is_connected (fixture->link));
  g_assert_true (paddock_link_is_pending (fixture->link));
  WAIT_FOR (!paddock_link_is_pending (fixture->link));
}

/* If the user chose so, the list stays. What was shared for a time ends. With the last root the
 * list ends. */
static void
test_kept (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *result = g_strdup_printf (
    "\"result\":{\"roots\":[{\"uri\":\"file:///a\"},{\"uri\":\"file:///b\"}],\"_meta\":{\""
    PADDOCK_META_KEEP "\":true,\"" PADDOCK_META_HOST_ROOTS "\":\"union\",\""
    PADDOCK_META_EXPIRES "\":{\"file:///a\":%" G_GINT64_FORMAT ",\"file:///b\":%" G_GINT64_FORMAT
    "}}}", g_get_real_time () / G_TIME_SPAN_MILLISECOND + 3 * GRACE,
    g_get_real_time () / G_TIME_SPAN_MILLISECOND + 5 * GRACE);
  gint64 gone;

  start_service (fixture);
  paddock_link_ask (fixture->link, on_answer, fixture);
  answer_line (fixture, get_line (fixture, 1), result);
  WAIT_FOR (fixture->n_answers == 1);
  stop_service (fixture);
  gone = g_get_monotonic_time ();
  WAIT_FOR (fixture->n_changed == 1);
  g_assert_cmpint (g_get_monotonic_time () - gone, >, 2 * GRACE * G_TIME_SPAN_MILLISECOND);
  paddock_link_ask (fixture->link, on_answer, fixture);
  WAIT_FOR (fixture->n_answers == 2);
  g_assert_true (g_str_has_suffix (fixture->answers->str, "\n[{\"uri\":\"file:///b\"}]\n"));
  WAIT_FOR (fixture->n_changed == 2);
  paddock_link_ask (fixture->link, on_answer, fixture);
  WAIT_FOR (fixture->n_answers == 3);
  g_assert_true (g_str_has_suffix (fixture->answers->str, "\n[]\n"));
}

#define KEPT(roots) \
  "\"result\":{\"roots\":[" roots "],\"_meta\":{\"" PADDOCK_META_KEEP "\":true}}"

/* The service says that the list has changed. The link asks for it, since the server may not ask,
 * and the server hears of it once. If the service is gone before it answers, nothing is kept. */
static void
test_kept_stale (Fixture       *fixture,
                 gconstpointer  is_answered)
{
  gint64 gone;

  start_service (fixture);
  paddock_link_ask (fixture->link, on_answer, fixture);
  answer_line (fixture, get_line (fixture, 1),
               KEPT ("{\"uri\":\"file:///a\"},{\"uri\":\"file:///b\"}"));
  WAIT_FOR (fixture->n_answers == 1);
  say (fixture, CHANGED (""));
  WAIT_FOR (fixture->n_changed == 1);
  g_assert_nonnull (strstr (get_line (fixture, 2), BEHALF ("look") "}"));
  if (is_answered != NULL) {
    answer_line (fixture, get_line (fixture, 2), KEPT ("{\"uri\":\"file:///b\"}"));
    say (fixture, "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}");
    get_line (fixture, 3);
    g_assert_cmpuint (fixture->n_changed, ==, 1);
  }
  stop_service (fixture);
  gone = g_get_monotonic_time ();
  WAIT_FOR (fixture->n_changed == 2);
  WAIT_FOR (g_get_monotonic_time () - gone > 2 * GRACE * G_TIME_SPAN_MILLISECOND);
  paddock_link_ask (fixture->link, on_answer, fixture);
  WAIT_FOR (fixture->n_answers == 2);
  g_assert_true (g_str_has_suffix (fixture->answers->str,
                                   is_answered != NULL ? "\n[{\"uri\":\"file:///b\"}]\n"
                                                       : "\n[]\n"));
}

/* Nor is it kept for the grace: it may hold what was taken back. */
static void
test_stale_at_once (Fixture       *fixture,
                    gconstpointer  data)
{
  start_service (fixture);
  paddock_link_ask (fixture->link, on_answer, fixture);
  answer_line (fixture, get_line (fixture, 1), "\"result\":{\"roots\":[{\"uri\":\"file:///a\"}]}");
  WAIT_FOR (fixture->n_answers == 1);
  say (fixture, CHANGED (""));
  WAIT_FOR (fixture->n_changed == 1);
  stop_service (fixture);
  WAIT_FOR (fixture->n_changed == 2);
  paddock_link_ask (fixture->link, on_answer, fixture);
  WAIT_FOR (fixture->n_answers == 2);
  g_assert_true (g_str_has_suffix (fixture->answers->str, "\n[]\n"));
}

/* What was shared for a time ends without the service. */
static void
test_ends (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *result = g_strdup_printf (
    "\"result\":{\"roots\":[{\"uri\":\"file:///a\"},{\"uri\":\"file:///b\"}],\"_meta\":{"
    "\"io.github.paddock-mcp/expires\":{\"file:///a\":%" G_GINT64_FORMAT "}}}",
    g_get_real_time () / G_TIME_SPAN_MILLISECOND + GRACE / 2);

  start_service (fixture);
  paddock_link_ask (fixture->link, on_answer, fixture);
  answer_line (fixture, get_line (fixture, 1), result);
  WAIT_FOR (fixture->n_answers == 1);
  stop_service (fixture);
  WAIT_FOR (fixture->n_changed == 1);
  paddock_link_ask (fixture->link, on_answer, fixture);
  WAIT_FOR (fixture->n_answers == 2);
  g_assert_true (g_str_has_suffix (fixture->answers->str, "\n[{\"uri\":\"file:///b\"}]\n"));
}

/* A service that is there and says nothing does not make it last longer either. */
static void
test_ends_silent (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *result = g_strdup_printf (
    "\"result\":{\"roots\":[{\"uri\":\"file:///a\"},{\"uri\":\"file:///b\"}],\"_meta\":{"
    "\"" PADDOCK_META_KEEP "\":true,\"" PADDOCK_META_EXPIRES "\":{\"file:///a\":%" G_GINT64_FORMAT
    "}}}", g_get_real_time () / G_TIME_SPAN_MILLISECOND + TIMEOUT / 2);

  start_service (fixture);
  paddock_link_ask (fixture->link, on_answer, fixture);
  answer_line (fixture, get_line (fixture, 1), result);
  WAIT_FOR (fixture->n_answers == 1);
  paddock_link_ask (fixture->link, on_answer, fixture);
  WAIT_FOR (fixture->n_answers == 2);
  g_assert_true (paddock_link_is_connected (fixture->link));
  g_assert_true (g_str_has_suffix (fixture->answers->str, "\n[{\"uri\":\"file:///b\"}]\n"));
}

static void
test_suggest (Fixture       *fixture,
              gconstpointer  data)
{
  const char * const uris[] = { "file:///h\"", NULL };

  begin (fixture);
  paddock_link_suggest (fixture->link, uris);
  g_assert_nonnull (strstr (get_line (fixture, 2), BEHALF ("self")
                            ",\"io.github.paddock-mcp/hostRoots\":[\"file:///h\\\"\"]"));
  answer_line (fixture, get_line (fixture, 2), LIST_A);
  paddock_link_ask (fixture->link, on_answer, fixture);
  g_assert_nonnull (strstr (get_line (fixture, 3), "hostRoots"));
  answer_line (fixture, get_line (fixture, 3), LIST_A);
  WAIT_FOR (fixture->n_answers == 2);
  g_assert_cmpuint (fixture->n_changed, ==, 0);
}

/* Folders of the server's command come before those of the host. Nothing is sent twice. */
static void
test_suggest_named (Fixture       *fixture,
                    gconstpointer  data)
{
  const char * const uris[] = { "file:///h", NULL };
  const char * const paths[] = { "/a b", "/c\"", NULL };
  const char * const none[] = { NULL };

  begin (fixture);
  paddock_link_suggest_named (fixture->link, none);
  paddock_link_suggest (fixture->link, uris);
  g_assert_nonnull (strstr (get_line (fixture, 2), "hostRoots\":[\"file:///h\"]"));
  answer_line (fixture, get_line (fixture, 2), LIST_A);
  paddock_link_suggest_named (fixture->link, paths);
  paddock_link_suggest_named (fixture->link, paths);
  g_assert_nonnull (strstr (get_line (fixture, 3), BEHALF ("self")
                            ",\"io.github.paddock-mcp/hostRoots\":[\"file:///a%20b\","
                            "\"file:///c%22\",\"file:///h\"]"));
  answer_line (fixture, get_line (fixture, 3), LIST_A);
  paddock_link_suggest_named (fixture->link, none);
  g_assert_nonnull (strstr (get_line (fixture, 4), "hostRoots\":[\"file:///h\"]"));
}

/* A server that is started with its list: the user is not asked before somebody wants the folders,
 * even if the service comes back. */
static void
test_at_start (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (PaddockLink) link = paddock_link_new (&(PaddockLinkOptions) {
    .socket_path = fixture->path, .launch = "{\"command\":[\"x\"]}", .name = "", .at_start = TRUE,
    .handshake_timeout = TIMEOUT, .grace = GRACE,
  });
  guint next = 1;

  start_service (fixture);
  paddock_link_set_pace (link, TRUE);
  paddock_link_ask_for (link, PADDOCK_LINK_START, on_answer, fixture);
  g_assert_nonnull (strstr (get_line (fixture, next), BEHALF ("start") "}"));
  answer_line (fixture, get_line (fixture, next++), LIST_A);
  paddock_link_ask_for (link, PADDOCK_LINK_LOOK, on_answer, fixture);
  g_assert_nonnull (strstr (get_line (fixture, next), BEHALF ("look") "}"));
  answer_line (fixture, get_line (fixture, next++), LIST_A);
  WAIT_FOR (fixture->n_answers == 2);
  paddock_link_look (link);
  g_assert_nonnull (strstr (get_line (fixture, next), BEHALF ("look") "}"));
  answer_line (fixture, get_line (fixture, next++), LIST_A);
  paddock_link_want (link);
  g_assert_nonnull (strstr (get_line (fixture, next), BEHALF ("self") "}"));
  answer_line (fixture, get_line (fixture, next++), LIST_A);

  stop_service (fixture);
  WAIT_FOR (!paddock_link_is_connected (link));
  next = fixture->lines->len;
  start_service (fixture);
  g_assert_nonnull (strstr (get_line (fixture, next + 1), BEHALF ("self") "}"));
  answer_line (fixture, get_line (fixture, next + 1), LIST_A);
}

/* Somebody wants the folders while there is no service. */
static void
test_wanted_later (Fixture       *fixture,
                   gconstpointer  wanted)
{
  g_autoptr (PaddockLink) link = paddock_link_new (&(PaddockLinkOptions) {
    .socket_path = fixture->path, .launch = "{\"command\":[\"x\"]}", .name = "", .at_start = TRUE,
    .handshake_timeout = TIMEOUT, .grace = GRACE,
  });

  paddock_link_ask_for (link, PADDOCK_LINK_START, on_answer, fixture);
  WAIT_FOR (fixture->n_answers == 1);
  if (wanted != NULL)
    paddock_link_want (link);
  start_service (fixture);
  g_assert_nonnull (strstr (get_line (fixture, 1), wanted != NULL ? BEHALF ("self") "}"
                                                                  : BEHALF ("look") "}"));
}

static void
on_dismissed (PaddockLink *link,
              Fixture     *fixture)
{
  fixture->n_dismissed++;
}

/* The user disconnected the server: that is said once, nothing is left, and the link does not
 * connect again. */
static void
test_dismissed (Fixture       *fixture,
                gconstpointer  data)
{
  gint64 until;

  g_signal_connect (fixture->link, "dismissed", G_CALLBACK (on_dismissed), fixture);
  begin (fixture);
  say (fixture, "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"x\","
       "\"data\":{\"reason\":\"other\"}}}");
  say (fixture, "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"x\","
       "\"data\":{\"reason\":\"disconnected\"}}}");
  WAIT_FOR (fixture->n_dismissed == 1);
  paddock_channel_close (fixture->channel);
  g_clear_object (&fixture->channel);
  paddock_link_ask (fixture->link, on_answer, fixture);
  WAIT_FOR (fixture->n_answers == 2);
  g_assert_true (g_str_has_suffix (fixture->answers->str, "\n[]\n"));

  until = g_get_monotonic_time () + 3 * PADDOCK_SERVICE_DIALER_RETRY_MS * 1000;
  WAIT_FOR (g_get_monotonic_time () > until);
  g_assert_cmpuint (fixture->n_connections, ==, 1);
  g_assert_cmpuint (fixture->n_dismissed, ==, 1);
}

/* Whatever the service says, the link lives on. */
static void
test_odd_service (Fixture       *fixture,
                  gconstpointer  data)
{
  begin (fixture);
  say (fixture, "not JSON");
  say (fixture, "[]");
  say (fixture, "[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}]");
  say (fixture, "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}");
  say (fixture, "{\"jsonrpc\":\"2.0\",\"id\":\"2\",\"result\":{\"roots\":[]}}");
  say (fixture, "{\"jsonrpc\":\"2.0\",\"id\":99,\"error\":{}}");
  paddock_link_ask (fixture->link, on_answer, fixture);
  answer_line (fixture, get_line (fixture, 2), "\"result\":{\"roots\":\"all\"}");
  WAIT_FOR (fixture->n_answers == 2);
  g_assert_true (g_str_has_suffix (fixture->answers->str, "\n[]\n"));
}

/* A service that accepts and says nothing is given up, and tried again. */
static void
test_silent_service (Fixture       *fixture,
                     gconstpointer  data)
{
  fixture->is_silent = TRUE;
  start_service (fixture);
  paddock_link_ask (fixture->link, on_answer, fixture);
  WAIT_FOR (fixture->n_answers == 1);
  g_assert_cmpuint (fixture->n_connections, ==, 1);
  fixture->is_silent = FALSE;
  WAIT_FOR (paddock_link_is_connected (fixture->link));
  g_assert_cmpuint (fixture->n_connections, ==, 2);
  answer_line (fixture, get_line (fixture, 1), LIST_A);
  WAIT_FOR (fixture->n_changed == 1);
}

#define ADD(name, function) \
  g_test_add ("/link/" name, Fixture, NULL, set_up, function, tear_down)

/* Each service hears of the box. To flush takes no time where nothing waits. */
static void
test_confined (Fixture       *fixture,
               gconstpointer  data)
{
  static const char * const none[] = { NULL };
  g_autofree char *path = g_build_filename (fixture->directory, PADDOCK_SEAL_KEY_NAME, NULL);
  g_autofree char *key = g_strnfill (PADDOCK_SEAL_LENGTH, 'a');
  g_autoptr (PaddockConfined) confined = paddock_confined_new (FALSE, NULL, none, 0);
  g_autofree char *seal = paddock_confined_dup_seal (confined, "s", key);
  gint64 start;

  g_setenv (PADDOCK_ENV_DATA_DIR, fixture->directory, TRUE);
  g_assert_true (paddock_seal_write_key (fixture->directory, key, NULL));
  paddock_link_confine (fixture->link, confined, "s");
  paddock_link_flush (fixture->link);
  for (guint i = 0; i < 2; i++) {
    start_service (fixture);
    paddock_link_start (fixture->link);
    g_assert_nonnull (strstr (get_line (fixture, 2 * i + 1), seal));
    stop_service (fixture);
    WAIT_FOR (!paddock_link_is_connected (fixture->link));
  }

  start_service (fixture);
  get_line (fixture, 5);
  start = g_get_monotonic_time ();
  paddock_link_report (fixture->link, PADDOCK_EVENT_START_REFUSED, PADDOCK_REASON_NO_BOX);
  paddock_link_flush (fixture->link);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 10 * PADDOCK_LINK_FLUSH_MS * 1000);
  g_assert_nonnull (strstr (get_line (fixture, 6), "start-refused"));
  g_unlink (path);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("conversation", test_conversation);
  ADD ("pace", test_pace);
  ADD ("taken", test_taken);
  ADD ("nobody", test_nobody);
  ADD ("slow", test_slow);
  ADD ("back", test_back);
  ADD ("gone", test_gone);
  ADD ("gone-pending", test_gone_pending);
  ADD ("kept", test_kept);
  ADD ("ends/silent", test_ends_silent);
  ADD ("kept/stale", test_kept_stale);
  g_test_add ("/link/kept/as-it-is-now", Fixture, "", set_up, test_kept_stale, tear_down);
  g_test_add ("/link/stale-at-once", Fixture, "long", set_up, test_stale_at_once, tear_down);
  ADD ("ends", test_ends);
  ADD ("suggest", test_suggest);
  ADD ("suggest-named", test_suggest_named);
  ADD ("at-start", test_at_start);
  g_test_add ("/link/wanted-later", Fixture, "", set_up, test_wanted_later, tear_down);
  g_test_add ("/link/not-wanted", Fixture, NULL, set_up, test_wanted_later, tear_down);
  ADD ("dismissed", test_dismissed);
  ADD ("odd-service", test_odd_service);
  ADD ("silent-service", test_silent_service);
  ADD ("confined", test_confined);
  return g_test_run ();
}
