/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-path-object.h"
#include "paddock-path-open.h"
#include "paddock-reference.h"

#include "../support/test-tree.h"

/* Threads change the tree as fast as they can, while files are read in the way of the service.
 * Directories change places with links to a secret. A directory moves out of the root and back. The
 * root itself is renamed, and a false one takes its place. No byte of the secret may be read. A
 * reader that checks first and opens later must leak within a minute; otherwise the test would
 * prove nothing.
 *
 * Each run takes 2 s, and a minute with PADDOCK_TEST_FULL. */

#define SECRET    "this is the secret"
#define PUBLIC    "anybody may read this"
#define MAX_BYTES 4096

/* The minimum counts of a full run, and the fraction of them that a short run needs. */
#define LEAST_SWAPS   10000
#define LEAST_READS   1000
#define LEAST_REFUSED 100
#define SHORT_PART    20

/* On a busy machine, a run may take this many times its length to reach the counts. */
#define PATIENCE 4

/* For the leaking reader: how long it may take, and how long it sleeps between check and open, so
 * that on every machine other threads run in between. */
#define LEAK_SECONDS 60
#define LEAK_WINDOW  500            /* µs */

typedef struct {
  Tree            *tree;          /* (owned) */
  PaddockOpenRoot  root;
  char            *path;          /* (owned) */
  int              home;          /* (owned) the directory that contains the root */
  int              inside;        /* (owned) the true root, wherever it is now */
  guint            n_swaps;       /* atomic */
  gint             has_ended;     /* atomic */
  guint            n_read;
  guint            n_refused;
  guint            n_leaked;
} Race;

typedef void (*ReadFunc) (Race       *race,
                          const char *reference,
                          GBytes    **out_bytes);

static gboolean
is_full (void)
{
  return g_strcmp0 (g_getenv ("PADDOCK_TEST_FULL"), "1") == 0;
}

static void
write_file (const Race *race,
            const char *name,
            const char *contents)
{
  g_autofree char *path = tree_path (race->tree, name);

  g_assert_true (g_file_set_contents (path, contents, -1, NULL));
}

static void
make_directory (const Race *race,
                const char *name,
                const char *contents)
{
  g_autofree char *file = g_build_filename (name, "leaf", NULL);

  tree_mkdir (race->tree, name);
  write_file (race, file, contents);
}

static Race *
race_new (void)
{
  g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;
  Race *race = g_new0 (Race, 1);
  g_autofree char *absolute = NULL;

  race->tree = tree_new ();
  race->path = tree_path (race->tree, "home/projects");
  absolute = tree_path (race->tree, "home/secret");

  make_directory (race, "home/secret", SECRET);
  make_directory (race, "home/projects/relative", PUBLIC);
  tree_link (race->tree, "../secret", "home/projects/relative-link");
  make_directory (race, "home/projects/absolute", PUBLIC);
  tree_link (race->tree, absolute, "home/projects/absolute-link");
  make_directory (race, "home/projects/still", PUBLIC);
  write_file (race, "home/projects/still/file", PUBLIC);
  tree_link (race->tree, "../../secret/leaf", "home/projects/still/link");

  /* Outside the root, "../.." leads to another file. */
  make_directory (race, "home/projects/a/moving", PUBLIC);
  write_file (race, "home/projects/up", PUBLIC);
  tree_mkdir (race->tree, "home/out/b");
  write_file (race, "home/out/up", SECRET);

  /* A false root, and a link to one, with all names of the true one. */
  make_directory (race, "home/false/still", SECRET);
  make_directory (race, "home/false/relative", SECRET);
  make_directory (race, "home/false/absolute", SECRET);
  tree_link (race->tree, "false", "home/false-link");

  g_assert_true (paddock_path_object_open (&object, race->path, FALSE));
  race->inside = open (race->path, O_PATH | O_CLOEXEC);
  race->home = openat (race->inside, "..", O_PATH | O_CLOEXEC);
  g_assert_cmpint (race->home, >=, 0);
  race->root = (PaddockOpenRoot) {
    .path = race->path,
    .way = race->path,
    .record = paddock_path_object_dup_record (&object, race->path, NULL),
  };
  return race;
}

