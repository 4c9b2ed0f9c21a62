/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-share-dialog.h"

#include "paddock-client-call.h"
#include "paddock-duration-row.h"
#include "paddock-folder-servers.h"
#include "paddock-server-label.h"
#include "paddock-server-name.h"
#include "paddock-settings.h"
#include "paddock-sight.h"
#include "paddock-template.h"
#include "paddock-toast.h"

#include <glib/gi18n.h>

/* The dialog that asks which servers may see some folders, and for how long. It lists the known
 * servers that do not see all these folders. None is selected at first. It preselects the duration
 * from the settings, if all selected servers can have it, or else the shortest possible one. GTK
 * owns the dialog until it is closed. The button of the dialog has no GAction, because sharing
 * widens access, and GTK exports actions on the session bus. */

struct _PaddockShareDialog
{
  AdwWindow parent_instance;

  PaddockClient *client;      /* (owned) */
  GtkWidget *from;            /* (owned) a widget in the window that shows the result */
  GStrv root_ids;             /* (owned) */
  GPtrArray *checks;          /* (owned) GtkCheckButton, one for each of @servers_shown */
  GPtrArray *servers_shown;   /* (owned) PaddockServerItem: the server of each row */
  PaddockDurations offer;     /* the offered durations, which suit the selected servers */

  GtkWidget *share_button;
  GtkLabel *heading;
  GtkListBox *servers;
  PaddockDurationRow *duration;
};

G_DEFINE_FINAL_TYPE (PaddockShareDialog, paddock_share_dialog, ADW_TYPE_WINDOW)

/* Whether the server has no identity. A decision about such a server ends with its session. */
static gboolean
is_anonymous (PaddockServerItem *item)
{
  const PaddockServer *server = paddock_server_item_get_view (item)->server;

  return paddock_identity_get_kind (server->identity) == PADDOCK_IDENTITY_ANONYMOUS;
}

/* Returns which durations to offer. If a selected server with an identity is not connected,
 * "session" is left out. If no selected server has an identity, only "session" is offered. (Servers
 * without an identity get "session" in any case.) */
static PaddockDurations
find_offer (PaddockShareDialog *self)
{
  gboolean has_ticked = FALSE;
  gboolean has_identified = FALSE;

  for (guint i = 0; i < self->checks->len; i++) {
    PaddockServerItem *item = g_ptr_array_index (self->servers_shown, i);

    if (!gtk_check_button_get_active (g_ptr_array_index (self->checks, i)))
      continue;
    has_ticked = TRUE;
    has_identified |= !is_anonymous (item);
    if (!is_anonymous (item) && paddock_server_item_get_view (item)->sessions->len == 0)
      return PADDOCK_DURATIONS_LONGER;
  }
  return has_ticked && !has_identified ? PADDOCK_DURATIONS_SESSION : PADDOCK_DURATIONS_ALL;
}

static void
on_toggled (PaddockShareDialog *self)
{
  PaddockDurations offer = find_offer (self);
  gboolean has_ticked = FALSE;

  for (guint i = 0; i < self->checks->len; i++)
    has_ticked |= gtk_check_button_get_active (g_ptr_array_index (self->checks, i));
  gtk_widget_set_sensitive (self->share_button, has_ticked);
  if (offer != self->offer)
    paddock_duration_row_change_offer (self->duration, offer);
  self->offer = offer;
}

static void
share_with (PaddockShareDialog *self,
            PaddockServerItem  *item)
{
  const PaddockServer *server = paddock_server_item_get_view (item)->server;
  PaddockDuration duration = paddock_duration_row_get_duration (self->duration);
  g_autofree char *text = paddock_duration_to_text (duration);
  g_autofree char *label = paddock_server_label_dup (paddock_server_item_get_view (item));
  g_autofree char *done = NULL;
  GVariantDict options;

  /* Translators: %s is a server */
  done = g_strdup_printf (_("Shared with “%s”"), label);
  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "duration", "s", is_anonymous (item) ? "session" : text);
  paddock_client_call_async (self->client, "Grant",
                             g_variant_new ("(s^as@a{sv})", server->id,
                                            (const char * const *) self->root_ids,
                                            g_variant_dict_end (&options)), NULL,
                             paddock_toast_call_ready,
                             paddock_toast_call_new (self->from, done, NULL));
}

static void
on_share_clicked (PaddockShareDialog *self)
{
  for (guint i = 0; i < self->checks->len; i++)
    if (gtk_check_button_get_active (g_ptr_array_index (self->checks, i)))
      share_with (self, g_ptr_array_index (self->servers_shown, i));
  gtk_window_close (GTK_WINDOW (self));
}

/* Whether @server sees all these folders. A folder that the client does not know yet was added a
 * moment ago. No server sees it. */
static gboolean
sees_all (PaddockClient      *client,
          PaddockServerItem  *server,
          const char * const *root_ids)
{
  GListModel *roots = paddock_client_get_roots (client);

  for (guint i = 0; root_ids[i] != NULL; i++) {
    PaddockRootItem *root = paddock_client_lookup_root (client, root_ids[i]);

    if (paddock_server_item_get_grant (server, root_ids[i]) == NULL &&
        (root == NULL || paddock_sight_find_outer (roots, server, root) == NULL))
      return FALSE;
  }
  return TRUE;
}

