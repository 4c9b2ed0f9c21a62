/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "../support/test-tree.h"

#include "paddock-box-openings.h"
#include "paddock-error.h"

/* A file system that hangs: tests/integration/test-confine-time.py has one. */

static void
on_opened (gpointer user_data)
{
  (*(guint *) user_data)++;
}

static PaddockBoxFolder *
open_folder (PaddockBoxOpenings       *openings,
             const char               *path,
             const PaddockFileRecord  *record,
             gboolean                  is_awaited,
             GError                  **error)
{
  if (is_awaited) {
    paddock_box_openings_begin (openings, path, record);
    while (paddock_box_openings_is_waiting (openings))
      g_main_context_iteration (NULL, TRUE);
  }
  return paddock_box_openings_finish (openings, path, record, 10000, error);
}

static void
test_folders (void)
{
  static const struct { const char *path;
                        const char *record;    /* NULL: whatever the path leads to */
                        gboolean    is_opened;
                        const char *real_path; /* NULL: @path */
  } rows[] = {
    { "home/projects", "home/projects", TRUE }, { "home/projects", NULL, TRUE },
    { "home/projects/file", "home/projects/file", TRUE }, { "home/projects/file", NULL, TRUE },
    { "home/projects", "home/projects/deep", FALSE },
    { "home/projects", "home/projects/file", FALSE },
    { "home/projects/file", "home/projects", FALSE },
    { "home/link", "home/projects", FALSE }, { "home/link", NULL, TRUE, "home/projects" },
    { "home/link/deep", "home/projects/deep", FALSE },
    { "home/link/deep", NULL, TRUE, "home/projects/deep" },
    { "home/none", "home/projects", FALSE }, { "home/none", NULL, FALSE },
  };
  g_autoptr (Tree) tree = tree_new ();
  guint n_opened = 0;
  g_autoptr (PaddockBoxOpenings) openings = paddock_box_openings_new (on_opened, &n_opened);
  guint before = count_open_files ();

  tree_link (tree, "projects", "home/link");
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint is_awaited = 0; is_awaited <= 1; is_awaited++) {
      g_autofree char *path = tree_path (tree, rows[i].path);
      g_autofree char *real_path =
        tree_path (tree, rows[i].real_path != NULL ? rows[i].real_path : rows[i].path);
      g_autoptr (PaddockFileRecord) record =
        rows[i].record != NULL ? record_of (tree, rows[i].record) : NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (PaddockBoxFolder) folder =
        open_folder (openings, path, record, is_awaited, &error);
      struct stat opened, found;

      g_test_message ("%s as %s", rows[i].path, rows[i].record);
      g_assert_cmpint (folder != NULL, ==, rows[i].is_opened);
      if (folder == NULL) {
        g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED);
        continue;
      }
      g_assert_no_error (error);
      g_assert_cmpstr (folder->path, ==, real_path);
      g_assert_false (folder->is_writable);
      g_assert_true (fcntl (folder->fd, F_GETFL) & O_PATH);
      g_assert_true (fcntl (folder->fd, F_GETFD) & FD_CLOEXEC);
      g_assert_cmpint (fstat (folder->fd, &opened), ==, 0);
      g_assert_cmpint (stat (path, &found), ==, 0);
      g_assert_cmpuint (opened.st_ino, ==, found.st_ino);
    }
  g_assert_cmpuint (count_open_files (), ==, before);
}

/* What was opened, but is not wanted any more, is closed; also if the record is another one by
 * now. */
static void
test_drop (void)
{
  g_autoptr (Tree) tree = tree_new ();
  guint n_opened = 0;
  PaddockBoxOpenings *openings = paddock_box_openings_new (on_opened, &n_opened);
  guint before = count_open_files ();
  g_autofree char *path = tree_path (tree, "home/projects");
  g_autoptr (PaddockFileRecord) record = record_of (tree, "home/projects");
  g_autoptr (PaddockFileRecord) other = record_of (tree, "home/projects/deep");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 3; i++) {
    paddock_box_openings_begin (openings, path, record);
    paddock_box_openings_begin (openings, path, record);
    paddock_box_openings_begin (openings, tree->base, NULL);
    while (paddock_box_openings_is_waiting (openings))
      g_main_context_iteration (NULL, TRUE);
    g_assert_cmpuint (count_open_files (), ==, before + 2);
    if (i == 0) {
      g_assert_null (paddock_box_openings_finish (openings, path, other, 10000, &error));
      g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED);
    }
    if (i == 1)
      paddock_box_openings_drop (openings);
    if (i < 2)
      g_assert_cmpuint (count_open_files (), ==, i == 0 ? before + 1 : before);
  }
  g_assert_cmpuint (n_opened, >, 0);
  paddock_box_openings_free (openings);
  g_assert_cmpuint (count_open_files (), ==, before);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* It has a descriptor, which is not counted as left open. */
  g_main_context_default ();
  g_test_add_func ("/box-openings/folders", test_folders);
  g_test_add_func ("/box-openings/drop", test_drop);
  return g_test_run ();
}
