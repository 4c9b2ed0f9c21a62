/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-grant-switch.h"

#include "paddock-granting.h"
#include "paddock-sentences.h"
#include "paddock-server-name.h"
#include "paddock-sight.h"
#include "paddock-template.h"
#include "paddock-time-dialog.h"

/* A switch for whether one server may see one folder, and a button that opens the dialog for the
 * duration. The row around this widget owns it. The server and the folder of the widget never
 * change. The switch always shows the state in the service. So the switch goes back if a call
 * fails, or if the server still sees the folder through an outer one. */

struct _PaddockGrantSwitch
{
  GtkBox parent_instance;

  PaddockClient *client;      /* (owned) */
  PaddockServerItem *server;  /* (owned) */
  PaddockRootItem *root;      /* (owned) */
  gboolean asks;              /* ask before sharing, if another server has a similar name */
  gboolean is_updating;       /* TRUE while the code, not the user, sets the switch */

  GtkWidget *time_button;
  GtkSwitch *toggle;
};

G_DEFINE_FINAL_TYPE (PaddockGrantSwitch, paddock_grant_switch, GTK_TYPE_BOX)

static gboolean
is_on (PaddockGrantSwitch *self)
{
  const char *root_id = paddock_root_item_get_view (self->root)->root->id;

  return paddock_server_item_get_view (self->server)->sees_all ||
         paddock_server_item_get_grant (self->server, root_id) != NULL ||
         paddock_sight_find_outer (paddock_client_get_roots (self->client), self->server,
                                   self->root) != NULL;
}

static void
update (PaddockGrantSwitch *self)
{
  const PaddockRootView *root = paddock_root_item_get_view (self->root);
  const PaddockServerView *server = paddock_server_item_get_view (self->server);
  const PaddockGrantView *grant = paddock_server_item_get_grant (self->server, root->root->id);
  gboolean can_switch = !server->sees_all &&
                        server->server->standing != PADDOCK_STANDING_BLOCKED &&
                        server->server->standing != PADDOCK_STANDING_WITHOUT_ROOTS;
  g_autofree char *label = paddock_root_dup_label (root->root);
  g_autofree char *server_label = paddock_server_name_full (self->server);
  g_autofree char *name = paddock_sentences_switch (label, server_label);
  g_autofree char *how_long = paddock_sentences_how_long (label, server_label);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->toggle), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->time_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, how_long, -1);
  /* A grant to a server without an identity always ends with the session of that server, so the
   * duration can't be changed. */
  gtk_widget_set_visible (self->time_button,
                          grant != NULL &&
                          paddock_identity_get_kind (server->server->identity) !=
                          PADDOCK_IDENTITY_ANONYMOUS);

  self->is_updating = TRUE;
  gtk_switch_set_active (self->toggle, is_on (self));
  gtk_switch_set_state (self->toggle, is_on (self));
  self->is_updating = FALSE;
  /* A switch that is on only because of an outer folder can't be turned off, so it looks different
   * from one that can. */
  if (grant == NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->toggle), "through-outer");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->toggle), "through-outer");
  /* Also disables the switch itself: screen readers announce the state of each widget
   * separately. */
  gtk_widget_set_sensitive (GTK_WIDGET (self), can_switch);
  gtk_widget_set_sensitive (GTK_WIDGET (self->toggle), can_switch);
}

static void
on_time_clicked (PaddockGrantSwitch *self)
{
  const PaddockServerView *server = paddock_server_item_get_view (self->server);
  const PaddockRoot *root = paddock_root_item_get_view (self->root)->root;

  gtk_window_present (GTK_WINDOW (paddock_time_dialog_new_for_grant (GTK_WIDGET (self),
                                                                     self->client, server, root)));
}

static void
on_switched (GtkWidget *widget)
{
  PaddockGrantSwitch *self = PADDOCK_GRANT_SWITCH (widget);

  /* The switch may have been removed during the call. */
  if (self->root != NULL)
    update (self);
}

/* Asks the service to share or revoke. Returns TRUE, so that the switch changes only when the
 * service reports the change. */
static gboolean
on_state_set (PaddockGrantSwitch *self,
              gboolean            state)
{
  if (self->is_updating || state == is_on (self))
    return FALSE;

  paddock_granting_switch (GTK_WIDGET (self), self->client, self->server, self->root, state,
                           self->asks, on_switched);

  return TRUE;
}

static void
paddock_grant_switch_dispose (GObject *object)
{
  PaddockGrantSwitch *self = PADDOCK_GRANT_SWITCH (object);

  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_GRANT_SWITCH);
  g_clear_object (&self->client);
  g_clear_object (&self->server);
  g_clear_object (&self->root);

  G_OBJECT_CLASS (paddock_grant_switch_parent_class)->dispose (object);
}

static void
paddock_grant_switch_class_init (PaddockGrantSwitchClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_grant_switch_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-grant-switch"));
  gtk_widget_class_bind_template_child (widget_class, PaddockGrantSwitch, time_button);
  gtk_widget_class_bind_template_child (widget_class, PaddockGrantSwitch, toggle);
  gtk_widget_class_bind_template_callback (widget_class, on_state_set);
  gtk_widget_class_bind_template_callback (widget_class, on_time_clicked);
}

static void
paddock_grant_switch_init (PaddockGrantSwitch *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_grant_switch_new:
 * @asks: whether to ask before sharing with a server whose name looks like another one's; %FALSE if
 *   all details of the server are shown beside the switch
 *
 * Returns: (transfer floating): a switch for @root and @server; insensitive if @server can't get
 *   folders, or sees every folder anyway
 */
GtkWidget *
paddock_grant_switch_new (PaddockClient     *client,
                          PaddockServerItem *server,
                          PaddockRootItem   *root,
                          gboolean           asks)
{
  PaddockGrantSwitch *self = g_object_new (PADDOCK_TYPE_GRANT_SWITCH, NULL);

  self->client = g_object_ref (client);
  self->server = g_object_ref (server);
  self->root = g_object_ref (root);
  self->asks = asks;
  g_signal_connect_object (client, "sight-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}

/**
 * paddock_grant_switch_get_toggle:
 *
 * Returns: (transfer none): the GtkSwitch, which a press on the row should toggle
 */
GtkWidget *
paddock_grant_switch_get_toggle (PaddockGrantSwitch *self)
{
  return GTK_WIDGET (self->toggle);
}
