/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-settle.h"

#include "config.h"

#include <glib/gi18n.h>

/* `paddock pause` and `paddock resume`: whether any server sees anything. Pausing narrows and acts
 * at once; resuming widens, and is put to the user where the window is at hand. */

/**
 * paddock_cmd_pause:
 *
 * Returns: %PADDOCK_EXIT_OK also where sharing was paused before
 */
PaddockExit
paddock_cmd_pause (PaddockCli        *cli,
                   const PaddockVerb *verb,
                   GStrv             *argv)
{
  const GOptionEntry entries[] = { G_OPTION_ENTRY_NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;
  PaddockExit status;

  if (!paddock_cli_parse (cli, verb, entries, argv, &status))
    return status;
  if ((*argv)[1] != NULL)
    return paddock_cli_misuse (cli, verb, "%s", _("It takes no arguments."));
  reply = paddock_cli_call (cli, "Pause", NULL, &error);
  return reply != NULL ? PADDOCK_EXIT_OK : paddock_cli_refuse (cli, error);
}

/**
 * paddock_cmd_resume:
 *
 * Returns: %PADDOCK_EXIT_OK also where sharing was not paused; %PADDOCK_EXIT_PENDING when the user
 *   was asked and has not answered
 */
PaddockExit
paddock_cmd_resume (PaddockCli        *cli,
                    const PaddockVerb *verb,
                    GStrv             *argv)
{
  gboolean no_wait = FALSE;
  const GOptionEntry entries[] = {
    { "no-wait", 0, 0, G_OPTION_ARG_NONE, &no_wait, N_("Do not wait for the user’s answer"), NULL },
    G_OPTION_ENTRY_NULL
  };
  PaddockExit status;

  if (!paddock_cli_parse (cli, verb, entries, argv, &status))
    return status;
  if ((*argv)[1] != NULL)
    return paddock_cli_misuse (cli, verb, "%s", _("It takes no arguments."));
  return paddock_settle_call (cli, "Resume", NULL, no_wait);
}
