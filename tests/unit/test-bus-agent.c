/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-bus-agent.h"

#include "service-bus-fixture.h"

/* The bus decides who the agent is. */

typedef struct {
  GTestDBus       *bus;             /* (owned) */
  GDBusConnection *service;         /* (owned) */
  GDBusConnection *window;          /* (owned) */
  GDBusConnection *other;           /* (owned) */
  PaddockBusAgent *agent;           /* (owned) */
  guint            n_changes;
} Fixture;

static void
on_available_changed (PaddockBusAgent *agent,
                      Fixture         *fixture)
{
  fixture->n_changes++;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->bus = test_bus_new ();
  fixture->service = test_bus_connect (fixture->bus);
  fixture->window = test_bus_connect (fixture->bus);
  fixture->other = test_bus_connect (fixture->bus);
  fixture->agent = paddock_bus_agent_new (fixture->service);
  g_signal_connect (fixture->agent, "available-changed", G_CALLBACK (on_available_changed),
                    fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_signal_handlers_disconnect_by_data (fixture->agent, fixture);
  g_clear_object (&fixture->agent);
  test_bus_disconnect (fixture->other);
  test_bus_disconnect (fixture->window);
  test_bus_disconnect (fixture->service);
  g_test_dbus_down (fixture->bus);
  g_object_unref (fixture->bus);
}

static gboolean
finish (Fixture      *fixture,
        GAsyncResult *result)
{
  g_autoptr (GError) error = NULL;
  gboolean is_agent = paddock_bus_agent_finish (fixture->agent, result, &error);

  if (is_agent)
    g_assert_no_error (error);
  else
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_AGENT);
  return is_agent;
}

static gboolean
register_as (Fixture    *fixture,
             const char *bus_name)
{
  g_autoptr (GAsyncResult) result = NULL;

  paddock_bus_agent_register_async (fixture->agent, bus_name, on_result, &result);
  WAIT_FOR (result != NULL);
  return finish (fixture, result);
}

static gboolean
confirm_as (Fixture    *fixture,
            const char *bus_name)
{
  g_autoptr (GAsyncResult) result = NULL;

  paddock_bus_agent_confirm_async (fixture->agent, bus_name, on_result, &result);
  WAIT_FOR (result != NULL);
  return finish (fixture, result);
}

static gboolean
is_available (Fixture *fixture)
{
  return paddock_consent_agent_is_available (PADDOCK_CONSENT_AGENT (fixture->agent));
}

#define NAME(connection) g_dbus_connection_get_unique_name (fixture->connection)

static void
test_only_the_owner (Fixture       *fixture,
                     gconstpointer  data)
{
  const char *odd[] = { "", ":1.9999", PADDOCK_APP_ID, "org.freedesktop.DBus", "no name" };

  /* Without a window there is no agent, and an unused name is none either. */
  g_assert_false (register_as (fixture, NAME (window)));
  g_assert_false (confirm_as (fixture, NAME (window)));
  g_assert_false (is_available (fixture));

  test_bus_own (fixture->window, PADDOCK_APP_ID, 4);
  g_assert_false (register_as (fixture, NAME (other)));
  for (gsize i = 0; i < G_N_ELEMENTS (odd); i++) {
    g_assert_false (register_as (fixture, odd[i]));
    g_assert_false (confirm_as (fixture, odd[i]));
  }
  /* The right connection, but it did not register. */
  g_assert_false (confirm_as (fixture, NAME (window)));
  g_assert_false (is_available (fixture));
  g_assert_cmpuint (fixture->n_changes, ==, 0);

  g_assert_true (register_as (fixture, NAME (window)));
  g_assert_true (is_available (fixture));
  g_assert_true (confirm_as (fixture, NAME (window)));
  g_assert_false (confirm_as (fixture, NAME (other)));
  g_assert_false (register_as (fixture, NAME (other)));
  g_assert_true (is_available (fixture));
  g_assert_true (register_as (fixture, NAME (window)));
  g_assert_cmpuint (fixture->n_changes, ==, 1);
}

