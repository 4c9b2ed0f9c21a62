/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-box"

#include "paddock-box-cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "paddock-box-home.h"
#include "paddock-error.h"

/* Copies a package that npx has downloaded for the user into the private home of a server, so that
 * its first start needs no download.
 *
 * npx installs what one command line names into ~/.npm/_npx/HASH, and asks in ~/.npm/_cacache what
 * the registry says about the package. Only these two are copied: other packages in the cache may
 * be private. No link is followed, and nothing is run. The server could write in its home, so each
 * directory there is opened without links, too.
 *
 * A copy is complete when it gets its name. What was not completed stays under another name, and
 * that package is not copied again.
 */

/* How deep the directories of a package are. */
#define DEPTH_MAX 64
/* What the registry says about a package may have been stored several times. */
#define ANSWERS_BYTES_MAX 1000000
#define KEY "make-fetch-happen:request-cache:https://registry.npmjs.org/"

typedef struct {
  guint  n_files;                   /* how many may still be copied */
  gint64 n_bytes;
} Budget;

static void
close_both (int from,
            int to)
{
  if (from >= 0)
    close (from);
  if (to >= 0)
    close (to);
}

/* Opens a directory below @at, and makes it before if it must. Follows no link. Returns -1 if there
 * is none. */
static int
open_below (int         at,
            const char *path,
            gboolean    makes)
{
  g_auto (GStrv) names = g_strsplit (path, "/", -1);
  int fd = openat (at, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  for (gsize i = 0; names[i] != NULL && fd >= 0; i++) {
    int inner;

    if (makes)
      mkdirat (fd, names[i], 0700);
    inner = openat (fd, names[i], O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    close (fd);
    fd = inner;
  }
  return fd;
}

static gboolean
spend (Budget *budget,
       gint64  n_bytes)
{
  if (budget->n_files == 0 || budget->n_bytes < n_bytes) {
    errno = EFBIG;
    return FALSE;
  }
  budget->n_files--;
  budget->n_bytes -= n_bytes;
  return TRUE;
}

/* @size: what was counted; the file may grow meanwhile */
static gboolean
copy_bytes (int    from,
            int    to,
            gint64 size)
{
  g_autofree char *bytes = g_malloc (65536);

  while (size > 0) {
    gssize n = read (from, bytes, (gsize) MIN (size, 65536));

    if (n == 0)
      break;
    if ((n < 0 && errno != EINTR) || (n > 0 && !paddock_box_home_write (to, bytes, (gsize) n)))
      return FALSE;
    size -= MAX (n, 0);
  }
  return TRUE;
}

/* npm reads each package if something is newer than its list of them. */
static gboolean
copy_times (const struct stat *info,
            int                to)
{
  const struct timespec times[] = { info->st_atim, info->st_mtim };

  return futimens (to, times) == 0;
}

/* @to: -1: the file is only counted */
static gboolean
copy_file (int         from,
           int         to,
           const char *name,
           Budget     *budget)
{
  int source = openat (from, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  struct stat info;
  gboolean is_copied = source >= 0 && fstat (source, &info) == 0 && S_ISREG (info.st_mode) &&
                       spend (budget, info.st_size);

  if (is_copied && to >= 0) {
    int copy = openat (to, name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC,
                       (info.st_mode & 0700) | 0600);

    is_copied = copy >= 0 && copy_bytes (source, copy, info.st_size) && copy_times (&info, copy);
    close_both (copy, -1);
  }
  close_both (source, -1);
  return is_copied;
}

/* Whether a link in a directory that is @depth below the package leads to a place in the
 * package. */
static gboolean
stays_inside (const char *target,
              guint       depth)
{
  g_auto (GStrv) names = g_strsplit (target, "/", -1);
  gboolean is_inside = *target != '/' && *target != '\0';

  for (gsize i = 0; names[i] != NULL && is_inside; i++)
    if (g_str_equal (names[i], "..")) {
      is_inside = depth > 0;
      depth--;
    } else if (*names[i] != '\0' && !g_str_equal (names[i], ".")) {
      depth++;
    }
  return is_inside;
}

/* Copies a link, unless it leads out of the package. */
static gboolean
copy_link (int         from,
           int         to,
           const char *name,
           guint       depth,
           Budget     *budget)
{
  char target[4096];
  ssize_t length = readlinkat (from, name, target, sizeof target - 1);

  if (length < 0 || !spend (budget, length))
    return FALSE;
  target[length] = '\0';
  return to < 0 || !stays_inside (target, depth) || symlinkat (target, to, name) == 0;
}

/* Copies what is in a directory: files, links and directories; nothing else is in a package. @to:
 * -1: all is only counted. Takes @from and @to. */
static gboolean
copy_tree (int     from,
           int     to,
           guint   depth,
           Budget *budget)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", from);
  g_autoptr (GDir) directory = depth < DEPTH_MAX ? g_dir_open (path, 0, NULL) : NULL;
  gboolean is_copied = directory != NULL;
  struct stat own;
  const char *name;

  if (depth >= DEPTH_MAX)
    errno = EFBIG;
  while (is_copied && (name = g_dir_read_name (directory)) != NULL) {
    struct stat info;

    is_copied = fstatat (from, name, &info, AT_SYMLINK_NOFOLLOW) == 0;
    if (!is_copied)
      break;
    if (S_ISREG (info.st_mode)) {
      is_copied = copy_file (from, to, name, budget);
    } else if (S_ISLNK (info.st_mode)) {
      is_copied = copy_link (from, to, name, depth, budget);
    } else if (S_ISDIR (info.st_mode)) {
      int inner = openat (from, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      int copy = to >= 0 ? open_below (to, name, TRUE) : -1;

      is_copied = spend (budget, 0) && inner >= 0 && (to < 0 || copy >= 0);
      if (is_copied)
        is_copied = copy_tree (inner, copy, depth + 1, budget);
      else
        close_both (inner, copy);
    }
  }
  is_copied = is_copied && (to < 0 || (fstat (from, &own) == 0 && copy_times (&own, to)));
  close_both (from, to);
  return is_copied;
}

static gboolean
has (int         at,
     const char *name)
{
  struct stat info;

  return fstatat (at, name, &info, AT_SYMLINK_NOFOLLOW) == 0;
}

/* Copies ~/.npm/_npx/HASH. @from, @to: the directories that are called _npx */
static gboolean
copy_installation (int         from,
                   int         to,
                   const char *hash,
                   Budget     *budget)
{
  g_autofree char *part = g_strconcat (hash, ".part", NULL);
  Budget counted = *budget;
  int installation = open_below (from, hash, FALSE);
  int copy;

  /* npm writes the one at the end, and has the other while it changes something. */
  if (installation < 0 || has (to, hash) || has (to, part) ||
      !has (installation, "node_modules/.package-lock.json") ||
      has (installation, "concurrency.lock")) {
    close_both (installation, -1);
    errno = 0;
    return FALSE;
  }
  if (!copy_tree (installation, -1, 0, &counted))
    return FALSE;
  installation = open_below (from, hash, FALSE);
  copy = open_below (to, part, TRUE);
  if (installation < 0 || copy < 0) {
    close_both (installation, copy);
    return FALSE;
  }
  return copy_tree (installation, copy, 0, budget) && renameat (to, part, to, hash) == 0;
}

/* Returns "AB/CD/REST" for the hexadecimal "ABCDREST". */
static char *
dup_place (const char *folder,
           const char *hexadecimal)
{
  return g_strdup_printf ("%s/%.2s/%.2s/%s", folder, hexadecimal, hexadecimal + 2,
                          hexadecimal + 4);
}

/* Copies one file of npm's cache, whose directories are made. */
static gboolean
copy_place (int         from,
            int         to,
            const char *place,
            Budget     *budget)
{
  g_autofree char *directory = g_path_get_dirname (place);
  int source = open_below (from, directory, FALSE);
  int target = source >= 0 ? open_below (to, directory, TRUE) : -1;
  gboolean is_copied = target >= 0 &&
                       copy_file (source, target, strrchr (place, '/') + 1, budget);

  close_both (source, target);
  return is_copied;
}

/* Reads what is stored of the registry's answers: each is one line of JSON. */
static char *
read_answers (int         from,
              const char *place)
{
  int fd = -1;
  g_autofree char *directory = g_path_get_dirname (place);
  int at = open_below (from, directory, FALSE);
  g_autofree char *text = g_malloc0 (ANSWERS_BYTES_MAX + 1);
  gssize length = -1;
  struct stat info;

  if (at >= 0)
    fd = openat (at, strrchr (place, '/') + 1, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd >= 0 && fstat (fd, &info) == 0 && S_ISREG (info.st_mode) &&
      info.st_size <= ANSWERS_BYTES_MAX)
    length = read (fd, text, ANSWERS_BYTES_MAX);
  close_both (fd, at);
  return length > 0 ? g_steal_pointer (&text) : NULL;
}

/* Copies what the registry said about a package. @from, @to: the directories that are called
 * _cacache. Without it, npx asks the registry. */
static void
copy_answers (int         from,
              int         to,
              const char *name,
              Budget     *budget)
{
  static const char mark[] = "\"integrity\":\"sha512-";
  g_auto (GStrv) parts = g_strsplit (name, "/", -1);
  g_autofree char *encoded = g_strjoinv ("%2f", parts);
  g_autofree char *key = g_strconcat (KEY, encoded, NULL);
  g_autofree char *key_hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, key, -1);
  g_autofree char *place = dup_place ("index-v5", key_hash);
  g_autofree char *answers = read_answers (from, place);

  for (char *at = answers; at != NULL && (at = strstr (at, mark)) != NULL;) {
    gsize length = strcspn (at += strlen (mark), "\"");
    g_autofree char *base64 = g_strndup (at, length);
    g_autoptr (GString) hexadecimal = g_string_new (NULL);
    g_autofree char *content = NULL;
    g_autofree guchar *bytes = g_base64_decode (base64, &length);

    for (gsize i = 0; i < length; i++)
      g_string_append_printf (hexadecimal, "%02x", bytes[i]);
    content = length == 64 ? dup_place ("content-v2/sha512", hexadecimal->str) : NULL;
    if (content != NULL)
      copy_place (from, to, content, budget);
  }
  if (answers != NULL)
    copy_place (from, to, place, budget);
}

/* Returns "NAME" for "NAME@VERSION". */
static char *
dup_name (const char *package)
{
  const char *at = *package != '\0' ? strchr (package + 1, '@') : NULL;

  return at != NULL ? g_strndup (package, at - package) : g_strdup (package);
}

/* Opens a directory of the user's cache, and makes that of the server. */
static gboolean
open_both (int         home,
           int         private_home,
           const char *path,
           int        *out_from,
           int        *out_to)
{
  *out_from = open_below (home, path, FALSE);
  *out_to = *out_from >= 0 ? open_below (private_home, path, TRUE) : -1;
  return *out_to >= 0;
}

/**
 * paddock_box_cache_copy_package:
 * @home: the path of the user's home
 * @private_home: a descriptor of the home that the server has
 * @package: what npx gets, as "NAME" or "NAME@VERSION"
 *
 * Copies a package into the server's home, if the user has it and the server has not. Blocks until
 * all is copied.
 *
 * Returns: whether it was copied; if not, @error may be unset: there is nothing to copy
 */
gboolean
paddock_box_cache_copy_package (const char  *home,
                                int          private_home,
                                const char  *package,
                                GError     **error)
{
  g_autofree char *checksum = g_compute_checksum_for_string (G_CHECKSUM_SHA512, package, -1);
  g_autofree char *hash = g_strndup (checksum, 16);
  g_autofree char *name = dup_name (package);
  Budget budget = { PADDOCK_BOX_CACHE_FILES_MAX, PADDOCK_BOX_CACHE_BYTES_MAX };
  int at_home = open (home, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  gboolean is_copied = FALSE;
  int problem = 0;
  int from, to;

  if (at_home < 0)
    return FALSE;
  if (open_both (at_home, private_home, ".npm/_npx", &from, &to)) {
    is_copied = copy_installation (from, to, hash, &budget);
    problem = errno;
  }
  close_both (from, to);
  if (is_copied) {
    if (open_both (at_home, private_home, ".npm/_cacache", &from, &to))
      copy_answers (from, to, name, &budget);
    close_both (from, to);
  } else if (problem != 0) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                 "%s is downloaded again, since npx’s copy can’t be copied: %s", package,
                 problem == EFBIG ? "it is too large" : g_strerror (problem));
  }
  close (at_home);
  return is_copied;
}