static void
race_free (Race *race)
{
  paddock_file_record_free ((PaddockFileRecord *) race->root.record);
  close (race->home);
  close (race->inside);
  g_free (race->path);
  tree_free (race->tree);
  g_free (race);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Race, race_free)

/* The names are relative to descriptors. By path, the false root could be reached, and its contents
 * could get into the true one. */
static void
exchange (Race       *race,
          int         directory,
          const char *one,
          const char *other)
{
  if (renameat2 (directory, one, directory, other, RENAME_EXCHANGE) == 0)
    g_atomic_int_inc (&race->n_swaps);
}

/* Directories and links change places. Each exchange is undone, so the tree ends as it began. */
static gpointer
swap_links (gpointer data)
{
  Race *race = data;

  while (g_atomic_int_get (&race->has_ended) == 0)
    for (guint i = 0; i < 2; i++) {
      exchange (race, race->inside, "relative", "relative-link");
      exchange (race, race->inside, "absolute", "absolute-link");
      exchange (race, race->inside, "still/file", "still/link");
    }
  return NULL;
}

/* A directory leaves the root. Meanwhile it contains a name for the secret. */
static gpointer
move_out (gpointer data)
{
  Race *race = data;

  while (g_atomic_int_get (&race->has_ended) == 0) {
    g_assert_cmpint (renameat (race->inside, "a/moving", race->home, "out/b/moving"), ==, 0);
    g_assert_cmpint (linkat (race->home, "secret/leaf", race->home, "out/b/moving/late", 0), ==, 0);
    g_assert_cmpint (unlinkat (race->home, "out/b/moving/late", 0), ==, 0);
    g_assert_cmpint (renameat (race->home, "out/b/moving", race->inside, "a/moving"), ==, 0);
    g_atomic_int_add ((gint *) &race->n_swaps, 2);
  }
  return NULL;
}

/* The root is replaced by a false one, or by a link to it. Most of the time the true one is
 * there. */
static gpointer
swap_root (gpointer data)
{
  Race *race = data;

  while (g_atomic_int_get (&race->has_ended) == 0) {
    exchange (race, race->home, "projects", "false");
    exchange (race, race->home, "projects", "false");
    exchange (race, race->home, "projects", "false-link");
    exchange (race, race->home, "projects", "false-link");
    g_usleep (200);
  }
  return NULL;
}

/* The tested code: reads in the way of the service. */
static void
read_verified (Race        *race,
               const char  *reference,
               GBytes     **out_bytes)
{
  g_auto (PaddockOpened) opened = PADDOCK_OPENED_INIT;
  const char *rest = paddock_reference_below (reference, race->root.path);

  *out_bytes = NULL;
  paddock_path_open_below (&race->root, rest, race->tree->places, PADDOCK_OPEN_TO_READ, &opened);
  if (opened.verdict == PADDOCK_READ_ALLOWED)
    paddock_path_open_read (&race->root, &opened, 0, G_MAXSIZE, MAX_BYTES, out_bytes);
}

/* The naive code: resolves the path, checks that it is inside, and opens it a little later. */
static void
read_after_check (Race        *race,
                  const char  *reference,
                  GBytes     **out_bytes)
{
  char *resolved = realpath (reference, NULL);
  char *contents = NULL;
  gsize length;

  *out_bytes = NULL;
  if (resolved != NULL && paddock_path_text_is_within (resolved, race->root.path)) {
    g_usleep (LEAK_WINDOW);
    if (g_file_get_contents (resolved, &contents, &length, NULL))
      *out_bytes = g_bytes_new_take (contents, length);
  }
  free (resolved);
}

