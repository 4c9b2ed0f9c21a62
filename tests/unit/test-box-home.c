/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "../support/test-tree.h"

#include "paddock-box-home.h"
#include "paddock-box-plan.h"
#include "paddock-error.h"

#define HOME "/home/u"

/* A private home of a server, and the folders that its next box has. */
typedef struct {
  Tree      *tree;
  char      *home;
  GPtrArray *folders;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->tree = tree_new ();
  fixture->home = tree_path (fixture->tree, "own/confined/server");
  fixture->folders = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_box_plan_free_folder);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_ptr_array_unref (fixture->folders);
  g_free (fixture->home);
  tree_free (fixture->tree);
}

/* Adds what is at @source as the folder @path. */
static void
add_folder (Fixture    *fixture,
            const char *path,
            const char *source)
{
  g_autofree char *from = tree_path (fixture->tree, source);
  PaddockBoxFolder *folder = g_new0 (PaddockBoxFolder, 1);

  folder->path = g_strdup (path);
  folder->fd = open (from, O_PATH | O_CLOEXEC);
  g_assert_cmpint (folder->fd, >=, 0);
  g_ptr_array_add (fixture->folders, folder);
}

static void
prepare (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  struct stat opened, found;
  int fd;

  g_assert_true (paddock_box_home_prepare (HOME, fixture->home, fixture->folders, NULL, NULL, &fd,
                                           &error));
  g_assert_no_error (error);
  g_assert_cmpint (fstat (fd, &opened), ==, 0);
  g_assert_cmpint (lstat (fixture->home, &found), ==, 0);
  g_assert_cmpuint (opened.st_ino, ==, found.st_ino);
  g_assert_cmpuint (found.st_mode, ==, S_IFDIR | 0700);
  g_assert_true (fcntl (fd, F_GETFD) & FD_CLOEXEC);
  close (fd);
}

/* Checks the type of what the private home has at @name; 0: nothing. */
static void
check_type (Fixture    *fixture,
            const char *name,
            mode_t      type)
{
  g_autofree char *path = g_build_filename (fixture->home, name, NULL);
  struct stat info;

  g_test_message ("%s", name);
  if (lstat (path, &info) != 0)
    info.st_mode = 0;
  g_assert_cmpuint (info.st_mode & S_IFMT, ==, type);
}

static void
test_new (Fixture       *fixture,
          gconstpointer  data)
{
  prepare (fixture);
  prepare (fixture);
}

/* A folder directly below the home has a place of its kind. Of one further down the first directory
 * has one. What is not below the home needs none. */
static void
test_places (Fixture       *fixture,
             gconstpointer  data)
{
  add_folder (fixture, HOME "/Projects/a/b", "home/projects");
  add_folder (fixture, HOME "/Projects/c", "home/projects");
  add_folder (fixture, HOME "/Notes", "home/projects");
  add_folder (fixture, HOME "/list", "home/projects/file");
  add_folder (fixture, HOME "/files/list", "home/projects/file");
  add_folder (fixture, "/srv/data", "home/projects");
  for (guint times = 0; times < 2; times++) {
    prepare (fixture);
    check_type (fixture, "Projects", S_IFDIR);
    check_type (fixture, "Projects/a", 0);
    check_type (fixture, "Notes", S_IFDIR);
    check_type (fixture, "list", S_IFREG);
    check_type (fixture, "files", S_IFDIR);
    check_type (fixture, "srv", 0);
    check_type (fixture, "Projects.aside-1", 0);
    check_type (fixture, "list.aside-1", 0);
  }
}

static void
plant (Fixture    *fixture,
       const char *kind)
{
  const char *name = "own/confined/server/Projects";
  g_autofree char *target = tree_path (fixture->tree, "home/projects/deep");

  if (g_str_equal (kind, "link"))
    tree_link (fixture->tree, target, name);
  else if (g_str_equal (kind, "dangling"))
    tree_link (fixture->tree, "/nowhere/at/all", name);
  else if (g_str_equal (kind, "loop"))
    tree_link (fixture->tree, "Projects", name);
  else if (g_str_equal (kind, "fifo"))
    tree_fifo (fixture->tree, name);
  else if (g_str_equal (kind, "socket"))
    tree_socket (fixture->tree, name);
  else if (g_str_equal (kind, "file"))
    tree_write (fixture->tree, name);
  else
    tree_mkdir (fixture->tree, name);
}

