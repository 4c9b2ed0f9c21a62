/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-cli-service.h"
#include "paddock-json-forms.h"
#include "paddock-lookup.h"
#include "paddock-named-folders.h"
#include "paddock-server-label.h"
#include "paddock-table.h"
#include "paddock-text.h"
#include "paddock-words.h"

#include "config.h"

#include <glib/gi18n.h>

/* `paddock servers`: lists the servers that Paddock knows, with the decision about each server, and
 * the folders that it sees. */

/* How many terminal cells of a name the table shows. A server chooses its name, and must not push
 * the next columns out of sight. */
#define NAME_WIDTH 40

/* How many characters of a command tell servers of one name apart. */
#define ORIGIN_CHARS 60

static gboolean
has_grant (const PaddockServerView *view,
           const PaddockRoot       *root)
{
  for (guint i = 0; i < view->grants->len; i++) {
    const PaddockGrantView *grant = g_ptr_array_index (view->grants, i);

    if (g_strcmp0 (grant->grant->root_id, root->id) == 0)
      return TRUE;
  }
  return FALSE;
}

/* Returns the path of a root. If only some runs of the server see the root, also returns how
 * many. */
static char *
describe_root (const PaddockServerView *view,
               const PaddockRoot       *root)
{
  guint n_runs = paddock_server_view_get_partly (view, root->id);
  g_autofree char *path = paddock_text_escape (root->path, -1);

  if (n_runs == 0)
    return g_steal_pointer (&path);
  /* Translators: the path of a folder; how many running copies of a server see it; how many there
   * are */
  return g_strdup_printf (ngettext ("%s (%u of %u run)", "%s (%u of %u runs)", view->n_runs), path,
                          n_runs, view->n_runs);
}

/* Returns the paths that the server may see, separated by commas; "" if there are none. @sees_all:
 * whether the server needs no grants. */
static char *
describe_roots (const PaddockServerView *view,
                GPtrArray               *roots,
                gboolean                 sees_all)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < roots->len; i++) {
    const PaddockRootView *root = g_ptr_array_index (roots, i);
    g_autofree char *path = NULL;

    if (sees_all ? root->status != PADDOCK_AVAILABILITY_AVAILABLE : !has_grant (view, root->root))
      continue;
    path = describe_root (view, root->root);
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", path);
  }
  return g_string_free (text, FALSE);
}

/* Returns the revoked folders that the server's sessions may still use, separated by commas; "" if
 * there are none. Says so if Paddock is restarting the server. */
static char *
describe_held (const PaddockServerView *view)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < view->sessions->len; i++) {
    const PaddockSessionView *session = g_ptr_array_index (view->sessions, i);
    g_autofree char *names = session->held != NULL ? g_strjoinv (", ", session->held) : NULL;
    g_autofree char *text = names != NULL ? paddock_text_escape (names, -1) : NULL;

    if (session->unenforced == PADDOCK_REASON_RESTARTING && text != NULL)
      /* Translators: %s are names of folders that a server can use until it has restarted */
      g_ptr_array_add (parts, g_strdup_printf (_("%s (restarting…)"), text));
    else if (session->unenforced == PADDOCK_REASON_IN_USE && text != NULL)
      /* Translators: %s are names of folders that processes of a server's last run still use */
      g_ptr_array_add (parts, g_strdup_printf (_("%s (still in use)"), text));
    else if (text != NULL)
      g_ptr_array_add (parts, g_steal_pointer (&text));
  }
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (", ", (char **) parts->pdata);
}

/* Returns the labels that more than one server has, as a set. */
static GHashTable *
find_shared_labels (GPtrArray *views)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTable *shared = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < views->len; i++) {
    g_autofree char *label = paddock_server_label_dup (g_ptr_array_index (views, i));

    if (g_hash_table_contains (seen, label))
      g_hash_table_add (shared, g_strdup (label));
    g_hash_table_add (seen, g_steal_pointer (&label));
  }
  return shared;
}

/* Returns an empty table. With @has_origin, one of its columns tells servers of one name apart. */
static PaddockTable *
make_table (gboolean has_origin)
{
  GPtrArray *headers = g_ptr_array_new ();
  PaddockTable *table;

  /* Translators: headers of the columns of a table; ORIGIN: the app that started the server, and
   * the server's command; CONNECTED: how many connections now; MIGHT STILL USE: folders that were
   * revoked from the server */
  g_ptr_array_add (headers, (gpointer) C_("column", "NAME"));
  if (has_origin)
    g_ptr_array_add (headers, (gpointer) C_("column", "ORIGIN"));
  g_ptr_array_add (headers, _("DECISION"));
  g_ptr_array_add (headers, _("CONNECTED"));
  g_ptr_array_add (headers, _("LAST SEEN"));
  g_ptr_array_add (headers, _("MAY SEE"));
  g_ptr_array_add (headers, _("MIGHT STILL USE"));
  g_ptr_array_add (headers, _("ID"));
  g_ptr_array_add (headers, NULL);
  table = paddock_table_new ((const char * const *) headers->pdata);
  paddock_table_cut (table, 0, NAME_WIDTH);
  g_ptr_array_unref (headers);
  return table;
}

