/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-call.h"
#include "paddock-tool-list.h"

G_BEGIN_DECLS

/* Calls that may be under way; more connections there are not. */
#define PADDOCK_WEB_SESSION_CALLS_MAX 256

/* What one session with a server behind an address is known by there. */
typedef struct _PaddockWebSession PaddockWebSession;

PaddockWebSession *paddock_web_session_new            (const PaddockAddress       *address,
                                                       const char * const         *headers,
                                                       guint                       silence_ms);
void               paddock_web_session_free           (PaddockWebSession          *self);
void               paddock_web_session_receive_id     (PaddockWebSession          *self,
                                                       PaddockCall                *call);
void               paddock_web_session_learn          (PaddockWebSession          *self,
                                                       PaddockSpan                 result);
PaddockToolList   *paddock_web_session_get_tools      (const PaddockWebSession    *self);
gboolean           paddock_web_session_has_id         (const PaddockWebSession    *self);
gboolean           paddock_web_session_can_be_lost    (const PaddockWebSession    *self);
gboolean           paddock_web_session_is_older       (const PaddockWebSession    *self);
gboolean           paddock_web_session_set_endpoint   (PaddockWebSession          *self,
                                                       const char                 *reference);
const char        *paddock_web_session_get_version    (const PaddockWebSession    *self);
void               paddock_web_session_clear_endpoint (PaddockWebSession          *self);
PaddockCall       *paddock_web_session_post           (PaddockWebSession          *self,
                                                       GBytes                     *line,
                                                       const PaddockMessage     *class,
                                                       const PaddockCallFuncs     *funcs,
                                                       gpointer                    user_data);
PaddockCall       *paddock_web_session_listen         (PaddockWebSession          *self,
                                                       const PaddockCallFuncs     *funcs,
                                                       gpointer                    user_data);
PaddockCall       *paddock_web_session_ask_endpoint   (PaddockWebSession          *self,
                                                       const PaddockCallFuncs     *funcs,
                                                       gpointer                    user_data);
PaddockExchange   *paddock_web_session_leave          (PaddockWebSession          *self,
                                                       const PaddockExchangeFuncs *funcs,
                                                       gpointer                    user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockWebSession, paddock_web_session_free)

G_END_DECLS