/* Whatever the server left in the place of a folder is renamed, not followed and not lost. */
static void
test_planted (void)
{
  static const struct { const char *kind;
                        mode_t      type;
  } rows[] = {
    { "link", S_IFLNK }, { "dangling", S_IFLNK }, { "loop", S_IFLNK }, { "fifo", S_IFIFO },
    { "socket", S_IFSOCK }, { "file", S_IFREG },
  };
  static const char * const paths[] = { HOME "/Projects/a", HOME "/Projects" };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (paths); j++) {
      Fixture fixture;

      set_up (&fixture, NULL);
      tree_mkdir (fixture.tree, "own/confined/server");
      plant (&fixture, rows[i].kind);
      add_folder (&fixture, paths[j], "home/projects");
      g_test_message ("%s for %s", rows[i].kind, paths[j]);
      prepare (&fixture);
      check_type (&fixture, "Projects", S_IFDIR);
      check_type (&fixture, "Projects.aside-1", rows[i].type);
      check_type (&fixture, "Projects.aside-2", 0);
      tear_down (&fixture, NULL);
    }
}

/* A directory is in the way of a file that is shared. */
static void
test_directory_for_file (Fixture       *fixture,
                         gconstpointer  data)
{
  tree_mkdir (fixture->tree, "own/confined/server/Projects/full");
  add_folder (fixture, HOME "/Projects", "home/projects/file");
  prepare (fixture);
  check_type (fixture, "Projects", S_IFREG);
  check_type (fixture, "Projects.aside-1/full", S_IFDIR);
}

/* Names that the server took, too, are not overwritten. */
static void
test_aside (Fixture       *fixture,
            gconstpointer  data)
{
  tree_mkdir (fixture->tree, "own/confined/server/Projects.aside-1/kept");
  tree_mkdir (fixture->tree, "own/confined/server");
  tree_link (fixture->tree, "/nowhere", "own/confined/server/Projects.aside-2");
  tree_write (fixture->tree, "own/confined/server/Projects");
  add_folder (fixture, HOME "/Projects/a", "home/projects");
  prepare (fixture);
  check_type (fixture, "Projects", S_IFDIR);
  check_type (fixture, "Projects.aside-1/kept", S_IFDIR);
  check_type (fixture, "Projects.aside-2", S_IFLNK);
  check_type (fixture, "Projects.aside-3", S_IFREG);
}

/* A server that took many names does not prevent the next start. */
static void
test_many_aside (Fixture       *fixture,
                 gconstpointer  data)
{
  tree_mkdir (fixture->tree, "own/confined/server");
  tree_write (fixture->tree, "own/confined/server/Projects");
  for (guint i = 1; i <= 2000; i++) {
    g_autofree char *name = g_strdup_printf ("own/confined/server/Projects.aside-%u", i);

    tree_write (fixture->tree, name);
  }
  add_folder (fixture, HOME "/Projects/a", "home/projects");
  prepare (fixture);
  check_type (fixture, "Projects", S_IFDIR);
}

/* A name that is too long to be made longer. */
static void
test_long_aside (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *name = g_strnfill (NAME_MAX, 'x');
  g_autofree char *planted = g_strconcat ("own/confined/server/", name, NULL);
  g_autofree char *path = g_strconcat (HOME "/", name, "/a", NULL);

  tree_mkdir (fixture->tree, "own/confined/server");
  tree_write (fixture->tree, planted);
  add_folder (fixture, path, "home/projects");
  prepare (fixture);
  check_type (fixture, name, S_IFDIR);
}

static void
run_permissions (const Tree *tree)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new ();
  g_autofree char *home = tree_path (tree, "open/server");

  for (guint mode = 0; mode <= 0777; mode += 0111) {
    g_autoptr (GError) error = NULL;
    struct stat info;
    int fd;

    tree_mkdir (tree, "open/server");
    tree_chmod (tree, "open/server", mode);
    g_assert_true (paddock_box_home_prepare (HOME, home, folders, NULL, NULL, &fd, &error));
    close (fd);
    g_assert_cmpint (stat (home, &info), ==, 0);
    g_assert_cmpuint (info.st_mode & 0777, ==, 0700);
  }
}

/* A server that took all permissions from its home starts again. */
static void
test_permissions (Fixture       *fixture,
                  gconstpointer  data)
{
  tree_mkdir (fixture->tree, "open");
  tree_chmod (fixture->tree, "open", 0777);
  run_unprivileged (fixture->tree, run_permissions);
}

