/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-inspection.h"

#include "paddock-uri.h"

#include "../support/test-tree.h"
#include "fake-documents.h"

#include <sys/mount.h>

/* By their text alone: no file is looked at. */
static void
test_hostile_text (void)
{
  static const struct {
    const char          *text;
    PaddockPlaceVerdict  verdict;
  } cases[] = {
    { NULL, PADDOCK_PLACE_EMPTY },
    { "", PADDOCK_PLACE_EMPTY },
    { ".", PADDOCK_PLACE_RELATIVE },
    { "..", PADDOCK_PLACE_RELATIVE },
    { "~", PADDOCK_PLACE_RELATIVE },
    { "~/projects", PADDOCK_PLACE_RELATIVE },
    { "projects", PADDOCK_PLACE_RELATIVE },
    { "./x", PADDOCK_PLACE_RELATIVE },
    { "../../etc", PADDOCK_PLACE_RELATIVE },
    { " /tmp", PADDOCK_PLACE_RELATIVE },
    { "\n/tmp", PADDOCK_PLACE_RELATIVE },
    { "\\tmp", PADDOCK_PLACE_RELATIVE },
    { "C:\\Users", PADDOCK_PLACE_RELATIVE },
    { "%2Ftmp", PADDOCK_PLACE_RELATIVE },
    { "http://example.org/tmp", PADDOCK_PLACE_NOT_A_FILE_URI },
    { "https://localhost/tmp", PADDOCK_PLACE_NOT_A_FILE_URI },
    { "sftp://host/tmp", PADDOCK_PLACE_NOT_A_FILE_URI },
    { "trash:///x", PADDOCK_PLACE_NOT_A_FILE_URI },
    { "files:///tmp", PADDOCK_PLACE_NOT_A_FILE_URI },
    { "file:", PADDOCK_PLACE_NOT_A_FILE_URI },
    { "file://", PADDOCK_PLACE_NOT_A_FILE_URI },
    { "file:tmp", PADDOCK_PLACE_NOT_A_FILE_URI },
    { "file://host/tmp", PADDOCK_PLACE_NOT_A_FILE_URI },
    { "FILE://host/tmp", PADDOCK_PLACE_NOT_A_FILE_URI },
    { "file:///tmp?x", PADDOCK_PLACE_NOT_A_FILE_URI },
    { "file:///tmp#x", PADDOCK_PLACE_NOT_A_FILE_URI },
    { "file:///tmp/%2e%2e/etc", PADDOCK_PLACE_NOT_A_FILE_URI },
    { "file:///tmp/../etc", PADDOCK_PLACE_NOT_A_FILE_URI },
    { "file:///tmp%2Fx", PADDOCK_PLACE_NOT_A_FILE_URI },
    { "file:///tmp%2", PADDOCK_PLACE_NOT_A_FILE_URI },
    { "file:///tmp%00", PADDOCK_PLACE_NUL },
    { "file:///%00/tmp", PADDOCK_PLACE_NUL },
    { "/proc", PADDOCK_PLACE_SYSTEM },
    { "/proc/", PADDOCK_PLACE_SYSTEM },
    { "//proc", PADDOCK_PLACE_SYSTEM },
    { "/./proc/.", PADDOCK_PLACE_SYSTEM },
    { "/tmp/../proc/self", PADDOCK_PLACE_SYSTEM },
    { "/../proc", PADDOCK_PLACE_SYSTEM },
    { "/proc/self/cwd", PADDOCK_PLACE_SYSTEM },
    { "/proc/self/root/tmp", PADDOCK_PLACE_SYSTEM },
    { "/proc/nonexistent", PADDOCK_PLACE_SYSTEM },
    { "/sys/kernel", PADDOCK_PLACE_SYSTEM },
    { "/dev/null", PADDOCK_PLACE_SYSTEM },
    { "/dev/shm", PADDOCK_PLACE_SYSTEM },
    { "/dev/fd/0", PADDOCK_PLACE_SYSTEM },
    { "/run", PADDOCK_PLACE_SYSTEM },
    { "/run/user/1000", PADDOCK_PLACE_SYSTEM },
    { "/run/media", PADDOCK_PLACE_SYSTEM },
    { "/run/media/ann", PADDOCK_PLACE_SYSTEM },
    { "/run/media/ann/../bob/x", PADDOCK_PLACE_SYSTEM },
    { "/run/media/ann/..", PADDOCK_PLACE_SYSTEM },
    { "file:///proc/self", PADDOCK_PLACE_SYSTEM },
    { "file:///dev", PADDOCK_PLACE_SYSTEM },
  };
  g_autoptr (Tree) tree = tree_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockInspection) inspection = paddock_inspection_run (cases[i].text, tree->places);

    assert_verdict (inspection, cases[i].text, cases[i].verdict);
    g_assert_null (inspection->path);
  }
}

