/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-cli-service.h"
#include "paddock-entry-json.h"
#include "paddock-error.h"
#include "paddock-journal-filter.h"
#include "paddock-journal-text.h"
#include "paddock-log-filter.h"
#include "paddock-lookup.h"
#include "paddock-server-label.h"
#include "paddock-settle.h"
#include "paddock-text.h"
#include "paddock-views.h"
#include "paddock-words.h"

#include "config.h"

#include <glib/gi18n.h>

/* `paddock log`: prints the journal, or clears it. The oldest entry comes first, so the newest is
 * at the end of the output. */

typedef struct {
  gboolean json;
  gboolean follow;
  gboolean clear;
  gboolean no_wait;
  gint64   limit;                     /* at least 1 */
  PaddockEntryFilter *filter;         /* which entries to print */
} Options;

/* The servers that Paddock knows now. Their names replace those in the journal. */
typedef struct {
  PaddockCli *cli;
  GPtrArray  *views;                  /* (owned) (nullable) PaddockServerView; NULL: not read since
                                       * the last signal of the service */
} Servers;

/* Gives the entry's server its current name, or the old one if the servers can't be read. */
static PaddockJournalEntry *
name_server (PaddockJournalEntry *entry,
             Servers             *servers)
{
  if (entry->server_id == NULL)
    return entry;
  if (servers->views == NULL)
    servers->views = paddock_lookup_list_servers (servers->cli, NULL);
  if (servers->views == NULL)
    servers->views = g_ptr_array_new ();
  return paddock_server_label_name_entry (entry, paddock_server_view_find (servers->views,
                                                                           entry->server_id));
}

static void
append (GString    *line,
        const char *separator,
        const char *text)
{
  g_autofree char *escaped = NULL;

  if (text == NULL || *text == '\0')
    return;
  escaped = paddock_text_escape (text, -1);
  g_string_append (line, separator);
  g_string_append (line, escaped);
}

static char *
describe (const PaddockJournalEntry *entry)
{
  g_autofree char *time = paddock_words_time (entry->time);
  g_autofree char *sentence = paddock_journal_text_entry (entry, NULL);
  GString *line = g_string_new (time);

  g_string_append_printf (line, "  %s", sentence);
  append (line, " – ", paddock_journal_text_reason (entry));
  append (line, " – ", entry->detail);
  if (entry->count > 1) {
    g_autofree char *last = paddock_words_time (entry->last);

    g_string_append_c (line, ' ');
    /* Translators: %u is how often it happened, %s when for the last time */
    g_string_append_printf (line, ngettext ("(%u time, last at %s)", "(%u times, last at %s)",
                                            entry->count),
                            entry->count, last);
  }
  return g_string_free (line, FALSE);
}

static void
print_entry (PaddockCli    *cli,
             GVariant      *dictionary,
             const Options *options,
             Servers       *servers)
{
  g_autoptr (PaddockJournalEntry) entry = paddock_entry_from_variant (dictionary);
  g_autofree char *text = NULL;

  /* The service has filtered the entries in its answer to a call. But with --follow, the service
   * sends new entries unfiltered. */
  if (!paddock_entry_filter_matches (options->filter, entry))
    return;
  entry = name_server (g_steal_pointer (&entry), servers);
  text = options->json ? paddock_entry_json_write (entry) : describe (entry);
  if (options->json) {
    paddock_cli_print_raw (cli, text);
    paddock_cli_print_raw (cli, "\n");
  } else {
    paddock_cli_print (cli, "%s\n", text);
  }
}

/* Prints in reverse, because the service lists the newest entry first. */
static void
print_backwards (PaddockCli    *cli,
                 GVariant      *list,
                 const Options *options,
                 Servers       *servers)
{
  for (gsize i = g_variant_n_children (list); i-- > 0;) {
    g_autoptr (GVariant) dictionary = g_variant_get_child_value (list, i);

    print_entry (cli, dictionary, options, servers);
  }
  fflush (cli->out);
}

typedef struct {
  PaddockCli    *cli;
  const Options *options;
  Servers       *servers;
  GMainLoop     *loop;
} Follow;

static void
on_service_signal (GDBusProxy *proxy,
                   const char *sender,
                   const char *signal,
                   GVariant   *parameters,
                   Follow     *follow)
{
  g_autoptr (GVariant) list = NULL;

  g_clear_pointer (&follow->servers->views, g_ptr_array_unref);
  if (g_strcmp0 (signal, "JournalChanged") != 0 ||
      !g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(aa{sv})")))
    return;
  list = g_variant_get_child_value (parameters, 0);
  print_backwards (follow->cli, list, follow->options, follow->servers);
}

static void
on_owner_changed (GDBusProxy *proxy,
                  GParamSpec *pspec,
                  Follow     *follow)
{
  g_autofree char *owner = g_dbus_proxy_get_name_owner (proxy);

  if (owner == NULL)
    g_main_loop_quit (follow->loop);
}

/* Prints new entries until the service ends. Ctrl+C ends the program. */
static PaddockExit
follow_journal (PaddockCli    *cli,
                const Options *options,
                Servers       *servers)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Follow follow = { cli, options, servers, loop };

  g_signal_connect (cli->service, "g-signal", G_CALLBACK (on_service_signal), &follow);
  g_signal_connect (cli->service, "notify::g-name-owner", G_CALLBACK (on_owner_changed), &follow);
  g_main_loop_run (loop);
  g_signal_handlers_disconnect_by_data (cli->service, &follow);
  paddock_cli_complain (cli, "%s", _("Paddock’s service stopped."));
  return PADDOCK_EXIT_REFUSED;
}

