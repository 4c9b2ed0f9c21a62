/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-granting.h"

#include "paddock-client-call.h"
#include "paddock-compat.h"
#include "paddock-revoking.h"
#include "paddock-server-label.h"
#include "paddock-server-name.h"
#include "paddock-settings.h"
#include "paddock-toast.h"

#include <glib/gi18n.h>

/* What a switch for one folder and one server does, everywhere in the window. Turning it off
 * revokes at once, and can be undone. Turning it on grants for the duration that a question would
 * preselect. The service makes the grant without asking the user, because the call comes from the
 * window. But if the page shows only the server's name, and another server has a similar name, a
 * dialog asks, with details that distinguish the two. */

typedef struct
{
  GtkWidget *widget;          /* (owned) */
  PaddockClient *client;      /* (owned) */
  PaddockServerItem *server;  /* (owned) */
  char *root_id;              /* (owned) */
  PaddockToastCall *call;          /* (owned) */
  PaddockGrantingDone done;
} Switching;

static void
finish (Switching *switching)
{
  switching->done (switching->widget);
  g_object_unref (switching->widget);
  g_object_unref (switching->client);
  g_object_unref (switching->server);
  g_free (switching->root_id);
  g_free (switching);
}

static void
on_switched (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  Switching *switching = user_data;

  paddock_toast_call_ready (source, result, switching->call);
  finish (switching);
}

static void
turn_on (Switching *switching)
{
  const PaddockServer *server = paddock_server_item_get_view (switching->server)->server;
  const char *root_ids[] = { switching->root_id, NULL };
  PaddockDuration duration = { .kind = paddock_granting_get_duration (switching->server) };
  g_autofree char *text = paddock_duration_to_text (duration);
  GVariantDict options;

  switching->call = paddock_toast_call_new (switching->widget, NULL, NULL);
  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "duration", "s", text);
  paddock_client_call_async (switching->client, "Grant",
                             g_variant_new ("(s^as@a{sv})", server->id, root_ids,
                                            g_variant_dict_end (&options)), NULL, on_switched,
                             switching);
}

static void
on_confirmed (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  Switching *switching = user_data;

  if (paddock_compat_confirm_finish (result, NULL))
    turn_on (switching);
  else
    finish (switching);
}

static void
confirm (Switching       *switching,
         PaddockRootItem *root)
{
  const PaddockServerView *server = paddock_server_item_get_view (switching->server);
  g_autofree char *server_label = paddock_server_label_dup (server);
  g_autofree char *label = paddock_root_dup_label (paddock_root_item_get_view (root)->root);
  g_autofree char *origin = paddock_server_name_origin (switching->server, 0);
  g_autofree char *heading = NULL;
  g_autofree char *body = NULL;

  /* Translators: the first %s is a folder, the second a server; another one has such a name */
  heading = g_strdup_printf (_("Share “%s” With This “%s” Server?"), label, server_label);
  /* Translators: %s is where the server comes from, as in "Started by zed: npx notes" */
  body = g_strdup_printf (_("Another server has this name, or a name that looks like it. "
                            "You selected this one:\n\n%s"),
                          origin);
  paddock_compat_confirm_async (GTK_WINDOW (gtk_widget_get_root (switching->widget)), heading, body,
                                _("_Share"), PADDOCK_CONFIRM_PLAIN, NULL, on_confirmed, switching);
}

static void
turn_off (Switching *switching)
{
  const char *server_id = paddock_server_item_get_view (switching->server)->server->id;
  const char *root_ids[] = { switching->root_id, NULL };

  switching->call = paddock_revoking_new_call (switching->widget, switching->client, server_id,
                                               switching->root_id);
  paddock_client_call_async (switching->client, "Revoke",
                             g_variant_new ("(s^as)", server_id, root_ids), NULL, on_switched,
                             switching);
}

/* Ends the action of a switch, in an idle callback. If the code set the switch while the switch
 * still reports a press, screen readers would announce the wrong state. */
static void
on_explained (gpointer user_data)
{
  finish (user_data);
}

/**
 * paddock_granting_get_duration:
 *
 * Returns: the duration of a grant that a switch makes for @server
 */
PaddockDurationKind
paddock_granting_get_duration (PaddockServerItem *server)
{
  const PaddockServerView *view = paddock_server_item_get_view (server);
  g_autoptr (GSettings) settings = paddock_settings_new ();
  PaddockDurationKind kind = paddock_settings_get_duration (settings);

  /* Decisions about a server without an identity end with the session of that server. */
  if (paddock_identity_get_kind (view->server->identity) == PADDOCK_IDENTITY_ANONYMOUS)
    return PADDOCK_DURATION_SESSION;
  /* The server has no session now, so the end of a session cannot end the grant. */
  if (kind == PADDOCK_DURATION_SESSION && view->sessions->len == 0)
    return PADDOCK_DURATION_HOUR;
  return kind;
}

/**
 * paddock_granting_switch:
 * @widget: the switch, or a widget around it; kept alive until the answer
 * @is_on: whether @server shall see @root
 * @asks: whether to ask first if another server has a similar name
 * @done: called when the action has ended, whether it succeeded or not; not called if @root is
 *   already shared as wanted
 *
 * Shares @root with @server, or revokes it. If @server sees @root only through another folder,
 * turning the switch off only explains that.
 */
void
paddock_granting_switch (GtkWidget           *widget,
                         PaddockClient       *client,
                         PaddockServerItem   *server,
                         PaddockRootItem     *root,
                         gboolean             is_on,
                         gboolean             asks,
                         PaddockGrantingDone  done)
{
  const char *root_id = paddock_root_item_get_view (root)->root->id;
  gboolean is_granted = paddock_server_item_get_grant (server, root_id) != NULL;
  Switching *switching;

  if (is_on && is_granted)
    return;

  switching = g_new0 (Switching, 1);
  switching->widget = g_object_ref (widget);
  switching->client = g_object_ref (client);
  switching->server = g_object_ref (server);
  switching->root_id = g_strdup (root_id);
  switching->done = done;
  if (is_on && asks && paddock_server_item_is_ambiguous (server)) {
    confirm (switching, root);
  } else if (is_on) {
    turn_on (switching);
  } else if (is_granted) {
    turn_off (switching);
  } else {
    paddock_revoking_explain (widget, client, paddock_server_item_get_view (server)->server->id,
                              root_id);
    g_idle_add_once (on_explained, switching);
  }
}
