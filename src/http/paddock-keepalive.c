/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-keepalive.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

/* Whether a connection on which nothing is said is still one: the kernel asks the other side's
 * kernel (RFC 9293, 3.8.4), of which the server hears nothing.
 *
 * A stream of events may be silent for as long as there is nothing to say, and with HTTP+SSE it is
 * the session: to take silence for a loss would end sessions that are well. A machine that went
 * away, a router that forgot the connection, end none: without this one would wait for ever.
 */

/**
 * paddock_keepalive_begin:
 * @socket: that is connected; nothing happens to one that is not of TCP
 *
 * From now on reading from it fails when the other side is gone.
 */
void
paddock_keepalive_begin (GSocket *socket)
{
  static const struct {
    int option;
    int value;
  } options[] = {
    { TCP_KEEPIDLE, PADDOCK_KEEPALIVE_IDLE_SECONDS },
    { TCP_KEEPINTVL, PADDOCK_KEEPALIVE_INTERVAL_SECONDS },
    { TCP_KEEPCNT, PADDOCK_KEEPALIVE_PROBES },
  };
  GSocketFamily family = g_socket_get_family (socket);

  if (family != G_SOCKET_FAMILY_IPV4 && family != G_SOCKET_FAMILY_IPV6)
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (options); i++)
    g_socket_set_option (socket, IPPROTO_TCP, options[i].option, options[i].value, NULL);
  g_socket_set_keepalive (socket, TRUE);
}
