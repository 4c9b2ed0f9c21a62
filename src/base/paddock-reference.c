/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-reference.h"

#include "paddock-uri.h"

#include <string.h>

/* What a server or a host calls a file, by its text alone: the path it means, and what of that lies
 * below a root. Pure functions of bytes, run before anything is asked of the kernel, so that
 * nothing that a reference says of the outside is named to it (paddock-path.c, "Reading on
 * behalf"). */

#define SCHEME "file:"

/* UTF-8 that says in more bytes than it needs what fewer say: a lenient reader sees dots and
 * slashes where we see names (RFC 3629, 10). Other bytes that are not UTF-8 are legal names. */
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
 * @reference: bytes from outside; they need not end with a NUL
 * @length: how many
 * @out_path: (out) (transfer full) (nullable): the path if allowed, else %NULL; not resolved, maybe
 *   not UTF-8, at most %PADDOCK_REFERENCE_PATH_MAX bytes
 *
 * The path that @reference means. A `file` URI is read strictly (RFC 8089, paddock_uri_to_path()):
 * no host but `localhost`, no port, query or fragment, no dot segments, escaped or not, no escaped
 * slash, no overlong UTF-8. Anything else must be an absolute path, and is taken as it is, byte for
 * byte: nothing in it is an escape, and its `..` are the kernel's business.
 *
 * Returns: %PADDOCK_READ_ALLOWED, which says nothing but that it can be read, or
 *   %PADDOCK_READ_MALFORMED
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

/* Past slashes and components that are a dot: they lead nowhere else. */
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
 * Maps @path to @root component by component, as it is written: nothing is taken back for a `..`,
 * and nothing is asked of the file system. What is below by its text can still lead out, as
 * `/root/../x` does, whose rest is `../x`; paddock_path_open_below() refuses that.
 *
 * Returns: (nullable): what of @path is below @root: "" for the root itself as it is written, "."
 *   for the root with a slash or a dot behind it; %NULL if it is not below. It points into @path or
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
