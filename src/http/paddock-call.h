/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-exchange.h"

G_BEGIN_DECLS

/* A stream that breaks off is gone on with so often without anything new in it: about 4 s in all.
 * Hosts show an error then, which is better than waiting for what does not come. */
#define PADDOCK_CALL_RESUMES_MAX   4
#define PADDOCK_CALL_RETRY_MS      250
/* At least, whatever the server wishes; and where its streams carry no message, more and more, up
 * to the second. */
#define PADDOCK_CALL_PAUSE_MS      100
#define PADDOCK_CALL_PAUSE_MAX_MS  1000
/* Of one that is there only to listen. */
#define PADDOCK_CALL_LISTEN_MS     1000
#define PADDOCK_CALL_LISTEN_MAX_MS 60000
/* What a server may say behind the last answer in a stream that it does not end. */
#define PADDOCK_CALL_LAST_MS       3000

typedef enum {
  PADDOCK_CALL_ONCE,                /* what breaks off has ended */
  PADDOCK_CALL_RESUMES,             /* it is gone on with while answers are to come */
  PADDOCK_CALL_LISTENS,             /* and always */
  PADDOCK_CALL_HEARS,               /* like that, but what breaks off has ended */
  PADDOCK_CALL_ACCEPTED,            /* answers come elsewhere: it lasts until they are there */
} PaddockCallKind;

/* One request over HTTP with all the streams that go on with its answer. */
typedef struct _PaddockCall PaddockCall;

typedef struct {
  void (* sent)(PaddockCall *call,
                gpointer     user_data);
  /* The server took it. Once. */
  void (* begun)(PaddockCall *call,
                 gpointer     user_data);
  /* @type: (nullable) of the event. @message: (transfer full) */
  void (* message)(PaddockCall  *call,
                   const char   *type,
                   PaddockSpool *message,
                   gpointer      user_data);
  /* Once, the last one. @why: (nullable) */
  void (* ended)(PaddockCall       *call,
                 PaddockExchangeEnd end,
                 const char        *why,
                 gpointer           user_data);
} PaddockCallFuncs;

PaddockCall     *paddock_call_new                (PaddockCallKind               kind,
                                                  const PaddockExchangeOptions *options,
                                                  const char * const           *resume_headers,
                                                  const PaddockCallFuncs       *funcs,
                                                  gpointer                      user_data);
void             paddock_call_free               (PaddockCall                  *self);
void             paddock_call_set_paused         (PaddockCall                  *self,
                                                  gboolean                      is_paused);
void             paddock_call_set_resume_headers (PaddockCall                  *self,
                                                  const char * const           *headers);
void             paddock_call_hand_over          (PaddockCall                  *self,
                                                  gpointer                      user_data);
void             paddock_call_add_open           (PaddockCall                  *self,
                                                  PaddockSpan                   id);
gboolean         paddock_call_remove_open        (PaddockCall                  *self,
                                                  PaddockSpan                   id);
gboolean         paddock_call_has_open           (const PaddockCall            *self,
                                                  PaddockSpan                   id);
void             paddock_call_list_open          (const PaddockCall            *self,
                                                  GPtrArray                    *ids);
GBytes          *paddock_call_pop_open           (PaddockCall                  *self);
void             paddock_call_give_up            (PaddockCall                  *self);
gboolean         paddock_call_is_owed            (const PaddockCall            *self);
guint            paddock_call_count_open         (const PaddockCall            *self);
gboolean         paddock_call_has_begun          (const PaddockCall            *self);
PaddockExchange *paddock_call_get_exchange       (const PaddockCall            *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockCall, paddock_call_free)

G_END_DECLS
