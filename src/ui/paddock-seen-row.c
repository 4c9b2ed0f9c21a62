/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-seen-row.h"

#include "paddock-seen-text.h"
#include "paddock-sentences.h"
#include "paddock-sight.h"
#include "paddock-template.h"
#include "paddock-text.h"

/* A folder in the list of the overview, and whether the servers below it are shown. The list owns
 * the row, and gives it another folder while scrolling. The row switches nothing: if another folder
 * appears under the pointer, the user may open it by mistake, but never share it. */

struct _PaddockSeenRow
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) */
  GtkTreeListRow *row;        /* (owned) (nullable) of the list's model */
  PaddockRootItem *root;      /* (owned) (nullable) the item of @row */

  GtkLabel *title;
  GtkLabel *path;
  GtkLabel *seen;
  GtkImage *arrow;
};

G_DEFINE_FINAL_TYPE (PaddockSeenRow, paddock_seen_row, ADW_TYPE_BIN)

static void
update (PaddockSeenRow *self)
{
  GtkWidget *around = gtk_widget_get_parent (GTK_WIDGET (self));
  const PaddockRootView *view;
  g_autoptr (GPtrArray) sights = NULL;
  g_autofree char *label = NULL;
  g_autofree char *path = NULL;
  g_autofree char *seen = NULL;
  g_autofree char *line = NULL;
  g_autofree char *both = NULL;

  if (self->root == NULL)
    return;
  view = paddock_root_item_get_view (self->root);
  label = paddock_root_dup_label (view->root);
  path = paddock_sentences_path (view->root->path, g_get_home_dir ());
  sights = paddock_sight_list (paddock_client_get_servers (self->client),
                               paddock_client_get_roots (self->client), self->root);
  seen = paddock_seen_text (sights, paddock_client_is_paused (self->client));
  line = paddock_text_isolate (path, gtk_widget_get_direction (GTK_WIDGET (self)) ==
                               GTK_TEXT_DIR_RTL);
  both = g_strdup_printf ("%s\n%s", path, seen);

  gtk_label_set_text (self->title, label);
  gtk_label_set_text (self->path, line);
  gtk_label_set_text (self->seen, seen);
  /* A screen reader reads the list's own widget around this one. */
  if (around != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (around), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                    GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, both, -1);
}

static void
show_expanded (PaddockSeenRow *self)
{
  GtkWidget *around = gtk_widget_get_parent (GTK_WIDGET (self));
  gboolean is_expanded = gtk_tree_list_row_get_expanded (self->row);

  gtk_image_set_from_icon_name (self->arrow,
                                is_expanded ? "pan-down-symbolic" : "pan-end-symbolic");
  if (around != NULL)
    gtk_accessible_update_state (GTK_ACCESSIBLE (around), GTK_ACCESSIBLE_STATE_EXPANDED,
                                 is_expanded, -1);
}

static void
paddock_seen_row_dispose (GObject *object)
{
  PaddockSeenRow *self = PADDOCK_SEEN_ROW (object);

  paddock_seen_row_set_row (self, NULL);
  /* AdwBin unparents its child as well, so the child must not be gone by then. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_SEEN_ROW);
  g_clear_object (&self->client);

  G_OBJECT_CLASS (paddock_seen_row_parent_class)->dispose (object);
}

static void
paddock_seen_row_class_init (PaddockSeenRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_seen_row_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-seen-row"));
  gtk_widget_class_bind_template_child (widget_class, PaddockSeenRow, title);
  gtk_widget_class_bind_template_child (widget_class, PaddockSeenRow, path);
  gtk_widget_class_bind_template_child (widget_class, PaddockSeenRow, seen);
  gtk_widget_class_bind_template_child (widget_class, PaddockSeenRow, arrow);
}

static void
paddock_seen_row_init (PaddockSeenRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_seen_row_new:
 *
 * Returns: (transfer floating): an empty row
 */
GtkWidget *
paddock_seen_row_new (PaddockClient *client)
{
  PaddockSeenRow *self = g_object_new (PADDOCK_TYPE_SEEN_ROW, NULL);

  self->client = g_object_ref (client);
  g_signal_connect_object (client, "sight-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}

/**
 * paddock_seen_row_set_row:
 * @row: (nullable): the list's row of the folder to show
 */
void
paddock_seen_row_set_row (PaddockSeenRow *self,
                          GtkTreeListRow *row)
{
  if (self->row != NULL) {
    g_signal_handlers_disconnect_by_data (self->row, self);
    g_signal_handlers_disconnect_by_data (self->root, self);
  }
  g_clear_object (&self->root);
  g_set_object (&self->row, row);
  if (row == NULL)
    return;

  self->root = gtk_tree_list_row_get_item (row);
  g_signal_connect_swapped (self->root, "notify", G_CALLBACK (update), self);
  g_signal_connect_swapped (row, "notify::expanded", G_CALLBACK (show_expanded), self);
  update (self);
  show_expanded (self);
}

/**
 * paddock_seen_row_toggle:
 *
 * Shows or hides the servers below the folder.
 */
void
paddock_seen_row_toggle (PaddockSeenRow *self)
{
  if (self->row != NULL)
    gtk_tree_list_row_set_expanded (self->row, !gtk_tree_list_row_get_expanded (self->row));
}

/**
 * paddock_seen_row_expand:
 * @is_expanded: whether the servers below the folder are shown
 */
void
paddock_seen_row_expand (PaddockSeenRow *self,
                         gboolean        is_expanded)
{
  if (self->row != NULL)
    gtk_tree_list_row_set_expanded (self->row, is_expanded);
}
