/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-mention.h"

#include "paddock-run-line.h"

#include <string.h>

/* Finds out whether an entry starts Paddock, even if Paddock can't read the entry as a whole. Such
 * an entry stops working when Paddock is removed.
 *
 * Only the members that have the command and its arguments count. In them, `paddock` counts as the
 * program itself, and as a word with “run” behind it, which may stand in a line for a shell. So a
 * folder, a name or a description that is called "paddock" isn't taken for the program.
 */

/* Ends a command in a list of words. */
#define END ";"

static char *
dup_text (const PaddockConfigTree *tree,
          guint                    value)
{
  const PaddockConfigNode *node = paddock_config_tree_get (tree, value);
  char *text = paddock_config_tree_dup_string (tree, value);

  return text != NULL ? text : g_strndup (paddock_config_tree_get_text (tree, NULL) + node->begin,
                                          node->end - node->begin);
}

/* Adds the words of a text, which may be a line for a shell. */
static void
add_text (GPtrArray  *words,
          const char *text)
{
  g_auto (GStrv) commands = g_strsplit_set (text, ";|&()\n", -1);
  gboolean is_line = strpbrk (text, " \t\n;|&()") != NULL;

  for (guint i = 0; commands[i] != NULL; i++) {
    g_auto (GStrv) parts = g_strsplit_set (commands[i], " \t\r\"'`", -1);

    if (is_line)
      g_ptr_array_add (words, g_strdup (END));
    for (guint j = 0; parts[j] != NULL; j++)
      if (*parts[j] != '\0')
        g_ptr_array_add (words, g_strdup (parts[j]));
  }
  if (is_line)
    g_ptr_array_add (words, g_strdup (END));
}

static void
add_words (GPtrArray               *words,
           const PaddockConfigTree *tree,
           guint                    value)
{
  const PaddockConfigNode *node = paddock_config_tree_get (tree, value);

  if (node->kind < PADDOCK_CONFIG_ARRAY) {
    g_autofree char *text = dup_text (tree, value);

    add_text (words, text);
  }
  for (guint i = node->first; i != 0; i = paddock_config_tree_get (tree, i)->next)
    add_words (words, tree, i);
}

/* Whether a value is the program `paddock`, begins with it, or is an object that has it. */
static gboolean
is_program (const PaddockConfigTree *tree,
            guint                    value)
{
  const PaddockConfigNode *node = paddock_config_tree_get (tree, value);
  g_autoptr (GPtrArray) words = NULL;
  guint first = 0;

  if (node->kind == PADDOCK_CONFIG_ARRAY)
    return node->first != 0 && is_program (tree, node->first);
  if (node->kind == PADDOCK_CONFIG_OBJECT) {
    for (guint i = node->first; i != 0; i = paddock_config_tree_get (tree, i)->next)
      if (paddock_config_tree_get (tree, i)->kind == PADDOCK_CONFIG_STRING && is_program (tree, i))
        return TRUE;
    return FALSE;
  }
  words = g_ptr_array_new_with_free_func (g_free);
  add_words (words, tree, value);
  while (first < words->len && g_str_equal (g_ptr_array_index (words, first), END))
    first++;
  return first < words->len && paddock_run_line_is_paddock (g_ptr_array_index (words, first));
}

/* Adds the words of the members called @name. Returns TRUE if one of them is Paddock's program. */
static gboolean
add_members (GPtrArray               *words,
             const PaddockConfigTree *tree,
             guint                    object,
             const char              *name)
{
  gboolean is_found = FALSE;

  for (guint i = paddock_config_tree_get (tree, object)->first; i != 0;
       i = paddock_config_tree_get (tree, i)->next) {
    g_autofree char *key = paddock_config_tree_dup_key (tree, i);

    if (name == NULL || g_strcmp0 (key, name) != 0)
      continue;
    is_found = is_found || is_program (tree, i);
    add_words (words, tree, i);
  }
  return is_found;
}

/**
 * paddock_app_mention_find:
 * @entry: an entry of the app's file, in any form
 *
 * Returns: whether the entry starts `paddock`
 */
gboolean
paddock_app_mention_find (const PaddockApp        *app,
                          const PaddockConfigTree *tree,
                          guint                    entry)
{
  const PaddockConfigNode *node = paddock_config_tree_get (tree, entry);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  if (node->kind != PADDOCK_CONFIG_OBJECT)
    return FALSE;
  if (add_members (words, tree, entry, app->keys->command))
    return TRUE;
  add_members (words, tree, entry, app->keys->args);
  g_ptr_array_add (words, NULL);
  if (paddock_run_line_has_run ((const char * const *) words->pdata))
    return TRUE;
  for (guint i = node->first; i != 0; i = paddock_config_tree_get (tree, i)->next)
    if (paddock_app_mention_find (app, tree, i))
      return TRUE;
  return FALSE;
}

/**
 * paddock_app_mention_find_anywhere:
 * @value: a value of a file, with all that it contains
 *
 * An entry that uses YAML's anchors may get its command from anywhere in the file.
 *
 * Returns: whether one of the texts has the word `paddock`
 */
gboolean
paddock_app_mention_find_anywhere (const PaddockConfigTree *tree,
                                   guint                    value)
{
  const PaddockConfigNode *node = paddock_config_tree_get (tree, value);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  if (node->kind < PADDOCK_CONFIG_ARRAY)
    add_words (words, tree, value);
  for (guint i = 0; i < words->len; i++)
    if (paddock_run_line_is_paddock (g_ptr_array_index (words, i)))
      return TRUE;
  for (guint i = node->first; i != 0; i = paddock_config_tree_get (tree, i)->next)
    if (paddock_app_mention_find_anywhere (tree, i))
      return TRUE;
  return FALSE;
}
