/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-choice.h"

#include "app-fixture.h"

#include <stdio.h>

/* Which servers the words of a command line mean. */

#define CONNECTED "{\"command\":\"paddock\",\"args\":[\"run\",\"--key\",\"k\",\"--\",\"x\"]}"

/* Returns the servers that are chosen, and what was printed. */
static char *
choose (AppFixture         *fixture,
        const char * const *names,
        PaddockAppPlanKind  kind,
        PaddockExit        *out_status)
{
  char *out = NULL;
  size_t size;
  FILE *stream = open_memstream (&out, &size);
  PaddockCli cli = { stream, stream };
  g_autoptr (GPtrArray) files =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_app_file_unref);
  g_autoptr (GPtrArray) choices = NULL;
  GString *text = g_string_new (NULL);

  g_ptr_array_add (files, app_fixture_read (fixture, "cursor", "one.json"));
  g_ptr_array_add (files, app_fixture_read (fixture, "kiro", "two.json"));
  *out_status = paddock_app_choice_make (&cli, files, names, kind, &choices);
  for (guint i = 0; choices != NULL && i < choices->len; i++) {
    PaddockAppChoice *choice = g_ptr_array_index (choices, i);

    for (guint j = 0; j < choice->entries->len; j++)
      g_string_append_printf (text, "%s/%s ", choice->file->app->id,
                              ((PaddockAppEntry *) g_ptr_array_index (choice->entries, j))->name);
  }
  fclose (stream);
  g_string_append (text, out);
  free (out);
  return g_string_free (text, FALSE);
}

static void
test_table (AppFixture    *fixture,
            gconstpointer  data)
{
  static const struct {
    const char        *names[3];    /* none: all */
    PaddockAppPlanKind kind;
    PaddockExit        status;
    const char        *expected;
  } rows[] = {
    { { NULL }, PADDOCK_APP_PLAN_CONNECT, PADDOCK_EXIT_OK,
      "cursor/a cursor/x/y kiro/a paddock: Not changed: cursor/odd: Paddock doesn’t know this kind "
      "of entry.\n" },
    { { NULL }, PADDOCK_APP_PLAN_RESTORE, PADDOCK_EXIT_OK, "cursor/on " },
    { { "kiro" }, PADDOCK_APP_PLAN_CONNECT, PADDOCK_EXIT_OK, "kiro/a " },
    { { "cursor/x/y", "kiro/a" }, PADDOCK_APP_PLAN_CONNECT, PADDOCK_EXIT_OK, "cursor/x/y kiro/a " },
    { { "cursor/a", "cursor" }, PADDOCK_APP_PLAN_RESTORE, PADDOCK_EXIT_OK,
      "cursor/on cursor/a doesn’t go through Paddock.\n" },
    { { "cursor/on" }, PADDOCK_APP_PLAN_CONNECT, PADDOCK_EXIT_OK,
      "cursor/on already goes through Paddock.\n" },
    { { "cursor/odd" }, PADDOCK_APP_PLAN_CONNECT, PADDOCK_EXIT_REFUSED,
      "paddock: Not changed: cursor/odd: Paddock doesn’t know this kind of entry.\n" },
    { { "cursor/moon", "kiro" }, PADDOCK_APP_PLAN_CONNECT, PADDOCK_EXIT_REFUSED,
      "paddock: No server of an app is called “cursor/moon”. To list them, type “paddock "
      "apps”.\n" },
    { { "kir" }, PADDOCK_APP_PLAN_CONNECT, PADDOCK_EXIT_REFUSED,
      "paddock: No server of an app is called “kir”. To list them, type “paddock apps”.\n" },
    { { "5ire" }, PADDOCK_APP_PLAN_CONNECT, PADDOCK_EXIT_REFUSED,
      "paddock: Not changed: 5ire: The app keeps its servers where Paddock can’t change them. Use "
      "“Connect a Server…” instead.\n" },
  };
  g_autofree char *one =
    app_fixture_write (fixture, "one.json",
                       "{\"mcpServers\":{\"a\":" APP_ENTRY ",\"x/y\":" APP_ENTRY
                       ",\"on\":" CONNECTED ",\"odd\":{}}}");
  g_autofree char *two = app_fixture_write (fixture, "two.json",
                                            "{\"mcpServers\":{\"a\":" APP_ENTRY "}}");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    PaddockExit status;
    g_autofree char *text = choose (fixture, rows[i].names[0] != NULL ? rows[i].names : NULL,
                                    rows[i].kind, &status);

    g_assert_cmpstr (text, ==, rows[i].expected);
    g_assert_cmpint (status, ==, rows[i].status);
  }
}

