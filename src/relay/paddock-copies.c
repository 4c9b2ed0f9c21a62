/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-copies.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "paddock-box-programs.h"
#include "paddock-path-text.h"
#include "paddock-sensitive.h"

/* Copies settings of the user into the home of a confined server: who makes commits, and from where
 * packages come.
 *
 * These files also hold tokens, and name programs that are run. So a copy is written from the few
 * values that a table names, and each value has only characters that such a value needs: no
 * password fits into an address. Nothing is run, and no file is included.
 */

/* What stands in each copy. By it a copy is known again. */
#define GIT_HEAD PADDOCK_BOX_HOME_MARK "[user]\n"

#define VALUE_MAX 512

static gboolean
has_controls (const char *text)
{
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at)) {
    gunichar c = g_utf8_get_char (at);

    if (g_unichar_iscntrl (c) && c != '\t' && c != '\n' && c != '\r')
      return TRUE;
  }
  return FALSE;
}

/* Returns why a file is left out; NULL if it isn't. @out_text: (nullable): nothing is there. */
static const char *
read_text (const char  *path,
           const char  *home,
           gsize        most,
           char       **out_text)
{
  int fd = open (path, O_PATH | O_CLOEXEC);
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autofree char *real = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *beside = NULL;
  g_autofree char *name = NULL;
  g_autofree char *real_name = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  char bytes[4096];
  struct stat info;
  gssize n = 0;
  int readable;

  *out_text = NULL;
  if (fd < 0)
    return errno == ENOENT || errno == ENOTDIR ? NULL : g_strerror (errno);
  real = g_file_read_link (link, NULL);
  folder = real != NULL ? g_path_get_dirname (real) : NULL;
  beside = folder != NULL ? g_build_filename (folder, "x", NULL) : NULL;
  name = g_path_get_basename (path);
  real_name = real != NULL ? g_path_get_basename (real) : NULL;
  if (real == NULL || fstat (fd, &info) != 0 || !S_ISREG (info.st_mode)) {
    close (fd);
    return "it isn’t a file";
  }
  /* These files may be secrets themselves. A link must not lead to others. */
  if (paddock_sensitive_match (beside, home, NULL) ||
      (!g_str_equal (name, real_name) && paddock_sensitive_match (real, home, NULL))) {
    close (fd);
    return "it leads to what may be secret";
  }
  readable = open (link, O_RDONLY | O_CLOEXEC);
  close (fd);
  if (readable < 0)
    return g_strerror (errno);
  while (text->len <= most && (n = read (readable, bytes, sizeof bytes)) > 0)
    g_string_append_len (text, bytes, n);
  close (readable);
  if (n < 0)
    return "it can’t be read";
  if (text->len > most)
    return "it is too large";
  if (!g_utf8_validate (text->str, text->len, NULL) || has_controls (text->str))
    return "it has control characters, or other bytes than text";
  *out_text = g_string_free (g_steal_pointer (&text), FALSE);
  return NULL;
}

static void
say_left_out (const char *path,
              const char *home,
              const char *what,
              const char *why)
{
  g_autofree char *shown = paddock_box_programs_dup_shown (path, home);

  g_message ("%s%s%s is left out: %s", what, *what != '\0' ? " of " : "", shown, why);
}

static char *
dup_text (const char *path,
          const char *home)
{
  char *text;
  const char *why = read_text (path, home, PADDOCK_COPIES_MAX, &text);

  if (why != NULL)
    say_left_out (path, home, "", why);
  return text;
}

/* ---- git */

typedef struct {
  const char *at;
  gboolean    is_user;              /* in the section */
  char       *name;                 /* (owned) (nullable) */
  char       *email;                /* (owned) (nullable) */
} Git;

static void
skip_line (Git *git)
{
  git->at += strcspn (git->at, "\n");
}

