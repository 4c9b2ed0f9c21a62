/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-server-group.h"

#include "model-fixtures.h"

static PaddockServerView *
make_view (PaddockStanding standing,
           guint           n_sessions)
{
  g_autoptr (PaddockIdentity) identity = fixture_process ("/usr/bin/tool");
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) {
    .id = "s", .identity = identity, .standing = standing,
  });
  PaddockServerView *view = paddock_server_view_new (server);

  for (guint i = 0; i < n_sessions; i++) {
    PaddockSessionView *session = g_new0 (PaddockSessionView, 1);

    session->id = g_strdup_printf ("%u", i);
    session->state = g_strdup ("ready");
    g_ptr_array_add (view->sessions, session);
  }
  return view;
}

static void
test_of (void)
{
  static const struct {
    PaddockStanding    standing;
    guint              n_sessions;
    PaddockServerGroup group;
  } cases[] = {
    { PADDOCK_STANDING_ALLOWED, 0, PADDOCK_SERVER_GROUP_AWAY },
    { PADDOCK_STANDING_ALLOWED, 1, PADDOCK_SERVER_GROUP_CONNECTED },
    { PADDOCK_STANDING_ALLOWED, 2, PADDOCK_SERVER_GROUP_CONNECTED },
    { PADDOCK_STANDING_UNDECIDED, 0, PADDOCK_SERVER_GROUP_AWAY },
    { PADDOCK_STANDING_UNDECIDED, 1, PADDOCK_SERVER_GROUP_CONNECTED },
    { PADDOCK_STANDING_WITHOUT_ROOTS, 0, PADDOCK_SERVER_GROUP_AWAY },
    { PADDOCK_STANDING_WITHOUT_ROOTS, 1, PADDOCK_SERVER_GROUP_CONNECTED },
    { PADDOCK_STANDING_BLOCKED, 0, PADDOCK_SERVER_GROUP_BLOCKED },
    { PADDOCK_STANDING_BLOCKED, 1, PADDOCK_SERVER_GROUP_BLOCKED },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockServerView) view = make_view (cases[i].standing, cases[i].n_sessions);

    g_assert_cmpint (paddock_server_group_of (view), ==, cases[i].group);
  }
}

static void
test_title (void)
{
  static const struct {
    PaddockServerGroup group;
    guint              n_servers;
    const char        *title;
  } cases[] = {
    { PADDOCK_SERVER_GROUP_CONNECTED, 1, "Connected: 1" },
    { PADDOCK_SERVER_GROUP_AWAY, 12, "Not Connected: 12" },
    { PADDOCK_SERVER_GROUP_BLOCKED, 3, "Blocked: 3" },
    { (PaddockServerGroup) 99, 0, "Not Connected: 0" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *title = paddock_server_group_dup_title (cases[i].group, cases[i].n_servers);

    g_assert_cmpstr (title, ==, cases[i].title);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/server-group/of", test_of);
  g_test_add_func ("/server-group/title", test_title);

  return g_test_run ();
}
