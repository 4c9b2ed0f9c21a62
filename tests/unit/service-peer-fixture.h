/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>
#include <glib-unix.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "service-fixtures.h"

G_BEGIN_DECLS

/* A server for the service: the other end of a connection, which speaks MCP line by line. */
typedef struct {
  int      fd;                      /* (owned) -1: closed */
  guint    source_id;
  GString *unfinished;              /* (owned) an incomplete line */
  GQueue  *lines;                   /* (owned) unread lines */
  guint    told;                    /* how many list_changed it got */
  guint    last_id;
} TestPeer;

static inline void
test_peer_take_lines (TestPeer *peer)
{
  char *end;

  while ((end = strchr (peer->unfinished->str, '\n')) != NULL) {
    char *line = g_strndup (peer->unfinished->str, (gsize) (end - peer->unfinished->str));

    g_string_erase (peer->unfinished, 0, end + 1 - peer->unfinished->str);
    if (strstr (line, "\"notifications/roots/list_changed\"") != NULL) {
      peer->told++;
      g_free (line);
    } else {
      g_queue_push_tail (peer->lines, line);
    }
  }
}

static inline gboolean
on_test_peer_readable (int          fd,
                       GIOCondition condition,
                       gpointer     user_data)
{
  TestPeer *peer = user_data;
  char data[4096];
  gssize n = read (fd, data, sizeof data);

  if (n > 0) {
    g_string_append_len (peer->unfinished, data, n);
    test_peer_take_lines (peer);
    return G_SOURCE_CONTINUE;
  }
  peer->source_id = 0;
  return G_SOURCE_REMOVE;
}

static inline TestPeer *
test_peer_new_for_fd (int fd)
{
  TestPeer *peer = g_new0 (TestPeer, 1);

  peer->fd = fd;
  peer->unfinished = g_string_new (NULL);
  peer->lines = g_queue_new ();
  peer->source_id = g_unix_fd_add (fd, G_IO_IN | G_IO_HUP, on_test_peer_readable, peer);
  return peer;
}

/* A new connection of @who, passed to the sessions. */
static inline TestPeer *
test_peer_new (PaddockSessions *sessions,
               PaddockPeer     *who)
{
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GSocketConnection) connection = NULL;
  int fds[2];

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), ==, 0);
  socket = g_socket_new_from_fd (fds[0], NULL);
  connection = g_socket_connection_factory_create_connection (socket);
  paddock_sessions_admit (sessions, G_IO_STREAM (connection), who);
  return test_peer_new_for_fd (fds[1]);
}

/* A peer that the kernel hides, as from a sandbox. Its process and program are unknown. */
static inline TestPeer *
test_peer_new_unknown (PaddockSessions *sessions)
{
  g_autoptr (PaddockPeer) who = paddock_peer_new_for_pid (getuid (), 0);

  who->is_hidden = TRUE;
  return test_peer_new (sessions, who);
}

static inline TestPeer *
test_peer_dial (const char *socket_path)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_strlcpy (address.sun_path, socket_path, sizeof address.sun_path);
  g_assert_cmpint (connect (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  return test_peer_new_for_fd (fd);
}

static inline void
test_peer_hang_up (TestPeer *peer)
{
  g_clear_handle_id (&peer->source_id, g_source_remove);
  if (peer->fd >= 0)
    close (peer->fd);
  peer->fd = -1;
}

static inline void
test_peer_free (TestPeer *peer)
{
  test_peer_hang_up (peer);
  g_string_free (peer->unfinished, TRUE);
  g_queue_free_full (peer->lines, g_free);
  g_free (peer);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestPeer, test_peer_free)

static inline void
test_peer_say (TestPeer   *peer,
               const char *line)
{
  g_autofree char *text = g_strconcat (line, "\n", NULL);

  g_assert_cmpint (write (peer->fd, text, strlen (text)), ==, strlen (text));
}

static inline char *
test_peer_next (TestPeer *peer)
{
  WAIT_FOR (peer->lines->length > 0);
  return g_queue_pop_head (peer->lines);
}

static inline void
test_peer_expect (TestPeer   *peer,
                  const char *pattern)
{
  g_autofree char *line = test_peer_next (peer);

  if (!g_pattern_match_simple (pattern, line))
    g_error ("“%s” does not match “%s”", line, pattern);
}

/* Introduces a server with the name @name. With @program it is a launched server, optionally with
 * @key. */
static inline void
test_peer_introduce_with_key (TestPeer   *peer,
                              const char *name,
                              const char *program,
                              const char *key)
{
  g_autoptr (GString) answer = g_string_new (NULL);

  g_string_printf (answer, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":"
                   "\"2025-11-25\",\"capabilities\":{},\"serverInfo\":{\"name\":\"%s\","
                   "\"version\":\"1\"}", name);
  if (program != NULL)
    g_string_append_printf (answer, ",\"_meta\":{\"io.github.paddock-mcp/launch\":"
                            "{\"command\":[\"%s\"],\"exe\":\"%s\"%s%s%s}}", program, program,
                            key != NULL ? ",\"key\":\"" : "", key != NULL ? key : "",
                            key != NULL ? "\"" : "");
  g_string_append (answer, "}}");
  test_peer_expect (peer, "*\"method\":\"initialize\"*");
  test_peer_say (peer, answer->str);
}

static inline void
test_peer_introduce (TestPeer   *peer,
                     const char *name,
                     const char *program)
{
  test_peer_introduce_with_key (peer, name, program, "k");
}

/* … and the session begins. */
static inline void
test_peer_shake_hands (TestPeer   *peer,
                       const char *name,
                       const char *program)
{
  test_peer_introduce (peer, name, program);
  test_peer_expect (peer, "*notifications/initialized*");
}

/* Requests the roots. Returns the names of the folders in the answer, separated by spaces. */
static inline char *
test_peer_list (TestPeer *peer)
{
  g_autofree char *request = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%u,"
                                              "\"method\":\"roots/list\"}", ++peer->last_id);
  g_autofree char *line = NULL;
  g_auto (GStrv) parts = NULL;
  g_autoptr (GString) names = g_string_new (NULL);

  test_peer_say (peer, request);
  line = test_peer_next (peer);
  g_assert_nonnull (strstr (line, "\"roots\":["));
  parts = g_strsplit (line, "\"uri\":\"file://", -1);
  for (guint i = 1; parts[i] != NULL; i++) {
    g_autofree char *path = g_strndup (parts[i], strcspn (parts[i], "\""));
    g_autofree char *name = g_path_get_basename (path);

    g_string_append_printf (names, "%s%s", i > 1 ? " " : "", name);
  }
  return g_string_free (g_steal_pointer (&names), FALSE);
}

static inline void
test_peer_assert_list (TestPeer   *peer,
                       const char *expected)
{
  g_autofree char *names = test_peer_list (peer);

  g_assert_cmpstr (names, ==, expected);
}

G_END_DECLS
