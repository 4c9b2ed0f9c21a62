/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-client-facts.h"
#include "paddock-client.h"
#include "paddock-root-item.h"

#include "paddock-names.h"

#include "fake-control.h"
#include "private-bus.h"

#include <glib/gstdio.h>
#include <signal.h>

/* The client's states and models, against a fake service on a private bus. If the bus starts the
 * service again, it starts this test program. */

typedef struct {
  GTestDBus       *bus;
  GDBusConnection *connection;
  FakeControl     *fake;
  PaddockClient   *client;
  char            *directory;         /* (owned) */
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autofree char *path = NULL;
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *text = NULL;

  fixture->directory = g_dir_make_tmp ("paddock-test-XXXXXX", NULL);
  path = g_build_filename (fixture->directory, "fake.service", NULL);
  text = data != NULL ? g_strdup_printf ("[D-BUS Service]\nName=%s\nExec=%s\n",
                                         PADDOCK_SERVICE_BUS_NAME, (const char *) data)
                      : g_strdup_printf ("[D-BUS Service]\nName=%s\nExec=%s serve\n",
                                         PADDOCK_SERVICE_BUS_NAME, self);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));

  fixture->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_add_service_dir (fixture->bus, fixture->directory);
  private_bus_up (fixture->bus);
  fixture->connection = fake_control_connect (g_test_dbus_get_bus_address (fixture->bus));
  fixture->fake = fake_control_new (g_test_dbus_get_bus_address (fixture->bus));
  fixture->client = paddock_client_new (fixture->connection);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "fake.service", NULL);

  /* Cancelled calls keep a reference until they are answered. */
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_finalize_object (g_steal_pointer (&fixture->client));
  fake_control_free (fixture->fake);
  g_dbus_connection_close_sync (fixture->connection, NULL, NULL);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_object_unref (fixture->connection);
  g_test_dbus_down (fixture->bus);
  g_object_unref (fixture->bus);
  g_unlink (path);
  g_rmdir (fixture->directory);
  g_free (fixture->directory);
}

/* Waits for @condition, at most 20 s. */
#define WAIT_FOR(condition) \
  G_STMT_START { \
    guint deadline_id = g_timeout_add_seconds (20, on_deadline, (gpointer) #condition); \
    while (!(condition)) \
    g_main_context_iteration (NULL, TRUE); \
    g_source_remove (deadline_id); \
  } G_STMT_END

static gboolean
on_deadline (gpointer user_data)
{
  g_error ("waited in vain for %s", (const char *) user_data);
  return G_SOURCE_REMOVE;
}

static gboolean
is_in (Fixture            *fixture,
       PaddockClientState  state)
{
  return paddock_client_get_state (fixture->client) == state;
}

static char *
ids_of (GListModel *model)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++) {
    g_autoptr (GObject) item = g_list_model_get_item (model, i);
    g_autofree char *id = NULL;

    g_object_get (item, "id", &id, NULL);
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", id);
  }
  return g_string_free (text, FALSE);
}

static void
assert_roots (Fixture    *fixture,
              const char *expected)
{
  g_autofree char *ids = ids_of (paddock_client_get_roots (fixture->client));

  g_assert_cmpstr (ids, ==, expected);
}

#define ROOTS_AB "([{'id': <'a'>, 'path': <b'/a'>}, {'id': <'b'>, 'path': <b'/b'>}],)"

static void
connect_client (Fixture *fixture)
{
  fake_control_appear (fixture->fake);
  paddock_client_start (fixture->client);
  WAIT_FOR (is_in (fixture, PADDOCK_CLIENT_CONNECTED));
}

