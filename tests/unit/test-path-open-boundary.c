/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-path-crossing.h"

#include "../support/boundary.h"

#include <sys/mount.h>

/* The table of references, with the calls that the service makes for each; and cases that need
 * mounts. */

typedef struct {
  guint n_allowed;
  guint n_refused;
  guint n_wrong;
} Counts;

#define LEAST_ALLOWED 50
#define LEAST_REFUSED 150

static void
expect (Boundary   *self,
        const char *reference,
        gsize       length,
        const char *nick,
        const char *contents,
        gpointer    data)
{
  Counts *counts = data;
  g_autoptr (GBytes) bytes = NULL;
  guint before = count_open_files ();
  PaddockReadVerdict verdict = boundary_ask (self, reference, length, &bytes);

  if (g_strcmp0 (paddock_read_verdict_to_nick (verdict), nick) != 0) {
    g_test_message ("“%s”: %s instead of %s", reference, paddock_read_verdict_to_nick (verdict),
                    nick);
    counts->n_wrong++;
    return;
  }
  g_assert_cmpint (bytes != NULL, ==, contents != NULL);
  if (bytes != NULL)
    g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), contents,
                     strlen (contents));
  g_assert_cmpuint (count_open_files (), ==, before);

  counts->n_allowed += contents != NULL;
  counts->n_refused += contents == NULL;
}

static void
test_table (void)
{
  g_autoptr (Boundary) self = boundary_new ();
  Counts counts = { 0 };

  boundary_each (self, expect, &counts);
  g_assert_cmpuint (counts.n_wrong, ==, 0);
  g_assert_cmpuint (counts.n_allowed, >=, LEAST_ALLOWED);
  g_assert_cmpuint (counts.n_refused, >=, LEAST_REFUSED);
}

/* Mounts below a root: a file system of its own, and the same one bound to another place. */
typedef struct {
  const char *reference;          /* below home/projects */
  const char *refused;            /* the verdict without other file systems */
  const char *crossed;            /* the verdict with them */
  const char *contents;
} MountCase;

