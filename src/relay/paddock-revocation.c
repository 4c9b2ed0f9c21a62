/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-revocation.h"

#include <string.h>

/* Decides what to do when the user revokes all folders of a server.
 *
 * The revocation manager owns this. The manager notes here what the server read, and asks for a
 * decision when the user has revoked everything. It is not enough to tell the server: real servers
 * go on using their folders when they get an empty list (docs/cli.md). So Paddock restarts such a
 * server, and it loses what it kept in memory. A server has nothing to forget if it never read a
 * folder, or if it reads the list each time it needs a folder. Servers of the newest revision are
 * not told of changes, so each of them may keep the folders that it read. The decision is pure: the
 * caller passes the time.
 *
 * This object also knows which revoked folders the server may still hold, and why, so that the user
 * can see it. A folder counts as held from the decision on, until another server runs, or until the
 * server is told of the folder again.
 *
 * A restart does not help if the server kept the paths outside its process: in a file, or in a
 * process that left its group. Paddock tells the server of the change, and does not claim to
 * enforce the revocation.
 */

struct _PaddockRevocation
{
  PaddockOnRevoke  mode;
  GStrv            argv;            /* (owned) */
  gint64           told_at;         /* when paddock_revocation_told() was last called, in µs,
                                     * monotonic; 0: never */
  gint64           restarted_at;    /* when the last restart was, in µs, monotonic; 0: never */
  gboolean         is_eager;        /* the server asks early for its folders, so it probably keeps
                                     * the answer */
  gboolean         is_by_hand;      /* the user revoked the folders in @read before they expired */
  PaddockRootList *read;            /* (owned) (nullable) the last list with folders that the server
                                     * read; NULL: none, or the decision about it was carried out */
  PaddockReason    held_why;        /* why the server may still hold revoked folders; NONE: it holds
                                     * none */
  GPtrArray       *held;            /* (owned) the paths of revoked folders that the server may
                                     * still hold */
};

/**
 * paddock_revocation_new:
 * @mode: what the user chose on the command line
 * @argv: the server's command; copied
 *
 * Returns: (transfer full): a revocation for a server that has read no folders
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

/* Notes that the server may still hold the folders that it read last. Folders that it already held
 * before stay noted. */
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

/* Removes the folders in @list from @held, because the server may see them again. */
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
 * Notes that the server has a reason to ask for its folders now: its handshake is over, or its list
 * changed.
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
 * Notes that the server asks for its folders. If it asks without a reason, or soon after
 * paddock_revocation_told(), it may keep the answer.
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
 * @list: the answer to the server
 *
 * Notes which folders the server read. An empty list changes nothing.
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
 * @list: the list that the server got with a repeated request
 *
 * Like paddock_revocation_answered(), for a server of the newest revision. Such a server is not
 * told of changes. It should ask again for each request, but may also keep the list.
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

/* Whether the server's command names a revoked folder: then a new server would know that folder,
 * too. */
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

/* Whether the user revoked the folders before they expired. Once the result is true, it stays true
 * until the server reads folders again. */
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
 * @obstacle: what forbids a restart now
 * @now: µs, monotonic
 * @real_now: µs since the epoch
 * @out_when: (out): for %PADDOCK_REVOCATION_LATER, when to call this again, in µs, monotonic
 * @out_reason: (out): for %PADDOCK_REVOCATION_TOLD, why the server is not restarted
 *
 * Returns: what to do about a server whose folders the user has all revoked
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
 * Ends this revocation, because the decision was carried out. There is nothing more to decide until
 * the server reads folders again.
 */
void
paddock_revocation_settle (PaddockRevocation *self)
{
  g_clear_pointer (&self->read, paddock_root_list_unref);
}

/**
 * paddock_revocation_relent:
 *
 * Gives up the restart, because the user shared something again before the restart began.
 */
void
paddock_revocation_relent (PaddockRevocation *self)
{
  if (self->held_why == PADDOCK_REASON_RESTARTING)
    forget_held (self);
}

/**
 * paddock_revocation_restarted:
 * @is_remote: whether the server is the same one, behind an address, and only the session is new
 * @now: µs, monotonic
 *
 * Notes that there is a new server or session, which has read no folders. But a remote server may
 * still hold what it got in an earlier session.
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
 * @out_paths: (out) (transfer full): the paths of the revoked folders, as they were told to the
 *   server
 *
 * Returns: why the server may still hold revoked folders; %PADDOCK_REASON_RESTARTING until it is
 *   restarted; %PADDOCK_REASON_NONE if it holds none
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
 * Returns: the reason that the journal gives for @obstacle
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
