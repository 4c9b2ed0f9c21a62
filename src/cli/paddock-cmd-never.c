/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-cli-service.h"
#include "paddock-error.h"
#include "paddock-json-forms.h"
#include "paddock-lookup.h"
#include "paddock-server-label.h"
#include "paddock-settle.h"
#include "paddock-table.h"
#include "paddock-text.h"
#include "paddock-uri.h"

#include "config.h"

#include <glib/gi18n.h>
#include <limits.h>
#include <unistd.h>

/* `paddock never`: lists the sensitive files for which the user answered "Never". With --ask-again
 * it withdraws such an answer. Withdrawing an answer widens access. So if a window is open, the
 * window asks the user to confirm, even if the user typed the command. */

typedef struct {
  gboolean  json;
  gboolean  ask_again;
  gboolean  hosts;
  gboolean  no_wait;
  char     *server;
  GStrv     arguments;
} Options;

static GPtrArray *
list_files (PaddockCli  *cli,
            GError     **error)
{
  g_autoptr (GVariant) list = paddock_cli_service_list (cli, "ListNever", NULL, 0, error);

  return list != NULL ? paddock_never_list_from_variant (list) : NULL;
}

static void
add_row (PaddockTable       *table,
         const PaddockNever *never,
         GPtrArray          *servers)
{
  g_autofree char *path = paddock_text_escape (never->path, -1);
  const PaddockServerView *view = paddock_server_view_find (servers, never->server_id);
  g_autofree char *label = view != NULL ? paddock_server_label_dup (view) : NULL;
  const char *cells[] = {
    path, _("apps and other programs"), never->server_id != NULL ? never->server_id : "", NULL
  };

  if (never->server_id != NULL)
    cells[1] = label != NULL ? label : "";
  paddock_table_add_row (table, cells);
}

static PaddockExit
show (PaddockCli    *cli,
      const Options *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) files = list_files (cli, &error);
  g_autoptr (GPtrArray) servers = files != NULL ? paddock_lookup_list_servers (cli, &error) : NULL;
  g_autofree char *text = NULL;

  if (servers == NULL)
    return paddock_cli_refuse (cli, error);

  if (options->json) {
    text = paddock_json_forms_never (files, servers);
    paddock_cli_print_raw (cli, text);
    paddock_cli_print_raw (cli, "\n");
  } else if (files->len == 0) {
    paddock_cli_print (cli, "%s\n", _("No file is set to “Never”."));
  } else {
    const char * const headers[] = {
      /* Translators: headers of the columns of a table; NEVER FOR: who may never read a file */
      C_("column", "PATH"), C_("column", "NEVER FOR"), _("ID"), NULL
    };
    g_autoptr (PaddockTable) table = paddock_table_new (headers);

    for (guint i = 0; i < files->len; i++)
      add_row (table, g_ptr_array_index (files, i), servers);
    text = paddock_table_to_text (table);
    paddock_cli_print (cli, "%s", text);
  }
  return PADDOCK_EXIT_OK;
}

/* Returns the absolute path that @text means, in the bytes of the file system; NULL if @text is an
 * invalid URI. Does not resolve links, because the file may be gone. Asks the kernel for the
 * working directory, because $PWD may lead through a link. */
static char *
path_of (const char *text)
{
  char physical[PATH_MAX];
  const char *directory = getcwd (physical, sizeof physical);
  g_autofree char *absolute = NULL;

  absolute = paddock_lookup_absolute_path (text, directory != NULL ? directory : "/");
  return g_path_is_absolute (absolute) ? g_steal_pointer (&absolute)
                                       : paddock_uri_to_path (absolute, NULL);
}

/* Finds the answer "Never" for the file that the user named. With @server_id, only an answer for
 * that server counts. With @options->hosts, only an answer for hosts counts. Otherwise any answer
 * counts, but there must be exactly one. */
