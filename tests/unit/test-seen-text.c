/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-seen-text.h"

#include "paddock-server-name.h"
#include "paddock-sight.h"
#include "sight-fixture.h"

/* Who sees a folder, in words, untranslated. No display is needed. */

static GListModel *
create_roots (void)
{
  static const char * const texts[] = {
    FIXTURE_ROOT ("d", "/h/Documents", "available"),
    FIXTURE_ROOT ("t", "/h/Documents/Thesis", "available"),
    FIXTURE_ROOT ("c", "/h/Documents/Thesis/Chapter", "available"), NULL,
  };

  return fixture_roots (texts);
}

static void
test_by_name (void)
{
  const struct {
    const char *servers[5];
    const char *texts[3];             /* of each root */
  } cases[] = {
    { { NULL }, { "Not shared", "Not shared", "Not shared" } },
    { { FIXTURE_SERVER ("Files", FIXTURE_SEES ("t")) },
      { "Not shared", "Shared with Files", "Shared with Files, through Thesis" } },
    { { FIXTURE_SERVER ("Files", FIXTURE_SEES ("d")),
        FIXTURE_SERVER ("notes", FIXTURE_SEES ("d")) },
      { "Shared with Files and notes", "Shared with Files and notes, through Documents",
        "Shared with Files and notes, through Documents" } },
    { { FIXTURE_SERVER ("Files", FIXTURE_SEES ("d")),
        FIXTURE_SERVER ("notes", FIXTURE_SEES ("t")) },
      { "Shared with Files", "Shared with notes · Shared with Files, through Documents",
        "Shared with Files, through Documents · Shared with notes, through Thesis" } },
    /* Up to three are named, of more two. */
    { { FIXTURE_SERVER ("a", FIXTURE_SEES ("d")), FIXTURE_SERVER ("b", FIXTURE_SEES ("d")),
        FIXTURE_SERVER ("c", FIXTURE_SEES ("d")) },
      { "Shared with a, b and c", "Shared with a, b and c, through Documents",
        "Shared with a, b and c, through Documents" } },
    { { FIXTURE_SERVER ("a", FIXTURE_SEES ("d")), FIXTURE_SERVER ("b", FIXTURE_SEES ("d")),
        FIXTURE_SERVER ("c", FIXTURE_SEES ("d")), FIXTURE_SERVER ("d", FIXTURE_SEES ("d")) },
      { "Shared with a, b and 2 more", "Shared with a, b and 2 more, through Documents",
        "Shared with a, b and 2 more, through Documents" } },
    /* If only one of two runs sees a folder, its text says so. */
    { { FIXTURE_RUNS ("Files", FIXTURE_SEES ("t"), "t"),
        FIXTURE_SERVER ("notes", FIXTURE_SEES ("t")) },
      { "Not shared", "Shared with Files (1 of 2 runs) and notes",
        "Shared with Files and notes, through Thesis" } },
    { { FIXTURE_RUNS ("Files", FIXTURE_SEES ("t"), "c") },
      { "Not shared", "Shared with Files", "Shared with Files (1 of 2 runs), through Thesis" } },
    /* Names come from outside, so they are escaped. */
    { { FIXTURE_SERVER ("a\\nb", FIXTURE_SEES ("t")) },
      { "Not shared", "Shared with a\\x0Ab", "Shared with a\\x0Ab, through Thesis" } },
  };
  g_autoptr (GListModel) roots = create_roots ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GListModel) servers = fixture_servers (cases[i].servers);

    for (guint j = 0; j < G_N_ELEMENTS (cases[i].texts); j++) {
      g_autoptr (GPtrArray) sights = paddock_sight_list (servers, roots, fixture_nth (roots, j));
      g_autofree char *text = paddock_seen_text (sights, FALSE);
      g_autofree char *paused = paddock_seen_text (sights, TRUE);

      g_assert_cmpstr (text, ==, cases[i].texts[j]);
      g_assert_cmpstr (paused, ==, "Not shared while sharing is paused");
    }
  }
}

