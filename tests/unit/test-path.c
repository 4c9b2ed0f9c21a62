/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-path.h"

#include "../support/test-tree.h"

#include <sys/mount.h>

static void
assert_state (const Tree              *tree,
              const char              *relative,
              const PaddockFileRecord *record,
              gint64                   last_seen,
              PaddockAvailability      expected)
{
  g_autofree char *path = tree_path (tree, relative);
  g_autoptr (PaddockFileRecord) current = NULL;
  PaddockAvailability availability = paddock_path_check (path, record, last_seen, &current);
  struct stat info;

  if (availability != expected)
    g_test_message ("%s: %s instead of %s", relative,
                    paddock_file_record_availability_to_nick (availability),
                    paddock_file_record_availability_to_nick (expected));
  g_assert_cmpint (availability, ==, expected);
  g_assert_cmpint (current != NULL, ==, expected == PADDOCK_AVAILABILITY_AVAILABLE);
  g_assert_cmpint (paddock_path_check (path, record, last_seen, NULL), ==, expected);

  if (current != NULL) {
    g_assert_cmpint (stat (path, &info), ==, 0);
    g_assert_cmpuint (current->inode, ==, info.st_ino);
  }
}

/* A time after everything that exists now, whatever the clock's resolution. */
static gint64
after_now (void)
{
  return g_get_real_time () + G_USEC_PER_SEC;
}

static void
test_check_directory (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (PaddockFileRecord) record = record_of (tree, "home/projects/deep");
  g_autoptr (PaddockFileRecord) current = NULL;
  g_autofree char *path = tree_path (tree, "home/projects/deep");
  guint open_files = count_open_files ();
  gint64 seen = after_now ();

  g_assert_cmpint (paddock_path_check (path, record, seen, &current), ==,
                   PADDOCK_AVAILABILITY_AVAILABLE);
  g_assert_true (paddock_file_record_equal (record, current));
  assert_state (tree, "home/projects/deep", record, 0, PADDOCK_AVAILABILITY_AVAILABLE);

  /* Contents do not matter. */
  tree_mkdir (tree, "home/projects/deep/new");
  assert_state (tree, "home/projects/deep", record, seen, PADDOCK_AVAILABILITY_AVAILABLE);

  /* Renamed, and back; a directory above renamed, and back. */
  tree_rename (tree, "home/projects/deep", "home/projects/moved");
  assert_state (tree, "home/projects/deep", record, seen, PADDOCK_AVAILABILITY_MISSING);
  tree_rename (tree, "home/projects/moved", "home/projects/deep");
  assert_state (tree, "home/projects/deep", record, seen, PADDOCK_AVAILABILITY_AVAILABLE);
  tree_rename (tree, "home/projects", "home/elsewhere");
  assert_state (tree, "home/projects/deep", record, seen, PADDOCK_AVAILABILITY_MISSING);

  /* A file where a directory above was. */
  tree_write (tree, "home/projects");
  assert_state (tree, "home/projects/deep", record, seen, PADDOCK_AVAILABILITY_MISSING);
  tree_remove (tree, "home/projects");

  /* A link above, although it leads to the very same directory. */
  tree_link (tree, "elsewhere", "home/projects");
  assert_state (tree, "home/projects/deep", record, seen, PADDOCK_AVAILABILITY_REPLACED);
  tree_remove (tree, "home/projects");
  tree_rename (tree, "home/elsewhere", "home/projects");
  assert_state (tree, "home/projects/deep", record, seen, PADDOCK_AVAILABILITY_AVAILABLE);

  g_assert_cmpuint (count_open_files (), ==, open_files);
}

