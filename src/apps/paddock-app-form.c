/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-form.h"

#include "paddock-jsonc.h"
#include "paddock-names.h"

#include <string.h>

/* Writes the entry of a server that goes through Paddock, in the form of each app.
 *
 * The entry is what paddock_app_change_connect() would make of the server's own entry. So Paddock
 * can take itself out of it later. docs/hosts.md has an example for each app, which the unit test
 * compares with the result.
 *
 * JSON, TOML and YAML read strings alike if these have double quotes and the escapes of JSON.
 */

/* Members that some apps want besides the usual ones. */
static const struct {
  const char *app;
  const char *name;
  const char *literal;
} extras[] = {
  { "cline", "disabled", "false" }, { "cline", "autoApprove", "[]" },
  { "opencode", "enabled", "true" },
  { "goose", "enabled", "true" }, { "goose", "env_keys", "[]" }, { "goose", "timeout", "300" },
};

/* The types of entries with an address, if they aren't "http". */
static const struct {
  const char *app;
  const char *type;
} remote_types[] = {
  { "opencode", "remote" }, { "cline", "streamableHttp" }, { "goose", "streamable_http" },
  { "continue", "streamable-http" }, { "anythingllm", "streamable" },
};

/* Apps that want the type of an entry with a command. */
static const char * const typed[] = {
  "vscode", "vscode-insiders", "vscodium", "opencode", "copilot-cli", "goose", "continue",
};
/* Apps that want the environment even if it is empty. */
static const char * const with_env[] = { "zed", "goose" };

static gboolean
is_listed (const char * const *list,
           gsize               n_list,
           const char         *word)
{
  for (gsize i = 0; i < n_list; i++)
    if (g_str_equal (list[i], word))
      return TRUE;
  return FALSE;
}

#define IS_LISTED(list, word) is_listed (list, G_N_ELEMENTS (list), word)

/* Returns the key for an address. It remembers the member that the address had, and the type. */
static char *
make_key (const PaddockApp *app,
          const char       *key)
{
  const char *member = app->keys != NULL ? app->keys->addresses[0] : NULL;
  const char *type = "http";

  if (member == NULL)
    return g_strdup (key);
  /* Apps with the member "httpUrl" have no type. */
  if (app->keys->type == NULL || g_str_equal (member, "httpUrl"))
    return g_strdup_printf ("%s.%s", key, member);
  for (guint i = 0; i < G_N_ELEMENTS (remote_types); i++)
    if (g_str_equal (remote_types[i].app, app->id))
      type = remote_types[i].type;
  return g_strdup_printf ("%s.%s.%s", key, member, type);
}

static void
add_list (GStrvBuilder       *builder,
          const char * const *list)
{
  for (; *list != NULL; list++)
    g_strv_builder_add (builder, *list);
}

/* Each header becomes an environment variable. */
static GStrv
make_env (const PaddockPaste *server)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  add_list (builder, (const char * const *) server->env);
  for (guint i = 0; server->headers[i] != NULL; i++) {
    g_autofree char *number = i > 0 ? g_strdup_printf ("_%u", i + 1) : g_strdup ("");
    g_autofree char *pair = g_strconcat (PADDOCK_ENV_HTTP_HEADERS, number, "=",
                                         server->headers[i], NULL);

    g_strv_builder_add (builder, pair);
  }
  return g_strv_builder_end (builder);
}

/**
 * paddock_app_form_new:
 * @server: without a trouble
 * @label: the name of the entry; it must outlive the form
 * @program: how the app starts `paddock`
 *
 * Returns: (transfer full): what the entry says
 */