static void
test_filled_when_connected (Fixture       *fixture,
                            gconstpointer  data)
{
  guint n_requests;

  fake_control_answer (fixture->fake, "ListRoots", ROOTS_AB);
  fake_control_answer (fixture->fake, "ListServers", "([{'id': <'s'>}],)");
  fake_control_answer (fixture->fake, "ListRequests", "([{'id': <'q'>}],)");
  fake_control_answer (fixture->fake, "ListApps",
                       "([{'key': <'zed-k3v9x0q2m1ab'>, 'app': <'zed'>, 'server': <'x'>, "
                       "'path': <'/f'>}],)");
  fake_control_answer (fixture->fake, "ListJournal",
                       "([{'number': <int64 2>}, {'number': <int64 1>}],)");
  g_assert_true (is_in (fixture, PADDOCK_CLIENT_CONNECTING));
  g_assert_null (paddock_client_facts_get_version (fixture->client));
  connect_client (fixture);

  assert_roots (fixture, "a b");
  g_assert_nonnull (paddock_client_lookup_root (fixture->client, "a"));
  g_assert_null (paddock_client_lookup_root (fixture->client, "s"));
  g_assert_nonnull (paddock_client_lookup_server (fixture->client, "s"));
  g_assert_null (paddock_client_lookup_server (fixture->client, NULL));
  g_assert_cmpuint (g_list_model_get_n_items (paddock_client_get_apps (fixture->client)), ==, 1);
  g_assert_nonnull (paddock_client_lookup_app (fixture->client, "zed-k3v9x0q2m1ab"));
  fake_control_emit (fixture->fake, "AppsChanged", "(@aa{sv} [], ['zed-k3v9x0q2m1ab'])");
  WAIT_FOR (paddock_client_lookup_app (fixture->client, "zed-k3v9x0q2m1ab") == NULL);
  g_assert_cmpuint (g_list_model_get_n_items (paddock_client_get_journal (fixture->client)), ==, 2);
  g_object_get (fixture->client, "n-requests", &n_requests, NULL);
  g_assert_cmpuint (n_requests, ==, 1);
  g_assert_cmpstr (paddock_client_facts_get_version (fixture->client), ==, "9.8.7");
  g_assert_cmpstr (paddock_client_facts_get_consent_mode (fixture->client), ==, "ask");
  g_assert_null (paddock_client_get_problem (fixture->client));
  g_assert_null (paddock_client_facts_get_set_aside (fixture->client));
}

static void
test_set_aside (Fixture       *fixture,
                gconstpointer  data)
{
  g_assert_null (paddock_client_facts_get_set_aside (fixture->client));
  fake_control_set_aside (fixture->fake, "/data/paddock.db.damaged-\xe9");
  connect_client (fixture);
  g_assert_cmpstr (paddock_client_facts_get_set_aside (fixture->client), ==,
                   "/data/paddock.db.damaged-\xe9");
}

static void
on_import_offer_changed (PaddockClient *client,
                         gboolean      *is_changed)
{
  *is_changed = TRUE;
}

static void
test_import_offer (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (PaddockImportOffer) offer = NULL;
  gboolean is_changed = FALSE;

  g_assert_null (paddock_client_facts_dup_import_offer (fixture->client));
  connect_client (fixture);
  g_assert_null (paddock_client_facts_dup_import_offer (fixture->client));
  g_signal_connect (fixture->client, "import-offer-changed", G_CALLBACK (on_import_offer_changed),
                    &is_changed);
  fake_control_set_import (fixture->fake,
                           "{'state': <'found'>, 'path': <b'/data'>, 'roots': <@u 2>}");
  while (!is_changed)
    g_main_context_iteration (NULL, TRUE);
  offer = paddock_client_facts_dup_import_offer (fixture->client);
  g_assert_cmpint (offer->state, ==, PADDOCK_IMPORT_FOUND);
  g_assert_cmpuint (offer->n_roots, ==, 2);
}

static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  static const char * const ids[] = { "s1", "gone", NULL };
  static const char * const programs[] = { ":paddock (9) ← host", "s1", NULL };
  gboolean is_changed = FALSE;

  g_assert_null (paddock_client_facts_get_refused (fixture->client)[0]);
  g_assert_null (paddock_client_facts_dup_refused_label (fixture->client));
  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'s1'>, 'given-name': <'alpha'>}],)");
  connect_client (fixture);
  g_assert_null (paddock_client_facts_get_refused (fixture->client)[0]);
  g_signal_connect (fixture->client, "refused-changed", G_CALLBACK (on_import_offer_changed),
                    &is_changed);
  fake_control_set_refused (fixture->fake, ids);
  while (!is_changed)
    g_main_context_iteration (NULL, TRUE);
  {
    g_autofree char *label = paddock_client_facts_dup_refused_label (fixture->client);

    g_assert_cmpstr (paddock_client_facts_get_refused (fixture->client)[1], ==, "gone");
    g_assert_cmpstr (label, ==, "alpha");
  }

  is_changed = FALSE;
  g_signal_connect (fixture->client, "never-changed", G_CALLBACK (on_import_offer_changed),
                    &is_changed);
  fake_control_emit (fixture->fake, "NeverChanged", "()");
  while (!is_changed)
    g_main_context_iteration (NULL, TRUE);

  is_changed = FALSE;
  fake_control_set_refused (fixture->fake, programs);
  while (!is_changed)
    g_main_context_iteration (NULL, TRUE);
  {
    g_autofree char *label = paddock_client_facts_dup_refused_label (fixture->client);

    g_assert_cmpstr (label, ==, "paddock (9) ← host");
  }
}

