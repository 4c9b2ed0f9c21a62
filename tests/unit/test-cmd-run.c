/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"
#include "paddock-host-names.h"

/* `paddock run`: wrong arguments, and programs that can't be started. tests/integration/test-run.py
 * covers everything else, because `paddock run` uses the standard input of its process. */

static void
test_refused (CliFixture    *fixture,
              gconstpointer  data)
{
  static const struct { const char *line;
                        int status;
                        const char *err;
  } cases[] = {
    { "run", PADDOCK_EXIT_USAGE, "Missing COMMAND: which server should run?" },
    { "run --", PADDOCK_EXIT_USAGE, "Missing COMMAND: which server should run?" },
    { "run ''", PADDOCK_EXIT_USAGE, "Missing COMMAND: which server should run?" },
    { "run --name x", PADDOCK_EXIT_USAGE, "Missing COMMAND: which server should run?" },
    { "run --name", PADDOCK_EXIT_USAGE, "Usage: paddock run" },
    { "run --no-such-option true", PADDOCK_EXIT_USAGE, "--no-such-option" },
    { "run --host-roots=union true", PADDOCK_EXIT_USAGE, "--host-roots must be suggest, ignore "
      "or intersect." },
    { "run --host-roots= true", PADDOCK_EXIT_USAGE, "--host-roots must be suggest, ignore or "
      "intersect." },
    { "run --host-roots SUGGEST true", PADDOCK_EXIT_USAGE, "--host-roots must be suggest, ignore "
      "or intersect." },
    { "run --socket= true", PADDOCK_EXIT_USAGE, "--socket needs" },
    { "run no-such-program-anywhere --help", 127, "Can’t start no-such-program-anywhere" },
    { "run -- /nowhere/program", 127, "Can’t start /nowhere/program" },
    { "run --host-roots suggest / --name", 126, "Can’t start /" },
    { "run --confine", PADDOCK_EXIT_USAGE, "Missing COMMAND: which server should run?" },
    { "run --confine-network=none true", PADDOCK_EXIT_USAGE, "can only be used with --confine." },
    { "run --confine-read /opt true", PADDOCK_EXIT_USAGE, "can only be used with --confine." },
    { "run --confine-write /opt true", PADDOCK_EXIT_USAGE, "can only be used with --confine." },
    { "run --confine-env TOKEN true", PADDOCK_EXIT_USAGE, "can only be used with --confine." },
    { "run --confine --confine-network all true", PADDOCK_EXIT_USAGE, "must be host or none." },
    { "run --confine --confine-network= true", PADDOCK_EXIT_USAGE, "must be host or none." },
    { "run --confine --confine-read", PADDOCK_EXIT_USAGE, "Usage: paddock run" },
    { "run --confine --confine-write= true", PADDOCK_EXIT_USAGE, "--confine-write needs a path." },
    { "run --confine --on-revoke=notify true", PADDOCK_EXIT_USAGE, "--on-revoke=notify" },
    { "run --confine --on-revoke=keep true", PADDOCK_EXIT_USAGE, "--on-revoke must be" },
    { "run --confine --host-roots intersect true", PADDOCK_EXIT_USAGE, "--host-roots=intersect" },
    { "run --confine --url https://x.org/", PADDOCK_EXIT_USAGE, "be used with --url" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    cli_assert (fixture, cases[i].line, (PaddockExit) cases[i].status, NULL, cases[i].err);
}

/* In the files of a sandboxed Paddock, on the host. */
static void
test_host_leg (CliFixture    *fixture,
               gconstpointer  data)
{
  g_autofree char *mark = g_strndup (PADDOCK_HOST_MARK, strlen (PADDOCK_HOST_MARK) - 1);

  g_assert_true (g_setenv (mark, "/app", TRUE));
  cli_assert (fixture, "run --confine true", (PaddockExit) 126, NULL,
              "--confine doesn’t work for apps outside Paddock’s sandbox yet. To use it, install "
              "Paddock as a package.");
  cli_assert (fixture, "run --confine --on-revoke=notify true", PADDOCK_EXIT_USAGE, NULL,
              "--on-revoke=notify");
  g_unsetenv (mark);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/cmd-run/host-leg", CliFixture, NULL, cli_fixture_set_up, test_host_leg,
              cli_fixture_tear_down);
  /* This comes last: `paddock run` blocks signals, and a bus that starts later would never end. */
  g_test_add ("/cmd-run/refused", CliFixture, NULL, cli_fixture_set_up, test_refused,
              cli_fixture_tear_down);
  return g_test_run ();
}
