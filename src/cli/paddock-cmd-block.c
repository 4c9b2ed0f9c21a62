/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-lookup.h"
#include "paddock-settle.h"

#include "config.h"

#include <glib/gi18n.h>

/* `paddock block`, `unblock` and `forget`: what is decided about a server as a whole. Blocking
 * narrows and acts at once; unblocking widens, and so does forgetting a blocked server. And
 * `paddock disconnect`, which ends what it has open and decides nothing. */

/* What they have in common: one server, named on the command line. %NULL: @out_exit says
 * why. */
static char *
parse_server (PaddockCli         *cli,
              const PaddockVerb  *verb,
              const GOptionEntry *extra,
              GStrv              *argv,
              PaddockExit        *out_exit)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) arguments = NULL;
  GOptionEntry entries[] = {
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &arguments, NULL, NULL },
    extra != NULL ? *extra : (GOptionEntry) G_OPTION_ENTRY_NULL,
    G_OPTION_ENTRY_NULL
  };
  char *server;

  if (!paddock_cli_parse (cli, verb, entries, argv, out_exit))
    return NULL;
  if (arguments == NULL || arguments[0] == NULL) {
    *out_exit = paddock_cli_misuse (cli, verb, "%s", _("Which server?"));
    return NULL;
  }
  if (arguments[1] != NULL) {
    *out_exit = paddock_cli_misuse (cli, verb, "%s", _("One server at a time."));
    return NULL;
  }
  server = paddock_lookup_server_id (cli, arguments[0], &error);
  if (server == NULL)
    *out_exit = paddock_cli_refuse (cli, error);
  return server;
}

static PaddockExit
settle (PaddockCli        *cli,
        const PaddockVerb *verb,
        GStrv             *argv,
        const char        *method)
{
  gboolean no_wait = FALSE;
  const GOptionEntry entry = {
    "no-wait", 0, 0, G_OPTION_ARG_NONE, &no_wait, N_("Do not wait for the user’s answer"), NULL
  };
  PaddockExit status;
  g_autofree char *server = parse_server (cli, verb, &entry, argv, &status);

  if (server == NULL)
    return status;
  return paddock_settle_call (cli, method, g_variant_new ("(s)", server), no_wait);
}

/* For what acts at once. */
static PaddockExit
act (PaddockCli        *cli,
     const PaddockVerb *verb,
     GStrv             *argv,
     const char        *method)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;
  PaddockExit status;
  g_autofree char *server = parse_server (cli, verb, NULL, argv, &status);

  if (server == NULL)
    return status;
  reply = paddock_cli_call (cli, method, g_variant_new ("(s)", server), &error);
  return reply != NULL ? PADDOCK_EXIT_OK : paddock_cli_refuse (cli, error);
}

/**
 * paddock_cmd_block:
 *
 * Returns: %PADDOCK_EXIT_REFUSED when there is no such server
 */
PaddockExit
paddock_cmd_block (PaddockCli        *cli,
                   const PaddockVerb *verb,
                   GStrv             *argv)
{
  return act (cli, verb, argv, "Block");
}

/**
 * paddock_cmd_disconnect:
 *
 * Returns: %PADDOCK_EXIT_REFUSED when there is no such server, or it is not connected
 */
PaddockExit
paddock_cmd_disconnect (PaddockCli        *cli,
                        const PaddockVerb *verb,
                        GStrv             *argv)
{
  return act (cli, verb, argv, "Disconnect");
}

/**
 * paddock_cmd_unblock:
 *
 * Returns: %PADDOCK_EXIT_PENDING when the user was asked and has not answered
 */
PaddockExit
paddock_cmd_unblock (PaddockCli        *cli,
                     const PaddockVerb *verb,
                     GStrv             *argv)
{
  return settle (cli, verb, argv, "Unblock");
}

/**
 * paddock_cmd_forget:
 *
 * Returns: %PADDOCK_EXIT_PENDING when the user was asked and has not answered
 */
PaddockExit
paddock_cmd_forget (PaddockCli        *cli,
                    const PaddockVerb *verb,
                    GStrv             *argv)
{
  return settle (cli, verb, argv, "Forget");
}
