/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-seen-server.h"

#include "paddock-grant-switch.h"
#include "paddock-seen-text.h"
#include "paddock-server-label.h"
#include "paddock-server-name.h"
#include "paddock-template.h"

/* A server below a folder in a list of folders: whether the server may see the folder, and for how
 * long. The list owns the row, and creates one for each visible pair of folder and server. The row
 * never gets another server or folder. */

struct _PaddockSeenServer
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) */
  PaddockServerItem *server;  /* (owned) */
  PaddockRootItem *root;      /* (owned) */
  PaddockCountdown *countdown; /* (owned) */
  GtkWidget *toggle;          /* (nullable) the GtkSwitch in @content; NULL after dispose() */

  GtkBox *content;
  GtkLabel *title;
  GtkLabel *state;
};

G_DEFINE_FINAL_TYPE (PaddockSeenServer, paddock_seen_server, ADW_TYPE_BIN)

static void
on_due (PaddockSeenServer *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    paddock_seen_server_show (self);
}

/* Toggles the switch after a click anywhere in the row. The switch and the button in the row handle
 * their own clicks. */
static void
on_released (PaddockSeenServer *self,
             int                n_press,
             double             x,
             double             y)
{
  if (gtk_widget_contains (GTK_WIDGET (self), x, y))
    gtk_widget_activate (self->toggle);
}

/* Gives the focus to the switch. So moving from row to row keeps the focus on the switches, even if
 * a row has a button before its switch. */
static gboolean
paddock_seen_server_grab_focus (GtkWidget *widget)
{
  PaddockSeenServer *self = PADDOCK_SEEN_SERVER (widget);

  return self->toggle != NULL && gtk_widget_grab_focus (self->toggle);
}

static void
paddock_seen_server_dispose (GObject *object)
{
  PaddockSeenServer *self = PADDOCK_SEEN_SERVER (object);

  self->toggle = NULL;
  /* Removes the child now. gtk_widget_dispose_template() would free the child, and then AdwBin's
   * own dispose would use the freed widget. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_SEEN_SERVER);
  g_clear_object (&self->client);
  g_clear_object (&self->server);
  g_clear_object (&self->root);
  g_clear_object (&self->countdown);

  G_OBJECT_CLASS (paddock_seen_server_parent_class)->dispose (object);
}

static void
paddock_seen_server_class_init (PaddockSeenServerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_seen_server_dispose;
  widget_class->grab_focus = paddock_seen_server_grab_focus;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-seen-server"));
  gtk_widget_class_bind_template_child (widget_class, PaddockSeenServer, content);
  gtk_widget_class_bind_template_child (widget_class, PaddockSeenServer, title);
  gtk_widget_class_bind_template_child (widget_class, PaddockSeenServer, state);
  gtk_widget_class_bind_template_callback (widget_class, on_released);
}

static void
paddock_seen_server_init (PaddockSeenServer *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_seen_server_new:
 * @countdown: the timer of the list
 *
 * Returns: (transfer floating): a row for @server below @root
 */
GtkWidget *
paddock_seen_server_new (PaddockClient     *client,
                         PaddockServerItem *server,
                         PaddockRootItem   *root,
                         PaddockCountdown  *countdown)
{
  PaddockSeenServer *self = g_object_new (PADDOCK_TYPE_SEEN_SERVER, NULL);
  GtkWidget *suffix = paddock_grant_switch_new (client, server, root, TRUE);

  self->client = g_object_ref (client);
  self->server = g_object_ref (server);
  self->root = g_object_ref (root);
  self->countdown = g_object_ref (countdown);
  self->toggle = paddock_grant_switch_get_toggle (PADDOCK_GRANT_SWITCH (suffix));
  gtk_box_append (self->content, suffix);
  g_object_bind_property (suffix, "sensitive", self, "sensitive", G_BINDING_SYNC_CREATE);
  g_signal_connect_object (client, "sight-changed", G_CALLBACK (paddock_seen_server_show), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (countdown, "due", G_CALLBACK (on_due), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "map", G_CALLBACK (paddock_seen_server_show), NULL);

  return GTK_WIDGET (self);
}

/**
 * paddock_seen_server_show:
 *
 * Updates the texts. Call it after the row was added to the list.
 */
void
paddock_seen_server_show (PaddockSeenServer *self)
{
  const PaddockServerView *server = paddock_server_item_get_view (self->server);
  GtkWidget *around = gtk_widget_get_parent (GTK_WIDGET (self));
  gint64 next;
  g_autofree char *label = paddock_server_label_dup (server);
  g_autofree char *state = paddock_seen_text_server (paddock_client_get_roots (self->client),
                                                     self->server, self->root,
                                                     paddock_client_is_paused (self->client),
                                                     g_get_real_time (), &next);
  g_autofree char *origin = paddock_server_name_origin (self->server, 0);
  g_autofree char *both = NULL;

  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    paddock_countdown_ask (self->countdown, next);
  gtk_label_set_text (self->title, label);
  both = g_strjoin (*state != '\0' && origin != NULL ? "\n" : "", state, origin, NULL);
  gtk_label_set_text (self->state, both);
  gtk_widget_set_visible (GTK_WIDGET (self->state), *both != '\0');
  /* Screen readers read the widget that GtkListView puts around this row. */
  if (around != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (around), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                    GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, both, -1);
}

/**
 * paddock_seen_server_press:
 *
 * Toggles the switch if it has the focus. If the button in the row has the focus, does nothing.
 *
 * Returns: whether the switch had the focus, and was toggled
 */
gboolean
paddock_seen_server_press (PaddockSeenServer *self)
{
  return self->toggle != NULL && gtk_widget_has_focus (self->toggle) &&
         gtk_widget_activate (self->toggle);
}
