/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-become.h"
#include "paddock-host-bundle.h"
#include "paddock-names.h"

#include "config.h"

#include <glib/gi18n.h>

/* `paddock serve`: executes the program `paddock-service` (src/daemon) in this process. The process
 * keeps its id and command line, by which users and system tools recognize the service. */

/* Runs `paddock serve`. Returns only if the service could not be executed. */
static PaddockExit
run_command (PaddockCli        *cli,
             const PaddockVerb *verb,
             GStrv             *argv)
{
  g_autofree char *problem = NULL;

  if (paddock_host_bundle_get_directory () != NULL) {
    /* Translators: %s is a command to be typed */
    paddock_cli_complain (cli, _("The service runs inside the sandbox and starts by itself. To "
                                 "start it now, type “%s”."),
                          "flatpak run --command=paddock " PADDOCK_APP_ID " serve");
    return PADDOCK_EXIT_REFUSED;
  }
  problem = paddock_become_program (cli, "paddock-service", "daemon",
                                    (const char * const *) *argv);
  if (problem == NULL)
    paddock_cli_complain (cli, "%s", _("The program “paddock-service” is missing. Install "
                                       "Paddock again."));
  else
    /* Translators: %s is the reason, as the system words it */
    paddock_cli_complain (cli, _("Can’t start Paddock’s service: %s"), problem);
  return PADDOCK_EXIT_REFUSED;
}

const PaddockVerb paddock_cmd_serve = {
  .name = "serve",
  .synopsis = "",
  .summary = N_("Run the service in this terminal"),
  .run = run_command,
};
