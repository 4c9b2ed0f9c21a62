/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-verbs.h"

#include "paddock-commands.h"
#include "paddock-table.h"

#include "config.h"

#include <glib/gi18n.h>

/* The commands of `paddock`, in the order of `paddock help`, and the function that runs them. */

static const PaddockVerb verbs[] = {
  /* Its help comes from the program that it executes (daemon/paddock-serve.c). */
  { "serve", "", N_("Run the service in this terminal"), NULL, paddock_cmd_serve },
  { "run", N_("[--name NAME] [--key KEY] [--socket PATH] [--host-roots=suggest|ignore|intersect] "
              "[--on-revoke=restart|notify] [--chdir] [--env] [--literal] [--] COMMAND [ARG…] | "
              "--url URL [--header-file FILE] [--bearer-file FILE] [--insecure]"),
    N_("Run a server for an app, with the folders you share with the server"),
    N_("Put this in front of the server’s command in the app’s configuration. Paddock changes "
       "only messages about roots. It ends with the server’s exit status.\n\nWith --url, the "
       "server runs somewhere else and there is no command. Put a token in a file or in "
       "PADDOCK_BEARER_TOKEN.\n\nPaddock replaces an argument {roots} with one argument for each "
       "folder, and {root} with the first folder. If they change, Paddock restarts the server."),
    paddock_cmd_run },
  { "add", N_("[--name NAME] [--read-only|--read-write] [--for DURATION] [--other-file-systems] "
              "[--accept-warning] [--no-wait] PATH…"),
    N_("Add folders or files to Paddock"),
    N_("No server sees them until you type “paddock grant” or share them in the window."),
    paddock_cmd_add },
  { "change", N_("[--name NAME] [--for DURATION] [--read-only|--read-write] "
                 "[--other-file-systems=yes|no] [--no-wait] ROOT"),
    N_("Change a folder or file: its name, access, or how long it is shared"),
    N_("ROOT is an id, a path or a URI. If the change lets a server see more, or for longer, "
       "Paddock’s window asks you first while it is open."), paddock_cmd_change },
  { "remove", N_("ROOT…"),
    N_("Remove folders or files from Paddock, and from every server"),
    N_("ROOT is an id, a path or a URI. Your files on disk aren’t touched."), paddock_cmd_remove },
  { "list", N_("[--json]"), N_("List your folders and files"), NULL,
    paddock_cmd_list },
  { "find", N_("[--json] DIRECTORY…"), N_("Find projects inside a directory"),
    N_("This adds nothing. Paddock doesn’t follow links, doesn’t enter other file systems, and "
       "doesn’t look inside repositories. It skips hidden directories and those of builds and "
       "packages."),
    paddock_cmd_find },
  { "servers", N_("[--json]"), N_("List servers, your decisions, and what each server sees"), NULL,
    paddock_cmd_servers },
  { "explain", N_("SERVER [ROOT]"), N_("Explain why a server sees what it sees, and what you "
                                       "can do"),
    N_("SERVER is an id, or a name that only one server has. ROOT is an id, a path or a URI."),
    paddock_cmd_explain },
  { "grant", N_("[--no-wait] SERVER ROOT… [--for DURATION]"),
    N_("Share folders or files with a server"),
    N_("SERVER is an id, or a name that only one server has. ROOT is an id, a path or a URI.\n"
       "While Paddock’s window is open, it asks you first. Without --for: always."),
    paddock_cmd_grant },
  { "revoke", N_("SERVER [ROOT…]"), N_("Stop sharing folders or files with a server, or all of "
                                       "them"),
    N_("SERVER is an id, or a name that only one server has. ROOT is an id, a path or a URI."),
    paddock_cmd_revoke },
  { "rename", N_("SERVER NAME"), N_("Give a server a name of your own"),
    N_("Paddock shows NAME instead of what the server calls itself. An empty NAME, \"\", "
       "removes it.\n\nSERVER is an id, or a name that only one server has."),
    paddock_cmd_call, "Rename" },
  { "block", N_("SERVER"), N_("Block a server: it sees nothing, and you aren’t asked about it"),
    NULL,
    paddock_cmd_call, "Block" },
  { "disconnect", N_("SERVER"), N_("Disconnect a server; its app can start it again"),
    N_("This doesn’t change what you share. To share nothing with it, block it."),
    paddock_cmd_call, "Disconnect" },
  { "unblock", N_("[--no-wait] SERVER"), N_("Unblock a server, so that you are asked about it "
                                            "again"), NULL,
    paddock_cmd_call, "Unblock" },
  { "forget", N_("[--no-wait] SERVER"), N_("Forget a server and your decisions about it"), NULL,
    paddock_cmd_call, "Forget" },
  { "check", N_("[--server SERVER] [--write] [--json] PATH|URI…"),
    N_("Check whether files are inside what you share"),
    N_("Files can change after the check. The exit status is 1 if any file is refused.\n\n"
       "Without --server, this checks against everything you share with any server. Paths are "
       "resolved as the system would. Links that lead out of a shared folder are refused."),
    paddock_cmd_check },
  { "mcp", N_("[--server SERVER]"),
    N_("Run an MCP server that lets an app read files inside what you share"),
    N_("Put this in an app’s configuration. Its agent can then check and read paths that "
       "servers mention, but nothing outside what you share. Paddock asks you before it reads a "
       "file that may contain secrets."),
    paddock_cmd_mcp },
  { "never", N_("[--json] | --ask-again [--server SERVER|--hosts] [--no-wait] PATH"),
    N_("List files you answered “Never” for, or ask again about one"),
    N_("These are sensitive files. --ask-again doesn’t allow reading: Paddock asks you the "
       "next time a program wants the file. While Paddock’s window is open, it asks you to "
       "confirm --ask-again."), paddock_cmd_never },
  { "pause", "", N_("Pause sharing: no server sees anything until “paddock resume”"),
    N_("Paddock keeps what you shared, and time limits still apply. Questions from servers "
       "wait."),
    paddock_cmd_call, "Pause" },
  { "resume", N_("[--no-wait]"), N_("Resume sharing"),
    N_("While Paddock’s window is open, it asks you first."), paddock_cmd_call, "Resume" },
  { "settings", N_("[SETTING [VALUE]]"), N_("Show settings, or change one"),
    N_("Settings that could share more can only be changed in Paddock’s window, which then "
       "opens."),
    paddock_cmd_settings },
  { "log", N_("[--json] [--limit NUMBER] [--server SERVER] [--root ROOT] [--kind KIND] "
              "[--search TEXT] [--since TIME] [--follow] | --clear [--no-wait]"),
    N_("Show activity"), NULL, paddock_cmd_log },
};

