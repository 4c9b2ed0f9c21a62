/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-edit.h"

#include <string.h>

/* Changes of single values in a file with JSON, which keep all comments.
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

static const char *
text_of (const PaddockAppEdit *self)
{
  return paddock_config_tree_get_text (self->tree, NULL);
}

static gboolean
is_space (char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static gboolean
is_comment (const char *text,
            gsize       at,
            gsize       end)
{
  return end - at >= 2 && text[at] == '/' && (text[at + 1] == '/' || text[at + 1] == '*');
}

/* Returns where the comment at @at ends. The scanner has accepted the text. */
static gsize
skip_comment (const char *text,
              gsize       at,
              gsize       end)
{
  gboolean is_line = text[at + 1] == '/';

  for (at += 2; at < end; at++) {
    if (is_line && text[at] == '\n')
      return at;
    if (!is_line && text[at] == '/' && text[at - 1] == '*')
      return at + 1;
  }
  return end;
}

static gsize
skip_trivia (const char *text,
             gsize       at,
             gsize       end)
{
  while (at < end) {
    if (is_comment (text, at, end))
      at = skip_comment (text, at, end);
    else if (is_space (text[at]))
      at++;
    else
      break;
  }
  return at;
}

/* Returns where the string or other token at @at ends. */
static gsize
skip_token (const char *text,
            gsize       at,
            gsize       end)
{
  if (text[at] != '"')
    return at + 1;
  for (at++; at < end && text[at] != '"'; at++)
    at += text[at] == '\\';
  return MIN (at + 1, end);
}

static gboolean
has_comment (const char *text,
             gsize       begin,
             gsize       end)
{
  for (gsize at = begin; at < end; at = skip_token (text, at, end))
    if (is_comment (text, at, end))
      return TRUE;
  return FALSE;
}

/**
 * paddock_app_edit_erase:
 * @begin: the first byte, outside of strings and comments
 * @end: behind the last byte
 *
 * Removes a part of the file. If the part has comments, they stay, and so do the spaces.
 */
void
paddock_app_edit_erase (PaddockAppEdit *self,
                        gsize           begin,
                        gsize           end)
{
  const char *text = text_of (self);

  if (!has_comment (text, begin, end)) {
    paddock_splice_add (self->splices, begin, end, "", 0);
    return;
  }
  for (gsize at = skip_trivia (text, begin, end); at < end; at = skip_trivia (text, at, end)) {
    gsize token = at;

    at = skip_token (text, at, end);
    paddock_splice_add (self->splices, token, at, "", 0);
  }
}

/**
 * paddock_app_edit_replace:
 * @text: a value as the file has it
 *
 * Replaces a value.
 */
void
paddock_app_edit_replace (PaddockAppEdit *self,
                          guint           value,
                          const char     *text)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self->tree, value);

  paddock_splice_add (self->splices, node->begin, node->end, text, -1);
}

/**
 * paddock_app_edit_rename:
 * @text: a key as the file has it, with its quotes; other members may stand in front of the key
 *
 * Replaces the key of a member.
 */
void
paddock_app_edit_rename (PaddockAppEdit *self,
                         guint           member,
                         const char     *text)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self->tree, member);

  paddock_splice_add (self->splices, node->key_begin, node->key_end, text, -1);
}

/**
 * paddock_app_edit_get_child:
 *
 * Returns: the child of @parent at @position, which counts from 0; 0 if there is none
 */
guint
paddock_app_edit_get_child (PaddockAppEdit *self,
                            guint           parent,
                            guint           position)
{
  guint child = paddock_config_tree_get (self->tree, parent)->first;

  while (child != 0 && position-- > 0)
    child = paddock_config_tree_get (self->tree, child)->next;
  return child;
}

/**
 * paddock_app_edit_dup_literal:
 *
 * Returns: (transfer full): a value as the file has it
 */
char *
paddock_app_edit_dup_literal (PaddockAppEdit *self,
                              guint           value)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self->tree, value);

  return g_strndup (text_of (self) + node->begin, node->end - node->begin);
}

/**
 * paddock_app_edit_insert_front:
 * @text: values as the file has them, with ", " between them
 *
 * Puts values in front of those of an array.
 */
