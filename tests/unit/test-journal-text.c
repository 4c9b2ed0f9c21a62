/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-journal-text.h"

/* The sentences of the journal, untranslated. */

static void
test_each_event (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  PaddockJournalEntry unknown = { .event = (PaddockEvent) 9999 };
  g_autofree char *no_name = paddock_journal_text_entry (&unknown, NULL);

  for (int event = 0; event < PADDOCK_EVENT_OTHER; event++) {
    PaddockJournalEntry entry = { .event = event, .server = "tool", .root = "/srv/notes" };
    char *text = paddock_journal_text_entry (&entry, "/home/me");

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
    { PADDOCK_EVENT_SERVER_CONNECTED, "Paddock” (verified) – choose all. “Paddock", NULL,
      "“Paddock' (verified) – choose all. 'Paddock” connected" },
    { PADDOCK_EVENT_ROOT_ADDED, NULL, "/srv/notes", "/srv/notes was added to your list" },
    { PADDOCK_EVENT_ROOT_ADDED, NULL, "/home/me/notes", "~/notes was added to your list" },
    { PADDOCK_EVENT_ROOT_ADDED, NULL, NULL, "A folder was added to your list" },
    { PADDOCK_EVENT_GRANTED, "tool", "/srv", "/srv was shared with “tool”" },
    { PADDOCK_EVENT_APP_CONNECTED, "cursor/files", "/home/me/.cursor/mcp.json",
      "Cursor starts “files” through Paddock now" },
    { PADDOCK_EVENT_APP_RESTORED, "cursor/a/b\n", NULL,
      "Cursor starts “a/b\\x0A” without Paddock again" },
    { PADDOCK_EVENT_APP_RESTORED, "a”/b” c", NULL, "a' starts “b' c” without Paddock again" },
    { PADDOCK_EVENT_APP_RESTORED, "files", NULL, "An app starts “files” without Paddock again" },
    { PADDOCK_EVENT_GRANTED, NULL, NULL, "A folder was shared with “A server”" },
    { PADDOCK_EVENT_REVOKED, "tool", "/srv/\xff", "/srv/\\xFF was revoked from “tool”" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    PaddockJournalEntry entry = {
      .event = cases[i].event, .server = cases[i].server, .root = cases[i].root,
    };
    g_autofree char *text = paddock_journal_text_entry (&entry, "/home/me");

    g_assert_cmpstr (text, ==, cases[i].text);
  }
}

/* A reason that the sentence has said is not said again. */
static void
test_reasons (void)
{
  static const struct {
    PaddockEvent   event;
    PaddockReason  reason;
    const char    *text;
  } cases[] = {
    { PADDOCK_EVENT_CONSENT_PUT_OFF, PADDOCK_REASON_USER_PUT_OFF, NULL },
    { PADDOCK_EVENT_ROOT_RETURNED, PADDOCK_REASON_RETURNED, NULL },
    { PADDOCK_EVENT_FILE_ANSWERED, PADDOCK_REASON_USER_ALLOWED, NULL },
    { PADDOCK_EVENT_CONSENT_PUT_OFF, PADDOCK_REASON_AGENT_GONE,
      "The window was closed without an answer" },
    { PADDOCK_EVENT_GRANTED, PADDOCK_REASON_USER_ALLOWED, "You allowed it" },
    { PADDOCK_EVENT_FILE_ANSWERED, PADDOCK_REASON_USER_ALLOWED_SESSION,
      "You allowed it until the connection ends" },
    { PADDOCK_EVENT_GRANTED, PADDOCK_REASON_NONE, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    PaddockJournalEntry entry = { .event = cases[i].event, .reason = cases[i].reason };

    g_assert_cmpstr (paddock_journal_text_reason (&entry), ==, cases[i].text);
  }
}

/* The search text is also looked for in the sentences, but not in names inside them. */
static void
test_words (void)
{
  static const struct {
    const char   *text;
    PaddockEvent  event;
    gboolean      has_event;
  } cases[] = {
    { "WAS BLOCKED", PADDOCK_EVENT_BLOCKED, TRUE },
    { "was blocked", PADDOCK_EVENT_UNBLOCKED, FALSE },
    { "paused", PADDOCK_EVENT_PAUSED, TRUE },
    { "a folder", PADDOCK_EVENT_ROOT_ADDED, FALSE },
    { "%s", PADDOCK_EVENT_ROOT_ADDED, FALSE },
  };
  g_autoptr (PaddockEntryFilter) reason =
    paddock_journal_text_filter_new (&(PaddockEntryFilter) { .text = "time limit" });
  g_autoptr (PaddockEntryFilter) none =
    paddock_journal_text_filter_new (&(PaddockEntryFilter) { .text = "" });

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockEntryFilter) filter =
      paddock_journal_text_filter_new (&(PaddockEntryFilter) { .text = cases[i].text });

    g_assert_cmpint ((filter->text_events >> cases[i].event & 1) != 0, ==, cases[i].has_event);
  }
  g_assert_cmpuint (reason->text_reasons, ==, G_GUINT64_CONSTANT (1) << PADDOCK_REASON_EXPIRED);
  g_assert_cmpuint (none->text_events, ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/journal-text/each-event", test_each_event);
  g_test_add_func ("/journal-text/names", test_names);
  g_test_add_func ("/journal-text/reasons", test_reasons);
  g_test_add_func ("/journal-text/words", test_words);

  return g_test_run ();
}
