/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-path-walk.h"

#include "../support/test-tree.h"

/* Only the walk, below home/projects of a Tree; test-path-open.c tests what happens to its
 * result. */

static PaddockReadVerdict
walk_below (const Tree  *tree,
            const char  *relative,
            const char  *rest,
            char       **out_names)
{
  g_auto (PaddockPathObject) root = PADDOCK_PATH_OBJECT_INIT;
  g_auto (PaddockPathObject) found = PADDOCK_PATH_OBJECT_INIT;
  g_autofree char *path = relative[0] == '\0' ? g_strdup (tree->base) : tree_path (tree, relative);
  PaddockPathWalk walk = { .root = &root, .path = path, .places = tree->places };
  guint before = count_open_files ();
  PaddockReadVerdict verdict;

  g_assert_true (paddock_path_object_open (&root, path, FALSE));
  walk.mount = paddock_path_object_get_mount (&root);
  verdict = paddock_path_walk (&walk, rest, &found, out_names);

  g_assert_cmpint (verdict == PADDOCK_READ_ALLOWED, ==, found.fd >= 0);
  g_assert_cmpint (verdict == PADDOCK_READ_ALLOWED, ==, *out_names != NULL);
  if (found.fd >= 0 && (*out_names)[0] != '\0') {
    g_autofree char *named = g_build_filename (path, *out_names, NULL);
    struct stat info;

    g_assert_cmpint (lstat (named, &info), ==, 0);
    g_assert_cmpuint (info.st_ino, ==, found.info.st_ino);
  }
  paddock_path_object_clear (&root);
  paddock_path_object_clear (&found);
  g_assert_cmpuint (count_open_files (), ==, before);
  return verdict;
}

static void
assert_walk (const Tree         *tree,
             const char         *rest,
             PaddockReadVerdict  expected,
             const char         *names)
{
  g_autofree char *found = NULL;
  PaddockReadVerdict verdict = walk_below (tree, "home/projects", rest, &found);

  if (verdict != expected || g_strcmp0 (found, names) != 0)
    g_test_message ("“%s”: %s, “%s”", rest, paddock_read_verdict_to_nick (verdict), found);
  g_assert_cmpint (verdict, ==, expected);
  g_assert_cmpstr (found, ==, names);
}

static void
test_names (void)
{
  g_autoptr (Tree) tree = tree_new ();
  static const struct {
    const char *rest;
    const char *names;
  } cases[] = {
    { "", "" }, { ".", "" }, { "./.", "" }, { "file", "file" }, { "./file", "file" },
    { "deep", "deep" }, { "deep/", "deep" }, { "deep//er/", "deep/er" }, { "deep/.", "deep" },
    { "deep/..", "" }, { "deep/../file", "file" }, { "deep/er/../../file", "file" },
    { "deep/er/..", "deep" }, { "deep/./er/.././../deep/er", "deep/er" },
    { "link", "file" }, { "to-deep", "deep" }, { "to-deep/", "deep" }, { "to-deep/er", "deep/er" },
    { "to-deep/..", "" }, { "deep/up", "file" }, { "deep/up-slash/file", "file" },
    { "chain-3", "file" }, { "dots", "file" }, { "to-dot/file", "file" },
    { "into-er/../../file", "file" }, { "fifo", "fifo" },
  };

  tree_link (tree, "file", "home/projects/link");
  tree_link (tree, "deep", "home/projects/to-deep");
  tree_link (tree, "../file", "home/projects/deep/up");
  tree_link (tree, "..///", "home/projects/deep/up-slash");
  tree_link (tree, "link", "home/projects/chain-2");
  tree_link (tree, "chain-2", "home/projects/chain-3");
  tree_link (tree, "./deep/er/../../deep/../file", "home/projects/dots");
  tree_link (tree, ".", "home/projects/to-dot");
  tree_link (tree, "deep/er", "home/projects/into-er");
  tree_fifo (tree, "home/projects/fifo");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_walk (tree, cases[i].rest, PADDOCK_READ_ALLOWED, cases[i].names);
}

