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

/* JSON-RPC 2.0, section 5.1, and MCP */
#define PADDOCK_RPC_PARSE_ERROR      (-32700)
#define PADDOCK_RPC_INVALID_REQUEST  (-32600)
#define PADDOCK_RPC_METHOD_NOT_FOUND (-32601)
#define PADDOCK_RPC_INVALID_PARAMS   (-32602)
#define PADDOCK_RPC_INTERNAL_ERROR   (-32603)

typedef enum {
  PADDOCK_MESSAGE_INVALID,          /* JSON, but not a JSON-RPC message: answered -32600 */
  PADDOCK_MESSAGE_BAD_RESPONSE,     /* meant as a response, but malformed: never answered */
  PADDOCK_MESSAGE_REQUEST,
  PADDOCK_MESSAGE_NOTIFICATION,
  PADDOCK_MESSAGE_RESULT,
  PADDOCK_MESSAGE_ERROR,
} PaddockMessageKind;

/* One JSON-RPC message as it came. The id keeps its bytes: 0, -1, 1e3, 12345678901234567890 and
 * "a" come back as they were written. */
typedef struct _PaddockMessage PaddockMessage;

/* A line: one message, or a batch of them. */
GPtrArray          *paddock_message_parse_line      (GBytes                *line,
                                                     gboolean              *out_is_batch,
                                                     GError               **error);
PaddockMessage     *paddock_message_ref             (PaddockMessage        *self);
void                paddock_message_unref           (PaddockMessage        *self);
PaddockMessageKind  paddock_message_get_kind        (const PaddockMessage  *self);
const char         *paddock_message_get_id          (const PaddockMessage  *self);
const char         *paddock_message_get_method      (const PaddockMessage  *self);
JsonObject         *paddock_message_get_params      (PaddockMessage        *self);
JsonObject         *paddock_message_get_result      (PaddockMessage        *self);
JsonObject         *paddock_message_get_error       (PaddockMessage        *self);
PaddockSpan         paddock_message_get_body        (const PaddockMessage  *self);
char               *paddock_message_dup_reason      (PaddockMessage        *self);
const char         *paddock_message_get_problem     (const PaddockMessage  *self);
char               *paddock_message_dup_member      (const PaddockMessage  *self,
                                                     const char            *name);

/* Lines to send, without newline. @id, @params, @result and @data are JSON text. */
GBytes             *paddock_message_write_request      (const char         *id,
                                                        const char         *method,
                                                        const char         *params);
GBytes             *paddock_message_write_notification (const char         *method,
                                                        const char         *params);
GBytes             *paddock_message_write_result       (const char         *id,
                                                        const char         *result);
GBytes             *paddock_message_write_error        (const char         *id,
                                                        int                 code,
                                                        const char         *message,
                                                        const char         *data);
GBytes             *paddock_message_write_batch        (GPtrArray          *lines);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockMessage, paddock_message_unref)

G_END_DECLS
