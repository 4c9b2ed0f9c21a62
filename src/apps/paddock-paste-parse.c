/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-paste-parse.h"

#include "paddock-error.h"
#include "paddock-jsonc.h"
#include "paddock-paste-entry.h"
#include "paddock-toml.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Finds out which servers a text describes. A user typed the text, or copied it from a server's
 * instructions: a command, an address, or JSON (or TOML) for the configuration of some app.
 *
 * What can't work is refused here, because an entry that fails later says nothing to the user. So
 * a text that is no server's command is not taken for one.
 */

/* The words behind a command for one app that adds a server to this app. */
typedef struct {
  const char *program;
  const char *verb;
} AddCommand;

static const AddCommand add_commands[] = {
  { "claude", "add" }, { "claude", "add-json" }, { "codex", "add" }, { "gemini", "add" },
  { "qwen", "add" }, { "copilot", "add" }, { "amp", "add" }, { "droid", "add" },
};

static GPtrArray *
fail (GError     **error,
      const char  *sentence)
{
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT, sentence);
  return NULL;
}

/* Returns the text without what belongs to the page from which somebody copied it: the fence of a
 * block of code, the prompt of a terminal, spaces. */
static char *
dup_bare (const char *text,
          gsize       length)
{
  g_autofree char *bare = g_strstrip (g_strndup (text, length));
  char *begin = bare, *end;

  if (g_str_has_prefix (begin, "\357\273\277"))
    begin += 3;
  if (g_str_has_prefix (begin, "```") && strchr (begin, '\n') != NULL) {
    begin = strchr (begin, '\n') + 1;
    end = g_strrstr (begin, "```");
    if (end != NULL)
      *end = '\0';
  }
  g_strstrip (begin);
  if (g_str_has_prefix (begin, "$ "))
    begin += 2;
  return g_strdup (g_strchug (begin));
}

/* Returns the first character of @text behind spaces and comments. */
static const char *
skip_comments (const char *text)
{
  for (;;) {
    const char *end;

    while (g_ascii_isspace (*text))
      text++;
    if (g_str_has_prefix (text, "//") || g_str_has_prefix (text, "# "))
      end = strchr (text, '\n');
    else if (g_str_has_prefix (text, "/*"))
      end = strstr (text + 2, "*/");
    else
      return text;
    if (end == NULL)
      return text + strlen (text);
    text = *end == '*' ? end + 2 : end;
  }
}

/* Whether the text begins with a member of an object, such as "files": {…}. */
static gboolean
is_member (const char *text)
{
  if (*text != '"')
    return FALSE;
  for (text++; *text != '\0' && *text != '"'; text++)
    if (*text == '\\' && text[1] != '\0')
      text++;
  if (*text == '\0')
    return FALSE;
  for (text++; g_ascii_isspace (*text); text++);
  return *text == ':';
}

static GPtrArray *
parse_tree (PaddockConfigTree  *tree,
            GError            **error)
{
  g_autoptr (PaddockConfigTree) owned = tree;

  if (tree == NULL)
    return fail (error, _("The text is incomplete or has a mistake. Copy all of it, from the first "
                          "bracket to the last."));
  return paddock_paste_entry_read_all (tree, error);
}

static GPtrArray *
parse_json (const char  *text,
            gboolean     is_bare,
            GError     **error)
{
  gsize length = strlen (text);
  g_autofree char *whole = NULL;
  g_autoptr (GBytes) bytes = NULL;

  while (length > 0 && (g_ascii_isspace (text[length - 1]) || text[length - 1] == ',' ||
                        text[length - 1] == ';'))
    length--;
  whole = g_strdup_printf (is_bare ? "{%.*s\n}" : "%.*s", (int) length, text);
  bytes = g_bytes_new (whole, strlen (whole));
  return parse_tree (paddock_jsonc_scan (bytes, PADDOCK_JSONC_COMMENTS_AND_COMMAS, NULL), error);
}

static GPtrArray *
parse_toml (const char  *text,
            GError     **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return parse_tree (paddock_toml_scan (bytes, NULL), error);
}

static GPtrArray *
make_list (PaddockPaste *paste)
{
  GPtrArray *servers = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_paste_free);

  paddock_paste_finish (paste);
  g_ptr_array_add (servers, paste);
  return servers;
}

/* Whether the text begins with the scheme of an address, such as https: or vscode: */
static gboolean
has_scheme (const char *text)
{
  const char *p = text;

  while (g_ascii_isalnum (*p) || *p == '+' || *p == '.' || *p == '-')
    p++;
  return g_ascii_isalpha (*text) && p > text + 1 && *p == ':' && p[1] != '\0' &&
         !g_ascii_isspace (p[1]);
}

static GPtrArray *
parse_address (const char  *text,
               GError     **error)
{
  PaddockPaste *paste;
  g_autofree char *lower = g_ascii_strdown (text, -1);

  for (const char *p = text; *p != '\0'; p++)
    if (g_ascii_isspace (*p))
      return fail (error, _("There is something after the address. Enter only the address."));
  if (!g_str_has_prefix (lower, "https://") && !g_str_has_prefix (lower, "http://"))
    return fail (error, _("This link isn’t the address of a server. An address begins with "
                          "https://."));
  paste = g_new0 (PaddockPaste, 1);
  paste->url = g_strdup (text);
  return make_list (paste);
}

/* Whether @word is VARIABLE=value, which a shell accepts before the program. */
static gboolean
is_assignment (const char *word)
{
  const char *p = word;

  while (g_ascii_isalnum (*p) || *p == '_')
    p++;
  return p > word && *p == '=';
}

