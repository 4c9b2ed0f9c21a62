/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-cli-service.h"
#include "paddock-json-forms.h"
#include "paddock-lookup.h"
#include "paddock-table.h"
#include "paddock-text.h"
#include "paddock-words.h"

#include "config.h"

#include <glib/gi18n.h>

/* `paddock list`: the folders and files that Paddock knows, with access and state. */

static void
add_row (PaddockTable          *table,
         const PaddockRootView *view)
{
  g_autofree char *name = paddock_text_escape (view->root->name ? view->root->name : "", -1);
  g_autofree char *path = paddock_text_escape (view->root->path, -1);
  g_autofree char *seen_by = g_strdup_printf ("%u", view->seen_by);
  g_autofree char *expires = paddock_words_end (view->root);
  g_autofree char *access = NULL;
  const char *cells[] = {
    path, name, paddock_words_access (view->root->access),
    paddock_words_status (view->status), seen_by, expires, view->root->id,
    NULL
  };

  if (view->root->crosses)
    /* Translators: %s is what may be done in a folder, as in "read-only"; besides, files are read
     * on what is mounted below it */
    cells[2] = access = g_strdup_printf (_("%s, with mounted drives"), cells[2]);
  paddock_table_add_row (table, cells);
}

static PaddockExit
list (PaddockCli *cli,
      gboolean    json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) roots = paddock_lookup_list_roots (cli, &error);
  g_autofree char *text = NULL;

  if (roots == NULL)
    return paddock_cli_refuse (cli, error);

  if (json) {
    text = paddock_json_forms_roots (roots);
    paddock_cli_print_raw (cli, text);
    paddock_cli_print_raw (cli, "\n");
  } else if (roots->len == 0) {
    /* Translators: "paddock add PATH" is to be typed, with a path in place of PATH */
    paddock_cli_print (cli, "%s\n", _("No folders yet. To add one, type “paddock add PATH”."));
  } else {
    const char * const headers[] = {
      /* Translators: headers of the columns of a table */
      C_("column", "PATH"), C_("column", "NAME"), _("ACCESS"), _("STATE"), _("SEEN BY"),
      _("UNTIL"), _("ID"), NULL
    };
    g_autoptr (PaddockTable) table = paddock_table_new (headers);

    for (guint i = 0; i < roots->len; i++)
      add_row (table, g_ptr_array_index (roots, i));
    text = paddock_table_to_text (table);
    paddock_cli_print (cli, "%s", text);
  }
  paddock_cli_service_tell_paused (cli);
  return PADDOCK_EXIT_OK;
}

/* Returns: %PADDOCK_EXIT_REFUSED when the service cannot be reached */
static PaddockExit
run_command (PaddockCli        *cli,
             const PaddockVerb *verb,
             GStrv             *argv)
{
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "json", 'j', 0, G_OPTION_ARG_NONE, &json, N_("Print JSON"), NULL },
    G_OPTION_ENTRY_NULL
  };
  PaddockExit status;

  if (!paddock_cli_parse (cli, verb, entries, argv, &status))
    return status;
  if ((*argv)[1] != NULL)
    return paddock_cli_misuse (cli, verb, "%s", _("This command takes no arguments."));
  return list (cli, json);
}

const PaddockVerb paddock_cmd_list = {
  .name = "list",
  .synopsis = N_("[--json]"),
  .summary = N_("List your folders and files"),
  .run = run_command,
};
