/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "config-maker.h"

#include <string.h>

static void
add (ConfigMaker *self,
     const char  *text)
{
  config_maker_add (self, text);
}

static void
add_spaces (ConfigMaker *self,
            guint        n)
{
  for (; n > 0; n--)
    add (self, " ");
}

static void
add_comment (ConfigMaker *self)
{
  static const char * const comments[] = {
    "# c", "#", "# \" ' ] } - [ , \\", "# a: b", "# 메모", "#\t- x", "# &a *b !c",
  };

  add (self, CONFIG_MAKER_PICK (self, comments));
}

/* Ends a line. Empty lines and comments may follow. */
static void
add_end (ConfigMaker *self)
{
  if (config_maker_chance (self, 15)) {
    add_spaces (self, 1 + config_maker_number (self, 2));
    add_comment (self);
  }
  add (self, self->line_end);
  while (config_maker_chance (self, 8)) {
    add_spaces (self, config_maker_number (self, 8));
    if (config_maker_chance (self, 60))
      add_comment (self);
    add (self, self->line_end);
  }
}

/* Spaces in brackets, which may have several lines. @indent: of these lines. */
static void
add_trivia (ConfigMaker *self,
            guint        indent)
{
  add_spaces (self, config_maker_number (self, 2));
  if (!config_maker_chance (self, 10))
    return;
  if (config_maker_chance (self, 40)) {
    add (self, " ");
    add_comment (self);
  }
  add (self, self->line_end);
  add_spaces (self, indent + 1 + config_maker_number (self, 3));
}

static void
add_string (ConfigMaker *self)
{
  static const char * const strings[] = {
    "a", "b c", "'x'", "'it''s'", "\"q\\\"\\\\\"", "\"\\u0041\\x42\"", "-y", "--x=1", "\"{roots}\"",
    "'{root}'", "메", "\U0001F4C1 x", "a#b", "a:b", "\"# no\"", "'- x'", "http://x/y", "--", "run",
    "it's", "x \"y\"", "''", "\"on\"", "'1'", "1.2.3", "v@x"
  };

  add (self, CONFIG_MAKER_PICK (self, strings));
}

static void
add_key (ConfigMaker *self,
         const char  *name)
{
  g_autofree char *plain = g_strdup_printf ("k%u", name == NULL ? self->n_keys++ : 0);

  if (name == NULL)
    name = plain;
  if (config_maker_chance (self, 75))
    add (self, name);
  else if (config_maker_chance (self, 40))
    g_string_append_printf (self->text, "'%s'", name);
  else if (config_maker_chance (self, 20))
    g_string_append_printf (self->text, "\"\\x%02x%s\"", (guint) *name, name + 1);
  else
    g_string_append_printf (self->text, "\"%s\"", name);
  add (self, config_maker_chance (self, 10) ? " :" : ":");
}

static void
add_strings (ConfigMaker *self,
             guint        indent)
{
  guint n = config_maker_number (self, 4);

  add (self, " [");
  add_trivia (self, indent);
  for (guint i = 0; i < n; i++) {
    add_string (self);
    add_trivia (self, indent);
    add (self, i + 1 < n || config_maker_chance (self, 30) ? "," : "");
    add_trivia (self, indent);
  }
  add (self, "]");
}

/* Adds a list with a line for each value, behind its key. @indent: of the key. */
static void
add_list (ConfigMaker *self,
          guint        indent)
{
  guint dash = indent + config_maker_number (self, 4);

  add_end (self);
  for (guint n = 1 + config_maker_number (self, 3); n > 0; n--) {
    add_spaces (self, dash);
    add (self, "-");
    add_spaces (self, 1 + config_maker_number (self, 2));
    add_string (self);
    if (n > 1)
      add_end (self);
  }
}

static void
add_block_scalar (ConfigMaker *self,
                  guint        indent)
{
  static const char * const heads[] = { " |", " >-", " |+", " >" };

  add (self, CONFIG_MAKER_PICK (self, heads));
  for (guint n = 1 + config_maker_number (self, 3); n > 0; n--) {
    add (self, self->line_end);
    add_spaces (self, indent + 2);
    add (self, "- a: 'b # c");
  }
}

