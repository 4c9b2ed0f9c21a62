/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <libsoup/soup.h>
#include <string.h>

#include "paddock-address.h"

/* A server on this machine, in the process of the test: it answers as a function says, and writes
 * down what it was asked. */

#define WEB_DEADLINE (20 * G_USEC_PER_SEC)

typedef struct {
  SoupServer     *server;
  PaddockAddress *address;
  SoupSession    *session;
  GString        *log;              /* "METHOD path body;" of each request */
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

static inline void
web_init (Web *web)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  GSList *uris;

  web->log = g_string_new (NULL);
  web->session = soup_session_new ();
  web->server = soup_server_new (NULL, NULL);
  soup_server_add_handler (web->server, NULL, on_web_request, web, NULL);
  g_assert_true (soup_server_listen_local (web->server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error));
  g_assert_no_error (error);
  uris = soup_server_get_uris (web->server);
  text = g_strdup_printf ("http://127.0.0.1:%d/mcp", g_uri_get_port (uris->data));
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  web->address = paddock_address_new (text, &error);
  g_assert_no_error (error);
}

static inline void
web_clear (Web *web)
{
  soup_server_disconnect (web->server);
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

/* Goes on until @condition holds. */
#define web_wait(condition) G_STMT_START { \
    gint64 web_end = g_get_monotonic_time () + WEB_DEADLINE; \
    while (!(condition)) { \
      g_assert_cmpint (g_get_monotonic_time (), <, web_end); \
      g_main_context_iteration (NULL, FALSE); \
    } \
} G_STMT_END