/* In a sandbox only the portal's folders may become roots, under their paths on the host. The old
 * portal does not know those paths, so there is no root at all. */
static void
inspect_in_sandbox (guint32 version)
{
  static const struct {
    const char          *relative;
    PaddockPlaceVerdict  verdict;
    const char          *host;        /* (nullable) */
  } cases[] = {
    { "doc/a1/Photos", PADDOCK_PLACE_ACCEPTED, "/mnt/disk/Photos" },
    { "doc/a1/Photos/", PADDOCK_PLACE_ACCEPTED, "/mnt/disk/Photos" },
    { "doc/a1/Photos/below", PADDOCK_PLACE_ACCEPTED, "/mnt/disk/Photos/below" },
    { "doc/a1/Photos/to-below", PADDOCK_PLACE_ACCEPTED, "/mnt/disk/Photos/below" },
    { "to-doc/a1/Photos", PADDOCK_PLACE_ACCEPTED, "/mnt/disk/Photos" },
    { "home", PADDOCK_PLACE_NOT_A_DOCUMENT, NULL },
    { "home/projects", PADDOCK_PLACE_NOT_A_DOCUMENT, NULL },
    { "home/nothing", PADDOCK_PLACE_NOT_A_DOCUMENT, NULL },
    { "own", PADDOCK_PLACE_NOT_A_DOCUMENT, NULL },
    { "doc", PADDOCK_PLACE_NOT_A_DOCUMENT, NULL },
    { "doc/a1", PADDOCK_PLACE_NOT_A_DOCUMENT, NULL },
    { "doc/a1/..", PADDOCK_PLACE_NOT_A_DOCUMENT, NULL },
    { "doc/a1/Photos/out", PADDOCK_PLACE_NOT_A_DOCUMENT, NULL },
    { "doc/a1/Photos/across", PADDOCK_PLACE_NO_HOST_PATH, NULL },   /* into the unknown document */
    { "doc/b2/Other", PADDOCK_PLACE_NO_HOST_PATH, NULL },
    { "doc/c3/Misnamed", PADDOCK_PLACE_NO_HOST_PATH, NULL },
    { "doc/d4/proc", PADDOCK_PLACE_SYSTEM, NULL },
    { "doc/e5/data", PADDOCK_PLACE_OWN, NULL },
    { "doc/f6/.ssh", PADDOCK_PLACE_WARNED, NULL },
    { "doc/a1/Nothing", PADDOCK_PLACE_MISSING, NULL },
    { "doc/a1/Photos/nothing", PADDOCK_PLACE_MISSING, NULL },
  };
  static const char * const folders[] = {
    "doc/a1/Photos/below", "doc/b2/Other", "doc/c3/Misnamed", "doc/d4/proc", "doc/e5/data",
    "doc/f6/.ssh",
  };
  g_autoptr (Tree) tree = tree_new ();
  g_autofree char *mount = tree_path (tree, "doc");
  g_autofree char *own = tree_path (tree, "own/data");
  g_autofree char *ssh = tree_path (tree, "home/.ssh");
  g_autoptr (FakeDocuments) portal = fake_documents_new (version);
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);

  g_dbus_connection_set_exit_on_close (bus, FALSE);
  for (gsize i = 0; i < G_N_ELEMENTS (folders); i++)
    tree_mkdir (tree, folders[i]);
  tree_link (tree, "below", "doc/a1/Photos/to-below");
  tree_link (tree, "../../../home/projects", "doc/a1/Photos/out");
  tree_link (tree, "../../b2/Other", "doc/a1/Photos/across");
  tree_link (tree, "doc", "to-doc");
  paddock_places_set_documents (tree->places, mount);
  fake_documents_put (portal, "a1", "/mnt/disk/Photos");
  fake_documents_put (portal, "c3", "/mnt/disk/named-otherwise");
  fake_documents_put (portal, "d4", "/proc");
  fake_documents_put (portal, "e5", own);
  fake_documents_put (portal, "f6", ssh);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *picked = tree_path (tree, cases[i].relative);
    g_autoptr (PaddockInspection) inspection = paddock_inspection_run (picked, tree->places);
    gboolean asks_portal = cases[i].verdict != PADDOCK_PLACE_NOT_A_DOCUMENT &&
                           cases[i].verdict != PADDOCK_PLACE_MISSING;

    assert_verdict (inspection, picked,
                    version < PADDOCK_DOCUMENTS_HOST_PATHS_VERSION && asks_portal
                      ? PADDOCK_PLACE_NO_HOST_PATH : cases[i].verdict);
    /* Whatever the verdict, a path of the sandbox must never appear as a path of the host. */
    g_assert_false (paddock_path_text_is_within (inspection->path, mount));
    if (version >= PADDOCK_DOCUMENTS_HOST_PATHS_VERSION && cases[i].host != NULL)
      g_assert_cmpstr (inspection->path, ==, cases[i].host);
  }
}

