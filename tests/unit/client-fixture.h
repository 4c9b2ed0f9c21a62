/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-client.h"

#include "fake-control.h"
#include "private-bus.h"

/* A client that is connected to a service as its tests want it. */

typedef struct {
  GTestDBus       *bus;
  GDBusConnection *connection;
  FakeControl     *fake;
  PaddockClient   *client;
} Fixture;

static inline gboolean
on_deadline (gpointer user_data)
{
  g_error ("it didn’t answer in time");
  return G_SOURCE_REMOVE;
}

static inline void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  guint deadline_id = g_timeout_add_seconds (20, on_deadline, NULL);

  fixture->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  private_bus_up (fixture->bus);
  fixture->connection = fake_control_connect (g_test_dbus_get_bus_address (fixture->bus));
  fixture->fake = fake_control_new (g_test_dbus_get_bus_address (fixture->bus));
  fake_control_answer (fixture->fake, "ListJournal", "([{'number': <int64 7>}],)");
  fake_control_appear (fixture->fake);
  fixture->client = paddock_client_new (fixture->connection);
  paddock_client_start (fixture->client);
  while (paddock_client_get_state (fixture->client) != PADDOCK_CLIENT_CONNECTED)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (deadline_id);
}

static inline void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
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
}

static inline void
on_ready (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static inline void
wait_for (GAsyncResult **result)
{
  guint deadline_id = g_timeout_add_seconds (20, on_deadline, NULL);

  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (deadline_id);
}
