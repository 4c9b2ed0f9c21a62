/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-reason.h"
#include "paddock-replay.h"
#include "paddock-unanswered-error.h"

G_BEGIN_DECLS

/* How many requests of the host without an answer are remembered at most. The same limit holds for
 * requests of the server, and for tasks. */
#define PADDOCK_CONVERSATION_MAX 1024
/* The longest id of a request that is remembered, in bytes. */
#define PADDOCK_CONVERSATION_ID_BYTES 4096

/* Why no other server can take the place of this one now. */
typedef enum {
  PADDOCK_OBSTACLE_NONE,
  PADDOCK_OBSTACLE_NO_HANDSHAKE,    /* the handshake is not over; or, in the revision without a
                                     * handshake, the host sent no request yet */
  PADDOCK_OBSTACLE_BATCHES,         /* the host or the server sent a batch, whose messages are not
                                     * followed */
  PADDOCK_OBSTACLE_TASKS,           /* the server has tasks under way, which would be lost */
  PADDOCK_OBSTACLE_TOO_MUCH,        /* there are too many requests, tasks or subscriptions to
                                     * remember, or one is too long */
  PADDOCK_OBSTACLE_UNCLEAR,         /* two readers may understand a message in two ways */
  PADDOCK_OBSTACLE_CLOSED,          /* the host or the server has closed its end */
} PaddockObstacle;

/* What becomes of a message between the host and the server. */
typedef enum {
  PADDOCK_PASSAGE_AS_IS,
  PADDOCK_PASSAGE_REPLACED,         /* another message goes on in place of this one */
  PADDOCK_PASSAGE_NONE,
} PaddockPassage;

typedef struct _PaddockConversation PaddockConversation;

PaddockConversation *paddock_conversation_new                 (void);
void                 paddock_conversation_free                (PaddockConversation *self);
PaddockPassage       paddock_conversation_receive_from_host   (PaddockConversation    *self,
                                                               const PaddockMessage *line,
                                                               PaddockMessage **out_line);
PaddockPassage       paddock_conversation_receive_from_server (PaddockConversation     *self,
                                                               const PaddockMessage    *line,
                                                               PaddockMessage         **out_line);
void                 paddock_conversation_forget_request      (PaddockConversation *self,
                                                               PaddockSpan          id);
void                 paddock_conversation_receive_long        (PaddockConversation    *self,
                                                               const PaddockMessage *line,
                                                               gboolean                from_host);
PaddockReplay       *paddock_conversation_get_replay          (PaddockConversation *self);
guint                paddock_conversation_get_generation      (const PaddockConversation *self);
guint                paddock_conversation_count_open          (const PaddockConversation *self);
PaddockObstacle      paddock_conversation_get_obstacle        (const PaddockConversation *self);
gboolean             paddock_conversation_is_open             (PaddockConversation *self,
                                                               PaddockSpan                id);
GPtrArray           *paddock_conversation_end_generation      (PaddockConversation *self,
                                                               PaddockUnanswered    why);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockConversation, paddock_conversation_free)

G_END_DECLS
