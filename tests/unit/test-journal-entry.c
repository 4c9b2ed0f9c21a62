/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-journal-entry.h"

#define MINUTE ((gint64) 60 * G_USEC_PER_SEC)

static void
test_deep_copy (void)
{
  char *texts[] = { g_strdup ("s1"), g_strdup ("Files"), g_strdup ("r1"), g_strdup ("/home/r"),
                    g_strdup ("detail") };
  g_autoptr (PaddockJournalEntry) entry = paddock_journal_entry_new (&(PaddockJournalEntry) {
    .number = 1, .time = 2, .last = 3, .count = 4, .event = PADDOCK_EVENT_GRANTED,
    .reason = PADDOCK_REASON_USER_ALLOWED, .server_id = texts[0], .server = texts[1],
    .root_id = texts[2], .root = texts[3], .detail = texts[4],
  });
  g_autoptr (PaddockJournalEntry) again = paddock_journal_entry_new (entry);

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (texts[i]);
  g_clear_pointer (&entry, paddock_journal_entry_unref);
  g_assert_cmpstr (again->server_id, ==, "s1");
  g_assert_cmpstr (again->server, ==, "Files");
  g_assert_cmpstr (again->root_id, ==, "r1");
  g_assert_cmpstr (again->root, ==, "/home/r");
  g_assert_cmpstr (again->detail, ==, "detail");
  g_assert_cmpint (again->number * 1000 + again->time * 100 + again->last * 10 + again->count, ==,
                   1234);
  g_assert_cmpuint (again->event, ==, PADDOCK_EVENT_GRANTED);
  g_assert_cmpuint (again->reason, ==, PADDOCK_REASON_USER_ALLOWED);
}

static void
test_normal_form (void)
{
  g_autoptr (PaddockJournalEntry) entry =
    paddock_journal_entry_new (&(PaddockJournalEntry) { .time = 9, .last = 3 });
  PaddockJournalEntry *copy = g_boxed_copy (PADDOCK_TYPE_JOURNAL_ENTRY, entry);

  g_assert_true (copy == entry);
  g_assert_cmpuint (entry->count, ==, 1);
  g_assert_cmpint (entry->last, ==, 9);
  g_assert_null (entry->server);
  g_boxed_free (PADDOCK_TYPE_JOURNAL_ENTRY, copy);
}

static void
test_repeats (void)
{
  static const PaddockJournalEntry earlier = {
    .time = 100 * MINUTE, .last = 105 * MINUTE, .count = 3, .event = PADDOCK_EVENT_SERVER_REFUSED,
    .reason = PADDOCK_REASON_LIMIT, .server_id = "s", .server = "Files", .root_id = "r",
    .root = "/r", .detail = "sessions",
  };

#define EXPECT(repeats, field, value) \
  G_STMT_START { \
    PaddockJournalEntry entry = earlier; \
\
    entry.time = 110 * MINUTE; \
    entry.field = value; \
    g_assert_cmpint (paddock_journal_entry_repeats (&entry, &earlier), ==, repeats); \
  } G_STMT_END

  EXPECT (TRUE, count, 1);
  EXPECT (TRUE, number, 12);
  EXPECT (TRUE, server, "Renamed");
  EXPECT (TRUE, root, "/elsewhere");
  EXPECT (TRUE, time, 105 * MINUTE);
  EXPECT (TRUE, time, 115 * MINUTE);
  EXPECT (FALSE, time, 115 * MINUTE + 1);
  EXPECT (FALSE, time, 105 * MINUTE - 1);
  EXPECT (FALSE, time, 0);
  EXPECT (FALSE, time, G_MAXINT64);
  EXPECT (FALSE, event, PADDOCK_EVENT_ROOT_REFUSED);
  EXPECT (FALSE, reason, PADDOCK_REASON_MALFORMED);
  EXPECT (FALSE, server_id, "t");
  EXPECT (FALSE, server_id, NULL);
  EXPECT (FALSE, root_id, "q");
  EXPECT (FALSE, root_id, NULL);
  EXPECT (FALSE, detail, "other");
  EXPECT (FALSE, detail, NULL);
#undef EXPECT
}

/* A read by a server does not equal a read by a program in its name. */
static void
test_reads_repeat (void)
{
  static const PaddockEvent events[] = {
    PADDOCK_EVENT_FILE_READ, PADDOCK_EVENT_FILE_CHECKED, PADDOCK_EVENT_FILE_REFUSED,
    PADDOCK_EVENT_FILE_ASKED,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (events); i++) {
    PaddockJournalEntry earlier = {
      .time = MINUTE, .last = MINUTE, .count = 1, .event = events[i], .server_id = "s",
      .server = "alpha",
    };
    PaddockJournalEntry entry = earlier;

    g_assert_true (paddock_journal_entry_repeats (&entry, &earlier));
    entry.server = "alpha (paddock (9))";
    g_assert_false (paddock_journal_entry_repeats (&entry, &earlier));
  }
}

