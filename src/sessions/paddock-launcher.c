/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-launcher.h"

#include "paddock-limits.h"

#include <string.h>

/* What the `paddock run` at the other end of a session says after its handshake: about its host,
 * its server and what it did. Owned by the session, which has one whether its peer is a `paddock
 * run` or not.
 *
 * All of it is a claim. It is shown to the user and written to the journal; it decides nothing. */

struct _PaddockLauncher
{
  GObject       parent_instance;

  gboolean      lists_early;        /* in an earlier launch */
  gboolean      has_paced;          /* it reported that for this launch */
  GStrv         suggestions;        /* (owned) (nullable) URIs of the host's own roots */
  gsize         suggested;          /* their size, part of suggested_in_all */
  PaddockReason unenforced;         /* why its server may hold revoked folders, or NONE */
  GStrv         held;               /* (owned) (nullable) the paths of these folders */
};

enum {
  PACED,
  REPORTED,
  HELD,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* How many bytes of suggestions all sessions hold together. */
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
  signals[HELD] =
    g_signal_new ("held", PADDOCK_TYPE_LAUNCHER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);
}

static void
paddock_launcher_init (PaddockLauncher *self)
{
}

/**
 * paddock_launcher_new:
 *
 * Returns: (transfer full): a launcher that has said nothing
 */
PaddockLauncher *
paddock_launcher_new (void)
{
  return g_object_new (PADDOCK_TYPE_LAUNCHER, NULL);
}

/**
 * paddock_launcher_receive_pace:
 * @lists_early: whether the server asked within a second of the end of its handshake
 *
 * Only how long the `paddock run` itself waits depends on it. Each is written down, so only the
 * first one counts.
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
 * @lists_early: whether the server asked early in its last launch
 *
 * Before the handshake is over, which tells it to the `paddock run`.
 */
void
paddock_launcher_set_lists_early (PaddockLauncher *self,
                                  gboolean         lists_early)
{
  self->lists_early = lists_early;
}

/* Returns: what paddock_launcher_set_lists_early() said */
gboolean
paddock_launcher_lists_early (PaddockLauncher *self)
{
  return self->lists_early;
}

/**
 * paddock_launcher_set_suggestions:
 * @uris: (nullable): URIs of the host's own roots, in the form of ours; not those of @self. If all
 *   launchers together have too many, this one gets none
 *
 * They are shown to the user.
 */
void
paddock_launcher_set_suggestions (PaddockLauncher    *self,
                                  const char * const *uris)
{
  GStrv copy = g_strdupv ((char **) uris);
  gsize n_bytes = 0;

  drop_suggestions (self);
  for (gsize i = 0; copy != NULL && copy[i] != NULL; i++)
    n_bytes += strlen (copy[i]) + 1;
  if (suggested_in_all + n_bytes > PADDOCK_LIMIT_CLAIMS_IN_ALL) {
    g_strfreev (copy);
    return;
  }
  self->suggestions = copy;
  self->suggested = n_bytes;
  suggested_in_all += n_bytes;
}

/* Returns: (nullable): URIs of the host's own roots */
const char * const *
paddock_launcher_get_suggestions (PaddockLauncher *self)
{
  return (const char * const *) self->suggestions;
}

/**
 * paddock_launcher_receive_report:
 * @event: what a `paddock run` did to its server, or to what it said
 * @reason: why
 * @count: how often since it was last reported
 *
 * It is for the journal and the user.
 */
void
paddock_launcher_receive_report (PaddockLauncher *self,
                                 PaddockEvent     event,
                                 PaddockReason    reason,
                                 guint            count)
{
  g_signal_emit (self, signals[REPORTED], 0, event, reason, count);
}

/**
 * paddock_launcher_receive_held:
 * @why: why the server may still hold folders that were taken back; %PADDOCK_REASON_NONE: it holds
 *   none
 * @paths: which
 *
 * It is shown to the user.
 */
void
paddock_launcher_receive_held (PaddockLauncher    *self,
                               PaddockReason       why,
                               const char * const *paths)
{
  static const char * const none[] = { NULL };
  const char * const *previous = self->held != NULL ? (const char * const *) self->held : none;

  if (why == PADDOCK_REASON_NONE)
    paths = none;
  if (why == self->unenforced && g_strv_equal (paths, previous))
    return;
  g_strfreev (self->held);
  self->held = g_strdupv ((GStrv) paths);
  self->unenforced = why;
  g_signal_emit (self, signals[HELD], 0);
}

/* Returns: (nullable): the paths of what paddock_launcher_get_unenforced() is about */
const char * const *
paddock_launcher_get_held (PaddockLauncher *self)
{
  return (const char * const *) self->held;
}

/**
 * paddock_launcher_get_unenforced:
 *
 * Returns: why the server may still hold folders that were taken back, as its `paddock run` says:
 *   %PADDOCK_REASON_RESTARTING until it is restarted; %PADDOCK_REASON_NONE where nothing is known
 */
PaddockReason
paddock_launcher_get_unenforced (PaddockLauncher *self)
{
  return self->unenforced;
}
