/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-alarm.h"
#include "paddock-web-session.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_SENDING_REQUEST,
  PADDOCK_SENDING_INITIALIZE,
  PADDOCK_SENDING_INITIALIZED,
  PADDOCK_SENDING_WORD,             /* a notification, or an answer to the server */
  PADDOCK_SENDING_LISTEN,           /* nothing is sent: what the server says by itself is heard */
} PaddockSendingKind;

/* Where it is sent more than once. */
typedef enum {
  PADDOCK_SENDING_FIRST,
  PADDOCK_SENDING_LISTS,            /* its headers did not match: tools are listed meanwhile */
  PADDOCK_SENDING_ASKS,             /* `initialize` was refused: messages may go elsewhere */
  PADDOCK_SENDING_SECOND,           /* and it was sent again */
} PaddockSendingStage;

/* A line of the host that is under way to a server behind an address. */
typedef struct {
  gpointer           owner;         /* whose it is */
  const PaddockCallFuncs *funcs;    /* of its calls */
  PaddockSendingKind kind;
  PaddockSendingStage stage;
  PaddockCall       *call;          /* (owned) */
  GBytes            *line;          /* (owned) (nullable) */
  guint64            number;        /* of those of its owner, in order */
  gboolean           is_apart;      /* an array, or it can be read in two ways */
  gboolean           is_answer;     /* to the server */
  gboolean           is_modern;     /* its revision has no session */
  gboolean           is_list;       /* of tools, in such a revision */
  gboolean           is_ours;       /* it is said again in this session in the host's place */
  gboolean           is_cancelled;  /* by the host: it wants no error */
  gboolean           is_again;      /* it was sent before */
  gboolean           is_garbled;    /* the answer is no JSON */
  const char        *trouble;       /* (nullable) or why it could not be read */

  GBytes            *refusal;       /* (owned) (nullable) what the server said at first */
  guint              refused;       /* and the status */
  char              *list_id;       /* (owned) (nullable) while tools are listed */
  GBytes            *cursor;        /* (owned) (nullable) of the next page */
  guint              n_pages;
  gboolean           is_listed;     /* the page came */
  gboolean           is_settled;    /* whatever else the server says: it goes on, or has ended */
  gint64             list_until;    /* µs of the monotonic clock */
  PaddockAlarm      *alarm;         /* (owned) (nullable) until which tools are listed, or it is
                                     * told where messages go */
  gboolean           is_stream;     /* of an older server: with it the session ends */
} PaddockSending;

PaddockSending *paddock_sending_new_post   (PaddockWebSession      *session,
                                            GBytes                 *line,
                                            const PaddockCallFuncs *funcs,
                                            gpointer                owner);
PaddockSending *paddock_sending_new_listen (PaddockWebSession      *session,
                                            const PaddockCallFuncs *funcs,
                                            gpointer                owner);
PaddockSending *paddock_sending_new_stream (PaddockSending         *opening,
                                            PaddockWebSession      *session);
void            paddock_sending_free       (PaddockSending         *self);
void            paddock_sending_turn       (PaddockSending         *self,
                                            PaddockCall            *call);
void            paddock_sending_keep_refusal (PaddockSending       *self);
PaddockSpan     paddock_sending_get_error  (const PaddockSending   *self);
guint           paddock_sending_get_status (const PaddockSending   *self,
                                            PaddockExchangeEnd      end);
gboolean        paddock_sending_is_homeless (const PaddockSending *self,
                                             PaddockExchangeEnd    end);
gboolean        paddock_sending_is_busy    (const PaddockSending   *self,
                                            gboolean                is_late);
gboolean        paddock_sending_is_answered (const PaddockSending  *self);
void            paddock_sending_cancel     (PaddockSending         *self);
gboolean        paddock_sending_can_repeat (const PaddockSending   *self,
                                            PaddockExchangeEnd      end);
char           *paddock_sending_describe   (const PaddockSending   *self,
                                            PaddockExchangeEnd      end,
                                            const char             *why);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockSending, paddock_sending_free)

G_END_DECLS
