/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-channel.h"
#include "paddock-journal-entry.h"
#include "paddock-launch.h"
#include "paddock-launcher.h"
#include "paddock-message.h"
#include "paddock-roots-provider.h"
#include "paddock-session-reads.h"
#include "paddock-session-roots.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_SESSION_NEW,
  PADDOCK_SESSION_INITIALIZING,     /* Paddock's initialize is under way */
  PADDOCK_SESSION_READY,            /* the peer answered `initialize`, and got `initialized` */
  PADDOCK_SESSION_CLOSED,
} PaddockSessionState;

#define PADDOCK_TYPE_SESSION (paddock_session_get_type ())
G_DECLARE_FINAL_TYPE (PaddockSession, paddock_session, PADDOCK, SESSION, GObject)

/* Returns the line that answers a request; NULL: the answer comes later. */
typedef GBytes *(*PaddockMethodHandler) (PaddockSession *session,
                                         PaddockMessage *request);
typedef void (*PaddockNotificationHandler) (PaddockSession *session,
                                            PaddockMessage *notification);

/* The functions that handle the messages of a server (paddock-methods.c). */
typedef struct {
  PaddockMethodHandler       answer;
  PaddockNotificationHandler take_notification;
} PaddockSessionHandlers;

/* Signals:
 *   identified ()            the peer answered initialize: its identity and name are known. Before
 *                            this, Paddock answers none of its requests except ping
 *   listed, wanted (PaddockAnswer), told ()   see PaddockRootsFuncs
 *   paced, changed           those of PaddockLauncher
 *   incident (PaddockEvent, PaddockReason, const char *detail, guint count)   an event for the
 *                            journal; the enums are passed as int
 *   closed (PaddockReason)   the session has ended; emitted once
 */
PaddockSession *paddock_session_new                   (PaddockChannel               *channel,
                                                       PaddockPeer                  *peer,
                                                       GBytes                       *secret,
                                                       PaddockRootsProvider         *provider,
                                                       const PaddockSessionHandlers *handlers);
void            paddock_session_set_handshake_timeout (PaddockSession *self,
                                                       guint           milliseconds);
void            paddock_session_start                 (PaddockSession *self);
void            paddock_session_close                 (PaddockSession *self,
                                                       PaddockReason   reason);
void            paddock_session_refuse                (PaddockSession *self,
                                                       const char     *problem);
void            paddock_session_review                (PaddockSession *self);
void            paddock_session_set_server_id         (PaddockSession *self,
                                                       const char     *server_id);

gboolean        paddock_session_is_sealed             (PaddockSession        *self,
                                                       const PaddockConfined *confined,
                                                       const char            *seal);

PaddockSessionRoots    *paddock_session_get_roots        (PaddockSession *self);
PaddockSessionReads    *paddock_session_get_reads        (PaddockSession *self);
PaddockLauncher        *paddock_session_get_launcher     (PaddockSession *self);
const PaddockRecipient *paddock_session_get_recipient    (PaddockSession *self);
const char             *paddock_session_get_id           (PaddockSession *self);
PaddockSessionState     paddock_session_get_state        (PaddockSession *self);
PaddockPeer            *paddock_session_get_peer         (PaddockSession *self);
const char             *paddock_session_get_claimed_name (PaddockSession *self);

G_END_DECLS
