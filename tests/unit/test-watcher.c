/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-watcher.h"

#include "test-watch-support.h"

#include <errno.h>

#include <sched.h>
#include <sys/mount.h>

/* Real directories are renamed and removed below a real watcher. Nothing sleeps: each step iterates
 * the main context until its condition holds. */

static gboolean has_own_mounts;   /* of the process; set once in main () */
static gboolean has_no_override;

static void
test_deleted_and_made_again (Fixture       *self,
                             gconstpointer  data)
{
  make_dir (self, "root");
  watch_and_settle (self, "root");
  g_assert_cmpuint (count_of (self, "root"), ==, 1);

  for (int i = 0; i < 3; i++) {
    delete (self, "root");
    wait_for (self, "root", PADDOCK_AVAILABILITY_MISSING);
    wait_until_idle (self);
    g_assert_true (paddock_watcher_has_events (self->watcher, "root"));

    make_dir (self, "root");
    wait_for (self, "root", PADDOCK_AVAILABILITY_AVAILABLE);
    wait_until_idle (self);
  }
  g_assert_cmpuint (count_of (self, "root"), ==, 7);
}

/* A checkout does this: there is no time for a look in between, but it is a new directory. */
static void
test_made_again_at_once (Fixture       *self,
                         gconstpointer  data)
{
  make_dir (self, "root");
  watch_and_settle (self, "root");

  for (gsize i = 2; i < 6; i++) {
    gint64 deadline = g_get_monotonic_time () + DEADLINE;

    make_dir (self, "keeps-the-inode-from-being-used-again");
    delete (self, "root");
    make_dir (self, "root");
    delete (self, "keeps-the-inode-from-being-used-again");
    while (count_of (self, "root") < i && !paddock_watcher_is_idle (self->watcher))
      iterate (deadline);
    wait_until_idle (self);
    wait_for (self, "root", PADDOCK_AVAILABILITY_AVAILABLE);
  }

  delete (self, "root");
  wait_for (self, "root", PADDOCK_AVAILABILITY_MISSING);
}

static void
test_renamed_and_back (Fixture       *self,
                       gconstpointer  data)
{
  make_dir (self, "root");
  watch_and_settle (self, "root");

  for (int i = 0; i < 3; i++) {
    move (self, "root", "elsewhere");
    wait_for (self, "root", PADDOCK_AVAILABILITY_MISSING);
    wait_until_idle (self);
    move (self, "elsewhere", "root");
    wait_for (self, "root", PADDOCK_AVAILABILITY_AVAILABLE);
    wait_until_idle (self);
  }
}

static void
test_ancestor_renamed_and_back (Fixture       *self,
                                gconstpointer  data)
{
  make_dir (self, "a/b/c/root");
  watch_and_settle (self, "a/b/c/root");

  for (int i = 0; i < 3; i++) {
    move (self, "a", "z");
    wait_for (self, "a/b/c/root", PADDOCK_AVAILABILITY_MISSING);
    wait_until_idle (self);
    move (self, "z", "a");
    wait_for (self, "a/b/c/root", PADDOCK_AVAILABILITY_AVAILABLE);
    wait_until_idle (self);

    /* The monitors now watch what is there now. */
    move (self, "a/b", "a/y");
    wait_for (self, "a/b/c/root", PADDOCK_AVAILABILITY_MISSING);
    wait_until_idle (self);
    move (self, "a/y", "a/b");
    wait_for (self, "a/b/c/root", PADDOCK_AVAILABILITY_AVAILABLE);
    wait_until_idle (self);
  }
}

/* Away and back before anybody looks: the monitors followed the directory, and must not be lost. */
static void
test_back_at_once (Fixture       *self,
                   gconstpointer  data)
{
  make_dir (self, "a/root");
  watch_and_settle (self, "a/root");

  for (int i = 0; i < 5; i++) {
    move (self, "a", "z");
    move (self, "z", "a");
    move (self, "a/root", "a/other");
    move (self, "a/other", "a/root");
    for (int n = 0; n < 20; n++)
      iterate (g_get_monotonic_time () + DEADLINE);
    wait_until_idle (self);
    g_assert_cmpint (verdict_of (self, "a/root"), ==, PADDOCK_AVAILABILITY_AVAILABLE);
  }

  delete (self, "a/root");
  wait_for (self, "a/root", PADDOCK_AVAILABILITY_MISSING);
}

