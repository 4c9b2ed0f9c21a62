/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-entry.h"

#include "paddock-address.h"
#include "paddock-app-headers.h"
#include "paddock-app-launch.h"
#include "paddock-app-mention.h"
#include "paddock-app-style.h"
#include "paddock-command-folders.h"
#include "paddock-command-line.h"
#include "paddock-run-line.h"
#include "paddock-token.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Reads the entry of one server in an app's configuration file, and decides whether Paddock can
 * change it.
 *
 * The entry is data that somebody else wrote. Whatever it contains, reading it has no effect. The
 * obstacle begins as %PADDOCK_APP_OBSTACLE_FORM, and only an entry that passes all checks gets
 * %PADDOCK_APP_OBSTACLE_NONE.
 */

/* The members of an entry with an address that mean the same for an entry with a command. With any
 * other member, Paddock leaves the entry alone. */
static const char * const neutral_members[] = {
  "alwaysAllow", "autoApprove", "available_tools", "bundled", "connectionTimeout", "description",
  "disabled", "disabledTools", "disabled_tools", "display_name", "enabled", "enabled_tools",
  "env_keys", "excludeTools", "gallery", "includeTools", "name", "startup_timeout_sec", "timeout",
  "tool_timeout_sec", "tools", "trust", "version",
};

static gboolean
is_neutral (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (neutral_members); i++)
    if (g_strcmp0 (neutral_members[i], name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
has_variable (const char *text)
{
  return strpbrk (text, "${") != NULL;
}

/* Adds the strings of an array. Returns FALSE if one of its values isn't text. */
static gboolean
add_strings (GStrvBuilder            *builder,
             const PaddockConfigTree *tree,
             guint                    array)
{
  const PaddockConfigNode *node = paddock_config_tree_get (tree, array);

  if (node->kind != PADDOCK_CONFIG_ARRAY)
    return FALSE;
  for (guint i = node->first; i != 0; i = paddock_config_tree_get (tree, i)->next) {
    g_autofree char *text = paddock_config_tree_dup_string (tree, i);

    if (text == NULL)
      return FALSE;
    g_strv_builder_add (builder, text);
  }
  return TRUE;
}

/**
 * paddock_app_entry_dup_words:
 * @node: the object of an entry with a command
 *
 * Returns: (transfer full) (nullable): the command and its arguments, as the app starts them; %NULL
 *   if there is no command, or if a part of it isn't text
 */
GStrv
paddock_app_entry_dup_words (const PaddockApp        *app,
                             const PaddockConfigTree *tree,
                             guint                    node)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) words = NULL;
  guint command = paddock_config_tree_find (tree, node, app->keys->command, NULL);
  guint args = app->keys->args != NULL
               ? paddock_config_tree_find (tree, node, app->keys->args, NULL) : command;

  if (command == 0)
    return NULL;
  if (app->keys->args != NULL) {
    g_autofree char *program = paddock_config_tree_dup_string (tree, command);

    if (program == NULL)
      return NULL;
    g_strv_builder_add (builder, program);
  }
  if (args != 0 && !add_strings (builder, tree, args))
    return NULL;
  words = g_strv_builder_end (builder);
  return words[0] != NULL && *words[0] != '\0' ? g_steal_pointer (&words) : NULL;
}

/**
 * paddock_app_entry_find_address:
 * @node: the object of an entry
 * @out_count: (out): how many members name an address
 *
 * Returns: the last member with an address; 0 if there is none
 */
guint
paddock_app_entry_find_address (const PaddockApp        *app,
                                const PaddockConfigTree *tree,
                                guint                    node,
                                guint                   *out_count)
{
  guint found = 0;

  *out_count = 0;
  for (guint i = 0; app->keys->addresses[i] != NULL; i++) {
    guint count;
    guint member = paddock_config_tree_find (tree, node, app->keys->addresses[i], &count);

    found = member != 0 ? member : found;
    *out_count += count;
  }
  return found;
}

/* Returns the names of an object's members. */
static GStrv
dup_names (const PaddockConfigTree *tree,
           guint                    entry,
           const char              *member)
{
  return member != NULL ? paddock_config_tree_dup_keys (tree, entry, member) : g_new0 (char *, 1);
}

