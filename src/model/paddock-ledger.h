/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-changeset.h"
#include "paddock-project.h"

G_BEGIN_DECLS

/* What is known now: roots with their availability, servers, grants, and whether all sharing is
 * paused. No I/O, no clock. The service has one; tests make their own. Order of roots, servers and
 * grants is that of being added. */
typedef struct _PaddockLedger PaddockLedger;

PaddockLedger       *paddock_ledger_new              (void);
void                 paddock_ledger_free             (PaddockLedger          *self);
void                 paddock_ledger_apply            (PaddockLedger          *self,
                                                      const PaddockChangeset *changes);

PaddockRoot         *paddock_ledger_get_root         (const PaddockLedger    *self,
                                                      const char             *root_id);
PaddockRoot         *paddock_ledger_get_root_by_path (const PaddockLedger    *self,
                                                      const char             *path);
PaddockServer       *paddock_ledger_get_server       (const PaddockLedger    *self,
                                                      const char             *server_id);
PaddockGrant        *paddock_ledger_get_grant        (const PaddockLedger    *self,
                                                      const char             *server_id,
                                                      const char             *root_id);
GPtrArray           *paddock_ledger_get_roots        (const PaddockLedger    *self);
GPtrArray           *paddock_ledger_get_servers      (const PaddockLedger    *self);
GPtrArray           *paddock_ledger_list_grants      (const PaddockLedger    *self,
                                                      const char             *server_id,
                                                      const char             *root_id);

gboolean             paddock_ledger_is_paused        (const PaddockLedger    *self);

PaddockAvailability  paddock_ledger_get_availability (const PaddockLedger    *self,
                                                      const char             *root_id);
void                 paddock_ledger_set_availability (PaddockLedger          *self,
                                                      const char             *root_id,
                                                      PaddockAvailability     availability);
PaddockMarkers       paddock_ledger_get_markers      (const PaddockLedger    *self,
                                                      const char             *root_id);
gboolean             paddock_ledger_set_markers      (PaddockLedger          *self,
                                                      const char             *root_id,
                                                      PaddockMarkers          markers);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockLedger, paddock_ledger_free)

G_END_DECLS
