/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-file.h"
#include "paddock-app-note.h"

G_BEGIN_DECLS

/* Keys that entries had earlier, and that no entry has now. Immutable. */
typedef struct _PaddockAppKeyring PaddockAppKeyring;

PaddockAppKeyring *paddock_app_keyring_new     (GPtrArray               *notes,
                                                GPtrArray               *files);
PaddockAppKeyring *paddock_app_keyring_ref     (PaddockAppKeyring       *self);
void               paddock_app_keyring_unref   (PaddockAppKeyring       *self);
char              *paddock_app_keyring_dup_key (const PaddockAppKeyring *self,
                                                const PaddockAppFile    *file,
                                                const PaddockAppEntry   *entry);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAppKeyring, paddock_app_keyring_unref)

G_END_DECLS
