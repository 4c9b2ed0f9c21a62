/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-path-text.h"

static void
test_normalize (void)
{
  static const struct {
    const char *path;
    const char *expected;
  } cases[] = {
    { "/", "/" }, { "//", "/" }, { "///", "/" }, { "/.", "/" }, { "/./", "/" }, { "/..", "/" },
    { "/../..", "/" }, { "/../../a", "/a" }, { "/a", "/a" }, { "/a/", "/a" }, { "/a//", "/a" },
    { "//a", "/a" }, { "/a//b", "/a/b" }, { "/a/./b", "/a/b" }, { "/a/../b", "/b" },
    { "/a/b/..", "/a" }, { "/a/b/../", "/a" }, { "/a/b/../..", "/" }, { "/a/b/../../..", "/" },
    { "/a/b/../../../c", "/c" }, { "/a/.b", "/a/.b" }, { "/a/..b", "/a/..b" },
    { "/a/b..", "/a/b.." },
    { "/a/...", "/a/..." }, { "/a/. ", "/a/. " }, { "/a/b\n", "/a/b\n" },
    { "/\xff/\xfe", "/\xff/\xfe" },
    { "/./././a/././b/./", "/a/b" }, { "/a/.../..", "/a" }, { "/ ", "/ " },
    { "", NULL }, { "a", NULL }, { ".", NULL }, { "..", NULL }, { "./a", NULL }, { " /a", NULL },
    { NULL, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = paddock_path_text_normalize (cases[i].path);
    g_autofree char *again = paddock_path_text_normalize (path);

    g_assert_cmpstr (path, ==, cases[i].expected);
    g_assert_cmpstr (again, ==, path);
  }
}

static void
test_is_within (void)
{
  static const struct {
    const char *path;
    const char *ancestor;
    gboolean    expected;
  } cases[] = {
    { "/a/b", "/a/b", TRUE }, { "/a/b/c", "/a/b", TRUE }, { "/a/b/c/d", "/a", TRUE },
    { "/a", "/", TRUE }, { "/", "/", TRUE }, { "/a/b", "/a/", TRUE }, { "/a", "/a/", TRUE },
    { "/\xff/x", "/\xff", TRUE }, { "/a /b", "/a ", TRUE },
    { "/a/bc", "/a/b", FALSE }, { "/a/b", "/a/bc", FALSE }, { "/a", "/a/b", FALSE },
    { "/", "/a", FALSE }, { "/ab", "/a", FALSE }, { "/a-b", "/a", FALSE }, { "/a b", "/a", FALSE },
    { "/A/b", "/a", FALSE }, { "/b/a", "/a", FALSE }, { "/a\n/b", "/a", FALSE },
    { "a/b", "a", FALSE }, { "/a", "", FALSE }, { "", "/", FALSE }, { "", "", FALSE },
    { "a", "/", FALSE }, { "/a", "a", FALSE }, { NULL, "/", FALSE }, { "/a", NULL, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (paddock_path_text_is_within (cases[i].path, cases[i].ancestor), ==,
                     cases[i].expected);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/path-text/normalize", test_normalize);
  g_test_add_func ("/path-text/is-within", test_is_within);
  return g_test_run ();
}
