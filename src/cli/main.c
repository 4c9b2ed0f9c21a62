/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-verbs.h"

/* The program `paddock`: `paddock run`, and the commands that talk to the service. It links neither
 * GTK nor code that only the service needs. */

int
main (int    argc,
      char **argv)
{
  g_auto (PaddockCli) cli = { .out = stdout, .err = stderr };

  paddock_cli_init ();
  return paddock_verbs_run (&cli, (const char * const *) argv);
}