static void
test_check_replaced_directory (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (PaddockFileRecord) record = record_of (tree, "home/projects");
  gint64 seen = after_now ();

  tree_mkdir (tree, "home/older");
  tree_rename (tree, "home/projects", "home/kept");

  tree_rename (tree, "home/older", "home/projects");
  assert_state (tree, "home/projects", record, seen, PADDOCK_AVAILABILITY_REPLACED);
  tree_remove (tree, "home/projects");

  tree_write (tree, "home/projects");
  assert_state (tree, "home/projects", record, 1, PADDOCK_AVAILABILITY_REPLACED);
  tree_remove (tree, "home/projects");

  tree_fifo (tree, "home/projects");
  assert_state (tree, "home/projects", record, 1, PADDOCK_AVAILABILITY_REPLACED);
  tree_remove (tree, "home/projects");

  tree_socket (tree, "home/projects");
  assert_state (tree, "home/projects", record, 1, PADDOCK_AVAILABILITY_REPLACED);
  tree_remove (tree, "home/projects");

  tree_link (tree, "kept", "home/projects");
  assert_state (tree, "home/projects", record, 1, PADDOCK_AVAILABILITY_REPLACED);
  tree_remove (tree, "home/projects");

  tree_link (tree, "nowhere", "home/projects");
  assert_state (tree, "home/projects", record, 1, PADDOCK_AVAILABILITY_REPLACED);
  tree_remove (tree, "home/projects");

  tree_link (tree, "projects", "home/projects");
  assert_state (tree, "home/projects", record, 1, PADDOCK_AVAILABILITY_REPLACED);
  tree_remove (tree, "home/projects");

  tree_link (tree, "/proc/self/cwd", "home/projects");
  assert_state (tree, "home/projects", record, 1, PADDOCK_AVAILABILITY_REPLACED);
  tree_remove (tree, "home/projects");

  tree_rename (tree, "home/kept", "home/projects");
  assert_state (tree, "home/projects", record, seen, PADDOCK_AVAILABILITY_AVAILABLE);
}

/* The clock gives a birth time only as finely as it ticks. @seen is the moment of the loss. */
static void
test_check_made_again (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (PaddockFileRecord) record = NULL;
  gint64 seen;

  tree_mkdir (tree, "home/again");
  record = record_of (tree, "home/again");
  seen = g_get_real_time ();
  tree_remove (tree, "home/again");
  assert_state (tree, "home/again", record, seen, PADDOCK_AVAILABILITY_MISSING);

  tree_mkdir (tree, "home/filler");
  tree_mkdir (tree, "home/again");
  if (record->birth != 0) {
    g_autoptr (PaddockFileRecord) made = record_of (tree, "home/again");

    assert_state (tree, "home/again", record, seen, PADDOCK_AVAILABILITY_AVAILABLE);
    /* The clock that stamps births is late by some ticks. */
    assert_state (tree, "home/again", record, made->birth + 10 * G_TIME_SPAN_MILLISECOND,
                  PADDOCK_AVAILABILITY_AVAILABLE);
    assert_state (tree, "home/again", record, made->birth + 50 * G_TIME_SPAN_MILLISECOND,
                  PADDOCK_AVAILABILITY_REPLACED);
    assert_state (tree, "home/again", record, after_now (), PADDOCK_AVAILABILITY_REPLACED);
  } else {
    /* Nothing distinguishes old from new. Either may have got the first one's inode. */
    g_autofree char *path = tree_path (tree, "home/again");
    struct stat info;

    g_assert_cmpint (stat (path, &info), ==, 0);
    if (info.st_ino != record->inode)
      assert_state (tree, "home/again", record, seen, PADDOCK_AVAILABILITY_REPLACED);
  }
}

static void
test_check_file (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (PaddockFileRecord) record = record_of (tree, "home/projects/file");
  g_autofree char *other = tree_path (tree, "home/other");
  gint64 seen = after_now ();

  assert_state (tree, "home/projects/file", record, seen, PADDOCK_AVAILABILITY_AVAILABLE);
  tree_write (tree, "home/projects/file");
  assert_state (tree, "home/projects/file", record, seen, PADDOCK_AVAILABILITY_AVAILABLE);

  /* Editors save like this. */
  tree_write (tree, "home/projects/.file.new");
  tree_rename (tree, "home/projects/.file.new", "home/projects/file");
  assert_state (tree, "home/projects/file", record, seen, PADDOCK_AVAILABILITY_AVAILABLE);

  tree_remove (tree, "home/projects/file");
  assert_state (tree, "home/projects/file", record, seen, PADDOCK_AVAILABILITY_MISSING);
  tree_mkdir (tree, "home/projects/file");
  assert_state (tree, "home/projects/file", record, 1, PADDOCK_AVAILABILITY_REPLACED);
  tree_remove (tree, "home/projects/file");

  tree_write (tree, "home/other");
  tree_link (tree, "../other", "home/projects/file");
  assert_state (tree, "home/projects/file", record, seen, PADDOCK_AVAILABILITY_REPLACED);
  tree_remove (tree, "home/projects/file");

  if (geteuid () == 0) {
    g_assert_cmpint (chown (other, NOBODY, NOBODY), ==, 0);
    tree_rename (tree, "home/other", "home/projects/file");
    assert_state (tree, "home/projects/file", record, seen, PADDOCK_AVAILABILITY_REPLACED);
  }
}

