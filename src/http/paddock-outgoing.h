/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_OUTGOING_CALL,            /* a request but `initialize`, or an array of messages */
  PADDOCK_OUTGOING_INITIALIZE,
  PADDOCK_OUTGOING_INITIALIZED,
  PADDOCK_OUTGOING_ONE_WAY,         /* a notification but `initialized`, or a response */
  PADDOCK_OUTGOING_LISTEN,          /* no message: requests the stream for the server's messages */
  PADDOCK_OUTGOING_SESSION_STREAM,  /* no message: the stream that is the session (legacy SSE) */
} PaddockOutgoingKind;

typedef enum {
  PADDOCK_OUTGOING_NEW,
  PADDOCK_OUTGOING_REPEATED,        /* sent again: the first copy may not have arrived */
  PADDOCK_OUTGOING_REPLAYED,        /* Paddock itself repeats a request in a new session */
} PaddockOutgoingOrigin;

typedef enum {
  PADDOCK_OUTGOING_UNKNOWN,         /* nobody knows whether the server accepted the message */
  PADDOCK_OUTGOING_TAKEN,           /* the server accepted the message: never send it again */
  PADDOCK_OUTGOING_ACCEPTED,        /* the same, and answers come only on another stream */
  PADDOCK_OUTGOING_LOST_UNTAKEN,    /* the session was lost, and the message not yet accepted */
  PADDOCK_OUTGOING_LOST_TAKEN,      /* the session was lost, and the message already accepted */
} PaddockOutgoingProgress;

/* A message for a server behind an address, and the requests in it that have no answer yet. */
typedef struct {
  PaddockOutgoingKind   kind;
  PaddockOutgoingOrigin origin;
  PaddockOutgoingProgress progress;
  GBytes               *line;       /* (owned) (nullable) the message; NULL: the kind has none */
  PaddockMessage      message;    /* @line, parsed */
  char                 *version;    /* (owned) (nullable) MCP revision, if it has no handshake */
  GPtrArray            *owed;       /* (owned) GBytes: ids of its requests without an answer */
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