static void
check_refused (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  int fd;

  g_assert_false (paddock_box_home_prepare (HOME, fixture->home, fixture->folders, NULL, NULL, &fd,
                                            &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED);
  g_assert_cmpint (fd, ==, -1);
}

/* The private home itself must be a directory of its own. */
static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  tree_mkdir (fixture->tree, "own/confined");
  tree_mkdir (fixture->tree, "home/other");
  tree_link (fixture->tree, "../../home/other", "own/confined/server");
  check_refused (fixture);
  tree_remove (fixture->tree, "own/confined/server");
  tree_write (fixture->tree, "own/confined/server");
  check_refused (fixture);
}

/* Without a private home there is nothing to prepare. */
static void
test_none (Fixture       *fixture,
           gconstpointer  data)
{
  int fd = 7;

  add_folder (fixture, HOME "/Projects/a", "home/projects");
  g_assert_true (paddock_box_home_prepare (HOME, NULL, fixture->folders, NULL, NULL, &fd, NULL));
  g_assert_cmpint (fd, ==, -1);
}

/* A link has its place in a directory, too. One that is directly below the home has none. */
static void
test_links (Fixture       *fixture,
            gconstpointer  data)
{
  static PaddockBoxLink below = { (char *) HOME "/.local/bin/tool", (char *) "/opt/tool" };
  static PaddockBoxLink direct = { (char *) HOME "/tool", (char *) "/opt/tool" };
  g_autoptr (GPtrArray) links = g_ptr_array_new ();
  g_autofree char *place = g_build_filename (fixture->home, ".local", NULL);
  g_autofree char *none = g_build_filename (fixture->home, "tool", NULL);
  int fd;

  g_ptr_array_add (links, &below);
  g_ptr_array_add (links, &direct);
  g_assert_true (paddock_box_home_prepare (HOME, fixture->home, fixture->folders, links, NULL, &fd,
                                           NULL));
  close (fd);
  g_assert_true (g_file_test (place, G_FILE_TEST_IS_DIR));
  g_assert_false (g_file_test (none, G_FILE_TEST_EXISTS));
}

/* An empty folder has its place, and what is in the way is renamed. */
static void
test_empty (Fixture       *fixture,
            gconstpointer  data)
{
  static const char * const empty[] = { HOME "/Projects", HOME "/Documents/a", "/srv/a", NULL };
  int fd;

  prepare (fixture);
  plant (fixture, "link");
  g_assert_true (paddock_box_home_prepare (HOME, fixture->home, fixture->folders, NULL, empty, &fd,
                                           NULL));
  close (fd);
  check_type (fixture, "Projects", S_IFDIR);
  check_type (fixture, "Projects.aside-1", S_IFLNK);
  check_type (fixture, "Documents", S_IFDIR);
  check_type (fixture, "Documents/a", 0);
  check_type (fixture, "srv", 0);
}

/* Descriptors are closed, also after a failure. */
static void
test_descriptors (Fixture       *fixture,
                  gconstpointer  data)
{
  guint before = count_open_files ();

  prepare (fixture);
  tree_remove (fixture->tree, "own/confined/server");
  tree_write (fixture->tree, "own/confined/server");
  check_refused (fixture);
  g_assert_cmpuint (count_open_files (), ==, before);
}

static void
put_copy (Fixture    *fixture,
          const char *name,
          const char *text)
{
  g_autoptr (GPtrArray) copies = g_ptr_array_new ();
  PaddockBoxCopy copy = { name, (char *) text };
  int fd;

  g_ptr_array_add (copies, &copy);
  g_assert_true (paddock_box_home_prepare (HOME, fixture->home, fixture->folders, NULL, NULL, &fd,
                                           NULL));
  paddock_box_home_put (fd, copies);
  close (fd);
}

