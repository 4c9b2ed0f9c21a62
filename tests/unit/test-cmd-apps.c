/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

#include "app-fixture.h"

#include "paddock-app-key.h"

/* `paddock apps`, against a fake service. test-apps.py has the commands without a service. */

#define PATH ".cursor/mcp.json"
#define RUN "{\"mcpServers\":{\"a\":{\"command\":\"paddock\",\"args\":[\"run\",\"--key\"," \
  "\"cursor-000000000000\",\"--\",\"npx\"]}}}"
#define RESTORED "{\"mcpServers\":{\"a\":{\"command\":\"npx\",\"args\":[]}}}"

static AppFixture home;

static void
set_up (CliFixture    *fixture,
        gconstpointer  data)
{
  g_autofree char *program = NULL, *directory = NULL, *path = NULL;

  app_fixture_set_up (&home, NULL);
  /* The command that apps start. */
  program = app_fixture_write (&home, "bin/paddock", "#!/bin/sh\n");
  g_assert_cmpint (chmod (program, 0755), ==, 0);
  directory = g_path_get_dirname (program);
  path = g_strdup_printf ("%s:/usr/bin:/bin", directory);
  g_setenv ("PATH", path, TRUE);
  cli_fixture_set_up (fixture, data);
}

static void
tear_down (CliFixture    *fixture,
           gconstpointer  data)
{
  cli_fixture_tear_down (fixture, data);
  app_fixture_tear_down (&home, NULL);
}

static void
test_list (CliFixture    *fixture,
           gconstpointer  data)
{
  g_autofree char *path =
    app_fixture_write (&home, PATH, "{\"mcpServers\":{\"a\":{\"command\":\"x\","
                       "\"env\":{\"T\":\"secret\"},"
                       "\"args\":[\"--token\",\"secret\"]}}}");

  cli_assert (fixture, "apps", PADDOCK_EXIT_OK, "cursor/a", NULL);
  g_assert_null (strstr (fixture->out, "open-webui"));
  cli_assert (fixture, "apps --json", PADDOCK_EXIT_OK, "\"throughPaddock\" : false", NULL);
  g_assert_null (strstr (fixture->out, "secret"));
}

/* The service hears the key, the app, the server and the file. */
static void
test_connect (CliFixture    *fixture,
              gconstpointer  data)
{
  g_autofree char *path = app_fixture_write (&home, PATH, APP_FILE);
  g_autofree char *call = NULL, *key = NULL, *rest = NULL;
  g_auto (GStrv) parts = NULL;

  fake_control_answer (fixture->fake, "NoteApp", "()");
  cli_assert (fixture, "apps connect cursor/a", PADDOCK_EXIT_OK,
              "cursor/a goes through Paddock now.\nIf Cursor is running, restart it.\n", NULL);
  call = fake_control_dup_call (fixture->fake, "NoteApp");
  g_assert_nonnull (call);
  parts = g_strsplit (call, "'", -1);
  g_assert_true (paddock_app_key_find (parts[1]) == paddock_app_find ("cursor"));
  rest = g_strdup_printf ("('%s', 'cursor', 'a', '%s', '')", parts[1], path);
  g_assert_cmpstr (call, ==, rest);
}

static void
test_dry_run (CliFixture    *fixture,
              gconstpointer  data)
{
  g_autofree char *path = app_fixture_write (&home, PATH, APP_FILE);

  cli_assert (fixture, "apps connect --all --dry-run", PADDOCK_EXIT_OK, "\n@@ -1,1 +1,1 @@\n-{",
              NULL);
  app_fixture_assert (&home, PATH, APP_FILE);
  g_assert_null (fake_control_dup_call (fixture->fake, "NoteApp"));
}

/* Taking Paddock out is a question in the window. */
static void
test_restore (CliFixture    *fixture,
              gconstpointer  data)
{
  g_autofree char *path = app_fixture_write (&home, PATH, RUN);
  g_autofree char *question = NULL, *call = NULL;

  fake_control_answer (fixture->fake, "TakeOut", "('request',)");
  fake_control_answer (fixture->fake, "NoteAppGone", "()");
  cli_assert (fixture, "apps restore --no-wait cursor", PADDOCK_EXIT_PENDING, NULL,
              "Waiting for an answer");
  app_fixture_assert (&home, PATH, RUN);
  question = fake_control_dup_call (fixture->fake, "TakeOut");
  g_assert_cmpstr (question, ==, "(['cursor/a'],)");

  fake_control_fail (fixture->fake, "TakeOut",
                     "io.github.paddock_mcp.Paddock.Error.Refused", "No.");
  cli_assert (fixture, "apps restore cursor", PADDOCK_EXIT_REFUSED, NULL, "No.");
  app_fixture_assert (&home, PATH, RUN);

  /* No window. */
  fake_control_answer (fixture->fake, "TakeOut", "('',)");
  cli_assert (fixture, "apps restore cursor", PADDOCK_EXIT_OK,
              "cursor/a doesn’t go through Paddock any more.", NULL);
  app_fixture_assert (&home, PATH, RESTORED);
  call = fake_control_dup_call (fixture->fake, "NoteAppGone");
  g_assert_cmpstr (call, ==, "('cursor-000000000000',)");
}

