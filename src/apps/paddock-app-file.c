/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-file.h"

#include "paddock-error.h"
#include "paddock-jsonc.h"
#include "paddock-toml.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Finds the servers in the configuration file of an app. The caller reads the file, and this code
 * only gets its bytes. */

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
      g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                           paddock_app_obstacle_get_text (PADDOCK_APP_OBSTACLE_SYNTAX));
      return NULL;
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

  if (node->kind != PADDOCK_CONFIG_OBJECT)
    return;
  for (guint i = node->first; i != 0; i = paddock_config_tree_get (self->tree, i)->next) {
    PaddockAppEntry *entry = paddock_app_entry_new (self->app, self->place, self->tree, i, project);
    PaddockAppEntry *twin = g_hash_table_lookup (seen, entry->name);

    g_ptr_array_add (self->entries, entry);
    if (twin != NULL)
      twin->obstacle = entry->obstacle = PADDOCK_APP_OBSTACLE_TWICE;
    g_hash_table_insert (seen, entry->name, entry);
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
  return g_steal_pointer (&entries);
}
