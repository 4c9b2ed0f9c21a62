/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-listener.h"

#include <string.h>
#include <unistd.h>

#include "paddock-alarm.h"
#include "paddock-error.h"
#include "paddock-limits.h"
#include "paddock-message.h"
#include "paddock-message-write.h"
#include "paddock-names.h"
#include "paddock-rare-fd.h"
#include "paddock-reason.h"
#include "paddock-socket-place.h"

/* The Unix socket to which servers and `paddock run` connect.
 *
 * The service owns the listener. The listener locks the socket's place, so that each socket has one
 * service (paddock-socket-place.c). It binds the socket, accepts allowed peers, and passes each
 * connection on with the kernel's facts about the peer. It refuses peers of other users, and
 * connections beyond a limit. It reports each refusal, and leaves existing connections alone. It
 * counts each connection until the connection is freed, and never reads from it.
 */

/* How many connections are accepted in a row before other sources of the main loop get their
 * turn. */
#define ACCEPTS_PER_TURN 16
/* How long the listener accepts no connection, in µs, after the process ran out of descriptors or
 * memory. */
#define EXHAUSTED_PAUSE G_TIME_SPAN_SECOND

struct _PaddockListener
{
  GObject             parent_instance;

  PaddockSocketPlace *place;            /* (owned) (nullable) */
  GSocket            *socket;           /* (owned) (nullable) */
  PaddockRareFd      *waiting;          /* (owned) (nullable) waits for peers to connect; NULL: the
                                         * listener accepts no peers now */
  PaddockAlarm       *pause;            /* (owned) while it is set, the listener accepts no peer */

  GHashTable         *pids;             /* pid of a peer -> how many connections it has */
  GHashTable         *connections;      /* GSocketConnection (unowned) -> pid of its peer */
};

enum {
  CONNECTION,
  REFUSED,
  IN_USE_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PaddockListener, paddock_listener, G_TYPE_OBJECT)

static guint
get_count (PaddockListener *self,
           pid_t            pid)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->pids, GINT_TO_POINTER (pid)));
}

static void
set_count (PaddockListener *self,
           pid_t            pid,
           guint            count)
{
  if (count > 0)
    g_hash_table_insert (self->pids, GINT_TO_POINTER (pid), GUINT_TO_POINTER (count));
  else
    g_hash_table_remove (self->pids, GINT_TO_POINTER (pid));
}

static void
on_connection_gone (gpointer  user_data,
                    GObject  *connection)
{
  PaddockListener *self = user_data;
  pid_t pid = GPOINTER_TO_INT (g_hash_table_lookup (self->connections, connection));

  g_hash_table_remove (self->connections, connection);
  set_count (self, pid, get_count (self, pid) - 1);
  if (g_hash_table_size (self->connections) == 0)
    g_signal_emit (self, signals[IN_USE_CHANGED], 0);
}

/* Returns the limit that one more connection of @peer would exceed, in words, or NULL. */
static const char *
find_limit (PaddockListener   *self,
            const PaddockPeer *peer)
{
  if (g_hash_table_size (self->connections) >= PADDOCK_LIMIT_SESSIONS)
    return "connections in all";
  if (peer->pid == 0 && get_count (self, 0) >= PADDOCK_LIMIT_SESSIONS_UNIDENTIFIED)
    return "connections of unknown processes";
  if (peer->pid != 0 && get_count (self, peer->pid) >= PADDOCK_LIMIT_SESSIONS_PER_PID)
    return "connections of one process";
  return NULL;
}

static void
refuse (PaddockListener *self,
        PaddockReason    reason,
        const char      *detail)
{
  g_signal_emit (self, signals[REFUSED], 0, reason, detail);
}

/* Sends a peer that exceeds a limit one line that says why it is refused, if the socket's buffer
 * has space for the line. Nobody waits for a refused peer, and other users get no line. */
static void
tell (GSocket    *socket,
      const char *problem)
{
  g_autofree char *text = g_strconcat ("Too many ", problem, NULL);
  g_autoptr (GBytes) line = paddock_message_write_error (NULL, PADDOCK_RPC_INVALID_REQUEST, text,
                                                         NULL);
  g_autofree char *ended = g_strdup_printf ("%.*s\n", (int) g_bytes_get_size (line),
                                            (const char *) g_bytes_get_data (line, NULL));

  g_socket_set_blocking (socket, FALSE);
  g_socket_send (socket, ended, strlen (ended), NULL, NULL);
}

static void
let_in (PaddockListener *self,
        GSocket         *socket)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PaddockPeer) peer = paddock_peer_new_for_socket (socket, &error);
  g_autoptr (GSocketConnection) connection = NULL;
  const char *limit;

  if (peer == NULL) {
    refuse (self, PADDOCK_REASON_WRONG_USER, error->message);
    return;
  }
  if (peer->uid != getuid ()) {
    g_autofree char *detail = g_strdup_printf ("user %lu", (gulong) peer->uid);

    refuse (self, PADDOCK_REASON_WRONG_USER, detail);
    return;
  }
  limit = find_limit (self, peer);
  if (limit != NULL) {
    tell (socket, limit);
    refuse (self, PADDOCK_REASON_LIMIT, limit);
    return;
  }

  connection = g_socket_connection_factory_create_connection (socket);
  g_hash_table_insert (self->connections, connection, GINT_TO_POINTER (peer->pid));
  set_count (self, peer->pid, get_count (self, peer->pid) + 1);
  g_object_weak_ref (G_OBJECT (connection), on_connection_gone, self);
  if (g_hash_table_size (self->connections) == 1)
    g_signal_emit (self, signals[IN_USE_CHANGED], 0);
  g_signal_emit (self, signals[CONNECTION], 0, connection, peer);
}

