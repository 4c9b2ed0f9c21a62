/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-reason.h"
#include "paddock-web-session.h"

G_BEGIN_DECLS

/* How long, in ms, Paddock goes on reading a stream after the last expected answer. */
#define PADDOCK_HTTP_REQUEST_LAST_MS 3000

/* How the server refused a request. */
typedef struct {
  guint       status;               /* HTTP status; 0: the server did not refuse the request */
  PaddockSpan error;                /* the beginning of the body of the refusal; may be empty */
} PaddockHttpRefusal;

/* One message to a server behind an address, until its response has ended. */
typedef struct _PaddockHttpRequest PaddockHttpRequest;

/* Callbacks of a request. Only @ended may free the request. */
typedef struct {
  /* Called when the request was sent. */
  void     (* sent)(PaddockHttpRequest *request,
                    gpointer            user_data);
  /* Called when the server accepted the request. */
  void     (* taken)(PaddockHttpRequest *request,
                     gpointer            user_data);
  /* Called for each message in the response. @message: (inout): a callback that keeps the message
   * sets this to %NULL. Returns %FALSE if @message is no JSON that Paddock can read */
  gboolean (* message)(PaddockHttpRequest *request,
                       PaddockSpool      **message,
                       gpointer            user_data);
  /* Called for each message of the server that Paddock could not read. */
  void     (* unreadable)(PaddockHttpRequest *request,
                          PaddockReason       reason,
                          gpointer            user_data);
  /* Called when the server turns out to speak legacy SSE. With legacy SSE, one stream is the
   * session. @stream: (transfer full): the request that reads this stream from now on */
  void     (* stream)(PaddockHttpRequest *stream,
                      gpointer            user_data);
  /* Called once, when the request has ended. */
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
