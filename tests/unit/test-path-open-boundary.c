/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "../support/boundary.h"

#include <sys/mount.h>

/* The table of references with the calls that the service makes for each; and the same for what
 * only mounts can show. */

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
  const char *refused;            /* the verdict where no other file system is allowed */
  const char *crossed;            /* where it is */
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
  /* An interface of the kernel under a harmless name; whether it has the file is not told. */
  { "kernel", "other-file-system", "outside", NULL },
  { "kernel/self/environ", "other-file-system", "outside", NULL },
  { "kernel/missing", "other-file-system", "outside", NULL },
  { "kernel/self/root/etc/passwd", "other-file-system", "outside", NULL },
  { "kernel/self/cwd/file", "other-file-system", "outside", NULL },
  { "kernel/../file", "other-file-system", "outside", NULL },
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

static void
make_mounts (const Boundary *self)
{
  static const char * const points[] = { "other", "bound", "bound-inside", "kernel" };

  for (gsize i = 0; i < G_N_ELEMENTS (points); i++) {
    g_autofree char *name = g_build_filename ("home/projects", points[i], NULL);

    tree_mkdir (self->tree, name);
  }
  boundary_make_file (self, "home/projects/bound-file");
  boundary_make_file (self, "home/projects/file");
  boundary_make_file (self, "home/projects/deep/leaf");
  boundary_make_file (self, "home/elsewhere/leaf");
  boundary_make_file (self, "home/secret");
  tree_link (self->tree, "other/leaf", "home/projects/to-other");

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

/* Roots that show Paddock's own, or a part of it, under names that no rule knows. */
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

/* In a process of its own, which may mount. @error: what newer calls answer, or 0. */
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

/* The same verdicts from kernels and sandboxes that have none of the newer system calls. */
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
