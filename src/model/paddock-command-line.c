/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-command-line.h"

#include <string.h>

#include "paddock-program.h"
#include "paddock-text.h"

/* Turns a server's command line into the form in which it is stored and compared, and in which it
 * is shown.
 *
 * The argument lists come from processes or from hosts' configurations. They are unproven, and may
 * contain any bytes. The results must not contain secrets. But command lines that differ only in a
 * secret must still differ. So a hash with the installation's own key replaces each secret. In
 * doubt this file hides too much rather than too little: the hash still differs if the text does.
 */

/* The marks around the hash of a hidden text. Nobody can forge a hash: an argument that already
 * contains HIDDEN_START is hidden as a whole. */
#define HIDDEN_START "‹hidden:"
#define HIDDEN_END   "›"
#define HIDDEN_DIGITS 12

static const char * const secret_words[] = {
  "key", "token", "secret", "password", "passwd", "passphrase", "pwd", "auth", "credential",
  "bearer", "cookie",
};

/* Words that mean a secret only as a whole part of a name, as in "--db-pass". They mean nothing
 * inside "--path", "--pinned" or "--compass". */
static const char * const secret_parts[] = {
  "pass", "pat", "pin",
};

/* Programs for which "-p VALUE" or "-pVALUE" is a password. For other programs it is a port, a
 * package, a project or code. */
static const char * const programs_with_password[] = {
  "mysql", "mysqldump", "mysqladmin", "mysqlimport", "mysqlsh", "mariadb", "mariadb-dump",
  "mariadb-admin", "mongo", "mongosh", "mongodump", "mongorestore", "sshpass",
};

/* How tokens of well-known issuers begin, and the minimum length of the rest. Most issuers chose
 * these prefixes so that scanners find their tokens. */
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

/* Whether the text has a digit or a capital letter. Tokens have one; names of packages, such as
 * "sk-learn-mcp-server", usually don't. */
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

/* Whether the text from @word to @end is one of programs_with_password, and the word ends at @end.
 * In a path, @word begins after the last slash. */
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

  for (gsize i = 0; i < G_N_ELEMENTS (secret_words); i++) {
    if (strstr (lower, secret_words[i]) != NULL)
      return TRUE;
  }
  for (gsize i = 0; i < G_N_ELEMENTS (secret_parts); i++) {
    g_auto (GStrv) parts = NULL;

    /* A file may have a million names. */
    if (strstr (lower, secret_parts[i]) == NULL)
      continue;
    parts = g_strsplit_set (lower, "-_.", -1);
    if (g_strv_contains ((const char * const *) parts, secret_parts[i]))
      return TRUE;
  }
  return FALSE;
}

/* Whether a token of a well-known issuer begins at @text. @out_end: the end of the token; if it is
 * no token, the end of the word at @text. */
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

/* Returns where the value after a name begins: after `=` or `:`, or after white space if the name
 * is an option or "bearer". Skips a quote that closes the name, as in JSON. Returns NULL if no
 * value follows. */
