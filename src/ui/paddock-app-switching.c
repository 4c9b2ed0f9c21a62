/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-app-switching.h"

#include "paddock-adder.h"
#include "paddock-app-dialog.h"
#include "paddock-app-text.h"
#include "paddock-error.h"
#include "paddock-own-command.h"
#include "paddock-toast.h"
#include "paddock-undo.h"

#include <glib/gi18n.h>

/* Lets servers of apps go through Paddock, or not: plans the changes of the files, shows the lines
 * that change, writes the files, and offers to undo that. The lines are shown before the first
 * change of a file, if commands name folders, and if a server would lose something. The task owns
 * everything. */

typedef struct {
  PaddockClient *client;      /* (owned) */
  GPtrArray     *wishes;      /* (owned): PaddockAppWish */
  GHashTable    *shown;       /* (owned): paths of the files whose lines the user has seen */
  gboolean       shows_always; /* even if the user has seen the lines */
  GStrv          folders;     /* (owned) (nullable) folders that Paddock shares instead */
} Switching;

static void
free_switching (gpointer data)
{
  Switching *switching = data;

  g_object_unref (switching->client);
  g_ptr_array_unref (switching->wishes);
  g_hash_table_unref (switching->shown);
  g_strfreev (switching->folders);
  g_free (switching);
}

static void
finish (GTask *task)
{
  g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

static void
on_folders_added (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GtkWidget) from = user_data;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) ids = paddock_adder_finish (result, &error);

  if (ids == NULL)
    paddock_toast_show_error (from, error);
}

static void
on_written (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  GTask *task = user_data;
  Switching *switching = g_task_get_task_data (task);
  GtkWidget *from = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) written = paddock_app_writer_write_finish (result, &error);

  if (written->len > 0) {
    g_autofree char *done = paddock_app_text_done (written);
    PaddockUndo *undo = paddock_undo_new_for_apps (switching->client, g_ptr_array_ref (written));

    paddock_toast_call_show (paddock_toast_call_new (from, done, undo));
    if (switching->folders != NULL)
      paddock_adder_add_async (from, switching->client,
                               (const char * const *) switching->folders, on_folders_added,
                               g_object_ref (from));
  }
  if (error != NULL)
    paddock_toast_show_error (from, error);
  finish (task);
}

static void
collect_folders (GStrvBuilder         *folders,
                 GHashTable           *seen,
                 const PaddockAppPlan *plan)
{
  for (guint i = 0; i < plan->changes->len; i++) {
    const PaddockAppPlanChange *change = plan->changes->pdata[i];

    for (guint j = 0; change->trouble == NULL && change->folders[j] != NULL; j++)
      if (g_hash_table_add (seen, change->folders[j]))
        g_strv_builder_add (folders, change->folders[j]);
  }
}

static void
write_files (GTask    *task,
             gboolean  moves_folders)
{
  Switching *switching = g_task_get_task_data (task);
  g_autoptr (GPtrArray) plans =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_app_plan_free);
  g_autoptr (GStrvBuilder) folders = g_strv_builder_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < switching->wishes->len; i++) {
    PaddockAppWish *wish = switching->wishes->pdata[i];

    g_hash_table_add (switching->shown, g_strdup (wish->file->path));
    if (moves_folders && wish->moved != NULL) {
      collect_folders (folders, seen, wish->moved);
      g_ptr_array_add (plans, g_steal_pointer (&wish->moved));
    } else {
      g_ptr_array_add (plans, g_steal_pointer (&wish->plan));
    }
  }
  if (g_hash_table_size (seen) > 0)
    switching->folders = g_strv_builder_end (folders);
  paddock_app_writer_write_async (switching->client, plans, on_written, task);
}

static void
on_closed (PaddockAppDialog *dialog,
           gboolean          is_accepted,
           gboolean          moves_folders,
           gpointer          user_data)
{
  if (is_accepted)
    write_files (user_data, moves_folders);
  else
    finish (user_data);
}

/* Whether the user hasn't seen the lines of a file yet, or decides about folders or a loss. */
static gboolean
must_show (Switching *switching)
{
  if (switching->shows_always)
    return TRUE;
  for (guint i = 0; i < switching->wishes->len; i++) {
    const PaddockAppWish *wish = switching->wishes->pdata[i];

    if (wish->moved != NULL || *paddock_app_writer_wish_get_caution (wish) != '\0' ||
        !g_hash_table_contains (switching->shown, wish->file->path))
      return TRUE;
  }
  return FALSE;
}

static void
on_planned (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  GTask *task = user_data;
  Switching *switching = g_task_get_task_data (task);
  GtkWidget *from = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) wishes = paddock_app_writer_plan_finish (result, &error);
  GtkRoot *window = gtk_widget_get_root (from);

  for (guint i = wishes->len; i > 0; i--)
    if (((PaddockAppWish *) wishes->pdata[i - 1])->plan == NULL)
      g_ptr_array_remove_index (wishes, i - 1);
  if (error != NULL)
    paddock_toast_show_error (from, error);
  if (wishes->len == 0 || window == NULL) {
    finish (task);
  } else if (must_show (switching)) {
    PaddockAppDialog *dialog = paddock_app_dialog_new (GTK_WINDOW (window), wishes);

    g_signal_connect (dialog, "closed", G_CALLBACK (on_closed), task);
    gtk_window_present (GTK_WINDOW (dialog));
  } else {
    write_files (task, FALSE);
  }
}

/**
 * paddock_app_switching_start:
 * @from: a widget in the window, inside a toast overlay
 * @wishes: (element-type PaddockAppWish): what the user wants; nobody else may use them
 * @shown: paths of the files whose lines the user has seen; this adds paths
 * @shows_always: whether the lines are shown again in any case
 * @callback: called at the end, whether files changed or not
 *
 * Changes apps' files as the user wants. Toasts show the result.
 */
void
paddock_app_switching_start (GtkWidget           *from,
                             PaddockClient       *client,
                             GPtrArray           *wishes,
                             GHashTable          *shown,
                             gboolean             shows_always,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  GTask *task = g_task_new (from, NULL, callback, user_data);
  g_autofree char *program = paddock_own_command_find (BINDIR);
  Switching *switching = g_new0 (Switching, 1);

  switching->client = g_object_ref (client);
  switching->wishes = g_ptr_array_ref (wishes);
  switching->shown = g_hash_table_ref (shown);
  switching->shows_always = shows_always;
  g_task_set_source_tag (task, paddock_app_switching_start);
  g_task_set_task_data (task, switching, free_switching);
  if (program == NULL) {
    g_autoptr (GError) error =
      g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                           _("The program “paddock” is missing, so apps can’t start it. Install "
                             "Paddock again."));

    paddock_toast_show_error (from, error);
    finish (task);
    return;
  }
  paddock_app_writer_plan_async (client, wishes, program, on_planned, task);
}
