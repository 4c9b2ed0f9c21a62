/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-host-config.h"

#include "paddock-error.h"
#include "paddock-program.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Makes the entry that a user puts into a host's configuration, so that the host starts a server
 * through `paddock run`.
 *
 * The table of hosts equals the table in docs/hosts.md: the unit test compares both. If a host
 * changes its format, change both.
 *
 * The caller gives the path of Paddock and the key. Every word of the command reaches the server
 * unchanged, whatever it contains. All these formats accept JSON's escapes in a string with double
 * quotes.
 */

/* The longest name of an entry in a host's configuration, in bytes. */
#define LABEL_MAX 40

typedef enum {
  SYNTAX_JSON,
  SYNTAX_TOML,                      /* used by Codex */
  SYNTAX_YAML_MAP,                  /* used by goose */
  SYNTAX_YAML_FILE,                 /* used by Continue, which has one file for each server */
} Syntax;

struct _PaddockHost
{
  const char *name;
  const char *place;                /* paths of the configuration, the usual path first */
  Syntax      syntax;
  const char *container;            /* if @syntax is JSON: the name of the member that holds all
                                     * servers */
  const char *first;                /* (nullable) if @syntax is JSON: further members of a server's
                                     * entry, before "command"; NULL: none */
  const char *last;                 /* (nullable) if @syntax is JSON: further members of a server's
                                     * entry, after "args"; NULL: none */
};

static const PaddockHost hosts[] = {
  { "Claude Code", "~/.claude.json, .mcp.json", SYNTAX_JSON, "mcpServers", NULL, NULL },
  { "Claude Desktop", "claude_desktop_config.json", SYNTAX_JSON, "mcpServers", NULL, NULL },
  { "Cline", "~/.cline/data/settings/cline_mcp_settings.json", SYNTAX_JSON, "mcpServers", NULL,
    "\"disabled\": false,\n      \"autoApprove\": []" },
  { "Codex", "~/.codex/config.toml", SYNTAX_TOML, NULL, NULL, NULL },
  { "Continue", ".continue/mcpServers/", SYNTAX_YAML_FILE, NULL, NULL, NULL },
  { "Cursor", "~/.cursor/mcp.json, .cursor/mcp.json", SYNTAX_JSON, "mcpServers", NULL, NULL },
  { "Gemini CLI", "~/.gemini/settings.json, .gemini/settings.json", SYNTAX_JSON, "mcpServers", NULL,
    NULL },
  { "goose", "~/.config/goose/config.yaml", SYNTAX_YAML_MAP, NULL, NULL, NULL },
  { "LM Studio", "~/.lmstudio/mcp.json", SYNTAX_JSON, "mcpServers", NULL, NULL },
  { "VS Code", ".vscode/mcp.json", SYNTAX_JSON, "servers", "\"type\": \"stdio\"", NULL },
  { "Windsurf", "~/.codeium/windsurf/mcp_config.json", SYNTAX_JSON, "mcpServers", NULL, NULL },
  { "Zed", "settings.json", SYNTAX_JSON, "context_servers", NULL, "\"env\": {}" },
};

/* Quotes a string so that JSON, TOML and YAML read it alike. Invisible characters become \uXXXX, so
 * that nothing is hidden from a user who reads the text before copying it. Characters above U+FFFF
 * stay, because the formats escape them differently. */
static void
append_quoted (GString    *text,
               const char *value)
{
  g_string_append_c (text, '"');
  for (const char *p = value; *p != '\0'; p = g_utf8_next_char (p)) {
    gunichar c = g_utf8_get_char (p);

    if (c == '"' || c == '\\')
      g_string_append_printf (text, "\\%c", (char) c);
    else if (c == '\n')
      g_string_append (text, "\\n");
    else if (c == '\t')
      g_string_append (text, "\\t");
    else if (c <= 0xffff && c != ' ' && (!g_unichar_isgraph (c) || c == 0x2028 || c == 0x2029))
      g_string_append_printf (text, "\\u%04X", c);
    else
      g_string_append_unichar (text, c);
  }
  g_string_append_c (text, '"');
}

