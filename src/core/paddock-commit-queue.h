/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Lets callers who want to change what the service knows plan one after the other. Each plan must
 * consider all earlier decisions, even decisions that are still on their way to the disk. */
typedef struct _PaddockCommitQueue PaddockCommitQueue;

typedef void (*PaddockCommitTurn) (gpointer user_data);

PaddockCommitQueue *paddock_commit_queue_new   (void);
void                paddock_commit_queue_free  (PaddockCommitQueue *self);
void                paddock_commit_queue_push  (PaddockCommitQueue *self,
                                                PaddockCommitTurn   turn,
                                                gpointer            user_data,
                                                GDestroyNotify      destroy);
void                paddock_commit_queue_begin (PaddockCommitQueue *self);
void                paddock_commit_queue_end   (PaddockCommitQueue *self);
void                paddock_commit_queue_hurry (PaddockCommitQueue *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockCommitQueue, paddock_commit_queue_free)

G_END_DECLS
