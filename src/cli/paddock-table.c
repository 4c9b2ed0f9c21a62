/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-table.h"

/* A table for a terminal. Each column is as wide as its widest cell, with two spaces between
 * columns. Widths are counted in terminal cells: Chinese and Korean characters need two, combining
 * marks none. Cells must be UTF-8 on one line (paddock_text_escape()). Long cells are only cut in
 * columns with a limit, because users copy paths. */

#define GAP 2

struct _PaddockTable
{
  guint      n_columns;
  gsize     *limits;                  /* (owned) for each column the largest width of a cell; 0: no
                                       * limit */
  GPtrArray *rows;                    /* (owned) GStrv of n_columns each, headers first */
};

static gsize
get_character_width (gunichar character)
{
  if (g_unichar_iszerowidth (character))
    return 0;
  return g_unichar_iswide (character) ? 2 : 1;
}

static gsize
get_width (const char *text)
{
  gsize width = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    width += get_character_width (g_utf8_get_char (p));
  return width;
}

/* Returns @text, cut to at most @limit terminal cells including the ellipsis. If @limit is 0, does
 * not cut it. */
static char *
dup_cut (const char *text,
         gsize       limit)
{
  const char *end = text;
  gsize width = 0;

  if (limit == 0 || get_width (text) <= limit)
    return g_strdup (text);

  while ((width += get_character_width (g_utf8_get_char (end))) < limit)
    end = g_utf8_next_char (end);
  return g_strdup_printf ("%.*s…", (int) (end - text), text);
}

/**
 * paddock_table_new:
 * @headers: the header of each column
 *
 * Returns: (transfer full): a table without rows
 */
PaddockTable *
paddock_table_new (const char * const *headers)
{
  PaddockTable *self = g_new0 (PaddockTable, 1);

  self->n_columns = g_strv_length ((char **) headers);
  self->limits = g_new0 (gsize, self->n_columns);
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  g_ptr_array_add (self->rows, g_strdupv ((char **) headers));
  return self;
}

/**
 * paddock_table_free:
 * @self: (transfer full) (nullable): a table
 */
void
paddock_table_free (PaddockTable *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->rows);
  g_free (self->limits);
  g_free (self);
}

/**
 * paddock_table_cut:
 * @column: a column, from 0
 * @width: the largest width of a text in the column, in terminal cells, at least 1
 *
 * Cuts longer texts of the column in all rows that are added from now on. Use it for texts that
 * others choose, which could push other columns out of sight.
 */
void
paddock_table_cut (PaddockTable *self,
                   guint         column,
                   gsize         width)
{
  g_return_if_fail (column < self->n_columns && width > 0);

  self->limits[column] = width;
}

/**
 * paddock_table_add_row:
 * @cells: one text for each column
 *
 * Appends a row.
 */
void
paddock_table_add_row (PaddockTable       *self,
                       const char * const *cells)
{
  char **row;

  g_return_if_fail (g_strv_length ((char **) cells) == self->n_columns);

  row = g_new0 (char *, self->n_columns + 1);
  for (guint i = 0; i < self->n_columns; i++)
    row[i] = dup_cut (cells[i], self->limits[i]);
  g_ptr_array_add (self->rows, row);
}

/**
 * paddock_table_to_text:
 *
 * Returns: (transfer full): the table as text: a line with the headers, and a line for each row. No
 *   line ends with spaces
 */
char *
paddock_table_to_text (const PaddockTable *self)
{
  g_autofree gsize *widths = g_new0 (gsize, self->n_columns);
  GString *text = g_string_new (NULL);

  for (guint row = 0; row < self->rows->len; row++) {
    char **cells = g_ptr_array_index (self->rows, row);

    for (guint i = 0; i < self->n_columns; i++)
      widths[i] = MAX (widths[i], get_width (cells[i]));
  }

  for (guint row = 0; row < self->rows->len; row++) {
    char **cells = g_ptr_array_index (self->rows, row);
    gsize padding = 0;

    for (guint i = 0; i < self->n_columns; i++) {
      if (*cells[i] != '\0') {
        g_string_append_printf (text, "%*s%s", (int) padding, "", cells[i]);
        padding = 0;
      }
      padding += widths[i] - get_width (cells[i]) + GAP;
    }
    g_string_append_c (text, '\n');
  }
  return g_string_free (text, FALSE);
}
