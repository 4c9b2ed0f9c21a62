/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

#include "paddock-error.h"
#include "paddock-names.h"

#include "private-bus.h"
#include "service-agent-fixture.h"

G_BEGIN_DECLS

/* A private session bus, and programs on it. */

static inline GTestDBus *
test_bus_new (void)
{
  GTestDBus *bus = g_test_dbus_new (G_TEST_DBUS_NONE);

  private_bus_up (bus);
  return bus;
}

static inline GDBusConnection *
test_bus_connect (GTestDBus *bus)
{
  g_autoptr (GError) error = NULL;
  GDBusConnection *connection = g_dbus_connection_new_for_address_sync (
    g_test_dbus_get_bus_address (bus),
    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
    NULL, NULL, &error);

  g_assert_no_error (error);
  g_dbus_connection_set_exit_on_close (connection, FALSE);
  return connection;
}

/* Waits until the connection is idle, so that nothing is left for the next test. */
static inline void
test_bus_disconnect (GDBusConnection *connection)
{
  g_dbus_connection_flush_sync (connection, NULL, NULL);
  g_dbus_connection_close_sync (connection, NULL, NULL);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_object_unref (connection);
}

static inline GVariant *
test_bus_call (GDBusConnection  *connection,
               const char       *name,
               const char       *path,
               const char       *interface,
               const char       *method,
               GVariant         *arguments,
               GError          **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  g_dbus_connection_call (connection, name, path, interface, method, arguments, NULL,
                          G_DBUS_CALL_FLAGS_NONE, WAIT_SECONDS * 1000, NULL, on_result, &result);
  WAIT_FOR (result != NULL);
  return g_dbus_connection_call_finish (connection, result, error);
}

/* If the test names no page of a list, this is the first one. */
static inline GVariant *
test_bus_parse_arguments (const char *method,
                          const char *arguments)
{
  if (arguments == NULL && g_str_has_prefix (method, "List"))
    return g_variant_new ("(xu)", (gint64) 0, 0);
  return arguments != NULL ? g_variant_new_parsed (arguments) : NULL;
}

static inline GVariant *
test_bus_call_bus (GDBusConnection *connection,
                   const char      *method,
                   GVariant        *arguments)
{
  g_autoptr (GError) error = NULL;
  GVariant *reply = test_bus_call (connection, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                                   "org.freedesktop.DBus", method, arguments, &error);

  g_assert_no_error (error);
  return reply;
}

/* Flags of RequestName: 4, do not queue; 2, replace the owner; 1, allow replacement. */
static inline void
test_bus_own (GDBusConnection *connection,
              const char      *name,
              guint            flags)
{
  g_autoptr (GVariant) reply = test_bus_call_bus (connection, "RequestName",
                                                  g_variant_new ("(su)", name, flags));
  guint status;

  g_variant_get (reply, "(u)", &status);
  g_assert_cmpuint (status, ==, 1);
}

static inline void
test_bus_release (GDBusConnection *connection,
                  const char      *name)
{
  g_autoptr (GVariant) reply = test_bus_call_bus (connection, "ReleaseName",
                                                  g_variant_new ("(s)", name));
}

/* The application, as the service sees it when it activates the application. */
typedef struct {
  GDBusConnection *connection;      /* (owned) */
  guint            registration_id;
  guint            n_announced;
  void           (*announced)(gpointer user_data);
  gpointer         user_data;
} TestApplication;

static inline void
on_test_application_called (GDBusConnection       *connection,
                            const char            *sender,
                            const char            *object_path,
                            const char            *interface_name,
                            const char            *method_name,
                            GVariant              *parameters,
                            GDBusMethodInvocation *invocation,
                            gpointer               user_data)
{
  TestApplication *application = user_data;
  const char *action;

  g_variant_get_child (parameters, 0, "&s", &action);
  g_assert_cmpstr (action, ==, PADDOCK_ACTION_ANNOUNCE);
  application->n_announced++;
  if (application->announced != NULL)
    application->announced (application->user_data);
  g_dbus_method_invocation_return_value (invocation, NULL);
}

static const GDBusInterfaceVTable test_application_vtable = {
  .method_call = on_test_application_called,
};

static inline void
test_application_start (TestApplication *application,
                        GTestDBus       *bus)
{
  g_autoptr (GDBusNodeInfo) info = g_dbus_node_info_new_for_xml (
    "<node><interface name='org.freedesktop.Application'><method name='ActivateAction'>"
    "<arg type='s' direction='in'/><arg type='av' direction='in'/>"
    "<arg type='a{sv}' direction='in'/></method></interface></node>", NULL);

  application->connection = test_bus_connect (bus);
  application->registration_id = g_dbus_connection_register_object (
    application->connection, PADDOCK_APP_OBJECT_PATH, info->interfaces[0],
    &test_application_vtable, application, NULL, NULL);
  g_assert_cmpuint (application->registration_id, !=, 0);
  test_bus_own (application->connection, PADDOCK_APP_ID, 4);
}

static inline void
test_application_stop (TestApplication *application)
{
  g_dbus_connection_unregister_object (application->connection, application->registration_id);
  test_bus_disconnect (g_steal_pointer (&application->connection));
}

G_END_DECLS
