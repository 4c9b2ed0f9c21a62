/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-compat.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* Hides differences between the oldest supported versions of GTK and libadwaita and newer ones. The
 * functions are named after what callers want. Only this file checks versions. It is compiled
 * without the version limits that all other files have. */

#define HAVE_FILE_DIALOG GTK_CHECK_VERSION (4, 10, 0)
#define HAVE_ALERT_DIALOG ADW_CHECK_VERSION (1, 5, 0)
#define HAVE_ANNOUNCE GTK_CHECK_VERSION (4, 14, 0)

#define RESPONSE_CANCEL "cancel"
#define RESPONSE_ACCEPT "accept"

#if HAVE_FILE_DIALOG
static void
on_files_chosen (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GError) error = NULL;
  PaddockFileKind kind = GPOINTER_TO_INT (g_task_get_task_data (task));
  GListModel *files;

  if (kind == PADDOCK_FILE_KIND_DIRECTORY)
    files = gtk_file_dialog_select_multiple_folders_finish (GTK_FILE_DIALOG (source), result,
                                                            &error);
  else
    files = gtk_file_dialog_open_multiple_finish (GTK_FILE_DIALOG (source), result, &error);

  if (files == NULL && (g_error_matches (error, GTK_DIALOG_ERROR, GTK_DIALOG_ERROR_DISMISSED) ||
                        g_error_matches (error, GTK_DIALOG_ERROR, GTK_DIALOG_ERROR_CANCELLED)))
    files = G_LIST_MODEL (g_list_store_new (G_TYPE_FILE));
  if (files != NULL)
    g_task_return_pointer (task, files, g_object_unref);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}
#else
static void
on_chooser_response (GtkNativeDialog *dialog,
                     int              response,
                     gpointer         user_data)
{
  g_autoptr (GTask) task = user_data;
  GListModel *files;

  if (response == GTK_RESPONSE_ACCEPT)
    files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));
  else
    files = G_LIST_MODEL (g_list_store_new (G_TYPE_FILE));
  gtk_native_dialog_destroy (dialog);
  g_object_unref (dialog);
  g_task_return_pointer (task, files, g_object_unref);
}
#endif

/**
 * paddock_compat_choose_async:
 * @parent: the window that asks
 * @title: the chooser's title
 * @accept_label: a verb with a mnemonic, for the button
 * @kind: folders or files
 * @folder: (nullable): the folder to show first, a path on the host, even if the sandbox can't see
 *   it. %NULL: the home directory
 *
 * Lets the user choose any number of folders or files with the system's chooser. In a sandbox it is
 * the portal's chooser.
 */
void
paddock_compat_choose_async (GtkWindow           *parent,
                             const char          *title,
                             const char          *accept_label,
                             PaddockFileKind      kind,
                             const char          *folder,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  GTask *task = g_task_new (parent, cancellable, callback, user_data);
  g_autoptr (GFile) start = g_file_new_for_path (folder != NULL ? folder : g_get_home_dir ());

  g_task_set_source_tag (task, paddock_compat_choose_async);
  g_task_set_task_data (task, GINT_TO_POINTER (kind), NULL);
#if HAVE_FILE_DIALOG
  {
    g_autoptr (GtkFileDialog) dialog = gtk_file_dialog_new ();

    gtk_file_dialog_set_title (dialog, title);
    gtk_file_dialog_set_accept_label (dialog, accept_label);
    gtk_file_dialog_set_modal (dialog, TRUE);
    gtk_file_dialog_set_initial_folder (dialog, start);
    if (kind == PADDOCK_FILE_KIND_DIRECTORY)
      gtk_file_dialog_select_multiple_folders (dialog, parent, cancellable, on_files_chosen, task);
    else
      gtk_file_dialog_open_multiple (dialog, parent, cancellable, on_files_chosen, task);
  }
#else
  {
    GtkFileChooserNative *dialog;

    dialog = gtk_file_chooser_native_new (title, parent,
                                          kind == PADDOCK_FILE_KIND_DIRECTORY
                                            ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER
                                            : GTK_FILE_CHOOSER_ACTION_OPEN,
                                          accept_label, _("_Cancel"));
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), start, NULL);
    gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (dialog), TRUE);
    gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
    g_signal_connect (dialog, "response", G_CALLBACK (on_chooser_response), task);
    gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
  }
#endif
}

/**
 * paddock_compat_choose_finish:
 *
 * Returns: (transfer full) (nullable): the chosen #GFiles; an empty list if the user chose none;
 *   %NULL with @error set if the chooser could not be shown
 */
