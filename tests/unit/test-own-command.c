/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-own-command.h"

#include <glib/gstdio.h>

/* The command for hosts, inside and outside a sandbox. */

typedef struct {
  char *directory;                  /* (owned) */
  char *info;                       /* (owned) */
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->directory = g_dir_make_tmp ("paddock-test-XXXXXX", NULL);
  fixture->info = g_build_filename (fixture->directory, "info", NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *command = g_strdup_printf ("/bin/rm -r '%s'", fixture->directory);

  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
  g_free (fixture->directory);
  g_free (fixture->info);
}

#define ID "io.github.paddock_mcp.Paddock"
#define REST "/current/active/files/bin/paddock-host"

static void
test_sandbox (Fixture       *fixture,
              gconstpointer  data)
{
  static const struct {
    const char *app_path;
    const char *program;
  } rows[] = {
    { "/home/me/.local/share/flatpak/app/" ID "/x86_64/stable/0f3a/files",
      "/home/me/.local/share/flatpak/app/" ID REST },
    { "/var/lib/flatpak/app/" ID "/aarch64/stable/0f3a/files", "/var/lib/flatpak/app/" ID REST },
    { "/srv/my flatpaks/app/" ID "/x86_64/master/0f3a/files", "/srv/my flatpaks/app/" ID REST },
    { "/app/" ID "/app/" ID "/x86_64/master/0f3a/files", "/app/" ID "/app/" ID REST },
    /* Paddock runs from a build directory. */
    { "/home/me/build/files", "/home/me/build/files/bin/paddock-host" },
    { "/var/lib/flatpak/app/" ID ".Devel/x86_64/master/0/files",
      "/var/lib/flatpak/app/" ID ".Devel/x86_64/master/0/files/bin/paddock-host" },
    { "files", NULL },
    { "", NULL },
    { "/h\377/app/" ID "/x86_64/stable/0/files", NULL },
    { NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GKeyFile) info = g_key_file_new ();
    g_autofree char *program = NULL;

    g_key_file_set_string (info, "Application", "name", ID);
    if (rows[i].app_path != NULL)
      g_key_file_set_string (info, "Instance", "app-path", rows[i].app_path);
    g_assert_true (g_key_file_save_to_file (info, fixture->info, NULL));
    program = paddock_own_command_dup (fixture->info, "/usr/bin", "/usr/bin");
    g_assert_cmpstr (program, ==, rows[i].program);
  }
}

static void
test_outside (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *program = g_build_filename (fixture->directory, "paddock", NULL);
  g_autofree char *own = g_build_filename (fixture->directory, ".", NULL);
  g_autofree char *none = NULL, *by_path = NULL, *by_place = NULL, *installed = NULL;
  g_autofree char *built = NULL;

  g_setenv ("PATH", "/nowhere", TRUE);
  none = paddock_own_command_dup (fixture->info, fixture->directory, "/nowhere");
  g_assert_null (none);

  g_assert_true (g_file_set_contents_full (program, "#!/bin/sh\n", -1, G_FILE_SET_CONTENTS_NONE,
                                           0755, NULL));
  by_place = paddock_own_command_dup (fixture->info, own, "/nowhere");
  g_assert_cmpstr (by_place, ==, program);
  installed = paddock_own_command_dup (fixture->info, NULL, fixture->directory);
  g_assert_cmpstr (installed, ==, program);

  g_setenv ("PATH", fixture->directory, TRUE);
  by_path = paddock_own_command_dup (fixture->info, own, fixture->directory);
  g_assert_cmpstr (by_path, ==, "paddock");
  /* A terminal can have a build tree on its PATH. Apps don't. */
  built = paddock_own_command_dup (fixture->info, own, "/nowhere");
  g_assert_cmpstr (built, ==, program);
}

/* Another Paddock on PATH is not this one. */
static void
test_another (Fixture       *fixture,
              gconstpointer  data)
{
  static const char * const folders[] = { "mine", "other" };
  g_autofree char *mine = g_build_filename (fixture->directory, "mine", NULL);
  g_autofree char *other = g_build_filename (fixture->directory, "other", NULL);
  g_autofree char *expected = g_build_filename (mine, "paddock", NULL);
  g_autofree char *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autofree char *folder = g_build_filename (fixture->directory, folders[i], NULL);
    g_autofree char *program = g_build_filename (folder, "paddock", NULL);

    g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
    g_assert_true (g_file_set_contents_full (program, "#!/bin/sh\n", -1, G_FILE_SET_CONTENTS_NONE,
                                             0755, NULL));
  }
  g_setenv ("PATH", other, TRUE);
  found = paddock_own_command_dup (fixture->info, mine, "/nowhere");
  g_assert_cmpstr (found, ==, expected);
}

/* On the host, from the files of a sandboxed application. */
static void
test_bundle (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *program = NULL, *outside = NULL;

  g_setenv ("PADDOCK_HOST_LEG", "/var/lib/flatpak/app/" ID "/x86_64/stable/0f3a/files/libexec/"
            "paddock-host", TRUE);
  program = paddock_own_command_find ("/nowhere");
  g_assert_cmpstr (program, ==, "/var/lib/flatpak/app/" ID REST);
  g_unsetenv ("PADDOCK_HOST_LEG");
  g_setenv ("PATH", "/nowhere", TRUE);
  outside = paddock_own_command_find ("/nowhere");
  g_assert_null (outside);
}

#define ADD(name, function) \
  g_test_add ("/own-command/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("sandbox", test_sandbox);
  ADD ("outside", test_outside);
  ADD ("another", test_another);
  ADD ("bundle", test_bundle);
  return g_test_run ();
}