static gboolean
has_member_twice (const PaddockConfigTree *tree,
                  guint                    entry)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = paddock_config_tree_get (tree, entry)->first; i != 0;
       i = paddock_config_tree_get (tree, i)->next) {
    char *name = paddock_config_tree_dup_key (tree, i);

    if (name != NULL && !g_hash_table_add (seen, name))
      return TRUE;
  }
  return FALSE;
}

/* Finds the paths that may be those of folders. The caller looks whether they are. Only an argument
 * that every app leaves as it is may become `{roots}`. */
static void
find_folders (PaddockAppEntry *self)
{
  g_autoptr (GPtrArray) found =
    paddock_command_folders_find ((const char * const *) self->words);
  g_autoptr (GStrvBuilder) folders = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) named = g_strv_builder_new ();

  for (guint i = 0; i < found->len; i++) {
    const PaddockCommandPath *one = g_ptr_array_index (found, i);

    g_strv_builder_add (named, one->path);
    if (one->is_argument && g_path_is_absolute (one->path))
      g_strv_builder_add (folders, one->path);
  }
  self->folders = g_strv_builder_end (folders);
  self->named = g_strv_builder_end (named);
}

/* Whether a literal is a text with or without quotes, and has no escapes, so that Paddock can write
 * the same literal again. */
static gboolean
is_plain (const PaddockConfigTree *tree,
          gsize                    begin,
          gsize                    end,
          const char              *value)
{
  char quote = paddock_config_tree_get_char (tree, begin);

  if (quote == '"' || quote == '\'')
    return end - begin == strlen (value) + 2;
  return paddock_app_style_is_bare (value);
}

/* Whether a member with the type of an address has a value that a key can remember. */
static gboolean
is_known_type (const PaddockApp        *app,
               const PaddockConfigTree *tree,
               guint                    member,
               const char              *name)
{
  const PaddockConfigNode *node = paddock_config_tree_get (tree, member);
  g_autofree char *type = NULL;

  if (app->keys->local_type == NULL || g_strcmp0 (name, app->keys->type) != 0)
    return FALSE;
  type = paddock_config_tree_dup_string (tree, member);
  return type != NULL && g_ascii_isalpha (*type) && paddock_token_is_valid (type) &&
         strchr (type, '.') == NULL &&
         is_plain (tree, node->begin, node->end, type);
}

/* Whether each other member of an entry with an address suits an entry with a command. */
static gboolean
has_only_known_members (const PaddockApp        *app,
                        const PaddockConfigTree *tree,
                        guint                    entry,
                        guint                    address)
{
  for (guint i = paddock_config_tree_get (tree, entry)->first; i != 0;
       i = paddock_config_tree_get (tree, i)->next) {
    const PaddockConfigNode *node = paddock_config_tree_get (tree, i);
    g_autofree char *name = paddock_config_tree_dup_key (tree, i);
    gboolean is_known = i == address || is_neutral (name) ||
                        g_strcmp0 (name, app->keys->env) == 0 ||
                        (app->keys->headers != NULL && g_strcmp0 (name, app->keys->headers) == 0) ||
                        is_known_type (app, tree, i, name);

    if (!is_known || !is_plain (tree, node->key_begin, node->key_end, name))
      return FALSE;
  }
  return TRUE;
}

static PaddockAppObstacle
judge_address (const PaddockApp        *app,
               const PaddockConfigTree *tree,
               const PaddockAppEntry   *self,
               guint                    address)
{
  g_autoptr (PaddockAddress) parsed = NULL;

  if (has_variable (self->url)) {
    if (!app->keys->expands_alike)
      return PADDOCK_APP_OBSTACLE_VARIABLES;
    if (!g_str_has_prefix (self->url, "https://"))
      return PADDOCK_APP_OBSTACLE_ADDRESS;
  } else {
    parsed = paddock_address_new (self->url, NULL);
    if (parsed == NULL || (!parsed->is_secure && !parsed->is_loopback))
      return PADDOCK_APP_OBSTACLE_ADDRESS;
  }
  if (paddock_command_line_has_secret (self->url))
    return PADDOCK_APP_OBSTACLE_SECRET;
  if (!has_only_known_members (app, tree, self->node, address))
    return PADDOCK_APP_OBSTACLE_MEMBERS;
  return paddock_app_headers_judge (app, tree, self->node);
}

