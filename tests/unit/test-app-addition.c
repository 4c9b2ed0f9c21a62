/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-addition.h"

#include "paddock-app-change.h"
#include "paddock-app-file.h"
#include "paddock-paste-parse.h"

#include <string.h>

/* The text for an app's file, added to files of all kinds. */

static PaddockAppAddition *
make (const char  *app,
      const char  *paste,
      const char  *file,
      GError     **error)
{
  g_autoptr (GPtrArray) servers = paddock_paste_parse (paste, strlen (paste), NULL);
  g_autoptr (GBytes) bytes = file != NULL ? g_bytes_new (file, strlen (file)) : NULL;
  PaddockAppNewServer server = { .program = "paddock", .key = "x-0123456789ab" };
  static const PaddockPastePath known[] = { PADDOCK_PASTE_PATH_FOLDER, PADDOCK_PASTE_PATH_FOLDER };

  paddock_paste_set_folders (g_ptr_array_index (servers, 0), known);
  server.server = g_ptr_array_index (servers, 0);
  server.moves_folders = TRUE;
  return paddock_app_addition_new (paddock_app_find (app), &server, bytes, error);
}

static char *
apply (const PaddockAppAddition *addition,
       const char               *file)
{
  g_autoptr (GBytes) bytes = g_bytes_new (file, strlen (file));
  g_autoptr (GBytes) changed = paddock_app_addition_apply (addition, bytes);

  return g_strndup (g_bytes_get_data (changed, NULL), g_bytes_get_size (changed));
}

#define SERVER "\"a\": {\n      \"command\": \"paddock\",\n" \
  "      \"args\": [\"run\", \"--key\", \"x-0123456789ab\", \"--\", \"a\"]\n    }"
#define MEMBER "\"mcpServers\": {\n    " SERVER "\n  }"
#define TABLE "[mcp_servers.a]\ncommand = \"paddock\"\n" \
  "args = [\"run\", \"--key\", \"x-0123456789ab\", \"--\", \"a\"]\n"
#define GOOSE "type: stdio\n    name: a\n    cmd: paddock\n    args: [\"run\", \"--key\", " \
  "\"x-0123456789ab\", \"--\", \"a\"]\n    envs: {}\n    enabled: true\n    env_keys: []\n" \
  "    timeout: 300\n"
#define ITEM "- name: a\n    type: stdio\n    command: paddock\n    args: [\"run\", \"--key\", " \
  "\"x-0123456789ab\", \"--\", \"a\"]\n"

