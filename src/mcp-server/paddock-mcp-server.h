/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

#include "paddock-mcp-tools.h"

G_BEGIN_DECLS

/* How many calls of tools may be under way at once. The server refuses a further call as "busy". */
#define PADDOCK_MCP_CALLS_MAX 16

#define PADDOCK_TYPE_MCP_SERVER (paddock_mcp_server_get_type ())
G_DECLARE_FINAL_TYPE (PaddockMcpServer, paddock_mcp_server, PADDOCK, MCP_SERVER, GObject)

/* Carries out @tool_call, the call of a tool. Takes ownership of @task, and completes @task once
 * with a PaddockMcpToolResult, but not before this function returned. If the task's cancellable is
 * cancelled, nobody needs the result any more. */
typedef void (*PaddockMcpFind) (const PaddockMcpToolCall *tool_call,
                                GTask                *task,
                                gpointer              user_data);

/* Sends @line to the host. @line has no newline. */
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
