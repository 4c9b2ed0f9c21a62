/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-path-text.h"

#include <string.h>

/* Judges a path by its text alone, and asks no file system. paddock-path.c says what a path leads
 * to, and when its text is enough. */

/**
 * paddock_path_text_normalize:
 * @path: (nullable): bytes of a path
 *
 * Cleans @path up by its text alone: no empty components, no `.`, no trailing slash, and `..`
 * removes the component before it. Use the result for display, and to compare with a canonical
 * path. Never use it to resolve a path: after a link, `..` leads elsewhere than its text says.
 *
 * Returns: (transfer full) (nullable): the clean path; %NULL if @path is not absolute
 */
char *
paddock_path_text_normalize (const char *path)
{
  GString *out;

  if (path == NULL || path[0] != '/')
    return NULL;

  out = g_string_sized_new (strlen (path));
  while (*path != '\0') {
    gsize length = strcspn (path, "/");

    if (length == 2 && strncmp (path, "..", 2) == 0)
      g_string_truncate (out, out->len > 0 ? (gsize) (strrchr (out->str, '/') - out->str) : 0);
    else if (length > 0 && !(length == 1 && path[0] == '.')) {
      g_string_append_c (out, '/');
      g_string_append_len (out, path, (gssize) length);
    }
    path += length + (path[length] == '/');
  }

  if (out->len == 0)
    g_string_append_c (out, '/');
  return g_string_free (out, FALSE);
}

/**
 * paddock_path_text_is_within:
 * @path: a canonical path
 * @ancestor: a canonical path
 *
 * Compares components: `/a/bc` is not within `/a/b`. A path is within itself, and every path is
 * within `/`. For a relative path the answer is no.
 *
 * Returns: whether @path is @ancestor or lies below it
 */
gboolean
paddock_path_text_is_within (const char *path,
                             const char *ancestor)
{
  gsize length;

  if (path == NULL || ancestor == NULL || path[0] != '/' || ancestor[0] != '/')
    return FALSE;

  length = strlen (ancestor);
  while (length > 0 && ancestor[length - 1] == '/')
    length--;

  return strncmp (path, ancestor, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

/* Whether every box has what is at @path: it is in a directory of the system. */
gboolean
paddock_path_text_is_in_system (const char *path)
{
  return paddock_path_text_is_within (path, "/usr") || paddock_path_text_is_within (path, "/etc");
}