/* Reads "[user]" or "[remote "x"]". Such a name in quotes may have a bracket. */
static gboolean
read_section (Git *git)
{
  const char *begin = ++git->at;
  gboolean is_quoted = FALSE;

  for (; *git->at != '\0' && *git->at != '\n'; git->at++) {
    if (is_quoted && *git->at == '\\' && git->at[1] != '\0' && git->at[1] != '\n') {
      git->at++;
    } else if (*git->at == '"') {
      is_quoted = !is_quoted;
    } else if (*git->at == ']' && !is_quoted) {
      git->is_user = git->at - begin == 4 && g_ascii_strncasecmp (begin, "user", 4) == 0;
      git->at++;
      return TRUE;
    }
  }
  return FALSE;
}

/* Reads what is behind "=", as git does; NULL: it is wrong. */
static char *
dup_value (Git *git)
{
  g_autoptr (GString) value = g_string_new (NULL);
  gboolean is_quoted = FALSE;
  gsize kept = 0;                   /* spaces at the end don't count, unless they are quoted */

  git->at += strspn (git->at, " \t");
  for (; *git->at != '\0' && *git->at != '\n'; git->at++) {
    static const char escapes[] = "nt\\\"b";
    static const char meant[] = "\n\t\\\"\b";
    const char *escape;

    if (!is_quoted && strchr ("#;", *git->at) != NULL) {
      skip_line (git);
      break;
    }
    if (*git->at == '"') {
      is_quoted = !is_quoted;
      kept = value->len;
      continue;
    }
    if (*git->at != '\\') {
      g_string_append_c (value, *git->at);
      if (is_quoted || strchr (" \t\r", *git->at) == NULL)
        kept = value->len;
      continue;
    }
    git->at++;
    if (*git->at == '\r' && git->at[1] == '\n')
      git->at++;
    if (*git->at == '\n')
      continue;
    escape = *git->at != '\0' ? strchr (escapes, *git->at) : NULL;
    if (escape == NULL)
      return NULL;
    g_string_append_c (value, meant[escape - escapes]);
    kept = value->len;
  }
  if (is_quoted)
    return NULL;
  g_string_truncate (value, kept);
  return g_string_free (g_steal_pointer (&value), FALSE);
}

