/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-peer.h"
#include "paddock-store.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_PROOFS (paddock_proofs_get_type ())
G_DECLARE_FINAL_TYPE (PaddockProofs, paddock_proofs, PADDOCK, PROOFS, GObject)

PaddockProofs *paddock_proofs_new          (PaddockStore        *store,
                                            const char * const  *own_programs);
PaddockPeer   *paddock_proofs_settle       (PaddockProofs       *self,
                                            PaddockPeer         *peer);
gboolean       paddock_proofs_is_own       (PaddockProofs       *self,
                                            pid_t                pid);
GStrv          paddock_proofs_find_own     (const char          *own_directory,
                                            const char          *libexec_way,
                                            const char          *bin_directory,
                                            const char          *libexec_directory);

G_END_DECLS
