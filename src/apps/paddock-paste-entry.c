/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-paste-entry.h"

#include "paddock-app-obstacle.h"
#include "paddock-error.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Finds the servers in JSON (or TOML) that somebody copied from the instructions of a server.
 *
 * These instructions are for any app, so each member has all the names that apps give it. The text
 * may be a whole configuration file, a list of servers, or the entry of one server.
 *
 * A server that Paddock can't use is not left out: it gets the reason as its trouble. Otherwise a
 * user would look for it in vain.
 */

/* The objects that hold servers, for all apps; "/" is between keys. */
static const char * const containers[] = {
  "mcpServers", "servers", "context_servers", "mcp_servers", "mcp/servers", "mcp", "extensions",
};
static const char * const command_names[] = { "command", "cmd" };
static const char * const address_names[] = { "url", "serverUrl", "httpUrl", "uri" };
static const char * const env_names[] = { "env", "environment", "envs" };
static const char * const header_names[] = { "headers", "http_headers" };
/* Members that don't change how the app starts the server. */
static const char * const neutral_names[] = {
  "$schema", "alwaysAllow", "autoApprove", "available_tools", "bundled", "description", "disabled",
  "disabledTools", "display_name", "enabled", "enabled_tools", "env_keys", "excludeTools",
  "gallery", "icon", "includeTools", "name", "settings", "source", "timeout", "tools", "transport",
  "transportType", "trust", "type", "version",
};

typedef struct {
  const PaddockConfigTree *tree;
  PaddockPaste            *paste;
  PaddockAppObstacle       obstacle;
} Reader;

static gboolean
is_listed (const char * const *list,
           gsize               n_list,
           const char         *name)
{
  for (gsize i = 0; i < n_list; i++)
    if (g_strcmp0 (list[i], name) == 0)
      return TRUE;
  return FALSE;
}

#define IS_LISTED(list, name) is_listed (list, G_N_ELEMENTS (list), name)

static PaddockConfigKind
kind_of (const PaddockConfigTree *tree,
         guint                    node)
{
  return paddock_config_tree_get (tree, node)->kind;
}

static char *
dup_literal (const PaddockConfigTree *tree,
             guint                    node)
{
  const PaddockConfigNode *value = paddock_config_tree_get (tree, node);

  return g_strndup (paddock_config_tree_get_text (tree, NULL) + value->begin,
                    value->end - value->begin);
}

static gboolean
add_word (Reader       *self,
          GStrvBuilder *builder,
          guint         node)
{
  g_autofree char *word = paddock_config_tree_dup_string (self->tree, node);

  if (word == NULL) {
    self->obstacle = PADDOCK_APP_OBSTACLE_NOT_TEXT;
    return FALSE;
  }
  g_strv_builder_add (builder, word);
  return TRUE;
}

static gboolean
add_words (Reader       *self,
           GStrvBuilder *builder,
           guint         node)
{
  if (kind_of (self->tree, node) != PADDOCK_CONFIG_ARRAY)
    return add_word (self, builder, node);
  for (guint i = paddock_config_tree_get (self->tree, node)->first; i != 0;
       i = paddock_config_tree_get (self->tree, i)->next)
    if (!add_word (self, builder, i))
      return FALSE;
  return TRUE;
}

/* Reads the command of an object, and its arguments. @command: the member with the program */
static void
read_words (Reader *self,
            guint   object,
            guint   command)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  guint args = paddock_config_tree_find (self->tree, object, "args", NULL);

  if (args != 0 && kind_of (self->tree, args) != PADDOCK_CONFIG_ARRAY)
    self->obstacle = PADDOCK_APP_OBSTACLE_NOT_TEXT;
  else if (add_words (self, builder, command) && args != 0)
    add_words (self, builder, args);
  g_strfreev (self->paste->words);
  self->paste->words = g_strv_builder_end (builder);
  if (self->obstacle == PADDOCK_APP_OBSTACLE_NONE &&
      (self->paste->words[0] == NULL || *self->paste->words[0] == '\0'))
    self->obstacle = PADDOCK_APP_OBSTACLE_NOT_TEXT;
}

/* Returns the members of an object as "NAMEseparatorVALUE". Numbers and booleans count as text,
 * because most apps accept them. */