/* @shared_labels: the names that need an origin; if there are none, the table has no such
 * column. */
static void
add_row (PaddockTable            *table,
         const PaddockServerView *view,
         GHashTable              *shared_labels,
         GPtrArray               *roots,
         PaddockConsentMode       mode,
         gint64                   now)
{
  gboolean has_origin = g_hash_table_size (shared_labels) > 0;
  gboolean sees_all = paddock_lookup_sees_all (view, mode, now);
  g_autofree char *label = paddock_server_label_dup (view);
  g_autofree char *n_sessions = g_strdup_printf ("%u", view->sessions->len);
  g_autofree char *last_seen = paddock_words_time (view->server->last_seen);
  g_autofree char *grants = describe_roots (view, roots, sees_all);
  g_autofree char *held = describe_held (view);
  PaddockStanding standing = paddock_server_get_standing (view->server,
                                                          view->server->decision_scope, now);
  /* Translators: in the column of decisions: nobody is asked, the service was started so */
  const char *decision = sees_all ? _("allowed by --consent=allow")
                                  : paddock_words_standing (standing);
  g_autofree char *origin = g_hash_table_contains (shared_labels, label)
                            ? paddock_server_label_dup_origin (view, ORIGIN_CHARS) : g_strdup ("");
  const char * const cells[] = {
    label, origin, decision, n_sessions, last_seen, grants, held, view->server->id, NULL
  };
  const char * const fewer_cells[] = {
    label, decision, n_sessions, last_seen, grants, held, view->server->id, NULL
  };

  paddock_table_add_row (table, has_origin ? cells : fewer_cells);
}

/* Removes the servers that lists leave out. */
static void
remove_unlisted (GPtrArray *views)
{
  for (guint i = views->len; i-- > 0;)
    if (!paddock_server_view_is_listed (g_ptr_array_index (views, i)))
      g_ptr_array_remove_index (views, i);
}

/* Says in one line for each server which folders its command gives it. */
static void
tell_named (PaddockCli          *cli,
            GPtrArray           *views,
            PaddockNamedFolders *named)
{
  for (guint i = 0; i < views->len; i++) {
    const PaddockServerView *view = g_ptr_array_index (views, i);
    g_auto (GStrv) paths = paddock_named_folders_dup (named, view);
    g_autofree char *label = paddock_server_label_dup (view);
    g_autofree char *names = NULL;

    if (paths[0] == NULL)
      continue;
    names = paddock_named_folders_to_text ((const char * const *) paths, g_get_home_dir ());
    /* Translators: the first %s is a server, the second one are names of folders */
    paddock_cli_print (cli, _("The command of %s also gives it %s, whatever you share.\n"), label,
                       names);
  }
}

/* Returns the answer to MeasureHomes, a(stb), or NULL if the service doesn't know. */
static GVariant *
measure_homes (PaddockCli *cli)
{
  g_autoptr (GVariant) reply = paddock_cli_service_call (cli, "MeasureHomes", NULL, NULL);

  return reply != NULL ? g_variant_get_child_value (reply, 0) : NULL;
}

static PaddockExit
servers (PaddockCli *cli,
         gboolean    json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) roots = paddock_lookup_list_roots (cli, &error);
  g_autoptr (GPtrArray) views = roots != NULL ? paddock_lookup_list_servers (cli, &error) : NULL;
  g_autoptr (PaddockNamedFolders) named = paddock_named_folders_new ();
  g_autofree char *text = NULL;
  g_autofree char *mode_nick = NULL;
  PaddockConsentMode mode = PADDOCK_CONSENT_ASK;
  gint64 now = g_get_real_time ();

  if (views == NULL)
    return paddock_cli_refuse (cli, error);
  paddock_named_folders_wait (named, views);
  mode_nick = paddock_cli_service_dup_consent_mode (cli);
  paddock_policy_consent_mode_from_nick (mode_nick != NULL ? mode_nick : "ask", &mode);

  if (!json)
    remove_unlisted (views);
  if (json) {
    g_autoptr (GVariant) homes = measure_homes (cli);

    text = paddock_json_forms_servers (views, homes, roots, named, mode, now);
    paddock_cli_print_raw (cli, text);
    paddock_cli_print_raw (cli, "\n");
  } else if (views->len == 0) {
    paddock_cli_print (cli, "%s\n", _("No servers yet."));
  } else {
    g_autoptr (GHashTable) shared_labels = find_shared_labels (views);
    g_autoptr (PaddockTable) table = make_table (g_hash_table_size (shared_labels) > 0);

    for (guint i = 0; i < views->len; i++)
      add_row (table, g_ptr_array_index (views, i), shared_labels, roots, mode, now);
    text = paddock_table_to_text (table);
    paddock_cli_print (cli, "%s", text);
    tell_named (cli, views, named);
  }
  paddock_cli_service_tell_paused (cli);
  return PADDOCK_EXIT_OK;
}

/* Runs `paddock servers`. Returns PADDOCK_EXIT_REFUSED if the service can't be reached. */
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
  return servers (cli, json);
}

const PaddockVerb paddock_cmd_servers = {
  .name = "servers",
  .synopsis = N_("[--json]"),
  .summary = N_("List servers, your decisions, and what each server sees"),
  .run = run_command,
};
