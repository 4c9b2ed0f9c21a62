/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-host-folders.h"

#include <string.h>

#include "paddock-host-question.h"
#include "paddock-installation.h"
#include "paddock-names.h"
#include "paddock-uri.h"

#include "../support/test-tree.h"

/* For this process, the tree's home is the user's home, and its directory "own" belongs to
 * Paddock. */

#define DEADLINE (20 * G_USEC_PER_SEC)

#define WAIT_FOR(condition) \
  G_STMT_START { \
    gint64 deadline_ = g_get_monotonic_time () + DEADLINE; \
    while (!(condition)) { \
      g_assert_cmpint (g_get_monotonic_time (), <, deadline_); \
      g_main_context_iteration (NULL, FALSE); \
      g_usleep (200); \
    } \
  } G_STMT_END

static Tree *tree;

typedef struct {
  PaddockHostFolders *folders;      /* (owned) */
  PaddockRootList    *list;         /* (owned) the service's list: one root, with the choice */
  PaddockRootList    *plain;        /* (owned) the same without the choice */
  guint               n_changed;
} Fixture;

static void
on_changed (gpointer user_data)
{
  Fixture *fixture = user_data;

  fixture->n_changed++;
}

static PaddockRootList *
read_list (const char *meta)
{
  g_autofree char *text = g_strdup_printf ("{\"roots\":[{\"uri\":\"file://%s/home/granted\"}],"
                                           "\"_meta\":{%s}}", tree->base, meta);

  return paddock_root_list_read ((PaddockSpan) { text, strlen (text) });
}

static PaddockHostFolders *
make_folders (Fixture          *fixture,
              PaddockHostRoots  mode)
{
  g_autofree char *socket_path = tree_path (tree, "run/mcp.sock");

  return paddock_host_folders_new (mode, socket_path, on_changed, fixture);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->folders = make_folders (fixture, PADDOCK_HOST_ROOTS_SUGGEST);
  fixture->list = read_list ("\"" PADDOCK_META_HOST_ROOTS "\":\"union\"");
  fixture->plain = read_list ("");
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_clear_pointer (&fixture->folders, paddock_host_folders_free);
  paddock_root_list_unref (fixture->list);
  paddock_root_list_unref (fixture->plain);
}

/* The server's list on one line, with paths relative to the tree. */
static char *
told (Fixture         *fixture,
      PaddockRootList *list)
{
  g_autoptr (PaddockRootList) all = paddock_host_folders_apply (fixture->folders, list, TRUE);
  g_auto (GStrv) paths = paddock_root_list_dup_paths (all);

  for (gsize i = 0; paths[i] != NULL; i++) {
    char *path = paths[i];

    g_assert_true (g_str_has_prefix (path, tree->base));
    paths[i] = g_strdup (path + strlen (tree->base) + 1);
    g_free (path);
  }
  return g_strjoinv (" ", paths);
}

static void
assert_told (Fixture    *fixture,
             const char *expected)
{
  g_autofree char *text = told (fixture, fixture->list);

  g_assert_cmpstr (text, ==, expected);
}

/* Each list starts another survey. */
static gboolean
is_told (Fixture    *fixture,
         const char *expected)
{
  g_autofree char *text = told (fixture, fixture->list);

  return g_str_equal (text, expected);
}

static gboolean
take (Fixture    *fixture,
      const char *relative)
{
  g_autofree char *uri = g_strconcat ("file://", tree->base, "/", relative, NULL);
  const char * const uris[] = { uri, NULL };

  return paddock_host_folders_update (fixture->folders, uris);
}

/* Waits until the look is over that the last list began. A folder that can be used is added to what
 * is looked at, so that the look has something to tell. */
static void
look (Fixture    *fixture,
      const char *uri)
{
  g_autofree char *usable = g_strconcat ("file://", tree->base, "/home/usable", NULL);
  const char * const uris[] = { uri, usable, NULL };
  guint before = fixture->n_changed;

  g_assert_true (paddock_host_folders_update (fixture->folders, uris));
  g_free (told (fixture, fixture->list));
  WAIT_FOR (fixture->n_changed > before);
}

