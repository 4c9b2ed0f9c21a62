/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-grant-row.h"

#include "paddock-grant-switch.h"
#include "paddock-root-text.h"
#include "paddock-seen-text.h"
#include "paddock-sentences.h"
#include "paddock-template.h"
#include "paddock-text.h"

/* A row for a folder on a server's page: whether the server may see the folder, and for how long.
 * The page owns the row. */

struct _PaddockGrantRow
{
  AdwActionRow parent_instance;

  PaddockClient *client;      /* (owned) */
  PaddockServerItem *server;  /* (owned) */
  PaddockRootItem *root;      /* (owned) */
  PaddockCountdown *countdown; /* (owned) */

  GtkImage *icon;
};

G_DEFINE_FINAL_TYPE (PaddockGrantRow, paddock_grant_row, ADW_TYPE_ACTION_ROW)

static void
update (PaddockGrantRow *self)
{
  const PaddockRootView *root = paddock_root_item_get_view (self->root);
  gint64 next;
  g_autofree char *label = paddock_root_dup_label (root->root);
  g_autofree char *path = paddock_text_shorten (root->root->path, g_get_home_dir ());
  g_autofree char *state = paddock_seen_text_grant (paddock_client_get_roots (self->client),
                                                    self->server, self->root,
                                                    paddock_client_is_paused (self->client),
                                                    g_get_real_time (), &next);
  gboolean is_mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  g_autofree char *line = paddock_text_isolate (path, is_mirrored);
  g_autofree char *both = g_strdup_printf ("%s\n%s", line, state);
  const char *icon = paddock_root_text_icon (root->root->record != NULL
                                               ? root->root->record->kind
                                               : PADDOCK_FILE_KIND_DIRECTORY,
                                             root->markers);

  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    paddock_countdown_ask (self->countdown, next);
  gtk_image_set_from_icon_name (self->icon, icon);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), label);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), *state != '\0' ? both : line);
}

static void
on_due (PaddockGrantRow *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update (self);
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
}

static void
paddock_grant_row_init (PaddockGrantRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
add_switch (PaddockGrantRow *self)
{
  GtkWidget *suffix = paddock_grant_switch_new (self->client, self->server, self->root,
                                                FALSE);
  GtkWidget *toggle = paddock_grant_switch_get_toggle (PADDOCK_GRANT_SWITCH (suffix));

  adw_action_row_add_suffix (ADW_ACTION_ROW (self), suffix);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self), toggle);
  /* AdwActionRow makes its title the accessible label of the switch. The switch's own label is
   * better, because it also names the server. */
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (toggle), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  g_object_bind_property (suffix, "sensitive", self, "sensitive", G_BINDING_SYNC_CREATE);
}

/**
 * paddock_grant_row_new:
 * @countdown: the timer of the page
 *
 * Returns: (transfer floating): a row for @root on the page of @server
 */
GtkWidget *
paddock_grant_row_new (PaddockClient     *client,
                       PaddockServerItem *server,
                       PaddockRootItem   *root,
                       PaddockCountdown  *countdown)
{
  PaddockGrantRow *self = g_object_new (PADDOCK_TYPE_GRANT_ROW, NULL);

  self->client = g_object_ref (client);
  self->server = g_object_ref (server);
  self->root = g_object_ref (root);
  self->countdown = g_object_ref (countdown);
  add_switch (self);
  g_signal_connect_object (client, "sight-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (countdown, "due", G_CALLBACK (on_due), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "map", G_CALLBACK (update), NULL);
  update (self);

  return GTK_WIDGET (self);
}