static void
test_sandbox (void)
{
  inspect_in_sandbox (5);
}

static void
test_sandbox_with_old_portal (void)
{
  inspect_in_sandbox (4);
}

static void
test_hostile_files (void)
{
  static const struct {
    const char          *relative;
    PaddockPlaceVerdict  verdict;
  } cases[] = {
    { "home/nothing", PADDOCK_PLACE_MISSING },
    { "home/nothing/..", PADDOCK_PLACE_MISSING },     /* the kernel's "..", not the text's */
    { "home/nothing/../projects", PADDOCK_PLACE_MISSING },
    { "home/projects ", PADDOCK_PLACE_MISSING },
    { "home/Projects", PADDOCK_PLACE_MISSING },
    { "home/projects/file/", PADDOCK_PLACE_MISSING },
    { "home/projects/file/.", PADDOCK_PLACE_MISSING },
    { "home/projects/file/x", PADDOCK_PLACE_MISSING },
    { "home/projects/file/..", PADDOCK_PLACE_MISSING },
    { "home/dangling", PADDOCK_PLACE_MISSING },
    { "home/loop-a", PADDOCK_PLACE_LINK_LOOP },
    { "home/loop-a/x", PADDOCK_PLACE_LINK_LOOP },
    { "home/loop-self", PADDOCK_PLACE_LINK_LOOP },
    { "home/long", PADDOCK_PLACE_LINK_LOOP },         /* a chain of 50 */
    { "home/to-proc", PADDOCK_PLACE_SYSTEM },
    { "home/to-proc/1", PADDOCK_PLACE_SYSTEM },
    { "home/to-proc/../proc", PADDOCK_PLACE_SYSTEM },
    { "home/to-null", PADDOCK_PLACE_SYSTEM },
    { "home/to-to-proc", PADDOCK_PLACE_SYSTEM },
    { "home/to-dev/null", PADDOCK_PLACE_SYSTEM },
    { "own", PADDOCK_PLACE_OWN },
    { "own/", PADDOCK_PLACE_OWN },
    { "own/data", PADDOCK_PLACE_OWN },
    { "own/nothing", PADDOCK_PLACE_OWN },
    { "own/paddock.db", PADDOCK_PLACE_OWN },
    { "home/../own", PADDOCK_PLACE_OWN },
    { "home/to-own", PADDOCK_PLACE_OWN },
    { "home/to-own/data", PADDOCK_PLACE_OWN },
    { "home/to-own-file", PADDOCK_PLACE_OWN },
    { "home/up/own", PADDOCK_PLACE_OWN },
    { "home/up/home/up/own/data", PADDOCK_PLACE_OWN },
    { "home/to-deep/../../../../own", PADDOCK_PLACE_OWN },
    { "own/out", PADDOCK_PLACE_OWN },                 /* leads out, but the user picked it inside */
    { "home/fifo", PADDOCK_PLACE_WRONG_KIND },
    { "home/to-fifo", PADDOCK_PLACE_WRONG_KIND },
    { "home/socket", PADDOCK_PLACE_WRONG_KIND },
    { "home/" NAME_255 "x", PADDOCK_PLACE_TOO_LONG },
  };
  g_autoptr (Tree) tree = tree_new ();
  guint open_files;

  tree_link (tree, "nowhere", "home/dangling");
  tree_link (tree, "loop-b", "home/loop-a");
  tree_link (tree, "loop-a", "home/loop-b");
  tree_link (tree, "loop-self", "home/loop-self");
  tree_link (tree, "chain-0", "home/long");
  for (int i = 0; i < 50; i++) {
    g_autofree char *target = g_strdup_printf ("chain-%d", i + 1);
    g_autofree char *name = g_strdup_printf ("home/chain-%d", i);

    tree_link (tree, i == 49 ? "projects" : target, name);
  }
  tree_link (tree, "/proc", "home/to-proc");
  tree_link (tree, "to-proc", "home/to-to-proc");
  tree_link (tree, "/dev/null", "home/to-null");
  tree_link (tree, "/dev", "home/to-dev");
  tree_link (tree, "../own", "home/to-own");
  tree_link (tree, "../own/paddock.db", "home/to-own-file");
  tree_link (tree, "..", "home/up");
  tree_link (tree, "projects/deep/er", "home/to-deep");
  tree_link (tree, "../home/projects", "own/out");
  tree_link (tree, "fifo", "home/to-fifo");
  tree_fifo (tree, "home/fifo");
  tree_socket (tree, "home/socket");

  open_files = count_open_files ();
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = tree_path (tree, cases[i].relative);
    g_autoptr (PaddockInspection) inspection = paddock_inspection_run (path, tree->places);

    assert_verdict (inspection, path, cases[i].verdict);
  }
  g_assert_cmpuint (count_open_files (), ==, open_files);
}

