/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-transport.h"

#include <signal.h>

#include "paddock-quiescence.h"
#include "paddock-guard.h"

/* What leads from the server slot to a server.
 *
 * The server slot owns one at a time. It sees every server as two descriptors, where lines are
 * written and read, and an end with a status. There are two kinds: a process, which is here, and a
 * server behind an address (paddock-remote.c), which has the other ends of two pipes. So lines,
 * restarts and the end of the host are handled once, for both.
 */

typedef struct {
  PaddockTransport transport;
  PaddockChild    *child;           /* (owned) */
  int              guard;           /* the server slot's */
} ChildTransport;

static int
take_input (PaddockTransport *transport)
{
  return paddock_child_steal_input (((ChildTransport *) transport)->child);
}

static int
take_output (PaddockTransport *transport)
{
  return paddock_child_steal_output (((ChildTransport *) transport)->child);
}

static void
pass_signal (PaddockTransport *transport,
             int               signal_number)
{
  paddock_child_signal (((ChildTransport *) transport)->child, signal_number);
}

static void
end (PaddockTransport *transport,
     int               signal_number)
{
  paddock_child_end (((ChildTransport *) transport)->child, signal_number);
}

static gboolean
has_exited (PaddockTransport *transport)
{
  return paddock_child_has_exited (((ChildTransport *) transport)->child);
}

static gboolean
reap (PaddockTransport *transport,
      int              *out_status)
{
  return paddock_child_reap (((ChildTransport *) transport)->child, out_status);
}

static gboolean
is_quiescent (PaddockTransport *transport)
{
  PaddockChild *child = ((ChildTransport *) transport)->child;

  return paddock_quiescence_is_reached (paddock_child_get_pid (child));
}

/* A process that is left of its group would keep what the server was told. So it is killed. */
static void
clear_away (PaddockTransport *transport)
{
  ChildTransport *self = (ChildTransport *) transport;
  pid_t group = paddock_child_get_pid (self->child);
  int status;

  paddock_child_end (self->child, SIGKILL);
  paddock_guard_forget (self->guard, group);
  paddock_child_reap (self->child, &status);
}

/* A process that still runs is left to the guard. */
static void
free_child (PaddockTransport *transport)
{
  ChildTransport *self = (ChildTransport *) transport;

  paddock_child_free (self->child);
  g_free (self);
}

static const PaddockTransportFuncs child_funcs = {
  .take_input = take_input,
  .take_output = take_output,
  .pass_signal = pass_signal,
  .end = end,
  .has_exited = has_exited,
  .reap = reap,
  .is_quiescent = is_quiescent,
  .clear_away = clear_away,
  .free = free_child,
};

/**
 * paddock_transport_new_for_child:
 * @options: what to start
 * @guard: the guard's descriptor, which must stay
 * @signals: what the process gets back
 *
 * Returns: (transfer full) (nullable): a server's process; %NULL with the errors of
 *   paddock_child_spawn()
 */
PaddockTransport *
paddock_transport_new_for_child (const PaddockChildOptions  *options,
                                 int                         guard,
                                 const PaddockSignalState   *signals,
                                 GError                    **error)
{
  PaddockChild *child = paddock_child_spawn (options, guard, signals, error);
  ChildTransport *self;

  if (child == NULL)
    return NULL;
  self = g_new0 (ChildTransport, 1);
  self->transport.funcs = &child_funcs;
  self->child = child;
  self->guard = guard;
  return &self->transport;
}

void
paddock_transport_free (PaddockTransport *transport)
{
  transport->funcs->free (transport);
}
