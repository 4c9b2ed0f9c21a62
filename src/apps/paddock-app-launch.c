/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-launch.h"

#include <string.h>

/* Judges whether an app would still start a server if the command of its entry were `paddock`.
 *
 * Most apps start the command of an entry as it stands. Some look at it first, and some start it in
 * a sandbox or on another computer, where neither `paddock` nor its socket is. The table of apps
 * says which app does what. If it isn't clear what a value means, the entry is left alone.
 */

static guint
find (const PaddockConfigTree *tree,
      guint                    object,
      const char              *path)
{
  g_auto (GStrv) keys = g_strsplit (path, "/", -1);

  for (guint i = 0; keys[i] != NULL; i++) {
    object = paddock_config_tree_find (tree, object, keys[i], NULL);
    if (object == 0)
      return 0;
  }
  return object;
}

/* Whether a value is more than false, null, 0 or an empty text. */
static gboolean
is_on (const PaddockConfigTree *tree,
       guint                    value)
{
  const PaddockConfigNode *node = paddock_config_tree_get (tree, value);

  switch (node->kind) {
    case PADDOCK_CONFIG_SCALAR:
    {
      g_autofree char *literal = g_strndup (paddock_config_tree_get_text (tree, NULL) + node->begin,
                                            node->end - node->begin);

      return !g_str_equal (literal, "false") && !g_str_equal (literal, "null") &&
             !g_str_equal (literal, "0");
    }
    case PADDOCK_CONFIG_STRING:
    {
      g_autofree char *text = paddock_config_tree_dup_string (tree, value);

      return text == NULL || *text != '\0';
    }
    case PADDOCK_CONFIG_ARRAY:
    case PADDOCK_CONFIG_OBJECT:
    default:
      return TRUE;
  }
}

static gboolean
is_set (const PaddockAppSetting *setting,
        const PaddockConfigTree *tree,
        guint                    entry)
{
  guint value = find (tree, setting->is_global ? PADDOCK_CONFIG_TREE_ROOT : entry, setting->path);
  guint member = value != 0 && setting->member != NULL
                 ? paddock_config_tree_find (tree, value, setting->member, NULL) : 0;
  g_autofree char *text = NULL;

  if (value == 0)
    return FALSE;
  if (member != 0)
    return is_on (tree, member);
  text = paddock_config_tree_dup_string (tree, value);
  for (guint i = 0; i < G_N_ELEMENTS (setting->off); i++)
    if (text != NULL && g_strcmp0 (text, setting->off[i]) == 0)
      return FALSE;
  return is_on (tree, value);
}

/* Whether a shell would start the program with this name or path, and nothing else. */
static gboolean
is_one_word (const char *command)
{
  for (const char *p = command; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && strchr ("_@+:,./-", *p) == NULL && (guchar) * p < 0x80)
      return FALSE;
  return TRUE;
}

static PaddockAppObstacle
judge_command (const PaddockApp        *app,
               const PaddockConfigTree *tree,
               guint                    entry,
               const char * const      *words)
{
  guint debug;

  switch (app->commands) {
    case PADDOCK_APP_COMMANDS_DEBUGGED:
      debug = find (tree, entry, "dev/debug");
      return debug != 0 && is_on (tree, debug) ? PADDOCK_APP_OBSTACLE_DEBUGGED
                                               : PADDOCK_APP_OBSTACLE_NONE;
    case PADDOCK_APP_COMMANDS_REPLACED:
      return g_str_equal (words[0], "npx") || g_str_equal (words[0], "uvx")
             ? PADDOCK_APP_OBSTACLE_REPLACED : PADDOCK_APP_OBSTACLE_NONE;
    case PADDOCK_APP_COMMANDS_SHELL:
      return words[1] == NULL && !is_one_word (words[0]) ? PADDOCK_APP_OBSTACLE_SHELL
                                                         : PADDOCK_APP_OBSTACLE_NONE;
    case PADDOCK_APP_COMMANDS_PLAIN:
    default:
      return PADDOCK_APP_OBSTACLE_NONE;
  }
}

/**
 * paddock_app_launch_judge:
 * @entry: the object of an entry that doesn't go through Paddock
 * @words: (nullable): its command and arguments; %NULL: it has an address
 *
 * Returns: why the app would not start the server any more if it went through Paddock;
 *   %PADDOCK_APP_OBSTACLE_NONE if it would
 */
PaddockAppObstacle
paddock_app_launch_judge (const PaddockApp        *app,
                          const PaddockConfigTree *tree,
                          guint                    entry,
                          const char * const      *words)
{
  const PaddockAppSetting *setting = app->settings;

  for (; setting != NULL && setting->path != NULL; setting++)
    if (is_set (setting, tree, entry))
      return setting->obstacle;
  return words != NULL ? judge_command (app, tree, entry, words) : PADDOCK_APP_OBSTACLE_NONE;
}