/* A unique name of the old bus belongs to another program on the new bus. */
static void
test_another_bus (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (GAsyncResult) summoned = NULL;
  g_autoptr (GAsyncResult) confirmed = NULL;

  test_bus_own (fixture->window, PADDOCK_APP_ID, 4);
  g_assert_true (register_as (fixture, NAME (window)));
  /* The request was sent before the bus was lost, and answered afterwards. */
  paddock_bus_agent_confirm_async (fixture->agent, NAME (window), on_result, &confirmed);
  paddock_bus_agent_set_bus (fixture->agent, NULL);
  g_assert_false (is_available (fixture));
  WAIT_FOR (confirmed != NULL);
  g_assert_false (finish (fixture, confirmed));
  g_assert_false (register_as (fixture, NAME (window)));
  g_assert_false (confirm_as (fixture, NAME (window)));

  /* Nobody knows whether there is a window, so the question waits. */
  paddock_consent_agent_summon_async (PADDOCK_CONSENT_AGENT (fixture->agent), NULL, on_result,
                                      &summoned);
  WAIT_FOR (summoned != NULL);
  g_assert_true (paddock_consent_agent_summon_finish (PADDOCK_CONSENT_AGENT (fixture->agent),
                                                      summoned));

  paddock_bus_agent_set_bus (fixture->agent, fixture->service);
  g_assert_false (confirm_as (fixture, NAME (window)));
  g_assert_true (register_as (fixture, NAME (window)));
  g_assert_true (is_available (fixture));
}

static void
test_gone_with_its_name (Fixture       *fixture,
                         gconstpointer  data)
{
  test_bus_own (fixture->window, PADDOCK_APP_ID, 4);
  g_assert_true (register_as (fixture, NAME (window)));
  test_bus_release (fixture->window, PADDOCK_APP_ID);
  g_assert_false (confirm_as (fixture, NAME (window)));
  WAIT_FOR (!is_available (fixture));
  g_assert_cmpuint (fixture->n_changes, ==, 2);

  /* The window has to register again. */
  test_bus_own (fixture->window, PADDOCK_APP_ID, 4);
  g_assert_false (confirm_as (fixture, NAME (window)));
  g_assert_true (register_as (fixture, NAME (window)));
}

static void
test_name_changes_hands (Fixture       *fixture,
                         gconstpointer  data)
{
  test_bus_own (fixture->window, PADDOCK_APP_ID, 1);
  g_assert_true (register_as (fixture, NAME (window)));
  test_bus_own (fixture->other, PADDOCK_APP_ID, 2);
  g_assert_false (confirm_as (fixture, NAME (window)));
  g_assert_false (confirm_as (fixture, NAME (other)));
  WAIT_FOR (!is_available (fixture));
  g_assert_true (register_as (fixture, NAME (other)));
  g_assert_true (confirm_as (fixture, NAME (other)));
}

static void
test_gone_with_its_connection (Fixture       *fixture,
                               gconstpointer  data)
{
  test_bus_own (fixture->window, PADDOCK_APP_ID, 4);
  g_assert_true (register_as (fixture, NAME (window)));
  g_assert_true (g_dbus_connection_close_sync (fixture->window, NULL, NULL));
  WAIT_FOR (!is_available (fixture));
}

static void
test_unregister (Fixture       *fixture,
                 gconstpointer  data)
{
  test_bus_own (fixture->window, PADDOCK_APP_ID, 4);
  paddock_bus_agent_unregister (fixture->agent, NAME (window));
  g_assert_true (register_as (fixture, NAME (window)));
  paddock_bus_agent_unregister (fixture->agent, NAME (other));
  paddock_bus_agent_unregister (fixture->agent, "");
  g_assert_true (is_available (fixture));
  paddock_bus_agent_unregister (fixture->agent, NAME (window));
  g_assert_false (is_available (fixture));
  g_assert_false (confirm_as (fixture, NAME (window)));
  g_assert_cmpuint (fixture->n_changes, ==, 2);
}

static gboolean
summon (Fixture *fixture)
{
  PaddockConsentAgent *agent = PADDOCK_CONSENT_AGENT (fixture->agent);
  g_autoptr (GAsyncResult) result = NULL;

  paddock_consent_agent_summon_async (agent, NULL, on_result, &result);
  WAIT_FOR (result != NULL);
  return paddock_consent_agent_summon_finish (agent, result);
}

