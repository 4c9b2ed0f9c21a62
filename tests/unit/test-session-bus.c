/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-session-bus.h"

#include "service-bus-fixture.h"

/* The service joins the bus, loses it and joins it again. tests/integration/test-bus-loss.py tests
 * the whole service. */

typedef struct {
  GTestDBus         *daemon;        /* (owned) */
  PaddockSessionBus *bus;           /* (owned) */
  guint              n_joined;
  guint              n_lost;
  guint              n_refused;
} Fixture;

static void
count (guint *n)
{
  (*n)++;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->daemon = test_bus_new ();
  fixture->bus = paddock_session_bus_new ();
  g_signal_connect_swapped (fixture->bus, "joined", G_CALLBACK (count), &fixture->n_joined);
  g_signal_connect_swapped (fixture->bus, "lost", G_CALLBACK (count), &fixture->n_lost);
  g_signal_connect_swapped (fixture->bus, "refused", G_CALLBACK (count), &fixture->n_refused);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_session_bus_leave (fixture->bus);
  paddock_session_bus_leave (fixture->bus);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_finalize_object (fixture->bus);
  g_test_dbus_down (fixture->daemon);
  g_object_unref (fixture->daemon);
}

static gboolean
has_name (Fixture *fixture)
{
  GDBusConnection *connection = paddock_session_bus_get_connection (fixture->bus);
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GError) error = NULL;
  const char *owner;

  if (connection == NULL)
    return FALSE;
  reply = test_bus_call (connection, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                         "org.freedesktop.DBus", "GetNameOwner",
                         g_variant_new ("(s)", PADDOCK_SERVICE_BUS_NAME), &error);
  if (reply == NULL)
    return FALSE;
  g_variant_get (reply, "(&s)", &owner);
  return g_str_equal (owner, g_dbus_connection_get_unique_name (connection));
}

static void
join (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (paddock_session_bus_connect (fixture->bus, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (fixture->n_joined, ==, 0);
  paddock_session_bus_join (fixture->bus);
  g_assert_cmpuint (fixture->n_joined, ==, 1);
}

static void
test_join (Fixture       *fixture,
           gconstpointer  data)
{
  join (fixture);
  g_assert_true (has_name (fixture));
  paddock_session_bus_release_name (fixture->bus);
  g_assert_false (has_name (fixture));
  g_assert_cmpuint (fixture->n_lost + fixture->n_refused, ==, 0);
}

static void
test_disconnected (Fixture       *fixture,
                   gconstpointer  data)
{
  join (fixture);
  for (guint i = 1; i <= 2; i++) {
    g_dbus_connection_close_sync (paddock_session_bus_get_connection (fixture->bus), NULL, NULL);
    WAIT_FOR (fixture->n_lost == i);
    WAIT_FOR (fixture->n_joined == i + 1);
    WAIT_FOR (has_name (fixture));
  }
  g_assert_cmpuint (fixture->n_refused, ==, 0);
}

static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  GDBusConnection *other = test_bus_connect (fixture->daemon);

  test_bus_own (other, PADDOCK_SERVICE_BUS_NAME, 4);
  join (fixture);
  g_assert_cmpuint (fixture->n_refused, ==, 1);
  test_bus_disconnect (other);
}

/* Another program has the name on the next bus: the service waits until it is free. */
static void
test_taken_meanwhile (Fixture       *fixture,
                      gconstpointer  data)
{
  GDBusConnection *other = test_bus_connect (fixture->daemon);

  join (fixture);
  g_dbus_connection_close_sync (paddock_session_bus_get_connection (fixture->bus), NULL, NULL);
  test_bus_own (other, PADDOCK_SERVICE_BUS_NAME, 4);
  WAIT_FOR (fixture->n_lost >= 2);
  g_assert_cmpuint (fixture->n_refused, ==, 0);
  test_bus_disconnect (other);
  WAIT_FOR (has_name (fixture));
}

static void
test_left_while_lost (Fixture       *fixture,
                      gconstpointer  data)
{
  join (fixture);
  g_dbus_connection_close_sync (paddock_session_bus_get_connection (fixture->bus), NULL, NULL);
  WAIT_FOR (fixture->n_lost == 1);
  g_assert_null (paddock_session_bus_get_connection (fixture->bus));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)
  ADD ("/session-bus/join", test_join);
  ADD ("/session-bus/disconnected", test_disconnected);
  ADD ("/session-bus/refused", test_refused);
  ADD ("/session-bus/taken-meanwhile", test_taken_meanwhile);
  ADD ("/session-bus/left-while-lost", test_left_while_lost);
  return g_test_run ();
}
