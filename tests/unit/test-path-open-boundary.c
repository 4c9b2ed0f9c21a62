/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-path-object.h"
#include "paddock-path-open.h"
#include "paddock-reference.h"

#include "../support/test-tree.h"

#include <sys/mount.h>

/* The table of references in tests/support/boundary.txt, with the calls that the service makes for
 * each; and the same for what only mounts can show. */

typedef struct {
  Tree            *tree;          /* (owned) */
  PaddockOpenRoot  root;
  char            *path;          /* (owned) of the root */
  guint            n_allowed;
  guint            n_refused;
  guint            n_wrong;
} Boundary;

#define LEAST_ALLOWED 50
#define LEAST_REFUSED 150

static void
set_root (Boundary   *self,
          const char *path)
{
  g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;

  paddock_file_record_free ((PaddockFileRecord *) self->root.record);
  g_free (self->path);
  self->path = path[0] == '/' ? g_strdup (path) : tree_path (self->tree, path);
  g_assert_true (paddock_path_object_open (&object, self->path, FALSE));
  self->root = (PaddockOpenRoot) {
    .path = self->path,
    .way = self->path,
    .record = paddock_path_object_dup_record (&object, self->path, NULL),
  };
}

static Boundary *
boundary_new (void)
{
  Boundary *self = g_new0 (Boundary, 1);

  self->tree = tree_new ();
  return self;
}

static void
boundary_free (Boundary *self)
{
  paddock_file_record_free ((PaddockFileRecord *) self->root.record);
  g_free (self->path);
  tree_free (self->tree);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Boundary, boundary_free)

/* As the service does it: by the text, then below the root, then its contents. */
static PaddockReadVerdict
ask (const Boundary  *self,
     const char      *reference,
     gsize            length,
     GBytes         **out_bytes)
{
  g_auto (PaddockOpened) opened = PADDOCK_OPENED_INIT;
  g_autofree char *path = NULL;
  PaddockReadVerdict verdict = paddock_reference_to_path (reference, length, &path);
  const char *rest = path != NULL ? paddock_reference_below (path, self->root.path) : NULL;

  *out_bytes = NULL;
  if (verdict != PADDOCK_READ_ALLOWED)
    return verdict;
  if (rest == NULL)
    return PADDOCK_READ_OUTSIDE;

  paddock_path_open_below (&self->root, rest, self->tree->places, PADDOCK_OPEN_TO_READ, &opened);
  g_assert_cmpint (opened.fd >= 0, ==, opened.verdict == PADDOCK_READ_ALLOWED);
  if (opened.verdict != PADDOCK_READ_ALLOWED)
    return opened.verdict;

  return paddock_path_read (&self->root, &opened, 0, G_MAXSIZE, PADDOCK_PATH_READ_MAX, out_bytes);
}

static void
expect (Boundary   *self,
        const char *reference,
        gsize       length,
        const char *nick,
        const char *contents)
{
  g_autoptr (GBytes) bytes = NULL;
  guint before = count_open_files ();
  PaddockReadVerdict verdict = ask (self, reference, length, &bytes);

  if (g_strcmp0 (paddock_read_verdict_to_nick (verdict), nick) != 0) {
    g_test_message ("“%s”: %s instead of %s", reference, paddock_read_verdict_to_nick (verdict),
                    nick);
    self->n_wrong++;
    return;
  }
  g_assert_cmpint (bytes != NULL, ==, contents != NULL);
  if (bytes != NULL)
    g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), contents,
                     strlen (contents));
  g_assert_cmpuint (count_open_files (), ==, before);

  self->n_allowed += contents != NULL;
  self->n_refused += contents == NULL;
}

/* A reference of @length bytes to the file, by way of what leads nowhere else. */
static GString *
padded (const Boundary *self,
        gsize           length)
{
  GString *text = g_string_new (self->tree->base);
  gsize end = strlen ("file");

  g_string_append (text, "/home/projects/");
  while (text->len + end + 2 <= length)
    g_string_append (text, "./");
  while (text->len + end < length)
    g_string_append_c (text, '/');
  g_string_append (text, "file");
  return text;
}

/* The bytes that a field of the table stands for. */
static GString *
read_field (const Boundary *self,
            const char     *field)
{
  GString *text = g_string_new (NULL);

  if (field[0] == '@') {
    g_string_free (text, TRUE);
    return padded (self, (gsize) g_ascii_strtoull (field + 1, NULL, 10));
  }

  while (*field != '\0')
    if (field[0] == '\\' && field[1] == '\\') {
      g_string_append_c (text, '\\');
      field += 2;
    } else if (field[0] == '\\') {
      int byte = (field[1] - '0') * 64 + (field[2] - '0') * 8 + field[3] - '0';

      g_string_append_c (text, (char) byte);
      field += 4;
    } else if (g_str_has_prefix (field, "$B")) {
      g_string_append (text, self->tree->base);
      field += 2;
    } else
      g_string_append_c (text, *field++);

  return text;
}