/* Off, on and off again are three entries, however fast they come. */
static void
test_switching_never_repeats (void)
{
  const PaddockEvent switches[] = {
    PADDOCK_EVENT_ASKING_OFF, PADDOCK_EVENT_ASKING_ON, PADDOCK_EVENT_PAUSED, PADDOCK_EVENT_RESUMED,
    PADDOCK_EVENT_HOST_ROOTS_ON, PADDOCK_EVENT_HOST_ROOTS_OFF, PADDOCK_EVENT_KEEPING_ON,
    PADDOCK_EVENT_KEEPING_OFF, PADDOCK_EVENT_READING_ON, PADDOCK_EVENT_READING_OFF,
    PADDOCK_EVENT_CROSSING_ON, PADDOCK_EVENT_CROSSING_OFF,
    PADDOCK_EVENT_RETENTION_CHANGED, PADDOCK_EVENT_JOURNAL_CLEARED,
    PADDOCK_EVENT_NEVER_TAKEN_BACK, PADDOCK_EVENT_SERVER_RENAMED, PADDOCK_EVENT_APP_CONNECTED,
    PADDOCK_EVENT_APP_RESTORED,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (switches); i++) {
    PaddockJournalEntry entry = { .time = MINUTE, .last = MINUTE, .count = 1,
                                  .event = switches[i] };

    g_assert_false (paddock_journal_entry_repeats (&entry, &entry));
  }
}

static void
test_event_nicks (void)
{
  static const char * const unknown[] = { "", "grant", "GRANTED", "root_added", "root-added " };
  PaddockEvent event = PADDOCK_EVENT_BLOCKED;

  for (gsize i = 0; i < G_N_ELEMENTS (unknown); i++)
    g_assert_false (paddock_journal_entry_event_from_nick (unknown[i], &event));
  g_assert_false (paddock_journal_entry_event_from_nick (NULL, &event));
  g_assert_cmpuint (event, ==, PADDOCK_EVENT_BLOCKED);

  for (guint i = 0; i <= PADDOCK_EVENT_OTHER; i++) {
    g_assert_true (paddock_journal_entry_event_from_nick (paddock_journal_entry_event_to_nick (i),
                                                          &event));
    g_assert_cmpuint (event, ==, i);
  }
  g_assert_cmpstr (paddock_journal_entry_event_to_nick (PADDOCK_EVENT_CONSENT_PUT_OFF), ==,
                   "consent-put-off");
  g_assert_nonnull (paddock_journal_entry_event_to_nick (PADDOCK_EVENT_OTHER + 1));
}

/* Decisions of the user never share space with events that strangers cause. */
static void
test_causes (void)
{
  static const PaddockEvent of_connections[] = {
    PADDOCK_EVENT_SERVER_CONNECTED, PADDOCK_EVENT_SERVER_DISCONNECTED,
    PADDOCK_EVENT_SERVER_REFUSED, PADDOCK_EVENT_ROOTS_LISTED, PADDOCK_EVENT_CHANGE_TOLD,
    PADDOCK_EVENT_CONSENT_ASKED, PADDOCK_EVENT_DEPRECATED, PADDOCK_EVENT_RESTARTED,
    PADDOCK_EVENT_RESTART_FAILED, PADDOCK_EVENT_TOLD_ONLY, PADDOCK_EVENT_LINE_DROPPED,
    PADDOCK_EVENT_WITHOUT_SERVICE, PADDOCK_EVENT_CONFINED, PADDOCK_EVENT_START_REFUSED,
  };
  static const PaddockEvent of_readers[] = {
    PADDOCK_EVENT_FILE_READ, PADDOCK_EVENT_FILE_CHECKED, PADDOCK_EVENT_FILE_REFUSED,
    PADDOCK_EVENT_FILE_ASKED,
  };
  guint n[PADDOCK_N_ENTRY_CAUSES] = { 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (of_connections); i++)
    g_assert_cmpint (paddock_journal_entry_event_get_cause (of_connections[i]), ==,
                     PADDOCK_ENTRY_CAUSE_CONNECTION);
  for (gsize i = 0; i < G_N_ELEMENTS (of_readers); i++)
    g_assert_cmpint (paddock_journal_entry_event_get_cause (of_readers[i]), ==,
                     PADDOCK_ENTRY_CAUSE_READER);
  for (guint event = 0; event <= PADDOCK_EVENT_OTHER; event++)
    n[paddock_journal_entry_event_get_cause (event)]++;
  g_assert_cmpuint (n[PADDOCK_ENTRY_CAUSE_CONNECTION], ==, G_N_ELEMENTS (of_connections));
  g_assert_cmpuint (n[PADDOCK_ENTRY_CAUSE_READER], ==, G_N_ELEMENTS (of_readers));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/journal-entry/deep-copy", test_deep_copy);
  g_test_add_func ("/journal-entry/normal-form", test_normal_form);
  g_test_add_func ("/journal-entry/repeats", test_repeats);
  g_test_add_func ("/journal-entry/reads-repeat", test_reads_repeat);
  g_test_add_func ("/journal-entry/switching-never-repeats", test_switching_never_repeats);
  g_test_add_func ("/journal-entry/causes", test_causes);
  g_test_add_func ("/journal-entry/event-nicks", test_event_nicks);
  return g_test_run ();
}
