/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"
#include "paddock-subscriptions.h"

G_BEGIN_DECLS

/* The most subscriptions to resources that are remembered. Then the longest request for one, in
 * bytes. */
#define PADDOCK_REPLAY_MAX        1024
#define PADDOCK_REPLAY_LINE_BYTES (64 * 1024)

typedef enum {
  PADDOCK_REPLAY_NOT_OURS,          /* the message does not answer a request that Paddock
                                     * repeated */
  PADDOCK_REPLAY_SWALLOWED,         /* the message answers a repeated request, but not `initialize`
                                     * or `server/discover` */
  PADDOCK_REPLAY_SAME,              /* the message answers `initialize` or `server/discover` as the
                                     * first server did */
  PADDOCK_REPLAY_DIFFERENT,         /* the message answers `initialize` or `server/discover`, but
                                     * not as the first server did */
} PaddockReplayResult;

typedef struct _PaddockReplay PaddockReplay;

PaddockReplay        *paddock_replay_new                 (void);
void                  paddock_replay_free                (PaddockReplay        *self);
gboolean              paddock_replay_receive_request     (PaddockReplay        *self,
                                                          const PaddockMessage *request);
void                  paddock_replay_receive_initialized (PaddockReplay        *self,
                                                          const PaddockMessage *message);
void                  paddock_replay_receive_response    (PaddockReplay        *self,
                                                          const PaddockMessage *response);
PaddockSubscriptions *paddock_replay_get_streams         (PaddockReplay        *self);
gboolean              paddock_replay_is_modern           (const PaddockReplay  *self);
gboolean              paddock_replay_is_ready            (const PaddockReplay  *self);
gboolean              paddock_replay_was_answered        (const PaddockReplay  *self);
gboolean              paddock_replay_is_ours             (const PaddockReplay  *self,
                                                          PaddockSpan           id);
PaddockMessage       *paddock_replay_get_opening         (const PaddockReplay  *self);
void                  paddock_replay_end_server          (PaddockReplay        *self);
GPtrArray            *paddock_replay_begin               (PaddockReplay        *self);
PaddockReplayResult   paddock_replay_receive_answer      (PaddockReplay        *self,
                                                          const PaddockMessage *message);
GPtrArray            *paddock_replay_list_notices        (const PaddockReplay  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockReplay, paddock_replay_free)

G_END_DECLS
