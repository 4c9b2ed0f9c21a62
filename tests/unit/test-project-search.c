/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-project-search.h"

#include "../support/test-tree.h"

#include <stdlib.h>
#include <string.h>

/* Projects below real directories, harmless and hostile. */

#define WITH(list, expected) find_below (tree, list, expected)

/* What is found, relative to the tree's "top", with what marks it. */
static char *
describe (const Tree           *tree,
          PaddockProjectSearch *search)
{
  g_autoptr (GPtrArray) found = paddock_project_search_steal_found (search);
  g_autofree char *top = tree_path (tree, "top");
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < found->len; i++) {
    const PaddockProjectFind *find = g_ptr_array_index (found, i);
    g_auto (GStrv) names = paddock_project_markers_to_names (find->markers);
    g_autofree char *why = g_strjoinv (",", names);

    g_assert_true (g_str_has_prefix (find->path, top));
    g_string_append_printf (text, "%s%s:%s", i > 0 ? " " : "",
                            find->path[strlen (top)] != '\0' ? find->path + strlen (top) + 1 : ".",
                            why);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* @list: names of files to make; those that end in "/" are directories. */
static void
find_below (const Tree *tree,
            const char *list,
            const char *expected)
{
  g_auto (GStrv) names = g_strsplit (list, " ", -1);
  g_autofree char *top = tree_path (tree, "top");
  g_autoptr (PaddockProjectSearch) search = paddock_project_search_new (top);
  g_autoptr (GError) error = NULL;
  g_autofree char *found = NULL;

  tree_mkdir (tree, "top");
  for (gsize i = 0; names[i] != NULL && *names[i] != '\0'; i++) {
    g_autofree char *relative = g_strconcat ("top/", names[i], NULL);
    g_autofree char *parent = g_path_get_dirname (relative);

    tree_mkdir (tree, g_str_has_suffix (relative, "/") ? relative : parent);
    if (!g_str_has_suffix (relative, "/"))
      tree_write (tree, relative);
  }
  g_assert_true (paddock_project_search_run (search, NULL, &error));
  g_assert_no_error (error);
  found = describe (tree, search);
  g_assert_cmpstr (found, ==, expected);
  g_assert_true (paddock_project_search_get_progress (search).is_ended);
}

static void
test_found (void)
{
  const struct {
    const char *list;
    const char *expected;
  } cases[] = {
    { "", "" },
    { "a/b/c/", "" },
    { "a/.git/ b/Cargo.toml c/deep/er/go.mod d/x.txt",
      "a:.git b:Cargo.toml c/deep/er:go.mod" },
    { "a/.git/ a/Cargo.toml a/any.sln", "a:.git,Cargo.toml,*.sln" },
    { "worktree/.git", "worktree:.git" },
    /* The search stops at a repository. Below a project that only has a file, it looks for
     * repositories. */
    { "a/.git/ a/sub/.git/ a/pkg/package.json", "a:.git" },
    { "a/package.json a/pkg/package.json a/sub/.git/ a/x/y/.hg/",
      "a:package.json a/sub:.git a/x/y:.hg" },
    /* The picked directory is always looked through, and what lies in it counts for itself. */
    { ".git/ a/Cargo.toml b/.git/", ".:.git a:Cargo.toml b:.git" },
    { "package.json a/Cargo.toml", ".:package.json a:Cargo.toml" },
    /* Skipped directories. */
    { "node_modules/x/package.json target/y/.git/ build/z/.git/ .cache/w/.git/", "" },
    { "vendor/v/go.mod venv/x/setup.py .venv/y/setup.py __pycache__/z/setup.py", "" },
    { "a/node_modules/x/package.json", "" },
    { "mine/pyvenv.cfg mine/lib/x/setup.py", "" },
    { "mine/CACHEDIR.TAG mine/x/.git/", "" },
    /* The picked directory may have such a mark itself. */
    { "CACHEDIR.TAG a/.git/", "a:.git" },
    { "targets/.git/ Build/.git/ node_modules2/.git/",
      "Build:.git node_modules2:.git targets:.git" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (Tree) tree = tree_new ();

    WITH (cases[i].list, cases[i].expected);
  }
}

/* No link is followed, whether it leads out, up or in a circle; but the picked one is. */
static void
test_links (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autofree char *up = tree_path (tree, "top/up");
  g_autofree char *out = tree_path (tree, "top/out");
  g_autofree char *marker = tree_path (tree, "top/plain/Cargo.toml");
  g_autofree char *picked = tree_path (tree, "picked");
  g_autofree char *top = tree_path (tree, "top");
  g_autoptr (PaddockProjectSearch) search = paddock_project_search_new (picked);
  g_autofree char *found = NULL;

  tree_mkdir (tree, "elsewhere/.git");
  tree_mkdir (tree, "top/plain");
  tree_mkdir (tree, "top/a/.git");
  g_assert_cmpint (symlink ("..", up), ==, 0);
  g_assert_cmpint (symlink ("../elsewhere", out), ==, 0);
  g_assert_cmpint (symlink ("/etc/passwd", marker), ==, 0);
  g_assert_cmpint (symlink (top, picked), ==, 0);

  g_assert_true (paddock_project_search_run (search, NULL, NULL));
  found = describe (tree, search);
  g_assert_cmpstr (found, ==, "a:.git");
  g_assert_cmpuint (paddock_project_search_get_progress (search).n_unreadable, ==, 0);
}

static void
test_not_there (void)
{
  g_autoptr (Tree) tree = tree_new ();
  const char * const names[] = { "missing", "own/paddock.db" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = tree_path (tree, names[i]);
    g_autoptr (PaddockProjectSearch) search = paddock_project_search_new (path);
    g_autoptr (GError) error = NULL;

    g_assert_false (paddock_project_search_run (search, NULL, &error));
    g_assert_error (error, G_IO_ERROR,
                    (int) (i == 0 ? G_IO_ERROR_NOT_FOUND : G_IO_ERROR_NOT_DIRECTORY));
    g_assert_true (paddock_project_search_get_progress (search).is_ended);
  }
}

/* An unreadable directory is counted, and the rest is found. */
static void
test_unreadable (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autofree char *top = tree_path (tree, "top");
  int status;
  pid_t child;

  tree_mkdir (tree, "top/closed/inner/.git");
  tree_mkdir (tree, "top/open/.git");
  tree_chmod (tree, "top/closed", 0);
  tree_chmod (tree, ".", 0755);

  /* Permissions do not stop root. */
  child = fork ();
  if (child == 0) {
    g_autoptr (PaddockProjectSearch) search = paddock_project_search_new (top);
    PaddockProjectProgress progress;
    g_autofree char *found = NULL;

    if (getuid () == 0 && (setgid (NOBODY) != 0 || setuid (NOBODY) != 0))
      _exit (2);
    if (!paddock_project_search_run (search, NULL, NULL))
      _exit (3);
    progress = paddock_project_search_get_progress (search);
    found = describe (tree, search);
    _exit (progress.n_unreadable == 1 && g_str_equal (found, "open:.git") ? 0 : 4);
  }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 0);
  tree_chmod (tree, "top/closed", 0755);
}

/* The greatest depth, and one deeper. */
static void
test_deep (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (GString) path = g_string_new (NULL);

  for (guint i = 0; i < PADDOCK_PROJECT_SEARCH_MAX_DEPTH; i++)
    g_string_append (path, "d/");
  {
    g_autofree char *list = g_strconcat (path->str, "go.mod ", path->str, "d/go.mod", NULL);
    g_autofree char *expected = g_strdup_printf ("%.*s:go.mod", (int) path->len - 1, path->str);

    WITH (list, expected);
  }
}

static void
make_many (const char *top,
           guint       n)
{
  for (guint i = 0; i < n; i++) {
    g_autofree char *path = g_strdup_printf ("%s/%u/%u", top, i / 100, i);

    g_assert_cmpint (g_mkdir_with_parents (path, 0755), ==, 0);
  }
}

/* Many directories: the count and the progress only grow. One thread watches while another runs. */
static gpointer
run_search (gpointer data)
{
  return GINT_TO_POINTER (paddock_project_search_run (data, NULL, NULL));
}

static void
test_many (void)
{
  guint n = g_getenv ("PADDOCK_TEST_FULL") != NULL ? 100000 : 3000;
  g_autoptr (Tree) tree = tree_new ();
  g_autofree char *top = tree_path (tree, "top");
  g_autoptr (PaddockProjectSearch) search = paddock_project_search_new (top);
  PaddockProjectProgress progress;
  double before = 0;
  GThread *thread;

  make_many (top, n);
  tree_write (tree, "top/0/7/go.mod");
  thread = g_thread_new ("search", run_search, search);
  do {
    progress = paddock_project_search_get_progress (search);
    g_assert_cmpfloat (progress.fraction, >=, before);
    g_assert_cmpfloat (progress.fraction, <=, 1);
    before = progress.fraction;
    g_thread_yield ();
  } while (!progress.is_ended);
  g_assert_true (GPOINTER_TO_INT (g_thread_join (thread)));

  g_assert_cmpuint (progress.n_looked, ==, 1 + n + n / 100);
  g_assert_false (progress.is_cut);
  {
    g_autofree char *found = describe (tree, search);

    g_assert_cmpstr (found, ==, "0/7:go.mod");
  }
}

/* At the limit the search ends, and says so. */
static void
test_too_many (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autofree char *top = tree_path (tree, "top");
  g_autoptr (PaddockProjectSearch) search = paddock_project_search_new (top);
  g_autoptr (GPtrArray) found = NULL;

  for (guint i = 0; i <= PADDOCK_PROJECT_SEARCH_MAX_FOUND; i++) {
    g_autofree char *path = g_strdup_printf ("%s/%u/.git", top, i);

    g_assert_cmpint (g_mkdir_with_parents (path, 0755), ==, 0);
  }
  g_assert_true (paddock_project_search_run (search, NULL, NULL));
  found = paddock_project_search_steal_found (search);
  g_assert_cmpuint (found->len, ==, PADDOCK_PROJECT_SEARCH_MAX_FOUND);
  g_assert_true (paddock_project_search_get_progress (search).is_cut);
}

static void
test_cancelled (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autofree char *top = tree_path (tree, "top");
  g_autoptr (PaddockProjectSearch) search = paddock_project_search_new (top);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  make_many (top, 200);
  g_cancellable_cancel (cancellable);
  g_assert_false (paddock_project_search_run (search, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (paddock_project_search_get_progress (search).n_looked, <=, 1);
  g_assert_true (paddock_project_search_get_progress (search).is_ended);
}

/* Another file system is not entered. */
static void
test_mounts (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autofree char *top = tree_path (tree, "top");
  g_autofree char *mounted = tree_path (tree, "top/mounted");
  g_autofree char *inner = tree_path (tree, "top/mounted/inner/.git");
  g_autofree char *command = g_strdup_printf (
    "mount -t tmpfs none '%s' 2>/dev/null && mkdir -p '%s'", mounted, inner);
  g_autofree char *back = g_strdup_printf ("umount '%s'", mounted);
  g_autoptr (PaddockProjectSearch) below = paddock_project_search_new (top);
  g_autofree char *found = NULL;

  tree_mkdir (tree, "top/mounted");
  tree_mkdir (tree, "top/own/.git");
  if (system (command) != 0) {
    g_test_skip ("nothing can be mounted here");
    return;
  }
  g_assert_true (paddock_project_search_run (below, NULL, NULL));
  found = describe (tree, below);
  g_assert_cmpint (system (back), ==, 0);
  g_assert_cmpstr (found, ==, "own:.git");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/project-search/found", test_found);
  g_test_add_func ("/project-search/links", test_links);
  g_test_add_func ("/project-search/not-there", test_not_there);
  g_test_add_func ("/project-search/unreadable", test_unreadable);
  g_test_add_func ("/project-search/deep", test_deep);
  g_test_add_func ("/project-search/many", test_many);
  g_test_add_func ("/project-search/too-many", test_too_many);
  g_test_add_func ("/project-search/cancelled", test_cancelled);
  g_test_add_func ("/project-search/mounts", test_mounts);
  return g_test_run ();
}