static void
test_refused (void)
{
  g_autoptr (Tree) tree = tree_new ();
  static const struct {
    const char    *rest;
    PaddockReadVerdict verdict;
  } cases[] = {
    { "..", PADDOCK_READ_OUTSIDE }, { "../projects/file", PADDOCK_READ_OUTSIDE },
    { "deep/../../projects/file", PADDOCK_READ_OUTSIDE }, { "./..", PADDOCK_READ_OUTSIDE },
    { "/file", PADDOCK_READ_OUTSIDE }, { "/", PADDOCK_READ_OUTSIDE },
    { "out", PADDOCK_READ_OUTSIDE }, { "out/x", PADDOCK_READ_OUTSIDE },
    { "and-back", PADDOCK_READ_OUTSIDE }, { "absolute", PADDOCK_READ_OUTSIDE },
    { "absolute-inside", PADDOCK_READ_OUTSIDE }, { "to-out", PADDOCK_READ_OUTSIDE },
    { "missing", PADDOCK_READ_MISSING }, { "missing/..", PADDOCK_READ_MISSING },
    { "file/", PADDOCK_READ_MISSING }, { "file/.", PADDOCK_READ_MISSING },
    { "file/..", PADDOCK_READ_MISSING }, { "file/x", PADDOCK_READ_MISSING },
    { "link/", PADDOCK_READ_MISSING }, { "slashed", PADDOCK_READ_MISSING },
    { "dangling", PADDOCK_READ_MISSING }, { NAME_255 "x", PADDOCK_READ_MISSING },
    { "self", PADDOCK_READ_LINK_REFUSED }, { "self/x", PADDOCK_READ_LINK_REFUSED },
    { "ping", PADDOCK_READ_LINK_REFUSED }, { "endless/x", PADDOCK_READ_LINK_REFUSED },
  };

  tree_link (tree, "../../own/paddock.db", "home/projects/out");
  tree_link (tree, "../projects/file", "home/projects/and-back");
  tree_link (tree, "/etc/passwd", "home/projects/absolute");
  tree_link (tree, "out", "home/projects/to-out");
  tree_link (tree, "file", "home/projects/link");
  tree_link (tree, "file/", "home/projects/slashed");
  tree_link (tree, "missing", "home/projects/dangling");
  tree_link (tree, "self", "home/projects/self");
  tree_link (tree, "pong", "home/projects/ping");
  tree_link (tree, "ping", "home/projects/pong");
  tree_link (tree, "endless/x", "home/projects/endless");
  {
    g_autofree char *inside = tree_path (tree, "home/projects/file");

    tree_link (tree, inside, "home/projects/absolute-inside");
  }
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_walk (tree, cases[i].rest, cases[i].verdict, NULL);
}

/* A refused place gives no answer, not even whether something is there. */
static void
test_refused_places (void)
{
  g_autoptr (Tree) tree = tree_new ();
  static const char * const refused[] = {
    "own", "own/", "own/paddock.db", "own/missing", "own/data/missing/x", "own/../home",
    "home/to-own/paddock.db", "home/to-own/missing", "home/../own/data",
  };

  tree_link (tree, "../own", "home/to-own");
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_autofree char *names = NULL;

    g_assert_cmpint (walk_below (tree, "", refused[i], &names), ==, PADDOCK_READ_OUTSIDE);
  }
}

/* Nor does Paddock's own directory under an unknown name: that of a mount, or in other letters. */
static void
test_own_by_another_name (void)
{
  g_autoptr (Tree) tree = tree_new ();
  static const char * const refused[] = {
    "home/mirror", "home/mirror/", "home/mirror/x", "home/mirror/missing", "home/to-mirror/x",
    "home/mirror/../projects/file",
  };
  g_autofree char *names = NULL;

  tree_mkdir (tree, "home/mirror");
  tree_write (tree, "home/mirror/x");
  tree_link (tree, "mirror", "home/to-mirror");
  tree_own (tree, "home/mirror");
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_autofree char *nothing = NULL;

    g_assert_cmpint (walk_below (tree, "", refused[i], &nothing), ==, PADDOCK_READ_OUTSIDE);
  }
  g_assert_cmpint (walk_below (tree, "", "home/projects/file", &names), ==, PADDOCK_READ_ALLOWED);
}

static void
make_chain (const Tree *tree,
            guint       length)
{
  tree_link (tree, "file", "home/projects/l1");
  for (guint i = 2; i <= length; i++) {
    g_autofree char *target = g_strdup_printf ("l%u", i - 1);
    g_autofree char *name = g_strdup_printf ("home/projects/l%u", i);

    tree_link (tree, target, name);
  }
}

static void
test_link_limit (void)
{
  g_autoptr (Tree) tree = tree_new ();

  make_chain (tree, PADDOCK_PATH_WALK_LINKS + 1);
  assert_walk (tree, "l40", PADDOCK_READ_ALLOWED, "file");
  assert_walk (tree, "l41", PADDOCK_READ_LINK_REFUSED, NULL);
}

