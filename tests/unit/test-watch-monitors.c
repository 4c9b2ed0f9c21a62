/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-watch-monitors.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#define DEADLINE (30 * G_USEC_PER_SEC)

typedef struct {
  PaddockWatchMonitors *monitors;
  char                 *top;      /* (owned) */
  char                 *child;    /* (owned) does not exist at first */
  char                 *moved;    /* (owned) */
  GPtrArray            *events;   /* (owned) paths; "" if events were lost */
} Fixture;

static void
on_event (const char *path,
          gpointer    user_data)
{
  Fixture *self = user_data;

  g_ptr_array_add (self->events, g_strdup (path ? path : ""));
}

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->top = g_dir_make_tmp ("paddock-monitors-XXXXXX", NULL);
  self->child = g_build_filename (self->top, "child", NULL);
  self->moved = g_build_filename (self->top, "moved", NULL);
  self->events = g_ptr_array_new_with_free_func (g_free);
  self->monitors = paddock_watch_monitors_new (on_event, self);
  g_assert_true (paddock_watch_monitors_start (self->monitors));
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  paddock_watch_monitors_close (self->monitors);
  paddock_watch_monitors_unref (self->monitors);
  g_rmdir (self->child);
  g_rmdir (self->moved);
  g_assert_cmpint (g_rmdir (self->top), ==, 0);
  g_free (self->top);
  g_free (self->child);
  g_free (self->moved);
  g_ptr_array_unref (self->events);
}

static int
add_as (Fixture    *self,
        const char *directory,
        const char *path)
{
  int fd = open (directory, O_PATH | O_CLOEXEC);
  gboolean is_missed;
  int watch, error;

  g_assert_cmpint (fd, >=, 0);
  watch = paddock_watch_monitors_add (self->monitors, fd, path, &is_missed);
  error = errno;
  close (fd);
  errno = error;
  return watch;
}

static int
add (Fixture    *self,
     const char *path)
{
  return add_as (self, path, path);
}

static gboolean
has_event (Fixture    *self,
           const char *event)
{
  return g_ptr_array_find_with_equal_func (self->events, event, g_str_equal, NULL);
}

static gboolean
on_tick (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

static void
wait_for_event (Fixture    *self,
                const char *event)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;
  guint tick = g_timeout_add (5, on_tick, NULL);

  while (!has_event (self, event)) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    g_main_context_iteration (NULL, TRUE);
  }
  g_source_remove (tick);
}

static void
wait_for_size (Fixture *self,
               guint    size)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;

  while (paddock_watch_monitors_get_size (self->monitors) != size) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    g_main_context_iteration (NULL, FALSE);
  }
}

static void
make_child (Fixture *self)
{
  g_assert_cmpint (g_mkdir (self->child, 0700), ==, 0);
}

static void
test_counted (Fixture       *self,
              gconstpointer  data)
{
  int watch = add (self, self->top);

  g_assert_cmpint (watch, >=, 0);
  g_assert_cmpint (add (self, "/"), !=, watch);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpint (add (self, self->top), ==, watch);
  g_assert_cmpuint (paddock_watch_monitors_get_size (self->monitors), ==, 2);

  for (guint i = 0; i < 3; i++) {
    g_assert_cmpuint (paddock_watch_monitors_get_size (self->monitors), ==, 2);
    paddock_watch_monitors_release (self->monitors, watch, self->top);
  }
  g_assert_cmpuint (paddock_watch_monitors_get_size (self->monitors), ==, 1);

  /* A released watch reports nothing any more. To release it once too often is harmless. */
  paddock_watch_monitors_release (self->monitors, watch, self->top);
  make_child (self);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_false (has_event (self, self->child));
}

static void
test_events (Fixture       *self,
             gconstpointer  data)
{
  g_assert_cmpint (add (self, self->top), >=, 0);
  make_child (self);
  wait_for_event (self, self->child);
  g_ptr_array_set_size (self->events, 0);
  g_assert_cmpint (g_chmod (self->child, 0500), ==, 0);
  wait_for_event (self, self->child);
  g_assert_cmpint (g_chmod (self->top, 0750), ==, 0);
  wait_for_event (self, self->top);

  g_ptr_array_set_size (self->events, 0);
  g_assert_cmpint (g_rename (self->child, self->moved), ==, 0);
  wait_for_event (self, self->child);
  wait_for_event (self, self->moved);
  g_ptr_array_set_size (self->events, 0);
  g_assert_cmpint (g_rmdir (self->moved), ==, 0);
  wait_for_event (self, self->moved);
}