static const PaddockVerb *
find_verb (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++) {
    if (g_str_equal (verbs[i].name, name))
      return &verbs[i];
  }
  return NULL;
}

static void
print_overview (PaddockCli *cli)
{
  const char * const no_headers[] = { "", "", NULL };
  g_autoptr (PaddockTable) table = paddock_table_new (no_headers);
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++) {
    g_autofree char *name = g_strconcat ("  ", verbs[i].name, NULL);
    const char * const cells[] = { name, _(verbs[i].summary), NULL };

    paddock_table_add_row (table, cells);
  }
  text = paddock_table_to_text (table);
  paddock_cli_print (cli, "%s\n", _("Paddock: choose which folders your AI tools are told "
                                    "about.\n\nUsage:\n  paddock COMMAND …\n  paddock help "
                                    "COMMAND\n  paddock --version"));
  paddock_cli_print (cli, "%s\n%s", text, _("Exit status: 0 success, 1 refused, 2 usage error, "
                                            "3 no answer from the user yet.\n"));
}

static PaddockExit
complain_unknown (PaddockCli *cli,
                  const char *name)
{
  /* Translators: %s is what was typed; "paddock help" is to be typed */
  paddock_cli_complain (cli, _("Unknown command “%s”. To list all commands, type “paddock "
                               "help”."), name);
  return PADDOCK_EXIT_USAGE;
}

static PaddockExit
help (PaddockCli *cli,
      const char *name)
{
  const PaddockVerb *verb;
  g_auto (GStrv) argv = NULL;

  if (name == NULL) {
    print_overview (cli);
    return PADDOCK_EXIT_OK;
  }
  verb = find_verb (name);
  if (verb == NULL)
    return complain_unknown (cli, name);

  argv = g_new0 (char *, 3);
  argv[0] = g_strdup (name);
  argv[1] = g_strdup ("--help");
  return verb->run (cli, verb, &argv);
}

/**
 * paddock_verbs_run:
 * @argv: the program's name, the command and its arguments, in the bytes that the user typed
 *
 * Runs the command of the command line.
 *
 * Returns: the exit status
 */
PaddockExit
paddock_verbs_run (PaddockCli         *cli,
                   const char * const *argv)
{
  const PaddockVerb *verb;
  g_auto (GStrv) arguments = NULL;

  if (argv[0] == NULL || argv[1] == NULL) {
    paddock_cli_complain (cli, "%s", _("Missing COMMAND. To list all commands, type “paddock "
                                       "help”."));
    return PADDOCK_EXIT_USAGE;
  }
  if (g_str_equal (argv[1], "--version")) {
    paddock_cli_print (cli, "paddock %s\n", PACKAGE_VERSION);
    return PADDOCK_EXIT_OK;
  }
  if (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h"))
    return help (cli, NULL);
  if (g_str_equal (argv[1], "help"))
    return help (cli, argv[2]);

  verb = find_verb (argv[1]);
  if (verb == NULL)
    return complain_unknown (cli, argv[1]);
  arguments = g_strdupv ((char **) argv + 1);
  return verb->run (cli, verb, &arguments);
}
