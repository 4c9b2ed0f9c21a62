/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-prompts.h"
#include "paddock-policy.h"
#include "paddock-reading.h"
#include "paddock-state.h"
#include "paddock-session.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_SESSIONS (paddock_sessions_get_type ())
G_DECLARE_FINAL_TYPE (PaddockSessions, paddock_sessions, PADDOCK, SESSIONS, GObject)

/* Signals:
 *   server-changed (const char *server_id)   a session of this server changed or ended
 *   scope-ended (const char *scope)          the process or connection that @scope names has ended
 */
PaddockSessions *paddock_sessions_new           (PaddockState      *state,
                                                 PaddockPrompts    *queue,
                                                 PaddockConsentMode mode);
void             paddock_sessions_set_reading   (PaddockSessions   *self,
                                                 PaddockReading    *reading);
void             paddock_sessions_admit         (PaddockSessions   *self,
                                                 GIOStream         *stream,
                                                 PaddockPeer       *peer);
void             paddock_sessions_close         (PaddockSessions   *self);
GPtrArray       *paddock_sessions_list_sessions (PaddockSessions   *self,
                                                 const char        *server_id);
GPtrArray       *paddock_sessions_list_visible  (PaddockSessions   *self,
                                                 const char        *server_id);
GPtrArray       *paddock_sessions_list_visible_in (PaddockSessions *self,
                                                   const char      *server_id,
                                                   const char      *scope);
gboolean         paddock_sessions_sees_all      (PaddockSessions   *self,
                                                 const char        *server_id);
gboolean         paddock_sessions_may_see       (PaddockSessions   *self,
                                                 const char        *root_id);
char            *paddock_sessions_dup_scope     (PaddockSessions   *self,
                                                 const char        *server_id);
void             paddock_sessions_ask_again     (PaddockSessions   *self,
                                                 const char        *server_id);

G_END_DECLS
