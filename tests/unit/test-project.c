/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-project.h"

#include "../support/test-tree.h"

/* What marks a project: the table by names, and real directories. */

static void
assert_names (PaddockMarkers  markers,
              const char     *expected)
{
  g_auto (GStrv) names = paddock_project_markers_to_names (markers);
  g_autofree char *text = g_strjoinv (" ", names);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_match (void)
{
  const struct {
    const char *name;
    gboolean    is_directory;
    const char *marker;
  } cases[] = {
    { ".git", TRUE, ".git" },
    { ".git", FALSE, ".git" },
    { ".hg", TRUE, ".hg" },
    { ".svn", TRUE, ".svn" },
    { ".jj", TRUE, ".jj" },
    { "package.json", FALSE, "package.json" },
    { "Cargo.toml", FALSE, "Cargo.toml" },
    { "pyproject.toml", FALSE, "pyproject.toml" },
    { "go.mod", FALSE, "go.mod" },
    { "meson.build", FALSE, "meson.build" },
    { "CMakeLists.txt", FALSE, "CMakeLists.txt" },
    { "pom.xml", FALSE, "pom.xml" },
    { "build.gradle.kts", FALSE, "build.gradle.kts" },
    { "a.sln", FALSE, "*.sln" },
    { "caf\351.sln", FALSE, "*.sln" },
    { "a.slnx", FALSE, "*.slnx" },
    { ".hg", FALSE, "" },
    { ".svn", FALSE, "" },
    { ".jj", FALSE, "" },
    { "package.json", TRUE, "" },
    { "a.sln", TRUE, "" },
    { ".sln", FALSE, "" },
    { "sln", FALSE, "" },
    { "*.sln.bak", FALSE, "" },
    { "a.SLN", FALSE, "" },
    { ".GIT", TRUE, "" },
    { "cargo.toml", FALSE, "" },
    { "Cargo.toml~", FALSE, "" },
    { ".gitignore", FALSE, "" },
    { ".git ", TRUE, "" },
    { "", FALSE, "" },
    { ".", TRUE, "" },
    { "..", TRUE, "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_names (paddock_project_match_entry (cases[i].name, cases[i].is_directory),
                  cases[i].marker);
}

static void
test_names (void)
{
  const char * const mixed[] = {
    "Cargo.toml", "moon.toml", ".git", "", "\xff", "Cargo.toml", NULL
  };
  const char * const none[] = { NULL };
  PaddockMarkers markers = paddock_project_markers_from_names (mixed);

  /* In the table's order, each once, without unknown names. */
  assert_names (markers, ".git Cargo.toml");
  g_assert_cmpuint (paddock_project_markers_from_names (none), ==, 0);
  g_assert_cmpuint (paddock_project_markers_from_names (NULL), ==, 0);
  assert_names (0, "");
}

static void
test_project (void)
{
  const struct {
    const char    *names;
    PaddockProject project;
    gboolean       is_repository;
  } cases[] = {
    { "", PADDOCK_PROJECT_NONE, FALSE },
    { ".git", PADDOCK_PROJECT_GIT, TRUE },
    { ".jj .git", PADDOCK_PROJECT_GIT, TRUE },
    { ".git Cargo.toml", PADDOCK_PROJECT_RUST, TRUE },
    { "package.json Cargo.toml", PADDOCK_PROJECT_RUST, FALSE },
    { "meson.build package.json", PADDOCK_PROJECT_NODE, FALSE },
    { "*.sln", PADDOCK_PROJECT_DOTNET, FALSE },
    { ".svn configure.ac", PADDOCK_PROJECT_AUTOTOOLS, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (GStrv) names = g_strsplit (cases[i].names, " ", -1);
    PaddockMarkers markers = paddock_project_markers_from_names ((const char * const *) names);

    g_assert_cmpint (paddock_project_markers_get_project (markers), ==, cases[i].project);
    g_assert_cmpint (paddock_project_markers_is_repository (markers), ==, cases[i].is_repository);
  }
}

static void
look (const Tree *tree,
      const char *relative,
      const char *expected)
{
  g_autofree char *path = tree_path (tree, relative);

  assert_names (paddock_project_look (path, NULL), expected);
}

static void
test_look (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autofree char *link = tree_path (tree, "link");
  g_autofree char *target = tree_path (tree, "rust");
  g_autofree char *linked = tree_path (tree, "linked/Cargo.toml");
  g_autofree char *fifo = tree_path (tree, "linked/pom.xml");

  tree_mkdir (tree, "rust/.git");
  tree_write (tree, "rust/Cargo.toml");
  tree_write (tree, "rust/any.sln");
  tree_mkdir (tree, "worktree");
  tree_write (tree, "worktree/.git");
  tree_mkdir (tree, "below/inner/.git");
  tree_mkdir (tree, "linked");
  g_assert_cmpint (symlink (target, link), ==, 0);
  g_assert_cmpint (symlink ("../rust/Cargo.toml", linked), ==, 0);
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);

  look (tree, "rust", ".git Cargo.toml *.sln");
  look (tree, "worktree", ".git");
  /* A marker does not count if it is deeper, behind a link, or no file; and it needs a
   * directory. */
  look (tree, "below", "");
  look (tree, "linked", "");
  look (tree, "link", "");
  look (tree, "rust/Cargo.toml", "");
  look (tree, "linked/pom.xml", "");
  look (tree, "missing", "");
}

/* A name is found in a directory of any size, an ending only among the entries that are read. */
static void
test_large (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autofree char *path = tree_path (tree, "large");

  tree_mkdir (tree, "large");
  for (guint i = 0; i < PADDOCK_PROJECT_MAX_ENTRIES + 10; i++) {
    g_autofree char *name = g_strdup_printf ("large/%u.csproj", i);

    tree_write (tree, name);
  }
  tree_write (tree, "large/go.mod");
  look (tree, "large", "go.mod *.csproj");

  g_cancellable_cancel (cancelled);
  assert_names (paddock_project_look (path, cancelled), "go.mod");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/project/match", test_match);
  g_test_add_func ("/project/names", test_names);
  g_test_add_func ("/project/project", test_project);
  g_test_add_func ("/project/look", test_look);
  g_test_add_func ("/project/large", test_large);
  return g_test_run ();
}