static GStrv
read_pairs (Reader     *self,
            guint       object,
            const char *separator)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (kind_of (self->tree, object) != PADDOCK_CONFIG_OBJECT) {
    self->obstacle = PADDOCK_APP_OBSTACLE_FORM;
    return g_strv_builder_end (builder);
  }
  for (guint i = paddock_config_tree_get (self->tree, object)->first; i != 0;
       i = paddock_config_tree_get (self->tree, i)->next) {
    g_autofree char *name = paddock_config_tree_dup_key (self->tree, i);
    g_autofree char *value = kind_of (self->tree, i) == PADDOCK_CONFIG_SCALAR
                             ? dup_literal (self->tree, i)
                             : paddock_config_tree_dup_string (self->tree, i);
    g_autofree char *pair = NULL;

    if (name == NULL || *name == '\0' || strpbrk (name, "=:\n") != NULL || value == NULL ||
        g_str_equal (value, "null")) {
      self->obstacle = PADDOCK_APP_OBSTACLE_FORM;
      continue;
    }
    pair = g_strconcat (name, separator, value, NULL);
    g_strv_builder_add (builder, pair);
  }
  return g_strv_builder_end (builder);
}

static void
set_url (Reader *self,
         guint   node)
{
  if (self->paste->url != NULL) {
    self->obstacle = PADDOCK_APP_OBSTACLE_AMBIGUOUS;
    return;
  }
  self->paste->url = paddock_config_tree_dup_string (self->tree, node);
  if (self->paste->url == NULL)
    self->obstacle = PADDOCK_APP_OBSTACLE_NOT_TEXT;
}

static void
set_pairs (Reader     *self,
           GStrv      *pairs,
           guint       node,
           const char *separator)
{
  g_strfreev (*pairs);
  *pairs = read_pairs (self, node, separator);
}

/* Reads a command of the form {"path": …, "args": …, "env": …}, as Zed had it. */
static void
read_command_object (Reader *self,
                     guint   object)
{
  guint path = paddock_config_tree_find (self->tree, object, "path", NULL);
  guint env = paddock_config_tree_find (self->tree, object, "env", NULL);

  if (path == 0)
    self->obstacle = PADDOCK_APP_OBSTACLE_FORM;
  else
    read_words (self, object, path);
  if (env != 0)
    set_pairs (self, &self->paste->env, env, "=");
}

/* Reads one member of an entry. */
static void
read_member (Reader       *self,
             guint         object,
             guint         member,
             GStrvBuilder *left_out)
{
  g_autofree char *name = paddock_config_tree_dup_key (self->tree, member);

  if (name == NULL) {
    self->obstacle = PADDOCK_APP_OBSTACLE_FORM;
  } else if (IS_LISTED (command_names, name)) {
    if (self->paste->words != NULL)
      self->obstacle = PADDOCK_APP_OBSTACLE_AMBIGUOUS;
    else if (kind_of (self->tree, member) == PADDOCK_CONFIG_OBJECT)
      read_command_object (self, member);
    else
      read_words (self, object, member);
  } else if (IS_LISTED (address_names, name)) {
    set_url (self, member);
  } else if (IS_LISTED (env_names, name)) {
    set_pairs (self, &self->paste->env, member, "=");
  } else if (IS_LISTED (header_names, name)) {
    set_pairs (self, &self->paste->headers, member, ": ");
  } else if (!IS_LISTED (neutral_names, name) && !g_str_equal (name, "args")) {
    g_strv_builder_add (left_out, name);
  }
}

static void
read_members (Reader       *self,
              guint         object,
              GStrvBuilder *left_out)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = paddock_config_tree_get (self->tree, object)->first; i != 0;
       i = paddock_config_tree_get (self->tree, i)->next) {
    char *name = paddock_config_tree_dup_key (self->tree, i);

    if (name != NULL && !g_hash_table_add (seen, name))
      self->obstacle = PADDOCK_APP_OBSTACLE_TWICE;
    else
      read_member (self, object, i, left_out);
  }
}

static char *
dup_name (const PaddockConfigTree *tree,
          guint                    node)
{
  g_autofree char *key = paddock_config_tree_dup_key (tree, node);
  guint name = paddock_config_tree_find (tree, node, "name", NULL);

  if (key != NULL && *key != '\0')
    return g_steal_pointer (&key);
  return name != 0 ? paddock_config_tree_dup_string (tree, name) : NULL;
}

