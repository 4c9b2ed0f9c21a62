/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-client-journal.h"

#include "paddock-error.h"
#include "paddock-names.h"

#include "client-fixture.h"

static gboolean
load_journal (Fixture  *fixture,
              GError  **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  paddock_client_journal_load_async (fixture->client, 50, NULL, on_ready, &result);
  wait_for (&result);
  return paddock_client_journal_load_finish (fixture->client, result, error);
}

static void
test_journal (Fixture       *fixture,
              gconstpointer  data)
{
  GListModel *journal = paddock_client_get_journal (fixture->client);
  g_autoptr (GError) error = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  fake_control_answer (fixture->fake, "ListJournal",
                       "([{'number': <int64 6>}, {'number': <int64 5>}],)");
  g_assert_true (load_journal (fixture, &error));
  first = fake_control_dup_call (fixture->fake, "ListJournal");
  g_assert_cmpstr (first, ==, "(7, 50)");
  g_assert_cmpuint (g_list_model_get_n_items (journal), ==, 3);

  fake_control_answer (fixture->fake, "ListJournal", "([],)");
  g_assert_false (load_journal (fixture, &error));
  g_assert_no_error (error);
  second = fake_control_dup_call (fixture->fake, "ListJournal");
  g_assert_cmpstr (second, ==, "(5, 50)");

  fake_control_fail (fixture->fake, "ListJournal", PADDOCK_ERROR_BUS_PREFIX "Store", "Broken");
  g_assert_false (load_journal (fixture, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/client-journal/load", Fixture, NULL, set_up, test_journal, tear_down);
  return g_test_run ();
}
