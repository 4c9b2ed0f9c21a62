/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-change.h"

#include "config-maker.h"
#include "paddock-app-file.h"
#include "paddock-jsonc.h"

#include <string.h>

/* Generated configuration files. Whatever they look like, connecting an entry and restoring it
 * gives the same bytes, and no byte outside the entry ever changes. If the app wrote the file anew
 * in between, the entry means the same as before. */

/* Writes a value anew, on one line. */
static void
append_value (GString                 *out,
              const PaddockConfigTree *tree,
              guint                    index,
              gboolean                 is_toml)
{
  const PaddockConfigNode *node = paddock_config_tree_get (tree, index);
  const char *text = paddock_config_tree_get_text (tree, NULL);
  const char *assign = is_toml ? " = " : ": ";
  gboolean is_object = node->kind == PADDOCK_CONFIG_OBJECT;
  g_autofree char *string = paddock_config_tree_dup_string (tree, index);

  if (string != NULL) {
    g_autofree char *quoted = paddock_jsonc_quote (string);

    g_string_append (out, quoted);
    return;
  }
  if (!is_object && node->kind != PADDOCK_CONFIG_ARRAY) {
    if (text[node->begin] == '|' || text[node->begin] == '>')
      g_string_append (out, "5");
    else
      g_string_append_len (out, text + node->begin, node->end - node->begin);
    return;
  }
  g_string_append_c (out, is_object ? '{' : '[');
  for (guint i = node->first; i != 0; i = paddock_config_tree_get (tree, i)->next) {
    g_autofree char *key = paddock_config_tree_dup_key (tree, i);
    g_autofree char *quoted = key != NULL ? paddock_jsonc_quote (key) : NULL;

    g_string_append_printf (out, "%s%s%s", i == node->first ? "" : ", ",
                            quoted != NULL ? quoted : "", quoted != NULL ? assign : "");
    append_value (out, tree, i, is_toml);
  }
  g_string_append_c (out, is_object ? '}' : ']');
}

static void
append_key (GString                 *out,
            const PaddockConfigTree *tree,
            guint                    index)
{
  g_autofree char *key = paddock_config_tree_dup_key (tree, index);
  g_autofree char *quoted = paddock_jsonc_quote (key);
  gboolean is_bare = *key != '\0';

  for (const char *p = key; *p != '\0'; p++)
    is_bare = is_bare && (g_ascii_isalnum (*p) || *p == '_');
  g_string_append (out, is_bare ? key : quoted);
}

/* Writes JSON with a line for each value, as JSON.stringify() does. */
static void
append_json (GString                 *out,
             const PaddockConfigTree *tree,
             guint                    index,
             guint                    depth)
{
  const PaddockConfigNode *node = paddock_config_tree_get (tree, index);
  gboolean is_object = node->kind == PADDOCK_CONFIG_OBJECT;

  if (node->first == 0) {
    append_value (out, tree, index, FALSE);
    return;
  }
  g_string_append_c (out, is_object ? '{' : '[');
  for (guint i = node->first; i != 0; i = paddock_config_tree_get (tree, i)->next) {
    g_autofree char *key = paddock_config_tree_dup_key (tree, i);
    g_autofree char *quoted = key != NULL ? paddock_jsonc_quote (key) : NULL;

    g_string_append_printf (out, "%s\n%*s%s%s", i == node->first ? "" : ",",
                            (int) (depth * 2 + 2), "", quoted != NULL ? quoted : "",
                            quoted != NULL ? ": " : "");
    append_json (out, tree, i, depth + 1);
  }
  g_string_append_printf (out, "\n%*s%c", (int) depth * 2, "", is_object ? '}' : ']');
}

/* Writes TOML with a table for each server. */
static void
append_toml (GString                 *out,
             const PaddockConfigTree *tree)
{
  guint servers = paddock_config_tree_find (tree, PADDOCK_CONFIG_TREE_ROOT, "mcp_servers", NULL);

  for (guint i = paddock_config_tree_get (tree, PADDOCK_CONFIG_TREE_ROOT)->first; i != 0;
       i = paddock_config_tree_get (tree, i)->next)
    if (i != servers) {
      append_key (out, tree, i);
      g_string_append (out, " = ");
      append_value (out, tree, i, TRUE);
      g_string_append_c (out, '\n');
    }
  for (guint i = paddock_config_tree_get (tree, servers)->first; i != 0;
       i = paddock_config_tree_get (tree, i)->next) {
    g_string_append (out, "\n[mcp_servers.");
    append_key (out, tree, i);
    g_string_append (out, "]\n");
    for (guint j = paddock_config_tree_get (tree, i)->first; j != 0;
         j = paddock_config_tree_get (tree, j)->next) {
      append_key (out, tree, j);
      g_string_append (out, " = ");
      append_value (out, tree, j, TRUE);
      g_string_append_c (out, '\n');
    }
  }
}

