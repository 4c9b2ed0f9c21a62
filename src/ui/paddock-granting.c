/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-granting.h"

#include "paddock-revoking.h"
#include "paddock-toast.h"

/* What a switch of one folder for one server does, wherever the window has one. Off acts at once
 * and can be undone; on is the user's own act in the agent's window. */

typedef struct
{
  GtkWidget *widget;          /* (owned) */
  PaddockToastCall *call;          /* (owned) */
  PaddockGrantingDone done;
} Switching;

static void
on_switched (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  Switching *switching = user_data;

  paddock_toast_call_ready (source, result, switching->call);
  switching->done (switching->widget);
  g_object_unref (switching->widget);
  g_free (switching);
}

static void
turn_on (PaddockClient       *client,
         const PaddockServer *server,
         const char          *root_id,
         Switching           *switching)
{
  const char *root_ids[] = { root_id, NULL };
  /* What decides about a server without an identity ends with its session. */
  gboolean is_anonymous =
    paddock_identity_get_kind (server->identity) == PADDOCK_IDENTITY_ANONYMOUS;
  GVariantDict options;

  switching->call = paddock_toast_call_new (switching->widget, NULL, NULL);
  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "duration", "s", is_anonymous ? "session" : "until-revoked");
  paddock_client_grant_async (client, server->id, root_ids, g_variant_dict_end (&options), NULL,
                              on_switched, switching);
}

static void
turn_off (PaddockClient       *client,
          const PaddockServer *server,
          const char          *root_id,
          Switching           *switching)
{
  const char *root_ids[] = { root_id, NULL };

  switching->call = paddock_revoking_new_call (switching->widget, client, server->id, root_id);
  paddock_client_revoke_async (client, server->id, root_ids, NULL, on_switched, switching);
}

/* Not at once: a switch that is set while it tells of a press tells a screen reader the wrong. */
static void
on_explained (gpointer user_data)
{
  Switching *switching = user_data;

  switching->done (switching->widget);
  g_object_unref (switching->widget);
  g_free (switching);
}

/**
 * paddock_granting_switch:
 * @widget: the switch, or what it is in; kept until the answer
 * @is_on: whether @server is to see @root
 * @done: called in either case; what is so then, the items say
 *
 * If @server sees @root only through another folder, turning it off says so, and changes nothing.
 */
void
paddock_granting_switch (GtkWidget           *widget,
                         PaddockClient       *client,
                         PaddockServerItem   *server,
                         PaddockRootItem     *root,
                         gboolean             is_on,
                         PaddockGrantingDone  done)
{
  const char *root_id = paddock_root_item_get_view (root)->root->id;
  const PaddockServer *known = paddock_server_item_get_view (server)->server;
  gboolean is_granted = paddock_server_item_get_grant (server, root_id) != NULL;
  Switching *switching;

  if (is_on && is_granted)
    return;

  switching = g_new0 (Switching, 1);
  switching->widget = g_object_ref (widget);
  switching->done = done;
  if (is_on) {
    turn_on (client, known, root_id, switching);
  } else if (is_granted) {
    turn_off (client, known, root_id, switching);
  } else {
    paddock_revoking_explain (widget, client, known->id, root_id);
    g_idle_add_once (on_explained, switching);
  }
}
