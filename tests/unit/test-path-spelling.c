/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-path-spelling.h"

#include "../support/test-tree.h"

#include <sys/stat.h>

/* tests/integration/test-reading.py has file systems with rules of their own. Here the test chooses
 * the type, and names are bytes. */

static const struct {
  const char     *type;
  const char     *names;
  const char     *found;            /* NULL: what @names lead to */
  PaddockSpelling expected;
} rows[] = {
  { "ext4", "", NULL, PADDOCK_SPELLING_SAME },
  { "ext4", "folder/file", NULL, PADDOCK_SPELLING_SAME },
  { "btrfs", "folder/file", NULL, PADDOCK_SPELLING_SAME },
  { "tmpfs", "folder", NULL, PADDOCK_SPELLING_SAME },
  /* The listing has the name. */
  { "vfat", "folder/file", NULL, PADDOCK_SPELLING_SAME },
  { "exfat", "folder/deeper/file", NULL, PADDOCK_SPELLING_SAME },
  { "fuseblk", "folder/other", NULL, PADDOCK_SPELLING_SAME },
  { "newfs", "folder/other", NULL, PADDOCK_SPELLING_SAME },
  /* The names lead to other things now. */
  { "vfat", "folder/none", "folder/file", PADDOCK_SPELLING_CHANGED },
  { "vfat", "none/file", "folder/file", PADDOCK_SPELLING_CHANGED },
  { "vfat", "folder/file", "folder/deeper/file", PADDOCK_SPELLING_CHANGED },
  { "vfat", "folder/link", "folder/file", PADDOCK_SPELLING_CHANGED },
  { "ext4", "folder/none", "folder/file", PADDOCK_SPELLING_CHANGED },
  { "ext4", "folder/file", "folder/deeper/file", PADDOCK_SPELLING_CHANGED },
};

static Tree *
make_tree (void)
{
  Tree *tree = tree_new ();
  g_autofree char *file = NULL;
  g_autofree char *other = NULL;

  tree_mkdir (tree, "home/folder");
  tree_mkdir (tree, "home/folder/deeper");
  tree_write (tree, "home/folder/file");
  tree_write (tree, "home/folder/deeper/file");
  tree_link (tree, "file", "home/folder/link");
  file = tree_path (tree, "home/folder/file");
  other = tree_path (tree, "home/folder/other");
  g_assert_cmpint (link (file, other), ==, 0);
  return tree;
}

static void
open_at (const Tree        *tree,
         const char        *names,
         PaddockPathObject *object)
{
  g_autofree char *relative = g_build_filename ("home", names, NULL);
  g_autofree char *path = tree_path (tree, relative);

  g_assert_true (paddock_path_object_open (object, path, FALSE));
}

static void
test_table (void)
{
  Tree *tree = make_tree ();

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *table = g_strdup_printf ("7 1 8:1 / / rw - %s /dev/sda rw\n", rows[i].type);
    g_autoptr (PaddockMountTable) mounts = paddock_mount_table_parse (table);
    g_auto (PaddockPathObject) root = PADDOCK_PATH_OBJECT_INIT;
    g_auto (PaddockPathObject) found = PADDOCK_PATH_OBJECT_INIT;
    const PaddockSpellingWay way = { .root = &root, .mount = 7, .mounts = mounts };
    g_auto (GStrv) names = NULL;

    g_test_message ("%s on %s", rows[i].names, rows[i].type);
    open_at (tree, "", &root);
    open_at (tree, rows[i].found != NULL ? rows[i].found : rows[i].names, &found);
    g_assert_cmpuint (paddock_path_spelling_find (&way, rows[i].names, &found, &names), ==,
                      rows[i].expected);
    g_assert_null (names);
  }
  tree_free (tree);
}

/* A mount that is missing in the table is unknown. */
static void
test_unknown_mount (void)
{
  Tree *tree = make_tree ();
  g_autoptr (PaddockMountTable) mounts = paddock_mount_table_parse ("");
  g_auto (PaddockPathObject) root = PADDOCK_PATH_OBJECT_INIT;
  g_auto (PaddockPathObject) found = PADDOCK_PATH_OBJECT_INIT;
  const PaddockSpellingWay way = { .root = &root, .mount = 7, .mounts = mounts };
  g_auto (GStrv) names = NULL;

  open_at (tree, "", &root);
  open_at (tree, "folder/file", &found);
  g_assert_cmpuint (paddock_path_spelling_find (&way, "folder/file", &found, &names), ==,
                    PADDOCK_SPELLING_SAME);
  tree_free (tree);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/path-spelling/table", test_table);
  g_test_add_func ("/path-spelling/unknown-mount", test_unknown_mount);
  return g_test_run ();
}
