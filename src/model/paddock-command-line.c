/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-command-line.h"

#include <string.h>

#include "paddock-program.h"
#include "paddock-text.h"

/* A server's command line as identity and screen may have it.
 *
 * Called with argument lists that came from a process or a host's configuration: claims, of any
 * bytes. What leaves here is stored, compared and shown, so no secret may be in it, but two command
 * lines that differ only in a secret must still differ: each is replaced by a hash with the
 * installation's own key. In doubt more is hidden than need be; the hash keeps it comparable. */

/* A hidden part: a mark that no other argument can carry, as one that has it is hidden itself. */
#define HIDDEN_START "‹hidden:"
#define HIDDEN_END   "›"
#define HIDDEN_DIGITS 12

static const char * const secret_words[] = {
  "key", "token", "secret", "password", "passwd", "passphrase", "pwd", "auth", "credential",
  "bearer", "cookie",
};

/* What is a secret as a whole part of a name, but not in "--path", "--pinned" or "--compass". */
static const char * const secret_parts[] = {
  "pass", "pat", "pin",
};

/* Programs behind which "-p" or "-pVALUE" is a password. Elsewhere it is a port, a package, a
 * project or code; for npx, uvx and node it names what runs. */
static const char * const programs_with_password[] = {
  "mysql", "mysqldump", "mysqladmin", "mysqlimport", "mysqlsh", "mariadb", "mariadb-dump",
  "mariadb-admin", "mongo", "mongosh", "mongodump", "mongorestore", "sshpass",
};

/* How tokens of well-known issuers begin, and how long at least what follows is. Most are the
 * issuers' own, made so that scanners find them. */
static const struct {
  const char *prefix;
  gsize       min_rest;
} tokens[] = {
  { "ghp_", 16 }, { "gho_", 16 }, { "ghu_", 16 }, { "ghs_", 16 }, { "ghr_", 16 },
  { "github_pat_", 16 },
  { "glpat-", 16 }, { "glptt-", 16 }, { "gldt-", 16 }, { "glrt-", 16 },
  { "sk-", 16 }, { "sk_live_", 8 }, { "sk_test_", 8 }, { "rk_live_", 8 }, { "whsec_", 8 },
  { "xoxb-", 8 }, { "xoxp-", 8 }, { "xoxa-", 8 }, { "xoxr-", 8 }, { "xoxs-", 8 }, { "xapp-", 8 },
  { "AKIA", 16 }, { "ASIA", 16 }, { "AIza", 30 }, { "ya29.", 16 },
  { "hf_", 30 }, { "npm_", 30 }, { "pypi-", 16 }, { "dop_v1_", 16 }, { "SG.", 16 },
  { "lin_api_", 16 }, { "ntn_", 16 }, { "secret_", 16 }, { "figd_", 16 }, { "gsk_", 16 },
  { "tvly-", 8 }, { "pplx-", 16 }, { "dckr_pat_", 16 }, { "shpat_", 16 }, { "eyJ", 24 },
};

static gboolean
is_name_character (char character)
{
  return g_ascii_isalnum (character) || character == '_' || character == '-' || character == '.';
}

/* Names of packages have neither as a rule: "sk-learn-mcp-server". */
static gboolean
has_digit_or_capital (const char *start,
                      const char *end)
{
  for (const char *p = start; p < end; p++) {
    if (g_ascii_isdigit (*p) || g_ascii_isupper (*p))
      return TRUE;
  }
  return FALSE;
}

/* Whether the word before @end, which may follow a path, is a program of the table. */
static gboolean
is_program_with_password (const char *word,
                          const char *end)
{
  if (*end != '\0' && !g_ascii_isspace (*end))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (programs_with_password); i++) {
    if (strlen (programs_with_password[i]) == (gsize) (end - word) &&
        strncmp (word, programs_with_password[i], (gsize) (end - word)) == 0)
      return TRUE;
  }
  return FALSE;
}

static gboolean
is_secret_name (const char *name,
                gsize       length)
{
  g_autofree char *lower = g_ascii_strdown (name, (gssize) length);
  g_auto (GStrv) parts = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (secret_words); i++) {
    if (strstr (lower, secret_words[i]) != NULL)
      return TRUE;
  }
  parts = g_strsplit_set (lower, "-_.", -1);
  for (gsize i = 0; i < G_N_ELEMENTS (secret_parts); i++) {
    if (g_strv_contains ((const char * const *) parts, secret_parts[i]))
      return TRUE;
  }
  return FALSE;
}

