/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "../support/test-tree.h"

#include "paddock-box.h"
#include "paddock-box-error.h"
#include "paddock-error.h"

/* What a box needs before it is built. tests/integration/test-confine.py builds boxes. */

static PaddockBoxFolder *
make_folder (const char *path)
{
  PaddockBoxFolder *folder = g_new0 (PaddockBoxFolder, 1);

  folder->path = g_strdup (path);
  folder->fd = open (path, O_PATH | O_CLOEXEC);
  return folder;
}

static PaddockBox *
make_box (GPtrArray   *folders,
          const char  *program,
          GError     **error)
{
  static const char * const environment[] = { "PATH=/usr/bin", "SECRET=s", NULL };
  const char * const argv[] = { program, "--option", "", NULL };

  return paddock_box_new (&(PaddockBoxOptions) {
    .argv = argv, .environment = environment, .folders = folders, .directory = "/",
  }, error);
}

/* Root could read root's files in a box. */
static void
test_root (void)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  if (geteuid () != 0) {
    g_test_skip ("this is not root");
    return;
  }
  g_assert_null (make_box (folders, "env", &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED);
  g_assert_nonnull (strstr (error->message, "Root"));
}

/* bubblewrap gets the server's command behind "--", and descriptors that nobody else inherits. */
static void
check_box (const Tree *tree)
{
  g_autoptr (GPtrArray) folders =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_box_plan_free_folder);
  g_autofree char *path = tree_path (tree, "home/projects");
  guint before = count_open_files ();
  g_autofree char *fd = NULL;
  g_autofree char *words = NULL;
  g_autofree char *expected = NULL;
  g_autoptr (GError) error = NULL;
  guint n_descriptors = 0;
  PaddockBox *box;
  const int *fds;

  g_ptr_array_add (folders, make_folder (path));
  box = make_box (folders, "env", &error);
  g_assert_no_error (error);
  fds = paddock_box_get_descriptors (box);
  fd = g_strdup_printf ("%d", fds[0]);
  words = g_strjoinv ("|", (char **) paddock_box_get_argv (box));
  expected = g_strconcat ("/usr/bin/bwrap|--args|", fd, "|--|env|--option|", NULL);
  g_assert_cmpstr (words, ==, expected);
  for (; fds[n_descriptors] >= 0; n_descriptors++)
    g_assert_true (fcntl (fds[n_descriptors], F_GETFD) & FD_CLOEXEC);
  g_assert_cmpuint (n_descriptors, ==, 5);
  paddock_box_unref (paddock_box_ref (box));
  paddock_box_unref (box);

  g_assert_null (make_box (folders, "no-such-program", &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_ptr_array_set_size (folders, 0);
  g_assert_cmpuint (count_open_files (), ==, before);
}

/* At most so many folders. */
static void
check_limit (const Tree *tree)
{
  g_autoptr (GPtrArray) folders =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_box_plan_free_folder);
  g_autoptr (GError) error = NULL;
  g_autoptr (PaddockBox) box = NULL;

  for (guint i = 0; i < PADDOCK_BOX_FOLDERS_MAX; i++) {
    g_autofree char *path = g_strdup_printf ("/no-such-folder/%u", i);

    g_ptr_array_add (folders, make_folder (path));
  }
  box = make_box (folders, "env", &error);
  g_assert_no_error (error);
  g_ptr_array_add (folders, make_folder (tree->base));
  g_assert_null (make_box (folders, "env", &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED);
}

/* A process that is no bubblewrap, and ends at once or never says anything. */
static void
check_no_bubblewrap (const Tree *tree)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new ();

  for (guint ends = 0; ends <= 1; ends++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PaddockBox) box = make_box (folders, "env", NULL);
    gint64 begin = g_get_monotonic_time ();
    pid_t pid = fork ();
    int status;

    if (pid == 0) {
      while (!ends)
        pause ();
      _exit (0);
    }
    g_assert_false (paddock_box_begin (box, pid, &error));
    if (ends)
      g_assert_error (error, PADDOCK_BOX_ERROR, PADDOCK_BOX_ERROR_NO_NAMESPACES);
    else
      g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED);
    g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
    g_assert_cmpint (WIFSIGNALED (status), ==, !ends);
    g_assert_cmpint (g_get_monotonic_time () - begin >= PADDOCK_BOX_BUILD_MS * 1000, ==, !ends);
  }
}

static void
test_unprivileged (gconstpointer data)
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
  g_test_add_func ("/box/root", test_root);
  g_test_add_data_func ("/box/new", check_box, test_unprivileged);
  g_test_add_data_func ("/box/limit", check_limit, test_unprivileged);
  g_test_add_data_func ("/box/no-bubblewrap", check_no_bubblewrap, test_unprivileged);
  return g_test_run ();
}
