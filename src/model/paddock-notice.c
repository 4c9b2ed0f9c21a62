/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-notice.h"

/* When a server must be told that its list changed.
 *
 * A session owns one. It remembers two lists: what the server was last *answered* (before its first
 * question: what it would have been answered when the session became ready), and what the list was
 * when the server was last *told* that it changed, which is forgotten as soon as it asks again. It
 * sends nothing and holds no timer: changes within PADDOCK_NOTICE_COALESCE_MS are one because the
 * session asks only once about them.
 *
 *   the list now                                            told
 *   is what was answered                                    no: nothing more to say
 *   has all that was answered, and more                     yes, unless told since the answer
 *   lacks something that was answered                       yes, unless told with this very list
 *
 * An empty list is said to be so because folders are away, or by the user's will ("taken"; a pause
 * is that, too), which those who keep their folders must hear (`paddock run` restarts them): where
 * one becomes the other it is told once more, though the list is the same.
 *
 * So a server that never lists is told of the first change, and afterwards only of what it lost;
 * one that does not read its list cannot be made busy by additions. A mere change of order counts
 * as an addition. tests/unit/test-notice.c has the sequences. */

struct _PaddockNotice
{
  GStrv answered;                   /* (owned) */
  GStrv told;                       /* (owned) (nullable) NULL: not told since the answer */
  gboolean said_away;               /* what was said last was an empty list, and not taken */
  gboolean is_behind;               /* its launcher knows of a change that it does not */
};

static const char * const no_uris[] = { NULL };

static gboolean
lacks_any (const char * const *uris,
           const char * const *wanted)
{
  g_autoptr (GHashTable) set = g_hash_table_new (g_str_hash, g_str_equal);

  for (gsize i = 0; uris[i] != NULL; i++)
    g_hash_table_add (set, (char *) uris[i]);
  for (gsize i = 0; wanted[i] != NULL; i++) {
    if (!g_hash_table_contains (set, wanted[i]))
      return TRUE;
  }
  return FALSE;
}

/**
 * paddock_notice_new:
 *
 * Returns: (transfer full): a notice of a session whose list is empty
 */
PaddockNotice *
paddock_notice_new (void)
{
  PaddockNotice *self = g_new0 (PaddockNotice, 1);

  self->answered = g_new0 (char *, 1);
  return self;
}

/**
 * paddock_notice_free:
 * @self: (transfer full): a notice
 */
void
paddock_notice_free (PaddockNotice *self)
{
  g_strfreev (self->answered);
  g_strfreev (self->told);
  g_free (self);
}

/**
 * paddock_notice_begin:
 * @self: a notice
 * @uris: (nullable): the list at the time when the session became ready
 * @is_revoked_by_user: whether an empty one is so by the user's will
 *
 * What changes are compared with until the server asks for the first time.
 */
void
paddock_notice_begin (PaddockNotice      *self,
                      const char * const *uris,
                      gboolean            is_revoked_by_user)
{
  paddock_notice_answered (self, uris, is_revoked_by_user);
}

/**
 * paddock_notice_answered:
 * @self: a notice
 * @uris: (nullable): the list that the server was answered
 * @is_revoked_by_user: whether an empty one is so by the user's will
 */
void
paddock_notice_answered (PaddockNotice      *self,
                         const char * const *uris,
                         gboolean            is_revoked_by_user)
{
  if (uris == NULL)
    uris = no_uris;
  self->said_away = uris[0] == NULL && !is_revoked_by_user;
  /* Most questions are answered with the list that was answered before. */
  if (!g_strv_equal (uris, (const char * const *) self->answered)) {
    g_strfreev (self->answered);
    self->answered = g_strdupv ((GStrv) uris);
  }
  g_clear_pointer (&self->told, g_strfreev);
  self->is_behind = FALSE;
}

/**
 * paddock_notice_looked:
 * @self: a notice
 * @uris: (nullable): the list that its launcher was answered
 * @is_revoked_by_user: whether an empty one is so by the user's will
 *
 * Changes are compared with that list, but what the server has not read, it still has not.
 */
void
paddock_notice_looked (PaddockNotice      *self,
                       const char * const *uris,
                       gboolean            is_revoked_by_user)
{
  gboolean is_behind = !paddock_notice_is_read (self);

  paddock_notice_answered (self, uris, is_revoked_by_user);
  self->is_behind = is_behind;
}

/**
 * paddock_notice_changed:
 * @self: a notice
 * @uris: (nullable): the list now
 * @is_revoked_by_user: whether an empty one is so by the user's will
 *
 * Returns: whether the server must be told that its list changed; then it counts as told
 */
gboolean
paddock_notice_changed (PaddockNotice      *self,
                        const char * const *uris,
                        gboolean            is_revoked_by_user)
{
  const char * const *answered = (const char * const *) self->answered;
  const char * const *told = (const char * const *) self->told;
  gboolean must_tell;

  if (uris == NULL)
    uris = no_uris;
  if (uris[0] == NULL && is_revoked_by_user && self->said_away)
    must_tell = TRUE;
  else if (g_strv_equal (uris, answered))
    return FALSE;
  else if (lacks_any (uris, answered))
    must_tell = told == NULL || !g_strv_equal (uris, told);
  else
    must_tell = told == NULL;

  if (must_tell) {
    g_strfreev (self->told);
    self->told = g_strdupv ((GStrv) uris);
    self->said_away = uris[0] == NULL && !is_revoked_by_user;
  }
  return must_tell;
}

/**
 * paddock_notice_is_read:
 * @self: a notice
 *
 * Returns: whether the server asked since it was last told, or was not told yet
 */
gboolean
paddock_notice_is_read (const PaddockNotice *self)
{
  return self->told == NULL && !self->is_behind;
}
