/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-service.h"

#include "paddock-control-bus.h"

#include "service-bus-fixture.h"
#include "service-peer-fixture.h"

/* The whole service in this process: its two doors, its directories, and what it leaves behind. */

typedef struct {
  Tree      *tree;                  /* (owned) */
  char      *socket_path;           /* (owned) */
  char      *data_dir;              /* (owned) */
  GTestDBus *bus;                   /* (owned) (nullable) */
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  with_bus)
{
  fixture->tree = tree_new ();
  fixture->socket_path = tree_path (fixture->tree, "own/run/mcp.sock");
  fixture->data_dir = tree_path (fixture->tree, "own/data");
  /* Otherwise others could look into it, and a warning would come. */
  g_assert_cmpint (g_mkdir_with_parents (fixture->data_dir, 0700), ==, 0);
  g_assert_cmpint (g_chmod (fixture->data_dir, 0700), ==, 0);
  if (with_bus != NULL)
    fixture->bus = test_bus_new ();
  else
    g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", TRUE);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  with_bus)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  if (fixture->bus != NULL)
    g_test_dbus_down (fixture->bus);
  g_clear_object (&fixture->bus);
  g_free (fixture->socket_path);
  g_free (fixture->data_dir);
  tree_free (fixture->tree);
}

static PaddockServiceOptions
options_of (Fixture *fixture)
{
  return (PaddockServiceOptions) {
    .socket_path = fixture->socket_path, .data_dir = fixture->data_dir,
  };
}

static void
start (PaddockService *service)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (paddock_service_start (service, &error));
  g_assert_no_error (error);
}

static PaddockService *
start_new (const PaddockServiceOptions *options)
{
  PaddockService *service = paddock_service_new (options);

  start (service);
  return service;
}

static void
refuse (const PaddockServiceOptions *options,
        int                          code)
{
  g_autoptr (PaddockService) service = paddock_service_new (options);
  g_autoptr (GError) error = NULL;

  g_assert_false (paddock_service_start (service, &error));
  g_assert_error (error, PADDOCK_ERROR, code);
  paddock_service_stop (service);
}

static void
end (PaddockService *service)
{
  paddock_service_stop (service);
  paddock_service_stop (service);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_object_unref (service);
}

static TestPeer *
dial (Fixture *fixture)
{
  TestPeer *peer = test_peer_dial (fixture->socket_path);

  test_peer_shake_hands (peer, "files", NULL);
  return peer;
}

/* The roots that a server sees, for one that sees all; without a bus there is no other way to
 * ask. */
static void
assert_roots (Fixture    *fixture,
              const char *expected)
{
  g_autoptr (TestPeer) peer = dial (fixture);

  test_peer_assert_list (peer, expected);
}

static void
test_again_and_again (Fixture       *fixture,
                      gconstpointer  with_bus)
{
  PaddockServiceOptions options = options_of (fixture);

  for (int i = 0; i < 3; i++) {
    PaddockService *service = start_new (&options);
    g_autoptr (TestPeer) peer = dial (fixture);

    g_assert_cmpstr (paddock_service_get_socket_path (service), ==, fixture->socket_path);
    test_peer_assert_list (peer, "");
    end (service);
    g_assert_false (g_file_test (fixture->socket_path, G_FILE_TEST_EXISTS));
    WAIT_FOR (peer->source_id == 0);
  }
}

static void
test_same_object_again (Fixture       *fixture,
                        gconstpointer  with_bus)
{
  PaddockServiceOptions options = options_of (fixture);
  PaddockService *service = paddock_service_new (&options);

  for (int i = 0; i < 2; i++) {
    start (service);
    assert_roots (fixture, "");
    paddock_service_stop (service);
  }
  end (service);
}

/* A service that never started touched nothing. */
static void
test_never_started (Fixture       *fixture,
                    gconstpointer  with_bus)
{
  PaddockServiceOptions options = options_of (fixture);
  PaddockService *service = paddock_service_new (&options);

  end (service);
  g_assert_false (g_file_test (fixture->socket_path, G_FILE_TEST_EXISTS));
}

