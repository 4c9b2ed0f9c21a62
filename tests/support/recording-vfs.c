/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "recording-vfs.h"

#include <sqlite3.h>
#include <string.h>

/* A VFS of SQLite around the usual one. While it records, it notes every write, truncation, sync
 * and deletion below one directory; the file system gets them too. It leaves out syncs otherwise,
 * because replayed files are thrown away soon. The shared memory of the log (-shm) is not on a
 * disk: it is passed through, and missing after a replay, as after a loss of power. */

typedef struct {
  sqlite3_file  base;
  char         *name;                 /* (owned) (nullable) NULL: not recorded */
  sqlite3_file *inner;                /* after this struct, in SQLite's memory */
} File;

static struct {
  sqlite3_vfs  vfs;
  sqlite3_vfs *inner;
  GMutex       mutex;
  char        *directory;             /* (owned) (nullable) NULL: not recording */
  GPtrArray   *steps;                 /* (owned) (nullable) */
  int          room;                  /* atomic: how many writes until the disk is full, -1: there
                                       * is room */
} recording;

static void
step_free (gpointer data)
{
  VfsStep *step = data;

  g_free (step->name);
  g_clear_pointer (&step->data, g_bytes_unref);
  g_free (step);
}

static void
record (VfsStepKind  kind,
        const char  *name,
        gint64       offset,
        const void  *data,
        gsize        size)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&recording.mutex);
  VfsStep *step;

  if (recording.steps == NULL)
    return;
  step = g_new0 (VfsStep, 1);
  step->kind = kind;
  step->name = g_strdup (name);
  step->offset = offset;
  step->data = data != NULL ? g_bytes_new (data, size) : NULL;
  g_ptr_array_add (recording.steps, step);
}

/* The file's name in the recorded directory, or NULL. */
static const char *
name_in_directory (const char *path)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&recording.mutex);
  gsize length;

  if (path == NULL || recording.directory == NULL)
    return NULL;
  length = strlen (recording.directory);
  return strncmp (path, recording.directory, length) == 0 && path[length] == '/'
           ? path + length + 1 : NULL;
}

static int
on_close (sqlite3_file *base)
{
  File *file = (File *) base;

  g_clear_pointer (&file->name, g_free);
  return file->inner->pMethods->xClose (file->inner);
}

static int
on_read (sqlite3_file  *base,
         void          *data,
         int            size,
         sqlite3_int64  offset)
{
  sqlite3_file *inner = ((File *) base)->inner;

  return inner->pMethods->xRead (inner, data, size, offset);
}

static int
on_write (sqlite3_file  *base,
          const void    *data,
          int            size,
          sqlite3_int64  offset)
{
  File *file = (File *) base;

  if (g_atomic_int_get (&recording.room) == 0)
    return SQLITE_FULL;
  if (g_atomic_int_get (&recording.room) > 0)
    g_atomic_int_add (&recording.room, -1);
  if (file->name != NULL)
    record (VFS_STEP_WRITE, file->name, offset, data, (gsize) size);
  return file->inner->pMethods->xWrite (file->inner, data, size, offset);
}

static int
on_truncate (sqlite3_file  *base,
             sqlite3_int64  size)
{
  File *file = (File *) base;

  if (file->name != NULL)
    record (VFS_STEP_TRUNCATE, file->name, size, NULL, 0);
  return file->inner->pMethods->xTruncate (file->inner, size);
}

static int
on_sync (sqlite3_file *base,
         int           flags)
{
  File *file = (File *) base;

  if (file->name == NULL)
    return SQLITE_OK;
  record (VFS_STEP_SYNC, file->name, 0, NULL, 0);
  return file->inner->pMethods->xSync (file->inner, flags);
}

#define PASS(name, parameters, arguments) \
  static int on_ ## name parameters \
  { \
    sqlite3_file *inner = ((File *) base)->inner; \
    return inner->pMethods->name arguments; \
  }

