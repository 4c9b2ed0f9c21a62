/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-root-item.h"
#include "paddock-server-item.h"
#include "paddock-sight.h"

#include "sight-fixture.h"

/* Documents with Thesis inside, and Chapter inside that. Also a folder beside them with a similar
 * name, and a path that is in the list twice. */
enum { D, T, C, O, T2, N_ROOTS };

static GListModel *
create_roots (const char *documents,
              const char *thesis,
              const char *chapter)
{
  g_autofree char *d = g_strdup_printf (FIXTURE_ROOT ("d", "/h/Documents", "%s"), documents);
  g_autofree char *t = g_strdup_printf (FIXTURE_ROOT ("t", "/h/Documents/Thesis", "%s"), thesis);
  g_autofree char *c = g_strdup_printf (FIXTURE_ROOT ("c", "/h/Documents/Thesis/Chapter", "%s"),
                                        chapter);
  const char *texts[] = {
    d, t, c, FIXTURE_ROOT ("o", "/h/Documents old", "available"),
    FIXTURE_ROOT ("t2", "/h/Documents/Thesis", "available"), NULL
  };

  return fixture_roots (texts);
}

/* Writes "server" or "server<outer", separated by spaces. */
static char *
describe (GPtrArray *sights)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < sights->len; i++) {
    const PaddockSight *sight = g_ptr_array_index (sights, i);

    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            paddock_server_item_get_view (sight->server)->server->id);
    if (sight->outer != NULL)
      g_string_append_printf (text, "<%s", paddock_root_item_get_view (sight->outer)->root->id);
  }
  return g_string_free (text, FALSE);
}

