/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-session-bus.h"

#include "paddock-alarm.h"
#include "paddock-names.h"

/* Holds the service's connection to the session bus, and its name there. The service owns this
 * object.
 *
 * The bus may end, or disconnect the service. Then only the connection and the name are lost. The
 * service goes on, and joins the bus at the same address again when it can. The locks decide which
 * program is the service, not the name. So if another program has the name by then, the service
 * does not end, but tries again later.
 *
 * The service uses a connection of its own, because GLib's shared connection can't be opened again
 * while anything in the process holds it. Libraries may use the shared connection, and by default
 * the process ends if that connection is lost. So this object also holds the shared connection, and
 * switches this behavior off.
 */
struct _PaddockSessionBus
{
  GObject          parent_instance;

  char            *address;       /* (owned) (nullable) address of the bus; NULL until the first
                                   * connection */
  GDBusConnection *shared;        /* (owned) (nullable) GLib's shared connection, held but not used;
                                   * NULL: not held yet */
  GDBusConnection *connection;    /* (owned) (nullable) the service's own connection; NULL while the
                                   * bus is lost */
  GCancellable    *cancellable;   /* (owned) cancels an attempt to join the bus again */
  PaddockAlarm    *again;         /* (owned) goes off when the next attempt to join the bus is
                                   * due */
  gint64           wait;          /* how long to wait before the next attempt to join, in µs */
  gulong           closed_id;
  guint            name_id;
  gboolean         is_settled;    /* the bus has answered the first request for the name, or was
                                   * lost */
};

G_DEFINE_FINAL_TYPE (PaddockSessionBus, paddock_session_bus, G_TYPE_OBJECT)

