/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Codes of errors (JSON-RPC 2.0, section 5.1, and MCP). */
#define PADDOCK_RPC_PARSE_ERROR      (-32700)
#define PADDOCK_RPC_INVALID_REQUEST  (-32600)
#define PADDOCK_RPC_METHOD_NOT_FOUND (-32601)
#define PADDOCK_RPC_INVALID_PARAMS   (-32602)
#define PADDOCK_RPC_INTERNAL_ERROR   (-32603)

/* Each of these functions returns a line without its newline. @id, @params, @result and @data are
 * JSON text. */
GBytes *paddock_message_write_request      (const char *id,
                                            const char *method,
                                            const char *params);
GBytes *paddock_message_write_notification (const char *method,
                                            const char *params);
GBytes *paddock_message_write_result       (const char *id,
                                            const char *result);
GBytes *paddock_message_write_error        (const char *id,
                                            int         code,
                                            const char *message,
                                            const char *data);
GBytes *paddock_message_write_batch        (GPtrArray  *lines);

G_END_DECLS
