/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

#include "paddock-verbs.h"
#include "private-bus.h"

#include <string.h>

void
cli_fixture_set_up (CliFixture    *fixture,
                    gconstpointer  data)
{
  fixture->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  private_bus_up (fixture->bus);
  fixture->fake = fake_control_new (g_test_dbus_get_bus_address (fixture->bus));
  fake_control_appear (fixture->fake);
}

void
cli_fixture_tear_down (CliFixture    *fixture,
                       gconstpointer  data)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  fake_control_free (fixture->fake);
  g_test_dbus_down (fixture->bus);
  g_object_unref (fixture->bus);
  g_free (fixture->out);
  g_free (fixture->err);
}

/* Runs `paddock` with arguments, split like a shell does. A fixture that was not set up has no
 * bus. */
PaddockExit
cli_run (CliFixture *fixture,
         const char *command_line)
{
  g_autofree char *line = g_strconcat ("paddock ", command_line, NULL);
  g_auto (GStrv) argv = NULL;
  g_autoptr (GError) error = NULL;
  char *out = NULL, *err = NULL;
  size_t out_size, err_size;
  PaddockCli cli = { open_memstream (&out, &out_size), open_memstream (&err, &err_size) };
  PaddockExit status;

  g_assert_true (g_shell_parse_argv (line, NULL, &argv, &error));
  if (fixture->bus != NULL)
    cli.connection = fake_control_connect (g_test_dbus_get_bus_address (fixture->bus));
  if (fixture->run != NULL)
    status = fixture->run (&cli, (const char * const *) argv);
  else
    status = paddock_verbs_run (&cli, (const char * const *) argv);

  fclose (cli.out);
  fclose (cli.err);
  g_free (fixture->out);
  g_free (fixture->err);
  fixture->out = g_strdup (out);
  fixture->err = g_strdup (err);
  free (out);
  free (err);
  if (cli.connection != NULL)
    g_dbus_connection_close_sync (cli.connection, NULL, NULL);
  paddock_cli_clear (&cli);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  return status;
}

static void
assert_contains (const char *command_line,
                 const char *text,
                 const char *part)
{
  if (part == NULL ? *text == '\0' : strstr (text, part) != NULL)
    return;
  g_test_message ("paddock %s printed: %s", command_line, text);
  g_assert_cmpstr (text, ==, part != NULL ? part : "");
}

/* @out, @err: a part of the output; %NULL: no output. */
void
cli_assert (CliFixture  *fixture,
            const char  *command_line,
            PaddockExit  status,
            const char  *out,
            const char  *err)
{
  PaddockExit actual = cli_run (fixture, command_line);

  if (actual != status)
    g_test_message ("paddock %s printed: %s%s", command_line, fixture->out, fixture->err);
  g_assert_cmpint (actual, ==, status);
  assert_contains (command_line, fixture->out, out);
  assert_contains (command_line, fixture->err, err);
}
