/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-path-object.h"
#include "paddock-path-open.h"

#include "../support/test-tree.h"

/* Opening below a root of a Tree, and what may change meanwhile. test-path-open-boundary.c has the
 * table of references, hostile and harmless. */

typedef struct {
  PaddockOpenRoot    root;
  char              *path;        /* (owned) */
  PaddockFileRecord *record;      /* (owned) */
} Shared;

/* "" stands for the base of @tree. */
static Shared *
share (const Tree *tree,
       const char *relative)
{
  g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;
  Shared *shared = g_new0 (Shared, 1);

  shared->path = relative[0] == '\0' ? g_strdup (tree->base) : tree_path (tree, relative);
  g_assert_true (paddock_path_object_open (&object, shared->path, FALSE));
  shared->record = paddock_path_object_dup_record (&object, shared->path, NULL);
  shared->root = (PaddockOpenRoot) { shared->path, shared->path, shared->record, FALSE };
  return shared;
}

static void
shared_free (Shared *shared)
{
  g_free (shared->path);
  paddock_file_record_free (shared->record);
  g_free (shared);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Shared, shared_free)

static void
assert_open_with (const Tree         *tree,
                  const Shared       *shared,
                  const char         *rest,
                  PaddockOpenFlags    flags,
                  PaddockReadVerdict  expected)
{
  g_auto (PaddockOpened) opened = PADDOCK_OPENED_INIT;
  guint before = count_open_files ();
  gboolean is_allowed = expected == PADDOCK_READ_ALLOWED;

  paddock_path_open_below (&shared->root, rest, tree->places, flags, &opened);
  if (opened.verdict != expected)
    g_test_message ("“%s”: %s instead of %s", rest, paddock_read_verdict_to_nick (opened.verdict),
                    paddock_read_verdict_to_nick (expected));
  g_assert_cmpint (opened.verdict, ==, expected);
  g_assert_cmpint (opened.fd >= 0, ==, is_allowed && flags == PADDOCK_OPEN_TO_READ);
  g_assert_cmpint (opened.path != NULL, ==, is_allowed);
  if (opened.fd >= 0)
    g_assert_cmpint (fcntl (opened.fd, F_GETFL) & (O_ACCMODE | O_NONBLOCK | O_PATH), ==, O_RDONLY);

  paddock_path_open_clear (&opened);
  g_assert_cmpuint (count_open_files (), ==, before);
}

static void
assert_open (const Tree         *tree,
             const Shared       *shared,
             const char         *rest,
             PaddockReadVerdict  expected)
{
  assert_open_with (tree, shared, rest, PADDOCK_OPEN_TO_READ, expected);
}

static void
test_facts (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (Shared) shared = share (tree, "home");
  g_auto (PaddockOpened) opened = PADDOCK_OPENED_INIT;
  g_autofree char *path = tree_path (tree, "home/projects/file");
  g_autofree char *other = tree_path (tree, "home/other");
  struct stat info;

  g_assert_cmpint (link (path, other), ==, 0);
  tree_link (tree, "projects", "home/link");
  g_assert_cmpint (stat (path, &info), ==, 0);
  paddock_path_open_below (&shared->root, "link/deep/../file", tree->places, PADDOCK_OPEN_TO_READ,
                           &opened);
  g_assert_cmpint (opened.verdict, ==, PADDOCK_READ_ALLOWED);
  g_assert_cmpstr (opened.path, ==, path);
  g_assert_cmpuint (opened.device, ==, info.st_dev);
  g_assert_cmpuint (opened.inode, ==, info.st_ino);
  g_assert_cmpuint (opened.links, ==, 2);
  g_assert_cmpint (opened.size, ==, 4);
}

