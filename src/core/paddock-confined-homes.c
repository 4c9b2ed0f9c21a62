/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-confined-homes.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "paddock-names.h"

/* Deletes the private homes of confined servers that Paddock does not know any more: when a server
 * is forgotten, and at the start, if that was cut short. Measures those of the others when somebody
 * asks. The service owns one object of this type.
 *
 * `paddock run` makes these directories (relay/paddock-confinement.c), and servers write in them,
 * also while one is being deleted. So each name is opened relative to its directory, and no link is
 * followed: a server that swaps a directory for a link leads nowhere.
 */

/* How many directories deep this goes. The rest stays, and is tried again at the next start. */
#define MAX_DEPTH 256

/* What a measurement looks at: how many names in one home, and for how long in all homes. Each home
 * gets its share of the time, so a large one does not hide the others. */
#define MAX_NAMES       500000
#define MEASURE_TIME_US (2 * G_TIME_SPAN_SECOND)

struct _PaddockConfinedHomes
{
  GObject       parent_instance;

  PaddockState *state;              /* (owned) */
  char         *directory;          /* (owned) */
  GCancellable *cancellable;        /* (owned) ends the work that is under way */
  GQueue        waiting;            /* GTask (owned): who waits for the measurement under way */
};

G_DEFINE_FINAL_TYPE (PaddockConfinedHomes, paddock_confined_homes, G_TYPE_OBJECT)

