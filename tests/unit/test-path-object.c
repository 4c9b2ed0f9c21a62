/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-path-object.h"

#include "../support/test-tree.h"

/* How a lookup ends: found (0), or the error; without links, and following them. */
static const struct {
  const char *relative;
  int         without_links;
  int         following;
} lookups[] = {
  { "home/projects", 0, 0 },
  { "home/projects/", 0, 0 },
  { "home//projects/./deep", 0, 0 },
  { "home/projects/deep/..", 0, 0 },
  { "home/projects/file", 0, 0 },
  { "home/fifo", 0, 0 },
  { "home/socket", 0, 0 },
  { "home/link", ELOOP, 0 },
  { "home/link/deep", ELOOP, 0 },
  { "home/absolute", ELOOP, 0 },
  { "home/dangling", ELOOP, ENOENT },
  { "home/dangling/x", ELOOP, ENOENT },
  { "home/loop", ELOOP, ELOOP },
  { "home/nothing", ENOENT, ENOENT },
  { "home/nothing/x", ENOENT, ENOENT },
  { "home/projects/file/x", ENOTDIR, ENOTDIR },
  { "home/" NAME_255 "x", ENAMETOOLONG, ENAMETOOLONG },
};

static Tree *
tree_with_links (void)
{
  Tree *tree = tree_new ();

  tree_fifo (tree, "home/fifo");
  tree_socket (tree, "home/socket");
  tree_link (tree, "projects", "home/link");
  tree_link (tree, tree->base, "home/absolute");
  tree_link (tree, "nowhere", "home/dangling");
  tree_link (tree, "loop", "home/loop");
  return tree;
}

static void
assert_lookup (const char *path,
               gboolean    follow_links,
               int         expected)
{
  g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;
  struct stat info;

  errno = 0;
  if (paddock_path_object_open (&object, path, follow_links)) {
    g_assert_cmpint (expected, ==, 0);
    g_assert_cmpint (stat (path, &info), ==, 0);
    g_assert_cmpuint (object.info.st_ino, ==, info.st_ino);
    /* Nobody can read from it. */
    g_assert_cmpint (read (object.fd, &info, 1), ==, -1);
    g_assert_cmpint (errno, ==, EBADF);
  } else {
    if (errno != expected)
      g_test_message ("“%s”: %s", path, g_strerror (errno));
    g_assert_cmpint (errno, ==, expected);
  }
}

static void
test_open (void)
{
  g_autoptr (Tree) tree = tree_with_links ();
  guint open_files = count_open_files ();

  for (gsize i = 0; i < G_N_ELEMENTS (lookups); i++) {
    g_autofree char *path = tree_path (tree, lookups[i].relative);

    assert_lookup (path, FALSE, lookups[i].without_links);
    assert_lookup (path, TRUE, lookups[i].following);
  }

  assert_lookup ("/", FALSE, 0);
  assert_lookup ("/", TRUE, 0);
  g_assert_cmpuint (count_open_files (), ==, open_files);
}

static void
test_open_too_long (void)
{
  g_autoptr (GString) path = g_string_new (NULL);

  while (path->len < 4094)
    g_string_append (path, "/.");
  g_string_append (path, "/");
  g_assert_cmpuint (path->len, ==, 4095);
  assert_lookup (path->str, FALSE, 0);
  assert_lookup (path->str, TRUE, 0);

  g_string_append (path, "/");
  assert_lookup (path->str, FALSE, ENAMETOOLONG);
  assert_lookup (path->str, TRUE, ENAMETOOLONG);
}

static void
test_dup_path (void)
{
  static const struct {
    const char *relative;
    const char *real;
  } cases[] = {
    { "home/link", "home/projects" },
    { "home/link/deep", "home/projects/deep" },
    { "home/link/../projects/file", "home/projects/file" },
    { "home/absolute/home", "home" },
    { "home/fifo", "home/fifo" },
  };
  g_autoptr (Tree) tree = tree_with_links ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;
    g_autofree char *path = tree_path (tree, cases[i].relative);
    g_autofree char *expected = tree_path (tree, cases[i].real);
    g_autofree char *real = NULL;

    g_assert_true (paddock_path_object_open (&object, path, TRUE));
    real = paddock_path_object_dup_path (&object, path);
    g_assert_cmpstr (real, ==, expected);
  }
}

/* What may happen between the lookup and the question. */
static void
test_dup_path_of_what_went (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autofree char *path = tree_path (tree, "home/projects/deep/er");
  g_autofree char *moved_path = tree_path (tree, "home/moved");
  g_autofree char *real = NULL;
  g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;

  g_assert_true (paddock_path_object_open (&object, path, FALSE));
  tree_rename (tree, "home/projects/deep/er", "home/moved");
  real = paddock_path_object_dup_path (&object, path);
  g_assert_cmpstr (real, ==, moved_path);

  tree_remove (tree, "home/moved");
  g_assert_null (paddock_path_object_dup_path (&object, path));
  g_assert_cmpint (errno, ==, ENOENT);

  /* Somebody made a file with the kernel's name for the deleted one. */
  tree_mkdir (tree, "home/moved (deleted)");
  g_assert_null (paddock_path_object_dup_path (&object, path));
}