/* Only the directory itself is watched: the one above may be unreadable. */
static void
test_own_end (Fixture       *self,
              gconstpointer  data)
{
  make_child (self);
  g_assert_cmpint (add (self, self->child), >=, 0);
  g_assert_cmpint (g_rename (self->child, self->moved), ==, 0);
  wait_for_event (self, self->child);

  g_ptr_array_set_size (self->events, 0);
  g_assert_cmpint (g_rmdir (self->moved), ==, 0);
  wait_for_event (self, self->child);
  /* The kernel removed the watch; to release it does nothing. */
  wait_for_size (self, 0);
}

/* The same path, and another directory: the old watch would keep quiet. */
static void
test_other_inode (Fixture       *self,
                  gconstpointer  data)
{
  g_autofree char *inner = g_build_filename (self->child, "inner", NULL);
  int watch;

  make_child (self);
  watch = add (self, self->child);
  g_assert_cmpint (g_rename (self->child, self->moved), ==, 0);
  make_child (self);
  g_assert_cmpint (add (self, self->child), !=, watch);
  paddock_watch_monitors_release (self->monitors, watch, self->child);

  g_assert_cmpint (g_mkdir (inner, 0700), ==, 0);
  wait_for_event (self, inner);
  g_assert_cmpint (g_rmdir (inner), ==, 0);
}

/* Two paths to one directory, as bind mounts make them: both are reported. */
static void
test_two_paths (Fixture       *self,
                gconstpointer  data)
{
  int watch = add (self, self->top);

  g_assert_cmpint (add_as (self, self->top, "/elsewhere"), ==, watch);
  g_assert_cmpuint (paddock_watch_monitors_get_size (self->monitors), ==, 1);
  make_child (self);
  wait_for_event (self, self->child);
  wait_for_event (self, "/elsewhere/child");

  paddock_watch_monitors_release (self->monitors, watch, self->top);
  g_ptr_array_set_size (self->events, 0);
  g_assert_cmpint (g_rmdir (self->child), ==, 0);
  wait_for_event (self, "/elsewhere/child");
  g_assert_false (has_event (self, self->child));
}

static void
test_refused (Fixture       *self,
              gconstpointer  data)
{
  g_autofree char *file = g_build_filename (self->top, "file", NULL);

  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  g_assert_cmpint (add (self, file), ==, -1);
  g_assert_cmpint (errno, ==, ENOTDIR);
  g_assert_cmpuint (paddock_watch_monitors_get_size (self->monitors), ==, 0);
  g_assert_cmpint (g_remove (file), ==, 0);
}

static void
test_closed (Fixture       *self,
             gconstpointer  data)
{
  g_assert_cmpint (add (self, self->top), >=, 0);
  paddock_watch_monitors_close (self->monitors);
  make_child (self);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (self->events->len, ==, 0);
  g_assert_false (paddock_watch_monitors_start (self->monitors));
}

/* At first there is no instance, as if all of the user's were in use. */
static void
test_late_instance (Fixture       *self,
                    gconstpointer  data)
{
  g_autoptr (PaddockWatchMonitors) late = paddock_watch_monitors_new (on_event, self);
  int top = open (self->top, O_PATH | O_CLOEXEC);
  struct rlimit limit, none;
  gboolean is_missed;

  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  none = limit;
  none.rlim_cur = 0;
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &none), ==, 0);
  g_assert_false (paddock_watch_monitors_start (late));
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  g_assert_cmpint (paddock_watch_monitors_add (late, top, self->top, &is_missed), ==, -1);
  g_assert_cmpint (errno, ==, EBADF);

  g_assert_true (paddock_watch_monitors_start (late));
  g_assert_true (paddock_watch_monitors_start (late));
  g_assert_cmpint (paddock_watch_monitors_add (late, top, self->top, &is_missed), >=, 0);
  make_child (self);
  wait_for_event (self, self->child);
  paddock_watch_monitors_close (late);
  close (top);
}

static guint64
queue_limit (void)
{
  g_autofree char *text = NULL;

  if (!g_file_get_contents ("/proc/sys/fs/inotify/max_queued_events", &text, NULL, NULL))
    return 16384;
  return g_ascii_strtoull (text, NULL, 10);
}

/* More events than the kernel keeps: the loss is reported. The kernel merges equal events in a row,
 * so two names alternate. */
