/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-cli.h"

#include "paddock-error.h"

#include <string.h>

/* Options and output, without a service. */

typedef struct {
  char       *out;
  char       *err;
  size_t      out_size, err_size;
  PaddockCli  cli;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->cli.out = open_memstream (&fixture->out, &fixture->out_size);
  fixture->cli.err = open_memstream (&fixture->err, &fixture->err_size);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  fclose (fixture->cli.out);
  fclose (fixture->cli.err);
  free (fixture->out);
  free (fixture->err);
  paddock_cli_clear (&fixture->cli);
}

static const PaddockVerb verb = { "do", "[--flag] WHAT…", "Do it", "At length.", NULL };

typedef struct {
  const char  *line;
  gboolean     goes_on;
  PaddockExit  status;
  gboolean     flag;
  const char  *text;                  /* NULL: none */
  const char  *rest;                  /* separated by "|" */
} Case;

static const Case cases[] = {
  { "do", TRUE, 0, FALSE, NULL, "" },
  { "do a b", TRUE, 0, FALSE, NULL, "a|b" },
  { "do --flag a", TRUE, 0, TRUE, NULL, "a" },
  { "do a --flag", TRUE, 0, TRUE, NULL, "a" },
  { "do -- --flag", TRUE, 0, FALSE, NULL, "--flag" },
  { "do --text=t a", TRUE, 0, FALSE, "t", "a" },
  { "do --text t a", TRUE, 0, FALSE, "t", "a" },
  { "do --text \"\377\"", TRUE, 0, FALSE, "\377", "" },
  { "do -h", FALSE, PADDOCK_EXIT_OK, FALSE, NULL, "" },
  { "do a --help", FALSE, PADDOCK_EXIT_OK, FALSE, NULL, "a" },
  { "do --fla", FALSE, PADDOCK_EXIT_USAGE, FALSE, NULL, "" },
  { "do -x", FALSE, PADDOCK_EXIT_USAGE, FALSE, NULL, "" },
  { "do --text", FALSE, PADDOCK_EXIT_USAGE, FALSE, NULL, "" },
  { "do --flag=1", FALSE, PADDOCK_EXIT_USAGE, FALSE, NULL, "" },
};

static void
test_parse (Fixture       *fixture,
            gconstpointer  data)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    gboolean flag = FALSE;
    g_autofree char *text = NULL;
    g_auto (GStrv) rest = NULL;
    g_auto (GStrv) argv = NULL;
    g_autofree char *joined = NULL;
    PaddockExit status = 99;
    const GOptionEntry entries[] = {
      { "flag", 'f', 0, G_OPTION_ARG_NONE, &flag, "A flag", NULL },
      { "text", 0, 0, G_OPTION_ARG_FILENAME, &text, "A text", "TEXT" },
      { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &rest, NULL, NULL },
      G_OPTION_ENTRY_NULL
    };

    g_test_message ("line %u", i);
    g_assert_true (g_shell_parse_argv (cases[i].line, NULL, &argv, NULL));
    g_assert_cmpint (paddock_cli_parse (&fixture->cli, &verb, entries, &argv, &status), ==,
                     cases[i].goes_on);
    if (!cases[i].goes_on) {
      g_assert_cmpint (status, ==, cases[i].status);
      continue;
    }
    joined = rest != NULL ? g_strjoinv ("|", rest) : g_strdup ("");
    g_assert_cmpint (flag, ==, cases[i].flag);
    g_assert_cmpstr (text, ==, cases[i].text);
    g_assert_cmpstr (joined, ==, cases[i].rest);
  }
  fflush (fixture->cli.out);
  g_assert_nonnull (strstr (fixture->out, "paddock do [--flag] WHAT…"));
  g_assert_nonnull (strstr (fixture->out, "At length."));
}

static void
test_output (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GError) error = g_error_new_literal (PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                                                  "No: 100 %");

  paddock_cli_print (&fixture->cli, "%s %d\n", "text", 7);
  paddock_cli_print_raw (&fixture->cli, "{\"a\":\"%s\"}\n");
  g_assert_cmpint (paddock_cli_refuse (&fixture->cli, error), ==, PADDOCK_EXIT_REFUSED);
  g_assert_cmpint (paddock_cli_misuse (&fixture->cli, &verb, "not %s", "so"), ==,
                   PADDOCK_EXIT_USAGE);
  fflush (fixture->cli.out);
  fflush (fixture->cli.err);
  g_assert_cmpstr (fixture->out, ==, "text 7\n{\"a\":\"%s\"}\n");
  g_assert_true (g_str_has_prefix (fixture->err, "paddock: No: 100 %\npaddock: not so\n"));
  g_assert_nonnull (strstr (fixture->err, "paddock do [--flag]"));
}

static void
test_utf8 (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_true (paddock_cli_is_utf8 (NULL));
  g_assert_true (paddock_cli_is_utf8 (""));
  g_assert_true (paddock_cli_is_utf8 ("名"));
  g_assert_false (paddock_cli_is_utf8 ("\377"));
  g_assert_false (paddock_cli_is_utf8 ("a\xc3"));
}

#define ADD(name, function) \
  g_test_add ("/cli/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("parse", test_parse);
  ADD ("output", test_output);
  ADD ("utf8", test_utf8);
  return g_test_run ();
}
