/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-sensitive.h"

#include <string.h>

#include "paddock-nicks.h"
#include "paddock-sensitive-table.h"

/* Which files hold secrets, by their names.
 *
 * A shared folder is often wider than its user thinks: a project has its dotenv file, a home has
 * keys. So Paddock reads such a file for a server or a host only when the user said so of that
 * file. The patterns are data/sensitive-files.txt; this file compares, and touches no disk.
 *
 * The path must be the canonical one, of the file that was opened and not of what was asked for: a
 * link called notes.txt to a key is that key. Upper and lower case are one, in ASCII: on a file
 * system that ignores case they are the same file, and elsewhere the copy is as secret. When in
 * doubt it matches; the price is a question too many.
 *
 * What this does not find: a secret under a name of the user's own, or within another file. It is
 * no boundary. The boundary is the folder. */

static const char * const kind_nicks[] = {
  [PADDOCK_SENSITIVE_SECRET] = "secret",
  [PADDOCK_SENSITIVE_ENVIRONMENT] = "environment",
  [PADDOCK_SENSITIVE_PRIVATE_KEY] = "private-key",
  [PADDOCK_SENSITIVE_KEY_STORE] = "key-store",
  [PADDOCK_SENSITIVE_CREDENTIALS] = "credentials",
  [PADDOCK_SENSITIVE_HISTORY] = "history",
  [PADDOCK_SENSITIVE_BROWSER] = "browser",
  [PADDOCK_SENSITIVE_MAIL] = "mail",
  [PADDOCK_SENSITIVE_UNCERTAIN] = "uncertain",
};

/* Components of a path: spans of it, without the slashes. */
typedef struct {
  const char *start;
  gsize       length;
} Component;

/* Deeper paths than this cannot be opened (PATH_MAX is 4096, a component takes two bytes). */
#define MAX_COMPONENTS 2048

static gsize
split (const char *path,
       Component  *out,
       gsize       max)
{
  gsize n = 0;

  while (*path != '\0' && n < max) {
    gsize length = strcspn (path, "/");

    if (length > 0)
      out[n++] = (Component) { path, length };
    path += length;
    path += *path == '/';
  }
  return n;
}

/* One component against a pattern of one. After a mismatch only the last `*` takes a byte more, and
 * so it takes time in proportion to both lengths and no more. */
static gboolean
glob (Component pattern,
      Component name)
{
  gsize p = 0;
  gsize i = 0;
  gsize star = G_MAXSIZE;
  gsize retry = 0;

  while (i < name.length) {
    if (p < pattern.length && pattern.start[p] == '*') {
      star = p++;
      retry = i;
    } else if (p < pattern.length &&
               g_ascii_tolower (pattern.start[p]) == g_ascii_tolower (name.start[i])) {
      p++;
      i++;
    } else if (star != G_MAXSIZE) {
      p = star + 1;
      i = ++retry;
    } else {
      return FALSE;
    }
  }
  while (p < pattern.length && pattern.start[p] == '*')
    p++;
  return p == pattern.length;
}

static gboolean
glob_all (const Component *patterns,
          const Component *names,
          gsize            n)
{
  for (gsize i = 0; i < n; i++) {
    if (!glob (patterns[i], names[i]))
      return FALSE;
  }
  return TRUE;
}

/* How many components of the path are the home; 0: it is not below it. Exact, by bytes. */
static gsize
count_home (const Component *path,
            gsize            n_path,
            const char      *home)
{
  Component names[64];
  gsize n = home != NULL ? split (home, names, G_N_ELEMENTS (names)) : 0;

  if (n == G_N_ELEMENTS (names) || n >= n_path)
    return 0;
  for (gsize i = 0; i < n; i++) {
    if (names[i].length != path[i].length ||
        memcmp (names[i].start, path[i].start, names[i].length) != 0)
      return 0;
  }
  return n;
}

/* @n_home: how many of the components are the home, 0: it is elsewhere. */
static gboolean
match_components (const char      *pattern,
                  const Component *path,
                  gsize            n_path,
                  gsize            n_home)
{
  Component names[16];
  gboolean at_home = g_str_has_prefix (pattern, "~/");
  gboolean at_start = pattern[0] == '/';
  gboolean is_folder = g_str_has_suffix (pattern, "/");
  gsize n = split (at_home ? pattern + 2 : pattern, names, G_N_ELEMENTS (names));
  gsize first = at_home ? n_home : 0;

  if (n == 0 || (at_home && n_home == 0) || n_path < first + n + is_folder)
    return FALSE;
  if (!is_folder)
    return at_home || at_start ? n_path == first + n && glob_all (names, path + first, n)
                               : glob_all (names, path + n_path - n, n);
  if (at_home || at_start)
    return glob_all (names, path + first, n);

  for (gsize i = 0; i + n < n_path; i++) {
    if (glob_all (names, path + i, n))
      return TRUE;
  }
  return FALSE;
}

