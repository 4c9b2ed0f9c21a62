/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-cli.h"

#include "paddock-activation.h"
#include "paddock-control-bus.h"
#include "paddock-error.h"
#include "paddock-names.h"

#include "config.h"

#include <glib/gi18n.h>

/* The service as a command sees it: connected to and started when it is first needed, called and
 * waited for. One for each run of the program; it never stops the service. */

static GDBusConnection *
connect_to_bus (GError **error)
{
  g_autoptr (GError) local_error = NULL;
  GDBusConnection *connection = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &local_error);

  if (connection == NULL) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED,
                 /* Translators: %s is the reason, as the system words it */
                 _("There is no session bus, and without one Paddock’s service cannot be "
                   "reached: %s"), local_error->message);
    return NULL;
  }
  g_dbus_connection_set_exit_on_close (connection, FALSE);
  return connection;
}

/**
 * paddock_cli_get_service:
 *
 * Connects to the service, and starts it if it does not run.
 *
 * Returns: (transfer none) (nullable): its control interface
 */
GDBusProxy *
paddock_cli_get_service (PaddockCli  *cli,
                         GError     **error)
{
  PaddockBusControl *proxy;

  if (cli->service != NULL)
    return cli->service;

  /* The errors of the bus are registered with the domain. */
  paddock_error_quark ();

  if (cli->connection == NULL)
    cli->connection = connect_to_bus (error);
  if (cli->connection == NULL ||
      !paddock_activation_start_sync (cli->connection, NULL, NULL, error))
    return NULL;

  proxy = paddock_bus_control_proxy_new_sync (cli->connection,
                                              G_DBUS_PROXY_FLAGS_DO_NOT_AUTO_START |
                                              G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES,
                                              PADDOCK_SERVICE_BUS_NAME,
                                              PADDOCK_SERVICE_OBJECT_PATH, NULL, error);
  cli->service = proxy != NULL ? G_DBUS_PROXY (proxy) : NULL;
  return cli->service;
}

/**
 * paddock_cli_call:
 * @parameters: (transfer floating) (nullable): a tuple
 *
 * Calls the service and waits for its answer.
 *
 * Returns: (transfer full) (nullable): the answer, a tuple; the error's text is for the user
 */
GVariant *
paddock_cli_call (PaddockCli  *cli,
                  const char  *method,
                  GVariant    *parameters,
                  GError     **error)
{
  g_autoptr (GVariant) sunk = parameters != NULL ? g_variant_ref_sink (parameters) : NULL;
  GDBusProxy *service = paddock_cli_get_service (cli, error);
  GError *local_error = NULL;
  GVariant *reply;

  if (service == NULL)
    return NULL;
  reply = g_dbus_proxy_call_sync (service, method, sunk, G_DBUS_CALL_FLAGS_NONE, -1, NULL,
                                  &local_error);
  if (reply == NULL) {
    g_dbus_error_strip_remote_error (local_error);
    g_propagate_error (error, local_error);
  }
  return reply;
}
