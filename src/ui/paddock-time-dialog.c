/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-time-dialog.h"

#include "paddock-client-call.h"
#include "paddock-duration-row.h"
#include "paddock-scope.h"
#include "paddock-server-label.h"
#include "paddock-template.h"
#include "paddock-toast.h"
#include "paddock-who-text.h"

#include <glib/gi18n.h>

/* The dialog that asks how long a folder is shared, or how long one server sees it, from now on. It
 * preselects the duration that is set now. GTK owns the dialog until it is closed. The button of
 * the dialog has no GAction, because a longer time widens access, and GTK exports actions on the
 * session bus. */

struct _PaddockTimeDialog
{
  AdwWindow parent_instance;

  PaddockClient *client;      /* (owned) */
  GtkWidget *from;            /* (owned) a widget in the window that shows the result */
  char *root_id;              /* (owned) */
  char *server_id;            /* (owned) (nullable) the grant's server; NULL: change the root */

  GtkLabel *heading;
  GtkLabel *body;
  PaddockDurationRow *duration;
};

G_DEFINE_FINAL_TYPE (PaddockTimeDialog, paddock_time_dialog, ADW_TYPE_WINDOW)

/* Changes the end of the server's grant. Keeps the access of the current grant, which may have
 * changed since the dialog was opened. If the grant was revoked meanwhile, it is not restored. */
static void
change_grant (PaddockTimeDialog *self,
              GVariantDict      *changes)
{
  const char *root_ids[] = { self->root_id, NULL };
  PaddockServerItem *server = paddock_client_lookup_server (self->client, self->server_id);
  const PaddockGrantView *view = server != NULL
                                 ? paddock_server_item_get_grant (server, self->root_id) : NULL;

  if (view == NULL) {
    g_variant_dict_clear (changes);
    return;
  }
  g_variant_dict_insert (changes, "access", "s",
                         view->grant->access == PADDOCK_ACCESS_READ_WRITE ? "read-write"
                                                                          : "read-only");
  paddock_client_call_async (self->client, "Grant",
                             g_variant_new ("(s^as@a{sv})", self->server_id, root_ids,
                                            g_variant_dict_end (changes)), NULL,
                             paddock_toast_call_ready,
                             paddock_toast_call_new (self->from, NULL, NULL));
}

static void
on_set_clicked (PaddockTimeDialog *self)
{
  PaddockDuration duration = paddock_duration_row_get_duration (self->duration);
  g_autofree char *text = paddock_duration_to_text (duration);
  GVariantDict changes;

  g_variant_dict_init (&changes, NULL);
  g_variant_dict_insert (&changes, "duration", "s", text);
  if (self->server_id != NULL)
    change_grant (self, &changes);
  else
    paddock_client_call_async (self->client, "ChangeRoot",
                               g_variant_new ("(s@a{sv})", self->root_id,
                                              g_variant_dict_end (&changes)), NULL,
                               paddock_toast_call_ready,
                               paddock_toast_call_new (self->from, NULL, NULL));
  gtk_window_close (GTK_WINDOW (self));
}

/* Moves the focus to the row when the window is mapped. If the focus moved earlier, GTK 4.8 would
 * report the row to screen readers without a window around it, and the window would have no
 * accessible role. */
static void
on_map (PaddockTimeDialog *self)
{
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->duration));
}

static void
paddock_time_dialog_dispose (GObject *object)
{
  PaddockTimeDialog *self = PADDOCK_TIME_DIALOG (object);

  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_TIME_DIALOG);
  g_clear_object (&self->client);
  g_clear_object (&self->from);
  g_clear_pointer (&self->root_id, g_free);
  g_clear_pointer (&self->server_id, g_free);

  G_OBJECT_CLASS (paddock_time_dialog_parent_class)->dispose (object);
}

