/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-entry-item.h"
#include "paddock-search.h"

#include "fake-control.h"
#include "private-bus.h"

/* What a filter finds, in pages and as new entries come, against a fake service. */

#define WAIT_FOR(condition) \
  G_STMT_START { \
    gint64 wait_end = g_get_monotonic_time () + 30 * G_USEC_PER_SEC; \
    while (!(condition)) { \
      g_assert_cmpint (g_get_monotonic_time (), <, wait_end); \
      g_main_context_iteration (NULL, FALSE); \
      g_usleep (500); \
    } \
  } G_STMT_END

#define PAGE 100

typedef struct {
  GTestDBus     *bus;
  FakeControl   *fake;
  PaddockClient *client;
  PaddockSearch *search;
  char          *problem;         /* (owned) (nullable) of the last failure */
} Fixture;

static void
on_failed (PaddockSearch *search,
           GError        *error,
           Fixture       *fixture)
{
  g_free (fixture->problem);
  fixture->problem = g_strdup (error->message);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr (GDBusConnection) connection = NULL;

  fixture->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  private_bus_up (fixture->bus);
  fixture->fake = fake_control_new (g_test_dbus_get_bus_address (fixture->bus));
  connection = fake_control_connect (g_test_dbus_get_bus_address (fixture->bus));
  fixture->client = paddock_client_new (connection);
  fixture->search = paddock_search_new (fixture->client);
  g_signal_connect (fixture->search, "failed", G_CALLBACK (on_failed), fixture);
  fake_control_appear (fixture->fake);
  paddock_client_start (fixture->client);
  WAIT_FOR (paddock_client_get_state (fixture->client) == PADDOCK_CLIENT_CONNECTED);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_search_close (fixture->search);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_clear_object (&fixture->search);
  g_clear_object (&fixture->client);
  fake_control_free (fixture->fake);
  g_test_dbus_down (fixture->bus);
  g_object_unref (fixture->bus);
  g_free (fixture->problem);
}

/* Answers with @n entries, from @from downwards. */
static void
answer (Fixture *fixture,
        gint64   from,
        guint    n)
{
  g_autoptr (GString) reply = g_string_new ("([");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (reply,
                            "%s{'number': <int64 %" G_GINT64_FORMAT ">, 'event': <'granted'>}",
                            i > 0 ? ", " : "", from - i);
  g_string_append (reply, "],)");
  fake_control_answer (fixture->fake, "SearchJournal", n > 0 ? reply->str : "(@aa{sv} [],)");
}

static void
search (Fixture           *fixture,
        PaddockEntryKinds  kinds)
{
  g_autoptr (PaddockEntryFilter) filter =
    paddock_entry_filter_new (&(PaddockEntryFilter) { .kinds = kinds });

  paddock_search_set_filter (fixture->search, filter);
}

/* The numbers found, such as "9 8 7". */
static char *
dup_found (Fixture *fixture)
{
  GListModel *model = paddock_search_get_model (fixture->search);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++) {
    g_autoptr (PaddockEntryItem) item = g_list_model_get_item (model, i);

    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? " " : "",
                            paddock_entry_item_get_entry (item)->number);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
assert_found (Fixture    *fixture,
              const char *expected)
{
  g_autofree char *found = NULL;

  WAIT_FOR (!paddock_search_is_loading (fixture->search));
  found = dup_found (fixture);
  g_assert_cmpstr (found, ==, expected);
}

static guint
count (Fixture *fixture)
{
  return g_list_model_get_n_items (paddock_search_get_model (fixture->search));
}

static void
test_pages (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  answer (fixture, 500, PAGE);
  search (fixture, PADDOCK_ENTRY_KIND_SHARED);
  g_assert_true (paddock_search_is_loading (fixture->search));
  WAIT_FOR (count (fixture) == PAGE);
  first = fake_control_dup_call (fixture->fake, "SearchJournal");
  g_assert_cmpstr (first, ==, "({'kinds': <['shared']>}, 0, 100)");

  /* One request only, however often the end of the list becomes visible. */
  answer (fixture, 400, 3);
  paddock_search_load (fixture->search);
  paddock_search_load (fixture->search);
  WAIT_FOR (count (fixture) == PAGE + 3);
  second = fake_control_dup_call (fixture->fake, "SearchJournal");
  g_assert_cmpstr (second, ==, "({'kinds': <['shared']>}, 401, 100)");

  /* A page that is not full is the last one. */
  paddock_search_load (fixture->search);
  g_assert_false (paddock_search_is_loading (fixture->search));
}

