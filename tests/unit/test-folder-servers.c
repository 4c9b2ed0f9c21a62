/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-folder-servers.h"

#include "sight-fixture.h"

/* Which servers stand below a folder. */

#define SERVER(id, standing, more) \
  "{'id': <'" id "'>, 'standing': <'" standing "'>" more "}"
#define CONNECTED ", 'sessions': <[{'id': <'x'>}]>"
#define NOTED \
  ", 'noted': <{'key': <'cursor-k3v9x0q2m1ab'>, 'app': <'cursor'>, 'server': <'a'>, " \
  "'path': <'/a'>}>"
#define GRANTS(grants) ", 'grants': <[" grants "]>"

/* The root "t" lies in "d". */
static GListModel *
create_roots (void)
{
  static const char * const texts[] = {
    FIXTURE_ROOT ("d", "/h/Documents", "available"),
    FIXTURE_ROOT ("t", "/h/Documents/Thesis", "available"), NULL,
  };

  return fixture_roots (texts);
}

/* The ids with spaces between, and "+" if there are more. */
static char *
describe (GListModel *servers,
          GListModel *shown)
{
  g_autoptr (GListModel) roots = create_roots ();
  gboolean has_more;
  g_autoptr (GPtrArray) list = paddock_folder_servers_list (servers, roots, fixture_nth (roots, 1),
                                                            shown, &has_more);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < list->len; i++)
    g_string_append_printf (text, "%s ", paddock_server_item_get_view (list->pdata[i])->server->id);
  g_string_append (text, has_more ? "+" : ".");
  return g_string_free (text, FALSE);
}

static void
test_who (void)
{
  const struct {
    const char *server;
    const char *text;
  } cases[] = {
    { SERVER ("a", "undecided", CONNECTED), "a ." },
    { SERVER ("a", "allowed", CONNECTED), "a ." },
    { SERVER ("a", "allowed", ""), "a ." },
    { SERVER ("a", "blocked", CONNECTED), "a ." },
    { SERVER ("a", "blocked", ""), "a ." },
    { SERVER ("a", "without-roots", ""), "a ." },
    /* Neither connected nor decided about. With an entry it can be offered. */
    { SERVER ("a", "undecided", ""), "." },
    { SERVER ("a", "undecided", NOTED), "+" },
    { SERVER ("a", "undecided", GRANTS (FIXTURE_MAY ("t"))), "a ." },
    { SERVER ("a", "undecided", GRANTS (FIXTURE_MAY ("d"))), "a ." },
    { SERVER ("a", "undecided", GRANTS (FIXTURE_MAY ("x"))), "+" },
  };
  g_autoptr (GListModel) none = G_LIST_MODEL (g_list_store_new (G_TYPE_OBJECT));

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char *texts[] = { cases[i].server, NULL };
    g_autoptr (GListModel) servers = fixture_servers (texts);
    g_autofree char *text = describe (servers, none);

    g_assert_cmpstr (text, ==, cases[i].text);
  }
}

static GListModel *
create_many (guint       n,
             const char *form)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n; i++) {
    g_autofree char *id = g_strdup_printf ("%02u", i);
    g_auto (GStrv) parts = g_strsplit (form, "@", 2);

    g_ptr_array_add (texts, g_strjoinv (id, parts));
  }
  g_ptr_array_add (texts, NULL);
  return fixture_servers ((const char * const *) texts->pdata);
}

/* At the limit and beyond it. The limit is not for servers that see the folder. */
static void
test_how_many (void)
{
  g_autoptr (GListModel) none = G_LIST_MODEL (g_list_store_new (G_TYPE_OBJECT));
  g_autoptr (GListModel) ten = create_many (10, SERVER ("@", "undecided", CONNECTED));
  g_autoptr (GListModel) eleven = create_many (11, SERVER ("@", "undecided", CONNECTED));
  g_autoptr (GListModel) seeing =
    create_many (12, SERVER ("@", "allowed", GRANTS (FIXTURE_SEES ("t"))));
  g_autoptr (GListModel) blocked = create_many (11, SERVER ("@", "blocked", ""));
  g_autofree char *of_ten = describe (ten, none);
  g_autofree char *of_eleven = describe (eleven, none);
  g_autofree char *of_seeing = describe (seeing, none);
  g_autofree char *of_blocked = describe (blocked, none);

  g_assert_cmpstr (of_ten, ==, "00 01 02 03 04 05 06 07 08 09 .");
  g_assert_cmpstr (of_eleven, ==, "00 01 02 03 04 05 06 07 08 09 +");
  g_assert_cmpstr (of_seeing, ==, "00 01 02 03 04 05 06 07 08 09 10 11 .");
  g_assert_cmpstr (of_blocked, ==, "00 01 02 03 04 05 06 07 08 09 .");
}

/* Who sees it comes first, then who is connected, then who was decided about, then who is blocked.
 * Each stands where it stands among all. */
static void
test_who_first (void)
{
  const char *texts[] = {
    SERVER ("blocked", "blocked", CONNECTED),
    SERVER ("away", "allowed", ""),
    SERVER ("c1", "undecided", CONNECTED), SERVER ("c2", "undecided", CONNECTED),
    SERVER ("c3", "undecided", CONNECTED), SERVER ("c4", "undecided", CONNECTED),
    SERVER ("c5", "undecided", CONNECTED), SERVER ("c6", "undecided", CONNECTED),
    SERVER ("c7", "undecided", CONNECTED), SERVER ("c8", "undecided", CONNECTED),
    SERVER ("sees", "allowed", GRANTS (FIXTURE_SEES ("t"))), NULL
  };
  g_autoptr (GListModel) none = G_LIST_MODEL (g_list_store_new (G_TYPE_OBJECT));
  g_autoptr (GListModel) servers = fixture_servers (texts);
  g_autofree char *text = describe (servers, none);

  g_assert_cmpstr (text, ==, "away c1 c2 c3 c4 c5 c6 c7 c8 sees .");
}

/* A server that was shown stays, until it is forgotten. */
static void
test_stays (void)
{
  const char *texts[] = { SERVER ("a", "undecided", NOTED), SERVER ("b", "undecided", ""), NULL };
  g_autoptr (GListModel) servers = fixture_servers (texts);
  g_autoptr (GListStore) shown = g_list_store_new (G_TYPE_OBJECT);
  g_autofree char *kept = NULL;
  g_autofree char *gone = NULL;

  g_list_store_append (shown, fixture_nth (servers, 1));
  kept = describe (servers, G_LIST_MODEL (shown));
  g_assert_cmpstr (kept, ==, "b +");
  g_list_store_remove (G_LIST_STORE (servers), 1);
  gone = describe (servers, G_LIST_MODEL (shown));
  g_assert_cmpstr (gone, ==, "+");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/folder-servers/who", test_who);
  g_test_add_func ("/folder-servers/how-many", test_how_many);
  g_test_add_func ("/folder-servers/who-first", test_who_first);
  g_test_add_func ("/folder-servers/stays", test_stays);

  return g_test_run ();
}
