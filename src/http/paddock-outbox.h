/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-http-request.h"
#include "paddock-target.h"

G_BEGIN_DECLS

/* Messages of the host that may wait before nothing more of it is read. */
#define PADDOCK_OUTBOX_WAITING_MAX 64
/* Responses to the server that may be under way, and that may wait: nobody reads a server that asks
 * for more before it has taken some. */
#define PADDOCK_OUTBOX_ANSWERS_MAX 64
/* How long a message waits for the notification before it to arrive, */
#define PADDOCK_OUTBOX_ONE_WAY_MS  250
/* for `initialized` and the stream to listen to, */
#define PADDOCK_OUTBOX_READY_MS    2000
/* and for that stream once it is asked for: a server that has none may say so at once. */
#define PADDOCK_OUTBOX_STREAM_MS   50

/* All that is on its way to a server behind an address, or waits for it. */
typedef struct _PaddockOutbox PaddockOutbox;

typedef struct {
  /* Something more may be sent, or be over. */
  void     (* changed)(gpointer user_data);
  /* As in PaddockHttpRequestFuncs. */
  gboolean (* message)(PaddockHttpRequest *request,
                       PaddockSpool      **message,
                       gpointer            user_data);
  /* %TRUE: the request is kept for another session. */
  gboolean (* ended)(PaddockHttpRequest *request,
                     gpointer            user_data);
} PaddockOutboxFuncs;

typedef enum {
  PADDOCK_OUTBOX_UNKNOWN,           /* nobody waits for it here */
  PADDOCK_OUTBOX_CANCELLED,         /* it goes no further, and the server need not know */
  PADDOCK_OUTBOX_UNDER_WAY,         /* the server has to be told */
} PaddockOutboxCancel;

PaddockOutbox      *paddock_outbox_new           (PaddockWebSession         *session,
                                                  const PaddockReachOptions *options,
                                                  const PaddockOutboxFuncs  *funcs,
                                                  gpointer                   user_data);
void                paddock_outbox_free          (PaddockOutbox             *self);
void                paddock_outbox_clear         (PaddockOutbox             *self);
void                paddock_outbox_clear_answers (PaddockOutbox             *self);
void                paddock_outbox_push          (PaddockOutbox             *self,
                                                  PaddockOutgoing           *message,
                                                  gboolean                   is_ordered);
PaddockOutgoing    *paddock_outbox_send_next     (PaddockOutbox             *self,
                                                  gboolean                   has_to_wait);
PaddockOutgoing    *paddock_outbox_settle        (PaddockOutbox             *self,
                                                  PaddockHttpRequest        *request,
                                                  PaddockSpan                id);
PaddockOutboxCancel paddock_outbox_cancel        (PaddockOutbox             *self,
                                                  PaddockSpan                id);
gboolean            paddock_outbox_throttle      (PaddockOutbox             *self,
                                                  gboolean                   is_host_full);
gboolean            paddock_outbox_is_busy       (const PaddockOutbox       *self,
                                                  gboolean                   is_late);
gboolean            paddock_outbox_is_quiescent  (const PaddockOutbox       *self);
void                paddock_outbox_steal_lost    (PaddockOutbox             *self,
                                                  GPtrArray                 *lines,
                                                  GPtrArray                 *ids);
void                paddock_outbox_list_owed     (const PaddockOutbox       *self,
                                                  GPtrArray                 *ids);

G_END_DECLS
