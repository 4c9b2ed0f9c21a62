/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-headers.h"

#include "paddock-app-style.h"
#include "paddock-names.h"
#include "paddock-token.h"

#include <string.h>

/* Moves the HTTP headers of an address into the environment of `paddock run --url`, and back.
 *
 *   "headers": { "X-Key": "a", "X-Other": "b" }
 *   "env": { "PADDOCK_HTTP_HEADERS": "X-Key: a", "PADDOCK_HTTP_HEADERS_2": "X-Other: b" }
 *
 * Each header gets a variable of its own. So only keys and the begin of each value change, and all
 * spaces and comments between them stay. In YAML a value may have no quotes. Then its name and its
 * value have no space between them, because YAML would read them as a key and a value.
 */

static gboolean
has_quotes (char c)
{
  return c == '"' || c == '\'';
}

static char *
make_variable (guint number)
{
  return number == 1 ? g_strdup (PADDOCK_ENV_HTTP_HEADERS)
                     : g_strdup_printf (PADDOCK_ENV_HTTP_HEADERS "_%u", number);
}

static gboolean
is_variable (const char *name)
{
  for (guint i = 1; i <= PADDOCK_HTTP_HEADERS_MAX; i++) {
    g_autofree char *variable = make_variable (i);

    if (g_strcmp0 (name, variable) == 0)
      return TRUE;
  }
  return FALSE;
}

static guint
find_member (const PaddockConfigTree *tree,
             guint                    entry,
             const char              *name)
{
  return name != NULL ? paddock_config_tree_find (tree, entry, name, NULL) : 0;
}

static gboolean
is_empty_object (const PaddockConfigTree *tree,
                 guint                    value)
{
  const PaddockConfigNode *node = paddock_config_tree_get (tree, value);

  return node->kind == PADDOCK_CONFIG_OBJECT && node->first == 0;
}

/* Whether an object's name is in front of each of its members, as in TOML's dotted keys. Then it
 * can't be renamed in one place. */
static gboolean
is_named_often (const PaddockConfigTree *tree,
                guint                    object)
{
  const PaddockConfigNode *node = paddock_config_tree_get (tree, object);
  gsize at = node->key_begin;

  if (node->begin != node->key_begin || node->first == node->last)
    return FALSE;
  while (at > 0 && paddock_config_tree_get_char (tree, at - 1) != '\n')
    at--;
  while (paddock_config_tree_has_text (tree, at, " ") ||
         paddock_config_tree_has_text (tree, at, "\t"))
    at++;
  return !paddock_config_tree_has_text (tree, at, "[");
}

/* Whether `paddock run` accepts the header. */
static gboolean
is_accepted (const char *name,
             const char *value)
{
  g_autofree char *lower = NULL, *stripped = NULL;

  if (!paddock_token_is_valid (name))
    return FALSE;
  for (const char *p = value; *p != '\0'; p++)
    if (!g_ascii_isprint (*p))
      return FALSE;
  lower = g_ascii_strdown (name, -1);
  stripped = g_strstrip (g_strdup (value));
  if (*stripped == '\0' || g_str_has_prefix (lower, "mcp-") || g_str_has_prefix (lower, "proxy-"))
    return FALSE;
  return g_str_equal (lower, "authorization") || g_str_has_prefix (lower, "x-") ||
         strstr (lower, "key") != NULL || strstr (lower, "token") != NULL;
}

/* Whether the header's name can stand inside of the value's literal, and become a key again. */
static gboolean
can_move (const PaddockConfigTree *tree,
          guint                    header,
          const char              *name)
{
  const PaddockConfigNode *node = paddock_config_tree_get (tree, header);
  char key_quote = paddock_config_tree_get_char (tree, node->key_begin);
  gsize key_length = node->key_end - node->key_begin;

  if (paddock_config_tree_has_text (tree, node->begin, "\"\"\"") ||
      paddock_config_tree_has_text (tree, node->begin, "'''"))
    return FALSE;
  if (!has_quotes (key_quote))
    return paddock_app_style_is_bare (name);
  if (key_length == strlen (name) + 2)
    return strchr (name, '\'') == NULL;
  return key_quote == '"' && paddock_config_tree_get_char (tree, node->begin) == '"';
}

