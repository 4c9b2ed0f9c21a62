/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-store"

#include "paddock-store-import.h"

#include "paddock-error.h"
#include "paddock-names.h"
#include "paddock-store-schema.h"
#include "paddock-store-sql.h"
#include "paddock-store-statement.h"

#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reads the roots from the database of another installation, without changing that database.
 *
 * SQLite locks a database and creates files beside it, even to read it. So this copies the database
 * and its log into a new directory, and opens the copy. The other installation's service may write
 * to its database meanwhile. So a copy is used only if both files did not change while they were
 * copied; otherwise this copies them again.
 *
 * The other database may be hostile. Its files must be regular files, owned by the user and not
 * links, and are read only up to a limit. SQLite runs no functions from the copy's schema, checks
 * the copy's pages, and stops reading after a limited number of steps. The results are paths,
 * names, access and expiry. The caller must inspect each path as if somebody had typed it.
 */

/* In a file that was changed less than this many µs ago, another change may leave the file's time
 * as it is. The kernel's clock for files ticks only about 100 times a second, and within a tick a
 * file can be written again without a new time. So such a file may have changed unnoticed. */
#define SETTLED_AFTER  (20 * G_TIME_SPAN_MILLISECOND)
#define COPY_ATTEMPTS  20
#define COPY_PAUSE     (50 * G_TIME_SPAN_MILLISECOND)
#define COPY_CHUNK     (256 * 1024)

/* After every STEPS_AT_ONCE steps SQLite calls a function of this file, which stops SQLite after
 * MAX_STEPS. Reading the roots takes some ten thousand steps, checking a full journal some
 * millions. */
#define STEPS_AT_ONCE  10000
#define MAX_STEPS      100000000
/* The longest value or row that is read, in bytes. The identity of a server is by far the
 * longest. */
#define MAX_VALUE      (4 * 1024 * 1024)

static const char * const suffixes[] = { "", "-wal" };
#define N_FILES G_N_ELEMENTS (suffixes)

/* The state of one file of the other database at one moment. */
typedef struct {
  gboolean    exists;
  struct stat info;
} FileState;

static void
refuse (GError     **error,
        const char  *detail)
{
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED, detail);
}

static gboolean
set_errno (GError     **error,
           const char  *what,
           int          saved_errno)
{
  int code = saved_errno == ENOENT || saved_errno == ENOTDIR ? PADDOCK_ERROR_NOT_FOUND
                                                             : PADDOCK_ERROR_REFUSED;

  g_set_error (error, PADDOCK_ERROR, code, "%s: %s", what, g_strerror (saved_errno));
  return FALSE;
}

/* Opens the directory of the other database. The directory itself must not be a link, but a
 * directory above it may be a link: the user may have moved ~/.var to another disk. */
static int
open_directory (const char  *path,
                const char  *own_path,
                GError     **error)
{
  int fd = open (path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat info, own;

  if (fd < 0) {
    int saved_errno = errno;

    /* If @path is a link, the kernel returns ENOTDIR or ELOOP. */
    if (saved_errno == ENOTDIR && lstat (path, &info) == 0 && S_ISLNK (info.st_mode))
      saved_errno = ELOOP;
    set_errno (error, "The directory cannot be opened", saved_errno);
    return -1;
  }

  if (fstat (fd, &info) == 0 && info.st_uid == geteuid ()
      && (stat (own_path, &own) != 0 || own.st_dev != info.st_dev || own.st_ino != info.st_ino))
    return fd;

  if (info.st_uid != geteuid ())
    refuse (error, "The directory belongs to somebody else");
  else
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND, "It is our own directory");
  close (fd);
  return -1;
}

static gboolean
look (int         directory,
      FileState   states[N_FILES],
      GError    **error)
{
  for (gsize i = 0; i < N_FILES; i++) {
    g_autofree char *name = g_strconcat (PADDOCK_DATABASE_NAME, suffixes[i], NULL);

    states[i].exists = fstatat (directory, name, &states[i].info, AT_SYMLINK_NOFOLLOW) == 0;
    if (!states[i].exists && (errno != ENOENT || i == 0))
      return set_errno (error, name, errno);
  }
  return TRUE;
}

static gboolean
is_same (const FileState *before,
         const FileState *after)
{
  const struct stat *a = &before->info, *b = &after->info;

  if (!before->exists || !after->exists)
    return before->exists == after->exists;
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size
         && a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec
         && a->st_ctim.tv_sec == b->st_ctim.tv_sec && a->st_ctim.tv_nsec == b->st_ctim.tv_nsec;
}

/* Whether the file's last change is long enough ago (SETTLED_AFTER). If the time of that change
 * lies in the future, nobody can know this, and the answer is yes. */
static gboolean
is_settled (const FileState *state)
{
  gint64 age = g_get_real_time () - (state->info.st_ctim.tv_sec * G_USEC_PER_SEC
                                     + state->info.st_ctim.tv_nsec / 1000);

  return !state->exists || age < 0 || age >= SETTLED_AFTER;
}