static const MountCase mount_cases[] = {
  { "file", "allowed", "allowed", "home/projects/file" },
  { "other/leaf", "other-file-system", "allowed", "leaf of other" },
  { "other/./leaf", "other-file-system", "allowed", "leaf of other" },
  { "other/inner/leaf", "other-file-system", "allowed", "leaf of inner" },
  { "to-other", "other-file-system", "allowed", "leaf of other" },
  { "other/../file", "other-file-system", "allowed", "home/projects/file" },
  { "other/inner/../leaf", "other-file-system", "allowed", "leaf of other" },
  { "other/to-file", "other-file-system", "allowed", "home/projects/file" },
  { "bound/leaf", "other-file-system", "allowed", "home/elsewhere/leaf" },
  { "bound/../file", "other-file-system", "allowed", "home/projects/file" },
  { "bound-inside/leaf", "other-file-system", "allowed", "home/projects/deep/leaf" },
  { "bound-file", "other-file-system", "allowed", "home/secret" },

  { "other", "other-file-system", "not-a-file", NULL },
  { "other/missing", "other-file-system", "missing", NULL },
  { "other/leaf/x", "other-file-system", "missing", NULL },
  { "other/out", "other-file-system", "outside", NULL },
  { "other/absolute", "other-file-system", "outside", NULL },
  { "other/../../secret", "other-file-system", "outside", NULL },
  { "other/inner/../../../secret", "other-file-system", "outside", NULL },
  { "bound/../../secret", "other-file-system", "outside", NULL },
  { "bound-file/x", "other-file-system", "missing", NULL },
  /* An interface of the kernel under a harmless name. The verdict does not say whether it has the
   * file. */
  { "kernel", "other-file-system", "outside", NULL },
  { "kernel/self/environ", "other-file-system", "outside", NULL },
  { "kernel/missing", "other-file-system", "outside", NULL },
  { "kernel/self/root/etc/passwd", "other-file-system", "outside", NULL },
  { "kernel/self/cwd/file", "other-file-system", "outside", NULL },
  { "kernel/../file", "other-file-system", "outside", NULL },
  { "kernel-inside/environ", "other-file-system", "outside", NULL },
  { "sys", "other-file-system", "outside", NULL },
  { "sys/kernel/ostype", "other-file-system", "outside", NULL },
  { "sys/missing", "other-file-system", "outside", NULL },
  { "dev/null", "other-file-system", "outside", NULL },
  { "dev/missing", "other-file-system", "outside", NULL },

  /* A part of /run has a harmless type: its other name refuses it. */
  { "run/leaf", "other-file-system", "outside", NULL },
  { "run/missing", "other-file-system", "outside", NULL },
  { "run-inside", "other-file-system", "outside", NULL },
  { "run-inside/leaf", "other-file-system", "outside", NULL },
  { "run-inside/missing", "other-file-system", "outside", NULL },
  { "run-file", "other-file-system", "outside", NULL },
  { "run/media/ann/stick/leaf", "other-file-system", "outside", NULL },
  { "stick/leaf", "other-file-system", "allowed", "leaf of stick" },
  { "stick/missing", "other-file-system", "missing", NULL },

  /* Paddock's own directory, and the directories around it. */
  { "own", "other-file-system", "outside", NULL },
  { "own/paddock.db", "other-file-system", "outside", NULL },
  { "own/missing", "other-file-system", "outside", NULL },
  { "own-data/leaf", "other-file-system", "outside", NULL },
  { "own-data/missing", "other-file-system", "outside", NULL },
  { "own-file", "other-file-system", "outside", NULL },
  { "whole/own/paddock.db", "other-file-system", "outside", NULL },
  { "whole/own/data/leaf", "other-file-system", "outside", NULL },
  { "whole/own/missing", "other-file-system", "outside", NULL },
  { "whole/home/secret", "other-file-system", "allowed", "home/secret" },
  { "whole/home/../own/paddock.db", "other-file-system", "outside", NULL },
  { "whole/home/projects/file", "other-file-system", "allowed", "home/projects/file" },
  { "whole/../file", "other-file-system", "allowed", "home/projects/file" },
  { "whole/../../secret", "other-file-system", "outside", NULL },

  { "read-only/leaf", "other-file-system", "allowed", "leaf of read-only" },
  { "twice/leaf", "other-file-system", "allowed", "upper leaf" },
  { "other/inner/../../stick/leaf", "other-file-system", "allowed", "leaf of stick" },
  { "other/to-stick", "other-file-system", "allowed", "leaf of stick" },
  /* Nothing is mounted there. */
  { "unmounted/leaf", "missing", "missing", NULL },
  { "deep/over", "other-file-system", "allowed", "home/elsewhere/leaf" },
};

/* Whether files could be written or made, with other file systems allowed. */
static const struct {
  const char *rest;
  const char *verdict;
} write_cases[] = {
  { "other/leaf", "allowed" },
  { "other/new", "allowed" },
  { "other/inner/new", "allowed" },
  { "read-only/leaf", "read-only" },
  { "read-only/new", "read-only" },
  { "own/new", "outside" },
  { "own/paddock.db", "outside" },
  { "whole/own/new", "outside" },
  { "whole/new", "allowed" },
  { "run/new", "outside" },
  { "run-inside/new", "outside" },
  { "kernel/new", "outside" },
  { "missing/new", "missing" },
};

static void
mount_at (const Boundary *self,
          const char     *name,
          const char     *source)
{
  g_autofree char *path = tree_path (self->tree, name);
  g_autofree char *from = source == NULL || source[0] == '/' ? g_strdup (source)
                                                             : tree_path (self->tree, source);

  if (from == NULL)
    g_assert_cmpint (mount ("none", path, "tmpfs", 0, NULL), ==, 0);
  else
    g_assert_cmpint (mount (from, path, NULL, MS_BIND | MS_REC, NULL), ==, 0);
}

