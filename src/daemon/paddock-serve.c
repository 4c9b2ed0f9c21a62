/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-serve.h"

#include "paddock-cmd-settings.h"
#include "paddock-documents.h"
#include "paddock-lookup.h"
#include "paddock-runtime.h"
#include "paddock-service.h"
#include "paddock-settings.h"
#include "paddock-text.h"

#include "config.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <signal.h>

/* `paddock serve` runs the service until a signal ends it. This file parses the options, prints the
 * line that says that the service is ready, and ends the service. The rest is in the service
 * library. The service is a program of its own: there may be many copies of `paddock run`, and they
 * need no SQLite. */

/* The longest idle time-out, in seconds: a week. Nobody needs a longer one, and in µs it does not
 * overflow. */
#define MAX_IDLE_TIMEOUT (7 * 24 * 60 * 60)

typedef struct {
  char     *socket;
  GStrv     shares;
  char     *consent;
  gboolean  exit_when_idle;
  double    idle_timeout;           /* in seconds */
  GStrv     arguments;
} Options;

typedef struct {
  PaddockCli *cli;
  GMainLoop  *loop;
  gboolean    is_over;              /* a signal came, or the service wants to end; may be set before
                                     * the loop runs */
  gboolean    has_failed;
} Run;

static gboolean
on_end_wanted (gpointer user_data)
{
  Run *run = user_data;

  run->is_over = TRUE;
  g_main_loop_quit (run->loop);
  return G_SOURCE_CONTINUE;
}

static void
on_stopped (PaddockService *service,
            const char     *problem,
            Run            *run)
{
  if (problem != NULL && *problem != '\0') {
    paddock_cli_complain (run->cli, "%s", problem);
    run->has_failed = TRUE;
  }
  run->is_over = TRUE;
  g_main_loop_quit (run->loop);
}

/* Returns @paths as absolute paths, which the service needs. Relative paths start at the caller's
 * directory. */
static GStrv
make_absolute (GStrv paths)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *directory = g_get_current_dir ();

  for (guint i = 0; paths != NULL && paths[i] != NULL; i++) {
    g_autofree char *path = paddock_lookup_absolute_path (paths[i], directory);

    g_strv_builder_add (builder, path);
  }
  return g_strv_builder_end (builder);
}

static void
tell_ready (PaddockCli     *cli,
            PaddockService *service)
{
  g_autofree char *path = paddock_text_escape (paddock_service_get_socket_path (service), -1);

  /* Not translated, because scripts wait for this line. */
  paddock_cli_print (cli, "Listening on %s\n", path);
  fflush (cli->out);
}

/* Says why the service cannot start. If the bus started the service, nobody sees what it prints, so
 * this function also writes the reason to a file. */
static void
refuse_to_start (PaddockCli    *cli,
                 const Options *options,
                 const GError  *error)
{
  paddock_cli_refuse (cli, error);
  if (options->exit_when_idle)
    paddock_runtime_leave_problem (error->message);
}

static PaddockExit
run_service (PaddockCli     *cli,
             const Options  *options,
             PaddockService *service)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GError) error = NULL;
  Run run = { .cli = cli, .loop = loop };
  const int signals[] = { SIGTERM, SIGINT, SIGHUP };
  guint sources[G_N_ELEMENTS (signals)];

  /* The service must not end if a server hangs up, or if nobody reads its log any more. */
  signal (SIGPIPE, SIG_IGN);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    sources[i] = g_unix_signal_add (signals[i], on_end_wanted, &run);
  g_signal_connect (service, "stopped", G_CALLBACK (on_stopped), &run);

  if (paddock_service_start (service, &error)) {
    paddock_runtime_clear_problem ();
    tell_ready (cli, service);
    if (!run.is_over)
      g_main_loop_run (loop);
  } else {
    refuse_to_start (cli, options, error);
    run.has_failed = TRUE;
  }

  g_signal_handlers_disconnect_by_data (service, &run);
  paddock_service_stop (service);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_source_remove (sources[i]);
  return run.has_failed ? PADDOCK_EXIT_REFUSED : PADDOCK_EXIT_OK;
}

/* Whether the user permits --consent=allow, with which the service asks nobody. `paddock settings`
 * can switch questions off under the same condition: if there is a window, the user must first
 * switch them off in the window. */
static gboolean
may_allow_all (void)
{
  g_autoptr (GSettings) settings = paddock_settings_new ();

  if (settings != NULL && paddock_settings_has_key (settings, "ask-before-widening") &&
      !g_settings_get_boolean (settings, "ask-before-widening"))
    return TRUE;
  return !paddock_cmd_settings_open ();
}

