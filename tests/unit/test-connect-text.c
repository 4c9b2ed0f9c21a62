/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-connect-text.h"

#include "paddock-paste-parse.h"

#include <string.h>

static void
test_understood (void)
{
  static const struct { const char *text, *expected;
  } rows[] = {
    { "npx -y x", "A command: npx -y x" },
    { "https://example.org/mcp", "An address: https://example.org/mcp" },
    { "{\"a\": {\"command\": \"a\", \"cwd\": \"/\", \"envFile\": \"x\"}}",
      "A command: a\nNot in the new entry: cwd, envFile" },
    { "{\"a\": {\"command\": \"a\"}, \"b\": {}, \"c\": {}}",
      "3 servers: choose one\nA command: a" },
    { "{\"a\": {\"command\": 1}, \"b\": {\"command\": \"b\"}}", "2 servers: choose one" },
    { "a \342\200\256b", "A command: a \\u{202E}b" },
    { "npx -y x --api-key secret1 --token=secret2",
      "A command: npx -y x --api-key •••• --token=••••" },
    { "https://example.org/mcp?profile=secret1", "An address: https://example.org/mcp?••••" },
    { "paddock mcp", "" },
  };
  g_autofree char *nothing = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GPtrArray) servers = paddock_paste_parse (rows[i].text, strlen (rows[i].text), NULL);
    g_autofree char *text =
      paddock_connect_text_understood (servers->len, g_ptr_array_index (servers, 0));

    g_assert_cmpstr (text, ==, rows[i].expected);
  }
  nothing = paddock_connect_text_understood (0, NULL);
  g_assert_cmpstr (nothing, ==, "");
}

static void
test_folders (void)
{
  g_autoptr (GPtrArray) servers = paddock_paste_parse ("fs ~/x /y", 9, NULL);
  static const PaddockPastePath known[] = { PADDOCK_PASTE_PATH_FOLDER, PADDOCK_PASTE_PATH_UNKNOWN };
  g_autofree char *text = NULL;

  paddock_paste_set_folders (g_ptr_array_index (servers, 0), known);
  text = paddock_connect_text_folders (g_ptr_array_index (servers, 0));

  g_assert_true (g_str_has_prefix (text, "The command gives ~/x, /y to the server"));
}

static void
test_place (void)
{
  const PaddockApp *app = paddock_app_find ("cursor");
  g_autofree char *none = paddock_connect_text_place (app, NULL, 0);
  g_autofree char *one = paddock_connect_text_place (app, "~/x", 1);
  g_autofree char *two = paddock_connect_text_place (app, "~/x", 2);

  g_assert_cmpstr (none, ==, "For Cursor:");
  g_assert_cmpstr (one, ==, "For Cursor, in ~/x:");
  g_assert_cmpstr (two, ==, "For Cursor, in ~/x: It is the first of 2 files.");
}

/* Each place has a sentence of its own, and each app says what to do then. */
static void
test_sentences (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (int place = 0; place <= PADDOCK_APP_ADDITION_FILE; place++) {
    PaddockAppAddition addition = { .place = (PaddockAppAdditionPlace) place, .line = 7 };
    char *text;

    addition.anchor = (char *) "servers";
    text = paddock_connect_text_how (&addition);
    g_assert_true (g_hash_table_add (seen, text));
  }
  for (guint i = 0; i < paddock_app_get_count (); i++) {
    g_autofree char *text = paddock_connect_text_then (paddock_app_get (i));

    g_assert_nonnull (strstr (text, paddock_app_get (i)->name));
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/connect-text/understood", test_understood);
  g_test_add_func ("/connect-text/folders", test_folders);
  g_test_add_func ("/connect-text/place", test_place);
  g_test_add_func ("/connect-text/sentences", test_sentences);
  return g_test_run ();
}
