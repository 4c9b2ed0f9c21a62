/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-cli-service.h"
#include "paddock-lookup.h"
#include "paddock-text.h"

#include "config.h"

#include <glib/gi18n.h>

/* `paddock revoke`: revokes some folders, or all, from a server. With --reading it revokes the
 * permission that Paddock reads files for the server. */

static const PaddockRoot *
find_root (const char *root_id,
           gpointer    user_data)
{
  GPtrArray *roots = user_data;

  for (guint i = 0; i < roots->len; i++) {
    const PaddockRootView *view = g_ptr_array_index (roots, i);

    if (g_strcmp0 (view->root->id, root_id) == 0)
      return view->root;
  }
  return NULL;
}

/* Says which revoked roots the server still sees, because it sees a root around them. The roots are
 * revoked already, so if the service can't be asked, this prints nothing. */
static void
tell_still_seen (PaddockCli *cli,
                 const char *server_id,
                 GStrv       root_ids)
{
  g_autoptr (GPtrArray) roots = paddock_lookup_list_roots (cli, NULL);
  g_autoptr (GPtrArray) servers = paddock_lookup_list_servers (cli, NULL);
  const PaddockServerView *server = NULL;

  if (roots != NULL && servers != NULL)
    server = paddock_lookup_server (servers, server_id, NULL);
  for (gsize i = 0; server != NULL && root_ids[i] != NULL; i++) {
    const PaddockRoot *inner = find_root (root_ids[i], roots);
    const PaddockRoot *outer = NULL;
    g_autofree char *inner_path = NULL;
    g_autofree char *outer_path = NULL;

    if (inner != NULL)
      outer = paddock_server_view_find_outer (server, inner, find_root, roots);
    if (outer == NULL)
      continue;
    inner_path = paddock_text_escape (inner->path, -1);
    outer_path = paddock_text_escape (outer->path, -1);
    /* Translators: the first %s is the path of a folder, the second one that of a folder in it */
    paddock_cli_print (cli, _("The server still sees %s, which contains %s. To stop sharing the "
                              "parent folder too:\n"),
                       outer_path, inner_path);
    paddock_cli_print (cli, "  paddock revoke %s %s\n", server_id, outer->id);
  }
}

static PaddockExit
revoke_reading (PaddockCli        *cli,
                const PaddockVerb *verb,
                GStrv              arguments)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autofree char *server = NULL;

  if (arguments == NULL || arguments[0] == NULL)
    return paddock_cli_misuse (cli, verb, "%s", _("Missing SERVER: which server?"));
  if (arguments[1] != NULL)
    return paddock_cli_misuse (cli, verb, "%s", _("--reading can’t be combined with folders."));

  server = paddock_lookup_server_id (cli, arguments[0], &error);
  if (server != NULL)
    reply = paddock_cli_service_call (cli, "SetServerReading",
                                      g_variant_new ("(sb)", server, FALSE), &error);
  return reply != NULL ? PADDOCK_EXIT_OK : paddock_cli_refuse (cli, error);
}

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
    return paddock_cli_misuse (cli, verb, "%s", _("Missing SERVER: which server?"));

  server = paddock_lookup_server_id (cli, arguments[0], &error);
  if (server == NULL)
    return paddock_cli_refuse (cli, error);
  if (arguments[1] != NULL) {
    roots = paddock_lookup_root_ids (cli, arguments + 1, &error);
    if (roots == NULL)
      return paddock_cli_refuse (cli, error);
  }
  reply = paddock_cli_service_call (cli, "Revoke",
                                    g_variant_new ("(s^as)", server,
                                                   roots != NULL ? (const char * const *) roots
                                                                 : all),
                                    &error);
  if (reply == NULL)
    return paddock_cli_refuse (cli, error);
  if (roots != NULL)
    tell_still_seen (cli, server, roots);
  return PADDOCK_EXIT_OK;
}

/* Runs `paddock revoke`. Returns PADDOCK_EXIT_REFUSED if the server or a root is unknown; then
 * nothing was revoked. */
static PaddockExit
run_command (PaddockCli        *cli,
             const PaddockVerb *verb,
             GStrv             *argv)
{
  g_auto (GStrv) arguments = NULL;
  gboolean is_reading = FALSE;
  const GOptionEntry entries[] = {
    { "reading", 0, 0, G_OPTION_ARG_NONE, &is_reading,
      N_("Stop Paddock from reading files for the server"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &arguments, NULL, NULL },
    G_OPTION_ENTRY_NULL
  };
  PaddockExit status;

  if (!paddock_cli_parse (cli, verb, entries, argv, &status))
    return status;
  return is_reading ? revoke_reading (cli, verb, arguments) : revoke_roots (cli, verb, arguments);
}

const PaddockVerb paddock_cmd_revoke = {
  .name = "revoke",
  .synopsis = N_("SERVER [ROOT…|--reading]"),
  .summary = N_("Stop sharing some or all folders and files with a server"),
  .description =
    N_("SERVER is an id, or a name that only one server has. ROOT is an id, a path or a URI."),
  .run = run_command,
};
