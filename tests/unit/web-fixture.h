/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <libsoup/soup.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>

#include "paddock-address.h"

/* A web server in the test's process. A function answers its requests, and it records them. */

#define WEB_DEADLINE (60 * G_USEC_PER_SEC)

typedef struct {
  SoupServer     *server;
  GSocketService *listener;         /* because libsoup 3.2 leaks a listener of its own */
  PaddockAddress *address;
  SoupSession    *session;
  GString        *log;              /* "METHOD path body;" for each request */
  void         (* answer)(SoupServerMessage *message,
                          const char        *path,
                          const char        *body,
                          gpointer           user_data);
  gpointer        user_data;
} Web;

static inline void
on_web_request (SoupServer        *server,
                SoupServerMessage *message,
                const char        *path,
                GHashTable        *query,
                gpointer           user_data)
{
  Web *web = user_data;
  SoupMessageBody *request = soup_server_message_get_request_body (message);
  g_autoptr (GBytes) bytes = soup_message_body_flatten (request);
  g_autofree char *body = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

  g_string_append_printf (web->log, "%s %s%s%s;", soup_server_message_get_method (message), path,
                          *body != '\0' ? " " : "", body);
  web->answer (message, path, body, web->user_data);
}

static inline gboolean
on_web_connection (GSocketService    *listener,
                   GSocketConnection *connection,
                   GObject           *source,
                   gpointer           user_data)
{
  Web *web = user_data;
  g_autoptr (GSocketAddress) local = g_socket_connection_get_local_address (connection, NULL);
  g_autoptr (GSocketAddress) remote = g_socket_connection_get_remote_address (connection, NULL);

  g_socket_set_option (g_socket_connection_get_socket (connection), IPPROTO_TCP, TCP_NODELAY, 1,
                       NULL);
  soup_server_accept_iostream (web->server, G_IO_STREAM (connection), local, remote, NULL);
  return TRUE;
}

static inline void
web_init (Web *web)
{
  g_autoptr (GSocketAddress) wanted = g_inet_socket_address_new_from_string ("127.0.0.1", 0);
  g_autoptr (GSocketAddress) found = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  web->log = g_string_new (NULL);
  web->session = soup_session_new ();
  web->server = soup_server_new (NULL, NULL);
  soup_server_add_handler (web->server, NULL, on_web_request, web, NULL);
  web->listener = g_socket_service_new ();
  g_signal_connect (web->listener, "incoming", G_CALLBACK (on_web_connection), web);
  g_socket_listener_add_address (G_SOCKET_LISTENER (web->listener), wanted, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_TCP, NULL, &found, &error);
  g_assert_no_error (error);
  text = g_strdup_printf ("http://127.0.0.1:%d/mcp",
                          g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (found)));
  web->address = paddock_address_new (text, &error);
  g_assert_no_error (error);
}

/* Stops the server, so that nobody listens at its address. */
static inline void
web_stop (Web *web)
{
  g_socket_service_stop (web->listener);
  g_socket_listener_close (G_SOCKET_LISTENER (web->listener));
  soup_server_disconnect (web->server);
}

static inline void
web_clear (Web *web)
{
  web_stop (web);
  g_object_unref (web->listener);
  g_object_unref (web->server);
  g_object_unref (web->session);
  paddock_address_free (web->address);
  g_string_free (web->log, TRUE);
}

static inline void
web_reply (SoupServerMessage *message,
           guint              status,
           const char        *type,
           const char        *body)
{
  soup_server_message_set_status (message, status, NULL);
  if (type != NULL)
    soup_server_message_set_response (message, type, SOUP_MEMORY_COPY, body, strlen (body));
}

/* Runs the main loop until @condition holds. */
#define web_wait(condition) G_STMT_START { \
    gint64 web_end = g_get_monotonic_time () + WEB_DEADLINE; \
    while (!(condition)) { \
      g_assert_cmpint (g_get_monotonic_time (), <, web_end); \
      g_main_context_iteration (NULL, FALSE); \
    } \
} G_STMT_END
