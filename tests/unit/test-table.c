/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-table.h"

#include <string.h>

/* Columns are aligned by terminal cells, and no line ends with spaces. */

typedef struct {
  const char *rows[3][3];             /* two cells each; the first row has the headers */
  const char *text;
} Case;

static const Case cases[] = {
  { { { "A", "B" } }, "A  B\n" },
  { { { "A", "B" }, { "long", "x" } }, "A     B\nlong  x\n" },
  { { { "HEADER", "B" }, { "a", "x" }, { "", "y" } }, "HEADER  B\na       x\n        y\n" },
  { { { "A", "B" }, { "a", "" } }, "A  B\na\n" },
  { { { "A", "B" }, { "", "" } }, "A  B\n\n" },
  /* Chinese characters need two cells, a combining accent none. */
  { { { "名", "B" }, { "abc", "x" } }, "名   B\nabc  x\n" },
  { { { "A", "B" }, { "e\xcc\x81", "x" } }, "A  B\ne\xcc\x81  x\n" },
};

static void
test_text (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PaddockTable) table = paddock_table_new (cases[i].rows[0]);
    g_autofree char *text = NULL;

    for (guint row = 1; row < 3 && cases[i].rows[row][0] != NULL; row++)
      paddock_table_add_row (table, cases[i].rows[row]);
    text = paddock_table_to_text (table);
    g_assert_cmpstr (text, ==, cases[i].text);
  }
  paddock_table_free (NULL);
}

/* The first column has four terminal cells, the second as many as it needs. */
static void
test_cut (void)
{
  static const char * const cuts[][2] = {
    { "", "" }, { "abc", "abc" }, { "abcd", "abcd" }, { "abcde", "abc…" }, { "名名", "名名" },
    { "名名名", "名…" }, { "a名名", "a名…" }, { "名名a", "名…" },
    { "e\xcc\x81" "e\xcc\x81" "e\xcc\x81" "e\xcc\x81",
      "e\xcc\x81" "e\xcc\x81" "e\xcc\x81" "e\xcc\x81" },
    { "e\xcc\x81" "e\xcc\x81" "e\xcc\x81" "e\xcc\x81" "e",
      "e\xcc\x81" "e\xcc\x81" "e\xcc\x81" "…" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cuts); i++) {
    g_autoptr (PaddockTable) table = paddock_table_new ((const char *[]) { "HEADER", "B", NULL });
    g_autofree char *text = NULL;
    g_auto (GStrv) lines = NULL;

    paddock_table_cut (table, 0, 4);
    paddock_table_add_row (table, (const char *[]) { cuts[i][0], "abcdef", NULL });
    text = paddock_table_to_text (table);
    lines = g_strsplit (text, "\n", -1);
    g_assert_cmpstr (lines[0], ==, "HEADER  B");
    g_assert_true (g_str_has_prefix (lines[1], cuts[i][1]));
    g_assert_true (g_str_has_suffix (lines[1], " abcdef"));
    g_assert_cmpstr (g_strstrip (lines[1] + strlen (cuts[i][1])), ==, "abcdef");
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table/text", test_text);
  g_test_add_func ("/table/cut", test_cut);
  return g_test_run ();
}
