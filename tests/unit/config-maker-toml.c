/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "config-maker.h"

/* How a file writes the tables of the servers. */
typedef enum {
  FORM_HEADERS,                     /* [mcp_servers.a] */
  FORM_INLINE,                      /* [mcp_servers], a = { } */
  FORM_DOTTED,                      /* [mcp_servers], a.command = */
  FORM_ROOT_DOTTED,                 /* mcp_servers.a.command = */
  FORM_ROOT_INLINE,                 /* mcp_servers = { a = { } } */
  N_FORMS,
} Form;

static void
add (ConfigMaker *self,
     const char  *text)
{
  config_maker_add (self, text);
}

static void
add_blanks (ConfigMaker *self)
{
  static const char * const blanks[] = { "", "", " ", " ", "  ", "\t" };

  add (self, CONFIG_MAKER_PICK (self, blanks));
}

static void
add_comment (ConfigMaker *self)
{
  static const char * const comments[] = {
    "# c", "#", "# \" ' ] } = [ , \\", "# [mcp_servers.x]", "# 메모", "#\t\"\"\"",
  };

  add_blanks (self);
  if (config_maker_chance (self, 20))
    add (self, CONFIG_MAKER_PICK (self, comments));
}

/* Ends a line. Empty lines and comments may follow. */
static void
add_end (ConfigMaker *self)
{
  do {
    add_comment (self);
    add (self, self->line_end);
  } while (config_maker_chance (self, 15));
}

/* Spaces in an array, which may have several lines. */
static void
add_trivia (ConfigMaker *self)
{
  add_blanks (self);
  while (config_maker_chance (self, 12)) {
    add_end (self);
    add_blanks (self);
  }
}

static void
add_string (ConfigMaker *self)
{
  static const char * const basic[] = {
    "a", "b c", "\\\"", "\\\\", "\\u0041", "\\U0001F4C1", "메", "\\n", "#", ",", "]", "}", "-y",
    "{roots}", "{root}", "--", "run", "'", "'''", "=",
  };
  static const char * const literal[] = { "a", "b c", "\\", "\"", "\"\"\"", "#", "]", "메", "-y" };
  static const char * const quotes[] = { "\"", "\"", "\"", "'", "\"\"\"", "'''" };
  const char *quote = CONFIG_MAKER_PICK (self, quotes);

  add (self, quote);
  if (quote[1] != '\0' && config_maker_chance (self, 30))
    add (self, self->line_end);
  for (guint n = config_maker_number (self, 4); n > 0; n--) {
    add (self, *quote == '"' ? CONFIG_MAKER_PICK (self, basic) : CONFIG_MAKER_PICK (self, literal));
    if (quote[1] != '\0' && config_maker_chance (self, 20))
      add (self, *quote == '"' && config_maker_chance (self, 50) ? "\\\n   " : "\n");
  }
  add (self, quote);
}

static void
add_key (ConfigMaker *self,
         const char  *name)
{
  g_autofree char *plain = g_strdup_printf ("k%u", name == NULL ? self->n_keys++ : 0);

  if (name == NULL)
    name = plain;
  if (config_maker_chance (self, 70))
    add (self, name);
  else if (config_maker_chance (self, 40))
    g_string_append_printf (self->text, "'%s'", name);
  else if (config_maker_chance (self, 20))
    g_string_append_printf (self->text, "\"\\u%04x%s\"", (guint) *name, name + 1);
  else
    g_string_append_printf (self->text, "\"%s\"", name);
}

static void
add_assign (ConfigMaker *self)
{
  add_blanks (self);
  add (self, "=");
  add_blanks (self);
}

static void
add_strings (ConfigMaker *self)
{
  guint n = config_maker_number (self, 4);

  add (self, "[");
  add_trivia (self);
  for (guint i = 0; i < n; i++) {
    add_string (self);
    add_trivia (self);
    add (self, i + 1 < n || config_maker_chance (self, 30) ? "," : "");
    add_trivia (self);
  }
  add (self, "]");
}

static void
add_value (ConfigMaker *self,
           guint        depth)
{
  static const char * const scalars[] = {
    "1", "-0.5e+3", "true", "false", "inf", "1979-05-27 07:32:00Z", "0x1F", "1_000", "07:32:00",
  };

  if (depth == 0 || config_maker_chance (self, 50)) {
    if (config_maker_chance (self, 50))
      add_string (self);
    else
      add (self, CONFIG_MAKER_PICK (self, scalars));
  } else if (config_maker_chance (self, 50)) {
    add_strings (self);
  } else {
    guint n = config_maker_number (self, 4);

    add (self, "{");
    add_blanks (self);
    for (guint i = 0; i < n; i++) {
      add (self, i > 0 ? ", " : "");
      add_key (self, NULL);
      add_assign (self);
      add_value (self, depth - 1);
      add_blanks (self);
    }
    add (self, "}");
  }
}

/* @before: what stands in front of each header; NULL for an inline table. */
static void
add_headers (ConfigMaker *self,
             const char  *before)
{
  static const char * const names[] = {
    "X-Key", "Authorization", "\"\\u0058-Api\"", "'API_KEY'", "\"x-a.b\"",
  };
  static const char * const values[] = { "\"Bearer \\u0041: b\"", "\" \\\"c\\\"\"", "\"1\"" };
  guint first = config_maker_number (self, G_N_ELEMENTS (names));
  guint n = 1 + config_maker_number (self, 3);

  for (guint i = 0; i < n; i++) {
    if (before != NULL)
      add (self, before);
    else
      add (self, i > 0 ? ", " : "");
    add (self, names[(first + i) % G_N_ELEMENTS (names)]);
    add_assign (self);
    add (self, CONFIG_MAKER_PICK (self, values));
    if (before != NULL)
      add_end (self);
    else
      add_blanks (self);
  }
}

