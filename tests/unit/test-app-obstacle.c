/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-obstacle.h"

/* Each obstacle has a sentence of its own. Only "none" is silent. */
static void
test_texts (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < PADDOCK_APP_OBSTACLE_NONE; i++) {
    const char *text = paddock_app_obstacle_get_text ((PaddockAppObstacle) i);

    g_test_message ("%u: %s", i, text);
    g_assert_true (g_str_has_suffix (text, "."));
    g_assert_true (g_hash_table_add (seen, (gpointer) text));
  }
  g_assert_cmpstr (paddock_app_obstacle_get_text (PADDOCK_APP_OBSTACLE_NONE), ==, "");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-obstacle/texts", test_texts);
  return g_test_run ();
}