static void
paddock_time_dialog_class_init (PaddockTimeDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_time_dialog_dispose;

  g_type_ensure (PADDOCK_TYPE_DURATION_ROW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-time-dialog"));
  gtk_widget_class_bind_template_child (widget_class, PaddockTimeDialog, heading);
  gtk_widget_class_bind_template_child (widget_class, PaddockTimeDialog, body);
  gtk_widget_class_bind_template_child (widget_class, PaddockTimeDialog, duration);
  gtk_widget_class_bind_template_callback (widget_class, on_set_clicked);
}

static void
paddock_time_dialog_init (PaddockTimeDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (self, "map", G_CALLBACK (on_map), NULL);
}

static PaddockTimeDialog *
create (GtkWidget         *from,
        PaddockClient     *client,
        const PaddockRoot *root,
        const char        *heading)
{
  PaddockTimeDialog *self = g_object_new (PADDOCK_TYPE_TIME_DIALOG,
                                          "transient-for", gtk_widget_get_root (from),
                                          NULL);

  self->from = g_object_ref (from);
  self->client = g_object_ref (client);
  self->root_id = g_strdup (root->id);
  gtk_label_set_text (self->heading, heading);

  return self;
}

/* Returns the current duration of a folder or a grant. @expires: when it ends, in µs since the
 * epoch; 0: it has no such end; @scope: (nullable): the session or the login that ends it; NULL:
 * neither */
static PaddockDuration
get_set_duration (gint64      expires,
                  const char *scope)
{
  if (paddock_scope_has_login (scope))
    return (PaddockDuration) { .kind = PADDOCK_DURATION_LOGIN };
  if (scope != NULL)
    return (PaddockDuration) { .kind = PADDOCK_DURATION_SESSION };
  if (expires != 0)
    return (PaddockDuration) { .kind = PADDOCK_DURATION_UNTIL, .until = expires };
  return (PaddockDuration) { .kind = PADDOCK_DURATION_UNTIL_REVOKED };
}

/**
 * paddock_time_dialog_new:
 * @from: a widget in the parent window, inside a toast overlay
 * @root: the folder
 *
 * Returns: (transfer none): a dialog to choose when @root expires; GTK owns it until it is closed
 */
PaddockTimeDialog *
paddock_time_dialog_new (GtkWidget         *from,
                         PaddockClient     *client,
                         const PaddockRoot *root)
{
  g_autofree char *label = paddock_root_dup_label (root);
  g_autofree char *heading = NULL;
  PaddockTimeDialog *self;

  /* Translators: %s is a folder */
  heading = g_strdup_printf (_("How Long May “%s” Be Shared?"), label);
  self = create (from, client, root, heading);
  paddock_duration_row_offer (self->duration, PADDOCK_DURATIONS_LONGER, NULL);
  paddock_duration_row_begin_with (self->duration, get_set_duration (root->expires, root->login));

  return self;
}

/**
 * paddock_time_dialog_new_for_grant:
 * @from: a widget in the parent window, inside a toast overlay
 * @server: a server with an identity
 * @root: a folder that is shared with @server
 *
 * Returns: (transfer none): a dialog to choose when @server's grant for @root expires; GTK owns it
 *   until it is closed
 */
PaddockTimeDialog *
paddock_time_dialog_new_for_grant (GtkWidget               *from,
                                   PaddockClient           *client,
                                   const PaddockServerView *server,
                                   const PaddockRoot       *root)
{
  g_autofree char *server_label = paddock_server_label_dup (server);
  g_autofree char *label = paddock_root_dup_label (root);
  g_autofree char *app = paddock_who_text_app (server->server->identity);
  g_autofree char *heading = NULL;
  const PaddockGrantView *view;
  PaddockServerItem *item = paddock_client_lookup_server (client, server->server->id);
  PaddockTimeDialog *self;

  /* Translators: the first %s is a server, the second a folder */
  heading = g_strdup_printf (_("How Long May “%s” See “%s”?"), server_label, label);
  self = create (from, client, root, heading);
  /* Only a connected server has a session, so only then "until the session ends" is offered. */
  paddock_duration_row_offer (self->duration, server->sessions->len > 0 ? PADDOCK_DURATIONS_ALL
                                                                        : PADDOCK_DURATIONS_LONGER,
                              app);
  view = item != NULL ? paddock_server_item_get_grant (item, root->id) : NULL;
  if (view != NULL)
    paddock_duration_row_begin_with (self->duration, get_set_duration (view->grant->expires,
                                                                       view->grant->scope));
  self->server_id = g_strdup (server->server->id);
  gtk_label_set_text (self->body, _("The time starts now. When it ends, this server no longer sees "
                                    "it. Other servers aren’t affected."));

  return self;
}