/* An older service lacks a method of a newer window: the user is told, and all other calls work. */
static void
test_older_service (Fixture       *fixture,
                    gconstpointer  data)
{
  fake_control_fail (fixture->fake, "ListJournal", "org.freedesktop.DBus.Error.UnknownMethod",
                     "No such method “ListJournal”");
  fake_control_appear (fixture->fake);
  paddock_client_start (fixture->client);
  WAIT_FOR (is_in (fixture, PADDOCK_CLIENT_FAILED));
  g_assert_nonnull (strstr (paddock_client_get_problem (fixture->client), "its old service is "
                            "still running"));
}

static void
test_follows (Fixture       *fixture,
              gconstpointer  data)
{
  PaddockRootItem *a;
  GListModel *journal = paddock_client_get_journal (fixture->client);
  GListModel *requests = paddock_client_get_requests (fixture->client);
  g_autofree char *label = NULL;

  fake_control_answer (fixture->fake, "ListRoots", ROOTS_AB);
  connect_client (fixture);
  a = paddock_client_lookup_root (fixture->client, "a");

  fake_control_emit (fixture->fake, "RootsChanged",
                     "([{'id': <'a'>, 'path': <b'/a'>, 'name': <'N'>}, {'id': <'c'>}], ['b'])");
  WAIT_FOR (paddock_client_lookup_root (fixture->client, "c") != NULL);
  assert_roots (fixture, "a c");
  g_assert_true (paddock_client_lookup_root (fixture->client, "a") == a);
  g_object_get (a, "label", &label, NULL);
  g_assert_cmpstr (label, ==, "N");

  fake_control_emit (fixture->fake, "ServersChanged", "([{'id': <'s'>}], @as [])");
  WAIT_FOR (paddock_client_lookup_server (fixture->client, "s") != NULL);
  fake_control_emit (fixture->fake, "RequestsChanged", "([{'id': <'q'>}], @as [])");
  WAIT_FOR (g_list_model_get_n_items (requests) == 1);
  fake_control_emit (fixture->fake, "RequestsChanged", "(@aa{sv} [], ['q'])");
  WAIT_FOR (g_list_model_get_n_items (requests) == 0);
  fake_control_emit (fixture->fake, "JournalChanged", "([{'number': <int64 4>}],)");
  WAIT_FOR (g_list_model_get_n_items (journal) == 1);
}

/* Signals that come while the lists are loading are applied after them, whether they come before or
 * after the replies. A list must not undo a newer change. */
static void
signals_while_filling (Fixture  *fixture,
                       gboolean  after)
{
  fake_control_answer (fixture->fake, "ListRoots", ROOTS_AB);
  fake_control_emit_at (fixture->fake, "ListRoots", after, "RootsChanged",
                        "([{'id': <'c'>}], ['a'])");
  connect_client (fixture);
  WAIT_FOR (paddock_client_lookup_root (fixture->client, "c") != NULL);
  assert_roots (fixture, "b c");
}

static void
test_signal_before_list (Fixture       *fixture,
                         gconstpointer  data)
{
  signals_while_filling (fixture, FALSE);
}

static void
test_signal_after_list (Fixture       *fixture,
                        gconstpointer  data)
{
  signals_while_filling (fixture, TRUE);
}

static void
on_finished (PaddockClient  *client,
             const char     *request,
             const char     *verdict,
             const char     *reason,
             char          **text)
{
  g_free (*text);
  *text = g_strjoin (" ", request, verdict, reason, NULL);
}

static void
test_request_finished (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autofree char *text = NULL;

  connect_client (fixture);
  g_signal_connect (fixture->client, "request-finished", G_CALLBACK (on_finished), &text);
  fake_control_emit (fixture->fake, "RequestFinished", "('q', 'allow', 'user-allowed')");
  WAIT_FOR (text != NULL);
  g_assert_cmpstr (text, ==, "q allow user-allowed");
}

static gboolean
has_agent (Fixture *fixture)
{
  gboolean has;

  g_object_get (fixture->client, "has-agent", &has, NULL);
  return has;
}

static void
test_agent (Fixture       *fixture,
            gconstpointer  data)
{
  connect_client (fixture);
  g_assert_false (has_agent (fixture));
  fake_control_set_agent (fixture->fake, TRUE);
  WAIT_FOR (has_agent (fixture));
  fake_control_vanish (fixture->fake);
  WAIT_FOR (is_in (fixture, PADDOCK_CLIENT_LOST));
  g_assert_false (has_agent (fixture));
  WAIT_FOR (is_in (fixture, PADDOCK_CLIENT_CONNECTED));
}

