/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-link.h"
#include "paddock-restart.h"
#include "paddock-revocation.h"

G_BEGIN_DECLS

/* Restarts a server when the user revokes its folders. This is for a server that asks for its
 * folders. */
typedef struct _PaddockRevocationManager PaddockRevocationManager;

PaddockRevocationManager *paddock_revocation_manager_new (PaddockRevocation *revocation,
                                                          PaddockRestart    *restart);

void paddock_revocation_manager_free      (PaddockRevocationManager *self);
void paddock_revocation_manager_attach    (PaddockRevocationManager *self,
                                           PaddockLink              *link);
void paddock_revocation_manager_told      (PaddockRevocationManager *self);
void paddock_revocation_manager_asked     (PaddockRevocationManager *self);
void paddock_revocation_manager_answered  (PaddockRevocationManager *self,
                                           PaddockRootList          *list);
void paddock_revocation_manager_given     (PaddockRevocationManager *self,
                                           PaddockRootList          *list);
void paddock_revocation_manager_consider  (PaddockRevocationManager *self);
void paddock_revocation_manager_restarted (PaddockRevocationManager *self,
                                           gboolean                  is_remote);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockRevocationManager, paddock_revocation_manager_free)

G_END_DECLS
