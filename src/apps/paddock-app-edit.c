/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-edit.h"

#include <string.h>

/* Changes of single values in a file, which keep all comments.
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

/* Whether comments begin with "#", and not with two slashes or a slash and a star. */
static gboolean
has_hashes (const PaddockAppEdit *self)
{
  return self->syntax == PADDOCK_APP_SYNTAX_TOML || self->syntax == PADDOCK_APP_SYNTAX_YAML;
}

static gboolean
is_comment (const PaddockAppEdit *self,
            gsize                 at,
            gsize                 end)
{
  const char *text = text_of (self);

  if (has_hashes (self))
    return at < end && text[at] == '#';
  return end - at >= 2 && text[at] == '/' && (text[at + 1] == '/' || text[at + 1] == '*');
}

/* Returns where the comment at @at ends. The scanner has accepted the text. */
static gsize
skip_comment (const PaddockAppEdit *self,
              gsize                 at,
              gsize                 end)
{
  const char *text = text_of (self);
  gboolean is_line = has_hashes (self) || text[at + 1] == '/';

  for (at += has_hashes (self) ? 1 : 2; at < end; at++) {
    if (is_line && text[at] == '\n')
      return at;
    if (!is_line && text[at] == '/' && text[at - 1] == '*')
      return at + 1;
  }
  return end;
}

static gsize
skip_trivia (const PaddockAppEdit *self,
             gsize                 at,
             gsize                 end)
{
  while (at < end) {
    if (is_comment (self, at, end))
      at = skip_comment (self, at, end);
    else if (is_space (text_of (self)[at]))
      at++;
    else
      break;
  }
  return at;
}

/* Returns where the key, string or other token at @at ends. */
static gsize
skip_token (const PaddockAppEdit *self,
            gsize                 at,
            gsize                 end)
{
  return MIN (MAX (paddock_config_tree_skip_literal (self->tree, at), at + 1), end);
}

static gboolean
has_comment (const PaddockAppEdit *self,
             gsize                 begin,
             gsize                 end)
{
  for (gsize at = begin; at < end; at = skip_token (self, at, end))
    if (is_comment (self, at, end))
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
  if (!has_comment (self, begin, end)) {
    paddock_splice_add (self->splices, begin, end, "", 0);
    return;
  }
  for (gsize at = skip_trivia (self, begin, end); at < end; at = skip_trivia (self, at, end)) {
    gsize token = at;

    at = skip_token (self, at, end);
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

/* Returns where the line of @at begins, behind a byte order mark. */
static gsize
line_begin (const PaddockAppEdit *self,
            gsize                 at)
{
  const char *text = text_of (self);

  while (at > 0 && text[at - 1] != '\n')
    at--;
  return at == 0 && g_str_has_prefix (text, "\357\273\277") ? 3 : at;
}

static const char *
line_break (const PaddockAppEdit *self,
            gsize                 at)
{
  gsize size;
  const char *text = paddock_config_tree_get_text (self->tree, &size);
  const char *end = memchr (text + at, '\n', size - at);

  if (end == NULL)
    end = g_strrstr_len (text, (gssize) at, "\n");
  return end != NULL && end > text && end[-1] == '\r' ? "\r\n" : "\n";
}

/* Whether the members of an object have a line each. */
static gboolean
has_lines (const PaddockAppEdit *self,
           guint                 object)
{
  return text_of (self)[paddock_config_tree_get (self->tree, object)->begin] != '{';
}

/**
 * paddock_app_edit_dup_separator:
 * @member: a member of an object
 *
 * Returns: (transfer full): what stands between @member and another member behind it: a comma, or
 *   the end of the line with all that stands in front of a key
 */
char *
paddock_app_edit_dup_separator (const PaddockAppEdit *self,
                                guint                 member)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self->tree, member);
  gsize begin = line_begin (self, node->key_begin);
  g_autofree char *before = NULL;

  if (!has_lines (self, node->parent))
    return g_strdup (", ");
  before = g_strndup (text_of (self) + begin, node->key_begin - begin);
  return g_strconcat (line_break (self, node->end), before, NULL);
}

/**
 * paddock_app_edit_is_bare:
 *
 * Returns: whether @name can be a key without quotes, in each syntax that has such keys
 */
gboolean
paddock_app_edit_is_bare (const char *name)
{
  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_' && *p != '-')
      return FALSE;
  return *name != '\0';
}

/**
 * paddock_app_edit_dup_key:
 * @member: a member
 * @name: another name for it, as it stands between quotes
 *
 * Returns: (transfer full): @name as a key of the file, with the same quotes as the member's key if
 *   @name may have them
 */