static const struct {
  const char              *app;
  const char              *file;
  PaddockAppAdditionPlace  place;
  guint                    line;
  const char              *changed;
} rows[] = {
  { "cursor", "", PADDOCK_APP_ADDITION_FILE, 1, "{\n  " MEMBER "\n}\n" },
  { "cursor", " \n", PADDOCK_APP_ADDITION_FILE, 1, "{\n  " MEMBER "\n}\n" },
  { "cursor", "{}", PADDOCK_APP_ADDITION_BEGIN, 1, "{" MEMBER "}" },
  { "cursor", "{\"x\": 1}", PADDOCK_APP_ADDITION_BEGIN, 1, "{" MEMBER ",\"x\": 1}" },
  { "cursor", "{\n\"mcpServers\": {}}", PADDOCK_APP_ADDITION_BEHIND, 2,
    "{\n\"mcpServers\": {" SERVER "}}" },
  { "cursor", "{\"mcpServers\":\n {\"b\": {\"command\": \"b\"}}}", PADDOCK_APP_ADDITION_BEHIND, 2,
    "{\"mcpServers\":\n {" SERVER ",\"b\": {\"command\": \"b\"}}}" },
  { "claude-code", "{\"projects\": {\"/p\": {\"mcpServers\": {\"a\": {\"command\": \"b\"}}}}}",
    PADDOCK_APP_ADDITION_BEGIN, 1,
    "{" MEMBER ",\"projects\": {\"/p\": {\"mcpServers\": {\"a\": {\"command\": \"b\"}}}}}" },
  { "zed", "{ // c\n}", PADDOCK_APP_ADDITION_BEGIN, 1,
    "{\"context_servers\": {\n    \"a\": {\n      \"command\": \"paddock\",\n"
    "      \"args\": [\"run\", \"--key\", \"x-0123456789ab\", \"--\", \"a\"],\n"
    "      \"env\": {}\n    }\n  } // c\n}" },
  { "codex", "", PADDOCK_APP_ADDITION_FILE, 1, TABLE },
  { "codex", "model = \"x\"", PADDOCK_APP_ADDITION_END, 1, "model = \"x\"\n" TABLE },
  { "codex", "[mcp_servers.b]\ncommand = \"b\"\n", PADDOCK_APP_ADDITION_END, 3,
    "[mcp_servers.b]\ncommand = \"b\"\n" TABLE },
  { "goose", "", PADDOCK_APP_ADDITION_FILE, 1, "extensions:\n  a:\n    " GOOSE },
  { "goose", "x: 1\n", PADDOCK_APP_ADDITION_END, 2, "x: 1\nextensions:\n  a:\n    " GOOSE },
  { "goose", "x: 1\nextensions:  # mine\n\n  b:\n    cmd: b\n", PADDOCK_APP_ADDITION_BELOW, 3,
    "x: 1\nextensions:  # mine\n  a:\n    " GOOSE "\n  b:\n    cmd: b\n" },
  { "goose", "extensions: {}\nx: 1\n", PADDOCK_APP_ADDITION_INSTEAD, 1,
    "extensions:\n  a:\n    " GOOSE "x: 1\n" },
  { "goose", "extensions:", PADDOCK_APP_ADDITION_BELOW, 1, "extensions:\n  a:\n    " GOOSE },
  { "continue", "name: x\nmcpServers:\n  - name: b\n    command: b\n", PADDOCK_APP_ADDITION_BELOW,
    3, "name: x\nmcpServers:\n  " ITEM "  - name: b\n    command: b\n" },
};

static void
test_places (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PaddockAppAddition) addition = make (rows[i].app, "a", rows[i].file, &error);
    g_autofree char *changed = NULL;

    g_test_message ("row %u", i);
    g_assert_no_error (error);
    changed = apply (addition, rows[i].file);
    g_assert_cmpstr (changed, ==, rows[i].changed);
    g_assert_cmpint (addition->place, ==, rows[i].place);
    g_assert_cmpuint (addition->line, ==, rows[i].line);
    g_assert_cmpstr (addition->label, ==, "a");
  }
}

