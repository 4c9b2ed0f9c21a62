/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-connect-dialog.h"

#include "paddock-client-call.h"
#include "paddock-host-config.h"
#include "paddock-own-command.h"
#include "paddock-template.h"
#include "paddock-toast.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <sys/random.h>

/* The dialog that makes an entry for a host's configuration, so that the host starts a server
 * through `paddock run`. The user types the server's command, and copies the entry. GTK owns the
 * dialog until it is closed. The dialog shares nothing and changes no file. The entry contains a
 * key that the service makes. By that key the service recognizes the server when the host starts
 * it. */

/* The number of random bytes from which a key is made. */
#define KEY_LENGTH 16

struct _PaddockConnectDialog
{
  AdwWindow parent_instance;

  char *program;              /* (owned) (nullable) the command in the entry that starts `paddock`;
                               * NULL: not found */
  char *key;                  /* (owned) (nullable) the key to write into the entry; NULL: no key
                               * could be made */
  GCancellable *cancellable;  /* (owned) */

  AdwComboRow *host;
  AdwEntryRow *name;
  AdwEntryRow *command;
  GtkLabel *problem;
  GtkWidget *result;
  GtkLabel *place;
  GtkTextBuffer *entry;
  GtkWidget *copy_button;
};

G_DEFINE_FINAL_TYPE (PaddockConnectDialog, paddock_connect_dialog, ADW_TYPE_WINDOW)

/* Makes the first key of the entry, for use until the service has issued a key. The first key
 * identifies the entry, too, but the service does not know it beforehand. An entry without a key
 * would be identified only by its command. */
static char *
make_key (void)
{
  guchar bytes[KEY_LENGTH];
  g_autoptr (GString) key = g_string_new (NULL);
  ssize_t n;

  do
    n = getrandom (bytes, sizeof bytes, 0);
  while (n < 0 && errno == EINTR);
  if (n != (ssize_t) sizeof bytes)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (bytes); i++)
    g_string_append_printf (key, "%02x", bytes[i]);
  return g_string_free (g_steal_pointer (&key), FALSE);
}

static char *
dup_program (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *directory = self != NULL ? g_path_get_dirname (self) : NULL;

  return paddock_own_command_dup (PADDOCK_OWN_COMMAND_SANDBOX, directory, BINDIR);
}

static void
show_entry (PaddockConnectDialog *self,
            const char * const   *words)
{
  const PaddockHost *host = paddock_host_config_get (adw_combo_row_get_selected (self->host));
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));
  PaddockHostEntry entry = { self->program, name, self->key, words };
  g_autofree char *text = paddock_host_config_make (host, &entry);
  g_autofree char *place = NULL;

  /* Translators: the first %s is a program, the second one the names of its configuration files */
  place = g_strdup_printf (_("For %s, in %s:"), paddock_host_config_get_name (host),
                           paddock_host_config_get_place (host));
  gtk_label_set_text (self->place, place);
  /* The text ends with a newline, which a text view would show as an empty line. */
  gtk_text_buffer_set_text (self->entry, g_strchomp (text), -1);
}

static void
update (PaddockConnectDialog *self)
{
  const char *command = gtk_editable_get_text (GTK_EDITABLE (self->command));
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) words = NULL;

  if (self->program == NULL)
    g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                         _("The program “paddock” is missing, so apps can’t start it. Install "
                           "Paddock again."));
  else
    words = paddock_host_config_split (command, &error);

  if (words != NULL)
    show_entry (self, (const char * const *) words);
  gtk_label_set_text (self->problem, error != NULL ? error->message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), error != NULL && *error->message != '\0');
  gtk_widget_set_visible (self->result, words != NULL);
}

static void
on_key_issued (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  PaddockConnectDialog *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *key = NULL;

  key = paddock_client_call_issue_key_finish (PADDOCK_CLIENT (source), result, &error);
  if (key == NULL) {
    if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
      g_message ("The service makes no key: %s", error->message);
    return;
  }
  g_free (self->key);
  self->key = g_steal_pointer (&key);
  update (self);
}

static void
on_copy_clicked (PaddockConnectDialog *self)
{
  GtkTextIter start, end;
  g_autofree char *text = NULL;

  gtk_text_buffer_get_bounds (self->entry, &start, &end);
  text = gtk_text_buffer_get_text (self->entry, &start, &end, FALSE);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  paddock_toast_show (self->copy_button, _("Copied. Paste it into the app’s configuration."));
}

static void
fill_hosts (PaddockConnectDialog *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; i < paddock_host_config_get_count (); i++)
    gtk_string_list_append (names, paddock_host_config_get_name (paddock_host_config_get (i)));
  adw_combo_row_set_model (self->host, G_LIST_MODEL (names));
}

static void
paddock_connect_dialog_dispose (GObject *object)
{
  g_cancellable_cancel (PADDOCK_CONNECT_DIALOG (object)->cancellable);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_CONNECT_DIALOG);

  G_OBJECT_CLASS (paddock_connect_dialog_parent_class)->dispose (object);
}

static void
paddock_connect_dialog_finalize (GObject *object)
{
  PaddockConnectDialog *self = PADDOCK_CONNECT_DIALOG (object);

  g_free (self->program);
  g_free (self->key);
  g_object_unref (self->cancellable);

  G_OBJECT_CLASS (paddock_connect_dialog_parent_class)->finalize (object);
}

static void
paddock_connect_dialog_class_init (PaddockConnectDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_connect_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = paddock_connect_dialog_finalize;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-connect-dialog"));
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectDialog, host);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectDialog, name);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectDialog, command);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectDialog, problem);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectDialog, result);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectDialog, place);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectDialog, entry);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectDialog, copy_button);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, on_copy_clicked);
}

static void
paddock_connect_dialog_init (PaddockConnectDialog *self)
{
  self->program = dup_program ();
  self->key = make_key ();
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  fill_hosts (self);
  update (self);
}

/**
 * paddock_connect_dialog_new:
 * @client: the client that asks the service for a key
 *
 * Returns: (transfer none): a dialog for one entry; GTK owns it until it is closed
 */
PaddockConnectDialog *
paddock_connect_dialog_new (GtkWindow     *parent,
                            PaddockClient *client)
{
  PaddockConnectDialog *self =
    g_object_new (PADDOCK_TYPE_CONNECT_DIALOG, "transient-for", parent, NULL);

  paddock_client_call_async (client, "IssueKey", NULL, self->cancellable, on_key_issued, self);
  return self;
}