/* Only the name of a server chooses an address. One that goes through Paddock already is restored
 * as any other. */
static void
test_addresses (AppFixture    *fixture,
                gconstpointer  data)
{
  static const char left[] = "paddock: Left alone: cursor/far, cursor/near are at addresses, ";
  static const struct {
    const char        *names[3];    /* none: all */
    PaddockAppPlanKind kind;
    const char        *begin;
    const char        *left;        /* (nullable) what is said behind that */
  } rows[] = {
    { { NULL }, PADDOCK_APP_PLAN_CONNECT, "kiro/a ", left },
    { { "cursor", "kiro" }, PADDOCK_APP_PLAN_CONNECT, "kiro/a ", left },
    { { "cursor" }, PADDOCK_APP_PLAN_CONNECT, "", left },
    { { "cursor/far" }, PADDOCK_APP_PLAN_CONNECT,
      "cursor/far paddock: cursor/far: This server is at an address", NULL },
    { { "cursor", "cursor/far" }, PADDOCK_APP_PLAN_CONNECT,
      "cursor/far paddock: cursor/far: This server is at an address",
      "paddock: Left alone: cursor/near is at an address, " },
    { { "cursor/via" }, PADDOCK_APP_PLAN_CONNECT, "cursor/via already goes", NULL },
    { { NULL }, PADDOCK_APP_PLAN_RESTORE, "cursor/via ", NULL },
    { { "cursor" }, PADDOCK_APP_PLAN_RESTORE, "cursor/via ", NULL },
    { { "cursor/via" }, PADDOCK_APP_PLAN_RESTORE, "cursor/via ", NULL },
  };
  g_autofree char *one =
    app_fixture_write (fixture, "one.json",
                       "{\"mcpServers\":{\"far\":{\"url\":\"https://e.org/mcp\"},"
                       "\"near\":{\"url\":\"http://localhost:1/\"},"
                       "\"via\":{\"command\":\"paddock\",\"args\":[\"run\",\"--key\",\"k.url\","
                       "\"--url\",\"https://e.org/\"]}}}");
  g_autofree char *two = app_fixture_write (fixture, "two.json",
                                            "{\"mcpServers\":{\"a\":" APP_ENTRY "}}");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    PaddockExit status;
    g_autofree char *text = choose (fixture, rows[i].names[0] != NULL ? rows[i].names : NULL,
                                    rows[i].kind, &status);

    g_test_message ("%s", text);
    g_assert_true (g_str_has_prefix (text, rows[i].begin));
    g_assert_cmpint (status, ==, PADDOCK_EXIT_OK);
    if (rows[i].left != NULL)
      g_assert_nonnull (strstr (text, rows[i].left));
    else
      g_assert_null (strstr (text, "Left alone"));
  }
}

