/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-reference.h"

#include "paddock-uri.h"

#include <string.h>

/* Reads the text by which a server or a host names a file: which path that means, and which part of
 * the path is below a root. These are pure functions of bytes. They run before anybody asks the
 * kernel, so the kernel never hears a name from outside the roots (paddock-path.c, "Reading on
 * behalf"). */

#define SCHEME "file:"

/* Whether @path has UTF-8 that uses more bytes than it needs (RFC 3629, 10). A lenient program
 * reads such bytes as dots and slashes, but this code reads them as a part of a name. Other bytes
 * that are not UTF-8 are legal in names. */
static gboolean
has_overlong_utf8 (const char *path)
{
  for (const guchar *at = (const guchar *) path; *at != '\0'; at++) {
    gboolean is_continued = (at[1] & 0xc0) == 0x80;

    if (is_continued && (at[0] == 0xc0 || at[0] == 0xc1 || (at[0] == 0xe0 && at[1] < 0xa0) ||
                         (at[0] == 0xf0 && at[1] < 0x90)))
      return TRUE;
  }

  return FALSE;
}

/**
 * paddock_reference_to_path:
 * @reference: bytes from outside, maybe without a NUL at the end
 * @length: how many bytes
 * @out_path: (out) (transfer full) (nullable): the path if allowed, otherwise %NULL; not resolved,
 *   maybe not UTF-8, at most %PADDOCK_REFERENCE_PATH_MAX bytes
 *
 * Finds the path that @reference means. It reads a `file` URI strictly (RFC 8089,
 * paddock_uri_to_path()): no host but `localhost`, no port, query or fragment, no dot segments, no
 * escaped slash, no overlong UTF-8. Anything else must be an absolute path and is used byte for
 * byte: nothing in it is an escape, and its `..` stay.
 *
 * Returns: %PADDOCK_READ_ALLOWED if the text makes sense, or %PADDOCK_READ_MALFORMED
 */
PaddockReadVerdict
paddock_reference_to_path (const char  *reference,
                           gsize        length,
                           char       **out_path)
{
  g_autofree char *text = NULL;
  g_autofree char *path = NULL;

  *out_path = NULL;
  if (reference == NULL || length == 0 || length > PADDOCK_REFERENCE_MAX ||
      memchr (reference, '\0', length) != NULL)
    return PADDOCK_READ_MALFORMED;

  text = g_strndup (reference, length);
  if (text[0] == '/')
    path = g_steal_pointer (&text);
  else if (g_ascii_strncasecmp (text, SCHEME, strlen (SCHEME)) == 0)
    path = paddock_uri_to_path (text, NULL);
  if (path == NULL || strlen (path) > PADDOCK_REFERENCE_PATH_MAX ||
      (text != NULL && has_overlong_utf8 (path)))
    return PADDOCK_READ_MALFORMED;

  *out_path = g_steal_pointer (&path);
  return PADDOCK_READ_ALLOWED;
}

/* Skips slashes and components "." at the beginning of @path, because these change nothing. */
static const char *
skip_nothing (const char *path)
{
  for (;;) {
    path += strspn (path, "/");
    if (path[0] != '.' || (path[1] != '/' && path[1] != '\0'))
      return path;
    path++;
  }
}

/**
 * paddock_reference_below:
 * @path: an absolute path, maybe hostile
 * @root: a root's canonical path
 *
 * Maps @path to @root, component by component as written: a `..` removes nothing, and nobody asks
 * the file system. The result can still lead out: the rest of `/root/../x` is `../x`.
 * paddock_path_open_below() refuses that.
 *
 * Returns: (nullable): the part of @path below @root: "" for the root itself, "." for the root with
 *   a slash or a dot after it; %NULL if @path is not below @root. The result points into @path or
 *   to a constant
 */
const char *
paddock_reference_below (const char *path,
                         const char *root)
{
  if (path == NULL || root == NULL || path[0] != '/' || root[0] != '/')
    return NULL;

  for (root = skip_nothing (root); *root != '\0'; root = skip_nothing (root)) {
    gsize length = strcspn (root, "/");

    path = skip_nothing (path);
    if (strncmp (path, root, length) != 0 || (path[length] != '/' && path[length] != '\0'))
      return NULL;
    root += length;
    path += length;
  }

  if (*path == '\0')
    return "";
  path = skip_nothing (path);
  return *path == '\0' ? "." : path;
}
