/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-entry-filter.h"

/* Which entries a filter matches. test-store-journal.c shows that the database agrees. */

#define EVENT(event)   (G_GUINT64_CONSTANT (1) << (event))

static const PaddockJournalEntry granted = {
  .last = 100, .count = 1, .event = PADDOCK_EVENT_GRANTED,
  .reason = PADDOCK_REASON_USER_ALLOWED, .server_id = "s", .server = "Files (npx)",
  .root_id = "r", .root = "/home/me/Ünïcode Straße", .detail = "paddock 7",
};

static void
test_matches (void)
{
  static const struct {
    PaddockEntryFilter filter;
    gboolean           matches;
  } cases[] = {
    { { 0 }, TRUE },
    { { .server_id = "s", .root_id = "r", .kinds = PADDOCK_ENTRY_KIND_SHARED, .text = "files",
        .since = 100 }, TRUE },
    { { .since = -5 }, TRUE },
    { { .text = "" }, TRUE },
    { { .text = "FILES (" }, TRUE },
    { { .text = "STRASSE" }, TRUE },
    { { .text = "u\xcc\x88n" }, TRUE },               /* u and a combining diaeresis */
    { { .text = "DOCK 7" }, TRUE },
    { { .text = "shared", .text_events = EVENT (PADDOCK_EVENT_GRANTED) }, TRUE },
    { { .text = "said", .text_reasons = EVENT (PADDOCK_REASON_USER_ALLOWED) }, TRUE },
    { { .kinds = PADDOCK_ENTRY_KIND_SHARED | PADDOCK_ENTRY_KIND_FILES }, TRUE },
    /* One condition that does not hold is enough. */
    { { .server_id = "t", .root_id = "r" }, FALSE },
    { { .server_id = "" }, FALSE },
    { { .server_id = "Files (npx)" }, FALSE },
    { { .server_id = "s", .root_id = "q" }, FALSE },
    { { .kinds = PADDOCK_ENTRY_KIND_REVOKED }, FALSE },
    { { .server_id = "s", .kinds = PADDOCK_ENTRY_KIND_FILES, .text = "files" }, FALSE },
    { { .since = 101 }, FALSE },
    { { .text = "files", .since = 101 }, FALSE },
    { { .text = "granted" }, FALSE },
    { { .text = "%" }, FALSE },
    { { .text = "F_les" }, FALSE },
    { { .text = "files  (npx)" }, FALSE },
    { { .text = "Files (npx)/home" }, FALSE },
    { { .text = "strase" }, FALSE },
    { { .text = "zz", .text_events = EVENT (PADDOCK_EVENT_REVOKED) }, FALSE },
    { { .text = "zz", .text_reasons = EVENT (PADDOCK_REASON_EXPIRED) }, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockEntryFilter) filter = paddock_entry_filter_new (&cases[i].filter);
    g_autoptr (PaddockEntryFilter) copy = paddock_entry_filter_copy (filter);

    g_test_message ("case %" G_GSIZE_FORMAT, i);
    g_assert_cmpint (paddock_entry_filter_matches (filter, &granted), ==, cases[i].matches);
    g_assert_cmpint (paddock_entry_filter_matches (copy, &granted), ==, cases[i].matches);
    g_assert_true (paddock_entry_filter_equal (filter, copy));
  }
  g_assert_true (paddock_entry_filter_matches (NULL, &granted));
}

/* An entry without the compared members, and one with an event that only a newer Paddock knows. */
static void
test_bare (void)
{
  static const PaddockJournalEntry bare = { .event = PADDOCK_EVENT_OTHER };
  static const PaddockEntryFilter unwanted[] = {
    { .server_id = "s" }, { .root_id = "r" }, { .text = "o" }, { .since = 1 },
    { .kinds = PADDOCK_ENTRY_KIND_SHARED },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (unwanted); i++) {
    g_autoptr (PaddockEntryFilter) filter = paddock_entry_filter_new (&unwanted[i]);

    g_assert_false (paddock_entry_filter_matches (filter, &bare));
  }
}

