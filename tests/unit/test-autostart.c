/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-autostart.h"

#include <gio/gio.h>
#include <glib/gstdio.h>

/* main () gives the test a configuration directory of its own. */

static void
write_text (const char *text)
{
  g_autofree char *path = paddock_autostart_dup_path ();
  g_autofree char *directory = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (directory, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
test_on_and_off (void)
{
  g_autofree char *path = paddock_autostart_dup_path ();
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (paddock_autostart_find (), ==, PADDOCK_AUTOSTART_OFF);
  /* There is nothing to remove. */
  g_assert_true (paddock_autostart_set (FALSE, "/usr/bin/paddock", &error));
  g_assert_no_error (error);
  g_assert_true (paddock_autostart_set (TRUE, "/usr/bin/paddock", &error));
  g_assert_no_error (error);
  g_assert_cmpint (paddock_autostart_find (), ==, PADDOCK_AUTOSTART_FILE);
  g_assert_true (paddock_autostart_set (FALSE, "/usr/bin/paddock", &error));
  g_assert_no_error (error);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_cmpint (paddock_autostart_find (), ==, PADDOCK_AUTOSTART_OFF);
}

/* A desktop must read that program and these two words from the file, whatever the program's
 * name. */
static void
test_programs (void)
{
  static const char * const programs[] = {
    "/usr/bin/paddock", "/opt/a b/paddock", "/opt/a\"b/paddock", "/opt/$HOME/paddock",
    "/opt/`id`/paddock", "/opt/100%f/paddock", "/opt/a\\b/paddock", "/opt/;x/paddock",
    "/opt/é/paddock", "/opt/a\nExec=x/paddock",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (programs); i++) {
    g_autofree char *path = paddock_autostart_dup_path ();
    g_autoptr (GKeyFile) file = g_key_file_new ();
    g_autofree char *exec = NULL;
    g_auto (GStrv) words = NULL;

    g_assert_true (paddock_autostart_set (TRUE, programs[i], NULL));
    g_assert_true (g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL));
    exec = g_key_file_get_string (file, "Desktop Entry", "Exec", NULL);
    g_assert_true (g_shell_parse_argv (exec, NULL, &words, NULL));
    {
      g_autoptr (GString) program = g_string_new (words[0]);

      g_string_replace (program, "%%", "%", 0);
      g_assert_cmpstr (program->str, ==, programs[i]);
    }
    g_assert_cmpstr (words[1], ==, "serve");
    g_assert_cmpstr (words[2], ==, "--exit-when-idle");
    g_assert_null (words[3]);
  }
  g_assert_true (paddock_autostart_set (FALSE, "", NULL));
}

static void
test_found (void)
{
  static const struct {
    const char       *text;
    PaddockAutostart  found;
  } cases[] = {
    { "[Desktop Entry]\nType=Application\nName=P\nExec=x\n", PADDOCK_AUTOSTART_FILE },
    { "[Desktop Entry]\nExec=x\nHidden=false\n", PADDOCK_AUTOSTART_FILE },
    { "[Desktop Entry]\nExec=x\nX-GNOME-Autostart-enabled=true\n", PADDOCK_AUTOSTART_FILE },
    { "[Desktop Entry]\nExec=x\nHidden=true\n", PADDOCK_AUTOSTART_OFF },
    { "[Desktop Entry]\nExec=x\nX-GNOME-Autostart-enabled=false\n", PADDOCK_AUTOSTART_OFF },
    { "[Desktop Entry]\nName=P\n", PADDOCK_AUTOSTART_OFF },
    { "[Other]\nExec=x\n", PADDOCK_AUTOSTART_OFF },
    { "Exec=x\n", PADDOCK_AUTOSTART_OFF },
    { "", PADDOCK_AUTOSTART_OFF },
    { "\xff\xfe", PADDOCK_AUTOSTART_OFF },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    write_text (cases[i].text);
    g_assert_cmpint (paddock_autostart_find (), ==, cases[i].found);
    /* "On" means on, whatever was there before. */
    g_assert_true (paddock_autostart_set (TRUE, "/usr/bin/paddock", NULL));
    g_assert_cmpint (paddock_autostart_find (), ==, PADDOCK_AUTOSTART_FILE);
  }
  g_assert_true (paddock_autostart_set (FALSE, "", NULL));
}

static void
test_unit (void)
{
  g_autofree char *directory = g_build_filename (g_get_user_config_dir (), "systemd", "user",
                                                 "default.target.wants", NULL);
  g_autofree char *link = g_build_filename (directory, "paddock.service", NULL);

  g_assert_cmpint (g_mkdir_with_parents (directory, 0700), ==, 0);
  g_assert_true (g_file_set_contents (link, "", 0, NULL));
  g_assert_cmpint (paddock_autostart_find (), ==, PADDOCK_AUTOSTART_UNIT);
  /* The unit is not Paddock's to remove. */
  g_assert_true (paddock_autostart_set (FALSE, "", NULL));
  g_assert_cmpint (paddock_autostart_find (), ==, PADDOCK_AUTOSTART_UNIT);
  g_assert_cmpint (g_unlink (link), ==, 0);
  g_assert_cmpint (paddock_autostart_find (), ==, PADDOCK_AUTOSTART_OFF);
}

/* At the start of the service, an existing file stays as it is; a change of the setting is carried
 * out. */
static void
test_apply (void)
{
  static const struct {
    gboolean         is_there;    /* an existing file that is switched off */
    gboolean         is_on;
    gboolean         is_first;
    PaddockAutostart found;
    gboolean         is_left;     /* a file stays, with any contents */
  } cases[] = {
    { FALSE, FALSE, TRUE, PADDOCK_AUTOSTART_OFF, FALSE },
    { FALSE, TRUE, TRUE, PADDOCK_AUTOSTART_FILE, TRUE },
    { TRUE, FALSE, TRUE, PADDOCK_AUTOSTART_OFF, TRUE },
    { TRUE, TRUE, TRUE, PADDOCK_AUTOSTART_OFF, TRUE },
    { FALSE, FALSE, FALSE, PADDOCK_AUTOSTART_OFF, FALSE },
    { FALSE, TRUE, FALSE, PADDOCK_AUTOSTART_FILE, TRUE },
    { TRUE, FALSE, FALSE, PADDOCK_AUTOSTART_OFF, FALSE },
    { TRUE, TRUE, FALSE, PADDOCK_AUTOSTART_FILE, TRUE },
  };
  g_autofree char *path = paddock_autostart_dup_path ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_test_message ("%zu", i);
    g_assert_true (paddock_autostart_set (FALSE, "", NULL));
    if (cases[i].is_there)
      write_text ("[Desktop Entry]\nExec=x\nHidden=true\n");
    paddock_autostart_apply (cases[i].is_on, cases[i].is_first);
    g_assert_cmpint (paddock_autostart_find (), ==, cases[i].found);
    g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS) == cases[i].is_left);
  }
  g_assert_true (paddock_autostart_set (FALSE, "", NULL));
}

