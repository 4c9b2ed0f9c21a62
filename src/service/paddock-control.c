/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-control.h"

#include "config.h"

#include "paddock-alarm.h"
#include "paddock-control-bus.h"
#include "paddock-control-call.h"
#include "paddock-error.h"
#include "paddock-names.h"
#include "paddock-overview.h"
#include "paddock-views.h"

/* The control interface on the session bus: who may call, what is called, and what is told to all.
 *
 * Owned by the service; without a session bus there is none. Every call passes the same three steps:
 * its caller is looked at (paddock-caller.c) and refused where it is sandboxed as another
 * application; where it matters the bus is asked whether it is the agent; then its handler runs
 * (paddock-control-methods.c). Signals are collected and sent once the main loop is idle, so that a
 * thousand changes are one signal.
 */
struct _PaddockControl
{
  GObject               parent_instance;

  PaddockControlContext context;
  char                 *socket_path;      /* (owned) behind context.socket_path */
  GDBusConnection      *connection;       /* (owned) (nullable) */
  guint                 registration_id;
  GHashTable           *dirty_roots;      /* (owned) set of ids */
  GHashTable           *dirty_servers;    /* (owned) set of ids */
  GHashTable           *dirty_requests;   /* (owned) set of ids */
  gint64                told_journal;     /* the last of the rows that were told */
  gboolean              reads_journal;
  gboolean              journal_is_dirty;
  PaddockAlarm         *flush;            /* (owned) set while anything is dirty */
};

G_DEFINE_FINAL_TYPE (PaddockControl, paddock_control, G_TYPE_OBJECT)

/* Most rows of the journal in one signal; a window that wants more asks. */
#define MAX_TOLD_ENTRIES 100

static void
call_free (PaddockCall *call)
{
  g_object_unref (call->control);
  g_object_unref (call->invocation);
  g_clear_pointer (&call->caller, paddock_caller_free);
  g_free (call);
}

/**
 * paddock_call_return:
 * @call: (transfer full): a call
 * @reply: (nullable): its reply, a tuple
 */
void
paddock_call_return (PaddockCall *call,
                     GVariant    *reply)
{
  g_dbus_method_invocation_return_value (g_object_ref (call->invocation), reply);
  call_free (call);
}

/**
 * paddock_call_fail:
 * @call: (transfer full): a call
 * @error: (transfer full): why
 */
void
paddock_call_fail (PaddockCall *call,
                   GError      *error)
{
  g_dbus_method_invocation_take_error (g_object_ref (call->invocation), error);
  call_free (call);
}