/* No text makes these files right. */
static void
test_refused (void)
{
  static const struct { const char *app, *file;
  } files[] = {
    { "cursor", "{" }, { "cursor", "[]" }, { "cursor", "{\"mcpServers\": []}" },
    { "cursor", "{\"mcpServers\": null}" }, { "cursor", "{} // c" }, { "cursor", "{\"a\": 1,}" },
    { "cursor", "{\"mcpServers\": {}, \"mcpServers\": {}}" },
    { "codex", "mcp_servers = { b = { command = \"b\" } }\n" }, { "codex", "a = " },
    { "codex", "mcp_servers = 1\n" }, { "goose", "extensions: &a\n  b: {}\n" },
    { "goose", "extensions: {b: {}}\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PaddockAppAddition) addition = make (files[i].app, "a", files[i].file, &error);

    g_test_message ("row %u", i);
    g_assert_null (addition);
    g_assert_nonnull (error);
    g_assert_cmpstr (error->message, !=, "");
  }
}

/* Adds the text to a file that the app can read. The file must have one server more then. */
static void
check_file (const char *id,
            const char *file)
{
  const PaddockApp *app = paddock_app_find (id);
  g_autoptr (GBytes) bytes = g_bytes_new (file, strlen (file));
  g_autoptr (PaddockConfigTree) tree = paddock_app_file_scan (app, bytes, NULL), new_tree = NULL;
  g_autoptr (GPtrArray) entries = NULL, new_entries = NULL;
  g_autoptr (PaddockAppAddition) addition = NULL;
  g_autoptr (GBytes) changed = NULL;

  if (tree == NULL)
    return;
  g_test_message ("%s: %s", id, file);
  entries = paddock_app_file_read (app, &app->places[0], tree, NULL);
  addition = make (id, "{\"n\": {\"command\": \"a\", \"env\": {\"A\": \"b\"}}}", file, NULL);
  g_assert_nonnull (addition);
  changed = paddock_app_addition_apply (addition, bytes);
  new_tree = paddock_app_file_scan (app, changed, NULL);
  g_assert_nonnull (new_tree);
  new_entries = paddock_app_file_read (app, &app->places[0], new_tree, NULL);
  g_assert_cmpuint (new_entries->len, ==, entries->len + 1);
}

/* Files of all shapes, put together from parts. */
static void
test_generated (void)
{
  static const char * const before[] = { "{", "{\"x\": [1, {}],", "{ // c\n", "\357\273\277{\n\t" };
  static const char * const middle[] = {
    "", "\"SERVERS\": {}", "\"SERVERS\": { }", "\"SERVERS\": {/* c */\n}",
    "\"SERVERS\":{\"n\":{\"command\":\"b\"}}", "\"SERVERS\": {\"b\": {\"url\": \"u\"},}",
    "\"SERVERS\" : { // x\n \"n-2\" : {\"command\":\"b\"}\n}",
  };
  static const char * const after[] = {
    "}", ",}\n", ", \"z\": {\"SERVERS\": {}}}", "\n// end\n}\r\n", "}// x",
  };
  static const struct { const char *app, *container;
  } apps[] = {
    { "cursor", "mcpServers" }, { "vscode", "servers" }, { "gemini", "mcpServers" },
    { "opencode", "mcp" }, { "claude-code", "mcpServers" },
  };
  guint n = G_N_ELEMENTS (before) * G_N_ELEMENTS (middle) * G_N_ELEMENTS (after);

  for (guint i = 0; i < n * G_N_ELEMENTS (apps); i++) {
    guint j = i % n;
    g_autofree char *text =
      g_strconcat (before[j % G_N_ELEMENTS (before)],
                   middle[j / G_N_ELEMENTS (before) % G_N_ELEMENTS (middle)],
                   after[j / G_N_ELEMENTS (before) / G_N_ELEMENTS (middle)], NULL);
    g_auto (GStrv) parts = g_strsplit (text, "SERVERS", -1);
    g_autofree char *file = g_strjoinv (apps[i / n].container, parts);

    check_file (apps[i / n].app, file);
  }
}

/* No two entries of a file get the same name. */
static void
test_names (void)
{
  static const struct { const char *app, *file, *label;
  } files[] = {
    { "cursor", "{\"mcpServers\": {\"a\": {}}}", "a-2" },
    { "cursor", "{\"mcpServers\": {\"a\": {}, \"a-2\": {}}}", "a-3" },
    { "cursor", "{\"x\": {\"a\": {}}}", "a" },
    { "codex", "[mcp_servers.a]\ncommand = \"b\"\n", "a-2" },
    { "goose", "extensions:\n  a:\n    cmd: b\n", "a-2" },
    { "continue", "mcpServers:\n  - name: a\n", "a-2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autoptr (PaddockAppAddition) addition = make (files[i].app, "a", files[i].file, NULL);

    g_assert_cmpstr (addition->label, ==, files[i].label);
  }
}

/* Every app's entry works, and Paddock can take itself out of it again. */
static void
test_apps (void)
{
  static const char * const pastes[] = {
    "{\"n\": {\"command\": \"npx\", \"args\": [\"-y\", \"fs\", \"/home/me\", \"/a\"], \"env\": "
    "{\"K\": \"\\\"s\\\\ \\u2028\", \"A\": \"\"}}}",
    "{\"n\": {\"url\": \"https://example.org/mcp\", \"headers\": {\"X-Key\": \"k\"}}}",
  };

  for (guint i = 0; i < paddock_app_get_count () * 2; i++) {
    const PaddockApp *app = paddock_app_get (i / 2);
    gboolean is_address = i % 2 == 1;
    g_autoptr (PaddockAppAddition) addition = make (app->id, pastes[i % 2], "", NULL);
    g_autoptr (GBytes) bytes = g_bytes_new (addition->text, strlen (addition->text));
    g_autoptr (PaddockConfigTree) tree = paddock_app_file_scan (app, bytes, NULL);
    g_autoptr (GPtrArray) entries = NULL;
    const PaddockAppEntry *entry;

    g_test_message ("%s", app->id);
    g_assert_nonnull (strstr (addition->text, is_address ? "X-Key: k" : "{roots}"));
    if (app->syntax != PADDOCK_APP_SYNTAX_NONE)
      g_assert_null (strstr (addition->text, "\342\200\250"));
    if (tree == NULL) {
      g_assert_true (app->syntax == PADDOCK_APP_SYNTAX_YAML ||
                     app->syntax == PADDOCK_APP_SYNTAX_NONE);
      continue;
    }
    entries = paddock_app_file_read (app, &app->places[0], tree, NULL);
    g_assert_cmpuint (entries->len, ==, 1);
    entry = g_ptr_array_index (entries, 0);
    g_assert_cmpstr (entry->name, ==, "n");
    g_assert_true (entry->is_connected);
    g_assert_cmpstr (entry->key, ==, addition->key);
    g_assert_cmpuint (g_strv_length (entry->variables), ==, is_address ? 1 : 2);
    if (is_address) {
      g_assert_cmpstr (entry->url, ==, "https://example.org/mcp");
    } else {
      g_autofree char *words = g_strjoinv (" ", entry->words);

      g_assert_cmpstr (words, ==, "npx -y fs {roots}");
    }
  }
}

/* The address comes back with the type and the header that the app wants. */
static void
test_restore (void)
{
  g_autoptr (PaddockAppAddition) addition =
    make ("vscode", "{\"n\": {\"url\": \"https://e.org/\", \"headers\": {\"X-Key\": \"k\"}}}", "",
          NULL);
  g_autoptr (GBytes) bytes = g_bytes_new (addition->text, strlen (addition->text));
  const PaddockApp *app = paddock_app_find ("vscode");
  g_autoptr (PaddockConfigTree) tree = paddock_app_file_scan (app, bytes, NULL);
  g_autoptr (GPtrArray) entries = paddock_app_file_read (app, &app->places[0], tree, NULL);
  g_autoptr (GBytes) restored =
    paddock_app_change_restore (app, tree, g_ptr_array_index (entries, 0), NULL, NULL, NULL);
  g_autofree char *text = NULL;

  g_assert_nonnull (restored);
  text = g_strndup (g_bytes_get_data (restored, NULL), g_bytes_get_size (restored));
  g_assert_nonnull (strstr (text, "\"type\": \"http\""));
  g_assert_nonnull (strstr (text, "\"url\": \"https://e.org/\""));
  g_assert_nonnull (strstr (text, "\"headers\": { \"X-Key\": \"k\" }"));
  g_assert_null (strstr (text, "paddock"));
}

/* Without a file, or with one that nobody can read, the text stands alone. */
static void
test_unknown (void)
{
  g_autoptr (PaddockAppAddition) json = make ("cursor", "a", NULL, NULL);
  g_autoptr (PaddockAppAddition) toml = make ("codex", "a", NULL, NULL);
  g_autoptr (PaddockAppAddition) none = make ("5ire", "A='x y' a 'b c'", NULL, NULL);

  g_assert_cmpint (json->place, ==, PADDOCK_APP_ADDITION_INSIDE);
  g_assert_cmpstr (json->anchor, ==, "mcpServers");
  g_assert_true (g_str_has_prefix (json->text, "\"a\": {\n"));
  g_assert_true (g_str_has_suffix (json->text, "\n}"));
  g_assert_cmpint (toml->place, ==, PADDOCK_APP_ADDITION_END);
  g_assert_cmpint (none->place, ==, PADDOCK_APP_ADDITION_COMMAND);
  g_assert_cmpstr (none->text, ==,
                   "paddock run --key x-0123456789ab -- a 'b c'\nA=x y");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-addition/places", test_places);
  g_test_add_func ("/app-addition/refused", test_refused);
  g_test_add_func ("/app-addition/generated", test_generated);
  g_test_add_func ("/app-addition/names", test_names);
  g_test_add_func ("/app-addition/apps", test_apps);
  g_test_add_func ("/app-addition/restore", test_restore);
  g_test_add_func ("/app-addition/unknown", test_unknown);
  return g_test_run ();
}
