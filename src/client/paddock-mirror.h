/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* How a mirror makes items from the dictionaries of one list. */
typedef struct {
  GType            (* get_item_type)(void);
  /* returns the id of a dictionary: (transfer full) (nullable); a dictionary without one is
   * skipped */
  char           * (* dup_key)(GVariant * dictionary);
  GObject        * (* create)(GVariant * dictionary);
  void             (* update)(GObject  *item,
                              GVariant *dictionary);
  /* (nullable): finds the place of a new item in the model; NULL: new items go to the end */
  GCompareDataFunc    compare;
} PaddockMirrorKind;

/* A list model that follows a list of the service. Items are recognized by their ids. */
typedef struct _PaddockMirror PaddockMirror;

PaddockMirror *paddock_mirror_new       (const PaddockMirrorKind *kind);
void           paddock_mirror_free      (PaddockMirror           *self);

GListModel    *paddock_mirror_get_model (PaddockMirror           *self);
gpointer       paddock_mirror_lookup    (PaddockMirror           *self,
                                         const char              *key);

void           paddock_mirror_fill      (PaddockMirror           *self,
                                         GVariant                *list);
void           paddock_mirror_apply     (PaddockMirror           *self,
                                         GVariant                *updated,
                                         const char * const      *removed);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockMirror, paddock_mirror_free)

G_END_DECLS
