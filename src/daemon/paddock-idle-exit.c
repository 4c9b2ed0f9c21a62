/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-idle-exit.h"

#include "paddock-alarm.h"

#include <sys/stat.h>

/* Decides when a service that the bus activated ends by itself. If nothing needs the service, it
 * ends some minutes after its last use. If another version of the program was installed, it ends
 * soon: the next use then starts that version.
 *
 * An activated service owns one such object; a service started by hand has none. The object only
 * says when to end. While something needs the service, no timer runs. If another version is
 * installed, only some needs keep the service. A connected server does, because not every server
 * connects again. A question does, because questions are not on disk, and so does a call. A window
 * does not, because it starts the new version. Nor does the end of a grant, which can be noticed
 * later.
 *
 * While the session bus is lost, nobody can start, call or answer the service. Then only connected
 * servers keep the service, so that it does not outlive the user's session. It ends soon after the
 * last server disconnects. The next bus starts the next service.
 *
 * The desktop or the user may not allow Paddock to run in the background. Then the service may run
 * only while a window is open. Without a window it ends soon, whatever else needs it.
 */
struct _PaddockIdleExit
{
  GObject           parent_instance;

  gint64               idle_timeout; /* µs */
  char                *executable;   /* (owned) (nullable) path of the program; NULL: unknown, so an
                                      * update goes unnoticed */
  struct stat          installed;    /* the status of the program's file when the service started */
  PaddockIdleExitNeeds needs;
  gboolean             is_replaced;
  gboolean             is_bound;     /* the service may run only while a window is open */
  gboolean             is_stranded;  /* the session bus is lost: only servers count as a need */
  PaddockAlarm        *end;          /* (owned) goes off when the service should end; not set while
                                      * something needs it */
};

G_DEFINE_FINAL_TYPE (PaddockIdleExit, paddock_idle_exit, G_TYPE_OBJECT)

enum {
  OVER,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Flatpak creates this file in a running sandbox when it deploys a newer version of the app. */
#define FLATPAK_UPDATED "/app/.updated"

#define KEPT_WHEN_REPLACED (PADDOCK_IDLE_EXIT_SESSIONS | PADDOCK_IDLE_EXIT_PROMPTS | \
                            PADDOCK_IDLE_EXIT_CALLS)

static gboolean
on_end (gpointer user_data)
{
  PaddockIdleExit *self = user_data;

  g_signal_emit (self, signals[OVER], 0, self->is_replaced);
  return G_SOURCE_REMOVE;
}

/* Starts again the waiting time after which the service ends. If something needs the service, stops
 * the waiting time instead. Called when a need changes, and at each use. */
static void
arm (PaddockIdleExit *self)
{
  if (self->is_bound && (self->needs & PADDOCK_IDLE_EXIT_AGENT) == 0)
    paddock_alarm_set (self->end, MIN (PADDOCK_IDLE_EXIT_QUIET_TIMEOUT, self->idle_timeout));
  else if (self->is_stranded && (self->needs & PADDOCK_IDLE_EXIT_SESSIONS) == 0)
    paddock_alarm_set (self->end, MIN (PADDOCK_IDLE_EXIT_QUIET_TIMEOUT, self->idle_timeout));
  else if (self->is_replaced && (self->needs & KEPT_WHEN_REPLACED) == 0)
    paddock_alarm_set (self->end, MIN (PADDOCK_IDLE_EXIT_QUIET_TIMEOUT, self->idle_timeout));
  else if (self->needs == 0)
    paddock_alarm_set (self->end, self->idle_timeout);
  else
    paddock_alarm_clear (self->end);
}

/* Whether another version of the program is installed now. A missing program file is no sign of
 * this: during an update, or after Paddock was removed, there is nothing to start instead. */
static gboolean
check_replaced (PaddockIdleExit *self)
{
  struct stat now;

  if (self->executable == NULL)
    return FALSE;
  if (stat (self->executable, &now) == 0 &&
      (now.st_dev != self->installed.st_dev || now.st_ino != self->installed.st_ino ||
       now.st_mtim.tv_sec != self->installed.st_mtim.tv_sec ||
       now.st_mtim.tv_nsec != self->installed.st_mtim.tv_nsec))
    return TRUE;
  return g_str_has_prefix (self->executable, "/app/") && stat (FLATPAK_UPDATED, &now) == 0;
}

static void
paddock_idle_exit_finalize (GObject *object)
{
  PaddockIdleExit *self = PADDOCK_IDLE_EXIT (object);

  g_clear_pointer (&self->end, paddock_alarm_free);
  g_free (self->executable);

  G_OBJECT_CLASS (paddock_idle_exit_parent_class)->finalize (object);
}

static void
paddock_idle_exit_class_init (PaddockIdleExitClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = paddock_idle_exit_finalize;

  signals[OVER] = g_signal_new ("over", PADDOCK_TYPE_IDLE_EXIT, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL,
                                G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

static void
paddock_idle_exit_init (PaddockIdleExit *self)
{
  self->end = paddock_alarm_new (on_end, self);
}

/**
 * paddock_idle_exit_new:
 * @idle_timeout: how long the service stays after its last use, in µs; for example
 *   %PADDOCK_IDLE_EXIT_IDLE_TIMEOUT
 * @executable: (nullable): the path of the running program. The file that is there now counts as
 *   the running program
 *
 * Returns: (transfer full): an idle exit without needs, whose waiting time has started. It uses the
 *   thread's default main context
 */
PaddockIdleExit *
paddock_idle_exit_new (gint64      idle_timeout,
                       const char *executable)
{
  PaddockIdleExit *self = g_object_new (PADDOCK_TYPE_IDLE_EXIT, NULL);

  self->idle_timeout = idle_timeout;
  if (executable != NULL && stat (executable, &self->installed) == 0)
    self->executable = g_strdup (executable);
  arm (self);
  return self;
}

/**
 * paddock_idle_exit_set_need:
 * @need: one of the needs
 * @is_needed: whether something of this kind needs the service now
 */
void
paddock_idle_exit_set_need (PaddockIdleExit      *self,
                            PaddockIdleExitNeeds  need,
                            gboolean              is_needed)
{
  PaddockIdleExitNeeds needs = is_needed ? self->needs | need : self->needs & ~need;

  if (needs == self->needs)
    return;
  self->needs = needs;
  arm (self);
}

/**
 * paddock_idle_exit_set_bound:
 * @is_bound: whether the service may run only while a window is registered
 */
void
paddock_idle_exit_set_bound (PaddockIdleExit *self,
                             gboolean         is_bound)
{
  if (is_bound == self->is_bound)
    return;
  self->is_bound = is_bound;
  arm (self);
}

/**
 * paddock_idle_exit_set_bus_lost:
 * @is_stranded: whether the session bus is lost
 */
void
paddock_idle_exit_set_bus_lost (PaddockIdleExit *self,
                                gboolean         is_stranded)
{
  if (is_stranded == self->is_stranded)
    return;
  self->is_stranded = is_stranded;
  arm (self);
}

/**
 * paddock_idle_exit_use:
 *
 * Notes that somebody uses the service, so the waiting time starts again. Also checks whether
 * another version was installed. This check at each use is enough, so the service need not watch
 * the file.
 */
void
paddock_idle_exit_use (PaddockIdleExit *self)
{
  self->is_replaced = self->is_replaced || check_replaced (self);
  arm (self);
}