static void
test_odd_pages (Fixture       *fixture,
                gconstpointer  data)
{
  fake_control_answer (fixture->fake, "SearchJournal",
                       "([{'number': <int64 9>, 'event': <'granted'>}, {'number': <int64 9>},"
                       " {'number': <int64 12>}, {'number': <int64 0>}, {'number': <int64 -4>},"
                       " {'event': <'granted'>}, {'number': <'7'>}, {'number': <int64 3>}],)");
  search (fixture, PADDOCK_ENTRY_KIND_SHARED);
  assert_found (fixture, "9 3");
}

/* New entries are filtered here, and are the client's own items. */
static void
test_live (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (PaddockEntryItem) first = NULL;
  g_autoptr (PaddockEntryItem) clients = NULL;

  answer (fixture, 5, 1);
  search (fixture, PADDOCK_ENTRY_KIND_SHARED);
  assert_found (fixture, "5");
  fake_control_emit (fixture->fake, "JournalChanged",
                     "([{'number': <int64 9>, 'event': <'granted'>},"
                     " {'number': <int64 8>, 'event': <'revoked'>},"
                     " {'number': <int64 7>, 'event': <'resumed'>},"
                     " {'number': <int64 4>, 'event': <'granted'>}],)");
  WAIT_FOR (count (fixture) == 4);
  assert_found (fixture, "9 7 5 4");
  first = g_list_model_get_item (paddock_search_get_model (fixture->search), 0);
  clients = g_list_model_get_item (paddock_client_get_journal (fixture->client), 0);
  g_assert_true (first == clients);
}

/* A new filter starts again. The answer for the old filter is dropped. */
static void
test_changed (Fixture       *fixture,
              gconstpointer  data)
{
  answer (fixture, 5, 2);
  search (fixture, PADDOCK_ENTRY_KIND_SHARED);
  search (fixture, PADDOCK_ENTRY_KIND_REVOKED);
  search (fixture, PADDOCK_ENTRY_KIND_REVOKED);
  assert_found (fixture, "5 4");

  search (fixture, 0);
  g_assert_null (paddock_search_get_filter (fixture->search));
  assert_found (fixture, "");
  paddock_search_load (fixture->search);
  g_assert_false (paddock_search_is_loading (fixture->search));
}

static void
test_nothing (Fixture       *fixture,
              gconstpointer  data)
{
  answer (fixture, 0, 0);
  search (fixture, PADDOCK_ENTRY_KIND_SHARED);
  assert_found (fixture, "");
}

static void
test_failed (Fixture       *fixture,
             gconstpointer  data)
{
  fake_control_fail (fixture->fake, "SearchJournal", "org.example.Error", "Not today");
  search (fixture, PADDOCK_ENTRY_KIND_SHARED);
  WAIT_FOR (fixture->problem != NULL);
  g_assert_cmpstr (fixture->problem, ==, "Not today");
  answer (fixture, 5, 1);
  paddock_search_load (fixture->search);
  assert_found (fixture, "5");
}

static void
test_closed (Fixture       *fixture,
             gconstpointer  data)
{
  answer (fixture, 5, 1);
  search (fixture, PADDOCK_ENTRY_KIND_SHARED);
  paddock_search_close (fixture->search);
  paddock_search_close (fixture->search);
  search (fixture, PADDOCK_ENTRY_KIND_REVOKED);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  assert_found (fixture, "");
}

int
main (int    argc,
      char **argv)
{
  if (argc >= 2 && g_str_equal (argv[1], "serve"))
    return fake_control_main ();

  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/search/" path, Fixture, NULL, set_up, function, tear_down)

  ADD ("pages", test_pages);
  ADD ("odd-pages", test_odd_pages);
  ADD ("live", test_live);
  ADD ("changed", test_changed);
  ADD ("nothing", test_nothing);
  ADD ("failed", test_failed);
  ADD ("closed", test_closed);
  return g_test_run ();
}
