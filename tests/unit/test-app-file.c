/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-file.h"

#include "paddock-error.h"

#include <string.h>

#define S "{\"command\":\"x\"}"

/* Which servers a file has, in its order: "NAME", or "PROJECT:NAME". */
typedef struct {
  const char *app;
  guint       place;
  const char *text;
  const char *expected;             /* with "|" between the servers */
} Case;

static const Case cases[] = {
  { "cursor", 0, "{\"mcpServers\":{\"b\":" S ",\"a\":" S "}}", "b|a" },
  { "cursor", 0, "{\"x\":{\"mcpServers\":{\"a\":" S "}}}", "" },
  { "cursor", 0, "{\"servers\":{\"a\":" S "}}", "" },
  { "cursor", 0, "{\"mcp\\u0053ervers\":{\"\\u0061\":" S "}}", "a" },
  { "cursor", 0, "{\"mcpServers\":{}}", "" },
  { "cursor", 0, "{\"mcpServers\":[" S "]}", "" },
  { "cursor", 0, "{\"mcpServers\":null}", "" },
  { "cursor", 0, "[{\"mcpServers\":{\"a\":" S "}}]", "" },
  { "cursor", 0, "null", "" },
  { "cursor", 0, "{\"x\":1,\"x\":2,\"mcpServers\":{\"a\":" S "}}", "a" },
  { "cursor", 0, "{\"mcpServers\":{\"\\ud800\":" S ",\"\":" S "}}", "\"\\ud800\"|" },
  { "vscode", 0, "// c\n{\"inputs\":[],\"servers\":{\"a\":" S ",},}", "a" },
  { "vscode", 2, "{\"servers\":{\"b\":" S "},\"mcp\":{\"servers\":{\"a\":" S "}}}", "a" },
  { "claude-code", 0,
    "{\"projects\":{\"/p\":{\"mcpServers\":{\"b\":" S "}},\"/q\":{},\"/r\":1},"
    "\"mcpServers\":{\"a\":" S "}}", "a|/p:b" },
  { "claude-code", 2, "{\"projects\":{\"/p\":{\"mcpServers\":{\"b\":" S "}}}}", "" },
  { "opencode", 0, "{\"mcp\":{\"a\":{\"command\":[\"x\"]}}}", "a" },
  { "codex", 0, "[mcp_servers.a]\ncommand = \"x\"\n[mcp_servers.\"b c\".env]\nX = 'y'", "a|b c" },
  { "zed", 0, "{\"context_servers\":{\"a\":" S "}}", "a" },
};

static GPtrArray *
read_file (const char  *app_id,
           guint        place,
           const char  *text,
           GError     **error)
{
  const PaddockApp *app = paddock_app_find (app_id);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (PaddockConfigTree) tree = paddock_app_file_scan (app, bytes, error);

  return tree != NULL ? paddock_app_file_read (app, &app->places[place], tree, error) : NULL;
}

static void
test_read (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray) entries = read_file (cases[i].app, cases[i].place, cases[i].text, &error);
    g_autoptr (GString) seen = g_string_new (NULL);

    g_test_message ("%s", cases[i].text);
    g_assert_no_error (error);
    for (guint j = 0; j < entries->len; j++) {
      PaddockAppEntry *entry = g_ptr_array_index (entries, j);

      g_string_append_printf (seen, "%s%s%s%s", j > 0 ? "|" : "",
                              entry->project != NULL ? entry->project : "",
                              entry->project != NULL ? ":" : "", entry->name);
    }
    g_assert_cmpstr (seen->str, ==, cases[i].expected);
  }
}

