/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-server-slot.h"

#include <signal.h>
#include <unistd.h>

#include "paddock-guard.h"
#include "paddock-host-watch.h"
#include "paddock-line-reader.h"
#include "paddock-pump.h"
#include "paddock-signal-watch.h"

/* The slot for the server of a host. One server after another can run in it.
 *
 * The succession owns the slot. To the host, the slot looks like one server: it ends when the
 * server ends, after it passed on what the server wrote. The slot owns the transport to the server,
 * the guard of processes, the watch for the server's signals, and a pump in each direction. Filters
 * decide what happens to a line, and the succession decides whether another server follows. Before
 * a server is replaced, it is cut off: no line goes from the server to the host or back any more.
 */

typedef enum {
  SLOT_SERVED,                      /* a server runs, or none was started yet */
  SLOT_CUT_OFF,                     /* the server is being replaced, and its lines are ignored */
  SLOT_EMPTY,                       /* the last server has ended, and no other one runs */
} SlotState;

struct _PaddockServerSlot
{
  const PaddockServerSlotFuncs *funcs;
  gpointer                      user_data;

  int                 guard;        /* (owned) descriptor of the guard; -1: none */
  PaddockSignalWatch *signals;      /* (owned) (nullable) */
  PaddockHostWatch   *host_watch;   /* (owned) */
  PaddockFilterChain *chain;        /* (owned) */
  PaddockTransport   *transport;    /* (owned) (nullable) */
  PaddockPump        *to_server;    /* (owned) (nullable) */
  PaddockPump        *to_host;      /* (owned) (nullable) */
  guint               flush_id;     /* the source that waits until the last lines are written; 0:
                                     * none */
  guint               n_flush;      /* how often on_poll() found that the last lines still wait */
  guint               closed_id;    /* the source that waits for the server's end after it closed
                                     * its output; 0: none */
  gboolean            can_be_empty; /* the slot may go on without a server */
  SlotState           state;
  gboolean            is_over;
};

static void
balance (PaddockServerSlot *self)
{
  if (self->to_host != NULL && self->to_server != NULL)
    paddock_pump_set_paused (self->to_host, paddock_pump_count_ours (self->to_server) >
                             PADDOCK_SERVER_SLOT_ANSWERS_BYTES);
}

static void
end (PaddockServerSlot *self)
{
  if (!self->is_over)
    self->funcs->over (self->user_data);
  self->is_over = TRUE;
}

static gboolean
on_line_of_host (PaddockPump *pump,
                 PaddockSpan  line,
                 gpointer     user_data)
{
  PaddockServerSlot *self = user_data;

  return paddock_filter_chain_receive (self->chain, PADDOCK_TO_SERVER, line);
}

static gboolean
on_line_of_server (PaddockPump *pump,
                   PaddockSpan  line,
                   gpointer     user_data)
{
  PaddockServerSlot *self = user_data;

  return paddock_filter_chain_receive (self->chain, PADDOCK_TO_HOST, line);
}

static gboolean
on_long_of_host (PaddockPump *pump,
                 gpointer     user_data)
{
  PaddockServerSlot *self = user_data;

  return paddock_filter_chain_begin_long (self->chain, PADDOCK_TO_SERVER, FALSE);
}

static gboolean
on_long_of_server (PaddockPump *pump,
                   gpointer     user_data)
{
  PaddockServerSlot *self = user_data;

  return paddock_filter_chain_begin_long (self->chain, PADDOCK_TO_HOST,
                                          self->transport != NULL &&
                                          self->transport->funcs->vouches);
}

static void
on_part_of_host (PaddockPump *pump,
                 PaddockSpan  part,
                 gboolean     is_end,
                 gpointer     user_data)
{
  PaddockServerSlot *self = user_data;

  paddock_filter_chain_receive_part (self->chain, PADDOCK_TO_SERVER, part, is_end);
}

static void
on_part_of_server (PaddockPump *pump,
                   PaddockSpan  part,
                   gboolean     is_end,
                   gpointer     user_data)
{
  PaddockServerSlot *self = user_data;

  paddock_filter_chain_receive_part (self->chain, PADDOCK_TO_HOST, part, is_end);
}

static void
write_to_host (GBytes   *line,
               gpointer  user_data)
{
  PaddockServerSlot *self = user_data;

  paddock_pump_send (self->to_host, line);
}

/* Sends a line to the server. If too many of Paddock's answers wait, stops reading the server's
 * lines. */
static void
write_to_server (GBytes   *line,
                 gboolean  is_ours,
                 gpointer  user_data)
{
  PaddockServerSlot *self = user_data;

  if (!is_ours) {
    paddock_pump_pass (self->to_server, line);
    return;
  }
  paddock_pump_send (self->to_server, line);
  balance (self);
}

