/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-box"

#include "paddock-box-home.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "paddock-box-plan.h"
#include "paddock-error.h"

/* Prepares the private home of a server: a directory of Paddock's, which the server has in the
 * place of the user's home in each of its boxes.
 *
 * The server wrote what is in it, and may have prepared it for the next start: a link in the place
 * of a folder, or a home without permissions, would prevent every start. So whatever is in the
 * place of a folder and can't be its mount point is renamed. Another run of the server may change
 * that again. Then there is no box: nothing is mounted on a link, and no mount point is made later.
 */

/* How many readable names are tried for what is in the way. */
#define ASIDE_MAX 100

/* Returns: (transfer full): the path of the user's home, without links */
char *
paddock_box_home_dup_path (void)
{
  char *real = realpath (g_get_home_dir (), NULL);
  char *path = real != NULL ? g_strdup (real) : g_canonicalize_filename (g_get_home_dir (), "/");

  free (real);
  return path;
}

static gboolean
fail (GError     **error,
      const char  *what,
      const char  *name)
{
  g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED, "%s %s: %s", what, name,
               g_strerror (errno));
  return FALSE;
}

static gboolean
move_aside (int          home,
            const char  *name,
            GError     **error)
{
  g_autofree char *id = g_uuid_string_random ();
  g_autofree char *last = g_strconcat ("aside-", id, NULL);

  for (guint i = 1; i <= ASIDE_MAX; i++) {
    g_autofree char *aside = g_strdup_printf ("%s.aside-%u", name, i);

    if (renameat2 (home, name, home, aside, RENAME_NOREPLACE) == 0)
      return TRUE;
    if (errno != EEXIST)
      break;
  }
  /* The server took all these names, or they are too long. It can't guess this one. */
  return renameat2 (home, name, home, last, RENAME_NOREPLACE) == 0 ||
         fail (error, "Can’t make room in the server’s home for", name);
}

/* Makes sure that @name can be the mount point of a directory, or of a file. */
static gboolean
make_place (int          home,
            const char  *name,
            gboolean     is_directory,
            GError     **error)
{
  struct stat info;
  int fd;

  if (fstatat (home, name, &info, AT_SYMLINK_NOFOLLOW) == 0) {
    if (is_directory ? S_ISDIR (info.st_mode) : S_ISREG (info.st_mode))
      return TRUE;
    if (!move_aside (home, name, error))
      return FALSE;
  } else if (errno != ENOENT) {
    return fail (error, "Can’t read in the server’s home", name);
  }
  if (is_directory)
    return mkdirat (home, name, 0700) == 0 || fail (error, "Can’t make in the server’s home", name);
  fd = openat (home, name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0)
    return fail (error, "Can’t make in the server’s home", name);
  close (fd);
  return TRUE;
}

void
paddock_box_home_free_copy (PaddockBoxCopy *copy)
{
  g_free (copy->text);
  g_free (copy);
}

/* Opens a directory, which is made if it is missing. What can't be opened is moved out of the way.
 * Returns -1 with errno. */
static int
open_place (int         above,
            const char *name)
{
  static const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int fd;

  if (make_place (above, name, TRUE, NULL) && (fd = openat (above, name, flags)) >= 0)
    return fd;
  return move_aside (above, name, NULL) && make_place (above, name, TRUE, NULL)
         ? openat (above, name, flags) : -1;
}

/* Returns: whether all was written; %FALSE with errno */
gboolean
paddock_box_home_write (int         fd,
                        const char *bytes,
                        gsize       size)
{
  while (size > 0) {
    gssize n = write (fd, bytes, size);

    if (n < 0 && errno != EINTR)
      return FALSE;
    bytes += MAX (n, 0);
    size -= (gsize) MAX (n, 0);
  }
  return TRUE;
}