static void
add_server (PaddockShareDialog *self,
            PaddockServerItem  *item)
{
  const PaddockServerView *view = paddock_server_item_get_view (item);
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *check = gtk_check_button_new ();
  g_autofree char *label = paddock_server_label_dup (view);
  g_autofree char *full_name = paddock_server_name_full (item);
  g_autofree char *origin = paddock_server_name_origin (item, 0);
  g_autofree char *subtitle = NULL;
  const char *state = view->sessions->len > 0 ? _("Connected") : _("Not connected");

  if (is_anonymous (item))
    state = _("Only until it disconnects. Paddock can’t recognize it later");
  subtitle = g_strjoin ("\n", state, origin, NULL);
  /* Combining marks in a label must not be drawn outside the row. */
  gtk_widget_set_overflow (row, GTK_OVERFLOW_HIDDEN);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), label);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
  /* AdwActionRow makes its title the label of the check, and a screen reader would read it
   * twice. */
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, full_name,
                                  -1);
  g_signal_connect_object (check, "toggled", G_CALLBACK (on_toggled), self, G_CONNECT_SWAPPED);
  g_ptr_array_add (self->checks, g_object_ref (check));
  g_ptr_array_add (self->servers_shown, g_object_ref (item));
  gtk_list_box_append (self->servers, row);
}

static void
fill (PaddockShareDialog *self)
{
  GListModel *servers = paddock_client_get_servers (self->client);

  for (guint i = 0; i < g_list_model_get_n_items (servers); i++) {
    g_autoptr (PaddockServerItem) item = g_list_model_get_item (servers, i);

    if (paddock_folder_servers_can_be_offered (item) &&
        !sees_all (self->client, item, (const char * const *) self->root_ids))
      add_server (self, item);
  }
}

static void
show_heading (PaddockShareDialog *self)
{
  guint n_roots = g_strv_length (self->root_ids);
  PaddockRootItem *item = paddock_client_lookup_root (self->client, self->root_ids[0]);
  g_autofree char *heading = NULL;
  g_autofree char *label = NULL;

  if (n_roots == 1 && item != NULL) {
    label = paddock_root_dup_label (paddock_root_item_get_view (item)->root);
    /* Translators: %s is a folder */
    heading = g_strdup_printf (_("Which Servers May See “%s”?"), label);
  } else {
    heading = g_strdup_printf (ngettext ("Which Servers May See This %u Folder?",
                                         "Which Servers May See These %u "
                                         "Folders?", n_roots), n_roots);
  }
  gtk_label_set_text (self->heading, heading);
}

static void
paddock_share_dialog_dispose (GObject *object)
{
  PaddockShareDialog *self = PADDOCK_SHARE_DIALOG (object);

  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_SHARE_DIALOG);
  g_clear_object (&self->client);
  g_clear_object (&self->from);
  g_clear_pointer (&self->root_ids, g_strfreev);
  g_clear_pointer (&self->checks, g_ptr_array_unref);
  g_clear_pointer (&self->servers_shown, g_ptr_array_unref);

  G_OBJECT_CLASS (paddock_share_dialog_parent_class)->dispose (object);
}

static void
paddock_share_dialog_class_init (PaddockShareDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_share_dialog_dispose;

  g_type_ensure (PADDOCK_TYPE_DURATION_ROW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-share-dialog"));
  gtk_widget_class_bind_template_child (widget_class, PaddockShareDialog, share_button);
  gtk_widget_class_bind_template_child (widget_class, PaddockShareDialog, heading);
  gtk_widget_class_bind_template_child (widget_class, PaddockShareDialog, servers);
  gtk_widget_class_bind_template_child (widget_class, PaddockShareDialog, duration);
  gtk_widget_class_bind_template_callback (widget_class, on_share_clicked);
}

static void
paddock_share_dialog_init (PaddockShareDialog *self)
{
  self->checks = g_ptr_array_new_with_free_func (g_object_unref);
  self->servers_shown = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_share_dialog_new:
 * @from: a widget in the parent window, inside a toast overlay
 * @root_ids: the folders, at least one
 *
 * Returns: (transfer none): a dialog that offers the known servers which do not see all these
 *   folders; GTK owns it until it is closed
 */
PaddockShareDialog *
paddock_share_dialog_new (GtkWidget          *from,
                          PaddockClient      *client,
                          const char * const *root_ids)
{
  PaddockShareDialog *self = g_object_new (PADDOCK_TYPE_SHARE_DIALOG,
                                           "transient-for", gtk_widget_get_root (from),
                                           NULL);
  g_autoptr (GSettings) settings = paddock_settings_new ();

  self->from = g_object_ref (from);
  self->client = g_object_ref (client);
  self->root_ids = g_strdupv ((GStrv) root_ids);
  /* The folders may be new, and the client may not know them yet. When the client knows them, the
   * heading is updated. */
  g_signal_connect_object (paddock_client_get_roots (client), "items-changed",
                           G_CALLBACK (show_heading), self, G_CONNECT_SWAPPED);
  show_heading (self);
  fill (self);
  self->offer = find_offer (self);
  paddock_duration_row_offer (self->duration, self->offer, NULL);
  paddock_duration_row_set_kind (self->duration, paddock_settings_get_duration (settings));
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->heading));

  return self;
}

/**
 * paddock_share_dialog_is_useful:
 * @root_ids: the folders, at least one
 *
 * Returns: whether the dialog would offer any server
 */
gboolean
paddock_share_dialog_is_useful (PaddockClient      *client,
                                const char * const *root_ids)
{
  GListModel *servers = paddock_client_get_servers (client);

  for (guint i = 0; i < g_list_model_get_n_items (servers); i++) {
    g_autoptr (PaddockServerItem) item = g_list_model_get_item (servers, i);

    if (paddock_folder_servers_can_be_offered (item) && !sees_all (client, item, root_ids))
      return TRUE;
  }

  return FALSE;
}
