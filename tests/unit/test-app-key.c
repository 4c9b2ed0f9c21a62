/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-key.h"

/* Keys that Paddock writes into the files of apps. */

static void
test_new (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < paddock_app_get_count (); i++)
    for (guint j = 0; j < 20; j++) {
      const PaddockApp *app = paddock_app_get (i);
      char *key = paddock_app_key_new (app);
      g_autofree char *longer = g_strconcat (key, ".url.http", NULL);

      g_assert_cmpuint (strlen (key), ==, strlen (app->id) + 13);
      g_assert_true (paddock_app_key_find (key) == app);
      g_assert_true (paddock_app_key_find (longer) == app);
      g_assert_true (g_hash_table_add (seen, key));
    }
}

static void
test_find (void)
{
  static const struct { const char *key, *app;
  } rows[] = {
    { "cursor-k3v9x0q2m1ab", "cursor" },
    { "claude-code-k3v9x0q2m1ab", "claude-code" },
    { "claude-code-k3v9x0q2m1ab.url", "claude-code" },
    { "5ire-000000000000", "5ire" },
    { "cursor-k3v9x0q2m1a", NULL },
    { "cursor-k3v9x0q2m1abc", NULL },
    { "cursor-K3v9x0q2m1ab", NULL },
    { "cursor_k3v9x0q2m1ab", NULL },
    { "cursor-k3v9x0q2m1a.", NULL },
    { "moon-k3v9x0q2m1ab", NULL },
    { "-k3v9x0q2m1ab", NULL },
    { "k3v9x0q2m1ab", NULL },
    { ".cursor-k3v9x0q2m1ab", NULL },
    { "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    const PaddockApp *app = paddock_app_key_find (rows[i].key);

    g_assert_cmpstr (app != NULL ? app->id : NULL, ==, rows[i].app);
  }
}

static void
test_plain (void)
{
  static const char * const rows[][2] = {
    { "cursor-k3v9x0q2m1ab", "cursor-k3v9x0q2m1ab" },
    { "cursor-k3v9x0q2m1ab.url.type", "cursor-k3v9x0q2m1ab" },
    { "mine", "mine" },
    { "", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *plain = paddock_app_key_dup_plain (rows[i][0]);

    g_assert_cmpstr (plain, ==, rows[i][1]);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-key/new", test_new);
  g_test_add_func ("/app-key/find", test_find);
  g_test_add_func ("/app-key/plain", test_plain);
  return g_test_run ();
}
