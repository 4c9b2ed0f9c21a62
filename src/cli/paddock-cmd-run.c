/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-activation.h"
#include "paddock-address.h"
#include "paddock-arguments.h"
#include "paddock-become.h"
#include "paddock-credentials.h"
#include "paddock-documents.h"
#include "paddock-error.h"
#include "paddock-host-bundle.h"
#include "paddock-proxy.h"
#include "paddock-run-option.h"
#include "paddock-runtime.h"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>

/* `paddock run`: starts a server for a host, and lets Paddock answer its requests for roots. This
 * file parses the options and starts the service; src/relay does the rest. The command prints
 * nothing on stdout, which belongs to MCP.
 */

/* The exit statuses of a shell if a program is not found, or can't be executed. */
#define EXIT_NOT_FOUND 127
#define EXIT_NOT_EXECUTED 126

typedef struct {
  char *name;
  char *key;
  char *socket;
  char *host_roots;
  char *on_revoke;
  char *url;
  char *header_file;
  char *bearer_file;
  gboolean insecure;
  gboolean chdir;
  gboolean env;
  gboolean literal;
  gboolean confine;
  char *network;
  char **reads;
  char **writes;
  char **names;
} Options;

static void
on_service_started (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (GDBusConnection) connection = user_data;
  g_autoptr (GError) error = NULL;

  if (!paddock_activation_start_finish (result, &error))
    g_debug ("No service: %s", error->message);
  g_dbus_connection_close (connection, NULL, NULL, NULL);
}

static void
on_bus_ready (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  GDBusConnection *connection = g_dbus_connection_new_for_address_finish (result, &error);

  if (connection == NULL) {
    g_debug ("No bus: %s", error->message);
    return;
  }
  paddock_activation_start_async (connection, NULL, NULL, on_service_started, connection);
}

/* Starts the service. If there is no bus, or the service does not start, the server runs without
 * roots. Not called with --socket: that socket may belong to another service. */
static void
start_service (gpointer user_data)
{
  g_autofree char *address = paddock_runtime_dup_bus_address ();

  /* Registers PADDOCK_ERROR, so that errors of the service arrive in this domain. */
  paddock_error_quark ();
  g_dbus_connection_new_for_address (address,
                                     G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                     G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                     NULL, NULL, on_bus_ready, NULL);
}

/* Returns the index of the server's command: of the first word that is neither an option of
 * `paddock run` nor the value of such an option. @out_end: the index after the last option. */
static guint
find_command (GStrv  argv,
              guint *out_end)
{
  guint i;

  for (i = 1; argv[i] != NULL && argv[i][0] == '-'; i++) {
    if (g_str_equal (argv[i], "--")) {
      *out_end = i;
      return i + 1;
    }
    if (paddock_run_option_count_words ((const char * const *) argv + i) == 2)
      i++;
  }
  *out_end = i;
  return i;
}

static gboolean
parse_host_roots (const char       *text,
                  PaddockHostRoots *out_mode)
{
  static const char * const nicks[] = {
    [PADDOCK_HOST_ROOTS_SUGGEST] = "suggest",
    [PADDOCK_HOST_ROOTS_IGNORE] = "ignore",
    [PADDOCK_HOST_ROOTS_INTERSECT] = "intersect",
  };

  for (guint i = 0; i < G_N_ELEMENTS (nicks); i++)
    if (text == NULL || g_str_equal (text, nicks[i])) {
      *out_mode = (PaddockHostRoots) i;
      return TRUE;
    }
  return FALSE;
}

static gboolean
parse_on_revoke (const char      *text,
                 PaddockOnRevoke *out_mode)
{
  if (text == NULL || g_str_equal (text, "restart"))
    *out_mode = PADDOCK_ON_REVOKE_RESTART;
  else if (g_str_equal (text, "notify"))
    *out_mode = PADDOCK_ON_REVOKE_NOTIFY;
  else
    return FALSE;
  return TRUE;
}