static void
test_ancestor_swapped (Fixture       *self,
                       gconstpointer  data)
{
  make_dir (self, "a/root");
  watch_and_settle (self, "a/root");

  /* Another directory at the same place: the old monitors watch the one that was moved away. */
  move (self, "a", "old");
  make_dir (self, "a");
  wait_for (self, "a/root", PADDOCK_AVAILABILITY_MISSING);
  wait_until_idle (self);
  make_dir (self, "a/root");
  wait_for (self, "a/root", PADDOCK_AVAILABILITY_AVAILABLE);
  wait_until_idle (self);
  delete (self, "a/root");
  wait_for (self, "a/root", PADDOCK_AVAILABILITY_MISSING);
}

static void
test_missing_from_the_start (Fixture       *self,
                             gconstpointer  data)
{
  g_autoptr (PaddockFileRecord) record = NULL;
  g_autofree char *path = path_of (self, "x/y/z");

  make_dir (self, "x/y/z");
  record = record_of (path);
  delete (self, "x/y/z");
  delete (self, "x/y");
  delete (self, "x");
  paddock_watcher_add (self->watcher, "z", path, record, g_get_real_time ());
  wait_for (self, "z", PADDOCK_AVAILABILITY_MISSING);
  wait_until_idle (self);
  g_assert_true (paddock_watcher_has_events (self->watcher, "z"));

  make_dir (self, "x");
  make_dir (self, "x/y");
  make_dir (self, "x/y/z");
  wait_for (self, "z", PADDOCK_AVAILABILITY_AVAILABLE);
}

static void
test_permission (Fixture       *self,
                 gconstpointer  data)
{
  static const char * const closed[] = { "a/b/root", "a/b", "a" };

  if (!has_no_override) {
    g_test_skip ("permissions do not hold for this user, and the override cannot be dropped");
    return;
  }

  make_dir (self, "a/b/root");
  watch_and_settle (self, "a/b/root");

  for (gsize i = 0; i < G_N_ELEMENTS (closed); i++) {
    set_mode (self, closed[i], 0000);
    wait_for (self, "a/b/root", PADDOCK_AVAILABILITY_UNREADABLE);
    wait_until_idle (self);
    set_mode (self, closed[i], 0700);
    wait_for (self, "a/b/root", PADDOCK_AVAILABILITY_AVAILABLE);
    wait_until_idle (self);
    g_assert_true (paddock_watcher_has_events (self->watcher, "a/b/root"));
  }
}

/* Paddock may go through "a", but not read it: the directories above and below help. */
static void
test_unreadable_ancestor (Fixture       *self,
                          gconstpointer  data)
{
  if (!has_no_override) {
    g_test_skip ("permissions do not hold for this user, and the override cannot be dropped");
    return;
  }

  make_dir (self, "a/b/root");
  set_mode (self, "a", 0300);
  watch_and_settle (self, "a/b/root");

  move (self, "a/b", "a/c");
  wait_for (self, "a/b/root", PADDOCK_AVAILABILITY_MISSING);
  /* Nobody reports what comes back in "a", so it is polled. */
  g_assert_false (paddock_watcher_has_events (self->watcher, "a/b/root"));
  g_assert_false (paddock_watcher_is_idle (self->watcher));
  move (self, "a/c", "a/b");
  wait_for (self, "a/b/root", PADDOCK_AVAILABILITY_AVAILABLE);
  wait_until_idle (self);

  set_mode (self, "a", 0000);
  wait_for (self, "a/b/root", PADDOCK_AVAILABILITY_UNREADABLE);
  set_mode (self, "a", 0300);
  wait_for (self, "a/b/root", PADDOCK_AVAILABILITY_AVAILABLE);
}

