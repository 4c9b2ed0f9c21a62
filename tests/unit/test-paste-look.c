/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-paste-look.h"

#include "../support/test-tree.h"

/* Which paths of a command are folders, asked of real files. */

typedef struct {
  Tree            *tree;            /* (owned) */
  PaddockFilePool *pool;            /* (owned) */
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->tree = tree_new ();
  fixture->pool = paddock_file_pool_new ();
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_object_unref (fixture->pool);
  tree_free (fixture->tree);
}

static void
on_done (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  GAsyncResult **out_result = user_data;

  *out_result = g_object_ref (result);
}

static PaddockPastePath *
look (Fixture             *fixture,
      const char * const  *paths,
      GCancellable        *cancellable,
      GError             **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  paddock_paste_look_async (fixture->pool, paths, cancellable, on_done, &result);
  g_assert_null (result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return paddock_paste_look_finish (fixture->pool, result, error);
}

static void
make_socket (const Tree *tree,
             const char *relative)
{
  g_autofree char *path = tree_path (tree, relative);
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_assert_cmpuint (g_strlcpy (address.sun_path, path, sizeof address.sun_path), <,
                    sizeof address.sun_path);
  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  close (fd);
}

static void
link_to (const Tree *tree,
         const char *target,
         const char *relative)
{
  g_autofree char *path = tree_path (tree, relative);

  g_assert_cmpint (symlink (target, path), ==, 0);
}

/* Only what is a folder counts as one, whatever its name is. */
static void
test_kinds (Fixture       *fixture,
            gconstpointer  data)
{
  static const struct {
    const char *relative;
    PaddockPastePath known;
  } rows[] = {
    { "folder", PADDOCK_PASTE_PATH_FOLDER },
    { "folder/", PADDOCK_PASTE_PATH_FOLDER },
    { "folder.git", PADDOCK_PASTE_PATH_FOLDER },
    { "to-folder", PADDOCK_PASTE_PATH_FOLDER },
    { "file", PADDOCK_PASTE_PATH_OTHER },
    { "to-file", PADDOCK_PASTE_PATH_OTHER },
    { "socket", PADDOCK_PASTE_PATH_OTHER },
    { "missing", PADDOCK_PASTE_PATH_OTHER },
    { "to-nothing", PADDOCK_PASTE_PATH_OTHER },
    { "file/below", PADDOCK_PASTE_PATH_OTHER },
    { "to-itself", PADDOCK_PASTE_PATH_UNKNOWN },
  };
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree PaddockPastePath *known = NULL;

  tree_mkdir (fixture->tree, "folder");
  tree_mkdir (fixture->tree, "folder.git");
  tree_write (fixture->tree, "file");
  make_socket (fixture->tree, "socket");
  link_to (fixture->tree, "folder", "to-folder");
  link_to (fixture->tree, "file", "to-file");
  link_to (fixture->tree, "nothing", "to-nothing");
  link_to (fixture->tree, "to-itself", "to-itself");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_ptr_array_add (paths, tree_path (fixture->tree, rows[i].relative));
  g_ptr_array_add (paths, NULL);

  known = look (fixture, (const char * const *) paths->pdata, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_test_message ("%s", rows[i].relative);
    g_assert_cmpint (known[i], ==, rows[i].known);
  }
}

/* Variables of a shell are known here, and those of an app aren't. */
static void
test_variables (Fixture       *fixture,
                gconstpointer  data)
{
  static const char * const paths[] = { "~", "~/missing", "$HOME/", "${HOME}/.",
                                        "${workspaceFolder}", "${workspaceFolder}/a", NULL };
  g_autofree PaddockPastePath *known = look (fixture, paths, NULL, NULL);

  g_assert_cmpint (known[0], ==, PADDOCK_PASTE_PATH_FOLDER);
  g_assert_cmpint (known[1], ==, PADDOCK_PASTE_PATH_OTHER);
  g_assert_cmpint (known[2], ==, PADDOCK_PASTE_PATH_FOLDER);
  g_assert_cmpint (known[3], ==, PADDOCK_PASTE_PATH_FOLDER);
  g_assert_cmpint (known[4], ==, PADDOCK_PASTE_PATH_UNKNOWN);
  g_assert_cmpint (known[5], ==, PADDOCK_PASTE_PATH_UNKNOWN);
}

/* If nobody can be asked at all, the answer comes at once. */
static void
test_nobody (Fixture       *fixture,
             gconstpointer  data)
{
  static const char * const paths[] = { "${workspaceFolder}", NULL };
  gint64 begin = g_get_monotonic_time ();
  g_autofree PaddockPastePath *known = look (fixture, paths, NULL, NULL);

  g_assert_cmpint (known[0], ==, PADDOCK_PASTE_PATH_UNKNOWN);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, PADDOCK_PASTE_LOOK_MS * 1000);
}

static gpointer
hang (gpointer      mutex,
      GCancellable *cancellable)
{
  g_mutex_lock (mutex);
  g_mutex_unlock (mutex);
  return NULL;
}

/* Fills the lane of the tree's mount with work that hangs until @mutex is free. */
static void
fill_lane (Fixture *fixture,
           GMutex  *mutex)
{
  g_mutex_lock (mutex);
  for (guint i = 0; i < PADDOCK_FILE_POOL_THREADS_PER_MOUNT; i++)
    paddock_file_pool_run_async (fixture->pool, fixture->tree->base, hang, mutex, NULL, NULL, NULL,
                                 NULL, NULL);
}

/* A path whose file system hangs stays unknown, and the other answers count. */
static void
test_hanging (Fixture       *fixture,
              gconstpointer  data)
{
  const char *paths[] = { "/proc/self", fixture->tree->base, "/proc/missing", NULL };
  g_autofree PaddockPastePath *known = NULL;
  gint64 begin = g_get_monotonic_time ();
  static GMutex mutex;

  fill_lane (fixture, &mutex);
  known = look (fixture, paths, NULL, NULL);
  g_assert_cmpint (known[0], ==, PADDOCK_PASTE_PATH_FOLDER);
  g_assert_cmpint (known[1], ==, PADDOCK_PASTE_PATH_UNKNOWN);
  g_assert_cmpint (known[2], ==, PADDOCK_PASTE_PATH_OTHER);
  g_assert_cmpint (g_get_monotonic_time () - begin, >=, PADDOCK_PASTE_LOOK_MS * 1000);

  /* Late answers change nothing. The next search has them. */
  g_mutex_unlock (&mutex);
  g_free (known);
  known = look (fixture, paths, NULL, NULL);
  g_assert_cmpint (known[1], ==, PADDOCK_PASTE_PATH_FOLDER);
}

static void
test_cancelled (Fixture       *fixture,
                gconstpointer  data)
{
  const char *paths[] = { fixture->tree->base, NULL };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  static GMutex mutex;

  fill_lane (fixture, &mutex);
  g_cancellable_cancel (cancellable);
  g_assert_null (look (fixture, paths, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_mutex_unlock (&mutex);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/paste-look/kinds", Fixture, NULL, set_up, test_kinds, tear_down);
  g_test_add ("/paste-look/variables", Fixture, NULL, set_up, test_variables, tear_down);
  g_test_add ("/paste-look/nobody", Fixture, NULL, set_up, test_nobody, tear_down);
  g_test_add ("/paste-look/hanging", Fixture, NULL, set_up, test_hanging, tear_down);
  g_test_add ("/paste-look/cancelled", Fixture, NULL, set_up, test_cancelled, tear_down);
  return g_test_run ();
}
