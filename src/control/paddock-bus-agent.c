/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-bus-agent.h"

#include "paddock-error.h"
#include "paddock-names.h"

/* The application's window, as the agent that asks the user.
 *
 * The service owns one such object. The agent is the connection that owns the application's bus
 * name. The service checks this with the bus when the agent registers, and again before it accepts
 * an answer of the agent. If another connection gets the application's bus name, the agent loses
 * its role at once. No other connection can register.
 *
 * A program that takes the name before the application does is trusted. Only the user's programs
 * outside a sandbox can do that.
 */
struct _PaddockBusAgent
{
  GObject          parent_instance;

  GDBusConnection *connection;      /* (owned) (nullable) the session bus; NULL while the connection
                                     * to the bus is lost */
  char            *bus_name;        /* (owned) (nullable) the unique bus name of the agent; NULL: no
                                     * window has registered */
  guint            watch_id;
  GPtrArray       *waiting;         /* (owned) GTask: the summons that wait until the application
                                     * registers */
};

static void paddock_bus_agent_consent_agent_init (PaddockConsentAgentInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PaddockBusAgent, paddock_bus_agent, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PADDOCK_TYPE_CONSENT_AGENT,
                                                      paddock_bus_agent_consent_agent_init))

static void
set_agent (PaddockBusAgent *self,
           const char      *bus_name)
{
  if (g_strcmp0 (self->bus_name, bus_name) == 0)
    return;

  g_free (self->bus_name);
  self->bus_name = g_strdup (bus_name);
  if (bus_name != NULL) {
    g_autoptr (GPtrArray) waiting = g_steal_pointer (&self->waiting);

    self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
    for (guint i = 0; i < waiting->len; i++) {
      if (!g_task_get_completed (g_ptr_array_index (waiting, i)))
        g_task_return_boolean (g_ptr_array_index (waiting, i), TRUE);
    }
  }
  g_signal_emit_by_name (self, "available-changed");
}

static void
on_name_appeared (GDBusConnection *connection,
                  const char      *name,
                  const char      *owner,
                  gpointer         user_data)
{
  PaddockBusAgent *self = user_data;

  if (g_strcmp0 (self->bus_name, owner) != 0)
    set_agent (self, NULL);
}

static void
on_name_vanished (GDBusConnection *connection,
                  const char      *name,
                  gpointer         user_data)
{
  set_agent (user_data, NULL);
}

static void
paddock_bus_agent_dispose (GObject *object)
{
  PaddockBusAgent *self = PADDOCK_BUS_AGENT (object);

  g_clear_handle_id (&self->watch_id, g_bus_unwatch_name);
  g_clear_object (&self->connection);
  g_clear_pointer (&self->bus_name, g_free);
  g_clear_pointer (&self->waiting, g_ptr_array_unref);

  G_OBJECT_CLASS (paddock_bus_agent_parent_class)->dispose (object);
}

static void
paddock_bus_agent_class_init (PaddockBusAgentClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = paddock_bus_agent_dispose;
}

static void
paddock_bus_agent_init (PaddockBusAgent *self)
{
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
}

static gboolean
paddock_bus_agent_is_available (PaddockConsentAgent *agent)
{
  return PADDOCK_BUS_AGENT (agent)->bus_name != NULL;
}

/* Ends a summons if the application did not register in time: it starts slowly, hangs or was
 * stopped. It may still ask the user later, so the question goes on waiting. */
static gboolean
on_summon_timeout (gpointer user_data)
{
  GTask *task = user_data;
  PaddockBusAgent *self = g_task_get_source_object (task);

  if (!g_task_get_completed (task))
    g_task_return_boolean (task, TRUE);
  g_ptr_array_remove_fast (self->waiting, task);
  return G_SOURCE_REMOVE;
}

/* Whether an error of the bus says that no application can ask the user: none is installed, or it
 * can't run here (without a display it exits at once). Other errors say nothing about this. */