static void
test_summon_without_application (Fixture       *fixture,
                                 gconstpointer  data)
{
  gint64 began = g_get_monotonic_time ();

  for (int i = 0; i < 3; i++)
    g_assert_false (summon (fixture));
  g_assert_cmpint (g_get_monotonic_time () - began, <,
                   PADDOCK_BUS_AGENT_SUMMON_SECONDS * G_TIME_SPAN_SECOND / 2);
  g_assert_false (is_available (fixture));
}

typedef struct {
  Fixture         *fixture;
  TestApplication  application;
  GAsyncResult    *registered;
} Summoned;

static void
on_announced (gpointer user_data)
{
  Summoned *summoned = user_data;

  paddock_bus_agent_register_async (
    summoned->fixture->agent,
    g_dbus_connection_get_unique_name (summoned->application.connection), on_result,
    &summoned->registered);
}

static void
test_summon_application (Fixture       *fixture,
                         gconstpointer  data)
{
  Summoned summoned = { fixture, { .announced = on_announced, .user_data = &summoned } };

  test_application_start (&summoned.application, fixture->bus);
  g_assert_true (summon (fixture));
  g_assert_true (is_available (fixture));
  g_assert_cmpuint (summoned.application.n_announced, ==, 1);
  WAIT_FOR (summoned.registered != NULL);
  g_assert_true (finish (fixture, summoned.registered));
  g_object_unref (summoned.registered);
  test_application_stop (&summoned.application);
  WAIT_FOR (!is_available (fixture));
}

/* Two callers summon it at the same time. Both get the result when it registers. */
static void
test_summoned_twice (Fixture       *fixture,
                     gconstpointer  data)
{
  TestApplication application = { NULL };
  PaddockConsentAgent *agent = PADDOCK_CONSENT_AGENT (fixture->agent);
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;

  test_application_start (&application, fixture->bus);
  paddock_consent_agent_summon_async (agent, NULL, on_result, &first);
  paddock_consent_agent_summon_async (agent, NULL, on_result, &second);
  WAIT_FOR (application.n_announced == 2);
  g_assert_null (first);
  g_assert_null (second);
  g_assert_true (register_as (fixture, g_dbus_connection_get_unique_name (application.connection)));
  WAIT_FOR (first != NULL && second != NULL);
  g_assert_true (paddock_consent_agent_summon_finish (agent, first));
  g_assert_true (paddock_consent_agent_summon_finish (agent, second));
  test_application_stop (&application);
}

/* The window is activated but never registers: in the end the callers learn that. */
static void
test_summoned_in_vain (Fixture       *fixture,
                       gconstpointer  data)
{
  TestApplication application = { NULL };
  gint64 began = g_get_monotonic_time ();

  /* The window exists but does not register: a caller must wait for it. */
  test_application_start (&application, fixture->bus);
  g_assert_true (summon (fixture));
  g_assert_cmpuint (application.n_announced, ==, 1);
  g_assert_cmpint (g_get_monotonic_time () - began, >=,
                   (PADDOCK_BUS_AGENT_SUMMON_SECONDS - 1) * G_TIME_SPAN_SECOND);
  g_assert_false (is_available (fixture));
  test_application_stop (&application);
}

int
main (int    argc,
      char **argv)
{
  const struct {
    const char *path;
    void      (*test)(Fixture       *fixture,
                      gconstpointer  data);
  } tests[] = {
    { "/bus-agent/only-the-owner", test_only_the_owner },
    { "/bus-agent/gone-with-its-name", test_gone_with_its_name },
    { "/bus-agent/another-bus", test_another_bus },
    { "/bus-agent/name-changes-hands", test_name_changes_hands },
    { "/bus-agent/gone-with-its-connection", test_gone_with_its_connection },
    { "/bus-agent/unregister", test_unregister },
    { "/bus-agent/summon/without-application", test_summon_without_application },
    { "/bus-agent/summon/application", test_summon_application },
    { "/bus-agent/summon/twice", test_summoned_twice },
    { "/bus-agent/summon/in-vain", test_summoned_in_vain },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
