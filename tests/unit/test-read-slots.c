/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-read-slots.h"

#include "paddock-limits.h"

/* Who gets a slot, who waits, and who is next. */

static void
take (PaddockReadSlots *slots,
      const char       *caller,
      const char       *mount,
      guint             n,
      PaddockReadSlot   expected)
{
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (paddock_read_slots_acquire (slots, caller, mount, (gpointer) caller), ==,
                     expected);
}

static void
wait_as (PaddockReadSlots *slots,
         const char       *caller,
         const char       *who)
{
  g_assert_cmpint (paddock_read_slots_acquire (slots, caller, "/", (gpointer) who), ==,
                   PADDOCK_READ_SLOT_WAITS);
}

static void
leave (PaddockReadSlots *slots,
       const char       *who)
{
  paddock_read_slots_leave (slots, (gpointer) who);
}

static void
give_back (PaddockReadSlots *slots,
           const char       *caller,
           const char       *mount,
           const char       *next)
{
  paddock_read_slots_give_back (slots, caller, mount, 1);
  g_assert_cmpstr (paddock_read_slots_next (slots), ==, next);
}

/* Each mount and each caller by itself: at the limit and one more. */
static void
test_caller (void)
{
  g_autoptr (PaddockReadSlots) slots = paddock_read_slots_new ();

  take (slots, "a", "/", PADDOCK_LIMIT_READS_PER_MOUNT, PADDOCK_READ_SLOT_TAKEN);
  take (slots, "a", "/", PADDOCK_LIMIT_READS_WAITING, PADDOCK_READ_SLOT_WAITS);
  take (slots, "a", "/", 1, PADDOCK_READ_SLOT_REFUSED);
  take (slots, "a", "/mnt", PADDOCK_LIMIT_READS_PER_MOUNT, PADDOCK_READ_SLOT_TAKEN);
  take (slots, "a", "/mnt", 1, PADDOCK_READ_SLOT_REFUSED);
  take (slots, "b", "/", PADDOCK_LIMIT_READS_PER_MOUNT, PADDOCK_READ_SLOT_TAKEN);
  take (slots, "b", "/", 1, PADDOCK_READ_SLOT_WAITS);
  /* One waiter of "a" goes on, and then one more may wait. */
  give_back (slots, "a", "/", "a");
  take (slots, "a", "/", 1, PADDOCK_READ_SLOT_WAITS);
  take (slots, "a", "/", 1, PADDOCK_READ_SLOT_REFUSED);
}

/* Endless callers on one mount leave room on the others. */
static void
test_mount (void)
{
  g_autoptr (PaddockReadSlots) slots = paddock_read_slots_new ();
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < PADDOCK_LIMIT_READS_OF_MOUNT; i++) {
    g_ptr_array_add (names, g_strdup_printf ("%u", i));
    take (slots, names->pdata[i], "/mnt", 1, PADDOCK_READ_SLOT_TAKEN);
  }
  take (slots, "a", "/mnt", 1, PADDOCK_READ_SLOT_WAITS);
  take (slots, "a", "/", 1, PADDOCK_READ_SLOT_TAKEN);
  /* A slot that comes back on another mount does not help. */
  give_back (slots, "a", "/", NULL);
  give_back (slots, "0", "/mnt", "a");
  give_back (slots, "a", "/mnt", NULL);
  take (slots, "b", "/mnt", 1, PADDOCK_READ_SLOT_TAKEN);
}

/* Ways over several mounts: a caller has few slots on all of them, and one way that hangs for many
 * callers leaves room on the others. */
static void
test_several_mounts (void)
{
  g_autoptr (PaddockReadSlots) slots = paddock_read_slots_new ();
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < PADDOCK_LIMIT_READS_OF_MOUNT / PADDOCK_LIMIT_READS_PER_MOUNT; i++) {
    g_ptr_array_add (names, g_strdup_printf ("%u", i));
    take (slots, names->pdata[i], "5,7", PADDOCK_LIMIT_READS_PER_MOUNT, PADDOCK_READ_SLOT_TAKEN);
  }
  take (slots, "a", "5,7", 1, PADDOCK_READ_SLOT_WAITS);
  take (slots, "a", "6,8", 1, PADDOCK_READ_SLOT_TAKEN);
  take (slots, "a", "8,6", 1, PADDOCK_READ_SLOT_TAKEN);
  take (slots, "a", "6,8,9", 1, PADDOCK_READ_SLOT_WAITS);
  take (slots, "a", "/mnt", PADDOCK_LIMIT_READS_PER_MOUNT, PADDOCK_READ_SLOT_TAKEN);
  take (slots, "0", "6,8", 1, PADDOCK_READ_SLOT_WAITS);
  take (slots, "0", "/mnt", 1, PADDOCK_READ_SLOT_TAKEN);

  /* "a" has no slot left. Then one of its own comes back and one of the way: that frees two
   * waiters. */
  give_back (slots, "0", "5,7", "0");
  give_back (slots, "a", "8,6", "a");
  take (slots, "b", "5,7", 1, PADDOCK_READ_SLOT_WAITS);
  take (slots, "1", "6,8", 1, PADDOCK_READ_SLOT_WAITS);
  give_back (slots, "1", "5,7", "b");
  g_assert_cmpstr (paddock_read_slots_next (slots), ==, "1");
  g_assert_null (paddock_read_slots_next (slots));
}