/* Opens a directory, which may have no permissions. */
static DIR *
open_directory (int         parent,
                const char *name)
{
  int path = openat (parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", path);
  DIR *directory = NULL;
  int fd = -1;

  if (path >= 0 && chmod (link, 0700) == 0)
    fd = openat (path, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (path >= 0)
    close (path);
  if (fd >= 0 && (directory = fdopendir (fd)) == NULL)
    close (fd);
  return directory;
}

static void
delete_tree (int           parent,
             const char   *name,
             guint         depth,
             GCancellable *cancellable)
{
  DIR *directory = depth < MAX_DEPTH ? open_directory (parent, name) : NULL;
  const struct dirent *entry;

  while (directory != NULL && !g_cancellable_is_cancelled (cancellable) &&
         (entry = readdir (directory)) != NULL) {
    if (g_str_equal (entry->d_name, ".") || g_str_equal (entry->d_name, ".."))
      continue;
    if (unlinkat (dirfd (directory), entry->d_name, 0) != 0 && errno == EISDIR)
      delete_tree (dirfd (directory), entry->d_name, depth + 1, cancellable);
  }
  if (directory != NULL)
    closedir (directory);
  unlinkat (parent, name, AT_REMOVEDIR);
}

/* Deletes the home whose path is @data. Runs on a thread of the pool. */
static gpointer
delete_home (gpointer      data,
             GCancellable *cancellable)
{
  g_autofree char *parent_path = g_path_get_dirname (data);
  g_autofree char *name = g_path_get_basename (data);
  int parent = open (parent_path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

  if (parent >= 0) {
    delete_tree (parent, name, 0, cancellable);
    close (parent);
  }
  return NULL;
}

static void
delete_async (PaddockConfinedHomes *self,
              const char           *server_id)
{
  char *path = g_build_filename (self->directory, server_id, NULL);
  PaddockFilePool *pool = paddock_state_get_pool (self->state);

  if (pool == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    g_free (path);
  else
    paddock_file_pool_run_async (pool, path, delete_home, path, g_free, NULL, self->cancellable,
                                 NULL, NULL);
}

typedef struct {
  guint64       bytes;
  guint         n_names;
  gboolean      is_part;            /* there is more than was looked at */
  dev_t         device;
  GHashTable   *linked;             /* (owned) the inodes that have several names */
  gint64        deadline;           /* µs, monotonic */
  GCancellable *cancellable;
} Size;

/* Whether @info counts: a file that has several names counts once. */
static gboolean
is_first_name (Size              *size,
               const struct stat *info)
{
  gint64 inode = (gint64) info->st_ino;

  return S_ISDIR (info->st_mode) || info->st_nlink < 2 ||
         g_hash_table_add (size->linked, g_memdup2 (&inode, sizeof inode));
}

static void
add_tree (Size       *size,
          int         parent,
          const char *name,
          guint       depth)
{
  int fd = depth < MAX_DEPTH
           ? openat (parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
  DIR *directory = fd >= 0 ? fdopendir (fd) : NULL;
  const struct dirent *entry;
  struct stat info;

  if (fd >= 0 && directory == NULL)
    close (fd);
  size->is_part |= directory == NULL;
  while (directory != NULL && (entry = readdir (directory)) != NULL) {
    if (g_str_equal (entry->d_name, ".") || g_str_equal (entry->d_name, ".."))
      continue;
    if (++size->n_names > MAX_NAMES || g_get_monotonic_time () > size->deadline ||
        g_cancellable_is_cancelled (size->cancellable)) {
      size->is_part = TRUE;
      break;
    }
    if (fstatat (fd, entry->d_name, &info, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT) != 0)
      continue;
    if (info.st_dev != size->device) {
      size->is_part = TRUE;
      continue;
    }
    if (is_first_name (size, &info))
      size->bytes += (guint64) info.st_blocks * 512;
    if (S_ISDIR (info.st_mode))
      add_tree (size, fd, entry->d_name, depth + 1);
  }
  if (directory != NULL)
    closedir (directory);
}

typedef struct {
  char *directory;                  /* (owned) */
  GStrv server_ids;                 /* (owned) */
} Measurement;

static void
measurement_free (Measurement *measurement)
{
  g_strfreev (measurement->server_ids);
  g_free (measurement->directory);
  g_free (measurement);
}

/* Measures the homes. Returns a(stb). Runs on a thread of the pool. */
static gpointer
measure (gpointer      data,
         GCancellable *cancellable)
{
  const Measurement *measurement = data;
  int parent = open (measurement->directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  guint n_left = g_strv_length (measurement->server_ids);
  gint64 end = g_get_monotonic_time () + MEASURE_TIME_US;
  GVariantBuilder builder;
  struct stat info;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(stb)"));
  for (gsize i = 0; parent >= 0 && measurement->server_ids[i] != NULL; i++, n_left--) {
    const char *server_id = measurement->server_ids[i];
    gint64 now = g_get_monotonic_time ();
    Size size = { .deadline = now + (end - now) / n_left, .cancellable = cancellable };

    if (fstatat (parent, server_id, &info, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR (info.st_mode))
      continue;
    size.device = info.st_dev;
    size.bytes = (guint64) info.st_blocks * 512;
    size.linked = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
    add_tree (&size, parent, server_id, 0);
    g_variant_builder_add (&builder, "(stb)", server_id, size.bytes, size.is_part);
    g_hash_table_unref (size.linked);
  }
  if (parent >= 0)
    close (parent);
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

static void
on_measured (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (PaddockConfinedHomes) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) sizes = paddock_file_pool_run_finish (PADDOCK_FILE_POOL (source), result,
                                                             &error);
  GTask *task;

  while ((task = g_queue_pop_head (&self->waiting)) != NULL) {
    if (sizes != NULL)
      g_task_return_pointer (task, g_variant_ref (sizes), (GDestroyNotify) g_variant_unref);
    else
      g_task_return_error (task, g_error_copy (error));
    g_object_unref (task);
  }
}

static Measurement *
prepare (PaddockConfinedHomes *self)
{
  GPtrArray *servers = paddock_snapshot_get_servers (paddock_state_get_snapshot (self->state));
  Measurement *measurement = g_new0 (Measurement, 1);

  measurement->directory = g_strdup (self->directory);
  measurement->server_ids = g_new0 (char *, servers->len + 1);
  for (guint i = 0; i < servers->len; i++)
    measurement->server_ids[i] = g_strdup (((const PaddockServer *) servers->pdata[i])->id);
  return measurement;
}

/**
 * paddock_confined_homes_measure_async:
 * @callback: calls paddock_confined_homes_measure_finish()
 *
 * Measures how much room the homes take, in some seconds at most. Whoever asks meanwhile gets the
 * same answer.
 */
void
paddock_confined_homes_measure_async (PaddockConfinedHomes *self,
                                      GAsyncReadyCallback   callback,
                                      gpointer              user_data)
{
  PaddockFilePool *pool = paddock_state_get_pool (self->state);
  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, paddock_confined_homes_measure_async);
  if (pool == NULL) {
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CLOSED, "The service ends");
    g_object_unref (task);
    return;
  }
  g_queue_push_tail (&self->waiting, task);
  if (self->waiting.length == 1)
    paddock_file_pool_run_async (pool, self->directory, measure, prepare (self),
                                 (GDestroyNotify) measurement_free,
                                 (GDestroyNotify) g_variant_unref, self->cancellable, on_measured,
                                 g_object_ref (self));
}

/**
 * paddock_confined_homes_measure_finish:
 *
 * Returns: (transfer full): a(stb): for each server that has a home its id, the bytes on the disk,
 *   and whether there are more of them, which were not counted; %NULL with the errors of
 *   paddock_file_pool_run_finish()
 */
GVariant *
paddock_confined_homes_measure_finish (PaddockConfinedHomes  *self,
                                       GAsyncResult          *result,
                                       GError               **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
on_changed (PaddockConfinedHomes *self,
            PaddockChanges       *changes)
{
  for (gsize i = 0; i < paddock_changes_get_size (changes); i++) {
    const PaddockChange *change = paddock_changes_get (changes, i);

    if (change->kind == PADDOCK_CHANGE_DROP_SERVER)
      delete_async (self, change->server_id);
  }
}

static void
paddock_confined_homes_dispose (GObject *object)
{
  PaddockConfinedHomes *self = PADDOCK_CONFINED_HOMES (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->state);

  G_OBJECT_CLASS (paddock_confined_homes_parent_class)->dispose (object);
}

static void
paddock_confined_homes_finalize (GObject *object)
{
  PaddockConfinedHomes *self = PADDOCK_CONFINED_HOMES (object);

  g_clear_object (&self->cancellable);
  g_free (self->directory);

  G_OBJECT_CLASS (paddock_confined_homes_parent_class)->finalize (object);
}

static void
paddock_confined_homes_class_init (PaddockConfinedHomesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = paddock_confined_homes_dispose;
  object_class->finalize = paddock_confined_homes_finalize;
}

static void
paddock_confined_homes_init (PaddockConfinedHomes *self)
{
  self->cancellable = g_cancellable_new ();
}

/**
 * paddock_confined_homes_new:
 * @state: a state that is loaded
 * @data_dir: Paddock's data directory
 *
 * Deletes the homes of servers that @state does not know, now and from now on.
 *
 * Returns: (transfer full): an object that does this
 */
PaddockConfinedHomes *
paddock_confined_homes_new (PaddockState *state,
                            const char   *data_dir)
{
  PaddockConfinedHomes *self = g_object_new (PADDOCK_TYPE_CONFINED_HOMES, NULL);
  g_autoptr (GDir) directory = NULL;
  const char *name;

  self->state = g_object_ref (state);
  self->directory = g_build_filename (data_dir, PADDOCK_CONFINED_DIRECTORY, NULL);
  directory = g_dir_open (self->directory, 0, NULL);
  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    if (paddock_snapshot_get_server (paddock_state_get_snapshot (state), name) == NULL)
      delete_async (self, name);
  g_signal_connect_object (state, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  return self;
}
