/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-server-actions.h"

#include "paddock-client-call.h"
#include "paddock-compat.h"
#include "paddock-names.h"
#include "paddock-revoking.h"
#include "paddock-server-label.h"
#include "paddock-template.h"
#include "paddock-toast.h"

#include <glib/gi18n.h>

/* The buttons for what the user can do about a server. The server's page owns them. A button that
 * would do nothing is hidden. */

struct _PaddockServerActions
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) */
  PaddockServerItem *item;    /* (owned) */

  GtkWidget *ask_child;
  GtkWidget *revoke_child;
  GtkWidget *disconnect_child;
  GtkWidget *block_child;
  GtkWidget *unblock_child;
};

G_DEFINE_FINAL_TYPE (PaddockServerActions, paddock_server_actions, ADW_TYPE_BIN)

/* Returns: (transfer none): the server; valid until the item's next change */
static const PaddockServer *
get_server (PaddockServerActions * self)
{
  return paddock_server_item_get_view (self->item)->server;
}

static char *
dup_label (PaddockServerActions *self)
{
  return paddock_server_label_dup (paddock_server_item_get_view (self->item));
}

static GtkWindow *
get_window (PaddockServerActions *self)
{
  return GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
}

static void
on_asked (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (PaddockServerActions) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!paddock_client_call_finish (PADDOCK_CLIENT (source), result, NULL, &error))
    paddock_toast_show_error (GTK_WIDGET (self), error);
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "app." PADDOCK_ACTION_REVIEW, NULL);
}

/* Makes the service ask the user again about a server whose question was put off. Then opens the
 * question. */
static void
on_ask_clicked (PaddockServerActions *self)
{
  paddock_client_call_async (self->client, "AskAgain", g_variant_new ("(s)", get_server (self)->id),
                             NULL, on_asked, g_object_ref (self));
}

static void
on_revoke_clicked (PaddockServerActions *self)
{
  const char *server_id = get_server (self)->id;

  paddock_client_call_async (self->client, "Revoke",
                             g_variant_new_parsed ("(%s, @as [])", server_id), NULL,
                             paddock_toast_call_ready,
                             paddock_revoking_new_call_for_all (GTK_WIDGET (self), self->client,
                                                                server_id));
}

static void
on_block_clicked (PaddockServerActions *self)
{
  const PaddockServer *server = get_server (self);
  g_autofree char *label = dup_label (self);
  g_autofree char *done = NULL;

  /* Translators: %s is a server */
  done = g_strdup_printf (_("“%s” is blocked"), label);
  paddock_client_call_async (self->client, "Block", g_variant_new ("(s)", server->id), NULL,
                             paddock_toast_call_ready,
                             paddock_toast_call_new (GTK_WIDGET (self), done,
                                                     paddock_undo_new_for_block (self->client,
                                                                                 server->id)));
}

static void
on_disconnect_clicked (PaddockServerActions *self)
{
  const PaddockServer *server = get_server (self);
  g_autofree char *label = dup_label (self);
  g_autofree char *done = NULL;

  /* Translators: %s is a server, its host the application that starts it */
  done = g_strdup_printf (_("“%s” was disconnected. Its app can start it again"), label);
  paddock_client_call_async (self->client, "Disconnect", g_variant_new ("(s)", server->id), NULL,
                             paddock_toast_call_ready,
                             paddock_toast_call_new (GTK_WIDGET (self), done, NULL));
}

static void
on_unblock_clicked (PaddockServerActions *self)
{
  const PaddockServer *server = get_server (self);
  g_autofree char *label = paddock_server_dup_label (server);
  g_autofree char *done = NULL;

  /* Translators: %s is a server */
  done = g_strdup_printf (_("“%s” is unblocked. Paddock asks you when it next wants folders"),
                          label);
  paddock_client_call_async (self->client, "Unblock", g_variant_new ("(s)", server->id), NULL,
                             paddock_toast_call_ready,
                             paddock_toast_call_new (GTK_WIDGET (self), done, NULL));
}

