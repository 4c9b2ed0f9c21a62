/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-listener.h"

#include <glib/gstdio.h>
#include <gio/gunixsocketaddress.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "paddock-error.h"
#include "paddock-limits.h"
#include "paddock-names.h"
#include "paddock-reason.h"

typedef struct {
  char            *directory;       /* (owned) */
  char            *path;            /* (owned) */
  char            *lock;            /* (owned) */
  PaddockListener *listener;        /* (owned) */
  GPtrArray       *connections;     /* (owned) accepted connections */
  GPtrArray       *clients;         /* (owned) the other ends */
  PaddockPeer     *peer;            /* (owned) (nullable) the last one */
  GString         *refused;         /* (owned) */
} Fixture;

static void
on_connection (PaddockListener   *listener,
               GSocketConnection *connection,
               PaddockPeer       *peer,
               gpointer           user_data)
{
  Fixture *fixture = user_data;

  g_ptr_array_add (fixture->connections, g_object_ref (connection));
  g_clear_pointer (&fixture->peer, paddock_peer_unref);
  fixture->peer = paddock_peer_ref (peer);
}

static void
on_refused (PaddockListener *listener,
            int              reason,
            const char      *detail,
            gpointer         user_data)
{
  Fixture *fixture = user_data;

  g_string_append_printf (fixture->refused, "%s (%s) ",
                          paddock_reason_to_nick ((PaddockReason) reason), detail);
}

