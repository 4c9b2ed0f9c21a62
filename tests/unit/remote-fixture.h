/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib-unix.h>
#include <signal.h>
#include <unistd.h>

#include "paddock-remote.h"
#include "web-fixture.h"

/* The test is the host, with the pipes of the server slot, and a transport to a server in the same
 * process. It records what happens to the messages of a lost session. */

typedef struct {
  Web               web;
  PaddockTransport *transport;
  int               input;
  int               output;
  GString          *heard;          /* by the host */
  GString          *lost;
  guint             n_lost;
  gboolean          is_renewed;     /* whether a lost session is renewed */
  const char       *ours;           /* (nullable) a replayed id, unknown to the host */
  guint             silence_ms;     /* after which a connection counts as lost */
  gboolean          has_exited;
} Remote;

#define REMOTE_OPENING "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}"
#define REMOTE_OPENED \
  "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":\"2025-11-25\"}}"
#define REMOTE_INITIALIZED "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"

static inline gboolean
on_remote_lost (GPtrArray *lines,
                GPtrArray *ids,
                gpointer   user_data)
{
  Remote *remote = user_data;

  remote->n_lost++;
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (remote->lost, "%.*s;", (int) g_bytes_get_size (lines->pdata[i]),
                            (const char *) g_bytes_get_data (lines->pdata[i], NULL));
  for (guint i = 0; i < ids->len; i++)
    g_string_append_printf (remote->lost, "id %.*s;", (int) g_bytes_get_size (ids->pdata[i]),
                            (const char *) g_bytes_get_data (ids->pdata[i], NULL));
  /* The server slot then ends this transport at once. */
  if (remote->is_renewed)
    remote->transport->funcs->end (remote->transport, SIGTERM);
  return remote->is_renewed;
}

static inline gboolean
is_remote_ours (PaddockSpan id,
                gpointer    user_data)
{
  const char *ours = ((Remote *) user_data)->ours;

  return ours != NULL && strlen (ours) == id.length && memcmp (ours, id.start, id.length) == 0;
}

static inline void
on_remote_exited (gpointer user_data)
{
  ((Remote *) user_data)->has_exited = TRUE;
}

static inline void
remote_init (Remote   *remote,
             void   (* answer)(SoupServerMessage *message,
                               const char        *path,
                               const char        *body,
                               gpointer           user_data),
             gpointer  user_data)
{
  static const char * const headers[] = { "X-Credential", "secret", NULL };
  g_autoptr (GError) error = NULL;

  remote->web.answer = answer;
  remote->web.user_data = user_data;
  remote->heard = g_string_new (NULL);
  remote->lost = g_string_new (NULL);
  web_init (&remote->web);
  remote->transport = paddock_remote_new (&(PaddockReachOptions) {
    .address = remote->web.address,
    .headers = headers,
    .silence_ms = remote->silence_ms,
    .ours = is_remote_ours,
    .lost = on_remote_lost,
    .user_data = remote,
  }, &error);
  g_assert_no_error (error);
  remote->transport->exited = on_remote_exited;
  remote->transport->user_data = remote;
  remote->input = remote->transport->funcs->take_input (remote->transport);
  remote->output = remote->transport->funcs->take_output (remote->transport);
}

static inline void
remote_clear (Remote *remote)
{
  paddock_transport_free (remote->transport);
  if (remote->input >= 0)
    close (remote->input);
  close (remote->output);
  g_string_free (remote->heard, TRUE);
  g_string_free (remote->lost, TRUE);
  web_clear (&remote->web);
}

static inline void
remote_say (Remote     *remote,
            const char *line)
{
  g_autofree char *text = g_strdup_printf ("%s\n", line);

  g_assert_cmpint (write (remote->input, text, strlen (text)), ==, (gssize) strlen (text));
}

/* Ends the host's side. */
static inline void
remote_end_host (Remote *remote)
{
  close (remote->input);
  remote->input = -1;
}

static inline gboolean
remote_hears (Remote     *remote,
              const char *text)
{
  char buffer[4096];
  ssize_t n;

  while ((n = read (remote->output, buffer, sizeof buffer)) > 0)
    g_string_append_len (remote->heard, buffer, n);
  return strstr (remote->heard->str, text) != NULL;
}
