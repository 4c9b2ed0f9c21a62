/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-spool.h"

G_BEGIN_DECLS

/* If this many bytes wait to be written, the outlet is full: the code that fills the outlet should
 * read nothing more. */
#define PADDOCK_OUTLET_FULL_BYTES (1024 * 1024)

/* Writes lines to a descriptor, at the speed of the reader. */
typedef struct _PaddockOutlet PaddockOutlet;

typedef struct {
  /* Called when the outlet is no longer full, and again when everything is written. */
  void (* room)(gpointer user_data);
  /* Called from the main loop when the program that reads the descriptor is gone. */
  void (* lost)(gpointer user_data);
} PaddockOutletFuncs;

PaddockOutlet *paddock_outlet_new      (int                       fd,
                                        const PaddockOutletFuncs *funcs,
                                        gpointer                  user_data);
void           paddock_outlet_free     (PaddockOutlet            *self);
void           paddock_outlet_write    (PaddockOutlet            *self,
                                        PaddockSpool             *spool);
gboolean       paddock_outlet_is_full  (const PaddockOutlet      *self);
gboolean       paddock_outlet_is_empty (const PaddockOutlet      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockOutlet, paddock_outlet_free)

G_END_DECLS
