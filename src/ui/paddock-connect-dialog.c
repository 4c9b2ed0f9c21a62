/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-connect-dialog.h"

#include "paddock-app-key.h"
#include "paddock-app-survey.h"
#include "paddock-connect-input.h"
#include "paddock-connect-result.h"
#include "paddock-documents.h"
#include "paddock-own-command.h"
#include "paddock-template.h"

#include <glib/gi18n.h>

/* The dialog that makes an entry for an app's configuration, so that the app starts one more server
 * through `paddock run`. The user enters the server's command, address or JSON, and copies the
 * entry. GTK owns the dialog until it is closed. It shares nothing and changes no file.
 *
 * It reads the app's file, so that the entry fits into it. The entry contains a key. By that key
 * the service recognizes the server when the app starts it.
 */

struct _PaddockConnectDialog
{
  AdwWindow parent_instance;

  char *program;              /* (owned) (nullable) the command in the entry that starts `paddock`;
                               * NULL: not found */
  char *key;                  /* (owned) the key of the next entry */
  GPtrArray *files;           /* (owned) (nullable): PaddockAppFile; NULL: not known yet */
  GCancellable *cancellable;  /* (owned) */
  gboolean has_apps_page;

  AdwComboRow *app;
  AdwEntryRow *name;
  GtkWidget *apps_row;
  PaddockConnectInput *input;
  PaddockConnectResult *result;
};

G_DEFINE_FINAL_TYPE (PaddockConnectDialog, paddock_connect_dialog, ADW_TYPE_WINDOW)

typedef enum {
  SIGNAL_OPEN_SERVER,
  SIGNAL_SHOW_APPS,
  N_SIGNALS,
} PaddockConnectDialogSignal;

static guint signals[N_SIGNALS];

/* A file of an app. */
typedef struct {
  char   *path;               /* (owned) (nullable) NULL: the app has none */
  GBytes *bytes;              /* (owned) (nullable) empty if there is no such file; NULL: unknown */
  guint   n_files;            /* how many files the app has */
} Target;

static void
target_clear (Target *self)
{
  g_free (self->path);
  g_clear_pointer (&self->bytes, g_bytes_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Target, target_clear)

static char *
dup_program (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *directory = self != NULL ? g_path_get_dirname (self) : NULL;

  return paddock_own_command_dup (PADDOCK_OWN_COMMAND_SANDBOX, directory, BINDIR);
}

static const PaddockApp *
get_app (PaddockConnectDialog *self)
{
  return paddock_app_get (adw_combo_row_get_selected (self->app));
}

/* Whether the app looks for all its servers at this place, in the usual form. */
static gboolean
is_usual (const PaddockApp      *app,
          const PaddockAppPlace *place)
{
  return place != NULL && place->kind == PADDOCK_APP_PLACE_USER &&
         (place->containers == NULL ||
          g_str_equal (place->containers[0], app->containers[0]));
}

/* Returns where the app has its file if it has none yet. */
static char *
dup_usual_path (const PaddockApp *app)
{
  g_auto (GStrv) environment = g_get_environ ();

  for (const PaddockAppPlace *place = app->places; place->path != NULL; place++)
    if (is_usual (app, place) && place->marker == NULL)
      return paddock_app_place_dup_path (place, g_get_home_dir (),
                                         (const char * const *) environment, NULL);
  return NULL;
}

/* Finds the file that is meant: the first one that exists, else the usual one. */
static void
find_target (PaddockConnectDialog *self,
             const PaddockApp     *app,
             Target               *out_target)
{
  gboolean is_known = self->files != NULL && !paddock_documents_is_sandboxed ();

  for (guint i = 0; self->files != NULL && i < self->files->len; i++) {
    PaddockAppFile *file = g_ptr_array_index (self->files, i);

    if (file->app != app || !is_usual (app, file->place) || file->path == NULL)
      continue;
    if (out_target->n_files++ > 0)
      continue;
    out_target->path = g_strdup (file->path);
    if (file->bytes != NULL)
      out_target->bytes = g_bytes_ref (file->bytes);
  }
  if (out_target->n_files > 0 || app->syntax == PADDOCK_APP_SYNTAX_NONE)
    return;
  out_target->path = dup_usual_path (app);
  if (is_known)
    out_target->bytes = g_bytes_new_static ("", 0);
}

/* Returns why there can't be an entry for any text, or NULL. */
static const char *
find_problem (PaddockConnectDialog *self,
              const PaddockPaste   *server)
{
  if (self->program == NULL)
    return _("The program “paddock” is missing, so apps can’t start it. Install Paddock again.");
  if (server != NULL && server->kind == PADDOCK_PASTE_ADDRESS && paddock_documents_is_sandboxed ())
    return _("Paddock’s Flatpak can’t connect to addresses for apps. Install Paddock as a "
             "package.");
  return NULL;
}

static void
update (PaddockConnectDialog *self)
{
  const PaddockApp *app = get_app (self);
  const PaddockPaste *paste = paddock_connect_input_get_server (self->input);
  const char *problem = find_problem (self, paste);
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));
  PaddockAppNewServer server = {
    paste, name, self->program, self->key, paddock_connect_input_moves_folders (self->input),
  };
  g_auto (Target) target = { 0 };
  g_autoptr (GError) error = NULL;
  PaddockAppAddition *addition = NULL;

  find_target (self, app, &target);
  paddock_connect_result_set_app (self->result, app, target.path, target.n_files);
  gtk_widget_set_visible (self->apps_row, self->has_apps_page && target.n_files > 0);
  if (problem == NULL && paste != NULL)
    addition = paddock_app_addition_new (app, &server, target.bytes, &error);
  paddock_connect_result_show (self->result, addition,
                               problem != NULL ? problem : error != NULL ? error->message : "");
}

