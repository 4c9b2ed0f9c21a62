/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-watch"

#include "paddock-watch-monitors.h"

#include <glib-unix.h>

#include <errno.h>
#include <sys/inotify.h>
#include <unistd.h>

/* One inotify instance of our own. The watcher owns it. Looks on threads of the file pool hold a
 * reference and add watches there. The thread that made it reads the events.
 *
 * GFileMonitor does the same, but cannot say when it does not work. It returns a monitor even if
 * the kernel refused the watch because the user's budget is spent. It says nothing when the
 * kernel's queue overflowed. It polls missing paths. And it looks paths up under a lock that all
 * monitors of the process need, although a path may lead to a file system that hangs. Here
 *
 * - a watch is proven to exist: the kernel confirms it for the very directory that an open
 *   descriptor names, wherever its path leads by then. Without that confirmation the root is
 *   polled;
 * - lost events are noticed: the kernel puts IN_Q_OVERFLOW in their place;
 * - nothing is written into users' directories to find this out, and no lock is held while the
 *   kernel looks at a directory.
 *
 * The kernel has one watch for each inode, however many paths lead there (bind mounts). It never
 * uses a watch's number again, so an unknown number is an old one. */

#define EVENTS (IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | \
                IN_MOVE_SELF)

/* Each look asks again for directories that are already watched. Without IN_MASK_ADD the kernel
 * would take the events off the watch and put them on again, and report nothing of what happens in
 * between. */
#define FLAGS (IN_ONLYDIR | IN_EXCL_UNLINK | IN_MASK_ADD)

#define BUFFER_SIZE (64 * 1024)

struct _PaddockWatchMonitors {
  int                    fd;          /* (owned) set once; -1: there is no instance */
  guint                  source_id;   /* in this thread's context; 0: there is no instance */
  PaddockWatchEventFunc  func;        /* (nullable) NULL: closed */
  gpointer               user_data;

  GMutex                 lock;        /* protects all below; nobody holds it for long */
  GHashTable            *watches;     /* (owned) number -> Watch */
  GHashTable            *unheld;      /* (owned) numbers to remove when no thread adds */
  GHashTable            *early;       /* (owned) number -> whether it ended; events that came before
                                       * their watch was known */
  guint                  n_adding;    /* threads that ask the kernel for a watch at this moment */
};

typedef struct {
  GHashTable *holders;                /* (owned) path -> how many hold it */
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

  /* To close the instance ends its watches. */
  if (self->fd >= 0)
    close (self->fd);
  g_hash_table_unref (self->watches);
  g_hash_table_unref (self->unheld);
  g_hash_table_unref (self->early);
  g_mutex_clear (&self->lock);
}

/* The paths that an event is about; maybe none. */
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
  /* A thread may be about to hold this watch, or another path to the same directory. */
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

static gboolean
on_readable (int          fd,
             GIOCondition condition,
             gpointer     user_data)
{
  g_autoptr (PaddockWatchMonitors) self = paddock_watch_monitors_ref (user_data);
  g_autofree char *buffer = g_malloc (BUFFER_SIZE);
  ssize_t length = read (fd, buffer, BUFFER_SIZE);

  /* One buffer at a time: a flood of events must not block the main loop. */
  for (ssize_t at = 0; at < length && self->func != NULL;) {
    const struct inotify_event *event = (const void *) (buffer + at);

    handle_event (self, event);
    at += (ssize_t) (sizeof *event + event->len);
  }

  return G_SOURCE_CONTINUE;
}

/* The caller holds the lock. Nothing is removed while a thread asks for a watch: the kernel might
 * give it the one that is about to go. */
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

/* The caller holds the lock. */
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
 * Returns: (transfer full): the watches; there is no instance before paddock_watch_monitors_start()
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
 * No event is reported from now on. The owner calls this, on its own thread, before it drops its
 * reference: other threads may hold theirs for longer.
 */
void
paddock_watch_monitors_close (PaddockWatchMonitors *self)
{
  self->func = NULL;
  g_clear_handle_id (&self->source_id, g_source_remove);
}

/**
 * paddock_watch_monitors_start:
 *
 * Gets an instance from the kernel, if there is none yet. Call it again before each look: all
 * programs of a user share a limited number of instances, and one may have become free.
 *
 * Returns: whether there is one; otherwise paddock_watch_monitors_add() fails
 */
gboolean
paddock_watch_monitors_start (PaddockWatchMonitors *self)
{
  int fd;

  if (self->source_id != 0)
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
  self->source_id = g_unix_fd_add (fd, G_IO_IN, on_readable, self);
  return TRUE;
}

/**
 * paddock_watch_monitors_add:
 * @fd: a descriptor of a directory, %O_PATH is enough. The file system must be one that answers
 * @path: the path that led to it
 * @out_missed: (out): whether an event came before the watch was known: then what the caller saw
 *   may be outdated
 *
 * Has the kernel report what happens in the directory and to it. Call it on any thread, also for a
 * directory that is already watched.
 *
 * Returns: the number of the watch, for paddock_watch_monitors_release(); otherwise -1 and errno:
 *   %EACCES if it may not be read, %ENOSPC if the user's budget is spent, %EBADF without an
 *   instance
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
 * @path: the path that it got
 *
 * Call it on any thread.
 */
void
paddock_watch_monitors_release (PaddockWatchMonitors *self,
                                int                   watch,
                                const char           *path)
{
  const Watch *held;
  guint count;

  g_mutex_lock (&self->lock);
  /* The kernel itself removes the watch of a directory that is gone. */
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