static void
add_member_value (ConfigMaker *self,
                  const char  *key)
{
  static const char * const programs[] = {
    "\"npx\"", "'/usr/bin/node'", "\"\\u0061b\"", "'''메모'''", "\"a \\\"b\\\"\"", "\"\"\"x\"\"\"",
  };
  static const char * const addresses[] = {
    "\"https://example.org/mcp?x=1\"", "'http://[::1]:9/#'", "\"http:\\u002f/localhost/\"",
  };
  const PaddockAppKeys *keys = self->app->keys;

  if (g_strcmp0 (key, keys->command) == 0) {
    add (self, CONFIG_MAKER_PICK (self, programs));
  } else if (g_strcmp0 (key, keys->args) == 0) {
    add_strings (self);
  } else if (g_strcmp0 (key, keys->headers) == 0) {
    add (self, "{ ");
    add_headers (self, NULL);
    add (self, "}");
  } else if (g_strcmp0 (key, keys->addresses[0]) == 0) {
    add (self, CONFIG_MAKER_PICK (self, addresses));
  } else if (g_strcmp0 (key, keys->env) == 0) {
    add (self, config_maker_chance (self, 50) ? "{ A = \"b\", 'C' = 'd' }" : "{}");
  } else {
    add_value (self, 2);
  }
}

/* Adds the members of an entry, with a line each. @prefix: what stands in front of each key. */
static void
add_lines (ConfigMaker  *self,
           const char   *prefix,
           const char  **members,
           guint         n)
{
  g_autofree char *spaces = g_strnfill (config_maker_number (self, 3), ' ');

  for (guint i = 0; i < n; i++) {
    if (config_maker_chance (self, 80))
      add (self, spaces);
    add (self, prefix);
    add_key (self, members[i]);
    add_assign (self);
    add_member_value (self, members[i]);
    add_end (self);
  }
}

static void
add_inline (ConfigMaker  *self,
            const char  **members,
            guint         n)
{
  add (self, "{");
  add_blanks (self);
  for (guint i = 0; i < n; i++) {
    add (self, i > 0 ? "," : "");
    add_blanks (self);
    add_key (self, members[i]);
    add_assign (self);
    add_member_value (self, members[i]);
    add_blanks (self);
  }
  add (self, "}");
}

/* Adds [HEADER], and the table of HTTP headers below it if the last member is one. */
static void
add_table (ConfigMaker  *self,
           const char   *name,
           const char  **members,
           guint         n)
{
  gboolean has_headers = FALSE;

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (members[i], self->app->keys->headers) == 0 && config_maker_chance (self, 50)) {
      members[i] = members[--n];
      has_headers = TRUE;
      break;
    }
  g_string_append_printf (self->text, "[mcp_servers.%s]", name);
  add_end (self);
  add_lines (self, "", members, n);
  if (has_headers) {
    g_string_append_printf (self->text, "[ mcp_servers . %s.http_headers]", name);
    add_end (self);
    add_headers (self, "");
  }
}

static void
add_entry (ConfigMaker *self,
           Form         form)
{
  const char *members[8];
  guint n = config_maker_choose (self, members);
  g_autofree char *name = g_strdup_printf (config_maker_chance (self, 80) ? "e%u" : "\"e %u#\"",
                                           self->n_keys++);
  g_autofree char *prefix = g_strdup_printf (form == FORM_DOTTED ? "%s." : "mcp_servers.%s.", name);

  if (form == FORM_HEADERS) {
    add_table (self, name, members, n);
  } else if (form == FORM_DOTTED || form == FORM_ROOT_DOTTED) {
    add_lines (self, prefix, members, n);
  } else {
    add (self, name);
    add_assign (self);
    add_inline (self, members, n);
  }
}

static void
add_container (ConfigMaker *self,
               Form         form)
{
  guint n = 1 + config_maker_number (self, 3);

  if (form == FORM_INLINE || form == FORM_DOTTED) {
    add (self, "[mcp_servers]");
    add_end (self);
  }
  if (form == FORM_ROOT_INLINE)
    add (self, "mcp_servers = {");
  for (guint i = 0; i < n; i++) {
    if (form == FORM_ROOT_INLINE)
      add (self, i > 0 ? ", " : " ");
    add_entry (self, form);
    if (form == FORM_INLINE)
      add_end (self);
  }
  if (form == FORM_ROOT_INLINE) {
    add (self, " }");
    add_end (self);
  }
}

static void
add_others (ConfigMaker *self,
            gboolean     is_root)
{
  for (guint n = config_maker_number (self, 3); n > 0; n--) {
    if (!is_root) {
      g_string_append_printf (self->text, "%s t%u . x ]%s",
                              config_maker_chance (self, 70) ? "[" : "[ ", self->n_keys++,
                              self->line_end);
    }
    for (guint m = 1 + config_maker_number (self, 2); m > 0; m--) {
      add_key (self, NULL);
      add_assign (self);
      add_value (self, 3);
      add_end (self);
    }
  }
}

/* Makes a file with TOML. */
void
config_maker_make_toml (ConfigMaker *self)
{
  Form form = config_maker_number (self, N_FORMS);

  while (config_maker_chance (self, 20))
    add_end (self);
  add_others (self, TRUE);
  if (form < FORM_ROOT_DOTTED)
    add_others (self, FALSE);
  add_container (self, form);
  add_others (self, FALSE);
  if (config_maker_chance (self, 30))
    while (self->text->str[self->text->len - 1] == '\n' ||
           self->text->str[self->text->len - 1] == '\r')
      g_string_truncate (self->text, self->text->len - 1);
}
