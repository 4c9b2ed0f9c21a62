/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-transport.h"

#include <signal.h>

#include "paddock-quiescence.h"
#include "paddock-guard.h"

/* Connects the server slot to a server.
 *
 * The server slot owns one transport at a time. A transport has a descriptor to write lines to the
 * server, one to read its lines, and an exit status. There are two kinds of transports. The
 * transport here starts a process. The other one, for a server behind an address
 * (paddock-remote.c), makes two pipes and gives the slot one end of each. So the slot handles
 * lines, restarts and the end of the host for both kinds.
 */

typedef struct {
  PaddockTransport transport;
  PaddockChild    *child;           /* (owned) */
  int              guard;           /* descriptor of the guard, owned by the server slot */
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

/* Kills processes that the server left behind, because they may still know its folders. */
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

/* Frees the transport. If the server's process still runs, the guard will end it. */
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
 * @guard: the descriptor of the guard, which must stay open
 * @signals: the signal mask and the action for SIGPIPE that the process gets
 *
 * Starts a process as a server.
 *
 * Returns: (transfer full) (nullable): a transport to it; %NULL with the errors of
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