static void
test_second_service (Fixture       *fixture,
                     gconstpointer  with_bus)
{
  PaddockServiceOptions options = options_of (fixture);
  PaddockServiceOptions same_socket = options;
  PaddockServiceOptions same_data = options;
  g_autofree char *other_data = tree_path (fixture->tree, "own/other-data");
  g_autofree char *other_socket = tree_path (fixture->tree, "own/other-run/mcp.sock");
  PaddockService *service = start_new (&options);
  g_autoptr (TestPeer) peer = dial (fixture);

  same_socket.data_dir = other_data;
  same_data.socket_path = other_socket;
  refuse (&options, PADDOCK_ERROR_RUNNING);
  refuse (&same_socket, PADDOCK_ERROR_RUNNING);
  refuse (&same_data, PADDOCK_ERROR_RUNNING);
  g_assert_false (g_file_test (other_data, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (other_socket, G_FILE_TEST_EXISTS));

  /* The first service is as it was. */
  test_peer_assert_list (peer, "");
  assert_roots (fixture, "");
  end (service);

  /* Both are free now. */
  service = start_new (&same_socket);
  end (service);
}

static void
test_shares (Fixture       *fixture,
             gconstpointer  with_bus)
{
  PaddockServiceOptions options = options_of (fixture);
  g_autofree char *projects = tree_path (fixture->tree, "home/projects");
  g_autofree char *deep = tree_path (fixture->tree, "home/projects/../projects/deep");
  g_autofree char *hidden = tree_path (fixture->tree, "home/.hidden");
  const char *shares[] = { projects, deep, hidden, NULL };
  const char *nothing[] = { NULL };
  PaddockService *service;

  tree_mkdir (fixture->tree, "home/.hidden");
  options.mode = PADDOCK_CONSENT_ALLOW;
  options.shares = shares;
  service = start_new (&options);
  {
    g_autoptr (TestPeer) peer = dial (fixture);
    g_autofree char *names = NULL;

    /* Like all others, these are looked at once more before servers see them. */
    for (guint told = peer->told;
         !g_str_equal (names = test_peer_list (peer), "projects deep .hidden");
         told = peer->told) {
      g_clear_pointer (&names, g_free);
      WAIT_FOR (peer->told > told);
    }
  }
  end (service);

  options.shares = nothing;
  service = start_new (&options);
  assert_roots (fixture, "");
  end (service);
}

static void
test_refused_shares (Fixture       *fixture,
                     gconstpointer  with_bus)
{
  PaddockServiceOptions options = options_of (fixture);
  g_autofree char *projects = tree_path (fixture->tree, "home/projects");
  g_autofree char *missing = tree_path (fixture->tree, "missing");
  const char *refused[] = { missing, fixture->data_dir, "/proc", "relative", "" };
  PaddockService *service;

  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++) {
    const char *shares[] = { projects, refused[i], NULL };

    options.shares = shares;
    refuse (&options, PADDOCK_ERROR_REFUSED);
    g_assert_false (g_file_test (fixture->socket_path, G_FILE_TEST_EXISTS));
  }

  options.shares = NULL;
  options.mode = PADDOCK_CONSENT_ALLOW;
  service = start_new (&options);
  assert_roots (fixture, "");
  end (service);
}

static char *
find_kept_database (Fixture    *fixture,
                    const char *contents)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->data_dir, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (fixture->data_dir, name, NULL);
    g_autofree char *found = NULL;

    if (g_file_get_contents (path, &found, NULL, NULL) && g_str_equal (found, contents))
      return g_steal_pointer (&path);
  }
  return NULL;
}

static void
start_and_end (const PaddockServiceOptions *options,
               gboolean                     finds_damage,
               gboolean                     is_kept)
{
  if (finds_damage)
    g_test_expect_message ("paddock-store", G_LOG_LEVEL_MESSAGE, "A damaged database is kept at *");
  if (is_kept)
    g_test_expect_message ("paddock-service", G_LOG_LEVEL_MESSAGE,
                           "A damaged database is kept as *");
  g_test_expect_message ("paddock-service", G_LOG_LEVEL_MESSAGE, "No session bus*");
  end (start_new (options));
  g_test_assert_expected_messages ();
}

/* The service keeps it, and says so while it exists. Nothing of it is lost. */
static void
test_damaged_database (Fixture       *fixture,
                       gconstpointer  with_bus)
{
  PaddockServiceOptions options = options_of (fixture);
  g_autofree char *garbage = g_strnfill (8192, 'x');
  g_autofree char *database = g_build_filename (fixture->data_dir, PADDOCK_DATABASE_NAME, NULL);
  g_autofree char *kept = NULL;

  g_assert_true (g_file_set_contents (database, garbage, -1, NULL));
  start_and_end (&options, TRUE, TRUE);
  kept = find_kept_database (fixture, garbage);
  g_assert_nonnull (kept);
  g_assert_cmpstr (kept, !=, database);

  start_and_end (&options, FALSE, TRUE);
  g_assert_cmpint (remove (kept), ==, 0);
  start_and_end (&options, FALSE, FALSE);
}

