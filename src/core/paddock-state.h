/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-file-pool.h"
#include "paddock-moment.h"
#include "paddock-plan.h"
#include "paddock-places.h"
#include "paddock-store.h"
#include "paddock-state-writer.h"
#include "paddock-watcher.h"

G_BEGIN_DECLS

typedef PaddockMoment (*PaddockClock) (gpointer user_data);

#define PADDOCK_TYPE_STATE (paddock_state_get_type ())
G_DECLARE_FINAL_TYPE (PaddockState, paddock_state, PADDOCK, STATE, GObject)

/* Signals:
 *   changed (PaddockChanges *changes)         @changes were applied to the snapshot
 *   availability-changed (const char *root_id)
 *   expired (GPtrArray *grants)               the time of @grants is over; the snapshot has them no
 *                                             longer
 *   logged ()                                 the journal has new rows
 */
PaddockState *paddock_state_new   (PaddockStore        *store,
                                   const PaddockPlaces *places);
gboolean      paddock_state_load  (PaddockState        *self,
                                   GError             **error);
void          paddock_state_close (PaddockState        *self);

PaddockSnapshot   *paddock_state_get_snapshot    (PaddockState *self);
PaddockStore      *paddock_state_get_store       (PaddockState *self);
PaddockStateWriter *paddock_state_get_writer (PaddockState *self);
PaddockPlanContext paddock_state_plan            (PaddockState *self,
                                                  PaddockReason reason,
                                                  const char   *caller);
PaddockWatcher    *paddock_state_get_watcher     (PaddockState *self);
/* Makes the State read the time from @clock instead of the machine's clocks, for tests. Call this
 * before paddock_state_load(). */
void paddock_state_set_clock (PaddockState *self,
                              PaddockClock  clock,
                              gpointer      user_data);

/* Commits a decision of the user: writes @changes to the disk, then applies them to the snapshot,
 * then calls @callback. */
void     paddock_state_commit_async  (PaddockState       *self,
                                      PaddockChanges     *changes,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
gboolean paddock_state_commit_finish (PaddockState       *self,
                                      GAsyncResult       *result,
                                      GError            **error);
/* Notes an observation: applies @changes to the snapshot at once, and writes them to the disk
 * soon. */
void paddock_state_note  (PaddockState              *self,
                          PaddockChanges            *changes);
void paddock_state_log   (PaddockState              *self,
                          const PaddockJournalEntry *entry);

PaddockFilePool     *paddock_state_get_pool   (PaddockState *self);
const PaddockPlaces *paddock_state_get_places (PaddockState *self);

G_END_DECLS