static const PaddockFilterEnds chain_ends = {
  .to_host = write_to_host,
  .to_server = write_to_server,
};

static void
on_host_ended (PaddockPump *pump,
               gpointer     user_data)
{
  PaddockServerSlot *self = user_data;

  self->funcs->host_ended (self->user_data);
}

/* The server closed its output and did not end in time. Ends the pump that reads its lines. */
static gboolean
on_closed (gpointer user_data)
{
  PaddockServerSlot *self = user_data;

  self->closed_id = 0;
  paddock_pump_end (self->to_host);
  self->funcs->server_ended (self->user_data);
  return G_SOURCE_REMOVE;
}

/* The server closed its output. If another server may follow, first gives the process a short time
 * to end. */
static void
on_server_ended (PaddockPump *pump,
                 gpointer     user_data)
{
  PaddockServerSlot *self = user_data;

  if (!self->can_be_empty)
    self->funcs->server_ended (self->user_data);
  else if (self->closed_id == 0)
    self->closed_id = g_timeout_add (PADDOCK_SERVER_SLOT_CLOSED_MS, on_closed, self);
}

static void
on_room_for_server (PaddockPump *pump,
                    gpointer     user_data)
{
  balance (user_data);
}

/* Ends the server, because the host is gone and the server did not end by itself. Returns whether
 * there was a server. */
static gboolean
on_host_gone (int      signal_number,
              gboolean was_unread,
              gpointer user_data)
{
  PaddockServerSlot *self = user_data;

  if (self->transport == NULL)
    return FALSE;
  if (was_unread && signal_number == SIGTERM)
    self->funcs->dismissed (SIGTERM, self->user_data);
  self->transport->funcs->end (self->transport, signal_number);
  return TRUE;
}

static void
on_host_finished (PaddockPump *pump,
                  gpointer     user_data)
{
  paddock_host_watch_begin (((PaddockServerSlot *) user_data)->host_watch);
}

static gboolean
has_exited (PaddockServerSlot *self)
{
  return self->transport != NULL && self->transport->funcs->has_exited (self->transport);
}

static void
on_server_finished (PaddockPump *pump,
                    gpointer     user_data)
{
  PaddockServerSlot *self = user_data;

  if (self->transport == NULL || has_exited (self))
    end (self);
}

static const PaddockPumpFuncs host_funcs = {
  .line = on_line_of_host,
  .too_long = on_long_of_host,
  .part = on_part_of_host,
  .ended = on_host_ended,
  .room = on_room_for_server,
  .finished = on_host_finished,
};

static const PaddockPumpFuncs server_funcs = {
  .line = on_line_of_server,
  .too_long = on_long_of_server,
  .part = on_part_of_server,
  .ended = on_server_ended,
  .finished = on_server_finished,
};

static gboolean
on_flush_ended (gpointer user_data)
{
  PaddockServerSlot *self = user_data;

  self->flush_id = 0;
  end (self);
  return G_SOURCE_REMOVE;
}

static gboolean
on_poll (gpointer user_data)
{
  PaddockServerSlot *self = user_data;

  if (paddock_pump_get_pending (self->to_host) > 0 &&
      ++self->n_flush * PADDOCK_SERVER_SLOT_POLL_MS < PADDOCK_SERVER_SLOT_FLUSH_MS)
    return G_SOURCE_CONTINUE;
  return on_flush_ended (self);
}

/* Handles the end of the server. What the server wrote before still goes to the host. */
static void
handle_exit (PaddockServerSlot *self)
{
  if (self->flush_id != 0 || self->state == SLOT_EMPTY || !has_exited (self))
    return;
  if (self->can_be_empty)
    paddock_pump_exhaust (self->to_host);
  g_clear_handle_id (&self->closed_id, g_source_remove);
  if (self->funcs->exited (self->user_data))
    return;
  if (self->state != SLOT_SERVED || paddock_pump_is_finished (self->to_host)) {
    end (self);
    return;
  }
  self->flush_id = g_timeout_add (PADDOCK_SERVER_SLOT_FLUSH_MS, on_flush_ended, self);
  paddock_pump_end (self->to_host);
}

static void
on_signal (int      number,
           gpointer user_data)
{
  PaddockServerSlot *self = user_data;

  if (number == SIGCHLD) {
    handle_exit (self);
    return;
  }
  if (paddock_signals_is_end (number))
    self->funcs->dismissed (number, self->user_data);
  if (self->transport != NULL)
    self->transport->funcs->pass_signal (self->transport, number);
  /* On SIGTSTP, this process stops like the server. SIGCONT continues both. */
  if (number == SIGTSTP)
    raise (SIGSTOP);
}

