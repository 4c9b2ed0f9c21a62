/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-lines.h"

#include "paddock-app-style.h"

#include <string.h>

/* Changes of YAML's lists that have a line per value, with a dash in front of it.
 *
 *   before      with "x" in front
 *   args:       args:
 *     - a         - "x"
 *                 - a
 *
 * Such a list always has a value. A list that loses its last value becomes [].
 */

/**
 * paddock_app_lines_is_list:
 *
 * Returns: whether the values of an array have a line each
 */
gboolean
paddock_app_lines_is_list (const PaddockAppEdit *edit,
                           guint                 array)
{
  const PaddockConfigNode *node = paddock_config_tree_get (edit->tree, array);

  return edit->syntax == PADDOCK_APP_SYNTAX_YAML && node->kind == PADDOCK_CONFIG_ARRAY &&
         paddock_config_tree_get_char (edit->tree, node->begin) == '-';
}

/**
 * paddock_app_lines_dup_between:
 *
 * Returns: (transfer full): what stands between two values of the list
 */
char *
paddock_app_lines_dup_between (const PaddockAppEdit *edit,
                               guint                 array)
{
  const PaddockConfigNode *node = paddock_config_tree_get (edit->tree, array);
  g_autofree char *line = paddock_app_style_dup_line_begin (edit, node->begin);

  return g_strconcat (line, "- ", NULL);
}

/**
 * paddock_app_lines_insert_front:
 * @literals: values as the file has them
 *
 * Puts values in front of those of a list.
 */
void
paddock_app_lines_insert_front (PaddockAppEdit     *edit,
                                guint               array,
                                const char * const *literals)
{
  gsize begin = paddock_config_tree_get (edit->tree, array)->begin;
  g_autofree char *line = paddock_app_style_dup_line_begin (edit, begin);
  g_autoptr (GString) text = g_string_new (NULL);

  for (; *literals != NULL; literals++)
    g_string_append_printf (text, "- %s%s", *literals, line);
  paddock_splice_add (edit->splices, begin, begin, text->str, -1);
}

/**
 * paddock_app_lines_remove_front:
 * @n_values: how many values to remove; at least 1, and at most as many as there are
 *
 * Removes the first values of a list, and keeps comments.
 */
void
paddock_app_lines_remove_front (PaddockAppEdit *edit,
                                guint           array,
                                guint           n_values)
{
  const PaddockConfigNode *node = paddock_config_tree_get (edit->tree, array);
  guint last = paddock_app_edit_get_child (edit, array, n_values - 1);
  gsize behind = paddock_config_tree_get (edit->tree, last)->end;

  if (paddock_config_tree_get (edit->tree, last)->next == 0)
    paddock_app_lines_collapse (edit, array, "[]");
  else
    paddock_app_edit_erase (edit, node->begin,
                            paddock_app_edit_skip_trivia (edit, behind, node->end));
}

/**
 * paddock_app_lines_collapse:
 * @text: a value as the file has it
 *
 * Puts a value in the place of a list, into the line of its key. Comments stay.
 */
void
paddock_app_lines_collapse (PaddockAppEdit *edit,
                            guint           array,
                            const char     *text)
{
  const PaddockConfigNode *node = paddock_config_tree_get (edit->tree, array);
  gsize colon = paddock_app_edit_skip_trivia (edit, node->key_end, node->begin) + 1;
  g_autofree char *value = g_strconcat (" ", text, NULL);

  colon = MIN (colon, node->begin);
  paddock_splice_add (edit->splices, colon, colon, value, -1);
  paddock_app_edit_erase (edit, colon, node->end);
}