/* Only the kind counts: to open one of these for reading would wait, or do something. */
static void
test_kinds (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (Shared) shared = share (tree, "home");
  g_autofree char *device = tree_path (tree, "home/null");

  tree_fifo (tree, "home/fifo");
  tree_socket (tree, "home/socket");
  tree_link (tree, "fifo", "home/to-fifo");
  assert_open (tree, shared, "fifo", PADDOCK_READ_NOT_A_FILE);
  assert_open (tree, shared, "to-fifo", PADDOCK_READ_NOT_A_FILE);
  assert_open (tree, shared, "socket", PADDOCK_READ_NOT_A_FILE);
  assert_open (tree, shared, "projects", PADDOCK_READ_NOT_A_FILE);
  assert_open (tree, shared, "", PADDOCK_READ_NOT_A_FILE);
  assert_open (tree, shared, ".", PADDOCK_READ_NOT_A_FILE);
  if (mknod (device, S_IFCHR | 0666, 0x103) == 0)
    assert_open (tree, shared, "null", PADDOCK_READ_NOT_A_FILE);
}

static void
test_file_root (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (Shared) shared = share (tree, "home/projects/file");

  assert_open (tree, shared, "", PADDOCK_READ_ALLOWED);
  assert_open (tree, shared, ".", PADDOCK_READ_OUTSIDE);
  assert_open (tree, shared, "x", PADDOCK_READ_OUTSIDE);
  assert_open (tree, shared, "..", PADDOCK_READ_OUTSIDE);
  assert_open (tree, shared, "../file", PADDOCK_READ_OUTSIDE);
  assert_open (tree, shared, "/", PADDOCK_READ_OUTSIDE);

  /* An editor saves like this. */
  tree_write (tree, "home/projects/file.new");
  tree_rename (tree, "home/projects/file.new", "home/projects/file");
  assert_open (tree, shared, "", PADDOCK_READ_ALLOWED);

  tree_remove (tree, "home/projects/file");
  assert_open (tree, shared, "", PADDOCK_READ_OUTSIDE);
  tree_link (tree, "deep", "home/projects/file");
  assert_open (tree, shared, "", PADDOCK_READ_OUTSIDE);
  tree_remove (tree, "home/projects/file");
  tree_mkdir (tree, "home/projects/file");
  assert_open (tree, shared, "", PADDOCK_READ_OUTSIDE);
  tree_remove (tree, "home/projects/file");
  tree_fifo (tree, "home/projects/file");
  assert_open (tree, shared, "", PADDOCK_READ_OUTSIDE);
}

/* If something else is at the root's path, the root counts as missing. */
static void
test_root_replaced (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (Shared) shared = share (tree, "home/projects");

  assert_open (tree, shared, "file", PADDOCK_READ_ALLOWED);
  tree_rename (tree, "home/projects", "home/moved");
  assert_open (tree, shared, "file", PADDOCK_READ_OUTSIDE);
  tree_link (tree, "moved", "home/projects");
  assert_open (tree, shared, "file", PADDOCK_READ_OUTSIDE);
  tree_remove (tree, "home/projects");
  tree_mkdir (tree, "home/projects");
  tree_write (tree, "home/projects/file");
  assert_open (tree, shared, "file", PADDOCK_READ_OUTSIDE);
  tree_rename (tree, "home/projects", "home/impostor");
  tree_rename (tree, "home/moved", "home/projects");
  assert_open (tree, shared, "file", PADDOCK_READ_ALLOWED);

  /* A link above it. */
  tree_rename (tree, "home", "house");
  tree_link (tree, "house", "home");
  assert_open (tree, shared, "file", PADDOCK_READ_OUTSIDE);
}