static void
read_once (Race       *race,
           ReadFunc    function,
           const char *name)
{
  g_autofree char *reference = g_strconcat (race->path, "/", name, NULL);
  g_autoptr (GBytes) bytes = NULL;

  function (race, reference, &bytes);
  if (bytes == NULL)
    race->n_refused++;
  else if (g_bytes_get_size (bytes) == strlen (PUBLIC) &&
           memcmp (g_bytes_get_data (bytes, NULL), PUBLIC, strlen (PUBLIC)) == 0)
    race->n_read++;
  else {
    g_test_message ("%s gave %" G_GSIZE_FORMAT " bytes of something else", name,
                    g_bytes_get_size (bytes));
    race->n_leaked++;
  }
}

static gboolean
has_enough (Race *race)
{
  guint part = is_full () ? 1 : SHORT_PART;

  return (guint) g_atomic_int_get (&race->n_swaps) >= LEAST_SWAPS / part &&
         race->n_read >= LEAST_READS / part && race->n_refused >= LEAST_REFUSED / part;
}

/* Reads for the length of a run, or, if it must leak, until it does. */
static void
run_race (Race     *race,
          ReadFunc  function,
          gboolean  must_leak)
{
  static const char * const names[] = {
    "relative/leaf", "absolute/leaf", "still/leaf", "still/file", "a/moving/../../up",
    "a/moving/late", "a/moving/leaf", "relative/../still/leaf",
  };
  static const GThreadFunc changers[] = { swap_links, move_out, swap_root };
  GThread *threads[G_N_ELEMENTS (changers)];
  gint64 length = (is_full () ? 60 : 2) * G_USEC_PER_SEC;
  gint64 most = must_leak ? LEAK_SECONDS * G_USEC_PER_SEC : PATIENCE * length;
  gint64 begin = g_get_monotonic_time ();

  for (gsize i = 0; i < G_N_ELEMENTS (changers); i++)
    threads[i] = g_thread_new ("changer", changers[i], race);

  for (gsize i = 0; race->n_leaked == 0; i++) {
    gint64 passed = g_get_monotonic_time () - begin;

    if (passed > most || (passed > length && !must_leak && has_enough (race)))
      break;
    read_once (race, function, names[i % G_N_ELEMENTS (names)]);
  }

  g_atomic_int_set (&race->has_ended, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (changers); i++)
    g_thread_join (threads[i]);
  g_test_message ("%u changes, %u read, %u refused, %u leaked in %.1f s", race->n_swaps,
                  race->n_read, race->n_refused, race->n_leaked,
                  (double) (g_get_monotonic_time () - begin) / G_USEC_PER_SEC);
}

/* Runs in its own process, in which newer system calls fail with @error, unless that is 0. */
static void
check_verified (gconstpointer error)
{
  g_autoptr (Race) race = race_new ();
  guint files = count_open_files ();

  if (GPOINTER_TO_INT (error) != 0)
    forbid_newer_calls (GPOINTER_TO_INT (error));
  run_race (race, read_verified, FALSE);
  g_assert_cmpuint (race->n_leaked, ==, 0);
  g_assert_true (has_enough (race));
  g_assert_cmpuint (count_open_files (), ==, files);
}

static void
test_verified (gconstpointer error)
{
  int status;
  pid_t pid = fork ();

  if (pid == 0) {
    check_verified (error);
    _exit (0);
  }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  if (WIFEXITED (status) && WEXITSTATUS (status) == SKIPPED)
    g_test_skip ("no seccomp here");
  else
    g_assert_cmpint (status, ==, 0);
}

static void
test_after_check (void)
{
  g_autoptr (Race) race = race_new ();

  run_race (race, read_after_check, TRUE);
  g_assert_cmpuint (race->n_leaked, >, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/boundary-race/openat2", GINT_TO_POINTER (0), test_verified);
  g_test_add_data_func ("/boundary-race/absent", GINT_TO_POINTER (ENOSYS), test_verified);
  g_test_add_data_func ("/boundary-race/filtered", GINT_TO_POINTER (EPERM), test_verified);
  g_test_add_func ("/boundary-race/check-then-open-leaks", test_after_check);
  return g_test_run ();
}
