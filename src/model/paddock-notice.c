/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-notice.h"

/* Decides when a server must be told that its list of roots changed.
 *
 * A session owns one notice, which remembers two lists. The *answered* list is the last answer to
 * the server. Before the server's first request, the answered list is the list at the time when the
 * session became ready. The *told* list is the list at the last `list_changed`. The told list is
 * forgotten when the server asks again. The notice sends nothing and has no timer. The session
 * collects all changes within PADDOCK_NOTICE_COALESCE_MS, and calls paddock_notice_changed() once
 * for them.
 *
 *   the current list                                 send `list_changed`?
 *   equals the answered list                         no
 *   has everything that was answered, and more       yes, unless sent since the last answer
 *   lacks something that was answered                yes, unless sent for this same list
 *
 * An empty list has one of two causes: folders are missing, or the user revoked them or paused
 * sharing. A `paddock run` that keeps its server's folders must learn of the second cause, because
 * then it restarts the server. So `list_changed` is also sent if the list stays empty but the cause
 * changes from the first to the second.
 *
 * A server that never asks for its list is told of the first change, and after that only of losses.
 * So additions can't flood a server that does not read its list. A new order counts as an addition.
 * tests/unit/test-notice.c has sequences of such changes. */

struct _PaddockNotice
{
  GStrv answered;                   /* (owned) the list of roots in the last answer to the server */
  GStrv told;                       /* (owned) (nullable) the list of roots at the last
                                     * `list_changed`; NULL: none was sent since the last answer */
  gboolean said_away;               /* at the server's last answer or `list_changed`, its list was
                                     * empty, although the user had neither revoked the roots nor
                                     * paused sharing */
  gboolean is_behind;               /* `paddock run` has read the list since the last change, but
                                     * the server has not */
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
 * Returns: (transfer full): a notice with an empty answered list
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
 * @uris: (nullable): the list when the session became ready
 * @is_revoked_by_user: whether the list is empty because the user revoked or paused
 *
 * Sets the list with which changes are compared until the server's first request.
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
 * @uris: (nullable): the list that the server got
 * @is_revoked_by_user: whether the list is empty because the user revoked or paused
 *
 * Notes that the server asked for its list and got @uris. Later changes are compared with this
 * list.
 */
void
paddock_notice_answered (PaddockNotice      *self,
                         const char * const *uris,
                         gboolean            is_revoked_by_user)
{
  if (uris == NULL)
    uris = no_uris;
  self->said_away = uris[0] == NULL && !is_revoked_by_user;
  /* Most answers equal the last answer, so the list need not be copied. */
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
 * @uris: (nullable): the list that the server's `paddock run` got
 * @is_revoked_by_user: whether the list is empty because the user revoked or paused
 *
 * Notes that `paddock run` asked for the list and got @uris. Later changes are compared with this
 * list. The list does not count as read by the server (paddock_notice_is_read()).
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
 * @uris: (nullable): the current list
 * @is_revoked_by_user: whether the list is empty because the user revoked or paused
 *
 * Decides by the table at the top of this file.
 *
 * Returns: whether the caller must send `list_changed` now; from then on it counts as sent
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
 * Returns: whether the server has read its list since the last `list_changed`; %TRUE if none was
 *   sent
 */
gboolean
paddock_notice_is_read (const PaddockNotice *self)
{
  return self->told == NULL && !self->is_behind;
}