static const char *
find_confinement_problem (const Options *options)
{
  if (!options->confine)
    return options->network != NULL || options->reads != NULL || options->writes != NULL ||
           options->names != NULL
           ? _("--confine-network, --confine-read, --confine-write and --confine-env can only be "
               "used with --confine.")
           : NULL;
  if (options->url != NULL)
    return _("--confine can’t be used with --url: that server runs somewhere else.");
  if (g_strcmp0 (options->on_revoke, "notify") == 0)
    return _("--confine can’t be used with --on-revoke=notify.");
  if (g_strcmp0 (options->host_roots, "intersect") == 0)
    return _("--confine can’t be used with --host-roots=intersect.");
  if (options->network != NULL && !g_str_equal (options->network, "host") &&
      !g_str_equal (options->network, "none"))
    return _("--confine-network must be host or none.");
  if (options->reads != NULL && g_strv_contains ((const char * const *) options->reads, ""))
    return _("--confine-read needs a path.");
  if (options->writes != NULL && g_strv_contains ((const char * const *) options->writes, ""))
    return _("--confine-write needs a path.");
  for (gsize i = 0; options->names != NULL && options->names[i] != NULL; i++)
    if (*options->names[i] == '\0' || strchr (options->names[i], '=') != NULL)
      return _("--confine-env needs the name of a variable.");
  return NULL;
}

/* Returns a sentence about what is wrong with the options; NULL if nothing is wrong. */
static const char *
find_problem (const Options *options,
              GStrv          command)
{
  if (options->url == NULL) {
    if (options->header_file != NULL || options->bearer_file != NULL || options->insecure)
      return _("--header-file, --bearer-file and --insecure can only be used with --url.");
    if (command[0] == NULL || command[0][0] == '\0')
      return _("Missing COMMAND: which server should run?");
  } else if (command[0] != NULL) {
    return _("--url can’t be combined with a command.");
  } else if (options->chdir || options->env || options->literal) {
    return _("--chdir, --env and --literal can’t be combined with --url.");
  }
  if (options->socket != NULL && *options->socket == '\0')
    return _("--socket needs a path.");
  return find_confinement_problem (options);
}

/* Reads the server's address and the credentials for it. Refuses an address on another computer
 * without encryption, unless --insecure is given: others on the network could read and change the
 * messages. */
static gboolean
read_address (PaddockCli         *cli,
              const PaddockVerb  *verb,
              const Options      *options,
              PaddockAddress    **out_address,
              GStrv              *out_headers,
              PaddockExit        *out_status)
{
  g_autoptr (GError) error = NULL;

  *out_address = paddock_address_new (options->url, &error);
  if (*out_address == NULL) {
    /* Translators: %s is what is wrong with an address, in English */
    *out_status = paddock_cli_misuse (cli, verb, _("--url: %s"), error->message);
    return FALSE;
  }
  if (!(*out_address)->is_secure && !(*out_address)->is_loopback) {
    if (!options->insecure) {
      *out_status = paddock_cli_misuse (cli, verb, "%s",
                                        _("For another computer, use https://. If you trust "
                                          "the network, http:// works with --insecure."));
      return FALSE;
    }
    /* Translators: %s is the address of a server */
    paddock_cli_complain (cli, _("The connection to %s isn’t encrypted. Others on the network "
                                 "can read and change everything, including the token."),
                          (*out_address)->name);
  }
  *out_headers = paddock_credentials_read (options->header_file, options->bearer_file,
                                           (*out_address)->user, &error);
  if (*out_headers == NULL) {
    paddock_cli_complain (cli, "%s", error->message);
    *out_status = PADDOCK_EXIT_REFUSED;
  }
  return *out_headers != NULL;
}

/* Executes `paddock-remote`, which links the HTTP library. `paddock` itself does not. */
static PaddockExit
become_remote (PaddockCli *cli,
               GStrv       words)
{
  g_autofree char *problem = NULL;

  if (paddock_host_bundle_get_directory () != NULL) {
    paddock_cli_complain (cli, "%s",
                          _("--url doesn’t work for apps outside Paddock’s sandbox. To use it, "
                            "install Paddock as a package."));
    return PADDOCK_EXIT_REFUSED;
  }
  if (paddock_documents_is_sandboxed () && !paddock_documents_has_network (NULL)) {
    paddock_cli_complain (cli, "%s",
                          _("--url needs the network, which this sandbox doesn’t have. Start "
                            "Paddock with “flatpak run --share=network”, or install it as a "
                            "package."));
    return PADDOCK_EXIT_REFUSED;
  }
  problem = paddock_become_program (cli, "paddock-remote", "http", (const char * const *) words);
  /* Translators: %s is the reason, as the system words it */
  paddock_cli_complain (cli, _("Can’t start the program “paddock-remote”: %s"),
                        problem != NULL ? problem : g_strerror (ENOENT));
  return PADDOCK_EXIT_REFUSED;
}