static void
test_check_nonsense (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (PaddockFileRecord) record = record_of (tree, "home/projects");
  g_autofree char *path = tree_path (tree, "home/projects");
  g_autofree char *name = g_strnfill (5000, 'x');
  g_autofree char *long_path = g_strconcat ("/", name, NULL);

  g_assert_cmpint (paddock_path_check (NULL, record, 1, NULL), ==, PADDOCK_AVAILABILITY_MISSING);
  g_assert_cmpint (paddock_path_check ("", record, 1, NULL), ==, PADDOCK_AVAILABILITY_MISSING);
  g_assert_cmpint (paddock_path_check ("home", record, 1, NULL), ==, PADDOCK_AVAILABILITY_MISSING);
  g_assert_cmpint (paddock_path_check (path, NULL, 1, NULL), ==, PADDOCK_AVAILABILITY_MISSING);
  g_assert_cmpint (paddock_path_check (long_path, record, 1, NULL), ==,
                   PADDOCK_AVAILABILITY_MISSING);
  assert_state (tree, "home/" NAME_255 "x", record, 1, PADDOCK_AVAILABILITY_MISSING);
}

static void
check_locked (const Tree *tree)
{
  g_autoptr (PaddockFileRecord) record = record_of (tree, "home/projects/deep");

  assert_state (tree, "home/locked-r", record, 1, PADDOCK_AVAILABILITY_REPLACED);
  record->inode = 0;
  assert_state (tree, "home/locked/in", record, 1, PADDOCK_AVAILABILITY_UNREADABLE);
}

static void
check_unreadable (const Tree *tree)
{
  g_autofree char *path = tree_path (tree, "home/root");
  g_autoptr (PaddockFileRecord) record = record_of (tree, "home/projects/deep");
  struct stat info;

  g_assert_cmpint (stat (path, &info), ==, 0);
  record->inode = info.st_ino;
  record->birth = 0;
  assert_state (tree, "home/root", record, 1, PADDOCK_AVAILABILITY_UNREADABLE);
}

static void
test_check_permissions (void)
{
  g_autoptr (Tree) tree = tree_new ();

  tree_mkdir (tree, "home/root");
  tree_mkdir (tree, "home/locked-r");
  tree_mkdir (tree, "home/locked/in");
  tree_chmod (tree, "home/locked", 0000);
  tree_chmod (tree, "home/root", 0311);
  run_unprivileged (tree, check_unreadable);
  tree_chmod (tree, "home/root", 0444);
  run_unprivileged (tree, check_unreadable);
  tree_chmod (tree, "home/locked-r", 0000);
  tree_chmod (tree, "home/root", 0755);
  run_unprivileged (tree, check_locked);
  tree_chmod (tree, "home/locked-r", 0755);
  tree_chmod (tree, "home/locked", 0755);
}