static void
test_in_all (void)
{
  g_autoptr (PaddockReadSlots) slots = paddock_read_slots_new ();
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < PADDOCK_LIMIT_READS_UNDER_WAY; i++) {
    g_ptr_array_add (names, g_strdup_printf ("/%u", i));
    take (slots, "a", names->pdata[i], 1, PADDOCK_READ_SLOT_TAKEN);
  }
  for (guint i = 0; i < PADDOCK_LIMIT_READS_WAITING_IN_ALL; i++)
    take (slots, names->pdata[i], "/", 1, PADDOCK_READ_SLOT_WAITS);
  take (slots, "b", "/", 1, PADDOCK_READ_SLOT_REFUSED);
  give_back (slots, "a", "/7", "/0");
  take (slots, "b", "/", 1, PADDOCK_READ_SLOT_WAITS);
}

/* First come, first served, except for those who cannot go on yet. */
static void
test_order (void)
{
  g_autoptr (PaddockReadSlots) slots = paddock_read_slots_new ();

  take (slots, "a", "/", PADDOCK_LIMIT_READS_PER_MOUNT, PADDOCK_READ_SLOT_TAKEN);
  take (slots, "b", "/", PADDOCK_LIMIT_READS_PER_MOUNT, PADDOCK_READ_SLOT_TAKEN);
  wait_as (slots, "a", "a1");
  wait_as (slots, "b", "b1");
  wait_as (slots, "b", "b2");
  wait_as (slots, "a", "a2");
  give_back (slots, "b", "/", "b1");
  give_back (slots, "a", "/", "a1");
  give_back (slots, "b", "/", "b2");
  give_back (slots, "b", "/", NULL);
  give_back (slots, "a", "/", "a2");
}

static void
test_leave (void)
{
  g_autoptr (PaddockReadSlots) slots = paddock_read_slots_new ();

  leave (slots, "nobody");
  take (slots, "a", "/", PADDOCK_LIMIT_READS_PER_MOUNT, PADDOCK_READ_SLOT_TAKEN);
  wait_as (slots, "a", "a1");
  wait_as (slots, "a", "a2");
  leave (slots, "a1");
  leave (slots, "a1");
  give_back (slots, "a", "/", "a2");
  give_back (slots, "a", "/", NULL);
}

static void
test_moved (void)
{
  g_autoptr (PaddockReadSlots) slots = paddock_read_slots_new ();

  g_assert_cmpint (paddock_read_slots_get_moved (slots, "/"), ==, 0);
  take (slots, "a", "/", 2, PADDOCK_READ_SLOT_TAKEN);
  take (slots, "a", "/mnt", 1, PADDOCK_READ_SLOT_TAKEN);
  g_assert_cmpint (paddock_read_slots_get_moved (slots, "/"), ==, 0);
  paddock_read_slots_give_back (slots, "a", "/", 5);
  g_assert_null (paddock_read_slots_next (slots));
  g_assert_cmpint (paddock_read_slots_get_moved (slots, "/"), ==, 5);
  g_assert_cmpint (paddock_read_slots_get_moved (slots, "/mnt"), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/read-slots/caller", test_caller);
  g_test_add_func ("/read-slots/mount", test_mount);
  g_test_add_func ("/read-slots/several-mounts", test_several_mounts);
  g_test_add_func ("/read-slots/in-all", test_in_all);
  g_test_add_func ("/read-slots/order", test_order);
  g_test_add_func ("/read-slots/leave", test_leave);
  g_test_add_func ("/read-slots/moved", test_moved);
  return g_test_run ();
}
