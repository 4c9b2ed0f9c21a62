/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

#include "paddock-mcp-tools.h"

G_BEGIN_DECLS

/* How many calls of tools may be under way at once; the server refuses more for now. */
#define PADDOCK_MCP_CALLS_MAX 16

#define PADDOCK_TYPE_MCP_SERVER (paddock_mcp_server_get_type ())
G_DECLARE_FINAL_TYPE (PaddockMcpServer, paddock_mcp_server, PADDOCK, MCP_SERVER, GObject)

/* Looks for a file. It owns the task, and returns a PaddockMcpToolResult with it, exactly once and
 * later. If the task's cancellable is cancelled, nobody waits any more. */
typedef void (*PaddockMcpFind) (const PaddockMcpToolCall *tool_call,
                                GTask                *task,
                                gpointer              user_data);

/* Sends a line to the host; without newline. */
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