static void
test_rules (void)
{
  static const struct {
    const char *place;              /* relative to the tree, or a whole URI */
    const char *found;              /* (nullable) NULL: not passed on */
  } rows[] = {
    { "home/projects", "home/projects" },
    { "home/projects/", "home/projects" },
    { "home//projects", "home/projects" },
    { "home/projects/file", "home/projects/file" },
    { "home/to-projects", "home/projects" },
    { "home/to-projects/deep", "home/projects/deep" },
    { "elsewhere", "elsewhere" },
    /* These are in the list of the service already. */
    { "home/granted", NULL },
    { "home/granted/inner", NULL },
    { "home/to-granted", NULL },
    /* These may never be roots. */
    { "file:///proc", NULL },
    { "file:///proc/self/cwd", NULL },
    { "file:///sys", NULL },
    { "file:///dev/shm", NULL },
    { "file:///run", NULL },
    { "home/to-proc", NULL },
    { "own", NULL },
    { "own/data", NULL },
    { "own/paddock.db", NULL },
    { "home/to-own", NULL },
    { "home/to-own/data", NULL },
    { "run", NULL },
    { "config/paddock", NULL },
    /* Only a user may accept these. */
    { "file:///", NULL },
    { "", NULL },
    { "home", NULL },
    { "config", NULL },
    { "home/.ssh", NULL },
    { "home/.config", NULL },
    { "home/.hidden/inner", NULL },
    { "home/to-ssh", NULL },
    { "home/to-above", NULL },
    /* These are not there, or are neither a folder nor a file. */
    { "home/missing", NULL },
    { "home/projects/file/", "home/projects/file" },
    { "home/projects/file/below", NULL },
    { "home/dangling", NULL },
    { "home/loop", NULL },
    { "home/pipe", NULL },
    /* Not a path. */
    { "file://elsewhere.example/etc", NULL },
    { "https://example.org/", NULL },
    { "home/projects/../../own", NULL },
    { "home/projects%2fdeep", NULL },
    { "home/projects%00", NULL },
    { "file:", NULL },
    { "/etc", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    Fixture fixture = { 0 };
    g_autofree char *below = g_strconcat ("file://", tree->base, "/", rows[i].place, NULL);
    g_autofree char *text = NULL;
    g_autofree char *expected = NULL;
    gboolean is_whole = g_str_equal (rows[i].place, "/etc") || strchr (rows[i].place, ':') != NULL;

    g_test_message ("%s", rows[i].place);
    set_up (&fixture, NULL);
    look (&fixture, is_whole ? rows[i].place : below);
    text = told (&fixture, fixture.list);
    expected = g_strjoin (" ", "home/granted", rows[i].found != NULL ? rows[i].found
                                                                     : "home/usable",
                          rows[i].found != NULL ? "home/usable" : NULL, NULL);
    g_assert_cmpstr (text, ==, expected);
    tear_down (&fixture, NULL);
  }
}

/* The home in the user database counts as one, whatever HOME says. So do the folders above it. */
static void
test_other_home (void)
{
  g_autofree char *home = paddock_installation_dup_registered_home ();
  g_autofree char *parent = home != NULL ? g_path_get_dirname (home) : NULL;
  const char *paths[] = { home, parent };

  if (home == NULL) {
    g_test_skip ("no home is registered here");
    return;
  }
  g_assert_cmpstr (home, !=, g_get_home_dir ());
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++) {
    Fixture fixture = { 0 };
    g_autofree char *uri = paddock_uri_from_path (paths[i]);

    g_test_message ("%s", uri);
    set_up (&fixture, NULL);
    look (&fixture, uri);
    assert_told (&fixture, "home/granted home/usable");
    tear_down (&fixture, NULL);
  }
}

/* Two paths to one folder count once. A folder inside another of the host's folders is left out. */
static void
test_once (Fixture       *fixture,
           gconstpointer  data)
{
  static const char * const places[] = {
    "home/to-projects", "home/projects", "home/projects/deep",
  };
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) uris = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++) {
    g_autofree char *uri = g_strconcat ("file://", tree->base, "/", places[i], NULL);

    g_strv_builder_add (builder, uri);
  }
  uris = g_strv_builder_end (builder);
  assert_told (fixture, "home/granted");
  g_assert_true (paddock_host_folders_update (fixture->folders, (const char * const *) uris));
  WAIT_FOR (fixture->n_changed == 1);
  assert_told (fixture, "home/granted home/projects");
}

