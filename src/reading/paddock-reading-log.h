/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-reading-request.h"
#include "paddock-refusals.h"
#include "paddock-state.h"

G_BEGIN_DECLS

/* Writes to the journal which files were read or refused for servers and hosts. */
typedef struct _PaddockReadingLog PaddockReadingLog;

PaddockReadingLog *paddock_reading_log_new          (PaddockState                *state);
void               paddock_reading_log_free         (PaddockReadingLog           *self);
void               paddock_reading_log_set_refusals (PaddockReadingLog           *self,
                                                     PaddockRefusals             *refusals);
void               paddock_reading_log_add          (PaddockReadingLog           *self,
                                                     const PaddockReadingRequest *request,
                                                     const PaddockRoot           *root,
                                                     PaddockReadVerdict           verdict,
                                                     const char                  *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockReadingLog, paddock_reading_log_free)

G_END_DECLS
