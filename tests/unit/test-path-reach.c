/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-path-reach.h"

#include "../support/test-tree.h"

/* %s is the test's own directory. It is on a disk; what is below far/ may not answer. */
#define MOUNTS "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n" \
  "2 1 0:50 / %s/far rw - fuse.sshfs host: rw\n" \
  "3 2 8:2 / %s/far/disk rw - ext4 /dev/sdb1 rw\n"

/* In the tree: home/projects/ (with file and deep/), far/, and these links in home/. */
static const struct {
  const char *name;
  const char *target;             /* "=" at the front: below the test's directory */
} links[] = {
  { "link", "projects" },
  { "again", "link/deep/.." },
  { "away", "=far/there" },
  { "up", "../far" },
  { "loop", "loop" },
  { "ping", "pong" },
  { "pong", "ping" },
  { "dangling", "nowhere/at/all" },
  { "top", "/" },
};

/* NULL: the text names no file. */
static const struct {
  const char *picked;
  const char *reached;
} cases[] = {
  { "=", "=" },
  { "=home/projects", "=home/projects" },
  { "=home//./projects/", "=home/projects" },
  { "=home/projects/file", "=home/projects/file" },
  { "=home/projects/file/x", "=home/projects/file/x" },
  { "=home/projects/..", "=home" },
  { "=home/link", "=home/projects" },
  { "=home/link/..", "=home" },
  { "=home/link/deep", "=home/projects/deep" },
  { "=home/again/file", "=home/projects/file" },
  { "=home/nothing", "=home/nothing" },
  { "=home/nothing/more/..", "=home/nothing" },
  { "=home/dangling/x", "=home/nowhere" },
  /* Something that may not answer is named by its first component there, and never asked. */
  { "=far", "=far" },
  { "=far/there/and/more", "=far" },
  { "=far/../home", "=far" },
  { "=far/disk/x", "=far" },
  { "=home/away/x", "=far" },
  { "=home/up/x", "=far" },
  { "=home/up/../home", "=far" },
  { "=home/top/nonexistent", "/nonexistent" },
  { "/..", "/" },
  { "/", "/" },
  { "file://=home/link", "=home/projects" },
  { "file://localhost=far/x", "=far" },
  { "file://host=home", NULL },
  { "https://host/x", NULL },
  { "relative", NULL },
  { "", NULL },
};

/* "=" means the test's directory. */
static char *
expand (Tree       *tree,
        const char *text)
{
  g_auto (GStrv) parts = text != NULL ? g_strsplit (text, "=", 2) : NULL;
  g_autofree char *base = g_strconcat (tree->base, "/", NULL);

  if (text == NULL)
    return NULL;
  if (parts[0] == NULL || parts[1] == NULL)
    return g_strdup (text);
  return parts[1][0] == '\0' ? g_strconcat (parts[0], tree->base, NULL)
                             : g_strconcat (parts[0], base, parts[1], NULL);
}

static Tree *
tree_with_links (void)
{
  Tree *tree = tree_new ();

  tree_mkdir (tree, "far/there");
  for (gsize i = 0; i < G_N_ELEMENTS (links); i++) {
    g_autofree char *target = expand (tree, links[i].target);
    g_autofree char *name = g_build_filename ("home", links[i].name, NULL);

    tree_link (tree, target, name);
  }
  return tree;
}

static PaddockMountTable *
mounts_of (Tree *tree)
{
  g_auto (GStrv) parts = g_strsplit (MOUNTS, "%s", -1);
  g_autofree char *text = g_strjoinv (tree->base, parts);

  return paddock_mount_table_parse (text);
}

static void
test_table (void)
{
  g_autoptr (Tree) tree = tree_with_links ();
  g_autoptr (PaddockMountTable) mounts = mounts_of (tree);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *picked = expand (tree, cases[i].picked);
    g_autofree char *expected = expand (tree, cases[i].reached);
    g_autofree char *reached = paddock_path_reach (picked, mounts);

    g_test_message ("%s", picked);
    g_assert_cmpstr (reached, ==, expected);
  }
}

/* A loop always ends. */
static void
test_loops (void)
{
  static const char * const names[] = { "home/loop", "home/ping", "home/pong/x" };
  g_autoptr (Tree) tree = tree_with_links ();
  g_autoptr (PaddockMountTable) mounts = mounts_of (tree);

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *picked = g_build_filename (tree->base, names[i], NULL);
    g_autofree char *reached = paddock_path_reach (picked, mounts);

    g_assert_true (g_str_has_prefix (reached, tree->base));
  }
}

static void
test_too_long (void)
{
  g_autoptr (PaddockMountTable) mounts = paddock_mount_table_parse (MOUNTS);
  g_autofree char *longest = g_strnfill (PATH_MAX - 1, '/');
  g_autofree char *too_long = g_strnfill (PATH_MAX, '/');
  g_autofree char *reached = paddock_path_reach (longest, mounts);

  g_assert_cmpstr (reached, ==, "/");
  g_assert_null (paddock_path_reach (too_long, mounts));
}

/* No mount is known, so nothing is asked. */
static void
test_no_mounts (void)
{
  g_autoptr (PaddockMountTable) none = paddock_mount_table_parse ("");
  g_autofree char *reached = paddock_path_reach ("/tmp/some/where", none);

  g_assert_cmpstr (reached, ==, "/tmp");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/path-reach/table", test_table);
  g_test_add_func ("/path-reach/loops", test_loops);
  g_test_add_func ("/path-reach/too-long", test_too_long);
  g_test_add_func ("/path-reach/no-mounts", test_no_mounts);
  return g_test_run ();
}