/* Without options, the environment counts. */
static void
test_defaults (Fixture       *fixture,
               gconstpointer  with_bus)
{
  PaddockServiceOptions options = { .mode = PADDOCK_CONSENT_ASK };
  g_autofree char *database = g_build_filename (fixture->data_dir, PADDOCK_DATABASE_NAME, NULL);
  PaddockService *service;

  g_setenv (PADDOCK_ENV_SOCKET, fixture->socket_path, TRUE);
  g_setenv (PADDOCK_ENV_DATA_DIR, fixture->data_dir, TRUE);
  service = start_new (&options);
  g_assert_cmpstr (paddock_service_get_socket_path (service), ==, fixture->socket_path);
  assert_roots (fixture, "");
  g_assert_true (g_file_test (database, G_FILE_TEST_EXISTS));
  end (service);
  g_unsetenv (PADDOCK_ENV_SOCKET);
  g_unsetenv (PADDOCK_ENV_DATA_DIR);
}

static void
on_stopped (PaddockService *service,
            const char     *problem,
            GPtrArray      *problems)
{
  g_ptr_array_add (problems, g_strdup (problem != NULL ? problem : "nobody needs it"));
}

static void
test_ends_when_idle (Fixture       *fixture,
                     gconstpointer  with_bus)
{
  PaddockServiceOptions options = options_of (fixture);
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (TestPeer) peer = NULL;
  PaddockService *service;
  gint64 until;

  options.exit_when_idle = TRUE;
  options.idle_timeout = 1500 * G_TIME_SPAN_MILLISECOND;
  service = start_new (&options);
  g_signal_connect (service, "stopped", G_CALLBACK (on_stopped), problems);
  peer = dial (fixture);

  /* Not while a server is connected. */
  until = g_get_monotonic_time () + options.idle_timeout + 500 * G_TIME_SPAN_MILLISECOND;
  while (g_get_monotonic_time () < until)
    test_peer_assert_list (peer, "");
  g_assert_cmpuint (problems->len, ==, 0);
  test_peer_hang_up (peer);
  WAIT_FOR (problems->len == 1);
  g_assert_cmpstr (g_ptr_array_index (problems, 0), ==, "nobody needs it");
  g_signal_handlers_disconnect_by_data (service, problems);
  end (service);
}

static GVariant *
call (GDBusConnection  *client,
      const char       *method,
      const char       *arguments,
      GError          **error)
{
  return test_bus_call (client, PADDOCK_SERVICE_BUS_NAME, PADDOCK_SERVICE_OBJECT_PATH,
                        paddock_bus_control_interface_info ()->name, method,
                        test_bus_parse_arguments (method, arguments), error);
}

/* Whoever hears that the service is ready may call it, and gets answers until it stops. */
static void
test_on_the_bus (Fixture       *fixture,
                 gconstpointer  with_bus)
{
  PaddockServiceOptions options = options_of (fixture);
  GDBusConnection *client = test_bus_connect (fixture->bus);
  g_autofree char *projects = tree_path (fixture->tree, "home/projects");
  const char *shares[] = { projects, NULL };

  options.shares = shares;
  for (int i = 0; i < 2; i++) {
    PaddockService *service = start_new (&options);
    g_autoptr (GVariant) reply = NULL;
    g_autoptr (GVariant) list = NULL;
    g_autoptr (GError) error = NULL;

    reply = call (client, "ListRoots", NULL, &error);
    g_assert_no_error (error);
    list = g_variant_get_child_value (reply, 0);
    g_assert_cmpuint (g_variant_n_children (list), ==, 1);
    end (service);
    g_assert_null (call (client, "ListRoots", NULL, &error));
    g_assert_error (error, G_DBUS_ERROR, G_DBUS_ERROR_SERVICE_UNKNOWN);
  }
  test_bus_disconnect (client);
}

/* A question goes all the way: from the socket to the window and back. */
static void
test_question (Fixture       *fixture,
               gconstpointer  with_bus)
{
  PaddockServiceOptions options = options_of (fixture);
  GDBusConnection *window = test_bus_connect (fixture->bus);
  g_autofree char *projects = tree_path (fixture->tree, "home/projects");
  g_autofree char *add = g_strdup_printf ("([b'%s'], @a{sv} {})", projects);
  PaddockService *service = start_new (&options);
  g_autoptr (TestPeer) peer = dial (fixture);
  g_autoptr (GVariant) registered = NULL;
  g_autoptr (GVariant) added = NULL;
  g_autoptr (GVariant) requests = NULL;
  g_autoptr (GVariant) answered = NULL;
  g_autoptr (GVariant) request = NULL;
  g_autoptr (GVariant) root = NULL;
  g_autofree char *answer = NULL;
  g_autoptr (GError) error = NULL;
  const char *id;
  const char *root_id;
  guint serial;

  test_bus_own (window, PADDOCK_APP_ID, 4);
  registered = call (window, "RegisterAgent", NULL, &error);
  g_assert_no_error (error);
  added = call (window, "AddRoots", add, &error);
  g_assert_no_error (error);
  g_variant_get (added, "(@aa{sv})", &root);
  g_variant_unref (root);
  root = g_variant_get_child_value (added, 0);
  {
    g_autoptr (GVariant) first = g_variant_get_child_value (root, 0);

    g_assert_true (g_variant_lookup (first, "id", "&s", &root_id));
  }

  test_peer_assert_list (peer, "");
  requests = call (window, "ListRequests", NULL, &error);
  g_assert_no_error (error);
  request = g_variant_get_child_value (requests, 0);
  {
    g_autoptr (GVariant) first = g_variant_get_child_value (request, 0);

    g_assert_true (g_variant_lookup (first, "id", "&s", &id));
    g_assert_true (g_variant_lookup (first, "serial", "u", &serial));
  }
  answer = g_strdup_printf ("('%s', @u %u, {'verdict': <'allow'>, 'duration': <'session'>,"
                            " 'roots': <[('%s', 'read-only')]>})", id, serial, root_id);
  answered = call (window, "AnswerRequest", answer, &error);
  g_assert_no_error (error);
  WAIT_FOR (peer->told == 1);
  test_peer_assert_list (peer, "projects");
  end (service);
  test_bus_disconnect (window);
}

