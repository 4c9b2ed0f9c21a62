/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <json-glib/json-glib.h>

#include "paddock-json.h"

G_BEGIN_DECLS

/* The most messages in one batch. */
#define PADDOCK_BATCH_MAX 1000
/* The longest params, result or error that json-glib parses, in bytes. The parsed tree needs many
 * times as much memory. */
#define PADDOCK_MESSAGE_TREE_MAX (1024 * 1024)
/* The most members that the top level of a relayed message may have. */
#define PADDOCK_MESSAGE_MEMBERS_MAX 256

typedef enum {
  PADDOCK_MESSAGE_UNREADABLE,       /* the text is no JSON, or exceeds a limit */
  PADDOCK_MESSAGE_DUPLICATE,        /* a member comes twice at the top level of the message */
  PADDOCK_MESSAGE_INVALID,          /* the text is JSON, but no message: a peer answers with the
                                     * error -32600 */
  PADDOCK_MESSAGE_BAD_RESPONSE,     /* a malformed response, which nobody answers */
  PADDOCK_MESSAGE_REQUEST,
  PADDOCK_MESSAGE_NOTIFICATION,
  PADDOCK_MESSAGE_RESPONSE,         /* a result or an error */
  PADDOCK_MESSAGE_BATCH,
} PaddockMessageKind;

typedef enum {
  PADDOCK_VALIDITY_UNKNOWN,
  PADDOCK_VALIDITY_JSON,
  PADDOCK_VALIDITY_NO_JSON,
} PaddockValidity;

/* A JSON-RPC message and its parts. All spans point into @text; a missing part has length 0. */
typedef struct {
  PaddockMessageKind kind;
  PaddockSpan        text;
  gsize              n_mark;        /* length of the byte order mark before the text */
  PaddockSpan        id;            /* the member `id`, if it is a string or a number; if `id` comes
                                     * twice, the last one */
  char              *method;        /* (owned) (nullable) the member `method`, unescaped; if it
                                     * comes twice, the last one; NULL: none */
  PaddockSpan        params;
  PaddockSpan        result;
  PaddockSpan        error;
  const char        *problem;       /* (nullable) why the kind is INVALID or BAD_RESPONSE; NULL for
                                     * other kinds, and in a relayed message */
  GBytes            *bytes;         /* (owned) (nullable) the bytes that contain @text; NULL if
                                     * somebody else owns them */
  char              *id_text;       /* (owned) (nullable) @id as a string; NULL in a relayed
                                     * message */
  JsonObject        *tree;          /* (owned) (nullable) the params, result or error as an object;
                                     * NULL until a caller first asks for it, and if there is no
                                     * such object */
  gboolean           has_tree;      /* a caller asked for @tree, which may be NULL */
  PaddockValidity    validity;      /* whether @text is JSON: see paddock_message_is_valid() */
  GPtrArray         *elements;      /* (owned) (nullable) PaddockMessage: the messages of a batch;
                                     * NULL: no batch, or its messages are not kept
                                     * (paddock-message-batch.c) */
} PaddockMessage;

gboolean        paddock_message_parse_line (GBytes                *line,
                                            PaddockMessage        *out_message,
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
