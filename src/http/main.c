/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include <signal.h>

#include "paddock-remote.h"
#include "paddock-verbs.h"

/* The program `paddock-remote`, which `paddock run --url` becomes: `paddock`, and what leads to a
 * server behind an address. It is one of its own, so that `paddock run`, of which there may be
 * many, does not carry libsoup and what that needs. */

int
main (int    argc,
      char **argv)
{
  g_auto (PaddockCli) cli = { .out = stdout, .err = stderr, .reach = paddock_remote_new };

  /* Where files may not grow (ulimit -f), that is an error to be told of, as a full disk is. */
  signal (SIGXFSZ, SIG_IGN);
  paddock_cli_init ();
  return paddock_verbs_run (&cli, (const char * const *) argv);
}
