/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-activation.h"
#include "paddock-arguments.h"
#include "paddock-error.h"
#include "paddock-proxy.h"
#include "paddock-runtime.h"

#include "config.h"

#include <glib/gi18n.h>

/* `paddock run`: a server under a host, with its questions about roots answered by Paddock. Here
 * are its options and the start of the service; the rest is the proxy's. It prints nothing on
 * stdout, which is the protocol's.
 */

/* What a shell ends with where a program is not found, or cannot be executed. */
#define EXIT_NOT_FOUND 127
#define EXIT_NOT_EXECUTED 126

typedef struct {
  char *name;
  char *key;
  char *socket;
  char *host_roots;
  char *on_revoke;
  gboolean chdir;
  gboolean env;
  gboolean literal;
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

/* Without a bus, or where the service does not start, the server works without roots. Another
 * socket is another service's, which is not ours to start. */
static void
start_service (gpointer user_data)
{
  g_autofree char *address = paddock_runtime_dup_bus_address ();

  /* The errors of the bus are registered with the domain. */
  paddock_error_quark ();
  g_dbus_connection_new_for_address (address,
                                     G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                     G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                     NULL, NULL, on_bus_ready, NULL);
}

/* Where the server's command begins, which is not ours to read: the first word that is no option of
 * ours, nor the value of one. @out_end: where our options end. */
static guint
find_command (GStrv  argv,
              guint *out_end)
{
  static const char * const with_value[] = { "--name", "--key", "--socket", "--host-roots",
                                             "--on-revoke" };
  guint i;

  for (i = 1; argv[i] != NULL && argv[i][0] == '-'; i++) {
    if (g_str_equal (argv[i], "--")) {
      *out_end = i;
      return i + 1;
    }
    for (guint j = 0; j < G_N_ELEMENTS (with_value); j++)
      if (g_str_equal (argv[i], with_value[j]) && argv[i + 1] != NULL) {
        i++;
        break;
      }
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

static PaddockExit
run (PaddockCli        *cli,
     const PaddockVerb *verb,
     const Options     *options,
     GStrv              command)
{
  g_autoptr (PaddockProxy) proxy = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *socket = NULL;
  PaddockProxyOptions proxy_options = { .argv = (const char * const *) command };

  if (command[0] == NULL || command[0][0] == '\0')
    return paddock_cli_misuse (cli, verb, "%s", _("Which server? Its command is missing."));
  if (!parse_host_roots (options->host_roots, &proxy_options.host_roots))
    return paddock_cli_misuse (cli, verb, "%s", _("--host-roots is suggest, ignore or intersect."));
  if (!parse_on_revoke (options->on_revoke, &proxy_options.on_revoke))
    return paddock_cli_misuse (cli, verb, "%s", _("--on-revoke is restart or notify."));
  if (options->socket != NULL && *options->socket == '\0')
    return paddock_cli_misuse (cli, verb, "%s", _("--socket needs a path."));

  if (proxy_options.host_roots == PADDOCK_HOST_ROOTS_INTERSECT &&
      (options->chdir || options->env ||
       (!options->literal && paddock_arguments_has_templates (proxy_options.argv))))
    return paddock_cli_misuse (cli, verb, "%s",
                               _("--host-roots=intersect is not for a server that gets its folders "
                                 "when it is started: the host says later which are its own."));

  socket = options->socket != NULL ? g_canonicalize_filename (options->socket, NULL)
                                   : paddock_runtime_dup_socket_path ();
  proxy_options.is_literal = options->literal;
  proxy_options.enters_folder = options->chdir;
  proxy_options.sets_roots = options->env;
  proxy_options.name = options->name;
  proxy_options.key = options->key;
  proxy_options.socket_path = socket;
  proxy_options.start_service = options->socket == NULL ? start_service : NULL;
  proxy = paddock_proxy_new (&proxy_options);
  if (!paddock_proxy_start (proxy, &error)) {
    /* Translators: the command of a server, then the reason, as the system words it */
    paddock_cli_complain (cli, _("%s cannot be started: %s"), command[0], error->message);
    return (PaddockExit) (g_error_matches (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND)
                          ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTED);
  }
  return (PaddockExit) paddock_proxy_run (proxy);
}

/**
 * paddock_cmd_run:
 *
 * Returns: the server's exit status; 126 or 127 where it cannot be started, as a shell does
 */
PaddockExit
paddock_cmd_run (PaddockCli        *cli,
                 const PaddockVerb *verb,
                 GStrv             *argv)
{
  Options options = { NULL };
  const GOptionEntry entries[] = {
    { "name", 0, 0, G_OPTION_ARG_FILENAME, &options.name,
      N_("What to call the server"), N_("NAME") },
    { "key", 0, 0, G_OPTION_ARG_FILENAME, &options.key,
      N_("A secret that only this entry of the host’s configuration has"), N_("KEY") },
    { "socket", 0, 0, G_OPTION_ARG_FILENAME, &options.socket,
      N_("The service’s socket, instead of the usual one"), N_("PATH") },
    { "host-roots", 0, 0, G_OPTION_ARG_FILENAME, &options.host_roots,
      N_("What becomes of the host’s own roots: suggest (to the user; the default), ignore, or "
         "intersect (share only what lies within them)"), N_("MODE") },
    { "on-revoke", 0, 0, G_OPTION_ARG_FILENAME, &options.on_revoke,
      N_("What becomes of a server that the user left with no folder: restart (so that it forgets "
         "what it was told; the default), or notify (tell it)"), N_("MODE") },
    { "chdir", 0, 0, G_OPTION_ARG_NONE, &options.chdir,
      N_("Start the server in the first of its folders"), NULL },
    { "env", 0, 0, G_OPTION_ARG_NONE, &options.env,
      N_("Give the server its folders in PADDOCK_ROOTS, also where no argument is {roots}"), NULL },
    { "literal", 0, 0, G_OPTION_ARG_NONE, &options.literal,
      N_("Pass {roots} and {root} on as they are"), NULL },
    G_OPTION_ENTRY_NULL
  };
  guint end, begin = find_command (*argv, &end);
  g_auto (GStrv) command = g_strdupv (*argv + begin);
  PaddockExit status;

  for (guint i = end, n = g_strv_length (*argv); i < n; i++)
    g_clear_pointer (&(*argv)[i], g_free);
  if (paddock_cli_parse (cli, verb, entries, argv, &status))
    status = run (cli, verb, &options, command);
  g_free (options.name);
  g_free (options.key);
  g_free (options.socket);
  g_free (options.host_roots);
  g_free (options.on_revoke);
  return status;
}