static void
test_accepted (void)
{
  /* What is picked, and what it resolves to below the tree (NULL: the same). */
  static const struct {
    const char *picked;
    const char *resolved;
  } cases[] = {
    { "home/projects", NULL },
    { "home/projects/", "home/projects" },
    { "home/projects//", "home/projects" },
    { "home//projects", "home/projects" },
    { "home/projects/.", "home/projects" },
    { "home/./projects", "home/projects" },
    { "home/projects/..//projects", "home/projects" },
    { "home/../home/projects", "home/projects" },
    { "home/projects/file", NULL },
    { "home/projects/deep/er", NULL },
    { "home/link", "home/projects" },
    { "home/link/", "home/projects" },
    { "home/link/file", "home/projects/file" },
    { "home/file-link", "home/projects/file" },
    { "home/link-link", "home/projects" },
    { "home/to-deep/..", "home/projects/deep" },      /* like the kernel: not home */
    { "home/with space", NULL },
    { "home/trailing ", NULL },
    { "home/new\nline", NULL },
    { "home/tab\tbell\a", NULL },
    { "home/100%", NULL },
    { "home/%2e%2e", NULL },
    { "home/file:", NULL },
    { "home/latin\xe9", NULL },
    { "home/\xff\xfe\x80", NULL },
    { "home/한국어", NULL },
    { "home/back\\slash", NULL },
    { "home/gone (deleted)", NULL },
    { "home/-rf", NULL },
    { "home/~", NULL },
    { "home/#hash?query", NULL },
    { "home/\xe2\x80\xaemoc.exe", NULL },
    { "home/" NAME_255, NULL },
  };
  g_autoptr (Tree) tree = tree_new ();
  guint open_files;

  tree_link (tree, "projects", "home/link");
  tree_link (tree, "projects/file", "home/file-link");
  tree_link (tree, "link", "home/link-link");
  tree_link (tree, "projects/deep/er", "home/to-deep");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    if (cases[i].resolved == NULL && !g_str_has_suffix (cases[i].picked, "/file"))
      tree_mkdir (tree, cases[i].picked);

  open_files = count_open_files ();
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char *resolved = cases[i].resolved != NULL ? cases[i].resolved : cases[i].picked;
    g_autofree char *picked = tree_path (tree, cases[i].picked);
    g_autofree char *expected = tree_path (tree, resolved);
    g_autofree char *uri = paddock_uri_from_path (expected);
    g_autoptr (PaddockInspection) by_path = paddock_inspection_run (picked, tree->places);
    g_autoptr (PaddockInspection) by_uri = paddock_inspection_run (uri, tree->places);
    struct stat info;

    assert_verdict (by_path, picked, PADDOCK_PLACE_ACCEPTED);
    assert_verdict (by_uri, uri, PADDOCK_PLACE_ACCEPTED);
    g_assert_cmpstr (by_path->path, ==, expected);
    g_assert_cmpstr (by_uri->path, ==, expected);
    g_assert_true (paddock_file_record_equal (by_path->record, by_uri->record));

    g_assert_cmpint (stat (picked, &info), ==, 0);
    g_assert_cmpuint (by_path->record->inode, ==, info.st_ino);
    g_assert_cmpuint (by_path->record->device, ==, info.st_dev);
    g_assert_cmpuint (by_path->record->owner, ==, info.st_uid);
    g_assert_cmpint (by_path->record->kind, ==,
                     S_ISDIR (info.st_mode) ? PADDOCK_FILE_KIND_DIRECTORY
                                              : PADDOCK_FILE_KIND_REGULAR);
    g_assert_true (paddock_path_text_is_within (expected, by_path->record->mount_point));
  }
  g_assert_cmpuint (count_open_files (), ==, open_files);
}