GListModel *
paddock_compat_choose_finish (GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, paddock_compat_choose_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

#if HAVE_FILE_DIALOG
static void
on_place_chosen (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GError) error = NULL;
  GFile *file = gtk_file_dialog_save_finish (GTK_FILE_DIALOG (source), result, &error);

  if (file != NULL || g_error_matches (error, GTK_DIALOG_ERROR, GTK_DIALOG_ERROR_DISMISSED) ||
      g_error_matches (error, GTK_DIALOG_ERROR, GTK_DIALOG_ERROR_CANCELLED))
    g_task_return_pointer (task, file, g_object_unref);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}
#else
static void
on_saver_response (GtkNativeDialog *dialog,
                   int              response,
                   gpointer         user_data)
{
  g_autoptr (GTask) task = user_data;
  GFile *file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  gtk_native_dialog_destroy (dialog);
  g_object_unref (dialog);
  g_task_return_pointer (task, file, g_object_unref);
}
#endif

/**
 * paddock_compat_save_async:
 * @parent: the window that asks
 * @title: the chooser's title
 * @name: the suggested name of the file
 *
 * Lets the user choose a file to write, with the system's chooser. In a sandbox it is the portal's
 * chooser. The chooser itself asks before an existing file is replaced.
 */
void
paddock_compat_save_async (GtkWindow           *parent,
                           const char          *title,
                           const char          *name,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  GTask *task = g_task_new (parent, cancellable, callback, user_data);

  g_task_set_source_tag (task, paddock_compat_save_async);
#if HAVE_FILE_DIALOG
  {
    g_autoptr (GtkFileDialog) dialog = gtk_file_dialog_new ();

    gtk_file_dialog_set_title (dialog, title);
    gtk_file_dialog_set_modal (dialog, TRUE);
    gtk_file_dialog_set_initial_name (dialog, name);
    gtk_file_dialog_save (dialog, parent, cancellable, on_place_chosen, task);
  }
#else
  {
    GtkFileChooserNative *dialog;

    dialog = gtk_file_chooser_native_new (title, parent, GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"),
                                          _("_Cancel"));
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
    gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
    g_signal_connect (dialog, "response", G_CALLBACK (on_saver_response), task);
    gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
  }
#endif
}

/**
 * paddock_compat_save_finish:
 *
 * Returns: (transfer full) (nullable): the chosen file; %NULL without @error if the user chose none
 */
GFile *
paddock_compat_save_finish (GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, paddock_compat_save_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
finish_alert (GTask      *task,
              GtkWidget  *entry,
              const char *response)
{
  gboolean accepted = g_strcmp0 (response, RESPONSE_ACCEPT) == 0;

  if (entry == NULL)
    g_task_return_boolean (task, accepted);
  else
    g_task_return_pointer (task,
                           accepted ? g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry)))
                                    : NULL,
                           g_free);
}

#if HAVE_ALERT_DIALOG
static void
on_alert_chosen (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  AdwAlertDialog *dialog = ADW_ALERT_DIALOG (source);

  finish_alert (task, g_task_get_task_data (task),
                adw_alert_dialog_choose_finish (dialog, result));
}
#else
static void
on_alert_response (GtkWidget  *dialog,
                   const char *response,
                   gpointer    user_data)
{
  g_autoptr (GTask) task = user_data;

  finish_alert (task, g_task_get_task_data (task), response);
}
#endif

/* Shows an alert. If the user dismisses the alert, that counts as Cancel.
 *
 * @entry: (nullable): a widget to show below the text; @accept_label: (nullable): the label of the
 * button that accepts; %NULL: the only button is Close */
