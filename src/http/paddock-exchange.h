/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <libsoup/soup.h>

#include "paddock-address.h"
#include "paddock-spool.h"

G_BEGIN_DECLS

/* Until a connection is there, TLS included. */
#define PADDOCK_EXCHANGE_CONNECT_MS 20000
/* Without a byte: then the connection counts as lost. */
#define PADDOCK_EXCHANGE_SILENCE_MS (10 * 60 * 1000)
/* No such limit: silence is what is expected, and whether the connection is lost
 * paddock-keepalive.c finds out. */
#define PADDOCK_EXCHANGE_SILENCE_ANY G_MAXUINT
/* One behind the other, all of the same origin. */
#define PADDOCK_EXCHANGE_REDIRECTS_MAX 5
/* What is kept of the body of an error. */
#define PADDOCK_EXCHANGE_ERROR_BYTES (64 * 1024)

typedef enum {
  PADDOCK_EXCHANGE_DONE,            /* the answer is whole */
  PADDOCK_EXCHANGE_REFUSED,         /* it is a status other than 2xx */
  PADDOCK_EXCHANGE_UNREACHABLE,     /* no connection: the server got nothing */
  PADDOCK_EXCHANGE_CUT,             /* the connection broke: nobody knows what the server did */
  PADDOCK_EXCHANGE_SILENT,          /* likewise */
  PADDOCK_EXCHANGE_ODD,             /* it is nothing that can be read here */
  PADDOCK_EXCHANGE_TOO_LONG,        /* a message in it is, or there is no room for it */
} PaddockExchangeEnd;

/* One request over HTTP, and its answer. */
typedef struct _PaddockExchange PaddockExchange;

typedef struct {
  /* (nullable) The request is written. */
  void (* sent)(PaddockExchange *exchange,
                gpointer         user_data);
  /* (nullable) The status is there, and the headers. */
  void (* begun)(PaddockExchange *exchange,
                 gpointer         user_data);
  /* (nullable) A message is whole. @type: (nullable) of the event that it came in. @message:
   * (transfer full) */
  void (* message)(PaddockExchange *exchange,
                   const char      *type,
                   PaddockSpool    *message,
                   gpointer         user_data);
  /* Once, the last one. @why: (nullable) in words; never anything of the request */
  void (* ended)(PaddockExchange   *exchange,
                 PaddockExchangeEnd end,
                 const char        *why,
                 gpointer           user_data);
} PaddockExchangeFuncs;

typedef struct {
  SoupSession          *session;
  const PaddockAddress *address;    /* whose origin nothing leaves */
  const char           *url;        /* (nullable) of the same origin; NULL: that of @address */
  const char           *method;     /* static */
  GBytes               *body;       /* (nullable) JSON */
  const char * const   *headers;    /* a name, its value, …, NULL */
  guint                 silence_ms; /* 0: PADDOCK_EXCHANGE_SILENCE_MS; or …_ANY */
} PaddockExchangeOptions;

PaddockExchange *paddock_exchange_new         (const PaddockExchangeOptions *options,
                                               const PaddockExchangeFuncs   *funcs,
                                               gpointer                      user_data);
void             paddock_exchange_free        (PaddockExchange              *self);
void             paddock_exchange_hand_over   (PaddockExchange              *self,
                                               gpointer                      user_data);
void             paddock_exchange_set_paused  (PaddockExchange              *self,
                                               gboolean                      is_paused);
guint            paddock_exchange_get_status  (const PaddockExchange        *self);
const char      *paddock_exchange_get_header  (const PaddockExchange        *self,
                                               const char                   *name);
PaddockSpan      paddock_exchange_get_error   (const PaddockExchange        *self);
const char      *paddock_exchange_get_last_id (const PaddockExchange        *self);
int              paddock_exchange_get_retry   (const PaddockExchange        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockExchange, paddock_exchange_free)

G_END_DECLS