static void
test_replaced_by_file (Fixture       *self,
                       gconstpointer  data)
{
  make_dir (self, "root");
  watch_and_settle (self, "root");

  delete (self, "root");
  make_file (self, "root", "text");
  wait_for (self, "root", PADDOCK_AVAILABILITY_REPLACED);
  wait_until_idle (self);
  delete (self, "root");
  make_dir (self, "root");
  wait_for (self, "root", PADDOCK_AVAILABILITY_AVAILABLE);
}

static void
test_replaced_by_link (Fixture       *self,
                       gconstpointer  data)
{
  g_autofree char *link = path_of (self, "a/root");
  g_autofree char *ancestor = path_of (self, "a");

  make_dir (self, "a/root");
  make_dir (self, "elsewhere/root");
  watch_and_settle (self, "a/root");

  move (self, "a/root", "kept");
  g_assert_cmpint (symlink ("../elsewhere/root", link), ==, 0);
  wait_for (self, "a/root", PADDOCK_AVAILABILITY_REPLACED);
  wait_until_idle (self);
  delete (self, "a/root");
  move (self, "kept", "a/root");
  wait_for (self, "a/root", PADDOCK_AVAILABILITY_AVAILABLE);
  wait_until_idle (self);

  move (self, "a", "kept");
  g_assert_cmpint (symlink ("elsewhere", ancestor), ==, 0);
  wait_for (self, "a/root", PADDOCK_AVAILABILITY_REPLACED);
  wait_until_idle (self);
  delete (self, "a");
  move (self, "kept", "a");
  wait_for (self, "a/root", PADDOCK_AVAILABILITY_AVAILABLE);
}

/* Made long after the last look at the root, but before the loss. */
static void
test_replaced_by_older_directory (Fixture       *self,
                                  gconstpointer  data)
{
  g_autofree char *path = path_of (self, "root");
  gint64 born, deadline;

  make_dir (self, "root");
  watch_and_settle (self, "root");
  if (((PaddockFileRecord *) g_hash_table_lookup (self->records, "root"))->birth == 0)
    g_test_message ("without times of birth every other directory counts as older");

  make_dir (self, "older");
  born = g_get_monotonic_time ();
  deadline = born + DEADLINE;
  while (g_get_monotonic_time () < born + 2500 * G_TIME_SPAN_MILLISECOND)
    iterate (deadline);

  move (self, "root", "away");
  move (self, "older", "root");
  wait_for (self, "root", PADDOCK_AVAILABILITY_REPLACED);
  wait_until_idle (self);

  move (self, "root", "older");
  move (self, "away", "root");
  wait_for (self, "root", PADDOCK_AVAILABILITY_AVAILABLE);
}

static void
test_file_saved_by_rename (Fixture       *self,
                           gconstpointer  data)
{
  make_file (self, "notes.txt", "one");
  watch_and_settle (self, "notes.txt");

  for (gsize i = 0; i < 3; i++) {
    gint64 deadline = g_get_monotonic_time () + DEADLINE;
    gsize before = count_of (self, "notes.txt");

    make_file (self, "notes.txt.new", "two");
    move (self, "notes.txt.new", "notes.txt");
    /* A changed record is reported, and the verdict stays. */
    while (count_of (self, "notes.txt") == before)
      iterate (deadline);
    wait_until_idle (self);
    g_assert_cmpint (verdict_of (self, "notes.txt"), ==, PADDOCK_AVAILABILITY_AVAILABLE);
  }

  delete (self, "notes.txt");
  wait_for (self, "notes.txt", PADDOCK_AVAILABILITY_MISSING);
  make_dir (self, "notes.txt");
  wait_for (self, "notes.txt", PADDOCK_AVAILABILITY_REPLACED);
}

static void
test_writing_wakes_nobody (Fixture       *self,
                           gconstpointer  data)
{
  make_dir (self, "root");
  make_file (self, "notes.txt", "");
  watch_and_settle (self, "root");
  watch_and_settle (self, "notes.txt");

  for (int i = 0; i < 20; i++) {
    make_file (self, "root/file", "text");
    make_file (self, "notes.txt", "text");
    make_file (self, "unrelated", "text");
    delete (self, "unrelated");
    iterate (g_get_monotonic_time () + DEADLINE);
    g_assert_true (paddock_watcher_is_idle (self->watcher));
  }
  g_assert_cmpuint (count_of (self, "root"), ==, 1);
  g_assert_cmpuint (count_of (self, "notes.txt"), ==, 1);
}

