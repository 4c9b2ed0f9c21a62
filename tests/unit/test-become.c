/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-become.h"

#include <glib/gstdio.h>

/* Which program `paddock serve` executes. All of tests/integration shows that it does execute
 * it. */

typedef struct {
  char *directory;                  /* (owned) */
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->directory = g_dir_make_tmp ("paddock-test-XXXXXX", NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *command = g_strdup_printf ("rm -r '%s'", fixture->directory);

  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
  g_free (fixture->directory);
}

static void
make_program (Fixture    *fixture,
              const char *way,
              int         mode)
{
  g_autofree char *path = g_build_filename (fixture->directory, way, "paddock-service", NULL);
  g_autofree char *directory = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (directory, 0755), ==, 0);
  g_assert_true (g_file_set_contents_full (path, "#!/bin/sh\n", -1, G_FILE_SET_CONTENTS_NONE, mode,
                                           NULL));
  g_assert_cmpint (g_chmod (path, mode), ==, 0);
}

static void
assert_found (Fixture    *fixture,
              const char *own,
              const char *way)
{
  g_autofree char *directory =
    own != NULL ? g_build_filename (fixture->directory, own, NULL) : NULL;
  g_autofree char *installed = g_build_filename (fixture->directory, "installed", NULL);
  g_autofree char *expected =
    way != NULL ? g_build_filename (fixture->directory, way, "paddock-service", NULL) : NULL;
  g_autofree char *found = paddock_become_find ("paddock-service", "daemon",
                                                directory, "../libexec", installed);

  g_assert_cmpstr (found, ==, expected);
}

static void
test_find (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *bin = g_build_filename (fixture->directory, "src/cli", NULL);

  g_assert_cmpint (g_mkdir_with_parents (bin, 0755), ==, 0);
  assert_found (fixture, "src/cli", NULL);
  assert_found (fixture, NULL, NULL);

  make_program (fixture, "installed", 0755);
  assert_found (fixture, "src/cli", "installed");
  assert_found (fixture, "src/nowhere", "installed");
  assert_found (fixture, NULL, "installed");

  make_program (fixture, "src/cli/../libexec", 0755);
  assert_found (fixture, "src/cli", "src/cli/../libexec");
  make_program (fixture, "src/cli/../daemon", 0755);
  assert_found (fixture, "src/cli", "src/cli/../daemon");

  /* A file that can't be executed is no program. */
  make_program (fixture, "src/cli", 0644);
  assert_found (fixture, "src/cli", "src/cli/../daemon");
  make_program (fixture, "src/cli", 0755);
  assert_found (fixture, "src/cli", "src/cli/.");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/become/find", Fixture, NULL, set_up, test_find, tear_down);
  return g_test_run ();
}
