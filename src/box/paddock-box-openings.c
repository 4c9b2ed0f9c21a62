/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-box"

#include "paddock-box-openings.h"

#include <stdlib.h>
#include <unistd.h>

#include "paddock-error.h"
#include "paddock-path-object.h"

/* Opens the folders of a box, each on a thread of its own, because file systems may hang.
 *
 * The owner begins the openings, and waits in the main loop until none is awaited any more. Then it
 * takes each folder. A thread that hangs stays until its file system answers. Nobody waits for it
 * longer than PADDOCK_BOX_OPENINGS_MS in all, and no other thread tries the same path meanwhile:
 * however often a server starts again, each path has one thread at most.
 */

/* How many openings there may be. More than a box can have, since some may hang. */
#define MOST 512

typedef struct {
  PaddockBoxOpenings *owner;        /* (nullable) NULL: nobody wants the folder. The main thread
                                     * alone uses this */
  gint64              began;        /* µs, monotonic */
  char               *path;         /* (owned) */
  PaddockFileRecord  *record;       /* (owned) (nullable) NULL: whatever @path leads to */
  GMutex              mutex;        /* for what follows */
  GCond               answered;
  gboolean            is_over;
  char               *real_path;    /* (owned) (nullable) where @path leads; NULL: nowhere */
  int                 fd;           /* (owned) -1: the folder is not what it was */
} Opening;

struct _PaddockBoxOpenings
{
  GHashTable     *all;              /* (owned): char * from dup_name(), to Opening */
  guint           timeout;          /* the source that ends the waiting; 0: none */
  GSourceOnceFunc opened;
  gpointer        user_data;        /* for @opened */
};

static void
close_fd (int *fd)
{
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

static void
opening_clear (gpointer data)
{
  Opening *opening = data;

  g_free (opening->path);
  paddock_file_record_free (opening->record);
  g_mutex_clear (&opening->mutex);
  g_cond_clear (&opening->answered);
  g_free (opening->real_path);
  close_fd (&opening->fd);
}

static void
opening_unref (gpointer opening)
{
  g_atomic_rc_box_release_full (opening, opening_clear);
}

static gboolean
is_over (Opening *opening)
{
  gboolean is_over;

  g_mutex_lock (&opening->mutex);
  is_over = opening->is_over;
  g_mutex_unlock (&opening->mutex);
  return is_over;
}

/* Leaves an opening to its thread. What was opened is closed now: it would keep a file system busy
 * that the user wants to unmount. */
static void
abandon (gpointer data)
{
  Opening *opening = data;

  opening->owner = NULL;
  if (is_over (opening))
    close_fd (&opening->fd);
  opening_unref (opening);
}

static gboolean
is_the_same (const Opening           *opening,
             const PaddockPathObject *object)
{
  g_autoptr (PaddockFileRecord) found =
    paddock_path_object_dup_record (object, opening->path, NULL);

  return opening->record == NULL ||
         (found != NULL &&
          paddock_file_record_compare (opening->record, found, opening->path, 0) ==
          PADDOCK_AVAILABILITY_AVAILABLE);
}

static gboolean
on_answered (gpointer data)
{
  const Opening *opening = data;

  if (opening->owner != NULL)
    opening->owner->opened (opening->owner->user_data);
  return G_SOURCE_REMOVE;
}

/* Returns where @path leads. A root has no link in its path. */
static char *
dup_real_path (const Opening *opening)
{
  char *real = opening->record == NULL ? realpath (opening->path, NULL) : NULL;
  char *copy = g_strdup (opening->record == NULL ? real : opening->path);

  free (real);
  return copy;
}

/* Opens what is wanted. Nothing else stays open. */
static int
open_wanted (const Opening *opening,
             const char    *path)
{
  g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;
  int fd = -1;

  if (path != NULL && paddock_path_object_open (&object, path, FALSE) &&
      is_the_same (opening, &object)) {
    fd = object.fd;
    object.fd = -1;
  }
  return fd;
}

static gpointer
open_on_thread (gpointer data)
{
  Opening *opening = data;
  char *path = dup_real_path (opening);
  int fd = open_wanted (opening, path);

  g_mutex_lock (&opening->mutex);
  opening->real_path = path;
  opening->fd = fd;
  opening->is_over = TRUE;
  g_cond_signal (&opening->answered);
  g_mutex_unlock (&opening->mutex);
  g_idle_add_full (G_PRIORITY_DEFAULT, on_answered, opening, opening_unref);
  return NULL;
}

static gint64
get_deadline (const Opening *opening)
{
  return opening->began + PADDOCK_BOX_OPENINGS_MS * G_TIME_SPAN_MILLISECOND;
}

/* Returns what names an opening. A root, and what the command line names, may have one path. */
static char *
dup_name (const char              *path,
          const PaddockFileRecord *record)
{
  return g_strconcat (record != NULL ? "root " : "read ", path, NULL);
}

/**
 * paddock_box_openings_new:
 * @opened: called from the main loop when something may not be awaited any more
 *   (paddock_box_openings_is_waiting())
 * @user_data: for @opened
 *
 * Returns: (transfer full): no openings
 */
PaddockBoxOpenings *
paddock_box_openings_new (GSourceOnceFunc opened,
                          gpointer        user_data)
{
  PaddockBoxOpenings *self = g_new0 (PaddockBoxOpenings, 1);

  self->all = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, abandon);
  self->opened = opened;
  self->user_data = user_data;
  return self;
}