/* Without the choice nothing is looked at. Nor is a folder passed on that was found before. */
static void
test_only_chosen (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *without = NULL;
  g_autofree char *after = NULL;

  g_assert_true (take (fixture, "home/projects"));
  without = told (fixture, fixture->plain);
  g_assert_cmpstr (without, ==, "home/granted");
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (fixture->n_changed, ==, 0);

  assert_told (fixture, "home/granted");
  WAIT_FOR (fixture->n_changed == 1);
  assert_told (fixture, "home/granted home/projects");
  after = told (fixture, fixture->plain);
  g_assert_cmpstr (after, ==, "home/granted");
}

/* A folder that the host takes back is gone at once. A folder that comes or goes on the disk is
 * noticed at the next list. */
static void
test_changes (Fixture       *fixture,
              gconstpointer  data)
{
  assert_told (fixture, "home/granted");
  g_assert_true (take (fixture, "home/projects"));
  g_assert_false (take (fixture, "home/projects"));
  WAIT_FOR (fixture->n_changed == 1);
  assert_told (fixture, "home/granted home/projects");

  g_assert_true (take (fixture, "home/passing"));
  assert_told (fixture, "home/granted");
  tree_mkdir (tree, "home/passing");
  WAIT_FOR (is_told (fixture, "home/granted home/passing"));
  tree_remove (tree, "home/passing");
  WAIT_FOR (is_told (fixture, "home/granted"));

  g_assert_true (take (fixture, "home/projects"));
  WAIT_FOR (is_told (fixture, "home/granted home/projects"));
  g_assert_true (paddock_host_folders_update (fixture->folders, NULL));
  assert_told (fixture, "home/granted");
}

/* The host sends another list, or the proxy ends, in the middle of a survey. */
static void
test_in_between (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *text = NULL;

  assert_told (fixture, "home/granted");
  for (guint i = 0; i < 200; i++)
    g_assert_true (take (fixture, i % 2 == 0 ? "home/usable" : "home/projects"));
  WAIT_FOR (fixture->n_changed > 0);
  assert_told (fixture, "home/granted home/projects");
  take (fixture, "home/usable");
  text = told (fixture, fixture->list);
  g_clear_pointer (&fixture->folders, paddock_host_folders_free);
  fixture->n_changed = 0;
  for (gint64 until = g_get_monotonic_time () + G_USEC_PER_SEC / 10;
       g_get_monotonic_time () < until;)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (fixture->n_changed, ==, 0);
}

/* The most folders that are taken from a host, again at each list. */
static void
test_many (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) uris = NULL;
  g_autoptr (PaddockRootList) all = NULL;
  g_auto (GStrv) paths = NULL;

  for (guint i = 0; i < PADDOCK_HOST_QUESTION_ROOTS_MAX; i++) {
    g_autofree char *relative = g_strdup_printf ("home/many/%u", i);
    g_autofree char *uri = g_strconcat ("file://", tree->base, "/", relative, NULL);

    tree_mkdir (tree, relative);
    g_strv_builder_add (builder, uri);
  }
  uris = g_strv_builder_end (builder);
  assert_told (fixture, "home/granted");
  paddock_host_folders_update (fixture->folders, (const char * const *) uris);
  WAIT_FOR (fixture->n_changed == 1);
  all = paddock_host_folders_apply (fixture->folders, fixture->list, TRUE);
  paths = paddock_root_list_dup_paths (all);
  g_assert_cmpuint (g_strv_length (paths), ==, PADDOCK_HOST_QUESTION_ROOTS_MAX + 1);
}

/* With options that narrow, the choice does not make the list larger. Nothing is shared before the
 * host's folders are found. */