static void
test_warned (void)
{
  static const struct {
    const char *relative;
    guint       warnings;
  } cases[] = {
    { "home", PADDOCK_PLACE_WARNING_HOME },
    { "", PADDOCK_PLACE_WARNING_ABOVE_HOME | PADDOCK_PLACE_WARNING_CONTAINS_OWN },
    { "home/.ssh", PADDOCK_PLACE_WARNING_HIDDEN | PADDOCK_PLACE_WARNING_SECRETS },
    { "home/plain", PADDOCK_PLACE_WARNING_HIDDEN | PADDOCK_PLACE_WARNING_SECRETS },
    { "home/self", PADDOCK_PLACE_WARNING_HOME },
    { "home/.link", 0 },          /* only what it resolves to counts */
  };
  g_autoptr (Tree) tree = tree_new ();

  tree_mkdir (tree, "home/.ssh");
  tree_link (tree, ".ssh", "home/plain");
  tree_link (tree, ".", "home/self");
  tree_link (tree, "projects", "home/.link");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = tree_path (tree, cases[i].relative);
    g_autoptr (PaddockInspection) inspection = paddock_inspection_run (path, tree->places);

    assert_verdict (inspection, path,
                    cases[i].warnings == 0 ? PADDOCK_PLACE_ACCEPTED : PADDOCK_PLACE_WARNED);
    g_assert_cmpuint (inspection->warnings, ==, cases[i].warnings);
  }
}

static void
bind_at (const Tree *tree,
         const char *point,
         const char *source)
{
  g_autofree char *path = tree_path (tree, point);
  g_autofree char *from = g_str_equal (source, "") ? g_strdup (tree->base)
                                                   : tree_path (tree, source);

  if (g_file_test (from, G_FILE_TEST_IS_DIR))
    tree_mkdir (tree, point);
  else
    tree_write (tree, point);
  g_assert_cmpint (mount (from, path, NULL, MS_BIND, NULL), ==, 0);
}

