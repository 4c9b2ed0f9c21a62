/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "paddock-limits.h"
#include "paddock-message.h"
#include "paddock-notice.h"
#include "paddock-session.h"

/* Says what the test wants to be told. */
#define TEST_TYPE_PROVIDER (test_provider_get_type ())
G_DECLARE_FINAL_TYPE (TestProvider, test_provider, TEST, PROVIDER, GObject)

struct _TestProvider
{
  GObject        parent_instance;
  GPtrArray     *roots;             /* (owned) */
  PaddockAnswer  answer;
  guint          asked;
};

static GPtrArray *
test_provider_provide (PaddockRootsProvider *provider,
                       PaddockSession       *session,
                       PaddockAnswer        *out_answer)
{
  TestProvider *self = TEST_PROVIDER (provider);

  self->asked++;
  *out_answer = self->answer;
  return g_ptr_array_ref (self->roots);
}

static void
test_provider_iface_init (PaddockRootsProviderInterface *iface)
{
  iface->provide = test_provider_provide;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TestProvider, test_provider, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PADDOCK_TYPE_ROOTS_PROVIDER,
                                                      test_provider_iface_init))

static void
test_provider_finalize (GObject *object)
{
  g_ptr_array_unref (TEST_PROVIDER (object)->roots);
  G_OBJECT_CLASS (test_provider_parent_class)->finalize (object);
}

static void
test_provider_class_init (TestProviderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = test_provider_finalize;
}

static void
test_provider_init (TestProvider *self)
{
  self->roots = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_root_unref);
  self->answer = PADDOCK_ANSWER_LIST;
}

/* A session with a scripted server, which is a descriptor. */
typedef struct {
  TestProvider   *provider;         /* (owned) */
  PaddockSession *session;          /* (owned) */
  int             server;           /* (owned) -1: closed */
  GString        *received;         /* (owned) what the server has not looked at yet */
  GString        *events;           /* (owned) the signals, in their order */
  PaddockReason   closed;
} Fixture;

static void
on_identified (PaddockSession *session,
               gpointer        user_data)
{
  Fixture *fixture = user_data;

  g_assert_nonnull (paddock_session_get_identity (session));
  g_string_append (fixture->events, "identified ");
}

static void
on_listed (PaddockSession *session,
           int             answer,
           gpointer        user_data)
{
  Fixture *fixture = user_data;

  g_string_append_printf (fixture->events, "listed:%d ", answer);
}

static void
on_told (PaddockSession *session,
         gpointer        user_data)
{
  Fixture *fixture = user_data;

  g_string_append (fixture->events, "told ");
}

static void
on_incident (PaddockSession *session,
             int             event,
             int             reason,
             const char     *detail,
             gpointer        user_data)
{
  Fixture *fixture = user_data;

  g_assert_true (g_utf8_validate (detail, -1, NULL));
  g_string_append_printf (fixture->events, "%s:%s ", paddock_event_to_nick (event),
                          paddock_reason_to_nick (reason));
}

static void
on_closed (PaddockSession *session,
           int             reason,
           gpointer        user_data)
{
  Fixture *fixture = user_data;

  g_assert_cmpint (fixture->closed, ==, PADDOCK_REASON_NONE);
  g_assert_cmpint (paddock_session_get_state (session), ==, PADDOCK_SESSION_CLOSED);
  fixture->closed = (PaddockReason) reason;
  g_string_append (fixture->events, "closed ");
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GSocketConnection) connection = NULL;
  g_autoptr (PaddockChannel) channel = NULL;
  g_autoptr (PaddockPeer) peer = paddock_peer_new_for_pid (getuid (), 0);
  g_autoptr (GBytes) secret = g_bytes_new_static ("0123456789abcdef", 16);
  int fds[2];

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds), ==, 0);
  socket = g_socket_new_from_fd (fds[0], NULL);
  connection = g_socket_connection_factory_create_connection (socket);
  channel = paddock_channel_new (G_IO_STREAM (connection));
  fixture->server = fds[1];
  fixture->provider = g_object_new (TEST_TYPE_PROVIDER, NULL);
  fixture->received = g_string_new (NULL);
  fixture->events = g_string_new (NULL);
  fixture->session = paddock_session_new (channel, peer, secret,
                                          PADDOCK_ROOTS_PROVIDER (fixture->provider));
  g_signal_connect (fixture->session, "identified", G_CALLBACK (on_identified), fixture);
  g_signal_connect (fixture->session, "listed", G_CALLBACK (on_listed), fixture);
  g_signal_connect (fixture->session, "told", G_CALLBACK (on_told), fixture);
  g_signal_connect (fixture->session, "incident", G_CALLBACK (on_incident), fixture);
  g_signal_connect (fixture->session, "closed", G_CALLBACK (on_closed), fixture);
}