/* Writes a word: without quotes if YAML reads the word as plain text, otherwise with quotes. */
static void
append_yaml (GString    *text,
             const char *value)
{
  static const char * const meaning[] = { "true", "false", "null", "yes", "no", "on", "off", "y",
                                          "n" };
  gboolean is_plain = g_ascii_isalpha (*value) || *value == '/';

  for (const char *p = value; is_plain && *p != '\0'; p++)
    is_plain = g_ascii_isalnum (*p) || strchr ("-_./", *p) != NULL;
  for (guint i = 0; is_plain && i < G_N_ELEMENTS (meaning); i++)
    is_plain = g_ascii_strcasecmp (value, meaning[i]) != 0;
  if (is_plain)
    g_string_append (text, value);
  else
    append_quoted (text, value);
}

/* Returns the list of arguments as text, which is the same in all formats. */
static char *
make_arguments (const PaddockHostEntry *entry)
{
  g_autoptr (GString) text = g_string_new ("[\"run\"");
  const char *options[] = { "--name", entry->name, "--key", entry->key };

  for (guint i = 0; i < G_N_ELEMENTS (options); i += 2)
    if (options[i + 1] != NULL && *options[i + 1] != '\0') {
      g_string_append_printf (text, ", \"%s\", ", options[i]);
      append_quoted (text, options[i + 1]);
    }
  g_string_append (text, ", \"--\"");
  for (guint i = 0; entry->command[i] != NULL; i++) {
    g_string_append (text, ", ");
    append_quoted (text, entry->command[i]);
  }
  g_string_append_c (text, ']');
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
append_json (GString           *text,
             const PaddockHost *host,
             const char        *label,
             const char        *program,
             const char        *arguments)
{
  g_string_append_printf (text, "{\n  \"%s\": {\n    \"%s\": {\n      ", host->container, label);
  if (host->first != NULL)
    g_string_append_printf (text, "%s,\n      ", host->first);
  g_string_append (text, "\"command\": ");
  append_quoted (text, program);
  g_string_append_printf (text, ",\n      \"args\": %s", arguments);
  if (host->last != NULL)
    g_string_append_printf (text, ",\n      %s", host->last);
  g_string_append (text, "\n    }\n  }\n}\n");
}

static void
append_toml (GString    *text,
             const char *label,
             const char *program,
             const char *arguments)
{
  g_string_append_printf (text, "[mcp_servers.%s]\ncommand = ", label);
  append_quoted (text, program);
  g_string_append_printf (text, "\nargs = %s\n", arguments);
}

static void
append_yaml_map (GString    *text,
                 const char *label,
                 const char *program,
                 const char *arguments)
{
  g_string_append (text, "extensions:\n  ");
  append_yaml (text, label);
  g_string_append (text, ":\n    type: stdio\n    name: ");
  append_yaml (text, label);
  g_string_append (text, "\n    enabled: true\n    cmd: ");
  append_yaml (text, program);
  g_string_append_printf (text, "\n    args: %s\n    envs: {}\n    env_keys: []\n", arguments);
  g_string_append (text, "    timeout: 300\n");
}

static void
append_yaml_file (GString    *text,
                  const char *label,
                  const char *program,
                  const char *arguments)
{
  g_string_append (text, "name: ");
  append_yaml (text, label);
  g_string_append (text, "\nversion: 0.0.1\nschema: v1\nmcpServers:\n  - name: ");
  append_yaml (text, label);
  g_string_append (text, "\n    type: stdio\n    command: ");
  append_yaml (text, program);
  g_string_append_printf (text, "\n    args: %s\n", arguments);
}

guint
paddock_host_config_get_count (void)
{
  return G_N_ELEMENTS (hosts);
}

/**
 * paddock_host_config_get:
 * @index: less than paddock_host_config_get_count()
 *
 * Returns: (transfer none): a host
 */
const PaddockHost *
paddock_host_config_get (guint index)
{
  g_return_val_if_fail (index < G_N_ELEMENTS (hosts), NULL);

  return &hosts[index];
}

const char *
paddock_host_config_get_name (const PaddockHost *self)
{
  return self->name;
}

/**
 * paddock_host_config_get_place:
 *
 * Returns: (transfer none): the paths of files or folders to which the entry can be added. They are
 *   separated by commas, the usual path first
 */
const char *
paddock_host_config_get_place (const PaddockHost *self)
{
  return self->place;
}

/**
 * paddock_host_config_label:
 *
 * Makes the name of the entry. It has only characters that all hosts accept: ASCII letters, digits,
 * "-" and "_". `paddock run` gets the user's own name for the server unchanged.
 *
 * Returns: (transfer full): a name made from the user's name or from the server's program
 */
char *
paddock_host_config_label (const PaddockHostEntry *entry)
{
  g_autofree char *subject = paddock_program_dup_subject (entry->command[0], entry->command + 1);
  const char *slash = strrchr (subject, '/');
  const char *from[] = { entry->name, slash != NULL ? slash + 1 : subject };

  for (guint i = 0; i < G_N_ELEMENTS (from); i++) {
    g_autoptr (GString) label = g_string_new (NULL);

    for (const char *p = from[i]; p != NULL && *p != '\0'; p++) {
      if (g_ascii_isalnum (*p) || *p == '_' || *p == '-')
        g_string_append_c (label, *p);
      else if (label->len > 0 && label->str[label->len - 1] != '-')
        g_string_append_c (label, '-');
    }
    g_string_truncate (label, MIN (label->len, LABEL_MAX));
    while (label->len > 0 && label->str[label->len - 1] == '-')
      g_string_truncate (label, label->len - 1);
    if (label->len > 0)
      return g_string_free (g_steal_pointer (&label), FALSE);
  }
  return g_strdup ("server");
}

/**
 * paddock_host_config_make:
 *
 * Returns: (transfer full): the entry, with the lines that enclose it in the host's file
 */
char *
paddock_host_config_make (const PaddockHost      *host,
                          const PaddockHostEntry *entry)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *arguments = make_arguments (entry);
  g_autofree char *label = paddock_host_config_label (entry);

  switch (host->syntax) {
    case SYNTAX_TOML:
      append_toml (text, label, entry->program, arguments);
      break;
    case SYNTAX_YAML_MAP:
      append_yaml_map (text, label, entry->program, arguments);
      break;
    case SYNTAX_YAML_FILE:
      append_yaml_file (text, label, entry->program, arguments);
      break;
    case SYNTAX_JSON:
    default:
      append_json (text, host, label, entry->program, arguments);
      break;
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
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

/**
 * paddock_host_config_split:
 * @text: the command of a server, as a person types it in a terminal
 *
 * Splits a command into words. Quotes and backslashes work as in a shell. Nothing is expanded,
 * because hosts expand nothing.
 *
 * Returns: (transfer full): the words, at least one. Otherwise %NULL, with
 *   %PADDOCK_ERROR_INVALID_ARGUMENT and a sentence for the user, which is empty if @text is empty
 */
GStrv
paddock_host_config_split (const char  *text,
                           GError     **error)
{
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) problem = NULL;
  const char *sentence = NULL;

  if (!g_utf8_validate (text, -1, NULL))
    sentence = _("The command isn’t valid text.");
  else if (!g_shell_parse_argv (text, NULL, &words, &problem))
    sentence = g_error_matches (problem, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING)
               ? "" : _("The command has an unclosed quotation mark.");
  else if (*words[0] == '\0')
    sentence = _("The command starts with empty quotation marks. Start it with the program.");
  else if (is_assignment (words[0]))
    sentence = _("The command must start with the program. Put environment variables in the app’s "
                 "configuration instead.");
  if (sentence != NULL) {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT, sentence);
    return NULL;
  }
  return g_steal_pointer (&words);
}