static gboolean
is_exception (PaddockSensitiveKind  kind,
              const Component      *path,
              gsize                 n_path,
              gsize                 n_home)
{
  for (gsize i = 0; i < G_N_ELEMENTS (sensitive_exceptions); i++) {
    if (sensitive_exceptions[i].kind == kind &&
        match_components (sensitive_exceptions[i].pattern, path, n_path, n_home))
      return TRUE;
  }
  return FALSE;
}

/**
 * paddock_sensitive_match:
 * @path: the canonical path of a file, the host's
 * @home: (nullable): the canonical path of the user's home; %NULL: patterns that begin there match
 *   nothing
 * @out_kind: (out) (optional): what it is likely to hold; only where it matches
 *
 * Returns: whether the user is asked before this file is read. A path that is not absolute, or has
 *   more components than a path can have, is.
 */
gboolean
paddock_sensitive_match (const char           *path,
                         const char           *home,
                         PaddockSensitiveKind *out_kind)
{
  g_autofree Component *names = g_new (Component, MAX_COMPONENTS);
  gsize n_names = split (path, names, MAX_COMPONENTS);
  gsize n_home = count_home (names, n_names, home);

  if (path[0] != '/' || n_names == MAX_COMPONENTS) {
    if (out_kind != NULL)
      *out_kind = PADDOCK_SENSITIVE_SECRET;
    return TRUE;
  }

  for (gsize i = 0; i < G_N_ELEMENTS (sensitive_patterns); i++) {
    PaddockSensitiveKind kind = sensitive_patterns[i].kind;

    if (!match_components (sensitive_patterns[i].pattern, names, n_names, n_home) ||
        is_exception (kind, names, n_names, n_home))
      continue;
    if (out_kind != NULL)
      *out_kind = kind;
    return TRUE;
  }
  return FALSE;
}

/**
 * paddock_sensitive_pattern_match:
 * @pattern: of data/sensitive-files.txt, without the `!` of an exception
 * @path: an absolute path
 * @home: (nullable): the canonical path of the user's home
 *
 * Returns: whether this one pattern fits the path
 */
gboolean
paddock_sensitive_pattern_match (const char *pattern,
                                 const char *path,
                                 const char *home)
{
  g_autofree Component *names = g_new (Component, MAX_COMPONENTS);
  gsize n_names = split (path, names, MAX_COMPONENTS);

  return match_components (pattern, names, n_names, count_home (names, n_names, home));
}

/**
 * paddock_sensitive_pattern_place:
 * @pattern: of data/sensitive-files.txt
 * @home: the canonical path of the user's home
 * @out_is_folder: (out): whether it is the folder whose files are secrets, and not the secret
 *
 * The known secrets: where below the home a pattern has just one place. A file elsewhere that is a
 * hard link to what is there is that secret.
 *
 * Returns: (transfer full) (nullable): the path; %NULL where the pattern names no one place there
 */
char *
paddock_sensitive_pattern_place (const char *pattern,
                                 const char *home,
                                 gboolean   *out_is_folder)
{
  gsize length = strlen (pattern);

  *out_is_folder = length > 0 && pattern[length - 1] == '/';
  if (length == 0 || pattern[0] == '/' || strchr (pattern, '*') != NULL)
    return NULL;

  if (g_str_has_prefix (pattern, "~/")) {
    pattern += 2;
    length -= 2;
  }
  return g_strdup_printf ("%s/%.*s", g_str_equal (home, "/") ? "" : home,
                          (int) (length - *out_is_folder), pattern);
}

/**
 * paddock_sensitive_get_patterns:
 * @out_n: (out): how many there are
 *
 * Returns: (transfer none) (array length=out_n): all patterns, in the order of the file
 */
const PaddockSensitivePattern *
paddock_sensitive_get_patterns (gsize *out_n)
{
  *out_n = G_N_ELEMENTS (sensitive_patterns);
  return sensitive_patterns;
}

/**
 * paddock_sensitive_get_exceptions:
 * @out_n: (out): how many there are
 *
 * Returns: (transfer none) (array length=out_n): what is not of its kind although a pattern fits
 */
const PaddockSensitivePattern *
paddock_sensitive_get_exceptions (gsize *out_n)
{
  *out_n = G_N_ELEMENTS (sensitive_exceptions);
  return sensitive_exceptions;
}

/**
 * paddock_sensitive_kind_to_nick:
 * @kind: a kind
 *
 * Returns: (transfer none): its name on the bus
 */
const char *
paddock_sensitive_kind_to_nick (PaddockSensitiveKind kind)
{
  return paddock_nicks_get (kind_nicks, G_N_ELEMENTS (kind_nicks), kind);
}

/**
 * paddock_sensitive_kind_from_nick:
 * @nick: (nullable): a name from the bus
 *
 * Returns: the kind, %PADDOCK_SENSITIVE_SECRET where the nick is unknown
 */
PaddockSensitiveKind
paddock_sensitive_kind_from_nick (const char *nick)
{
  return paddock_nicks_find_or_zero (kind_nicks, G_N_ELEMENTS (kind_nicks), nick);
}
