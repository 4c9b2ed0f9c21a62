/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_OUTGOING_CALL,
  PADDOCK_OUTGOING_INITIALIZE,
  PADDOCK_OUTGOING_INITIALIZED,
  PADDOCK_OUTGOING_ONE_WAY,         /* another notification, or a response to the server */
  PADDOCK_OUTGOING_LISTEN,          /* no message: requests the stream on which a server speaks */
  PADDOCK_OUTGOING_SESSION_STREAM,  /* no message: the stream that is a session of legacy SSE */
} PaddockOutgoingKind;

typedef enum {
  PADDOCK_OUTGOING_NEW,
  PADDOCK_OUTGOING_REPEATED,        /* sent again: it may not have arrived the first time */
  PADDOCK_OUTGOING_REPLAYED,        /* the server slot sends it in the host's place */
} PaddockOutgoingOrigin;

typedef enum {
  PADDOCK_OUTGOING_UNKNOWN,         /* nobody knows whether the server accepted it */
  PADDOCK_OUTGOING_TAKEN,           /* the server accepted it: it may not be sent again */
  PADDOCK_OUTGOING_ACCEPTED,        /* the same, and answers come on another stream only */
  /* The server has forgotten the session: */
  PADDOCK_OUTGOING_LOST_UNTAKEN,    /* before it accepted the message, */
  PADDOCK_OUTGOING_LOST_TAKEN,      /* or after it did. */
} PaddockOutgoingProgress;

/* A message for a server behind an address, and what the server owes for it. */
typedef struct {
  PaddockOutgoingKind   kind;
  PaddockOutgoingOrigin origin;
  PaddockOutgoingProgress progress;
  GBytes               *line;       /* (owned) (nullable) */
  PaddockMessage      message;    /* of @line */
  char                 *version;    /* (owned) (nullable) its revision, if without handshake */
  GPtrArray            *owed;       /* (owned) GBytes: ids of its unanswered requests */
  gboolean              is_cancelled; /* the host wants no answer */
} PaddockOutgoing;

PaddockOutgoing *paddock_outgoing_new          (GBytes                *line);
PaddockOutgoing *paddock_outgoing_new_stream   (PaddockOutgoingKind    kind);
void             paddock_outgoing_free         (PaddockOutgoing       *self);
gboolean         paddock_outgoing_is_single    (const PaddockOutgoing *self);
gboolean         paddock_outgoing_is_one_way   (const PaddockOutgoing *self);
gboolean         paddock_outgoing_is_taken     (const PaddockOutgoing *self);
gboolean         paddock_outgoing_is_lost      (const PaddockOutgoing *self);
gboolean         paddock_outgoing_is_owed      (const PaddockOutgoing *self);
gboolean         paddock_outgoing_owes         (const PaddockOutgoing *self,
                                                PaddockSpan            id);
gboolean         paddock_outgoing_settle       (PaddockOutgoing       *self,
                                                PaddockSpan            id);
void             paddock_outgoing_list_owed    (const PaddockOutgoing *self,
                                                GPtrArray             *ids);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockOutgoing, paddock_outgoing_free)

G_END_DECLS
