/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "config-maker.h"

/* What the makers of all syntaxes need. */

gboolean
config_maker_chance (ConfigMaker *self,
                     gint         percent)
{
  return g_rand_int_range (self->rand, 0, 100) < percent;
}

/* Returns a number below @end. */
guint
config_maker_number (ConfigMaker *self,
                     guint        end)
{
  return (guint) g_rand_int_range (self->rand, 0, (gint32) end);
}

void
config_maker_add (ConfigMaker *self,
                  const char  *text)
{
  g_string_append (self->text, text);
}

/* Chooses the members of an entry, in any order. There is room for eight. NULL stands for a member
 * that the app doesn't know. Returns how many there are. */
guint
config_maker_choose (ConfigMaker  *self,
                     const char  **members)
{
  const PaddockAppKeys *keys = self->app->keys;
  guint n = 0;

  if (config_maker_chance (self, 60)) {
    members[n++] = keys->command;
    if (keys->args != NULL && config_maker_chance (self, 70))
      members[n++] = keys->args;
    if (config_maker_chance (self, 40))
      members[n++] = keys->env;
    members[n++] = NULL;
  } else {
    members[n++] = keys->addresses[keys->addresses[1] != NULL && config_maker_chance (self, 50)];
    if (keys->headers != NULL && config_maker_chance (self, 50))
      members[n++] = keys->headers;
    if (keys->type != NULL && config_maker_chance (self, 50))
      members[n++] = keys->type;
    members[n++] = "disabled";
  }
  n -= config_maker_chance (self, 50);
  if (keys->name != NULL)
    members[n++] = keys->name;
  for (guint i = n; i > 1; i--) {
    guint j = config_maker_number (self, i);
    const char *member = members[i - 1];

    members[i - 1] = members[j];
    members[j] = member;
  }
  return n;
}

/* Makes a file with at least one server. */
void
config_maker_make (ConfigMaker *self)
{
  g_string_truncate (self->text, 0);
  self->n_keys = 0;
  self->line_end = config_maker_chance (self, 80) ? "\n" : "\r\n";
  if (config_maker_chance (self, 10))
    config_maker_add (self, "\357\273\277");
  if (self->app->syntax == PADDOCK_APP_SYNTAX_TOML)
    config_maker_make_toml (self);
  else if (self->app->syntax == PADDOCK_APP_SYNTAX_YAML)
    config_maker_make_yaml (self);
  else
    config_maker_make_json (self);
}
