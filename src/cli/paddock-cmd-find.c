/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-json-forms.h"
#include "paddock-table.h"
#include "paddock-text.h"

#include "config.h"

#include <glib/gi18n.h>

/* `paddock find`: lists the projects inside directories, each with the files that make it a
 * project. The search works without the service. This command adds nothing and shares nothing. */

static void
collect (GPtrArray            *all,
         PaddockProjectSearch *search)
{
  GPtrArray *found = paddock_project_search_steal_found (search);

  g_ptr_array_extend_and_steal (all, found);
}

static void
print_table (PaddockCli *cli,
             GPtrArray  *found)
{
  /* Translators: headers of the columns of a table; CONTAINS is followed by names of files, such as
   * "Cargo.toml" */
  const char * const headers[] = { C_("column", "PATH"), _("CONTAINS"), NULL };
  g_autoptr (PaddockTable) table = paddock_table_new (headers);
  g_autofree char *text = NULL;

  for (guint i = 0; i < found->len; i++) {
    const PaddockProjectFind *find = g_ptr_array_index (found, i);
    g_auto (GStrv) names = paddock_project_markers_to_names (find->markers);
    g_autofree char *path = paddock_text_escape (find->path, -1);
    g_autofree char *why = g_strjoinv (", ", names);
    const char * const cells[] = { path, why, NULL };

    paddock_table_add_row (table, cells);
  }
  text = paddock_table_to_text (table);
  paddock_cli_print (cli, "%s", text);
}

/* Says whether the search left out directories, because they could not be read or were too many. */
static void
tell_gaps (PaddockCli           *cli,
           PaddockProjectSearch *search)
{
  PaddockProjectProgress progress = paddock_project_search_get_progress (search);

  if (progress.n_unreadable > 0)
    paddock_cli_complain (cli, ngettext ("Couldn’t read %u folder.",
                                         "Couldn’t read %u folders.",
                                         progress.n_unreadable), progress.n_unreadable);
  if (progress.is_cut)
    paddock_cli_complain (cli, "%s", _("There are too many folders here. Start with one of the "
                                       "folders inside."));
}

static PaddockExit
find (PaddockCli         *cli,
      const char * const *directories,
      gboolean            json)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify)
                                                              paddock_project_search_find_free);
  PaddockExit status = PADDOCK_EXIT_OK;

  for (; *directories != NULL; directories++) {
    g_autofree char *path = g_canonicalize_filename (*directories, NULL);
    g_autoptr (PaddockProjectSearch) search = paddock_project_search_new (path);
    g_autoptr (GError) error = NULL;

    if (!paddock_project_search_run (search, NULL, &error)) {
      g_autofree char *shown = paddock_text_escape (*directories, -1);

      paddock_cli_complain (cli, "%s: %s", shown, error->message);
      status = PADDOCK_EXIT_REFUSED;
    }
    collect (all, search);
    tell_gaps (cli, search);
  }

  if (json) {
    g_autofree char *text = paddock_json_forms_projects (all);

    paddock_cli_print_raw (cli, text);
    paddock_cli_print_raw (cli, "\n");
  } else if (all->len > 0) {
    print_table (cli, all);
  } else if (status == PADDOCK_EXIT_OK) {
    paddock_cli_print (cli, "%s\n", _("No projects found."));
  }
  return status;
}

/* Runs `paddock find`. Returns PADDOCK_EXIT_REFUSED if a given directory can't be read. */
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
  if ((*argv)[1] == NULL)
    return paddock_cli_misuse (cli, verb, "%s", _("Missing FOLDER: where should Paddock look?"));
  return find (cli, (const char * const *) *argv + 1, json);
}

const PaddockVerb paddock_cmd_find = {
  .name = "find",
  .synopsis = N_("[--json] FOLDER…"),
  .summary = N_("Find projects inside a folder"),
  .description =
    N_("This only lists projects. Paddock doesn’t follow links, enter other file systems, or look "
       "inside repositories. It skips hidden folders and the folders of builds and packages."),
  .run = run_command,
};
