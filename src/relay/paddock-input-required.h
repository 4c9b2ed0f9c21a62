/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-capability.h"
#include "paddock-filter.h"
#include "paddock-root-list.h"

G_BEGIN_DECLS

/* The most requests of the host that are kept in order to be repeated, and their bytes together. A
 * request beyond a limit goes on without the capability `roots`, so the server may not ask for
 * roots in it. If that request declares roots of the host, it is refused. */
#define PADDOCK_INPUT_REQUIRED_CALLS_MAX 1024
#define PADDOCK_INPUT_REQUIRED_BYTES_MAX (32 * 1024 * 1024)
/* How often a request is repeated at most, as in the official SDKs. */
#define PADDOCK_INPUT_REQUIRED_ROUNDS_MAX 10
/* How many seconds the host may take to answer the server's other questions. */
#define PADDOCK_INPUT_REQUIRED_STATE_S (60 * 60)

/* The filter that gives roots to a server of the newest revision (2026-07-28). */
typedef struct _PaddockInputRequired PaddockInputRequired;

/* Called when a request waits for roots. paddock_input_required_answer() must follow. */
typedef void (*PaddockInputRequiredAsk) (gpointer user_data);

PaddockInputRequired *paddock_input_required_new          (PaddockInputRequiredAsk ask,
                                                           gboolean                is_strict,
                                                           gpointer                user_data);
void                  paddock_input_required_free         (PaddockInputRequired            *self);
void                  paddock_input_required_answer       (PaddockInputRequired            *self,
                                                           const PaddockRootList           *list);
gboolean              paddock_input_required_may_ask      (PaddockSpan                      id,
                                                           gpointer                         self);
PaddockDeclared       paddock_input_required_get_declared (const PaddockInputRequired      *self);
gboolean              paddock_input_required_is_waiting   (const PaddockInputRequired      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockInputRequired, paddock_input_required_free)

G_END_DECLS
