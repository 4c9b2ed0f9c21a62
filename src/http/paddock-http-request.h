/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-alarm.h"
#include "paddock-web-session.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_HTTP_REQUEST_CALL,
  PADDOCK_HTTP_REQUEST_INITIALIZE,
  PADDOCK_HTTP_REQUEST_INITIALIZED,
  PADDOCK_HTTP_REQUEST_ONE_WAY,             /* a notification, or an answer to the server */
  PADDOCK_HTTP_REQUEST_LISTEN,
  /* nothing is sent: what the server says by itself is heard */
} PaddockHttpRequestKind;

/* Where it is sent more than once. */
typedef enum {
  PADDOCK_HTTP_REQUEST_FIRST,
  PADDOCK_HTTP_REQUEST_LISTS,            /* its headers did not match: tools are listed meanwhile */
  PADDOCK_HTTP_REQUEST_ASKS,             /* `initialize` was refused: messages may go elsewhere */
  PADDOCK_HTTP_REQUEST_SECOND,           /* and it was sent again */
} PaddockHttpRequestStage;

/* A line of the host that is under way to a server behind an address. */
typedef struct {
  gpointer                owner;        /* whose it is */
  const PaddockCallFuncs *funcs;        /* of its calls */
  PaddockHttpRequestKind  kind;
  PaddockHttpRequestStage stage;
  PaddockCall            *call;         /* (owned) */
  GBytes                 *line;         /* (owned) (nullable) */
  guint64                 number;       /* of those of its owner, in order */
  gboolean                is_apart;     /* an array, or it can be read in two ways */
  gboolean                is_answer;    /* to the server */
  gboolean                is_modern;    /* its revision has no session */
  gboolean                is_list;      /* of tools, in such a revision */
  gboolean                is_ours;      /* it is said again in this session in the host's place */
  gboolean                is_cancelled; /* by the host: it wants no error */
  gboolean                is_again;     /* it was sent before */
  gboolean                is_garbled;   /* the answer is no JSON */
  const char             *trouble;      /* (nullable) or why it could not be read */

  GBytes       *refusal;            /* (owned) (nullable) what the server said at first */
  guint         refused;            /* and the status */
  char         *list_id;            /* (owned) (nullable) while tools are listed */
  GBytes       *cursor;             /* (owned) (nullable) of the next page */
  guint         n_pages;
  gboolean      is_listed;          /* the page came */
  gboolean      is_settled;         /* whatever else the server says: it goes on, or has ended */
  gint64        list_until;         /* µs of the monotonic clock */
  PaddockAlarm *alarm;              /* (owned) (nullable) until which tools are listed, or it is
                                     * told where messages go */
  gboolean      is_stream;          /* of an older server: with it the session ends */
} PaddockHttpRequest;

PaddockHttpRequest *paddock_http_request_new_post        (PaddockWebSession        *session,
                                                          GBytes                   *line,
                                                          const PaddockCallFuncs   *funcs,
                                                          gpointer                  owner);
PaddockHttpRequest *paddock_http_request_new_listen      (PaddockWebSession        *session,
                                                          const PaddockCallFuncs   *funcs,
                                                          gpointer                  owner);
PaddockHttpRequest *paddock_http_request_new_stream      (PaddockHttpRequest       *opening,
                                                          PaddockWebSession        *session);
void                paddock_http_request_free            (PaddockHttpRequest       *self);
void                paddock_http_request_turn            (PaddockHttpRequest       *self,
                                                          PaddockCall              *call);
void                paddock_http_request_keep_refusal    (PaddockHttpRequest       *self);
PaddockSpan         paddock_http_request_get_error       (const PaddockHttpRequest *self);
guint               paddock_http_request_get_status      (const PaddockHttpRequest *self,
                                                          PaddockExchangeEnd        end);
gboolean            paddock_http_request_is_session_lost (const PaddockHttpRequest *self,
                                                          PaddockExchangeEnd        end);
gboolean            paddock_http_request_is_busy         (const PaddockHttpRequest *self,
                                                          gboolean                  is_late);
gboolean            paddock_http_request_is_answered     (const PaddockHttpRequest *self);
void                paddock_http_request_cancel          (PaddockHttpRequest       *self);
gboolean            paddock_http_request_can_repeat      (const PaddockHttpRequest *self,
                                                          PaddockExchangeEnd        end);
char               *paddock_http_request_describe        (const PaddockHttpRequest *self,
                                                          PaddockExchangeEnd        end,
                                                          const char               *why);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockHttpRequest, paddock_http_request_free)

G_END_DECLS