static void
test_many (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < 200; i++) {
    g_ptr_array_add (names, g_strdup_printf ("all/group%u/root%u", i % 10, i));
    make_dir (self, names->pdata[i]);
  }
  for (guint i = 0; i < names->len; i++)
    watch (self, names->pdata[i]);
  for (guint i = 0; i < names->len; i++)
    wait_for (self, names->pdata[i], PADDOCK_AVAILABILITY_AVAILABLE);
  wait_until_idle (self);

  move (self, "all/group3", "all/gone");
  for (guint i = 3; i < names->len; i += 10)
    wait_for (self, names->pdata[i], PADDOCK_AVAILABILITY_MISSING);
  move (self, "all", "none");
  for (guint i = 0; i < names->len; i++)
    wait_for (self, names->pdata[i], PADDOCK_AVAILABILITY_MISSING);
  move (self, "none", "all");
  move (self, "all/gone", "all/group3");
  for (guint i = 0; i < names->len; i++)
    wait_for (self, names->pdata[i], PADDOCK_AVAILABILITY_AVAILABLE);
  wait_until_idle (self);
  for (guint i = 0; i < names->len; i++)
    g_assert_true (paddock_watcher_has_events (self->watcher, names->pdata[i]));
}

static void
test_removed_key (Fixture       *self,
                  gconstpointer  data)
{
  make_dir (self, "one");
  make_dir (self, "two");
  watch (self, "one");
  paddock_watcher_remove (self->watcher, "one");
  paddock_watcher_remove (self->watcher, "never there");
  watch_and_settle (self, "two");
  g_assert_cmpuint (count_of (self, "one"), ==, 0);
  g_assert_false (paddock_watcher_has_events (self->watcher, "one"));
  g_assert_cmpint (paddock_watcher_get_last_seen (self->watcher, "one"), ==, 0);

  watch_and_settle (self, "one");
  paddock_watcher_remove (self->watcher, "one");
  delete (self, "one");
  delete (self, "two");
  wait_for (self, "two", PADDOCK_AVAILABILITY_MISSING);
  g_assert_cmpuint (count_of (self, "one"), ==, 1);
}

static void
test_removed_while_told (Fixture       *self,
                         gconstpointer  data)
{
  make_dir (self, "root");
  self->remove_at_signal = g_strdup ("root");
  watch (self, "root");
  wait_for (self, "root", PADDOCK_AVAILABILITY_AVAILABLE);
  wait_until_idle (self);
  g_assert_false (paddock_watcher_has_events (self->watcher, "root"));
}

static void
test_added_twice (Fixture       *self,
                  gconstpointer  data)
{
  make_dir (self, "root");
  watch (self, "root");
  watch (self, "root");
  wait_for (self, "root", PADDOCK_AVAILABILITY_AVAILABLE);
  wait_until_idle (self);
  g_assert_cmpuint (count_of (self, "root"), ==, 1);
}

static void
test_check (Fixture       *self,
            gconstpointer  data)
{
  make_dir (self, "root");
  watch_and_settle (self, "root");
  paddock_watcher_check (self->watcher, "root");
  g_assert_false (paddock_watcher_is_idle (self->watcher));
  paddock_watcher_check (self->watcher, "root");
  paddock_watcher_check (self->watcher, "nothing");
  wait_until_idle (self);
  g_assert_cmpuint (count_of (self, "root"), ==, 1);
}

static void
test_last_seen (Fixture       *self,
                gconstpointer  data)
{
  gint64 first;

  make_dir (self, "root");
  watch_and_settle (self, "root");
  first = paddock_watcher_get_last_seen (self->watcher, "root");
  g_assert_cmpint (first, >, g_get_real_time () - DEADLINE);
  g_assert_cmpint (first, <=, g_get_real_time ());

  delete (self, "root");
  wait_for (self, "root", PADDOCK_AVAILABILITY_MISSING);
  wait_until_idle (self);
  first = paddock_watcher_get_last_seen (self->watcher, "root");
  paddock_watcher_check (self->watcher, "root");
  wait_until_idle (self);
  g_assert_cmpint (paddock_watcher_get_last_seen (self->watcher, "root"), ==, first);
}