/* An older service doesn't know apps. */
static void
test_older (CliFixture    *fixture,
            gconstpointer  data)
{
  g_autofree char *path = app_fixture_write (&home, PATH, RUN);

  fake_control_fail (fixture->fake, "TakeOut",
                     "org.freedesktop.DBus.Error.UnknownMethod", "No.");
  fake_control_fail (fixture->fake, "NoteAppGone",
                     "org.freedesktop.DBus.Error.UnknownMethod", "No.");
  cli_assert (fixture, "apps restore cursor", PADDOCK_EXIT_OK, "any more.", NULL);
  app_fixture_assert (&home, PATH, RESTORED);
}

/* Folders become “{roots}” if the user wants it, and come to Paddock. */
static void
test_folders (CliFixture    *fixture,
              gconstpointer  data)
{
  g_autofree char *text =
    g_strdup_printf ("{\"mcpServers\":{\"a\":{\"command\":\"s\",\"args\":[\"%s\"]}}}", home.home);
  g_autofree char *path = app_fixture_write (&home, PATH, text);
  g_autofree char *added = NULL, *expected = NULL;

  fake_control_answer (fixture->fake, "NoteApp", "()");
  fake_control_answer (fixture->fake, "NoteAppGone", "()");
  fake_control_answer (fixture->fake, "TakeOut", "('',)");
  cli_assert (fixture, "apps connect cursor", PADDOCK_EXIT_OK,
              "so it has this folder whatever you choose in Paddock.", NULL);
  g_assert_null (fake_control_dup_call (fixture->fake, "AddRoots"));
  cli_assert (fixture, "apps restore cursor", PADDOCK_EXIT_OK, "any more.", NULL);
  app_fixture_assert (&home, PATH, text);

  fake_control_fail (fixture->fake, "AddRoots",
                     "io.github.paddock_mcp.Paddock.Error.Failed", "No.");
  cli_assert (fixture, "apps connect --folders cursor", PADDOCK_EXIT_OK, "\"{roots}\"",
              "To add it, type “paddock add ");
  added = fake_control_dup_call (fixture->fake, "AddRoots");
  expected = g_strdup_printf ("([b'%s'], {'access': <'read-write'>})", home.home);
  g_assert_cmpstr (added, ==, expected);
  cli_assert (fixture, "apps restore --all", PADDOCK_EXIT_OK, home.home, NULL);
  app_fixture_assert (&home, PATH, text);
}

static void
test_misuse (CliFixture    *fixture,
             gconstpointer  data)
{
  cli_assert (fixture, "apps --all", PADDOCK_EXIT_USAGE, NULL, "Only --json");
  cli_assert (fixture, "apps moon", PADDOCK_EXIT_USAGE, NULL, "Give “connect” or “restore”");
  cli_assert (fixture, "apps connect", PADDOCK_EXIT_USAGE, NULL, "which servers?");
  cli_assert (fixture, "apps connect --all cursor", PADDOCK_EXIT_USAGE, NULL, "which servers?");
  cli_assert (fixture, "apps restore --json --all", PADDOCK_EXIT_USAGE, NULL, "--json can’t");
  cli_assert (fixture, "apps restore --folders --all", PADDOCK_EXIT_USAGE, NULL, "--folders can");
  cli_assert (fixture, "apps connect --folder /x --all", PADDOCK_EXIT_USAGE, NULL, "--folders can");
  cli_assert (fixture, "apps connect moon", PADDOCK_EXIT_REFUSED, NULL, "No server of an app");
  cli_assert (fixture, "apps restore --all", PADDOCK_EXIT_OK, "Nothing to change.", NULL);
}

#define APPS_TEST(path, function) \
  g_test_add (path, CliFixture, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  APPS_TEST ("/cmd-apps/list", test_list);
  APPS_TEST ("/cmd-apps/connect", test_connect);
  APPS_TEST ("/cmd-apps/dry-run", test_dry_run);
  APPS_TEST ("/cmd-apps/restore", test_restore);
  APPS_TEST ("/cmd-apps/older", test_older);
  APPS_TEST ("/cmd-apps/folders", test_folders);
  APPS_TEST ("/cmd-apps/misuse", test_misuse);
  return g_test_run ();
}