/* Adds any value behind its key. @indent: of the key; the object is in braces if @is_flow. */
static void
add_value (ConfigMaker *self,
           guint        indent,
           gboolean     is_flow,
           guint        depth)
{
  static const char * const scalars[] = {
    "1", "-0.5e+3", "true", "off", "null", "~", "0x1F", "2024-01-01", "12:30:45", ".inf",
  };
  static const char * const special[] = { "&x y", "!t z", "!!str 1", "&y [a]", "*x" };
  guint choice = config_maker_number (self, depth > 0 ? 7 : 3);
  gboolean has_anchor = strstr (self->text->str, "&x y") != NULL;

  if (choice == 4 && !is_flow) {
    add_list (self, indent);
  } else if (choice == 5 && !is_flow) {
    add_block_scalar (self, indent);
  } else if (choice == 6 && !is_flow) {
    guint inner = indent + 1 + config_maker_number (self, 4);

    for (guint n = 1 + config_maker_number (self, 2); n > 0; n--) {
      add_end (self);
      add_spaces (self, inner);
      add_key (self, NULL);
      add_value (self, inner, FALSE, depth - 1);
    }
  } else if (choice == 3 || (choice == 2 && depth == 0)) {
    add_strings (self, indent);
  } else {
    add (self, " ");
    if (choice == 1)
      add (self, CONFIG_MAKER_PICK (self, scalars));
    else if (choice == 2)
      add (self, special[config_maker_number (self, has_anchor ? 5 : 4)]);
    else
      add_string (self);
  }
}

static void
add_header_members (ConfigMaker *self,
                    guint        indent,
                    gboolean     is_flow)
{
  static const char * const names[] = {
    "X-Key: ", "Authorization: ", "'API_KEY':   ", "\"x-a.b\": ", "TOKEN_: ",
  };
  static const char * const values[] = {
    "Bearer a-b.c/d==", "'x: y'", "\"Bearer \\u0041: b\"", "a b", "'\"c\"'", "\"\\\"\"", "c~d",
  };
  guint first = config_maker_number (self, G_N_ELEMENTS (names));
  guint n = 1 + config_maker_number (self, 3);

  for (guint i = 0; i < n; i++) {
    if (is_flow) {
      add (self, i > 0 ? ", " : "");
    } else {
      add_end (self);
      add_spaces (self, indent);
    }
    add (self, names[(first + i) % G_N_ELEMENTS (names)]);
    add (self, CONFIG_MAKER_PICK (self, values));
  }
}

static void
add_headers (ConfigMaker *self,
             guint        indent,
             gboolean     is_flow)
{
  is_flow = is_flow || config_maker_chance (self, 30);
  if (is_flow)
    add (self, " {");
  add_header_members (self, indent + 1 + config_maker_number (self, 3), is_flow);
  if (is_flow)
    add (self, "}");
}

static void
add_member_value (ConfigMaker *self,
                  const char  *key,
                  guint        indent,
                  gboolean     is_flow)
{
  static const char * const programs[] = {
    " npx", " '/usr/bin/node'", "  \"\\x61b\"", " 메모", " 'a ''b'''", " /opt/x-y_z/run.sh", " a b",
  };
  static const char * const addresses[] = {
    " https://example.org/mcp?x=1", " 'http://[::1]:9/#'", " \"http:\\u002f/localhost/\"",
    " https://example.org/a#b", "   http://localhost:3000",
  };
  static const char * const types[] = { " sse", " 'http'", " \"streamable_http\"" };
  static const char * const envs[] = { " {}", " {A: b, 'C': \"d\"}", " { }" };
  const PaddockAppKeys *keys = self->app->keys;

  if (g_strcmp0 (key, keys->command) == 0)
    add (self, CONFIG_MAKER_PICK (self, programs));
  else if (g_strcmp0 (key, keys->args) == 0 && !is_flow && config_maker_chance (self, 60))
    add_list (self, indent);
  else if (g_strcmp0 (key, keys->args) == 0)
    add_strings (self, indent);
  else if (g_strcmp0 (key, keys->headers) == 0)
    add_headers (self, indent, is_flow);
  else if (g_strcmp0 (key, keys->addresses[0]) == 0)
    add (self, CONFIG_MAKER_PICK (self, addresses));
  else if (g_strcmp0 (key, keys->type) == 0)
    add (self, CONFIG_MAKER_PICK (self, types));
  else if (g_strcmp0 (key, keys->env) == 0)
    add (self, CONFIG_MAKER_PICK (self, envs));
  else
    add_value (self, indent, is_flow, 0);
}