PASS (xFileSize, (sqlite3_file * base, sqlite3_int64 * size), (inner, size))
PASS (xLock, (sqlite3_file * base, int lock), (inner, lock))
PASS (xUnlock, (sqlite3_file * base, int lock), (inner, lock))
PASS (xCheckReservedLock, (sqlite3_file * base, int *result), (inner, result))
PASS (xFileControl, (sqlite3_file * base, int op, void *argument), (inner, op, argument))
PASS (xSectorSize, (sqlite3_file * base), (inner))
PASS (xDeviceCharacteristics, (sqlite3_file * base), (inner))
PASS (xShmMap, (sqlite3_file * base, int page, int size, int extend, void volatile **memory),
      (inner, page, size, extend, memory))
PASS (xShmLock, (sqlite3_file * base, int offset, int n, int flags), (inner, offset, n, flags))
PASS (xShmUnmap, (sqlite3_file * base, int deletes), (inner, deletes))

static void
on_shm_barrier (sqlite3_file *base)
{
  sqlite3_file *inner = ((File *) base)->inner;

  inner->pMethods->xShmBarrier (inner);
}

/* Version 2: no memory maps of the database, because their writes would go unseen. */
static const sqlite3_io_methods methods = {
  .iVersion = 2,
  .xClose = on_close,
  .xRead = on_read,
  .xWrite = on_write,
  .xTruncate = on_truncate,
  .xSync = on_sync,
  .xFileSize = on_xFileSize,
  .xLock = on_xLock,
  .xUnlock = on_xUnlock,
  .xCheckReservedLock = on_xCheckReservedLock,
  .xFileControl = on_xFileControl,
  .xSectorSize = on_xSectorSize,
  .xDeviceCharacteristics = on_xDeviceCharacteristics,
  .xShmMap = on_xShmMap,
  .xShmLock = on_xShmLock,
  .xShmBarrier = on_shm_barrier,
  .xShmUnmap = on_xShmUnmap,
};

static int
on_open (sqlite3_vfs  *vfs,
         const char   *path,
         sqlite3_file *base,
         int           flags,
         int          *out_flags)
{
  File *file = (File *) base;
  int code;

  file->inner = (sqlite3_file *) (file + 1);
  code = recording.inner->xOpen (recording.inner, path, file->inner, flags, out_flags);
  file->base.pMethods = file->inner->pMethods != NULL ? &methods : NULL;
  file->name = file->base.pMethods != NULL ? g_strdup (name_in_directory (path)) : NULL;
  return code;
}

static int
on_delete (sqlite3_vfs *vfs,
           const char  *path,
           int          sync_directory)
{
  const char *name = name_in_directory (path);

  if (name != NULL)
    record (VFS_STEP_DELETE, name, 0, NULL, 0);
  return recording.inner->xDelete (recording.inner, path, sync_directory);
}

/**
 * recording_vfs_install:
 *
 * Makes it the VFS of every later connection.
 */
void
recording_vfs_install (void)
{
  recording.room = -1;
  recording.inner = sqlite3_vfs_find (NULL);
  recording.vfs = *recording.inner;
  recording.vfs.zName = "recording";
  recording.vfs.szOsFile = (int) sizeof (File) + recording.inner->szOsFile;
  recording.vfs.xOpen = on_open;
  recording.vfs.xDelete = on_delete;
  g_assert_cmpint (sqlite3_vfs_register (&recording.vfs, TRUE), ==, SQLITE_OK);
}

void
recording_vfs_begin (const char *directory)
{
  g_mutex_lock (&recording.mutex);
  recording.directory = g_strdup (directory);
  recording.steps = g_ptr_array_new_with_free_func (step_free);
  g_mutex_unlock (&recording.mutex);
}

/**
 * recording_vfs_end:
 *
 * Returns: (transfer full) (element-type VfsStep): the steps since recording_vfs_begin()
 */
GPtrArray *
recording_vfs_end (void)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&recording.mutex);

  g_clear_pointer (&recording.directory, g_free);
  return g_steal_pointer (&recording.steps);
}

