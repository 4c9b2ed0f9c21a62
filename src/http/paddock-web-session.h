/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-exchange.h"
#include "paddock-outgoing.h"
#include "paddock-tool-list.h"

G_BEGIN_DECLS

/* How many requests may be under way at a time. Each needs its own connection, and libsoup may open
 * only a few more connections than this. */
#define PADDOCK_WEB_SESSION_CALLS_MAX 256

/* One session with a server behind an address: its headers and connections. */
typedef struct _PaddockWebSession PaddockWebSession;

PaddockWebSession *paddock_web_session_new            (const PaddockAddress       *address,
                                                       const char * const         *headers,
                                                       guint                       silence_ms);
void               paddock_web_session_free           (PaddockWebSession          *self);
void               paddock_web_session_receive_id     (PaddockWebSession          *self,
                                                       const char                 *id);
void               paddock_web_session_learn          (PaddockWebSession          *self,
                                                       PaddockSpan                 result);
PaddockToolList   *paddock_web_session_get_tools      (const PaddockWebSession    *self);
gboolean           paddock_web_session_can_be_lost    (const PaddockWebSession    *self);
gboolean           paddock_web_session_is_legacy      (const PaddockWebSession    *self);
gboolean           paddock_web_session_set_endpoint   (PaddockWebSession          *self,
                                                       const char                 *reference);
void               paddock_web_session_clear_endpoint (PaddockWebSession          *self);
PaddockExchange   *paddock_web_session_post           (PaddockWebSession          *self,
                                                       const PaddockOutgoing      *message,
                                                       const PaddockExchangeFuncs *funcs,
                                                       gpointer                    user_data);
PaddockExchange   *paddock_web_session_get_stream     (PaddockWebSession          *self,
                                                       const char                 *last_id,
                                                       gboolean                    may_be_silent,
                                                       const PaddockExchangeFuncs *funcs,
                                                       gpointer                    user_data);
PaddockExchange   *paddock_web_session_leave          (PaddockWebSession          *self,
                                                       const PaddockExchangeFuncs *funcs,
                                                       gpointer                    user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockWebSession, paddock_web_session_free)

G_END_DECLS