static PaddockExit
serve (PaddockCli        *cli,
       const PaddockVerb *verb,
       const Options     *options)
{
  g_autoptr (PaddockService) service = NULL;
  g_autofree char *socket = NULL;
  g_auto (GStrv) shares = NULL;
  PaddockServiceOptions service_options = { .mode = PADDOCK_CONSENT_ASK };

  if (options->arguments != NULL && options->arguments[0] != NULL)
    return paddock_cli_misuse (cli, verb, "%s", _("This command takes no arguments."));
  if (options->consent != NULL &&
      !paddock_policy_consent_mode_from_nick (options->consent, &service_options.mode))
    return paddock_cli_misuse (cli, verb, "%s", _("--consent must be ask, deny or allow."));
  if (options->socket != NULL && *options->socket == '\0')
    return paddock_cli_misuse (cli, verb, "%s", _("--socket needs a path."));
  if (!(options->idle_timeout >= 0 && options->idle_timeout <= MAX_IDLE_TIMEOUT))
    return paddock_cli_misuse (cli, verb, "%s", _("--idle-timeout must be a number of seconds."));

  if (options->shares != NULL && paddock_documents_is_sandboxed ())
    return paddock_cli_misuse (cli, verb, "%s", _("--share can’t see your folders from inside "
                                                  "a sandbox. Add them in the window, or with "
                                                  "“paddock add” outside the sandbox."));

  if (service_options.mode == PADDOCK_CONSENT_ALLOW && !may_allow_all ()) {
    paddock_cli_complain (cli, "%s", _("Not started: with --consent=allow, Paddock shares without "
                                       "asking. Preferences are open now. First turn off “Confirm "
                                       "Requests From Other Programs” there."));
    return PADDOCK_EXIT_PENDING;
  }
  if (service_options.mode == PADDOCK_CONSENT_ALLOW)
    paddock_cli_complain (cli, "%s", _("Warning: with --consent=allow, every server that connects "
                                       "sees every available folder in your list, and you aren’t "
                                       "asked."));

  socket = options->socket != NULL ? g_canonicalize_filename (options->socket, NULL) : NULL;
  shares = make_absolute (options->shares);
  service_options.socket_path = socket;
  service_options.shares = (const char * const *) shares;
  service_options.exit_when_idle = options->exit_when_idle;
  service_options.idle_timeout = (gint64) (options->idle_timeout * G_USEC_PER_SEC);
  service = paddock_service_new (&service_options);
  return run_service (cli, options, service);
}

static PaddockExit
parse_and_serve (PaddockCli        *cli,
                 const PaddockVerb *verb,
                 GStrv             *argv)
{
  Options options = { NULL };
  const GOptionEntry entries[] = {
    { "socket", 0, 0, G_OPTION_ARG_FILENAME, &options.socket,
      N_("Let servers connect to this socket"), N_("PATH") },
    { "share", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.shares,
      N_("Folder or file to add for this run only; can be repeated"), N_("PATH") },
    { "consent", 0, 0, G_OPTION_ARG_FILENAME, &options.consent,
      N_("When a server asks: ask you (default), deny, or allow (every server sees every folder in "
         "your list)"), N_("MODE") },
    { "exit-when-idle", 0, 0, G_OPTION_ARG_NONE, &options.exit_when_idle,
      N_("Stop the service when it hasn’t been needed for ten minutes"), NULL },
    /* A hidden option for tests (docs/testing.md). */
    { "idle-timeout", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_DOUBLE, &options.idle_timeout,
      N_("How long --exit-when-idle waits"), N_("SECONDS") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.arguments, NULL, NULL },
    G_OPTION_ENTRY_NULL
  };
  PaddockExit status;

  if (paddock_cli_parse (cli, verb, entries, argv, &status))
    status = serve (cli, verb, &options);
  g_free (options.socket);
  g_strfreev (options.shares);
  g_free (options.consent);
  g_strfreev (options.arguments);
  return status;
}

static const PaddockVerb serve_verb = {
  "serve", N_("[--socket PATH] [--share PATH]… [--consent=ask|deny|allow]"),
  N_("Run the service in this terminal"),
  N_("The service usually starts by itself. It prints “Listening on PATH” when servers can "
     "connect."),
  parse_and_serve
};

/**
 * paddock_serve_run:
 * @argv: the program's name, then "serve" (optional), then the arguments
 *
 * Returns: the exit status: %PADDOCK_EXIT_REFUSED if the service cannot start or continue
 */
PaddockExit
paddock_serve_run (PaddockCli         *cli,
                   const char * const *argv)
{
  gboolean is_named = argv[0] != NULL && g_strcmp0 (argv[1], serve_verb.name) == 0;
  g_auto (GStrv) arguments = g_strdupv ((char **) argv + (is_named ? 1 : 0));

  return serve_verb.run (cli, &serve_verb, &arguments);
}
