/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-launcher.h"

#include "paddock-limits.h"

#include <string.h>

/* Keeps what the `paddock run` at the other end of a session says after the handshake: about its
 * host, about its server and about what it did itself. The session owns this object, and has one
 * even if its peer is no `paddock run`.
 *
 * Nobody checks what `paddock run` says, except that its server is confined. The service shows it
 * to the user and writes it to the journal. But it never matters for the decision who gets a
 * folder. */

struct _PaddockLauncher
{
  GObject       parent_instance;

  gboolean      lists_early;        /* at its last start, the server requested its roots early, as
                                     * paddock_launcher_receive_pace() defines it */
  gboolean      has_paced;          /* paddock_launcher_receive_pace() was called in this session */
  GStrv         suggestions;        /* (owned) (nullable) URIs of the host's own roots; NULL:
                                     * none */
  gsize         suggested;          /* size of @suggestions in bytes; a part of the sum
                                     * @suggested_in_all */
  PaddockReason unenforced;         /* why the server may still use revoked folders; NONE: the
                                     * server uses no revoked folder */
  GStrv         held;               /* (owned) (nullable) paths of the revoked folders that the
                                     * server may still use; NULL: none */
  PaddockReason pending_why;        /* why the server does not have folders yet; NONE: it has all */
  GStrv         pending;            /* (owned) (nullable) paths of the folders that the server does
                                     * not have yet */
  PaddockConfined *confined;        /* (owned) (nullable) how the server is confined; NULL: it is
                                     * not proven that it is */
};