/* Adds the members of an entry. @indent: of its keys; the first key's indentation is there. */
static void
add_members (ConfigMaker *self,
             guint        indent,
             gboolean     is_flow)
{
  const char *members[8];
  guint n = config_maker_choose (self, members);

  for (guint i = 0; i < n; i++) {
    if (is_flow) {
      add (self, i > 0 ? "," : "");
      add_trivia (self, indent);
    } else if (i > 0) {
      add_spaces (self, indent);
    }
    add_key (self, members[i]);
    if (members[i] != NULL && g_strcmp0 (members[i], self->app->keys->name) == 0)
      g_string_append_printf (self->text, " e%u", self->n_keys++);
    else
      add_member_value (self, members[i], indent, is_flow);
    if (is_flow)
      add_trivia (self, indent);
    else
      add_end (self);
  }
}

static void
add_entry (ConfigMaker *self,
           guint        indent,
           gboolean     is_flow)
{
  gboolean is_list = self->app->keys->name != NULL;
  guint inner = indent + 1 + config_maker_number (self, 4);

  if (!is_flow)
    add_spaces (self, indent);
  if (is_list && !is_flow) {
    inner++;
    add (self, "-");
    add_spaces (self, inner - indent - 1);
  } else if (!is_list) {
    add_key (self, NULL);
  }
  if (is_flow || config_maker_chance (self, 20)) {
    add (self, is_list ? "{" : " {");
    add_members (self, inner, TRUE);
    add (self, "}");
    if (!is_flow)
      add_end (self);
    return;
  }
  if (!is_list) {
    add_end (self);
    add_spaces (self, inner);
  }
  add_members (self, inner, FALSE);
}

static void
add_container (ConfigMaker *self)
{
  gboolean is_list = self->app->keys->name != NULL, is_flow = config_maker_chance (self, 15);
  guint n = 1 + config_maker_number (self, 3), indent = config_maker_number (self, 5);

  add_key (self, self->app->containers[0]);
  if (is_flow)
    add (self, is_list ? " [" : " {");
  else
    add_end (self);
  for (guint i = 0; i < n; i++) {
    if (is_flow) {
      add (self, i > 0 ? "," : "");
      add_trivia (self, 0);
    }
    add_entry (self, is_list || is_flow ? indent : indent + 1, is_flow);
  }
  if (is_flow) {
    add (self, is_list ? "]" : "}");
    add_end (self);
  }
}

static void
add_others (ConfigMaker *self)
{
  for (guint n = config_maker_number (self, 3); n > 0; n--) {
    add_key (self, NULL);
    add_value (self, 0, FALSE, 3);
    add_end (self);
  }
}

/* Makes a file with YAML. */
void
config_maker_make_yaml (ConfigMaker *self)
{
  while (config_maker_chance (self, 15))
    add_end (self);
  if (config_maker_chance (self, 10)) {
    add (self, "---");
    add_end (self);
  }
  add_others (self);
  add_container (self);
  add_others (self);
  if (config_maker_chance (self, 20) && g_str_has_suffix (self->text->str, self->line_end))
    g_string_truncate (self->text, self->text->len - strlen (self->line_end));
}