static void
make_leaf (const Boundary *self,
           const char     *name,
           const char     *contents)
{
  g_autofree char *path = tree_path (self->tree, name);
  FILE *file = fopen (path, "w");

  g_assert_nonnull (file);
  g_assert_cmpint (fputs (contents, file), >=, 0);
  g_assert_cmpint (fclose (file), ==, 0);
}

/* A file that says by its contents which one it is. */
static void
make_file (const Boundary *self,
           const char     *name)
{
  g_autofree char *directory = g_path_get_dirname (name);

  tree_mkdir (self->tree, directory);
  make_leaf (self, name, name);
}

static void
make_hard_link (const Boundary *self,
                const char     *name,
                const char     *target)
{
  g_autofree char *path = tree_path (self->tree, name);
  g_autofree char *other = tree_path (self->tree, target);

  g_assert_cmpint (link (other, path), ==, 0);
}

/* One line of the table: part of the tree, a root, or a reference. */
static void
do_line (Boundary   *self,
         const char *kind,
         const char *first,
         gsize       length,
         const char *second)
{
  if (g_str_equal (kind, "dir"))
    tree_mkdir (self->tree, first);
  else if (g_str_equal (kind, "file"))
    make_file (self, first);
  else if (g_str_equal (kind, "link"))
    tree_link (self->tree, second, first);
  else if (g_str_equal (kind, "hard"))
    make_hard_link (self, first, second);
  else if (g_str_equal (kind, "fifo"))
    tree_fifo (self->tree, first);
  else if (g_str_equal (kind, "socket"))
    tree_socket (self->tree, first);
  else if (g_str_equal (kind, "root"))
    set_root (self, first);
  else
    expect (self, first, length, kind, second);
}

static void
test_table (void)
{
  g_autoptr (Boundary) self = boundary_new ();
  g_autofree char *file = g_test_build_filename (G_TEST_DIST, "..", "support", "boundary.txt",
                                                 NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++) {
    g_auto (GStrv) fields = g_strsplit (lines[i], "\t", -1);
    GString *first, *second = NULL;

    if (lines[i][0] == '\0' || lines[i][0] == '#')
      continue;
    g_assert_cmpuint (g_strv_length (fields), >=, 2);
    first = read_field (self, fields[1]);
    if (fields[2] != NULL)
      second = read_field (self, fields[2]);
    do_line (self, fields[0], first->str, first->len, second != NULL ? second->str : NULL);
    g_string_free (first, TRUE);
    if (second != NULL)
      g_string_free (second, TRUE);
  }

  g_assert_cmpuint (self->n_wrong, ==, 0);
  g_assert_cmpuint (self->n_allowed, >=, LEAST_ALLOWED);
  g_assert_cmpuint (self->n_refused, >=, LEAST_REFUSED);
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
  make_file (self, "home/projects/bound-file");
  make_file (self, "home/projects/file");
  make_file (self, "home/projects/deep/leaf");
  make_file (self, "home/elsewhere/leaf");
  make_file (self, "home/secret");
  tree_link (self->tree, "other/leaf", "home/projects/to-other");

  mount_at (self, "home/projects/other", NULL);
  tree_mkdir (self->tree, "home/projects/other/inner");
  mount_at (self, "home/projects/other/inner", NULL);
  mount_at (self, "home/projects/bound", "home/elsewhere");
  mount_at (self, "home/projects/bound-inside", "home/projects/deep");
  mount_at (self, "home/projects/bound-file", "home/secret");
  mount_at (self, "home/projects/kernel", "/proc");
  make_leaf (self, "home/projects/other/leaf", "leaf of other");
  make_leaf (self, "home/projects/other/inner/leaf", "leaf of inner");
  tree_link (self->tree, "../file", "home/projects/other/to-file");
  tree_link (self->tree, "../../secret", "home/projects/other/out");
  tree_link (self->tree, "/etc/passwd", "home/projects/other/absolute");
}

static void
expect_mounts (Boundary *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (mount_cases); i++) {
    const MountCase *expected = &mount_cases[i];
    g_autofree char *name = g_build_filename ("home/projects", expected->reference, NULL);
    g_autofree char *reference = tree_path (self->tree, name);
    const char *nick = self->root.crosses ? expected->crossed : expected->refused;

    expect (self, reference, strlen (reference), nick,
            g_str_equal (nick, "allowed") ? expected->contents : NULL);
  }
}

/* In a process of its own, which may mount. @error: what newer calls answer, or 0. */
static void
check_mounts (Boundary *self,
              int       error)
{
  g_autofree char *file = tree_path (self->tree, "home/projects/file");

  if (!enter_namespace () || mount ("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
    _exit (SKIPPED);
  set_root (self, "home/projects");
  make_mounts (self);
  if (error != 0)
    forbid_newer_calls (error);
  expect_mounts (self);
  self->root.crosses = TRUE;
  expect_mounts (self);

  /* Something else is mounted over the root. */
  mount_at (self, "home/projects", NULL);
  make_file (self, "home/projects/file");
  expect (self, file, strlen (file), "outside", NULL);
  _exit (self->n_wrong > 0);
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