static void
check_mounts (const Tree *tree)
{
  g_autofree char *path = tree_path (tree, "home/projects");
  g_autofree char *below = tree_path (tree, "home/projects/below");
  g_autofree char *bound = tree_path (tree, "home/bound");
  g_autoptr (PaddockFileRecord) record = record_of (tree, "home/projects");
  g_autoptr (PaddockFileRecord) mounted = NULL;
  g_autoptr (PaddockInspection) inspection = NULL;

  if (!enter_namespace () ||
      mount ("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
      mount ("none", path, "tmpfs", 0, NULL) != 0)
    _exit (SKIPPED);

  /* Something was mounted over the root. */
  assert_state (tree, "home/projects", record, 1, PADDOCK_AVAILABILITY_REPLACED);

  /* The root's mount is gone, and left a directory of the same name. */
  mounted = record_of (tree, "home/projects");
  g_assert_cmpstr (mounted->mount_point, ==, path);
  assert_state (tree, "home/projects", mounted, 1, PADDOCK_AVAILABILITY_AVAILABLE);
  g_assert_cmpint (mkdir (below, 0755), ==, 0);
  g_assert_cmpint (umount (path), ==, 0);
  assert_state (tree, "home/projects", mounted, 1, PADDOCK_AVAILABILITY_MISSING);
  assert_state (tree, "home/projects/below", mounted, 1, PADDOCK_AVAILABILITY_MISSING);
  assert_state (tree, "home/projects", record, 1, PADDOCK_AVAILABILITY_AVAILABLE);

  /* A kernel interface under a harmless name. */
  g_assert_cmpint (mkdir (bound, 0755), ==, 0);
  g_assert_cmpint (mount ("/proc", bound, NULL, MS_BIND | MS_REC, NULL), ==, 0);
  inspection = paddock_inspection_run (bound, tree->places);
  assert_verdict (inspection, bound, PADDOCK_PLACE_SYSTEM);
  _exit (0);
}

static void
test_mounts (void)
{
  g_autoptr (Tree) tree = tree_new ();
  pid_t pid = fork ();
  int status;

  if (pid == 0)
    check_mounts (tree);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  if (WIFEXITED (status) && WEXITSTATUS (status) == SKIPPED)
    g_test_skip ("may not mount here");
  else
    g_assert_cmpint (status, ==, 0);
}

static void
test_resolve (void)
{
  static const struct {
    const char *path;               /* relative to the tree */
    const char *found;              /* (nullable) NULL: nothing */
  } table[] = {
    { "home/projects", "home/projects" },
    { "home/projects/", "home/projects" },
    { "home/projects/file", "home/projects/file" },
    { "home/to-projects", "home/projects" },
    { "home/to-projects/deep", "home/projects/deep" },
    { "to-home/to-projects/deep", "home/projects/deep" },
    { "to-file", "home/projects/file" },
    { "home/missing", NULL },
    { "home/projects/file/below", NULL },
    { "dangling", NULL },
    { "loop", NULL },
    { "pipe", NULL },
  };
  g_autoptr (Tree) tree = tree_new ();
  g_autofree char *pipe_path = tree_path (tree, "pipe");

  tree_link (tree, "projects", "home/to-projects");
  tree_link (tree, "home", "to-home");
  tree_link (tree, "home/projects/file", "to-file");
  tree_link (tree, "nowhere", "dangling");
  tree_link (tree, "loop", "loop");
  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    g_autofree char *path = tree_path (tree, table[i].path);
    g_autofree char *expected = table[i].found != NULL ? tree_path (tree, table[i].found) : NULL;
    g_autofree char *found = paddock_path_resolve (path);

    g_test_message ("%s", table[i].path);
    g_assert_cmpstr (found, ==, expected);
  }
}

static const TreeTest tests[] = {
  { "/path/check/directory", test_check_directory },
  { "/path/check/replaced-directory", test_check_replaced_directory },
  { "/path/check/made-again", test_check_made_again },
  { "/path/check/file", test_check_file },
  { "/path/check/nonsense", test_check_nonsense },
  { "/path/check/permissions", test_check_permissions },
  { "/path/resolve", test_resolve },
};

/* The verdicts are the same on kernels and in sandboxes without the newer system calls. */
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
  g_test_add_func ("/path/mounts", test_mounts);
  g_test_add_data_func ("/path/without-newer-calls/absent", GINT_TO_POINTER (ENOSYS),
                        test_without_newer_calls);
  g_test_add_data_func ("/path/without-newer-calls/filtered", GINT_TO_POINTER (EPERM),
                        test_without_newer_calls);

  return g_test_run ();
}
