/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-turns.h"

/* Turns, first come first served.
 *
 * Owned by the registry, which begins and ends a change. A turn runs while no change is under way,
 * on the thread of whoever ended the last one; it plans and begins its own change before it
 * returns, or does nothing, and then the next has its turn at once.
 */
struct _PaddockTurns
{
  GQueue   waiting;                 /* (owned) Waiting */
  guint    under_way;               /* changes that began and did not end */
  gboolean is_running;              /* a turn runs: another one is not started from within */
};

typedef struct {
  PaddockTurn    turn;
  gpointer       user_data;
  GDestroyNotify destroy;           /* (nullable) */
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
run_waiting (PaddockTurns *self)
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
 * paddock_turns_new:
 *
 * Returns: (transfer full): turns that nobody waits for
 */
PaddockTurns *
paddock_turns_new (void)
{
  return g_new0 (PaddockTurns, 1);
}

/**
 * paddock_turns_free:
 * @self: (nullable): turns; those that wait never come
 */
void
paddock_turns_free (PaddockTurns *self)
{
  if (self == NULL)
    return;

  g_queue_clear_full (&self->waiting, waiting_free);
  g_free (self);
}

/**
 * paddock_turns_take:
 * @self: turns
 * @turn: runs now, or when every change that began before has ended
 * @user_data: for @turn
 * @destroy: (nullable): frees @user_data after the turn, or without one
 */
void
paddock_turns_take (PaddockTurns   *self,
                    PaddockTurn     turn,
                    gpointer        user_data,
                    GDestroyNotify  destroy)
{
  Waiting *waiting = g_new0 (Waiting, 1);

  waiting->turn = turn;
  waiting->user_data = user_data;
  waiting->destroy = destroy;
  g_queue_push_tail (&self->waiting, waiting);
  run_waiting (self);
}

/**
 * paddock_turns_begin:
 * @self: turns
 *
 * A change is under way from now on.
 */
void
paddock_turns_begin (PaddockTurns *self)
{
  self->under_way++;
}

/**
 * paddock_turns_end:
 * @self: turns
 *
 * A change that began is known, or failed.
 */
void
paddock_turns_end (PaddockTurns *self)
{
  if (self->under_way > 0)
    self->under_way--;
  run_waiting (self);
}

/**
 * paddock_turns_hurry:
 * @self: turns
 *
 * Everybody who waits has his turn now, also while changes are under way: nothing comes after.
 */
void
paddock_turns_hurry (PaddockTurns *self)
{
  self->under_way = 0;
  run_waiting (self);
}
