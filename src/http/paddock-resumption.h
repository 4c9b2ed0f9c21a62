/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-exchange.h"

G_BEGIN_DECLS

/* How often a stream is resumed without anything new in it: about 4 s in all. After that hosts show
 * an error, which is better than waiting in vain. */
#define PADDOCK_RESUMPTION_MAX           4
#define PADDOCK_RESUMPTION_RETRY_MS      250
/* The shortest pause, even if the server wishes a shorter one. The pause grows while streams carry
 * no message. */
#define PADDOCK_RESUMPTION_PAUSE_MS      100
#define PADDOCK_RESUMPTION_PAUSE_MAX_MS  1000
/* Pauses for a stream on which the server sends messages of its own. */
#define PADDOCK_RESUMPTION_LISTEN_MS     1000
#define PADDOCK_RESUMPTION_LISTEN_MAX_MS 60000

typedef enum {
  PADDOCK_RESUMPTION_NEVER,
  PADDOCK_RESUMPTION_ELSEWHERE,     /* never: the answer comes on another stream */
  PADDOCK_RESUMPTION_WHILE_OWED,    /* while an answer is missing */
  PADDOCK_RESUMPTION_ALWAYS,
} PaddockResumptionKind;

/* Where a stream broke off, and how often in a row. */
typedef struct {
  PaddockResumptionKind kind;
  char                 *last_id;    /* (owned) (nullable) */
  int                   retry;      /* ms, -1: the server did not say */
  guint                 n_attempts; /* without anything new */
  guint                 n_empty;    /* without a message */
} PaddockResumption;

void     paddock_resumption_begin        (PaddockResumption       *self,
                                          PaddockResumptionKind    kind);
void     paddock_resumption_see_end      (PaddockResumption       *self,
                                          const PaddockExchange   *exchange);
gboolean paddock_resumption_allows       (const PaddockResumption *self,
                                          PaddockExchangeEnd       end,
                                          guint                    status,
                                          gboolean                 is_taken);
guint    paddock_resumption_choose_pause (const PaddockResumption *self);

G_END_DECLS
