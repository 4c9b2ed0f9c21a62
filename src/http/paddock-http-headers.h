/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"
#include "paddock-message-write.h"

G_BEGIN_DECLS

#define PADDOCK_HEADER_SESSION  "Mcp-Session-Id"
#define PADDOCK_HEADER_VERSION  "MCP-Protocol-Version"
/* Longest id of a session, and longest value of another header, in bytes. */
#define PADDOCK_HEADER_ID_MAX   1024
#define PADDOCK_HEADER_TEXT_MAX 4096
/* The error code with which a server says that a header of a request contradicts its body. */
#define PADDOCK_RPC_HEADER_MISMATCH (-32020)

gboolean  paddock_http_headers_is_session (const char             *id);
gboolean  paddock_http_headers_is_version (const char             *version);
char     *paddock_http_headers_find_version (const PaddockMessage *line);
char     *paddock_http_headers_encode      (const char             *text);
void      paddock_http_headers_add_modern  (GStrvBuilder           *headers,
                                            const PaddockMessage *line);

G_END_DECLS
