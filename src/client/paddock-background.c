/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-background.h"

/* Asks the desktop whether a sandboxed Paddock may run without a window
 * (org.freedesktop.portal.Background), and whether the service starts at login.
 *
 * The caller owns one GTask for each request. The portal answers with a signal. The portal may ask
 * the user first, so there is no time limit. A portal that remembers the user's last answer answers
 * at once. */

#define BUS_NAME    "org.freedesktop.portal.Desktop"
#define OBJECT_PATH "/org/freedesktop/portal/desktop"

/* The first argument of the signal Response of org.freedesktop.portal.Request. 0: the request was
 * carried out, 1: the user cancelled, 2: the request ended in another way. */
#define RESPONSE_SUCCESS 0

/* Flags in the integer that the task returns. */
#define ANSWER_ALLOWED    1
#define ANSWER_AUTOSTARTS 2

typedef struct {
  guint subscription;
} Asking;

static void
on_response (GDBusConnection *connection,
             const char      *sender,
             const char      *path,
             const char      *interface,
             const char      *signal,
             GVariant        *parameters,
             gpointer         user_data)
{
  GTask *task = user_data;
  Asking *asking = g_task_get_task_data (task);
  g_autoptr (GVariant) results = NULL;
  guint32 response = RESPONSE_SUCCESS + 1;
  gboolean is_allowed = FALSE;
  gboolean autostarts = FALSE;

  if (g_task_get_completed (task) || asking->subscription == 0)
    return;
  if (g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(ua{sv})")))
    g_variant_get (parameters, "(u@a{sv})", &response, &results);
  if (response == RESPONSE_SUCCESS) {
    g_variant_lookup (results, "background", "b", &is_allowed);
    g_variant_lookup (results, "autostart", "b", &autostarts);
  }

  g_object_ref (task);
  g_dbus_connection_signal_unsubscribe (connection, asking->subscription);
  asking->subscription = 0;
  g_task_return_int (task, (is_allowed ? ANSWER_ALLOWED : 0) |
                     (autostarts ? ANSWER_AUTOSTARTS : 0));
  g_object_unref (task);
}

static void
on_called (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Asking *asking = g_task_get_task_data (task);
  g_autoptr (GVariant) reply = NULL;
  GError *error = NULL;

  reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);
  if (reply != NULL)
    return;
  if (asking->subscription == 0) {
    g_error_free (error);
    return;
  }
  g_dbus_connection_signal_unsubscribe (G_DBUS_CONNECTION (source), asking->subscription);
  asking->subscription = 0;
  g_task_return_error (task, error);
}

/* Returns the path of the object whose signal carries the answer. The portal makes the same path
 * from the caller's bus name and the token. */
static char *
make_request_path (GDBusConnection *connection,
                   const char      *token)
{
  g_autofree char *sender = g_strdup (g_dbus_connection_get_unique_name (connection) + 1);

  g_strdelimit (sender, ".", '_');
  return g_strdup_printf (OBJECT_PATH "/request/%s/%s", sender, token);
}

/**
 * paddock_background_request_async:
 * @connection: the session bus
 * @reason: why Paddock asks, a text for the user
 * @autostart: whether the service shall start at login; %FALSE removes an earlier permission
 * @cancellable: (nullable): cancels the call; a question on the screen stays
 * @callback: called after the portal's answer
 * @user_data: for @callback
 *
 * Asks the portal whether Paddock may run without a window.
 */
void
paddock_background_request_async (GDBusConnection     *connection,
                                  const char          *reason,
                                  gboolean             autostart,
                                  GCancellable        *cancellable,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  static const char * const command[] = { "paddock", "serve", NULL };
  GTask *task = g_task_new (connection, cancellable, callback, user_data);
  Asking *asking = g_new0 (Asking, 1);
  g_autofree char *token = g_strdup_printf ("paddock%u", g_random_int ());
  g_autofree char *path = make_request_path (connection, token);
  g_auto (GVariantBuilder) options = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  g_task_set_source_tag (task, paddock_background_request_async);
  g_task_set_task_data (task, asking, g_free);
  asking->subscription =
    g_dbus_connection_signal_subscribe (connection, BUS_NAME, "org.freedesktop.portal.Request",
                                        "Response", path, NULL, G_DBUS_SIGNAL_FLAGS_NONE,
                                        on_response, g_object_ref (task), g_object_unref);

  g_variant_builder_add (&options, "{sv}", "handle_token", g_variant_new_string (token));
  g_variant_builder_add (&options, "{sv}", "reason", g_variant_new_string (reason));
  g_variant_builder_add (&options, "{sv}", "autostart", g_variant_new_boolean (autostart));
  g_variant_builder_add (&options, "{sv}", "commandline", g_variant_new_strv (command, -1));
  g_dbus_connection_call (connection, BUS_NAME, OBJECT_PATH, "org.freedesktop.portal.Background",
                          "RequestBackground", g_variant_new ("(sa{sv})", "", &options),
                          G_VARIANT_TYPE ("(o)"), G_DBUS_CALL_FLAGS_NONE, -1, cancellable,
                          on_called, task);
}

/**
 * paddock_background_request_finish:
 * @result: of paddock_background_request_async()
 * @out_is_allowed: (out): whether Paddock may run without a window
 * @out_autostarts: (out): whether the service starts at login
 * @error: return location: set if the portal is missing, or if it failed
 *
 * Returns: whether the portal answered; if not, both results are unknown
 */
gboolean
paddock_background_request_finish (GAsyncResult  *result,
                                   gboolean      *out_is_allowed,
                                   gboolean      *out_autostarts,
                                   GError       **error)
{
  GError *local_error = NULL;
  gssize answer = g_task_propagate_int (G_TASK (result), &local_error);

  *out_is_allowed = local_error == NULL && (answer & ANSWER_ALLOWED) != 0;
  *out_autostarts = local_error == NULL && (answer & ANSWER_AUTOSTARTS) != 0;
  if (local_error == NULL)
    return TRUE;
  g_propagate_error (error, local_error);
  return FALSE;
}
