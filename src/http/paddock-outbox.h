/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-http-request.h"
#include "paddock-target.h"

G_BEGIN_DECLS

/* How many messages of the host may wait to be sent. If that many wait, Paddock reads nothing more
 * from the host. */
#define PADDOCK_OUTBOX_WAITING_MAX 64
/* How many responses to the server may be under way; and how many may wait to be sent. If that many
 * wait, Paddock reads nothing more from the server and the host until the server accepts some. */
#define PADDOCK_OUTBOX_ANSWERS_MAX 64
/* How long, in ms, a message waits at most for the notification before it to arrive. */
#define PADDOCK_OUTBOX_ONE_WAY_MS  250
/* How long, in ms, messages wait at most until `initialized` has arrived, or until the stream for
 * the server's own messages was requested. */
#define PADDOCK_OUTBOX_READY_MS    2000
/* How long, in ms, messages wait at most after Paddock requested the stream for the server's own
 * messages. The wait ends early if the server answers: a server without such a stream may refuse at
 * once. */
#define PADDOCK_OUTBOX_STREAM_MS   50

/* All messages to a server behind an address, whether they wait or are under way. */
typedef struct _PaddockOutbox PaddockOutbox;

typedef struct {
  /* Called when a request has ended, or when the outbox may now send another message: see
   * paddock_outbox_send_next(). */
  void     (* changed)(gpointer user_data);
  /* As in PaddockHttpRequestFuncs. */
  gboolean (* message)(PaddockHttpRequest *request,
                       PaddockSpool      **message,
                       gpointer            user_data);
  /* Called when @request has ended. Returns %TRUE if the outbox must keep the message of @request,
   * so that another session can send this message. */
  gboolean (* ended)(PaddockHttpRequest *request,
                     gpointer            user_data);
} PaddockOutboxFuncs;

typedef enum {
  PADDOCK_OUTBOX_UNKNOWN,           /* the outbox has no request with this id */
  PADDOCK_OUTBOX_CANCELLED,         /* the request is cancelled, and the server need not know */
  PADDOCK_OUTBOX_UNDER_WAY,         /* the request is at the server, which has to be told */
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
