/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-adder.h"

#include "paddock-add-result.h"
#include "paddock-client-call.h"
#include "paddock-compat.h"
#include "paddock-documents.h"
#include "paddock-sentences.h"
#include "paddock-settings.h"
#include "paddock-text.h"
#include "paddock-toast.h"
#include "paddock-trouble-text.h"
#include "paddock-uri.h"

#include <glib/gi18n.h>

/* Adds folders and files: the user chooses them, and the service adds them as roots. The service
 * examines the paths first. If it warns about a path, the user decides. If it refuses a path, a
 * dialog says what to do.
 *
 * The caller owns nothing: the task keeps the widget and the client alive. No server sees the new
 * roots until the user shares them. */

typedef struct
{
  PaddockClient *client;      /* (owned) */
  GPtrArray *accepted;        /* (owned) char *: paths to add without a warning */
  GPtrArray *warned;          /* (owned) char *: paths with a warning, to add if the user agrees */
  char *first_warned;         /* (owned) (nullable) the first path of @warned, for display; NULL:
                               * @warned is empty */
  GPtrArray *known;           /* (owned) char *: ids of the chosen roots that are not new */
  PaddockPlaceWarnings warnings;
} Adding;

static void
adding_free (Adding *adding)
{
  g_clear_object (&adding->client);
  g_clear_pointer (&adding->accepted, g_ptr_array_unref);
  g_clear_pointer (&adding->warned, g_ptr_array_unref);
  g_clear_pointer (&adding->known, g_ptr_array_unref);
  g_free (adding->first_warned);
  g_free (adding);
}

static GTask *
adding_task_new (GtkWidget           *from,
                 PaddockClient       *client,
                 GAsyncReadyCallback  callback,
                 gpointer             user_data)
{
  GTask *task = g_task_new (from, NULL, callback, user_data);
  Adding *adding = g_new0 (Adding, 1);

  g_task_set_source_tag (task, adding_task_new);
  adding->client = g_object_ref (client);
  adding->accepted = g_ptr_array_new_with_free_func (g_free);
  adding->warned = g_ptr_array_new_with_free_func (g_free);
  adding->known = g_ptr_array_new_with_free_func (g_free);
  g_task_set_task_data (task, adding, (GDestroyNotify) adding_free);

  return task;
}

static GtkWindow *
get_window (GTask *task)
{
  GtkRoot *root = gtk_widget_get_root (g_task_get_source_object (task));

  return GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL;
}

/* Returns the path to show. In a sandbox this is the path on the host, because the portal's path
 * means nothing outside. */
static const char *
shown_path (const PaddockAddResult *result)
{
  return paddock_documents_is_sandboxed () && result->canonical != NULL ? result->canonical
                                                                        : result->path;
}

static void
show_refusals (GTask     *task,
               GPtrArray *results)
{
  g_autoptr (GString) body = g_string_new (NULL);
  guint n_refused = 0;

  for (guint i = 0; i < results->len; i++) {
    const PaddockAddResult *result = g_ptr_array_index (results, i);
    g_autofree char *path = paddock_text_shorten (shown_path (result), g_get_home_dir ());

    if (result->added || result->root_id != NULL ||
        (paddock_place_verdict_is_usable (result->verdict) && result->error == NULL))
      continue;

    if (n_refused++ > 0)
      g_string_append (body, "\n\n");
    g_string_append_printf (body, "%s\n%s", path,
                            paddock_place_verdict_is_usable (result->verdict)
                                ? result->error
                                : paddock_trouble_text_refusal (result->verdict));
  }

  if (n_refused > 0)
    paddock_compat_inform (get_window (task),
                           ngettext ("This Can’t Be Shared", "These Can’t Be Shared", n_refused),
                           body->str);
}

/* Shows a toast for each folder that was in the list before, is inside another folder of the list,
 * or was unavailable and works again. */
