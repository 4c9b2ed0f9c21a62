/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-json.h"

G_BEGIN_DECLS

#define PADDOCK_INPUT_REQUIRED_KEY_BYTES 32

/* What the `requestState` of Paddock contains. The host gets it in place of the server's own
 * `requestState`, while the host answers other questions of the server. */
typedef struct {
  GPtrArray *keys;                  /* (owned) char *, the names of the questions about roots, as
                                     * JSON strings */
  char      *state;                 /* (owned) (nullable) the server's own `requestState`, JSON;
                                     * NULL: none */
} PaddockInputRequiredState;

char    *paddock_input_required_state_wrap   (const PaddockInputRequiredState *state,
                                              const guint8                    *key,
                                              const char                      *method,
                                              PaddockSpan                      params,
                                              gint64                           ends);
gboolean paddock_input_required_state_is_own (PaddockSpan                      value);
gboolean paddock_input_required_state_unwrap (PaddockSpan                      value,
                                              const guint8                    *key,
                                              const char                      *method,
                                              PaddockSpan                      params,
                                              gint64                           now,
                                              PaddockInputRequiredState       *out_state);
void     paddock_input_required_state_clear  (PaddockInputRequiredState       *state);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PaddockInputRequiredState, paddock_input_required_state_clear)

G_END_DECLS
