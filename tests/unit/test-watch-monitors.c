/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-watch-monitors.h"

#include <sys/stat.h>

#include <glib/gstdio.h>

#define DEADLINE (10 * G_USEC_PER_SEC)

typedef struct {
  PaddockWatchMonitors *monitors;
  char                 *top;      /* (owned) */
  GPtrArray            *events;   /* (owned) paths, with "!" before a structural one */
} Fixture;

static void
on_event (const char *path,
          gboolean    is_structural,
          gpointer    user_data)
{
  Fixture *self = user_data;

  g_ptr_array_add (self->events, g_strconcat (is_structural ? "!" : "", path, NULL));
}

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->top = g_dir_make_tmp ("paddock-monitors-XXXXXX", NULL);
  self->events = g_ptr_array_new_with_free_func (g_free);
  self->monitors = paddock_watch_monitors_new (on_event, self);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  paddock_watch_monitors_free (self->monitors);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpint (g_rmdir (self->top), ==, 0);
  g_free (self->top);
  g_ptr_array_unref (self->events);
}

static gboolean
hold (Fixture    *self,
      const char *path,
      gint64      since,
      gboolean   *out_is_newer)
{
  PaddockWatchSpot spot = { .path = (char *) path, .mount = 1 };
  struct stat info;

  g_assert_cmpint (stat (path, &info), ==, 0);
  spot.device = info.st_dev;
  spot.inode = info.st_ino;
  return paddock_watch_monitors_hold (self->monitors, &spot, since, out_is_newer);
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

  while (!g_ptr_array_find_with_equal_func (self->events, event, g_str_equal, NULL)) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    g_main_context_iteration (NULL, TRUE);
  }
  g_source_remove (tick);
}

static void
test_shared (Fixture       *self,
             gconstpointer  data)
{
  gint64 began = g_get_monotonic_time ();
  gint64 later;
  gboolean is_newer;

  g_assert_true (hold (self, self->top, began, &is_newer));
  g_assert_true (is_newer);
  g_assert_true (hold (self, "/", began, &is_newer));
  g_assert_cmpuint (paddock_watch_monitors_get_size (self->monitors), ==, 2);

  /* For a look that began before the monitor was there it is newer, whoever made it. */
  g_assert_true (hold (self, self->top, began, &is_newer));
  g_assert_true (is_newer);
  while ((later = g_get_monotonic_time ()) <= began + 1000)
    ;
  g_assert_true (hold (self, self->top, later, &is_newer));
  g_assert_false (is_newer);

  g_assert_cmpuint (paddock_watch_monitors_get_size (self->monitors), ==, 2);
  for (guint i = 0; i < 3; i++) {
    g_assert_cmpuint (paddock_watch_monitors_get_size (self->monitors), ==, 2);
    paddock_watch_monitors_release (self->monitors, self->top);
  }
  g_assert_cmpuint (paddock_watch_monitors_get_size (self->monitors), ==, 1);
  paddock_watch_monitors_release (self->monitors, "/");
  g_assert_cmpuint (paddock_watch_monitors_get_size (self->monitors), ==, 0);
}

static void
test_events (Fixture       *self,
             gconstpointer  data)
{
  g_autofree char *child = g_build_filename (self->top, "child", NULL);
  g_autofree char *moved = g_build_filename (self->top, "moved", NULL);
  g_autofree char *child_event = g_strconcat ("!", child, NULL);
  g_autofree char *moved_event = g_strconcat ("!", moved, NULL);
  gboolean is_newer;

  g_assert_true (hold (self, self->top, 0, &is_newer));
  g_assert_cmpint (g_mkdir (child, 0700), ==, 0);
  wait_for_event (self, child_event);
  g_assert_cmpint (g_chmod (child, 0500), ==, 0);
  wait_for_event (self, child);
  g_assert_cmpint (g_chmod (self->top, 0750), ==, 0);
  wait_for_event (self, self->top);

  g_ptr_array_set_size (self->events, 0);
  g_assert_cmpint (g_rename (child, moved), ==, 0);
  wait_for_event (self, child_event);
  wait_for_event (self, moved_event);
  g_ptr_array_set_size (self->events, 0);
  g_assert_cmpint (g_rmdir (moved), ==, 0);
  wait_for_event (self, moved_event);
}

