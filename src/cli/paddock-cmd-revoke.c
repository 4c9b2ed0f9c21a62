/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-lookup.h"

#include "config.h"

#include <glib/gi18n.h>

/* `paddock revoke`: takes folders, or all of them, away from a server, at once. */

static PaddockExit
revoke_roots (PaddockCli        *cli,
              const PaddockVerb *verb,
              GStrv              arguments)
{
  const char * const all[] = { NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autofree char *server = NULL;
  g_auto (GStrv) roots = NULL;

  if (arguments == NULL || arguments[0] == NULL)
    return paddock_cli_misuse (cli, verb, "%s", _("Which server?"));

  server = paddock_lookup_server_id (cli, arguments[0], &error);
  if (server == NULL)
    return paddock_cli_refuse (cli, error);
  if (arguments[1] != NULL) {
    roots = paddock_lookup_root_ids (cli, arguments + 1, &error);
    if (roots == NULL)
      return paddock_cli_refuse (cli, error);
  }
  reply = paddock_cli_call (cli, "Revoke",
                            g_variant_new ("(s^as)", server,
                                           roots != NULL ? (const char * const *) roots : all),
                            &error);
  return reply != NULL ? PADDOCK_EXIT_OK : paddock_cli_refuse (cli, error);
}

/**
 * paddock_cmd_revoke:
 *
 * Returns: %PADDOCK_EXIT_REFUSED when there is no such server or root; nothing was revoked then
 */
PaddockExit
paddock_cmd_revoke (PaddockCli        *cli,
                    const PaddockVerb *verb,
                    GStrv             *argv)
{
  g_auto (GStrv) arguments = NULL;
  const GOptionEntry entries[] = {
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &arguments, NULL, NULL },
    G_OPTION_ENTRY_NULL
  };
  PaddockExit status;

  if (!paddock_cli_parse (cli, verb, entries, argv, &status))
    return status;
  return revoke_roots (cli, verb, arguments);
}