/* Whether a token of a well-known issuer begins at @text. It ends with @out_end. */
static gboolean
is_token (const char  *text,
          const char **out_end)
{
  const char *end = text;

  while (is_name_character (*end))
    end++;
  *out_end = end;
  for (gsize i = 0; i < G_N_ELEMENTS (tokens); i++) {
    gsize length = strlen (tokens[i].prefix);

    if (strncmp (text, tokens[i].prefix, length) == 0 &&
        (gsize) (end - text) >= length + tokens[i].min_rest)
      return has_digit_or_capital (text + length, end);
  }
  return FALSE;
}

static void
append_hidden (GString    *out,
               const char *secret,
               GBytes     *key)
{
  g_autofree char *hash = NULL;

  if (*secret == '\0')
    return;
  hash = paddock_command_line_hash_secret (secret, key);
  g_string_append_printf (out, HIDDEN_START "%.*s" HIDDEN_END, HIDDEN_DIGITS, hash);
}

/* Where the value after a name begins: past `=`, `:` or, after an option, white space; quotes that
 * close the name are skipped (JSON). NULL where nothing is named. */
static const char *
find_value (const char *start,
            const char *name,
            const char *name_end)
{
  const char *p = name_end;

  while (*p == '"' || *p == '\'')
    p++;
  if (*p == '=' || *p == ':') {
    /* A directory called so: /srv/keys:/data. */
    if (*p == ':' && name > start && (name[-1] == '/' || name[-1] == '\\'))
      return NULL;
    p++;
    while (g_ascii_isspace (*p))
      p++;
    return p;
  }

  if (g_ascii_isspace (*name_end) &&
      (*name == '-' || g_ascii_strncasecmp (name, "bearer", (gsize) (name_end - name)) == 0)) {
    while (g_ascii_isspace (*p))
      p++;
    return p;
  }
  return NULL;
}

/* What is before the last "@" of an authority is user and password. A password may have been
 * written with "/", "?" or "#" unencoded: then what follows a ":" is not a port. */
static const char *
find_userinfo_end (const char *authority,
                   const char *end)
{
  const char *at = g_strrstr_len (authority, end - authority, "@");
  const char *colon;

  if (at != NULL)
    return at;
  colon = g_strrstr_len (authority, end - authority, ":");
  if (colon == NULL || strspn (colon + 1, "0123456789]") >= (gsize) (end - colon - 1))
    return NULL;
  return strrchr (end, '@');
}

/* Appends what is between @start and @end without the tokens in it. */
static void
append_path (GString    *out,
             const char *start,
             const char *end,
             GBytes     *key)
{
  const char *p = start;

  while (p < end) {
    const char *word_end;

    if (is_token (p, &word_end)) {
      g_autofree char *token = g_strndup (p, (gsize) (word_end - p));

      append_hidden (out, token, key);
    } else {
      word_end = MAX (word_end, p + 1);
      g_string_append_len (out, p, word_end - p);
    }
    p = word_end;
  }
}

/* Appends the URL from its "://" on, without user, query and fragment. Returns where it ends;
 * after a query or fragment that is the end of the argument. */
static const char *
append_url (GString    *out,
            const char *url,
            GBytes     *key)
{
  const char *authority = url + strlen ("://");
  const char *authority_end = authority + strcspn (authority, "/?# \t\"'");
  const char *userinfo_end = find_userinfo_end (authority, authority_end);
  const char *path_end;
  const char *next_url;

  g_string_append (out, "://");
  if (userinfo_end != NULL) {
    g_autofree char *userinfo = g_strndup (authority, (gsize) (userinfo_end - authority));

    append_hidden (out, userinfo, key);
    authority = userinfo_end;
  }

  path_end = authority + strcspn (authority, "?# \t\"'");
  next_url = g_strstr_len (authority, path_end - authority, "://");
  if (next_url != NULL)
    path_end = next_url;
  append_path (out, authority, path_end, key);
  if (*path_end != '?' && *path_end != '#')
    return path_end;
  g_string_append_c (out, *path_end);
  append_hidden (out, path_end + 1, key);
  return path_end + strlen (path_end);
}

/* @takes_p: whether "-p" is a password, changed behind a program for which it is. @out_names_next:
 * the argument ends with a name whose value must be in the next argument. */
