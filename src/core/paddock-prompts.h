/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-asker.h"
#include "paddock-consent-agent.h"
#include "paddock-decision.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_PROMPTS (paddock_prompts_get_type ())
G_DECLARE_FINAL_TYPE (PaddockPrompts, paddock_prompts, PADDOCK, PROMPTS, GObject)

/* Signals:
 *   changed (const char *id)                                  a question came, or changed
 *   finished (const char *id, PaddockVerdict, PaddockReason)  a question is gone
 */
PaddockPrompts *paddock_prompts_new       (void);
void            paddock_prompts_set_agent (PaddockPrompts      *self,
                                           PaddockConsentAgent *agent);

const char    *paddock_prompts_ask             (PaddockPrompts      *self,
                                                const PaddockPrompt *template,
                                                const PaddockAsker  *asker,
                                                GError             **error);
void           paddock_prompts_set_sessions    (PaddockPrompts      *self,
                                                const char          *server_id,
                                                guint                sessions);
PaddockPrompt *paddock_prompts_steal           (PaddockPrompts      *self,
                                                const char          *id,
                                                guint                serial,
                                                GError             **error);
void           paddock_prompts_finish          (PaddockPrompts      *self,
                                                const char          *id,
                                                PaddockVerdict       verdict,
                                                PaddockReason        reason);
void           paddock_prompts_finish_server   (PaddockPrompts      *self,
                                                const char          *server_id,
                                                PaddockVerdict       verdict,
                                                PaddockReason        reason);
void           paddock_prompts_finish_commands (PaddockPrompts      *self,
                                                PaddockPromptKind    kind,
                                                const char          *server_id,
                                                const char          *path);
void           paddock_prompts_renew_server    (PaddockPrompts      *self,
                                                const char          *server_id);
void           paddock_prompts_renew_root      (PaddockPrompts      *self,
                                                const char          *root_id);

void           paddock_prompts_set_held     (PaddockPrompts *self,
                                             gboolean        is_held);
GPtrArray     *paddock_prompts_list_shown   (PaddockPrompts *self);
GPtrArray     *paddock_prompts_get_requests (PaddockPrompts *self);
PaddockPrompt *paddock_prompts_lookup       (PaddockPrompts *self,
                                             const char     *id);

G_END_DECLS
