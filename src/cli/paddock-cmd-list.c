/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-cli-service.h"
#include "paddock-json-forms.h"
#include "paddock-lookup.h"
#include "paddock-sight.h"
#include "paddock-table.h"
#include "paddock-text.h"
#include "paddock-words.h"

#include "config.h"

#include <glib/gi18n.h>

/* `paddock list`: lists the folders and files that Paddock knows, with access and state. */

static gboolean
has_partial (GPtrArray *sights)
{
  for (guint i = 0; i < sights->len; i++)
    if (((const PaddockSight *) g_ptr_array_index (sights, i))->n_runs > 0)
      return TRUE;
  return FALSE;
}

/* Returns how many servers see a root. If some servers see it only through a root around it, the
 * text also says how many these are, and names the roots around it. */
static char *
count_seers (GPtrArray *sights)
{
  g_autoptr (GPtrArray) outers = g_ptr_array_new ();
  g_autoptr (GString) paths = g_string_new (NULL);
  guint n_through = 0;

  for (guint i = 0; i < sights->len; i++) {
    PaddockRootItem *outer = ((const PaddockSight *) g_ptr_array_index (sights, i))->outer;
    g_autofree char *path = NULL;

    if (outer == NULL)
      continue;
    n_through++;
    if (g_ptr_array_find (outers, outer, NULL))
      continue;
    g_ptr_array_add (outers, outer);
    g_object_get (outer, "path", &path, NULL);
    g_string_append_printf (paths, "%s%s", paths->len > 0 ? ", " : "", path);
  }

  if (n_through == 0)
    return g_strdup_printf ("%u", sights->len);
  if (n_through == sights->len)
    /* Translators: in the column of who sees a folder: how many servers, and the path of another
     * folder that is around it and is shared instead */
    return g_strdup_printf (_("%u, through %s"), sights->len, paths->str);
  /* Translators: in the column of who sees a folder: how many servers; how many of them only
   * because another folder, which is around it, is shared; the path of that */
  return g_strdup_printf (_("%u, %u of them through %s"),
                          sights->len, n_through, paths->str);
}

static char *
describe_seers (GListModel      *servers,
                GListModel      *roots,
                PaddockRootItem *root)
{
  g_autoptr (GPtrArray) sights = paddock_sight_list (servers, roots, root);
  g_autofree char *count = count_seers (sights);

  if (!has_partial (sights))
    return g_steal_pointer (&count);
  /* Translators: %s is how many servers see a folder; some running copies of them don't */
  return g_strdup_printf (_("%s, not in every run"), count);
}

static void
add_row (PaddockTable    *table,
         GListModel      *servers,
         GListModel      *roots,
         PaddockRootItem *root)
{
  const PaddockRootView *view = paddock_root_item_get_view (root);
  g_autofree char *name = paddock_text_escape (view->root->name ? view->root->name : "", -1);
  g_autofree char *path = paddock_text_escape (view->root->path, -1);
  g_autofree char *seen_by = describe_seers (servers, roots, root);
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

/* Returns a list of items that own the views. Leaves @views empty. */
static GListModel *
create_roots (GPtrArray *views)
{
  GListStore *items = g_list_store_new (PADDOCK_TYPE_ROOT_ITEM);

  while (views->len > 0) {
    g_autoptr (PaddockRootItem) item = paddock_root_item_new (g_ptr_array_steal_index (views, 0));

    g_list_store_append (items, item);
  }
  return G_LIST_MODEL (items);
}

static GListModel *
create_servers (GPtrArray *views)
{
  GListStore *items = g_list_store_new (PADDOCK_TYPE_SERVER_ITEM);

  while (views->len > 0) {
    g_autoptr (PaddockServerItem) item =
      paddock_server_item_new (g_ptr_array_steal_index (views, 0));

    g_list_store_append (items, item);
  }
  return G_LIST_MODEL (items);
}

static char *
create_table (GPtrArray *root_views,
              GPtrArray *server_views)
{
  const char * const headers[] = {
    /* Translators: headers of the columns of a table */
    C_("column", "PATH"), C_("column", "NAME"), _("ACCESS"), _("STATE"), _("SHARED WITH"),
    _("UNTIL"), _("ID"), NULL
  };
  g_autoptr (PaddockTable) table = paddock_table_new (headers);
  g_autoptr (GListModel) roots = create_roots (root_views);
  g_autoptr (GListModel) servers = create_servers (server_views);

  for (guint i = 0; i < g_list_model_get_n_items (roots); i++) {
    g_autoptr (PaddockRootItem) root = g_list_model_get_item (roots, i);

    add_row (table, servers, roots, root);
  }
  return paddock_table_to_text (table);
}

static PaddockExit
list (PaddockCli *cli,
      gboolean    json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) roots = paddock_lookup_list_roots (cli, &error);
  g_autoptr (GPtrArray) servers = roots != NULL && !json ? paddock_lookup_list_servers (cli, &error)
                                                         : NULL;
  g_autofree char *text = NULL;

  if (error != NULL)
    return paddock_cli_refuse (cli, error);

  if (json) {
    text = paddock_json_forms_roots (roots);
    paddock_cli_print_raw (cli, text);
    paddock_cli_print_raw (cli, "\n");
  } else if (roots->len == 0) {
    /* Translators: "paddock add PATH" is to be typed, with a path in place of PATH */
    paddock_cli_print (cli, "%s\n", _("No folders yet. To add one, type “paddock add PATH”."));
  } else {
    text = create_table (roots, servers);
    paddock_cli_print (cli, "%s", text);
  }
  paddock_cli_service_tell_paused (cli);
  return PADDOCK_EXIT_OK;
}

/* Runs `paddock list`. Returns PADDOCK_EXIT_REFUSED if the service can't be reached. */
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
