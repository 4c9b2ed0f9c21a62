/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-bus-error.h"

#include "config.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

/**
 * paddock_bus_error_explain:
 * @error: (inout): the error of a call over the bus
 *
 * Changes the text of @error for the user. If the service does not know the method or its
 * arguments, the service has another version. Then the text says what the user can do.
 */
void
paddock_bus_error_explain (GError *error)
{
  g_dbus_error_strip_remote_error (error);
  if (!g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_METHOD) &&
      !g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_INVALID_ARGS))
    return;

  g_message ("A service of another version: %s", error->message);
  g_free (error->message);
  error->message = g_strdup (_("Paddock was updated, but its old service is still running. Try "
                               "again in a moment. If that doesn’t help, log out and in again."));
}