static const char *
find_value (const char *start,
            const char *name,
            const char *name_end)
{
  const char *p = name_end;

  while (*p == '"' || *p == '\'')
    p++;
  if (*p == '=' || *p == ':') {
    /* In "/srv/keys:/data" the name is a directory, and no value follows. */
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

/* Returns the "@" that ends the user and password of a URL; NULL if there is none. Usually that is
 * the last "@" of the authority. But a password may contain "/", "?" or "#" without encoding, which
 * seem to end the authority. Then the text after ":" is not a port, and the last "@" of the
 * argument counts. */
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

static void
add_secret (GArray     *secrets,
            const char *text,
            const char *begin,
            const char *end)
{
  PaddockSecret secret = { (gsize) (begin - text), (gsize) (end - text) };

  if (begin < end)
    g_array_append_val (secrets, secret);
}

/* Finds the tokens between @start and @end. */
static void
find_in_path (GArray     *secrets,
              const char *text,
              const char *start,
              const char *end)
{
  const char *p = start;

  while (p < end) {
    const char *word_end;

    if (is_token (p, &word_end))
      add_secret (secrets, text, p, word_end);
    p = MAX (word_end, p + 1);
  }
}

/* Finds the user, query and fragment of a URL from its "://" on. Returns where the next text
 * begins; after a query or fragment, that is the end of the argument. */
static const char *
find_in_url (GArray     *secrets,
             const char *text,
             const char *url)
{
  const char *authority = url + strlen ("://");
  const char *authority_end = authority + strcspn (authority, "/?# \t\"'");
  const char *userinfo_end = find_userinfo_end (authority, authority_end);
  const char *path_end;
  const char *next_url;

  if (userinfo_end != NULL) {
    add_secret (secrets, text, authority, userinfo_end);
    authority = userinfo_end;
  }

  path_end = authority + strcspn (authority, "?# \t\"'");
  next_url = g_strstr_len (authority, path_end - authority, "://");
  if (next_url != NULL)
    path_end = next_url;
  find_in_path (secrets, text, authority, path_end);
  if (*path_end != '?' && *path_end != '#')
    return path_end;
  add_secret (secrets, text, path_end + 1, path_end + strlen (path_end));
  return path_end + strlen (path_end);
}

/* Finds the secrets in an argument. @takes_p: whether a password follows "-p"; becomes TRUE after
 * one of programs_with_password. @out_names_next: whether the argument ends with the name of a
 * secret, so that the next argument is the secret. */
static void
find_in_text (GArray     *secrets,
              const char *text,
              gboolean   *takes_p,
              gboolean   *out_names_next)
{
  const char *text_end = text + strlen (text);
  const char *p = text;

  *out_names_next = FALSE;
  while (*p != '\0') {
    const char *name = p;
    const char *value;

    if (is_token (p, &value)) {
      add_secret (secrets, text, p, value);
      p = value;
      continue;
    }
    if (g_str_has_prefix (p, "://")) {
      p = find_in_url (secrets, text, p);
      continue;
    }
    if (!is_name_character (*p)) {
      p++;
      continue;
    }

    if (*takes_p && g_str_has_prefix (p, "-p") && (p == text || g_ascii_isspace (p[-1]))) {
      value = p + 2 + strspn (p + 2, " \t");
      add_secret (secrets, text, value, text_end);
      *out_names_next = *value == '\0';
      break;
    }
    while (is_name_character (*p))
      p++;
    *takes_p = *takes_p || is_program_with_password (name, p);
    if (!is_secret_name (name, (gsize) (p - name)))
      continue;

    if (*p == '\0') {
      *out_names_next = *name == '-' || g_ascii_strcasecmp (name, "bearer") == 0;
      break;
    }
    value = find_value (text, name, p);
    if (value != NULL) {
      add_secret (secrets, text, value, text_end);
      *out_names_next = *value == '\0';
      break;
    }
  }
}

/* Returns the value in an argument that is "Name: value", as a header of HTTP is written; NULL if
 * it is not. @is_sure: the option before it takes headers; otherwise, a port is not a value. */
static const char *
find_header_value (const char *argument,
                   gboolean    is_sure)
{
  const char *name_end = argument;
  const char *value;

  while (is_name_character (*name_end))
    name_end++;
  if (name_end == argument || *name_end != ':')
    return NULL;
  value = name_end + 1 + strspn (name_end + 1, " \t");
  return is_sure || value[strspn (value, "0123456789")] != '\0' ? value : NULL;
}

/* Returns the value of a header in an argument; NULL if it has none. "-H" is also an option for
 * hosts. @option: (nullable): the argument before it */
static const char *
find_header (const char *argument,
             const char *option)
{
  static const char * const options[] = { "--header", "--headers", "-H" };
  const char *value = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (options) && value == NULL; i++) {
    gsize length = strlen (options[i]);
    gboolean is_long = length > 2;

    if (g_strcmp0 (option, options[i]) == 0)
      value = find_header_value (argument, is_long);
    else if (g_str_has_prefix (argument, options[i]) && (!is_long || argument[length] == '='))
      value = find_header_value (argument + length + is_long, is_long);
  }
  return value;
}

/* Returns the argument with a hash or a mask in place of each secret. */
static char *
replace (const char *argument,
         GArray     *secrets,
         GBytes     *key,
         gboolean    masks)
{
  GString *out = g_string_sized_new (strlen (argument));
  gsize at = 0;

  for (guint i = 0; i < secrets->len; i++) {
    const PaddockSecret *secret = &g_array_index (secrets, PaddockSecret, i);
    g_autofree char *text = g_strndup (argument + secret->begin, secret->end - secret->begin);

    g_string_append_len (out, argument + at, (gssize) (secret->begin - at));
    if (masks)
      g_string_append (out, PADDOCK_COMMAND_LINE_MASK);
    else
      append_hidden (out, text, key);
    at = secret->end;
  }
  g_string_append (out, argument + at);
  return g_string_free (out, FALSE);
}

/* Escapes an argument so that it fits on one line. Takes ownership of @argument. If escaping
 * changed the argument, a hash of its bytes is appended. So the result differs from that of an
 * argument that already looked escaped. */
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

/* Whether the argument may be a path that depends on the working directory. */
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

  /* What follows the last dot must look like the ending of a file name: as in "server.py", but not
   * as in "1.5" or "a sentence." */
  dot = strrchr (argument, '.');
  if (dot == NULL || !g_ascii_isalpha (dot[1]) || strlen (dot + 1) > 5)
    return FALSE;
  for (const char *p = dot + 1; *p != '\0'; p++) {
    if (!g_ascii_isalnum (*p))
      return FALSE;
  }
  return TRUE;
}