/* A server that keeps Paddock makes “restore” fail. */
static void
test_stuck (AppFixture    *fixture,
            gconstpointer  data)
{
  g_autofree char *one = app_fixture_write (fixture, "one.json",
                                            "{\"mcpServers\":{\"on\":" CONNECTED "}}");
  g_autofree char *two = app_fixture_write (fixture, "two.json", "{");
  const char * const names[] = { "kiro", NULL };
  PaddockExit status;
  g_autofree char *all = NULL, *named = NULL, *connect = NULL, *blank = NULL;
  g_autofree char *unread =
    g_strdup_printf ("paddock: Not changed: kiro (%s): The file ends too early, in line 1.\n", two);
  g_autofree char *both =
    g_strconcat ("paddock: Not changed: cursor/on: The file is read-only.\n", unread, NULL);

  g_assert_cmpint (chmod (one, 0400), ==, 0);
  all = choose (fixture, NULL, PADDOCK_APP_PLAN_RESTORE, &status);
  g_assert_cmpint (status, ==, PADDOCK_EXIT_REFUSED);
  g_assert_cmpstr (all, ==, both);
  connect = choose (fixture, NULL, PADDOCK_APP_PLAN_CONNECT, &status);
  g_assert_cmpint (status, ==, PADDOCK_EXIT_REFUSED);
  g_assert_cmpstr (connect, ==, unread);
  named = choose (fixture, names, PADDOCK_APP_PLAN_CONNECT, &status);
  g_assert_cmpint (status, ==, PADDOCK_EXIT_REFUSED);
  g_assert_cmpstr (named, ==, unread);

  g_free (app_fixture_write (fixture, "two.json", " \n"));
  blank = choose (fixture, NULL, PADDOCK_APP_PLAN_CONNECT, &status);
  g_assert_cmpint (status, ==, PADDOCK_EXIT_OK);
  g_assert_cmpstr (blank, ==, "");
}

/* An entry that starts Paddock in another way than Paddock writes. Its own server is none that goes
 * through Paddock. */
static void
test_named (AppFixture    *fixture,
            gconstpointer  data)
{
  static const struct {
    const char *entry;
    PaddockExit restore, connect;
  } rows[] = {
    { "\"command\":\"paddock\",\"args\":[\"run\",\"--new\",\"--\",\"x\"]",
      PADDOCK_EXIT_REFUSED, PADDOCK_EXIT_REFUSED },
    { "\"command\":\"env\",\"args\":[\"A=1\",\"paddock\",\"run\",\"--\",\"x\"]",
      PADDOCK_EXIT_REFUSED, PADDOCK_EXIT_REFUSED },
    { "\"command\":\"paddock\",\"command\":\"x\"", PADDOCK_EXIT_REFUSED,
      PADDOCK_EXIT_REFUSED },
    { "\"command\":\"paddock\",\"args\":[\"run\",\"--\",\"paddock\",\"run\",\"x\"]",
      PADDOCK_EXIT_REFUSED, PADDOCK_EXIT_OK },
    { "\"command\":\"paddock\",\"args\":[\"mcp\"]", PADDOCK_EXIT_REFUSED, PADDOCK_EXIT_OK },
    { "\"command\":\"x\",\"command\":\"y\"", PADDOCK_EXIT_OK, PADDOCK_EXIT_OK },
  };
  g_autofree char *two = app_fixture_write (fixture, "two.json", "{}");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *text = g_strdup_printf ("{\"mcpServers\":{\"a\":{%s}}}", rows[i].entry);
    g_autofree char *one = app_fixture_write (fixture, "one.json", text);
    PaddockExit restore, connect;
    g_autofree char *restored = choose (fixture, NULL, PADDOCK_APP_PLAN_RESTORE, &restore);
    g_autofree char *connected = choose (fixture, NULL, PADDOCK_APP_PLAN_CONNECT, &connect);

    g_assert_cmpint (restore, ==, rows[i].restore);
    g_assert_cmpint (connect, ==, rows[i].connect);
    g_assert_cmpint (g_str_has_prefix (restored, "paddock: Not changed: cursor/a: "), ==,
                     restore == PADDOCK_EXIT_REFUSED);
  }
}

static void
test_label (AppFixture    *fixture,
            gconstpointer  data)
{
  g_autofree char *one = app_fixture_write (fixture, "one.json", "{}");
  g_autoptr (PaddockAppFile) file = app_fixture_read (fixture, "cursor", "one.json");
  g_autofree char *app = paddock_app_choice_dup_label (file, NULL, NULL);
  g_autofree char *server = paddock_app_choice_dup_label (file, "a\033b", "/p\n");

  g_assert_cmpstr (app, ==, "cursor");
  g_assert_cmpstr (server, ==, "cursor/a\\x1Bb in /p\\x0A");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  APP_TEST ("/app-choice/table", test_table);
  APP_TEST ("/app-choice/addresses", test_addresses);
  APP_TEST ("/app-choice/stuck", test_stuck);
  APP_TEST ("/app-choice/named", test_named);
  APP_TEST ("/app-choice/label", test_label);
  return g_test_run ();
}
