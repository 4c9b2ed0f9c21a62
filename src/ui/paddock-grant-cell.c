/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-grant-cell.h"

#include "paddock-explaining.h"
#include "paddock-granting.h"
#include "paddock-sentences.h"
#include "paddock-server-name.h"
#include "paddock-sight.h"

/* A cell of the overview: whether one server may see one folder. It is selected, not selected, or
 * in between if the server sees the folder through an outer one. Like the switch in a row, it
 * always shows the state in the service. Its tooltip says why. */

struct _PaddockGrantCell
{
  GtkCheckButton parent_instance;

  PaddockClient *client;      /* (owned) */
  PaddockServerItem *server;  /* (owned) */
  PaddockRootItem *root;      /* (owned) */
  gboolean is_updating;       /* the code sets it, not the user */
};

G_DEFINE_FINAL_TYPE (PaddockGrantCell, paddock_grant_cell, GTK_TYPE_CHECK_BUTTON)

static void
update (PaddockGrantCell *self)
{
  const PaddockRootView *root = paddock_root_item_get_view (self->root);
  const PaddockServerView *server = paddock_server_item_get_view (self->server);
  const PaddockGrantView *grant = paddock_server_item_get_grant (self->server, root->root->id);
  PaddockRootItem *outer = paddock_sight_find_outer (paddock_client_get_roots (self->client),
                                                     self->server, self->root);
  g_autofree char *label = paddock_root_dup_label (root->root);
  g_autofree char *server_label = paddock_server_name_full (self->server);
  g_autofree char *name = paddock_sentences_switch (label, server_label);

  self->is_updating = TRUE;
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self), grant != NULL);
  gtk_check_button_set_inconsistent (GTK_CHECK_BUTTON (self), grant == NULL && outer != NULL);
  self->is_updating = FALSE;
  if (grant != NULL && !grant->is_visible)
    gtk_widget_add_css_class (GTK_WIDGET (self), "hidden-now");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "hidden-now");
  gtk_widget_set_sensitive (GTK_WIDGET (self),
                            server->server->standing != PADDOCK_STANDING_BLOCKED &&
                            server->server->standing != PADDOCK_STANDING_WITHOUT_ROOTS);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
on_switched (GtkWidget *widget)
{
  PaddockGrantCell *self = PADDOCK_GRANT_CELL (widget);

  /* The cell may have left the overview during the call. */
  if (self->root != NULL)
    update (self);
}

/* If the server sees the folder through an outer one, a press tries to revoke it as well. */
static void
on_toggled (PaddockGrantCell *self)
{
  GtkCheckButton *button = GTK_CHECK_BUTTON (self);

  if (!self->is_updating)
    paddock_granting_switch (GTK_WIDGET (self), self->client, self->server, self->root,
                             gtk_check_button_get_active (button) &&
                             !gtk_check_button_get_inconsistent (button), TRUE, on_switched);
}

static gboolean
on_query_tooltip (PaddockGrantCell *self,
                  int               x,
                  int               y,
                  gboolean          by_keyboard,
                  GtkTooltip       *tooltip)
{
  g_autofree char *text = paddock_explaining_dup_text (self->client, self->server, self->root);

  if (paddock_server_item_is_ambiguous (self->server)) {
    g_autofree char *name = paddock_server_name_full (self->server);
    g_autofree char *both = g_strconcat (name, "\n", text, NULL);

    gtk_tooltip_set_text (tooltip, both);
  } else {
    gtk_tooltip_set_text (tooltip, text);
  }

  return TRUE;
}

static void
paddock_grant_cell_dispose (GObject *object)
{
  PaddockGrantCell *self = PADDOCK_GRANT_CELL (object);

  g_clear_object (&self->client);
  g_clear_object (&self->server);
  g_clear_object (&self->root);

  G_OBJECT_CLASS (paddock_grant_cell_parent_class)->dispose (object);
}

static void
paddock_grant_cell_class_init (PaddockGrantCellClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = paddock_grant_cell_dispose;
}

static void
paddock_grant_cell_init (PaddockGrantCell *self)
{
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "toggled", G_CALLBACK (on_toggled), NULL);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
}

/**
 * paddock_grant_cell_new:
 *
 * Returns: (transfer floating): a cell of @root and @server
 */
GtkWidget *
paddock_grant_cell_new (PaddockClient     *client,
                        PaddockServerItem *server,
                        PaddockRootItem   *root)
{
  PaddockGrantCell *self = g_object_new (PADDOCK_TYPE_GRANT_CELL, NULL);

  self->client = g_object_ref (client);
  self->server = g_object_ref (server);
  self->root = g_object_ref (root);
  g_signal_connect_object (client, "sight-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}
