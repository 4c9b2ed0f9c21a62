/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-control.h"

#include "paddock-broadcast.h"
#include "paddock-control-bus.h"
#include "paddock-control-call.h"
#include "paddock-control-methods.h"
#include "paddock-control-properties.h"
#include "paddock-names.h"
#include "paddock-pager.h"

/* The control interface on the session bus: who may call, and what happens then.
 *
 * The service owns the interface. Without a session bus there is none. Every call goes through
 * three steps. First the caller is identified, and refused if it runs in the sandbox of another
 * application (paddock-caller.c). Then, for some methods, the bus is asked whether the caller is
 * the agent. Then the handler runs (paddock-control-methods.c). A broadcast sends the signals.
 */
struct _PaddockControl
{
  GObject               parent_instance;

  PaddockControlContext context;
  char                 *socket_path;      /* (owned) the copy to which context.socket_path points */
  char                 *set_aside;        /* (owned) (nullable) the copy to which context.set_aside
                                           * points; NULL: there is no such path */
  GDBusConnection      *connection;       /* (owned) (nullable) */
  guint                 registration_id;
  PaddockBroadcast     *broadcast;        /* (owned) (nullable) */
  guint                 n_calls;          /* calls under way */
  GHashTable           *pagers;           /* (owned) PaddockPagerKind -> PaddockPager (owned): the
                                           * pager of each list */
};

G_DEFINE_FINAL_TYPE (PaddockControl, paddock_control, G_TYPE_OBJECT)

enum {
  USED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
on_call_ended (gpointer interface)
{
  PaddockControl *self = interface;

  self->n_calls--;
  g_signal_emit (self, signals[USED], 0);
  g_object_unref (self);
}

static void
handle_call (PaddockCall *call)
{
  const char *name = g_dbus_method_invocation_get_method_name (call->invocation);
  const PaddockControlMethod *method = paddock_control_methods_lookup (name);

  if (method == NULL)
    paddock_control_call_fail (call, g_error_new (G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_METHOD,
                                                  "No method “%s”", name));
  else
    method->handle (call, g_dbus_method_invocation_get_parameters (call->invocation));
}

static void
on_agent_confirmed (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  PaddockCall *call = user_data;

  call->from_agent = paddock_bus_agent_finish (PADDOCK_BUS_AGENT (source), result, NULL);
  handle_call (call);
}

static void
on_caller_found (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  PaddockCall *call = user_data;
  const PaddockControlMethod *method;
  GError *error = NULL;

  call->caller = paddock_caller_find_finish (result, &error);
  if (call->caller == NULL) {
    paddock_control_call_fail (call, error);
    return;
  }
  /* The bus of this call was lost. On another bus the caller's name may belong to somebody else,
   * maybe to the agent. */
  if (g_dbus_connection_is_closed (g_dbus_method_invocation_get_connection (call->invocation))) {
    paddock_control_call_fail (call,
                               g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CLOSED,
                                                    "The bus is lost on which this was called"));
    return;
  }
  if (!call->caller->is_admitted) {
    g_message ("Refused a call of %s: it is sandboxed as another application",
               call->caller->label);
    paddock_control_call_fail (call,
                               g_error_new_literal (G_DBUS_ERROR, G_DBUS_ERROR_ACCESS_DENIED,
                                                    "Other applications' sandboxes may not call "
                                                    "Paddock"));
    return;
  }

  method = paddock_control_methods_lookup (
    g_dbus_method_invocation_get_method_name (call->invocation));
  if (method != NULL && method->needs_agent)
    paddock_bus_agent_confirm_async (call->context->agent, call->caller->bus_name,
                                     on_agent_confirmed, call);
  else
    handle_call (call);
}

static void
on_method_call (GDBusConnection       *connection,
                const char            *sender,
                const char            *object_path,
                const char            *interface_name,
                const char            *method_name,
                GVariant              *parameters,
                GDBusMethodInvocation *invocation,
                gpointer               user_data)
{
  PaddockControl *self = user_data;
  PaddockCall *call = g_new0 (PaddockCall, 1);

  call->invocation = invocation;
  call->context = &self->context;
  call->pagers = self->pagers;
  call->interface = g_object_ref (self);
  call->on_ended = on_call_ended;
  self->n_calls++;
  g_signal_emit (self, signals[USED], 0);
  paddock_caller_find_async (connection, sender, self->context.proofs, on_caller_found, call);
}

static GVariant *
on_get_property (GDBusConnection  *connection,
                 const char       *sender,
                 const char       *object_path,
                 const char       *interface_name,
                 const char       *property_name,
                 GError          **error,
                 gpointer          user_data)
{
  PaddockControl *self = user_data;

  return paddock_control_properties_get (&self->context, property_name, error);
}

static const GDBusInterfaceVTable vtable = {
  .method_call = on_method_call,
  .get_property = on_get_property,
};

static void
paddock_control_dispose (GObject *object)
{
  PaddockControl *self = PADDOCK_CONTROL (object);

  paddock_control_unexport (self);
  g_clear_pointer (&self->socket_path, g_free);
  g_clear_pointer (&self->set_aside, g_free);
  g_clear_pointer (&self->pagers, g_hash_table_unref);

  G_OBJECT_CLASS (paddock_control_parent_class)->dispose (object);
}

static void
paddock_control_class_init (PaddockControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = paddock_control_dispose;

  signals[USED] = g_signal_new ("used", PADDOCK_TYPE_CONTROL, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
}

static void
paddock_control_init (PaddockControl *self)
{
  self->pagers = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) paddock_pager_free);
}

/**
 * paddock_control_new:
 * @context: what the interface works on
 *
 * Returns: (transfer full): an interface that is not on the bus yet
 */
PaddockControl *
paddock_control_new (const PaddockControlContext *context)
{
  PaddockControl *self = g_object_new (PADDOCK_TYPE_CONTROL, NULL);

  self->context = *context;
  self->context.socket_path = self->socket_path = g_strdup (context->socket_path);
  self->context.set_aside = self->set_aside = g_strdup (context->set_aside);
  return self;
}

/**
 * paddock_control_export:
 * @self: an interface
 * @connection: the session bus
 * @error: return location
 *
 * Returns: whether the interface is on the bus now
 */
gboolean
paddock_control_export (PaddockControl   *self,
                        GDBusConnection  *connection,
                        GError          **error)
{
  self->registration_id =
    g_dbus_connection_register_object (connection, PADDOCK_SERVICE_OBJECT_PATH,
                                       paddock_bus_control_interface_info (), &vtable, self, NULL,
                                       error);
  if (self->registration_id == 0)
    return FALSE;

  self->connection = g_object_ref (connection);
  self->broadcast = paddock_broadcast_new (&self->context, connection);
  return TRUE;
}

/**
 * paddock_control_unexport:
 * @self: an interface
 *
 * Removes the interface from the bus. If the interface is not on the bus, nothing happens. Calls
 * under way are still answered.
 */
void
paddock_control_unexport (PaddockControl *self)
{
  if (self->connection == NULL)
    return;

  paddock_broadcast_stop (self->broadcast);
  g_clear_object (&self->broadcast);
  g_dbus_connection_unregister_object (self->connection, self->registration_id);
  self->registration_id = 0;
  g_clear_object (&self->connection);
}

/**
 * paddock_control_is_busy:
 * @self: an interface
 *
 * Returns: whether a call is still without an answer
 */
gboolean
paddock_control_is_busy (PaddockControl *self)
{
  return self->n_calls > 0;
}
