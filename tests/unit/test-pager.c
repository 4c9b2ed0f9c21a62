/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-pager.h"

#include "paddock-error.h"

/* Walks over a list that changes between pages. Rows are strings, which are also their ids. */

static char *
dup_id (gconstpointer row)
{
  return g_strdup (row);
}

/* @hidden: (nullable): a row that is not shown */
static GVariant *
describe (gconstpointer row,
          gpointer      hidden)
{
  return g_strcmp0 (row, hidden) == 0 ? NULL : g_variant_new_parsed ("{'id': <%s>}", row);
}

static const PaddockPagerKind kind = { dup_id, describe };

/* One page of the list @rows, with a letter for each row. Returns the letters in the page. */
static char *
page (PaddockPager *pager,
      const char   *rows,
      const char   *hidden,
      gint64       *after,
      guint         limit)
{
  g_autoptr (GPtrArray) array = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariant) list = NULL;
  g_autoptr (GError) error = NULL;
  GString *told = g_string_new (NULL);

  for (const char *row = rows; *row != '\0'; row++)
    g_ptr_array_add (array, g_strndup (row, 1));
  reply = paddock_pager_list (pager, array, (gpointer) hidden, *after, limit, &error);
  g_assert_no_error (error);
  g_variant_ref_sink (reply);
  list = g_variant_get_child_value (reply, 0);
  g_variant_get_child (reply, 1, "x", after);
  for (gsize i = 0; i < g_variant_n_children (list); i++) {
    g_autoptr (GVariant) dictionary = g_variant_get_child_value (list, i);
    const char *id;

    g_variant_lookup (dictionary, "id", "&s", &id);
    g_string_append (told, id);
  }
  return g_string_free (told, FALSE);
}

static void
test_walks (void)
{
  /* The first page of two rows of "abcdef" is always "ab". */
  static const struct {
    const char *then;
    const char *rest;
  } cases[] = {
    { "abcdef", "cdef" },
    { "acdef", "cdef" },          /* the last row of the page left */
    { "cdef", "cdef" },           /* both left */
    { "adef", "def" },            /* the next row as well */
    { "abcdefgh", "cdefgh" },     /* some joined */
    { "acdefb", "cdefb" },        /* one left and came back */
    { "ab", "" },
    { "", "" },
    { "xyz", "xyz" },             /* all left */
    { "fedcba", "fedcba" },       /* all left, and came back in another order */
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockPager) pager = paddock_pager_new (&kind);
    gint64 after = 0;
    g_autofree char *first = page (pager, "abcdef", NULL, &after, 2);
    g_autofree char *rest = NULL;

    g_assert_cmpstr (first, ==, "ab");
    rest = page (pager, cases[i].then, NULL, &after, 0);
    g_assert_cmpstr (rest, ==, cases[i].rest);
    g_assert_cmpint (after, ==, 0);
  }
}

/* Another caller's walk changes nothing. */
static void
test_two_walkers (void)
{
  g_autoptr (PaddockPager) pager = paddock_pager_new (&kind);
  gint64 one = 0;
  gint64 two = 0;
  g_autofree char *a = page (pager, "abcd", NULL, &one, 1);
  g_autofree char *b = page (pager, "bcde", NULL, &two, 3);
  g_autofree char *c = page (pager, "cdea", NULL, &one, 2);
  g_autofree char *d = page (pager, "dea", NULL, &two, 0);
  g_autofree char *e = page (pager, "dea", NULL, &one, 0);

  g_assert_cmpstr (a, ==, "a");
  g_assert_cmpstr (b, ==, "bcd");
  g_assert_cmpstr (c, ==, "cd");
  g_assert_cmpstr (d, ==, "ea");
  g_assert_cmpstr (e, ==, "ea");
}

/* A row that is hidden for a while keeps its place. */
static void
test_hidden (void)
{
  g_autoptr (PaddockPager) pager = paddock_pager_new (&kind);
  gint64 after = 0;
  g_autofree char *a = page (pager, "abcd", "b", &after, 2);
  g_autofree char *b = page (pager, "abcd", NULL, &after, 0);

  g_assert_cmpstr (a, ==, "ac");
  g_assert_cmpstr (b, ==, "d");
}

static void
test_strange_numbers (void)
{
  static const gint64 numbers[] = { 1, -1, G_MAXINT64, G_MININT64 };
  g_autoptr (PaddockPager) pager = paddock_pager_new (&kind);
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (paddock_pager_list (pager, rows, NULL, numbers[i], 0, &error));
    g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pager/walks", test_walks);
  g_test_add_func ("/pager/two-walkers", test_two_walkers);
  g_test_add_func ("/pager/hidden", test_hidden);
  g_test_add_func ("/pager/strange-numbers", test_strange_numbers);
  return g_test_run ();
}
