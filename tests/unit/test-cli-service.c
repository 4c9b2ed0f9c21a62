/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

#include "paddock-cli-service.h"
#include "paddock-error.h"
#include "paddock-names.h"

/* Finds the service, calls it, and prints its errors in their own words. */

static void
init (PaddockCli *cli,
      CliFixture *fixture)
{
  *cli = (PaddockCli) { stdout, stderr };
  cli->connection = fake_control_connect (g_test_dbus_get_bus_address (fixture->bus));
}

static void
clear (PaddockCli *cli)
{
  g_dbus_connection_close_sync (cli->connection, NULL, NULL);
  paddock_cli_clear (cli);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

static void
test_call (CliFixture    *fixture,
           gconstpointer  data)
{
  PaddockCli cli;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autofree char *sent = NULL;
  const char *request;

  init (&cli, fixture);
  fake_control_answer (fixture->fake, "Unblock", "('q',)");
  reply = paddock_cli_service_call (&cli, "Unblock", g_variant_new ("(s)", "s"), &error);
  g_assert_no_error (error);
  g_variant_get (reply, "(&s)", &request);
  g_assert_cmpstr (request, ==, "q");
  sent = fake_control_dup_call (fixture->fake, "Unblock");
  g_assert_cmpstr (sent, ==, "('s',)");
  g_assert_true (paddock_cli_service_get (&cli, NULL) == cli.service);
  clear (&cli);
}

static void
test_error (CliFixture    *fixture,
            gconstpointer  data)
{
  PaddockCli cli;
  g_autoptr (GError) error = NULL;

  init (&cli, fixture);
  fake_control_fail (fixture->fake, "Block", PADDOCK_ERROR_BUS_PREFIX "NotFound", "No such server");
  g_assert_null (paddock_cli_service_call (&cli, "Block", g_variant_new ("(s)", "s"), &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND);
  g_assert_cmpstr (error->message, ==, "No such server");
  clear (&cli);
}

/* A service of another version lacks a method: the message says what the user can do. */
static void
test_older_service (CliFixture    *fixture,
                    gconstpointer  data)
{
  PaddockCli cli;
  g_autoptr (GError) error = NULL;

  init (&cli, fixture);
  fake_control_fail (fixture->fake, "Block", "org.freedesktop.DBus.Error.UnknownMethod",
                     "No such method “Block”");
  g_assert_null (paddock_cli_service_call (&cli, "Block", g_variant_new ("(s)", "s"), &error));
  g_assert_error (error, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_METHOD);
  g_assert_nonnull (strstr (error->message, "its old service is still running"));
  g_assert_null (strstr (error->message, "GDBus.Error"));
  clear (&cli);
}

/* Each command mentions a damaged database, and still succeeds. */
static void
test_set_aside (CliFixture    *fixture,
                gconstpointer  data)
{
  g_autofree char *text = NULL;
  gsize size;
  FILE *err = open_memstream (&text, &size);
  PaddockCli cli;

  init (&cli, fixture);
  cli.err = err;
  fake_control_set_aside (fixture->fake, "/data/paddock.db.damaged-\xe9\x1b");
  g_assert_nonnull (paddock_cli_service_get (&cli, NULL));
  fflush (err);
  g_assert_nonnull (strstr (text, "/data/paddock.db.damaged-"));
  g_assert_null (strchr (text, '\x1b'));
  g_assert_true (g_utf8_validate (text, -1, NULL));
  clear (&cli);
  fclose (err);
}

/* The service's sandbox. An older service without this property counts as having none. */
static void
test_sandbox (CliFixture    *fixture,
              gconstpointer  data)
{
  g_autofree char *none = NULL;
  g_autofree char *some = NULL;
  PaddockCli cli;

  init (&cli, fixture);
  g_assert_nonnull (paddock_cli_service_get (&cli, NULL));
  none = paddock_cli_service_dup_sandbox (&cli);
  g_assert_cmpstr (none, ==, "");
  fake_control_set_sandbox (fixture->fake, "flatpak");
  some = paddock_cli_service_dup_sandbox (&cli);
  g_assert_cmpstr (some, ==, "flatpak");
  clear (&cli);
}

static void
test_no_bus (CliFixture    *fixture,
             gconstpointer  data)
{
  PaddockCli cli = { stdout, stderr };
  g_autoptr (GError) error = NULL;

  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", TRUE);
  g_assert_null (paddock_cli_service_call (&cli, "ListRoots", NULL, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED);
  g_assert_nonnull (strstr (error->message, "session bus"));
  paddock_cli_clear (&cli);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  CLI_TEST ("/cli-service/call", test_call);
  CLI_TEST ("/cli-service/error", test_error);
  CLI_TEST ("/cli-service/older-service", test_older_service);
  CLI_TEST ("/cli-service/set-aside", test_set_aside);
  CLI_TEST ("/cli-service/sandbox", test_sandbox);
  CLI_TEST ("/cli-service/no-bus", test_no_bus);
  return g_test_run ();
}
