/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-setting-changes.h"

#include "paddock-names.h"
#include "private-bus.h"

/* Which changes of settings are reported. tests/integration/test-bus-loss.py tests this with dconf
 * and a lost bus. */

#define KEY "ask-before-widening"

typedef struct {
  GTestDBus             *bus;         /* (owned) */
  GDBusConnection       *connection;  /* (owned) */
  GSettings             *settings;    /* (owned) */
  PaddockSettingChanges *changes;     /* (owned) */
  guint                  n_told;
} Fixture;

static void
on_changed (GSettings  *settings,
            const char *key,
            Fixture    *fixture)
{
  g_assert_cmpstr (key, ==, KEY);
  fixture->n_told++;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  fixture->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  private_bus_up (fixture->bus);
  fixture->connection = g_dbus_connection_new_for_address_sync (
    g_test_dbus_get_bus_address (fixture->bus),
    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
    NULL, NULL, &error);
  g_assert_no_error (error);
  fixture->settings = g_settings_new (PADDOCK_APP_ID);
  g_settings_set_boolean (fixture->settings, KEY, TRUE);
  fixture->changes = paddock_setting_changes_new (fixture->settings);
  g_signal_connect (fixture->settings, "changed::" KEY, G_CALLBACK (on_changed), fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_setting_changes_free (fixture->changes);
  g_object_unref (fixture->settings);
  g_dbus_connection_close_sync (fixture->connection, NULL, NULL);
  g_object_unref (fixture->connection);
  g_test_dbus_down (fixture->bus);
  g_object_unref (fixture->bus);
}

/* As if GSettings had not noticed. */
static void
set_unheard (Fixture  *fixture,
             gboolean  value)
{
  g_signal_handlers_block_matched (fixture->settings, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL,
                                   fixture);
  g_signal_handlers_block_matched (fixture->settings, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL,
                                   fixture->changes);
  g_settings_set_boolean (fixture->settings, KEY, value);
  g_signal_handlers_unblock_matched (fixture->settings, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL,
                                     fixture);
  g_signal_handlers_unblock_matched (fixture->settings, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL,
                                     fixture->changes);
}

static void
test_missed (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  /* On the first bus GSettings itself notices. */
  paddock_setting_changes_set_bus (fixture->changes, fixture->connection);
  g_settings_set_boolean (fixture->settings, KEY, FALSE);
  g_assert_cmpuint (fixture->n_told, ==, 1);

  paddock_setting_changes_set_bus (fixture->changes, NULL);
  set_unheard (fixture, TRUE);
  g_assert_cmpuint (fixture->n_told, ==, 1);
  paddock_setting_changes_set_bus (fixture->changes, fixture->connection);
  g_assert_cmpuint (fixture->n_told, ==, 2);

  /* Whoever sent the signal: the value is compared, and reported if it differs. */
  set_unheard (fixture, FALSE);
  for (guint i = 0; i < 2; i++)
    g_dbus_connection_emit_signal (fixture->connection, NULL, "/ca/desrt/dconf/Writer/user",
                                   "ca.desrt.dconf.Writer", "Notify",
                                   g_variant_new ("(sass)", "/", NULL, ""), &error);
  g_assert_no_error (error);
  while (fixture->n_told < 3)
    g_main_context_iteration (NULL, TRUE);

  g_settings_set_boolean (fixture->settings, KEY, TRUE);
  paddock_setting_changes_set_bus (fixture->changes, NULL);
  paddock_setting_changes_set_bus (fixture->changes, fixture->connection);
  g_assert_cmpuint (fixture->n_told, ==, 4);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/setting-changes/missed", Fixture, NULL, set_up, test_missed, tear_down);

  return g_test_run ();
}