/**
 * paddock_server_slot_new:
 * @funcs: must stay valid
 * @user_data: for @funcs
 *
 * Returns: (transfer full): a slot without a server
 */
PaddockServerSlot *
paddock_server_slot_new (const PaddockServerSlotFuncs *funcs,
                         gpointer                      user_data)
{
  PaddockServerSlot *self = g_new0 (PaddockServerSlot, 1);

  self->funcs = funcs;
  self->user_data = user_data;
  self->chain = paddock_filter_chain_new (&chain_ends, self);
  self->host_watch = paddock_host_watch_new (on_host_gone, self);
  self->guard = -1;
  return self;
}

/**
 * paddock_server_slot_free:
 *
 * Closes the descriptors to the host and to the server. The guard ends a server that still runs.
 */
void
paddock_server_slot_free (PaddockServerSlot *self)
{
  g_clear_pointer (&self->signals, paddock_signal_watch_free);
  paddock_host_watch_free (self->host_watch);
  g_clear_handle_id (&self->closed_id, g_source_remove);
  g_clear_handle_id (&self->flush_id, g_source_remove);
  g_clear_pointer (&self->to_server, paddock_pump_free);
  g_clear_pointer (&self->to_host, paddock_pump_free);
  g_clear_pointer (&self->transport, paddock_transport_free);
  paddock_filter_chain_free (self->chain);
  if (self->guard >= 0)
    close (self->guard);
  g_free (self);
}

/**
 * paddock_server_slot_prepare:
 * @has_processes: whether servers will be processes, which need a guard
 *
 * Starts the guard, and takes over the signals that are meant for the server: they are read from a
 * descriptor from now on. Call it before there are threads, and before paddock_server_slot_start().
 *
 * Returns: whether this succeeded; %FALSE with %PADDOCK_ERROR_FAILED
 */
gboolean
paddock_server_slot_prepare (PaddockServerSlot  *self,
                             gboolean            has_processes,
                             GError            **error)
{
  self->signals = paddock_signal_watch_new (on_signal, self, error);
  if (self->signals == NULL)
    return FALSE;
  if (!has_processes)
    return TRUE;
  self->guard = paddock_guard_start (error);
  return self->guard >= 0;
}

/* Makes room for another server. If the slot is empty, this pauses reading from the host;
 * paddock_server_slot_set_host_unread() lets it go on. */
static void
clear_away (PaddockServerSlot *self)
{
  if (self->state == SLOT_EMPTY)
    paddock_pump_set_paused (self->to_server, TRUE);
  g_clear_handle_id (&self->closed_id, g_source_remove);
  if (self->transport != NULL && self->transport->funcs->clear_away != NULL)
    self->transport->funcs->clear_away (self->transport);
  g_clear_pointer (&self->transport, paddock_transport_free);
}

static void
on_transport_exited (gpointer user_data)
{
  handle_exit (user_data);
}

static void
set_transport (PaddockServerSlot *self,
               PaddockTransport  *transport)
{
  self->transport = transport;
  transport->exited = on_transport_exited;
  transport->user_data = self;
  if (self->to_server != NULL) {
    paddock_pump_change_output (self->to_server, transport->funcs->take_input (transport));
    paddock_pump_change_input (self->to_host, transport->funcs->take_output (transport));
  }
  self->state = SLOT_SERVED;
}

/**
 * paddock_server_slot_start:
 * @options: what to start
 *
 * Starts a process as the server: the first one, or another one after the last has ended.
 *
 * Returns: %FALSE with the errors of paddock_child_spawn(); then the slot has no server
 */
gboolean
paddock_server_slot_start (PaddockServerSlot          *self,
                           const PaddockChildOptions  *options,
                           GError                    **error)
{
  PaddockTransport *transport;

  clear_away (self);
  transport = paddock_transport_new_for_child (options, self->guard,
                                               paddock_signal_watch_get_before (self->signals),
                                               error);
  if (transport == NULL)
    return FALSE;
  set_transport (self, transport);
  return TRUE;
}

/**
 * paddock_server_slot_start_with:
 * @transport: (transfer full) (nullable): the transport to the server; %NULL: none could be made
 *
 * Like paddock_server_slot_start(), for a server that is not a child of this process.
 *
 * Returns: whether the slot has a server now
 */
gboolean
paddock_server_slot_start_with (PaddockServerSlot *self,
                                PaddockTransport  *transport)
{
  clear_away (self);
  if (transport != NULL)
    set_transport (self, transport);
  return transport != NULL;
}

/**
 * paddock_server_slot_open:
 * @input: descriptor to read from the host, as for paddock_pump_new()
 * @output: descriptor to write to the host, as for paddock_pump_new()
 * @can_be_empty: whether the slot may go on reading the host without a server
 *   (paddock_server_slot_clear())
 *
 * Begins to relay lines, in the thread's default main context. Call it once, when there is a
 * server.
 */
