/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-json.h"

G_BEGIN_DECLS

/* Longest name of a field, type of an event and id, in bytes. Longer names are ignored. A longer
 * type becomes "?", and a longer id becomes empty. */
#define PADDOCK_SSE_NAME_MAX 16
#define PADDOCK_SSE_TYPE_MAX 64
#define PADDOCK_SSE_ID_MAX   4096
/* Longest pause that a server can ask for with `retry`, in ms. If a server names a longer one, this
 * limit counts instead. */
#define PADDOCK_SSE_RETRY_MAX (5 * 60 * 1000)

typedef struct {
  /* Called for each part of the data of the current event, and with a newline between two lines of
   * data. */
  void (* data)(PaddockSpan part,
                gpointer    user_data);
  /* Called when an event with data has ended. @type: (nullable) the type of the event */
  void (* event)(const char *type,
                 gpointer    user_data);
} PaddockSseFuncs;

/* Parses a stream of events. */
typedef struct _PaddockSse PaddockSse;

PaddockSse *paddock_sse_new         (const PaddockSseFuncs *funcs,
                                     gpointer               user_data);
void        paddock_sse_free        (PaddockSse            *self);
void        paddock_sse_feed        (PaddockSse            *self,
                                     PaddockSpan            part);
const char *paddock_sse_get_last_id (const PaddockSse      *self);
int         paddock_sse_get_retry   (const PaddockSse      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockSse, paddock_sse_free)

G_END_DECLS