static void
test_of_a_server (void)
{
  const struct {
    const char *server;
    gboolean    is_paused;
    const char *texts[3];             /* of each root */
  } cases[] = {
    { "{'id': <'a'>}", FALSE, { "", "", "" } },
    { "{'id': <'a'>}", TRUE, { "", "", "" } },
    { FIXTURE_SERVER ("a", FIXTURE_SEES ("d")), FALSE,
      { "Always", "Shared through Documents", "Shared through Documents" } },
    { FIXTURE_SERVER ("a", FIXTURE_MAY ("d")), TRUE,
      { "Not shared while sharing is paused · Always", "Not shared while sharing is paused",
        "Not shared while sharing is paused" } },
    { FIXTURE_SERVER ("a", FIXTURE_SEES ("d") ", " FIXTURE_SEES ("t")), FALSE,
      { "Always", "Always", "Shared through Thesis" } },
    { FIXTURE_RUNS ("a", FIXTURE_SEES ("d"), "d"), FALSE,
      { "1 of 2 runs sees it · Always", "Shared through Documents", "Shared through Documents" } },
    { FIXTURE_RUNS ("a", FIXTURE_SEES ("d"), "t"), FALSE,
      { "Always", "1 of 2 runs sees it · Shared through Documents", "Shared through Documents" } },
    { "{'id': <'a'>, 'sees-all': <true>}", FALSE,
      { "Shared because of --consent=allow", "Shared because of --consent=allow",
        "Shared because of --consent=allow" } },
  };
  g_autoptr (GListModel) roots = create_roots ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char *texts[] = { cases[i].server, NULL };
    g_autoptr (GListModel) servers = fixture_servers (texts);

    for (guint j = 0; j < G_N_ELEMENTS (cases[i].texts); j++) {
      gint64 next = -1;
      g_autofree char *text = paddock_seen_text_grant (roots, fixture_nth (servers, 0),
                                                       fixture_nth (roots, j), cases[i].is_paused,
                                                       G_USEC_PER_SEC, &next);

      g_assert_cmpstr (text, ==, cases[i].texts[j]);
      g_assert_cmpint (next, ==, 0);
    }
  }
}

#define FIXTURE_OF(standing) \
  "{'id': <'a'>, 'standing': <'" standing "'>, 'grants': <[" FIXTURE_MAY ("t") "]>}"

/* Below a folder the row of a server says why its switch can't be pressed. */
static void
test_below_a_folder (void)
{
  const struct {
    const char *server;
    const char *text;
  } cases[] = {
    { FIXTURE_OF ("undecided"), "Not shared right now · Always" },
    { FIXTURE_OF ("allowed"), "Not shared right now · Always" },
    { FIXTURE_OF ("blocked"), "Blocked" },
    { FIXTURE_OF ("without-roots"), "Folder sharing is turned off" },
  };
  g_autoptr (GListModel) roots = create_roots ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char *texts[] = { cases[i].server, NULL };
    g_autoptr (GListModel) servers = fixture_servers (texts);
    gint64 next = -1;
    g_autofree char *text = paddock_seen_text_server (roots, fixture_nth (servers, 0),
                                                      fixture_nth (roots, 1), FALSE,
                                                      G_USEC_PER_SEC, &next);

    g_assert_cmpstr (text, ==, cases[i].text);
    g_assert_cmpint (next, ==, 0);
  }
}

#define FIXTURE_LAUNCH(id, command) \
  "{'id': <'" id "'>, 'given-name': <'notes'>, 'identity-kind': <'launch'>, 'facts': <[" \
  "('host', 'claimed', '/usr/bin/zed'), ('command', 'claimed', '" command "')]>, " \
  "'grants': <[" FIXTURE_SEES ("d") "]>}"

/* A name that two servers have isn't enough. */
static void
test_same_name (void)
{
  const char *texts[] = { FIXTURE_LAUNCH ("a", "npx notes"), FIXTURE_LAUNCH ("b", "uvx notes"),
                          NULL };
  g_autoptr (GListModel) roots = create_roots ();
  g_autoptr (GListModel) servers = fixture_servers (texts);
  g_autoptr (GPtrArray) sights = paddock_sight_list (servers, roots, fixture_nth (roots, 0));
  g_autofree char *text = NULL;

  paddock_server_name_compare (servers);
  text = paddock_seen_text (sights, FALSE);
  g_assert_cmpstr (text, ==, "Shared with notes (Started by zed: npx notes) and "
                   "notes (Started by zed: uvx notes)");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/seen-text/by-name", test_by_name);
  g_test_add_func ("/seen-text/of-a-server", test_of_a_server);
  g_test_add_func ("/seen-text/below-a-folder", test_below_a_folder);
  g_test_add_func ("/seen-text/same-name", test_same_name);

  return g_test_run ();
}
