/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-prompts.h"
#include "paddock-state.h"

G_BEGIN_DECLS

/* How long the portal's document of a removed root stays, in µs, so that the user can undo the
 * removal. */
#define PADDOCK_DOCUMENT_REVOKER_DELAY (60 * G_TIME_SPAN_SECOND)

typedef struct _PaddockDocumentRevoker PaddockDocumentRevoker;

PaddockDocumentRevoker *paddock_document_revoker_new  (PaddockState           *state,
                                                       PaddockPrompts         *queue,
                                                       GDBusConnection        *connection,
                                                       gint64                  delay);
void                    paddock_document_revoker_free (PaddockDocumentRevoker *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockDocumentRevoker, paddock_document_revoker_free)

G_END_DECLS
