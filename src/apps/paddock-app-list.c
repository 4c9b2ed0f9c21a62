/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-list.h"

#include "paddock-app-lines.h"
#include "paddock-app-style.h"

#include <string.h>

/* Changes of what an array or an object contains. They keep all comments.
 *
 * The text itself says how to change it. In braces and brackets a comma is between two values. The
 * members of other objects, as TOML's tables, have a line each.
 *
 * Putting values in front of an array and removing them again gives the same bytes. So the spaces
 * that belong to the values in front must be known from the text alone:
 *
 *   before          with "x" in front
 *   []              ["x"]
 *   ["a"]           ["x", "a"]
 *   [ "a"]          [ "x", "a"]     the first space is new
 *   [NEWLINE "a"]   ["x",NEWLINE "a"]
 *
 * If somebody changed the spaces in between, removing still gives a correct array.
 */

static gboolean
is_space (char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/**
 * paddock_app_list_insert_front:
 * @literals: values as the file has them
 *
 * Puts values in front of those of an array.
 */
void
paddock_app_list_insert_front (PaddockAppEdit     *edit,
                               guint               array,
                               const char * const *literals)
{
  const PaddockConfigNode *node = paddock_config_tree_get (edit->tree, array);
  char next = paddock_config_tree_get_char (edit->tree, node->begin + 1);
  const char *before = node->first != 0 && next == ' ' ? " " : "";
  const char *after = node->first == 0 ? "" : is_space (next) ? "," : ", ";
  g_autofree char *text = g_strjoinv (", ", (char **) literals);
  g_autofree char *whole = g_strconcat (before, text, after, NULL);

  if (paddock_app_lines_is_list (edit, array)) {
    paddock_app_lines_insert_front (edit, array, literals);
    return;
  }
  paddock_splice_add (edit->splices, node->begin + 1, node->begin + 1, whole, -1);
}

/* Whether the first values of an array stand as paddock_app_list_insert_front() writes them.
 * @last: the last one of them. */
static gboolean
is_as_inserted (PaddockAppEdit *edit,
                guint           array,
                guint           last)
{
  const PaddockConfigNode *node = paddock_config_tree_get (edit->tree, array);
  const PaddockConfigNode *first = paddock_config_tree_get (edit->tree, node->first);
  const PaddockConfigNode *inserted = paddock_config_tree_get (edit->tree, last);
  gboolean has_more = inserted->next != 0;

  for (guint i = node->first; i != last; i = paddock_config_tree_get (edit->tree, i)->next) {
    const PaddockConfigNode *one = paddock_config_tree_get (edit->tree, i);
    const PaddockConfigNode *next = paddock_config_tree_get (edit->tree, one->next);

    if (next->begin - one->end != 2 || !paddock_config_tree_has_text (edit->tree, one->end, ", "))
      return FALSE;
  }
  if (has_more && !paddock_config_tree_has_text (edit->tree, inserted->end, ","))
    return FALSE;
  return first->begin == node->begin + 1 ||
         (has_more && first->begin == node->begin + 2 &&
          paddock_config_tree_has_text (edit->tree, node->begin + 1, " "));
}

/* Returns @end if only spaces are in front of it from @at on, else @at. */
static gsize
skip_blanks (const PaddockAppEdit *edit,
             gsize                 at,
             gsize                 end)
{
  return paddock_app_edit_has_comment (edit, at, end) ? at : end;
}

/* Returns where the comma behind a value ends, or where the value ends if no comma follows. */
static gsize
skip_comma (PaddockAppEdit *edit,
            guint           value,
            gsize           end)
{
  gsize behind = paddock_config_tree_get (edit->tree, value)->end;
  gsize at = paddock_app_edit_skip_trivia (edit, behind, end);

  return at < end && paddock_config_tree_has_text (edit->tree, at, ",") ? at + 1 : behind;
}

/**
 * paddock_app_list_remove_front:
 * @n_values: how many values to remove; at least 1, and at most as many as there are
 *
 * Removes the first values of an array, and keeps comments. If the values are as
 * paddock_app_list_insert_front() wrote them, the array is again as before.
 */
void
paddock_app_list_remove_front (PaddockAppEdit *edit,
                               guint           array,
                               guint           n_values)
{
  const PaddockConfigNode *node = paddock_config_tree_get (edit->tree, array);
  const PaddockConfigNode *first = paddock_config_tree_get (edit->tree, node->first);
  guint last = paddock_app_edit_get_child (edit, array, n_values - 1);
  guint rest = paddock_config_tree_get (edit->tree, last)->next;
  gsize end = skip_comma (edit, last, node->end - 1);

  if (paddock_app_lines_is_list (edit, array)) {
    paddock_app_lines_remove_front (edit, array, n_values);
    return;
  }
  if (is_as_inserted (edit, array, last)) {
    if (rest != 0 && first->begin == node->begin + 1 &&
        paddock_config_tree_has_text (edit->tree, end, " "))
      end++;
    paddock_app_edit_erase (edit, node->begin + 1, end);
  } else if (rest != 0) {
    gsize next = paddock_config_tree_get (edit->tree, rest)->begin;

    paddock_app_edit_erase (edit, first->begin, skip_blanks (edit, end, next));
  } else {
    paddock_app_edit_erase (edit, node->begin + 1, node->end - 1);
  }
}

/**
 * paddock_app_list_remove_value:
 * @previous: the value in front of @value, which stays
 *
 * Removes a value from an array, with the comma in front of it. Comments stay.
 */
void
paddock_app_list_remove_value (PaddockAppEdit *edit,
                               guint           previous,
                               guint           value)
{
  paddock_app_edit_erase (edit, paddock_config_tree_get (edit->tree, previous)->end,
                          paddock_config_tree_get (edit->tree, value)->end);
}

/* Removes a member that has a line of its own. What stands in front of its key may have quotes with
 * a "#" inside, which is no comment. */
static void
remove_line (PaddockAppEdit          *edit,
             guint                    member,
             const PaddockConfigNode *node)
{
  gsize size, begin = paddock_app_style_find_line (edit, node->key_begin), end = node->end;
  const char *text = paddock_config_tree_get_text (edit->tree, &size);
  g_autofree char *separator = paddock_app_style_dup_separator (edit, member);
  gsize next = paddock_config_tree_get (edit->tree, node->next)->key_begin;

  if (node->next != 0 && next - end == strlen (separator) &&
      memcmp (text + end, separator, next - end) == 0) {
    paddock_app_edit_erase (edit, node->key_begin, end);
    paddock_splice_add (edit->splices, end, next, "", 0);
    return;
  }
  /* The dash of a list stays. */
  if (edit->syntax == PADDOCK_APP_SYNTAX_YAML &&
      memchr (text + begin, '-', node->key_begin - begin) != NULL) {
    paddock_app_edit_erase (edit, node->key_begin, end);
    return;
  }
  while (end < size && text[end] != '\n' && is_space (text[end]))
    end++;
  paddock_splice_add (edit->splices, begin, node->key_begin, "", 0);
  paddock_app_edit_erase (edit, node->key_begin, node->end);
  if (end < size && text[end] == '\n' &&
      !paddock_app_edit_has_comment (edit, node->key_begin, node->end))
    paddock_splice_add (edit->splices, node->end, end + 1, "", 0);
}

/**
 * paddock_app_list_remove_member:
 * @object: an object with another member, too
 *
 * Removes a member with its line or with one comma. Comments stay.
 */
void
paddock_app_list_remove_member (PaddockAppEdit *edit,
                                guint           object,
                                guint           member)
{
  const PaddockConfigNode *node = paddock_config_tree_get (edit->tree, member);
  guint previous = 0;

  if (paddock_app_style_has_lines (edit, object)) {
    remove_line (edit, member, node);
    return;
  }
  if (node->next != 0) {
    gsize comma = skip_comma (edit, member, paddock_config_tree_get (edit->tree, object)->end);
    gsize next = paddock_config_tree_get (edit->tree, node->next)->key_begin;

    paddock_app_edit_erase (edit, node->key_begin, skip_blanks (edit, comma, next));
    return;
  }
  for (guint i = paddock_config_tree_get (edit->tree, object)->first; i != member;
       i = paddock_config_tree_get (edit->tree, i)->next)
    previous = i;
  if (previous != 0)
    paddock_app_list_remove_value (edit, previous, member);
}

/**
 * paddock_app_list_keep_value:
 * @value: a value in @array
 *
 * Puts a value in the place of the array around it. Comments stay. If a comment reaches to the end
 * of its line, the value moves in front of it.
 */
void
paddock_app_list_keep_value (PaddockAppEdit *edit,
                             guint           array,
                             guint           value)
{
  const PaddockConfigNode *node = paddock_config_tree_get (edit->tree, array);
  const PaddockConfigNode *kept = paddock_config_tree_get (edit->tree, value);
  g_autofree char *literal = paddock_app_edit_dup_literal (edit, value);

  if (paddock_app_lines_is_list (edit, array)) {
    paddock_app_lines_collapse (edit, array, literal);
    return;
  }
  if (edit->syntax >= PADDOCK_APP_SYNTAX_TOML &&
      paddock_app_edit_has_comment (edit, node->begin, node->end)) {
    paddock_splice_add (edit->splices, node->begin, node->begin, literal, -1);
    paddock_app_edit_erase (edit, node->begin, node->end);
    return;
  }
  paddock_app_edit_erase (edit, node->begin, kept->begin);
  paddock_app_edit_erase (edit, kept->end, node->end);
}

/**
 * paddock_app_list_spread:
 * @value: a value in @array
 * @literals: values as the file has them, at least one
 *
 * Puts several values in the place of one.
 */
void
paddock_app_list_spread (PaddockAppEdit     *edit,
                         guint               array,
                         guint               value,
                         const char * const *literals)
{
  g_autofree char *between = paddock_app_lines_is_list (edit, array)
                             ? paddock_app_lines_dup_between (edit, array) : g_strdup (", ");
  g_autofree char *text = g_strjoinv (between, (char **) literals);

  paddock_app_edit_replace (edit, value, text);
}
