/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-exchange.h"

G_BEGIN_DECLS

/* How often in a row Paddock tries to resume a response, if no attempt brings anything new; and the
 * pause before the first attempt, in ms. Each pause is twice as long as the one before: about 4 s
 * in all. After that hosts show an error, which is better than waiting in vain. */
#define PADDOCK_RESUMPTION_MAX           4
#define PADDOCK_RESUMPTION_RETRY_MS      250
/* The shortest pause, in ms, even if the server wishes a shorter one; and its maximum. The shortest
 * pause doubles after each attempt that brought no message. */
#define PADDOCK_RESUMPTION_PAUSE_MS      100
#define PADDOCK_RESUMPTION_PAUSE_MAX_MS  1000
/* The first and the longest pause, in ms, before a stream for the server's own messages is
 * requested again. */
#define PADDOCK_RESUMPTION_LISTEN_MS     1000
#define PADDOCK_RESUMPTION_LISTEN_MAX_MS 60000

typedef enum {
  PADDOCK_RESUMPTION_NEVER,
  PADDOCK_RESUMPTION_ELSEWHERE,     /* never resumed: answers come only on another stream */
  PADDOCK_RESUMPTION_WHILE_OWED,    /* resumed while an answer is missing */
  PADDOCK_RESUMPTION_ALWAYS,
} PaddockResumptionKind;

/* Where a stream broke off, and how many attempts to resume it were in vain. */
typedef struct {
  PaddockResumptionKind kind;
  char                 *last_id;    /* (owned) (nullable) the id of the last event that arrived;
                                     * NULL: no id is known */
  int                   retry;      /* the pause that the server wishes before an attempt to resume,
                                     * in ms; -1: the server names none */
  guint                 n_attempts; /* attempts in a row that brought neither a message nor a new
                                     * event id */
  guint                 n_empty;    /* attempts in a row that brought no message */
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