/* Work that hangs, as on a file system that does not answer. */
typedef struct {
  GMutex   lock;
  GCond    go_on;
  gboolean is_going;
  guint    n_ended;
} Hanging;

static gpointer
hang (gpointer      data,
      GCancellable *cancellable)
{
  Hanging *hanging = data;

  g_mutex_lock (&hanging->lock);
  while (!hanging->is_going)
    g_cond_wait (&hanging->go_on, &hanging->lock);
  g_mutex_unlock (&hanging->lock);
  return NULL;
}

static void
on_hang_ended (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  paddock_file_pool_run_finish (PADDOCK_FILE_POOL (source), result, NULL);
  ((Hanging *) user_data)->n_ended++;
}

static void
go_on (Hanging *hanging)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;

  g_mutex_lock (&hanging->lock);
  hanging->is_going = TRUE;
  g_cond_broadcast (&hanging->go_on);
  g_mutex_unlock (&hanging->lock);
  while (hanging->n_ended < PADDOCK_FILE_POOL_THREADS_PER_MOUNT)
    iterate (deadline);
}

/* All threads of the mount hang: the verdict stays only for a while, and comes back with the
 * threads. A root that is removed meanwhile reports nothing. */
static void
test_stuck (Fixture       *self,
            gconstpointer  data)
{
  Hanging hanging = { .is_going = FALSE };
  gint64 began;

  make_dir (self, "root");
  make_dir (self, "other");
  watch_and_settle (self, "root");
  watch_and_settle (self, "other");
  for (guint i = 0; i < PADDOCK_FILE_POOL_THREADS_PER_MOUNT; i++)
    paddock_file_pool_run_async (self->pool, self->top, hang, &hanging, NULL, NULL, NULL,
                                 on_hang_ended, &hanging);

  began = g_get_monotonic_time ();
  paddock_watcher_check (self->watcher, "root");
  paddock_watcher_check (self->watcher, "other");
  paddock_watcher_remove (self->watcher, "other");
  wait_for (self, "root", PADDOCK_AVAILABILITY_UNREADABLE);
  g_assert_cmpint (g_get_monotonic_time () - began, >=,
                   PADDOCK_WATCHER_HANG_SECONDS * G_USEC_PER_SEC);
  g_assert_false (paddock_watcher_has_events (self->watcher, "root"));
  g_assert_cmpuint (count_of (self, "root"), ==, 2);

  go_on (&hanging);
  wait_for (self, "root", PADDOCK_AVAILABILITY_AVAILABLE);
  wait_until_idle (self);
  g_assert_true (paddock_watcher_has_events (self->watcher, "root"));
  g_assert_cmpuint (count_of (self, "root"), ==, 3);
  g_assert_cmpuint (count_of (self, "other"), ==, 1);
}

/* When the watcher goes, nobody waits for hanging threads. */
static void
test_gone_while_stuck (Fixture       *self,
                       gconstpointer  data)
{
  Hanging hanging = { .is_going = FALSE };

  make_dir (self, "root");
  watch_and_settle (self, "root");
  for (guint i = 0; i < PADDOCK_FILE_POOL_THREADS_PER_MOUNT; i++)
    paddock_file_pool_run_async (self->pool, self->top, hang, &hanging, NULL, NULL, NULL,
                                 on_hang_ended, &hanging);
  paddock_watcher_check (self->watcher, "root");
  g_assert_finalize_object (self->watcher);
  go_on (&hanging);
  g_assert_cmpuint (count_of (self, "root"), ==, 1);
  self->watcher = paddock_watcher_new (self->pool);
}

