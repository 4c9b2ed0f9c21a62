/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

/* `paddock list`: output for people and for programs. */

#define ROOTS "([{'id': <'id1'>, 'path': <b'/a'>, 'name': <'Name'>, 'access': <'read-write'>," \
  " 'other-file-systems': <true>, 'status': <'available'>, 'servers': <uint32 3>}," \
  " {'id': <'id2'>, 'path': <b'/b\\033]0;x'>, 'kind': <'file'>," \
  " 'status': <'missing'>}],)"

static void
test_list (CliFixture    *fixture,
           gconstpointer  data)
{
  cli_assert (fixture, "list", PADDOCK_EXIT_OK, "paddock add PATH", NULL);
  cli_assert (fixture, "list --json", PADDOCK_EXIT_OK, "[]\n", NULL);

  fake_control_answer (fixture->fake, "ListRoots", ROOTS);
  cli_assert (fixture, "list", PADDOCK_EXIT_OK, "PATH", NULL);
  g_assert_nonnull (strstr (fixture->out, "/a"));
  g_assert_nonnull (strstr (fixture->out, "Name"));
  g_assert_nonnull (strstr (fixture->out, "read and write, with mounted drives"));
  g_assert_null (strstr (fixture->out, "read-only, with mounted"));
  g_assert_nonnull (strstr (fixture->out, "id2"));
  g_assert_nonnull (strstr (fixture->out, "missing"));
  g_assert_nonnull (strstr (fixture->out, "/b\\x1B]0;x"));
  g_assert_null (strchr (fixture->out, '\033'));

  cli_assert (fixture, "list --json", PADDOCK_EXIT_OK, "\"status\" : \"missing\"", NULL);
  g_assert_null (strchr (fixture->out, '\033'));
}

/* Who sees a folder sees those in it; "Files" sees the outer one, "Tool" only the inner one. */
static void
test_seen_by (CliFixture    *fixture,
              gconstpointer  data)
{
  fake_control_answer (fixture->fake, "ListRoots",
                       "([{'id': <'d'>, 'path': <b'/d'>, 'status': <'available'>},"
                       " {'id': <'t'>, 'path': <b'/d/t'>, 'status': <'available'>}],)");
  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'f'>, 'grants': <[{'root': <'d'>, 'visible': <true>}]>}],)");
  cli_assert (fixture, "list", PADDOCK_EXIT_OK, "  1, through /d  ", NULL);
  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'f'>, 'grants': <[{'root': <'d'>, 'visible': <true>}]>},"
                       " {'id': <'o'>, 'grants': <[{'root': <'t'>, 'visible': <true>}]>}],)");
  cli_assert (fixture, "list", PADDOCK_EXIT_OK, "  2, 1 of them through /d  ", NULL);
  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'f'>, 'grants': <[{'root': <'d'>, 'visible': <true>}]>,"
                       " 'runs': <uint32 2>, 'partly': <{'t': uint32 1}>}],)");
  cli_assert (fixture, "list", PADDOCK_EXIT_OK, "  1, through /d, not in every run  ", NULL);
  fake_control_answer (fixture->fake, "ListServers",
                       "([{'id': <'f'>, 'sees-all': <true>, 'sessions': <[{'id': <'x'>}]>}],)");
  cli_assert (fixture, "list", PADDOCK_EXIT_OK, "  1  ", NULL);
  g_assert_null (strstr (fixture->out, "through"));
}

static void
test_fails (CliFixture    *fixture,
            gconstpointer  data)
{
  fake_control_fail (fixture->fake, "ListRoots", "org.example.Error", "Not today");
  cli_assert (fixture, "list", PADDOCK_EXIT_REFUSED, NULL, "paddock: Not today\n");
  cli_assert (fixture, "list --json", PADDOCK_EXIT_REFUSED, NULL, "paddock: Not today\n");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  CLI_TEST ("/cmd-list/list", test_list);
  CLI_TEST ("/cmd-list/seen-by", test_seen_by);
  CLI_TEST ("/cmd-list/fails", test_fails);
  return g_test_run ();
}