static PaddockListener *
make_listener (Fixture *fixture)
{
  PaddockListener *listener = paddock_listener_new ();

  g_signal_connect (listener, "connection", G_CALLBACK (on_connection), fixture);
  g_signal_connect (listener, "refused", G_CALLBACK (on_refused), fixture);
  return listener;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  fixture->directory = g_dir_make_tmp ("paddock-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->directory, "mcp.sock", NULL);
  fixture->lock = g_strconcat (fixture->path, ".lock", NULL);
  fixture->connections = g_ptr_array_new_with_free_func (g_object_unref);
  fixture->clients = g_ptr_array_new_with_free_func (g_object_unref);
  fixture->refused = g_string_new (NULL);
  fixture->listener = make_listener (fixture);
  paddock_listener_reserve (fixture->listener, fixture->path, &error);
  g_assert_no_error (error);
  paddock_listener_listen (fixture->listener, &error);
  g_assert_no_error (error);
  paddock_listener_open (fixture->listener);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_finalize_object (fixture->listener);
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  g_ptr_array_unref (fixture->connections);
  g_ptr_array_unref (fixture->clients);
  g_clear_pointer (&fixture->peer, paddock_peer_unref);
  g_string_free (fixture->refused, TRUE);
  g_unlink (fixture->lock);
  g_rmdir (fixture->directory);
  g_free (fixture->directory);
  g_free (fixture->path);
  g_free (fixture->lock);
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

static GSocket *
dial (Fixture *fixture)
{
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (fixture->path);
  g_autoptr (GError) error = NULL;
  GSocket *socket =
    g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, &error);

  g_assert_no_error (error);
  g_socket_connect (socket, address, NULL, &error);
  g_assert_no_error (error);
  g_ptr_array_add (fixture->clients, socket);
  return socket;
}

static void
test_connection (Fixture       *fixture,
                 gconstpointer  data)
{
  dial (fixture);
  dial (fixture);
  WAIT_FOR (fixture->connections->len == 2);
  g_assert_cmpuint (fixture->peer->uid, ==, getuid ());
  g_assert_cmpint (fixture->peer->pid, ==, getpid ());
  g_assert_cmpstr (fixture->refused->str, ==, "");
}

static void
test_second_listener (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (PaddockListener) second = make_listener (fixture);
  g_autoptr (GError) error = NULL;

  g_assert_false (paddock_listener_reserve (second, fixture->path, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_RUNNING);
  dial (fixture);
  WAIT_FOR (fixture->connections->len == 1);

  paddock_listener_stop (fixture->listener);
  g_clear_error (&error);
  g_assert_true (paddock_listener_reserve (second, fixture->path, &error));
  /* With the lock alone, nobody can connect. */
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  g_assert_true (paddock_listener_listen (second, &error));
  dial (fixture);
  /* Peers that connected are not accepted before paddock_listener_open(). */
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_cmpuint (fixture->connections->len, ==, 1);
  paddock_listener_open (second);
  WAIT_FOR (fixture->connections->len == 2);
  paddock_listener_stop (second);
  paddock_listener_stop (second);
}

static void
on_in_use_changed (PaddockListener *listener,
                   gpointer         user_data)
{
  g_string_append_c (user_data, paddock_listener_is_in_use (listener) ? '+' : '-');
}

/* The signal comes for the first connection and after the last one, not in between. */
static void
test_in_use (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GString) told = g_string_new (NULL);

  g_signal_connect (fixture->listener, "in-use-changed", G_CALLBACK (on_in_use_changed), told);
  g_assert_false (paddock_listener_is_in_use (fixture->listener));
  for (guint round = 0; round < 2; round++) {
    dial (fixture);
    dial (fixture);
    WAIT_FOR (fixture->connections->len == 2);
    g_ptr_array_remove_index (fixture->connections, 0);
    g_assert_true (paddock_listener_is_in_use (fixture->listener));
    g_ptr_array_remove_index (fixture->connections, 0);
    g_assert_false (paddock_listener_is_in_use (fixture->listener));
  }
  g_assert_cmpstr (told->str, ==, "+-+-");
}

/* Connections outlive the listener's end. */
static void
test_stop (Fixture       *fixture,
           gconstpointer  data)
{
  GSocket *client = dial (fixture);
  char byte;

  WAIT_FOR (fixture->connections->len == 1);
  paddock_listener_stop (fixture->listener);
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (fixture->lock, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_socket_send (client, "x", 1, NULL, NULL), ==, 1);
  g_assert_cmpint (g_socket_receive (
                     g_socket_connection_get_socket (g_ptr_array_index (fixture->connections, 0)),
                     &byte, 1, NULL, NULL), ==, 1);
}

static void
test_limit_per_pid (Fixture       *fixture,
                    gconstpointer  data)
{
  const char *told = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,"
                     "\"message\":\"Too many connections of one process\"}}\n";
  char text[256] = "";
  GSocket *client;

  for (guint i = 0; i < PADDOCK_LIMIT_SESSIONS_PER_PID; i++)
    dial (fixture);
  WAIT_FOR (fixture->connections->len == PADDOCK_LIMIT_SESSIONS_PER_PID);
  g_assert_cmpstr (fixture->refused->str, ==, "");

  client = dial (fixture);
  WAIT_FOR (fixture->refused->len > 0);
  g_assert_cmpstr (fixture->refused->str, ==, "limit (connections of one process) ");
  g_assert_cmpint (g_socket_receive (client, text, sizeof text - 1, NULL, NULL), ==, strlen (told));
  g_assert_cmpstr (text, ==, told);
  g_assert_cmpint (g_socket_receive (client, text, sizeof text, NULL, NULL), ==, 0);

  /* One that ends makes space for one. */
  g_ptr_array_remove_index (fixture->connections, 0);
  dial (fixture);
  WAIT_FOR (fixture->connections->len == PADDOCK_LIMIT_SESSIONS_PER_PID);
  dial (fixture);
  WAIT_FOR (strlen (fixture->refused->str) > strlen ("limit (connections of one process) "));
}

/* The limit of one process does not affect another. */
static void
test_limit_is_of_one (Fixture       *fixture,
                      gconstpointer  data)
{
  pid_t pid;

  for (guint i = 0; i <= PADDOCK_LIMIT_SESSIONS_PER_PID; i++)
    dial (fixture);
  WAIT_FOR (fixture->refused->len > 0);

  pid = fork ();
  g_assert_cmpint (pid, >=, 0);
  if (pid == 0) {
    dial (fixture);
    pause ();
  }
  WAIT_FOR (fixture->connections->len == PADDOCK_LIMIT_SESSIONS_PER_PID + 1);
  g_assert_cmpint (fixture->peer->pid, ==, pid);
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
}

/* Another user is refused, whatever the mode of the file. */
static void
test_other_user (Fixture       *fixture,
                 gconstpointer  data)
{
  pid_t pid;

  if (getuid () != 0) {
    g_test_skip ("only root can become another user");
    return;
  }
  g_assert_cmpint (g_chmod (fixture->directory, 0755), ==, 0);
  g_assert_cmpint (g_chmod (fixture->path, 0666), ==, 0);
  pid = fork ();
  g_assert_cmpint (pid, >=, 0);
  if (pid == 0) {
    char byte;

    if (setuid (65534) == 0)
      g_socket_receive (dial (fixture), &byte, 1, NULL, NULL);
    _exit (0);
  }
  WAIT_FOR (fixture->refused->len > 0);
  g_assert_cmpstr (fixture->refused->str, ==, "wrong-user (user 65534) ");
  g_assert_cmpuint (fixture->connections->len, ==, 0);
  waitpid (pid, NULL, 0);
}

/* Without free descriptors the listener reports that once a second and does not spin. Waiting peers
 * are accepted later. */
static void
test_exhausted (Fixture       *fixture,
                gconstpointer  data)
{
  struct rlimit limit, narrow;
  guint commits = 0;

  dial (fixture);
  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  narrow = limit;
  narrow.rlim_cur = 4;
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &narrow), ==, 0);
  WAIT_FOR (fixture->refused->len > 0);
  g_assert_true (g_str_has_prefix (fixture->refused->str, "limit ("));
  while (g_main_context_iteration (NULL, FALSE))
    g_assert_cmpuint (++commits, <, 100);

  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  WAIT_FOR (fixture->connections->len == 1);
}

#define ADD(path, func) \
  g_test_add ("/listener/" path, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("connection", test_connection);
  ADD ("second-listener", test_second_listener);
  ADD ("in-use", test_in_use);
  ADD ("stop", test_stop);
  ADD ("limit-per-pid", test_limit_per_pid);
  ADD ("limit-is-of-one", test_limit_is_of_one);
  ADD ("other-user", test_other_user);
  ADD ("exhausted", test_exhausted);
  return g_test_run ();
}
