/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-splice.h"

#include <string.h>

/* A change as "BEGIN,END,TEXT". */
typedef struct {
  const char *text;
  const char *changes[5];
  const char *expected;
} Case;

static const Case cases[] = {
  { "abc", { NULL }, "abc" },
  { "", { "0,0,x" }, "x" },
  { "abc", { "0,3," }, "" },
  { "abc", { "1,2," }, "ac" },
  { "abc", { "1,1,x" }, "axbc" },
  { "abc", { "3,3,x" }, "abcx" },
  { "abc", { "0,1,xyz", "2,3,uvw" }, "xyzbuvw" },
  { "abc", { "2,3,uvw", "0,1,xyz" }, "xyzbuvw" },
  { "abc", { "0,1,", "1,2,", "2,3," }, "" },
  { "abc", { "1,1,x", "1,1,y", "1,2,z" }, "axyzc" },
  { "abc", { "0,1,x", "1,1,y" }, "xybc" },
  { "abcdef", { "4,5,", "0,2,", "2,2,xx" }, "xxcdf" },
};

static PaddockSplices *
make_list (const Case *test)
{
  PaddockSplices *list = paddock_splice_list_new ();

  for (guint i = 0; test->changes[i] != NULL; i++) {
    g_auto (GStrv) parts = g_strsplit (test->changes[i], ",", 3);

    paddock_splice_add (list, g_ascii_strtoull (parts[0], NULL, 10),
                        g_ascii_strtoull (parts[1], NULL, 10), parts[2], -1);
  }
  return list;
}

static void
test_apply (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockSplices) list = make_list (&cases[i]);
    g_autoptr (GBytes) before = g_bytes_new (cases[i].text, strlen (cases[i].text));
    g_autoptr (GBytes) after = paddock_splice_apply (list, before);
    g_autoptr (PaddockSplices) inverse = paddock_splice_invert (list, before);
    g_autoptr (GBytes) again = paddock_splice_apply (inverse, after);

    g_test_message ("row %u", i);
    g_assert_cmpmem (g_bytes_get_data (after, NULL), g_bytes_get_size (after),
                     cases[i].expected, strlen (cases[i].expected));
    g_assert_true (g_bytes_equal (again, before));
  }
}

/* A replaced NUL and a text with one. */
static void
test_nul (void)
{
  g_autoptr (PaddockSplices) list = paddock_splice_list_new ();
  g_autoptr (GBytes) before = g_bytes_new ("a\0b", 3);
  g_autoptr (GBytes) after = NULL;

  paddock_splice_add (list, 0, 1, "x\0y", 3);
  after = paddock_splice_apply (list, before);
  g_assert_cmpmem (g_bytes_get_data (after, NULL), g_bytes_get_size (after), "x\0y\0b", 5);
}

static void
test_span (void)
{
  g_autoptr (PaddockSplices) list = paddock_splice_list_new ();
  gsize end;

  g_assert_cmpuint (paddock_splice_get_span (list, &end), ==, 0);
  g_assert_cmpuint (end, ==, 0);
  paddock_splice_add (list, 7, 9, "", 0);
  paddock_splice_add (list, 3, 4, "", 0);
  g_assert_cmpuint (paddock_splice_get_span (list, &end), ==, 3);
  g_assert_cmpuint (end, ==, 9);
}

static void
test_overlap (void)
{
  if (g_test_subprocess ()) {
    g_autoptr (PaddockSplices) list = paddock_splice_list_new ();

    paddock_splice_add (list, 2, 5, "", 0);
    paddock_splice_add (list, 4, 6, "", 0);
    return;
  }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_failed ();
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/splice/apply", test_apply);
  g_test_add_func ("/splice/nul", test_nul);
  g_test_add_func ("/splice/span", test_span);
  g_test_add_func ("/splice/overlap", test_overlap);
  return g_test_run ();
}
