/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-consent-queue.h"
#include "paddock-policy.h"
#include "paddock-registry.h"
#include "paddock-session.h"

G_BEGIN_DECLS

typedef struct _PaddockReading PaddockReading;

#define PADDOCK_TYPE_ROSTER (paddock_roster_get_type ())
G_DECLARE_FINAL_TYPE (PaddockRoster, paddock_roster, PADDOCK, ROSTER, GObject)

/* Signals:
 *   server-changed (const char *server_id)   its sessions, or what they did
 *   scope-ended (const char *scope)          the process that a session was of
 */
PaddockRoster *paddock_roster_new           (PaddockRegistry      *registry,
                                             PaddockConsentQueue  *queue,
                                             PaddockConsentMode    mode);
void           paddock_roster_set_reading   (PaddockRoster        *self,
                                             PaddockReading       *reading);
void           paddock_roster_admit         (PaddockRoster        *self,
                                             GIOStream            *stream,
                                             PaddockPeer          *peer);
void           paddock_roster_close         (PaddockRoster        *self);
GPtrArray     *paddock_roster_list_sessions (PaddockRoster        *self,
                                             const char           *server_id);
GPtrArray     *paddock_roster_list_visible  (PaddockRoster        *self,
                                             const char           *server_id);
GPtrArray     *paddock_roster_list_visible_in (PaddockRoster      *self,
                                               const char         *server_id,
                                               const char         *scope);
PaddockAnswer  paddock_roster_get_answer    (PaddockRoster        *self,
                                             const char           *server_id);
gboolean       paddock_roster_cares         (PaddockRoster        *self,
                                             const char           *root_id);
char          *paddock_roster_dup_scope     (PaddockRoster        *self,
                                             const char           *server_id);
void           paddock_roster_ask_again     (PaddockRoster        *self,
                                             const char           *server_id);

G_END_DECLS
