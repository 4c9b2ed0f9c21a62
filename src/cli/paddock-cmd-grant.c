/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-lookup.h"
#include "paddock-settle.h"
#include "paddock-words.h"

#include "config.h"

#include <glib/gi18n.h>

/* `paddock grant`: shares folders with a server. With --reading it lets Paddock read files for the
 * server, inside the folders that the server sees. Either change widens access. So if a window is
 * open, the window asks the user to confirm, even if the user typed the command. */

typedef struct {
  gboolean  no_wait;
  gboolean  is_reading;
  char     *duration;
  GStrv     arguments;
} Options;

static PaddockExit
let_read (PaddockCli        *cli,
          const PaddockVerb *verb,
          const Options     *options)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *server = NULL;

  if (options->arguments[1] != NULL || options->duration != NULL)
    return paddock_cli_misuse (cli, verb, "%s",
                               _("--reading can’t be combined with folders or --for."));

  server = paddock_lookup_server_id (cli, options->arguments[0], &error);
  if (server == NULL)
    return paddock_cli_refuse (cli, error);
  return paddock_settle_call (cli, "SetServerReading", g_variant_new ("(sb)", server, TRUE),
                              options->no_wait);
}

static PaddockExit
grant (PaddockCli        *cli,
       const PaddockVerb *verb,
       const Options     *options)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *server = NULL;
  g_auto (GStrv) roots = NULL;
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);

  if (options->arguments == NULL || options->arguments[0] == NULL)
    return paddock_cli_misuse (cli, verb, "%s", _("Missing SERVER: which server?"));
  if (options->is_reading)
    return let_read (cli, verb, options);
  if (options->arguments[1] == NULL)
    return paddock_cli_misuse (cli, verb, "%s", _("Missing PATH: which folder or file?"));
  if (options->duration != NULL) {
    g_autofree char *duration = NULL;
    const char *problem = paddock_words_misread (options->duration, FALSE, g_get_real_time (),
                                                 &duration);

    if (problem != NULL)
      return paddock_cli_misuse (cli, verb, "%s", problem);
    g_variant_dict_insert (&dict, "duration", "s", duration);
  }

  server = paddock_lookup_server_id (cli, options->arguments[0], &error);
  if (server != NULL)
    roots = paddock_lookup_root_ids (cli, options->arguments + 1, &error);
  if (roots == NULL)
    return paddock_cli_refuse (cli, error);
  return paddock_settle_call (cli, "Grant",
                              g_variant_new ("(s^as@a{sv})", server, roots,
                                             g_variant_dict_end (&dict)),
                              options->no_wait);
}

/* Runs `paddock grant`. Returns PADDOCK_EXIT_PENDING if the user was asked and has not answered. */
static PaddockExit
run_command (PaddockCli        *cli,
             const PaddockVerb *verb,
             GStrv             *argv)
{
  Options options = { 0 };
  const GOptionEntry entries[] = {
    { "no-wait", 0, 0, G_OPTION_ARG_NONE, &options.no_wait,
      N_("Don’t wait for the answer to a question"), NULL },
    { "for", 0, 0, G_OPTION_ARG_FILENAME, &options.duration,
      N_("How long: session, hour, today, until-logout, until-revoked, a time span such as 30m, 2h "
         "or 7d, or a date"), N_("DURATION") },
    { "reading", 0, 0, G_OPTION_ARG_NONE, &options.is_reading,
      N_("Let Paddock read files for the server, in the folders that the server sees"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.arguments, NULL, NULL },
    G_OPTION_ENTRY_NULL
  };
  PaddockExit status;

  if (paddock_cli_parse (cli, verb, entries, argv, &status))
    status = grant (cli, verb, &options);
  g_free (options.duration);
  g_strfreev (options.arguments);
  return status;
}

const PaddockVerb paddock_cmd_grant = {
  .name = "grant",
  .synopsis = N_("[--no-wait] SERVER ROOT… [--for DURATION] | [--no-wait] SERVER --reading"),
  .summary = N_("Share folders or files with a server"),
  .description =
    N_("SERVER is an id, or a name that only one server has. ROOT is an id, a path or a URI.\nIf "
       "Paddock can open its window, it asks you first. Without --for, sharing has no time limit."),
  .run = run_command,
};