static gboolean
read_variable (Git *git)
{
  const char *key = git->at;
  gsize length = strspn (key, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-");
  char **place = NULL;
  char *value;

  if (length == 0)
    return FALSE;
  if (git->is_user && length == 4 && g_ascii_strncasecmp (key, "name", 4) == 0)
    place = &git->name;
  else if (git->is_user && length == 5 && g_ascii_strncasecmp (key, "email", 5) == 0)
    place = &git->email;
  git->at += length;
  git->at += strspn (git->at, " \t\r");
  if (*git->at == '\0' || *git->at == '\n' || *git->at == '#' || *git->at == ';') {
    skip_line (git);
    return TRUE;
  }
  if (*git->at++ != '=')
    return FALSE;
  value = dup_value (git);
  if (value != NULL && place != NULL) {
    g_free (*place);
    *place = value;
    return TRUE;
  }
  g_free (value);
  return value != NULL;
}

static gboolean
read_git (Git *git)
{
  gboolean is_right = TRUE;

  git->is_user = FALSE;
  while (is_right) {
    git->at += strspn (git->at, " \t\r\n");
    if (*git->at == '\0')
      return TRUE;
    if (*git->at == '#' || *git->at == ';')
      skip_line (git);
    else
      is_right = *git->at == '[' ? read_section (git) : read_variable (git);
  }
  return FALSE;
}

static void
append_git (GString    *copy,
            const char *name,
            const char *value)
{
  if (value == NULL || *value == '\0' || strlen (value) > VALUE_MAX ||
      strpbrk (value, "\n\t\b\r") != NULL)
    return;
  g_string_append_printf (copy, "\t%s = \"", name);
  for (; *value != '\0'; value++) {
    if (*value == '"' || *value == '\\')
      g_string_append_c (copy, '\\');
    g_string_append_c (copy, *value);
  }
  g_string_append (copy, "\"\n");
}

/**
 * paddock_copies_filter_git:
 * @texts: (array zero-terminated=1): files of git's settings; later ones count
 *
 * Returns: (transfer full) (nullable): settings with the name and the address of the user; %NULL if
 *   there are none, or if git couldn't read a file
 */
char *
paddock_copies_filter_git (const char * const *texts)
{
  GString *copy = g_string_new (GIT_HEAD);
  Git git = { NULL };
  gboolean is_right = TRUE;

  for (; is_right && *texts != NULL; texts++) {
    git.at = g_str_has_prefix (*texts, "\xEF\xBB\xBF") ? *texts + 3 : *texts;
    is_right = read_git (&git);
  }
  if (is_right) {
    append_git (copy, "name", git.name);
    append_git (copy, "email", git.email);
  } else {
    g_message ("The settings of git are left out: they aren’t as git writes them");
  }
  g_free (git.name);
  g_free (git.email);
  return g_string_free (copy, copy->len == strlen (GIT_HEAD));
}

/* ---- npm and pip */

typedef enum {
  KIND_ADDRESS,
  KIND_HOSTS,
  KIND_CERTIFICATES,                /* a file */
} Kind;

typedef struct {
  const char *name;
  Kind        kind;
} Setting;

static const Setting npm_settings[] = {
  { "registry", KIND_ADDRESS }, { "proxy", KIND_ADDRESS }, { "https-proxy", KIND_ADDRESS },
  { "noproxy", KIND_HOSTS }, { "cafile", KIND_CERTIFICATES }, { NULL },
};

static const Setting pip_settings[] = {
  { "index-url", KIND_ADDRESS }, { "extra-index-url", KIND_ADDRESS }, { "proxy", KIND_ADDRESS },
  { "cert", KIND_CERTIFICATES }, { NULL },
};

/* Returns the path of a file with nothing but certificates, without links; NULL if it is none. */
static char *
dup_certificates (const char *value,
                  const char *home)
{
  g_autofree char *path = g_str_has_prefix (value, "~/") ? g_strconcat (home, value + 1, NULL)
                                                         : g_strdup (value);
  g_autofree char *text = NULL;
  char *real = g_path_is_absolute (path) ? realpath (path, NULL) : NULL;
  char *result = NULL;

  if (real != NULL && read_text (real, home, PADDOCK_COPIES_CERTIFICATES_MAX, &text) == NULL &&
      text != NULL && strstr (text, "-----BEGIN CERTIFICATE-----") != NULL &&
      strstr (text, "PRIVATE KEY") == NULL && strpbrk (real, "\"'\\\n;#$%") == NULL)
    result = g_strdup (real);
  free (real);
  return result;
}

/* Returns a value as it may be copied; NULL if it may not. */
static char *
dup_allowed (Kind                kind,
             const char         *value,
             const char         *home,
             PaddockCopiesAllow  allow,
             gpointer            user_data)
{
  /* Without "@" there is no user in an address, and without "?" no query. */
  static const char * const sets[] = {
    [KIND_ADDRESS] = G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS ".-_~:/+[]",
    [KIND_HOSTS] = G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS ".-_*:/,[] ",
  };
  char *path;

  if (kind != KIND_CERTIFICATES)
    return strlen (value) <= VALUE_MAX && strspn (value, sets[kind]) == strlen (value)
           ? g_strdup (value) : NULL;
  path = dup_certificates (value, home);
  if (path != NULL && !allow (path, user_data))
    g_clear_pointer (&path, g_free);
  return path;
}

static void
unquote (char *value)
{
  gsize length = strlen (value);

  if (length >= 2 && (*value == '"' || *value == '\'') && value[length - 1] == *value) {
    memmove (value, value + 1, length - 2);
    value[length - 2] = '\0';
  }
}

/* How npm's and pip's files differ. */
typedef struct {
  const Setting *settings;
  const char    *name;              /* of the file, as users know it */
  const char    *section;           /* (nullable) the only one that counts; NULL: what is in none */
  gboolean       has_quotes;
  const char    *head;              /* of the copy */
} Format;

static const Format npm = { npm_settings, "~/.npmrc", NULL, TRUE, PADDOCK_BOX_HOME_MARK };
static const Format pip = {
  pip_settings, "pip.conf", "[global]", FALSE, PADDOCK_BOX_HOME_MARK "[global]\n"
};

static char *
filter (const Format       *format,
        const char         *text,
        const char         *home,
        PaddockCopiesAllow  allow,
        gpointer            user_data)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *copy = g_string_new (format->head);
  gboolean counts = format->section == NULL;

  for (gsize i = 0; lines[i] != NULL; i++) {
    /* pip continues a value in a line that is indented. */
    gboolean is_more = format->section != NULL && strchr (" \t", lines[i][0]) != NULL;
    gboolean goes_on = format->section != NULL && lines[i + 1] != NULL && lines[i + 1][0] != '\0' &&
                       strchr (" \t", lines[i + 1][0]) != NULL;
    char *key = g_strstrip (lines[i]);
    char *value = strchr (key, '=');
    g_autofree char *allowed = NULL;

    if (*key == '[')
      counts = g_strcmp0 (key, format->section) == 0;
    if (*key == '\0' || strchr ("#;[", *key) != NULL || value == NULL || !counts || is_more)
      continue;
    *value++ = '\0';
    g_strstrip (key);
    g_strstrip (value);
    if (format->has_quotes)
      unquote (value);
    for (const Setting *one = format->settings; one->name != NULL; one++) {
      if (!g_str_equal (one->name, key) || *value == '\0')
        continue;
      if (!goes_on)
        allowed = dup_allowed (one->kind, value, home, allow, user_data);
      if (allowed != NULL)
        g_string_append_printf (copy, "%s = %s\n", key, allowed);
      else
        g_message ("“%s” of %s is left out: it may hold a secret, or isn’t as expected", key,
                   format->name);
    }
  }
  return g_string_free (copy, copy->len == strlen (format->head));
}

