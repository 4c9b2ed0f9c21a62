/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-verify.h"

#include "paddock-app-file.h"
#include "paddock-error.h"
#include "paddock-names.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Checks a changed file before anybody writes it. The check shares no code with what made the
 * change, apart from the scanner and the reader of entries.
 *
 * A change may touch one entry only. Inside the entry it may touch the members that say how the app
 * reaches the server. All else must be equal: the bytes outside the entry, the values of the file
 * outside the entry, and the entry's other members.
 */

/* Whether the bytes in front of the entry and behind it are the same. In TOML, tables of other
 * entries may stand between the parts of an entry. The comparison of the values covers those. */
static gboolean
has_same_bytes_outside (const PaddockConfigTree *tree,
                        guint                    entry,
                        GBytes                  *changed)
{
  gsize old_size, new_size, n_behind, end, begin = paddock_config_tree_get_span (tree, entry, &end);
  const char *old_text = paddock_config_tree_get_text (tree, &old_size);
  const char *new_text = g_bytes_get_data (changed, &new_size);

  n_behind = old_size - end;
  return new_size >= begin + n_behind && memcmp (old_text, new_text, begin) == 0 &&
         memcmp (old_text + end, new_text + new_size - n_behind, n_behind) == 0;
}

/* Whether a change of the way to the server may change this member. */
static gboolean
may_change (const PaddockAppKeys  *keys,
            const PaddockAppEntry *entry,
            const char            *name)
{
  if (g_strcmp0 (name, keys->command) == 0 || g_strcmp0 (name, keys->args) == 0)
    return TRUE;
  if (entry->kind != PADDOCK_APP_ENTRY_ADDRESS)
    return FALSE;
  for (guint i = 0; keys->addresses[i] != NULL; i++)
    if (g_strcmp0 (name, keys->addresses[i]) == 0)
      return TRUE;
  return g_strcmp0 (name, keys->type) == 0 || g_strcmp0 (name, keys->headers) == 0 ||
         g_strcmp0 (name, keys->env) == 0;
}

/* Returns the next member, from @member on, that must not change. */
static guint
skip_changeable (const PaddockApp        *app,
                 const PaddockConfigTree *tree,
                 const PaddockAppEntry   *entry,
                 guint                    member)
{
  for (; member != 0; member = paddock_config_tree_get (tree, member)->next) {
    g_autofree char *name = paddock_config_tree_dup_key (tree, member);

    if (name == NULL || !may_change (app->keys, entry, name))
      break;
  }
  return member;
}

static gboolean
has_same_other_members (const PaddockApp        *app,
                        const PaddockConfigTree *tree,
                        const PaddockConfigTree *new_tree,
                        const PaddockAppEntry   *entry)
{
  guint i = paddock_config_tree_get (tree, entry->node)->first;
  guint j = paddock_config_tree_get (new_tree, entry->node)->first;

  for (;;) {
    g_autofree char *one = NULL, *other = NULL;

    i = skip_changeable (app, tree, entry, i);
    j = skip_changeable (app, new_tree, entry, j);
    if (i == 0 || j == 0)
      return i == j;
    one = paddock_config_tree_dup_key (tree, i);
    other = paddock_config_tree_dup_key (new_tree, j);
    if (g_strcmp0 (one, other) != 0 || !paddock_config_tree_equals (tree, i, new_tree, j, 0))
      return FALSE;
    i = paddock_config_tree_get (tree, i)->next;
    j = paddock_config_tree_get (new_tree, j)->next;
  }
}

/* Adds "NAME: VALUE" for each header among the members of @object, and "NAME=VALUE" for each other
 * variable. */
static void
add_headers (GStrvBuilder            *builder,
             const PaddockConfigTree *tree,
             guint                    object,
             gboolean                 is_env)
{
  for (guint i = paddock_config_tree_get (tree, object)->first; i != 0;
       i = paddock_config_tree_get (tree, i)->next) {
    g_autofree char *name = paddock_config_tree_dup_key (tree, i);
    g_autofree char *value = paddock_config_tree_dup_string (tree, i);
    const char *colon = value != NULL ? strchr (value, ':') : NULL;
    g_autofree char *line = NULL;

    if (name != NULL && is_env && g_str_has_prefix (name, PADDOCK_ENV_HTTP_HEADERS) &&
        colon != NULL)
      line = g_strdup_printf ("%.*s: %s", (int) (colon - value), value,
                              colon + (colon[1] == ' ' ? 2 : 1));
    else
      line = g_strconcat (name != NULL ? name : "", is_env ? "=" : ": ", value, NULL);
    g_strv_builder_add (builder, line);
  }
}

