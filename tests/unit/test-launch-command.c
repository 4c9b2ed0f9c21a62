/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-launch-command.h"

#include <string.h>

#include "paddock-arguments.h"
#include "paddock-error.h"

static PaddockRootList *
read_list (const char *text)
{
  return paddock_root_list_read ((PaddockSpan) { text, strlen (text) });
}

static void
test_fill (void)
{
  static const char * const argv[] = { "./sh", "{roots}", "x={root}", NULL };
  g_autofree char *here = g_get_current_dir ();
  g_autofree char *program = g_strconcat (here, "/sh", NULL);
  g_autoptr (PaddockRootList) list =
    read_list ("{\"roots\":[{\"uri\":\"file:///a%20b\"},{\"uri\":\"file:///c%FF\"}]}");
  const char * const paths[] = { "/a b", "/c\xff", NULL };

  for (guint i = 0; i < 4; i++) {
    gboolean enters = (i & 1) != 0, is_literal = (i & 2) != 0;
    g_autoptr (PaddockLaunchCommand) command =
      paddock_launch_command_new (&(PaddockLaunchCommandOptions) { argv, is_literal, enters });
    const PaddockChildOptions *options;
    g_autofree char *text = NULL;
    g_autoptr (GError) error = NULL;

    g_assert_false (paddock_launch_command_is_filled (command));
    g_assert_null (paddock_launch_command_get_held (command)[0]);
    options = paddock_launch_command_fill (command, list, &error);
    g_assert_no_error (error);
    g_assert_true (paddock_launch_command_is_filled (command));
    g_assert_cmpstrv (paddock_launch_command_get_held (command), paths);
    text = g_strjoinv ("|", (char **) options->argv);
    g_assert_cmpstr (text, ==, is_literal ? "./sh|{roots}|x={root}" : "./sh|/a b|/c\xff|x=/a b");
    g_assert_cmpstr (options->program, ==, enters ? program : NULL);
    g_assert_cmpint (options->folders != NULL, ==, enters);
    if (enters)
      g_assert_cmpstr (options->folders[0], ==, "/a b");
    g_assert_cmpstr (g_environ_getenv ((char **) options->environment, PADDOCK_ENV_ROOTS), ==,
                     "[{\"uri\":\"file:///a%20b\"},{\"uri\":\"file:///c%FF\"}]");
  }
}

/* The next server gets what is shared then. */
static void
test_fill_again (void)
{
  static const char * const argv[] = { "sh", "{roots}", NULL };
  g_autoptr (PaddockLaunchCommand) command =
    paddock_launch_command_new (&(PaddockLaunchCommandOptions) { argv, FALSE, FALSE });
  g_autoptr (PaddockRootList) list = read_list ("{\"roots\":[{\"uri\":\"file:///a\"}]}");
  g_autoptr (PaddockRootList) nothing = paddock_root_list_new_empty ();
  const PaddockChildOptions *options;

  paddock_launch_command_fill (command, list, NULL);
  options = paddock_launch_command_fill (command, nothing, NULL);
  g_assert_cmpstr (options->argv[0], ==, "sh");
  g_assert_null (options->argv[1]);
  g_assert_null (paddock_launch_command_get_held (command)[0]);
}

/* A folder that is entered is no place to look for the program. */
static void
test_no_program (void)
{
  static const char * const argv[] = { "no-such-program-anywhere", NULL };
  g_autoptr (PaddockRootList) nothing = paddock_root_list_new_empty ();

  for (guint enters = 0; enters <= 1; enters++) {
    g_autoptr (PaddockLaunchCommand) command =
      paddock_launch_command_new (&(PaddockLaunchCommandOptions) { argv, FALSE, enters });
    g_autoptr (GError) error = NULL;

    g_assert_cmpint (paddock_launch_command_fill (command, nothing, &error) == NULL, ==, enters);
    g_assert_cmpint (g_error_matches (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND), ==, enters);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/launch-command/fill", test_fill);
  g_test_add_func ("/launch-command/fill-again", test_fill_again);
  g_test_add_func ("/launch-command/no-program", test_no_program);
  return g_test_run ();
}
