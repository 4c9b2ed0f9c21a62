/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-table.h"

/* Columns are aligned as a terminal counts, and no line ends with spaces. */

typedef struct {
  const char *rows[3][3];             /* of two cells; the first row is the headers */
  const char *text;
} Case;

static const Case cases[] = {
  { { { "A", "B" } }, "A  B\n" },
  { { { "A", "B" }, { "long", "x" } }, "A     B\nlong  x\n" },
  { { { "HEADER", "B" }, { "a", "x" }, { "", "y" } }, "HEADER  B\na       x\n        y\n" },
  { { { "A", "B" }, { "a", "" } }, "A  B\na\n" },
  { { { "A", "B" }, { "", "" } }, "A  B\n\n" },
  /* Chinese characters take two cells, a combining accent none. */
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

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table/text", test_text);
  return g_test_run ();
}