static void
close_server (Fixture *fixture)
{
  if (fixture->server >= 0)
    close (fixture->server);
  fixture->server = -1;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  close_server (fixture);
  g_assert_finalize_object (fixture->session);
  g_clear_object (&fixture->provider);
  g_string_free (fixture->received, TRUE);
  g_string_free (fixture->events, TRUE);
}

static void
fill (Fixture *fixture)
{
  char data[65536];
  gssize n;

  while (fixture->server >= 0 && (n = read (fixture->server, data, sizeof data)) > 0)
    g_string_append_len (fixture->received, data, n);
}

static gboolean
is_late (gint64 deadline)
{
  return g_get_monotonic_time () > deadline;
}

#define WAIT_FOR(condition) \
  G_STMT_START { \
    gint64 deadline = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND; \
    while (!(condition)) { \
      g_assert_false (is_late (deadline)); \
      g_main_context_iteration (NULL, FALSE); \
    } \
  } G_STMT_END

/* The next line that the server gets. */
static char *
next_line (Fixture *fixture)
{
  char *end, *line;

  WAIT_FOR ((fill (fixture), strchr (fixture->received->str, '\n') != NULL));
  end = strchr (fixture->received->str, '\n');
  line = g_strndup (fixture->received->str, (gsize) (end - fixture->received->str));
  g_string_erase (fixture->received, 0, end + 1 - fixture->received->str);
  return line;
}

static void
assert_next (Fixture    *fixture,
             const char *expected)
{
  g_autofree char *line = next_line (fixture);

  g_assert_cmpstr (line, ==, expected);
}

static void
assert_next_matches (Fixture    *fixture,
                     const char *pattern)
{
  g_autofree char *line = next_line (fixture);

  if (!g_pattern_match_simple (pattern, line))
    g_error ("\"%s\" does not match \"%s\"", line, pattern);
}

static void
say (Fixture    *fixture,
     const char *line)
{
  g_autofree char *text = g_strconcat (line, "\n", NULL);

  g_assert_cmpint (write (fixture->server, text, strlen (text)), ==, strlen (text));
}

/* Nothing was said before the answer to this. */
static void
assert_silent (Fixture *fixture)
{
  say (fixture, "{\"jsonrpc\":\"2.0\",\"id\":\"silent?\",\"method\":\"ping\"}");
  assert_next (fixture, "{\"jsonrpc\":\"2.0\",\"id\":\"silent?\",\"result\":{}}");
}

#define ANSWER_INITIALIZE(version, more) \
  "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"" version "\"," \
  "\"capabilities\":{},\"serverInfo\":{\"name\":\"test\",\"version\":\"1\"}" more "}}"
#define INITIALIZED "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"
#define CHANGED "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}"
#define LIST "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"roots/list\"}"

static void
start (Fixture *fixture)
{
  paddock_session_start (fixture->session);
  assert_next_matches (fixture,
                       "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
                       "\"protocolVersion\":\"2025-11-25\","
                       "\"capabilities\":{\"roots\":{\"listChanged\":true}},"
                       "\"clientInfo\":{\"name\":\"paddock\",\"title\":\"Paddock\",\"version\":*}}}");
}

static void
shake_hands (Fixture    *fixture,
             const char *answer)
{
  start (fixture);
  say (fixture, answer);
  assert_next (fixture, INITIALIZED);
}

