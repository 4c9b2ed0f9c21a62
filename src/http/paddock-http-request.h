/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-reason.h"
#include "paddock-web-session.h"

G_BEGIN_DECLS

/* After its last answer, a server may go on in a stream for this time, in ms. */
#define PADDOCK_HTTP_REQUEST_LAST_MS 3000

/* How the server refused a request. */
typedef struct {
  guint       status;               /* 0: the server did not refuse it */
  PaddockSpan error;                /* the body of the refusal */
} PaddockHttpRefusal;

/* One message to a server behind an address, until its response has ended. */
typedef struct _PaddockHttpRequest PaddockHttpRequest;

/* Callbacks of a request. Only @ended may free the request. */
typedef struct {
  /* The request is sent. */
  void     (* sent)(PaddockHttpRequest *request,
                    gpointer            user_data);
  /* The server accepted the request. */
  void     (* taken)(PaddockHttpRequest *request,
                     gpointer            user_data);
  /* @message: (inout): cleared if it was accepted. Returns %FALSE if it is no JSON that Paddock can
   * read */
  gboolean (* message)(PaddockHttpRequest *request,
                       PaddockSpool      **message,
                       gpointer            user_data);
  /* A message could not be read. */
  void     (* unreadable)(PaddockHttpRequest *request,
                          PaddockReason       reason,
                          gpointer            user_data);
  /* The stream of the session becomes a request of its own. @stream: (transfer full) */
  void     (* stream)(PaddockHttpRequest *stream,
                      gpointer            user_data);
  /* Called once, at the end. */
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