static void
test_nonsense (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (Shared) shared = share (tree, "home/projects");
  g_autofree char *slashed = tree_path (tree, "home/projects/");
  g_autofree char *dotted = tree_path (tree, "home/./projects");
  PaddockFileRecord *other = record_of (tree, "home/projects/file");

  shared->root.record = NULL;
  assert_open (tree, shared, "file", PADDOCK_READ_OUTSIDE);
  shared->root.record = other;
  assert_open (tree, shared, "file", PADDOCK_READ_OUTSIDE);
  shared->root.record = shared->record;
  shared->root.way = "home/projects";
  assert_open (tree, shared, "file", PADDOCK_READ_OUTSIDE);
  shared->root.way = "/";
  assert_open (tree, shared, "file", PADDOCK_READ_OUTSIDE);

  /* Names that are not canonical, although they lead to the root. */
  shared->root.way = slashed;
  assert_open (tree, shared, "file", PADDOCK_READ_OUTSIDE);
  shared->root.way = shared->path;
  shared->root.path = slashed;
  assert_open (tree, shared, "file", PADDOCK_READ_OUTSIDE);
  shared->root.path = dotted;
  assert_open (tree, shared, "file", PADDOCK_READ_OUTSIDE);
  shared->root.path = "";
  assert_open (tree, shared, "file", PADDOCK_READ_OUTSIDE);
  shared->root.path = shared->path;
  assert_open (tree, shared, "file", PADDOCK_READ_ALLOWED);
  paddock_file_record_free (other);
}

/* The root is reached by another path than its own. The host's path is judged and returned. */
static void
test_way (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (Shared) shared = share (tree, "home/projects");
  g_auto (PaddockOpened) opened = PADDOCK_OPENED_INIT;
  g_autofree char *own = tree_path (tree, "own/x");

  shared->root.path = "/srv/elsewhere";
  paddock_path_open_below (&shared->root, "deep/../file", tree->places, PADDOCK_OPEN_TO_READ,
                           &opened);
  g_assert_cmpint (opened.verdict, ==, PADDOCK_READ_ALLOWED);
  g_assert_cmpstr (opened.path, ==, "/srv/elsewhere/file");

  shared->root.path = own;
  assert_open (tree, shared, "file", PADDOCK_READ_OUTSIDE);
  /* The portal numbers its files anew, and ties a document to its file itself. */
  shared->root.path = "/srv/elsewhere";
  shared->record->device = shared->record->inode = 0;
  assert_open (tree, shared, "file", PADDOCK_READ_ALLOWED);
}

/* The root was shared before it became one of Paddock's own directories. */
static void
test_own_root (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (Shared) shared = share (tree, "home/projects");

  assert_open (tree, shared, "file", PADDOCK_READ_ALLOWED);
  tree_own (tree, "home/projects");
  assert_open (tree, shared, "file", PADDOCK_READ_OUTSIDE);
  assert_open (tree, shared, "missing", PADDOCK_READ_OUTSIDE);
  assert_open_with (tree, shared, "new", PADDOCK_OPEN_WRITE_CHECK, PADDOCK_READ_OUTSIDE);
}

static void
permissions_unprivileged (const Tree *tree)
{
  g_autoptr (Shared) shared = share (tree, "home");

  assert_open (tree, shared, "projects/file", PADDOCK_READ_UNREADABLE);
  assert_open (tree, shared, "shut/file", PADDOCK_READ_UNREADABLE);
  assert_open_with (tree, shared, "read-only", PADDOCK_OPEN_WRITE_CHECK, PADDOCK_READ_READ_ONLY);
  assert_open_with (tree, shared, "new", PADDOCK_OPEN_WRITE_CHECK, PADDOCK_READ_READ_ONLY);
  assert_open_with (tree, shared, "shut/new", PADDOCK_OPEN_WRITE_CHECK,
                    PADDOCK_READ_UNREADABLE);
}

static void
test_permissions (void)
{
  g_autoptr (Tree) tree = tree_new ();

  tree_mkdir (tree, "home/shut");
  tree_write (tree, "home/shut/file");
  tree_write (tree, "home/read-only");
  tree_chmod (tree, "home/read-only", 0444);
  tree_chmod (tree, "home/shut", 0600);
  tree_chmod (tree, "home/projects/file", 0);
  tree_chmod (tree, "home", 0555);
  run_unprivileged (tree, permissions_unprivileged);
  tree_chmod (tree, "home", 0755);
  tree_chmod (tree, "home/shut", 0700);
}

