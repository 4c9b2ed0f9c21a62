/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "config-maker.h"

static void
add (ConfigMaker *self,
     const char  *text)
{
  config_maker_add (self, text);
}

/* Spaces and comments. */
static void
add_trivia (ConfigMaker *self)
{
  static const char * const spaces[] = { "", "", "", " ", " ", "  ", "\n", "\n  ", "\r\n\t", "\t" };
  static const char * const comments[] = {
    "// c\n", "//\n", "// \", ] } { [ , : \\\n", "/**/", "/* \" ] } , */", "/* // */", "/***/",
    "/* \n * x\n */", "//메모\r\n",
  };

  add (self, CONFIG_MAKER_PICK (self, spaces));
  while (self->app->syntax != PADDOCK_APP_SYNTAX_JSON && config_maker_chance (self, 12)) {
    add (self, CONFIG_MAKER_PICK (self, comments));
    add (self, CONFIG_MAKER_PICK (self, spaces));
  }
}

static void
add_string (ConfigMaker *self)
{
  static const char * const pieces[] = {
    "a", "b c", "\\\"", "\\\\", "\\u0041", "\\u00e9", "\\ud83d\\udcc1", "메", "\\n", "//", "/*",
    "*/", ",", "]", "}", "-y", "{roots}", "{root}", "--", "run", "@x/y",
  };

  add (self, "\"");
  for (gint n = g_rand_int_range (self->rand, 0, 4); n > 0; n--)
    add (self, CONFIG_MAKER_PICK (self, pieces));
  add (self, "\"");
}

static void
add_key (ConfigMaker *self,
         const char  *name)
{
  g_autofree char *plain = g_strdup_printf ("k%u", self->n_keys++);

  add_trivia (self);
  if (name == NULL)
    name = plain;
  /* The first letter as an escape now and then. */
  if (config_maker_chance (self, 10))
    g_string_append_printf (self->text, "\"\\u%04x%s\"", (guint) *name, name + 1);
  else
    g_string_append_printf (self->text, "\"%s\"", name);
  add_trivia (self);
  add (self, ":");
  add_trivia (self);
}

static void
add_close (ConfigMaker *self,
           const char  *bracket,
           gboolean     has_values)
{
  if (has_values && self->app->syntax == PADDOCK_APP_SYNTAX_JSON_COMMENTS_AND_COMMAS &&
      config_maker_chance (self, 30)) {
    add (self, ",");
    add_trivia (self);
  }
  add (self, bracket);
}

static void
add_value (ConfigMaker *self,
           guint        depth)
{
  static const char * const scalars[] = { "1", "-0.5e+3", "true", "false", "null", "0" };
  gint n = g_rand_int_range (self->rand, 0, 4);
  gboolean is_object = config_maker_chance (self, 50);

  if (depth == 0 || config_maker_chance (self, 50)) {
    if (config_maker_chance (self, 50))
      add_string (self);
    else
      add (self, CONFIG_MAKER_PICK (self, scalars));
    return;
  }
  add (self, is_object ? "{" : "[");
  add_trivia (self);
  for (gint i = 0; i < n; i++) {
    add (self, i > 0 ? "," : "");
    if (is_object)
      add_key (self, NULL);
    else
      add_trivia (self);
    add_value (self, depth - 1);
    add_trivia (self);
  }
  add_close (self, is_object ? "}" : "]", n > 0);
}

/* @first: (nullable) a string in front of the others. */
static void
add_strings (ConfigMaker *self,
             const char  *first)
{
  gint n = g_rand_int_range (self->rand, 0, 4);

  add (self, "[");
  add_trivia (self);
  if (first != NULL) {
    add (self, first);
    add_trivia (self);
  }
  for (gint i = 0; i < n; i++) {
    add (self, i > 0 || first != NULL ? "," : "");
    add_trivia (self);
    add_string (self);
    add_trivia (self);
  }
  add_close (self, "]", n > 0 || first != NULL);
}

static void
add_headers (ConfigMaker *self)
{
  static const char * const names[] = {
    "Authorization", "X-Key", "\\u0058-Api", "API_KEY", "x-a.b", "TOKEN'",
  };
  static const char * const values[] = { "\"Bearer \\u0041: b\"", "\" \\\"c\\\"\"", "\"1\"" };
  guint first = config_maker_number (self, G_N_ELEMENTS (names));
  guint n = 1 + config_maker_number (self, 3);

  add (self, "{");
  for (guint i = 0; i < n; i++) {
    add (self, i > 0 ? "," : "");
    add_trivia (self);
    g_string_append_printf (self->text, "\"%s\"", names[(first + i) % G_N_ELEMENTS (names)]);
    add_trivia (self);
    add (self, ":");
    add_trivia (self);
    add (self, CONFIG_MAKER_PICK (self, values));
    add_trivia (self);
  }
  add_close (self, "}", TRUE);
}

static void
add_member (ConfigMaker *self,
            const char  *key)
{
  static const char * const programs[] = {
    "\"npx\"", "\"/usr/bin/node\"", "\"\\u0061b\"", "\"메모\"", "\"a \\\"b\\\"\"",
  };
  static const char * const addresses[] = {
    "\"https://example.org/mcp?x=1\"", "\"http:\\/\\/[::1]:9/\"",
  };
  const PaddockAppKeys *keys = self->app->keys;

  add_key (self, key);
  if (g_strcmp0 (key, keys->command) == 0 && keys->args == NULL)
    add_strings (self, CONFIG_MAKER_PICK (self, programs));
  else if (g_strcmp0 (key, keys->command) == 0)
    add (self, CONFIG_MAKER_PICK (self, programs));
  else if (g_strcmp0 (key, keys->args) == 0)
    add_strings (self, NULL);
  else if (g_strcmp0 (key, keys->headers) == 0)
    add_headers (self);
  else if (g_strcmp0 (key, keys->type) == 0)
    add (self, config_maker_chance (self, 50) ? "\"http\"" : "\"s\\u0073e\"");
  else if (g_strcmp0 (key, keys->addresses[0]) == 0 || g_strcmp0 (key, keys->addresses[1]) == 0)
    add (self, CONFIG_MAKER_PICK (self, addresses));
  else
    add_value (self, 2);
  add_trivia (self);
}

static void
add_entry (ConfigMaker *self)
{
  const char *members[8];
  guint n = config_maker_choose (self, members);

  add (self, "{");
  for (guint i = 0; i < n; i++) {
    add (self, i > 0 ? "," : "");
    add_member (self, members[i]);
  }
  add_close (self, "}", TRUE);
}

static void
add_container (ConfigMaker *self,
               const char  *name)
{
  gint n = g_rand_int_range (self->rand, 1, 4);

  add_key (self, name);
  add (self, "{");
  for (gint i = 0; i < n; i++) {
    add (self, i > 0 ? "," : "");
    add_key (self, NULL);
    add_entry (self);
    add_trivia (self);
  }
  add_close (self, "}", TRUE);
}

/* Makes a file with JSON, with comments and last commas if the app reads them. */
void
config_maker_make_json (ConfigMaker *self)
{
  add_trivia (self);
  add (self, "{");
  for (gint n = g_rand_int_range (self->rand, 0, 3); n > 0; n--) {
    add_key (self, NULL);
    add_value (self, 3);
    add_trivia (self);
    add (self, ",");
  }
  add_container (self, self->app->containers[0]);
  add_trivia (self);
  add_close (self, "}", TRUE);
  add_trivia (self);
}
