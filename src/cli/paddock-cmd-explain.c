/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-cli-service.h"
#include "paddock-explanation.h"
#include "paddock-lookup.h"
#include "paddock-named-folders.h"

#include "config.h"

#include <glib/gi18n.h>

/* `paddock explain`: says why a server sees certain folders, or does not see one, and what the user
 * can do to change that. */

static gboolean
is_asked_about (GPtrArray  *requests,
                const char *server_id)
{
  for (guint i = 0; i < requests->len; i++) {
    const PaddockPrompt *prompt = g_ptr_array_index (requests, i);

    if (prompt->kind == PADDOCK_PROMPT_ROOTS && g_strcmp0 (prompt->server_id, server_id) == 0)
      return TRUE;
  }
  return FALSE;
}

static void
print (PaddockCli               *cli,
       const PaddockExplanation *explanation,
       const char               *confined)
{
  paddock_cli_print (cli, "%s\n", explanation->why);
  if (confined != NULL)
    paddock_cli_print (cli, "%s\n", confined);
  if (explanation->named != NULL)
    paddock_cli_print (cli, "%s\n", explanation->named);
  if (explanation->advice[0] != '\0')
    paddock_cli_print (cli, "%s\n", explanation->advice);
  if (explanation->command != NULL)
    paddock_cli_print (cli, "  paddock %s\n", explanation->command);
}

static PaddockExit
explain (PaddockCli *cli,
         const char *server,
         const char *root)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) roots = paddock_lookup_list_roots (cli, &error);
  g_autoptr (GPtrArray) servers = roots != NULL ? paddock_lookup_list_servers (cli, &error) : NULL;
  g_autoptr (GPtrArray) requests = servers != NULL ? paddock_lookup_list_requests (cli, &error)
                                                   : NULL;
  g_autoptr (PaddockNamedFolders) folders = paddock_named_folders_new ();
  g_autoptr (GPtrArray) asked = g_ptr_array_new ();
  g_auto (GStrv) named = NULL;
  g_autofree char *mode = NULL;
  g_autofree char *here = g_get_current_dir ();
  g_autoptr (PaddockExplanation) explanation = NULL;
  g_autofree char *confined = NULL;
  const PaddockRootView *view = NULL;
  PaddockExplanationFacts facts = { .roots = roots, .now = g_get_real_time () };

  if (requests != NULL)
    facts.server = paddock_lookup_server (servers, server, &error);
  if (facts.server != NULL && root != NULL)
    view = paddock_lookup_root (roots, root, here, &error);
  if (error != NULL)
    return paddock_cli_refuse (cli, error);

  mode = paddock_cli_service_dup_consent_mode (cli);
  paddock_policy_consent_mode_from_nick (mode != NULL ? mode : "ask", &facts.mode);
  facts.is_paused = paddock_cli_service_is_paused (cli);
  facts.is_asked = is_asked_about (requests, facts.server->server->id);
  g_ptr_array_add (asked, (gpointer) facts.server);
  paddock_named_folders_wait (folders, asked);
  named = paddock_named_folders_dup (folders, facts.server);
  facts.named = (const char * const *) named;
  explanation = view != NULL ? paddock_explanation_new_for_root (&facts, view)
                             : paddock_explanation_new_for_server (&facts);
  confined = view == NULL ? paddock_explanation_dup_confined (facts.server) : NULL;
  print (cli, explanation, confined);
  return PADDOCK_EXIT_OK;
}

/* Runs `paddock explain`. Returns PADDOCK_EXIT_REFUSED if there is no such server or root. */
static PaddockExit
run_command (PaddockCli        *cli,
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
  if (arguments == NULL || arguments[0] == NULL)
    return paddock_cli_misuse (cli, verb, "%s", _("Missing SERVER: which server?"));
  if (arguments[1] != NULL && arguments[2] != NULL)
    return paddock_cli_misuse (cli, verb, "%s", _("Give at most one folder."));
  return explain (cli, arguments[0], arguments[1]);
}

const PaddockVerb paddock_cmd_explain = {
  .name = "explain",
  .synopsis = N_("SERVER [ROOT]"),
  .summary = N_("Explain why a server sees some of your folders and not others, and what you can "
                "do"),
  .description =
    N_("SERVER is an id, or a name that only one server has. ROOT is an id, a path or a URI."),
  .run = run_command,
};
