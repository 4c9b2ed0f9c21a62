/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-methods.h"
#include "paddock-notice.h"
#include "paddock-session.h"
#include "roots-provider-fixture.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A session of the service with a scripted server at its other end, and a provider with the roots
 * that the test chooses. */

/* Every message has this. */
#define V "\"jsonrpc\":\"2.0\""

/* A session with a scripted server; the server is a descriptor. */
typedef struct {
  TestProvider   *provider;         /* (owned) */
  PaddockSession *session;          /* (owned) */
  int             server;           /* (owned) -1: closed */
  GString        *received;         /* (owned) what the server has not read yet */
  GString        *events;           /* (owned) the signals, in their order */
  PaddockReason   closed;
} Fixture;

static inline void
on_identified (PaddockSession *session,
               gpointer        user_data)
{
  Fixture *fixture = user_data;

  g_assert_nonnull (paddock_session_get_recipient (session)->identity);
  g_string_append (fixture->events, "identified ");
}

static inline void
on_listed (PaddockSession *session,
           int             answer,
           gpointer        user_data)
{
  Fixture *fixture = user_data;

  g_string_append_printf (fixture->events, "listed:%d ", answer);
}

static inline void
on_wanted (PaddockSession *session,
           int             answer,
           gpointer        user_data)
{
  Fixture *fixture = user_data;

  g_string_append_printf (fixture->events, "wanted:%d ", answer);
}

static inline void
on_told (PaddockSession *session,
         Fixture        *fixture)
{
  g_string_append (fixture->events, "told ");
}

static inline void
on_incident (PaddockSession *session,
             int             event,
             int             reason,
             const char     *detail,
             guint           count,
             gpointer        user_data)
{
  Fixture *fixture = user_data;

  g_assert_true (detail == NULL || g_utf8_validate (detail, -1, NULL));
  g_string_append_printf (fixture->events, "%s:%s ", paddock_journal_entry_event_to_nick (event),
                          paddock_reason_to_nick (reason));
  if (count != 1)
    g_string_append_printf (fixture->events, "x%u ", count);
}

static inline void
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

static inline void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GSocketConnection) connection = NULL;
  g_autoptr (PaddockChannel) channel = NULL;
  g_autoptr (PaddockPeer) peer = paddock_peer_new_for_pid (getuid (), 0);
  g_autoptr (GBytes) secret = g_bytes_new_static ("secret", 6);
  int fds[2];

  peer->is_hidden = TRUE;
  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds), ==, 0);
  socket = g_socket_new_from_fd (fds[0], NULL);
  connection = g_socket_connection_factory_create_connection (socket);
  channel = paddock_channel_new (G_IO_STREAM (connection));
  fixture->server = fds[1];
  fixture->provider = g_object_new (TEST_TYPE_PROVIDER, NULL);
  fixture->received = g_string_new (NULL);
  fixture->events = g_string_new (NULL);
  fixture->session = paddock_session_new (channel, peer, secret,
                                          PADDOCK_ROOTS_PROVIDER (fixture->provider),
                                          paddock_methods_get_handlers ());
  g_signal_connect (fixture->session, "identified", G_CALLBACK (on_identified), fixture);
  g_signal_connect (fixture->session, "listed", G_CALLBACK (on_listed), fixture);
  g_signal_connect (fixture->session, "wanted", G_CALLBACK (on_wanted), fixture);
  g_signal_connect (fixture->session, "told", G_CALLBACK (on_told), fixture);
  g_signal_connect (fixture->session, "incident", G_CALLBACK (on_incident), fixture);
  g_signal_connect (fixture->session, "closed", G_CALLBACK (on_closed), fixture);
}

static inline const char *
get_version (Fixture *fixture)
{
  const PaddockVersion *version = paddock_session_get_recipient (fixture->session)->version;

  return version != NULL ? version->name : NULL;
}

static inline PaddockIdentityKind
get_identity_kind (Fixture *fixture)
{
  return paddock_identity_get_kind (paddock_session_get_recipient (fixture->session)->identity);
}

