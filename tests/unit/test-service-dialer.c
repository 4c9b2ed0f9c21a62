/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-service-dialer.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define DEADLINE (20 * G_USEC_PER_SEC)
#define GRACE 60

/* What socket() and connect() fail with; 0: they work. */
static int socket_error, connect_error;

int __real_socket (int domain,
                   int type,
                   int protocol);
int __wrap_socket (int domain,
                   int type,
                   int protocol);
int __real_connect (int                    fd,
                    const struct sockaddr *address,
                    socklen_t              length);
int __wrap_connect (int                    fd,
                    const struct sockaddr *address,
                    socklen_t              length);

int
__wrap_socket (int domain,
               int type,
               int protocol)
{
  errno = socket_error;
  return socket_error != 0 ? -1 : __real_socket (domain, type, protocol);
}

int
__wrap_connect (int                    fd,
                const struct sockaddr *address,
                socklen_t              length)
{
  errno = connect_error;
  return connect_error != 0 ? -1 : __real_connect (fd, address, length);
}

typedef struct {
  char                 *directory;
  char                 *path;
  PaddockServiceDialer *dialer;     /* NULL: it was freed */
  int                   listener;
  GString              *log;
  gboolean              frees;      /* when the connection is lost */
} Fixture;

static void
on_line (GBytes   *line,
         gpointer  user_data)
{
  g_string_append_printf (((Fixture *) user_data)->log, "line %.*s\n",
                          (int) g_bytes_get_size (line),
                          (const char *) g_bytes_get_data (line, NULL));
}

static void
on_lost (gboolean was_begun,
         gpointer user_data)
{
  Fixture *fixture = user_data;

  g_string_append (fixture->log, was_begun ? "lost\n" : "never begun\n");
  if (fixture->frees)
    g_clear_pointer (&fixture->dialer, paddock_service_dialer_free);
}

static void
on_unreachable (gpointer user_data)
{
  g_string_append (((Fixture *) user_data)->log, "unreachable\n");
}

static void
on_absent (gpointer user_data)
{
  g_string_append (((Fixture *) user_data)->log, "absent\n");
}

static void
on_forbidden (const char *reason,
              gpointer    user_data)
{
  g_string_append_printf (((Fixture *) user_data)->log, "forbidden: %s\n", reason);
}

static const PaddockServiceDialerFuncs funcs = {
  on_line, on_lost, on_unreachable, on_absent, on_forbidden,
};

static void
start_listening (Fixture *fixture)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };

  g_assert_cmpuint (strlen (fixture->path), <, sizeof address.sun_path);
  memcpy (address.sun_path, fixture->path, strlen (fixture->path));
  fixture->listener = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  g_assert_cmpint (bind (fixture->listener, (struct sockaddr *) &address, sizeof address), ==, 0);
  g_assert_cmpint (listen (fixture->listener, 8), ==, 0);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  memset (fixture, 0, sizeof *fixture);
  fixture->directory = g_dir_make_tmp ("paddock-test-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->directory, "socket", NULL);
  fixture->log = g_string_new (NULL);
  fixture->listener = -1;
  fixture->dialer = paddock_service_dialer_new (fixture->path, GRACE, &funcs, fixture);
  g_assert_cmpstr (paddock_service_dialer_get_path (fixture->dialer), ==, fixture->path);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_clear_pointer (&fixture->dialer, paddock_service_dialer_free);
  if (fixture->listener >= 0)
    close (fixture->listener);
  g_unlink (fixture->path);
  g_rmdir (fixture->directory);
  g_free (fixture->path);
  g_free (fixture->directory);
  g_string_free (fixture->log, TRUE);
}

static void
expect (Fixture    *fixture,
        const char *expected)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;

  while (fixture->log->len < strlen (expected)) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    g_main_context_iteration (NULL, FALSE);
  }
  g_assert_cmpstr (fixture->log->str, ==, expected);
  g_string_truncate (fixture->log, 0);
}

static int
accept_one (Fixture *fixture)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;
  int fd;

  while ((fd = accept4 (fixture->listener, NULL, NULL, SOCK_CLOEXEC)) < 0) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    g_main_context_iteration (NULL, FALSE);
  }
  return fd;
}

/* It finds a service that comes later, and says once that there was none. */
static void
test_later (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (GBytes) line = g_bytes_new_static ("hello", 5);
  char text[16];
  int fd;

  paddock_service_dialer_start (fixture->dialer);
  expect (fixture, "unreachable\n");
  start_listening (fixture);
  paddock_service_dialer_start (fixture->dialer);
  fd = accept_one (fixture);
  g_assert_cmpint (write (fd, "one\ntwo\n", 8), ==, 8);
  expect (fixture, "line one\nline two\n");
  paddock_service_dialer_begun (fixture->dialer);
  paddock_service_dialer_send (fixture->dialer, line);
  g_assert_cmpint (read (fd, text, sizeof text), ==, 6);
  g_assert_cmpmem (text, 6, "hello\n", 6);

  close (fd);
  expect (fixture, "lost\n");
  fd = accept_one (fixture);
  g_assert_cmpint (fixture->log->len, ==, 0);
  close (fd);
}

