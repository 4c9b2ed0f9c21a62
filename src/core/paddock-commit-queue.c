/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-commit-queue.h"

/* A queue of turns, first come, first served. A turn is a function in which a caller plans a
 * change.
 *
 * The State's writer owns the queue. Each change has a beginning and an end. A turn runs while no
 * change is under way, on the thread that ended the last change. Before the turn returns, it plans
 * and begins its own change, or does nothing. If it does nothing, the next turn follows at once.
 */
struct _PaddockCommitQueue
{
  GQueue   waiting;                 /* (owned) Waiting */
  guint    under_way;               /* how many changes have begun but not ended */
  gboolean is_running;              /* a turn runs now, so start no other turn from inside it */
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
 * Returns: (transfer full): an empty queue
 */
PaddockCommitQueue *
paddock_commit_queue_new (void)
{
  return g_new0 (PaddockCommitQueue, 1);
}

/**
 * paddock_commit_queue_free:
 * @self: (nullable): a queue; the functions that wait for their turn are not called any more
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
 * @self: a queue
 * @turn: runs now, or when all changes that are under way have ended
 * @user_data: for @turn
 * @destroy: (nullable): frees @user_data after the turn, or if the turn never comes
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
 * @self: a queue
 *
 * Says that a change begins. No turn runs until the change ends.
 */
void
paddock_commit_queue_begin (PaddockCommitQueue *self)
{
  self->under_way++;
}

/**
 * paddock_commit_queue_end:
 * @self: a queue
 *
 * Says that a change is done: it took effect, or it failed. Runs the waiting turns if no other
 * change is under way.
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
 * @self: a queue
 *
 * Runs waiting turns now, even while changes are under way, because the owner is about to close. A
 * turn that begins a change still makes the later turns wait.
 */
void
paddock_commit_queue_hurry (PaddockCommitQueue *self)
{
  self->under_way = 0;
  run_waiting (self);
}