static gboolean
is_copy (int         above,
         const char *name)
{
  char bytes[sizeof PADDOCK_BOX_HOME_MARK - 1];
  struct stat info;
  int fd = openat (above, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  gboolean is_same = fd >= 0 && fstat (fd, &info) == 0 && S_ISREG (info.st_mode) &&
                     read (fd, bytes, sizeof bytes) == (gssize) sizeof bytes &&
                     memcmp (bytes, PADDOCK_BOX_HOME_MARK, sizeof bytes) == 0;

  if (fd >= 0)
    close (fd);
  return is_same;
}

/* Puts a file in the place of whatever is there. No link is followed. */
static gboolean
replace_file (int         above,
              const char *name,
              const char *text)
{
  g_autofree char *id = g_uuid_string_random ();
  g_autofree char *other = g_strconcat (".paddock-", id, NULL);
  int fd = openat (above, other, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0600);
  gboolean is_written = fd >= 0 && paddock_box_home_write (fd, text, strlen (text));
  gboolean is_there;

  if (fd >= 0)
    close (fd);
  is_there = is_written && (renameat (above, other, above, name) == 0 ||
                            (move_aside (above, name, NULL) &&
                             renameat (above, other, above, name) == 0));
  if (fd >= 0 && !is_there) {
    int number = errno;

    unlinkat (above, other, 0);
    errno = number;
  }
  return is_there;
}

static gboolean
put (int                   home,
     const PaddockBoxCopy *copy)
{
  g_auto (GStrv) names = g_strsplit (copy->name, "/", -1);
  int above = fcntl (home, F_DUPFD_CLOEXEC, 3);
  gboolean is_right = above >= 0;
  gsize i;

  for (i = 0; is_right && names[i + 1] != NULL; i++) {
    int next = copy->text != NULL
               ? open_place (above, names[i])
               : openat (above, names[i], O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

    close (above);
    above = next;
    is_right = above >= 0;
  }
  if (copy->text != NULL)
    is_right = is_right && replace_file (above, names[i], copy->text);
  else if (is_right && is_copy (above, names[i]))
    unlinkat (above, names[i], 0);
  if (above >= 0)
    close (above);
  return is_right || copy->text == NULL;
}

/**
 * paddock_box_home_put:
 * @home: the descriptor of the private home
 * @copies: (element-type PaddockBoxCopy): what it has; an earlier copy without a text is removed
 *
 * A server starts without a copy that can't be written, and a line says so.
 */
void
paddock_box_home_put (int        home,
                      GPtrArray *copies)
{
  for (guint i = 0; i < copies->len; i++)
    if (!put (home, copies->pdata[i]))
      g_message ("The server’s home has no %s: %s",
                 ((PaddockBoxCopy *) copies->pdata[i])->name, g_strerror (errno));
}

/* Makes the place of the directory that @path is, or is in. */
static gboolean
make_first_place (int          fd,
                  const char  *home,
                  const char  *path,
                  GError     **error)
{
  g_autofree char *first = paddock_box_plan_dup_first (home, path);
  g_autofree char *name = first != NULL ? g_path_get_basename (first) : NULL;

  return name == NULL || make_place (fd, name, TRUE, error);
}

static gboolean
make_places_of_links (int          fd,
                      const char  *home,
                      GPtrArray   *links,
                      GError     **error)
{
  for (guint i = 0; links != NULL && i < links->len; i++) {
    const PaddockBoxLink *link = links->pdata[i];
    g_autofree char *directory = g_path_get_dirname (link->path);

    if (!make_first_place (fd, home, directory, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
make_places_of_empty (int                  fd,
                      const char          *home,
                      const char * const  *empty,
                      GError             **error)
{
  for (gsize i = 0; empty != NULL && empty[i] != NULL; i++)
    if (!make_first_place (fd, home, empty[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
make_places (int          fd,
             const char  *home,
             GPtrArray   *folders,
             GError     **error)
{
  for (guint i = 0; i < folders->len; i++) {
    const PaddockBoxFolder *folder = folders->pdata[i];
    g_autofree char *first = paddock_box_plan_dup_first (home, folder->path);
    g_autofree char *name = first != NULL ? g_path_get_basename (first) : NULL;
    gboolean is_directory = TRUE;
    struct stat info;

    if (name == NULL)
      continue;
    if (g_str_equal (first, folder->path) && fstat (folder->fd, &info) == 0)
      is_directory = S_ISDIR (info.st_mode);
    if (!make_place (fd, name, is_directory, error))
      return FALSE;
  }
  return TRUE;
}

/**
 * paddock_box_home_prepare:
 * @home: the path of the user's home, without links
 * @private_home: (nullable): the directory, made if it is missing; no other server and no other
 *   program may write above it. %NULL: none
 * @folders: (element-type PaddockBoxFolder): what the box will have
 * @links: (nullable) (element-type PaddockBoxLink): likewise
 * @empty: (nullable): the paths of its empty folders
 * @out_fd: (out): a descriptor of the directory, which the caller closes; -1 if there is none
 *
 * Returns: whether this succeeded; %FALSE with %PADDOCK_ERROR_REFUSED
 */
gboolean
paddock_box_home_prepare (const char          *home,
                          const char          *private_home,
                          GPtrArray           *folders,
                          GPtrArray           *links,
                          const char * const  *empty,
                          int                 *out_fd,
                          GError             **error)
{
  struct stat info;

  *out_fd = -1;
  if (private_home == NULL)
    return TRUE;
  if (g_mkdir_with_parents (private_home, 0700) != 0 || lstat (private_home, &info) != 0 ||
      !S_ISDIR (info.st_mode) || chmod (private_home, 0700) != 0)
    return fail (error, "Can’t make the server’s home", private_home);
  *out_fd = open (private_home, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (*out_fd < 0)
    return fail (error, "Can’t open the server’s home", private_home);
  if (make_places (*out_fd, home, folders, error) &&
      make_places_of_links (*out_fd, home, links, error) &&
      make_places_of_empty (*out_fd, home, empty, error))
    return TRUE;
  close (*out_fd);
  *out_fd = -1;
  return FALSE;
}
