/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

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

  paddock_cli_init ();
  return paddock_verbs_run (&cli, (const char * const *) argv);
}