void
paddock_server_slot_open (PaddockServerSlot *self,
                          int                input,
                          int                output,
                          gboolean           can_be_empty)
{
  self->can_be_empty = can_be_empty;
  self->to_server = paddock_pump_new (input, self->transport->funcs->take_input (self->transport),
                                      PADDOCK_LINE_MAX, &host_funcs, self);
  self->to_host = paddock_pump_new (self->transport->funcs->take_output (self->transport), output,
                                    PADDOCK_LINE_MAX, &server_funcs, self);
  paddock_host_watch_set_pumps (self->host_watch, self->to_server, self->to_host);
  paddock_pump_start (self->to_server, can_be_empty ? PADDOCK_PUMP_OUTPUT : PADDOCK_PUMP_NEITHER);
  paddock_pump_start (self->to_host, can_be_empty ? PADDOCK_PUMP_INPUT : PADDOCK_PUMP_NEITHER);
}

/**
 * paddock_server_slot_get_chain:
 *
 * Returns: (transfer none): the filters that each line goes through
 */
PaddockFilterChain *
paddock_server_slot_get_chain (PaddockServerSlot *self)
{
  return self->chain;
}

/* Returns: the guard of processes, which the slot owns; -1: there is none */
int
paddock_server_slot_get_guard (const PaddockServerSlot *self)
{
  return self->guard;
}

/**
 * paddock_server_slot_is_quiescent:
 *
 * Returns: whether the server has read all lines that were sent to it, and sleeps now
 */
gboolean
paddock_server_slot_is_quiescent (const PaddockServerSlot *self)
{
  return self->transport == NULL || (paddock_pump_is_read_up (self->to_server) &&
                                     self->transport->funcs->is_quiescent (self->transport));
}

/**
 * paddock_server_slot_stop:
 * @signal_number: the signal for all of the server's processes
 *
 * Cuts the server off and ends it. Nothing more of the host is read until
 * paddock_server_slot_set_host_unread().
 */
void
paddock_server_slot_stop (PaddockServerSlot *self,
                          int                signal_number)
{
  if (self->state == SLOT_SERVED) {
    self->state = SLOT_CUT_OFF;
    paddock_server_slot_set_host_unread (self, TRUE);
    paddock_pump_change_output (self->to_server, -1);
    paddock_pump_change_input (self->to_host, -1);
  }
  if (self->transport != NULL)
    self->transport->funcs->end (self->transport, signal_number);
}

/**
 * paddock_server_slot_clear:
 *
 * Goes on without a server. The host's lines are read and go through the filters, but no further.
 * Call this from exited(), or if the next server could not be started.
 */
void
paddock_server_slot_clear (PaddockServerSlot *self)
{
  self->state = SLOT_EMPTY;
  paddock_pump_change_output (self->to_server, -1);
  paddock_pump_change_input (self->to_host, -1);
  paddock_pump_set_paused (self->to_server, FALSE);
}

/**
 * paddock_server_slot_set_host_unread:
 * @is_host_unread: whether not to read the host's lines
 *
 * Stops or continues reading the host. Stop while no server is ready for the host's lines.
 */
void
paddock_server_slot_set_host_unread (PaddockServerSlot *self,
                                     gboolean           is_host_unread)
{
  paddock_host_watch_set_unread (self->host_watch, is_host_unread);
  paddock_pump_set_paused (self->to_server, is_host_unread);
}

/**
 * paddock_server_slot_is_left:
 *
 * Returns: whether the host no longer sends, or no longer reads
 */
gboolean
paddock_server_slot_is_left (PaddockServerSlot *self)
{
  return paddock_pump_is_finished (self->to_server) || paddock_pump_is_finished (self->to_host);
}

/**
 * paddock_server_slot_close:
 *
 * Ends the slot, because there will be no other server. Calls over() when all lines for the host
 * are written, but after %PADDOCK_SERVER_SLOT_FLUSH_MS at the latest.
 */
void
paddock_server_slot_close (PaddockServerSlot *self)
{
  if (self->flush_id == 0)
    self->flush_id = g_timeout_add (PADDOCK_SERVER_SLOT_POLL_MS, on_poll, self);
}

/**
 * paddock_server_slot_reap:
 * @out_status: (out): the exit status of the last server, as waitpid() gives it
 *
 * Returns: %FALSE if there is no server, or if it has not ended
 */
gboolean
paddock_server_slot_reap (PaddockServerSlot *self,
                          int               *out_status)
{
  return self->transport != NULL && self->transport->funcs->reap (self->transport, out_status);
}