/* Deeper than the walk keeps descriptors, and back, in all the ways that a path can be written. */
static void
test_deep (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (GString) down = g_string_new (NULL);
  g_autoptr (GString) up = g_string_new (NULL);
  g_autofree char *rest = NULL;
  g_autofree char *sideways = NULL;
  g_autofree char *too_far = NULL;
  g_autofree char *path = NULL;
  g_autofree char *bottom = NULL;

  for (guint i = 0; i < 400; i++) {
    g_string_append (down, "d/");
    g_string_append (up, "../");
  }
  path = g_strconcat ("home/projects/", down->str, NULL);
  tree_mkdir (tree, path);
  bottom = g_strndup (down->str, down->len - 1);

  assert_walk (tree, down->str, PADDOCK_READ_ALLOWED, bottom);
  rest = g_strconcat (down->str, up->str, "file", NULL);
  assert_walk (tree, rest, PADDOCK_READ_ALLOWED, "file");
  sideways = g_strconcat (down->str, up->str + 3 * 100, "d/d", NULL);
  path[strlen ("home/projects/") + 2 * 102 - 1] = '\0';
  assert_walk (tree, sideways, PADDOCK_READ_ALLOWED, path + strlen ("home/projects/"));
  too_far = g_strconcat (down->str, up->str, "../projects/file", NULL);
  assert_walk (tree, too_far, PADDOCK_READ_OUTSIDE, NULL);
}

/* Links of the greatest length, each leading to the next: this ends. */
static void
test_bomb (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autoptr (GString) target = g_string_new (NULL);

  for (guint i = 0; i < 580; i++)
    g_string_append (target, "./x/../");
  tree_mkdir (tree, "home/projects/x");
  for (guint i = 0; i < 39; i++) {
    g_autofree char *name = g_strdup_printf ("home/projects/bomb-%u", i);
    g_autofree char *full = g_strdup_printf ("%sbomb-%u", target->str, i + 1);

    tree_link (tree, full, name);
  }
  tree_link (tree, "file", "home/projects/bomb-39");
  assert_walk (tree, "bomb-0", PADDOCK_READ_LINK_REFUSED, NULL);
  assert_walk (tree, "bomb-10", PADDOCK_READ_ALLOWED, "file");
}

/* Without the permission to search, like the kernel: neither `.` nor `..` gets past. */
static void
search_unprivileged (const Tree *tree)
{
  assert_walk (tree, "shut", PADDOCK_READ_ALLOWED, "shut");
  assert_walk (tree, "shut/", PADDOCK_READ_ALLOWED, "shut");
  assert_walk (tree, "shut/.", PADDOCK_READ_UNREADABLE, NULL);
  assert_walk (tree, "shut/..", PADDOCK_READ_UNREADABLE, NULL);
  assert_walk (tree, "shut/file", PADDOCK_READ_UNREADABLE, NULL);
  assert_walk (tree, "shut/missing", PADDOCK_READ_UNREADABLE, NULL);
}

static void
test_search (void)
{
  g_autoptr (Tree) tree = tree_new ();

  tree_mkdir (tree, "home/projects/shut");
  tree_write (tree, "home/projects/shut/file");
  tree_chmod (tree, "home/projects/shut", 0600);
  run_unprivileged (tree, search_unprivileged);
  tree_chmod (tree, "home/projects/shut", 0700);
}

static const TreeTest tests[] = {
  { "/path-walk/names", test_names },
  { "/path-walk/refused", test_refused },
  { "/path-walk/refused-places", test_refused_places },
  { "/path-walk/own-by-another-name", test_own_by_another_name },
  { "/path-walk/link-limit", test_link_limit },
  { "/path-walk/deep", test_deep },
  { "/path-walk/bomb", test_bomb },
  { "/path-walk/search", test_search },
};

static void
test_without_newer_calls (gconstpointer error)
{
  run_without_newer_calls (tests, G_N_ELEMENTS (tests), GPOINTER_TO_INT (error));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add_func (tests[i].name, tests[i].function);
  g_test_add_data_func ("/path-walk/older-kernel", GINT_TO_POINTER (ENOSYS),
                        test_without_newer_calls);
  g_test_add_data_func ("/path-walk/filtered", GINT_TO_POINTER (EPERM), test_without_newer_calls);
  return g_test_run ();
}