static const PaddockNever *
find_file (GPtrArray      *files,
           const Options  *options,
           const char     *server_id,
           GError        **error)
{
  g_autofree char *path = path_of (options->arguments[0]);
  g_autofree char *shown = paddock_text_escape_name (options->arguments[0]);
  const PaddockNever *found = NULL;

  for (guint i = 0; i < files->len; i++) {
    const PaddockNever *never = g_ptr_array_index (files, i);

    if (g_strcmp0 (never->path, path) != 0 ||
        ((options->hosts || server_id != NULL) && g_strcmp0 (never->server_id, server_id) != 0))
      continue;
    if (found != NULL) {
      g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_AMBIGUOUS,
                   /* Translators: %s is a path; "--server" and "--hosts" are to be typed */
                   _("“%s” is set to “Never” more than once. Choose one with --server SERVER or "
                     "--hosts."),
                   shown);
      return NULL;
    }
    found = never;
  }
  if (found == NULL)
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND,
                 /* Translators: %s is a path; "paddock never" is to be typed */
                 _("“%s” isn’t set to “Never”. To list the files that are, type “paddock never”."),
                 shown);
  return found;
}

static PaddockExit
ask_again (PaddockCli    *cli,
           const Options *options)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *server_id = NULL;
  g_autoptr (GPtrArray) files = NULL;
  const PaddockNever *never;

  if (options->server != NULL) {
    server_id = paddock_lookup_server_id (cli, options->server, &error);
    if (server_id == NULL)
      return paddock_cli_refuse (cli, error);
  }
  files = list_files (cli, &error);
  never = files != NULL ? find_file (files, options, server_id, &error) : NULL;
  if (never == NULL)
    return paddock_cli_refuse (cli, error);
  return paddock_settle_call (cli, "TakeBackNever",
                              g_variant_new ("(s^ay)",
                                             never->server_id != NULL ? never->server_id : "",
                                             never->path),
                              options->no_wait);
}

static PaddockExit
run (PaddockCli        *cli,
     const PaddockVerb *verb,
     const Options     *options)
{
  guint n = options->arguments != NULL ? g_strv_length (options->arguments) : 0;

  if (!options->ask_again) {
    if (options->server != NULL || options->hosts || options->no_wait)
      return paddock_cli_misuse (cli, verb, "%s",
                                 _("--server, --hosts and --no-wait can only be used with "
                                   "--ask-again."));
    return n == 0 ? show (cli, options)
                  : paddock_cli_misuse (cli, verb, "%s", _("A path can only be used with "
                                                           "--ask-again."));
  }
  if (options->json)
    return paddock_cli_misuse (cli, verb, "%s",
                               _("--json can’t be combined with --ask-again."));
  if (options->server != NULL && options->hosts)
    return paddock_cli_misuse (cli, verb, "%s", _("--server can’t be combined with --hosts."));
  if (n != 1)
    return paddock_cli_misuse (cli, verb, "%s", _("Give exactly one PATH: which file?"));
  return ask_again (cli, options);
}

/* Runs `paddock never`. Returns PADDOCK_EXIT_PENDING if the user was asked to confirm --ask-again,
 * and has not answered. Returns PADDOCK_EXIT_REFUSED if there is no such answer. */
static PaddockExit
run_command (PaddockCli        *cli,
             const PaddockVerb *verb,
             GStrv             *argv)
{
  Options options = { 0 };
  const GOptionEntry entries[] = {
    { "json", 'j', 0, G_OPTION_ARG_NONE, &options.json, N_("Print JSON"), NULL },
    { "ask-again", 0, 0, G_OPTION_ARG_NONE, &options.ask_again,
      N_("Ask again the next time a program wants this file"), NULL },
    { "server", 's', 0, G_OPTION_ARG_FILENAME, &options.server,
      N_("Your answer for this server"), N_("SERVER") },
    { "hosts", 0, 0, G_OPTION_ARG_NONE, &options.hosts,
      N_("Your answer for apps and other programs"), NULL },
    { "no-wait", 0, 0, G_OPTION_ARG_NONE, &options.no_wait,
      N_("Don’t wait for the answer to a question"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.arguments, NULL, NULL },
    G_OPTION_ENTRY_NULL
  };
  PaddockExit status;

  if (paddock_cli_parse (cli, verb, entries, argv, &status))
    status = run (cli, verb, &options);
  g_free (options.server);
  g_strfreev (options.arguments);
  return status;
}

const PaddockVerb paddock_cmd_never = {
  .name = "never",
  .synopsis = N_("[--json] | --ask-again [--server SERVER|--hosts] [--no-wait] PATH"),
  .summary = N_("List the files set to “Never”, or ask again about one"),
  .description =
    N_("These are sensitive files. --ask-again doesn’t allow reading: Paddock asks you the next "
       "time a program wants the file. If Paddock can open its window, it asks you to confirm "
       "--ask-again."),
  .run = run_command,
};
