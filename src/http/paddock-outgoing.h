/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_OUTGOING_CALL,            /* a request other than `initialize`, or an array of messages */
  PADDOCK_OUTGOING_INITIALIZE,
  PADDOCK_OUTGOING_INITIALIZED,
  PADDOCK_OUTGOING_ONE_WAY,         /* a notification other than `initialized`, or a response */
  PADDOCK_OUTGOING_LISTEN,          /* no message: a request for the stream of the server's own
                                     * messages */
  PADDOCK_OUTGOING_SESSION_STREAM,  /* no message: with legacy SSE, the stream that is the
                                     * session */
} PaddockOutgoingKind;

typedef enum {
  PADDOCK_OUTGOING_NEW,
  PADDOCK_OUTGOING_REPEATED,        /* sent for the second time: the first copy may not have
                                     * arrived */
  PADDOCK_OUTGOING_REPLAYED,        /* a request that Paddock itself repeats in a new session */
} PaddockOutgoingOrigin;

typedef enum {
  PADDOCK_OUTGOING_UNKNOWN,         /* nobody knows whether the server accepted the message */
  PADDOCK_OUTGOING_TAKEN,           /* the server accepted the message, which is never sent again */
  PADDOCK_OUTGOING_ACCEPTED,        /* as TAKEN, but answers come only on another stream */
  PADDOCK_OUTGOING_LOST_UNTAKEN,    /* the session was lost before the server accepted the
                                     * message */
  PADDOCK_OUTGOING_LOST_TAKEN,      /* the session was lost after the server accepted the message */
} PaddockOutgoingProgress;

/* A message for a server behind an address, and the requests in it that have no answer yet. */
typedef struct {
  PaddockOutgoingKind   kind;
  PaddockOutgoingOrigin origin;
  PaddockOutgoingProgress progress;
  GBytes               *line;       /* (owned) (nullable) the text of the message; NULL: the kind
                                     * has none */
  PaddockMessage      message;    /* @line, parsed */
  char                 *version;    /* (owned) (nullable) the MCP revision that the message names;
                                     * NULL: it names none, or one with a handshake */
  GPtrArray            *owed;       /* (owned) GBytes: ids of the requests in the message that have
                                     * no answer yet */
  gboolean              is_cancelled; /* the host cancelled the message, and wants no answer */
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
