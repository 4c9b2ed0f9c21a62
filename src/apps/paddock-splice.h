/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Changes of a text: each replaces the bytes of one span. */
typedef struct _PaddockSplices PaddockSplices;

PaddockSplices *paddock_splice_list_new   (void);
void            paddock_splice_list_free  (PaddockSplices       *self);
void            paddock_splice_add        (PaddockSplices       *self,
                                           gsize                 begin,
                                           gsize                 end,
                                           const char           *text,
                                           gssize                length);
gsize           paddock_splice_get_span   (const PaddockSplices *self,
                                           gsize                *out_end);
GBytes         *paddock_splice_apply      (const PaddockSplices *self,
                                           GBytes               *bytes);
PaddockSplices *paddock_splice_invert     (const PaddockSplices *self,
                                           GBytes               *bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockSplices, paddock_splice_list_free)

G_END_DECLS