enum {
  PACED,
  REPORTED,
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* How many bytes the suggestions of all sessions take together. */
static gsize suggested_in_all;

G_DEFINE_FINAL_TYPE (PaddockLauncher, paddock_launcher, G_TYPE_OBJECT)

static void
drop_suggestions (PaddockLauncher *self)
{
  suggested_in_all -= self->suggested;
  self->suggested = 0;
  g_clear_pointer (&self->suggestions, g_strfreev);
}

static void
paddock_launcher_finalize (GObject *object)
{
  PaddockLauncher *self = PADDOCK_LAUNCHER (object);

  drop_suggestions (self);
  g_strfreev (self->held);
  g_strfreev (self->pending);
  g_clear_pointer (&self->confined, paddock_confined_free);

  G_OBJECT_CLASS (paddock_launcher_parent_class)->finalize (object);
}

static void
paddock_launcher_class_init (PaddockLauncherClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = paddock_launcher_finalize;

  signals[PACED] =
    g_signal_new ("paced", PADDOCK_TYPE_LAUNCHER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  signals[REPORTED] =
    g_signal_new ("reported", PADDOCK_TYPE_LAUNCHER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 3, G_TYPE_INT, G_TYPE_INT, G_TYPE_UINT);
  signals[CHANGED] =
    g_signal_new ("changed", PADDOCK_TYPE_LAUNCHER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);
}

static void
paddock_launcher_init (PaddockLauncher *self)
{
}

/**
 * paddock_launcher_new:
 *
 * Returns: (transfer full): a launcher that has said nothing yet
 */
PaddockLauncher *
paddock_launcher_new (void)
{
  return g_object_new (PADDOCK_TYPE_LAUNCHER, NULL);
}

/**
 * paddock_launcher_receive_pace:
 * @lists_early: whether the server requested its roots before the end of its handshake, or within a
 *   second after it
 *
 * Tells the session whether the server requests roots early, so that the service can remember this
 * for the next launch. Only the first call in a session has an effect, because the service writes
 * each change to disk.
 */
void
paddock_launcher_receive_pace (PaddockLauncher *self,
                               gboolean         lists_early)
{
  if (self->has_paced)
    return;
  self->has_paced = TRUE;
  g_signal_emit (self, signals[PACED], 0, lists_early);
}

/**
 * paddock_launcher_set_lists_early:
 * @lists_early: whether the server requested its roots early in its last launch
 *
 * Call this before the handshake ends: `notifications/initialized` passes @lists_early on to
 * `paddock run`.
 */
void
paddock_launcher_set_lists_early (PaddockLauncher *self,
                                  gboolean         lists_early)
{
  self->lists_early = lists_early;
}

/* Returns: the value that paddock_launcher_set_lists_early() was last given */
gboolean
paddock_launcher_lists_early (PaddockLauncher *self)
{
  return self->lists_early;
}

/**
 * paddock_launcher_set_suggestions:
 * @uris: (nullable): canonical URIs of the host's own roots; copied
 *
 * Replaces the suggestions, which are shown to the user. If all launchers together would then keep
 * more than %PADDOCK_LIMIT_CLAIMS_IN_ALL bytes, this launcher keeps none.
 */
void
paddock_launcher_set_suggestions (PaddockLauncher    *self,
                                  const char * const *uris)
{
  static const char * const none[] = { NULL };
  g_auto (GStrv) previous = g_strdupv (self->suggestions);
  gsize n_bytes = 0;

  drop_suggestions (self);
  for (gsize i = 0; uris != NULL && uris[i] != NULL; i++)
    n_bytes += strlen (uris[i]) + 1;
  if (suggested_in_all + n_bytes <= PADDOCK_LIMIT_CLAIMS_IN_ALL) {
    self->suggestions = g_strdupv ((char **) uris);
    self->suggested = n_bytes;
    suggested_in_all += n_bytes;
  }
  if (!g_strv_equal (previous != NULL ? (const char * const *) previous : none,
                     self->suggestions != NULL ? (const char * const *) self->suggestions : none))
    g_signal_emit (self, signals[CHANGED], 0);
}

/* Returns: (nullable) (transfer none): URIs of the host's own roots */
const char * const *
paddock_launcher_get_suggestions (PaddockLauncher *self)
{
  return (const char * const *) self->suggestions;
}

/**
 * paddock_launcher_receive_report:
 * @event: what the `paddock run` did to its server, or to the server's messages
 * @reason: why
 * @count: how often this happened since the last such report
 *
 * Passes the report on to the session, for the journal and the user.
 */
void
paddock_launcher_receive_report (PaddockLauncher *self,
                                 PaddockEvent     event,
                                 PaddockReason    reason,
                                 guint            count)
{
  g_signal_emit (self, signals[REPORTED], 0, event, reason, count);
}

static void
receive_folders (PaddockLauncher    *self,
                 PaddockReason      *why,
                 GStrv              *paths,
                 PaddockReason       new_why,
                 const char * const *new_paths)
{
  static const char * const none[] = { NULL };
  const char * const *previous = *paths != NULL ? (const char * const *) *paths : none;

  if (new_why == PADDOCK_REASON_NONE)
    new_paths = none;
  if (new_why == *why && g_strv_equal (new_paths, previous))
    return;
  g_strfreev (*paths);
  *paths = g_strdupv ((GStrv) new_paths);
  *why = new_why;
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * paddock_launcher_receive_held:
 * @why: why the server may still use folders that the user revoked; %PADDOCK_REASON_NONE: the
 *   server uses none of them
 * @paths: the paths of these folders; ignored if @why is %PADDOCK_REASON_NONE
 *
 * Keeps @why and @paths, to show them to the user.
 */
void
paddock_launcher_receive_held (PaddockLauncher    *self,
                               PaddockReason       why,
                               const char * const *paths)
{
  receive_folders (self, &self->unenforced, &self->held, why, paths);
}

/**
 * paddock_launcher_receive_pending:
 * @why: why the server does not have folders yet; %PADDOCK_REASON_NONE: it has all
 * @paths: the paths of these folders; ignored if @why is %PADDOCK_REASON_NONE
 *
 * Keeps @why and @paths, to show them to the user.
 */
void
paddock_launcher_receive_pending (PaddockLauncher    *self,
                                  PaddockReason       why,
                                  const char * const *paths)
{
  receive_folders (self, &self->pending_why, &self->pending, why, paths);
}

/**
 * paddock_launcher_get_pending:
 * @out_why: (out): why the server does not have them; %PADDOCK_REASON_NONE: it has all
 *
 * Returns: (nullable) (transfer none): the paths of the folders that the server does not have yet,
 *   as its `paddock run` says
 */
const char * const *
paddock_launcher_get_pending (PaddockLauncher *self,
                              PaddockReason   *out_why)
{
  *out_why = self->pending_why;
  return (const char * const *) self->pending;
}

/* Returns: (nullable) (transfer none): the paths of the revoked folders that the server might
 * still use */
const char * const *
paddock_launcher_get_held (PaddockLauncher *self)
{
  return (const char * const *) self->held;
}

/**
 * paddock_launcher_get_unenforced:
 *
 * Returns: why the server may still use folders that the user revoked, as its `paddock run` says:
 *   %PADDOCK_REASON_RESTARTING until the server is restarted; %PADDOCK_REASON_NONE if the server
 *   uses none of them, or if `paddock run` said nothing
 */
PaddockReason
paddock_launcher_get_unenforced (PaddockLauncher *self)
{
  return self->unenforced;
}

/**
 * paddock_launcher_receive_confined:
 * @confined: how the server is confined, as it is proven; copied
 *
 * Keeps @confined, to show it to the user. The first call in a session is for the journal, too.
 */
void
paddock_launcher_receive_confined (PaddockLauncher       *self,
                                   const PaddockConfined *confined)
{
  gboolean is_first = self->confined == NULL;

  if (paddock_confined_equal (self->confined, confined))
    return;
  g_clear_pointer (&self->confined, paddock_confined_free);
  self->confined = paddock_confined_copy (confined);
  if (is_first)
    paddock_launcher_receive_report (self, PADDOCK_EVENT_CONFINED, PADDOCK_REASON_NONE, 1);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Returns: (nullable) (transfer none): how the server is confined; NULL if that is not proven */
const PaddockConfined *
paddock_launcher_get_confined (PaddockLauncher *self)
{
  return self->confined;
}
