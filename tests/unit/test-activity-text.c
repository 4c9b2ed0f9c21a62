/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-activity-text.h"
#include "paddock-identity-text.h"

#include "model-fixtures.h"

#include <string.h>

/* The texts of the Activity page, untranslated, in UTC. */

/* 2026-03-04, a Wednesday, 12:00:00 */
#define NOON (G_GINT64_CONSTANT (1772625600) * G_USEC_PER_SEC)
#define HOUR G_TIME_SPAN_HOUR
#define DAY  G_TIME_SPAN_DAY

static void
test_days (void)
{
  static const struct {
    gint64      time;
    const char *day;
  } cases[] = {
    { NOON, "Today" },
    { NOON - 12 * HOUR, "Today" },
    { NOON + 12 * HOUR - 1, "Today" },
    { NOON - 12 * HOUR - G_TIME_SPAN_SECOND, "Yesterday" },
    { NOON - 36 * HOUR, "Yesterday" },
    { NOON - 36 * HOUR - G_TIME_SPAN_SECOND, "Monday, 2 March" },
    { NOON + 12 * HOUR, "Thursday, 5 March" },
    { NOON - 365 * DAY, "Tuesday, 4 March 2025" },
    { G_MAXINT64, "" },
    { G_MININT64, "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *day = paddock_activity_text_day (cases[i].time, NOON);

    g_assert_cmpstr (day, ==, cases[i].day);
    g_assert_cmpint (paddock_activity_text_is_same_day (cases[i].time, NOON), ==,
                     g_str_equal (cases[i].day, "Today"));
  }
}

static void
test_moment (void)
{
  g_autofree char *moment = paddock_activity_text_moment (NOON + 61 * G_USEC_PER_SEC + 7);
  g_autofree char *never = paddock_activity_text_moment (G_MAXINT64);

  g_assert_cmpstr (moment, ==, "4 March 2026, 12:01:01");
  g_assert_cmpstr (never, ==, "");
}

static void
test_details (void)
{
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_USER] = { PADDOCK_PROOF_PROVEN, "1000" },
    [PADDOCK_FACT_COMMAND] = { PADDOCK_PROOF_CLAIMED, "npx evil\n" },
  };
  g_autoptr (PaddockIdentity) identity = paddock_identity_new (PADDOCK_IDENTITY_PROCESS, facts);
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
    .id = "s", .identity = identity,
  });
  PaddockServerView view = { .server = server };
  PaddockJournalEntry entry = {
    .time = NOON, .last = NOON, .count = 1, .event = PADDOCK_EVENT_GRANTED,
    .reason = PADDOCK_REASON_USER_ALLOWED, .server_id = "s", .server = "alpha",
    .root = "/srv/\xe2\x80\xae", .detail = "paddock 7",
  };
  g_autofree char *known = paddock_activity_text_entry_details (&entry, &view);
  g_autofree char *forgotten = paddock_activity_text_entry_details (&entry, NULL);
  g_autofree char *program = NULL;

  g_assert_nonnull (strstr (known, "Time: 4 March 2026, 12:00:00\nServer: alpha\n"));
  g_assert_nonnull (strstr (known, "Folder: /srv/\\u{202E}\nReason: You allowed it\n"
                            "Details: paddock 7"));
  /* The text distinguishes proven facts from claims. */
  g_assert_nonnull (strstr (known, paddock_identity_text_proof (PADDOCK_PROOF_PROVEN)));
  g_assert_nonnull (strstr (known, paddock_identity_text_proof (PADDOCK_PROOF_CLAIMED)));
  g_assert_null (strstr (known, "no longer knows"));
  g_assert_nonnull (strstr (forgotten, "Paddock no longer knows this server"));

  entry = (PaddockJournalEntry) { .time = NOON, .last = NOON + HOUR, .count = 3,
                                  .server = "paddock" };
  program = paddock_activity_text_entry_details (&entry, NULL);
  g_assert_cmpstr (program, ==, "First time: 4 March 2026, 12:00:00\n"
                   "Last time: 4 March 2026, 13:00:00\nNumber of times: 3\nProgram: paddock");
}

