/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "../support/test-tree.h"

#include "paddock-arguments.h"
#include "paddock-box-error.h"
#include "paddock-error.h"
#include "paddock-launch-command.h"
#include "paddock-names.h"

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

static void
test_not_confined (void)
{
  static const char * const argv[] = { "sh", NULL };
  const char * const paths[] = { "/a", "/b", NULL };
  g_autoptr (PaddockLaunchCommand) command =
    paddock_launch_command_new (&(PaddockLaunchCommandOptions) { .argv = argv });
  g_autoptr (PaddockRootList) list = read_list (
    "{\"roots\":[{\"uri\":\"file:///a\"},{\"uri\":\"file:///b\",\"_meta\":{"
    "\"io.github.paddock-mcp/access\":\"read-only\"}}]}");
  g_auto (GStrv) given = paddock_launch_command_dup_given (command, list);

  g_assert_null (paddock_launch_command_get_confinement (command));
  g_assert_cmpstrv (given, paths);
  g_assert_null (paddock_launch_command_get_given (command)[0]);
  g_assert_null (paddock_launch_command_fill (command, list, NULL)->box);
  g_assert_cmpstrv (paddock_launch_command_get_given (command), paths);
}

/* Returns a list with a directory that is there, one that is gone, and one without a record. */
static PaddockRootList *
make_confined_list (const Tree *tree)
{
  g_autofree char *path = tree_path (tree, "home/projects");
  g_autoptr (PaddockFileRecord) record = record_of (tree, "home/projects");
  g_autoptr (GVariant) variant = g_variant_ref_sink (paddock_file_record_to_variant (record));
  g_autofree char *text = g_variant_print (variant, FALSE);
  g_autofree char *quoted = paddock_json_quote (text);
  g_autofree char *json = g_strdup_printf (
    "{\"roots\":[{\"uri\":\"file://%s\",\"_meta\":{\"" PADDOCK_META_RECORD "\":%s}},"
    "{\"uri\":\"file://%s-gone\",\"_meta\":{\"" PADDOCK_META_RECORD "\":%s}},"
    "{\"uri\":\"file:///usr\"}]}", path, quoted, path, quoted);

  return read_list (json);
}

/* The server is started with what its box has, and only that. */
static void
fill_confined (const Tree *tree)
{
  static const char * const argv[] = { "/usr/bin/env", "{roots}", NULL };
  static const PaddockConfinementOptions confinement = { .has_network = FALSE };
  g_autofree char *path = tree_path (tree, "home/projects");
  const char * const held[] = { path, NULL };
  g_autoptr (PaddockLaunchCommand) command =
    paddock_launch_command_new (&(PaddockLaunchCommandOptions) {
    .argv = argv, .enters_folder = TRUE, .confinement = &confinement,
  });
  g_autoptr (PaddockRootList) list = make_confined_list (tree);
  g_autoptr (PaddockRootList) nothing = paddock_root_list_new_empty ();
  g_auto (GStrv) grants = paddock_root_list_dup_grants (list);
  g_autofree char *roots = g_strdup_printf ("[{\"uri\":\"file://%s\"}]", path);
  const PaddockChildOptions *options;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (paddock_launch_command_get_confinement (command));
  options = paddock_launch_command_fill (command, list, &error);
  g_assert_no_error (error);
  g_assert_cmpstrv (paddock_launch_command_get_held (command), held);
  g_assert_cmpstrv (paddock_launch_command_get_given (command), grants);
  g_assert_cmpstr (options->argv[1], ==, path);
  g_assert_null (options->argv[2]);
  g_assert_cmpstr (g_environ_getenv ((char **) options->environment, PADDOCK_ENV_ROOTS), ==, roots);
  g_assert_nonnull (options->box);
  g_assert_cmpstr (paddock_box_get_argv (options->box)[0], ==, "/usr/bin/bwrap");

  options = paddock_launch_command_fill (command, nothing, &error);
  g_assert_no_error (error);
  g_assert_nonnull (options->box);
  g_assert_null (options->argv[1]);
  g_assert_null (paddock_launch_command_get_held (command)[0]);
  g_assert_null (paddock_launch_command_get_given (command)[0]);
}

/* A server that can't be confined is not started. What the last one got stays known. */
static void
refuse_confined (const Tree *tree)
{
  g_autofree char *program = tree_path (tree, "home/projects/file");
  const char * const argv[] = { program, NULL };
  static const PaddockConfinementOptions confinement = { .has_network = TRUE };
  g_autoptr (PaddockLaunchCommand) command =
    paddock_launch_command_new (&(PaddockLaunchCommandOptions) {
    .argv = argv, .confinement = &confinement,
  });
  g_autoptr (PaddockRootList) list = make_confined_list (tree);
  g_autoptr (PaddockRootList) nothing = paddock_root_list_new_empty ();
  g_autoptr (GError) error = NULL;

  g_assert_null (paddock_launch_command_fill (command, nothing, &error));
  g_assert_error (error, PADDOCK_BOX_ERROR, PADDOCK_BOX_ERROR_PROGRAM);
  g_assert_nonnull (strstr (error->message, "--confine-read"));
  g_assert_false (paddock_launch_command_is_filled (command));
  /* The folder that holds the program is shared. */
  g_assert_nonnull (paddock_launch_command_fill (command, list, NULL));
  g_assert_null (paddock_launch_command_fill (command, nothing, NULL));
  g_assert_nonnull (paddock_launch_command_get_held (command)[0]);
}

/* A box can only be made for an ordinary user, and if there is bubblewrap. */
static void
test_confined (gconstpointer data)
{
  void (*function) (const Tree *tree) = (void (*)(const Tree *tree))data;
  g_autoptr (Tree) tree = tree_new ();

  if (g_file_test ("/usr/bin/bwrap", G_FILE_TEST_IS_EXECUTABLE))
    run_unprivileged (tree, function);
  else
    g_test_skip ("bubblewrap is missing");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/launch-command/fill", test_fill);
  g_test_add_func ("/launch-command/fill-again", test_fill_again);
  g_test_add_func ("/launch-command/no-program", test_no_program);
  g_test_add_func ("/launch-command/not-confined", test_not_confined);
  g_test_add_data_func ("/launch-command/confined/fill", fill_confined, test_confined);
  g_test_add_data_func ("/launch-command/confined/refused", refuse_confined, test_confined);
  return g_test_run ();
}
