/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-store"

#include "config.h"

#include "paddock-store-database.h"

#include "paddock-error.h"
#include "paddock-names.h"
#include "paddock-store-schema.h"
#include "paddock-store-sql.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Opens the database file, and locks its directory. PaddockStore owns the only object of this type.
 * The thread that opens the store creates the object; then only the store's thread uses it.
 *
 * Two services never write the same database: opening locks the directory before it touches any
 * other file, and closing unlocks it at the very end. A database that cannot be read is never
 * overwritten. A database of a newer Paddock stays exactly as it is. A damaged database is renamed,
 * together with its log, and a new database takes its place. */
struct _PaddockDatabase {
  sqlite3 *handle;                /* (owned) */
  int      lock;                  /* (owned) descriptor of the lock file; -1: not locked */
  char    *path;                  /* (owned) path of the database file */
  char    *set_aside;             /* (owned) (nullable) path of the damaged database that opening
                                   * replaced; NULL: there was none */
};

/* How long another program, such as an sqlite3 shell, may hold the database before a write
 * fails. */
#define BUSY_TIMEOUT_MS 5000

/* How many damaged databases may be renamed in the same second. If there are more, something is
 * wrong, and opening fails. */
#define MAX_SET_ASIDE 100

static void
set_errno_error (GError     **error,
                 const char  *path,
                 int          saved_errno)
{
  g_autofree char *shown = g_filename_display_name (path);

  g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE,
               /* Translators: a path, then the system's words for what went wrong */
               _("Can’t write Paddock’s data at “%s”: %s. Check the directory’s permissions "
                 "and the disk"), shown, g_strerror (saved_errno));
}

static gboolean
lock_directory (PaddockDatabase  *self,
                const char       *directory,
                GError          **error)
{
  g_autofree char *path = g_build_filename (directory, PADDOCK_DATABASE_LOCK_NAME, NULL);

  /* Nobody may delete the lock file, not even a service that ends: a second service may just have
   * opened and locked it, and a third one could then create and lock a new file beside it. */
  self->lock = open (path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (self->lock < 0) {
    set_errno_error (error, path, errno);
    return FALSE;
  }

  if (flock (self->lock, LOCK_EX | LOCK_NB) == 0)
    return TRUE;

  if (errno == EWOULDBLOCK)
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_RUNNING,
                         _("Another Paddock service is using this data directory. Stop it, or "
                           "choose another directory"));
  else
    set_errno_error (error, path, errno);
  return FALSE;
}

/* Creates the database file with a mode that lets only the user read it, before it has any content.
 * SQLite gives its log the same mode. */
static gboolean
create_file (const char  *path,
             GError     **error)
{
  int fd = open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

  if (fd < 0) {
    set_errno_error (error, path, errno);
    return FALSE;
  }
  close (fd);
  return TRUE;
}

static void
close_handle (PaddockDatabase *self)
{
  if (self->handle)
    sqlite3_close (self->handle);
  self->handle = NULL;
}

static gboolean
configure (PaddockDatabase  *self,
           GError          **error)
{
  /* With "synchronous = FULL", a decision is really on the disk before servers hear of it. A schema
   * that comes from the disk must not call functions, and SQLite checks pages before their use. */
  return paddock_store_sql_run (self->handle,
                                "PRAGMA journal_mode = WAL;"
                                "PRAGMA synchronous = FULL;"
                                "PRAGMA foreign_keys = ON;"
                                "PRAGMA trusted_schema = OFF;"
                                "PRAGMA cell_size_check = ON",
                                error);
}

