/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-verbs.h"

#include "paddock-commands.h"
#include "paddock-table.h"

#include "config.h"

#include <glib/gi18n.h>

/* The commands of `paddock`, in the order in which they are needed, and the way to them. */

static const PaddockVerb verbs[] = {
  /* Its help is that of the program it becomes (daemon/paddock-serve.c). */
  { "serve", "", N_("Run the service in this terminal"), NULL, paddock_cmd_serve },
  { "run", N_("[--name NAME] [--key KEY] [--socket PATH] [--host-roots=suggest|ignore|intersect] "
              "[--on-revoke=restart|notify] [--chdir] [--env] [--literal] [--] COMMAND [ARG…] | "
              "--url URL [--header-file FILE] [--bearer-file FILE] [--insecure]"),
    N_("Run a server for a host, with the folders that you share with it"),
    N_("Put it into the host’s configuration in front of the server’s command. Everything that is "
       "not about roots passes unchanged. Ends as the server ends.\n\n"
       "With --url the server is on another machine, and there is no command. A token is best "
       "given "
       "in a file, or in PADDOCK_BEARER_TOKEN.\n\n"
       "An argument {roots} of the server becomes one for each of its folders, {root} the first; "
       "it is started again when they change."), paddock_cmd_run },
  { "add", N_("[--name NAME] [--read-only|--read-write] [--for DURATION] [--other-file-systems] "
              "[--accept-warning] [--no-wait] PATH…"),
    N_("Make folders or files known to Paddock"),
    N_("No server sees them until “paddock grant”, or your answer in the window."),
    paddock_cmd_add },
  { "change", N_("[--name NAME] [--for DURATION] [--read-only|--read-write] "
                 "[--other-file-systems=yes|no] [--no-wait] ROOT"),
    N_("Change the name, the time or the access of a folder or file"),
    N_("ROOT is an id, a path or a URI. What lets a server see more of it, or see it longer, you "
       "are asked about in Paddock’s window while that runs."), paddock_cmd_change },
  { "remove", N_("ROOT…"),
    N_("Take folders or files out of Paddock, and away from every server"),
    N_("ROOT is an id, a path or a URI. Nothing on disk is touched."), paddock_cmd_remove },
  { "list", N_("[--json]"), N_("Show the folders and files that Paddock has"), NULL,
    paddock_cmd_list },
  { "find", N_("[--json] DIRECTORY…"), N_("Look for projects below a directory"),
    N_("Nothing is added. Links are not followed, and no other file system is entered; what is "
       "below a repository belongs to it. Passed over are hidden directories, and those of builds "
       "and packages."),
    paddock_cmd_find },
  { "servers", N_("[--json]"), N_("Show the servers, what was decided, what they may see"), NULL,
    paddock_cmd_servers },
  { "explain", N_("SERVER [ROOT]"), N_("Say why a server sees what it sees, and what to do"),
    N_("SERVER is an id, or a name that only one server has. ROOT is an id, a path or a URI."),
    paddock_cmd_explain },
  { "grant", N_("[--no-wait] SERVER ROOT… [--for DURATION]"),
    N_("Let a server see folders or files"),
    N_("SERVER is an id, or a name that only one server has. ROOT is an id, a path or a URI.\n"
       "While Paddock’s window runs, the user is asked there. Without --for: always."),
    paddock_cmd_grant },
  { "revoke", N_("SERVER [ROOT…]"), N_("Take folders or files away from a server, or all of them"),
    N_("SERVER is an id, or a name that only one server has. ROOT is an id, a path or a URI."),
    paddock_cmd_revoke },
  { "rename", N_("SERVER NAME"), N_("Give a server a name of your own"),
    N_("It is shown in place of what the server calls itself. An empty NAME, \"\", takes it "
       "back.\n\n"
       "SERVER is an id, or a name that only one server has."),
    paddock_cmd_call, "Rename" },
  { "block", N_("SERVER"), N_("Let a server see nothing, and never be asked about it"), NULL,
    paddock_cmd_call, "Block" },
  { "disconnect", N_("SERVER"), N_("End what a server has open; its host may start it again"),
    N_("Nothing is decided by that: to keep it from seeing anything, block it."),
    paddock_cmd_call, "Disconnect" },
  { "unblock", N_("[--no-wait] SERVER"), N_("Be asked about a blocked server again"), NULL,
    paddock_cmd_call, "Unblock" },
  { "forget", N_("[--no-wait] SERVER"), N_("Forget a server, and what was decided about it"), NULL,
    paddock_cmd_call, "Forget" },
  { "check", N_("[--server SERVER] [--write] [--json] PATH|URI…"),
    N_("Say whether files lie within what you share"),
    N_("The answer is advice: a moment later another file may be there. Ends with 1 where any is "
       "refused.\n\n"
       "Without --server: within anything that is shared with anybody. A path is taken as it is "
       "written and resolved as the system would; links that lead out of a folder are refused."),
    paddock_cmd_check },
  { "mcp", N_("[--server SERVER]"),
    N_("Be an MCP server that reads files for a host within what you share"),
    N_("For the configuration of a host: its agent can check and read a path that some server "
       "named, and nothing outside. You are asked before a file that may hold secrets is read."),
    paddock_cmd_mcp },
  { "never", N_("[--json] | --ask-again [--server SERVER|--hosts] [--no-wait] PATH"),
    N_("Show the sensitive files that are never to be read, or be asked again"),
    N_("They are those of which you said “Never”. With --ask-again nobody may read the file: you "
       "are asked the next time somebody wants it. While Paddock’s window runs, you are asked "
       "there whether to."), paddock_cmd_never },
  { "pause", "", N_("Let no server see anything until “paddock resume”"),
    N_("What was shared stays, and ends when it was to end; the questions of servers wait."),
    paddock_cmd_call, "Pause" },
  { "resume", N_("[--no-wait]"), N_("Let servers see again what is shared with them"),
    N_("While Paddock’s window runs, the user is asked there."), paddock_cmd_call, "Resume" },
  { "settings", N_("[SETTING [VALUE]]"), N_("Show the settings, or set one"),
    N_("What would let servers see more is set in Paddock’s window, which is opened."),
    paddock_cmd_settings },
  { "log", N_("[--json] [--limit NUMBER] [--server SERVER] [--root ROOT] [--kind KIND] "
              "[--search TEXT] [--since TIME] [--follow] | --clear [--no-wait]"),
    N_("Show what happened"), NULL, paddock_cmd_log },
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
  paddock_cli_print (cli, "%s\n", _("Paddock: which folders AI tool servers may work in.\n\n"
                                    "Usage:\n"
                                    "  paddock COMMAND …\n"
                                    "  paddock help COMMAND\n"
                                    "  paddock --version"));
  paddock_cli_print (cli, "%s\n%s", text, _("Exit status: 0 done, 1 refused, 2 typed wrong, 3 the "
                                            "user has not answered yet.\n"));
}

static PaddockExit
complain_unknown (PaddockCli *cli,
                  const char *name)
{
  /* Translators: %s is what was typed; "paddock help" is to be typed */
  paddock_cli_complain (cli, _("There is no command “%s”. Type “paddock help” to see those there "
                               "are."), name);
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
 * @argv: the program's name, the command and its arguments, in the bytes they were typed in
 *
 * Does what the command line says.
 *
 * Returns: what the program is to end with
 */
PaddockExit
paddock_verbs_run (PaddockCli         *cli,
                   const char * const *argv)
{
  const PaddockVerb *verb;
  g_auto (GStrv) arguments = NULL;

  if (argv[0] == NULL || argv[1] == NULL) {
    paddock_cli_complain (cli, "%s", _("Which command? Type “paddock help” to see those there "
                                       "are."));
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
