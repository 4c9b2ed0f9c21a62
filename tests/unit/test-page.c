/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-page.h"

/* The limits of a page: rows, bytes, and the first row, which always fits. */

static GVariant *
row_of (gsize n_bytes)
{
  g_autofree char *text = g_strnfill (n_bytes, 'x');

  return g_variant_new_parsed ("{'text': <%s>}", text);
}

static void
assert_ends (PaddockPage *page,
             gsize        n_rows,
             gint64       next)
{
  g_autoptr (GVariant) reply = g_variant_ref_sink (paddock_page_end (page));
  g_autoptr (GVariant) rows = g_variant_get_child_value (reply, 0);
  gint64 told;

  g_variant_get_child (reply, 1, "x", &told);
  g_assert_cmpuint (g_variant_n_children (rows), ==, n_rows);
  g_assert_cmpint (told, ==, next);
}

static void
test_rows (void)
{
  static const struct {
    guint limit;
    guint n_there;
    guint n_told;
    int   next;
  } cases[] = {
    { 0, 0, 0, 0 }, { 0, 1, 1, 0 }, { 1, 1, 1, 0 }, { 1, 2, 1, 1 }, { 2, 2, 2, 0 }, { 2, 9, 2, 2 },
    { 0, PADDOCK_PAGE_ROWS, PADDOCK_PAGE_ROWS, 0 },
    { 0, PADDOCK_PAGE_ROWS + 1, PADDOCK_PAGE_ROWS, PADDOCK_PAGE_ROWS },
    { PADDOCK_PAGE_ROWS + 1, PADDOCK_PAGE_ROWS + 1, PADDOCK_PAGE_ROWS, PADDOCK_PAGE_ROWS },
    { G_MAXUINT, PADDOCK_PAGE_ROWS + 1, PADDOCK_PAGE_ROWS, PADDOCK_PAGE_ROWS },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    PaddockPage page;

    paddock_page_init (&page, cases[i].limit);
    for (guint j = 1; j <= cases[i].n_there; j++)
      g_assert_cmpint (paddock_page_add (&page, j, row_of (1)), ==, j <= cases[i].n_told);
    assert_ends (&page, cases[i].n_told, cases[i].next);
  }
}

static void
test_bytes (void)
{
  g_autoptr (GVariant) row = g_variant_ref_sink (row_of (10000));
  PaddockPage page;
  guint n = 0;

  paddock_page_init (&page, 0);
  while (paddock_page_add (&page, n + 1, row_of (10000)))
    n++;
  g_assert_cmpuint (n * g_variant_get_size (row), <=, PADDOCK_PAGE_BYTES);
  g_assert_cmpuint ((n + 2) * g_variant_get_size (row), >, PADDOCK_PAGE_BYTES);
  /* After a row that did not fit, even a smaller one is not added. */
  g_assert_false (paddock_page_add (&page, n + 2, row_of (1)));
  assert_ends (&page, n, n);
}

static void
test_large_row (void)
{
  PaddockPage page;

  paddock_page_init (&page, 0);
  g_assert_true (paddock_page_add (&page, 1, row_of (2 * PADDOCK_PAGE_BYTES)));
  g_assert_false (paddock_page_add (&page, 2, row_of (1)));
  assert_ends (&page, 1, 1);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page/rows", test_rows);
  g_test_add_func ("/page/bytes", test_bytes);
  g_test_add_func ("/page/large-row", test_large_row);
  return g_test_run ();
}