/* Runs in a process of its own, which may mount. */
static void
check_mounts (const Tree *tree)
{
  static const struct {
    const char          *point;
    const char          *source;
    PaddockPlaceVerdict  verdict;
    guint                warnings;
  } cases[] = {
    { "b/own", "own", PADDOCK_PLACE_OWN },
    { "b/data", "own/data", PADDOCK_PLACE_OWN },
    { "b/file", "own/paddock.db", PADDOCK_PLACE_OWN },
    { "b/projects", "home/projects", PADDOCK_PLACE_ACCEPTED },
    { "b/s", "home/.ssh", PADDOCK_PLACE_WARNED,
      PADDOCK_PLACE_WARNING_HIDDEN | PADDOCK_PLACE_WARNING_SECRETS },
    { "b/home", "home", PADDOCK_PLACE_WARNED, PADDOCK_PLACE_WARNING_HOME },
    { "b/share", "share", PADDOCK_PLACE_WARNED, PADDOCK_PLACE_WARNING_CONTAINS_OWN },
    { "b/share2", "share/in", PADDOCK_PLACE_OWN },
    { "b/share3", "share/other", PADDOCK_PLACE_ACCEPTED },
  };

  if (!enter_namespace () || mount ("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
    _exit (SKIPPED);
  tree_mkdir (tree, "share/in/data");
  tree_write (tree, "share/in/paddock.db");
  tree_mkdir (tree, "share/other");
  tree_mkdir (tree, "home/.ssh");
  /* A mount that shows Paddock's own directory counts as that directory. */
  bind_at (tree, "own", "share/in");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = tree_path (tree, cases[i].point);
    g_autoptr (PaddockInspection) inspection = NULL;

    bind_at (tree, cases[i].point, cases[i].source);
    inspection = paddock_inspection_run (path, tree->places);
    assert_verdict (inspection, path, cases[i].verdict);
    g_assert_cmpuint (inspection->warnings, ==, cases[i].warnings);
  }
  _exit (0);
}

/* A mount's name does not count; the directory's own name does. */
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

/* Without a telling name, device and inode count. */
static void
test_own_by_another_name (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autofree char *path = tree_path (tree, "home/projects/deep");
  g_autoptr (PaddockInspection) inspection = NULL;

  tree_own (tree, "home/projects/deep");
  inspection = paddock_inspection_run (path, tree->places);
  assert_verdict (inspection, path, PADDOCK_PLACE_OWN);
}

/* A path of exactly @length bytes below @tree, made if it can be. */
static char *
make_long_path (const Tree *tree,
                gsize       length)
{
  g_autoptr (GString) path = g_string_new (tree->base);
  g_autofree char *name = NULL;

  g_string_append (path, "/home/projects");
  while (path->len + 258 <= length) {
    g_string_append (path, "/" NAME_255);
    if (mkdir (path->str, 0755) != 0)
      g_assert_cmpint (errno, ==, EEXIST);
  }
  name = g_strnfill (length - path->len - 1, 'x');
  g_string_append_printf (path, "/%s", name);
  g_assert_cmpuint (path->len, ==, length);
  if (length < PATH_MAX)
    g_assert_cmpint (mkdir (path->str, 0755), ==, 0);
  return g_steal_pointer (&path->str);
}

static void
test_longest_path (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autofree char *longest = make_long_path (tree, 4095);
  g_autofree char *longer = make_long_path (tree, 4096);
  g_autofree char *uri = paddock_uri_from_path (longest);
  g_autofree char *longer_uri = paddock_uri_from_path (longer);
  g_autofree char *dots = g_strconcat (longest, "/.", NULL);
  g_autoptr (PaddockInspection) fits = paddock_inspection_run (longest, tree->places);
  g_autoptr (PaddockInspection) fits_uri = paddock_inspection_run (uri, tree->places);
  g_autoptr (PaddockInspection) exceeds = paddock_inspection_run (longer, tree->places);
  g_autoptr (PaddockInspection) exceeds_uri = paddock_inspection_run (longer_uri, tree->places);
  g_autoptr (PaddockInspection) exceeds_dots = paddock_inspection_run (dots, tree->places);

  assert_verdict (fits, longest, PADDOCK_PLACE_ACCEPTED);
  g_assert_cmpstr (fits->path, ==, longest);
  assert_verdict (fits_uri, uri, PADDOCK_PLACE_ACCEPTED);
  assert_verdict (exceeds, longer, PADDOCK_PLACE_TOO_LONG);
  assert_verdict (exceeds_uri, longer_uri, PADDOCK_PLACE_TOO_LONG);
  assert_verdict (exceeds_dots, dots, PADDOCK_PLACE_TOO_LONG);
}

/* A short path leads through a link to a name that is too long. */
static void
test_resolved_too_long (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autofree char *longest = make_long_path (tree, 4000);
  g_autofree char *link = tree_path (tree, "home/link");
  g_autofree char *below = tree_path (tree, "home/link/" NAME_255);
  g_autoptr (PaddockInspection) inspection = NULL;

  g_assert_cmpint (symlink (longest, link), ==, 0);
  g_assert_cmpint (mkdir (below, 0755), ==, 0);
  inspection = paddock_inspection_run (below, tree->places);
  assert_verdict (inspection, below, PADDOCK_PLACE_TOO_LONG);

  /* Too long to be removed by name later. */
  g_assert_cmpint (rmdir (below), ==, 0);
}

static const struct {
  const char *relative;
  mode_t      mode;
  gboolean    is_readable;
} modes[] = {
  { "home/m000", 0000, FALSE }, { "home/m444", 0444, FALSE }, { "home/m111", 0111, FALSE },
  { "home/m555", 0555, TRUE }, { "home/f000", 0000, FALSE }, { "home/f111", 0111, FALSE },
  { "home/f222", 0222, FALSE }, { "home/f444", 0444, TRUE },
};

static void
check_modes (const Tree *tree)
{
  g_autofree char *below = tree_path (tree, "home/locked/in");
  g_autoptr (PaddockInspection) inside = paddock_inspection_run (below, tree->places);

  assert_verdict (inside, below, PADDOCK_PLACE_UNREADABLE);
  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++) {
    g_autofree char *path = tree_path (tree, modes[i].relative);
    g_autoptr (PaddockInspection) inspection = paddock_inspection_run (path, tree->places);

    assert_verdict (inspection, path, modes[i].is_readable ? PADDOCK_PLACE_ACCEPTED
                                                             : PADDOCK_PLACE_UNREADABLE);
  }
}