static void
test_kinds (void)
{
  static const struct {
    const char *relative;
    gboolean    is_usable;
  } cases[] = {
    { "home/projects", TRUE }, { "home/projects/file", TRUE },
    { "home/fifo", FALSE }, { "home/socket", FALSE },
  };
  g_autoptr (Tree) tree = tree_with_links ();
  g_auto (PaddockPathObject) device = PADDOCK_PATH_OBJECT_INIT;

  g_assert_true (paddock_path_object_open (&device, "/dev/null", FALSE));
  g_assert_false (paddock_path_object_is_usable_kind (&device));

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;
    g_autofree char *path = tree_path (tree, cases[i].relative);

    g_assert_true (paddock_path_object_open (&object, path, FALSE));
    g_assert_cmpint (paddock_path_object_is_usable_kind (&object), ==, cases[i].is_usable);
  }
}

static void
test_record (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autofree char *path = tree_path (tree, "home/projects/file");
  g_autofree char *type = NULL;
  g_autofree char *proc_type = NULL;
  g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;
  g_auto (PaddockPathObject) proc = PADDOCK_PATH_OBJECT_INIT;
  g_autoptr (PaddockFileRecord) record = NULL;
  g_autoptr (PaddockFileRecord) proc_record = NULL;

  g_assert_true (paddock_path_object_open (&object, path, FALSE));
  record = paddock_path_object_dup_record (&object, path, &type);
  g_assert_cmpint (record->kind, ==, PADDOCK_FILE_KIND_REGULAR);
  g_assert_cmpuint (record->inode, ==, object.info.st_ino);
  g_assert_cmpuint (record->owner, ==, geteuid ());
  g_assert_cmpint (record->birth, <=, g_get_real_time ());
  g_assert_cmpuint (strlen (type), >, 0);

  g_assert_true (paddock_path_object_open (&proc, "/proc", FALSE));
  proc_record = paddock_path_object_dup_record (&proc, "/proc", &proc_type);
  g_assert_cmpstr (proc_type, ==, "proc");
  g_assert_cmpstr (proc_record->mount_point, ==, "/proc");
  /* Something without a disk is recognized by its source. */
  g_assert_true (g_str_has_prefix (proc_record->fs_uuid, PADDOCK_FS_SOURCE_SCHEME "proc:"));
}

/* Goes down a path, one component at a time. */
static void
test_step (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_auto (GStrv) names = g_strsplit (tree->base + 1, "/", -1);
  g_auto (PaddockPathObject) at = PADDOCK_PATH_OBJECT_INIT;
  g_auto (PaddockPathObject) next = PADDOCK_PATH_OBJECT_INIT;
  g_auto (PaddockPathObject) whole = PADDOCK_PATH_OBJECT_INIT;

  tree_link (tree, "home", "link");
  g_assert_true (paddock_path_object_step (&at, NULL, NULL));
  for (gsize i = 0; names[i] != NULL; i++) {
    g_assert_true (paddock_path_object_step (&next, &at, names[i]));
    paddock_path_object_clear (&at);
    at.fd = g_steal_fd (&next.fd);
  }

  g_assert_true (paddock_path_object_load (&at));
  g_assert_true (paddock_path_object_open (&whole, tree->base, FALSE));
  g_assert_cmpuint (at.info.st_ino, ==, whole.info.st_ino);
  g_assert_cmpint (paddock_path_object_get_mount (&at), >=, 0);
  g_assert_cmpint (paddock_path_object_get_mount (&at), ==, paddock_path_object_get_mount (&whole));

  g_assert_true (paddock_path_object_step (&next, &at, "link"));
  g_assert_true (paddock_path_object_load (&next));
  g_assert_true (S_ISLNK (next.info.st_mode));
  paddock_path_object_clear (&next);
  g_assert_false (paddock_path_object_step (&next, &at, "nothing"));
  g_assert_cmpint (errno, ==, ENOENT);
  g_assert_cmpint (paddock_path_object_get_mount (&next), ==, -1);
}

static const TreeTest tests[] = {
  { "/path-object/open", test_open },
  { "/path-object/open/too-long", test_open_too_long },
  { "/path-object/dup-path", test_dup_path },
  { "/path-object/dup-path/of-what-went", test_dup_path_of_what_went },
  { "/path-object/kinds", test_kinds },
  { "/path-object/record", test_record },
  { "/path-object/step", test_step },
};

/* The results are the same on kernels and in sandboxes without the newer system calls. */
static void
test_without_newer_calls (gconstpointer data)
{
  run_without_newer_calls (tests, G_N_ELEMENTS (tests), GPOINTER_TO_INT (data));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add_func (tests[i].name, tests[i].function);
  g_test_add_data_func ("/path-object/without-newer-calls/absent", GINT_TO_POINTER (ENOSYS),
                        test_without_newer_calls);
  g_test_add_data_func ("/path-object/without-newer-calls/filtered", GINT_TO_POINTER (EPERM),
                        test_without_newer_calls);

  return g_test_run ();
}