/* More events than the kernel keeps, and the important one is lost. */
static void
test_overflow (Fixture       *self,
               gconstpointer  data)
{
  g_autofree char *text = NULL;
  gint64 limit = 16384;

  if (g_file_get_contents ("/proc/sys/fs/inotify/max_queued_events", &text, NULL, NULL))
    limit = g_ascii_strtoll (text, NULL, 10);
  if (limit > 1000000) {
    g_test_skip ("the kernel queues more than a million events here");
    return;
  }

  make_dir (self, "root");
  make_dir (self, "one");
  make_dir (self, "two");
  watch_and_settle (self, "root");
  for (gint64 i = 0; i <= limit; i++)
    set_mode (self, i % 2 == 0 ? "one" : "two", 0700);
  delete (self, "root");
  wait_for (self, "root", PADDOCK_AVAILABILITY_MISSING);
}

/* No event of a directory reports this; the mount table does. */
static void
test_mounted_over (Fixture       *self,
                   gconstpointer  data)
{
  g_autofree char *above = path_of (self, "above");

  if (!has_own_mounts) {
    g_test_skip ("needs the privilege to mount in a namespace of its own");
    return;
  }

  make_dir (self, "above/root");
  watch_and_settle (self, "above/root");
  for (int i = 0; i < 2; i++) {
    g_assert_cmpint (mount ("none", above, "tmpfs", 0, NULL), ==, 0);
    wait_for (self, "above/root", PADDOCK_AVAILABILITY_MISSING);
    wait_until_idle (self);
    g_assert_cmpint (umount (above), ==, 0);
    wait_for (self, "above/root", PADDOCK_AVAILABILITY_AVAILABLE);
    wait_until_idle (self);
  }
}

/* A removable disk: the root goes with its mount, and the empty mount point is not the root.
 * Paddock holds nothing that prevents unmounting. */
static void
test_unmounted (Fixture       *self,
                gconstpointer  data)
{
  g_autofree char *point = path_of (self, "stick");

  if (!has_own_mounts) {
    g_test_skip ("needs the privilege to mount in a namespace of its own");
    return;
  }

  make_dir (self, "stick");
  g_assert_cmpint (mount ("none", point, "tmpfs", 0, NULL), ==, 0);
  make_dir (self, "stick/root");
  watch_and_settle (self, "stick/root");
  watch_and_settle (self, "stick");

  g_assert_cmpint (umount (point), ==, 0);
  wait_for (self, "stick/root", PADDOCK_AVAILABILITY_MISSING);
  wait_for (self, "stick", PADDOCK_AVAILABILITY_MISSING);
  wait_until_idle (self);
}

/* On a type without events in the table. */
static void
test_polled (Fixture       *self,
             gconstpointer  data)
{
  g_autofree char *point = path_of (self, "strange");

  if (!has_own_mounts) {
    g_test_skip ("needs the privilege to mount in a namespace of its own");
    return;
  }

  make_dir (self, "strange");
  if (mount ("none", point, "hugetlbfs", 0, NULL) != 0) {
    g_test_skip ("needs hugetlbfs, a file system without events that wants no server");
    return;
  }

  make_dir (self, "strange/root");
  watch (self, "strange/root");
  wait_for (self, "strange/root", PADDOCK_AVAILABILITY_AVAILABLE);
  g_assert_false (paddock_watcher_has_events (self->watcher, "strange/root"));
  g_assert_false (paddock_watcher_is_idle (self->watcher));

  move (self, "strange/root", "strange/away");
  wait_for (self, "strange/root", PADDOCK_AVAILABILITY_MISSING);
  g_assert_false (paddock_watcher_has_events (self->watcher, "strange/root"));
  move (self, "strange/away", "strange/root");
  wait_for (self, "strange/root", PADDOCK_AVAILABILITY_AVAILABLE);

  /* The timer ends with the last root that needs it. */
  paddock_watcher_remove (self->watcher, "strange/root");
  g_assert_true (paddock_watcher_is_idle (self->watcher));
  g_assert_cmpint (umount (point), ==, 0);
}

typedef struct {
  guint wanted;
  guint unwanted;
} Polls;

static gboolean
demand (const char *key,
        gpointer    user_data)
{
  Polls *polls = user_data;
  gboolean is_wanted = g_str_has_suffix (key, "wanted") && !g_str_has_suffix (key, "unwanted");

  if (is_wanted)
    polls->wanted++;
  else
    polls->unwanted++;
  return is_wanted;
}

