/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-scope.h"

static void
test_covers (void)
{
  static const struct {
    const char *scope;
    const char *part;
    gboolean    covers;
  } rows[] = {
    { "a", "a", TRUE },
    { "a b", "a", TRUE },
    { "a b", "b a", TRUE },
    { "boot:1:22 boot:3:44", "boot:3:44", TRUE },
    { "a", "b", FALSE },
    { "a", "a b", FALSE },
    { "ab", "a", FALSE },
    { "a", "ab", FALSE },
    { "boot:1:22", "boot:1:2", FALSE },
    { NULL, "a", FALSE },
    { "", "a", FALSE },
    { "a", NULL, FALSE },
    { "a", "", FALSE },
    { NULL, NULL, FALSE },
    { "", "", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpint (paddock_scope_covers (rows[i].scope, rows[i].part), ==, rows[i].covers);
}

static void
test_add_and_without (void)
{
  static const struct {
    const char *scope;
    const char *part;
    const char *both;
    const char *rest;
  } rows[] = {
    { NULL, NULL, NULL, NULL },
    { NULL, "a", "a", NULL },
    { "a", NULL, "a", "a" },
    { "a", "", "a", "a" },
    { "a", "a", "a", NULL },
    { "a", "b", "a b", "a" },
    { "a b", "b", "a b", "a" },
    { "a b", "a", "a b", "b" },
    { "a b c", "b", "a b c", "a c" },
    { "a b", "b c", "a b c", "a" },
    { "a b", "b a", "a b", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *both = paddock_scope_add (rows[i].scope, rows[i].part);
    g_autofree char *rest = paddock_scope_without (rows[i].scope, rows[i].part);

    g_assert_cmpstr (both, ==, rows[i].both);
    g_assert_cmpstr (rest, ==, rows[i].rest);
  }
}

static void
test_admits (void)
{
  static const struct {
    const char *scope;
    const char *process;
    gboolean    has_login;
    gboolean    admits;
  } rows[] = {
    { NULL, NULL, FALSE, TRUE },
    { NULL, "a", FALSE, TRUE },
    { "a", "a", FALSE, TRUE },
    { "a b", "b", FALSE, TRUE },
    { "login:x", "a", TRUE, TRUE },
    { "login:x", NULL, TRUE, TRUE },
    { "a login:x", "b", TRUE, TRUE },
    { "a", "b", FALSE, FALSE },
    { "a", NULL, FALSE, FALSE },
    { "", "a", FALSE, FALSE },
    { "login", "a", FALSE, FALSE },
    { "xlogin:x", "a", FALSE, FALSE },
    { "a:login:x", "a", FALSE, FALSE },
    { "LOGIN:x", "a", FALSE, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_assert_cmpint (paddock_scope_admits (rows[i].scope, rows[i].process), ==, rows[i].admits);
    g_assert_cmpint (paddock_scope_has_login (rows[i].scope), ==, rows[i].has_login);
  }
  g_assert_true (paddock_scope_is_login ("login:x"));
  g_assert_false (paddock_scope_is_login ("a login:x"));
  g_assert_false (paddock_scope_is_login (NULL));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scope/covers", test_covers);
  g_test_add_func ("/scope/admits", test_admits);
  g_test_add_func ("/scope/add-and-without", test_add_and_without);
  return g_test_run ();
}
