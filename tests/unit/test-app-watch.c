/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-watch.h"

#include <glib/gstdio.h>

/* Files in a real directory, as apps write them. */

typedef struct {
  char            *directory;
  char            *file;
  char            *other;
  PaddockAppWatch *watch;
  guint            n_changes;
} Fixture;

static gboolean
on_changed (gpointer user_data)
{
  Fixture *fixture = user_data;

  fixture->n_changes++;
  return G_SOURCE_REMOVE;
}

static void
write_file (const char *path,
            const char *text)
{
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->directory = g_dir_make_tmp ("paddock-XXXXXX", NULL);
  fixture->file = g_build_filename (fixture->directory, "mcp.json", NULL);
  fixture->other = g_build_filename (fixture->directory, "other", NULL);
  write_file (fixture->file, "1");
  fixture->watch = paddock_app_watch_new (on_changed, fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_clear_pointer (&fixture->watch, paddock_app_watch_free);
  g_remove (fixture->file);
  g_remove (fixture->other);
  g_rmdir (fixture->directory);
  g_free (fixture->directory);
  g_free (fixture->file);
  g_free (fixture->other);
}

static gboolean
on_time (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Waits until there were @n_changes, or some seconds. */
static void
wait_for (Fixture *fixture,
          guint    n_changes,
          guint    seconds)
{
  gboolean is_over = FALSE;
  guint source = g_timeout_add_seconds (seconds, on_time, &is_over);

  while (fixture->n_changes < n_changes && !is_over)
    g_main_context_iteration (NULL, TRUE);
  if (!is_over)
    g_source_remove (source);
}

/* Watching begins on a thread, so this writes until it is noticed. */
static void
change_until_noticed (Fixture *fixture)
{
  guint n_changes = fixture->n_changes;

  for (guint i = 0; i < 20 && fixture->n_changes == n_changes; i++) {
    write_file (fixture->file, i % 2 == 0 ? "2" : "3");
    wait_for (fixture, n_changes + 1, 1);
  }
  g_assert_cmpuint (fixture->n_changes, >, n_changes);
}

static void
test_noticed (Fixture       *fixture,
              gconstpointer  data)
{
  const char *paths[] = { fixture->file, NULL };
  guint n_changes;

  paddock_app_watch_set_files (fixture->watch, paths);
  change_until_noticed (fixture);
  wait_for (fixture, G_MAXUINT, 1);

  /* Several changes in a moment are one. */
  n_changes = fixture->n_changes;
  for (guint i = 0; i < 5; i++)
    write_file (fixture->file, "4");
  wait_for (fixture, n_changes + 1, 20);
  g_assert_cmpuint (fixture->n_changes, ==, n_changes + 1);

  g_remove (fixture->file);
  wait_for (fixture, n_changes + 2, 20);
  g_assert_cmpuint (fixture->n_changes, ==, n_changes + 2);
}

static void
test_others (Fixture       *fixture,
             gconstpointer  data)
{
  const char *paths[] = { fixture->file, NULL };
  guint n_changes;

  paddock_app_watch_set_files (fixture->watch, paths);
  change_until_noticed (fixture);
  wait_for (fixture, G_MAXUINT, 1);
  n_changes = fixture->n_changes;
  write_file (fixture->other, "x");
  wait_for (fixture, n_changes + 1, 2);
  g_assert_cmpuint (fixture->n_changes, ==, n_changes);
}

static void
test_stopped (Fixture       *fixture,
              gconstpointer  data)
{
  const char *paths[] = { fixture->file, "/nonexistent/paddock/mcp.json", NULL };
  const char *none[] = { NULL };
  guint n_changes;

  paddock_app_watch_set_files (fixture->watch, paths);
  change_until_noticed (fixture);
  wait_for (fixture, G_MAXUINT, 1);
  n_changes = fixture->n_changes;
  paddock_app_watch_set_files (fixture->watch, none);
  write_file (fixture->file, "5");
  wait_for (fixture, n_changes + 1, 2);
  g_assert_cmpuint (fixture->n_changes, ==, n_changes);

  paddock_app_watch_set_files (fixture->watch, paths);
  change_until_noticed (fixture);
}

/* A watch that ends while its threads begin to watch. */
static void
test_freed (Fixture       *fixture,
            gconstpointer  data)
{
  const char *paths[] = { fixture->file, NULL };

  paddock_app_watch_set_files (fixture->watch, paths);
  g_clear_pointer (&fixture->watch, paddock_app_watch_free);
  write_file (fixture->file, "6");
  wait_for (fixture, 1, 1);
  g_assert_cmpuint (fixture->n_changes, ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/app-watch/noticed", Fixture, NULL, set_up, test_noticed, tear_down);
  g_test_add ("/app-watch/others", Fixture, NULL, set_up, test_others, tear_down);
  g_test_add ("/app-watch/stopped", Fixture, NULL, set_up, test_stopped, tear_down);
  g_test_add ("/app-watch/freed", Fixture, NULL, set_up, test_freed, tear_down);

  return g_test_run ();
}
