/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-watch"

#include "paddock-watch-monitors.h"

#include <errno.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "paddock-rare-fd.h"

/* An inotify instance for the watcher, which owns this object. Threads of the file pool hold a
 * reference, and add watches. The thread that created the object reads the events.
 *
 * GFileMonitor does not report its failures. It returns a monitor even if the kernel refused the
 * watch because the user has too many. It does not say when the kernel's queue overflowed. It polls
 * missing paths. And while it looks up a path, it holds a lock that all monitors of the process
 * need. The path may lead to a file system that hangs. In this file:
 *
 * - A watch is certain. The kernel confirms a watch for the very directory that an open descriptor
 *   names, even if the path leads elsewhere by then. A root without that confirmation is polled.
 * - Lost events are noticed: the kernel puts IN_Q_OVERFLOW in their place.
 * - To find out whether watches work, nothing is written into the user's directories.
 * - No lock is held while the kernel looks at a directory.
 *
 * The kernel has one watch for each inode, even if several paths lead there (bind mounts). It never
 * uses the number of a watch again. So an event with an unknown number is from a removed watch. */

#define EVENTS (IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | \
                IN_MOVE_SELF)

/* Directories that are already watched are added again by each look at a root. Without IN_MASK_ADD
 * the kernel would clear the watch's mask and then set it again, and lose events in between. */
#define FLAGS (IN_ONLYDIR | IN_EXCL_UNLINK | IN_MASK_ADD)

#define BUFFER_SIZE (64 * 1024)

struct _PaddockWatchMonitors {
  int                    fd;          /* (owned) the inotify instance; set once; -1: inotify
                                       * does not work */
  PaddockRareFd         *readable;    /* (owned) (nullable) waits for @fd, in the context of the
                                       * thread that created this; NULL: inotify does not work */
  PaddockWatchEventFunc  func;        /* (nullable) is called for each event; NULL: this object was
                                        * closed */
  gpointer               user_data;

  GMutex                 lock;        /* protects all members below; nobody holds it for long */
  GHashTable            *watches;     /* (owned) the kernel's number of a watch -> Watch */
  GHashTable            *unheld;      /* (owned) set of numbers of watches that nobody needs any
                                       * more, to be removed as soon as no thread is adding a
                                       * watch */
  GHashTable            *early;       /* (owned) number -> whether the watch ended, for each watch
                                       * that had an event while a thread was adding a watch */
  guint                  n_adding;    /* how many threads are adding a watch at this moment */
};

/* A watch of the kernel. */
typedef struct {
  GHashTable *holders;                /* (owned) path -> how often the watch was added with this
                                       * path, less how often it was released */
} Watch;

static void
watch_free (gpointer data)
{
  Watch *watch = data;

  g_hash_table_unref (watch->holders);
  g_free (watch);
}

static void
monitors_clear (gpointer data)
{
  PaddockWatchMonitors *self = data;

  /* Closing the instance ends its watches. */
  if (self->fd >= 0)
    close (self->fd);
  g_hash_table_unref (self->watches);
  g_hash_table_unref (self->unheld);
  g_hash_table_unref (self->early);
  g_mutex_clear (&self->lock);
}

/* Returns the paths that an event is about, which may be none. */
static GPtrArray *
list_paths (PaddockWatchMonitors       *self,
            const struct inotify_event *event)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  gpointer number = GINT_TO_POINTER (event->wd);
  gboolean is_end = (event->mask & IN_IGNORED) != 0;
  GHashTableIter iter;
  gpointer path;
  Watch *watch;

  g_mutex_lock (&self->lock);
  watch = g_hash_table_lookup (self->watches, number);
  if (watch != NULL) {
    g_hash_table_iter_init (&iter, watch->holders);
    while (g_hash_table_iter_next (&iter, &path, NULL))
      g_ptr_array_add (paths, event->len > 0 ? g_build_filename (path, event->name, NULL)
                                             : g_strdup (path));
    if (is_end)
      g_hash_table_remove (self->watches, number);
  }
  /* A thread may be adding this watch, maybe with another path to the same directory. */
  if (self->n_adding > 0) {
    is_end |= GPOINTER_TO_INT (g_hash_table_lookup (self->early, number));
    g_hash_table_insert (self->early, number, GINT_TO_POINTER (is_end));
  }
  g_mutex_unlock (&self->lock);

  return paths;
}