static void
test_list (void)
{
  const struct {
    const char *grants;               /* grants of the server "a" */
    const char *documents, *thesis, *chapter;
    const char *seen[N_ROOTS];        /* the servers that see each root */
    guint n_seen;
  } cases[] = {
    { "", "available", "available", "available", { "", "", "", "", "" }, 0 },
    { FIXTURE_SEES ("d"), "available", "available", "available",
      { "a", "a<d", "a<d", "", "a<d" }, 4 },
    { FIXTURE_SEES ("t"), "available", "available", "available",
      { "", "a", "a<t", "", "" }, 2 },
    { FIXTURE_SEES ("c"), "available", "available", "available", { "", "", "a", "", "" }, 1 },
    { FIXTURE_SEES ("o"), "available", "available", "available", { "", "", "", "a", "" }, 1 },
    /* The innermost shared root counts. A root that is shared itself needs no outer one. */
    { FIXTURE_SEES ("d") ", " FIXTURE_SEES ("t"), "available", "available", "available",
      { "a", "a", "a<t", "", "a<d" }, 4 },
    /* A grant that is not visible now leads to nothing. */
    { FIXTURE_MAY ("d"), "available", "available", "available", { "", "", "", "", "" }, 0 },
    { FIXTURE_MAY ("t") ", " FIXTURE_SEES ("d"), "available", "available", "available",
      { "a", "a<d", "a<d", "", "a<d" }, 4 },
    { FIXTURE_SEES ("d"), "missing", "available", "available", { "", "", "", "", "" }, 0 },
    { FIXTURE_SEES ("d"), "replaced", "available", "available", { "", "", "", "", "" }, 0 },
    /* Nobody sees a missing root. A root that is not shared any more is seen through the outer
     * one. */
    { FIXTURE_SEES ("d"), "available", "missing", "unreadable",
      { "a", "", "", "", "a<d" }, 2 },
    { FIXTURE_SEES ("d") ", " FIXTURE_MAY ("t"), "available", "expired", "replaced",
      { "a", "a<d", "a<d", "", "a<d" }, 4 },
    { FIXTURE_SEES ("unknown"), "available", "available", "available",
      { "", "", "", "", "" }, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *server = g_strdup_printf ("{'id': <'a'>, 'grants': <@aa{sv} [%s]>}",
                                               cases[i].grants);
    const char *texts[] = { FIXTURE_SERVER ("z", FIXTURE_MAY ("x")), server, NULL };
    g_autoptr (GListModel) servers = fixture_servers (texts);
    g_autoptr (GListModel) roots = create_roots (cases[i].documents, cases[i].thesis,
                                                 cases[i].chapter);

    for (guint j = 0; j < N_ROOTS; j++) {
      g_autoptr (GPtrArray) sights = paddock_sight_list (servers, roots, fixture_nth (roots, j));
      g_autofree char *text = describe (sights);

      g_assert_cmpstr (text, ==, cases[i].seen[j]);
    }
    g_assert_cmpuint (paddock_sight_count (roots, fixture_nth (servers, 1)).n_seen, ==,
                      cases[i].n_seen);
  }
}

/* Several servers are in order, each with its own outer root. */
static void
test_several (void)
{
  const char *texts[] = {
    FIXTURE_SERVER ("one", FIXTURE_SEES ("t")), FIXTURE_SERVER ("two", FIXTURE_SEES ("d")),
    FIXTURE_SERVER ("three", FIXTURE_SEES ("o")), NULL
  };
  g_autoptr (GListModel) servers = fixture_servers (texts);
  g_autoptr (GListModel) roots = create_roots ("available", "available", "available");
  g_autoptr (GPtrArray) sights = paddock_sight_list (servers, roots, fixture_nth (roots, C));
  g_autofree char *text = describe (sights);

  g_assert_cmpstr (text, ==, "one<t two<d");
}

/* A server that the service tells of everything needs no grant; what is not there nobody sees. */
static void
test_sees_all (void)
{
  const char *texts[] = {
    "{'id': <'all'>, 'sees-all': <true>, 'sessions': <[{'id': <'x'>}]>}",
    FIXTURE_SERVER ("one", FIXTURE_SEES ("o")),
    /* Gone, and nobody decided about it. */
    "{'id': <'ghost'>, 'sees-all': <true>}", NULL
  };
  g_autoptr (GListModel) servers = fixture_servers (texts);
  g_autoptr (GListModel) roots = create_roots ("available", "available", "missing");
  const char * const seen[N_ROOTS] = { "all", "all", "", "all one", "all" };
  PaddockSightCount count = paddock_sight_count (roots, fixture_nth (servers, 0));

  for (guint i = 0; i < N_ROOTS; i++) {
    g_autoptr (GPtrArray) sights = paddock_sight_list (servers, roots, fixture_nth (roots, i));
    g_autofree char *text = describe (sights);

    g_assert_cmpstr (text, ==, seen[i]);
  }
  g_assert_true (count.sees_all);
  g_assert_cmpuint (count.n_seen, ==, N_ROOTS - 1);
  g_assert_cmpuint (count.n_roots, ==, N_ROOTS);
}

/* A switch can't change these, whether or not the outer root is visible now. */
static void
test_find_outer (void)
{
  const struct {
    const char *grants;
    const char *outers[N_ROOTS];      /* NULL: none */
  } cases[] = {
    { "", { NULL } },
    { FIXTURE_SEES ("d"), { NULL, "d", "d", NULL, "d" } },
    { FIXTURE_MAY ("d"), { NULL, "d", "d", NULL, "d" } },
    { FIXTURE_SEES ("t"), { NULL, NULL, "t", NULL, NULL } },
    { FIXTURE_SEES ("d") ", " FIXTURE_MAY ("t"), { NULL, "d", "t", NULL, "d" } },
    { FIXTURE_SEES ("c"), { NULL } },
  };
  g_autoptr (GListModel) roots = create_roots ("available", "available", "available");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *server = g_strdup_printf ("{'id': <'a'>, 'grants': <@aa{sv} [%s]>}",
                                               cases[i].grants);
    const char *texts[] = { server, NULL };
    g_autoptr (GListModel) servers = fixture_servers (texts);

    for (guint j = 0; j < N_ROOTS; j++) {
      PaddockRootItem *outer = paddock_sight_find_outer (roots, fixture_nth (servers, 0),
                                                         fixture_nth (roots, j));

      g_assert_cmpstr (outer != NULL ? paddock_root_item_get_view (outer)->root->id : NULL, ==,
                       cases[i].outers[j]);
    }
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/sight/list", test_list);
  g_test_add_func ("/sight/several", test_several);
  g_test_add_func ("/sight/sees-all", test_sees_all);
  g_test_add_func ("/sight/find-outer", test_find_outer);

  return g_test_run ();
}
