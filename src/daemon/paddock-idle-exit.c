/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-idle-exit.h"

#include "paddock-alarm.h"

#include <sys/stat.h>

/* When a service that was started for somebody ends by itself: some minutes after the last use when
 * nobody needs it, and soon when its program was replaced by another version, for the next use then
 * starts that one.
 *
 * Owned by the service if it was activated; one that was started by hand has none. It only says
 * that the time has come. While something is needed no timer runs. What needs the service but not
 * this version of it (a window, which starts the next one; an end that is noticed later as well)
 * does not keep the old one; servers do, for not each of them dials again, and so do questions,
 * which are not on disk.
 *
 * While the session bus is lost nobody can start, call or answer it: only servers that are
 * connected keep it, so that it does not outlive the user's session. Soon after the last of them it
 * is over, and the next bus starts the next one.
 *
 * Where the desktop does not let it run in the background (a sandbox, and a user who said no), it
 * is bound to the window, and soon over without one, whatever else needs it.
 */
struct _PaddockIdleExit
{
  GObject           parent_instance;

  gint64               idle_timeout; /* µs */
  char                *executable;   /* (owned) (nullable) NULL: not known, never replaced */
  struct stat          installed;    /* of it, when the service started */
  PaddockIdleExitNeeds needs;
  gboolean             is_replaced;
  gboolean             is_bound;     /* to the window: without one it may not run */
  gboolean             is_stranded;  /* the session bus is lost: only servers need it */
  PaddockAlarm        *end;          /* (owned) */
};

G_DEFINE_FINAL_TYPE (PaddockIdleExit, paddock_idle_exit, G_TYPE_OBJECT)

enum {
  OVER,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Flatpak puts this into what it runs from when a newer version was deployed beside it. */
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

/* Counts from now: called when a need ends, and at each use. */
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

/* Whether another file is at the path now. One that is gone is an update on its way, or an
 * uninstallation: there is nothing to start in its place. */
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
 * @idle_timeout: µs after the last use, for example %PADDOCK_IDLE_EXIT_IDLE_TIMEOUT
 * @executable: (nullable): the running program; what is there now is taken for what runs
 *
 * Returns: (transfer full): a life in which nothing is needed yet and whose time runs, in the
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
 * @is_needed: whether the service is needed for it now
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
 * @is_bound: whether it may run only while a window is registered
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
 * Somebody uses the service: the time begins anew. This is also when it is looked whether a newer
 * version was installed, so that an idle service has nothing to watch.
 */
void
paddock_idle_exit_use (PaddockIdleExit *self)
{
  self->is_replaced = self->is_replaced || check_replaced (self);
  arm (self);
}
