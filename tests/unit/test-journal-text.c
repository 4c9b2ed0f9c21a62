/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-journal-text.h"
#include "paddock-sentences.h"

#include "model-fixtures.h"

/* The sentences of the journal, untranslated. */

static void
test_each_event (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  PaddockJournalEntry unknown = { .event = (PaddockEvent) 9999 };
  g_autofree char *no_name = paddock_journal_text_entry (&unknown);

  for (int event = 0; event < PADDOCK_EVENT_OTHER; event++) {
    PaddockJournalEntry entry = { .event = event, .server = "tool", .root = "/srv/notes" };
    char *text = paddock_journal_text_entry (&entry);

    /* Each event has its own sentence. */
    g_assert_cmpstr (text, !=, no_name);
    g_assert_true (g_hash_table_add (seen, text));
  }
}

static void
test_names (void)
{
  const struct {
    PaddockEvent event;
    const char *server;
    const char *root;
    const char *text;
  } cases[] = {
    { PADDOCK_EVENT_SERVER_CONNECTED, "tool", NULL, "“tool” connected" },
    { PADDOCK_EVENT_SERVER_CONNECTED, NULL, NULL, "“A server” connected" },
    { PADDOCK_EVENT_SERVER_CONNECTED, "%s%n", NULL, "“%s%n” connected" },
    { PADDOCK_EVENT_SERVER_CONNECTED, "a\nb", NULL, "“a\\x0Ab” connected" },
    { PADDOCK_EVENT_ROOT_ADDED, NULL, "/srv/notes", "/srv/notes was added" },
    { PADDOCK_EVENT_ROOT_ADDED, NULL, "/home/me/notes", "~/notes was added" },
    { PADDOCK_EVENT_ROOT_ADDED, NULL, NULL, "A folder was added" },
    { PADDOCK_EVENT_GRANTED, "tool", "/srv", "“tool” can now see /srv" },
    { PADDOCK_EVENT_GRANTED, NULL, NULL, "“A server” can now see A folder" },
    { PADDOCK_EVENT_REVOKED, "tool", "/srv/\xff", "“tool” can no longer see /srv/\\xFF" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    PaddockJournalEntry entry = {
      .event = cases[i].event, .server = cases[i].server, .root = cases[i].root,
    };
    g_autofree char *text = paddock_journal_text_entry (&entry);

    g_assert_cmpstr (text, ==, cases[i].text);
  }
}

static void
test_note (void)
{
  const struct {
    PaddockJournalEntry entry;
    const char *text;
  } cases[] = {
    { { .time = NOW, .count = 1 }, "08:00" },
    { { .time = NOW - SECONDS (60), .last = NOW, .count = 1 }, "08:00" },
    { { .time = NOW, .count = 12, .reason = PADDOCK_REASON_BLOCKED },
      "08:00 · ×12 · It is blocked" },
    { { .time = NOW, .count = 1, .detail = "" }, "08:00" },
    { { .time = NOW, .count = 1, .event = PADDOCK_EVENT_FILE_READ, .detail = "a\x07" },
      "08:00 · a\\x07" },
    /* Callers, and revisions that look like dates, are only in the details. */
    { { .time = NOW, .count = 1, .event = PADDOCK_EVENT_GRANTED, .detail = "paddock (7) ← bash" },
      "08:00" },
    { { .time = NOW, .count = 1, .event = PADDOCK_EVENT_SERVER_CONNECTED,
        .detail = "2025-11-25" }, "08:00" },
    /* The sentence stays true after the answer. */
    { { .time = NOW, .count = 1, .event = PADDOCK_EVENT_CONSENT_ASKED,
        .reason = PADDOCK_REASON_UNDECIDED }, "08:00 · You hadn’t decided yet" },
    { { .time = NOW, .count = 0 }, "08:00" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = paddock_journal_text_entry_note (&cases[i].entry, NOW);

    g_assert_cmpstr (text, ==, cases[i].text);
  }
}

int
main (int    argc,
      char **argv)
{
  g_setenv ("TZ", "UTC", TRUE);
  g_setenv ("HOME", "/home/me", TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/journal-text/each-event", test_each_event);
  g_test_add_func ("/journal-text/names", test_names);
  g_test_add_func ("/journal-text/note", test_note);

  return g_test_run ();
}
