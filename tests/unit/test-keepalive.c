/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-keepalive.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

static int
get (GSocket *socket,
     int      level,
     int      option)
{
  g_autoptr (GError) error = NULL;
  int value = -1;

  g_assert_true (g_socket_get_option (socket, level, option, &value, &error));
  g_assert_no_error (error);
  return value;
}

/* The socket gets these probe times, whatever the machine's settings are. */
static void
test_tcp (void)
{
  static const GSocketFamily families[] = { G_SOCKET_FAMILY_IPV4, G_SOCKET_FAMILY_IPV6 };

  for (gsize i = 0; i < G_N_ELEMENTS (families); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GSocket) socket = g_socket_new (families[i], G_SOCKET_TYPE_STREAM,
                                               G_SOCKET_PROTOCOL_TCP, &error);

    if (socket == NULL) {
      g_test_message ("no such family here: %s", error->message);
      continue;
    }
    g_assert_false (g_socket_get_keepalive (socket));
    paddock_keepalive_begin (socket);
    g_assert_true (g_socket_get_keepalive (socket));
    g_assert_cmpint (get (socket, IPPROTO_TCP, TCP_KEEPIDLE), ==, 60);
    g_assert_cmpint (get (socket, IPPROTO_TCP, TCP_KEEPINTVL), ==, 15);
    g_assert_cmpint (get (socket, IPPROTO_TCP, TCP_KEEPCNT), ==, 4);
  }
}

static void
test_others (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocket) socket = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM,
                                             G_SOCKET_PROTOCOL_DEFAULT, &error);

  g_assert_no_error (error);
  paddock_keepalive_begin (socket);
  g_assert_cmpint (get (socket, SOL_SOCKET, SO_KEEPALIVE), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/keepalive/tcp", test_tcp);
  g_test_add_func ("/keepalive/others", test_others);
  return g_test_run ();
}