static void
show_alert (GTask               *task,
            GtkWindow           *parent,
            const char          *heading,
            const char          *body,
            GtkWidget           *entry,
            const char          *accept_label,
            PaddockConfirmStyle  style)
{
  static const AdwResponseAppearance appearances[] = {
    [PADDOCK_CONFIRM_PLAIN] = ADW_RESPONSE_DEFAULT,
    [PADDOCK_CONFIRM_SUGGESTED] = ADW_RESPONSE_SUGGESTED,
    [PADDOCK_CONFIRM_DESTRUCTIVE] = ADW_RESPONSE_DESTRUCTIVE,
  };

#if HAVE_ALERT_DIALOG
  AdwAlertDialog *dialog = ADW_ALERT_DIALOG (adw_alert_dialog_new (heading, body));

  adw_alert_dialog_add_response (dialog, RESPONSE_CANCEL,
                                 accept_label != NULL ? _("_Cancel") : _("_Close"));
  if (accept_label != NULL) {
    adw_alert_dialog_add_response (dialog, RESPONSE_ACCEPT, accept_label);
    adw_alert_dialog_set_response_appearance (dialog, RESPONSE_ACCEPT, appearances[style]);
  }
  adw_alert_dialog_set_close_response (dialog, RESPONSE_CANCEL);
  adw_alert_dialog_set_default_response (dialog, entry != NULL ? RESPONSE_ACCEPT : RESPONSE_CANCEL);
  if (entry != NULL)
    adw_alert_dialog_set_extra_child (dialog, entry);
  adw_alert_dialog_choose (dialog, GTK_WIDGET (parent), g_task_get_cancellable (task),
                           on_alert_chosen, task);
#else
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (parent, heading, body));

  adw_message_dialog_add_response (dialog, RESPONSE_CANCEL,
                                   accept_label != NULL ? _("_Cancel") : _("_Close"));
  if (accept_label != NULL) {
    adw_message_dialog_add_response (dialog, RESPONSE_ACCEPT, accept_label);
    adw_message_dialog_set_response_appearance (dialog, RESPONSE_ACCEPT, appearances[style]);
  }
  adw_message_dialog_set_close_response (dialog, RESPONSE_CANCEL);
  adw_message_dialog_set_default_response (dialog,
                                           entry != NULL ? RESPONSE_ACCEPT : RESPONSE_CANCEL);
  if (entry != NULL)
    adw_message_dialog_set_extra_child (dialog, entry);
  g_signal_connect (dialog, "response", G_CALLBACK (on_alert_response), task);
  gtk_window_present (GTK_WINDOW (dialog));
#endif
}

/**
 * paddock_compat_inform:
 * @parent: the parent window
 * @heading: what happened
 * @body: the reason, and what to do
 *
 * Shows a message that is too long for a toast.
 */
void
paddock_compat_inform (GtkWindow  *parent,
                       const char *heading,
                       const char *body)
{
  GTask *task = g_task_new (parent, NULL, NULL, NULL);

  g_task_set_source_tag (task, paddock_compat_inform);
  show_alert (task, parent, heading, body, NULL, NULL, PADDOCK_CONFIRM_PLAIN);
}

/**
 * paddock_compat_confirm_async:
 * @parent: the window that asks
 * @heading: the question
 * @body: the consequences
 * @accept_label: a verb with a mnemonic, never "OK"
 * @style: how the accepting button looks
 *
 * Asks for confirmation. Cancel is the default button. If the user dismisses the question, that
 * counts as Cancel.
 */
void
paddock_compat_confirm_async (GtkWindow           *parent,
                              const char          *heading,
                              const char          *body,
                              const char          *accept_label,
                              PaddockConfirmStyle  style,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  GTask *task = g_task_new (parent, cancellable, callback, user_data);

  g_task_set_source_tag (task, paddock_compat_confirm_async);
  show_alert (task, parent, heading, body, NULL, accept_label, style);
}

/**
 * paddock_compat_confirm_finish:
 *
 * Returns: %TRUE only if the user accepted
 */
gboolean
paddock_compat_confirm_finish (GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, paddock_compat_confirm_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * paddock_compat_prompt_async:
 * @parent: the window that asks
 * @heading: the title
 * @body: an explanation; also the entry's description for screen readers
 * @text: the initial text of the entry
 * @accept_label: a verb with a mnemonic
 *
 * Asks for a line of text.
 */
void
paddock_compat_prompt_async (GtkWindow           *parent,
                             const char          *heading,
                             const char          *body,
                             const char          *text,
                             const char          *accept_label,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  GTask *task = g_task_new (parent, cancellable, callback, user_data);
  GtkWidget *entry = gtk_entry_new ();

  g_task_set_source_tag (task, paddock_compat_prompt_async);
  g_task_set_task_data (task, g_object_ref_sink (entry), g_object_unref);
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, heading,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, body, -1);
  show_alert (task, parent, heading, body, entry, accept_label, PADDOCK_CONFIRM_SUGGESTED);
  gtk_widget_grab_focus (entry);
}

/**
 * paddock_compat_prompt_finish:
 *
 * Returns: (transfer full) (nullable): the text; %NULL if the user cancelled
 */
char *
paddock_compat_prompt_finish (GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, paddock_compat_prompt_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

#if HAVE_FILE_DIALOG
static void
on_launched (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  if (!gtk_file_launcher_launch_finish (GTK_FILE_LAUNCHER (source), result, &error))
    g_message ("The file manager was not opened: %s", error->message);
}

static void
on_containing_folder_opened (GObject      *source,
                             GAsyncResult *result,
                             gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  if (!gtk_file_launcher_open_containing_folder_finish (GTK_FILE_LAUNCHER (source), result, &error))
    g_message ("The file manager was not opened: %s", error->message);
}
#else
/* Called when a file manager was asked to show a file in its folder. If the file manager could not
 * show the file, opens the folder @user_data. */
static void
on_items_shown (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (GFile) folder = user_data;
  g_autofree char *uri = g_file_get_uri (folder);
  g_autoptr (GVariant) answer = NULL;

  answer = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, NULL);
  if (answer == NULL)
    gtk_show_uri (NULL, uri, GDK_CURRENT_TIME);
}

