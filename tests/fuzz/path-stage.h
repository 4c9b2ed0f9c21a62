/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-path-spelling.h"
#include "paddock-places.h"

#include "../support/fuse-fold.h"
#include "../support/test-tree.h"

#include <sys/mount.h>

/* The directories for fuzz-path-open.c, made once for all inputs.
 *
 * If mounting is allowed, there are mounts inside the root. "m" is ordinary, and "v" shows it
 * again. "k" is a kernel file system. "w" shows Paddock's own files. "f" ignores case, has
 * directories that can't be listed, and is read-only. "o" belongs to Paddock, and so does "o" in
 * "f". "z" contains a directory "z", and so on, deeper than the resolver holds descriptors. */

#define DEPTH      70
#define MANY_NAMES (PADDOCK_PATH_SPELLING_NAMES + 1)

typedef struct {
  char          *base;            /* (owned) */
  char          *root;            /* (owned) */
  int            fd;              /* (owned) the root */
  PaddockPlaces *places;          /* (owned) */
  gboolean       has_mounts;
  gboolean       has_filters;     /* it can install filters of system calls */
  GArray        *folded;          /* (owned) FoldFile */
  pid_t          fold;            /* the process that serves them, or -1 */
} Stage;

/* The contents of "f": see FoldFile. A file with two names, one with many, Paddock's own, and
 * directories with each kind of listing. */
static const FoldFile folded[] = {
  { 2, FOLD_ROOT_INODE, S_IFREG, "a", "2000", FOLD_LISTED },
  { 3, FOLD_ROOT_INODE, S_IFREG, "Aa", "2001", FOLD_LISTED },
  { 3, FOLD_ROOT_INODE, S_IFREG, "bb", "2001", FOLD_LISTED },
  { 4, FOLD_ROOT_INODE, S_IFDIR, "D", NULL, FOLD_LISTED },
  { 5, 4, S_IFREG, "x", "2002", FOLD_LISTED },
  { 6, 4, S_IFLNK, "U", "../A", FOLD_LISTED },
  { 7, FOLD_ROOT_INODE, S_IFDIR, "o", NULL, FOLD_LISTED },
  { 8, 7, S_IFREG, "s", "2003", FOLD_LISTED },
  { 9, FOLD_ROOT_INODE, S_IFDIR, "h", NULL, FOLD_EMPTY },
  { 10, 9, S_IFREG, "x", "2004", FOLD_LISTED },
  { 11, FOLD_ROOT_INODE, S_IFDIR, "n", NULL, FOLD_DENIED },
  { 12, 11, S_IFREG, "x", "2005", FOLD_LISTED },
  { 13, FOLD_ROOT_INODE, S_IFDIR, "e", NULL, FOLD_BROKEN },
  { 14, 13, S_IFREG, "x", "2006", FOLD_LISTED },
  { 15, FOLD_ROOT_INODE, S_IFLNK, "L", "d/X", FOLD_LISTED },
  { 16, FOLD_ROOT_INODE, S_IFDIR, "M", NULL, FOLD_LISTED },
};
#define MANY_PARENT 16
#define MANY_INODE  17

static Stage stage;

/* Creates or removes the chain of directories. */
static inline void
change_depth (gboolean is_made)
{
  for (guint i = 1; i <= DEPTH; i++) {
    g_autoptr (GString) path = g_string_new (stage.root);

    for (guint depth = is_made ? i : DEPTH + 1 - i; depth > 0; depth--)
      g_string_append (path, "/z");
    g_assert_cmpint (is_made ? mkdir (path->str, 0700) : rmdir (path->str), ==, 0);
  }
}

static inline void
leave_stage (void)
{
  change_depth (FALSE);
  if (stage.has_mounts)
    umount2 (stage.base, MNT_DETACH);
  if (stage.fold > 0) {
    kill (stage.fold, SIGKILL);
    waitpid (stage.fold, NULL, 0);
  }
  g_rmdir (stage.root);
  g_rmdir (stage.base);
}