static gboolean
is_paused (Fixture *fixture)
{
  gboolean is;

  g_object_get (fixture->client, "is-paused", &is, NULL);
  g_assert_cmpint (is, ==, paddock_client_is_paused (fixture->client));
  return is;
}

static void
on_sight_changed (PaddockClient *client,
                  guint         *n)
{
  (*n)++;
}

/* Emitted once for each message of the service, after the lists were updated. */
static void
test_sight (Fixture       *fixture,
            gconstpointer  data)
{
  guint n = 0;

  g_signal_connect (fixture->client, "sight-changed", G_CALLBACK (on_sight_changed), &n);
  connect_client (fixture);
  g_assert_cmpuint (n, ==, 1);
  fake_control_emit (fixture->fake, "RootsChanged",
                     "([{'id': <'r1'>}, {'id': <'r2'>}], @as [])");
  WAIT_FOR (n == 2);
  g_assert_nonnull (paddock_client_lookup_root (fixture->client, "r2"));
  fake_control_emit (fixture->fake, "ServersChanged", "([{'id': <'s'>}], @as [])");
  WAIT_FOR (n == 3);
  g_assert_nonnull (paddock_client_lookup_server (fixture->client, "s"));
  fake_control_set_paused (fixture->fake, TRUE);
  WAIT_FOR (n == 4);
  g_assert_true (is_paused (fixture));
  /* None of this changes who sees what. */
  fake_control_emit (fixture->fake, "JournalChanged", "([{'number': <int64 4>}],)");
  fake_control_emit (fixture->fake, "RequestsChanged", "([{'id': <'q'>}], @as [])");
  WAIT_FOR (g_list_model_get_n_items (paddock_client_get_requests (fixture->client)) == 1);
  g_assert_cmpuint (n, ==, 4);
}

/* The service was paused when it was lost. That holds until the next one says something else. */
static void
test_paused (Fixture       *fixture,
             gconstpointer  data)
{
  connect_client (fixture);
  g_assert_false (is_paused (fixture));
  fake_control_set_paused (fixture->fake, TRUE);
  WAIT_FOR (is_paused (fixture));
  fake_control_vanish (fixture->fake);
  WAIT_FOR (is_in (fixture, PADDOCK_CLIENT_LOST));
  g_assert_true (is_paused (fixture));
  WAIT_FOR (is_in (fixture, PADDOCK_CLIENT_CONNECTED));
}

static void
kill_service (Fixture *fixture)
{
  guint32 pid = 0;
  g_autoptr (GVariant) reply =
    g_dbus_connection_call_sync (fixture->connection, "org.freedesktop.DBus", "/",
                                 "org.freedesktop.DBus", "GetConnectionUnixProcessID",
                                 g_variant_new ("(s)", PADDOCK_SERVICE_BUS_NAME), NULL,
                                 G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);

  g_variant_get (reply, "(u)", &pid);
  g_assert_cmpint (kill ((pid_t) pid, SIGKILL), ==, 0);
}

/* A lost service is started again, at most three times. Then the state is FAILED, until somebody
 * else starts a service. */
static void
test_lost (Fixture       *fixture,
           gconstpointer  data)
{
  PaddockRootItem *a;

  fake_control_answer (fixture->fake, "ListRoots", ROOTS_AB);
  connect_client (fixture);
  a = paddock_client_lookup_root (fixture->client, "a");

  fake_control_vanish (fixture->fake);
  for (guint i = 0; i < 3; i++) {
    WAIT_FOR (is_in (fixture, PADDOCK_CLIENT_LOST));
    if (i == 0)
      assert_roots (fixture, "a b");
    WAIT_FOR (is_in (fixture, PADDOCK_CLIENT_CONNECTED));
    assert_roots (fixture, "");
    kill_service (fixture);
  }
  WAIT_FOR (is_in (fixture, PADDOCK_CLIENT_FAILED));
  g_assert_nonnull (strstr (paddock_client_get_problem (fixture->client), "paddock serve"));
  g_assert_nonnull (a);

  fake_control_appear (fixture->fake);
  WAIT_FOR (is_in (fixture, PADDOCK_CLIENT_CONNECTED));
  g_assert_null (paddock_client_get_problem (fixture->client));
  assert_roots (fixture, "a b");
}

