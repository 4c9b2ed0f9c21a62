/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-style.h"

#include "paddock-jsonc.h"

#include <string.h>

/* How a file writes its members, for new ones beside them: quotes, line breaks and indentation. The
 * syntax decides little of it, so the text itself is the model.
 */

/**
 * paddock_app_style_find_line:
 *
 * Returns: where the line of @at begins, behind a byte order mark
 */
gsize
paddock_app_style_find_line (const PaddockAppEdit *edit,
                             gsize                 at)
{
  while (at > 0 && paddock_config_tree_get_char (edit->tree, at - 1) != '\n')
    at--;
  return at == 0 && paddock_config_tree_has_text (edit->tree, 0, "\357\273\277") ? 3 : at;
}

static const char *
line_break (const PaddockAppEdit *edit,
            gsize                 at)
{
  gsize size;
  const char *text = paddock_config_tree_get_text (edit->tree, &size);
  const char *end = memchr (text + at, '\n', size - at);

  if (end == NULL)
    end = g_strrstr_len (text, (gssize) at, "\n");
  return end != NULL && end > text && end[-1] == '\r' ? "\r\n" : "\n";
}

/**
 * paddock_app_style_has_lines:
 *
 * Returns: whether the members of an object have a line each
 */
gboolean
paddock_app_style_has_lines (const PaddockAppEdit *edit,
                             guint                 object)
{
  gsize begin = paddock_config_tree_get (edit->tree, object)->begin;

  return paddock_config_tree_get_char (edit->tree, begin) != '{';
}

/**
 * paddock_app_style_dup_line_begin:
 * @at: where a key or a dash begins
 *
 * Returns: (transfer full): the end of a line, and what must stand in front of another key or dash
 *   of the same object or array
 */
char *
paddock_app_style_dup_line_begin (const PaddockAppEdit *edit,
                                  gsize                 at)
{
  gsize begin = paddock_app_style_find_line (edit, at);
  g_autofree char *before = g_strndup (paddock_config_tree_get_text (edit->tree, NULL) + begin,
                                       at - begin);

  /* The first member of an object in one of YAML's lists stands behind a dash. */
  if (edit->syntax == PADDOCK_APP_SYNTAX_YAML)
    g_strdelimit (before, "-", ' ');
  return g_strconcat (line_break (edit, at), before, NULL);
}

/**
 * paddock_app_style_dup_separator:
 * @member: a member of an object
 *
 * Returns: (transfer full): what stands between @member and another member behind it: a comma, or
 *   the end of the line with all that stands in front of a key
 */
char *
paddock_app_style_dup_separator (const PaddockAppEdit *edit,
                                 guint                 member)
{
  const PaddockConfigNode *node = paddock_config_tree_get (edit->tree, member);

  if (!paddock_app_style_has_lines (edit, node->parent))
    return g_strdup (", ");
  return paddock_app_style_dup_line_begin (edit, node->key_begin);
}

/**
 * paddock_app_style_is_bare:
 *
 * Returns: whether @name can be a key without quotes, in each syntax that has such keys
 */
gboolean
paddock_app_style_is_bare (const char *name)
{
  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_' && *p != '-')
      return FALSE;
  return *name != '\0';
}

/**
 * paddock_app_style_dup_key:
 * @member: a member
 * @name: another name for it, as it stands between quotes
 *
 * Returns: (transfer full): @name as a key of the file, with the same quotes as the member's key if
 *   @name may have them
 */
char *
paddock_app_style_dup_key (const PaddockAppEdit *edit,
                           guint                 member,
                           const char           *name)
{
  gsize begin = paddock_config_tree_get (edit->tree, member)->key_begin;
  char quote = paddock_config_tree_get_char (edit->tree, begin);

  if (quote == '\'' && strchr (name, '\'') == NULL)
    return g_strdup_printf ("'%s'", name);
  if (quote == '"' || quote == '\'' || !paddock_app_style_is_bare (name))
    return g_strdup_printf ("\"%s\"", name);
  return g_strdup (name);
}

/**
 * paddock_app_style_dup_member:
 * @member: a member
 * @name: the name of another member
 * @text: the value of the other member, as the file has it
 *
 * Returns: (transfer full): the other member, as the file has it
 */
char *
paddock_app_style_dup_member (const PaddockAppEdit *edit,
                              guint                 member,
                              const char           *name,
                              const char           *text)
{
  g_autofree char *key = paddock_app_style_dup_key (edit, member, name);

  return g_strconcat (key, edit->syntax == PADDOCK_APP_SYNTAX_TOML ? " = " : ": ", text, NULL);
}

/**
 * paddock_app_style_replace_text:
 * @value: a string
 * @string: a text
 *
 * Replaces a string by another one, with the same quotes if @string may have them.
 */
void
paddock_app_style_replace_text (PaddockAppEdit *edit,
                                guint           value,
                                const char     *string)
{
  gsize begin = paddock_config_tree_get (edit->tree, value)->begin;
  char quote = paddock_config_tree_get_char (edit->tree, begin);
  g_autofree char *literal = paddock_jsonc_quote (string);

  if (paddock_app_style_is_bare (string) && g_ascii_isalpha (*string) && quote != '"') {
    g_free (literal);
    literal = quote == '\'' ? g_strdup_printf ("'%s'", string) : g_strdup (string);
  }
  paddock_app_edit_replace (edit, value, literal);
}