static inline char *
make_mount_point (const char *name)
{
  char *path = g_build_filename (stage.root, name, NULL);

  g_assert_cmpint (mkdir (path, 0700), ==, 0);
  return path;
}

static inline void
make_folded (void)
{
  g_autofree char *point = make_mount_point ("f");

  stage.folded = g_array_new (FALSE, FALSE, sizeof (FoldFile));
  g_array_append_vals (stage.folded, folded, G_N_ELEMENTS (folded));
  for (guint i = 0; i < MANY_NAMES; i++) {
    const FoldFile file = {
      MANY_INODE, MANY_PARENT, S_IFREG, g_strdup_printf ("n%u", i), "2007", FOLD_LISTED,
    };

    g_array_append_val (stage.folded, file);
  }
  stage.fold = fold_mount (point, (const FoldFile *) stage.folded->data, stage.folded->len);
  if (stage.fold < 0)
    g_assert_cmpint (rmdir (point), ==, 0);
}

static inline void
make_mounts (void)
{
  g_autofree char *ordinary = NULL;
  g_autofree char *again = NULL;
  g_autofree char *kernel = NULL;
  g_autofree char *own = NULL;
  g_autofree char *own_again = NULL;
  g_autofree char *file = NULL;
  g_autofree char *link = NULL;

  g_assert_cmpint (mkdir (stage.root, 0700), ==, 0);
  ordinary = make_mount_point ("m");
  again = make_mount_point ("v");
  kernel = make_mount_point ("k");
  own = make_mount_point ("o");
  own_again = make_mount_point ("w");
  g_assert_cmpint (mount ("none", ordinary, "tmpfs", 0, NULL), ==, 0);
  g_assert_cmpint (mount (ordinary, again, NULL, MS_BIND, NULL), ==, 0);
  g_assert_cmpint (mount ("/proc", kernel, NULL, MS_BIND | MS_REC, NULL), ==, 0);
  g_assert_cmpint (mount (own, own_again, NULL, MS_BIND, NULL), ==, 0);
  file = g_build_filename (ordinary, "a", NULL);
  link = g_build_filename (ordinary, "u", NULL);
  g_assert_true (g_file_set_contents (file, "1000", -1, NULL));
  g_assert_cmpint (symlink ("..", link), ==, 0);
  make_folded ();
}

/* Tries it in a child process, which dies if filters are not available. */
static inline gboolean
can_filter (void)
{
  pid_t pid = fork ();
  int status;

  if (pid == 0) {
    forbid_newer_calls (ENOSYS);
    _exit (0);
  }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  return status == 0;
}

static inline void
enter_stage (void)
{
  g_autofree char *own = NULL;
  g_autofree char *own_folded = NULL;
  const char *all_own[] = { NULL, NULL, NULL };

  stage.fold = -1;
  stage.base = g_dir_make_tmp ("paddock-fuzz-XXXXXX", NULL);
  g_assert_nonnull (stage.base);
  stage.root = g_build_filename (stage.base, "root", NULL);
  own = g_build_filename (stage.root, "o", NULL);
  own_folded = g_build_filename (stage.root, "f", "o", NULL);
  all_own[0] = own;
  all_own[1] = own_folded;
  stage.places = paddock_places_new ("/nobody", "ann", all_own);

  stage.has_filters = can_filter ();
  stage.has_mounts = enter_namespace () &&
                     mount ("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
                     mount ("none", stage.base, "tmpfs", 0, NULL) == 0;
  if (stage.has_mounts)
    make_mounts ();
  else
    g_assert_cmpint (mkdir (stage.root, 0700), ==, 0);
  change_depth (TRUE);
  stage.fd = open (stage.root, O_PATH | O_CLOEXEC);
  g_assert_cmpint (stage.fd, >=, 0);
  atexit (leave_stage);
}