static void
test_own_end (Fixture       *self,
              gconstpointer  data)
{
  g_autofree char *child = g_build_filename (self->top, "child", NULL);
  g_autofree char *moved = g_build_filename (self->top, "moved", NULL);
  g_autofree char *child_event = g_strconcat ("!", child, NULL);
  gboolean is_newer;

  /* Only the directory itself is monitored, as where the one above cannot be read. */
  g_assert_cmpint (g_mkdir (child, 0700), ==, 0);
  g_assert_true (hold (self, child, 0, &is_newer));
  g_assert_cmpint (g_rename (child, moved), ==, 0);
  wait_for_event (self, child_event);
  g_assert_cmpint (g_rmdir (moved), ==, 0);
}

static void
test_distrust (Fixture       *self,
               gconstpointer  data)
{
  g_autofree char *child = g_build_filename (self->top, "child", NULL);
  g_autofree char *sibling = g_strconcat (child, "2", NULL);
  gint64 later = g_get_monotonic_time ();
  gboolean is_newer;

  g_assert_cmpint (g_mkdir (child, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (sibling, 0700), ==, 0);
  g_assert_true (hold (self, self->top, later, &is_newer));
  g_assert_true (hold (self, child, later, &is_newer));
  g_assert_true (hold (self, sibling, later, &is_newer));
  while (g_get_monotonic_time () <= later + 1000)
    ;
  later = g_get_monotonic_time ();

  paddock_watch_monitors_distrust (self->monitors, child);
  g_assert_true (hold (self, self->top, later, &is_newer));
  g_assert_false (is_newer);
  g_assert_true (hold (self, sibling, later, &is_newer));
  g_assert_false (is_newer);
  g_assert_true (hold (self, child, later, &is_newer));
  g_assert_true (is_newer);
  g_assert_cmpuint (paddock_watch_monitors_get_size (self->monitors), ==, 3);

  g_assert_cmpint (g_rmdir (child), ==, 0);
  g_assert_cmpint (g_rmdir (sibling), ==, 0);
}

/* The same path, and another directory: the old monitor would keep quiet. */
static void
test_other_inode (Fixture       *self,
                  gconstpointer  data)
{
  g_autofree char *child = g_build_filename (self->top, "child", NULL);
  g_autofree char *moved = g_build_filename (self->top, "moved", NULL);
  g_autofree char *inner = g_build_filename (child, "inner", NULL);
  g_autofree char *inner_event = g_strconcat ("!", inner, NULL);
  gint64 later = g_get_monotonic_time ();
  gboolean is_newer;

  g_assert_cmpint (g_mkdir (child, 0700), ==, 0);
  g_assert_true (hold (self, child, later, &is_newer));
  g_assert_cmpint (g_rename (child, moved), ==, 0);
  g_assert_cmpint (g_mkdir (child, 0700), ==, 0);
  later = g_get_monotonic_time ();
  g_assert_true (hold (self, child, later, &is_newer));
  g_assert_true (is_newer);

  g_assert_cmpint (g_mkdir (inner, 0700), ==, 0);
  wait_for_event (self, inner_event);
  g_assert_cmpint (g_rmdir (inner), ==, 0);
  g_assert_cmpint (g_rmdir (child), ==, 0);
  g_assert_cmpint (g_rmdir (moved), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/watch-monitors/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("shared", test_shared);
  ADD ("events", test_events);
  ADD ("own-end", test_own_end);
  ADD ("distrust", test_distrust);
  ADD ("other-inode", test_other_inode);
  return g_test_run ();
}