static gboolean
says_nobody (const GError *error)
{
  static const GDBusError nobody[] = {
    G_DBUS_ERROR_SERVICE_UNKNOWN, G_DBUS_ERROR_NAME_HAS_NO_OWNER, G_DBUS_ERROR_NOT_SUPPORTED,
    G_DBUS_ERROR_SPAWN_EXEC_FAILED, G_DBUS_ERROR_SPAWN_FORK_FAILED, G_DBUS_ERROR_SPAWN_CHILD_EXITED,
    G_DBUS_ERROR_SPAWN_FAILED, G_DBUS_ERROR_SPAWN_CONFIG_INVALID,
    G_DBUS_ERROR_SPAWN_SERVICE_INVALID, G_DBUS_ERROR_SPAWN_SERVICE_NOT_FOUND,
    G_DBUS_ERROR_SPAWN_FILE_INVALID, G_DBUS_ERROR_SPAWN_PERMISSIONS_INVALID,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (nobody); i++) {
    if (g_error_matches (error, G_DBUS_ERROR, (int) nobody[i]))
      return TRUE;
  }
  return FALSE;
}

static void
on_activated (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  PaddockBusAgent *self = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;

  reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);
  if (reply == NULL) {
    g_debug ("The application cannot be activated: %s", error->message);
    g_ptr_array_remove_fast (self->waiting, task);
    if (!g_task_get_completed (task))
      g_task_return_boolean (task, !says_nobody (error));
    return;
  }

  if (!g_task_get_completed (task))
    g_timeout_add_seconds_full (G_PRIORITY_DEFAULT, PADDOCK_BUS_AGENT_SUMMON_SECONDS,
                                on_summon_timeout, g_object_ref (task), g_object_unref);
}

/* Asks the bus to start the application, with an action that only announces a question. The action
 * must do no more, because any program may call org.freedesktop.Application. */
static void
paddock_bus_agent_summon_async (PaddockConsentAgent *agent,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  PaddockBusAgent *self = PADDOCK_BUS_AGENT (agent);
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, paddock_bus_agent_summon_async);
  /* Without a bus nobody knows whether there is an application, so the question goes on waiting. */
  if (self->connection == NULL) {
    g_task_return_boolean (task, TRUE);
    g_object_unref (task);
    return;
  }
  g_ptr_array_add (self->waiting, g_object_ref (task));
  g_dbus_connection_call (self->connection, PADDOCK_APP_ID, PADDOCK_APP_OBJECT_PATH,
                          "org.freedesktop.Application", "ActivateAction",
                          g_variant_new ("(sava{sv})", PADDOCK_ACTION_ANNOUNCE, NULL, NULL), NULL,
                          G_DBUS_CALL_FLAGS_NONE, PADDOCK_BUS_AGENT_SUMMON_SECONDS * 1000,
                          cancellable, on_activated, task);
}

static gboolean
paddock_bus_agent_summon_finish (PaddockConsentAgent *agent,
                                 GAsyncResult        *result)
{
  return g_task_propagate_boolean (G_TASK (result), NULL);
}

static void
paddock_bus_agent_consent_agent_init (PaddockConsentAgentInterface *iface)
{
  iface->is_available = paddock_bus_agent_is_available;
  iface->summon_async = paddock_bus_agent_summon_async;
  iface->summon_finish = paddock_bus_agent_summon_finish;
}

/**
 * paddock_bus_agent_new:
 * @connection: (nullable): the session bus
 *
 * Returns: (transfer full): an agent for which no window has registered yet
 */
PaddockBusAgent *
paddock_bus_agent_new (GDBusConnection *connection)
{
  PaddockBusAgent *self = g_object_new (PADDOCK_TYPE_BUS_AGENT, NULL);

  paddock_bus_agent_set_bus (self, connection);
  return self;
}

/**
 * paddock_bus_agent_set_bus:
 * @self: an agent
 * @connection: (nullable): the session bus; %NULL: the connection is lost
 *
 * Changes the connection to the bus. The agent loses its role, because on another bus its unique
 * name may belong to somebody else.
 */
void
paddock_bus_agent_set_bus (PaddockBusAgent *self,
                           GDBusConnection *connection)
{
  g_clear_handle_id (&self->watch_id, g_bus_unwatch_name);
  g_set_object (&self->connection, connection);
  set_agent (self, NULL);
  if (connection != NULL)
    self->watch_id = g_bus_watch_name_on_connection (connection, PADDOCK_APP_ID,
                                                     G_BUS_NAME_WATCHER_FLAGS_NONE,
                                                     on_name_appeared, on_name_vanished, self,
                                                     NULL);
}