/* Files that Paddock refuses as a whole. */
static void
test_refused (void)
{
  static const struct { const char *app, *text, *sentence;
  } rows[] = {
    { "cursor", "{\"mcpServers\":{},\"mcpServers\":{}}",
      "The file has “mcpServers” twice. Remove one of them first." },
    { "cursor", "{\"mcpServers\":{},\"mcpS\\u0065rvers\":{}}",
      "The file has “mcpServers” twice. Remove one of them first." },
    { "claude-code", "{\"projects\":{},\"projects\":{}}",
      "The file has “projects” twice. Remove one of them first." },
    { "cursor", "", "The file is empty." },
    { "cursor", "{} // c", "Line 1 has a comment. The app doesn’t allow comments in this file." },
    { "gemini", "{/**/\n\"a\":1,}",
      "Line 2 has a comma after the last value. The app doesn’t allow it." },
    { "vscode", "{", "The file ends too early, in line 1." },
    { "goose", "a: *b: c", "The file has a mistake in line 1." },
    { "open-webui", "{}",
      "The app keeps its servers where Paddock can’t change them. Use “Connect a Server…” "
      "instead." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (read_file (rows[i].app, 0, rows[i].text, &error));
    g_assert_cmpint (error->domain, ==, PADDOCK_ERROR);
    g_assert_cmpstr (error->message, ==, rows[i].sentence);
  }
}

static void
test_toml (void)
{
  static const char * const words[] = { "npx", "-y", NULL };
  g_autoptr (GPtrArray) entries =
    read_file ("codex", 0, "[mcp_servers.a]\ncommand = 'npx' # c\nargs = [\n\"-y\", # d\n]\n",
               NULL);
  PaddockAppEntry *entry = g_ptr_array_index (entries, 0);

  g_assert_cmpint (entry->kind, ==, PADDOCK_APP_ENTRY_COMMAND);
  g_assert_cmpint (entry->obstacle, ==, PADDOCK_APP_OBSTACLE_NONE);
  g_assert_cmpstrv (entry->words, words);
}

/* Continue has a list of servers. An entry that other parts of the file take part in stays as it
 * is, and so does one without a name. */
static void
test_yaml (void)
{
  static const char text[] =
    "x: &x {A: b}\nmcpServers:\n- {name: a, command: npx}\n- {command: npx, name: b, env: *x}\n"
    "- {name: c, command: &y npx}\n- {command: npx}\n- {name: 5, command: npx}\n"
    "- {<<: *x, name: d, command: npx}\n";
  static const struct { const char *name;
                        PaddockAppObstacle obstacle;
  } rows[] = {
    { "a", PADDOCK_APP_OBSTACLE_NONE }, { "b", PADDOCK_APP_OBSTACLE_REFERENCES },
    { "c", PADDOCK_APP_OBSTACLE_REFERENCES }, { "", PADDOCK_APP_OBSTACLE_FORM },
    { "", PADDOCK_APP_OBSTACLE_FORM }, { "d", PADDOCK_APP_OBSTACLE_REFERENCES },
  };
  g_autoptr (GPtrArray) entries = read_file ("continue", 0, text, NULL);
  g_autoptr (GPtrArray) shared = read_file ("goose", 0, "extensions: &x {a: {cmd: npx}}", NULL);

  g_assert_cmpuint (entries->len, ==, G_N_ELEMENTS (rows));
  for (guint i = 0; i < entries->len; i++) {
    PaddockAppEntry *entry = g_ptr_array_index (entries, i);

    g_assert_cmpstr (entry->name, ==, rows[i].name);
    g_assert_cmpint (entry->obstacle, ==, rows[i].obstacle);
  }
  g_assert_cmpint (((PaddockAppEntry *) g_ptr_array_index (shared, 0))->obstacle, ==,
                   PADDOCK_APP_OBSTACLE_REFERENCES);
}

/* Two servers with one name can't be changed. The others can. */
static void
test_twice (void)
{
  g_autoptr (GPtrArray) entries =
    read_file ("cursor", 0, "{\"mcpServers\":{\"a\":" S ",\"b\":" S ",\"\\u0061\":" S "}}", NULL);

  for (guint i = 0; i < 3; i++) {
    PaddockAppEntry *entry = g_ptr_array_index (entries, i);

    g_assert_cmpint (entry->obstacle, ==, i == 1 ? PADDOCK_APP_OBSTACLE_NONE
                                                 : PADDOCK_APP_OBSTACLE_TWICE);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-file/read", test_read);
  g_test_add_func ("/app-file/refused", test_refused);
  g_test_add_func ("/app-file/twice", test_twice);
  g_test_add_func ("/app-file/toml", test_toml);
  g_test_add_func ("/app-file/yaml", test_yaml);
  return g_test_run ();
}
