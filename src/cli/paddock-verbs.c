/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-verbs.h"

#include "paddock-commands.h"
#include "paddock-table.h"

#include "config.h"

#include <glib/gi18n.h>

/* Lists the commands of `paddock`, and runs the command that a command line names. */

/* A command that calls one method, with the arguments of that method (paddock-cmd-call.c). */
#define CALL(name, synopsis, summary, description, method) \
  & (const PaddockVerb) { name, synopsis, summary, description, paddock_cmd_call, method }

/* All commands, in the order in which the help lists them. */
static const PaddockVerb * const verbs[] = {
  &paddock_cmd_serve,
  &paddock_cmd_run,
  &paddock_cmd_add,
  &paddock_cmd_change,
  &paddock_cmd_remove,
  &paddock_cmd_list,
  &paddock_cmd_find,
  &paddock_cmd_servers,
  &paddock_cmd_explain,
  &paddock_cmd_grant,
  &paddock_cmd_revoke,
  CALL ("rename", N_("SERVER NAME"), N_("Give a server a name of your own"),
        N_("Paddock shows NAME instead of what the server calls itself. An empty NAME, \"\", "
           "removes it.\n\nSERVER is an id, or a name that only one server has."), "Rename"),
  CALL ("block", N_("SERVER"), N_("Block a server: it sees no folders, and Paddock doesn’t ask you "
                                  "about it"),
        NULL, "Block"),
  CALL ("disconnect", N_("SERVER"), N_("Disconnect a server; its app can start it again"),
        N_("This doesn’t change what you share with the server. To share nothing with it, block "
           "it."),
        "Disconnect"),
  CALL ("unblock", N_("[--no-wait] SERVER"),
        N_("Unblock a server, so that Paddock asks you about it again"), NULL, "Unblock"),
  CALL ("forget", N_("[--no-wait] SERVER"), N_("Forget a server and your decisions about it"),
        NULL, "Forget"),
  &paddock_cmd_check,
  &paddock_cmd_apps,
  &paddock_cmd_mcp,
  &paddock_cmd_never,
  CALL ("pause", "", N_("Pause sharing: servers see no folders until “paddock resume”"),
        N_("Paddock remembers what you share, and time limits still apply. Questions from servers "
           "wait until you resume sharing."), "Pause"),
  CALL ("resume", N_("[--no-wait]"), N_("Resume sharing"),
        N_("If Paddock can open its window, it asks you first."), "Resume"),
  &paddock_cmd_settings,
  &paddock_cmd_log,
};

static const PaddockVerb *
find_verb (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++) {
    if (g_str_equal (verbs[i]->name, name))
      return verbs[i];
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
    g_autofree char *name = g_strconcat ("  ", verbs[i]->name, NULL);
    const char * const cells[] = { name, _(verbs[i]->summary), NULL };

    paddock_table_add_row (table, cells);
  }
  text = paddock_table_to_text (table);
  paddock_cli_print (cli, "%s\n\n%s\n", _("Choose which folders AI tools should use"),
                     _("Usage:\n  paddock COMMAND …\n  paddock help COMMAND\n  paddock --version"));
  paddock_cli_print (cli, "%s\n%s", text, _("Exit status: 0 success, 1 refused, 2 usage error, 3 "
                                            "no answer yet.\n"));
}

static PaddockExit
complain_unknown (PaddockCli *cli,
                  const char *name)
{
  /* Translators: %s is what was typed; "paddock help" is to be typed */
  paddock_cli_complain (cli, _("Unknown command “%s”. To list all commands, type “paddock help”."),
                        name);
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
