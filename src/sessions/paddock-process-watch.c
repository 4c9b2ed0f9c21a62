/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-process-watch.h"

#include <unistd.h>

#include "paddock-process.h"
#include "paddock-rare-fd.h"

/* Waits for the end of processes that have no connection, but still have decisions for "this
 * session". Such a process may connect again. When it ends, those decisions end.
 *
 * The Sessions own the watch. If it is asked twice to wait for the same process, it waits once. It
 * never polls. It holds a pidfd of each process, so it never mistakes a later process with the same
 * number.
 */
struct _PaddockProcessWatch
{
  GHashTable              *processes; /* (owned) scope of a process -> its Waiting */
  PaddockProcessWatchEnded ended;
  gpointer                 user_data;
};

typedef struct {
  PaddockProcessWatch *owner;       /* (unowned) the watch; it frees this Waiting before it is freed
                                     * itself */
  char                *process;     /* (owned) the scope of the process */
  int                  holder;      /* (owned) a pidfd of the process */
  PaddockRareFd       *end;         /* (owned) waits until the process ends */
} Waiting;

static void
waiting_free (gpointer data)
{
  Waiting *waiting = data;

  paddock_rare_fd_free (waiting->end);
  close (waiting->holder);
  g_free (waiting->process);
  g_free (waiting);
}

static void
on_process_ended (gpointer user_data)
{
  Waiting *waiting = user_data;
  PaddockProcessWatch *self = waiting->owner;

  g_hash_table_steal (self->processes, waiting->process);
  self->ended (waiting->process, self->user_data);
  waiting_free (waiting);
}

/**
 * paddock_process_watch_new:
 * @ended: called when a process has ended; must not free the #PaddockProcessWatch
 * @user_data: for @ended; must outlive the #PaddockProcessWatch
 *
 * Returns: (transfer full): a watch of no process
 */
PaddockProcessWatch *
paddock_process_watch_new (PaddockProcessWatchEnded ended,
                           gpointer                 user_data)
{
  PaddockProcessWatch *self = g_new0 (PaddockProcessWatch, 1);

  self->processes = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, waiting_free);
  self->ended = ended;
  self->user_data = user_data;
  return self;
}

/**
 * paddock_process_watch_free:
 * @self: (nullable): a watch
 */
void
paddock_process_watch_free (PaddockProcessWatch *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->processes);
  g_free (self);
}

/**
 * paddock_process_watch_wait:
 * @self: a watch
 * @process: the scope of a process
 *
 * Begins to wait for the end of @process.
 *
 * Returns: whether the watch waits; %FALSE if @process has ended, or if no pidfd can be opened
 */
gboolean
paddock_process_watch_wait (PaddockProcessWatch *self,
                            const char          *process)
{
  Waiting *waiting;
  int holder;

  if (g_hash_table_contains (self->processes, process))
    return TRUE;
  holder = paddock_process_scope_hold (process);
  if (holder < 0)
    return FALSE;

  waiting = g_new0 (Waiting, 1);
  waiting->owner = self;
  waiting->process = g_strdup (process);
  waiting->holder = holder;
  waiting->end = paddock_rare_fd_new (holder, on_process_ended, waiting);
  g_hash_table_insert (self->processes, waiting->process, waiting);
  return TRUE;
}

/**
 * paddock_process_watch_clear:
 * @self: a watch
 *
 * Stops waiting for all processes.
 */
void
paddock_process_watch_clear (PaddockProcessWatch *self)
{
  g_hash_table_remove_all (self->processes);
}