static void
test_odd_bytes (void)
{
  g_autoptr (PaddockEntryFilter) filter = paddock_entry_filter_new (&(PaddockEntryFilter) {
    .text = "caf\xff",
  });
  PaddockJournalEntry entry = { .root = "/srv/CAF\xfe\xfd" };

  /* Invalid bytes all compare equal. */
  g_assert_true (paddock_entry_filter_matches (filter, &entry));
  entry.root = "/srv/cafe";
  g_assert_false (paddock_entry_filter_matches (filter, &entry));
}

static void
test_empty (void)
{
  static const PaddockEntryFilter full[] = {
    { .server_id = "s" }, { .root_id = "r" }, { .kinds = PADDOCK_ENTRY_KIND_ASKED },
    { .text = "t" }, { .since = 1 },
  };
  g_autoptr (PaddockEntryFilter) wordless = paddock_entry_filter_new (&(PaddockEntryFilter) {
    .text = "", .text_events = 1, .text_reasons = 1,
  });

  g_assert_true (paddock_entry_filter_is_empty (NULL));
  g_assert_true (paddock_entry_filter_is_empty (wordless));
  g_assert_true (paddock_entry_filter_equal (NULL, wordless));
  for (gsize i = 0; i < G_N_ELEMENTS (full); i++) {
    g_autoptr (PaddockEntryFilter) filter = paddock_entry_filter_new (&full[i]);

    g_assert_false (paddock_entry_filter_is_empty (filter));
    g_assert_false (paddock_entry_filter_equal (filter, wordless));
    g_assert_false (paddock_entry_filter_equal (NULL, filter));
    for (gsize j = 0; j < G_N_ELEMENTS (full); j++)
      g_assert_cmpint (paddock_entry_filter_equal (filter, &full[j]), ==, i == j);
  }
}

/* Each event has a kind, and each kind has an event. */
static void
test_kinds (void)
{
  static const char * const unknown[] = { "", "ask", "ASKED", "asked ", "none" };
  PaddockEntryKinds all = 0;
  PaddockEntryKinds kind = PADDOCK_ENTRY_KIND_TOLD;

  for (PaddockEvent event = 0; event <= PADDOCK_EVENT_OTHER; event++) {
    g_assert_cmpuint (paddock_entry_filter_get_kinds (event), !=, 0);
    all |= paddock_entry_filter_get_kinds (event);
  }
  g_assert_cmpuint (all, ==, (1 << PADDOCK_N_ENTRY_KINDS) - 1);
  g_assert_cmpuint (paddock_entry_filter_get_kinds (PADDOCK_EVENT_OTHER + 1), ==,
                    PADDOCK_ENTRY_KIND_PADDOCK);

  for (gsize i = 0; i < G_N_ELEMENTS (unknown); i++)
    g_assert_false (paddock_entry_filter_kind_from_nick (unknown[i], &kind));
  g_assert_false (paddock_entry_filter_kind_from_nick (NULL, &kind));
  g_assert_cmpuint (kind, ==, PADDOCK_ENTRY_KIND_TOLD);
  for (guint bit = 0; bit < PADDOCK_N_ENTRY_KINDS; bit++) {
    const char *nick = paddock_entry_filter_kind_to_nick (1 << bit);

    g_assert_true (paddock_entry_filter_kind_from_nick (nick, &kind));
    g_assert_cmpuint (kind, ==, 1 << bit);
  }
  g_assert_nonnull (paddock_entry_filter_kind_to_nick (0));
  g_assert_nonnull (paddock_entry_filter_kind_to_nick (1 << PADDOCK_N_ENTRY_KINDS));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/entry-filter/matches", test_matches);
  g_test_add_func ("/entry-filter/bare", test_bare);
  g_test_add_func ("/entry-filter/odd-bytes", test_odd_bytes);
  g_test_add_func ("/entry-filter/empty", test_empty);
  g_test_add_func ("/entry-filter/kinds", test_kinds);
  return g_test_run ();
}
