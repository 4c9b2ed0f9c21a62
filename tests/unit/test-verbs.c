/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

/* How commands are found, what wrong usage prints, and their help. */

typedef struct {
  const char  *command_line;
  PaddockExit  status;
  const char  *out;                   /* part of it; NULL: nothing */
  const char  *err;
} Case;

static const Case cases[] = {
  { "--version", PADDOCK_EXIT_OK, "paddock ", NULL },
  { "--help", PADDOCK_EXIT_OK, "grant", NULL },
  { "-h", PADDOCK_EXIT_OK, "serve", NULL },
  { "help", PADDOCK_EXIT_OK, "forget", NULL },
  { "help add", PADDOCK_EXIT_OK, "--accept-warning", NULL },
  { "add --help", PADDOCK_EXIT_OK, "paddock add ", NULL },
  { "add -h", PADDOCK_EXIT_OK, "paddock add ", NULL },
  { "help block", PADDOCK_EXIT_OK, "paddock block SERVER", NULL },
  { "help forget", PADDOCK_EXIT_OK, "--no-wait", NULL },
  { "help grant", PADDOCK_EXIT_OK, "--for", NULL },
  { "help list", PADDOCK_EXIT_OK, "--json", NULL },
  { "help log", PADDOCK_EXIT_OK, "--follow", NULL },
  { "help remove", PADDOCK_EXIT_OK, "ROOT", NULL },
  { "help revoke", PADDOCK_EXIT_OK, "SERVER [ROOT…|--reading]", NULL },
  { "help servers", PADDOCK_EXIT_OK, "--json", NULL },
  { "help unblock", PADDOCK_EXIT_OK, "--no-wait", NULL },

  { "", PADDOCK_EXIT_USAGE, NULL, "paddock help" },
  { "frobnicate", PADDOCK_EXIT_USAGE, NULL, "frobnicate" },
  { "Add /x", PADDOCK_EXIT_USAGE, NULL, "Unknown command" },
  { "help frobnicate", PADDOCK_EXIT_USAGE, NULL, "frobnicate" },
  { "--verbose", PADDOCK_EXIT_USAGE, NULL, "--verbose" },
  { "add", PADDOCK_EXIT_USAGE, NULL, "Usage: paddock add " },
  { "add --no-such-option /x", PADDOCK_EXIT_USAGE, NULL, "--no-such-option" },
  { "add --name", PADDOCK_EXIT_USAGE, NULL, "--name" },
  { "add --name N /a /b", PADDOCK_EXIT_USAGE, NULL, "--name" },
  { "add --read-only=yes /a", PADDOCK_EXIT_USAGE, NULL, "paddock help add" },
  { "add --name \"\377\" /a", PADDOCK_EXIT_USAGE, NULL, "UTF-8" },
  { "remove", PADDOCK_EXIT_USAGE, NULL, "Missing PATH" },
  { "list extra", PADDOCK_EXIT_USAGE, NULL, "no arguments" },
  { "list --jsonx", PADDOCK_EXIT_USAGE, NULL, "--jsonx" },
  { "servers extra", PADDOCK_EXIT_USAGE, NULL, "no arguments" },
  { "grant", PADDOCK_EXIT_USAGE, NULL, "Missing SERVER" },
  { "grant alpha", PADDOCK_EXIT_USAGE, NULL, "Missing PATH" },
  { "grant alpha /x --for soon", PADDOCK_EXIT_USAGE, NULL, "Invalid duration" },
  { "grant alpha /x --for -5s", PADDOCK_EXIT_USAGE, NULL, "Invalid duration" },
  { "grant alpha /x --for 0s", PADDOCK_EXIT_USAGE, NULL, "Invalid duration" },
  { "grant alpha /x --for", PADDOCK_EXIT_USAGE, NULL, "--for" },
  { "revoke", PADDOCK_EXIT_USAGE, NULL, "Missing SERVER" },
  { "block", PADDOCK_EXIT_USAGE, NULL, "Missing SERVER" },
  { "block a b", PADDOCK_EXIT_USAGE, NULL, "Give only one server" },
  { "block --no-wait a", PADDOCK_EXIT_USAGE, NULL, "--no-wait" },
  { "unblock", PADDOCK_EXIT_USAGE, NULL, "Missing SERVER" },
  { "forget", PADDOCK_EXIT_USAGE, NULL, "Missing SERVER" },
  { "forget a b", PADDOCK_EXIT_USAGE, NULL, "Give only one server" },
  { "log extra", PADDOCK_EXIT_USAGE, NULL, "no arguments" },
  { "log --limit 0", PADDOCK_EXIT_USAGE, NULL, "--limit" },
  { "log --limit -2", PADDOCK_EXIT_USAGE, NULL, "--limit" },
  { "log --limit many", PADDOCK_EXIT_USAGE, NULL, "many" },
};

/* No case calls the service: usage messages must not need one. */
static void
test_typed (CliFixture    *fixture,
            gconstpointer  data)
{
  static const char * const methods[] = { "ListRoots", "ListServers", "AddRoots", "Grant" };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    cli_assert (fixture, cases[i].command_line, cases[i].status, cases[i].out, cases[i].err);
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++) {
    g_autofree char *call = fake_control_dup_call (fixture->fake, methods[i]);

    g_assert_null (call);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  CLI_TEST ("/verbs/typed", test_typed);
  return g_test_run ();
}
