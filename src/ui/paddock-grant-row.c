/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-grant-row.h"

#include "paddock-closures.h"
#include "paddock-revoking.h"
#include "paddock-sentences.h"
#include "paddock-template.h"
#include "paddock-toast.h"

/* Whether one server may see one folder: a switch. Owned by the server's row. The switch always
 * shows what the service says: it goes back where a call failed. Turning it off acts at once and
 * can be undone; turning it on is the user's own act in the agent's window. */

struct _PaddockGrantRow
{
  AdwActionRow parent_instance;

  PaddockClient *client;      /* (owned) */
  PaddockServerItem *server;  /* (owned) */
  PaddockRootItem *root;      /* (owned) */
  gboolean is_updating;       /* the switch is being set by us, not by the user */

  GtkImage *icon;
  GtkSwitch *toggle;
};

G_DEFINE_FINAL_TYPE (PaddockGrantRow, paddock_grant_row, ADW_TYPE_ACTION_ROW)

typedef struct
{
  PaddockGrantRow *row;       /* (owned) */
  PaddockCall *call;          /* (owned) */
} Switching;

static void
update (PaddockGrantRow *self)
{
  const PaddockRootView *root = paddock_root_item_get_view (self->root);
  const PaddockServerView *server = paddock_server_item_get_view (self->server);
  const PaddockGrantView *grant = paddock_server_item_get_grant (self->server, root->root->id);
  g_autofree char *label = paddock_root_dup_label (root->root);
  g_autofree char *server_label = paddock_server_dup_label (server->server);
  g_autofree char *path = paddock_sentence_path (root->root->path, g_get_home_dir ());
  g_autofree char *state = paddock_sentence_grant (grant, root->status,
                                                   paddock_client_is_paused (self->client),
                                                   g_get_real_time ());
  g_autofree char *subtitle = *state != '\0' ? g_strdup_printf ("%s\n%s", path, state)
                                             : g_strdup (path);
  g_autofree char *icon = paddock_closure_root_icon (self, root->root->record != NULL
                                                            ? (int) root->root->record->kind
                                                            : PADDOCK_FILE_KIND_DIRECTORY);
  g_autofree char *name = paddock_sentence_switch (label, server_label);

  gtk_image_set_from_icon_name (self->icon, icon);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), label);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), subtitle);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->toggle), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);

  self->is_updating = TRUE;
  gtk_switch_set_active (self->toggle, grant != NULL);
  gtk_switch_set_state (self->toggle, grant != NULL);
  self->is_updating = FALSE;
  gtk_widget_set_sensitive (GTK_WIDGET (self),
                            server->server->standing != PADDOCK_STANDING_BLOCKED &&
                            server->server->standing != PADDOCK_STANDING_WITHOUT_ROOTS);
}

static void
on_switched (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  Switching *switching = user_data;
  g_autoptr (PaddockGrantRow) self = switching->row;

  paddock_call_ready (source, result, switching->call);
  g_free (switching);
  /* The row may have left its list while the call was under way. */
  if (self->root != NULL)
    update (self);
}

static Switching *
switching_new (PaddockGrantRow *self,
               PaddockCall     *call)
{
  Switching *switching = g_new0 (Switching, 1);

  switching->row = g_object_ref (self);
  switching->call = call;

  return switching;
}

static void
turn_on (PaddockGrantRow *self,
         const char      *root_id)
{
  const PaddockServer *server = paddock_server_item_get_view (self->server)->server;
  const char *root_ids[] = { root_id, NULL };
  /* What decides about a server without an identity ends with its session. */
  gboolean is_anonymous =
    paddock_identity_get_kind (server->identity) == PADDOCK_IDENTITY_ANONYMOUS;
  GVariantDict options;

  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "duration", "s", is_anonymous ? "session" : "until-revoked");
  paddock_client_grant_async (self->client, server->id, root_ids, g_variant_dict_end (&options),
                              NULL, on_switched,
                              switching_new (self, paddock_call_new (GTK_WIDGET (self), NULL,
                                                                     NULL)));
}

static void
turn_off (PaddockGrantRow *self,
          const char      *root_id)
{
  const char *server_id = paddock_server_item_get_view (self->server)->server->id;
  const char *root_ids[] = { root_id, NULL };
  PaddockCall *call = paddock_revoking_new_call (GTK_WIDGET (self), self->client, server_id,
                                                 root_id);

  paddock_client_revoke_async (self->client, server_id, root_ids, NULL, on_switched,
                               switching_new (self, call));
}

/* Returns TRUE: the state follows when the service has done it. */
static gboolean
on_state_set (PaddockGrantRow *self,
              gboolean         state)
{
  g_autofree char *root_id = NULL;

  if (self->is_updating)
    return FALSE;

  root_id = g_strdup (paddock_root_item_get_view (self->root)->root->id);
  if (state == (paddock_server_item_get_grant (self->server, root_id) != NULL))
    return FALSE;

  if (state)
    turn_on (self, root_id);
  else
    turn_off (self, root_id);

  return TRUE;
}

static void
paddock_grant_row_dispose (GObject *object)
{
  PaddockGrantRow *self = PADDOCK_GRANT_ROW (object);

  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_GRANT_ROW);
  g_clear_object (&self->client);
  g_clear_object (&self->server);
  g_clear_object (&self->root);

  G_OBJECT_CLASS (paddock_grant_row_parent_class)->dispose (object);
}

static void
paddock_grant_row_class_init (PaddockGrantRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_grant_row_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-grant-row"));
  gtk_widget_class_bind_template_child (widget_class, PaddockGrantRow, icon);
  gtk_widget_class_bind_template_child (widget_class, PaddockGrantRow, toggle);
  gtk_widget_class_bind_template_callback (widget_class, on_state_set);
}

static void
paddock_grant_row_init (PaddockGrantRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_grant_row_new:
 *
 * Returns: (transfer floating): the switch of @root for @server
 */
GtkWidget *
paddock_grant_row_new (PaddockClient     *client,
                       PaddockServerItem *server,
                       PaddockRootItem   *root)
{
  PaddockGrantRow *self = g_object_new (PADDOCK_TYPE_GRANT_ROW, NULL);

  self->client = g_object_ref (client);
  self->server = g_object_ref (server);
  self->root = g_object_ref (root);
  /* The row labels its widget with its title; the switch's own name says whom it is for as well. */
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (self->toggle),
                                 GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  g_signal_connect_object (client, "notify::is-paused", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (server, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (server, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (root, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}
