/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "../support/test-tree.h"

#include "paddock-box-cache.h"
#include "paddock-error.h"

/* npx names the directory of "semver@7.6.0" so. */
#define HASH "9dfaefb6dc6ac94c"
#define PACKAGE "semver@7.6.0"
#define USER "home/.npm/_npx/" HASH
#define SERVER "own/.npm/_npx/" HASH

static Tree *
make_tree (void)
{
  Tree *tree = tree_new ();

  tree_mkdir (tree, USER "/node_modules/semver/bin");
  tree_mkdir (tree, USER "/node_modules/.bin");
  tree_write (tree, USER "/package.json");
  tree_write (tree, USER "/node_modules/.package-lock.json");
  tree_write (tree, USER "/node_modules/semver/bin/semver.js");
  tree_link (tree, "../semver/bin/semver.js", USER "/node_modules/.bin/semver");
  tree_mkdir (tree, "home/.npm/_npx/other");
  tree_write (tree, "home/.npm/_npx/other/secret");
  tree_mkdir (tree, "own");
  return tree;
}

static gboolean
exists (const Tree *tree,
        const char *relative)
{
  g_autofree char *path = tree_path (tree, relative);
  struct stat info;

  return lstat (path, &info) == 0;
}

/* Returns whether it was copied. Nothing may stay open. @problem: (nullable): a part of the
 * error */
static gboolean
copy (const Tree *tree,
      const char *package,
      const char *problem)
{
  g_autofree char *home = tree_path (tree, "home");
  g_autofree char *own = tree_path (tree, "own");
  g_autoptr (GError) error = NULL;
  guint before = count_open_files ();
  int fd = open (own, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  gboolean is_copied = paddock_box_cache_copy_package (home, fd, package, &error);

  close (fd);
  g_assert_cmpuint (count_open_files (), ==, before);
  g_assert_cmpint (error != NULL, ==, problem != NULL);
  if (problem != NULL)
    g_assert_nonnull (strstr (error->message, problem));
  return is_copied;
}

static void
test_copied (void)
{
  Tree *tree = make_tree ();
  g_autofree char *script = tree_path (tree, SERVER "/node_modules/semver/bin/semver.js");
  g_autofree char *bin = tree_path (tree, SERVER "/node_modules/.bin/semver");
  g_autofree char *target = NULL;

  g_assert_false (copy (tree, "semver", NULL));
  g_assert_false (copy (tree, "other", NULL));
  g_assert_false (copy (tree, "../other", NULL));
  g_assert_false (copy (tree, "", NULL));
  g_assert_true (copy (tree, PACKAGE, NULL));
  g_assert_true (g_file_test (script, G_FILE_TEST_IS_REGULAR));
  target = g_file_read_link (bin, NULL);
  g_assert_cmpstr (target, ==, "../semver/bin/semver.js");
  g_assert_false (exists (tree, "own/.npm/_npx/other"));
  g_assert_false (exists (tree, SERVER ".part"));
  /* What the server has is kept. */
  tree_remove (tree, SERVER "/package.json");
  g_assert_false (copy (tree, PACKAGE, NULL));
  g_assert_false (exists (tree, SERVER "/package.json"));
  tree_free (tree);
}

/* npx is changing it, or never completed it; an earlier copy was not completed. */
static void
test_incomplete (void)
{
  static const char * const steps[] = { "concurrency.lock", "node_modules/.package-lock.json" };

  for (gsize i = 0; i <= G_N_ELEMENTS (steps); i++) {
    Tree *tree = make_tree ();
    g_autofree char *name = i < 2 ? g_build_filename (USER, steps[i], NULL) : NULL;

    if (i == 0)
      tree_mkdir (tree, name);
    else if (i == 1)
      tree_remove (tree, name);
    else
      tree_mkdir (tree, SERVER ".part");
    g_assert_false (copy (tree, PACKAGE, NULL));
    g_assert_false (exists (tree, SERVER));
    tree_free (tree);
  }
}

/* No link leads out of the package, on either side, and circles end. */
static void
test_links (void)
{
  static const struct { const char *target;
                        gboolean    is_copied;
  } rows[] = {
    { "../../../other/secret", FALSE }, { "../../package.json", FALSE }, { "/etc/passwd", FALSE },
    { "../package.json", TRUE }, { "semver/../../package.json", TRUE }, { "link", TRUE },
    { "semver/../../../other", FALSE }, { ".", TRUE }, { "..", TRUE }, { "../..", FALSE },
  };
  Tree *tree;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    tree = make_tree ();
    tree_link (tree, rows[i].target, USER "/node_modules/link");
    g_test_message ("%s", rows[i].target);
    g_assert_true (copy (tree, PACKAGE, NULL));
    g_assert_cmpint (exists (tree, SERVER "/node_modules/link"), ==, rows[i].is_copied);
    tree_free (tree);
  }
  for (guint is_server = 0; is_server <= 1; is_server++) {
    tree = make_tree ();
    if (is_server) {
      tree_mkdir (tree, "own/.npm");
      tree_link (tree, "../../home", "own/.npm/_npx");
    } else {
      tree_rename (tree, "home/.npm/_npx", "home/elsewhere");
      tree_link (tree, "../elsewhere", "home/.npm/_npx");
    }
    g_assert_false (copy (tree, PACKAGE, NULL));
    g_assert_false (exists (tree, "home/" HASH));
    tree_free (tree);
  }
}

static void
make_sized (const Tree *tree,
            const char *relative,
            gint64      size)
{
  g_autofree char *path = tree_path (tree, relative);

  tree_write (tree, relative);
  g_assert_cmpint (truncate (path, size), ==, 0);
}

/* Too much is not copied, not even in part, and the error says so. */
static void
test_limits (void)
{
  Tree *tree = make_tree ();

  make_sized (tree, USER "/package.json", 10 * 1024 * 1024);
  g_assert_true (copy (tree, PACKAGE, NULL));
  tree_free (tree);

  tree = make_tree ();
  make_sized (tree, USER "/large", PADDOCK_BOX_CACHE_BYTES_MAX);
  g_assert_false (copy (tree, PACKAGE, PACKAGE " is downloaded again"));
  g_assert_false (exists (tree, SERVER ".part"));
  tree_free (tree);

  tree = make_tree ();
  for (guint i = 0; i < PADDOCK_BOX_CACHE_FILES_MAX; i++) {
    g_autofree char *name = g_strdup_printf (USER "/node_modules/%u", i);

    tree_write (tree, name);
  }
  g_assert_false (copy (tree, PACKAGE, "it is too large"));
  tree_free (tree);
}

/* Something that is no file, link or directory is left out. */
static void
test_fifo (void)
{
  Tree *tree = make_tree ();

  tree_fifo (tree, USER "/node_modules/fifo");
  g_assert_true (copy (tree, PACKAGE, NULL));
  g_assert_false (exists (tree, SERVER "/node_modules/fifo"));
  tree_free (tree);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/box-cache/copied", test_copied);
  g_test_add_func ("/box-cache/incomplete", test_incomplete);
  g_test_add_func ("/box-cache/links", test_links);
  g_test_add_func ("/box-cache/limits", test_limits);
  g_test_add_func ("/box-cache/fifo", test_fifo);
  return g_test_run ();
}
