/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-prompts.h"
#include "paddock-state.h"
#include "paddock-command.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_GATE (paddock_gate_get_type ())
G_DECLARE_FINAL_TYPE (PaddockGate, paddock_gate, PADDOCK, GATE, GObject)

/* Finds the processes of a server's current sessions, for a grant that ends with them. Returns:
 * (transfer full): their scope; NULL if there are none. */
typedef char *(*PaddockScopeFinder) (const char *server_id,
                                     gpointer    user_data);

PaddockGate *paddock_gate_new              (PaddockState        *state,
                                            PaddockPrompts      *queue);
void         paddock_gate_set_agent        (PaddockGate         *self,
                                            PaddockConsentAgent *agent);
void         paddock_gate_set_ask          (PaddockGate         *self,
                                            gboolean             ask_before_widening);
void         paddock_gate_set_scope_finder (PaddockGate         *self,
                                            PaddockScopeFinder   finder,
                                            gpointer             user_data);

void  paddock_gate_submit_async  (PaddockGate        *self,
                                  PaddockCommand     *command,
                                  const char         *caller,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data);
gboolean paddock_gate_submit_finish (PaddockGate        *self,
                                     GAsyncResult       *result,
                                     char              **out_prompt_id,
                                     GError            **error);
void  paddock_gate_answer_async  (PaddockGate        *self,
                                  PaddockDecision    *decision,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data);
GStrv paddock_gate_answer_finish (PaddockGate        *self,
                                  GAsyncResult       *result,
                                  GError            **error);

G_END_DECLS
