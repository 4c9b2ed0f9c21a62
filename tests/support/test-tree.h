/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-path.h"

#include "test-kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* Real directories for tests of code that looks at them, also without root's permissions. */

#define NOBODY 65534

#define NAME_63 "123456789012345678901234567890123456789012345678901234567890123"
#define NAME_255 NAME_63 "-" NAME_63 "-" NAME_63 "-" NAME_63

/* A temporary directory with a home and a directory of Paddock's own in it. */
typedef struct {
  char          *base;            /* (owned) all links resolved */
  PaddockPlaces *places;          /* (owned) */
} Tree;

static inline char *
tree_path (const Tree *tree,
           const char *relative)
{
  return g_strconcat (tree->base, "/", relative, NULL);
}

static inline void
tree_mkdir (const Tree *tree,
            const char *relative)
{
  g_autofree char *path = tree_path (tree, relative);

  g_assert_cmpint (g_mkdir_with_parents (path, 0755), ==, 0);
}

static inline void
tree_write (const Tree *tree,
            const char *relative)
{
  g_autofree char *path = tree_path (tree, relative);
  FILE *file = fopen (path, "w");

  g_assert_nonnull (file);
  g_assert_cmpint (fputs ("text", file), >=, 0);
  g_assert_cmpint (fclose (file), ==, 0);
}

static inline void
tree_link (const Tree *tree,
           const char *target,
           const char *relative)
{
  g_autofree char *path = tree_path (tree, relative);

  g_assert_cmpint (symlink (target, path), ==, 0);
}

static inline void
tree_rename (const Tree *tree,
             const char *from,
             const char *to)
{
  g_autofree char *old_path = tree_path (tree, from);
  g_autofree char *new_path = tree_path (tree, to);

  g_assert_cmpint (rename (old_path, new_path), ==, 0);
}

static inline void
tree_remove (const Tree *tree,
             const char *relative)
{
  g_autofree char *path = tree_path (tree, relative);

  g_assert_cmpint (remove (path), ==, 0);
}

static inline void
tree_chmod (const Tree *tree,
            const char *relative,
            mode_t      mode)
{
  g_autofree char *path = tree_path (tree, relative);

  g_assert_cmpint (chmod (path, mode), ==, 0);
}

static inline void
tree_fifo (const Tree *tree,
           const char *relative)
{
  g_autofree char *path = tree_path (tree, relative);

  g_assert_cmpint (mkfifo (path, 0644), ==, 0);
}

static inline void
tree_socket (const Tree *tree,
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

/* As if @relative were one of Paddock's own directories under another name. */
static inline void
tree_own (const Tree *tree,
          const char *relative)
{
  g_autofree char *path = tree_path (tree, relative);
  struct stat info;

  g_assert_cmpint (stat (path, &info), ==, 0);
  paddock_places_add_own_object (tree->places, info.st_dev, info.st_ino);
}

static inline Tree *
tree_new (void)
{
  Tree *tree = g_new0 (Tree, 1);
  g_autofree char *tmp = g_dir_make_tmp ("paddock-XXXXXX", NULL);
  g_autofree char *home = NULL;
  char *real = realpath (tmp, NULL);
  const char *own[] = { NULL, NULL };
  g_autofree char *own_path = NULL;

  tree->base = g_strdup (real);
  free (real);
  home = tree_path (tree, "home");
  own_path = tree_path (tree, "own");
  own[0] = own_path;
  tree->places = paddock_places_new (home, "ann", own);
  tree_mkdir (tree, "home/projects/deep/er");
  tree_mkdir (tree, "own/data");
  tree_own (tree, "own");
  tree_write (tree, "own/paddock.db");
  tree_write (tree, "home/projects/file");
  return tree;
}

static inline void
remove_all (const char *path)
{
  GDir *dir = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *child = g_build_filename (path, name, NULL);

    remove_all (child);
  }
  g_clear_pointer (&dir, g_dir_close);
  g_assert_cmpint (remove (path), ==, 0);
}

static inline void
tree_free (Tree *tree)
{
  remove_all (tree->base);
  g_free (tree->base);
  paddock_places_free (tree->places);
  g_free (tree);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Tree, tree_free)

/* Runs @function where file permissions count; root may read everything. */
static inline void
run_unprivileged (const Tree *tree,
                  void (*function)(const Tree *tree))
{
  int status;
  pid_t pid;

  if (geteuid () != 0) {
    function (tree);
    return;
  }

  g_assert_cmpint (chmod (tree->base, 0755), ==, 0);
  pid = fork ();
  if (pid == 0) {
    if (setresgid (NOBODY, NOBODY, NOBODY) != 0 || setresuid (NOBODY, NOBODY, NOBODY) != 0)
      _exit (1);
    function (tree);
    _exit (0);
  }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_assert_cmpint (status, ==, 0);
}

static inline guint
count_open_files (void)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc/self/fd", 0, NULL);
  guint count = 0;

  while (g_dir_read_name (dir) != NULL)
    count++;
  return count;
}

static inline void
assert_verdict (const PaddockInspection *inspection,
                const char              *picked,
                PaddockPlaceVerdict      expected)
{
  if (inspection->verdict != expected)
    g_test_message ("“%s”: %s instead of %s", picked,
                    paddock_place_verdict_to_nick (inspection->verdict),
                    paddock_place_verdict_to_nick (expected));
  g_assert_cmpint (inspection->verdict, ==, expected);

  if (paddock_place_verdict_is_usable (expected)) {
    g_assert_nonnull (inspection->path);
    g_assert_nonnull (inspection->record);
    g_assert_cmpint (inspection->warnings != 0, ==, expected == PADDOCK_PLACE_WARNED);
  } else {
    g_assert_null (inspection->record);
    g_assert_cmpuint (inspection->warnings, ==, 0);
  }
}

/* The record of a root that is added now. */
static inline PaddockFileRecord *
record_of (const Tree *tree,
           const char *relative)
{
  g_autofree char *path = tree_path (tree, relative);
  g_autoptr (PaddockInspection) inspection = paddock_inspection_run (path, tree->places);

  assert_verdict (inspection, path, PADDOCK_PLACE_ACCEPTED);
  return g_steal_pointer (&inspection->record);
}
