/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-host-watch.h"

#include <signal.h>
#include <unistd.h>

/* Looks whether a host that sends nothing more, or whose lines are not read, is still there.
 *
 * The server slot owns one. A host that has closed its end may still read what its server says. If
 * it does not read either, there is no host: then a server that does not end by itself is ended. If
 * the server has closed its end as well, the pipes say nothing; then our parent process does.
 */

struct _PaddockHostWatch
{
  PaddockHostWatchFunc gone;
  gpointer             user_data;
  PaddockPump         *to_server;
  PaddockPump         *to_host;
  pid_t                host_pid;    /* our parent, when we were started */
  guint                source_id;
  guint                n_signals;   /* that the server was to get */
  gboolean             is_unread;   /* the host is not read while a server is replaced */
};

/* Nobody can read what the server says. If the server says nothing more: the host's process is
 * gone. */
static gboolean
is_alone (PaddockHostWatch *self)
{
  if (self->is_unread)
    return paddock_pump_is_cut_off (self->to_server, PADDOCK_PUMP_INPUT) &&
           paddock_pump_is_cut_off (self->to_host, PADDOCK_PUMP_OUTPUT);
  if (paddock_pump_is_finished (self->to_host))
    return getppid () != self->host_pid;
  return paddock_pump_is_cut_off (self->to_host, PADDOCK_PUMP_OUTPUT);
}

static gboolean
on_look (gpointer user_data)
{
  PaddockHostWatch *self = user_data;

  if (!self->is_unread && !paddock_pump_is_finished (self->to_server)) {
    self->source_id = 0;
    return G_SOURCE_REMOVE;
  }
  if (is_alone (self) && self->gone (self->n_signals == 0 ? SIGTERM : SIGKILL, self->is_unread,
                                     self->user_data) && ++self->n_signals == 2) {
    self->source_id = 0;
    return G_SOURCE_REMOVE;
  }
  return G_SOURCE_CONTINUE;
}

/**
 * paddock_host_watch_new:
 * @gone: called at most twice for a server
 * @user_data: for @gone
 *
 * To be called at the start of the process, while its parent is the host.
 *
 * Returns: (transfer full): one that does not look yet
 */
PaddockHostWatch *
paddock_host_watch_new (PaddockHostWatchFunc gone,
                        gpointer             user_data)
{
  PaddockHostWatch *self = g_new0 (PaddockHostWatch, 1);

  self->gone = gone;
  self->user_data = user_data;
  self->host_pid = getppid ();
  return self;
}

void
paddock_host_watch_free (PaddockHostWatch *self)
{
  g_clear_handle_id (&self->source_id, g_source_remove);
  g_free (self);
}

/**
 * paddock_host_watch_set_pumps:
 * @to_server: which reads the host; must stay
 * @to_host: which writes to it; must stay
 *
 * Before it begins.
 */
void
paddock_host_watch_set_pumps (PaddockHostWatch *self,
                              PaddockPump      *to_server,
                              PaddockPump      *to_host)
{
  self->to_server = to_server;
  self->to_host = to_host;
}

/**
 * paddock_host_watch_begin:
 *
 * Looks from now on, until the host sends again.
 */
void
paddock_host_watch_begin (PaddockHostWatch *self)
{
  if (self->source_id == 0)
    self->source_id = g_timeout_add (PADDOCK_HOST_WATCH_MS, on_look, self);
}

/**
 * paddock_host_watch_set_unread:
 * @is_unread: whether nothing of the host is read, since there is no server for its lines
 */
void
paddock_host_watch_set_unread (PaddockHostWatch *self,
                               gboolean          is_unread)
{
  self->is_unread = is_unread;
  if (is_unread)
    paddock_host_watch_begin (self);
}