char *
paddock_app_edit_dup_key (const PaddockAppEdit *self,
                          guint                 member,
                          const char           *name)
{
  char quote = text_of (self)[paddock_config_tree_get (self->tree, member)->key_begin];

  if (quote == '\'' && strchr (name, '\'') == NULL)
    return g_strdup_printf ("'%s'", name);
  if (quote == '"' || quote == '\'' || !paddock_app_edit_is_bare (name))
    return g_strdup_printf ("\"%s\"", name);
  return g_strdup (name);
}

/**
 * paddock_app_edit_dup_member:
 * @member: a member
 * @name: the name of another member
 * @text: the value of the other member, as the file has it
 *
 * Returns: (transfer full): the other member, as the file has it
 */
char *
paddock_app_edit_dup_member (const PaddockAppEdit *self,
                             guint                 member,
                             const char           *name,
                             const char           *text)
{
  g_autofree char *key = paddock_app_edit_dup_key (self, member, name);

  return g_strconcat (key, self->syntax == PADDOCK_APP_SYNTAX_TOML ? " = " : ": ", text, NULL);
}

/**
 * paddock_app_edit_get_child:
 *
 * Returns: the child of @parent at @position, which counts from 0; 0 if there is none
 */
guint
paddock_app_edit_get_child (const PaddockAppEdit *self,
                            guint                 parent,
                            guint                 position)
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
paddock_app_edit_dup_literal (const PaddockAppEdit *self,
                              guint                 value)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self->tree, value);

  return g_strndup (text_of (self) + node->begin, node->end - node->begin);
}

/**
 * paddock_app_edit_insert_front:
 * @literals: values as the file has them
 *
 * Puts values in front of those of an array.
 */
void
paddock_app_edit_insert_front (PaddockAppEdit     *self,
                               guint               array,
                               const char * const *literals)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self->tree, array);
  char next = text_of (self)[node->begin + 1];
  const char *before = node->first != 0 && next == ' ' ? " " : "";
  const char *after = node->first == 0 ? "" : is_space (next) ? "," : ", ";
  g_autofree char *text = g_strjoinv (", ", (char **) literals);
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
  gsize at = skip_trivia (self, behind, end);

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

    paddock_app_edit_erase (self, first->begin, has_comment (self, end, next) ? end : next);
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

/* Removes a member that has a line of its own. */
static void
remove_line (PaddockAppEdit          *self,
             guint                    member,
             const PaddockConfigNode *node)
{
  gsize size, begin = line_begin (self, node->key_begin), end = node->end;
  const char *text = paddock_config_tree_get_text (self->tree, &size);
  g_autofree char *separator = paddock_app_edit_dup_separator (self, member);
  gsize next = paddock_config_tree_get (self->tree, node->next)->key_begin;

  if (node->next != 0 && next - end == strlen (separator) &&
      memcmp (text + end, separator, next - end) == 0) {
    paddock_app_edit_erase (self, node->key_begin, next);
    return;
  }
  while (end < size && text[end] != '\n' && is_space (text[end]))
    end++;
  if (end < size && text[end] == '\n')
    paddock_app_edit_erase (self, begin, end + 1);
  else
    paddock_app_edit_erase (self, begin, node->end);
}

/**
 * paddock_app_edit_remove_member:
 * @object: an object with another member, too
 *
 * Removes a member with its line or with one comma. Comments stay.
 */
void
paddock_app_edit_remove_member (PaddockAppEdit *self,
                                guint           object,
                                guint           member)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self->tree, member);
  guint previous = 0;

  if (has_lines (self, object)) {
    remove_line (self, member, node);
    return;
  }
  if (node->next != 0) {
    gsize comma = skip_comma (self, member, paddock_config_tree_get (self->tree, object)->end);
    gsize next = paddock_config_tree_get (self->tree, node->next)->key_begin;

    paddock_app_edit_erase (self, node->key_begin, has_comment (self, comma, next) ? comma : next);
    return;
  }
  for (guint i = paddock_config_tree_get (self->tree, object)->first; i != member;
       i = paddock_config_tree_get (self->tree, i)->next)
    previous = i;
  if (previous != 0)
    paddock_app_edit_remove_value (self, previous, member);
}

/**
 * paddock_app_edit_keep_value:
 * @value: a value in @array
 *
 * Puts a value in the place of the array around it. Comments stay. If a comment reaches to the end
 * of its line, the value moves in front of it.
 */
void
paddock_app_edit_keep_value (PaddockAppEdit *self,
                             guint           array,
                             guint           value)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self->tree, array);
  const PaddockConfigNode *kept = paddock_config_tree_get (self->tree, value);

  if (has_hashes (self) && has_comment (self, node->begin, node->end)) {
    g_autofree char *literal = paddock_app_edit_dup_literal (self, value);

    paddock_splice_add (self->splices, node->begin, node->begin, literal, -1);
    paddock_app_edit_erase (self, node->begin, node->end);
    return;
  }
  paddock_app_edit_erase (self, node->begin, kept->begin);
  paddock_app_edit_erase (self, kept->end, node->end);
}