/* Uses a /run of its own. */
static void
mount_run (const Boundary *self)
{
  g_autofree char *point = tree_path (self->tree, "home/projects/run");
  g_autofree char *inside = tree_path (self->tree, "home/projects/run-inside");
  g_autofree char *file = tree_path (self->tree, "home/projects/run-file");
  g_autofree char *stick = tree_path (self->tree, "home/projects/stick");

  g_assert_cmpint (mount ("none", "/run", "tmpfs", 0, NULL), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents ("/run/inside", 0700), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents ("/run/media/ann/stick", 0700), ==, 0);
  g_assert_true (g_file_set_contents ("/run/leaf", "secret", -1, NULL));
  g_assert_true (g_file_set_contents ("/run/inside/leaf", "secret", -1, NULL));
  g_assert_cmpint (mount ("none", "/run/media/ann/stick", "tmpfs", 0, NULL), ==, 0);
  g_assert_true (g_file_set_contents ("/run/media/ann/stick/leaf", "leaf of stick", -1, NULL));

  g_assert_cmpint (mount ("/run", point, NULL, MS_BIND, NULL), ==, 0);
  g_assert_cmpint (mount ("/run/inside", inside, NULL, MS_BIND, NULL), ==, 0);
  g_assert_cmpint (mount ("/run/leaf", file, NULL, MS_BIND, NULL), ==, 0);
  g_assert_cmpint (mount ("/run/media/ann/stick", stick, NULL, MS_BIND, NULL), ==, 0);
}

static void
make_more_mounts (const Boundary *self)
{
  g_autofree char *read_only = tree_path (self->tree, "home/projects/read-only");

  mount_run (self);
  mount_at (self, "home/projects/kernel-inside", "/proc/self");
  mount_at (self, "home/projects/sys", "/sys");
  mount_at (self, "home/projects/dev", "/dev");
  mount_at (self, "home/projects/own", "own");
  mount_at (self, "home/projects/own-data", "own/data");
  mount_at (self, "home/projects/own-file", "own/paddock.db");
  mount_at (self, "home/projects/deep/over", "home/elsewhere/leaf");

  mount_at (self, "home/projects/read-only", NULL);
  boundary_make_leaf (self, "home/projects/read-only/leaf", "leaf of read-only");
  g_assert_cmpint (mount ("none", read_only, NULL, MS_REMOUNT | MS_RDONLY, NULL), ==, 0);
  mount_at (self, "home/projects/twice", NULL);
  boundary_make_leaf (self, "home/projects/twice/leaf", "lower leaf");
  mount_at (self, "home/projects/twice", NULL);
  boundary_make_leaf (self, "home/projects/twice/leaf", "upper leaf");
}

static void
make_mounts (const Boundary *self)
{
  static const char * const points[] = {
    "other", "bound", "bound-inside", "kernel", "kernel-inside", "sys", "dev", "run", "run-inside",
    "stick", "own", "own-data", "whole", "read-only", "twice", "unmounted",
  };
  g_autofree char *whole = tree_path (self->tree, "home/projects/whole");

  for (gsize i = 0; i < G_N_ELEMENTS (points); i++) {
    g_autofree char *name = g_build_filename ("home/projects", points[i], NULL);

    tree_mkdir (self->tree, name);
  }
  boundary_make_file (self, "home/projects/bound-file");
  boundary_make_file (self, "home/projects/file");
  boundary_make_file (self, "home/projects/deep/leaf");
  boundary_make_file (self, "home/elsewhere/leaf");
  boundary_make_file (self, "home/secret");
  boundary_make_file (self, "home/projects/run-file");
  boundary_make_file (self, "home/projects/own-file");
  boundary_make_file (self, "home/projects/deep/over");
  boundary_make_file (self, "own/data/leaf");
  tree_link (self->tree, "other/leaf", "home/projects/to-other");

  g_assert_cmpint (mount (self->tree->base, whole, NULL, MS_BIND, NULL), ==, 0);
  mount_at (self, "home/projects/other", NULL);
  tree_mkdir (self->tree, "home/projects/other/inner");
  mount_at (self, "home/projects/other/inner", NULL);
  mount_at (self, "home/projects/bound", "home/elsewhere");
  mount_at (self, "home/projects/bound-inside", "home/projects/deep");
  mount_at (self, "home/projects/bound-file", "home/secret");
  mount_at (self, "home/projects/kernel", "/proc");
  boundary_make_leaf (self, "home/projects/other/leaf", "leaf of other");
  boundary_make_leaf (self, "home/projects/other/inner/leaf", "leaf of inner");
  tree_link (self->tree, "../file", "home/projects/other/to-file");
  tree_link (self->tree, "../../secret", "home/projects/other/out");
  tree_link (self->tree, "/etc/passwd", "home/projects/other/absolute");
  tree_link (self->tree, "../stick/leaf", "home/projects/other/to-stick");
  make_more_mounts (self);
}