static void
show_notes (GTask     *task,
            GPtrArray *results)
{
  Adding *adding = g_task_get_task_data (task);
  GtkWidget *from = g_task_get_source_object (task);

  for (guint i = 0; i < results->len; i++) {
    const PaddockAddResult *result = g_ptr_array_index (results, i);
    g_autofree char *path = paddock_text_shorten (shown_path (result), g_get_home_dir ());
    g_autofree char *text = NULL;
    PaddockRootItem *outer;

    if (result->renewed)
      /* Translators: %s is a folder that had been deleted and was made again */
      text = g_strdup_printf (_("%s is shared again"), path);
    else if (!result->added && result->root_id != NULL)
      /* Translators: %s is a folder */
      text = g_strdup_printf (_("%s is already in your list"), path);
    else if (result->added && result->inside_id != NULL &&
             (outer = paddock_client_lookup_root (adding->client, result->inside_id)) != NULL) {
      const PaddockRoot *root = paddock_root_item_get_view (outer)->root;
      g_autofree char *outer_path = paddock_text_shorten (root->path, g_get_home_dir ());

      /* Translators: both are folders, the first lies in the second */
      text = g_strdup_printf (_("%s is inside %s: servers that see that folder see it too"), path,
                              outer_path);
    }

    if (text != NULL)
      paddock_toast_show (from, text);
  }
}

static void
on_added (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Adding *adding = g_task_get_task_data (task);
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  GError *error = NULL;

  results = paddock_client_call_add_results_finish (PADDOCK_CLIENT (source), result, &error);
  if (results == NULL) {
    g_task_return_error (task, error);
    return;
  }

  for (guint i = 0; i < results->len; i++) {
    const PaddockAddResult *added = g_ptr_array_index (results, i);

    if (added->added && added->root_id != NULL)
      g_strv_builder_add (ids, added->root_id);
    else if (added->root_id != NULL)
      g_ptr_array_add (adding->known, g_strdup (added->root_id));
  }
  show_refusals (task, results);
  show_notes (task, results);
  g_task_return_pointer (task, g_strv_builder_end (ids), (GDestroyNotify) g_strfreev);
}

static void
add_paths (GTask     *task,
           GPtrArray *paths,
           gboolean   accept_warnings)
{
  Adding *adding = g_task_get_task_data (task);
  g_autoptr (GSettings) settings = paddock_settings_new ();
  /* The service refuses read-write access to a folder that contains Paddock's own data. */
  PaddockAccess access = (adding->warnings & PADDOCK_PLACE_WARNING_CONTAINS_OWN)
                           ? PADDOCK_ACCESS_READ_ONLY
                           : paddock_settings_get_access (settings);

  if (paths->len == 0) {
    g_task_return_pointer (task, g_new0 (char *, 1), (GDestroyNotify) g_strfreev);
    return;
  }

  g_ptr_array_add (paths, NULL);
  paddock_client_call_add_roots_async (adding->client, (const char * const *) paths->pdata, NULL,
                                       access, FALSE, NULL, accept_warnings, NULL, on_added,
                                       g_object_ref (task));
}

static void
on_warning_answered (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Adding *adding = g_task_get_task_data (task);
  gboolean is_accepted = paddock_compat_confirm_finish (result, NULL);

  if (is_accepted)
    g_ptr_array_extend_and_steal (adding->accepted, g_steal_pointer (&adding->warned));
  else
    adding->warnings = PADDOCK_PLACE_WARNING_NONE;
  add_paths (task, adding->accepted, is_accepted);
}

static void
ask_about_warned (GTask *task)
{
  Adding *adding = g_task_get_task_data (task);
  g_autofree char *path = paddock_text_shorten (adding->first_warned, g_get_home_dir ());
  g_autofree char *heading = NULL;
  g_autofree char *body = paddock_trouble_text_warnings (adding->warnings);

  if (adding->warned->len == 1)
    /* Translators: %s is a folder */
    heading = g_strdup_printf (_("Add %s?"), path);
  else
    /* Translators: always several; some languages need the number's forms all the same */
    heading = g_strdup_printf (ngettext ("Add %u Folder?", "Add These %u Folders?",
                                         adding->warned->len), adding->warned->len);

  paddock_compat_confirm_async (get_window (task), heading, body, _("_Add Anyway"),
                                PADDOCK_CONFIRM_DESTRUCTIVE, NULL, on_warning_answered,
                                g_object_ref (task));
}

