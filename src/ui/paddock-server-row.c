/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-server-row.h"

#include "paddock-sentences.h"
#include "paddock-server-label.h"
#include "paddock-server-name.h"
#include "paddock-sight.h"
#include "paddock-template.h"

/* A row for a known server in the list of all servers: its name and its state. The server's page
 * shows the rest. The list owns the row, which shows its item and has no state of its own. */

struct _PaddockServerRow
{
  AdwActionRow parent_instance;

  PaddockClient *client;      /* (owned) */
  PaddockServerItem *item;    /* (owned) */

  GtkImage *icon;
};

G_DEFINE_FINAL_TYPE (PaddockServerRow, paddock_server_row, ADW_TYPE_ACTION_ROW)

static void
update (PaddockServerRow *self)
{
  const PaddockServerView *view = paddock_server_item_get_view (self->item);
  gboolean is_blocked = view->server->standing == PADDOCK_STANDING_BLOCKED;
  g_autofree char *label = paddock_server_label_dup (view);
  g_autofree char *state = paddock_server_row_dup_state (self->client, self->item);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), label);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), state);
  gtk_image_set_from_icon_name (self->icon, is_blocked ? "action-unavailable-symbolic"
                                                       : "network-server-symbolic");
}

/* Updates the row, because a change of any root or server may change what this server sees. */
static void
on_sight_changed (PaddockServerRow *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update (self);
}

static void
paddock_server_row_dispose (GObject *object)
{
  PaddockServerRow *self = PADDOCK_SERVER_ROW (object);

  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_SERVER_ROW);
  g_clear_object (&self->client);
  g_clear_object (&self->item);

  G_OBJECT_CLASS (paddock_server_row_parent_class)->dispose (object);
}

static void
paddock_server_row_class_init (PaddockServerRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_server_row_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-server-row"));
  gtk_widget_class_bind_template_child (widget_class, PaddockServerRow, icon);
}

static void
paddock_server_row_init (PaddockServerRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_server_row_new:
 *
 * Returns: (transfer floating): a row that shows @item
 */
GtkWidget *
paddock_server_row_new (PaddockClient     *client,
                        PaddockServerItem *item)
{
  PaddockServerRow *self = g_object_new (PADDOCK_TYPE_SERVER_ROW, NULL);

  self->client = g_object_ref (client);
  self->item = g_object_ref (item);
  g_signal_connect_object (client, "sight-changed", G_CALLBACK (on_sight_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "map", G_CALLBACK (update), NULL);
  update (self);

  return GTK_WIDGET (self);
}

/**
 * paddock_server_row_get_item:
 *
 * Returns: (transfer none): the server that the row shows
 */
PaddockServerItem *
paddock_server_row_get_item (PaddockServerRow *self)
{
  return self->item;
}

/**
 * paddock_server_row_dup_state:
 *
 * Returns: (transfer full): the state of @item in words. If another server has a similar name, a
 *   second line says where the server comes from
 */
char *
paddock_server_row_dup_state (PaddockClient     *client,
                              PaddockServerItem *item)
{
  GListModel *roots = paddock_client_get_roots (client);
  PaddockSightCount count = paddock_sight_count (roots, item);
  g_autofree char *state = paddock_sentences_server (paddock_server_item_get_view (item), &count,
                                                     paddock_client_is_paused (client),
                                                     g_get_real_time ());
  g_autofree char *origin = paddock_server_name_origin (item, 0);

  return g_strjoin ("\n", state, origin, NULL);
}
