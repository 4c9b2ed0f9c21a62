/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-serve.h"

/* The program `paddock-service`, which `paddock serve` executes. It does not use GTK. */

int
main (int    argc,
      char **argv)
{
  g_auto (PaddockCli) cli = { .out = stdout, .err = stderr };

  paddock_cli_init ();
  return paddock_serve_run (&cli, (const char * const *) argv);
}