static void
on_inspected (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GPtrArray) results = NULL;
  Adding *adding = g_task_get_task_data (task);
  GError *error = NULL;

  results = paddock_client_call_add_results_finish (PADDOCK_CLIENT (source), result, &error);
  if (results == NULL) {
    g_task_return_error (task, error);
    return;
  }

  for (guint i = 0; i < results->len; i++) {
    const PaddockAddResult *inspected = g_ptr_array_index (results, i);

    if (inspected->root_id != NULL && !inspected->renewed)
      g_ptr_array_add (adding->known, g_strdup (inspected->root_id));
    if (!paddock_place_verdict_is_usable (inspected->verdict) ||
        (inspected->root_id != NULL && !inspected->renewed))
      continue;
    /* A path that only makes an existing root work again needs no question: the user saw the
     * warning when that root was first added. */
    if (inspected->verdict == PADDOCK_PLACE_WARNED && !inspected->renewed) {
      if (adding->first_warned == NULL)
        adding->first_warned = g_strdup (shown_path (inspected));
      adding->warnings |= inspected->warnings;
      g_ptr_array_add (adding->warned, g_strdup (inspected->path));
    } else
      g_ptr_array_add (adding->accepted, g_strdup (inspected->path));
  }

  show_refusals (task, results);
  if (adding->accepted->len + adding->warned->len < results->len)
    show_notes (task, results);
  if (adding->warned->len > 0)
    ask_about_warned (task);
  else
    add_paths (task, adding->accepted, FALSE);
}

static void
inspect_paths (GTask              *task,
               const char * const *paths)
{
  Adding *adding = g_task_get_task_data (task);

  if (paths == NULL || paths[0] == NULL) {
    g_task_return_pointer (task, g_new0 (char *, 1), (GDestroyNotify) g_strfreev);
    return;
  }

  paddock_client_call_inspect_async (adding->client, paths, NULL, on_inspected,
                                     g_object_ref (task));
}

static void
on_chosen (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GListModel) files = NULL;
  g_auto (GStrv) paths = NULL;
  GError *error = NULL;

  files = paddock_compat_choose_finish (result, &error);
  if (files == NULL) {
    g_task_return_error (task, error);
    return;
  }

  paths = paddock_adder_dup_paths (files);
  inspect_paths (task, (const char * const *) paths);
}

/* Whether @paths is a single path of the host that the sandbox can't see. */
static gboolean
is_out_of_sight (const char * const *paths)
{
  g_autofree char *mount = paddock_documents_dup_mount ();

  return paddock_documents_is_sandboxed () && paths[0] != NULL && paths[1] == NULL &&
         g_path_is_absolute (paths[0]) && !paddock_path_text_is_within (paths[0], mount);
}

static void
add_given (GTask              *task,
           const char * const *paths)
{
  g_autofree char *folder = NULL;

  if (!is_out_of_sight (paths)) {
    inspect_paths (task, paths);
    return;
  }
  folder = g_path_get_dirname (paths[0]);
  paddock_compat_choose_async (get_window (task), _("Add Folders"), _("_Add"),
                               PADDOCK_FILE_KIND_DIRECTORY, folder, NULL, on_chosen,
                               g_object_ref (task));
}

/**
 * paddock_adder_choose_async:
 * @from: a widget in the window that opens the chooser
 * @kind: folders or files
 *
 * Lets the user choose files or folders, and adds them.
 */
void
paddock_adder_choose_async (GtkWidget           *from,
                            PaddockClient       *client,
                            PaddockFileKind      kind,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  GTask *task = adding_task_new (from, client, callback, user_data);

  paddock_compat_choose_async (get_window (task),
                               kind == PADDOCK_FILE_KIND_DIRECTORY
                                   ? _("Add Folders") : _("Add Files"),
                               _("_Add"), kind, NULL, NULL, on_chosen, task);
}

