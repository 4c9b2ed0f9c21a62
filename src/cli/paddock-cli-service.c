/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-cli-service.h"

#include "paddock-activation.h"
#include "paddock-bus-error.h"
#include "paddock-client.h"
#include "paddock-control-bus.h"
#include "paddock-error.h"
#include "paddock-names.h"
#include "paddock-pages.h"
#include "paddock-runtime.h"
#include "paddock-text.h"

#include "config.h"

#include <glib/gi18n.h>

/* Calls the service for a command. The first call connects to the service, and starts it if
 * necessary. Each call waits for the answer. Nothing here stops the service. */

/* How many times a call is tried, if the service ends before the call arrives. */
#define MAX_ATTEMPTS 5

/* Connects to the session bus. Tries the bus of the user's login first, which works even if no
 * environment variable names a bus. Then lets GLib find or start one. */
static GDBusConnection *
connect_to_bus (GError **error)
{
  g_autofree char *address = paddock_runtime_dup_bus_address ();
  g_autoptr (GError) local_error = NULL;
  GDBusConnection *connection =
    g_dbus_connection_new_for_address_sync (address,
                                            G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                            G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                            NULL, NULL, NULL);

  if (connection == NULL)
    connection = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &local_error);
  if (connection == NULL) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED,
                 /* Translators: %s is the reason, as the system words it */
                 _("Can’t reach Paddock’s service, because there is no session bus: %s"),
                 local_error->message);
    return NULL;
  }
  g_dbus_connection_set_exit_on_close (connection, FALSE);
  return connection;
}

/* Reads a property of the service. Returns NULL if the service is too old to have this property. */
static GVariant *
read_property (PaddockCli         *cli,
               const char         *name,
               const GVariantType *type)
{
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariant) value = NULL;

  reply = g_dbus_proxy_call_sync (cli->service, "org.freedesktop.DBus.Properties.Get",
                                  g_variant_new ("(ss)",
                                                 g_dbus_proxy_get_interface_name (cli->service),
                                                 name),
                                  G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);
  if (reply != NULL)
    g_variant_get (reply, "(v)", &value);
  return value != NULL && g_variant_is_of_type (value, type) ? g_steal_pointer (&value) : NULL;
}

/* Says where a damaged database is. If the database is damaged, the service begins an empty one,
 * and the user's folders are gone. Every command says this, until the user deletes the damaged
 * file. */
static void
warn_of_set_aside (PaddockCli *cli)
{
  g_autoptr (GVariant) value = read_property (cli, "SetAside", G_VARIANT_TYPE_BYTESTRING);
  g_autofree char *shown = NULL;

  if (value == NULL || *g_variant_get_bytestring (value) == '\0')
    return;

  shown = paddock_text_escape (g_variant_get_bytestring (value), -1);
  paddock_cli_complain (cli,
                        /* Translators: %s is a path */
                        _("Paddock’s database was damaged, so Paddock started a new one. Your "
                          "earlier folders and decisions aren’t in it. The damaged database is "
                          "kept as %s. Delete it when you no longer need it."), shown);
}

/* Whether a call failed because the service ended before the call arrived. Then it is safe to
 * repeat the call. */
static gboolean
has_left (const GError *error)
{
  return g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_NAME_HAS_NO_OWNER) ||
         g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_SERVICE_UNKNOWN);
}

/* Calls the service process that owns the bus name when the call arrives. The proxy would call the
 * process that it knows, even if that process is about to end. */
static GVariant *
try_call (PaddockCli  *cli,
          const char  *method,
          GVariant    *parameters,
          GError     **error)
{
  return g_dbus_connection_call_sync (cli->connection, PADDOCK_SERVICE_BUS_NAME,
                                      PADDOCK_SERVICE_OBJECT_PATH,
                                      paddock_bus_control_interface_info ()->name, method,
                                      parameters, NULL, G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, NULL,
                                      error);
}

/**
 * paddock_cli_service_get:
 *
 * Connects to the service, and starts it if it does not run.
 *
 * Returns: (transfer none) (nullable): the service's control interface; %NULL with @error set on
 *   failure
 */
GDBusProxy *
paddock_cli_service_get (PaddockCli  *cli,
                         GError     **error)
{
  PaddockBusControl *proxy;

  if (cli->service != NULL)
    return cli->service;

  /* Registers PADDOCK_ERROR, so that errors of the service arrive in this domain. */
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
  if (cli->service != NULL)
    warn_of_set_aside (cli);
  return cli->service;
}