static void
test_write_check (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (Shared) shared = share (tree, "home/projects");
  static const struct {
    const char    *rest;
    PaddockReadVerdict verdict;
  } cases[] = {
    { "file", PADDOCK_READ_ALLOWED }, { "link", PADDOCK_READ_ALLOWED },
    { "new", PADDOCK_READ_ALLOWED }, { "deep/new", PADDOCK_READ_ALLOWED },
    { "deep/../new", PADDOCK_READ_ALLOWED }, { "to-deep/new", PADDOCK_READ_ALLOWED },
    { NAME_255, PADDOCK_READ_ALLOWED },
    { "deep", PADDOCK_READ_NOT_A_FILE }, { "fifo", PADDOCK_READ_NOT_A_FILE },
    { "new/", PADDOCK_READ_MISSING }, { "new/new", PADDOCK_READ_MISSING },
    { "new/.", PADDOCK_READ_MISSING }, { "new/..", PADDOCK_READ_MISSING },
    { "file/new", PADDOCK_READ_MISSING }, { "file/", PADDOCK_READ_MISSING },
    { "dangling", PADDOCK_READ_MISSING }, { NAME_255 "x", PADDOCK_READ_MISSING },
    { "loop", PADDOCK_READ_LINK_REFUSED }, { "loop/new", PADDOCK_READ_LINK_REFUSED },
    { "../new", PADDOCK_READ_OUTSIDE }, { "out/new", PADDOCK_READ_OUTSIDE },
    { "dangling-out", PADDOCK_READ_OUTSIDE }, { "deep/../../new", PADDOCK_READ_OUTSIDE },
  };

  tree_link (tree, "file", "home/projects/link");
  tree_link (tree, "deep", "home/projects/to-deep");
  tree_link (tree, "nowhere", "home/projects/dangling");
  tree_link (tree, "../nowhere", "home/projects/dangling-out");
  tree_link (tree, "..", "home/projects/out");
  tree_link (tree, "loop", "home/projects/loop");
  tree_fifo (tree, "home/projects/fifo");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_open_with (tree, shared, cases[i].rest, PADDOCK_OPEN_WRITE_CHECK, cases[i].verdict);
}

/* Nothing can be made in a refused place either. */
static void
test_write_check_places (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (Shared) shared = share (tree, "");

  assert_open_with (tree, shared, "new", PADDOCK_OPEN_WRITE_CHECK, PADDOCK_READ_ALLOWED);
  assert_open_with (tree, shared, "own/new", PADDOCK_OPEN_WRITE_CHECK, PADDOCK_READ_OUTSIDE);
  assert_open_with (tree, shared, "own/paddock.db", PADDOCK_OPEN_WRITE_CHECK,
                    PADDOCK_READ_OUTSIDE);
  assert_open (tree, shared, "own/paddock.db", PADDOCK_READ_OUTSIDE);
  assert_open (tree, shared, "own/missing", PADDOCK_READ_OUTSIDE);
  assert_open (tree, shared, "own", PADDOCK_READ_OUTSIDE);
}

static void
assert_read (const Shared        *shared,
             const PaddockOpened *opened,
             guint64              offset,
             gsize                length,
             gsize                limit,
             PaddockReadVerdict   expected,
             const char          *contents)
{
  g_autoptr (GBytes) bytes = NULL;

  g_assert_cmpint (paddock_path_open_read (&shared->root, opened, offset, length, limit, &bytes),
                   ==,
                   expected);
  g_assert_cmpint (bytes != NULL, ==, contents != NULL);
  if (bytes != NULL)
    g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), contents,
                     strlen (contents));
}