/**
 * paddock_adder_choose_again_async:
 * @path: the path on the host of a root that the sandbox can no longer reach
 * @kind: whether the root is a folder or a file
 *
 * Lets the user choose the root again, in a chooser that opens at its parent folder. That gives the
 * sandbox access, and the root works again. Any other choice is added as a new root.
 */
void
paddock_adder_choose_again_async (GtkWidget           *from,
                                  PaddockClient       *client,
                                  const char          *path,
                                  PaddockFileKind      kind,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  GTask *task = adding_task_new (from, client, callback, user_data);
  g_autofree char *folder = g_path_get_dirname (path);

  paddock_compat_choose_async (get_window (task), _("Choose Again"), _("_Choose"), kind, folder,
                               NULL, on_chosen, task);
}

/**
 * paddock_adder_add_async:
 * @paths: paths from a drop on the window, or from a host's suggestion
 *
 * Adds paths that did not come from the chooser. A sandbox may have no access to such a path. Then
 * a chooser opens at the path, and adds what the user chooses.
 */
void
paddock_adder_add_async (GtkWidget           *from,
                         PaddockClient       *client,
                         const char * const  *paths,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  g_autoptr (GTask) task = adding_task_new (from, client, callback, user_data);

  add_given (task, paths);
}

static void
on_path_given (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autofree char *text = paddock_compat_prompt_finish (result, NULL);
  g_autofree char *path = text != NULL ? paddock_uri_read_text (text, g_get_home_dir ()) : NULL;
  const char *paths[] = { path, NULL };

  add_given (task, paths);
}

/* Asks for a path. If the clipboard contains a single path, suggests it. */
static void
on_pasted (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  GTask *task = user_data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
  g_autofree char *path = NULL;
  gboolean is_place;

  path = paddock_uri_read_text (text != NULL ? text : "", g_get_home_dir ());
  is_place = g_path_is_absolute (path) && strchr (path, '\n') == NULL;
  paddock_compat_prompt_async (get_window (task), _("Add by Path"),
                               _("A folder or file on this computer, such as ~/Projects."),
                               is_place ? path : "", _("_Add"), NULL, on_path_given, task);
}

/**
 * paddock_adder_ask_path_async:
 *
 * Lets the user type or paste a path, and adds it like paddock_adder_add_async().
 */
void
paddock_adder_ask_path_async (GtkWidget           *from,
                              PaddockClient       *client,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  GTask *task = adding_task_new (from, client, callback, user_data);

  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (from), NULL, on_pasted, task);
}

/**
 * paddock_adder_finish:
 *
 * Returns: (transfer full): the ids of the new roots, maybe none; %NULL with @error set if the
 *   service did not answer. Dialogs have already shown which paths were refused
 */
GStrv
paddock_adder_finish (GAsyncResult  *result,
                      GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, adding_task_new), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * paddock_adder_get_known:
 *
 * Returns: (transfer none) (element-type utf8): the ids of the chosen roots that existed before
 */
GPtrArray *
paddock_adder_get_known (GAsyncResult *result)
{
  Adding *adding;

  g_return_val_if_fail (g_async_result_is_tagged (result, adding_task_new), NULL);

  adding = g_task_get_task_data (G_TASK (result));
  return adding->known;
}

/**
 * paddock_adder_dup_paths:
 * @files: a list of #GFile
 *
 * Returns: (transfer full): the paths of those files that have a path
 */
GStrv
paddock_adder_dup_paths (GListModel *files)
{
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();

  for (guint i = 0; i < g_list_model_get_n_items (files); i++) {
    g_autoptr (GFile) file = g_list_model_get_item (files, i);
    const char *path = g_file_peek_path (file);

    if (path != NULL)
      g_strv_builder_add (paths, path);
  }

  return g_strv_builder_end (paths);
}