static gboolean
check_file (const struct stat  *info,
            GError            **error)
{
  if (!S_ISREG (info->st_mode))
    refuse (error, "The database is no regular file");
  else if (info->st_uid != geteuid ())
    refuse (error, "The database belongs to somebody else");
  else if (info->st_size > PADDOCK_IMPORT_MAX_BYTES)
    refuse (error, "The database is too large");
  else
    return TRUE;
  return FALSE;
}

/* Copies a file. Stops at the limit, even if the file grows meanwhile. */
static gboolean
copy_bytes (int      from,
            int      to,
            GError **error)
{
  g_autofree char *buffer = g_malloc (COPY_CHUNK);
  gsize total = 0;

  while (total <= PADDOCK_IMPORT_MAX_BYTES) {
    gssize n_read = read (from, buffer, COPY_CHUNK);

    if (n_read == 0)
      return TRUE;
    if (n_read < 0 && errno == EINTR)
      continue;
    if (n_read < 0)
      return set_errno (error, "The database cannot be read", errno);
    for (gssize written = 0; written < n_read;) {
      gssize n = write (to, buffer + written, n_read - written);

      if (n < 0 && errno != EINTR) {
        g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED,
                     "The database cannot be copied: %s", g_strerror (errno));
        return FALSE;
      }
      written += MAX (n, 0);
    }
    total += n_read;
  }
  refuse (error, "The database is too large");
  return FALSE;
}

static gboolean
copy_file (int          directory,
           const char  *name,
           const char  *target,
           GError     **error)
{
  /* These flags keep the call from hanging if a FIFO or a device took the file's place
   * meanwhile. */
  int from = openat (directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  int to = -1;
  struct stat info;
  gboolean is_copied;

  if (from < 0)
    return set_errno (error, name, errno);
  if (fstat (from, &info) != 0 || !check_file (&info, error)) {
    close (from);
    return FALSE;
  }

  to = open (target, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (to < 0)
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED, "The database cannot be copied: %s",
                 g_strerror (errno));
  is_copied = to >= 0 && copy_bytes (from, to, error);
  if (to >= 0)
    close (to);
  close (from);
  return is_copied;
}

static gboolean
copy_existing (int               directory,
               const FileState   states[N_FILES],
               const char       *target,
               GError          **error)
{
  for (gsize i = 0; i < N_FILES; i++) {
    g_autofree char *name = g_strconcat (PADDOCK_DATABASE_NAME, suffixes[i], NULL);
    g_autofree char *path = g_strconcat (target, suffixes[i], NULL);

    if (!states[i].exists)
      g_unlink (path); /* a copy from an earlier attempt */
    else if (!check_file (&states[i].info, error) || !copy_file (directory, name, path, error))
      return FALSE;
  }
  return TRUE;
}

/* Copies the database and its log again and again, until neither of them changed during a copy.
 * Otherwise the copied log could belong to another state of the database: a writer may begin a new
 * log at any time. */
static gboolean
copy_database (int          directory,
               const char  *target,
               GError     **error)
{
  for (guint i = 0; i < COPY_ATTEMPTS; i++) {
    FileState before[N_FILES], after[N_FILES];
    g_autoptr (GError) local_error = NULL;
    gboolean is_copied;

    if (i > 0)
      g_usleep (COPY_PAUSE);
    if (!look (directory, before, error))
      return FALSE;
    if (!is_settled (&before[0]) || !is_settled (&before[1]))
      continue;
    is_copied = copy_existing (directory, before, target, &local_error);
    if (!look (directory, after, error))
      return FALSE;
    if (!is_same (&before[0], &after[0]) || !is_same (&before[1], &after[1]))
      continue;
    if (!is_copied)
      g_propagate_error (error, g_steal_pointer (&local_error));
    return is_copied;
  }
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_BUSY,
                       "The database is being written all the time");
  return FALSE;
}

static int
on_progress (gpointer data)
{
  guint *steps = data;

  *steps += STEPS_AT_ONCE;
  return *steps > MAX_STEPS;
}

/* Returns the root that @row describes, or NULL if the row makes no sense. */
static PaddockRoot *
read_root (PaddockStatement *row)
{
  const char *access = paddock_store_statement_get_text (row, 2);
  PaddockRoot root = { .id = "" };

  root.path = paddock_store_statement_get_path (row, 0);
  root.name = paddock_store_statement_get_text (row, 1);
  root.access = paddock_root_access_from_nick (access);
  root.expires = paddock_store_statement_get_number (row, 3);
  root.crosses = paddock_store_statement_get_number (row, 4) != 0;
  if (!paddock_store_statement_row_is_sound (row) || root.path == NULL || root.path[0] != '/'
      || g_strcmp0 (paddock_root_access_to_nick (root.access), access) != 0)
    return NULL;
  if (root.name != NULL && strlen (root.name) > PADDOCK_IMPORT_MAX_NAME)
    root.name = NULL;
  return paddock_root_new (&root);
}

