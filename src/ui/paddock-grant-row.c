/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-grant-row.h"

#include "paddock-closures.h"
#include "paddock-granting.h"
#include "paddock-sentences.h"
#include "paddock-template.h"
#include "paddock-time-dialog.h"

/* Whether one server may see one folder: a switch; and for how long, counted down, with a button
 * that opens the dialog for it. Owned by the server's row, or the folder's. It always shows what
 * the service says: it goes back where a call failed. */

struct _PaddockGrantRow
{
  AdwActionRow parent_instance;

  PaddockClient *client;      /* (owned) */
  PaddockServerItem *server;  /* (owned) */
  PaddockRootItem *root;      /* (owned) */
  PaddockCountdown *countdown; /* (owned) */
  gboolean names_server;      /* it is among others of the same folder */
  gboolean is_updating;       /* the switch is being set by us, not by the user */

  GtkImage *icon;
  GtkWidget *time_button;
  GtkSwitch *toggle;
};

G_DEFINE_FINAL_TYPE (PaddockGrantRow, paddock_grant_row, ADW_TYPE_ACTION_ROW)

static void
show_titles (PaddockGrantRow        *self,
             const char             *label,
             const char             *server_label,
             const PaddockGrantView *grant)
{
  const PaddockRootView *root = paddock_root_item_get_view (self->root);
  gint64 next;
  g_autofree char *path = paddock_sentence_path (root->root->path, g_get_home_dir ());
  g_autofree char *state = paddock_sentence_grant (grant, root->status,
                                                   paddock_client_is_paused (self->client),
                                                   g_get_real_time (), &next);
  g_autofree char *both = g_strdup_printf ("%s\n%s", path, state);
  g_autofree char *icon = paddock_closure_root_icon (self, root->root->record != NULL
                                                            ? (int) root->root->record->kind
                                                            : PADDOCK_FILE_KIND_DIRECTORY,
                                                     root->markers);

  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    paddock_countdown_ask (self->countdown, next);
  gtk_image_set_from_icon_name (self->icon, self->names_server ? "network-server-symbolic" : icon);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self),
                                 self->names_server ? server_label : label);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), self->names_server ? state
                                                      : *state != '\0' ? both
                                                                        : path);
}

static void
update (PaddockGrantRow *self)
{
  const PaddockRootView *root = paddock_root_item_get_view (self->root);
  const PaddockServerView *server = paddock_server_item_get_view (self->server);
  const PaddockGrantView *grant = paddock_server_item_get_grant (self->server, root->root->id);
  g_autofree char *label = paddock_root_dup_label (root->root);
  g_autofree char *server_label = paddock_server_dup_label (server->server);
  g_autofree char *name = paddock_sentence_switch (label, server_label);
  g_autofree char *how_long = paddock_sentence_how_long (label, server_label);

  show_titles (self, label, server_label, grant);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->toggle), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->time_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, how_long, -1);
  /* What a server without an identity sees ends with its session, whatever anybody chooses. */
  gtk_widget_set_visible (self->time_button,
                          grant != NULL &&
                          paddock_identity_get_kind (server->server->identity) !=
                          PADDOCK_IDENTITY_ANONYMOUS);

  self->is_updating = TRUE;
  gtk_switch_set_active (self->toggle, grant != NULL);
  gtk_switch_set_state (self->toggle, grant != NULL);
  self->is_updating = FALSE;
  gtk_widget_set_sensitive (GTK_WIDGET (self),
                            server->server->standing != PADDOCK_STANDING_BLOCKED &&
                            server->server->standing != PADDOCK_STANDING_WITHOUT_ROOTS);
}

static void
on_due (PaddockGrantRow *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update (self);
}

static void
on_time_clicked (PaddockGrantRow *self)
{
  const PaddockServerView *server = paddock_server_item_get_view (self->server);
  const PaddockRoot *root = paddock_root_item_get_view (self->root)->root;

  gtk_window_present (GTK_WINDOW (paddock_time_dialog_new_for_grant (GTK_WIDGET (self),
                                                                     self->client, server, root)));
}

static void
on_switched (GtkWidget *widget)
{
  PaddockGrantRow *self = PADDOCK_GRANT_ROW (widget);

  /* The row may have left its list while the call was under way. */
  if (self->root != NULL)
    update (self);
}

/* Returns TRUE: the state follows when the service has done it. */
static gboolean
on_state_set (PaddockGrantRow *self,
              gboolean         state)
{
  gboolean is_granted;

  if (self->is_updating)
    return FALSE;
  is_granted = paddock_server_item_get_grant (
    self->server, paddock_root_item_get_view (self->root)->root->id) != NULL;
  if (state == is_granted)
    return FALSE;

  paddock_granting_switch (GTK_WIDGET (self), self->client, self->server, self->root, state,
                           on_switched);

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
  g_clear_object (&self->countdown);

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
  gtk_widget_class_bind_template_child (widget_class, PaddockGrantRow, time_button);
  gtk_widget_class_bind_template_child (widget_class, PaddockGrantRow, toggle);
  gtk_widget_class_bind_template_callback (widget_class, on_state_set);
  gtk_widget_class_bind_template_callback (widget_class, on_time_clicked);
}

static void
paddock_grant_row_init (PaddockGrantRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static GtkWidget *
create (PaddockClient     *client,
        PaddockServerItem *server,
        PaddockRootItem   *root,
        PaddockCountdown  *countdown,
        gboolean           names_server)
{
  PaddockGrantRow *self = g_object_new (PADDOCK_TYPE_GRANT_ROW, NULL);

  self->client = g_object_ref (client);
  self->server = g_object_ref (server);
  self->root = g_object_ref (root);
  self->countdown = g_object_ref (countdown);
  self->names_server = names_server;
  /* The row labels its widget with its title; the switch's own name says whom it is for as well. */
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (self->toggle),
                                 GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  g_signal_connect_object (client, "notify::is-paused", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (server, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (server, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (root, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (countdown, "due", G_CALLBACK (on_due), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "map", G_CALLBACK (update), NULL);
  update (self);

  return GTK_WIDGET (self);
}

/**
 * paddock_grant_row_new:
 * @countdown: of the page that the row is on
 *
 * Returns: (transfer floating): the switch of @root for @server, among others of the server
 */
GtkWidget *
paddock_grant_row_new (PaddockClient     *client,
                       PaddockServerItem *server,
                       PaddockRootItem   *root,
                       PaddockCountdown  *countdown)
{
  return create (client, server, root, countdown, FALSE);
}

/**
 * paddock_grant_row_new_for_server:
 * @countdown: of the page that the row is on
 *
 * Returns: (transfer floating): the switch of @root for @server, among others of the folder
 */
GtkWidget *
paddock_grant_row_new_for_server (PaddockClient     *client,
                                  PaddockServerItem *server,
                                  PaddockRootItem   *root,
                                  PaddockCountdown  *countdown)
{
  return create (client, server, root, countdown, TRUE);
}
