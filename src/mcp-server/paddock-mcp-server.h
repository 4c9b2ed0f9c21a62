/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

#include "paddock-mcp-tools.h"

G_BEGIN_DECLS

/* Calls of tools that are under way at once; more are told to come back later. */
#define PADDOCK_MCP_CALLS_MAX 16

#define PADDOCK_TYPE_MCP_SERVER (paddock_mcp_server_get_type ())
G_DECLARE_FINAL_TYPE (PaddockMcpServer, paddock_mcp_server, PADDOCK, MCP_SERVER, GObject)

/* Looks for a file. Returns a PaddockMcpToolResult by the task, which it gets to keep, exactly
 * once and
 * later; the cancellable of the task says that nobody waits for it any more. */
typedef void (*PaddockMcpFind) (const PaddockMcpToolCall *tool_call,
                                GTask                *task,
                                gpointer              user_data);

/* Takes a line for the host, without newline. */
typedef void (*PaddockMcpSend) (GBytes   *line,
                                gpointer  user_data);

PaddockMcpServer *paddock_mcp_server_new              (PaddockMcpFind    find,
                                                       PaddockMcpSend    send,
                                                       gpointer          user_data);
void              paddock_mcp_server_receive_line     (PaddockMcpServer *self,
                                                       GBytes           *line);
void              paddock_mcp_server_receive_overlong (PaddockMcpServer *self);
guint             paddock_mcp_server_get_calls        (PaddockMcpServer *self);
void              paddock_mcp_server_close            (PaddockMcpServer *self);

G_END_DECLS
