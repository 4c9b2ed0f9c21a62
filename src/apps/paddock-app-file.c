/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-file.h"

#include "paddock-app-disk.h"
#include "paddock-app-mention.h"
#include "paddock-command-folders.h"
#include "paddock-error.h"
#include "paddock-jsonc.h"
#include "paddock-toml.h"
#include "paddock-yaml.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Reads the configuration file of an app, and finds the servers in it. */

typedef struct {
  const PaddockApp        *app;
  const PaddockAppPlace   *place;
  const PaddockConfigTree *tree;
  GPtrArray               *entries;
} Reader;

/**
 * paddock_app_file_scan:
 * @bytes: a whole configuration file of @app
 *
 * Returns: (transfer full): the values of the file; %NULL with a sentence for the user
 */
PaddockConfigTree *
paddock_app_file_scan (const PaddockApp  *app,
                       GBytes            *bytes,
                       GError           **error)
{
  switch (app->syntax) {
    case PADDOCK_APP_SYNTAX_JSON:
      return paddock_jsonc_scan (bytes, PADDOCK_JSONC_STRICT, error);
    case PADDOCK_APP_SYNTAX_JSON_COMMENTS:
      return paddock_jsonc_scan (bytes, PADDOCK_JSONC_COMMENTS, error);
    case PADDOCK_APP_SYNTAX_JSON_COMMENTS_AND_COMMAS:
      return paddock_jsonc_scan (bytes, PADDOCK_JSONC_COMMENTS_AND_COMMAS, error);
    case PADDOCK_APP_SYNTAX_TOML:
      return paddock_toml_scan (bytes, error);
    case PADDOCK_APP_SYNTAX_YAML:
#ifdef HAVE_YAML
      return paddock_yaml_scan (bytes, error);
#else
      g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                           paddock_app_obstacle_get_text (PADDOCK_APP_OBSTACLE_SYNTAX));
      return NULL;
#endif
    case PADDOCK_APP_SYNTAX_NONE:
    default:
      g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                           paddock_app_obstacle_get_text (PADDOCK_APP_OBSTACLE_OWN_STORE));
      return NULL;
  }
}

/* Reads the servers of one container. The names of @seen are those that an earlier server has. */
static void
read_container (Reader     *self,
                guint       container,
                const char *project)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  const PaddockConfigNode *node = paddock_config_tree_get (self->tree, container);
  gboolean is_list = self->app->keys->name != NULL;

  if (node->kind != (is_list ? PADDOCK_CONFIG_ARRAY : PADDOCK_CONFIG_OBJECT))
    return;
  for (guint i = node->first; i != 0; i = paddock_config_tree_get (self->tree, i)->next) {
    PaddockAppEntry *entry = paddock_app_entry_new (self->app, self->place, self->tree, i, project);
    PaddockAppEntry *twin = g_hash_table_lookup (seen, entry->name);

    g_ptr_array_add (self->entries, entry);
    if (twin != NULL && !(is_list && *entry->name == '\0'))
      twin->obstacle = entry->obstacle = PADDOCK_APP_OBSTACLE_TWICE;
    g_hash_table_insert (seen, entry->name, entry);
  }
}

/* The command of an entry with references may stand anywhere in the file. */
static void
look_behind_references (Reader *self)
{
  gboolean has_references = FALSE, is_named;

  for (guint i = 0; i < self->entries->len; i++)
    has_references |= ((PaddockAppEntry *) g_ptr_array_index (self->entries, i))->obstacle ==
                      PADDOCK_APP_OBSTACLE_REFERENCES;
  is_named = has_references &&
             paddock_app_mention_find_anywhere (self->tree, PADDOCK_CONFIG_TREE_ROOT);
  for (guint i = 0; is_named && i < self->entries->len; i++) {
    PaddockAppEntry *entry = g_ptr_array_index (self->entries, i);

    entry->names_paddock |= entry->obstacle == PADDOCK_APP_OBSTACLE_REFERENCES;
  }
}

static gboolean
read_path (Reader      *self,
           guint        index,
           const char  *path,
           const char  *project,
           GError     **error)
{
  const char *slash = strchr (path, '/');
  g_autofree char *key = slash != NULL ? g_strndup (path, slash - path) : g_strdup (path);
  const PaddockConfigNode *node = paddock_config_tree_get (self->tree, index);
  guint count, found;

  if (g_str_equal (key, "*") && slash != NULL) {
    for (guint i = node->kind == PADDOCK_CONFIG_OBJECT ? node->first : 0; i != 0;
         i = paddock_config_tree_get (self->tree, i)->next) {
      g_autofree char *name = paddock_config_tree_dup_key (self->tree, i);

      if (name != NULL && !read_path (self, i, slash + 1, name, error))
        return FALSE;
    }
    return TRUE;
  }
  found = paddock_config_tree_find (self->tree, index, key, &count);
  if (count > 1) {
    /* Translators: %s is a name in a configuration file, such as mcpServers */
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_AMBIGUOUS,
                 _("The file has “%s” twice. Remove one of them first."), key);
    return FALSE;
  }
  if (found == 0)
    return TRUE;
  if (slash != NULL)
    return read_path (self, found, slash + 1, project, error);
  read_container (self, found, project);
  return TRUE;
}

/**
 * paddock_app_file_read:
 * @place: where the file is
 * @tree: the result of paddock_app_file_scan()
 *
 * Returns: (transfer full) (element-type PaddockAppEntry): the servers of the file, in its order;
 *   %NULL with a sentence for the user if the file has the servers twice
 */