static void
expect_mounts (Boundary *self,
               Counts   *counts)
{
  for (gsize i = 0; i < G_N_ELEMENTS (mount_cases); i++) {
    const MountCase *expected = &mount_cases[i];
    g_autofree char *name = g_build_filename ("home/projects", expected->reference, NULL);
    g_autofree char *reference = tree_path (self->tree, name);
    const char *nick = self->root.crosses ? expected->crossed : expected->refused;

    expect (self, reference, strlen (reference), nick,
            g_str_equal (nick, "allowed") ? expected->contents : NULL, counts);
  }
}

static void
expect_writes (Boundary *self,
               Counts   *counts)
{
  for (gsize i = 0; i < G_N_ELEMENTS (write_cases); i++) {
    g_auto (PaddockOpened) opened = PADDOCK_OPENED_INIT;
    const char *nick;

    paddock_path_open_below (&self->root, write_cases[i].rest, self->tree->places,
                             PADDOCK_OPEN_WRITE_CHECK, &opened);
    nick = paddock_read_verdict_to_nick (opened.verdict);
    if (!g_str_equal (nick, write_cases[i].verdict)) {
      g_test_message ("to write %s: %s", write_cases[i].rest, nick);
      counts->n_wrong++;
    }
  }
}

/* A thread that may wait only for some mounts stops before all others, and says which one it
 * met. */
static void
expect_lanes (Boundary *self,
              Counts   *counts)
{
  static const char * const points[] = { "home/projects/other", "home/projects/other/inner", NULL };
  g_autoptr (GArray) entered = g_array_new (FALSE, FALSE, sizeof (int));

  self->root.entered = entered;
  for (gsize i = 0; i < G_N_ELEMENTS (points); i++) {
    g_auto (PaddockOpened) opened = PADDOCK_OPENED_INIT;
    g_autofree char *point = points[i] != NULL ? tree_path (self->tree, points[i]) : NULL;

    paddock_path_open_below (&self->root, "other/inner/leaf", self->tree->places,
                             PADDOCK_OPEN_TO_READ, &opened);
    counts->n_wrong += opened.verdict != (point != NULL ? PADDOCK_READ_OTHER_FILE_SYSTEM
                                                        : PADDOCK_READ_ALLOWED) ||
                       g_strcmp0 (opened.met, point) != 0;
    g_array_append_val (entered, opened.met_mount);
  }
  self->root.entered = NULL;
}

/* A path may enter mounts only so often, however it is written. */
static void
expect_crossings (Boundary *self,
                  Counts   *counts)
{
  for (guint n = PADDOCK_PATH_CROSSINGS; n <= PADDOCK_PATH_CROSSINGS + 1; n++) {
    g_autoptr (GString) reference = g_string_new (self->path);

    for (guint i = 1; i < n; i++)
      g_string_append (reference, i % 2 == 0 ? "/other/.." : "/stick/../deep/..");
    g_string_append (reference, "/to-other");
    if (n > PADDOCK_PATH_CROSSINGS)
      expect (self, reference->str, reference->len, "link-refused", NULL, counts);
    else
      expect (self, reference->str, reference->len, "allowed", "leaf of other", counts);
  }
}

/* While somebody mounts and unmounts over a folder, the hidden and the shown files may be read, but
 * refused ones never. */
typedef struct {
  const char *own;
  const char *point;
  gint        n_swaps;
  gint        n_asked;            /* increased by the reader */
  gint        is_over;
} Swapping;

/* How many reads a mount stays for, and how many it stays away for; otherwise it would change
 * before most of them see it. */