static void
on_forget_confirmed (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (PaddockServerActions) self = user_data;

  if (paddock_compat_confirm_finish (result, NULL) && self->item != NULL)
    paddock_client_call_async (self->client, "Forget", g_variant_new ("(s)", get_server (self)->id),
                               NULL, paddock_toast_call_ready,
                               paddock_toast_call_new (GTK_WIDGET (self), NULL, NULL));
}

static void
on_forget_clicked (PaddockServerActions *self)
{
  g_autofree char *label = dup_label (self);
  g_autofree char *heading = NULL;

  /* Translators: %s is a server */
  heading = g_strdup_printf (_("Forget “%s”?"), label);
  paddock_compat_confirm_async (get_window (self), heading,
                                _("It will see no folders. If it asks again, Paddock asks you as "
                                  "if for the first time."),
                                _("_Forget"), PADDOCK_CONFIRM_DESTRUCTIVE, NULL,
                                on_forget_confirmed,
                                g_object_ref (self));
}

static void
on_name_given (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (PaddockServerActions) self = user_data;
  g_autofree char *name = paddock_compat_prompt_finish (result, NULL);

  if (name != NULL && self->item != NULL)
    paddock_client_call_async (self->client, "Rename",
                               g_variant_new ("(ss)", get_server (self)->id, name), NULL,
                               paddock_toast_call_ready,
                               paddock_toast_call_new (GTK_WIDGET (self), NULL, NULL));
}

static void
on_rename_clicked (PaddockServerActions *self)
{
  g_autofree char *label = dup_label (self);

  paddock_compat_prompt_async (get_window (self), _("Rename"),
                               _("The name that Paddock shows you. Leave it empty to use the "
                                 "server’s default name."),
                               label, _("_Rename"), NULL, on_name_given, g_object_ref (self));
}

static void
update (PaddockServerActions *self)
{
  const PaddockServerView *view = paddock_server_item_get_view (self->item);
  gboolean is_blocked = view->server->standing == PADDOCK_STANDING_BLOCKED;

  gtk_widget_set_visible (self->ask_child,
                          view->server->standing == PADDOCK_STANDING_UNDECIDED &&
                          view->server->put_off_until > g_get_real_time ());
  gtk_widget_set_visible (self->revoke_child, view->grants->len > 0);
  gtk_widget_set_visible (self->disconnect_child, view->sessions->len > 0);
  gtk_widget_set_visible (self->block_child, !is_blocked);
  gtk_widget_set_visible (self->unblock_child, is_blocked);
}

static void
paddock_server_actions_dispose (GObject *object)
{
  PaddockServerActions *self = PADDOCK_SERVER_ACTIONS (object);

  /* Removes the child now. gtk_widget_dispose_template() would free the child, and then AdwBin's
   * own dispose would use the freed widget. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_SERVER_ACTIONS);
  g_clear_object (&self->client);
  g_clear_object (&self->item);

  G_OBJECT_CLASS (paddock_server_actions_parent_class)->dispose (object);
}

static void
paddock_server_actions_class_init (PaddockServerActionsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_server_actions_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-server-actions"));
  gtk_widget_class_bind_template_child (widget_class, PaddockServerActions, ask_child);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerActions, revoke_child);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerActions, disconnect_child);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerActions, block_child);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerActions, unblock_child);
  gtk_widget_class_bind_template_callback (widget_class, on_ask_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_revoke_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_disconnect_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_block_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_unblock_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_rename_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_forget_clicked);
}

static void
paddock_server_actions_init (PaddockServerActions *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_server_actions_show:
 *
 * Sets the server that the buttons act on. Must be called once.
 */
void
paddock_server_actions_show (PaddockServerActions *self,
                             PaddockClient        *client,
                             PaddockServerItem    *item)
{
  self->client = g_object_ref (client);
  self->item = g_object_ref (item);
  g_signal_connect_object (item, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}
