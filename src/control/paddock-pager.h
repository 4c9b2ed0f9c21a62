/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The kind of rows in a list: how to identify and describe such a row. */
typedef struct {
  /* (transfer full): an id that no other row of the list ever has */
  char     *(*dup_id)(gconstpointer row);
  /* (transfer floating) (nullable): the row's dictionary; NULL: the row is not shown now */
  GVariant *(*describe)(gconstpointer row,
                        gpointer      user_data);
} PaddockPagerKind;

typedef struct _PaddockPager PaddockPager;

PaddockPager *paddock_pager_new  (const PaddockPagerKind  *kind);
void          paddock_pager_free (PaddockPager            *self);
GVariant     *paddock_pager_list (PaddockPager            *self,
                                  GPtrArray               *rows,
                                  gpointer                 user_data,
                                  gint64                   after,
                                  guint                    limit,
                                  GError                 **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockPager, paddock_pager_free)

G_END_DECLS
