/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-server-item.h"
#include "paddock-server-name.h"

#include "sight-fixture.h"

/* Which names look the same, and which texts then distinguish the servers. */

#define NAMED(id, name) \
  "{'id': <'" id "'>, 'given-name': <'" name "'>, " \
  "'standing': <'allowed'>}"

static void
test_pairs (void)
{
  const struct {
    const char *names[2];
    gboolean    is_ambiguous;
  } cases[] = {
    { { "notes", "notes" }, TRUE },
    { { "notes", "Notes" }, TRUE },
    { { "FILES", "files" }, TRUE },
    { { "my notes", "mynotes" }, TRUE },
    /* Cyrillic letters: ѕ, and all letters of "сору" except y. */
    { { "notes", "note\u0455" }, TRUE },
    { { "copy", "\u0441\u043e\u0440\u0443" }, TRUE },
    { { "Files", "FiIes" }, TRUE },
    { { "tool1", "tooll" }, TRUE },
    { { "model", "rnodel" }, TRUE },
    { { "caf\u00e9", "cafe\u0301" }, TRUE },
    { { "notes", "\uff4eotes" }, TRUE },

    { { "notes", "note" }, FALSE },
    { { "notes", "notes2" }, FALSE },
    { { "notes", "files" }, FALSE },
    { { "cafe", "caf\u00e9" }, FALSE },
    /* Invisible characters are shown escaped, so they distinguish the names. */
    { { "notes", "no\u200btes" }, FALSE },
    { { "notes", "notes\u202e" }, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *first = g_strdup_printf (NAMED ("a", "%s"), cases[i].names[0]);
    g_autofree char *second = g_strdup_printf (NAMED ("b", "%s"), cases[i].names[1]);
    const char *texts[] = { first, NAMED ("z", "something else"), second, NULL };
    g_autoptr (GListModel) servers = fixture_servers (texts);

    paddock_server_name_compare (servers);
    g_test_message ("%s, %s", cases[i].names[0], cases[i].names[1]);
    for (guint j = 0; j < 3; j++)
      g_assert_cmpint (paddock_server_item_is_ambiguous (fixture_nth (servers, j)), ==,
                       j != 1 && cases[i].is_ambiguous);
  }
}

/* When one of two servers disappears, the other's name is clear again. */
static void
test_follows (void)
{
  const char *texts[] = { NAMED ("a", "notes"), NAMED ("b", "notes"), NULL };
  g_autoptr (GListModel) servers = fixture_servers (texts);
  g_autofree char *full = NULL;

  paddock_server_name_compare (servers);
  g_assert_true (paddock_server_item_is_ambiguous (fixture_nth (servers, 0)));
  g_list_store_remove (G_LIST_STORE (servers), 1);
  paddock_server_name_compare (servers);
  g_assert_false (paddock_server_item_is_ambiguous (fixture_nth (servers, 0)));
  g_assert_null (paddock_server_name_origin (fixture_nth (servers, 0), 0));
  full = paddock_server_name_full (fixture_nth (servers, 0));
  g_assert_cmpstr (full, ==, "notes");
}

#define FACTS(list) "{'id': <'a'>, 'given-name': <'notes'>, 'standing': <'allowed'>, " \
  "'identity-kind': <'launch'>, " \
  "'facts': <[" list "]>}"

static void
test_origin (void)
{
  const struct {
    const char *server;
    const char *origin;
  } cases[] = {
    { FACTS ("('host', 'claimed', '/usr/bin/zed'), ('command', 'claimed', 'npx notes')"),
      "Started by zed: npx notes" },
    { FACTS ("('command', 'claimed', 'npx notes'), ('executable', 'proven', '/usr/bin/node')"),
      "npx notes" },
    { FACTS ("('host', 'claimed', 'zed'), ('address', 'claimed', 'https://a.example/mcp')"),
      "Started by zed: https://a.example/mcp" },
    { FACTS ("('executable', 'proven', '/opt/notes')"), "/opt/notes" },
    { FACTS ("('user', 'proven', '1000')"), "Unknown" },
    { FACTS ("('command', 'claimed', 'a\\nb')"), "a\\x0Ab" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char *texts[] = { cases[i].server, NAMED ("other", "notes"), NULL };
    g_autoptr (GListModel) servers = fixture_servers (texts);
    g_autofree char *origin = NULL;
    g_autofree char *full = NULL;
    g_autofree char *wanted = g_strdup_printf ("notes (%s)", cases[i].origin);

    paddock_server_name_compare (servers);
    origin = paddock_server_name_origin (fixture_nth (servers, 0), 0);
    full = paddock_server_name_full (fixture_nth (servers, 0));
    g_assert_cmpstr (origin, ==, cases[i].origin);
    g_assert_cmpstr (full, ==, wanted);
  }
}

/* The end of a long command is shown as well, because it usually names the script. */
static void
test_long (void)
{
  g_autofree char *middle = g_strnfill (1000, 'x');
  g_autofree char *server =
    g_strdup_printf (FACTS ("('command', 'claimed', 'python3 %s/notes.py')"), middle);
  const char *texts[] = { server, NAMED ("other", "notes"), NULL };
  g_autoptr (GListModel) servers = fixture_servers (texts);
  g_autofree char *origin = NULL;

  paddock_server_name_compare (servers);
  origin = paddock_server_name_origin (fixture_nth (servers, 0), 0);
  g_assert_cmpint (g_utf8_strlen (origin, -1), ==, 301);
  g_assert_true (g_str_has_prefix (origin, "python3 x"));
  g_assert_true (g_str_has_suffix (origin, "x/notes.py"));
  g_free (origin);
  origin = paddock_server_name_origin (fixture_nth (servers, 0), 20);
  g_assert_cmpstr (origin, ==, "pytho…xxxxxx/notes.py");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/server-name/pairs", test_pairs);
  g_test_add_func ("/server-name/follows", test_follows);
  g_test_add_func ("/server-name/origin", test_origin);
  g_test_add_func ("/server-name/long", test_long);

  return g_test_run ();
}
