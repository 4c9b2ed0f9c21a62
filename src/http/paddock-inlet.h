/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"

G_BEGIN_DECLS

/* Reads lines from a descriptor. */
typedef struct _PaddockInlet PaddockInlet;

typedef struct {
  /* Called for each line that was read. @line: the line without its newline */
  void (* line)(GBytes  *line,
                gpointer user_data);
  /* Called at the end of a line longer than PADDOCK_LINE_MAX. @line: the message, without `params`
   * and `result` */
  void (* too_long)(const PaddockMessage *line,
                    gpointer                user_data);
  /* Called once, when no more lines will come. */
  void (* ended)(gpointer user_data);
} PaddockInletFuncs;

PaddockInlet *paddock_inlet_new        (int                      fd,
                                        const PaddockInletFuncs *funcs,
                                        gpointer                 user_data);
void          paddock_inlet_free       (PaddockInlet            *self);
void          paddock_inlet_set_paused (PaddockInlet            *self,
                                        gboolean                 is_paused);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockInlet, paddock_inlet_free)

G_END_DECLS
