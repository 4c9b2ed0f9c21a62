/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "cli-fixture.h"

#include "../support/test-tree.h"

/* `paddock find`: output for people and for programs. It does not call the service. */

static void
test_find (CliFixture    *fixture,
           gconstpointer  data)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autofree char *below = tree_path (tree, "below");
  g_autofree char *missing = tree_path (tree, "missing");
  g_autofree char *empty = tree_path (tree, "home/projects");
  g_autofree char *find = g_strdup_printf ("find %s", below);
  g_autofree char *find_json = g_strdup_printf ("find --json %s", below);
  g_autofree char *find_empty = g_strdup_printf ("find %s", empty);
  g_autofree char *find_empty_json = g_strdup_printf ("find -j %s", empty);
  g_autofree char *find_both = g_strdup_printf ("find %s %s", missing, below);

  tree_mkdir (tree, "below/a/.git");
  tree_write (tree, "below/a/Cargo.toml");
  tree_mkdir (tree, "below/b\033c");
  tree_write (tree, "below/b\033c/go.mod");

  cli_assert (fixture, find, PADDOCK_EXIT_OK, ".git, Cargo.toml", NULL);
  g_assert_nonnull (strstr (fixture->out, "/below/a"));
  g_assert_nonnull (strstr (fixture->out, "b\\x1Bc"));
  g_assert_null (strchr (fixture->out, '\033'));

  cli_assert (fixture, find_json, PADDOCK_EXIT_OK, "\"Cargo.toml\"", NULL);
  g_assert_nonnull (strstr (fixture->out, "b%1Bc"));
  g_assert_null (strchr (fixture->out, '\033'));

  cli_assert (fixture, find_empty, PADDOCK_EXIT_OK, "No projects found.", NULL);
  cli_assert (fixture, find_empty_json, PADDOCK_EXIT_OK, "[]\n", NULL);
  /* A directory that can't be read is reported, and the others are searched. */
  cli_assert (fixture, find_both, PADDOCK_EXIT_REFUSED, "/below/a", "No such file");
}

static void
test_misuse (CliFixture    *fixture,
             gconstpointer  data)
{
  cli_assert (fixture, "find", PADDOCK_EXIT_USAGE, NULL, "Missing FOLDER: where should "
              "Paddock look?");
  cli_assert (fixture, "find --moon /", PADDOCK_EXIT_USAGE, NULL, "moon");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  CLI_TEST ("/cmd-find/find", test_find);
  CLI_TEST ("/cmd-find/misuse", test_misuse);
  return g_test_run ();
}
