/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-commit-queue.h"

/* Turns, first come first served.
 *
 * Owned by the state, which begins and ends a change. A turn runs while no change is under way,
 * on the thread of whoever ended the last one; it plans and begins its own change before it
 * returns, or does nothing, and then the next has its turn at once.
 */
struct _PaddockCommitQueue
{
  GQueue   waiting;                 /* (owned) Waiting */
  guint    under_way;               /* changes that began and did not end */
  gboolean is_running;              /* a turn runs: another one is not started from within */
};

typedef struct {
  PaddockCommitTurn turn;
  gpointer          user_data;
  GDestroyNotify    destroy;        /* (nullable) */
} Waiting;

static void
waiting_free (gpointer data)
{
  Waiting *waiting = data;

  if (waiting->destroy != NULL)
    waiting->destroy (waiting->user_data);
  g_free (waiting);
}

static void
run_waiting (PaddockCommitQueue *self)
{
  if (self->is_running)
    return;

  self->is_running = TRUE;
  while (self->under_way == 0 && !g_queue_is_empty (&self->waiting)) {
    Waiting *waiting = g_queue_pop_head (&self->waiting);

    waiting->turn (waiting->user_data);
    waiting_free (waiting);
  }
  self->is_running = FALSE;
}

/**
 * paddock_commit_queue_new:
 *
 * Returns: (transfer full): turns that nobody waits for
 */
PaddockCommitQueue *
paddock_commit_queue_new (void)
{
  return g_new0 (PaddockCommitQueue, 1);
}

/**
 * paddock_commit_queue_free:
 * @self: (nullable): turns; those that wait never come
 */
void
paddock_commit_queue_free (PaddockCommitQueue *self)
{
  if (self == NULL)
    return;

  g_queue_clear_full (&self->waiting, waiting_free);
  g_free (self);
}

/**
 * paddock_commit_queue_push:
 * @self: turns
 * @turn: runs now, or when every change that began before has ended
 * @user_data: for @turn
 * @destroy: (nullable): frees @user_data after the turn, or without one
 */
void
paddock_commit_queue_push (PaddockCommitQueue *self,
                           PaddockCommitTurn   turn,
                           gpointer            user_data,
                           GDestroyNotify      destroy)
{
  Waiting *waiting = g_new0 (Waiting, 1);

  waiting->turn = turn;
  waiting->user_data = user_data;
  waiting->destroy = destroy;
  g_queue_push_tail (&self->waiting, waiting);
  run_waiting (self);
}

/**
 * paddock_commit_queue_begin:
 * @self: turns
 *
 * A change is under way from now on.
 */
void
paddock_commit_queue_begin (PaddockCommitQueue *self)
{
  self->under_way++;
}

/**
 * paddock_commit_queue_end:
 * @self: turns
 *
 * A change that began is known, or failed.
 */
void
paddock_commit_queue_end (PaddockCommitQueue *self)
{
  if (self->under_way > 0)
    self->under_way--;
  run_waiting (self);
}

/**
 * paddock_commit_queue_hurry:
 * @self: turns
 *
 * Everybody who waits has his turn now, also while changes are under way: nothing comes after.
 */
void
paddock_commit_queue_hurry (PaddockCommitQueue *self)
{
  self->under_way = 0;
  run_waiting (self);
}