/* Accepts some of the peers that wait. If that fails, because no descriptors or no memory are left,
 * the listener pauses: otherwise the main loop would spin. The peers go on waiting. */
static void
on_ready (gpointer user_data)
{
  g_autoptr (PaddockListener) self = g_object_ref (user_data);

  for (guint i = 0; i < ACCEPTS_PER_TURN && self->socket != NULL; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GSocket) socket = g_socket_accept (self->socket, NULL, &error);

    if (socket != NULL) {
      let_in (self, socket);
      continue;
    }
    if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK)) {
      g_clear_pointer (&self->waiting, paddock_rare_fd_free);
      paddock_alarm_set (self->pause, EXHAUSTED_PAUSE);
      refuse (self, PADDOCK_REASON_LIMIT, error->message);
    }
    break;
  }
}

static gboolean
begin_to_accept (gpointer user_data)
{
  PaddockListener *self = user_data;

  self->waiting = paddock_rare_fd_new (g_socket_get_fd (self->socket), on_ready, self);
  return G_SOURCE_REMOVE;
}

static void
forget_connection (gpointer connection,
                   gpointer pid,
                   gpointer self)
{
  g_object_weak_unref (G_OBJECT (connection), on_connection_gone, self);
}

static void
paddock_listener_dispose (GObject *object)
{
  PaddockListener *self = PADDOCK_LISTENER (object);

  paddock_listener_stop (self);
  g_clear_pointer (&self->pause, paddock_alarm_free);
  g_hash_table_foreach (self->connections, forget_connection, self);
  g_hash_table_remove_all (self->connections);

  G_OBJECT_CLASS (paddock_listener_parent_class)->dispose (object);
}

static void
paddock_listener_finalize (GObject *object)
{
  PaddockListener *self = PADDOCK_LISTENER (object);

  g_hash_table_unref (self->pids);
  g_hash_table_unref (self->connections);

  G_OBJECT_CLASS (paddock_listener_parent_class)->finalize (object);
}

static void
paddock_listener_class_init (PaddockListenerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = paddock_listener_dispose;
  object_class->finalize = paddock_listener_finalize;

  signals[CONNECTION] =
    g_signal_new ("connection", PADDOCK_TYPE_LISTENER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 2, G_TYPE_SOCKET_CONNECTION, PADDOCK_TYPE_PEER);
  signals[REFUSED] =
    g_signal_new ("refused", PADDOCK_TYPE_LISTENER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_STRING);
  signals[IN_USE_CHANGED] =
    g_signal_new ("in-use-changed", PADDOCK_TYPE_LISTENER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);
}

static void
paddock_listener_init (PaddockListener *self)
{
  self->pause = paddock_alarm_new (begin_to_accept, self);
  self->pids = g_hash_table_new (NULL, NULL);
  self->connections = g_hash_table_new (NULL, NULL);
}

PaddockListener *
paddock_listener_new (void)
{
  return g_object_new (PADDOCK_TYPE_LISTENER, NULL);
}

/**
 * paddock_listener_reserve:
 * @socket_path: for example paddock_runtime_dup_socket_path()
 *
 * Takes the lock file beside the socket, and touches nothing else.
 *
 * Returns: whether the listener has the lock; %FALSE with an error of paddock_socket_place_lock().
 *   Then the caller may try again
 */
gboolean
paddock_listener_reserve (PaddockListener  *self,
                          const char       *socket_path,
                          GError          **error)
{
  g_return_val_if_fail (self->place == NULL, FALSE);

  self->place = paddock_socket_place_lock (socket_path, error);
  return self->place != NULL;
}

/**
 * paddock_listener_listen:
 *
 * Creates the socket. Peers may connect from now on, but wait until paddock_listener_open(). Call
 * this function once, after paddock_listener_reserve().
 *
 * Returns: whether the listener listens; %FALSE with an error of paddock_socket_place_listen().
 *   Then nothing of another program was touched
 */
gboolean
paddock_listener_listen (PaddockListener  *self,
                         GError          **error)
{
  g_return_val_if_fail (self->place != NULL && self->socket == NULL, FALSE);

  self->socket = paddock_socket_place_listen (self->place, error);
  return self->socket != NULL;
}

/**
 * paddock_listener_open:
 *
 * Accepts peers in the thread's default main context, first the peers that wait already. Call this
 * function once, after paddock_listener_listen() and after connecting to the signals.
 */
void
paddock_listener_open (PaddockListener *self)
{
  g_return_if_fail (self->socket != NULL && self->waiting == NULL);

  begin_to_accept (self);
}

/**
 * paddock_listener_stop:
 *
 * Accepts no more peers, removes the socket and releases its lock. Connections stay open.
 */
void
paddock_listener_stop (PaddockListener *self)
{
  g_clear_pointer (&self->waiting, paddock_rare_fd_free);
  if (self->pause != NULL)
    paddock_alarm_clear (self->pause);
  if (self->socket != NULL)
    g_socket_close (self->socket, NULL);
  g_clear_object (&self->socket);
  g_clear_pointer (&self->place, paddock_socket_place_free);
}

/**
 * paddock_listener_is_reserved:
 *
 * Returns: whether the listener holds the lock file beside the socket
 */
gboolean
paddock_listener_is_reserved (PaddockListener *self)
{
  return self->place != NULL;
}

/**
 * paddock_listener_is_in_use:
 *
 * Returns: whether any accepted peer is still connected
 */
gboolean
paddock_listener_is_in_use (PaddockListener *self)
{
  return g_hash_table_size (self->connections) > 0;
}