#define SWAPS_PER_STAY 32
#define READS_OF_STAY  3

static void
stay (Swapping *swapping)
{
  gint until = g_atomic_int_get (&swapping->n_asked) + READS_OF_STAY;

  while (g_atomic_int_get (&swapping->n_asked) < until && !g_atomic_int_get (&swapping->is_over))
    g_thread_yield ();
}

static gpointer
swap_mounts (gpointer data)
{
  Swapping *swapping = data;

  while (!g_atomic_int_get (&swapping->is_over)) {
    gint turn = swapping->n_swaps % SWAPS_PER_STAY;

    if (mount (swapping->own, swapping->point, NULL, MS_BIND, NULL) != 0)
      continue;
    if (turn == 0)
      stay (swapping);
    if (umount2 (swapping->point, MNT_DETACH) == 0)
      g_atomic_int_inc (&swapping->n_swaps);
    if (turn == SWAPS_PER_STAY / 2)
      stay (swapping);
  }
  return NULL;
}

/* At least so many reads are tried, and some of each kind must happen. */
#define SWAPPED_READS   1500
#define LEAST_SWAPS     10
#define LEAST_READ      10
#define LEAST_SHUT_OUT  10
#define SWAPS_TIMEOUT   (60 * G_USEC_PER_SEC)

static void
expect_swaps (Boundary *self,
              Counts   *counts)
{
  g_autofree char *own = tree_path (self->tree, "own/data");
  g_autofree char *point = tree_path (self->tree, "home/projects/swapped");
  g_autofree char *reference = g_build_filename (point, "leaf", NULL);
  gint64 end = g_get_monotonic_time () + SWAPS_TIMEOUT;
  Swapping swapping = { .own = own, .point = point };
  guint n_read = 0, n_shut_out = 0;
  GThread *thread;

  boundary_make_file (self, "home/projects/swapped/leaf");
  thread = g_thread_new ("swap", swap_mounts, &swapping);
  while ((g_atomic_int_get (&swapping.n_asked) < SWAPPED_READS || n_read < LEAST_READ ||
          n_shut_out < LEAST_SHUT_OUT || g_atomic_int_get (&swapping.n_swaps) < LEAST_SWAPS) &&
         g_get_monotonic_time () < end) {
    g_autoptr (GBytes) bytes = NULL;
    PaddockReadVerdict verdict = boundary_ask (self, reference, strlen (reference), &bytes);

    g_atomic_int_inc (&swapping.n_asked);
    n_read += verdict == PADDOCK_READ_ALLOWED;
    n_shut_out += verdict == PADDOCK_READ_OUTSIDE;
    if (verdict == PADDOCK_READ_ALLOWED)
      counts->n_wrong += g_bytes_get_size (bytes) != strlen ("home/projects/swapped/leaf");
  }
  g_atomic_int_set (&swapping.is_over, TRUE);
  g_thread_join (thread);
  g_test_message ("%u of %d read, %u shut out, while mounts came and went %d times", n_read,
                  swapping.n_asked, n_shut_out, swapping.n_swaps);
  counts->n_wrong += n_read < LEAST_READ || n_shut_out < LEAST_SHUT_OUT ||
                     swapping.n_swaps < LEAST_SWAPS;
}

/* Roots that show Paddock's own directory, or a part of it, under names that no rule knows. */
static const struct {
  const char *root;
  const char *rest;
  const char *verdict;
} own_cases[] = {
  { "home/mirror", "paddock.db", "outside" },
  { "home/mirror", "data/leaf", "outside" },
  { "home/mirror", "missing", "outside" },
  { "home/mirror-data", "leaf", "outside" },
  { "home/mirror-data", "missing", "outside" },
  { "home/mirror-file", "", "outside" },
  { "home/whole", "own/paddock.db", "outside" },
  { "home/whole", "own/data/leaf", "outside" },
  { "home/whole", "home/secret", "allowed" },
  { "home/mirror-secrets", "key", "allowed" },
};

