/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-transport.h"

#include <signal.h>

#include "paddock-alarm.h"
#include "paddock-guard.h"
#include "paddock-quiescence.h"

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
  PaddockRareFd   *box_end;         /* (owned) (nullable) waits for the end of the box; NULL: nobody
                                     * waits for it */
  PaddockAlarm    *box_late;        /* (owned) goes off when nobody waits longer for that */
  gboolean         is_late;
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

static void
stop_waiting (ChildTransport *self)
{
  g_clear_pointer (&self->box_end, paddock_rare_fd_free);
  g_clear_pointer (&self->box_late, paddock_alarm_free);
}

static void
on_box_ended (gpointer user_data)
{
  ChildTransport *self = user_data;

  stop_waiting (self);
  self->transport.exited (self->transport.user_data);
}

static gboolean
on_box_late (gpointer user_data)
{
  ((ChildTransport *) user_data)->is_late = TRUE;
  on_box_ended (user_data);
  return G_SOURCE_REMOVE;
}

/* Whether the server has ended. bubblewrap can end long before its box, if a file system hangs. The
 * box's processes were killed then and run nothing any more, so nobody waits for them for long. */
static gboolean
has_exited (PaddockTransport *transport)
{
  ChildTransport *self = (ChildTransport *) transport;
  PaddockBox *box = paddock_child_get_box (self->child);

  if (!paddock_child_has_exited (self->child))
    return FALSE;
  if (box == NULL || self->is_late || paddock_box_has_ended (box))
    return TRUE;
  if (self->box_end == NULL) {
    self->box_end = paddock_box_watch_end (box, on_box_ended, self);
    self->box_late = paddock_alarm_new (on_box_late, self);
    paddock_alarm_set (self->box_late, PADDOCK_TRANSPORT_BOX_END_MS * G_TIME_SPAN_MILLISECOND);
  }
  return FALSE;
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

  stop_waiting (self);
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
