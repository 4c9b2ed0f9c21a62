/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-background.h"
#include "private-bus.h"

#include <string.h>

/* A portal on its own connection. It answers as the case says, with a signal on the path made from
 * the token. */
typedef struct {
  GTestDBus       *bus;
  GDBusConnection *portal;
  GDBusConnection *caller;
  const char      *answer;      /* of Response; NULL: the call itself fails */
  GVariant        *asked;       /* (owned) (nullable) the options */
} Fixture;

#define WAIT_FOR(condition)                                                         \
  G_STMT_START {                                                                    \
    gint64 deadline = g_get_monotonic_time () + 20 * G_TIME_SPAN_SECOND;            \
    while (!(condition)) {                                                          \
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);                       \
      g_main_context_iteration (NULL, FALSE);                                       \
    }                                                                               \
  } G_STMT_END

static const char portal_xml[] =
  "<node><interface name='org.freedesktop.portal.Background'><method name='RequestBackground'>"
  "<arg type='s' direction='in'/><arg type='a{sv}' direction='in'/><arg type='o' direction='out'/>"
  "</method></interface></node>";

static void
on_portal_call (GDBusConnection       *connection,
                const char            *sender,
                const char            *path,
                const char            *interface,
                const char            *method,
                GVariant              *parameters,
                GDBusMethodInvocation *invocation,
                gpointer               user_data)
{
  Fixture *fixture = user_data;
  g_autofree char *name = g_strdup (sender + 1);
  g_autofree char *request = NULL;
  const char *token = "";

  g_clear_pointer (&fixture->asked, g_variant_unref);
  fixture->asked = g_variant_get_child_value (parameters, 1);
  if (fixture->answer == NULL) {
    g_dbus_method_invocation_return_error (invocation, G_DBUS_ERROR, G_DBUS_ERROR_FAILED, "No");
    return;
  }
  g_variant_lookup (fixture->asked, "handle_token", "&s", &token);
  g_strdelimit (name, ".", '_');
  request = g_strdup_printf ("/org/freedesktop/portal/desktop/request/%s/%s", name, token);
  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(o)", request));
  g_dbus_connection_emit_signal (connection, NULL, request, "org.freedesktop.portal.Request",
                                 "Response",
                                 g_variant_new_parsed (fixture->answer, NULL), NULL);
}

static GDBusConnection *
join (GTestDBus *bus)
{
  return g_dbus_connection_new_for_address_sync (
    g_test_dbus_get_bus_address (bus),
    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
    NULL, NULL, NULL);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  static const GDBusInterfaceVTable vtable = { on_portal_call, NULL, NULL, { NULL } };
  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (portal_xml, NULL);
  g_autoptr (GVariant) reply = NULL;

  fixture->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  private_bus_up (fixture->bus);
  fixture->portal = join (fixture->bus);
  fixture->caller = join (fixture->bus);
  g_dbus_connection_register_object (fixture->portal, "/org/freedesktop/portal/desktop",
                                     node->interfaces[0], &vtable, fixture, NULL, NULL);
  reply = g_dbus_connection_call_sync (fixture->portal, "org.freedesktop.DBus",
                                       "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                       "RequestName",
                                       g_variant_new ("(su)", "org.freedesktop.portal.Desktop", 4),
                                       NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);
  g_assert_nonnull (reply);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_clear_pointer (&fixture->asked, g_variant_unref);
  g_dbus_connection_close_sync (fixture->caller, NULL, NULL);
  g_dbus_connection_close_sync (fixture->portal, NULL, NULL);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_object_unref (fixture->caller);
  g_object_unref (fixture->portal);
  g_test_dbus_down (fixture->bus);
  g_object_unref (fixture->bus);
}

static void
on_result (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  GAsyncResult **out_result = user_data;

  *out_result = g_object_ref (result);
}

static gboolean
ask (Fixture    *fixture,
     const char *answer,
     gboolean    autostart,
     gboolean   *out_is_allowed,
     gboolean   *out_autostarts)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  fixture->answer = answer;
  paddock_background_request_async (fixture->caller, "Why", autostart, NULL, on_result, &result);
  WAIT_FOR (result != NULL);
  return paddock_background_request_finish (result, out_is_allowed, out_autostarts, &error);
}

static void
test_answers (Fixture       *fixture,
              gconstpointer  data)
{
  static const struct {
    const char *answer;
    gboolean    is_allowed;
    gboolean    autostarts;
  } cases[] = {
    { "(uint32 0, {'background': <true>, 'autostart': <false>})", TRUE, FALSE },
    { "(uint32 0, {'background': <true>, 'autostart': <true>})", TRUE, TRUE },
    { "(uint32 0, {'background': <false>, 'autostart': <true>})", FALSE, TRUE },
    { "(uint32 0, {'background': <true>})", TRUE, FALSE },
    { "(uint32 0, {'background': <false>})", FALSE, FALSE },
    { "(uint32 0, @a{sv} {})", FALSE, FALSE },
    { "(uint32 0, {'background': <'true'>, 'autostart': <1>})", FALSE, FALSE },
    { "(uint32 1, {'background': <true>, 'autostart': <true>})", FALSE, FALSE },
    { "(uint32 2, @a{sv} {})", FALSE, FALSE },
    { "('nonsense',)", FALSE, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    gboolean is_allowed = !cases[i].is_allowed;
    gboolean autostarts = !cases[i].autostarts;

    g_test_message ("%s", cases[i].answer);
    g_assert_true (ask (fixture, cases[i].answer, FALSE, &is_allowed, &autostarts));
    g_assert_cmpint (is_allowed, ==, cases[i].is_allowed);
    g_assert_cmpint (autostarts, ==, cases[i].autostarts);
  }
}

static void
test_question (Fixture       *fixture,
               gconstpointer  data)
{
  gboolean is_allowed, autostarts, autostart = FALSE;
  g_autofree const char **command = NULL;
  const char *reason = NULL;

  g_assert_true (ask (fixture, "(uint32 0, {'background': <true>})", TRUE, &is_allowed,
                      &autostarts));
  g_assert_true (g_variant_lookup (fixture->asked, "autostart", "b", &autostart) && autostart);
  g_assert_true (g_variant_lookup (fixture->asked, "reason", "&s", &reason));
  g_assert_cmpstr (reason, ==, "Why");
  g_assert_true (g_variant_lookup (fixture->asked, "commandline", "^a&s", &command));
  g_assert_cmpstr (command[0], ==, "paddock");
  g_assert_cmpstr (command[1], ==, "serve");
  g_assert_null (command[2]);
}

/* Without a portal nothing is known, which is no refusal. */
static void
test_no_answer (Fixture       *fixture,
                gconstpointer  data)
{
  gboolean is_allowed, autostarts;

  g_assert_false (ask (fixture, NULL, FALSE, &is_allowed, &autostarts));
  g_assert_false (is_allowed || autostarts);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/background/answers", Fixture, NULL, set_up, test_answers, tear_down);
  g_test_add ("/background/question", Fixture, NULL, set_up, test_question, tear_down);
  g_test_add ("/background/no-answer", Fixture, NULL, set_up, test_no_answer, tear_down);
  return g_test_run ();
}