/* Writes YAML without braces, as far as that is possible. */
static void
append_yaml (GString                 *out,
             const PaddockConfigTree *tree,
             guint                    index,
             guint                    depth)
{
  const PaddockConfigNode *node = paddock_config_tree_get (tree, index);

  if (node->first == 0) {
    g_string_append_c (out, ' ');
    append_value (out, tree, index, FALSE);
    g_string_append_c (out, '\n');
    return;
  }
  if (depth > 0)
    g_string_append_c (out, '\n');
  for (guint i = node->first; i != 0; i = paddock_config_tree_get (tree, i)->next) {
    g_string_append_printf (out, "%*s", (int) depth * 2, "");
    if (node->kind == PADDOCK_CONFIG_OBJECT) {
      append_key (out, tree, i);
      g_string_append_c (out, ':');
    } else {
      g_string_append_c (out, '-');
    }
    append_yaml (out, tree, i, depth + 1);
  }
}

/* Writes a file anew, as an app does. */
static GBytes *
write_anew (const PaddockApp        *app,
            const PaddockConfigTree *tree)
{
  GString *out = g_string_new (NULL);

  if (app->syntax == PADDOCK_APP_SYNTAX_TOML)
    append_toml (out, tree);
  else if (app->syntax == PADDOCK_APP_SYNTAX_YAML)
    append_yaml (out, tree, PADDOCK_CONFIG_TREE_ROOT, 0);
  else
    append_json (out, tree, PADDOCK_CONFIG_TREE_ROOT, 0);
  return g_string_free_to_bytes (out);
}

static GPtrArray *
read_file (const PaddockApp   *app,
           GBytes             *bytes,
           PaddockConfigTree **out_tree)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *entries;

  *out_tree = paddock_app_file_scan (app, bytes, &error);
  g_assert_no_error (error);
  entries = paddock_app_file_read (app, &app->places[0], *out_tree, &error);
  g_assert_no_error (error);
  return entries;
}

static GBytes *
restore (const PaddockApp *app,
         GBytes           *bytes,
         guint             index)
{
  g_autoptr (PaddockConfigTree) tree = NULL;
  g_autoptr (GPtrArray) entries = read_file (app, bytes, &tree);
  g_autoptr (GError) error = NULL;
  PaddockAppEntry *entry = g_ptr_array_index (entries, index);
  GBytes *restored;

  g_assert_true (entry->is_connected);
  g_assert_cmpint (entry->obstacle, ==, PADDOCK_APP_OBSTACLE_NONE);
  restored = paddock_app_change_restore (app, tree, entry, NULL, NULL, &error);
  g_assert_no_error (error);
  return restored;
}

/* Whether a member of an entry is an empty list of arguments, which is the same as none. */
static gboolean
is_empty_list (const PaddockApp        *app,
               const PaddockConfigTree *tree,
               guint                    member)
{
  const PaddockConfigNode *node = paddock_config_tree_get (tree, member);
  g_autofree char *key = paddock_config_tree_dup_key (tree, member);

  return node->kind == PADDOCK_CONFIG_ARRAY && node->first == 0 && key != NULL &&
         g_strcmp0 (key, app->keys->args) == 0;
}

/* Asserts that two values mean the same. Members of objects may be in any order. */
static void
assert_same (const PaddockApp        *app,
             const PaddockConfigTree *tree,
             guint                    one,
             const PaddockConfigTree *other_tree,
             guint                    other)
{
  const PaddockConfigNode *a = paddock_config_tree_get (tree, one);
  const PaddockConfigNode *b = paddock_config_tree_get (other_tree, other);
  g_autofree char *string = paddock_config_tree_dup_string (tree, one);
  g_autofree char *other_string = paddock_config_tree_dup_string (other_tree, other);
  gint count = 0;

  g_assert_cmpint (a->kind, ==, b->kind);
  g_assert_cmpstr (string, ==, other_string);
  for (guint i = b->first; i != 0; i = paddock_config_tree_get (other_tree, i)->next)
    count += !is_empty_list (app, other_tree, i);
  for (guint i = a->first, j = b->first; i != 0; i = paddock_config_tree_get (tree, i)->next) {
    g_autofree char *key = paddock_config_tree_dup_key (tree, i);

    if (is_empty_list (app, tree, i))
      continue;
    count--;
    if (key != NULL)
      j = paddock_config_tree_find (other_tree, other, key, NULL);
    g_assert_cmpuint (j, !=, 0);
    assert_same (app, tree, i, other_tree, j);
    j = key == NULL ? paddock_config_tree_get (other_tree, j)->next : j;
  }
  g_assert_cmpint (count, ==, 0);
}