static GPtrArray *
read_roots (sqlite3  *db,
            GError  **error)
{
  g_autoptr (GPtrArray) roots =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_root_unref);
  g_autoptr (PaddockStatement) row = NULL;
  gboolean has_row = TRUE;
  gint64 n_tables, n_columns;

  /* In a hostile database, "roots" may be a view or a virtual table. */
  if (!paddock_store_sql_read_number (db,
                                      "SELECT count (*) FROM pragma_table_list WHERE "
                                      "schema = 'main' AND name = 'roots' AND type = 'table'",
                                      &n_tables, error))
    return NULL;
  if (n_tables == 0)
    return g_steal_pointer (&roots);

  /* Older versions of the schema lack the column "other_file_systems". All versions have the other
   * columns. */
  if (!paddock_store_sql_read_number (db,
                                      "SELECT count (*) FROM pragma_table_info ('roots')"
                                      " WHERE name = 'other_file_systems'",
                                      &n_columns, error))
    return NULL;
  row = paddock_store_statement_new (db,
                                     n_columns > 0
                                 ? "SELECT path, name, access, expires, other_file_systems"
                                     " FROM roots ORDER BY position"
                                 : "SELECT path, name, access, expires, 0"
                                     " FROM roots ORDER BY position",
                                     error);
  while (row && has_row && roots->len <= PADDOCK_IMPORT_MAX_ROOTS) {
    PaddockRoot *root;

    if (!paddock_store_statement_next (row, &has_row, error))
      return NULL;
    root = has_row ? read_root (row) : NULL;
    if (root != NULL)
      g_ptr_array_add (roots, root);
  }
  if (!row)
    return NULL;
  if (roots->len <= PADDOCK_IMPORT_MAX_ROOTS)
    return g_steal_pointer (&roots);
  refuse (error, "It has more folders than can be imported");
  return NULL;
}

static GPtrArray *
read_copy (const char  *path,
           GError     **error)
{
  g_autoptr (GError) local_error = NULL;
  GPtrArray *roots = NULL;
  sqlite3 *db = NULL;
  guint steps = 0;
  int code = sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);

  if (code == SQLITE_OK) {
    sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_limit (db, SQLITE_LIMIT_LENGTH, MAX_VALUE);
    sqlite3_progress_handler (db, STEPS_AT_ONCE, on_progress, &steps);
    if (paddock_store_sql_run (db, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON",
                               &local_error)
        && paddock_store_schema_check_marks (db, &local_error)
        && paddock_store_schema_check_pages (db, &local_error))
      roots = read_roots (db, &local_error);
  } else {
    paddock_store_sql_set_error (&local_error, db, code);
  }
  sqlite3_close (db);

  /* Paddock made the copy itself. So if SQLite fails, the copied database is damaged. */
  if (g_error_matches (local_error, PADDOCK_ERROR, PADDOCK_ERROR_STORE))
    local_error->code = PADDOCK_ERROR_STORE_DAMAGED;
  if (roots == NULL)
    g_propagate_error (error, g_steal_pointer (&local_error));
  return roots;
}

static void
remove_copy (const char *directory)
{
  static const char * const all[] = { "", "-wal", "-shm", "-journal" };

  for (gsize i = 0; i < G_N_ELEMENTS (all); i++) {
    g_autofree char *path = g_strconcat (directory, "/" PADDOCK_DATABASE_NAME, all[i], NULL);

    g_unlink (path);
  }
  g_rmdir (directory);
}

/**
 * paddock_store_import_read:
 * @directory: the data directory of another installation
 * @own_directory: the data directory of this installation
 * @error: %PADDOCK_ERROR_NOT_FOUND if there is no database, or if both directories are the same;
 *   %PADDOCK_ERROR_STORE_NEWER; %PADDOCK_ERROR_STORE_DAMAGED; %PADDOCK_ERROR_REFUSED if the
 *   database can't be trusted or read; %PADDOCK_ERROR_BUSY if somebody writes to it all the time;
 *   %PADDOCK_ERROR_FAILED if there is no room for a copy
 *
 * Reads the roots of another installation. Leaves out rows that make no sense. This may block for
 * more than a second, so call it on a thread for the mount of @directory.
 *
 * Returns: (nullable) (transfer full) (element-type PaddockRoot): the other installation's roots,
 *   in the order in which they were added, with path, name, access and expiry only
 */
GPtrArray *
paddock_store_import_read (const char  *directory,
                           const char  *own_directory,
                           GError     **error)
{
  g_autofree char *copy_directory = NULL;
  g_autofree char *copy = NULL;
  GPtrArray *roots = NULL;
  int fd = open_directory (directory, own_directory, error);

  if (fd < 0)
    return NULL;

  copy_directory = g_dir_make_tmp ("paddock-import-XXXXXX", NULL);
  if (copy_directory != NULL) {
    copy = g_build_filename (copy_directory, PADDOCK_DATABASE_NAME, NULL);
    if (copy_database (fd, copy, error))
      roots = read_copy (copy, error);
    remove_copy (copy_directory);
  } else {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED,
                         "There is no place for a copy of the database");
  }
  close (fd);
  return roots;
}
