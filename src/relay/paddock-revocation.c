/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-revocation.h"

#include <string.h>

/* Decides what is done when the user takes back all that a server could see.
 *
 * The revocation manager owns one. It says what the server read, and asks when the user left the
 * server with nothing. To tell a server is not enough: real servers keep their folders when they
 * are answered an empty list (docs/cli.md). Such a server is restarted, so that what it keeps is
 * gone. A server has nothing to forget if it never read a folder, or reads the list each time it
 * needs it. In the newest revision servers can't hear of a change: there each server that read a
 * folder may keep it. A pure decision: the clocks are the caller's.
 *
 * It also knows what the server may still hold, and why, so that the user can see it. That begins
 * with the decision. It ends when another server is there, or when this one is told of the same
 * folders again.
 *
 * Not defended: a server that kept the paths outside its process, in a file or in a process that
 * left its group. It is told, and nothing here says that this is enforced.
 */

struct _PaddockRevocation
{
  PaddockOnRevoke  mode;
  GStrv            argv;            /* (owned) */
  gint64           told_at;         /* µs, monotonic, 0: nothing since the start */
  gint64           restarted_at;    /* µs, monotonic, 0: never */
  gboolean         is_eager;
  gboolean         is_by_hand;      /* the user took back what it read: its time was not over */
  PaddockRootList *read;            /* (owned) (nullable) the last list with roots in it */
  PaddockReason    held_why;        /* why it may still hold folders, NONE: it holds none */
  GPtrArray       *held;            /* (owned) their paths */
};

/**
 * paddock_revocation_new:
 * @mode: what the command line says
 * @argv: the server's command; copied
 *
 * Returns: (transfer full): for a server that has read nothing
 */