static void
test_icons (void)
{
  const struct {
    PaddockEvent event;
    const char  *icon;
  } cases[] = {
    { PADDOCK_EVENT_CONSENT_ASKED, "dialog-question-symbolic" },
    { PADDOCK_EVENT_GRANTED, "view-reveal-symbolic" },
    { PADDOCK_EVENT_REVOKED, "view-conceal-symbolic" },
    { PADDOCK_EVENT_SERVER_CONNECTED, "network-server-symbolic" },
    { PADDOCK_EVENT_ROOT_ADDED, "folder-symbolic" },
    { PADDOCK_EVENT_FILE_READ, "text-x-generic-symbolic" },
    { PADDOCK_EVENT_FILE_REFUSED, "action-unavailable-symbolic" },
    { PADDOCK_EVENT_ROOTS_LISTED, "view-list-symbolic" },
    { PADDOCK_EVENT_RESTART_FAILED, "dialog-warning-symbolic" },
    { PADDOCK_EVENT_SERVICE_STARTED, "emblem-system-symbolic" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    PaddockEntryKinds kinds = paddock_entry_filter_get_kinds (cases[i].event);

    g_assert_cmpstr (paddock_activity_text_entry_icon (kinds), ==, cases[i].icon);
  }
  g_assert_nonnull (paddock_activity_text_entry_icon (0));
  g_assert_nonnull (paddock_activity_text_entry_icon (1 << PADDOCK_N_ENTRY_KINDS));
}

/* A protocol revision looks like a date, so the text names it as a revision. */
static void
test_revision (void)
{
  g_autofree char *details = paddock_activity_text_entry_details (&(PaddockJournalEntry) {
    .time = NOON, .last = NOON, .count = 1, .event = PADDOCK_EVENT_SERVER_CONNECTED,
    .server = "alpha", .detail = "2025-11-25",
  }, NULL);

  g_assert_true (g_str_has_suffix (details, "\nProtocol version: 2025-11-25"));
}

static void
test_filter (void)
{
  static const struct {
    const char        *server;
    const char        *root;
    PaddockEntryKinds  kind;
    const char        *text;
    const char        *sentence;
  } cases[] = {
    { NULL, NULL, 0, NULL, NULL },
    { NULL, NULL, 0, "", NULL },
    { "alpha", NULL, 0, "", "Only alpha" },
    { "alpha", "Notes", PADDOCK_ENTRY_KIND_REFUSED, "x\n",
      "Only alpha · Notes · Refused · “x\\x0A”" },
    { NULL, NULL, PADDOCK_ENTRY_KIND_PADDOCK, NULL, "Only Paddock itself" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *sentence = paddock_activity_text_filter (cases[i].server, cases[i].root,
                                                              cases[i].kind, cases[i].text);

    g_assert_cmpstr (sentence, ==, cases[i].sentence);
  }
}

/* Each kind has a name of its own. */
static void
test_kinds (void)
{
  for (guint i = 0; i < PADDOCK_N_ENTRY_KINDS; i++) {
    for (guint j = 0; j < i; j++)
      g_assert_cmpstr (paddock_activity_text_entry_kind (1 << i), !=,
                       paddock_activity_text_entry_kind (1 << j));
  }
  g_assert_nonnull (paddock_activity_text_entry_kind (0));
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
      "08:00 · ×12 · The server was blocked" },
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
    g_autofree char *text = paddock_activity_text_entry_note (&cases[i].entry, NOW);

    g_assert_cmpstr (text, ==, cases[i].text);
  }
}

int
main (int    argc,
      char **argv)
{
  g_setenv ("TZ", "UTC", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/activity-text/days", test_days);
  g_test_add_func ("/activity-text/moment", test_moment);
  g_test_add_func ("/activity-text/details", test_details);
  g_test_add_func ("/activity-text/icons", test_icons);
  g_test_add_func ("/activity-text/revision", test_revision);
  g_test_add_func ("/activity-text/filter", test_filter);
  g_test_add_func ("/activity-text/kinds", test_kinds);
  g_test_add_func ("/activity-text/note", test_note);
  return g_test_run ();
}