static PaddockAppObstacle
read_address (PaddockAppEntry         *self,
              const PaddockApp        *app,
              const PaddockConfigTree *tree,
              guint                    address)
{
  self->url = paddock_config_tree_dup_string (tree, address);
  if (self->url == NULL)
    return PADDOCK_APP_OBSTACLE_NOT_TEXT;
  self->kind = PADDOCK_APP_ENTRY_ADDRESS;
  return judge_address (app, tree, self, address);
}

/* Moving the program's name into the arguments must not change its meaning. Some apps replace "~"
 * and variables only in the name. */
static PaddockAppObstacle
judge_program (const PaddockApp *app,
               const char       *program)
{
  if (app->keys->args != NULL &&
      (*program == '~' || (!app->keys->expands_alike && has_variable (program))))
    return PADDOCK_APP_OBSTACLE_VARIABLES;
  return PADDOCK_APP_OBSTACLE_NONE;
}

static PaddockAppObstacle
read_command (PaddockAppEntry         *self,
              const PaddockApp        *app,
              const PaddockConfigTree *tree)
{
  g_auto (GStrv) words = paddock_app_entry_dup_words (app, tree, self->node);
  PaddockRunLine line;

  if (words == NULL)
    return PADDOCK_APP_OBSTACLE_NOT_TEXT;
  line = paddock_run_line_parse ((const char * const *) words);
  self->key = g_strdup (line.key);
  self->is_connected = line.kind == PADDOCK_RUN_LINE_COMMAND ||
                       line.kind == PADDOCK_RUN_LINE_ADDRESS;
  if (line.kind == PADDOCK_RUN_LINE_OTHER)
    return PADDOCK_APP_OBSTACLE_OWN_SERVER;
  if (line.kind == PADDOCK_RUN_LINE_UNKNOWN)
    return PADDOCK_APP_OBSTACLE_OPTIONS;
  if (line.kind == PADDOCK_RUN_LINE_ADDRESS) {
    self->kind = PADDOCK_APP_ENTRY_ADDRESS;
    self->url = g_strdup (words[line.url]);
    return line.is_ours ? PADDOCK_APP_OBSTACLE_NONE : PADDOCK_APP_OBSTACLE_OPTIONS;
  }
  self->kind = PADDOCK_APP_ENTRY_COMMAND;
  self->words = g_strdupv (words + line.n_own);
  find_folders (self);
  return self->is_connected ? PADDOCK_APP_OBSTACLE_NONE : judge_program (app, words[0]);
}

static PaddockAppObstacle
read_members (PaddockAppEntry         *self,
              const PaddockApp        *app,
              const PaddockConfigTree *tree)
{
  guint n_addresses;
  guint address = paddock_app_entry_find_address (app, tree, self->node, &n_addresses);
  guint command = paddock_config_tree_find (tree, self->node, app->keys->command, NULL);

  if (paddock_config_tree_get (tree, self->node)->kind != PADDOCK_CONFIG_OBJECT)
    return PADDOCK_APP_OBSTACLE_FORM;
  if (has_member_twice (tree, self->node))
    return PADDOCK_APP_OBSTACLE_TWICE;
  if (n_addresses + (command != 0) > 1)
    return PADDOCK_APP_OBSTACLE_AMBIGUOUS;
  if (command != 0)
    return read_command (self, app, tree);
  return address != 0 ? read_address (self, app, tree, address) : PADDOCK_APP_OBSTACLE_FORM;
}

/* Whether the meaning of a value depends on other parts of the file, or theirs depends on it. */
static gboolean
has_references (const PaddockConfigTree *tree,
                guint                    value)
{
  const PaddockConfigNode *node = paddock_config_tree_get (tree, value);

  for (guint i = node->first; i != 0; i = paddock_config_tree_get (tree, i)->next)
    if (has_references (tree, i))
      return TRUE;
  return node->is_special;
}

static gboolean
is_in_reference (const PaddockConfigTree *tree,
                 guint                    value)
{
  while (value != PADDOCK_CONFIG_TREE_ROOT) {
    value = paddock_config_tree_get (tree, value)->parent;
    if (paddock_config_tree_get (tree, value)->is_special)
      return TRUE;
  }
  return FALSE;
}

/* Whether the server's own command starts Paddock. */
static gboolean
starts_paddock (const PaddockAppEntry *self)
{
  return self->words != NULL && (paddock_run_line_is_paddock (self->words[0]) ||
                                 paddock_run_line_has_run ((const char * const *) self->words));
}

