/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-documents.h"
#include "private-bus.h"

G_BEGIN_DECLS

/* The document portal of a sandbox: a thread answers for org.freedesktop.portal.Documents on a
 * private session bus. The test's thread may block in calls. */
typedef struct {
  GTestDBus       *bus;         /* (owned) */
  GDBusConnection *connection;  /* (owned) of the portal */
  GMainContext    *context;     /* (owned) of its thread */
  int              has_ended;   /* atomic */
  GThread         *thread;      /* (owned) */
  guint32          version;     /* below 5 there is no GetHostPaths */
  GHashTable      *hosts;       /* (owned) id -> its path on the host */
  GAsyncQueue     *deleted;     /* (owned) ids, in order */
} FakeDocuments;

static const char fake_documents_xml[] =
  "<node><interface name='org.freedesktop.portal.Documents'>"
  "<method name='GetHostPaths'><arg type='as' direction='in'/>"
  "<arg type='a{say}' direction='out'/></method>"
  "<method name='Delete'><arg type='s' direction='in'/></method>"
  "<property name='version' type='u' access='read'/></interface></node>";

static inline void
fake_documents_on_call (GDBusConnection       *connection,
                        const char            *sender,
                        const char            *path,
                        const char            *interface,
                        const char            *method,
                        GVariant              *parameters,
                        GDBusMethodInvocation *invocation,
                        gpointer               user_data)
{
  FakeDocuments *self = user_data;
  g_autofree const char **ids = NULL;
  GVariantBuilder builder;

  if (g_str_equal (method, "Delete")) {
    char *id;

    g_variant_get (parameters, "(s)", &id);
    g_async_queue_push (self->deleted, id);
    g_dbus_method_invocation_return_value (invocation, NULL);
    return;
  }
  if (self->version < PADDOCK_DOCUMENTS_HOST_PATHS_VERSION) {
    g_dbus_method_invocation_return_error (invocation, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_METHOD,
                                           "No such method");
    return;
  }
  g_variant_get (parameters, "(^a&s)", &ids);
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{say}"));
  for (guint i = 0; ids[i] != NULL; i++) {
    const char *host = g_hash_table_lookup (self->hosts, ids[i]);

    if (host != NULL)
      g_variant_builder_add (&builder, "{s^ay}", ids[i], host);
  }
  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(a{say})", &builder));
}

static inline GVariant *
fake_documents_on_get (GDBusConnection  *connection,
                       const char       *sender,
                       const char       *path,
                       const char       *interface,
                       const char       *property,
                       GError          **error,
                       gpointer          user_data)
{
  return g_variant_new_uint32 (((FakeDocuments *) user_data)->version);
}

static inline gpointer
fake_documents_run (gpointer user_data)
{
  FakeDocuments *self = user_data;

  g_main_context_push_thread_default (self->context);
  while (!g_atomic_int_get (&self->has_ended))
    g_main_context_iteration (self->context, TRUE);
  g_main_context_pop_thread_default (self->context);
  return NULL;
}

static inline FakeDocuments *
fake_documents_new (guint32 version)
{
  static const GDBusInterfaceVTable vtable = { fake_documents_on_call, fake_documents_on_get, NULL,
                                               { NULL } };
  FakeDocuments *self = g_new0 (FakeDocuments, 1);
  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (fake_documents_xml, NULL);
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GError) error = NULL;

  self->version = version;
  self->hosts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->deleted = g_async_queue_new_full (g_free);
  self->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  private_bus_up (self->bus);
  self->context = g_main_context_new ();
  self->connection = g_dbus_connection_new_for_address_sync (
    g_test_dbus_get_bus_address (self->bus),
    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
    NULL, NULL, &error);
  g_assert_no_error (error);
  g_dbus_connection_set_exit_on_close (self->connection, FALSE);

  g_main_context_push_thread_default (self->context);
  g_dbus_connection_register_object (self->connection, PADDOCK_DOCUMENTS_OBJECT_PATH,
                                     node->interfaces[0], &vtable, self, NULL, &error);
  g_assert_no_error (error);
  g_main_context_pop_thread_default (self->context);
  reply = g_dbus_connection_call_sync (self->connection, "org.freedesktop.DBus",
                                       "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                       "RequestName",
                                       g_variant_new ("(su)", PADDOCK_DOCUMENTS_BUS_NAME, 4), NULL,
                                       G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);
  g_assert_no_error (error);
  self->thread = g_thread_new ("portal", fake_documents_run, self);
  return self;
}

static inline void
fake_documents_put (FakeDocuments *self,
                    const char    *id,
                    const char    *host)
{
  g_hash_table_insert (self->hosts, g_strdup (id), g_strdup (host));
}

static inline void
fake_documents_free (FakeDocuments *self)
{
  g_atomic_int_set (&self->has_ended, TRUE);
  g_main_context_wakeup (self->context);
  g_thread_join (self->thread);
  g_dbus_connection_close_sync (self->connection, NULL, NULL);
  g_object_unref (self->connection);
  g_main_context_unref (self->context);
  g_test_dbus_stop (self->bus);
  g_object_unref (self->bus);
  g_hash_table_unref (self->hosts);
  g_async_queue_unref (self->deleted);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FakeDocuments, fake_documents_free)

G_END_DECLS