/* Returns a sentence about why no server can be confined here; NULL if one may be. */
static const char *
find_confinement_obstacle (const Options *options)
{
  return options->confine && paddock_host_bundle_get_directory () != NULL
         ? _("--confine doesn’t work for apps outside Paddock’s sandbox yet. To use it, install "
             "Paddock as a package.")
         : NULL;
}

static PaddockExit
run (PaddockCli        *cli,
     const PaddockVerb *verb,
     const Options     *options,
     GStrv              command,
     GStrv              words)
{
  g_autoptr (PaddockAddress) address = NULL;
  g_auto (GStrv) headers = NULL;
  g_autoptr (PaddockProxy) proxy = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *socket = NULL;
  PaddockProxyOptions proxy_options = { .target.argv = (const char * const *) command };
  const PaddockConfinementOptions confinement = {
    .has_network = g_strcmp0 (options->network, "none") != 0,
    .reads = (const char * const *) options->reads,
    .writes = (const char * const *) options->writes,
    .names = (const char * const *) options->names,
    .argv = (const char * const *) command,
    .enters_folder = options->chdir,
  };
  const char *problem = find_problem (options, command);
  PaddockExit status;

  if (problem != NULL)
    return paddock_cli_misuse (cli, verb, "%s", problem);
  if (options->url != NULL && cli->reach == NULL)
    return become_remote (cli, words);
  if (options->url != NULL && !read_address (cli, verb, options, &address, &headers, &status))
    return status;
  if (!parse_host_roots (options->host_roots, &proxy_options.host_roots))
    return paddock_cli_misuse (cli, verb, "%s", _("--host-roots must be suggest, ignore or "
                                                  "intersect."));
  if (!parse_on_revoke (options->on_revoke, &proxy_options.on_revoke))
    return paddock_cli_misuse (cli, verb, "%s", _("--on-revoke must be restart or notify."));
  if (proxy_options.host_roots == PADDOCK_HOST_ROOTS_INTERSECT &&
      (options->chdir || options->env ||
       (!options->literal && paddock_arguments_has_templates (proxy_options.target.argv))))
    return paddock_cli_misuse (cli, verb, "%s",
                               _("--host-roots=intersect can’t be used with a server that gets its "
                                 "folders as arguments. The app names its own folders only after "
                                 "the server starts."));
  problem = find_confinement_obstacle (options);
  if (problem != NULL) {
    paddock_cli_complain (cli, "%s", problem);
    return (PaddockExit) EXIT_NOT_EXECUTED;
  }

  socket = options->socket != NULL ? g_canonicalize_filename (options->socket, NULL)
                                   : paddock_runtime_dup_socket_path ();
  proxy_options.target.address = address;
  proxy_options.target.headers = (const char * const *) headers;
  proxy_options.target.reach = cli->reach;
  proxy_options.target.is_literal = options->literal;
  proxy_options.target.enters_folder = options->chdir;
  proxy_options.target.sets_roots = options->env;
  proxy_options.target.keeps = proxy_options.on_revoke == PADDOCK_ON_REVOKE_NOTIFY;
  proxy_options.target.confinement = options->confine ? &confinement : NULL;
  proxy_options.target.name = options->name;
  proxy_options.target.key = options->key;
  proxy_options.socket_path = socket;
  proxy_options.start_service = options->socket == NULL ? start_service : NULL;
  proxy = paddock_proxy_new (&proxy_options);
  if (!paddock_proxy_start (proxy, &error)) {
    /* Translators: the command of a server, then the reason, as the system words it */
    paddock_cli_complain (cli, _("Can’t start %s: %s"),
                          address != NULL ? address->name : command[0], error->message);
    return (PaddockExit) (g_error_matches (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND)
                          ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTED);
  }
  return (PaddockExit) paddock_proxy_run (proxy);
}

/* Runs `paddock run`. Returns the server's exit status, or 126 or 127, like a shell, if the server
 * can't be started. */
