/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-control-journal.h"

#include "paddock-views.h"

#include "service-control-fixture.h"

/* ListJournal and SearchJournal over a bus. */

static Desk *
desk_new_with_state (void)
{
  Desk *desk = desk_new (PADDOCK_CONSENT_ASK);

  scene_share (desk->scene, "r1", "home/projects");
  scene_add_root (desk->scene, &(PaddockRoot) { .id = "r2" }, "home/projects/deep");
  scene_meet (desk->scene, "s1", PADDOCK_STANDING_ALLOWED);
  scene_meet (desk->scene, "s2", PADDOCK_STANDING_UNDECIDED);
  scene_meet (desk->scene, "s3", PADDOCK_STANDING_BLOCKED);
  scene_grant (desk->scene, "s1", "r1", 0, NULL);
  return desk;
}

static guint
count_entries (Desk       *desk,
               const char *arguments)
{
  g_autoptr (GVariant) reply = desk_call (desk, desk->command, "ListJournal", arguments);
  g_autoptr (GVariant) entries = g_variant_get_child_value (reply, 0);

  return (guint) g_variant_n_children (entries);
}

static void
test_list (void)
{
  g_autoptr (Desk) desk = desk_new_with_state ();
  g_autofree char *rest = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariantIter) iter = NULL;
  GVariant *dictionary;
  gint64 number = G_MAXINT64;

  g_assert_cmpuint (count_entries (desk, "(@x 0, @u 0)"), ==, 0);
  desk_expect (desk, desk->command, "Block", "('s1',)", "()");
  desk_expect (desk, desk->command, "Block", "('s2',)", "()");
  /* Entries that are not written yet are listed as well. */
  paddock_state_log (desk->scene->state, &(PaddockJournalEntry) {
    .event = PADDOCK_EVENT_SERVICE_STARTED,
  });
  g_assert_cmpuint (count_entries (desk, "(@x 0, @u 0)"), ==, 4);
  g_assert_cmpuint (count_entries (desk, "(@x 0, @u 2)"), ==, 2);
  g_assert_cmpuint (count_entries (desk, "(@x 1, @u 0)"), ==, 0);

  reply = desk_call (desk, desk->command, "ListJournal", "(@x 0, @u 0)");
  g_variant_get (reply, "(aa{sv}x)", &iter, NULL);
  while (g_variant_iter_loop (iter, "@a{sv}", &dictionary)) {
    g_autoptr (PaddockJournalEntry) entry = paddock_entry_from_variant (dictionary);

    g_assert_cmpint (entry->number, <, number);
    number = entry->number;
    if (entry->event == PADDOCK_EVENT_BLOCKED)
      g_assert_nonnull (strstr (entry->detail, "test-control"));
  }
  rest = g_strdup_printf ("(@x %" G_GINT64_FORMAT ", @u 10)", number + 1);
  g_assert_cmpuint (count_entries (desk, rest), ==, 1);
}

static char *
search (Desk       *desk,
        const char *arguments)
{
  g_autoptr (GVariant) reply = desk_call (desk, desk->command, "SearchJournal", arguments);
  g_autoptr (GString) found = g_string_new (NULL);
  g_autoptr (GVariantIter) iter = NULL;
  GVariant *dictionary;

  g_variant_get (reply, "(aa{sv}x)", &iter, NULL);
  while (g_variant_iter_loop (iter, "@a{sv}", &dictionary)) {
    g_autoptr (PaddockJournalEntry) entry = paddock_entry_from_variant (dictionary);

    g_string_append_printf (found, "%s %s;", paddock_journal_entry_event_to_nick (entry->event),
                            entry->server_id != NULL ? entry->server_id : "-");
  }
  return g_string_free (g_steal_pointer (&found), FALSE);
}

static void
test_search (void)
{
  static const char * const cases[][2] = {
    { "(@a{sv} {}, @x 0, @u 1)", "service-started -;" },
    { "({'server': <'s1'>}, @x 0, @u 0)", "blocked s1;revoked s1;" },
    { "({'server': <'s1'>, 'kinds': <['shared', 'paddock']>}, @x 0, @u 0)", "" },
    { "({'kinds': <['revoked', 'paddock']>}, @x 0, @u 2)", "service-started -;blocked s2;" },
    { "({'kinds': <['revoked']>}, @x 0, @u 1)", "blocked s2;" },
    { "({'kinds': <['revoked']>}, @x 2, @u 0)", "revoked s1;" },
    { "({'text': <'TEST-control'>}, @x 0, @u 0)", "blocked s2;blocked s1;revoked s1;" },
    { "({'text': <'zz'>, 'events': <['service-started']>}, @x 0, @u 0)", "service-started -;" },
    { "({'since': <int64 9223372036854775807>}, @x 0, @u 0)", "" },
  };
  g_autoptr (Desk) desk = desk_new_with_state ();

  desk_expect (desk, desk->command, "Block", "('s1',)", "()");
  desk_expect (desk, desk->command, "Block", "('s2',)", "()");
  /* Entries that are not written yet are found as well. */
  paddock_state_log (desk->scene->state, &(PaddockJournalEntry) {
    .event = PADDOCK_EVENT_SERVICE_STARTED,
  });
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *found = search (desk, cases[i][0]);

    g_test_message ("%s", cases[i][0]);
    g_assert_cmpstr (found, ==, cases[i][1]);
  }
}

static void
test_refused (void)
{
  g_autoptr (Desk) desk = desk_new_with_state ();

  desk_refuse (desk, desk->command, "SearchJournal", "({'kinds': <['all']>}, @x 0, @u 0)",
               "InvalidArgument");
  desk_refuse (desk, desk->command, "SearchJournal", "({'who': <'s1'>}, @x 0, @u 0)",
               "InvalidArgument");
}

/* The user is asked about a command, but not about the window's own call. Both leave one entry. */
static void
test_clear (void)
{
  g_autoptr (Desk) desk = desk_new_with_state ();
  g_autofree char *found = NULL;

  desk_expect (desk, desk->command, "Block", "('s1',)", "()");
  desk_expect (desk, desk->command, "ClearJournal", NULL, "('',)");
  found = search (desk, "(@a{sv} {}, @x 0, @u 0)");
  g_assert_cmpstr (found, ==, "journal-cleared -;");
  /* Done for another program, because nobody can be asked. */
  g_assert_cmpuint (scene_count_rows (desk->scene, PADDOCK_EVENT_JOURNAL_CLEARED,
                                      PADDOCK_REASON_COMMAND_ALLOWED), ==, 1);
  WAIT_FOR (strstr (desk->heard->str, "pruned") != NULL);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/control-journal/list", test_list);
  g_test_add_func ("/control-journal/search", test_search);
  g_test_add_func ("/control-journal/refused", test_refused);
  g_test_add_func ("/control-journal/clear", test_clear);
  return g_test_run ();
}