GPtrArray *
paddock_app_file_read (const PaddockApp         *app,
                       const PaddockAppPlace    *place,
                       const PaddockConfigTree  *tree,
                       GError                  **error)
{
  const char * const *paths = place->containers != NULL ? place->containers : app->containers;
  g_autoptr (GPtrArray) entries =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_app_entry_free);
  Reader self = { app, place, tree, entries };

  for (guint i = 0; paths[i] != NULL; i++)
    if (!read_path (&self, PADDOCK_CONFIG_TREE_ROOT, paths[i], NULL, error))
      return NULL;
  look_behind_references (&self);
  return g_steal_pointer (&entries);
}

/* An argument that looks like a folder counts as one only if it is one. */
static GStrv
keep_folders (GStrv folders)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; folders[i] != NULL; i++)
    if (g_file_test (folders[i], G_FILE_TEST_IS_DIR))
      g_strv_builder_add (builder, folders[i]);
  g_strfreev (folders);
  return g_strv_builder_end (builder);
}

/* As keep_folders(), for paths as they are written in a command. */
static GStrv
keep_named (GStrv       paths,
            const char *directory)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) named = paths;

  for (guint i = 0; named[i] != NULL; i++) {
    char *path = paddock_command_folders_resolve (named[i], g_get_home_dir (), directory);

    if (path != NULL)
      g_strv_builder_add (builder, path);
    g_free (path);
  }
  return keep_folders (g_strv_builder_end (builder));
}

/* Finds the servers. If this fails, the file has a trouble and no servers. */
static void
read_entries (PaddockAppFile *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PaddockConfigTree) tree = paddock_app_file_scan (self->app, self->bytes, &error);
  GPtrArray *entries = NULL;

  if (tree != NULL)
    entries = paddock_app_file_read (self->app, self->place, tree, &error);
  self->is_parsed = entries != NULL;
  if (tree != NULL && self->place->containers != NULL)
    self->projects = paddock_config_tree_dup_keys (tree, PADDOCK_CONFIG_TREE_ROOT, "projects");
  if (entries == NULL) {
    g_free (self->trouble);
    self->trouble = g_strdup (error->message);
    return;
  }
  g_ptr_array_unref (self->entries);
  self->entries = entries;
  for (guint i = 0; i < entries->len; i++) {
    PaddockAppEntry *entry = g_ptr_array_index (entries, i);

    entry->folders = keep_folders (entry->folders);
    entry->named = keep_named (entry->named, entry->project);
  }
}

static PaddockAppFile *
make_file (const PaddockApp *app)
{
  PaddockAppFile *self = g_atomic_rc_box_new0 (PaddockAppFile);

  self->app = app;
  self->entries = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_app_entry_free);
  return self;
}

/**
 * paddock_app_file_new:
 * @path: an absolute path
 * @project: (nullable): the directory of the project that has the file
 * @most: how many bytes the file may have; a larger one has a trouble
 *
 * Reads a file. Blocks if its file system hangs.
 *
 * Returns: (transfer full) (nullable): the file, maybe with a trouble; %NULL if there is none
 */
PaddockAppFile *
paddock_app_file_new (const PaddockApp      *app,
                      const PaddockAppPlace *place,
                      const char            *path,
                      const char            *project,
                      gsize                  most)
{
  g_auto (PaddockAppDisk) disk = { NULL };
  PaddockAppFile *self;

  if (!paddock_app_disk_read_some (&disk, path, most))
    return NULL;
  self = make_file (app);
  self->place = place;
  self->path = g_strdup (path);
  self->project = g_strdup (project);
  self->target = g_steal_pointer (&disk.target);
  self->bytes = g_steal_pointer (&disk.bytes);
  self->trouble = g_steal_pointer (&disk.trouble);
  if (self->bytes != NULL) {
    self->n_bytes = g_bytes_get_size (self->bytes);
    read_entries (self);
  }
  if (project != NULL)
    g_clear_pointer (&self->bytes, g_bytes_unref);
  return self;
}

/**
 * paddock_app_file_new_without:
 *
 * Returns: (transfer full): stands for an app that has no configuration file
 */
PaddockAppFile *
paddock_app_file_new_without (const PaddockApp *app)
{
  PaddockAppFile *self = make_file (app);

  self->trouble = g_strdup (paddock_app_obstacle_get_text (PADDOCK_APP_OBSTACLE_OWN_STORE));
  return self;
}

/**
 * paddock_app_file_may_have_servers:
 *
 * Returns: whether a file that can't be read may have servers; one without a letter has none
 */
gboolean
paddock_app_file_may_have_servers (const PaddockAppFile *self)
{
  gsize size = 0;
  const char *text = self->bytes != NULL ? g_bytes_get_data (self->bytes, &size) : NULL;

  if (self->place == NULL)
    return FALSE;
  for (gsize i = 0; i < size; i++)
    if (!g_ascii_isspace (text[i]))
      return TRUE;
  return self->bytes == NULL;
}

PaddockAppFile *
paddock_app_file_ref (PaddockAppFile *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear_file (gpointer data)
{
  PaddockAppFile *self = data;

  g_free (self->path);
  g_free (self->target);
  g_free (self->project);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_strfreev (self->projects);
  g_ptr_array_unref (self->entries);
  g_free (self->trouble);
}

void
paddock_app_file_unref (PaddockAppFile *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, clear_file);
}