static char *
redact_text (const char *text,
             GBytes     *key,
             gboolean   *takes_p,
             gboolean   *out_names_next)
{
  g_autoptr (GString) out = g_string_sized_new (strlen (text));
  const char *p = text;

  *out_names_next = FALSE;
  while (*p != '\0') {
    const char *name = p;
    const char *value;

    if (is_token (p, &value)) {
      g_autofree char *token = g_strndup (p, (gsize) (value - p));

      append_hidden (out, token, key);
      p = value;
      continue;
    }
    if (g_str_has_prefix (p, "://")) {
      p = append_url (out, p, key);
      continue;
    }
    if (!is_name_character (*p)) {
      g_string_append_c (out, *p++);
      continue;
    }

    if (*takes_p && g_str_has_prefix (p, "-p") && (p == text || g_ascii_isspace (p[-1]))) {
      value = p + 2 + strspn (p + 2, " \t");
      g_string_append_len (out, p, value - p);
      append_hidden (out, value, key);
      *out_names_next = *value == '\0';
      break;
    }
    while (is_name_character (*p))
      p++;
    g_string_append_len (out, name, p - name);
    *takes_p = *takes_p || is_program_with_password (name, p);
    if (!is_secret_name (name, (gsize) (p - name)))
      continue;

    if (*p == '\0') {
      *out_names_next = *name == '-' || g_ascii_strcasecmp (name, "bearer") == 0;
      break;
    }
    value = find_value (text, name, p);
    if (value != NULL) {
      g_string_append_len (out, p, value - p);
      append_hidden (out, value, key);
      *out_names_next = *value == '\0';
      break;
    }
  }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static char *
hide (const char *argument,
      GBytes     *key)
{
  g_autoptr (GString) out = g_string_new (NULL);

  append_hidden (out, argument, key);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Fit for one line. What has to be changed for that gets a hash of its bytes, so that it stays
 * different from an argument that was written so. */
static char *
escape_argument (char   *argument,
                 GBytes *key)
{
  g_autofree char *owned = argument;
  g_autofree char *escaped = paddock_text_escape (owned, -1);
  g_autoptr (GString) out = NULL;

  if (strcmp (escaped, owned) == 0)
    return g_steal_pointer (&escaped);
  out = g_string_new (escaped);
  append_hidden (out, owned, key);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static gboolean
needs_quotes (const char *argument)
{
  if (*argument == '\0')
    return TRUE;
  for (const char *p = argument; *p != '\0'; p++) {
    if (!g_ascii_isalnum (*p) && strchr ("_@%+=:,./-", *p) == NULL && (guchar) * p < 0x80)
      return TRUE;
  }
  return FALSE;
}

/* Whether what the argument names, if it names a path, depends on the working directory. */
static gboolean
looks_relative (const char *argument)
{
  const char *equals = strchr (argument, '=');
  const char *dot;

  if (equals != NULL)
    return looks_relative (equals + 1);
  if (*argument == '/' || *argument == '-' || *argument == '\0' ||
      strstr (argument, "://") != NULL)
    return FALSE;
  if (strcmp (argument, ".") == 0 || strcmp (argument, "..") == 0 || strchr (argument, '/') != NULL)
    return TRUE;

  /* "server.py", but not "1.5" or "a sentence." */
  dot = strrchr (argument, '.');
  if (dot == NULL || !g_ascii_isalpha (dot[1]) || strlen (dot + 1) > 5)
    return FALSE;
  for (const char *p = dot + 1; *p != '\0'; p++) {
    if (!g_ascii_isalnum (*p))
      return FALSE;
  }
  return TRUE;
}

/* "/snap/NAME/REVISION/…": the revision changes with every update. */
static char *
stabilize_snap (char **parts)
{
  const char *revision;

  if (g_strv_length (parts) < 4 || strcmp (parts[1], "snap") != 0)
    return NULL;
  revision = parts[3];
  if (*revision == 'x')
    revision++;
  if (*revision == '\0' || revision[strspn (revision, "0123456789")] != '\0')
    return NULL;
  g_free (parts[3]);
  parts[3] = g_strdup ("current");
  return g_strjoinv ("/", parts);
}

/* "/nix/store/HASH-NAME/…": 32 digits of Nix's base 32. */
static char *
stabilize_nix (char **parts)
{
  char *stable;

  if (g_strv_length (parts) < 4 ||
      strcmp (parts[1], "nix") != 0 || strcmp (parts[2], "store") != 0 ||
      strspn (parts[3], "0123456789abcdfghijklmnpqrsvwxyz") != 32 || parts[3][32] != '-')
    return NULL;
  stable = g_strconcat ("‹hash›", parts[3] + 32, NULL);
  g_free (parts[3]);
  parts[3] = stable;
  return g_strjoinv ("/", parts);
}

/* "…/app/ID/ARCH/BRANCH/COMMIT/files/…": Flatpak itself has a link "active" beside the commits. */
static char *
stabilize_flatpak (char **parts)
{
  for (guint i = 0; i + 5 < g_strv_length (parts); i++) {
    if (strcmp (parts[i], "app") != 0 && strcmp (parts[i], "runtime") != 0)
      continue;
    if (strcmp (parts[i + 5], "files") != 0 || strlen (parts[i + 4]) != 64 ||
        strspn (parts[i + 4], "0123456789abcdef") != 64)
      continue;
    g_free (parts[i + 4]);
    parts[i + 4] = g_strdup ("active");
    return g_strjoinv ("/", parts);
  }
  return NULL;
}

/**
 * paddock_command_line_redact:
 * @argv: (nullable): a command line as it was written
 * @key: (nullable): the key of this installation
 *
 * Hidden are the values after options, names of variables, headers and JSON members that contain a
 * word such as "key" or "token", those after "-p" of programs for which it is a password, tokens
 * that begin as those of well-known issuers, and the user, query and fragment of URLs. The rest is
 * unchanged.
 * Arguments that do not fit into one line of text are escaped, with a hash of their bytes. Two
 * command lines have the same result only if they are the same (as far as a hash of 48 bits goes).
 *
 * Returns: (transfer full): as many arguments, in UTF-8
 */
GStrv
paddock_command_line_redact (const char * const *argv,
                             GBytes             *key)
{
  g_autoptr (GStrvBuilder) redacted = g_strv_builder_new ();
  gboolean is_value = FALSE;
  gboolean takes_p = FALSE;

  for (gsize i = 0; argv != NULL && argv[i] != NULL; i++) {
    gboolean names_next = FALSE;
    g_autofree char *shown = redact_text (argv[i], key, &takes_p, &names_next);

    if (is_value || strstr (argv[i], HIDDEN_START) != NULL) {
      g_free (shown);
      shown = hide (argv[i], key);
    }
    shown = escape_argument (g_steal_pointer (&shown), key);
    g_strv_builder_add (redacted, shown);
    is_value = names_next;
  }
  return g_strv_builder_end (redacted);
}

/**
 * paddock_command_line_to_text:
 * @argv: (nullable): a command line, redacted before
 *
 * Returns: (transfer full): the command line in one line, quoted where a shell needs it, so that it
 *   can be read, copied and compared
 */
char *
paddock_command_line_to_text (const char * const *argv)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; argv != NULL && argv[i] != NULL; i++) {
    g_autofree char *escaped = paddock_text_escape (argv[i], -1);
    g_autofree char *quoted = needs_quotes (escaped) ? g_shell_quote (escaped) : NULL;

    if (i > 0)
      g_string_append_c (text, ' ');
    g_string_append (text, quoted != NULL ? quoted : escaped);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * paddock_command_line_needs_directory:
 * @argv: (nullable): a command line, as it was written or redacted
 *
 * The same words run other code in another directory where one of them is a relative path, or where
 * the program looks for code in the working directory (package runners, `python -m`). What is
 * doubtful counts as relative: then a server is asked about once more.
 *
 * Returns: whether the working directory is part of what this command line means
 */
gboolean
paddock_command_line_needs_directory (const char * const *argv)
{
  if (argv == NULL || argv[0] == NULL)
    return FALSE;
  if (*argv[0] != '/' && strchr (argv[0], '/') != NULL)
    return TRUE;

  for (gsize i = 0; argv[i] != NULL; i++) {
    PaddockProgramKind kind = paddock_program_get_kind (argv[i]);

    /* Also behind `env` and its like. */
    if (kind == PADDOCK_PROGRAM_RUNNER)
      return TRUE;
    if (i > 0 && looks_relative (argv[i]))
      return TRUE;
  }
  return paddock_program_loads_relative (argv);
}

/**
 * paddock_command_line_dup_stable_program:
 * @path: the path of a program
 * @appimage: (nullable): the value of APPIMAGE in its environment
 *
 * Returns: (transfer full): @path without the parts that change by themselves with every start or
 *   update: the mount point of an AppImage, a snap's revision, a Nix hash, a Flatpak commit
 */
char *
paddock_command_line_dup_stable_program (const char *path,
                                         const char *appimage)
{
  g_auto (GStrv) parts = NULL;
  char *stable;

  if (appimage != NULL && *appimage == '/' && g_str_has_prefix (path, "/tmp/.mount_"))
    return g_strdup (appimage);
  if (*path != '/')
    return g_strdup (path);

  parts = g_strsplit (path, "/", -1);
  stable = stabilize_snap (parts);
  if (stable == NULL)
    stable = stabilize_nix (parts);
  if (stable == NULL)
    stable = stabilize_flatpak (parts);
  return stable != NULL ? stable : g_strdup (path);
}

/**
 * paddock_command_line_hash_secret:
 * @secret: what must not be stored
 * @key: (nullable): the key of this installation
 *
 * Returns: (transfer full): 64 hexadecimal digits, HMAC-SHA256 of @secret with @key
 */
char *
paddock_command_line_hash_secret (const char *secret,
                                  GBytes     *key)
{
  gsize key_size = 0;
  const guchar *key_data = key != NULL ? g_bytes_get_data (key, &key_size) : NULL;

  if (key_data == NULL)
    key_data = (const guchar *) "";
  return g_compute_hmac_for_data (G_CHECKSUM_SHA256, key_data, key_size, (const guchar *) secret,
                                  strlen (secret));
}