static PaddockAppObstacle
judge_header (const PaddockApp        *app,
              const PaddockConfigTree *tree,
              guint                    header)
{
  g_autofree char *name = paddock_config_tree_dup_key (tree, header);
  g_autofree char *value = paddock_config_tree_dup_string (tree, header);

  if (name == NULL || value == NULL || !is_accepted (name, value) ||
      !can_move (tree, header, name))
    return PADDOCK_APP_OBSTACLE_HEADERS;
  return !app->keys->expands_alike && strpbrk (value, "${") != NULL
         ? PADDOCK_APP_OBSTACLE_VARIABLES : PADDOCK_APP_OBSTACLE_NONE;
}

/* Judges all headers. There may be one Authorization, and no header twice. */
static PaddockAppObstacle
judge_each (const PaddockApp        *app,
            const PaddockConfigTree *tree,
            guint                    headers)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint count = 0;

  for (guint i = paddock_config_tree_get (tree, headers)->first; i != 0;
       i = paddock_config_tree_get (tree, i)->next) {
    PaddockAppObstacle obstacle = judge_header (app, tree, i);
    g_autofree char *name = paddock_config_tree_dup_key (tree, i);

    if (obstacle != PADDOCK_APP_OBSTACLE_NONE)
      return obstacle;
    if (++count > PADDOCK_HTTP_HEADERS_MAX ||
        !g_hash_table_add (seen, g_ascii_strdown (name, -1)))
      return PADDOCK_APP_OBSTACLE_HEADERS;
  }
  return PADDOCK_APP_OBSTACLE_NONE;
}

/* Finds out whether the environment has headers. Returns FALSE if it has something else, too. */
static gboolean
find_variables (const PaddockConfigTree *tree,
                guint                    env,
                gboolean                *out_has_variables)
{
  guint n_variables = 0, n_others = 0;

  *out_has_variables = FALSE;
  if (env == 0)
    return TRUE;
  for (guint i = paddock_config_tree_get (tree, env)->first; i != 0;
       i = paddock_config_tree_get (tree, i)->next) {
    g_autofree char *name = paddock_config_tree_dup_key (tree, i);

    if (is_variable (name))
      n_variables++;
    else
      n_others++;
  }
  *out_has_variables = n_variables > 0;
  return n_variables == 0 || (n_others == 0 && !is_named_often (tree, env));
}

/**
 * paddock_app_headers_judge:
 * @entry: the object of an entry with an address
 *
 * Returns: why Paddock can't move the headers; %PADDOCK_APP_OBSTACLE_NONE if it can, or if there
 *   are none
 */
PaddockAppObstacle
paddock_app_headers_judge (const PaddockApp        *app,
                           const PaddockConfigTree *tree,
                           guint                    entry)
{
  guint headers = find_member (tree, entry, app->keys->headers);
  guint env = find_member (tree, entry, app->keys->env);
  gboolean has_variables;

  /* Paddock would take them for headers that it moved there. */
  find_variables (tree, env, &has_variables);
  if (has_variables)
    return PADDOCK_APP_OBSTACLE_HEADERS;
  if (headers == 0)
    return PADDOCK_APP_OBSTACLE_NONE;
  if (paddock_config_tree_get (tree, headers)->kind != PADDOCK_CONFIG_OBJECT ||
      is_named_often (tree, headers))
    return PADDOCK_APP_OBSTACLE_HEADERS;
  if (is_empty_object (tree, headers))
    return app->keys->keeps_headers ? PADDOCK_APP_OBSTACLE_NONE : PADDOCK_APP_OBSTACLE_HEADERS;
  if (env != 0 && (!app->keys->keeps_headers || !is_empty_object (tree, env)))
    return PADDOCK_APP_OBSTACLE_HEADERS;
  return judge_each (app, tree, headers);
}