/* Returns: (transfer full) (nullable): npm's settings without secrets; NULL if there are none */
char *
paddock_copies_filter_npm (const char         *text,
                           const char         *home,
                           PaddockCopiesAllow  allow,
                           gpointer            user_data)
{
  return filter (&npm, text, home, allow, user_data);
}

/* Returns: (transfer full) (nullable): pip's settings without secrets; NULL if there are none */
char *
paddock_copies_filter_pip (const char         *text,
                           const char         *home,
                           PaddockCopiesAllow  allow,
                           gpointer            user_data)
{
  return filter (&pip, text, home, allow, user_data);
}

static void
add_copy (GPtrArray  *copies,
          const char *name,
          char       *text)
{
  PaddockBoxCopy *copy = g_new0 (PaddockBoxCopy, 1);

  copy->name = name;
  copy->text = text;
  g_ptr_array_add (copies, copy);
}

static char *
dup_git (const char *home,
         const char *config)
{
  g_autofree char *newer_path = g_build_filename (config, "git", "config", NULL);
  g_autofree char *path = g_build_filename (home, ".gitconfig", NULL);
  g_autofree char *newer = dup_text (newer_path, home);
  g_autofree char *text = dup_text (path, home);
  const char * const texts[] = { newer != NULL ? newer : "", text != NULL ? text : "", NULL };

  return paddock_copies_filter_git (texts);
}

/**
 * paddock_copies_new:
 * @home: the user's, without links
 * @config: where the user's settings are ($XDG_CONFIG_HOME)
 * @allow: called for each file of certificates
 *
 * Reads what a confined server may know of the user's settings. What is left out is said in one
 * line.
 *
 * Returns: (transfer full) (element-type PaddockBoxCopy): the copies for its home
 */
GPtrArray *
paddock_copies_new (const char         *home,
                    const char         *config,
                    PaddockCopiesAllow  allow,
                    gpointer            user_data)
{
  GPtrArray *copies = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_box_home_free_copy);
  g_autofree char *npm_path = g_build_filename (home, ".npmrc", NULL);
  g_autofree char *pip_path = g_build_filename (config, "pip", "pip.conf", NULL);
  g_autofree char *npm_text = dup_text (npm_path, home);
  g_autofree char *pip_text = dup_text (pip_path, home);

  add_copy (copies, ".gitconfig", dup_git (home, config));
  add_copy (copies, ".npmrc", npm_text != NULL
            ? paddock_copies_filter_npm (npm_text, home, allow, user_data) : NULL);
  add_copy (copies, ".config/pip/pip.conf", pip_text != NULL
            ? paddock_copies_filter_pip (pip_text, home, allow, user_data) : NULL);
  return copies;
}