static void
test_name_is_taken (Fixture       *fixture,
                    gconstpointer  with_bus)
{
  PaddockServiceOptions options = options_of (fixture);
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  GDBusConnection *other = test_bus_connect (fixture->bus);
  PaddockService *service = paddock_service_new (&options);

  test_bus_own (other, PADDOCK_SERVICE_BUS_NAME, 4);
  g_signal_connect (service, "stopped", G_CALLBACK (on_stopped), problems);
  paddock_service_start (service, NULL);
  g_assert_cmpuint (problems->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (problems, 0), !=, "nobody needs it");
  g_signal_handlers_disconnect_by_data (service, problems);
  end (service);
  test_bus_disconnect (other);
}

/* Calls from before the stop get answers. */
static void
test_calls_under_way (Fixture       *fixture,
                      gconstpointer  with_bus)
{
  PaddockServiceOptions options = options_of (fixture);
  GDBusConnection *client = test_bus_connect (fixture->bus);
  PaddockService *service = start_new (&options);
  GAsyncResult *results[20] = { NULL };

  for (gsize i = 0; i < G_N_ELEMENTS (results); i++)
    g_dbus_connection_call (client, PADDOCK_SERVICE_BUS_NAME, PADDOCK_SERVICE_OBJECT_PATH,
                            paddock_bus_control_interface_info ()->name,
                            i % 2 == 0 ? "ListServers" : "RegisterAgent",
                            i % 2 == 0 ? g_variant_new ("(xu)", (gint64) 0, 0) : NULL, NULL,
                            G_DBUS_CALL_FLAGS_NONE, -1, NULL, on_result, &results[i]);
  g_assert_true (g_dbus_connection_flush_sync (client, NULL, NULL));
  end (service);
  for (gsize i = 0; i < G_N_ELEMENTS (results); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GVariant) reply = NULL;

    WAIT_FOR (results[i] != NULL);
    reply = g_dbus_connection_call_finish (client, results[i], &error);
    if (i % 2 == 0)
      g_assert_no_error (error);
    else
      g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_AGENT);
    g_object_unref (results[i]);
  }
  test_bus_disconnect (client);
}

#define WITH_BUS "bus"

int
main (int    argc,
      char **argv)
{
  const struct {
    const char *path;
    const char *with_bus;
    void      (*test)(Fixture       *fixture,
                      gconstpointer  with_bus);
  } tests[] = {
    { "/service/again-and-again", NULL, test_again_and_again },
    { "/service/same-object-again", NULL, test_same_object_again },
    { "/service/never-started", NULL, test_never_started },
    { "/service/second-service", NULL, test_second_service },
    { "/service/shares", NULL, test_shares },
    { "/service/refused-shares", NULL, test_refused_shares },
    { "/service/damaged-database", NULL, test_damaged_database },
    { "/service/defaults", NULL, test_defaults },
    { "/service/ends-when-idle", NULL, test_ends_when_idle },
    { "/service/bus/again-and-again", WITH_BUS, test_again_and_again },
    { "/service/bus/same-object-again", WITH_BUS, test_same_object_again },
    { "/service/bus/second-service", WITH_BUS, test_second_service },
    { "/service/bus/on-the-bus", WITH_BUS, test_on_the_bus },
    { "/service/bus/question", WITH_BUS, test_question },
    { "/service/bus/name-is-taken", WITH_BUS, test_name_is_taken },
    { "/service/bus/calls-under-way", WITH_BUS, test_calls_under_way },
  };

  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  g_test_init (&argc, &argv, NULL);
  paddock_error_quark ();
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, tests[i].with_bus, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