/* A root that nobody wants to know about is polled less and less often, and at once when somebody
 * does. */
static void
test_nobody_cares (Fixture       *self,
                   gconstpointer  data)
{
  g_autofree char *point = path_of (self, "strange");
  gint64 begun = g_get_monotonic_time ();
  Polls polls = { 0 };

  if (!has_own_mounts) {
    g_test_skip ("needs the privilege to mount in a namespace of its own");
    return;
  }

  make_dir (self, "strange");
  if (mount ("none", point, "hugetlbfs", 0, NULL) != 0) {
    g_test_skip ("needs hugetlbfs, a file system without events that wants no server");
    return;
  }

  make_dir (self, "strange/wanted");
  make_dir (self, "strange/unwanted");
  paddock_watcher_set_demand (self->watcher, demand, &polls);
  watch (self, "strange/wanted");
  watch (self, "strange/unwanted");
  wait_for (self, "strange/wanted", PADDOCK_AVAILABILITY_AVAILABLE);
  wait_for (self, "strange/unwanted", PADDOCK_AVAILABILITY_AVAILABLE);
  while (polls.wanted < 2)
    iterate (begun + DEADLINE);
  g_assert_cmpuint (polls.unwanted, ==, 1);
  g_assert_cmpint (g_get_monotonic_time () - begun, >=,
                   2 * PADDOCK_WATCHER_POLL_SECONDS * G_TIME_SPAN_SECOND);

  move (self, "strange/unwanted", "strange/away");
  begun = g_get_monotonic_time ();
  paddock_watcher_hurry (self->watcher);
  wait_for (self, "strange/unwanted", PADDOCK_AVAILABILITY_MISSING);
  g_assert_cmpint (g_get_monotonic_time () - begun, <, 2 * G_TIME_SPAN_SECOND);
  g_assert_cmpuint (polls.unwanted, ==, 1);

  paddock_watcher_remove (self->watcher, "strange/wanted");
  paddock_watcher_remove (self->watcher, "strange/unwanted");
  g_assert_true (paddock_watcher_is_idle (self->watcher));
  /* The last look may still run on its thread. */
  begun = g_get_monotonic_time ();
  while (umount (point) != 0) {
    g_assert_cmpint (errno, ==, EBUSY);
    g_assert_cmpint (g_get_monotonic_time () - begun, <, DEADLINE);
    g_usleep (1000);
  }
}

int
main (int    argc,
      char **argv)
{
  has_own_mounts = unshare (CLONE_NEWNS) == 0
                   && mount ("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
  has_no_override = drop_override ();
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/watcher/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("deleted-and-made-again", test_deleted_and_made_again);
  ADD ("made-again-at-once", test_made_again_at_once);
  ADD ("renamed-and-back", test_renamed_and_back);
  ADD ("ancestor-renamed-and-back", test_ancestor_renamed_and_back);
  ADD ("back-at-once", test_back_at_once);
  ADD ("ancestor-swapped", test_ancestor_swapped);
  ADD ("missing-from-the-start", test_missing_from_the_start);
  ADD ("permission", test_permission);
  ADD ("unreadable-ancestor", test_unreadable_ancestor);
  ADD ("replaced-by-file", test_replaced_by_file);
  ADD ("replaced-by-link", test_replaced_by_link);
  ADD ("replaced-by-older-directory", test_replaced_by_older_directory);
  ADD ("file-saved-by-rename", test_file_saved_by_rename);
  ADD ("writing-wakes-nobody", test_writing_wakes_nobody);
  ADD ("many", test_many);
  ADD ("removed-key", test_removed_key);
  ADD ("removed-while-told", test_removed_while_told);
  ADD ("added-twice", test_added_twice);
  ADD ("check", test_check);
  ADD ("last-seen", test_last_seen);
  ADD ("stuck", test_stuck);
  ADD ("gone-while-stuck", test_gone_while_stuck);
  ADD ("overflow", test_overflow);
  ADD ("mounted-over", test_mounted_over);
  ADD ("unmounted", test_unmounted);
  ADD ("polled", test_polled);
  ADD ("nobody-cares", test_nobody_cares);
  return g_test_run ();
}
