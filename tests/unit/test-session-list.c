/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "../support/session-fixture.h"

#include "paddock-scope.h"
#include "paddock-session-list.h"

/* Three open sessions: two of one server, and one of an unknown server. */
static void
test_of_server (void)
{
  Fixture fixtures[3] = { 0 };
  g_autoptr (GPtrArray) sessions = g_ptr_array_new ();
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GPtrArray) none = NULL;
  g_autofree char *first = NULL;
  g_autofree char *both = NULL;
  g_autofree char *scope = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++) {
    set_up (&fixtures[i], NULL);
    g_ptr_array_add (sessions, fixtures[i].session);
  }
  paddock_session_set_server_id (fixtures[0].session, "s1");
  paddock_session_set_server_id (fixtures[2].session, "s1");

  found = paddock_session_list_find (sessions, "s1");
  g_assert_cmpuint (found->len, ==, 2);
  g_assert_true (found->pdata[0] == fixtures[0].session);
  g_assert_true (found->pdata[1] == fixtures[2].session);
  g_assert_cmpuint (paddock_session_list_count (sessions, "s1"), ==, 2);

  first = paddock_scope_add (NULL, paddock_session_get_recipient (fixtures[0].session)->scope);
  both = paddock_scope_add (first, paddock_session_get_recipient (fixtures[2].session)->scope);
  scope = paddock_session_list_dup_scope (sessions, "s1");
  g_assert_cmpstr (scope, ==, both);

  none = paddock_session_list_find (sessions, "s2");
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (paddock_session_list_count (sessions, "s2"), ==, 0);
  g_assert_null (paddock_session_list_dup_scope (sessions, "s2"));

  g_clear_pointer (&found, g_ptr_array_unref);
  for (guint i = 0; i < G_N_ELEMENTS (fixtures); i++)
    tear_down (&fixtures[i], NULL);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session-list/of-server", test_of_server);
  return g_test_run ();
}