static void
test_items_survive_loss (Fixture       *fixture,
                         gconstpointer  data)
{
  PaddockRootItem *b;

  fake_control_answer (fixture->fake, "ListRoots", ROOTS_AB);
  connect_client (fixture);
  b = paddock_client_lookup_root (fixture->client, "b");

  /* The bus runs /bin/false instead: the state is FAILED, and the data stays. */
  fake_control_vanish (fixture->fake);
  WAIT_FOR (is_in (fixture, PADDOCK_CLIENT_FAILED));
  assert_roots (fixture, "a b");

  fake_control_answer (fixture->fake, "ListRoots", "([{'id': <'c'>}, {'id': <'b'>}],)");
  fake_control_appear (fixture->fake);
  WAIT_FOR (is_in (fixture, PADDOCK_CLIENT_CONNECTED));
  assert_roots (fixture, "c b");
  g_assert_true (paddock_client_lookup_root (fixture->client, "b") == b);
}

static void
test_started_by_bus (Fixture       *fixture,
                     gconstpointer  data)
{
  paddock_client_start (fixture->client);
  WAIT_FOR (is_in (fixture, PADDOCK_CLIENT_CONNECTED));
}

static void
test_cannot_start (Fixture       *fixture,
                   gconstpointer  data)
{
  paddock_client_start (fixture->client);
  WAIT_FOR (is_in (fixture, PADDOCK_CLIENT_FAILED));
  g_assert_nonnull (paddock_client_get_problem (fixture->client));

  /* Another attempt is possible, and ends the same way. */
  paddock_client_start (fixture->client);
  g_assert_true (is_in (fixture, PADDOCK_CLIENT_CONNECTING));
  g_assert_null (paddock_client_get_problem (fixture->client));
  WAIT_FOR (is_in (fixture, PADDOCK_CLIENT_FAILED));
}

static void
test_list_fails (Fixture       *fixture,
                 gconstpointer  data)
{
  fake_control_fail (fixture->fake, "ListServers", PADDOCK_ERROR_BUS_PREFIX "Store",
                     "The database cannot be read");
  fake_control_appear (fixture->fake);
  paddock_client_start (fixture->client);
  WAIT_FOR (is_in (fixture, PADDOCK_CLIENT_FAILED));
  g_assert_nonnull (strstr (paddock_client_get_problem (fixture->client),
                            "The database cannot be read"));
  g_assert_null (strstr (paddock_client_get_problem (fixture->client), "GDBus.Error"));
}

/* The service ends while it sends its lists: that is a loss like any other. */
static void
test_vanishes_while_filling (Fixture       *fixture,
                             gconstpointer  data)
{
  fake_control_vanish_at (fixture->fake, "ListRoots");
  fake_control_appear (fixture->fake);
  paddock_client_start (fixture->client);
  WAIT_FOR (is_in (fixture, PADDOCK_CLIENT_LOST));
  WAIT_FOR (is_in (fixture, PADDOCK_CLIENT_CONNECTED));
}

/* After the last unref, at any time, no callback is called. */
static void
test_dispose (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (PaddockClient) idle = paddock_client_new (fixture->connection);
  PaddockClient *starting = paddock_client_new (fixture->connection);
  guint n = 0;

  g_clear_object (&idle);
  paddock_client_start (starting);
  g_object_run_dispose (G_OBJECT (starting));
  g_object_unref (starting);
  fake_control_appear (fixture->fake);
  for (guint i = 0; i < 50; i++)
    n += g_main_context_iteration (NULL, FALSE) ? 1 : 0;
  g_assert_cmpuint (n, <=, 50);
}

#define ADD(name, data, function) \
  g_test_add ("/client/" name, Fixture, data, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  if (argc >= 2 && g_str_equal (argv[1], "serve"))
    return fake_control_main ();

  g_test_init (&argc, &argv, NULL);
  ADD ("filled-when-connected", NULL, test_filled_when_connected);
  ADD ("set-aside", NULL, test_set_aside);
  ADD ("import-offer", NULL, test_import_offer);
  ADD ("refused", NULL, test_refused);
  ADD ("older-service", NULL, test_older_service);
  ADD ("follows", NULL, test_follows);
  ADD ("signal-before-list", NULL, test_signal_before_list);
  ADD ("signal-after-list", NULL, test_signal_after_list);
  ADD ("request-finished", NULL, test_request_finished);
  ADD ("agent", NULL, test_agent);
  ADD ("paused", NULL, test_paused);
  ADD ("sight", NULL, test_sight);
  ADD ("lost", NULL, test_lost);
  ADD ("items-survive-loss", "/bin/false", test_items_survive_loss);
  ADD ("started-by-bus", NULL, test_started_by_bus);
  ADD ("cannot-start", "/bin/false", test_cannot_start);
  ADD ("list-fails", NULL, test_list_fails);
  ADD ("vanishes-while-filling", NULL, test_vanishes_while_filling);
  ADD ("dispose", NULL, test_dispose);
  return g_test_run ();
}