/**
 * paddock_cli_service_dup_sandbox:
 * @cli: connected with paddock_cli_service_get()
 *
 * Returns: (transfer full): the service's property Sandbox; "" if the service runs outside a
 *   sandbox
 */
char *
paddock_cli_service_dup_sandbox (PaddockCli *cli)
{
  g_autoptr (GVariant) value = read_property (cli, "Sandbox", G_VARIANT_TYPE_STRING);

  return value != NULL ? g_variant_dup_string (value, NULL) : g_strdup ("");
}

/**
 * paddock_cli_service_dup_consent_mode:
 * @cli: connected with paddock_cli_service_get()
 *
 * Returns: (transfer full) (nullable): the service's property ConsentMode; %NULL if the service
 *   lacks this property
 */
char *
paddock_cli_service_dup_consent_mode (PaddockCli *cli)
{
  g_autoptr (GVariant) value = read_property (cli, "ConsentMode", G_VARIANT_TYPE_STRING);

  return value != NULL ? g_variant_dup_string (value, NULL) : NULL;
}

/**
 * paddock_cli_service_is_paused:
 * @cli: connected with paddock_cli_service_get()
 *
 * Returns: whether all sharing is paused
 */
gboolean
paddock_cli_service_is_paused (PaddockCli *cli)
{
  g_autoptr (GVariant) value = read_property (cli, "Paused", G_VARIANT_TYPE_BOOLEAN);

  return value != NULL && g_variant_get_boolean (value);
}

/**
 * paddock_cli_service_tell_paused:
 * @cli: connected with paddock_cli_service_get()
 *
 * If all sharing is paused, says so on stderr. The rest of what the command prints is about what
 * servers see after the pause.
 */
void
paddock_cli_service_tell_paused (PaddockCli *cli)
{
  if (paddock_cli_service_is_paused (cli))
    /* Translators: "paddock resume" is to be typed as it stands */
    paddock_cli_complain (cli, "%s", _("Sharing is paused. Servers see no folders until you type "
                                       "“paddock resume”."));
}

/* Calls the service. If the service ended before the call arrived, starts it and calls again. Does
 * not reword the error for the user. This is a PaddockPagesCall; @user_data is the PaddockCli. */
static GVariant *
call_service (const char  *method,
              GVariant    *parameters,
              gpointer     user_data,
              GError     **error)
{
  PaddockCli *cli = user_data;

  for (guint attempt = 1;; attempt++) {
    GError *local_error = NULL;
    GVariant *reply;

    if (paddock_cli_service_get (cli, error) == NULL)
      return NULL;
    reply = try_call (cli, method, parameters, &local_error);
    if (reply != NULL)
      return reply;
    if (attempt >= MAX_ATTEMPTS || !has_left (local_error)) {
      g_propagate_error (error, local_error);
      return NULL;
    }
    g_error_free (local_error);
    g_clear_object (&cli->service);
  }
}

/**
 * paddock_cli_service_call:
 * @parameters: (transfer floating) (nullable): a tuple
 *
 * Calls the service and waits for its answer.
 *
 * Returns: (transfer full) (nullable): the answer, a tuple; on failure, @error has a text for the
 *   user
 */
GVariant *
paddock_cli_service_call (PaddockCli  *cli,
                          const char  *method,
                          GVariant    *parameters,
                          GError     **error)
{
  g_autoptr (GVariant) sunk = parameters != NULL ? g_variant_ref_sink (parameters) : NULL;
  GError *local_error = NULL;
  GVariant *reply = call_service (method, sunk, cli, &local_error);

  if (reply == NULL) {
    paddock_bus_error_explain (local_error);
    g_propagate_error (error, local_error);
  }
  return reply;
}

/**
 * paddock_cli_service_list:
 * @method: a List method of the service
 * @filter: (transfer floating) (nullable): the first argument of @method, if it has one
 * @wanted: how many rows at most; 0: all
 *
 * Reads a list of the service, page by page.
 *
 * Returns: (transfer full) (nullable): the rows, aa{sv}; on failure, @error has a text for the user
 */
GVariant *
paddock_cli_service_list (PaddockCli  *cli,
                          const char  *method,
                          GVariant    *filter,
                          guint        wanted,
                          GError     **error)
{
  g_autoptr (PaddockPages) pages = paddock_pages_new (method, filter, 0, wanted);
  GError *local_error = NULL;
  GVariant *list = paddock_pages_read_sync (pages, call_service, cli, &local_error);

  if (list == NULL) {
    paddock_bus_error_explain (local_error);
    g_propagate_error (error, local_error);
  }
  return list;
}