static void
handle_event (PaddockWatchMonitors       *self,
              const struct inotify_event *event)
{
  g_autoptr (GPtrArray) paths = NULL;

  if ((event->mask & IN_Q_OVERFLOW) != 0) {
    g_info ("The kernel lost events: all folders are looked at");
    self->func (NULL, self->user_data);
    return;
  }

  paths = list_paths (self, event);
  for (guint i = 0; i < paths->len && self->func != NULL; i++)
    self->func (g_ptr_array_index (paths, i), self->user_data);
}

static void
on_readable (gpointer user_data)
{
  g_autoptr (PaddockWatchMonitors) self = paddock_watch_monitors_ref (user_data);
  g_autofree char *buffer = g_malloc (BUFFER_SIZE);
  ssize_t length = read (self->fd, buffer, BUFFER_SIZE);

  /* One buffer at a time: a flood of events must not block the main loop. */
  for (ssize_t at = 0; at < length && self->func != NULL;) {
    const struct inotify_event *event = (const void *) (buffer + at);

    handle_event (self, event);
    at += (ssize_t) (sizeof *event + event->len);
  }
}

/* Removes the watches that nobody needs. Removes nothing while a thread is adding a watch: the
 * kernel might return to that thread a watch that is removed here. The caller holds the lock. */
static void
sweep (PaddockWatchMonitors *self)
{
  GHashTableIter iter;
  gpointer number;

  if (self->n_adding > 0)
    return;

  g_hash_table_remove_all (self->early);
  g_hash_table_iter_init (&iter, self->unheld);
  while (g_hash_table_iter_next (&iter, &number, NULL)) {
    const Watch *watch = g_hash_table_lookup (self->watches, number);

    if (watch != NULL && g_hash_table_size (watch->holders) == 0) {
      inotify_rm_watch (self->fd, GPOINTER_TO_INT (number));
      g_hash_table_remove (self->watches, number);
    }
  }
  g_hash_table_remove_all (self->unheld);
}

/* Counts that the watch @number was added once more with @path. The caller holds the lock. */
static void
hold (PaddockWatchMonitors *self,
      int                   number,
      const char           *path)
{
  Watch *watch = g_hash_table_lookup (self->watches, GINT_TO_POINTER (number));
  guint count;

  if (watch == NULL) {
    watch = g_new0 (Watch, 1);
    watch->holders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    g_hash_table_insert (self->watches, GINT_TO_POINTER (number), watch);
  }
  count = GPOINTER_TO_UINT (g_hash_table_lookup (watch->holders, path));
  g_hash_table_insert (watch->holders, g_strdup (path), GUINT_TO_POINTER (count + 1));
}

/**
 * paddock_watch_monitors_new:
 * @func: called in the main context of this thread for each event about a path
 *
 * Returns: (transfer full): an object without watches. It has no inotify instance before
 *   paddock_watch_monitors_start()
 */
PaddockWatchMonitors *
paddock_watch_monitors_new (PaddockWatchEventFunc func,
                            gpointer              user_data)
{
  PaddockWatchMonitors *self = g_atomic_rc_box_new0 (PaddockWatchMonitors);

  self->fd = -1;
  self->func = func;
  self->user_data = user_data;
  g_mutex_init (&self->lock);
  self->watches = g_hash_table_new_full (NULL, NULL, NULL, watch_free);
  self->unheld = g_hash_table_new (NULL, NULL);
  self->early = g_hash_table_new (NULL, NULL);
  return self;
}

