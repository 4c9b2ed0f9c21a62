/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-page.h"

/* One page of rows: every list and every signal with rows goes over the bus in these.
 *
 * The bus disconnects whoever sends it too large a message, and strangers have a say in how many
 * rows there are and how long they are. A page takes the first row in any case: the texts of a row
 * have their own bounds (paddock-dict.c).
 */

/* What a row takes besides itself: its place in the array, and what aligns it. */
#define ROW_FRAME 16

/**
 * paddock_page_init:
 * @self: a page to begin
 * @limit: how many rows the caller wants at most; 0: as many as a page has
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
 * Returns: whether the row is in the page; after %FALSE none is added any more
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
 * @self: (transfer full): a page, which is over
 *
 * Returns: (transfer floating): its rows, aa{sv}
 */
GVariant *
paddock_page_end_rows (PaddockPage *self)
{
  return g_variant_builder_end (&self->rows);
}

/**
 * paddock_page_end:
 * @self: (transfer full): a page, which is over
 *
 * Returns: (transfer floating): the reply of a List method: its rows, and with which number the
 *   next page is asked for, 0: there is none
 */
GVariant *
paddock_page_end (PaddockPage *self)
{
  gint64 next = self->is_full ? self->last : 0;

  return g_variant_new ("(@aa{sv}x)", paddock_page_end_rows (self), next);
}
