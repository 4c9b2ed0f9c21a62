/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-change.h"

#include "paddock-app-file.h"

#include <glib/gstdio.h>
#include <string.h>

/* Generated configuration files. Whatever they look like, connecting an entry and restoring it
 * gives the same bytes, and no byte outside the entry ever changes. */

static const char * const app_ids[] = {
  "vscode", "opencode", "gemini", "cursor", "claude-code", "windsurf", "copilot-cli",
};

typedef struct {
  GRand            *rand;
  const PaddockApp *app;
  GString          *text;
  guint             n_keys;
} Maker;

static gboolean
chance (Maker *self,
        gint   percent)
{
  return g_rand_int_range (self->rand, 0, 100) < percent;
}

#define PICK(self, list) (list)[g_rand_int_range ((self)->rand, 0, G_N_ELEMENTS (list))]

static void
add (Maker      *self,
     const char *text)
{
  g_string_append (self->text, text);
}

/* Spaces and comments. */
static void
add_trivia (Maker *self)
{
  static const char * const spaces[] = { "", "", "", " ", " ", "  ", "\n", "\n  ", "\r\n\t", "\t" };
  static const char * const comments[] = {
    "// c\n", "//\n", "// \", ] } { [ , : \\\n", "/**/", "/* \" ] } , */", "/* // */", "/***/",
    "/* \n * x\n */", "//메모\r\n",
  };

  add (self, PICK (self, spaces));
  while (self->app->syntax != PADDOCK_APP_SYNTAX_JSON && chance (self, 12)) {
    add (self, PICK (self, comments));
    add (self, PICK (self, spaces));
  }
}

static void
add_string (Maker *self)
{
  static const char * const pieces[] = {
    "a", "b c", "\\\"", "\\\\", "\\u0041", "\\u00e9", "\\ud83d\\udcc1", "메", "\\n", "//", "/*",
    "*/", ",", "]", "}", "-y", "{roots}", "{root}", "--", "run", "@x/y",
  };

  add (self, "\"");
  for (gint n = g_rand_int_range (self->rand, 0, 4); n > 0; n--)
    add (self, PICK (self, pieces));
  add (self, "\"");
}

static void
add_key (Maker      *self,
         const char *name)
{
  g_autofree char *plain = g_strdup_printf ("k%u", self->n_keys++);

  add_trivia (self);
  if (name == NULL)
    name = plain;
  /* The first letter as an escape now and then. */
  if (chance (self, 10))
    g_string_append_printf (self->text, "\"\\u%04x%s\"", (guint) *name, name + 1);
  else
    g_string_append_printf (self->text, "\"%s\"", name);
  add_trivia (self);
  add (self, ":");
  add_trivia (self);
}

static void
add_close (Maker      *self,
           const char *bracket,
           gboolean    has_values)
{
  if (has_values && self->app->syntax == PADDOCK_APP_SYNTAX_JSON_COMMENTS_AND_COMMAS &&
      chance (self, 30)) {
    add (self, ",");
    add_trivia (self);
  }
  add (self, bracket);
}