static char *
dup_copy (Fixture    *fixture,
          const char *name)
{
  g_autofree char *path = g_build_filename (fixture->home, name, NULL);
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static char *
set_home (Fixture    *fixture,
          const char *relative)
{
  g_free (fixture->home);
  fixture->home = tree_path (fixture->tree, relative);
  return g_strdup (fixture->home);
}

#define COPY PADDOCK_BOX_HOME_MARK "x\n"

/* Whatever the server planted in the place of a copy makes room for it, and no link is followed. */
static void
test_copies (Fixture       *fixture,
             gconstpointer  data)
{
  enum { NOTHING, FILE_OF_SERVER, LINK, LINK_OF_FOLDER, DIRECTORY, FIFO, FILE_FOR_FOLDER, LOCKED,
         READ_ONLY, N_PLANTS };
  g_autofree char *outside = tree_path (fixture->tree, "outside");
  g_autofree char *outside_file = g_build_filename (outside, "pip.conf", NULL);

  tree_mkdir (fixture->tree, "outside");
  tree_write (fixture->tree, "outside/pip.conf");
  for (guint i = 0; i < N_PLANTS; i++) {
    g_autofree char *server = g_strdup_printf ("own/confined/%u", i);
    g_autofree char *home = set_home (fixture, server);
    g_autofree char *config = g_build_filename (home, ".config", NULL);
    g_autofree char *folder = g_build_filename (config, "pip", NULL);
    g_autofree char *file = g_build_filename (folder, "pip.conf", NULL);
    g_autofree char *text = NULL;
    g_autofree char *untouched = NULL;

    if (i != NOTHING)
      g_assert_cmpint (g_mkdir_with_parents (i == LINK_OF_FOLDER || i == FILE_FOR_FOLDER
                                             ? fixture->home : folder, 0700), ==, 0);
    if (i == FILE_OF_SERVER)
      g_assert_true (g_file_set_contents (file, "mine", -1, NULL));
    else if (i == LINK)
      g_assert_cmpint (symlink (outside_file, file), ==, 0);
    else if (i == LINK_OF_FOLDER)
      g_assert_cmpint (symlink (outside, config), ==, 0);
    else if (i == DIRECTORY)
      g_assert_cmpint (g_mkdir (file, 0700), ==, 0);
    else if (i == FIFO)
      g_assert_cmpint (mkfifo (file, 0600), ==, 0);
    else if (i == FILE_FOR_FOLDER)
      g_assert_true (g_file_set_contents (config, "mine", -1, NULL));
    else if (i == LOCKED)
      g_assert_cmpint (chmod (folder, 0), ==, 0);
    else if (i == READ_ONLY)
      g_assert_cmpint (chmod (folder, 0500), ==, 0);
    g_test_message ("%u", i);
    if (i == READ_ONLY && geteuid () != 0)
      g_test_expect_message ("paddock-box", G_LOG_LEVEL_MESSAGE, "*has no .config/pip/pip.conf*");
    put_copy (fixture, ".config/pip/pip.conf", COPY);
    g_test_assert_expected_messages ();
    text = dup_copy (fixture, ".config/pip/pip.conf");
    if (i != READ_ONLY)
      g_assert_cmpstr (text, ==, COPY);
    g_assert_true (g_file_get_contents (outside_file, &untouched, NULL, NULL));
    g_assert_null (strstr (untouched, "Paddock"));
    chmod (folder, 0700);
  }
}

/* Copies are made anew. An earlier one is removed when there is none any more, and what is the
 * server's own stays. */
static void
test_copies_end (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->home, ".npmrc", NULL);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *own = NULL;

  put_copy (fixture, ".npmrc", COPY);
  put_copy (fixture, ".npmrc", COPY "more\n");
  first = dup_copy (fixture, ".npmrc");
  g_assert_cmpstr (first, ==, COPY "more\n");
  put_copy (fixture, ".npmrc", NULL);
  second = dup_copy (fixture, ".npmrc");
  g_assert_null (second);
  g_assert_true (g_file_set_contents (path, "own", -1, NULL));
  put_copy (fixture, ".npmrc", NULL);
  put_copy (fixture, ".config/none/none", NULL);
  own = dup_copy (fixture, ".npmrc");
  g_assert_cmpstr (own, ==, "own");
}

static void
test_path (void)
{
  g_autofree char *path = paddock_box_home_dup_path ();
  char *real = realpath (g_get_home_dir (), NULL);

  g_assert_true (g_path_is_absolute (path));
  if (real != NULL)
    g_assert_cmpstr (path, ==, real);
  free (real);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) \
  g_test_add ("/box-home/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("new", test_new);
  ADD ("places", test_places);
  g_test_add_func ("/box-home/planted", test_planted);
  ADD ("directory-for-file", test_directory_for_file);
  ADD ("aside", test_aside);
  ADD ("many-aside", test_many_aside);
  ADD ("long-aside", test_long_aside);
  ADD ("permissions", test_permissions);
  ADD ("refused", test_refused);
  ADD ("none", test_none);
  ADD ("links", test_links);
  ADD ("empty", test_empty);
  ADD ("descriptors", test_descriptors);
  ADD ("copies", test_copies);
  ADD ("copies-end", test_copies_end);
  g_test_add_func ("/box-home/path", test_path);
  return g_test_run ();
}