static void
test_modes (void)
{
  static const struct {
    PaddockHostRoots mode;
    const char      *place;
    gboolean         has_host_roots;
    const char      *expected;
  } rows[] = {
    { PADDOCK_HOST_ROOTS_IGNORE, "home/projects", TRUE, "home/granted" },
    { PADDOCK_HOST_ROOTS_INTERSECT, "home/projects", TRUE, "" },
    { PADDOCK_HOST_ROOTS_INTERSECT, "home", TRUE, "" },
    { PADDOCK_HOST_ROOTS_INTERSECT, "home/projects", FALSE, "home/granted" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    Fixture fixture = { 0 };
    g_autoptr (PaddockRootList) list = NULL;
    g_auto (GStrv) paths = NULL;
    g_autofree char *expected = g_strconcat (tree->base, "/", rows[i].expected, NULL);

    set_up (&fixture, NULL);
    paddock_host_folders_free (fixture.folders);
    fixture.folders = make_folders (&fixture, rows[i].mode);
    g_assert_true (take (&fixture, rows[i].place));
    g_assert_cmpuint (fixture.n_changed, ==, 0);
    list = paddock_host_folders_apply (fixture.folders, fixture.list, rows[i].has_host_roots);
    paths = paddock_root_list_dup_paths (list);
    g_assert_cmpuint (g_strv_length (paths), ==, rows[i].expected[0] != '\0');
    if (paths[0] != NULL)
      g_assert_cmpstr (paths[0], ==, expected);
    tear_down (&fixture, NULL);
  }
}

static void
use_intersect (Fixture *fixture)
{
  paddock_host_folders_free (fixture->folders);
  fixture->folders = make_folders (fixture, PADDOCK_HOST_ROOTS_INTERSECT);
}

/* What the server is told of home/granted, for each folder that the host may name. A second folder
 * of the host shows when the look is over. */
static void
test_intersect (void)
{
  static const struct {
    const char *place;              /* as in test_rules() */
    const char *found;              /* (nullable) NULL: nothing */
  } table[] = {
    { "home/granted", "home/granted" },
    { "home/granted/", "home/granted" },
    { "home//granted", "home/granted" },
    { "home", "home/granted" },
    { "", "home/granted" },
    { "file:///", "home/granted" },
    { "home/granted/inner", "home/granted/inner" },
    { "home/granted/file", "home/granted/file" },
    { "home/granted/in%20side", "home/granted/in side" },
    { "home/granted/in side", "home/granted/in side" },
    { "home/granted/%C3%BC", "home/granted/\xc3\xbc" },
    { "home/%67ranted/inner", "home/granted/inner" },
    /* Links on the way and at the end. */
    { "home/to-granted", "home/granted" },
    { "home/to-granted/inner", "home/granted/inner" },
    { "to-home", "home/granted" },
    { "to-home/granted", "home/granted" },
    { "to-home/granted/inner", "home/granted/inner" },
    { "to-home/to-granted/in%20side", "home/granted/in side" },
    { "home/to-above", "home/granted" },
    { "home/granted/to-inner", "home/granted/inner" },
    { "home/granted/to-above", "home/granted" },
    { "home/projects/to-file", "home/granted/file" },

    { "home/projects", NULL },
    { "home/granted2", NULL },
    { "home/to-projects", NULL },
    { "home/granted/to-projects", NULL },
    { "home/granted/to-projects/deep", NULL },
    { "home/granted/missing", NULL },
    { "home/granted/file/below", NULL },
    { "home/granted/dangling", NULL },
    { "home/granted/loop", NULL },
    { "home/granted/pipe", NULL },
    { "home/granted/..", NULL },
    { "home/granted/inner/../inner", NULL },
    { "home/granted/%2E%2E/granted", NULL },
    { "home/granted%2Finner", NULL },
    { "home/granted/inner%00", NULL },
    { "file://elsewhere.example/", NULL },
    { "https://example.org/", NULL },
    { "file:", NULL },
    { "/", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    Fixture fixture = { 0 };
    g_autofree char *below = g_strconcat ("file://", tree->base, "/", table[i].place, NULL);
    g_autofree char *mark = g_strconcat ("file://", tree->base, "/home/granted/mark", NULL);
    gboolean is_whole = g_str_equal (table[i].place, "/") || strchr (table[i].place, ':') != NULL;
    const char * const uris[] = { is_whole ? table[i].place : below, mark, NULL };
    g_autofree char *expected =
      g_strjoin (" ", table[i].found != NULL ? table[i].found : "home/granted/mark",
                 table[i].found != NULL ? "home/granted/mark" : NULL, NULL);

    g_test_message ("%s", table[i].place);
    set_up (&fixture, NULL);
    use_intersect (&fixture);
    assert_told (&fixture, "");
    g_assert_true (paddock_host_folders_update (fixture.folders, uris));
    WAIT_FOR (fixture.n_changed == 1);
    assert_told (&fixture, expected);
    tear_down (&fixture, NULL);
  }
}

static void
retarget (const char *target)
{
  tree_link (tree, target, "home/next");
  tree_rename (tree, "home/next", "home/changing");
}

/* A link that changes, and a folder that comes and goes, are noticed at the next list. The host
 * takes its folders back. */
static void
test_intersect_changes (Fixture       *fixture,
                        gconstpointer  data)
{
  use_intersect (fixture);
  retarget ("granted/inner");
  g_assert_true (take (fixture, "home/changing"));
  assert_told (fixture, "");
  WAIT_FOR (is_told (fixture, "home/granted/inner"));
  retarget ("projects");
  WAIT_FOR (is_told (fixture, ""));
  retarget ("passing");
  assert_told (fixture, "");
  tree_mkdir (tree, "home/passing");
  retarget ("granted");
  WAIT_FOR (is_told (fixture, "home/granted"));
  retarget ("passing");
  WAIT_FOR (is_told (fixture, ""));
  tree_remove (tree, "home/passing");
  tree_link (tree, "granted/inner", "home/passing");
  WAIT_FOR (is_told (fixture, "home/granted/inner"));
  tree_remove (tree, "home/passing");

  fixture->n_changed = 0;
  g_assert_true (paddock_host_folders_update (fixture->folders, NULL));
  g_assert_cmpuint (fixture->n_changed, ==, 1);
  assert_told (fixture, "");
}

/* Runs before anything asks GLib for the user's directories. */
static void
make_user (void)
{
  static const char * const variables[] = { "HOME", "home", "XDG_CONFIG_HOME", "config",
                                            PADDOCK_ENV_DATA_DIR, "own", NULL };
  g_autofree char *pipe_path = NULL;
  g_autofree char *inner_pipe_path = NULL;

  tree = tree_new ();
  for (gsize i = 0; variables[i] != NULL; i += 2) {
    g_autofree char *path = tree_path (tree, variables[i + 1]);

    g_setenv (variables[i], path, TRUE);
  }
  tree_mkdir (tree, "home/granted/inner");
  tree_mkdir (tree, "home/granted/mark");
  tree_mkdir (tree, "home/granted/in side");
  tree_mkdir (tree, "home/granted/\xc3\xbc");
  tree_mkdir (tree, "home/granted2");
  tree_write (tree, "home/granted/file");
  tree_link (tree, "inner", "home/granted/to-inner");
  tree_link (tree, "..", "home/granted/to-above");
  tree_link (tree, "../projects", "home/granted/to-projects");
  tree_link (tree, "nowhere", "home/granted/dangling");
  tree_link (tree, "loop", "home/granted/loop");
  tree_link (tree, "home", "to-home");
  tree_link (tree, "../granted/file", "home/projects/to-file");
  tree_mkdir (tree, "home/usable");
  tree_mkdir (tree, "home/.ssh");
  tree_mkdir (tree, "home/.config");
  tree_mkdir (tree, "home/.hidden/inner");
  tree_mkdir (tree, "elsewhere");
  tree_mkdir (tree, "run");
  tree_mkdir (tree, "config/paddock");
  tree_link (tree, "projects", "home/to-projects");
  tree_link (tree, "granted", "home/to-granted");
  tree_link (tree, "/proc", "home/to-proc");
  tree_link (tree, "../own", "home/to-own");
  tree_link (tree, ".ssh", "home/to-ssh");
  tree_link (tree, "..", "home/to-above");
  tree_link (tree, "nowhere", "home/dangling");
  tree_link (tree, "loop", "home/loop");
  pipe_path = tree_path (tree, "home/pipe");
  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  inner_pipe_path = tree_path (tree, "home/granted/pipe");
  g_assert_cmpint (mkfifo (inner_pipe_path, 0600), ==, 0);
}

#define ADD(name, function) \
  g_test_add ("/host-folders/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  int status;

  make_user ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/host-folders/rules", test_rules);
  g_test_add_func ("/host-folders/other-home", test_other_home);
  ADD ("once", test_once);
  ADD ("only-chosen", test_only_chosen);
  ADD ("changes", test_changes);
  ADD ("in-between", test_in_between);
  ADD ("many", test_many);
  g_test_add_func ("/host-folders/modes", test_modes);
  g_test_add_func ("/host-folders/intersect", test_intersect);
  ADD ("intersect-changes", test_intersect_changes);
  status = g_test_run ();
  tree_free (tree);
  return status;
}
