/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-json.h"

G_BEGIN_DECLS

/* Of the name of a field, of a type and of an id: what is longer is not known. */
#define PADDOCK_SSE_NAME_MAX 16
#define PADDOCK_SSE_TYPE_MAX 64
#define PADDOCK_SSE_ID_MAX   4096
/* Of `retry`, in ms: a server that wants to be left alone for longer is asked again then. */
#define PADDOCK_SSE_RETRY_MAX (5 * 60 * 1000)

typedef struct {
  /* What came of the data of an event that has not ended yet; between two lines of it a newline. */
  void (* data)(PaddockSpan part,
                gpointer    user_data);
  /* The event has ended. @type: (nullable) what it says of itself. */
  void (* event)(const char *type,
                 gpointer    user_data);
} PaddockSseFuncs;

/* Reads a stream of events, as it comes. */
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
