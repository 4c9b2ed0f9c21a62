/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-json-scan.h"

G_BEGIN_DECLS

#define PADDOCK_RETRY_KEY_BYTES 32

/* What is put in the place of a server's `requestState` while its host answers the rest. */
typedef struct {
  GPtrArray *keys;                  /* (owned) of the questions about roots, quoted */
  char      *state;                 /* (owned) (nullable) the server's own, as its bytes */
} PaddockRetryState;

char     *paddock_retry_state_wrap   (const PaddockRetryState *state,
                                      const guint8            *key,
                                      const char              *method,
                                      PaddockSpan              params,
                                      gint64                   ends);
gboolean  paddock_retry_state_is_own (PaddockSpan              value);
gboolean  paddock_retry_state_unwrap (PaddockSpan              value,
                                      const guint8            *key,
                                      const char              *method,
                                      PaddockSpan              params,
                                      gint64                   now,
                                      PaddockRetryState       *out_state);
void      paddock_retry_state_clear  (PaddockRetryState       *state);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PaddockRetryState, paddock_retry_state_clear)

G_END_DECLS
