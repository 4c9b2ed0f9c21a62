/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-consent-agent.h"
#include "paddock-decision.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_CONSENT_QUEUE (paddock_consent_queue_get_type ())
G_DECLARE_FINAL_TYPE (PaddockConsentQueue, paddock_consent_queue, PADDOCK, CONSENT_QUEUE, GObject)

/* Signals:
 *   changed (const char *id)                                  a question is there or is another now
 *   finished (const char *id, PaddockVerdict, PaddockReason)  a question is gone
 */
PaddockConsentQueue *paddock_consent_queue_new             (void);
void                 paddock_consent_queue_set_agent       (PaddockConsentQueue    *self,
                                                            PaddockConsentAgent    *agent);

const char          *paddock_consent_queue_ask             (PaddockConsentQueue    *self,
                                                            const PaddockRequest   *template,
                                                            GError                **error);
void                 paddock_consent_queue_set_sessions    (PaddockConsentQueue    *self,
                                                            const char             *server_id,
                                                            guint                   sessions);
PaddockRequest      *paddock_consent_queue_take            (PaddockConsentQueue    *self,
                                                            const char             *id,
                                                            guint                   serial,
                                                            GError                **error);
void                 paddock_consent_queue_finish          (PaddockConsentQueue    *self,
                                                            const char             *id,
                                                            PaddockVerdict          verdict,
                                                            PaddockReason           reason);
void                 paddock_consent_queue_finish_server   (PaddockConsentQueue    *self,
                                                            const char             *server_id,
                                                            PaddockVerdict          verdict,
                                                            PaddockReason           reason);
void                 paddock_consent_queue_finish_wishes   (PaddockConsentQueue    *self,
                                                            PaddockRequestKind      kind,
                                                            const char             *server_id,
                                                            const char             *path);
void                 paddock_consent_queue_renew_server    (PaddockConsentQueue    *self,
                                                            const char             *server_id);
void                 paddock_consent_queue_renew_root      (PaddockConsentQueue    *self,
                                                            const char             *root_id);

void                 paddock_consent_queue_set_held        (PaddockConsentQueue    *self,
                                                            gboolean                is_held);
GPtrArray           *paddock_consent_queue_list_shown      (PaddockConsentQueue    *self);
GPtrArray           *paddock_consent_queue_get_requests    (PaddockConsentQueue    *self);
PaddockRequest      *paddock_consent_queue_lookup          (PaddockConsentQueue    *self,
                                                            const char             *id);

G_END_DECLS
