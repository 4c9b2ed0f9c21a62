/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The most rows, and the most bytes, of one page. Both are far below the limits of a message
 * bus. */
#define PADDOCK_PAGE_ROWS  512
#define PADDOCK_PAGE_BYTES (512 * 1024)

/* A page of rows on the bus, while it is built. */
typedef struct {
  GVariantBuilder rows;
  guint           limit;      /* the most rows that this page takes */
  guint           n_rows;
  gsize           n_bytes;
  gint64          last;       /* the number of the last row that was added */
  gboolean        is_full;    /* a row did not fit */
} PaddockPage;

void      paddock_page_init     (PaddockPage *self,
                                 guint        limit);
gboolean  paddock_page_add      (PaddockPage *self,
                                 gint64       number,
                                 GVariant    *row);
GVariant *paddock_page_end_rows (PaddockPage *self);
GVariant *paddock_page_end      (PaddockPage *self);

G_END_DECLS
