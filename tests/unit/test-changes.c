/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-changes.h"

#include "model-fixtures.h"

static void
test_order (void)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockJournalEntry) entry =
    paddock_journal_entry_new (&(PaddockJournalEntry) { .time = 1 });
  static const PaddockChangeKind kinds[] = {
    PADDOCK_CHANGE_PUT_ROOT, PADDOCK_CHANGE_PUT_SERVER, PADDOCK_CHANGE_PUT_GRANT,
    PADDOCK_CHANGE_LOG, PADDOCK_CHANGE_DROP_GRANT, PADDOCK_CHANGE_DROP_SERVER,
    PADDOCK_CHANGE_DROP_ROOT, PADDOCK_CHANGE_TAKE_BACK_NEVER, PADDOCK_CHANGE_TAKE_BACK_NEVER,
    PADDOCK_CHANGE_PUT_APP_NOTE,
  };
  g_autoptr (PaddockAppNote) note = paddock_app_note_new (&(PaddockAppNote) { .key = "k" });

  g_assert_cmpuint (paddock_changes_get_size (changes), ==, 0);
  fixture_put_root (changes, "r", PADDOCK_ACCESS_READ_ONLY, 0);
  fixture_put_server (changes, "s", PADDOCK_STANDING_ALLOWED);
  fixture_put_grant (changes, "s", "r", PADDOCK_ACCESS_READ_ONLY, 0, NULL);
  paddock_changes_log (changes, entry);
  paddock_changes_drop_grant (changes, "s", "r");
  paddock_changes_drop_server (changes, "s");
  paddock_changes_drop_root (changes, "r");
  paddock_changes_take_back_never (changes, "s", "/f");
  paddock_changes_take_back_never (changes, NULL, "/g");
  paddock_changes_add (changes, &(PaddockChange) { .kind = PADDOCK_CHANGE_PUT_APP_NOTE,
                                                   .note = note });

  g_assert_cmpuint (paddock_changes_get_size (changes), ==, G_N_ELEMENTS (kinds));
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_assert_cmpuint (paddock_changes_get (changes, i)->kind, ==, kinds[i]);
  g_assert_true (paddock_changes_get (changes, 9)->note == note);
  g_assert_cmpstr (paddock_changes_get (changes, 0)->root->id, ==, "r");
  g_assert_cmpstr (paddock_changes_get (changes, 1)->server->id, ==, "s");
  g_assert_cmpstr (paddock_changes_get (changes, 2)->grant->root_id, ==, "r");
  g_assert_true (paddock_changes_get (changes, 3)->entry == entry);
  g_assert_cmpstr (paddock_changes_get (changes, 4)->server_id, ==, "s");
  g_assert_cmpstr (paddock_changes_get (changes, 4)->root_id, ==, "r");
  g_assert_cmpstr (paddock_changes_get (changes, 5)->server_id, ==, "s");
  g_assert_null (paddock_changes_get (changes, 5)->root_id);
  g_assert_cmpstr (paddock_changes_get (changes, 6)->root_id, ==, "r");
  g_assert_cmpstr (paddock_changes_get (changes, 7)->server_id, ==, "s");
  g_assert_cmpstr (paddock_changes_get (changes, 7)->path, ==, "/f");
  g_assert_null (paddock_changes_get (changes, 8)->server_id);
  g_assert_cmpstr (paddock_changes_get (changes, 8)->path, ==, "/g");
}

/* The set holds its own references, so its values outlive their creator. */
static void
test_ownership (void)
{
  PaddockChanges *changes = paddock_changes_new ();
  PaddockChanges *again = paddock_changes_ref (changes);
  char *id = g_strdup ("r");

  paddock_changes_drop_root (changes, id);
  g_free (id);
  paddock_changes_unref (changes);
  g_assert_cmpstr (paddock_changes_get (again, 0)->root_id, ==, "r");
  paddock_changes_unref (again);
}

static void
test_add (void)
{
  PaddockChanges *some = paddock_changes_new ();
  g_autoptr (PaddockChanges) all = paddock_changes_new ();
  g_autoptr (PaddockJournalEntry) entry =
    paddock_journal_entry_new (&(PaddockJournalEntry) { .time = 1 });

  fixture_put_root (some, "r", PADDOCK_ACCESS_READ_WRITE, 5);
  fixture_put_server (some, "s", PADDOCK_STANDING_BLOCKED);
  fixture_put_grant (some, "s", "r", PADDOCK_ACCESS_READ_ONLY, 6, "1:1");
  paddock_changes_log (some, entry);
  paddock_changes_drop_grant (some, "s", "r");
  paddock_changes_take_back_never (some, "s", "/f");
  for (gsize i = 0; i < paddock_changes_get_size (some); i++)
    paddock_changes_add (all, paddock_changes_get (some, i));
  paddock_changes_unref (some);

  g_assert_cmpuint (paddock_changes_get_size (all), ==, 6);
  g_assert_cmpint (paddock_changes_get (all, 0)->root->expires, ==, 5);
  g_assert_cmpuint (paddock_changes_get (all, 1)->server->standing, ==, PADDOCK_STANDING_BLOCKED);
  g_assert_cmpstr (paddock_changes_get (all, 2)->grant->scope, ==, "1:1");
  g_assert_true (paddock_changes_get (all, 3)->entry == entry);
  g_assert_cmpstr (paddock_changes_get (all, 4)->root_id, ==, "r");
  g_assert_cmpstr (paddock_changes_get (all, 5)->path, ==, "/f");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/changes/order", test_order);
  g_test_add_func ("/changes/ownership", test_ownership);
  g_test_add_func ("/changes/add", test_add);
  return g_test_run ();
}
