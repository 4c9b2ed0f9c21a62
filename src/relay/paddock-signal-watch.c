/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-signal-watch.h"

#include <glib-unix.h>
#include <unistd.h>

/* Waits for signals that this process gets, but that are meant for the server (paddock-signals.c).
 *
 * The server slot owns the watch. A process has at most one. The watch blocks the signals, and they
 * stay blocked when it is freed.
 */

struct _PaddockSignalWatch
{
  int                    fd;        /* (owned) */
  guint                  source_id;
  PaddockSignalState     before;
  PaddockSignalWatchFunc func;
  gpointer               user_data;
};

static gboolean
on_readable (int          fd,
             GIOCondition condition,
             gpointer     user_data)
{
  PaddockSignalWatch *self = user_data;
  int number;

  while ((number = paddock_signals_read (fd)) != 0)
    self->func (number, self->user_data);
  return G_SOURCE_CONTINUE;
}

/**
 * paddock_signal_watch_new:
 * @func: must not free the watch
 * @user_data: for @func
 *
 * Takes the signals over. Call it before there are threads.
 *
 * Returns: (transfer full) (nullable): a watch; %NULL with %PADDOCK_ERROR_FAILED
 */
PaddockSignalWatch *
paddock_signal_watch_new (PaddockSignalWatchFunc   func,
                          gpointer                 user_data,
                          GError                 **error)
{
  g_autofree PaddockSignalWatch *self = g_new0 (PaddockSignalWatch, 1);

  self->fd = paddock_signals_open (&self->before, error);
  if (self->fd < 0)
    return NULL;
  self->func = func;
  self->user_data = user_data;
  self->source_id = g_unix_fd_add (self->fd, G_IO_IN, on_readable, self);
  return g_steal_pointer (&self);
}

void
paddock_signal_watch_free (PaddockSignalWatch *self)
{
  g_source_remove (self->source_id);
  close (self->fd);
  g_free (self);
}

/**
 * paddock_signal_watch_get_before:
 *
 * Returns: (transfer none): the state of signals that a started program must get
 */
const PaddockSignalState *
paddock_signal_watch_get_before (const PaddockSignalWatch *self)
{
  return &self->before;
}
