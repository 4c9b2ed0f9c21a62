/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-headers.h"

#include "paddock-app-file.h"

#include <string.h>

static PaddockConfigTree *
scan (const PaddockApp *app,
      const char       *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  PaddockConfigTree *tree = paddock_app_file_scan (app, bytes, NULL);

  g_assert_nonnull (tree);
  return tree;
}

static void
test_judge (void)
{
  static const struct { const char *app, *text;
                        PaddockAppObstacle obstacle;
  } rows[] = {
    { "cursor", "{}", PADDOCK_APP_OBSTACLE_NONE },
    { "cursor", "{\"headers\":{\"X-A\":\"1\",\"Authorization\":\"2\",\"API_KEY\":\"3\"}}",
      PADDOCK_APP_OBSTACLE_NONE },
    { "cursor", "{\"headers\":{\"X-A\":\"1\",\"x-a\":\"2\"}}", PADDOCK_APP_OBSTACLE_HEADERS },
    { "cursor", "{\"headers\":{\"X-A\":\"1\",\"X-B\":2}}", PADDOCK_APP_OBSTACLE_HEADERS },
    { "cursor", "{\"headers\":{\"X-A\":\"1\",\"Accept\":\"2\"}}", PADDOCK_APP_OBSTACLE_HEADERS },
    { "cursor", "{\"headers\":{\"Mcp-Key\":\"1\"}}", PADDOCK_APP_OBSTACLE_HEADERS },
    { "cursor", "{\"headers\":{\"X-A\":\"1\"},\"env\":{}}", PADDOCK_APP_OBSTACLE_HEADERS },
    { "zed", "{\"headers\":{\"X-A\":\"1\",\"X-B\":\"$A\"}}", PADDOCK_APP_OBSTACLE_VARIABLES },
    { "codex", "http_headers = { X-A = '1', 'X-B' = '2' }", PADDOCK_APP_OBSTACLE_NONE },
    { "codex", "http_headers.X-A = '1'", PADDOCK_APP_OBSTACLE_NONE },
    { "codex", "http_headers.X-A = '1'\nhttp_headers.X-B = '2'", PADDOCK_APP_OBSTACLE_HEADERS },
    { "codex", "[http_headers]\nX-A = '1'\nX-B = '2'", PADDOCK_APP_OBSTACLE_NONE },
    { "codex", "http_headers.X-A = \"\"\"1\"\"\"", PADDOCK_APP_OBSTACLE_HEADERS },
    { "codex", "http_headers.\"\\u0058-A\" = \"1\"", PADDOCK_APP_OBSTACLE_NONE },
    { "codex", "http_headers.\"\\u0058-A\" = '1'", PADDOCK_APP_OBSTACLE_HEADERS },
    { "codex", "http_headers = {}", PADDOCK_APP_OBSTACLE_HEADERS },
    { "codex", "env.A = '1'", PADDOCK_APP_OBSTACLE_NONE },
    { "codex", "env.PADDOCK_HTTP_HEADERS = 'X-A: 1'", PADDOCK_APP_OBSTACLE_HEADERS },
    { "codex", "env = { A = '1', PADDOCK_HTTP_HEADERS_2 = 2 }", PADDOCK_APP_OBSTACLE_HEADERS },
    { "cursor", "{\"headers\":{},\"env\":{\"PADDOCK_HTTP_HEADERS\":\"X-A: 1\"}}",
      PADDOCK_APP_OBSTACLE_HEADERS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    const PaddockApp *app = paddock_app_find (rows[i].app);
    g_autoptr (PaddockConfigTree) tree = scan (app, rows[i].text);

    g_test_message ("%s", rows[i].text);
    g_assert_cmpint (paddock_app_headers_judge (app, tree, 0), ==, rows[i].obstacle);
  }
}

static void
test_count (void)
{
  const PaddockApp *app = paddock_app_find ("cursor");
  g_autoptr (GString) text = g_string_new ("{\"headers\":{\"X-0\":\"a\"");

  for (guint i = 1; i < 18; i++) {
    g_autofree char *whole = g_strconcat (text->str, "}}", NULL);
    g_autoptr (PaddockConfigTree) tree = scan (app, whole);

    g_assert_cmpint (paddock_app_headers_judge (app, tree, 0), ==,
                     i <= 16 ? PADDOCK_APP_OBSTACLE_NONE : PADDOCK_APP_OBSTACLE_HEADERS);
    g_string_append_printf (text, ",\"X-%u\":\"a\"", i);
  }
}

/* Connects or restores, and returns the file; NULL if it can't be restored. */
static char *
move (const PaddockApp *app,
      const char       *text,
      gboolean          connects)
{
  g_autoptr (PaddockConfigTree) tree = scan (app, text);
  g_autoptr (PaddockSplices) splices = paddock_splice_list_new ();
  PaddockAppEdit edit = { tree, splices, app->syntax };
  g_autoptr (GBytes) bytes = NULL;

  if (connects)
    paddock_app_headers_connect (app, &edit, 0);
  else if (!paddock_app_headers_restore (app, &edit, 0))
    return NULL;
  bytes = paddock_splice_apply (splices, paddock_config_tree_get_bytes (tree));
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
test_move (void)
{
  static const struct { const char *app, *before, *after;
  } rows[] = {
    { "cursor", "{\"a\":1}", "{\"a\":1}" },
    { "cursor", "{\"env\":{\"A\":\"b\"}}", "{\"env\":{\"A\":\"b\"}}" },
    { "cursor", "{\"headers\":{\"X-A\":\"b:\", \"X-B\" : \" c\"}}",
      "{\"env\":{\"PADDOCK_HTTP_HEADERS\":\"X-A: b:\", "
      "\"PADDOCK_HTTP_HEADERS_2\" : \"X-B:  c\"}}" },
    { "opencode", "{\"headers\":{\"X-A\":\"b\"}}",
      "{\"environment\":{\"PADDOCK_HTTP_HEADERS\":\"X-A: b\"}}" },
    { "codex", "[ http_headers ]\nX-A='b'\n\"X.B\"=\"c\"",
      "[ env ]\nPADDOCK_HTTP_HEADERS='X-A: b'\n\"PADDOCK_HTTP_HEADERS_2\"=\"X.B: c\"" },
    { "goose", "headers:\n  X-A: b", "envs:\n  PADDOCK_HTTP_HEADERS: X-A:b" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    const PaddockApp *app = paddock_app_find (rows[i].app);
    g_autofree char *after = move (app, rows[i].before, TRUE);
    g_autofree char *again = move (app, rows[i].after, FALSE);

    g_assert_cmpstr (after, ==, rows[i].after);
    g_assert_cmpstr (again, ==, rows[i].before);
  }
}

static void
test_changed (void)
{
  static const struct { const char *app, *text;
  } rows[] = {
    { "cursor", "{\"env\":{\"PADDOCK_HTTP_HEADERS\":\"X-A: b\",\"A\":\"b\"}}" },
    { "cursor", "{\"env\":{\"PADDOCK_HTTP_HEADERS\":\"X-A\"}}" },
    { "cursor", "{\"env\":{\"PADDOCK_HTTP_HEADERS\":\": b\"}}" },
    { "cursor", "{\"env\":{\"PADDOCK_HTTP_HEADERS\":\"X A: b\"}}" },
    { "cursor", "{\"env\":{\"PADDOCK_HTTP_HEADERS_2\":1}}" },
    { "cursor", "{\"env\":{\"PADDOCK_HTTP_HEADERS_16\":\"X-A: b\"},\"headers\":{\"a\":\"b\"}}" },
    /* Values that end the file, and a value that ends where a key with quotes begins. */
    { "goose", "envs:\n  PADDOCK_HTTP_HEADERS:" },
    { "goose", "envs:\n  PADDOCK_HTTP_HEADERS: X" },
    { "goose", "envs:\n  PADDOCK_HTTP_HEADERS: !a:" },
    { "goose", "envs:\n  ? PADDOCK_HTTP_HEADERS\n  \"PADDOCK_HTTP_HEADERS_2\": X-A:b" },
    { "codex", "env.PADDOCK_HTTP_HEADERS = 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_test_message ("%s", rows[i].text);
    g_assert_null (move (paddock_app_find (rows[i].app), rows[i].text, FALSE));
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-headers/judge", test_judge);
  g_test_add_func ("/app-headers/count", test_count);
  g_test_add_func ("/app-headers/move", test_move);
  g_test_add_func ("/app-headers/changed", test_changed);
  return g_test_run ();
}