/* Moves the assignments before the program into the environment. */
static void
split_assignments (PaddockPaste *paste,
                   GStrv         words)
{
  g_autoptr (GStrvBuilder) env = g_strv_builder_new ();
  guint n = 0;

  for (; words[n] != NULL && is_assignment (words[n]); n++)
    g_strv_builder_add (env, words[n]);
  paste->env = g_strv_builder_end (env);
  paste->words = g_strdupv (words + n);
}

/* Finds the number of words in front of a server's command, in a command that adds the server to
 * one app: `claude mcp add NAME -- COMMAND`. Returns FALSE if this command has no server's command
 * that can be told apart. */
static gboolean
find_added (GStrv  words,
            guint *out_begin)
{
  guint i;

  *out_begin = 0;
  if (words[1] == NULL || words[2] == NULL || !g_str_equal (words[1], "mcp"))
    return TRUE;
  for (i = 0; i < G_N_ELEMENTS (add_commands); i++)
    if (g_str_equal (add_commands[i].program, words[0]) &&
        g_str_equal (add_commands[i].verb, words[2]))
      break;
  if (i == G_N_ELEMENTS (add_commands))
    return TRUE;
  for (i = 3; words[i] != NULL; i++)
    if (g_str_equal (words[i], "--") && words[i + 1] != NULL) {
      *out_begin = i + 1;
      return TRUE;
    }
  return FALSE;
}

/* Returns the name in a command that adds a server: the first word that is neither an option nor
 * the value of one. @end: behind the last word that may be the name */
static char *
dup_added_name (GStrv words,
                guint end)
{
  for (guint i = 3; i < end; i++)
    if (*words[i] != '-' && (i == 3 || *words[i - 1] != '-'))
      return g_strdup (words[i]);
  return NULL;
}

/* Returns a sentence about why no app can start these words, or NULL. */
static const char *
find_problem (GStrv words)
{
  static const char * const operators[] = { "&&", "||", "|", ";", "&" };

  if (words[0] == NULL)
    return _("The command must start with the program. Only environment variables are here.");
  if (*words[0] == '\0')
    return _("The command starts with empty quotation marks. Start it with the program.");
  for (guint i = 0; words[i] != NULL; i++)
    for (guint j = 0; j < G_N_ELEMENTS (operators); j++)
      if (g_str_equal (operators[j], words[i]))
        return _("An app starts one program, without a shell. Enter only the command that starts "
                 "the server.");
  return NULL;
}

/* Joins lines that end with a backslash, as a shell does. Returns NULL if several lines are
 * left. */
static char *
dup_line (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\\\n", -1);
  g_auto (GStrv) others = g_strsplit (text, "\\\r\n", -1);
  g_autofree char *line = g_strjoinv (" ", g_strv_length (others) > 1 ? others : lines);

  return strpbrk (line, "\r\n") == NULL ? g_steal_pointer (&line) : NULL;
}

static GPtrArray *
parse_command (const char  *text,
               GError     **error)
{
  g_autofree char *line = dup_line (text);
  g_auto (GStrv) words = NULL;
  g_autoptr (PaddockPaste) paste = NULL;
  const char *problem;
  guint begin;

  if (line == NULL)
    return fail (error, _("The text has several lines, and isn’t JSON. Enter one command, one "
                          "address, or JSON."));
  if (!g_shell_parse_argv (line, NULL, &words, NULL))
    return fail (error, _("The command has an unclosed quotation mark."));
  if (!find_added (words, &begin))
    return fail (error, _("This command adds a server to one app. Enter only the command that "
                          "starts the server."));
  paste = g_new0 (PaddockPaste, 1);
  split_assignments (paste, words + begin);
  if (begin > 0)
    paste->name = dup_added_name (words, begin - 1);
  problem = find_problem (paste->words);
  return problem != NULL ? fail (error, problem) : make_list (g_steal_pointer (&paste));
}

/**
 * paddock_paste_parse:
 * @text: what a user entered
 * @length: its bytes
 *
 * Finds the servers that a text describes. In a command, quotes and backslashes work as in a shell.
 * Nothing else is expanded, because apps expand nothing.
 *
 * Returns: (transfer full) (element-type PaddockPaste): the servers, at least one. Otherwise %NULL,
 *   with %PADDOCK_ERROR_LIMIT or %PADDOCK_ERROR_INVALID_ARGUMENT and a sentence for the user, which
 *   is empty if @text is empty
 */
GPtrArray *
paddock_paste_parse (const char  *text,
                     gsize        length,
                     GError     **error)
{
  g_autofree char *bare = NULL;
  const char *begin;

  if (length > PADDOCK_CONFIG_TREE_MAX_BYTES / 2) {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT,
                         _("The text is too long. Enter only the part about the server."));
    return NULL;
  }
  if (!g_utf8_validate_len (text, length, NULL))
    return fail (error, _("The text has characters that no app can read."));
  bare = length > 0 ? dup_bare (text, length) : g_strdup ("");
  begin = skip_comments (bare);
  if (*begin == '\0')
    return fail (error, "");
  if (*begin == '{' || is_member (begin))
    return parse_json (bare, *begin != '{', error);
  if (g_str_has_prefix (begin, "[mcp_servers"))
    return parse_toml (bare, error);
  if (*begin == '[')
    return fail (error, _("The text is incomplete or has a mistake. Copy all of it, from the first "
                          "bracket to the last."));
  return has_scheme (bare) ? parse_address (bare, error) : parse_command (bare, error);
}