static gboolean
open_handle (PaddockDatabase  *self,
             gboolean          exclusive,
             GError          **error)
{
  int code;

  if (!create_file (self->path, error))
    return FALSE;

  code = sqlite3_open_v2 (self->path, &self->handle,
                          SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
  if (code != SQLITE_OK) {
    paddock_store_sql_set_error (error, self->handle, code);
    return FALSE;
  }

  sqlite3_extended_result_codes (self->handle, 1);
  sqlite3_busy_timeout (self->handle, BUSY_TIMEOUT_MS);
  /* When the only connection closes, SQLite writes the log into the database. It must not do that
   * before this function knows that the database is Paddock's. */
  sqlite3_db_config (self->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);

  if (exclusive && !paddock_store_sql_run (self->handle, "PRAGMA locking_mode = EXCLUSIVE", error))
    return FALSE;
  if (!paddock_store_schema_check_marks (self->handle, error)
      || !paddock_store_schema_check_pages (self->handle, error))
    return FALSE;

  sqlite3_db_config (self->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
  sqlite3_db_config (self->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  /* Even if SQLite may only read the file, opening succeeds, and only the first write fails. */
  if (sqlite3_db_readonly (self->handle, "main") == 1) {
    paddock_store_sql_set_error (error, NULL, SQLITE_READONLY);
    return FALSE;
  }
  return configure (self, error)
         && paddock_store_schema_migrate (self->handle, error)
         && paddock_store_schema_probe (self->handle, error);
}

/* Whether SQLite could not create the index of its log. The index is a file that programs share as
 * memory. A full disk has no room for the index, and some file systems can't map it. A program that
 * locks the database for itself alone needs no index. Such a program reads as usual, and writes as
 * soon as there is room. Paddock locks the database only if it must: meanwhile no other program,
 * such as an sqlite3 shell, can look into the database. */
static gboolean
lacks_shared_memory (PaddockDatabase *self)
{
  switch (sqlite3_extended_errcode (self->handle)) {
    case SQLITE_IOERR_SHMOPEN:
    case SQLITE_IOERR_SHMSIZE:
    case SQLITE_IOERR_SHMMAP:
    case SQLITE_IOERR_SHMLOCK:
    case SQLITE_FULL:
      return TRUE;
    default:
      return FALSE;
  }
}

/* Closes a database that this Paddock refuses to use. Removes the empty log that opening created,
 * so that the database is left as it was. */
static void
close_refused (PaddockDatabase *self)
{
  g_autofree char *log = g_strconcat (self->path, "-wal", NULL);
  struct stat info;

  if (self->handle && stat (log, &info) == 0 && info.st_size == 0)
    sqlite3_db_config (self->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
  close_handle (self);
}

static gboolean
open_checked (PaddockDatabase  *self,
              GError          **error)
{
  g_autoptr (GError) local_error = NULL;

  if (open_handle (self, FALSE, &local_error))
    return TRUE;
  if (self->handle && lacks_shared_memory (self)) {
    close_handle (self);
    g_clear_error (&local_error);
    if (open_handle (self, TRUE, &local_error))
      return TRUE;
  }
  close_refused (self);
  g_propagate_error (error, g_steal_pointer (&local_error));
  return FALSE;
}

static gboolean
rename_beside (const char  *path,
               const char  *new_path,
               const char  *suffix,
               GError     **error)
{
  g_autofree char *from = g_strconcat (path, suffix, NULL);
  g_autofree char *to = g_strconcat (new_path, suffix, NULL);

  if (g_rename (from, to) == 0 || errno == ENOENT)
    return TRUE;
  set_errno_error (error, from, errno);
  return FALSE;
}

/* Returns an unused name for a damaged database. No other service can use the name meanwhile,
 * because this service holds the directory's lock. */
static char *
find_free_name (const char *path)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *stamp = g_date_time_format (now, "%Y%m%dT%H%M%SZ");

  for (int i = 0; i < MAX_SET_ASIDE; i++) {
    g_autofree char *name = i == 0 ? g_strdup_printf ("%s.damaged-%s", path, stamp)
                                     : g_strdup_printf ("%s.damaged-%s.%d", path, stamp, i);
    g_autofree char *log_name = g_strconcat (name, "-wal", NULL);

    if (!g_file_test (name, G_FILE_TEST_EXISTS | G_FILE_TEST_IS_SYMLINK)
        && !g_file_test (log_name, G_FILE_TEST_EXISTS | G_FILE_TEST_IS_SYMLINK))
      return g_steal_pointer (&name);
  }
  return NULL;
}

static gboolean
set_aside (PaddockDatabase  *self,
           GError          **error)
{
  g_autofree char *name = find_free_name (self->path);

  if (!name) {
    set_errno_error (error, self->path, EEXIST);
    return FALSE;
  }

  /* Rename the log first: if it stayed, SQLite would apply it to the new database. */
  if (!rename_beside (self->path, name, "-wal", error)
      || !rename_beside (self->path, name, "-shm", error)
      || !rename_beside (self->path, name, "", error))
    return FALSE;

  self->set_aside = g_steal_pointer (&name);
  return TRUE;
}

/**
 * paddock_store_database_open:
 * @directory: the data directory; created with mode 0700 if it does not exist
 * @error: %PADDOCK_ERROR_RUNNING, %PADDOCK_ERROR_STORE_NEWER, %PADDOCK_ERROR_STORE
 *
 * Locks the directory, checks every page of the database, and migrates it to the newest schema.
 * Blocks meanwhile. A damaged database is no error: it is renamed, and
 * paddock_store_database_get_set_aside() returns its new path.
 *
 * Returns: (nullable) (transfer full): the open database
 */
PaddockDatabase *
paddock_store_database_open (const char  *directory,
                             GError     **error)
{
  g_autoptr (PaddockDatabase) self = g_new0 (PaddockDatabase, 1);
  g_autoptr (GError) local_error = NULL;

  self->lock = -1;
  self->path = g_build_filename (directory, PADDOCK_DATABASE_NAME, NULL);

  if (g_mkdir_with_parents (directory, 0700) < 0) {
    set_errno_error (error, directory, errno);
    return NULL;
  }
  if (!lock_directory (self, directory, error))
    return NULL;

  if (open_checked (self, &local_error))
    return g_steal_pointer (&self);

  if (!g_error_matches (local_error, PADDOCK_ERROR, PADDOCK_ERROR_STORE_DAMAGED)) {
    g_propagate_error (error, g_steal_pointer (&local_error));
    return NULL;
  }

  if (!set_aside (self, error) || !open_checked (self, error))
    return NULL;
  g_message ("A damaged database is kept at %s: %s", self->set_aside, local_error->message);
  return g_steal_pointer (&self);
}

/**
 * paddock_store_database_close:
 * @self: (transfer full): a database without open statements
 *
 * Closes the database and unlocks the directory.
 */
void
paddock_store_database_close (PaddockDatabase *self)
{
  close_handle (self);
  /* Unlock last: no other service may open the database before the log is written back. */
  if (self->lock >= 0)
    close (self->lock);
  g_free (self->path);
  g_free (self->set_aside);
  g_free (self);
}

sqlite3 *
paddock_store_database_get_handle (PaddockDatabase *self)
{
  return self->handle;
}

/**
 * paddock_store_database_get_set_aside:
 *
 * Returns: (nullable): the path of the damaged database that this open replaced; %NULL if there was
 *   none
 */
const char *
paddock_store_database_get_set_aside (PaddockDatabase *self)
{
  return self->set_aside;
}

/**
 * paddock_store_database_find_set_aside:
 * @directory: a data directory
 *
 * Returns: (nullable) (transfer full): the path of the newest damaged database in the directory
 */
char *
paddock_store_database_find_set_aside (const char *directory)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  g_autofree char *newest = NULL;
  const char *name;

  /* The names contain the time, so the newest database has the greatest name. */
  while (dir && (name = g_dir_read_name (dir))) {
    if (!g_str_has_prefix (name, PADDOCK_DATABASE_NAME ".damaged-")
        || g_str_has_suffix (name, "-wal") || g_str_has_suffix (name, "-shm")
        || g_strcmp0 (name, newest) <= 0)
      continue;
    g_free (newest);
    newest = g_strdup (name);
  }
  return newest ? g_build_filename (directory, newest, NULL) : NULL;
}