/* Returns "/snap/NAME/current/…" for "/snap/NAME/REVISION/…", because each update changes the
 * revision. Returns NULL for other paths. @parts: the parts of the path; may be changed. */
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

/* Returns "/nix/store/‹hash›-NAME/…" for "/nix/store/HASH-NAME/…"; NULL for other paths. HASH is 32
 * digits of Nix's base 32. @parts: the parts of the path; may be changed. */
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

/* Returns "…/app/ID/ARCH/BRANCH/active/files/…" for "…/app/ID/ARCH/BRANCH/COMMIT/files/…"; NULL for
 * other paths. Flatpak keeps a link "active" to the current commit. @parts: the parts of the path;
 * may be changed. */
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
 * paddock_command_line_is_secret_name:
 *
 * Returns: whether the value of an option, variable or member with this name is a secret
 */
gboolean
paddock_command_line_is_secret_name (const char *name,
                                     gsize       length)
{
  return is_secret_name (name, length);
}

/**
 * paddock_command_line_find_secrets:
 * @argv: (nullable): a command line
 *
 * Finds five kinds of text. First, values after an option, variable, header or JSON member whose
 * name contains a word such as "key" or "token". Second, passwords after "-p" of certain programs.
 * Third, tokens that begin like those of well-known issuers. Fourth, the user, query and fragment
 * of URLs. Fifth, the values of headers behind an option for headers.
 *
 * Returns: (transfer full) (element-type GArray): for each argument its secrets in order, as
 *   #PaddockSecret
 */
GPtrArray *
paddock_command_line_find_secrets (const char * const *argv)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  gboolean is_value = FALSE;
  gboolean takes_p = FALSE;

  for (gsize i = 0; argv != NULL && argv[i] != NULL; i++) {
    GArray *secrets = g_array_new (FALSE, FALSE, sizeof (PaddockSecret));
    const char *end = argv[i] + strlen (argv[i]);
    const char *header = find_header (argv[i], i > 0 ? argv[i - 1] : NULL);
    gboolean names_next = FALSE;

    find_in_text (secrets, argv[i], &takes_p, &names_next);
    if (is_value || strstr (argv[i], HIDDEN_START) != NULL)
      header = argv[i];
    if (header != NULL) {
      g_array_set_size (secrets, 0);
      add_secret (secrets, argv[i], header, end);
    }
    g_ptr_array_add (found, secrets);
    is_value = names_next;
  }
  return found;
}