/* One that accepts and says nothing is given up; one that has begun may say nothing. */
static void
test_silent (Fixture       *fixture,
             gconstpointer  data)
{
  gint64 until;
  int fd;

  start_listening (fixture);
  paddock_service_dialer_start (fixture->dialer);
  fd = accept_one (fixture);
  expect (fixture, "never begun\n");
  close (fd);

  fd = accept_one (fixture);
  paddock_service_dialer_begun (fixture->dialer);
  until = g_get_monotonic_time () + 3 * GRACE * G_TIME_SPAN_MILLISECOND;
  while (g_get_monotonic_time () < until)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpstr (fixture->log->str, ==, "");
  close (fd);
}

static void
test_abandoned (Fixture       *fixture,
                gconstpointer  data)
{
  gint64 until;
  int fd;

  start_listening (fixture);
  paddock_service_dialer_start (fixture->dialer);
  fd = accept_one (fixture);
  paddock_service_dialer_begun (fixture->dialer);
  paddock_service_dialer_abandon (fixture->dialer);
  g_assert_cmpint (write (fd, "one\n", 4), ==, 4);
  close (fd);
  until = g_get_monotonic_time () + 3 * PADDOCK_SERVICE_DIALER_RETRY_MS * G_TIME_SPAN_MILLISECOND;
  while (g_get_monotonic_time () < until)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpstr (fixture->log->str, ==, "");
  g_assert_cmpint (accept4 (fixture->listener, NULL, NULL, SOCK_CLOEXEC), ==, -1);
}

/* It goes on trying, whatever the system answers. It says once if that is a ban. */
static void
test_forbidden (Fixture       *fixture,
                gconstpointer  data)
{
  static const struct { int *call, error;
                        const char *expected;
  } rows[] = {
    { &socket_error, EMFILE, "" }, { &connect_error, ENOENT, "" },
    { &connect_error, ECONNREFUSED, "" },
    { &socket_error, EPERM, "forbidden: Operation not permitted\n" },
    { &socket_error, EACCES, "forbidden: Permission denied\n" },
    { &socket_error, EAFNOSUPPORT, "forbidden: Address family not supported by protocol\n" },
    { &connect_error, EPERM, "forbidden: Operation not permitted\n" },
    { &connect_error, EACCES, "forbidden: Permission denied\n" },
  };

  start_listening (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *expected = g_strconcat (rows[i].expected, "unreachable\n", NULL);
    gint64 until = g_get_monotonic_time () +
                   5 * PADDOCK_SERVICE_DIALER_RETRY_MS * G_TIME_SPAN_MILLISECOND;

    *rows[i].call = rows[i].error;
    paddock_service_dialer_start (fixture->dialer);
    expect (fixture, expected);
    while (g_get_monotonic_time () < until)
      g_main_context_iteration (NULL, FALSE);
    g_assert_cmpstr (fixture->log->str, ==, "");
    *rows[i].call = 0;
    paddock_service_dialer_free (fixture->dialer);
    fixture->dialer = paddock_service_dialer_new (fixture->path, GRACE, &funcs, fixture);
  }
}

/* What the service has not taken yet would be lost at the end of the process. */
static void
test_sending (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *text = g_strnfill (64 * 1024, 'x');
  g_autoptr (GBytes) line = g_bytes_new_static (text, 64 * 1024);
  gint64 deadline = g_get_monotonic_time () + DEADLINE;
  int fd;

  g_assert_false (paddock_service_dialer_is_sending (fixture->dialer));
  start_listening (fixture);
  paddock_service_dialer_start (fixture->dialer);
  fd = accept_one (fixture);
  paddock_service_dialer_begun (fixture->dialer);
  g_assert_false (paddock_service_dialer_is_sending (fixture->dialer));
  while (!paddock_service_dialer_is_sending (fixture->dialer))
    paddock_service_dialer_send (fixture->dialer, line);
  while (paddock_service_dialer_is_sending (fixture->dialer)) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    g_assert_cmpint (read (fd, text, 64 * 1024), >, 0);
    g_main_context_iteration (NULL, FALSE);
  }
  close (fd);
}

/* Its user may free it when it hears that the service is gone. */
static void
test_freed (Fixture       *fixture,
            gconstpointer  data)
{
  int fd;

  fixture->frees = TRUE;
  start_listening (fixture);
  paddock_service_dialer_start (fixture->dialer);
  fd = accept_one (fixture);
  paddock_service_dialer_begun (fixture->dialer);
  close (fd);
  expect (fixture, "lost\n");
  g_assert_null (fixture->dialer);
}

#define ADD(name, function) \
  g_test_add ("/service-dialer/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("later", test_later);
  ADD ("silent", test_silent);
  ADD ("abandoned", test_abandoned);
  ADD ("sending", test_sending);
  ADD ("freed", test_freed);
  ADD ("forbidden", test_forbidden);
  return g_test_run ();
}
