/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

#include "paddock-serve.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <unistd.h>

/* `paddock serve` says when it is ready, ends with a signal, and says why it cannot start. The
 * tests of the service cover the rest. There is no session bus. */

typedef struct {
  CliFixture  cli;
  char       *directory;              /* (owned) */
  char       *socket;                 /* (owned) */
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->cli.run = paddock_serve_run;
  fixture->directory = g_dir_make_tmp ("paddock-test-XXXXXX", NULL);
  fixture->socket = g_build_filename (fixture->directory, "run", "mcp.sock", NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *command = g_strdup_printf ("rm -r '%s'", fixture->directory);

  g_free (fixture->cli.out);
  g_free (fixture->cli.err);
  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
  g_free (fixture->directory);
  g_free (fixture->socket);
}

typedef struct {
  const char *socket;
  int         signal;
} End;

/* Called as soon as servers can connect. */
static gboolean
on_poll (gpointer user_data)
{
  End *end = user_data;

  if (!g_file_test (end->socket, G_FILE_TEST_EXISTS))
    return G_SOURCE_CONTINUE;
  kill (getpid (), end->signal);
  return G_SOURCE_REMOVE;
}

static void
test_signals (Fixture       *fixture,
              gconstpointer  data)
{
  static const int signals[] = { SIGTERM, SIGINT, SIGHUP };
  g_autofree char *line = g_strdup_printf ("serve --socket '%s'", fixture->socket);
  g_autofree char *ready = g_strdup_printf ("Listening on %s\n", fixture->socket);

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++) {
    End end = { fixture->socket, signals[i] };

    g_timeout_add (10, on_poll, &end);
    cli_assert (&fixture->cli, line, PADDOCK_EXIT_OK, ready, NULL);
    g_assert_cmpstr (fixture->cli.out, ==, ready);
  }
}

static void
test_warns (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *allow = g_strdup_printf ("serve --socket '%s' --consent=allow", fixture->socket);
  g_autofree char *deny = g_strdup_printf ("serve --socket '%s' --consent deny", fixture->socket);
  End end = { fixture->socket, SIGTERM };

  g_timeout_add (10, on_poll, &end);
  cli_assert (&fixture->cli, allow, PADDOCK_EXIT_OK, "Listening on", "every server that connects");
  g_timeout_add (10, on_poll, &end);
  cli_assert (&fixture->cli, deny, PADDOCK_EXIT_OK, "Listening on", NULL);
}

/* Nothing on stdout, so nobody believes that it is ready. */
static void
test_cannot_start (Fixture       *fixture,
                   gconstpointer  data)
{
  cli_assert (&fixture->cli, "serve --socket /proc/nowhere/mcp.sock", PADDOCK_EXIT_REFUSED, NULL,
              "paddock: ");
}

static void
test_typed (Fixture       *fixture,
            gconstpointer  data)
{
  static const struct {
    const char  *line;
    PaddockExit  status;
    const char  *out;
    const char  *err;
  } rows[] = {
    { "serve --help", PADDOCK_EXIT_OK, "paddock serve [--socket", NULL },
    { "--help", PADDOCK_EXIT_OK, "--consent", NULL },
    { "serve extra", PADDOCK_EXIT_USAGE, NULL, "no arguments" },
    { "serve serve", PADDOCK_EXIT_USAGE, NULL, "no arguments" },
    { "extra", PADDOCK_EXIT_USAGE, NULL, "no arguments" },
    { "serve --consent=maybe", PADDOCK_EXIT_USAGE, NULL, "ask, deny or allow" },
    { "serve --consent", PADDOCK_EXIT_USAGE, NULL, "--consent" },
    { "serve --socket=", PADDOCK_EXIT_USAGE, NULL, "--socket" },
    { "serve --idle-timeout=-1", PADDOCK_EXIT_USAGE, NULL, "number of seconds" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    cli_assert (&fixture->cli, rows[i].line, rows[i].status, rows[i].out, rows[i].err);
}

#define ADD(name, function) \
  g_test_add ("/serve/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_autofree char *home = g_dir_make_tmp ("paddock-test-XXXXXX", NULL);
  g_autofree char *command = g_strdup_printf ("rm -r '%s'", home);
  int status;

  /* Before GLib reads them. */
  g_setenv ("HOME", home, TRUE);
  g_setenv ("XDG_DATA_HOME", home, TRUE);
  g_setenv ("XDG_RUNTIME_DIR", home, TRUE);
  g_setenv ("PADDOCK_DATA_DIR", home, TRUE);
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", TRUE);

  g_test_init (&argc, &argv, NULL);
  ADD ("typed", test_typed);
  ADD ("signals", test_signals);
  ADD ("warns", test_warns);
  ADD ("cannot-start", test_cannot_start);
  status = g_test_run ();
  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
  return status;
}