static void
test_refused (void)
{
  g_autofree char *path = paddock_autostart_dup_path ();
  g_autofree char *directory = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_false (paddock_autostart_set (TRUE, "/opt/\xff/paddock", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME);
  g_clear_error (&error);

  /* A directory is at the file's place. */
  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
  g_assert_false (paddock_autostart_set (TRUE, "/usr/bin/paddock", &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_false (paddock_autostart_set (FALSE, "/usr/bin/paddock", &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_cmpint (paddock_autostart_find (), ==, PADDOCK_AUTOSTART_OFF);

  /* A file is at the directory's place. */
  g_assert_cmpint (g_rmdir (path), ==, 0);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
  g_assert_true (g_file_set_contents (directory, "", 0, NULL));
  g_assert_false (paddock_autostart_set (TRUE, "/usr/bin/paddock", &error));
  g_assert_nonnull (error);
  g_assert_true (paddock_autostart_set (FALSE, "/usr/bin/paddock", NULL));
  g_assert_cmpint (g_unlink (directory), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);

  g_test_add_func ("/autostart/on-and-off", test_on_and_off);
  g_test_add_func ("/autostart/programs", test_programs);
  g_test_add_func ("/autostart/found", test_found);
  g_test_add_func ("/autostart/unit", test_unit);
  g_test_add_func ("/autostart/apply", test_apply);
  g_test_add_func ("/autostart/refused", test_refused);

  return g_test_run ();
}
