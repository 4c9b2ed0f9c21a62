/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

#include "paddock-names.h"
#include "paddock-settings.h"

/* `paddock settings`, with and without a window on the bus. The values are kept in memory. */

typedef struct {
  guint n_opened;
} Window;

static void
on_window_call (GDBusConnection       *connection,
                const char            *sender,
                const char            *path,
                const char            *interface,
                const char            *method,
                GVariant              *parameters,
                GDBusMethodInvocation *invocation,
                gpointer               user_data)
{
  Window *window = user_data;
  const char *action;

  g_variant_get_child (parameters, 0, "&s", &action);
  g_assert_cmpstr (action, ==, PADDOCK_ACTION_PREFERENCES);
  window->n_opened++;
  g_dbus_method_invocation_return_value (invocation, NULL);
}

static const char window_xml[] =
  "<node><interface name='org.freedesktop.Application'><method name='ActivateAction'>"
  "<arg type='s' direction='in'/><arg type='av' direction='in'/><arg type='a{sv}' direction='in'/>"
  "</method></interface></node>";

static gpointer
run_window (gpointer user_data)
{
  GMainLoop *loop = user_data;

  g_main_context_push_thread_default (g_main_loop_get_context (loop));
  g_main_loop_run (loop);
  return NULL;
}

static void
reset (void)
{
  g_autoptr (GSettings) settings = paddock_settings_new ();

  for (const char * const *key = paddock_settings_get_keys (); *key != NULL; key++)
    g_settings_reset (settings, *key);
}

static void
test_lists (CliFixture    *fixture,
            gconstpointer  data)
{
  const char * const *keys = paddock_settings_get_keys ();

  reset ();
  cli_assert (fixture, "settings", PADDOCK_EXIT_OK, "ask-before-widening", NULL);
  for (gsize i = 0; keys[i] != NULL; i++)
    g_assert_nonnull (strstr (fixture->out, keys[i]));
  cli_assert (fixture, "settings first-duration", PADDOCK_EXIT_OK, "session\n", NULL);
  cli_assert (fixture, "settings read-size-limit", PADDOCK_EXIT_OK, "1048576\n", NULL);
}

static void
test_typed_wrong (CliFixture    *fixture,
                  gconstpointer  data)
{
  static const char * const cases[][2] = {
    { "settings no-such-key", "Unknown setting. To list all settings, type “paddock settings”." },
    { "settings window-width", "Unknown setting. To list all settings, type “paddock settings”." },
    { "settings background-refused false", "Unknown setting. To list all settings, type “paddock "
      "settings”." },
    { "settings first-duration until-revoked", "session, hour, today" },
    { "settings run-at-login maybe", "true, false" },
    { "settings read-size-limit 268435457", "0 … 268435456" },
    { "settings read-size-limit 1 2", "at most" },
    { "settings --reset", "--reset" },
  };

  reset ();
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    cli_assert (fixture, cases[i][0], PADDOCK_EXIT_USAGE, NULL, cases[i][1]);
  cli_assert (fixture, "settings first-duration", PADDOCK_EXIT_OK, "session\n", NULL);
}

/* Without a window, a change that widens is made at once. */
static void
test_without_window (CliFixture    *fixture,
                     gconstpointer  data)
{
  static const char * const cases[][3] = {
    { "settings first-duration today", "settings first-duration", "today\n" },
    { "settings first-duration hour", "settings first-duration", "hour\n" },
    { "settings new-folder-access read-only", "settings new-folder-access", "read-only\n" },
    { "settings run-at-login on", "settings run-at-login", "true\n" },
    { "settings ask-before-widening off", "settings ask-before-widening", "false\n" },
    { "settings read-size-limit 2097152", "settings read-size-limit", "2097152\n" },
  };

  reset ();
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    cli_assert (fixture, cases[i][0], PADDOCK_EXIT_OK, NULL, NULL);
    cli_assert (fixture, cases[i][1], PADDOCK_EXIT_OK, cases[i][2], NULL);
  }
}

static void
test_with_window (CliFixture    *fixture,
                  gconstpointer  data)
{
  static const GDBusInterfaceVTable vtable = { on_window_call, NULL, NULL, { NULL } };
  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (window_xml, NULL);
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GMainLoop) loop = g_main_loop_new (context, FALSE);
  g_autoptr (GDBusConnection) connection = NULL;
  g_autoptr (GVariant) reply = NULL;
  Window window = { 0 };
  GThread *thread;

  reset ();
  g_main_context_push_thread_default (context);
  connection = g_dbus_connection_new_for_address_sync (
    g_test_dbus_get_bus_address (fixture->bus),
    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
    NULL, NULL, NULL);
  g_dbus_connection_register_object (connection, PADDOCK_APP_OBJECT_PATH, node->interfaces[0],
                                     &vtable, &window, NULL, NULL);
  reply = g_dbus_connection_call_sync (connection, "org.freedesktop.DBus",
                                       "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                       "RequestName", g_variant_new ("(su)", PADDOCK_APP_ID, 4),
                                       NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);
  g_assert_nonnull (reply);
  g_main_context_pop_thread_default (context);
  thread = g_thread_new ("window", run_window, loop);

  /* A change that narrows is made at once. */
  cli_assert (fixture, "settings new-folder-access read-only", PADDOCK_EXIT_OK, NULL, NULL);
  cli_assert (fixture, "settings first-duration session", PADDOCK_EXIT_OK, NULL, NULL);
  g_assert_cmpuint (window.n_opened, ==, 0);
  cli_assert (fixture, "settings new-folder-access read-write", PADDOCK_EXIT_PENDING, NULL,
              "Make the change there");
  cli_assert (fixture, "settings ask-before-widening false", PADDOCK_EXIT_PENDING, NULL,
              "Make the change there");
  g_assert_cmpuint (window.n_opened, ==, 2);
  cli_assert (fixture, "settings new-folder-access", PADDOCK_EXIT_OK, "read-only\n", NULL);
  cli_assert (fixture, "settings ask-before-widening", PADDOCK_EXIT_OK, "true\n", NULL);

  g_main_loop_quit (loop);
  g_thread_join (thread);
  g_dbus_connection_close_sync (connection, NULL, NULL);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  CLI_TEST ("/cmd-settings/lists", test_lists);
  CLI_TEST ("/cmd-settings/typed-wrong", test_typed_wrong);
  CLI_TEST ("/cmd-settings/without-window", test_without_window);
  CLI_TEST ("/cmd-settings/with-window", test_with_window);
  return g_test_run ();
}