void
paddock_app_edit_insert_front (PaddockAppEdit *self,
                               guint           array,
                               const char     *text)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self->tree, array);
  char next = text_of (self)[node->begin + 1];
  const char *before = node->first != 0 && next == ' ' ? " " : "";
  const char *after = node->first == 0 ? "" : is_space (next) ? "," : ", ";
  g_autofree char *whole = g_strconcat (before, text, after, NULL);

  paddock_splice_add (self->splices, node->begin + 1, node->begin + 1, whole, -1);
}

/* Whether the first values of an array stand as paddock_app_edit_insert_front() writes them.
 * @last: the last one of them. */
static gboolean
is_as_inserted (PaddockAppEdit *self,
                guint           array,
                guint           last)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self->tree, array);
  const PaddockConfigNode *first = paddock_config_tree_get (self->tree, node->first);
  const char *text = text_of (self);
  gboolean has_more = paddock_config_tree_get (self->tree, last)->next != 0;

  for (guint i = node->first; i != last; i = paddock_config_tree_get (self->tree, i)->next) {
    const PaddockConfigNode *one = paddock_config_tree_get (self->tree, i);
    const PaddockConfigNode *next = paddock_config_tree_get (self->tree, one->next);

    if (next->begin - one->end != 2 || memcmp (text + one->end, ", ", 2) != 0)
      return FALSE;
  }
  if (has_more && text[paddock_config_tree_get (self->tree, last)->end] != ',')
    return FALSE;
  return first->begin == node->begin + 1 ||
         (has_more && first->begin == node->begin + 2 && text[node->begin + 1] == ' ');
}

/* Returns where the comma behind a value ends, or where the value ends if no comma follows. */
static gsize
skip_comma (PaddockAppEdit *self,
            guint           value,
            gsize           end)
{
  const char *text = text_of (self);
  gsize behind = paddock_config_tree_get (self->tree, value)->end;
  gsize at = skip_trivia (text, behind, end);

  return at < end && text[at] == ',' ? at + 1 : behind;
}

/**
 * paddock_app_edit_remove_front:
 * @n_values: how many values to remove; at least 1, and at most as many as there are
 *
 * Removes the first values of an array, and keeps comments. If the values are as
 * paddock_app_edit_insert_front() wrote them, the array is again as before.
 */
void
paddock_app_edit_remove_front (PaddockAppEdit *self,
                               guint           array,
                               guint           n_values)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self->tree, array);
  const PaddockConfigNode *first = paddock_config_tree_get (self->tree, node->first);
  const char *text = text_of (self);
  guint last = paddock_app_edit_get_child (self, array, n_values - 1);
  guint rest = paddock_config_tree_get (self->tree, last)->next;
  gsize end = skip_comma (self, last, node->end - 1);

  if (is_as_inserted (self, array, last)) {
    if (rest != 0 && first->begin == node->begin + 1 && text[end] == ' ')
      end++;
    paddock_app_edit_erase (self, node->begin + 1, end);
  } else if (rest != 0) {
    gsize next = paddock_config_tree_get (self->tree, rest)->begin;

    paddock_app_edit_erase (self, first->begin, has_comment (text, end, next) ? end : next);
  } else {
    paddock_app_edit_erase (self, node->begin + 1, node->end - 1);
  }
}

/**
 * paddock_app_edit_remove_value:
 * @previous: the value in front of @value, which stays
 *
 * Removes a value from an array, with the comma in front of it. Comments stay.
 */
void
paddock_app_edit_remove_value (PaddockAppEdit *self,
                               guint           previous,
                               guint           value)
{
  paddock_app_edit_erase (self, paddock_config_tree_get (self->tree, previous)->end,
                          paddock_config_tree_get (self->tree, value)->end);
}

/**
 * paddock_app_edit_remove_member:
 * @object: an object with another member, too
 *
 * Removes a member with one comma. Comments stay.
 */
void
paddock_app_edit_remove_member (PaddockAppEdit *self,
                                guint           object,
                                guint           member)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self->tree, member);
  guint previous = 0;

  if (node->next != 0) {
    gsize comma = skip_comma (self, member, paddock_config_tree_get (self->tree, object)->end);
    gsize next = paddock_config_tree_get (self->tree, node->next)->key_begin;

    paddock_app_edit_erase (self, node->key_begin,
                            has_comment (text_of (self), comma, next) ? comma : next);
    return;
  }
  for (guint i = paddock_config_tree_get (self->tree, object)->first; i != member;
       i = paddock_config_tree_get (self->tree, i)->next)
    previous = i;
  if (previous != 0)
    paddock_app_edit_remove_value (self, previous, member);
}
