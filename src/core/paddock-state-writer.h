/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-commit-queue.h"
#include "paddock-snapshot.h"
#include "paddock-store.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_STATE_WRITER (paddock_state_writer_get_type ())
G_DECLARE_FINAL_TYPE (PaddockStateWriter, paddock_state_writer, PADDOCK, STATE_WRITER, GObject)

/* Signal: logged ()   an observation with new rows of the journal is on the disk */
PaddockStateWriter *paddock_state_writer_new          (PaddockStore       *store);
void                paddock_state_writer_set_snapshot (PaddockStateWriter *self,
                                                       PaddockSnapshot    *snapshot);
void                paddock_state_writer_close        (PaddockStateWriter *self);

void     paddock_state_writer_queue_turn    (PaddockStateWriter *self,
                                             PaddockCommitTurn   turn,
                                             gpointer            user_data,
                                             GDestroyNotify      destroy);
void     paddock_state_writer_begin_commit  (PaddockStateWriter *self,
                                             PaddockChanges     *changes,
                                             GAsyncReadyCallback callback,
                                             gpointer            user_data);
gboolean paddock_state_writer_commit_finish (PaddockStateWriter  *self,
                                             GAsyncResult        *result,
                                             GError             **error);
void     paddock_state_writer_end_commit    (PaddockStateWriter *self);

void paddock_state_writer_note         (PaddockStateWriter        *self,
                                        PaddockChanges            *changes);
void paddock_state_writer_note_at_once (PaddockStateWriter        *self,
                                        PaddockChanges            *changes);
void paddock_state_writer_log          (PaddockStateWriter        *self,
                                        const PaddockJournalEntry *entry);
void paddock_state_writer_flush        (PaddockStateWriter        *self);
void paddock_state_writer_hurry        (PaddockStateWriter        *self);

G_END_DECLS
