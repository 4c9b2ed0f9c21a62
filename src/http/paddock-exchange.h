/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <libsoup/soup.h>

#include "paddock-address.h"
#include "paddock-spool.h"

G_BEGIN_DECLS

/* Time limit for connecting, in ms, TLS included. */
#define PADDOCK_EXCHANGE_CONNECT_MS 20000
/* How long, in ms, a server may send nothing. After this time the connection counts as lost. */
#define PADDOCK_EXCHANGE_SILENCE_MS (10 * 60 * 1000)
/* The value of `silence_ms` for a stream that may be silent without limit. For such a stream,
 * paddock-keepalive.c finds out whether the connection is lost. */
#define PADDOCK_EXCHANGE_SILENCE_ANY G_MAXUINT
/* How many redirects Paddock follows in a row, all within one origin. */
#define PADDOCK_EXCHANGE_REDIRECTS_MAX 5
/* How many bytes of the body of an error response are kept at most. */
#define PADDOCK_EXCHANGE_ERROR_BYTES (64 * 1024)

typedef enum {
  PADDOCK_EXCHANGE_DONE,            /* the response is complete */
  PADDOCK_EXCHANGE_REFUSED,         /* the status is not 2xx */
  PADDOCK_EXCHANGE_UNREACHABLE,     /* no connection: the server got nothing */
  PADDOCK_EXCHANGE_CUT,             /* the connection broke: nobody knows what the server did */
  PADDOCK_EXCHANGE_SILENT,          /* as CUT, but the connection did not break: the server sent
                                     * nothing for too long */
  PADDOCK_EXCHANGE_ODD,             /* a response, a redirect or the address can't be used */
  PADDOCK_EXCHANGE_TOO_LONG,        /* a message is too long, or the disk has no space for it */
} PaddockExchangeEnd;

/* One request over HTTP, and its response. */
typedef struct _PaddockExchange PaddockExchange;

typedef struct {
  /* (nullable) Called when the request was sent. */
  void (* sent)(PaddockExchange *exchange,
                gpointer         user_data);
  /* (nullable) Called when the status and the headers of the response have arrived. */
  void (* begun)(PaddockExchange *exchange,
                 gpointer         user_data);
  /* (nullable) Called when a message is complete. @type: (nullable) the type of the event that the
   * message came in. @message: (transfer full) */
  void (* message)(PaddockExchange *exchange,
                   const char      *type,
                   PaddockSpool    *message,
                   gpointer         user_data);
  /* Called once, when the exchange has ended. @why: (nullable) the reason in words, which never
   * quote the request */
  void (* ended)(PaddockExchange   *exchange,
                 PaddockExchangeEnd end,
                 const char        *why,
                 gpointer           user_data);
} PaddockExchangeFuncs;

typedef struct {
  SoupSession          *session;
  const PaddockAddress *address;    /* the server; requests go only to the origin of this address */
  const char           *url;        /* (nullable) where to send the request, within the origin of
                                     * @address; NULL: to the URL of @address */
  const char           *method;     /* static */
  GBytes               *body;       /* (nullable) JSON; NULL: the request has no body */
  const char * const   *headers;    /* the headers of the request: name, value, …, NULL */
  guint                 silence_ms; /* longest time without a byte, in ms; 0:
                                     * PADDOCK_EXCHANGE_SILENCE_MS */
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
