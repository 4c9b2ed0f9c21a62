/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-link.h"
#include "paddock-outfit.h"
#include "paddock-restart.h"

G_BEGIN_DECLS

/* Keeps a server that gets its folders when it is started in what it may see. */
typedef struct _PaddockFitting PaddockFitting;

PaddockFitting            *paddock_fitting_new      (PaddockOutfit   *outfit,
                                                     PaddockRestart  *restart);
void                       paddock_fitting_free     (PaddockFitting  *self);
void                       paddock_fitting_attach   (PaddockFitting  *self,
                                                     PaddockLink     *link);
gboolean                   paddock_fitting_is_ready (PaddockFitting  *self);
const PaddockChildOptions *paddock_fitting_pack     (PaddockFitting  *self,
                                                     GError         **error);
void                       paddock_fitting_look     (PaddockFitting  *self);
void                       paddock_fitting_check    (PaddockFitting  *self);
void                       paddock_fitting_consider (PaddockFitting  *self);
void                       paddock_fitting_restarted (PaddockFitting *self);
gboolean                   paddock_fitting_take_line (PaddockFitting *self,
                                                      PaddockSpan     line);
gboolean                   paddock_fitting_take_end (PaddockFitting  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockFitting, paddock_fitting_free)

G_END_DECLS
