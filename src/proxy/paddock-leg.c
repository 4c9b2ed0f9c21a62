/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-leg.h"

#include <signal.h>

#include "paddock-calm.h"
#include "paddock-guard.h"

/* What leads from the seat to a server.
 *
 * The seat owns one at a time. To it every server is two descriptors, to which lines are written
 * and from which they are read, and an end with a status. There are two kinds: a process, which is
 * here, and a server behind an address (paddock-remote.c), which has the other ends of two pipes.
 * So whatever is done about lines, restarts and the end of the host is done for both, once.
 */

typedef struct {
  PaddockLeg    leg;
  PaddockChild *child;              /* (owned) */
  int           guard;              /* the seat's */
} ChildLeg;

static int
take_input (PaddockLeg *leg)
{
  return paddock_child_take_input (((ChildLeg *) leg)->child);
}

static int
take_output (PaddockLeg *leg)
{
  return paddock_child_take_output (((ChildLeg *) leg)->child);
}

static void
pass_signal (PaddockLeg *leg,
             int         signal_number)
{
  paddock_child_signal (((ChildLeg *) leg)->child, signal_number);
}

static void
end (PaddockLeg *leg,
     int         signal_number)
{
  paddock_child_end (((ChildLeg *) leg)->child, signal_number);
}

static gboolean
has_exited (PaddockLeg *leg)
{
  return paddock_child_has_exited (((ChildLeg *) leg)->child);
}

static gboolean
reap (PaddockLeg *leg,
      int        *out_status)
{
  return paddock_child_reap (((ChildLeg *) leg)->child, out_status);
}

static gboolean
is_calm (PaddockLeg *leg)
{
  return paddock_calm_is (paddock_child_get_pid (((ChildLeg *) leg)->child));
}

/* What is left of its group would keep what it was told, and is killed. */
static void
clear_away (PaddockLeg *leg)
{
  ChildLeg *self = (ChildLeg *) leg;
  pid_t group = paddock_child_get_pid (self->child);
  int status;

  paddock_child_end (self->child, SIGKILL);
  paddock_guard_forget (self->guard, group);
  paddock_child_reap (self->child, &status);
}

/* One that runs is left to the guard. */
static void
free_child (PaddockLeg *leg)
{
  ChildLeg *self = (ChildLeg *) leg;

  paddock_child_free (self->child);
  g_free (self);
}

static const PaddockLegFuncs child_funcs = {
  .take_input = take_input,
  .take_output = take_output,
  .pass_signal = pass_signal,
  .end = end,
  .has_exited = has_exited,
  .reap = reap,
  .is_calm = is_calm,
  .clear_away = clear_away,
  .free = free_child,
};

/**
 * paddock_leg_new_for_child:
 * @options: what to start
 * @guard: the guard's descriptor, which must stay
 * @signals: what the process gets back
 *
 * Returns: (transfer full) (nullable): a server's process; %NULL with the errors of
 *   paddock_child_spawn()
 */
PaddockLeg *
paddock_leg_new_for_child (const PaddockChildOptions  *options,
                           int                         guard,
                           const PaddockSignalState   *signals,
                           GError                    **error)
{
  PaddockChild *child = paddock_child_spawn (options, guard, signals, error);
  ChildLeg *self;

  if (child == NULL)
    return NULL;
  self = g_new0 (ChildLeg, 1);
  self->leg.funcs = &child_funcs;
  self->child = child;
  self->guard = guard;
  return &self->leg;
}

void
paddock_leg_free (PaddockLeg *leg)
{
  leg->funcs->free (leg);
}