static void
add_root (Fixture    *fixture,
          const char *path,
          const char *name)
{
  PaddockRoot template = { .id = path, .path = path, .name = name };

  g_ptr_array_add (fixture->provider->roots, paddock_root_new (&template));
}

static void
remove_roots (Fixture *fixture)
{
  g_ptr_array_set_size (fixture->provider->roots, 0);
}

static void
test_handshake (Fixture       *fixture,
                gconstpointer  data)
{
  g_assert_cmpint (paddock_session_get_state (fixture->session), ==, PADDOCK_SESSION_NEW);
  g_assert_true (g_str_has_prefix (paddock_session_get_scope (fixture->session), "session:"));
  start (fixture);
  g_assert_cmpint (paddock_session_get_state (fixture->session), ==, PADDOCK_SESSION_INITIALIZING);
  g_assert_null (paddock_session_get_version (fixture->session));
  g_assert_null (paddock_session_get_identity (fixture->session));

  say (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  assert_next (fixture, INITIALIZED);
  g_assert_cmpint (paddock_session_get_state (fixture->session), ==, PADDOCK_SESSION_READY);
  g_assert_cmpstr (paddock_session_get_version (fixture->session), ==, "2025-11-25");
  g_assert_cmpstr (paddock_session_get_claimed_name (fixture->session), ==, "test");
  g_assert_cmpint (paddock_identity_get_kind (paddock_session_get_identity (fixture->session)), ==,
                   PADDOCK_IDENTITY_ANONYMOUS);
  g_assert_false (paddock_session_is_launch (fixture->session));
  g_assert_cmpstr (fixture->events->str, ==, "identified ");
  assert_silent (fixture);

  /* A second answer is one that nobody asked for. */
  say (fixture, ANSWER_INITIALIZE ("2024-11-05", ""));
  assert_silent (fixture);
  g_assert_cmpstr (paddock_session_get_version (fixture->session), ==, "2025-11-25");
}

static const struct {
  const char    *answer;
  PaddockReason  reason;
} refusals[] = {
  { ANSWER_INITIALIZE ("2026-07-28", ""), PADDOCK_REASON_UNSUPPORTED_VERSION },
  { ANSWER_INITIALIZE ("2024-10-07", ""), PADDOCK_REASON_UNSUPPORTED_VERSION },
  { ANSWER_INITIALIZE ("", ""), PADDOCK_REASON_MALFORMED },
  { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", PADDOCK_REASON_MALFORMED },
  { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}", PADDOCK_REASON_MALFORMED },
  { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[]}", PADDOCK_REASON_MALFORMED },
  { "{\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\"}}", PADDOCK_REASON_MALFORMED },
  { "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,\"message\":\"no\"}}",
    PADDOCK_REASON_MALFORMED },
  { "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32022,\"message\":\"no\"}}",
    PADDOCK_REASON_UNSUPPORTED_VERSION },
  { "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32022,\"message\":\"no\",\"data\":{"
    "\"supported\":[\"2026-07-28\"],\"requested\":\"2025-11-25\"}}}",
    PADDOCK_REASON_UNSUPPORTED_VERSION },
  { "[" ANSWER_INITIALIZE ("2025-03-26", "") "]", PADDOCK_REASON_MALFORMED },
};

static void
test_refused_handshake (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (refusals); i++) {
    Fixture fixture = { 0 };

    g_test_message ("%s", refusals[i].answer);
    set_up (&fixture, NULL);
    start (&fixture);
    say (&fixture, refusals[i].answer);
    WAIT_FOR (fixture.closed != PADDOCK_REASON_NONE);
    g_assert_cmpint (fixture.closed, ==, refusals[i].reason);
    g_assert_true (g_str_has_suffix (fixture.events->str, " closed "));
    tear_down (&fixture, NULL);
  }
}

/* A peer may refuse the version with an error that names those it has. */
static void
test_second_offer (Fixture       *fixture,
                   gconstpointer  data)
{
  start (fixture);
  say (fixture, "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"no\",\"data\":"
       "{\"supported\":[\"2024-11-05\",\"2026-07-28\",\"2025-06-18\",1]}}}");
  assert_next_matches (fixture, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"initialize\",\"params\":{"
                       "\"protocolVersion\":\"2025-06-18\",*");
  g_assert_cmpstr (fixture->events->str, ==, "deprecated:deprecated ");

  /* The answer to the first offer comes too late. */
  say (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  say (fixture, "{\"jsonrpc\":\"2.0\",\"id\":2.0,\"result\":{\"protocolVersion\":\"2025-06-18\"}}");
  assert_next (fixture, INITIALIZED);
  g_assert_cmpstr (paddock_session_get_version (fixture->session), ==, "2025-06-18");
  g_assert_null (paddock_session_get_claimed_name (fixture->session));
}

#define REFUSAL(id) \
  "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"error\":{\"code\":-32602,\"message\":\"no\"," \
  "\"data\":{\"supported\":[\"2025-03-26\"]}}}"

static void
test_no_third_offer (Fixture       *fixture,
                     gconstpointer  data)
{
  start (fixture);
  say (fixture, REFUSAL ("1"));
  assert_next_matches (fixture, "*\"id\":2,*");
  say (fixture, REFUSAL ("2"));
  WAIT_FOR (fixture->closed == PADDOCK_REASON_UNSUPPORTED_VERSION);
}

static void
test_before_initialized (Fixture       *fixture,
                         gconstpointer  data)
{
  start (fixture);
  say (fixture, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":1}}");
  say (fixture, "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}");
  assert_next (fixture, "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"result\":{}}");

  for (guint i = 0; i < 2; i++) {
    say (fixture, i == 0 ? "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"roots/list\"}"
                         : "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"sampling/createMessage\"}");
    assert_next (fixture, "{\"jsonrpc\":\"2.0\",\"id\":0,\"error\":{\"code\":-32600,"
                 "\"message\":\"initialize was not answered yet\","
                 "\"data\":{\"reason\":\"not-initialized\"}}}");
  }
  g_assert_cmpuint (fixture->provider->asked, ==, 0);
  paddock_session_roots_changed (fixture->session);

  say (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  assert_next (fixture, INITIALIZED);
  say (fixture, LIST);
  assert_next (fixture, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"roots\":[]}}");
}

/* Real servers ask in the same breath in which they answer initialize. */
static void
test_asks_at_once (Fixture       *fixture,
                   gconstpointer  data)
{
  add_root (fixture, "/home/user/a", NULL);
  start (fixture);
  say (fixture, ANSWER_INITIALIZE ("2025-06-18", "") "\n" LIST);
  assert_next (fixture, INITIALIZED);
  assert_next (fixture, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"roots\":["
               "{\"uri\":\"file:///home/user/a\"}]}}");
  g_assert_cmpstr (fixture->events->str, ==, "identified listed:2 ");
}

static void
test_roots_list (Fixture       *fixture,
                 gconstpointer  version)
{
  g_autofree char *answer = g_strdup_printf (ANSWER_INITIALIZE ("%s", ""), (const char *) version);

  add_root (fixture, "/home/user/b", "B \"quoted\"");
  add_root (fixture, "/home/user/My Project", "");
  add_root (fixture, "/home/user/a\xff", NULL);
  shake_hands (fixture, answer);
  g_assert_cmpint (paddock_session_get_last_listed (fixture->session), ==, 0);
  say (fixture, "{\"method\":\"roots/list\",\"jsonrpc\":\"2.0\",\"id\":0}");
  assert_next (fixture, "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"roots\":["
               "{\"uri\":\"file:///home/user/b\",\"name\":\"B \\\"quoted\\\"\"},"
               "{\"uri\":\"file:///home/user/My%20Project\"},"
               "{\"uri\":\"file:///home/user/a%FF\"}]}}");
  g_assert_cmpint (paddock_session_get_last_listed (fixture->session), >, 0);
  g_assert_true (paddock_session_has_read (fixture->session));
}

/* Everything a server may put around its question. */
static void
test_forms_of_the_question (Fixture       *fixture,
                            gconstpointer  data)
{
  static const char * const ids[] = {
    "0", "-7", "1.50", "1e3", "123456789012345678901234567890", "\"\"", "\"srv-roots-1\"",
    "\"\\u00e9\\/\"", "\"\\ud800\"",
  };
  static const char * const params[] = {
    "", ",\"params\":{}", ",\"params\":{\"_meta\":{}}", ",\"params\":{\"cursor\":\"x\"}",
    ",\"params\":null", ",\"params\":[]", ",\"params\":{\"_meta\":{\"progressToken\":1}}",
  };

  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (params); j++) {
      g_autofree char *question = g_strdup_printf (
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"roots/list\"%s}", ids[i], params[j]);
      g_autofree char *answer = g_strdup_printf (
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"roots\":[]}}", ids[i]);

      say (fixture, question);
      assert_next (fixture, answer);
    }
}

static void
test_answers (Fixture       *fixture,
              gconstpointer  data)
{
  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  fixture->provider->answer = PADDOCK_ANSWER_NOT_SUPPORTED;
  say (fixture, LIST);
  assert_next (fixture, "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32601,"
               "\"message\":\"Roots not supported\","
               "\"data\":{\"reason\":\"Roots are switched off for this server\"}}}");
  fixture->provider->answer = PADDOCK_ANSWER_ASK;
  say (fixture, LIST);
  assert_next (fixture, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"roots\":[]}}");
  g_assert_cmpstr (fixture->events->str, ==, "identified listed:3 listed:1 ");

  /* With nobody to ask, nothing is told. */
  g_clear_object (&fixture->provider);
  say (fixture, LIST);
  assert_next (fixture, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"roots\":[]}}");
}

static void
test_related_task (void)
{
  static const struct {
    const char *version;
    const char *meta;
  } cases[] = {
    { "2025-11-25", ",\"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"t\",\"n\":1.0}}" },
    { "2025-06-18", "" }, { "2025-03-26", "" }, { "2024-11-05", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *answer = g_strdup_printf (ANSWER_INITIALIZE ("%s", ""), cases[i].version);
    g_autofree char *expected =
      g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"roots\":[]%s}}", cases[i].meta);
    Fixture fixture = { 0 };

    set_up (&fixture, NULL);
    shake_hands (&fixture, answer);
    say (&fixture, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"roots/list\",\"params\":{\"_meta\":{"
         "\"io.modelcontextprotocol/related-task\":{\"taskId\":\"t\",\"n\":1.0}}}}");
    assert_next (&fixture, expected);
    tear_down (&fixture, NULL);
  }
}

#define LAUNCH ",\"_meta\":{\"io.github.paddock-mcp/launch\":{\"command\":[\"npx\",\"server\"]," \
  "\"exe\":\"/usr/bin/npx\",\"cwd\":\"/home/user/p\",\"host\":\"/usr/bin/host\"," \
  "\"name\":\"Notes\"}}"

/* Who claims to be a `paddock run` is told whether the user was asked. */
static void
test_launch (Fixture       *fixture,
             gconstpointer  data)
{
  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", LAUNCH));
  g_assert_true (paddock_session_is_launch (fixture->session));
  g_assert_cmpstr (paddock_session_get_claimed_name (fixture->session), ==, "Notes");
  g_assert_cmpint (paddock_identity_get_kind (paddock_session_get_identity (fixture->session)), ==,
                   PADDOCK_IDENTITY_LAUNCH);

  say (fixture, LIST);
  assert_next (fixture, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"roots\":[],"
               "\"_meta\":{\"io.github.paddock-mcp/state\":\"decided\"}}}");
  fixture->provider->answer = PADDOCK_ANSWER_ASK;
  say (fixture, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"roots/list\",\"params\":{\"_meta\":{"
       "\"io.modelcontextprotocol/related-task\":{}}}}");
  assert_next (fixture, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"roots\":[],"
               "\"_meta\":{\"io.modelcontextprotocol/related-task\":{},"
               "\"io.github.paddock-mcp/state\":\"pending\"}}}");
}

static void
test_other_messages (Fixture       *fixture,
                     gconstpointer  data)
{
  static const char * const ignored[] = {
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unheard-of\"}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"roots/list\"}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
    "{\"jsonrpc\":\"2.0\",\"id\":99,\"error\":{\"code\":1,\"message\":\"\"}}",
    "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"\"}}",
    "{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":{}}",
    "{\"id\":1,\"error\":{}}",
  };
  static const struct {
    const char *line;
    const char *answer;
  } answered[] = {
    { "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"sampling/createMessage\"}",
      "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}" },
    { "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"roots/list \"}",
      "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}" },
    { "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"initialize\"}",
      "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32600,*}}" },
    { "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
      "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,*}}" },
    { "{\"id\":\"x\",\"method\":\"ping\"}",
      "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"error\":{\"code\":-32600,*}}" },
    { "{}", "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,*}}" },
    { "[]", "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,*}}" },
    { "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]",
      "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,*}}" },
    { "{\"jsonrpc\":", "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,*}}" },
    { "Server is running", "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,*}}" },
  };

  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  for (gsize i = 0; i < G_N_ELEMENTS (ignored); i++) {
    say (fixture, ignored[i]);
    assert_silent (fixture);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (answered); i++) {
    say (fixture, answered[i].line);
    assert_next_matches (fixture, answered[i].answer);
  }
  assert_silent (fixture);
  g_assert_cmpint (paddock_session_get_state (fixture->session), ==, PADDOCK_SESSION_READY);
}

#define PING(id) "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"ping\"}"
#define PONG(id) "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"result\":{}}"

static void
test_batches (Fixture       *fixture,
              gconstpointer  version)
{
  g_autofree char *answer = g_strdup_printf (ANSWER_INITIALIZE ("%s", ""), (const char *) version);

  shake_hands (fixture, answer);
  say (fixture, "[" LIST "," PING ("\"a\"") ",{\"jsonrpc\":\"2.0\",\"method\":\"x\"}]");
  assert_next (fixture, "[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"roots\":[]}}," PONG ("\"a\"") "]");
  say (fixture, "[" PING ("1") "]");
  assert_next (fixture, "[" PONG ("1") "]");

  /* Nothing to answer: nothing at all, not an empty array. */
  say (fixture, "[{\"jsonrpc\":\"2.0\",\"method\":\"x\"},{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}]");
  assert_silent (fixture);

  say (fixture, "[1,{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"initialize\"}," PING ("4") ",[]]");
  assert_next_matches (fixture,
                       "[{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,*}},"
                       "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32600,*}}," PONG ("4")
                       ",{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,*}}]");
}

/* The version is not known yet: both forms are taken. */
static void
test_batch_before_version (Fixture       *fixture,
                           gconstpointer  data)
{
  start (fixture);
  say (fixture, "[" PING ("1") "," LIST "]");
  assert_next_matches (fixture, "[" PONG ("1") ",{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{"
                       "\"code\":-32600,*\"not-initialized\"}}}]");
}

static void
test_batch_limits (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (GString) batch = g_string_new ("[");
  g_autofree char *long_name = g_strnfill (8 * 1024, 'n');

  /* 1,000 times a list of 8 KiB is more than a peer may make us keep. */
  add_root (fixture, "/home/user/a", long_name);
  shake_hands (fixture, ANSWER_INITIALIZE ("2025-03-26", ""));
  for (guint i = 0; i < PADDOCK_BATCH_MAX; i++)
    g_string_append_printf (batch, "%s" LIST, i > 0 ? "," : "");
  g_string_append_c (batch, ']');
  say (fixture, batch->str);
  WAIT_FOR (fixture->closed != PADDOCK_REASON_NONE);
  g_assert_cmpint (fixture->closed, ==, PADDOCK_REASON_LIMIT);
}

static void
test_batch_too_long (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr (GString) batch = g_string_new ("[1");

  shake_hands (fixture, ANSWER_INITIALIZE ("2025-03-26", ""));
  for (guint i = 0; i < PADDOCK_BATCH_MAX; i++)
    g_string_append (batch, ",1");
  g_string_append_c (batch, ']');
  say (fixture, batch->str);
  assert_next_matches (fixture, "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,*}}");
  WAIT_FOR (fixture->closed == PADDOCK_REASON_LIMIT);
}

static void
test_bad_lines (Fixture       *fixture,
                gconstpointer  data)
{
  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  for (guint i = 0; i < PADDOCK_LIMIT_BAD_LINES; i++) {
    say (fixture, i % 2 == 0 ? "no JSON" : "{}");
    assert_next_matches (fixture, "*\"error\"*");
  }
  assert_silent (fixture);
  say (fixture, "no JSON");
  WAIT_FOR (fixture->closed == PADDOCK_REASON_LIMIT);
  g_assert_cmpstr (fixture->events->str, ==,
                   "identified server-refused:malformed server-refused:limit closed ");
}

static void
test_timeout (Fixture       *fixture,
              gconstpointer  data)
{
  paddock_session_set_patience (fixture->session, 20);
  start (fixture);
  say (fixture, PING ("1"));
  assert_next (fixture, PONG ("1"));
  WAIT_FOR (fixture->closed != PADDOCK_REASON_NONE);
  g_assert_cmpint (fixture->closed, ==, PADDOCK_REASON_TIMED_OUT);
}

static void
test_no_timeout_once_ready (Fixture       *fixture,
                            gconstpointer  data)
{
  gint64 end = g_get_monotonic_time () + 60 * G_TIME_SPAN_MILLISECOND;

  paddock_session_set_patience (fixture->session, 30);
  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  WAIT_FOR (is_late (end));
  g_assert_cmpint (paddock_session_get_state (fixture->session), ==, PADDOCK_SESSION_READY);
}

static void
test_peer_closes (Fixture       *fixture,
                  gconstpointer  data)
{
  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  paddock_session_roots_changed (fixture->session);
  close_server (fixture);
  WAIT_FOR (fixture->closed == PADDOCK_REASON_PEER_CLOSED);
  paddock_session_close (fixture->session, PADDOCK_REASON_LIMIT);
  paddock_session_roots_changed (fixture->session);
  g_assert_cmpstr (fixture->events->str, ==, "identified closed ");
}

static void
test_we_close (Fixture       *fixture,
               gconstpointer  data)
{
  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  say (fixture, LIST);
  paddock_session_close (fixture->session, PADDOCK_REASON_USER_DENIED);
  g_assert_cmpint (fixture->closed, ==, PADDOCK_REASON_USER_DENIED);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpstr (fixture->events->str, ==, "identified closed ");
}

/* Lets the coalescing time pass, then shows whether something was told in it. */
static void
assert_told (Fixture  *fixture,
             gboolean  told)
{
  guint asked = fixture->provider->asked;

  WAIT_FOR (fixture->provider->asked == asked + 1);
  if (told)
    assert_next (fixture, CHANGED);
  assert_silent (fixture);
}

static void
change (Fixture *fixture)
{
  for (guint i = 0; i < 10; i++)
    paddock_session_roots_changed (fixture->session);
}

static void
list (Fixture *fixture)
{
  g_autofree char *answer = NULL;

  say (fixture, LIST);
  answer = next_line (fixture);
}

static void
test_told_of_changes (Fixture       *fixture,
                      gconstpointer  data)
{
  add_root (fixture, "/a", NULL);
  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  list (fixture);

  /* There and back within the time: nothing. */
  remove_roots (fixture);
  change (fixture);
  add_root (fixture, "/a", NULL);
  change (fixture);
  assert_told (fixture, FALSE);

  /* Ten changes are one. */
  add_root (fixture, "/b", NULL);
  change (fixture);
  assert_told (fixture, TRUE);
  g_assert_false (paddock_session_has_read (fixture->session));

  /* It did not look yet: one more added is not told again. */
  add_root (fixture, "/c", NULL);
  change (fixture);
  assert_told (fixture, FALSE);

  /* But what it was answered and may not see any more is. */
  remove_roots (fixture);
  change (fixture);
  assert_told (fixture, TRUE);
  list (fixture);
  g_assert_true (paddock_session_has_read (fixture->session));
  change (fixture);
  assert_told (fixture, FALSE);
  g_assert_cmpstr (fixture->events->str, ==, "identified listed:2 told told listed:2 ");
}

/* Compared with what it would have been answered when it became ready. */
static void
test_told_before_it_lists (Fixture       *fixture,
                           gconstpointer  data)
{
  add_root (fixture, "/a", NULL);
  shake_hands (fixture, ANSWER_INITIALIZE ("2025-11-25", ""));
  change (fixture);
  assert_told (fixture, FALSE);
  add_root (fixture, "/b", NULL);
  change (fixture);
  assert_told (fixture, TRUE);
}

static void
close_in_identified (PaddockSession *session)
{
  paddock_session_close (session, PADDOCK_REASON_LIMIT);
}

/* The service may turn a server away as soon as it knows who it is. */
static void
test_closed_when_identified (Fixture       *fixture,
                             gconstpointer  data)
{
  g_signal_connect (fixture->session, "identified", G_CALLBACK (close_in_identified), NULL);
  start (fixture);
  say (fixture, ANSWER_INITIALIZE ("2025-11-25", "") "\n" LIST);
  WAIT_FOR (fixture->closed == PADDOCK_REASON_LIMIT);
  fill (fixture);
  g_assert_cmpstr (fixture->received->str, ==, "");
  g_assert_cmpuint (fixture->provider->asked, ==, 0);
}

static void
test_names (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *long_name = g_strnfill (10000, 'n');
  g_autofree char *answer =
    g_strdup_printf (ANSWER_INITIALIZE ("2025-11-25", ",\"serverInfo\":{\"name\":\"n\","
                                        "\"title\":\"a\\u202e\\u0000b%s\"}"), long_name);
  const char *name;

  shake_hands (fixture, answer);
  name = paddock_session_get_claimed_name (fixture->session);
  g_assert_true (g_str_has_prefix (name, "a\\u{202E}"));
  g_assert_cmpuint (strlen (name), <, 2 * PADDOCK_LIMIT_NAME_BYTES);

  paddock_session_set_server_id (fixture->session, "s1");
  paddock_session_set_server_id (fixture->session, paddock_session_get_server_id (fixture->session));
  g_assert_cmpstr (paddock_session_get_server_id (fixture->session), ==, "s1");
}

#define ADD(path, data, func) \
  g_test_add ("/session/" path, Fixture, data, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("handshake", NULL, test_handshake);
  g_test_add_func ("/session/refused-handshake", test_refused_handshake);
  ADD ("second-offer", NULL, test_second_offer);
  ADD ("no-third-offer", NULL, test_no_third_offer);
  ADD ("before-initialized", NULL, test_before_initialized);
  ADD ("asks-at-once", NULL, test_asks_at_once);
  ADD ("roots-list/2024-11-05", "2024-11-05", test_roots_list);
  ADD ("roots-list/2025-03-26", "2025-03-26", test_roots_list);
  ADD ("roots-list/2025-06-18", "2025-06-18", test_roots_list);
  ADD ("roots-list/2025-11-25", "2025-11-25", test_roots_list);
  ADD ("forms-of-the-question", NULL, test_forms_of_the_question);
  ADD ("answers", NULL, test_answers);
  g_test_add_func ("/session/related-task", test_related_task);
  ADD ("launch", NULL, test_launch);
  ADD ("other-messages", NULL, test_other_messages);
  ADD ("batches/2024-11-05", "2024-11-05", test_batches);
  ADD ("batches/2025-03-26", "2025-03-26", test_batches);
  ADD ("batch-before-version", NULL, test_batch_before_version);
  ADD ("batch-limits", NULL, test_batch_limits);
  ADD ("batch-too-long", NULL, test_batch_too_long);
  ADD ("bad-lines", NULL, test_bad_lines);
  ADD ("timeout", NULL, test_timeout);
  ADD ("no-timeout-once-ready", NULL, test_no_timeout_once_ready);
  ADD ("peer-closes", NULL, test_peer_closes);
  ADD ("we-close", NULL, test_we_close);
  ADD ("told-of-changes", NULL, test_told_of_changes);
  ADD ("told-before-it-lists", NULL, test_told_before_it_lists);
  ADD ("closed-when-identified", NULL, test_closed_when_identified);
  ADD ("names", NULL, test_names);
  return g_test_run ();
}