PaddockAppForm *
paddock_app_form_new (const PaddockApp   *app,
                      const PaddockPaste *server,
                      const char         *label,
                      const char         *program,
                      const char         *key,
                      gboolean            moves_folders)
{
  PaddockAppForm *self = g_new0 (PaddockAppForm, 1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  gboolean has_address = server->kind == PADDOCK_PASTE_ADDRESS;

  self->app = app;
  self->label = label;
  self->key = has_address ? make_key (app, key) : g_strdup (key);
  self->env = make_env (server);
  g_strv_builder_add_many (builder, program, "run", "--key", self->key, NULL);
  add_list (builder, (const char * const *) server->options);
  if (has_address) {
    g_strv_builder_add_many (builder, "--url", server->url, NULL);
  } else {
    g_auto (GStrv) words = paddock_paste_dup_words (server, moves_folders);

    g_strv_builder_add (builder, "--");
    add_list (builder, (const char * const *) words);
  }
  self->words = g_strv_builder_end (builder);
  return self;
}

void
paddock_app_form_free (PaddockAppForm *self)
{
  if (self == NULL)
    return;
  g_free (self->key);
  g_strfreev (self->words);
  g_strfreev (self->env);
  g_free (self);
}

static char *
write_array (const char * const *words)
{
  GString *text = g_string_new ("[");

  for (guint i = 0; words[i] != NULL; i++) {
    g_autofree char *quoted = paddock_jsonc_quote (words[i]);

    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", quoted);
  }
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

static char *
write_env (const PaddockAppForm *self)
{
  const char *separator = self->app->syntax == PADDOCK_APP_SYNTAX_TOML ? " = " : ": ";
  GString *text = g_string_new ("{");

  for (guint i = 0; self->env[i] != NULL; i++) {
    const char *value = strchr (self->env[i], '=') + 1;
    g_autofree char *name = g_strndup (self->env[i], value - self->env[i] - 1);
    g_autofree char *quoted_name = paddock_jsonc_quote (name);
    g_autofree char *quoted_value = paddock_jsonc_quote (value);

    g_string_append_printf (text, "%s%s%s%s", i > 0 ? ", " : " ", quoted_name, separator,
                            quoted_value);
  }
  g_string_append (text, self->env[0] != NULL ? " }" : "}");
  return g_string_free (text, FALSE);
}

/* Writes a name or text for YAML: without quotes if YAML reads it as plain text. */
static char *
write_plain (const char *value)
{
  static const char * const meaning[] = { "true", "false", "null", "yes", "no", "on", "off", "y",
                                          "n" };
  gboolean is_plain = g_ascii_isalpha (*value) || *value == '/';

  for (const char *p = value; is_plain && *p != '\0'; p++)
    is_plain = g_ascii_isalnum (*p) || strchr ("-_./", *p) != NULL;
  for (guint i = 0; is_plain && i < G_N_ELEMENTS (meaning); i++)
    is_plain = g_ascii_strcasecmp (value, meaning[i]) != 0;
  return is_plain ? g_strdup (value) : paddock_jsonc_quote (value);
}

static char *
write_string (const PaddockAppForm *self,
              const char           *value)
{
  return self->app->syntax == PADDOCK_APP_SYNTAX_YAML ? write_plain (value)
                                                      : paddock_jsonc_quote (value);
}

/* The lines of an entry, each "NAME<separator>LITERAL" without its indent. */
static void
add_line (const PaddockAppForm *self,
          GPtrArray            *lines,
          const char           *name,
          char                 *literal)
{
  g_autofree char *owned = literal;

  switch (self->app->syntax) {
    case PADDOCK_APP_SYNTAX_TOML:
      g_ptr_array_add (lines, g_strdup_printf ("%s = %s", name, literal));
      break;
    case PADDOCK_APP_SYNTAX_YAML:
      g_ptr_array_add (lines, g_strdup_printf ("%s: %s", name, literal));
      break;
    case PADDOCK_APP_SYNTAX_NONE:
    case PADDOCK_APP_SYNTAX_JSON:
    case PADDOCK_APP_SYNTAX_JSON_COMMENTS:
    case PADDOCK_APP_SYNTAX_JSON_COMMENTS_AND_COMMAS:
    default:
      g_ptr_array_add (lines, g_strdup_printf ("\"%s\": %s", name, literal));
  }
}

/* Whether the app has its servers in a list, so that each entry says its name. */
static gboolean
has_list (const PaddockApp *app)
{
  return g_str_equal (app->id, "continue");
}

static GPtrArray *
make_lines (const PaddockAppForm *self)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  const PaddockAppKeys *keys = self->app->keys;
  const char * const *words = (const char * const *) self->words;

  if (has_list (self->app))
    add_line (self, lines, "name", write_string (self, self->label));
  if (IS_LISTED (typed, self->app->id))
    add_line (self, lines, keys->type, write_string (self, keys->local_type));
  if (g_str_equal (self->app->id, "goose"))
    add_line (self, lines, "name", write_string (self, self->label));
  if (keys->args != NULL) {
    add_line (self, lines, keys->command, write_string (self, words[0]));
    add_line (self, lines, keys->args, write_array (words + 1));
  } else {
    add_line (self, lines, keys->command, write_array (words));
  }
  if (self->env[0] != NULL || IS_LISTED (with_env, self->app->id))
    add_line (self, lines, keys->env, write_env (self));
  for (guint i = 0; i < G_N_ELEMENTS (extras); i++)
    if (g_str_equal (extras[i].app, self->app->id))
      add_line (self, lines, extras[i].name, g_strdup (extras[i].literal));
  return lines;
}

static void
append_json (GString   *text,
             GPtrArray *lines,
             int        indent)
{
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "%*s%s%s\n", indent + 2, "",
                            (const char *) g_ptr_array_index (lines, i),
                            i + 1 < lines->len ? "," : "");
}

