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

/* The last tenth of a grant of 1000 µs begins 100 µs before its end. */
static void
test_worth_renewing (void)
{
  static const struct {
    gint64      granted;
    gint64      expires;
    const char *scope;
    gint64      last_seen;
    gboolean    is_worth;
  } rows[] = {
    { 1000, 2000, NULL, 1900, TRUE },
    { 1000, 2000, NULL, 1899, FALSE },
    { 1000, 2000, NULL, 2000, TRUE },
    { 1000, 2000, NULL, 5000, TRUE },
    { 1000, 2000, NULL, 0, FALSE },
    { 1000, 1001, NULL, 1001, TRUE },
    { 1000, 1001, NULL, 1000, FALSE },
    { 1000, 0, NULL, 5000, FALSE },
    { 1000, 2000, "1:1", 1950, FALSE },
    { 2000, 2000, NULL, 2000, FALSE },
    { 3000, 2000, NULL, 3000, FALSE },
    { 0, 2000, NULL, 2000, FALSE },
    { G_MININT64, 2000, NULL, 2000, FALSE },
    { G_MININT64, G_MAXINT64, NULL, G_MAXINT64, FALSE },
    { 1, G_MAXINT64, NULL, 1, FALSE },
    { 1000, G_MININT64, NULL, 2000, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockGrant) grant = paddock_grant_new (&(PaddockGrant) {
      .server_id = "s", .root_id = "r", .granted = rows[i].granted, .expires = rows[i].expires,
      .scope = rows[i].scope,
    });

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    g_assert_cmpint (paddock_grant_is_worth_renewing (grant, rows[i].last_seen), ==,
                     rows[i].is_worth);
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
  g_test_add_func ("/grant/worth-renewing", test_worth_renewing);
  return g_test_run ();
}