static void
expect_own (Boundary *self,
            Counts   *counts)
{
  tree_mkdir (self->tree, "home/mirror");
  tree_mkdir (self->tree, "home/mirror-data");
  tree_mkdir (self->tree, "home/mirror-secrets");
  tree_mkdir (self->tree, "home/whole");
  boundary_make_file (self, "home/mirror-file");
  boundary_make_file (self, "own/data/leaf");
  boundary_make_file (self, "home/.ssh/key");
  mount_at (self, "home/mirror", "own");
  mount_at (self, "home/mirror-data", "own/data");
  mount_at (self, "home/mirror-file", "own/paddock.db");
  mount_at (self, "home/mirror-secrets", "home/.ssh");
  mount_at (self, "home/whole", self->tree->base);

  for (gsize i = 0; i < G_N_ELEMENTS (own_cases); i++) {
    g_auto (PaddockOpened) opened = PADDOCK_OPENED_INIT;
    const char *nick;

    boundary_set_root (self, own_cases[i].root);
    paddock_path_open_below (&self->root, own_cases[i].rest, self->tree->places,
                             PADDOCK_OPEN_TO_READ, &opened);
    nick = paddock_read_verdict_to_nick (opened.verdict);
    if (!g_str_equal (nick, own_cases[i].verdict)) {
      g_test_message ("%s in %s: %s", own_cases[i].rest, own_cases[i].root, nick);
      counts->n_wrong++;
    }
    if (g_str_equal (own_cases[i].root, "home/mirror-secrets")) {
      g_autofree char *key = tree_path (self->tree, "home/.ssh/key");

      counts->n_wrong += opened.names == NULL ||
                         !g_strv_contains ((const char * const *) opened.names, key);
    }
  }
}

/* Runs in a process of its own, which may mount. @error: what the newer calls answer, or 0. */
static void
check_mounts (Boundary *self,
              int       error)
{
  g_autofree char *file = tree_path (self->tree, "home/projects/file");
  Counts counts = { 0 };

  if (!enter_namespace () || mount ("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
    _exit (SKIPPED);
  boundary_set_root (self, "home/projects");
  make_mounts (self);
  if (error != 0)
    forbid_newer_calls (error);
  expect_mounts (self, &counts);
  self->root.crosses = TRUE;
  expect_mounts (self, &counts);
  expect_writes (self, &counts);
  expect_lanes (self, &counts);
  expect_crossings (self, &counts);
  expect_swaps (self, &counts);

  /* Something else is mounted over the root. */
  mount_at (self, "home/projects", NULL);
  boundary_make_file (self, "home/projects/file");
  expect (self, file, strlen (file), "outside", NULL, &counts);
  expect_own (self, &counts);
  _exit (counts.n_wrong > 0);
}

static void
test_mounts (gconstpointer error)
{
  g_autoptr (Boundary) self = boundary_new ();
  pid_t pid = fork ();
  int status;

  if (pid == 0)
    check_mounts (self, GPOINTER_TO_INT (error));
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  if (WIFEXITED (status) && WEXITSTATUS (status) == SKIPPED)
    g_test_skip ("may not mount here");
  else
    g_assert_cmpint (status, ==, 0);
}

static const TreeTest tests[] = {
  { "/path-open-boundary/table", test_table },
};

/* The verdicts are the same on kernels and in sandboxes without the newer system calls. */
static void
test_without_newer_calls (gconstpointer error)
{
  run_without_newer_calls (tests, G_N_ELEMENTS (tests), GPOINTER_TO_INT (error));
}

int
main (int   argc,
      char *argv[])
{
  static const struct {
    const char *name;
    int         error;
  } modes[] = { { "openat2", 0 }, { "absent", ENOSYS }, { "filtered", EPERM } };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++) {
    g_autofree char *table = g_strconcat ("/path-open-boundary/table/", modes[i].name, NULL);
    g_autofree char *mounts = g_strconcat ("/path-open-boundary/mounts/", modes[i].name, NULL);

    if (modes[i].error == 0)
      g_test_add_func (table, test_table);
    else
      g_test_add_data_func (table, GINT_TO_POINTER (modes[i].error), test_without_newer_calls);
    g_test_add_data_func (mounts, GINT_TO_POINTER (modes[i].error), test_mounts);
  }
  return g_test_run ();
}