void
recording_vfs_mark (void)
{
  record (VFS_STEP_MARK, NULL, 0, NULL, 0);
}

/**
 * recording_vfs_fill:
 * @after: how many writes still succeed before the disk is full; -1: there is room again
 */
void
recording_vfs_fill (int after)
{
  g_atomic_int_set (&recording.room, after);
}

/* Whether @step is not yet synced at the end of the first @n_steps. */
static gboolean
is_unsynced (const GPtrArray *steps,
             guint            index,
             guint            n_steps)
{
  const VfsStep *step = g_ptr_array_index (steps, index);

  for (guint i = index + 1; i < n_steps; i++) {
    const VfsStep *later = g_ptr_array_index (steps, i);

    if (later->kind == VFS_STEP_SYNC && g_str_equal (later->name, step->name))
      return FALSE;
  }
  return TRUE;
}

static void
apply (GHashTable    *files,
       const VfsStep *step,
       gsize          most)
{
  GByteArray *file = g_hash_table_lookup (files, step->name);
  gsize size;
  const guint8 *data;
  guint end;

  if (step->kind == VFS_STEP_DELETE) {
    g_hash_table_remove (files, step->name);
    return;
  }
  if (file == NULL) {
    file = g_byte_array_new ();
    g_hash_table_insert (files, g_strdup (step->name), file);
  }

  data = step->data != NULL ? g_bytes_get_data (step->data, &size) : NULL;
  end = (guint) step->offset;
  if (data != NULL)
    end += (guint) MIN (size, most);
  if (step->kind == VFS_STEP_TRUNCATE || end > file->len) {
    guint before = file->len;

    g_byte_array_set_size (file, end);
    if (end > before)
      memset (file->data + before, 0, end - before);
  }
  if (data != NULL)
    memcpy (file->data + step->offset, data, MIN (size, most));
}

/**
 * recording_vfs_replay:
 * @n_steps: the power goes after this many of @steps
 * @loss: what happens to unsynced data
 * @seed: for %VFS_SHUFFLED
 * @directory: an empty directory; gets the files as the disk has them then
 *
 * Deletions stay: SQLite deletes a file only when its contents are synced elsewhere.
 */
void
recording_vfs_replay (const GPtrArray *steps,
                      guint            n_steps,
                      VfsLoss          loss,
                      guint32          seed,
                      const char      *directory)
{
  g_autoptr (GHashTable) files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                        (GDestroyNotify) g_byte_array_unref);
  g_autoptr (GRand) chance = g_rand_new_with_seed (seed);
  GHashTableIter iter;
  gpointer name, contents;

  for (guint i = 0; i < n_steps; i++) {
    const VfsStep *step = g_ptr_array_index (steps, i);
    gsize most = G_MAXSIZE;

    if (step->kind == VFS_STEP_SYNC || step->kind == VFS_STEP_MARK)
      continue;
    if (step->kind == VFS_STEP_WRITE || step->kind == VFS_STEP_TRUNCATE) {
      if (loss == VFS_LOST && is_unsynced (steps, i, n_steps))
        continue;
      if (loss == VFS_SHUFFLED && is_unsynced (steps, i, n_steps) && g_rand_boolean (chance))
        continue;
      if (loss == VFS_TORN && i + 1 == n_steps && step->data != NULL)
        most = g_bytes_get_size (step->data) / 2;
    }
    apply (files, step, most);
  }

  g_hash_table_iter_init (&iter, files);
  while (g_hash_table_iter_next (&iter, &name, &contents)) {
    g_autofree char *path = g_build_filename (directory, name, NULL);
    GByteArray *bytes = contents;
    g_autoptr (GError) error = NULL;

    g_file_set_contents_full (path, (const char *) bytes->data, bytes->len,
                              G_FILE_SET_CONTENTS_NONE, 0600, &error);
    g_assert_no_error (error);
  }
}