/* Returns the name of an entry, or NULL. */
static char *
dup_name (const PaddockApp        *app,
          const PaddockConfigTree *tree,
          guint                    node)
{
  guint member = app->keys->name != NULL
                 ? paddock_config_tree_find (tree, node, app->keys->name, NULL) : 0;

  if (app->keys->name == NULL)
    return paddock_config_tree_dup_key (tree, node);
  return member != 0 ? paddock_config_tree_dup_string (tree, member) : NULL;
}

/**
 * paddock_app_entry_new:
 * @place: where the file is
 * @node: a member of the object that holds the servers
 * @project: (nullable): the project that the servers of this object are for
 *
 * Returns: (transfer full): the entry
 */
PaddockAppEntry *
paddock_app_entry_new (const PaddockApp        *app,
                       const PaddockAppPlace   *place,
                       const PaddockConfigTree *tree,
                       guint                    node,
                       const char              *project)
{
  PaddockAppEntry *self = g_new0 (PaddockAppEntry, 1);
  const PaddockConfigNode *member = paddock_config_tree_get (tree, node);
  const char *text = paddock_config_tree_get_text (tree, NULL);

  self->node = node;
  self->project = g_strdup (project);
  self->name = dup_name (app, tree, node);
  self->obstacle = read_members (self, app, tree);
  if (self->obstacle == PADDOCK_APP_OBSTACLE_NONE && !self->is_connected)
    self->obstacle = paddock_app_launch_judge (app, tree, node,
                                               (const char * const *) self->words);
  self->names_paddock = self->is_connected || paddock_app_mention_find (app, tree, node);
  /* Behind Paddock there may be Paddock again. */
  if (self->obstacle == PADDOCK_APP_OBSTACLE_NONE &&
      (self->is_connected ? starts_paddock (self) : self->names_paddock))
    self->obstacle = PADDOCK_APP_OBSTACLE_OPTIONS;
  if (has_references (tree, node) || is_in_reference (tree, node))
    self->obstacle = PADDOCK_APP_OBSTACLE_REFERENCES;
  if (self->name == NULL) {
    self->name = g_strndup (text + member->key_begin, member->key_end - member->key_begin);
    self->obstacle = PADDOCK_APP_OBSTACLE_FORM;
  }
  if (self->obstacle == PADDOCK_APP_OBSTACLE_NONE && place->kind != PADDOCK_APP_PLACE_USER)
    self->obstacle = place->kind == PADDOCK_APP_PLACE_SANDBOX ? PADDOCK_APP_OBSTACLE_SANDBOX
                                                              : PADDOCK_APP_OBSTACLE_PROJECT;
  self->variables = dup_names (tree, node, app->keys->env);
  self->headers = dup_names (tree, node, app->keys->headers);
  if (self->folders == NULL)
    self->folders = g_new0 (char *, 1);
  if (self->named == NULL)
    self->named = g_new0 (char *, 1);
  return self;
}

void
paddock_app_entry_free (PaddockAppEntry *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->project);
  g_strfreev (self->words);
  g_free (self->url);
  g_free (self->key);
  g_strfreev (self->variables);
  g_strfreev (self->headers);
  g_strfreev (self->folders);
  g_strfreev (self->named);
  g_free (self);
}

/**
 * paddock_app_entry_is_left_alone:
 *
 * An app signs in to an address itself, often in a browser. Paddock can't do that for it, and a
 * server on another computer can't open the user's folders anyway. So whatever changes all entries
 * of a file or of all files leaves such an entry out.
 *
 * Returns: whether Paddock changes the entry only if the user chooses it by itself
 */
gboolean
paddock_app_entry_is_left_alone (const PaddockAppEntry *self)
{
  return self->kind == PADDOCK_APP_ENTRY_ADDRESS && !self->is_connected;
}

/**
 * paddock_app_entry_get_caution:
 *
 * Returns: what the user should know before Paddock changes an entry that it leaves alone
 *   otherwise, in the user's language; empty for all other entries
 */
const char *
paddock_app_entry_get_caution (const PaddockAppEntry *self)
{
  return paddock_app_entry_is_left_alone (self)
         ? _("This server is at an address, probably on another computer, where it can’t open your "
             "files. If the app signs in to it in a browser, that sign-in is lost, and the server "
             "answers with error 401.")
         : "";
}
