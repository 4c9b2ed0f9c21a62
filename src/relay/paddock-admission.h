/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-mediator.h"

G_BEGIN_DECLS

/* If a batch is dropped, at most this many of its messages are answered with an error. Each error
 * is a line of its own. */
#define PADDOCK_ADMISSION_REFUSALS_MAX 256

/* The filter that drops those lines of the server that the host must not get. */
typedef struct _PaddockAdmission PaddockAdmission;

/* Called for each line of the server that is dropped. @reason: why the line is dropped, for the
 * journal. */
typedef void (*PaddockAdmissionDropped) (PaddockReason reason,
                                         gpointer      user_data);

PaddockAdmission *paddock_admission_new  (PaddockMediator         *mediator,
                                          PaddockInputRequired    *input,
                                          PaddockAdmissionDropped  dropped,
                                          gpointer                 user_data);
void              paddock_admission_free (PaddockAdmission        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAdmission, paddock_admission_free)

G_END_DECLS
