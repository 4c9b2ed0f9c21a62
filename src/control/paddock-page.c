/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-page.h"

/* One page of rows. Every list, and every signal with rows, goes over the bus in pages.
 *
 * The bus disconnects a sender whose message is too large, and other programs influence how many
 * rows there are, and how long the rows are. A page always accepts its first row, because the texts
 * of a row have limits of their own (paddock-dict.c).
 */

/* The overhead of a row in a message, in bytes: its place in the array, and its alignment. */
#define ROW_FRAME 16

/**
 * paddock_page_init:
 * @self: the page to initialize
 * @limit: how many rows the caller wants at most; 0: as many as fit
 */
void
paddock_page_init (PaddockPage *self,
                   guint        limit)
{
  *self = (PaddockPage) { .limit = limit > 0 ? MIN (limit, PADDOCK_PAGE_ROWS) : PADDOCK_PAGE_ROWS };
  g_variant_builder_init (&self->rows, G_VARIANT_TYPE ("aa{sv}"));
}

/**
 * paddock_page_add:
 * @self: a page
 * @number: the row's number in its list
 * @row: (transfer floating): the row
 *
 * Adds a row to the page.
 *
 * Returns: whether the row fit into the page; after %FALSE the page takes no more rows
 */
gboolean
paddock_page_add (PaddockPage *self,
                  gint64       number,
                  GVariant    *row)
{
  g_autoptr (GVariant) sunk = g_variant_ref_sink (row);
  gsize n_bytes = g_variant_get_size (sunk) + ROW_FRAME;

  if (self->is_full || self->n_rows >= self->limit ||
      (self->n_rows > 0 && self->n_bytes + n_bytes > PADDOCK_PAGE_BYTES)) {
    self->is_full = TRUE;
    return FALSE;
  }

  g_variant_builder_add_value (&self->rows, sunk);
  self->n_rows++;
  self->n_bytes += n_bytes;
  self->last = number;
  return TRUE;
}

/**
 * paddock_page_end_rows:
 * @self: (transfer full): a page; do not use it afterwards
 *
 * Returns: (transfer floating): the rows of the page, aa{sv}
 */
GVariant *
paddock_page_end_rows (PaddockPage *self)
{
  return g_variant_builder_end (&self->rows);
}

/**
 * paddock_page_end:
 * @self: (transfer full): a page; do not use it afterwards
 *
 * Returns: (transfer floating): the reply of a List method: the rows of the page, and the number
 *   with which to request the next page; 0: there are no more pages
 */
GVariant *
paddock_page_end (PaddockPage *self)
{
  gint64 next = self->is_full ? self->last : 0;

  return g_variant_new ("(@aa{sv}x)", paddock_page_end_rows (self), next);
}