/* Returns the headers that the server gets, whether Paddock sends them or the app, and the other
 * variables. */
static GStrv
dup_headers (const PaddockApp        *app,
             const PaddockConfigTree *tree,
             guint                    entry)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  guint env = paddock_config_tree_find (tree, entry, app->keys->env, NULL);
  guint headers = app->keys->headers != NULL
                  ? paddock_config_tree_find (tree, entry, app->keys->headers, NULL) : 0;

  if (headers != 0)
    add_headers (builder, tree, headers, FALSE);
  if (env != 0)
    add_headers (builder, tree, env, TRUE);
  return g_strv_builder_end (builder);
}

static gboolean
has_same_headers (const PaddockApp        *app,
                  const PaddockConfigTree *tree,
                  const PaddockConfigTree *new_tree,
                  const PaddockAppEntry   *entry)
{
  g_auto (GStrv) before = dup_headers (app, tree, entry->node);
  g_auto (GStrv) after = dup_headers (app, new_tree, entry->node);

  return g_strv_equal ((const char * const *) before, (const char * const *) after);
}

static gboolean
is_as_expected (const PaddockAppEntry       *entry,
                const PaddockAppEntry       *changed,
                const PaddockAppExpectation *expectation)
{
  /* Paddock must be able to take itself out again. */
  if (changed->is_connected && changed->obstacle != PADDOCK_APP_OBSTACLE_NONE)
    return FALSE;
  if (changed->is_connected != expectation->is_connected || changed->kind != entry->kind ||
      g_strcmp0 (changed->name, entry->name) != 0 ||
      g_strcmp0 (changed->url, expectation->url) != 0 ||
      g_strcmp0 (changed->key, expectation->key) != 0)
    return FALSE;
  if (changed->words == NULL || expectation->words == NULL)
    return changed->words == NULL && expectation->words == NULL;
  return g_strv_equal ((const char * const *) changed->words, expectation->words);
}

/* The nodes of a tree are in the order of the file, so the entry has the same index in both. */
static gboolean
is_right (const PaddockApp            *app,
          const PaddockConfigTree     *tree,
          const PaddockAppEntry       *entry,
          GBytes                      *changed,
          const PaddockAppExpectation *expectation)
{
  static const PaddockAppPlace anywhere = { NULL, PADDOCK_APP_PLACE_USER, NULL, NULL };
  g_autoptr (PaddockConfigTree) new_tree = paddock_app_file_scan (app, changed, NULL);
  g_autoptr (PaddockAppEntry) new_entry = NULL;

  if (new_tree == NULL || !has_same_bytes_outside (tree, entry->node, changed) ||
      !paddock_config_tree_equals (tree, PADDOCK_CONFIG_TREE_ROOT, new_tree,
                                   PADDOCK_CONFIG_TREE_ROOT, entry->node) ||
      !has_same_other_members (app, tree, new_tree, entry))
    return FALSE;
  if (entry->kind == PADDOCK_APP_ENTRY_ADDRESS &&
      !has_same_headers (app, tree, new_tree, entry))
    return FALSE;
  new_entry = paddock_app_entry_new (app, &anywhere, new_tree, entry->node, NULL);
  return is_as_expected (entry, new_entry, expectation);
}

/**
 * paddock_app_verify:
 * @tree: the file before the change
 * @entry: the entry before the change
 * @changed: the file after the change
 * @expectation: what the entry must be now
 *
 * Returns: whether the change did what it should, and nothing else; if not, @error has a sentence
 *   for the user
 */
gboolean
paddock_app_verify (const PaddockApp             *app,
                    const PaddockConfigTree      *tree,
                    const PaddockAppEntry        *entry,
                    GBytes                       *changed,
                    const PaddockAppExpectation  *expectation,
                    GError                      **error)
{
  if (is_right (app, tree, entry, changed, expectation))
    return TRUE;
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED,
                       _("Paddock can’t change this entry without changing something else."));
  return FALSE;
}