/**
 * paddock_command_line_redact:
 * @argv: (nullable): a command line
 * @key: (nullable): the secret of this installation
 *
 * Replaces what paddock_command_line_find_secrets() finds by hashes. An argument that does not fit
 * on one line is escaped, with a hash of its bytes. The rest stays unchanged. Two command lines
 * have the same result only if they are equal, as far as a hash of 48 bits can tell.
 *
 * Returns: (transfer full): the same number of arguments, in UTF-8
 */
GStrv
paddock_command_line_redact (const char * const *argv,
                             GBytes             *key)
{
  g_autoptr (GStrvBuilder) redacted = g_strv_builder_new ();
  g_autoptr (GPtrArray) secrets = paddock_command_line_find_secrets (argv);

  for (guint i = 0; i < secrets->len; i++) {
    char *shown = replace (argv[i], secrets->pdata[i], key, FALSE);
    g_autofree char *escaped = escape_argument (shown, key);

    g_strv_builder_add (redacted, escaped);
  }
  return g_strv_builder_end (redacted);
}

/**
 * paddock_command_line_mask:
 * @argv: (nullable): a command line
 *
 * Returns: (transfer full): @argv with %PADDOCK_COMMAND_LINE_MASK in place of what
 *   paddock_command_line_find_secrets() finds, for display
 */
GStrv
paddock_command_line_mask (const char * const *argv)
{
  g_autoptr (GStrvBuilder) masked = g_strv_builder_new ();
  g_autoptr (GPtrArray) secrets = paddock_command_line_find_secrets (argv);

  for (guint i = 0; i < secrets->len; i++) {
    g_autofree char *shown = replace (argv[i], secrets->pdata[i], NULL, TRUE);

    g_strv_builder_add (masked, shown);
  }
  return g_strv_builder_end (masked);
}

static gboolean
is_redacted (const char *text)
{
  const char * const argv[] = { text, NULL };
  g_auto (GStrv) redacted = paddock_command_line_redact (argv, NULL);

  return !g_str_equal (redacted[0], text);
}

/**
 * paddock_command_line_has_secret:
 * @url: a URL
 *
 * Returns: whether @url contains a secret: a user, a token, or a member of the query that is named
 *   like one
 */
gboolean
paddock_command_line_has_secret (const char *url)
{
  g_auto (GStrv) parts = g_strsplit_set (url, "?&#;", -1);

  for (gsize i = 0; parts[i] != NULL; i++)
    if (is_redacted (parts[i]))
      return TRUE;
  return FALSE;
}

/**
 * paddock_command_line_to_text:
 * @argv: (nullable): a redacted command line
 *
 * Returns: (transfer full): the command line as one line, quoted for a shell
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
 * paddock_command_line_dup_shown:
 * @text: a redacted command line or argument, or a text with several
 *
 * A hash is for comparing, and means nothing to people.
 *
 * Returns: (transfer full): @text with %PADDOCK_COMMAND_LINE_MASK in place of each hash
 */
char *
paddock_command_line_dup_shown (const char *text)
{
  GString *out = g_string_new (NULL);
  const char *mark;

  while ((mark = strstr (text, HIDDEN_START)) != NULL) {
    g_string_append_len (out, text, mark - text);
    g_string_append (out, PADDOCK_COMMAND_LINE_MASK);
    text = mark + strlen (HIDDEN_START);
    /* A long value may have been cut inside of a hash. */
    text += strspn (text, "0123456789abcdef");
    text += g_str_has_prefix (text, HIDDEN_END) ? strlen (HIDDEN_END) : 0;
  }
  g_string_append (out, text);
  return g_string_free (out, FALSE);
}

/**
 * paddock_command_line_needs_directory:
 * @argv: (nullable): a command line, redacted or not
 *
 * A command line may run other code in another working directory: if an argument is a relative
 * path, or if the program looks for code in the working directory (package runners, `python -m`).
 * In doubt an argument counts as relative; at worst the user is asked once too often.
 *
 * Returns: whether the meaning of the command line depends on the working directory
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

    /* A package runner may also come after `env` or a similar program. */
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
 * Returns: (transfer full): @path without the parts that change with each start or update: the
 *   mount point of an AppImage, a snap's revision, a Nix hash, a Flatpak commit
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
 * @secret: a text that must not be stored
 * @key: (nullable): the secret of this installation
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