typedef struct {
  char     *bus_name;               /* (owned) */
  gboolean  registers;
} OwnerCheck;

static void
owner_check_free (gpointer data)
{
  OwnerCheck *check = data;

  g_free (check->bus_name);
  g_free (check);
}

static void
return_not_agent (GTask *task)
{
  g_task_return_new_error (task, PADDOCK_ERROR, PADDOCK_ERROR_NOT_AGENT,
                           "Only the window of Paddock may do this");
}

static void
on_owner_ready (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  PaddockBusAgent *self = g_task_get_source_object (task);
  OwnerCheck *check = g_task_get_task_data (task);
  g_autoptr (GVariant) reply = NULL;
  const char *owner = NULL;

  reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, NULL);
  if (reply != NULL)
    g_variant_get (reply, "(&s)", &owner);

  if (source != G_OBJECT (self->connection) || g_strcmp0 (owner, check->bus_name) != 0 ||
      (!check->registers && g_strcmp0 (self->bus_name, check->bus_name) != 0)) {
    return_not_agent (task);
    return;
  }
  if (check->registers)
    set_agent (self, check->bus_name);
  g_task_return_boolean (task, TRUE);
}

static void
check_owner_async (PaddockBusAgent     *self,
                   const char          *bus_name,
                   gboolean             registers,
                   GAsyncReadyCallback  callback,
                   gpointer             user_data)
{
  GTask *task = g_task_new (self, NULL, callback, user_data);
  OwnerCheck *check;

  if (self->connection == NULL) {
    return_not_agent (task);
    g_object_unref (task);
    return;
  }
  check = g_new0 (OwnerCheck, 1);
  check->bus_name = g_strdup (bus_name);
  check->registers = registers;
  g_task_set_task_data (task, check, owner_check_free);
  g_dbus_connection_call (self->connection, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                          "org.freedesktop.DBus", "GetNameOwner",
                          g_variant_new ("(s)", PADDOCK_APP_ID), G_VARIANT_TYPE ("(s)"),
                          G_DBUS_CALL_FLAGS_NONE, -1, NULL, on_owner_ready, task);
}

/**
 * paddock_bus_agent_register_async:
 * @self: an agent
 * @bus_name: the unique name of the connection that wants to register
 * @callback: called with the result
 * @user_data: for @callback
 *
 * Makes a connection the agent, if the bus says that it is the application. Finish with
 * paddock_bus_agent_finish().
 */
void
paddock_bus_agent_register_async (PaddockBusAgent     *self,
                                  const char          *bus_name,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  check_owner_async (self, bus_name, TRUE, callback, user_data);
}

/**
 * paddock_bus_agent_confirm_async:
 * @self: an agent
 * @bus_name: the unique name of the connection that claims to be the agent
 * @callback: called with the result
 * @user_data: for @callback
 *
 * Asks the bus whether a connection is still the agent. Finish with paddock_bus_agent_finish().
 */
void
paddock_bus_agent_confirm_async (PaddockBusAgent     *self,
                                 const char          *bus_name,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  check_owner_async (self, bus_name, FALSE, callback, user_data);
}

/**
 * paddock_bus_agent_finish:
 * @self: an agent
 * @result: of paddock_bus_agent_register_async() or paddock_bus_agent_confirm_async()
 * @error: return location, %PADDOCK_ERROR_NOT_AGENT
 *
 * Returns: whether the connection is the agent
 */
gboolean
paddock_bus_agent_finish (PaddockBusAgent  *self,
                          GAsyncResult     *result,
                          GError          **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * paddock_bus_agent_unregister:
 * @self: an agent
 * @bus_name: the unique name of the agent; for another name nothing happens
 *
 * Takes the role of the agent from a connection.
 */
void
paddock_bus_agent_unregister (PaddockBusAgent *self,
                              const char      *bus_name)
{
  if (g_strcmp0 (self->bus_name, bus_name) == 0)
    set_agent (self, NULL);
}
