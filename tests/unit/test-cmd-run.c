/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

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
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    cli_assert (fixture, cases[i].line, (PaddockExit) cases[i].status, NULL, cases[i].err);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/cmd-run/refused", CliFixture, NULL, cli_fixture_set_up, test_refused,
              cli_fixture_tear_down);
  return g_test_run ();
}