enum {
  JOINED,
  LOST,
  REFUSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
try_again (PaddockSessionBus *self)
{
  paddock_alarm_set (self->again, self->wait);
  self->wait = MIN (2 * self->wait, PADDOCK_SESSION_BUS_LONGEST_WAIT);
}

static void
let_go (PaddockSessionBus *self)
{
  g_clear_handle_id (&self->name_id, g_bus_unown_name);
  g_clear_signal_handler (&self->closed_id, self->connection);
  g_clear_object (&self->connection);
}

static void
on_closed (GDBusConnection   *connection,
           gboolean           remote_peer_vanished,
           GError            *error,
           PaddockSessionBus *self)
{
  g_message ("The session bus is lost; the servers are served on, and it is tried again");
  self->is_settled = TRUE;
  let_go (self);
  g_signal_emit (self, signals[LOST], 0);
  try_again (self);
}

static void
on_name_acquired (GDBusConnection *connection,
                  const char      *name,
                  gpointer         user_data)
{
  PaddockSessionBus *self = user_data;

  if (self->is_settled)
    g_message ("The session bus is joined again");
  self->is_settled = TRUE;
  self->wait = PADDOCK_SESSION_BUS_FIRST_WAIT;
}

/* Called if another program has the service's name. Also called with @connection NULL if the bus is
 * lost: then on_closed() reports the loss. */
static void
on_name_lost (GDBusConnection *connection,
              const char      *name,
              gpointer         user_data)
{
  g_autoptr (PaddockSessionBus) self = g_object_ref (user_data);

  if (connection == NULL)
    return;
  if (!self->is_settled) {
    self->is_settled = TRUE;
    g_signal_emit (self, signals[REFUSED], 0);
    return;
  }

  g_message ("Somebody else has the service's name on the session bus; it is tried again");
  /* Close the connection first: then there is no name to release on it. */
  g_clear_signal_handler (&self->closed_id, self->connection);
  g_dbus_connection_close_sync (self->connection, NULL, NULL);
  let_go (self);
  g_signal_emit (self, signals[LOST], 0);
  try_again (self);
}

static void
begin (PaddockSessionBus *self)
{
  self->closed_id = g_signal_connect (self->connection, "closed", G_CALLBACK (on_closed), self);
  g_signal_emit (self, signals[JOINED], 0);
  self->name_id = g_bus_own_name_on_connection (self->connection, PADDOCK_SERVICE_BUS_NAME,
                                                G_BUS_NAME_OWNER_FLAGS_DO_NOT_QUEUE,
                                                on_name_acquired, on_name_lost, self, NULL);
}

static void
on_connected (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (PaddockSessionBus) self = user_data;
  g_autoptr (GError) error = NULL;
  GDBusConnection *connection = g_dbus_connection_new_for_address_finish (result, &error);

  if (g_cancellable_is_cancelled (self->cancellable)) {
    g_clear_object (&connection);
  } else if (connection != NULL) {
    self->connection = connection;
    begin (self);
  } else {
    g_debug ("The session bus is not there yet: %s", error->message);
    try_again (self);
  }
}

static gboolean
on_again (gpointer user_data)
{
  PaddockSessionBus *self = user_data;

  g_dbus_connection_new_for_address (self->address,
                                     G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                     G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL,
                                     self->cancellable, on_connected, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

static void
paddock_session_bus_dispose (GObject *object)
{
  PaddockSessionBus *self = PADDOCK_SESSION_BUS (object);

  paddock_session_bus_leave (self);
  g_clear_pointer (&self->again, paddock_alarm_free);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->shared);
  g_clear_pointer (&self->address, g_free);

  G_OBJECT_CLASS (paddock_session_bus_parent_class)->dispose (object);
}

static void
paddock_session_bus_class_init (PaddockSessionBusClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = paddock_session_bus_dispose;

  signals[JOINED] = g_signal_new ("joined", PADDOCK_TYPE_SESSION_BUS, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[LOST] = g_signal_new ("lost", PADDOCK_TYPE_SESSION_BUS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
  signals[REFUSED] = g_signal_new ("refused", PADDOCK_TYPE_SESSION_BUS, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
paddock_session_bus_init (PaddockSessionBus *self)
{
  self->cancellable = g_cancellable_new ();
  self->again = paddock_alarm_new (on_again, self);
  self->wait = PADDOCK_SESSION_BUS_FIRST_WAIT;
}

/**
 * paddock_session_bus_new:
 *
 * Returns: (transfer full): a bus that the service has not joined yet
 */
PaddockSessionBus *
paddock_session_bus_new (void)
{
  return g_object_new (PADDOCK_TYPE_SESSION_BUS, NULL);
}

/**
 * paddock_session_bus_connect:
 * @self: a bus
 * @error: return location
 *
 * Connects for the first time, without requesting the name.
 *
 * Returns: whether there is a bus
 */
gboolean
paddock_session_bus_connect (PaddockSessionBus  *self,
                             GError            **error)
{
  self->shared = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, error);
  if (self->shared == NULL)
    return FALSE;
  g_dbus_connection_set_exit_on_close (self->shared, FALSE);

  self->address = g_dbus_address_get_for_bus_sync (G_BUS_TYPE_SESSION, NULL, error);
  if (self->address == NULL)
    return FALSE;
  self->connection =
    g_dbus_connection_new_for_address_sync (self->address,
                                            G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                            G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL,
                                            NULL, error);
  return self->connection != NULL;
}

/**
 * paddock_session_bus_join:
 * @self: a connected bus
 *
 * Requests the name, and runs the default main context until the bus says who has the name. So when
 * the service says that it is ready, programs can call it at once.
 */
void
paddock_session_bus_join (PaddockSessionBus *self)
{
  begin (self);
  while (!self->is_settled)
    g_main_context_iteration (NULL, TRUE);
}

/**
 * paddock_session_bus_get_connection:
 * @self: a bus
 *
 * Returns: (transfer none) (nullable): the connection; %NULL while the bus is lost
 */
GDBusConnection *
paddock_session_bus_get_connection (PaddockSessionBus *self)
{
  return self->connection;
}

/**
 * paddock_session_bus_release_name:
 * @self: a bus
 *
 * Releases the name. Later calls to the name go to the next service.
 */
void
paddock_session_bus_release_name (PaddockSessionBus *self)
{
  g_clear_handle_id (&self->name_id, g_bus_unown_name);
}

/**
 * paddock_session_bus_leave:
 * @self: a bus
 *
 * Sends everything that waits, and then closes the connection for good. Calling this again does
 * nothing.
 */
void
paddock_session_bus_leave (PaddockSessionBus *self)
{
  g_autoptr (GDBusConnection) connection = NULL;

  g_cancellable_cancel (self->cancellable);
  if (self->again != NULL)
    paddock_alarm_clear (self->again);
  if (self->connection == NULL)
    return;

  connection = g_object_ref (self->connection);
  let_go (self);
  g_dbus_connection_flush_sync (connection, NULL, NULL);
  g_dbus_connection_close_sync (connection, NULL, NULL);
}