static void
test_read (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (Shared) shared = share (tree, "home/projects");
  g_auto (PaddockOpened) opened = PADDOCK_OPENED_INIT;
  g_auto (PaddockOpened) nothing = PADDOCK_OPENED_INIT;

  assert_read (shared, &nothing, 0, G_MAXSIZE, 10, PADDOCK_READ_OUTSIDE, NULL);
  paddock_path_open_below (&shared->root, "file", tree->places, PADDOCK_OPEN_TO_READ, &opened);
  assert_read (shared, &opened, 0, G_MAXSIZE, 4, PADDOCK_READ_ALLOWED, "text");
  assert_read (shared, &opened, 0, G_MAXSIZE, G_MAXSIZE, PADDOCK_READ_ALLOWED, "text");
  assert_read (shared, &opened, 0, G_MAXSIZE, 3, PADDOCK_READ_TOO_LARGE, NULL);
  assert_read (shared, &opened, 0, G_MAXSIZE, 0, PADDOCK_READ_TOO_LARGE, NULL);
  assert_read (shared, &opened, 0, 0, 0, PADDOCK_READ_ALLOWED, "");
  assert_read (shared, &opened, 1, 2, 2, PADDOCK_READ_ALLOWED, "ex");
  assert_read (shared, &opened, 1, 3, 2, PADDOCK_READ_TOO_LARGE, NULL);
  assert_read (shared, &opened, 4, G_MAXSIZE, 2, PADDOCK_READ_ALLOWED, "");
  assert_read (shared, &opened, G_MAXUINT64, G_MAXSIZE, 2, PADDOCK_READ_ALLOWED, "");
  assert_read (shared, &opened, G_MAXINT64, 1, 2, PADDOCK_READ_ALLOWED, "");

  /* Withdrawn between opening and reading. */
  tree_rename (tree, "home/projects", "home/moved");
  assert_read (shared, &opened, 0, G_MAXSIZE, 4, PADDOCK_READ_OUTSIDE, NULL);
}

/* Over several chunks; and a file that grows after it was opened, so that its size says nothing. */
static void
test_read_large (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (Shared) shared = share (tree, "home/projects");
  g_auto (PaddockOpened) opened = PADDOCK_OPENED_INIT;
  g_autofree char *path = tree_path (tree, "home/projects/file");
  gsize size = 300000;
  g_autofree char *contents = g_malloc (size + 1);

  memset (contents, 'x', size);
  contents[size] = '\0';
  paddock_path_open_below (&shared->root, "file", tree->places, PADDOCK_OPEN_TO_READ, &opened);
  {
    FILE *file = fopen (path, "w");

    g_assert_cmpint (fputs (contents, file), >=, 0);
    g_assert_cmpint (fclose (file), ==, 0);
  }
  g_assert_cmpint (opened.size, ==, 4);
  assert_read (shared, &opened, 0, G_MAXSIZE, size, PADDOCK_READ_ALLOWED, contents);
  assert_read (shared, &opened, 0, G_MAXSIZE, size - 1, PADDOCK_READ_TOO_LARGE, NULL);
}

static const TreeTest tests[] = {
  { "/path-open/facts", test_facts },
  { "/path-open/kinds", test_kinds },
  { "/path-open/file-root", test_file_root },
  { "/path-open/root-replaced", test_root_replaced },
  { "/path-open/nonsense", test_nonsense },
  { "/path-open/way", test_way },
  { "/path-open/own-root", test_own_root },
  { "/path-open/permissions", test_permissions },
  { "/path-open/write-check", test_write_check },
  { "/path-open/write-check/places", test_write_check_places },
  { "/path-open/read", test_read },
  { "/path-open/read/large", test_read_large },
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
  g_test_add_data_func ("/path-open/without-newer-calls/absent", GINT_TO_POINTER (ENOSYS),
                        test_without_newer_calls);
  g_test_add_data_func ("/path-open/without-newer-calls/filtered", GINT_TO_POINTER (EPERM),
                        test_without_newer_calls);
  return g_test_run ();
}
