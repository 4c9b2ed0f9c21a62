/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-reason.h"
#include "paddock-web-session.h"

G_BEGIN_DECLS

/* How long a server may go on behind its last answer in a stream that it does not end. */
#define PADDOCK_HTTP_REQUEST_LAST_MS 3000

/* How the server refused a request. */
typedef struct {
  guint       status;               /* 0: it did not */
  PaddockSpan error;                /* what came with it */
} PaddockHttpRefusal;

/* One message on its way to a server behind an address, until its answer has ended. */
typedef struct _PaddockHttpRequest PaddockHttpRequest;

/* Only @ended may free the request. */
typedef struct {
  /* It is written. */
  void     (* sent)(PaddockHttpRequest *request,
                    gpointer            user_data);
  /* The server took it. */
  void     (* taken)(PaddockHttpRequest *request,
                     gpointer            user_data);
  /* @message: (inout): cleared if it was accepted. %FALSE: it is no JSON that can be read */
  gboolean (* message)(PaddockHttpRequest *request,
                       PaddockSpool      **message,
                       gpointer            user_data);
  /* A message could not be read. */
  void     (* unreadable)(PaddockHttpRequest *request,
                          PaddockReason       reason,
                          gpointer            user_data);
  /* The session has a stream of its own from now on. @stream: (transfer full) */
  void     (* stream)(PaddockHttpRequest *stream,
                      gpointer            user_data);
  /* Once, the last one. */
  void     (* ended)(PaddockHttpRequest *request,
                     gpointer            user_data);
} PaddockHttpRequestFuncs;

PaddockHttpRequest *paddock_http_request_new             (PaddockWebSession             *session,
                                                          PaddockOutgoing               *message,
                                                          const PaddockHttpRequestFuncs *funcs,
                                                          gpointer                       user_data);
void                paddock_http_request_free            (PaddockHttpRequest            *self);
void                paddock_http_request_set_paused      (PaddockHttpRequest            *self,
                                                          gboolean                       is_paused);
PaddockOutgoing    *paddock_http_request_get_message     (const PaddockHttpRequest      *self);
void                paddock_http_request_update          (PaddockHttpRequest            *self);
gboolean            paddock_http_request_is_session_lost (const PaddockHttpRequest      *self);
gboolean            paddock_http_request_can_repeat      (const PaddockHttpRequest      *self);
PaddockHttpRefusal  paddock_http_request_get_refusal     (const PaddockHttpRequest      *self);
char               *paddock_http_request_describe        (const PaddockHttpRequest      *self);

G_END_DECLS