static void
show_item (GtkWindow *parent,
           GFile     *file)
{
  GApplication *application = G_APPLICATION (gtk_window_get_application (parent));
  GDBusConnection *connection = g_application_get_dbus_connection (application);
  g_autofree char *uri = g_file_get_uri (file);
  const char * const uris[] = { uri, NULL };

  if (connection != NULL)
    g_dbus_connection_call (connection, "org.freedesktop.FileManager1",
                            "/org/freedesktop/FileManager1", "org.freedesktop.FileManager1",
                            "ShowItems", g_variant_new ("(^ass)", uris, ""), NULL,
                            G_DBUS_CALL_FLAGS_NONE, -1, NULL, on_items_shown,
                            g_file_get_parent (file));
}
#endif

/**
 * paddock_compat_show_in_files:
 * @parent: a window of the application
 * @path: an absolute path
 * @kind: whether @path is a folder or a file
 *
 * Opens the folder in the file manager. For a file, opens the folder that contains the file.
 */
void
paddock_compat_show_in_files (GtkWindow       *parent,
                              const char      *path,
                              PaddockFileKind  kind)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

#if HAVE_FILE_DIALOG
  g_autoptr (GtkFileLauncher) launcher = gtk_file_launcher_new (file);

  if (kind == PADDOCK_FILE_KIND_DIRECTORY)
    gtk_file_launcher_launch (launcher, parent, NULL, on_launched, NULL);
  else
    gtk_file_launcher_open_containing_folder (launcher, parent, NULL, on_containing_folder_opened,
                                              NULL);
#else
  if (kind == PADDOCK_FILE_KIND_DIRECTORY) {
    g_autofree char *uri = g_file_get_uri (file);

    gtk_show_uri (parent, uri, GDK_CURRENT_TIME);
  } else {
    show_item (parent, file);
  }
#endif
}

#if HAVE_FILE_DIALOG
static void
on_file_launched (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  gtk_file_launcher_launch_finish (GTK_FILE_LAUNCHER (source), result, &error);
  /* The user may have been asked for a program, and chosen none. */
  if (g_error_matches (error, GTK_DIALOG_ERROR, GTK_DIALOG_ERROR_DISMISSED))
    g_clear_error (&error);
  if (error == NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}
#else
static void
on_file_shown (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (gtk_show_uri_full_finish (GTK_WINDOW (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}
#endif

/**
 * paddock_compat_open_file_async:
 * @parent: a window of the application
 * @path: an absolute path of a file
 *
 * Opens the file in the program that the user has for such files.
 */
void
paddock_compat_open_file_async (GtkWindow           *parent,
                                const char          *path,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  GTask *task = g_task_new (parent, NULL, callback, user_data);
  g_autoptr (GFile) file = g_file_new_for_path (path);
#if HAVE_FILE_DIALOG
  g_autoptr (GtkFileLauncher) launcher = gtk_file_launcher_new (file);
#else
  g_autofree char *uri = g_file_get_uri (file);
#endif

  g_task_set_source_tag (task, paddock_compat_open_file_async);
#if HAVE_FILE_DIALOG
  gtk_file_launcher_launch (launcher, parent, NULL, on_file_launched, task);
#else
  gtk_show_uri_full (parent, uri, GDK_CURRENT_TIME, NULL, on_file_shown, task);
#endif
}

/**
 * paddock_compat_open_file_finish:
 *
 * Returns: whether a program opens the file, or the user chose none
 */
gboolean
paddock_compat_open_file_finish (GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, paddock_compat_open_file_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * paddock_compat_announce:
 * @status_line: the focusable widget that shows @text
 * @text: the announcement
 *
 * Announces @text to screen readers without moving the focus. Before GTK 4.14, announcing is not
 * possible. So @text also becomes the accessible name of @status_line, where the user can find it.
 */
void
paddock_compat_announce (GtkWidget  *status_line,
                         const char *text)
{
#if HAVE_ANNOUNCE
  gtk_accessible_announce (GTK_ACCESSIBLE (status_line), text,
                           GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
#endif
  gtk_accessible_update_property (GTK_ACCESSIBLE (status_line), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                  -1);
}