static void
test_permissions (void)
{
  g_autoptr (Tree) tree = tree_new ();

  tree_mkdir (tree, "home/locked/in");
  tree_chmod (tree, "home/locked", 0000);
  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++) {
    if (modes[i].relative[strlen ("home/")] == 'm')
      tree_mkdir (tree, modes[i].relative);
    else
      tree_write (tree, modes[i].relative);
    tree_chmod (tree, modes[i].relative, modes[i].mode);
  }

  run_unprivileged (tree, check_modes);

  tree_chmod (tree, "home/locked", 0755);
  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++)
    tree_chmod (tree, modes[i].relative, 0755);
}

typedef struct {
  char *a;
  char *b;
  int   stop;                     /* (atomic) */
} Swapper;

static gpointer
swap_main (gpointer data)
{
  Swapper *swapper = data;

  while (g_atomic_int_get (&swapper->stop) == 0)
    g_assert_cmpint (syscall (SYS_renameat2, AT_FDCWD, swapper->a, AT_FDCWD, swapper->b,
                              1 << 1 /* RENAME_EXCHANGE */), ==, 0);
  return NULL;
}

/* A process swaps a directory and a link to Paddock's own data, as fast as it can. If a path is
 * accepted, path and record must be those of the directory. */
static void
test_swapped_meanwhile (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autofree char *a = tree_path (tree, "home/a");
  g_autofree char *b = tree_path (tree, "home/b");
  g_autoptr (PaddockFileRecord) record = NULL;
  Swapper swapper = { a, b, 0 };
  GThread *thread;

  tree_mkdir (tree, "home/a");
  tree_link (tree, "../own", "home/b");
  record = record_of (tree, "home/a");

  thread = g_thread_new ("swap", swap_main, &swapper);
  for (int i = 0; i < 3000; i++) {
    g_autoptr (PaddockInspection) inspection = paddock_inspection_run (a, tree->places);
    g_autoptr (PaddockFileRecord) current = NULL;

    if (paddock_place_verdict_is_usable (inspection->verdict)) {
      /* It may be found under its other name, where it was at that moment. */
      g_assert_true (g_str_equal (inspection->path, a) || g_str_equal (inspection->path, b));
      g_assert_cmpuint (inspection->record->inode, ==, record->inode);
    } else
      g_assert_true (inspection->verdict == PADDOCK_PLACE_OWN ||
                     inspection->verdict == PADDOCK_PLACE_MISSING ||
                     inspection->verdict == PADDOCK_PLACE_UNRESOLVED);

    if (paddock_path_check (a, record, 1, &current) == PADDOCK_AVAILABILITY_AVAILABLE)
      g_assert_cmpuint (current->inode, ==, record->inode);
  }
  g_atomic_int_set (&swapper.stop, 1);
  g_thread_join (thread);
}

static void
test_free_nothing (void)
{
  paddock_inspection_free (NULL);
}

static const TreeTest tests[] = {
  { "/inspection/hostile-text", test_hostile_text },
  { "/inspection/hostile-files", test_hostile_files },
  { "/inspection/accepted", test_accepted },
  { "/inspection/warned", test_warned },
  { "/inspection/own-by-another-name", test_own_by_another_name },
  { "/inspection/longest-path", test_longest_path },
  { "/inspection/resolved-too-long", test_resolved_too_long },
  { "/inspection/permissions", test_permissions },
  { "/inspection/swapped-meanwhile", test_swapped_meanwhile },
  { "/inspection/free-nothing", test_free_nothing },
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
  g_test_add_func ("/inspection/mounts", test_mounts);
  g_test_add_func ("/inspection/sandbox", test_sandbox);
  g_test_add_func ("/inspection/sandbox-with-old-portal", test_sandbox_with_old_portal);
  g_test_add_data_func ("/inspection/without-newer-calls/absent", GINT_TO_POINTER (ENOSYS),
                        test_without_newer_calls);
  g_test_add_data_func ("/inspection/without-newer-calls/filtered", GINT_TO_POINTER (EPERM),
                        test_without_newer_calls);

  return g_test_run ();
}
