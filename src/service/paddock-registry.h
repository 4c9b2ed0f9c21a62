/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-file-pool.h"
#include "paddock-moment.h"
#include "paddock-plan.h"
#include "paddock-places.h"
#include "paddock-store.h"
#include "paddock-turns.h"
#include "paddock-watcher.h"

G_BEGIN_DECLS

typedef PaddockMoment (*PaddockClock) (gpointer user_data);

#define PADDOCK_TYPE_REGISTRY (paddock_registry_get_type ())
G_DECLARE_FINAL_TYPE (PaddockRegistry, paddock_registry, PADDOCK, REGISTRY, GObject)

/* Signals:
 *   changed (PaddockChangeset *changes)       the ledger has them now
 *   availability-changed (const char *root_id)
 *   expired (GPtrArray *grants)               what ended by its time just now, out of the ledger
 *   logged ()                                 the journal has new rows
 */
PaddockRegistry *paddock_registry_new             (PaddockStore         *store,
                                                   const PaddockPlaces  *places);
gboolean         paddock_registry_load            (PaddockRegistry      *self,
                                                   GError              **error);
void             paddock_registry_close           (PaddockRegistry      *self);

PaddockLedger   *paddock_registry_get_ledger      (PaddockRegistry      *self);
PaddockStore    *paddock_registry_get_store       (PaddockRegistry      *self);
PaddockPlan      paddock_registry_plan            (PaddockRegistry      *self,
                                                   PaddockReason         reason,
                                                   const char           *caller);
gboolean         paddock_registry_root_has_events (PaddockRegistry      *self,
                                                   const char           *root_id);
PaddockWatcher  *paddock_registry_get_watcher     (PaddockRegistry      *self);
gboolean         paddock_registry_has_expiry      (PaddockRegistry      *self);
/* Other clocks than the machine's, from before the registry is loaded. */
void             paddock_registry_set_clock       (PaddockRegistry      *self,
                                                   PaddockClock          clock,
                                                   gpointer              user_data);

/* Planning, and what is planned, one after the other. */
void             paddock_registry_take_turn       (PaddockRegistry      *self,
                                                   PaddockTurn           turn,
                                                   gpointer              user_data,
                                                   GDestroyNotify        destroy);
/* Disk first, then the ledger, then the callback: for whatever is decided. */
void             paddock_registry_commit_async    (PaddockRegistry      *self,
                                                   PaddockChangeset     *changes,
                                                   GCancellable         *cancellable,
                                                   GAsyncReadyCallback   callback,
                                                   gpointer              user_data);
gboolean         paddock_registry_commit_finish   (PaddockRegistry      *self,
                                                   GAsyncResult         *result,
                                                   GError              **error);
/* The ledger at once, the disk soon: for what is only observed. */
void             paddock_registry_note            (PaddockRegistry      *self,
                                                   PaddockChangeset     *changes);
void             paddock_registry_flush           (PaddockRegistry      *self);
void             paddock_registry_log             (PaddockRegistry      *self,
                                                   const PaddockEntry   *entry);

PaddockFilePool *paddock_registry_get_pool        (PaddockRegistry      *self);
const PaddockPlaces *paddock_registry_get_places  (PaddockRegistry      *self);

G_END_DECLS
