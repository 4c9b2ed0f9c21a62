/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-verbs.h"

#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>

/* The program `paddock`: the service, and the commands that talk to it. Without GTK. */

int
main (int    argc,
      char **argv)
{
  g_auto (PaddockCli) cli = { .out = stdout, .err = stderr };

  /* GLib logs to stdout otherwise, which is for JSON and for "Listening on". */
  g_log_writer_default_set_use_stderr (TRUE);

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  g_set_prgname ("paddock");
  return paddock_verbs_run (&cli, (const char * const *) argv);
}