/**
 * paddock_app_form_write:
 * @indent: how many spaces are in front of the entry
 *
 * Returns: (transfer full): the entry with its name, without a comma or the end of the last line
 */
char *
paddock_app_form_write (const PaddockAppForm *self,
                        int                   indent)
{
  g_autoptr (GPtrArray) lines = make_lines (self);
  g_autofree char *label = write_string (self, self->label);
  GString *text = g_string_new (NULL);

  if (self->app->syntax == PADDOCK_APP_SYNTAX_TOML) {
    g_string_append_printf (text, "[%s.%s]\n", self->app->containers[0], self->label);
    for (guint i = 0; i < lines->len; i++)
      g_string_append_printf (text, "%s\n", (const char *) g_ptr_array_index (lines, i));
    g_string_truncate (text, text->len - 1);
  } else if (self->app->syntax == PADDOCK_APP_SYNTAX_YAML) {
    gboolean is_item = has_list (self->app);

    if (!is_item)
      g_string_append_printf (text, "%*s%s:\n", indent, "", label);
    for (guint i = 0; i < lines->len; i++)
      g_string_append_printf (text, "%*s%s%s\n", indent, "", is_item && i == 0 ? "- " : "  ",
                              (const char *) g_ptr_array_index (lines, i));
    g_string_truncate (text, text->len - 1);
  } else {
    g_string_append_printf (text, "%*s%s: {\n", indent, "", label);
    append_json (text, lines, indent);
    g_string_append_printf (text, "%*s}", indent, "");
  }
  return g_string_free (text, FALSE);
}

/**
 * paddock_app_form_write_in:
 * @indent: how many spaces are in front of the object
 *
 * Returns: (transfer full): the object or list that holds the servers, with its name and the entry;
 *   without the end of the last line
 */
char *
paddock_app_form_write_in (const PaddockAppForm *self,
                           int                   indent)
{
  const char *container = self->app->containers[0];
  g_autofree char *entry = NULL;

  if (self->app->syntax == PADDOCK_APP_SYNTAX_TOML)
    return paddock_app_form_write (self, indent);
  entry = paddock_app_form_write (self, indent + 2);
  return self->app->syntax == PADDOCK_APP_SYNTAX_YAML
         ? g_strdup_printf ("%*s%s:\n%s", indent, "", container, entry)
         : g_strdup_printf ("%*s\"%s\": {\n%s\n%*s}", indent, "", container, entry, indent, "");
}

/**
 * paddock_app_form_write_file:
 *
 * Returns: (transfer full): a whole file of the app, with the entry
 */
char *
paddock_app_form_write_file (const PaddockAppForm *self)
{
  gboolean is_json = self->app->syntax != PADDOCK_APP_SYNTAX_TOML &&
                     self->app->syntax != PADDOCK_APP_SYNTAX_YAML;
  g_autofree char *object = paddock_app_form_write_in (self, is_json ? 2 : 0);
  g_autofree char *label = write_string (self, self->label);

  if (is_json)
    return g_strdup_printf ("{\n%s\n}\n", object);
  if (has_list (self->app))
    return g_strdup_printf ("name: %s\nversion: 0.0.1\nschema: v1\n%s\n", label, object);
  return g_strdup_printf ("%s\n", object);
}