static void
handle_call (PaddockCall *call)
{
  const char *name = g_dbus_method_invocation_get_method_name (call->invocation);
  const PaddockControlMethod *method = paddock_control_method_lookup (name);

  if (method == NULL)
    paddock_call_fail (call, g_error_new (G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_METHOD,
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
    paddock_call_fail (call, error);
    return;
  }
  if (!call->caller->is_admitted) {
    g_message ("Refused a call of %s: it is sandboxed as another application",
               call->caller->label);
    paddock_call_fail (call, g_error_new_literal (G_DBUS_ERROR, G_DBUS_ERROR_ACCESS_DENIED,
                                                  "Other applications' sandboxes may not call "
                                                  "Paddock"));
    return;
  }

  method = paddock_control_method_lookup (
    g_dbus_method_invocation_get_method_name (call->invocation));
  if (method != NULL && method->needs_agent)
    paddock_bus_agent_confirm_async (call->control->context.agent, call->caller->bus_name,
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
  PaddockCall *call = g_new0 (PaddockCall, 1);

  call->control = g_object_ref (user_data);
  call->invocation = invocation;
  paddock_caller_find_async (connection, sender, on_caller_found, call);
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
  PaddockConsentAgent *agent = PADDOCK_CONSENT_AGENT (self->context.agent);

  if (g_strcmp0 (property_name, "Version") == 0)
    return g_variant_new_string (PACKAGE_VERSION);
  if (g_strcmp0 (property_name, "SocketPath") == 0)
    return g_variant_new_bytestring (self->socket_path);
  if (g_strcmp0 (property_name, "ConsentMode") == 0)
    return g_variant_new_string (paddock_consent_mode_to_nick (self->context.mode));
  if (g_strcmp0 (property_name, "HasAgent") == 0)
    return g_variant_new_boolean (paddock_consent_agent_is_available (agent));

  g_set_error (error, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_PROPERTY, "No property “%s”",
               property_name);
  return NULL;
}

static const GDBusInterfaceVTable vtable = {
  .method_call = on_method_call,
  .get_property = on_get_property,
};

static void
emit_signal (PaddockControl *self,
             const char     *name,
             GVariant       *parameters)
{
  g_autoptr (GVariant) owned = g_variant_ref_sink (parameters);
  g_autoptr (GError) error = NULL;

  if (self->connection != NULL &&
      !g_dbus_connection_emit_signal (self->connection, NULL, PADDOCK_SERVICE_OBJECT_PATH,
                                      paddock_bus_control_interface_info ()->name, name, owned,
                                      &error))
    g_debug ("Signal %s was not sent: %s", name, error->message);
}

static GVariant *
describe_root (PaddockControl *self,
               const char     *id)
{
  return paddock_overview_root (self->context.registry, id);
}

static GVariant *
describe_server (PaddockControl *self,
                 const char     *id)
{
  return paddock_overview_server (self->context.registry, self->context.roster, id);
}

static GVariant *
describe_request (PaddockControl *self,
                  const char     *id)
{
  PaddockRequest *request = paddock_consent_queue_lookup (self->context.queue, id);

  return request != NULL ? paddock_request_to_variant (request) : NULL;
}

/* What is dirty and still there was updated; what is not there was removed. */
static void
flush_dirty (PaddockControl *self,
             GHashTable     *dirty,
             const char     *signal_name,
             GVariant     *(*describe)(PaddockControl *, const char *))
{
  GVariantBuilder updated;
  GVariantBuilder removed;
  GHashTableIter iter;
  gpointer id;

  if (g_hash_table_size (dirty) == 0)
    return;

  g_variant_builder_init (&updated, G_VARIANT_TYPE ("aa{sv}"));
  g_variant_builder_init (&removed, G_VARIANT_TYPE ("as"));
  g_hash_table_iter_init (&iter, dirty);
  while (g_hash_table_iter_next (&iter, &id, NULL)) {
    GVariant *description = describe (self, id);

    if (description != NULL)
      g_variant_builder_add_value (&updated, description);
    else
      g_variant_builder_add (&removed, "s", id);
  }
  g_hash_table_remove_all (dirty);
  emit_signal (self, signal_name, g_variant_new ("(aa{sv}as)", &updated, &removed));
}

static void
on_journal_read (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (PaddockControl) self = user_data;
  g_autoptr (GPtrArray) entries = NULL;
  GVariantBuilder builder;

  self->reads_journal = FALSE;
  entries = paddock_store_read_journal_finish (PADDOCK_STORE (source), result, NULL);
  if (entries == NULL || self->connection == NULL)
    return;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("aa{sv}"));
  for (guint i = 0; i < entries->len; i++) {
    const PaddockEntry *entry = g_ptr_array_index (entries, i);

    self->told_journal = MAX (self->told_journal, entry->last);
    g_variant_builder_add_value (&builder, paddock_entry_to_variant (entry));
  }
  emit_signal (self, "JournalChanged", g_variant_new ("(aa{sv})", &builder));
  if (self->journal_is_dirty)
    paddock_alarm_set (self->flush, 0);
}

static void
flush_journal (PaddockControl *self)
{
  PaddockJournalQuery query = { .limit = MAX_TOLD_ENTRIES, .since = self->told_journal };

  if (!self->journal_is_dirty || self->reads_journal)
    return;

  self->journal_is_dirty = FALSE;
  self->reads_journal = TRUE;
  paddock_store_read_journal_async (paddock_registry_get_store (self->context.registry), &query,
                                    NULL, on_journal_read, g_object_ref (self));
}

static gboolean
on_flush (gpointer user_data)
{
  PaddockControl *self = user_data;

  flush_dirty (self, self->dirty_roots, "RootsChanged", describe_root);
  flush_dirty (self, self->dirty_servers, "ServersChanged", describe_server);
  flush_dirty (self, self->dirty_requests, "RequestsChanged", describe_request);
  flush_journal (self);
  return G_SOURCE_REMOVE;
}

static void
mark_dirty (PaddockControl *self,
            GHashTable     *dirty,
            const char     *id)
{
  if (id == NULL || self->connection == NULL)
    return;

  g_hash_table_add (dirty, g_strdup (id));
  paddock_alarm_set (self->flush, 0);
}

static void
mark_grants_of_root (PaddockControl *self,
                     const char     *root_id)
{
  PaddockLedger *ledger = paddock_registry_get_ledger (self->context.registry);
  g_autoptr (GPtrArray) grants = paddock_ledger_list_grants (ledger, NULL, root_id);

  for (guint i = 0; i < grants->len; i++) {
    const PaddockGrant *grant = g_ptr_array_index (grants, i);

    mark_dirty (self, self->dirty_servers, grant->server_id);
  }
}

static void
mark_all_servers (PaddockControl *self)
{
  GPtrArray *servers;

  servers = paddock_ledger_get_servers (paddock_registry_get_ledger (self->context.registry));
  for (guint i = 0; i < servers->len; i++)
    mark_dirty (self, self->dirty_servers, ((PaddockServer *) servers->pdata[i])->id);
}

static void
mark_all_roots (PaddockControl *self)
{
  GPtrArray *roots;

  roots = paddock_ledger_get_roots (paddock_registry_get_ledger (self->context.registry));
  for (guint i = 0; i < roots->len; i++)
    mark_dirty (self, self->dirty_roots, ((PaddockRoot *) roots->pdata[i])->id);
}

static void
mark_change (PaddockControl      *self,
             const PaddockChange *change)
{
  switch (change->kind) {
    case PADDOCK_CHANGE_PUT_ROOT:
      mark_dirty (self, self->dirty_roots, change->root->id);
      mark_grants_of_root (self, change->root->id);
      break;
    case PADDOCK_CHANGE_DROP_ROOT:
      mark_dirty (self, self->dirty_roots, change->root_id);
      mark_all_servers (self);
      break;
    case PADDOCK_CHANGE_PUT_SERVER:
      mark_dirty (self, self->dirty_servers, change->server->id);
      break;
    case PADDOCK_CHANGE_DROP_SERVER:
      mark_dirty (self, self->dirty_servers, change->server_id);
      mark_all_roots (self);
      break;
    case PADDOCK_CHANGE_PUT_GRANT:
      mark_dirty (self, self->dirty_roots, change->grant->root_id);
      mark_dirty (self, self->dirty_servers, change->grant->server_id);
      break;
    case PADDOCK_CHANGE_DROP_GRANT:
      mark_dirty (self, self->dirty_roots, change->root_id);
      mark_dirty (self, self->dirty_servers, change->server_id);
      break;
    case PADDOCK_CHANGE_LOG:
    default:
      break;
  }
}

static void
on_registry_changed (PaddockRegistry  *registry,
                     PaddockChangeset *changes,
                     PaddockControl   *self)
{
  for (gsize i = 0; i < paddock_changeset_get_size (changes); i++)
    mark_change (self, paddock_changeset_get (changes, i));
}

static void
on_availability_changed (PaddockRegistry *registry,
                         const char      *root_id,
                         PaddockControl  *self)
{
  mark_dirty (self, self->dirty_roots, root_id);
  mark_grants_of_root (self, root_id);
}

static void
on_server_changed (PaddockRoster  *roster,
                   const char     *server_id,
                   PaddockControl *self)
{
  mark_dirty (self, self->dirty_servers, server_id);
}

static void
on_request_changed (PaddockConsentQueue *queue,
                    const char          *id,
                    PaddockControl      *self)
{
  mark_dirty (self, self->dirty_requests, id);
}

static void
on_request_finished (PaddockConsentQueue *queue,
                     const char          *id,
                     PaddockVerdict       verdict,
                     PaddockReason        reason,
                     PaddockControl      *self)
{
  mark_dirty (self, self->dirty_requests, id);
  emit_signal (self, "RequestFinished",
               g_variant_new ("(sss)", id, paddock_verdict_to_nick (verdict),
                              paddock_reason_to_nick (reason)));
}

static void
on_agent_changed (PaddockBusAgent *agent,
                  PaddockControl  *self)
{
  PaddockConsentAgent *consent_agent = PADDOCK_CONSENT_AGENT (agent);
  g_autoptr (GVariant) parameters = NULL;
  GVariantDict changed;

  if (self->connection == NULL)
    return;

  g_variant_dict_init (&changed, NULL);
  g_variant_dict_insert (&changed, "HasAgent", "b",
                         paddock_consent_agent_is_available (consent_agent));
  parameters = g_variant_ref_sink (g_variant_new ("(s@a{sv}as)",
                                                  paddock_bus_control_interface_info ()->name,
                                                  g_variant_dict_end (&changed), NULL));
  g_dbus_connection_emit_signal (self->connection, NULL, PADDOCK_SERVICE_OBJECT_PATH,
                                 "org.freedesktop.DBus.Properties", "PropertiesChanged", parameters,
                                 NULL);
}

static void
on_logged (PaddockRegistry *registry,
           PaddockControl  *self)
{
  self->journal_is_dirty = TRUE;
  if (self->connection != NULL && !self->reads_journal)
    paddock_alarm_set (self->flush, 0);
}

static void
paddock_control_dispose (GObject *object)
{
  PaddockControl *self = PADDOCK_CONTROL (object);

  if (self->flush != NULL)
    paddock_control_unexport (self);
  g_clear_pointer (&self->flush, paddock_alarm_free);
  g_clear_pointer (&self->socket_path, g_free);
  g_clear_pointer (&self->dirty_roots, g_hash_table_unref);
  g_clear_pointer (&self->dirty_servers, g_hash_table_unref);
  g_clear_pointer (&self->dirty_requests, g_hash_table_unref);

  G_OBJECT_CLASS (paddock_control_parent_class)->dispose (object);
}

static void
paddock_control_class_init (PaddockControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = paddock_control_dispose;
}

static void
paddock_control_init (PaddockControl *self)
{
  self->dirty_roots = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->dirty_servers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->dirty_requests = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->flush = paddock_alarm_new (on_flush, self);
  self->told_journal = g_get_real_time ();
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
  g_signal_connect_object (context->registry, "changed", G_CALLBACK (on_registry_changed), self, 0);
  g_signal_connect_object (context->registry, "availability-changed",
                           G_CALLBACK (on_availability_changed), self, 0);
  g_signal_connect_object (context->registry, "logged", G_CALLBACK (on_logged), self, 0);
  g_signal_connect_object (context->roster, "server-changed", G_CALLBACK (on_server_changed), self,
                           0);
  g_signal_connect_object (context->queue, "changed", G_CALLBACK (on_request_changed), self, 0);
  g_signal_connect_object (context->queue, "finished", G_CALLBACK (on_request_finished), self, 0);
  g_signal_connect_object (context->agent, "available-changed", G_CALLBACK (on_agent_changed), self,
                           0);
  return self;
}

/**
 * paddock_control_export:
 * @self: an interface
 * @connection: the session bus
 * @error: return location
 *
 * Returns: whether it is on the bus now
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
  return TRUE;
}

/**
 * paddock_control_unexport:
 * @self: an interface
 *
 * Takes it off the bus; harmless when repeated. Calls under way are still answered.
 */
void
paddock_control_unexport (PaddockControl *self)
{
  paddock_alarm_clear (self->flush);
  if (self->connection == NULL)
    return;

  g_dbus_connection_unregister_object (self->connection, self->registration_id);
  self->registration_id = 0;
  g_clear_object (&self->connection);
}

/**
 * paddock_control_get_context:
 * @self: an interface
 *
 * Returns: (transfer none): what it works on
 */
const PaddockControlContext *
paddock_control_get_context (PaddockControl *self)
{
  return &self->context;
}
