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
 * is forgotten, and at the start, if that was cut short. The service owns one object of this type.
 *
 * `paddock run` makes these directories (relay/paddock-confinement.c), and servers write in them,
 * also while one is being deleted. So each name is opened relative to its directory, and no link is
 * followed: a server that swaps a directory for a link leads nowhere.
 */

/* How many directories deep this goes. The rest stays, and is tried again at the next start. */
#define MAX_DEPTH 256

struct _PaddockConfinedHomes
{
  GObject       parent_instance;

  PaddockState *state;              /* (owned) */
  char         *directory;          /* (owned) */
  GCancellable *cancellable;        /* (owned) ends the deletions that are under way */
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
