/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-never-dialog.h"

#include "paddock-client-call.h"
#include "paddock-never.h"
#include "paddock-sentences.h"
#include "paddock-server-label.h"
#include "paddock-template.h"
#include "paddock-text.h"
#include "paddock-toast.h"

#include <glib/gi18n.h>

/* The dialog that lists the sensitive files for which the user answered "Never". Each file has a
 * button that withdraws the answer. GTK owns the dialog until it is closed. The dialog shows the
 * service's list, and reloads the list after each change, so a row disappears when the service
 * reports it. The buttons have no GAction, because GTK exports actions on the session bus, and
 * withdrawing an answer widens access. */

struct _PaddockNeverDialog
{
  AdwWindow parent_instance;

  PaddockClient *client;      /* (owned) */
  GCancellable *cancellable;  /* (owned) cancels the call that reads the list */
  GPtrArray *listed;          /* (owned) (nullable) PaddockNever: the shown files; NULL: the list
                               * was not read yet */
  GPtrArray *rows;            /* (owned) GtkWidget (borrowed): the row of each file of @listed */

  GtkWidget *explanation;
  AdwPreferencesGroup *files;
};

G_DEFINE_FINAL_TYPE (PaddockNeverDialog, paddock_never_dialog, ADW_TYPE_WINDOW)

/* A call that withdraws an answer. The row is insensitive until the call ends. */
typedef struct {
  GtkWidget   *row;   /* (owned) */
  PaddockToastCall *call;  /* (owned) */
} Asking;

/* Called when the service was asked to withdraw an answer. Enables the row of the file again. After
 * success the row disappears with the service's next list. After a failure the user can try
 * again. */
static void
on_taken_back (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  Asking *asking = user_data;

  paddock_toast_call_ready (source, result, asking->call);
  gtk_widget_set_sensitive (asking->row, TRUE);
  g_object_unref (asking->row);
  g_free (asking);
}

/* Returns the arguments of TakeBackNever. If the answer was for all hosts, there is no server
 * id. */
static GVariant *
never_to_parameters (const PaddockNever *never)
{
  return g_variant_new ("(s^ay)", never->server_id != NULL ? never->server_id : "", never->path);
}

static void
on_ask_again (PaddockNeverDialog *self,
              GtkWidget          *button)
{
  GtkWidget *row = gtk_widget_get_ancestor (button, ADW_TYPE_ACTION_ROW);
  Asking *asking;
  guint index;

  if (!g_ptr_array_find (self->rows, row, &index))
    return;
  /* The row will disappear, and the focus with it. So this moves the focus first. */
  gtk_window_set_focus (GTK_WINDOW (self), self->explanation);
  gtk_widget_set_sensitive (row, FALSE);
  asking = g_new0 (Asking, 1);
  asking->row = g_object_ref (row);
  asking->call = paddock_toast_call_new (GTK_WIDGET (self->files), _("You’ll be asked next time"),
                                         NULL);
  paddock_client_call_async (self->client, "TakeBackNever",
                             never_to_parameters (g_ptr_array_index (self->listed, index)), NULL,
                             on_taken_back, asking);
}

static GtkWidget *
create_row (PaddockNeverDialog *self,
            const PaddockNever *never)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_button_new_with_label (_("Ask Again"));
  PaddockServerItem *server = paddock_client_lookup_server (self->client, never->server_id);
  g_autofree char *label = NULL;
  g_autofree char *base = g_path_get_basename (never->path);
  g_autofree char *name = paddock_text_escape_name (base);
  g_autofree char *subtitle = NULL;
  g_autofree char *spoken = NULL;

  /* Combining marks in a label must not be drawn outside the row. */
  gtk_widget_set_overflow (row, GTK_OVERFLOW_HIDDEN);
  if (server != NULL)
    label = paddock_server_label_dup (paddock_server_item_get_view (server));
  subtitle = paddock_sentences_never (never, label, g_get_home_dir ());
  /* Translators: %s is a file and who wants it; what the button “Ask Again” is called when it is
   * read aloud */
  spoken = g_strdup_printf (_("Ask again about %s"), subtitle);
  g_strdelimit (spoken, "\n", ' ');
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  -1);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_ask_again), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  return row;
}

static void
show_list (PaddockNeverDialog *self,
           GPtrArray          *listed)
{
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->files, g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  g_clear_pointer (&self->listed, g_ptr_array_unref);

  self->listed = g_ptr_array_ref (listed);
  for (guint i = 0; i < listed->len; i++) {
    GtkWidget *row = create_row (self, g_ptr_array_index (listed, i));

    adw_preferences_group_add (self->files, row);
    g_ptr_array_add (self->rows, row);
  }
  gtk_widget_set_visible (GTK_WIDGET (self->files), listed->len > 0);
}

static void
on_listed (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (PaddockNeverDialog) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) listed =
    paddock_client_call_list_never_finish (PADDOCK_CLIENT (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->client == NULL)
    return;
  if (listed != NULL)
    show_list (self, listed);
  else
    paddock_toast_show_error (GTK_WIDGET (self->files), error);
}

/* Reads the list again. Cancels a call that is still under way, because its reply would be out of
 * date. */
static void
reload (PaddockNeverDialog *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  paddock_client_call_list_never_async (self->client, self->cancellable, on_listed,
                                        g_object_ref (self));
}

/* Reads the list when the client is connected. Without the service the old list stays. */
static void
on_state_changed (PaddockNeverDialog *self)
{
  if (paddock_client_get_state (self->client) == PADDOCK_CLIENT_CONNECTED)
    reload (self);
}

static void
paddock_never_dialog_dispose (GObject *object)
{
  PaddockNeverDialog *self = PADDOCK_NEVER_DIALOG (object);

  g_cancellable_cancel (self->cancellable);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_NEVER_DIALOG);
  g_clear_object (&self->client);

  G_OBJECT_CLASS (paddock_never_dialog_parent_class)->dispose (object);
}

static void
paddock_never_dialog_finalize (GObject *object)
{
  PaddockNeverDialog *self = PADDOCK_NEVER_DIALOG (object);

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->listed, g_ptr_array_unref);
  g_ptr_array_unref (self->rows);

  G_OBJECT_CLASS (paddock_never_dialog_parent_class)->finalize (object);
}

static void
paddock_never_dialog_class_init (PaddockNeverDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_never_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = paddock_never_dialog_finalize;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-never-dialog"));
  gtk_widget_class_bind_template_child (widget_class, PaddockNeverDialog, explanation);
  gtk_widget_class_bind_template_child (widget_class, PaddockNeverDialog, files);
}

static void
paddock_never_dialog_init (PaddockNeverDialog *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_never_dialog_new:
 * @parent: the parent window
 * @client: the client
 *
 * Returns: (transfer none): the dialog; GTK owns it until it is closed
 */
PaddockNeverDialog *
paddock_never_dialog_new (GtkWindow     *parent,
                          PaddockClient *client)
{
  PaddockNeverDialog *self =
    g_object_new (PADDOCK_TYPE_NEVER_DIALOG, "transient-for", parent, NULL);

  self->client = g_object_ref (client);
  g_signal_connect_object (client, "never-changed", G_CALLBACK (reload), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (client, "notify::state", G_CALLBACK (on_state_changed), self,
                           G_CONNECT_SWAPPED);
  on_state_changed (self);

  return self;
}
