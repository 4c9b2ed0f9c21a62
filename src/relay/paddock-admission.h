/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-mediator.h"

G_BEGIN_DECLS

/* How many messages of one batch are answered with an error. Each error is a line. */
#define PADDOCK_ADMISSION_REFUSALS_MAX 256

/* A filter. */
typedef struct _PaddockAdmission PaddockAdmission;

/* A line of the server was thrown away, for the journal. */
typedef void (*PaddockAdmissionDropped) (PaddockReason reason,
                                         gpointer      user_data);

PaddockAdmission *paddock_admission_new  (PaddockMediator         *mediator,
                                          PaddockInputRequired    *input,
                                          PaddockAdmissionDropped  dropped,
                                          gpointer                 user_data);
void              paddock_admission_free (PaddockAdmission        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAdmission, paddock_admission_free)

G_END_DECLS
