/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-edit.h"

#include <string.h>

/* Changes of single values in a file, which keep all comments. Other files have the changes of
 * arrays and objects: paddock-app-list.c, paddock-app-lines.c and paddock-app-style.c.
 */

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
  if (has_hashes (self))
    return at < end && paddock_config_tree_has_text (self->tree, at, "#");
  return end - at >= 2 && (paddock_config_tree_has_text (self->tree, at, "//") ||
                           paddock_config_tree_has_text (self->tree, at, "/*"));
}

/* Returns where the comment at @at ends. The scanner has accepted the text. */
static gsize
skip_comment (const PaddockAppEdit *self,
              gsize                 at,
              gsize                 end)
{
  gboolean is_line = has_hashes (self) || paddock_config_tree_has_text (self->tree, at, "//");

  for (at += has_hashes (self) ? 1 : 2; at < end; at++) {
    if (is_line && paddock_config_tree_has_text (self->tree, at, "\n"))
      return at;
    if (!is_line && paddock_config_tree_has_text (self->tree, at, "*/"))
      return MIN (at + 2, end);
  }
  return end;
}

/**
 * paddock_app_edit_skip_trivia:
 * @at: an offset outside of values and comments
 *
 * Returns: the first offset at @at or behind it where neither spaces nor comments are; @end if
 *   there is none
 */
gsize
paddock_app_edit_skip_trivia (const PaddockAppEdit *self,
                              gsize                 at,
                              gsize                 end)
{
  while (at < end) {
    if (is_comment (self, at, end))
      at = skip_comment (self, at, end);
    else if (is_space (paddock_config_tree_get_char (self->tree, at)))
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

/**
 * paddock_app_edit_has_comment:
 *
 * Returns: whether a part of the file has a comment
 */
gboolean
paddock_app_edit_has_comment (const PaddockAppEdit *self,
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
  if (!paddock_app_edit_has_comment (self, begin, end)) {
    paddock_splice_add (self->splices, begin, end, "", 0);
    return;
  }
  for (gsize at = begin; at < end;) {
    gsize token = paddock_app_edit_skip_trivia (self, at, end);

    at = skip_token (self, token, end);
    if (at > token)
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

  return g_strndup (paddock_config_tree_get_text (self->tree, NULL) + node->begin,
                    node->end - node->begin);
}