PaddockWatchMonitors *
paddock_watch_monitors_ref (PaddockWatchMonitors *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
paddock_watch_monitors_unref (PaddockWatchMonitors *self)
{
  g_atomic_rc_box_release_full (self, monitors_clear);
}

/**
 * paddock_watch_monitors_close:
 *
 * Stops reporting events. The owner calls this, on its own thread, before it drops its reference:
 * other threads may hold a reference for longer.
 */
void
paddock_watch_monitors_close (PaddockWatchMonitors *self)
{
  self->func = NULL;
  g_clear_pointer (&self->readable, paddock_rare_fd_free);
}

/**
 * paddock_watch_monitors_start:
 *
 * Gets an inotify instance from the kernel, if there is none yet. Call it again before each look at
 * a root, because an instance may have become free: each user may have only a limited number of
 * them.
 *
 * Returns: whether there is an instance; otherwise paddock_watch_monitors_add() fails
 */
gboolean
paddock_watch_monitors_start (PaddockWatchMonitors *self)
{
  int fd;

  if (self->readable != NULL)
    return TRUE;
  if (self->func == NULL)
    return FALSE;

  fd = inotify_init1 (IN_CLOEXEC | IN_NONBLOCK);
  if (fd < 0) {
    g_info ("The kernel tells of no changes: %s", g_strerror (errno));
    return FALSE;
  }
  g_mutex_lock (&self->lock);
  self->fd = fd;
  g_mutex_unlock (&self->lock);
  self->readable = paddock_rare_fd_new (fd, on_readable, self);
  return TRUE;
}

/**
 * paddock_watch_monitors_add:
 * @fd: a descriptor of a directory; %O_PATH is enough. The file system must not hang
 * @path: the path of the directory, for events
 * @out_missed: (out): whether the watch had an event before this function returned. Then what the
 *   caller saw may be outdated
 *
 * Has the kernel report what happens to the directory and in it. Call it on any thread, also for a
 * directory that is already watched.
 *
 * Returns: the number of the watch, for paddock_watch_monitors_release(); -1 with errno on failure.
 *   The errno is %EACCES if Paddock may not read the directory, %ENOSPC if the user has too many
 *   watches, %EBADF if there is no instance, %ENOENT if the watch ended at once
 */
int
paddock_watch_monitors_add (PaddockWatchMonitors *self,
                            int                   fd,
                            const char           *path,
                            gboolean             *out_missed)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", fd);
  int instance, number, error;
  gpointer is_end = NULL;

  g_mutex_lock (&self->lock);
  self->n_adding++;
  instance = self->fd;
  g_mutex_unlock (&self->lock);

  number = inotify_add_watch (instance, link, EVENTS | FLAGS);
  error = errno;

  g_mutex_lock (&self->lock);
  *out_missed = number >= 0 && g_hash_table_lookup_extended (self->early, GINT_TO_POINTER (number),
                                                             NULL, &is_end);
  if (is_end != NULL) {
    number = -1;
    error = ENOENT;
  }
  if (number >= 0)
    hold (self, number, path);
  self->n_adding--;
  sweep (self);
  g_mutex_unlock (&self->lock);

  errno = error;
  return number;
}

/**
 * paddock_watch_monitors_release:
 * @watch: the result of paddock_watch_monitors_add()
 * @path: the path that was passed to paddock_watch_monitors_add()
 *
 * Ends a watch, unless somebody else added the same watch. Call it on any thread.
 */
void
paddock_watch_monitors_release (PaddockWatchMonitors *self,
                                int                   watch,
                                const char           *path)
{
  const Watch *held;
  guint count;

  g_mutex_lock (&self->lock);
  /* If the directory was deleted, the kernel has removed the watch, and the watch is not in the
   * table any more. */
  held = g_hash_table_lookup (self->watches, GINT_TO_POINTER (watch));
  if (held != NULL) {
    count = GPOINTER_TO_UINT (g_hash_table_lookup (held->holders, path));
    if (count > 1)
      g_hash_table_insert (held->holders, g_strdup (path), GUINT_TO_POINTER (count - 1));
    else
      g_hash_table_remove (held->holders, path);
    if (g_hash_table_size (held->holders) == 0)
      g_hash_table_add (self->unheld, GINT_TO_POINTER (watch));
    sweep (self);
  }
  g_mutex_unlock (&self->lock);
}

/**
 * paddock_watch_monitors_get_size:
 *
 * Returns: how many directories the kernel watches
 */
guint
paddock_watch_monitors_get_size (PaddockWatchMonitors *self)
{
  guint size;

  g_mutex_lock (&self->lock);
  size = g_hash_table_size (self->watches);
  g_mutex_unlock (&self->lock);
  return size;
}
