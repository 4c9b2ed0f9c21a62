/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include <signal.h>

#include "paddock-remote.h"
#include "paddock-verbs.h"

/* The program `paddock-remote`: the same as `paddock`, plus the code that talks to a server behind
 * an address. `paddock run --url` executes it. It is a program of its own because many copies of
 * `paddock run` may run at once, and most of them do not need libsoup. */

int
main (int    argc,
      char **argv)
{
  g_auto (PaddockCli) cli = { .out = stdout, .err = stderr, .reach = paddock_remote_new };

  /* Ignore the signal SIGXFSZ: a write beyond `ulimit -f` then fails with an error, like a write to
   * a full disk. */
  signal (SIGXFSZ, SIG_IGN);
  paddock_cli_init ();
  return paddock_verbs_run (&cli, (const char * const *) argv);
}
