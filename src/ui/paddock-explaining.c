/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-explaining.h"

#include "paddock-client-facts.h"
#include "paddock-explanation.h"
#include "paddock-prompt-item.h"

/* Explains why a server sees what it sees, with data from the client's lists. */

/* Returns: (transfer container) (element-type PaddockRootView): all roots, for the functions of
 * paddock-explanation.h */
static GPtrArray *
list_roots (PaddockClient *client)
{
  GListModel *model = paddock_client_get_roots (client);
  GPtrArray *views = g_ptr_array_new ();

  for (guint i = 0; i < g_list_model_get_n_items (model); i++) {
    g_autoptr (PaddockRootItem) item = g_list_model_get_item (model, i);

    g_ptr_array_add (views, (gpointer) paddock_root_item_get_view (item));
  }

  return views;
}

static gboolean
is_asked_about (PaddockClient *client,
                const char    *server_id)
{
  GListModel *model = paddock_client_get_requests (client);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++) {
    g_autoptr (PaddockPromptItem) item = g_list_model_get_item (model, i);
    const PaddockPrompt *prompt = paddock_prompt_item_get_prompt (item);

    if (prompt->kind == PADDOCK_PROMPT_ROOTS && g_strcmp0 (prompt->server_id, server_id) == 0)
      return TRUE;
  }

  return FALSE;
}

/**
 * paddock_explaining_dup_text:
 * @root: (nullable): the root to explain; %NULL: explain all that @server sees
 *
 * Returns: (transfer full): a line that says why @server sees what it sees; one that says which
 *   folders its command gives it, if any; and one if the user can do something about it; ""
 *   if there is nothing to say besides the count of folders
 */
char *
paddock_explaining_dup_text (PaddockClient     *client,
                             PaddockServerItem *server,
                             PaddockRootItem   *root)
{
  g_autoptr (GPtrArray) roots = list_roots (client);
  g_autoptr (PaddockExplanation) explanation = NULL;
  const PaddockServerView *view = paddock_server_item_get_view (server);
  PaddockNamedFolders *folders = paddock_client_get_named_folders (client);
  g_auto (GStrv) named = paddock_named_folders_dup (folders, view);
  g_autoptr (GPtrArray) lines = g_ptr_array_new ();
  const char *mode = paddock_client_facts_get_consent_mode (client);
  PaddockExplanationFacts facts = {
    .server = view, .roots = roots, .is_paused = paddock_client_is_paused (client),
    .named = (const char * const *) named, .now = g_get_real_time (),
    .is_asked = is_asked_about (client, view->server->id),
  };

  if (mode != NULL)
    paddock_policy_consent_mode_from_nick (mode, &facts.mode);
  if (root != NULL)
    explanation = paddock_explanation_new_for_root (&facts, paddock_root_item_get_view (root));
  else
    explanation = paddock_explanation_new_for_server (&facts);

  /* The number of folders that the server sees is already shown beside the server's name. */
  if (root != NULL || !explanation->counts)
    g_ptr_array_add (lines, explanation->why);
  if (explanation->named != NULL)
    g_ptr_array_add (lines, explanation->named);
  if (*explanation->advice != '\0')
    g_ptr_array_add (lines, explanation->advice);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (GStrv) lines->pdata);
}