static void
add_value (Maker *self,
           guint  depth)
{
  static const char * const scalars[] = { "1", "-0.5e+3", "true", "false", "null", "0" };
  gint n = g_rand_int_range (self->rand, 0, 4);
  gboolean is_object = chance (self, 50);

  if (depth == 0 || chance (self, 50)) {
    if (chance (self, 50))
      add_string (self);
    else
      add (self, PICK (self, scalars));
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
add_strings (Maker      *self,
             const char *first)
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
add_headers (Maker *self)
{
  static const char * const names[] = { "Authorization", "X-Key", "\\u0058-Api", "API_KEY" };

  add (self, "{");
  add_trivia (self);
  g_string_append_printf (self->text, "\"%s\"", PICK (self, names));
  add_trivia (self);
  add (self, ":");
  add_trivia (self);
  add (self, "\"Bearer \\u0041: b\"");
  add_trivia (self);
  add_close (self, "}", TRUE);
}

static void
add_member (Maker      *self,
            const char *key)
{
  static const char * const programs[] = {
    "\"npx\"", "\"/usr/bin/node\"", "\"\\u0061b\"", "\"메모\"", "\"a \\\"b\\\"\"",
  };
  const PaddockAppKeys *keys = self->app->keys;

  add_key (self, key);
  if (g_strcmp0 (key, keys->command) == 0 && keys->args == NULL)
    add_strings (self, PICK (self, programs));
  else if (g_strcmp0 (key, keys->command) == 0)
    add (self, PICK (self, programs));
  else if (g_strcmp0 (key, keys->args) == 0)
    add_strings (self, NULL);
  else if (g_strcmp0 (key, keys->headers) == 0)
    add_headers (self);
  else if (g_strcmp0 (key, keys->type) == 0)
    add (self, chance (self, 50) ? "\"http\"" : "\"s\\u0073e\"");
  else if (g_strcmp0 (key, keys->addresses[0]) == 0 || g_strcmp0 (key, keys->addresses[1]) == 0)
    add (self, chance (self, 50) ? "\"https://example.org/mcp?x=1\"" : "\"http:\\/\\/[::1]:9/\"");
  else
    add_value (self, 2);
  add_trivia (self);
}

static void
add_entry (Maker *self)
{
  const PaddockAppKeys *keys = self->app->keys;
  const char *members[8];
  guint n = 0;

  if (chance (self, 60)) {
    members[n++] = keys->command;
    if (keys->args != NULL && chance (self, 70))
      members[n++] = keys->args;
    if (chance (self, 40))
      members[n++] = keys->env;
    members[n++] = NULL;
  } else {
    members[n++] = keys->addresses[keys->addresses[1] != NULL && chance (self, 50)];
    if (keys->headers != NULL && chance (self, 40))
      members[n++] = keys->headers;
    if (keys->type != NULL && chance (self, 50))
      members[n++] = keys->type;
    members[n++] = "disabled";
  }
  n -= chance (self, 50);
  for (guint i = n; i > 1; i--) {
    guint j = g_rand_int_range (self->rand, 0, i);
    const char *member = members[i - 1];

    members[i - 1] = members[j];
    members[j] = member;
  }
  add (self, "{");
  for (guint i = 0; i < n; i++) {
    add (self, i > 0 ? "," : "");
    add_member (self, members[i]);
  }
  add_close (self, "}", TRUE);
}

static void
add_container (Maker      *self,
               const char *name)
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

static void
make_file (Maker *self)
{
  g_string_truncate (self->text, 0);
  self->n_keys = 0;
  if (chance (self, 10))
    add (self, "\357\273\277");
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

/* Writes a file anew, as an app does. */
static void
append_anew (GString                 *out,
             const PaddockConfigTree *tree,
             guint                    index,
             guint                    depth)
{
  const PaddockConfigNode *node = paddock_config_tree_get (tree, index);
  const char *text = paddock_config_tree_get_text (tree, NULL);

  if (node->key_begin != node->key_end)
    g_string_append_printf (out, "%.*s: ", (int) (node->key_end - node->key_begin),
                            text + node->key_begin);
  if (node->kind < PADDOCK_CONFIG_ARRAY) {
    g_string_append_len (out, text + node->begin, node->end - node->begin);
    return;
  }
  g_string_append_c (out, text[node->begin]);
  for (guint i = node->first; i != 0; i = paddock_config_tree_get (tree, i)->next) {
    g_string_append_printf (out, "%s\n%*s", i == node->first ? "" : ",", (int) (depth * 2 + 2), "");
    append_anew (out, tree, i, depth + 1);
  }
  if (node->first != 0)
    g_string_append_printf (out, "\n%*s", (int) depth * 2, "");
  g_string_append_c (out, text[node->end - 1]);
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

/* The app writes the connected file anew. Restoring then gives the server that was there before. */
static void
check_rewritten (const PaddockApp      *app,
                 GBytes                *connected,
                 guint                  index,
                 const PaddockAppEntry *before)
{
  g_autoptr (PaddockConfigTree) tree = NULL, restored_tree = NULL;
  g_autoptr (GPtrArray) entries = read_file (app, connected, &tree);
  g_autoptr (GPtrArray) restored_entries = NULL;
  g_autoptr (GBytes) rewritten = NULL, restored = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  PaddockAppEntry *after;

  append_anew (text, tree, PADDOCK_CONFIG_TREE_ROOT, 0);
  rewritten = g_bytes_new (text->str, text->len);
  restored = restore (app, rewritten, index);
  restored_entries = read_file (app, restored, &restored_tree);
  after = g_ptr_array_index (restored_entries, index);
  g_assert_false (after->is_connected);
  g_assert_cmpint (after->kind, ==, before->kind);
  g_assert_cmpstr (after->url, ==, before->url);
  if (before->words != NULL)
    g_assert_cmpstrv (after->words, before->words);
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
  const PaddockConfigNode *node = paddock_config_tree_get (tree, entry->node);
  g_autoptr (PaddockSplices) splices = NULL, inverse = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) connected = NULL, restored = NULL, undone = NULL;
  gsize end, begin;

  connected = paddock_app_change_connect (app, tree, entry, &connection, &splices, &error);
  g_assert_no_error (error);
  begin = paddock_splice_get_span (splices, &end);
  g_assert_cmpuint (begin, >=, node->begin);
  g_assert_cmpuint (end, <=, node->end);
  inverse = paddock_splice_invert (splices, bytes);
  undone = paddock_splice_apply (inverse, connected);
  g_assert_true (g_bytes_equal (undone, bytes));

  restored = restore (app, connected, index);
  if (!g_bytes_equal (restored, bytes))
    g_test_message ("%s:\n%.*s\n%.*s\n%.*s", app->id, (int) g_bytes_get_size (bytes),
                    (const char *) g_bytes_get_data (bytes, NULL),
                    (int) g_bytes_get_size (connected),
                    (const char *) g_bytes_get_data (connected, NULL),
                    (int) g_bytes_get_size (restored),
                    (const char *) g_bytes_get_data (restored, NULL));
  g_assert_cmpmem (g_bytes_get_data (restored, NULL), g_bytes_get_size (restored),
                   g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  check_rewritten (app, connected, index, entry);
}

static void
test_identity (void)
{
  guint n_files = g_getenv ("PADDOCK_TEST_FULL") != NULL ? 100000 : 3000, n_connected = 0;
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n_files; i++) {
    Maker maker = { rand, paddock_app_find (app_ids[i % G_N_ELEMENTS (app_ids)]), text, 0 };
    g_autoptr (PaddockConfigTree) tree = NULL;
    g_autoptr (GPtrArray) entries = NULL;
    g_autoptr (GBytes) bytes = NULL;

    make_file (&maker);
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
  g_assert_cmpuint (n_connected, >, n_files);
}

/* Python's parser reads the file before and after. @parts: the container, the server's name, the
 * file before and after, and so on. */
static void
ask_python (GString *parts)
{
  static const char program[] =
    "import json, sys\n"
    "parts = open(sys.argv[1], encoding='utf-8', newline='').read().split('\\x1e')[:-1]\n"
    "for c, n, before, after in zip(*[iter(parts)] * 4):\n"
    "  x, y = (json.loads(text.removeprefix('\\ufeff')) for text in (before, after))\n"
    "  e, f = x[c].pop(n), y[c].pop(n)\n"
    "  assert x == y and f.pop('command') == 'paddock'\n"
    "  args = f.pop('args')\n"
    "  assert args[:2] == ['run', '--key']\n"
    "  if 'command' in e:\n"
    "    assert args[args.index('--') + 1:] == [e.pop('command'), *e.pop('args', [])]\n"
    "  else:\n"
    "    assert args[3:] == ['--url', e.pop('url')]\n"
    "    assert ('type' in e) == ('type' in f)\n"
    "    e.pop('type', 0), f.pop('type', 0)\n"
    "    lines = [f'{key}: {value}' for key, value in e.pop('headers', {}).items()]\n"
    "    assert lines == list((f.pop('env') if lines else {}).values())\n"
    "  assert e == f\n";
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "paddock-XXXXXX", NULL);
  const char *argv[] = { "python3", "-c", program, path, NULL };
  g_autoptr (GError) error = NULL;
  int file = g_mkstemp (path), status;

  g_assert_cmpint (file, >=, 0);
  g_assert_true (g_close (file, NULL));
  g_assert_true (g_file_set_contents (path, parts->str, parts->len, NULL));
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status,
                &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, &error));
  g_unlink (path);
}

static void
append_bytes (GString *parts,
              GBytes  *bytes)
{
  g_string_append_len (parts, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_string_append_c (parts, '\036');
}

static void
test_oracle (void)
{
  static const PaddockAppConnection connection = { "paddock", "K", NULL };
  static const char * const strict_ids[] = { "cursor", "copilot-cli" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) parts = g_string_new (NULL);

  for (guint i = 0; i < 500; i++) {
    Maker maker = { rand, paddock_app_find (strict_ids[i % 2]), text, 0 };
    g_autoptr (PaddockConfigTree) tree = NULL;
    g_autoptr (GPtrArray) entries = NULL;
    g_autoptr (GBytes) before = NULL;

    make_file (&maker);
    before = g_bytes_new (text->str, text->len);
    entries = read_file (maker.app, before, &tree);
    for (guint j = 0; j < entries->len; j++) {
      PaddockAppEntry *entry = g_ptr_array_index (entries, j);
      g_autoptr (GBytes) after = paddock_app_change_connect (maker.app, tree, entry, &connection,
                                                             NULL, NULL);

      if (after == NULL)
        continue;
      g_string_append_printf (parts, "mcpServers\036%s\036", entry->name);
      append_bytes (parts, before);
      append_bytes (parts, after);
    }
  }
  g_assert_cmpuint (parts->len, >, 1000);
  ask_python (parts);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-change-property/identity", test_identity);
  g_test_add_func ("/app-change-property/oracle", test_oracle);
  return g_test_run ();
}