void
paddock_box_openings_free (PaddockBoxOpenings *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_hash_table_unref (self->all);
  g_free (self);
}

static gboolean
on_timeout (gpointer user_data)
{
  PaddockBoxOpenings *self = user_data;

  self->timeout = 0;
  self->opened (self->user_data);
  return G_SOURCE_REMOVE;
}

/**
 * paddock_box_openings_begin:
 * @path: an absolute path
 * @record: (nullable): what identifies the folder, whose path has no links; %NULL: whatever @path
 *   leads to
 *
 * Begins to open a folder or file, unless that is under way, or has answered and was not finished.
 */
void
paddock_box_openings_begin (PaddockBoxOpenings      *self,
                            const char              *path,
                            const PaddockFileRecord *record)
{
  g_autofree char *name = dup_name (path, record);
  Opening *opening = g_hash_table_lookup (self->all, name);

  if (opening != NULL && (!is_over (opening) || record == NULL ||
                          paddock_file_record_equal (opening->record, record)))
    return;
  if (opening == NULL && g_hash_table_size (self->all) >= MOST)
    return;
  opening = g_atomic_rc_box_new0 (Opening);
  opening->owner = self;
  opening->began = g_get_monotonic_time ();
  opening->path = g_strdup (path);
  opening->record = paddock_file_record_copy (record);
  opening->fd = -1;
  g_mutex_init (&opening->mutex);
  g_cond_init (&opening->answered);
  g_hash_table_insert (self->all, g_steal_pointer (&name), opening);
  g_thread_unref (g_thread_new ("box-folder", open_on_thread, g_atomic_rc_box_acquire (opening)));
  g_clear_handle_id (&self->timeout, g_source_remove);
  self->timeout = g_timeout_add (PADDOCK_BOX_OPENINGS_MS, on_timeout, self);
}

/**
 * paddock_box_openings_is_waiting:
 *
 * Returns: whether a folder may still be opened in time
 */
gboolean
paddock_box_openings_is_waiting (const PaddockBoxOpenings *self)
{
  GHashTableIter iter;
  gpointer opening;

  g_hash_table_iter_init (&iter, self->all);
  while (g_hash_table_iter_next (&iter, NULL, &opening))
    if (!is_over (opening) && g_get_monotonic_time () < get_deadline (opening))
      return TRUE;
  return FALSE;
}

/* Waits for an opening. Returns whether it is over. */
static gboolean
await (Opening *opening,
       gint64   deadline)
{
  gboolean is_late = FALSE;

  g_mutex_lock (&opening->mutex);
  while (!opening->is_over && !is_late)
    is_late = !g_cond_wait_until (&opening->answered, &opening->mutex, deadline);
  is_late = !opening->is_over;
  g_mutex_unlock (&opening->mutex);
  return !is_late;
}

/**
 * paddock_box_openings_finish:
 * @path: as for paddock_box_openings_begin(), which need not have been called
 * @record: (nullable): likewise
 * @ms: how long this may block. If somebody waited for this folder before, that counts
 *
 * Returns: (transfer full) (nullable): the folder, read-only; %NULL with an error if it is gone,
 *   was replaced, or its file system does not answer
 */
PaddockBoxFolder *
paddock_box_openings_finish (PaddockBoxOpenings       *self,
                             const char               *path,
                             const PaddockFileRecord  *record,
                             guint                     ms,
                             GError                  **error)
{
  g_autofree char *name = dup_name (path, record);
  PaddockBoxFolder *folder = NULL;
  Opening *opening;

  paddock_box_openings_begin (self, path, record);
  opening = g_hash_table_lookup (self->all, name);
  if (opening == NULL || !await (opening, opening->began + ms * G_TIME_SPAN_MILLISECOND)) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED, "%s does not answer", path);
    return NULL;
  }
  /* The thread of an opening that is over touches none of this any more. */
  if (opening->fd < 0 || (record != NULL && !paddock_file_record_equal (opening->record, record))) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED, "%s is gone, or was replaced", path);
  } else {
    folder = g_new0 (PaddockBoxFolder, 1);
    folder->path = g_steal_pointer (&opening->real_path);
    folder->fd = opening->fd;
    opening->fd = -1;
  }
  g_hash_table_remove (self->all, name);
  return folder;
}

static gboolean
is_stale (gpointer name,
          gpointer opening,
          gpointer user_data)
{
  return is_over (opening);
}

/**
 * paddock_box_openings_drop:
 *
 * Closes what was opened, but is not wanted any more.
 */
void
paddock_box_openings_drop (PaddockBoxOpenings *self)
{
  g_hash_table_foreach_remove (self->all, is_stale, NULL);
}
