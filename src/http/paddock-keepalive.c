/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-http"

#include "paddock-keepalive.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

/* Detects that a silent connection is lost. The kernel asks the other side's kernel (RFC 9293,
 * 3.8.4); the server itself notices nothing.
 *
 * A stream of events may be silent for as long as the server has no news. With HTTP+SSE that stream
 * is the session, so a time limit on silence would end healthy sessions. If the other machine
 * vanishes, or a router forgets the connection, nobody closes the connection. Without the kernel's
 * probes Paddock would wait for ever.
 */

/**
 * paddock_keepalive_begin:
 * @socket: a connected socket; nothing happens if it is not TCP
 *
 * From now on reading from @socket fails once the other side is gone.
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
