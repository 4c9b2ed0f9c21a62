/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-grant.h"

static void
test_deep_copy (void)
{
  char *server_id = g_strdup ("s1");
  char *root_id = g_strdup ("r1");
  char *scope = g_strdup ("1234:5678");
  g_autoptr (PaddockGrant) grant = paddock_grant_new (&(PaddockGrant) {
    .server_id = server_id, .root_id = root_id, .scope = scope, .granted = 1, .expires = 2,
    .access = PADDOCK_ACCESS_READ_WRITE,
  });
  g_autoptr (PaddockGrant) again = paddock_grant_new (grant);

  g_free (server_id);
  g_free (root_id);
  g_free (scope);
  g_assert_cmpstr (again->server_id, ==, "s1");
  g_assert_cmpstr (again->root_id, ==, "r1");
  g_assert_cmpstr (again->scope, ==, "1234:5678");
  g_assert_true (again->scope != grant->scope);
  g_assert_cmpint (again->granted, ==, 1);
  g_assert_cmpint (again->expires, ==, 2);
  g_assert_cmpuint (again->access, ==, PADDOCK_ACCESS_READ_WRITE);
}

static void
test_boxed (void)
{
  g_autoptr (PaddockGrant) grant = paddock_grant_new (&(PaddockGrant) { .server_id = "s" });
  PaddockGrant *copy = g_boxed_copy (PADDOCK_TYPE_GRANT, grant);

  g_assert_true (copy == grant);
  g_assert_null (grant->root_id);
  g_boxed_free (PADDOCK_TYPE_GRANT, copy);
}

static void
test_active (void)
{
  static const struct {
    const char *granted_to;
    gint64      expires;
    const char *scope;
    gint64      now;
    gboolean    active;
  } rows[] = {
    { NULL, 0, NULL, 100, TRUE },
    { NULL, 0, "1:1", 100, TRUE },
    { NULL, 101, NULL, 100, TRUE },
    { NULL, 100, NULL, 100, FALSE },
    { NULL, 99, NULL, 100, FALSE },
    { NULL, 1, "1:1", G_MAXINT64, FALSE },
    { "1:1", 0, "1:1", 100, TRUE },
    { "1:1", 101, "1:1", 100, TRUE },
    { "1:1", 100, "1:1", 100, FALSE },
    { "1:1", 0, NULL, 100, FALSE },
    { "1:1", 0, "1:2", 100, FALSE },
    { "1:1", 0, "1:11", 100, FALSE },
    { "1:1", 0, "", 100, FALSE },
    { "", 0, NULL, 100, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockGrant) grant = paddock_grant_new (&(PaddockGrant) {
      .scope = rows[i].granted_to, .expires = rows[i].expires,
    });

    g_assert_cmpint (paddock_grant_is_active (grant, rows[i].scope, rows[i].now), ==,
                     rows[i].active);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/grant/deep-copy", test_deep_copy);
  g_test_add_func ("/grant/boxed", test_boxed);
  g_test_add_func ("/grant/active", test_active);
  return g_test_run ();
}