static void
test_overflow (Fixture       *self,
               gconstpointer  data)
{
  guint64 limit = queue_limit ();

  if (limit > 1000000) {
    g_test_skip ("the kernel queues more than a million events here");
    return;
  }
  make_child (self);
  g_assert_cmpint (g_mkdir (self->moved, 0700), ==, 0);
  g_assert_cmpint (add (self, self->top), >=, 0);
  for (guint64 i = 0; i <= limit; i++)
    g_assert_cmpint (g_chmod (i % 2 == 0 ? self->child : self->moved, 0700), ==, 0);
  wait_for_event (self, "");
}

/* Each watch that ends is an event. A round has fewer than the kernel keeps, even if the reading
 * thread gets no time. */
#define ADDED_IN_A_ROUND 4000

typedef struct {
  Fixture *fixture;
  int      stop;                  /* atomic */
  int      left;                  /* atomic: how often to add before the next round */
} Adder;

static gpointer
add_and_release (gpointer data)
{
  Adder *adder = data;

  while (!g_atomic_int_get (&adder->stop)) {
    gboolean is_missed, is_allowed = g_atomic_int_add (&adder->left, -1) > 0;
    int fd = !is_allowed ? -1 : open (adder->fixture->child, O_PATH | O_CLOEXEC);
    int watch = fd >= 0 ? paddock_watch_monitors_add (adder->fixture->monitors, fd,
                                                      adder->fixture->child, &is_missed) : -1;

    if (watch >= 0)
      paddock_watch_monitors_release (adder->fixture->monitors, watch, adder->fixture->child);
    if (fd >= 0)
      close (fd);
    else
      g_thread_yield ();
  }
  return NULL;
}

/* A directory is watched again while it is watched, as looks at other roots do. Its events never
 * stop. */
static void
test_asked_again (Fixture       *self,
                  gconstpointer  data)
{
  g_autofree char *inner = g_build_filename (self->child, "inner", NULL);
  Adder adder = { .fixture = self };
  GThread *threads[2];

  make_child (self);
  g_assert_cmpint (add (self, self->child), >=, 0);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("adder", add_and_release, &adder);

  for (guint round = 0; round < 2000; round++) {
    g_atomic_int_set (&adder.left, ADDED_IN_A_ROUND);
    g_assert_cmpint (g_mkdir (inner, 0700), ==, 0);
    wait_for_event (self, inner);
    g_ptr_array_set_size (self->events, 0);
    g_assert_cmpint (g_rmdir (inner), ==, 0);
    wait_for_event (self, inner);
    g_ptr_array_set_size (self->events, 0);
  }

  g_atomic_int_set (&adder.stop, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  g_assert_cmpuint (paddock_watch_monitors_get_size (self->monitors), ==, 1);
}

/* Threads add and release the watch of a directory that comes and goes, while one holder stays. The
 * watch that the holder got works, and in the end nothing is left. */
static void
test_threads (Fixture       *self,
              gconstpointer  data)
{
  g_autofree char *inner = g_build_filename (self->child, "inner", NULL);
  Adder adder = { .fixture = self };
  GThread *threads[2];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("adder", add_and_release, &adder);

  for (guint round = 0; round < 300; round++) {
    int watch;

    g_atomic_int_set (&adder.left, ADDED_IN_A_ROUND);
    make_child (self);
    watch = add (self, self->child);
    g_assert_cmpint (watch, >=, 0);
    g_ptr_array_set_size (self->events, 0);
    g_assert_cmpint (g_mkdir (inner, 0700), ==, 0);
    wait_for_event (self, inner);
    g_assert_cmpint (g_rmdir (inner), ==, 0);
    if (round % 2 == 0)
      paddock_watch_monitors_release (self->monitors, watch, self->child);
    g_assert_cmpint (g_rmdir (self->child), ==, 0);
  }

  g_atomic_int_set (&adder.stop, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  wait_for_size (self, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/watch-monitors/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("counted", test_counted);
  ADD ("events", test_events);
  ADD ("own-end", test_own_end);
  ADD ("other-inode", test_other_inode);
  ADD ("two-paths", test_two_paths);
  ADD ("refused", test_refused);
  ADD ("closed", test_closed);
  ADD ("late-instance", test_late_instance);
  ADD ("overflow", test_overflow);
  ADD ("asked-again", test_asked_again);
  ADD ("threads", test_threads);
  return g_test_run ();
}
