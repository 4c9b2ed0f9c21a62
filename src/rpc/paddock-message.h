/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <json-glib/json-glib.h>

#include "paddock-json.h"

G_BEGIN_DECLS

/* Most messages in one batch. */
#define PADDOCK_BATCH_MAX 1000
/* The longest params, result or error that is made a tree: a tree takes many times its text. */
#define PADDOCK_MESSAGE_TREE_MAX (1024 * 1024)
/* The members that a message which is relayed may have at its top. */
#define PADDOCK_MESSAGE_MEMBERS_MAX 256

typedef enum {
  PADDOCK_MESSAGE_UNREADABLE,       /* no JSON, or over a limit of the reader */
  PADDOCK_MESSAGE_DUPLICATE,        /* a member of the top comes twice */
  PADDOCK_MESSAGE_INVALID,          /* JSON, but no message: a peer answers it -32600 */
  PADDOCK_MESSAGE_BAD_RESPONSE,     /* meant as a response, but malformed: never answered */
  PADDOCK_MESSAGE_REQUEST,
  PADDOCK_MESSAGE_NOTIFICATION,
  PADDOCK_MESSAGE_RESPONSE,         /* a result or an error */
  PADDOCK_MESSAGE_BATCH,
} PaddockMessageKind;

/* One JSON-RPC message as it came, and what was found in it. Spans point into its text; length 0:
 * there is none. */
typedef struct {
  PaddockMessageKind kind;
  PaddockSpan        text;
  gsize              n_mark;        /* bytes of a byte order mark before it, part of the line */
  PaddockSpan        id;            /* the last one, a string or a number, as its bytes */
  char              *method;        /* (owned) (nullable) the last one, unescaped, valid UTF-8 */
  PaddockSpan        params;
  PaddockSpan        result;
  PaddockSpan        error;
  const char        *problem;       /* (nullable) of an invalid message or a bad response */
  GBytes            *bytes;         /* (owned) (nullable) with the text; NULL: others own that */
  char              *id_text;       /* (owned) (nullable) the id of a message of a peer */
  JsonObject        *tree;          /* (owned) (nullable) of the body, once asked for */
  gboolean           has_tree;      /* it was tried */
  gboolean           is_checked;    /* whether it is JSON is known */
  gboolean           is_valid;      /* likewise; see paddock_message_is_valid() */
} PaddockMessage;

GPtrArray      *paddock_message_parse_line (GBytes                *line,
                                            gboolean              *out_is_batch,
                                            GError               **error);
void            paddock_message_read       (PaddockSpan            text,
                                            PaddockMessage        *out_message);
void            paddock_message_clear      (PaddockMessage        *self);
PaddockMessage *paddock_message_copy       (const PaddockMessage  *self);
void            paddock_message_free       (PaddockMessage        *self);
const char     *paddock_message_get_id     (const PaddockMessage  *self);
const char     *paddock_message_get_method (const PaddockMessage  *self);
gboolean        paddock_message_is_valid   (PaddockMessage        *self);
gboolean        paddock_message_is_method  (const PaddockMessage  *self,
                                            const char            *method);
JsonObject     *paddock_message_get_params (PaddockMessage        *self);
JsonObject     *paddock_message_get_result (PaddockMessage        *self);
JsonObject     *paddock_message_get_error  (PaddockMessage        *self);
PaddockSpan     paddock_message_get_body   (const PaddockMessage  *self);
char           *paddock_message_dup_reason (PaddockMessage        *self);
char           *paddock_message_dup_member (const PaddockMessage  *self,
                                            const char            *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockMessage, paddock_message_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PaddockMessage, paddock_message_clear)

G_END_DECLS