/* Gives the environment the name of the headers, and the other way around. */
static void
swap_names (const PaddockApp *app,
            PaddockAppEdit   *edit,
            guint             headers,
            guint             env)
{
  if (headers != 0) {
    g_autofree char *name = paddock_app_style_dup_key (edit, headers, app->keys->env);

    paddock_app_edit_rename (edit, headers, name);
  }
  if (env != 0) {
    g_autofree char *name = paddock_app_style_dup_key (edit, env, app->keys->headers);

    paddock_app_edit_rename (edit, env, name);
  }
}

/**
 * paddock_app_headers_connect:
 * @entry: an entry whose headers paddock_app_headers_judge() accepts
 *
 * Moves the headers into the environment.
 */
void
paddock_app_headers_connect (const PaddockApp *app,
                             PaddockAppEdit   *edit,
                             guint             entry)
{
  const char *text = paddock_config_tree_get_text (edit->tree, NULL);
  guint headers = find_member (edit->tree, entry, app->keys->headers), number = 0;

  if (headers == 0 || is_empty_object (edit->tree, headers))
    return;
  swap_names (app, edit, headers, find_member (edit->tree, entry, app->keys->env));
  for (guint i = paddock_config_tree_get (edit->tree, headers)->first; i != 0;
       i = paddock_config_tree_get (edit->tree, i)->next) {
    const PaddockConfigNode *header = paddock_config_tree_get (edit->tree, i);
    guint key_quotes = has_quotes (paddock_config_tree_get_char (edit->tree, header->key_begin));
    guint quotes = has_quotes (paddock_config_tree_get_char (edit->tree, header->begin));
    g_autofree char *variable = make_variable (++number);
    g_autofree char *key = paddock_app_style_dup_key (edit, i, variable);
    g_autofree char *name = g_strndup (text + header->key_begin + key_quotes,
                                       header->key_end - header->key_begin - 2 * key_quotes);
    g_autofree char *before = g_strconcat (name, quotes > 0 ? ": " : ":", NULL);

    paddock_app_edit_rename (edit, i, key);
    paddock_splice_add (edit->splices, header->begin + quotes, header->begin + quotes, before, -1);
  }
}

static gboolean
restore_header (PaddockAppEdit *edit,
                guint           variable)
{
  const PaddockConfigNode *node = paddock_config_tree_get (edit->tree, variable);
  g_autofree char *literal = paddock_app_edit_dup_literal (edit, variable), *key = NULL;
  char quote = has_quotes (*literal) ? *literal : '\0';
  char *name = literal + (quote != '\0'), *colon = strchr (name, ':');
  gsize begin = node->begin + (name - literal), behind;

  if (node->kind != PADDOCK_CONFIG_STRING || colon == NULL)
    return FALSE;
  behind = node->begin + (colon - literal) + (colon[1] == ' ' ? 2 : 1);
  *colon = '\0';
  for (const char *p = name; *p != '\0'; p++)
    if (!paddock_token_is_char (*p) && (*p != '\\' || quote != '"'))
      return FALSE;
  key = paddock_app_style_dup_key (edit, variable, name);
  paddock_app_edit_rename (edit, variable, key);
  paddock_splice_add (edit->splices, begin, behind, "", 0);
  return *name != '\0';
}

/**
 * paddock_app_headers_restore:
 * @entry: an entry with an address that goes through Paddock
 *
 * Moves the headers back.
 *
 * Returns: %FALSE if the environment isn't as paddock_app_headers_connect() left it
 */
gboolean
paddock_app_headers_restore (const PaddockApp *app,
                             PaddockAppEdit   *edit,
                             guint             entry)
{
  guint env = find_member (edit->tree, entry, app->keys->env);
  guint headers = find_member (edit->tree, entry, app->keys->headers);
  gboolean has_variables;

  if (!find_variables (edit->tree, env, &has_variables))
    return FALSE;
  if (!has_variables)
    return TRUE;
  if (app->keys->headers == NULL || (headers != 0 && !is_empty_object (edit->tree, headers)))
    return FALSE;
  swap_names (app, edit, headers, env);
  for (guint i = paddock_config_tree_get (edit->tree, env)->first; i != 0;
       i = paddock_config_tree_get (edit->tree, i)->next)
    if (!restore_header (edit, i))
      return FALSE;
  return TRUE;
}
