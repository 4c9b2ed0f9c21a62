/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "app-fixture.h"
#include "paddock-app-running.h"

/* Whether Claude Desktop runs, by a made-up /proc. */

static gboolean
is_running (AppFixture *fixture,
            const char *app)
{
  g_autofree char *proc = app_fixture_path (fixture, "proc");
  g_autofree char *path = app_fixture_path (fixture, "Claude/claude_desktop_config.json");

  return paddock_app_running_find (paddock_app_find (app), proc, path);
}

/* The bytes of a command line, with the NUL behind each word. */
#define COMMAND_LINE(words) words, sizeof words

static void
test_programs (AppFixture    *fixture,
               gconstpointer  data)
{
  static const struct { const char *line;
                        gsize size;
                        gboolean is_found;
  } rows[] = {
    { COMMAND_LINE ("/usr/bin/claude-desktop"), TRUE },
    { COMMAND_LINE ("/opt/Claude/Claude\0--type=x"), TRUE },
    { COMMAND_LINE ("electron\0/usr/lib/claude-desktop/app.asar"), TRUE },
    { COMMAND_LINE ("claude"), FALSE },
    { COMMAND_LINE ("node\0/usr/bin/claude"), FALSE },
    { COMMAND_LINE ("vim\0/x/Claude/claude_desktop_config.json"), FALSE },
    { "", 0, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *path = app_fixture_write (fixture, "proc/12/cmdline", "");

    g_assert_true (g_file_set_contents (path, rows[i].line, (gssize) rows[i].size, NULL));
    g_assert_cmpint (is_running (fixture, "claude-desktop"), ==, rows[i].is_found);
    g_assert_false (is_running (fixture, "cursor"));
  }
}

static void
test_lock (AppFixture    *fixture,
           gconstpointer  data)
{
  g_autofree char *process = app_fixture_write (fixture, "proc/77/cmdline", "x");
  g_autofree char *file = app_fixture_write (fixture, "Claude/claude_desktop_config.json", "{}");
  g_autofree char *lock = app_fixture_path (fixture, "Claude/SingletonLock");
  g_autofree char *holder = g_strdup_printf ("%s-77", g_get_host_name ());
  g_autofree char *gone = g_strdup_printf ("%s-78", g_get_host_name ());

  g_assert_false (is_running (fixture, "claude-desktop"));
  g_assert_cmpint (symlink (holder, lock), ==, 0);
  g_assert_true (is_running (fixture, "claude-desktop"));
  g_assert_cmpint (unlink (lock), ==, 0);
  g_assert_cmpint (symlink (gone, lock), ==, 0);
  g_assert_false (is_running (fixture, "claude-desktop"));
  g_assert_cmpint (unlink (lock), ==, 0);
  g_assert_cmpint (symlink ("other-77", lock), ==, 0);
  g_assert_false (is_running (fixture, "claude-desktop"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  APP_TEST ("/app-running/programs", test_programs);
  APP_TEST ("/app-running/lock", test_lock);
  return g_test_run ();
}
