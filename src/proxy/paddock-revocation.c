/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-revocation.h"

#include <string.h>

/* What is done when the user takes back all that a server could see.
 *
 * The proxy owns one, says what its server read and asks when the service says that the user left
 * it with nothing. Telling a server is not enough: real ones keep their folders when they are
 * answered an empty list (docs/cli.md). Such a server is restarted, so that what it keeps is gone.
 * One that never read a folder, or reads the list each time it needs it, has nothing to forget; in
 * the newest revision, where servers cannot hear of a change, each that read one may keep it. A
 * pure decision: the clock is the caller's.
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
  PaddockRootList *read;            /* (owned) (nullable) the last list with roots in it */
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
  return self;
}

void
paddock_revocation_free (PaddockRevocation *self)
{
  g_strfreev (self->argv);
  g_clear_pointer (&self->read, paddock_root_list_unref);
  g_free (self);
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

/**
 * paddock_revocation_decide:
 * @obstacle: what the conversation says of a restart
 * @now: µs, monotonic
 * @out_when: (out): µs, monotonic: when to ask again, where that is the answer
 * @out_reason: (out): why it is only told, where that is the answer
 *
 * Returns: what to do about a server that the user left with nothing
 */
PaddockRevocationStep
paddock_revocation_decide (PaddockRevocation *self,
                           PaddockObstacle    obstacle,
                           gint64             now,
                           gint64            *out_when,
                           PaddockReason     *out_reason)
{
  *out_when = 0;
  *out_reason = PADDOCK_REASON_NONE;
  if (self->read == NULL || !self->is_eager)
    return PADDOCK_REVOCATION_NOTHING;

  if (self->mode == PADDOCK_ON_REVOKE_NOTIFY)
    *out_reason = PADDOCK_REASON_CONFIGURED;
  else if (is_in_command (self))
    *out_reason = PADDOCK_REASON_IN_COMMAND;
  else
    *out_reason = paddock_obstacle_to_reason (obstacle);
  if (*out_reason != PADDOCK_REASON_NONE)
    return PADDOCK_REVOCATION_TOLD;

  if (self->restarted_at != 0 && now - self->restarted_at < PADDOCK_REVOCATION_PERIOD_US) {
    *out_when = self->restarted_at + PADDOCK_REVOCATION_PERIOD_US;
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
 * paddock_revocation_restarted:
 * @now: µs, monotonic
 *
 * A new server, which has read nothing.
 */
void
paddock_revocation_restarted (PaddockRevocation *self,
                              gint64             now)
{
  self->restarted_at = now;
  self->told_at = 0;
  self->is_eager = FALSE;
  paddock_revocation_settle (self);
}

/**
 * paddock_obstacle_to_reason:
 *
 * Returns: what the journal says of it
 */
PaddockReason
paddock_obstacle_to_reason (PaddockObstacle obstacle)
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