PaddockRevocation *
paddock_revocation_new (PaddockOnRevoke     mode,
                        const char * const *argv)
{
  PaddockRevocation *self = g_new0 (PaddockRevocation, 1);

  self->mode = mode;
  self->argv = g_strdupv ((char **) argv);
  self->held = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
paddock_revocation_free (PaddockRevocation *self)
{
  g_strfreev (self->argv);
  g_clear_pointer (&self->read, paddock_root_list_unref);
  g_ptr_array_unref (self->held);
  g_free (self);
}

static void
forget_held (PaddockRevocation *self)
{
  self->held_why = PADDOCK_REASON_NONE;
  g_ptr_array_set_size (self->held, 0);
}

/* It still holds what it read last, and what it may hold from before. */
static void
hold (PaddockRevocation *self,
      PaddockReason      why)
{
  g_auto (GStrv) paths = paddock_root_list_dup_paths (self->read);

  self->held_why = why;
  for (gsize i = 0; paths[i] != NULL; i++)
    if (!g_ptr_array_find_with_equal_func (self->held, paths[i], g_str_equal, NULL))
      g_ptr_array_add (self->held, g_strdup (paths[i]));
}

/* It may hold what it is told of again. */
static void
allow_held (PaddockRevocation *self,
            PaddockRootList   *list)
{
  g_auto (GStrv) paths = paddock_root_list_dup_paths (list);

  for (guint i = self->held->len; i > 0; i--)
    if (g_strv_contains ((const char * const *) paths, self->held->pdata[i - 1]))
      g_ptr_array_remove_index (self->held, i - 1);
  if (self->held->len == 0)
    self->held_why = PADDOCK_REASON_NONE;
}

/**
 * paddock_revocation_told:
 * @now: µs, monotonic
 *
 * The server knows from now on that there may be something to read: the handshake is over, or its
 * list changed.
 */
void
paddock_revocation_told (PaddockRevocation *self,
                         gint64             now)
{
  self->told_at = now;
}

/**
 * paddock_revocation_asked:
 * @now: µs, monotonic
 *
 * The server asks. Before it was told anything it does so without need, too.
 */
void
paddock_revocation_asked (PaddockRevocation *self,
                          gint64             now)
{
  if (self->told_at == 0 || now - self->told_at <= PADDOCK_REVOCATION_EAGER_US)
    self->is_eager = TRUE;
}

/**
 * paddock_revocation_answered:
 * @list: what the server was answered
 */
void
paddock_revocation_answered (PaddockRevocation *self,
                             PaddockRootList   *list)
{
  if (paddock_root_list_is_empty (list))
    return;
  g_clear_pointer (&self->read, paddock_root_list_unref);
  self->read = paddock_root_list_ref (list);
  self->is_by_hand = FALSE;
  allow_held (self, list);
}

/**
 * paddock_revocation_given:
 * @list: what a request of the newest revision was repeated with
 *
 * The same for a server that is not told of changes. It should ask again in each request, but
 * nothing shows whether it does, or keeps what it got.
 */
void
paddock_revocation_given (PaddockRevocation *self,
                          PaddockRootList   *list)
{
  if (paddock_root_list_is_empty (list))
    return;
  self->is_eager = TRUE;
  paddock_revocation_answered (self, list);
}

/* Whether the command line names what was taken back: a new server would be told it again. */
static gboolean
is_in_command (PaddockRevocation *self)
{
  g_auto (GStrv) paths = paddock_root_list_dup_paths (self->read);

  for (gsize i = 0; paths[i] != NULL; i++)
    for (gsize j = 0; self->argv[j] != NULL; j++)
      if (strstr (self->argv[j], paths[i]) != NULL)
        return TRUE;
  return FALSE;
}

/* Whether the user took it back before its time was over. Once that was so, it stays so. */
static gboolean
is_by_hand (PaddockRevocation *self,
            gint64             real_now)
{
  g_autoptr (PaddockRootList) left = paddock_root_list_at (self->read, real_now);

  self->is_by_hand |= !paddock_root_list_is_empty (left);
  return self->is_by_hand;
}

/**
 * paddock_revocation_decide:
 * @obstacle: what the conversation says of a restart
 * @now: µs, monotonic
 * @real_now: µs since the epoch
 * @out_when: (out): µs, monotonic: when to ask again, if that is the answer
 * @out_reason: (out): why it is only told, if that is the answer
 *
 * Returns: what to do about a server that the user left with nothing
 */
PaddockRevocationStep
paddock_revocation_decide (PaddockRevocation *self,
                           PaddockObstacle    obstacle,
                           gint64             now,
                           gint64             real_now,
                           gint64            *out_when,
                           PaddockReason     *out_reason)
{
  gint64 period;

  *out_when = 0;
  *out_reason = PADDOCK_REASON_NONE;
  if (self->read == NULL || !self->is_eager)
    return PADDOCK_REVOCATION_NOTHING;

  if (self->mode == PADDOCK_ON_REVOKE_NOTIFY)
    *out_reason = PADDOCK_REASON_CONFIGURED;
  else if (is_in_command (self))
    *out_reason = PADDOCK_REASON_IN_COMMAND;
  else
    *out_reason = paddock_revocation_obstacle_to_reason (obstacle);
  hold (self, *out_reason != PADDOCK_REASON_NONE ? *out_reason : PADDOCK_REASON_RESTARTING);
  if (*out_reason != PADDOCK_REASON_NONE)
    return PADDOCK_REVOCATION_TOLD;

  period = is_by_hand (self, real_now) ? PADDOCK_REVOCATION_BY_HAND_US
                                       : PADDOCK_REVOCATION_PERIOD_US;
  if (self->restarted_at != 0 && now - self->restarted_at < period) {
    *out_when = self->restarted_at + period;
    return PADDOCK_REVOCATION_LATER;
  }
  return PADDOCK_REVOCATION_RESTART;
}

/**
 * paddock_revocation_settle:
 *
 * What was decided about this revocation is done: it is over until the server reads folders again.
 */
void
paddock_revocation_settle (PaddockRevocation *self)
{
  g_clear_pointer (&self->read, paddock_root_list_unref);
}

/**
 * paddock_revocation_relent:
 *
 * The user gave something again before the server was restarted: it stays.
 */
void
paddock_revocation_relent (PaddockRevocation *self)
{
  if (self->held_why == PADDOCK_REASON_RESTARTING)
    forget_held (self);
}

/**
 * paddock_revocation_restarted:
 * @is_remote: another session with the server that was there, on another machine
 * @now: µs, monotonic
 *
 * A new server, which has read nothing. What a remote one was told in an earlier session it may
 * still hold.
 */
void
paddock_revocation_restarted (PaddockRevocation *self,
                              gboolean           is_remote,
                              gint64             now)
{
  if (!is_remote)
    forget_held (self);
  else if (self->held_why != PADDOCK_REASON_NONE)
    self->held_why = PADDOCK_REASON_REMOTE;
  self->restarted_at = now;
  self->told_at = 0;
  self->is_eager = FALSE;
  paddock_revocation_settle (self);
}

/**
 * paddock_revocation_get_held:
 * @out_paths: (out) (transfer full): the folders, as the server was told of them
 *
 * Returns: why the server may still hold folders that were taken back; %PADDOCK_REASON_RESTARTING
 *   until it is restarted; %PADDOCK_REASON_NONE if it holds none
 */
PaddockReason
paddock_revocation_get_held (PaddockRevocation *self,
                             GStrv             *out_paths)
{
  *out_paths = g_new0 (char *, self->held->len + 1);
  for (guint i = 0; i < self->held->len; i++)
    (*out_paths)[i] = g_strdup (self->held->pdata[i]);
  return self->held_why;
}

/**
 * paddock_revocation_obstacle_to_reason:
 *
 * Returns: what the journal says of it
 */
PaddockReason
paddock_revocation_obstacle_to_reason (PaddockObstacle obstacle)
{
  static const PaddockReason obstacles[] = {
    [PADDOCK_OBSTACLE_NONE] = PADDOCK_REASON_NONE,
    [PADDOCK_OBSTACLE_NO_HANDSHAKE] = PADDOCK_REASON_NO_HANDSHAKE,
    [PADDOCK_OBSTACLE_BATCHES] = PADDOCK_REASON_BATCHES,
    [PADDOCK_OBSTACLE_TASKS] = PADDOCK_REASON_TASKS,
    [PADDOCK_OBSTACLE_TOO_MUCH] = PADDOCK_REASON_LIMIT,
    [PADDOCK_OBSTACLE_UNCLEAR] = PADDOCK_REASON_AMBIGUOUS,
    [PADDOCK_OBSTACLE_CLOSED] = PADDOCK_REASON_PEER_CLOSED,
  };

  return (guint) obstacle < G_N_ELEMENTS (obstacles) ? obstacles[obstacle] : PADDOCK_REASON_LIMIT;
}
