/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-uri.h"

#include "paddock-error.h"
#include "paddock-path-text.h"

/* The one encoder and the one decoder of `file` URIs. Nothing here touches the file system. Servers
 * and hosts compare what the encoder returns, so its result for a path must never change. */

#define SCHEME "file:"

/* The characters, besides letters and digits, that GLib does not escape in a path: unreserved
 * characters, and the sub-delimiters of RFC 3986 without ';'. A test compares the resulting URIs
 * with those of g_filename_to_uri(). */
#define KEPT_IN_PATH "-._~!$&'()*+,=:@/"

/**
 * paddock_uri_from_path:
 * @path: a canonical path in the bytes of the file system, maybe not UTF-8
 *
 * Makes the URI with which Paddock names @path to servers (MCP 2025-11-25, client/roots: "This MUST
 * be a file:// URI"): no host, no trailing slash except for `/`, and `%XX` for every byte that RFC
 * 3986 does not allow in a path.
 *
 * Returns: (transfer full) (nullable): the URI; %NULL if @path is not absolute
 */
char *
paddock_uri_from_path (const char *path)
{
  GString *uri;
  gsize length;

  if (path == NULL || path[0] != '/')
    return NULL;

  length = strlen (path);
  while (length > 1 && path[length - 1] == '/')
    length--;

  uri = g_string_sized_new (length + 16);
  g_string_append (uri, SCHEME "//");
  for (gsize i = 0; i < length; i++)
    if (g_ascii_isalnum (path[i]) || strchr (KEPT_IN_PATH, path[i]) != NULL)
      g_string_append_c (uri, path[i]);
    else
      g_string_append_printf (uri, "%%%02X", (guint) (guchar) path[i]);

  return g_string_free (uri, FALSE);
}

/* Returns the path part of @uri; if @uri is not usable, returns NULL and sets @out_reason. */
static const char *
skip_authority (const char  *uri,
                const char **out_reason)
{
  const char *rest;

  *out_reason = "the scheme is not “file”";
  if (g_ascii_strncasecmp (uri, SCHEME, strlen (SCHEME)) != 0)
    return NULL;

  rest = uri + strlen (SCHEME);
  if (g_str_has_prefix (rest, "//")) {
    *out_reason = "it names another host";
    rest += 2;
    if (g_ascii_strncasecmp (rest, "localhost/", strlen ("localhost/")) == 0)
      rest += strlen ("localhost");
  } else
    *out_reason = "the path isn’t absolute";

  return rest[0] == '/' ? rest : NULL;
}

/* Decodes the byte or escape at the beginning of @text, and appends it to @path. Returns NULL, or
 * why this byte is not allowed. */
static const char *
decode_one (GString     *path,
            const char **text)
{
  int high, low, byte;

  switch (**text) {
    case '?':
    case '#':
      return "it has a query or a fragment";
    case '\\':
      /* Browsers read a backslash as a slash, so two programs would see two different paths. */
      return "it has a backslash";
    case '%':
      high = g_ascii_xdigit_value ((*text)[1]);
      low = high < 0 ? -1 : g_ascii_xdigit_value ((*text)[2]);
      if (low < 0)
        return "it has a broken escape";
      byte = high * 16 + low;
      if (byte == 0 || byte == '/')
        return "it escapes a NUL or a slash";
      g_string_append_c (path, (char) byte);
      *text += 3;
      return NULL;
    default:
      if (g_ascii_iscntrl (**text))
        return "it has a control character";
      g_string_append_c (path, **text);
      *text += 1;
      return NULL;
  }
}

/* Whether @path has a dot segment. Call this after decoding, so that `%2e` is a dot too. A program
 * that resolves dot segments and one that does not would see two paths. */
static gboolean
has_dot_segment (const char *path)
{
  const char *segment = path;

  while (segment != NULL) {
    gsize length;

    segment++;
    length = strcspn (segment, "/");
    if ((length == 1 && segment[0] == '.') || (length == 2 && strncmp (segment, "..", 2) == 0))
      return TRUE;
    segment = strchr (segment, '/');
  }

  return FALSE;
}

/**
 * paddock_uri_to_path:
 * @uri: text from outside
 * @error: set to %PADDOCK_ERROR_INVALID_ARGUMENT
 *
 * Finds the path that a `file` URI names (RFC 8089). The scheme may be in any case. It accepts no
 * host but `localhost`, no query and no fragment. It refuses what two readers could read as two
 * paths: dot segments, escaped slashes, backslashes, NULs, broken escapes. It accepts spaces and
 * UTF-8 that should have been escaped, because hosts send them. It drops empty segments and a
 * trailing slash.
 *
 * The path is not resolved, and need not exist.
 *
 * Returns: (transfer full) (nullable): an absolute path, maybe not UTF-8
 */
char *
paddock_uri_to_path (const char  *uri,
                     GError     **error)
{
  g_autoptr (GString) path = NULL;
  const char *reason = "it is not UTF-8";
  const char *rest = NULL;

  g_return_val_if_fail (uri != NULL, NULL);

  if (g_utf8_validate (uri, -1, NULL))
    rest = skip_authority (uri, &reason);

  if (rest != NULL) {
    path = g_string_new (NULL);
    reason = NULL;
    while (reason == NULL && *rest != '\0')
      reason = decode_one (path, &rest);
    if (reason == NULL && has_dot_segment (path->str))
      reason = "it has a dot segment";
  }

  if (reason != NULL) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                 "Not a usable file URI: %s", reason);
    return NULL;
  }

  return paddock_path_text_normalize (path->str);
}

static void
strip_slashes (char *path)
{
  for (size_t n = strlen (path); n > 1 && path[n - 1] == '/'; n--)
    path[n - 1] = '\0';
}

/**
 * paddock_uri_read_text:
 * @text: what a person typed or pasted: a path, one below "~", or a `file` URI
 * @home: the home directory, for "~"
 *
 * Returns: (transfer full): if @text names a place on this computer, the path of that place. It has
 *   no slash at the end, so its parent is the part before the last component. Otherwise @text
 *   without the white space around it, for a message about what is wrong
 */
char *
paddock_uri_read_text (const char *text,
                       const char *home)
{
  g_autofree char *place = g_strstrip (g_strdup (text));
  char *path;

  if (place[0] == '~' && (place[1] == '/' || place[1] == '\0'))
    path = g_strconcat (home, place + 1, NULL);
  else if (place[0] == '/')
    path = g_steal_pointer (&place);
  else
    path = paddock_uri_to_path (place, NULL);
  if (path == NULL)
    return g_steal_pointer (&place);
  strip_slashes (path);
  return path;
}