static inline gint64
get_last_listed (Fixture *fixture)
{
  return paddock_session_roots_get_last_listed (paddock_session_get_roots (fixture->session));
}

static inline gboolean
has_read (Fixture *fixture)
{
  return paddock_session_roots_are_read (paddock_session_get_roots (fixture->session));
}

static inline void
close_server (Fixture *fixture)
{
  if (fixture->server >= 0)
    close (fixture->server);
  fixture->server = -1;
}

static inline void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  close_server (fixture);
  g_assert_finalize_object (fixture->session);
  g_clear_object (&fixture->provider);
  g_string_free (fixture->received, TRUE);
  g_string_free (fixture->events, TRUE);
}

static inline void
fill (Fixture *fixture)
{
  char data[65536];
  gssize n;

  while (fixture->server >= 0 && (n = read (fixture->server, data, sizeof data)) > 0)
    g_string_append_len (fixture->received, data, n);
}

static inline gboolean
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

/* Returns the next line that the server gets. */
static inline char *
next_line (Fixture *fixture)
{
  char *end, *line;

  WAIT_FOR ((fill (fixture), strchr (fixture->received->str, '\n') != NULL));
  end = strchr (fixture->received->str, '\n');
  line = g_strndup (fixture->received->str, (gsize) (end - fixture->received->str));
  g_string_erase (fixture->received, 0, end + 1 - fixture->received->str);
  return line;
}

static inline void
assert_next (Fixture    *fixture,
             const char *expected)
{
  g_autofree char *line = next_line (fixture);

  g_assert_cmpstr (line, ==, expected);
}

static inline void
assert_next_matches (Fixture    *fixture,
                     const char *pattern)
{
  g_autofree char *line = next_line (fixture);

  if (!g_pattern_match_simple (pattern, line))
    g_error ("\"%s\" does not match \"%s\"", line, pattern);
}

static inline void
say (Fixture    *fixture,
     const char *line)
{
  g_autofree char *text = g_strconcat (line, "\n", NULL);

  g_assert_cmpint (write (fixture->server, text, strlen (text)), ==, strlen (text));
}

/* Checks that nothing comes before the answer to this request. */
static inline void
assert_silent (Fixture *fixture)
{
  say (fixture, "{" V ",\"id\":\"silent?\",\"method\":\"ping\"}");
  assert_next (fixture, "{" V ",\"id\":\"silent?\",\"result\":{}}");
}

#define ANSWER_INITIALIZE(version, more) \
  "{" V ",\"id\":1,\"result\":{\"protocolVersion\":\"" version "\"," \
  "\"capabilities\":{},\"serverInfo\":{\"name\":\"test\",\"version\":\"1\"}" more "}}"
#define INITIALIZED "{" V ",\"method\":\"notifications/initialized\"}"
#define CHANGED "{" V ",\"method\":\"notifications/roots/list_changed\"}"
#define LIST "{" V ",\"id\":2,\"method\":\"roots/list\"}"

static inline void
start (Fixture *fixture)
{
  paddock_session_start (fixture->session);
  assert_next_matches (fixture,
                       "{" V ",\"id\":1,\"method\":\"initialize\",\"params\":{"
                       "\"protocolVersion\":\"2025-11-25\","
                       "\"capabilities\":{\"roots\":{\"listChanged\":true}},"
                       "\"clientInfo\":{\"name\":\"paddock\",\"title\":\"Paddock\","
                       "\"version\":*}}}");
}

static inline void
shake_hands (Fixture    *fixture,
             const char *answer)
{
  start (fixture);
  say (fixture, answer);
  assert_next (fixture, INITIALIZED);
}

static inline void
add_root (Fixture    *fixture,
          const char *path,
          const char *name)
{
  PaddockRoot template = { path, path, NULL, name, PADDOCK_ACCESS_READ_WRITE };

  g_ptr_array_add (fixture->provider->roots, paddock_root_new (&template));
}

static inline void
remove_roots (Fixture *fixture)
{
  g_ptr_array_set_size (fixture->provider->roots, 0);
}