static PaddockExit
run_command (PaddockCli        *cli,
             const PaddockVerb *verb,
             GStrv             *argv)
{
  Options options = { NULL };
  const GOptionEntry entries[] = {
    { "name", 0, 0, G_OPTION_ARG_FILENAME, &options.name,
      N_("Name to show for the server"), N_("NAME") },
    { "key", 0, 0, G_OPTION_ARG_FILENAME, &options.key,
      N_("A secret that identifies this entry of the app’s configuration"), N_("KEY") },
    { "socket", 0, 0, G_OPTION_ARG_FILENAME, &options.socket,
      N_("Use this socket of the service"), N_("PATH") },
    { "host-roots", 0, 0, G_OPTION_ARG_FILENAME, &options.host_roots,
      N_("What to do with the app’s own folders: suggest them to you (default), ignore them, or "
         "intersect (share only what is inside them)"), N_("MODE") },
    { "on-revoke", 0, 0, G_OPTION_ARG_FILENAME, &options.on_revoke,
      N_("What to do when you stop sharing folders: restart the server, so that it forgets them "
         "(default), or only notify it"), N_("MODE") },
    { "url", 0, 0, G_OPTION_ARG_FILENAME, &options.url,
      N_("Address of a server to reach over HTTP, instead of a command"), N_("URL") },
    { "header-file", 0, 0, G_OPTION_ARG_FILENAME, &options.header_file,
      N_("File with HTTP headers, one “Name: value” on each line"), N_("FILE") },
    { "bearer-file", 0, 0, G_OPTION_ARG_FILENAME, &options.bearer_file,
      N_("File with the token to send to the server"), N_("FILE") },
    { "insecure", 0, 0, G_OPTION_ARG_NONE, &options.insecure,
      N_("Allow http:// to another computer"), NULL },
    { "chdir", 0, 0, G_OPTION_ARG_NONE, &options.chdir,
      N_("Start the server in its first folder"), NULL },
    { "env", 0, 0, G_OPTION_ARG_NONE, &options.env,
      N_("Set the environment variable PADDOCK_ROOTS to the server’s folders, even without a "
         "{roots} argument"), NULL },
    { "literal", 0, 0, G_OPTION_ARG_NONE, &options.literal,
      N_("Pass {roots} and {root} to the server unchanged"), NULL },
    { "confine", 0, 0, G_OPTION_ARG_NONE, &options.confine,
      N_("Let the server open only the folders you share with it, and programs"), NULL },
    { "confine-network", 0, 0, G_OPTION_ARG_FILENAME, &options.network,
      N_("The network of a confined server: that of this computer, host (default), or none"),
      N_("NETWORK") },
    { "confine-read", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.reads,
      N_("Let a confined server read this path, for example its program"), N_("PATH") },
    { "confine-write", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.writes,
      N_("Let a confined server change this path, for example a database"), N_("PATH") },
    { "confine-env", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.names,
      N_("Pass this environment variable to a confined server"), N_("NAME") },
    G_OPTION_ENTRY_NULL
  };
  guint end, begin = find_command (*argv, &end);
  g_auto (GStrv) command = g_strdupv (*argv + begin);
  g_auto (GStrv) words = g_strdupv (*argv);
  PaddockExit status;

  for (guint i = end, n = g_strv_length (*argv); i < n; i++)
    g_clear_pointer (&(*argv)[i], g_free);
  if (paddock_cli_parse (cli, verb, entries, argv, &status))
    status = run (cli, verb, &options, command, words);
  g_free (options.name);
  g_free (options.key);
  g_free (options.socket);
  g_free (options.host_roots);
  g_free (options.on_revoke);
  g_free (options.url);
  g_free (options.header_file);
  g_free (options.bearer_file);
  g_free (options.network);
  g_strfreev (options.reads);
  g_strfreev (options.writes);
  g_strfreev (options.names);
  return status;
}

const PaddockVerb paddock_cmd_run = {
  .name = "run",
  .synopsis =
    N_("[--name NAME] [--key KEY] [--socket PATH] [--host-roots=suggest|ignore|intersect] "
       "[--on-revoke=restart|notify] [--chdir] [--env] [--literal] [--confine] "
       "[--confine-network=host|none] [--confine-read PATH]… [--confine-write PATH]… "
       "[--confine-env NAME]… [--] COMMAND [ARG…] | --url URL [--header-file FILE] "
       "[--bearer-file FILE] [--insecure]"),
  .summary = N_("Run a server for an app, with the folders you share with the server"),
  .description =
    N_("Put “paddock run” in front of the server’s command in the app’s configuration. Paddock "
       "changes only messages about folders (MCP calls them roots). Its exit status is that of the "
       "server.\n\n"
       "With --url, the server runs somewhere else and there is no command. Put a token in a file "
       "or in PADDOCK_BEARER_TOKEN.\n\n"
       "Paddock replaces an argument {roots} with one argument for each folder, and {root} with "
       "the first folder. If the folders change, Paddock restarts the server."),
  .run = run_command,
};