static PaddockExit
print_log (PaddockCli    *cli,
           const Options *options,
           Servers       *servers)
{
  /* For the service, 0 means all entries. */
  guint limit = options->limit <= G_MAXUINT32 ? (guint) options->limit : 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) list = NULL;

  if (paddock_entry_filter_is_empty (options->filter))
    list = paddock_cli_service_list (cli, "ListJournal", NULL, limit, &error);
  else
    list = paddock_cli_service_list (cli, "SearchJournal",
                                     paddock_journal_filter_to_variant (options->filter), limit,
                                     &error);

  if (list == NULL)
    return paddock_cli_refuse (cli, error);
  print_backwards (cli, list, options, servers);
  return options->follow ? follow_journal (cli, options, servers) : PADDOCK_EXIT_OK;
}

static PaddockExit
choose_and_print (PaddockCli             *cli,
                  const PaddockVerb      *verb,
                  Options                *options,
                  const PaddockLogChoice *choice)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PaddockEntryFilter) filter =
    paddock_log_filter_new (cli, choice, g_get_real_time (), &error);
  Servers servers = { .cli = cli };
  PaddockExit status;

  if (g_error_matches (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT))
    return paddock_cli_misuse (cli, verb, "%s", error->message);
  if (filter == NULL)
    return paddock_cli_refuse (cli, error);
  options->filter = filter;
  status = print_log (cli, options, &servers);
  g_clear_pointer (&servers.views, g_ptr_array_unref);
  return status;
}

/* Clears the whole journal. Clearing a part is not possible, because nobody would notice that
 * entries are missing. */
static PaddockExit
clear_journal (PaddockCli             *cli,
               const PaddockVerb      *verb,
               const Options          *options,
               const PaddockLogChoice *choice)
{
  if (options->json || options->follow || options->limit != G_MAXINT64 || choice->server != NULL ||
      choice->root != NULL || choice->kinds != NULL || choice->search != NULL ||
      choice->since != NULL)
    return paddock_cli_misuse (cli, verb, "%s", _("--clear can’t be combined with other "
                                                  "options."));
  return paddock_settle_call (cli, "ClearJournal", NULL, options->no_wait);
}

static void
clear_choice (PaddockLogChoice *choice)
{
  g_free (choice->server);
  g_free (choice->root);
  g_strfreev (choice->kinds);
  g_free (choice->search);
  g_free (choice->since);
}

/* Runs `paddock log`. Returns PADDOCK_EXIT_PENDING if the user was asked whether to clear the
 * journal, and has not answered. Returns PADDOCK_EXIT_REFUSED if the service can't be reached, or
 * ends during --follow. */
static PaddockExit
run_command (PaddockCli        *cli,
             const PaddockVerb *verb,
             GStrv             *argv)
{
  Options options = { 0 };
  PaddockLogChoice choice = { 0 };
  const GOptionEntry entries[] = {
    { "json", 'j', 0, G_OPTION_ARG_NONE, &options.json, N_("Print JSON, one object on each line"),
      NULL },
    { "limit", 'n', 0, G_OPTION_ARG_INT64, &options.limit, N_("Show only the newest NUMBER "
                                                              "entries"),
      N_("NUMBER") },
    { "server", 0, 0, G_OPTION_ARG_STRING, &choice.server, N_("Show only entries about one "
                                                              "server"),
      N_("SERVER") },
    { "root", 0, 0, G_OPTION_ARG_FILENAME, &choice.root, N_("Show only entries about one "
                                                            "folder"), N_("ROOT") },
    { "kind", 0, 0, G_OPTION_ARG_STRING_ARRAY, &choice.kinds,
      N_("Show only entries of one kind, such as refused or problems; repeat the option for "
         "more kinds"), N_("KIND") },
    { "search", 0, 0, G_OPTION_ARG_STRING, &choice.search, N_("Show only entries that contain "
                                                              "TEXT"),
      N_("TEXT") },
    { "since", 0, 0, G_OPTION_ARG_STRING, &choice.since,
      N_("Show only entries since TIME: today, a time span such as 2h or 7d, or a date"),
      N_("TIME") },
    { "follow", 'f', 0, G_OPTION_ARG_NONE, &options.follow, N_("Keep showing new entries"),
      NULL },
    { "clear", 0, 0, G_OPTION_ARG_NONE, &options.clear, N_("Clear all activity"), NULL },
    { "no-wait", 0, 0, G_OPTION_ARG_NONE, &options.no_wait,
      N_("Don’t wait for the answer to a question"), NULL },
    G_OPTION_ENTRY_NULL
  };
  PaddockExit status;

  options.limit = G_MAXINT64;
  if (!paddock_cli_parse (cli, verb, entries, argv, &status))
    return status;
  if ((*argv)[1] != NULL)
    status = paddock_cli_misuse (cli, verb, "%s", _("This command takes no arguments."));
  else if (options.limit < 1)
    status = paddock_cli_misuse (cli, verb, "%s", _("--limit must be at least 1."));
  else if (options.no_wait && !options.clear)
    status = paddock_cli_misuse (cli, verb, "%s", _("--no-wait can only be used with --clear."));
  else if (options.clear)
    status = clear_journal (cli, verb, &options, &choice);
  else
    status = choose_and_print (cli, verb, &options, &choice);
  clear_choice (&choice);
  return status;
}

const PaddockVerb paddock_cmd_log = {
  .name = "log",
  .synopsis =
    N_("[--json] [--limit NUMBER] [--server SERVER] [--root ROOT] [--kind KIND] [--search TEXT] "
       "[--since TIME] [--follow] | --clear [--no-wait]"),
  .summary = N_("Show activity"),
  .run = run_command,
};
