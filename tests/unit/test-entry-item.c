/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-entry-item.h"

#include "item-fixture.h"

static PaddockJournalEntry *
entry (const char *text)
{
  g_autoptr (GVariant) dictionary = parse (text);

  return paddock_entry_from_variant (dictionary);
}

static void
test_notifies (void)
{
  g_autoptr (PaddockJournalEntry) first = entry ("{'number': <int64 7>, 'time': <int64 10>,"
                                                 " 'last': <int64 10>, 'count': <uint32 1>}");
  g_autoptr (PaddockJournalEntry) repeat = entry ("{'number': <int64 7>, 'time': <int64 10>,"
                                                  " 'last': <int64 20>, 'count': <uint32 2>}");
  g_autoptr (PaddockEntryItem) item = paddock_entry_item_new (first);
  g_autoptr (GString) names = g_string_new (NULL);
  gint64 number, time, last;
  guint times;

  g_signal_connect (item, "notify", G_CALLBACK (on_notify), names);
  paddock_entry_item_set_entry (item, first);
  g_assert_cmpstr (names->str, ==, "");
  paddock_entry_item_set_entry (item, repeat);
  g_assert_cmpstr (names->str, ==, "last count");
  g_assert_true (paddock_entry_item_get_entry (item) == repeat);

  g_object_get (item, "number", &number, "time", &time, "last", &last, "count", &times, NULL);
  g_assert_cmpint (number, ==, 7);
  g_assert_cmpint (time, ==, 10);
  g_assert_cmpint (last, ==, 20);
  g_assert_cmpuint (times, ==, 2);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/entry-item/notifies", test_notifies);
  return g_test_run ();
}