static PaddockPaste *
read_entry (const PaddockConfigTree *tree,
            guint                    node,
            gboolean                 has_name)
{
  PaddockPaste *paste = g_new0 (PaddockPaste, 1);
  Reader self = { tree, paste, PADDOCK_APP_OBSTACLE_NONE };
  g_autoptr (GStrvBuilder) left_out = g_strv_builder_new ();

  if (has_name)
    paste->name = dup_name (tree, node);
  if (kind_of (tree, node) == PADDOCK_CONFIG_OBJECT)
    read_members (&self, node, left_out);
  if (self.obstacle == PADDOCK_APP_OBSTACLE_NONE && paste->words != NULL && paste->url != NULL)
    self.obstacle = PADDOCK_APP_OBSTACLE_AMBIGUOUS;
  if (self.obstacle == PADDOCK_APP_OBSTACLE_NONE && paste->words == NULL && paste->url == NULL)
    self.obstacle = PADDOCK_APP_OBSTACLE_FORM;
  if (self.obstacle != PADDOCK_APP_OBSTACLE_NONE)
    paste->trouble = g_strdup (paddock_app_obstacle_get_text (self.obstacle));
  paste->left_out = g_strv_builder_end (left_out);
  paddock_paste_finish (paste);
  return paste;
}

/* Whether an object is the entry of a server, and no list of servers. */
static gboolean
is_entry (const PaddockConfigTree *tree,
          guint                    object)
{
  for (guint i = 0; i < G_N_ELEMENTS (command_names); i++) {
    guint member = paddock_config_tree_find (tree, object, command_names[i], NULL);

    /* A list may have a server whose name is "command". */
    if (member != 0 && (kind_of (tree, member) != PADDOCK_CONFIG_OBJECT ||
                        paddock_config_tree_find (tree, member, "path", NULL) != 0))
      return TRUE;
  }
  for (guint i = 0; i < G_N_ELEMENTS (address_names); i++) {
    guint member = paddock_config_tree_find (tree, object, address_names[i], NULL);

    if (member != 0 && kind_of (tree, member) == PADDOCK_CONFIG_STRING)
      return TRUE;
  }
  return FALSE;
}

static gboolean
has_entry (const PaddockConfigTree *tree,
           guint                    container)
{
  for (guint i = paddock_config_tree_get (tree, container)->first; i != 0;
       i = paddock_config_tree_get (tree, i)->next)
    if (is_entry (tree, i))
      return TRUE;
  return FALSE;
}

static guint
find_path (const PaddockConfigTree *tree,
           const char              *path,
           guint                   *out_count)
{
  g_auto (GStrv) keys = g_strsplit (path, "/", -1);
  guint node = PADDOCK_CONFIG_TREE_ROOT;

  for (guint i = 0; keys[i] != NULL; i++) {
    guint count;

    node = paddock_config_tree_find (tree, node, keys[i], &count);
    *out_count = MAX (*out_count, count);
    if (node == 0)
      return 0;
  }
  return node;
}

/* Returns the value that holds the servers. If there is none, it is the root. */
static guint
find_container (const PaddockConfigTree *tree,
                guint                   *out_count)
{
  guint first = 0;

  for (guint i = 0; i < G_N_ELEMENTS (containers); i++) {
    guint node = find_path (tree, containers[i], out_count);

    if (node != 0 && has_entry (tree, node))
      return node;
    first = first != 0 ? first : node;
  }
  return first;
}

static GPtrArray *
fail (GError     **error,
      const char  *sentence)
{
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT, sentence);
  return NULL;
}

/**
 * paddock_paste_entry_read_all:
 * @tree: what somebody copied
 *
 * Returns: (transfer full) (element-type PaddockPaste): the servers in @tree, at least one; %NULL
 *   with a sentence for the user
 */
GPtrArray *
paddock_paste_entry_read_all (const PaddockConfigTree  *tree,
                              GError                  **error)
{
  g_autoptr (GPtrArray) servers =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_paste_free);
  guint count = 0, container = 0;

  if (is_entry (tree, PADDOCK_CONFIG_TREE_ROOT)) {
    g_ptr_array_add (servers, read_entry (tree, PADDOCK_CONFIG_TREE_ROOT, TRUE));
    return g_steal_pointer (&servers);
  }
  container = find_container (tree, &count);
  if (count > 1)
    return fail (error, _("The text has the same list of servers twice. Remove one of them."));
  if (container == 0 && !has_entry (tree, PADDOCK_CONFIG_TREE_ROOT))
    return fail (error, _("The text has no server. Copy the part with “command” or “url”."));
  for (guint i = paddock_config_tree_get (tree, container)->first; i != 0;
       i = paddock_config_tree_get (tree, i)->next) {
    if (servers->len == PADDOCK_PASTE_MAX_SERVERS)
      return fail (error, _("The text has too many servers. Copy only the one you want."));
    g_ptr_array_add (servers, read_entry (tree, i, TRUE));
  }
  if (servers->len == 0)
    return fail (error, _("The list of servers in the text is empty."));
  return g_steal_pointer (&servers);
}
