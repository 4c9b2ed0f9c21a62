/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-sensitive.h"

#include <string.h>

#include "paddock-nicks.h"
#include "paddock-sensitive-table.h"

/* Recognizes files with secrets by their names.
 *
 * A shared folder often contains more than the user thinks: a project has its .env file, a home
 * directory has keys. So Paddock reads such a file for a server or host only if the user allowed
 * that file. The patterns are in data/sensitive-files.txt. This file compares names, and touches no
 * disk.
 *
 * The path must be the canonical path of the opened file, and not the path in the request. So a
 * symbolic link notes.txt to a key is recognized as the key. ASCII case is ignored, because a file
 * system may ignore it, too. In doubt a name matches: a needless question is better than a leak.
 *
 * This does not find a secret under an unusual name, or inside another file. So the shared folder
 * stays the boundary for reading. */

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

/* A component of a path or pattern, without slashes. Points into the text of the path. */
typedef struct {
  const char *start;
  gsize       length;
} Component;

/* A path with more components than this can't be opened (PATH_MAX is 4096; each component needs two
 * bytes). */
#define MAX_COMPONENTS 2048
/* How often something is taken off a name, as in "key.pem.bak.1~". */
#define MAX_TAKEN_OFF 4

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

/* Matches one component of a path against one component of a pattern. After a mismatch, only the
 * last `*` is tried again, with one more byte. So the time is at most proportional to the product
 * of both lengths. */
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

/* Returns how many components at the start of @path are the home directory; 0 if @path is not below
 * the home directory. Case matters here, unlike for patterns. */
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

/* Whether the path matches the pattern. @n_home: the result of count_home(). */
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

static gboolean
find_kind (const Component      *path,
           gsize                 n_path,
           gsize                 n_home,
           PaddockSensitiveKind *out_kind)
{
  for (gsize i = 0; i < G_N_ELEMENTS (sensitive_patterns); i++) {
    PaddockSensitiveKind kind = sensitive_patterns[i].kind;

    if (!match_components (sensitive_patterns[i].pattern, path, n_path, n_home) ||
        is_exception (kind, path, n_path, n_home))
      continue;
    if (out_kind != NULL)
      *out_kind = kind;
    return TRUE;
  }
  return FALSE;
}

/* Takes off the end of @name if a pattern matches an end of it that begins where @pattern does,
 * with a "." or "~". Something must be left. */
static gboolean
take_off_end (Component  *name,
              const char *pattern)
{
  Component wanted = { pattern, strlen (pattern) };

  for (gsize i = name->length - 1; i > 0; i--)
    if (name->start[i] == *pattern &&
        glob (wanted, (Component) { name->start + i, name->length - i })) {
      name->length = i;
      return TRUE;
    }
  return FALSE;
}

/* Takes one thing off @name that programs and people put around the name of a copy. */
static gboolean
take_off (Component *name)
{
  static const char * const ends[] = {
    "~", ".bak*", ".backup*", ".old*", ".orig", ".save*", ".copy", ".tmp", ".prev", ".rej",
    ".swp", ".swo", ".swn", ".swx", ".dpkg-*", ".rpmsave", ".rpmnew", ".rpmorig", ".ucf-*",
    ".paddock-*",
  };
  gsize digits = 0;

  if (name->length > 2 && name->start[0] == '#' && name->start[name->length - 1] == '#') {
    *name = (Component) { name->start + 1, name->length - 2 };
    return TRUE;
  }
  if (name->length > 2 && name->start[0] == '.' && name->start[1] == '#') {
    *name = (Component) { name->start + 2, name->length - 2 };
    return TRUE;
  }
  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    if (take_off_end (name, ends[i]))
      return TRUE;
  /* A number: logrotate, or Emacs's "NAME.~12~". */
  while (digits < name->length && g_ascii_isdigit (name->start[name->length - 1 - digits]))
    digits++;
  if (digits == 0 || digits + 1 >= name->length ||
      strchr (".~", name->start[name->length - 1 - digits]) == NULL)
    return FALSE;
  name->length -= digits + 1;
  if (name->length > 1 && name->start[name->length - 1] == '.')
    name->length--;
  return TRUE;
}

/**
 * paddock_sensitive_match:
 * @path: the canonical path of a file, outside any sandbox
 * @home: (nullable): the canonical path of the user's home; %NULL: patterns below the home match
 *   nothing
 * @out_kind: (out) (optional): the likely contents, set if it matches
 *
 * A copy is as sensitive as what it is a copy of, as far as its name says that it is one.
 *
 * Returns: whether the user must be asked before this file is read; also %TRUE for a path that is
 *   not absolute, or has too many components
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
  if (find_kind (names, n_names, n_home, out_kind))
    return TRUE;
  for (guint i = 0; i < MAX_TAKEN_OFF && n_names > 0 && take_off (&names[n_names - 1]); i++) {
    Component *name = &names[n_names - 1];

    if (find_kind (names, n_names, n_home, out_kind))
      return TRUE;
    /* vim puts a dot in front, too. */
    if (name->length > 1 && name->start[0] == '.') {
      const Component whole = *name;
      gboolean is_found;

      *name = (Component) { name->start + 1, name->length - 1 };
      is_found = find_kind (names, n_names, n_home, out_kind);
      *name = whole;
      if (is_found)
        return TRUE;
    }
  }
  return FALSE;
}

/**
 * paddock_sensitive_pattern_match:
 * @pattern: a pattern of data/sensitive-files.txt, without the `!` of an exception
 * @path: an absolute path
 * @home: (nullable): the canonical path of the user's home
 *
 * Returns: whether @pattern alone matches @path
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
 * @pattern: a pattern of data/sensitive-files.txt
 * @home: the canonical path of the user's home
 * @out_is_folder: (out): %TRUE if the place is a folder whose files are secrets; %FALSE if the
 *   place itself is a secret file
 *
 * Finds the place in the home directory that the pattern names. A hard link from elsewhere to a
 * file there is the same secret.
 *
 * Returns: (transfer full) (nullable): the path of the place; %NULL if @pattern contains `*` or
 *   begins with a slash
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
 * @out_n: (out): the number of patterns
 *
 * Returns: (transfer none) (array length=out_n): all patterns but the exceptions, in the order of
 *   data/sensitive-files.txt
 */
const PaddockSensitivePattern *
paddock_sensitive_get_patterns (gsize *out_n)
{
  *out_n = G_N_ELEMENTS (sensitive_patterns);
  return sensitive_patterns;
}

/**
 * paddock_sensitive_get_exceptions:
 * @out_n: (out): the number of exceptions
 *
 * Returns: (transfer none) (array length=out_n): the exceptions: a file that matches one is not of
 *   its kind, although another pattern of that kind matches
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
 * Returns: (transfer none): the name of @kind on the bus
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
 * Returns: the kind, %PADDOCK_SENSITIVE_SECRET if @nick is unknown
 */
PaddockSensitiveKind
paddock_sensitive_kind_from_nick (const char *nick)
{
  return paddock_nicks_find_or_zero (kind_nicks, G_N_ELEMENTS (kind_nicks), nick);
}
