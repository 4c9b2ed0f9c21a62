/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-style.h"

#include "paddock-app-file.h"

#include <string.h>

/* A new member `n` beside the member with this index. */
static void
test_member (void)
{
  static const struct {
    const char *app;
    const char *text;
    guint       member;
    const char *expected;           /* the separator and the new member */
  } rows[] = {
    { "cursor", "{\n  \"a\": 1\n}", 1, ", \"n\": v" },
    { "codex", "a = 1", 1, "\nn = v" },
    { "codex", "\357\273\277a = 1", 1, "\nn = v" },
    { "codex", "b = 2\r\n\t'a' = 1", 2, "\r\n\t'n' = v" },
    { "codex", "[t]\r\n  \"a\" = 1\r\n", 2, "\r\n  \"n\" = v" },
    { "codex", "t.a = 1 # c\n", 2, "\nt.n = v" },
    { "codex", "t = { a = 1 }\n", 2, ", n = v" },
    { "goose", "a: 1", 1, "\nn: v" },
    { "goose", "t:\n  'a': 1\n", 2, "\n  'n': v" },
    { "goose", "t:\n  - a: 1\n", 3, "\n    n: v" },
    { "goose", "t: {\"a\": 1}", 2, ", \"n\": v" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    const PaddockApp *app = paddock_app_find (rows[i].app);
    g_autoptr (GBytes) bytes = g_bytes_new (rows[i].text, strlen (rows[i].text));
    g_autoptr (PaddockConfigTree) tree = paddock_app_file_scan (app, bytes, NULL);
    PaddockAppEdit edit = { tree, NULL, app->syntax };
    g_autofree char *separator = paddock_app_style_dup_separator (&edit, rows[i].member);
    g_autofree char *member = paddock_app_style_dup_member (&edit, rows[i].member, "n", "v");
    g_autofree char *whole = g_strconcat (separator, member, NULL);

    g_assert_cmpstr (whole, ==, rows[i].expected);
  }
}

static void
test_key (void)
{
  static const struct { const char *text, *name, *expected;
  } rows[] = {
    { "a = 1", "b-_9", "b-_9" },
    { "a = 1", "b.c", "\"b.c\"" },
    { "a = 1", "", "\"\"" },
    { "'a' = 1", "b.c", "'b.c'" },
    { "'a' = 1", "b'c", "\"b'c\"" },
    { "\"a\" = 1", "\\u0062", "\"\\u0062\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    const PaddockApp *app = paddock_app_find ("codex");
    g_autoptr (GBytes) bytes = g_bytes_new (rows[i].text, strlen (rows[i].text));
    g_autoptr (PaddockConfigTree) tree = paddock_app_file_scan (app, bytes, NULL);
    PaddockAppEdit edit = { tree, NULL, app->syntax };
    g_autofree char *key = paddock_app_style_dup_key (&edit, 1, rows[i].name);

    g_assert_cmpstr (key, ==, rows[i].expected);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-style/member", test_member);
  g_test_add_func ("/app-style/key", test_key);
  return g_test_run ();
}
