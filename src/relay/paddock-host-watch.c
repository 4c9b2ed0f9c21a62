/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-host-watch.h"

#include <signal.h>
#include <unistd.h>

/* Looks whether the host is still there: after the host closed its end, or while Paddock does not
 * read the host's lines.
 *
 * The server slot owns the watch. A host that has closed its end may still read what the server
 * writes. If nobody can read the server's lines any more, the host is gone. Then the server is
 * ended, unless it ends by itself. If the server has closed its end as well, the pipes don't show
 * whether the host is there. Then the host counts as gone when we have another parent process.
 */

struct _PaddockHostWatch
{
  PaddockHostWatchFunc gone;
  gpointer             user_data;
  PaddockPump         *to_server;
  PaddockPump         *to_host;
  pid_t                host_pid;    /* the process that was our parent at the start: the host */
  guint                source_id;   /* the timer that looks at the host; 0: it does not run */
  guint                n_signals;   /* how many signals the server got because the host is gone */
  gboolean             is_unread;   /* the host's lines are not read, because no server can take
                                     * them */
};

/* Whether the host is gone. Usually, the host counts as gone if nobody can read what the server
 * writes. But while Paddock does not read the host's lines, the host must also have closed its end.
 * If the server has closed its end, the host counts as gone when we have another parent process. */
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
 * @gone: called again and again while the host is gone; no more after @gone returned %TRUE twice
 * @user_data: for @gone
 *
 * Must be called at the start of the process, while its parent is the host.
 *
 * Returns: (transfer full): a watch that has not begun to look
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
 * @to_server: the pump that reads from the host; must outlive the watch
 * @to_host: the pump that writes to the host; must outlive the watch
 *
 * Must be called before paddock_host_watch_begin().
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
 * From now on, looks every %PADDOCK_HOST_WATCH_MS whether the host is gone. Stops when the host's
 * lines are read again.
 */
void
paddock_host_watch_begin (PaddockHostWatch *self)
{
  if (self->source_id == 0)
    self->source_id = g_timeout_add (PADDOCK_HOST_WATCH_MS, on_look, self);
}

/**
 * paddock_host_watch_set_unread:
 * @is_unread: whether the host's lines are not read, because there is no server for them
 *
 * If @is_unread, begins to look whether the host is gone.
 */
void
paddock_host_watch_set_unread (PaddockHostWatch *self,
                               gboolean          is_unread)
{
  self->is_unread = is_unread;
  if (is_unread)
    paddock_host_watch_begin (self);
}