/* The app writes the connected file anew. Restoring then gives what was there before. */
static void
check_rewritten (const PaddockApp        *app,
                 const PaddockConfigTree *before,
                 GBytes                  *connected,
                 guint                    index)
{
  g_autoptr (PaddockConfigTree) tree = NULL, restored_tree = NULL, before_tree = NULL;
  g_autoptr (GPtrArray) entries = read_file (app, connected, &tree), restored_entries = NULL;
  g_autoptr (GPtrArray) before_entries = NULL;
  g_autoptr (GBytes) rewritten = write_anew (app, tree), before_bytes = write_anew (app, before);
  g_autoptr (GBytes) restored = restore (app, rewritten, index);

  restored_entries = read_file (app, restored, &restored_tree);
  before_entries = read_file (app, before_bytes, &before_tree);
  assert_same (app, before_tree, PADDOCK_CONFIG_TREE_ROOT, restored_tree, PADDOCK_CONFIG_TREE_ROOT);
}

static void
print_file (const char *name,
            GBytes     *bytes)
{
  g_printerr ("%s:\n%.*s\n", name, (int) g_bytes_get_size (bytes),
              (const char *) g_bytes_get_data (bytes, NULL));
}

static void
check_entry (const PaddockApp        *app,
             const PaddockConfigTree *tree,
             GPtrArray               *entries,
             guint                    index)
{
  static const PaddockAppConnection connection = { "/opt/a \"b\"/paddock", "0123abcd", NULL };
  PaddockAppEntry *entry = g_ptr_array_index (entries, index);
  GBytes *bytes = paddock_config_tree_get_bytes (tree);
  g_autoptr (PaddockSplices) splices = NULL, inverse = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) connected = NULL, restored = NULL, undone = NULL;
  gsize end, begin, last, first = paddock_config_tree_get_span (tree, entry->node, &last);

  connected = paddock_app_change_connect (app, tree, entry, &connection, &splices, &error);
  g_assert_no_error (error);
  begin = paddock_splice_get_span (splices, &end);
  g_assert_cmpuint (begin, >=, first);
  g_assert_cmpuint (end, <=, last);
  inverse = paddock_splice_invert (splices, bytes);
  undone = paddock_splice_apply (inverse, connected);
  g_assert_true (g_bytes_equal (undone, bytes));

  restored = restore (app, connected, index);
  if (!g_bytes_equal (restored, bytes)) {
    print_file ("before", bytes);
    print_file ("connected", connected);
    print_file ("restored", restored);
  }
  g_assert_cmpmem (g_bytes_get_data (restored, NULL), g_bytes_get_size (restored),
                   g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  check_rewritten (app, tree, connected, index);
}

static const char * const json_ids[] = {
  "vscode", "opencode", "gemini", "cursor", "claude-code", "windsurf", "copilot-cli", NULL,
};
static const char * const toml_ids[] = { "codex", NULL };
static const char * const yaml_ids[] = { "goose", "continue", NULL };

/* @data: the ids of apps whose files have one syntax. */
static void
test_identity (gconstpointer data)
{
  const char * const *ids = data;
  guint n_files = g_getenv ("PADDOCK_TEST_FULL") != NULL ? 100000 : 600, n_connected = 0;
  guint32 seed = (guint32) g_test_rand_int ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (GString) text = g_string_new (NULL);

  g_test_message ("seed %u", seed);
  for (guint i = 0; i < n_files; i++) {
    ConfigMaker maker = { rand, paddock_app_find (ids[i % g_strv_length ((char **) ids)]), text };
    g_autoptr (PaddockConfigTree) tree = NULL;
    g_autoptr (GPtrArray) entries = NULL;
    g_autoptr (GBytes) bytes = NULL;

    config_maker_make (&maker);
    bytes = g_bytes_new (text->str, text->len);
    entries = read_file (maker.app, bytes, &tree);
    for (guint j = 0; j < entries->len; j++) {
      PaddockAppEntry *entry = g_ptr_array_index (entries, j);

      if (entry->obstacle != PADDOCK_APP_OBSTACLE_NONE || entry->is_connected)
        continue;
      check_entry (maker.app, tree, entries, j);
      n_connected++;
    }
  }
  g_test_message ("%u entries in %u files", n_connected, n_files);
  g_assert_cmpuint (n_connected, >, n_files * 4 / 5);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/app-change-property/json", json_ids, test_identity);
  g_test_add_data_func ("/app-change-property/toml", toml_ids, test_identity);
  g_test_add_data_func ("/app-change-property/yaml", yaml_ids, test_identity);
  return g_test_run ();
}
