/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-channel.h"
#include "paddock-journal-entry.h"
#include "paddock-launch.h"
#include "paddock-message.h"
#include "paddock-policy.h"
#include "paddock-roots-provider.h"
#include "paddock-session-reads.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_SESSION_NEW,
  PADDOCK_SESSION_INITIALIZING,     /* our initialize is on its way */
  PADDOCK_SESSION_READY,            /* answered, and told `initialized` */
  PADDOCK_SESSION_CLOSED,
} PaddockSessionState;

/* For what a `roots/list` is. Whoever dials in itself reads it; a `paddock run` may say so. */
typedef enum {
  PADDOCK_READER_SERVER,            /* reads the list */
  PADDOCK_READER_LAUNCHER,          /* its server wants roots, and has read nothing */
  PADDOCK_READER_START,             /* the server gets the list as it is started, unasked */
  PADDOCK_READER_LOOK,              /* what it would be given, if it were started now */
} PaddockReader;

#define PADDOCK_TYPE_SESSION (paddock_session_get_type ())
G_DECLARE_FINAL_TYPE (PaddockSession, paddock_session, PADDOCK, SESSION, GObject)

/* The line that answers a request; NULL: it comes later. */
typedef GBytes *(*PaddockMethodHandler) (PaddockSession *session,
                                         PaddockMessage *request);
typedef void (*PaddockNotificationHandler) (PaddockSession *session,
                                            PaddockMessage *notification);

/* What is done with what a server says (paddock-methods.c). */
typedef struct {
  PaddockMethodHandler       answer;
  PaddockNotificationHandler take_notification;
} PaddockSessionHandlers;

/* Signals:
 *   identified ()            the peer answered initialize: identity and name are known, before any
 *                            request of it but ping is answered
 *   listed (PaddockAnswer)   a roots/list is being answered; where the server did not ask by itself
 *                            the user is not asked either: %PADDOCK_ANSWER_EMPTY
 *   wanted (PaddockAnswer)   a `paddock run` says again that its server wants roots
 *   paced (gboolean)         a `paddock run` says whether its server asks at its start; once
 *   told ()                  a list_changed was sent
 *   incident (PaddockEvent, PaddockReason, const char *detail, guint count)   worth a row in the
 *                            journal; the enums are passed as int
 *   held ()                  another thing is known of what its server may still hold
 *   closed (PaddockReason)   once
 */
PaddockSession *paddock_session_new                   (PaddockChannel               *channel,
                                                       PaddockPeer                  *peer,
                                                       GBytes                       *secret,
                                                       PaddockRootsProvider         *provider,
                                                       const PaddockSessionHandlers *handlers);
void            paddock_session_set_handshake_timeout (PaddockSession               *self,
                                                       guint                         milliseconds);
void            paddock_session_start                 (PaddockSession               *self);
void            paddock_session_close                 (PaddockSession               *self,
                                                       PaddockReason                 reason);
void            paddock_session_refuse                (PaddockSession               *self,
                                                       const char                   *problem);
/* Something changed that may concern its list: compares, and tells within the coalescing time. */
void paddock_session_roots_changed (PaddockSession *self);
/* What a roots/list is answered with, now: for the method table, which sends it. */
PaddockRootsAnswer *paddock_session_list_roots         (PaddockSession     *self,
                                                        PaddockReader       reader);
void                paddock_session_receive_pace       (PaddockSession     *self,
                                                        gboolean            lists_early);
void                paddock_session_set_lists_early    (PaddockSession     *self,
                                                        gboolean            lists_early);
void                paddock_session_set_suggestions    (PaddockSession     *self,
                                                        const char * const *uris);
const char * const *paddock_session_get_suggestions    (PaddockSession     *self);
void                paddock_session_receive_report     (PaddockSession     *self,
                                                        PaddockEvent        event,
                                                        PaddockReason       reason,
                                                        guint               count);
void                paddock_session_receive_held       (PaddockSession     *self,
                                                        PaddockReason       why,
                                                        const char * const *paths);
PaddockReason       paddock_session_get_unenforced     (PaddockSession     *self);
const char * const *paddock_session_get_held           (PaddockSession     *self);

PaddockSessionReads *paddock_session_get_reads        (PaddockSession *self);
const char          *paddock_session_get_id           (PaddockSession *self);
PaddockSessionState  paddock_session_get_state        (PaddockSession *self);
PaddockPeer         *paddock_session_get_peer         (PaddockSession *self);
PaddockIdentity     *paddock_session_get_identity     (PaddockSession *self);
const char          *paddock_session_get_scope        (PaddockSession *self);
const char          *paddock_session_get_claimed_name (PaddockSession *self);
const char          *paddock_session_get_version      (PaddockSession *self);
gboolean             paddock_session_is_launch        (PaddockSession *self);
gint64               paddock_session_get_last_listed  (PaddockSession *self);
gboolean             paddock_session_has_read         (PaddockSession *self);
const char          *paddock_session_get_server_id    (PaddockSession *self);
void                 paddock_session_set_server_id    (PaddockSession *self,
                                                       const char     *server_id);

G_END_DECLS