static void
on_surveyed (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  PaddockConnectDialog *self = user_data;
  g_autoptr (GError) error = NULL;
  GPtrArray *files = paddock_app_survey_finish (result, &error);

  if (files == NULL) {
    if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
      g_message ("Can't find the apps' files: %s", error->message);
    return;
  }
  g_clear_pointer (&self->files, g_ptr_array_unref);
  self->files = files;
  update (self);
}

/* Reads the files, also those that the user or an app has changed since. */
static void
read_files (PaddockConnectDialog *self)
{
  paddock_app_survey_async (NULL, self->cancellable, on_surveyed, self);
}

static void
on_active_changed (PaddockConnectDialog *self)
{
  if (gtk_window_is_active (GTK_WINDOW (self)))
    read_files (self);
}

/* Each entry has a key of its own, which begins with its app. */
static void
on_app_selected (PaddockConnectDialog *self)
{
  g_free (self->key);
  self->key = paddock_app_key_new (get_app (self));
  update (self);
  read_files (self);
}

static void
on_open_server (PaddockConnectDialog *self,
                PaddockServerItem    *item)
{
  g_signal_emit (self, signals[SIGNAL_OPEN_SERVER], 0, item);
  gtk_window_close (GTK_WINDOW (self));
}

static void
on_apps_activated (PaddockConnectDialog *self)
{
  g_signal_emit (self, signals[SIGNAL_SHOW_APPS], 0);
  gtk_window_close (GTK_WINDOW (self));
}

static void
fill_apps (PaddockConnectDialog *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; i < paddock_app_get_count (); i++)
    gtk_string_list_append (names, paddock_app_get (i)->name);
  adw_combo_row_set_model (self->app, G_LIST_MODEL (names));
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
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_object_unref (self->cancellable);

  G_OBJECT_CLASS (paddock_connect_dialog_parent_class)->finalize (object);
}

static void
paddock_connect_dialog_class_init (PaddockConnectDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_connect_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = paddock_connect_dialog_finalize;
  signals[SIGNAL_OPEN_SERVER] =
    g_signal_new ("open-server", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, PADDOCK_TYPE_SERVER_ITEM);
  signals[SIGNAL_SHOW_APPS] =
    g_signal_new ("show-apps", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);

  g_type_ensure (PADDOCK_TYPE_CONNECT_INPUT);
  g_type_ensure (PADDOCK_TYPE_CONNECT_RESULT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-connect-dialog"));
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectDialog, app);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectDialog, name);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectDialog, apps_row);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectDialog, input);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectDialog, result);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, on_app_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_active_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_open_server);
  gtk_widget_class_bind_template_callback (widget_class, on_apps_activated);
}

static void
paddock_connect_dialog_init (PaddockConnectDialog *self)
{
  self->program = dup_program ();
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  fill_apps (self);
  on_app_selected (self);
}

/**
 * paddock_connect_dialog_new:
 * @client: the client that sees the server come
 * @has_apps_page: whether the window has the page Apps
 *
 * Returns: (transfer none): a dialog for one entry; GTK owns it until it is closed
 */
PaddockConnectDialog *
paddock_connect_dialog_new (GtkWindow     *parent,
                            PaddockClient *client,
                            gboolean       has_apps_page)
{
  PaddockConnectDialog *self =
    g_object_new (PADDOCK_TYPE_CONNECT_DIALOG, "transient-for", parent, NULL);

  self->has_apps_page = has_apps_page;
  paddock_connect_result_set_client (self->result, client);
  update (self);
  return self;
}
