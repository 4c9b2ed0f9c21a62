/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-cli-service.h"
#include "paddock-lookup.h"

#include "config.h"

#include <glib/gi18n.h>

/* `paddock remove`: removes folders and files from Paddock, so that no server sees them any more.
 * If any of them is unknown, the command removes none. Files on the disk are not touched. */

static PaddockExit
remove_roots (PaddockCli        *cli,
              const PaddockVerb *verb,
              GStrv              texts)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_auto (GStrv) ids = NULL;

  if (texts == NULL || texts[0] == NULL)
    return paddock_cli_misuse (cli, verb, "%s", _("Missing PATH: which folder or file?"));

  ids = paddock_lookup_root_ids (cli, texts, &error);
  if (ids == NULL)
    return paddock_cli_refuse (cli, error);
  reply = paddock_cli_service_call (cli, "RemoveRoots", g_variant_new ("(^as)", ids), &error);
  return reply != NULL ? PADDOCK_EXIT_OK : paddock_cli_refuse (cli, error);
}

/* Runs `paddock remove`. Returns PADDOCK_EXIT_REFUSED if a root is unknown. Then no root was
 * removed. */
static PaddockExit
run_command (PaddockCli        *cli,
             const PaddockVerb *verb,
             GStrv             *argv)
{
  g_auto (GStrv) texts = NULL;
  const GOptionEntry entries[] = {
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &texts, NULL, NULL },
    G_OPTION_ENTRY_NULL
  };
  PaddockExit status;

  if (!paddock_cli_parse (cli, verb, entries, argv, &status))
    return status;
  return remove_roots (cli, verb, texts);
}

const PaddockVerb paddock_cmd_remove = {
  .name = "remove",
  .synopsis = N_("ROOT…"),
  .summary = N_("Remove folders or files from Paddock and stop sharing them with servers"),
  .description = N_("ROOT is an id, a path or a URI. Your files on disk aren’t touched."),
  .run = run_command,
};
