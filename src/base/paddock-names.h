/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

/* The one definition of every name that several parts of Paddock use to find each other. */

#define PADDOCK_APP_ID              "io.github.paddock_mcp.Paddock"
#define PADDOCK_APP_OBJECT_PATH     "/io/github/paddock_mcp/Paddock"
#define PADDOCK_SERVICE_BUS_NAME    "io.github.paddock_mcp.Paddock.Service"
#define PADDOCK_SERVICE_OBJECT_PATH "/io/github/paddock_mcp/Paddock/Service"
#define PADDOCK_ERROR_BUS_PREFIX    "io.github.paddock_mcp.Paddock.Error."

/* What Paddock and `paddock run` tell each other in `_meta` (docs/socket.md). The reverse-DNS
 * prefix has no underscore: MCP 2025-06-18, "_meta", allows only letters, digits and hyphens. */
#define PADDOCK_META_PREFIX         "io.github.paddock-mcp/"
#define PADDOCK_META_LAUNCH         PADDOCK_META_PREFIX "launch"
#define PADDOCK_META_ON_BEHALF      PADDOCK_META_PREFIX "onBehalf"
#define PADDOCK_META_HOST_ROOTS     PADDOCK_META_PREFIX "hostRoots"
#define PADDOCK_META_STATE          PADDOCK_META_PREFIX "state"
#define PADDOCK_META_LISTS_EARLY    PADDOCK_META_PREFIX "listsEarly"
#define PADDOCK_META_EXPIRES        PADDOCK_META_PREFIX "expires"
#define PADDOCK_META_ACCESS         PADDOCK_META_PREFIX "access"
#define PADDOCK_META_RECORD         PADDOCK_META_PREFIX "record"
#define PADDOCK_META_SERVER         PADDOCK_META_PREFIX "server"
#define PADDOCK_META_WITHHELD       PADDOCK_META_PREFIX "withheld"
#define PADDOCK_META_EMPTY          PADDOCK_META_PREFIX "empty"
#define PADDOCK_META_KEEP           PADDOCK_META_PREFIX "keep"
#define PADDOCK_META_REPORT         PADDOCK_META_PREFIX "report"
#define PADDOCK_META_HOLDS          PADDOCK_META_PREFIX "holds"
#define PADDOCK_META_PENDING        PADDOCK_META_PREFIX "pending"
#define PADDOCK_META_CONFINED       PADDOCK_META_PREFIX "confined"

/* The environment variables with the bearer token and with the headers. Each of them is read only
 * if no file is named instead. */
#define PADDOCK_ENV_BEARER_TOKEN    "PADDOCK_BEARER_TOKEN"
#define PADDOCK_ENV_HTTP_HEADERS    "PADDOCK_HTTP_HEADERS"
/* How many variables with headers there may be. The second one is PADDOCK_HTTP_HEADERS_2. */
#define PADDOCK_HTTP_HEADERS_MAX    16

/* The environment variable that tells a server its roots, as JSON: the value of `roots` in an
 * answer to `roots/list`. */
#define PADDOCK_ENV_ROOTS           "PADDOCK_ROOTS"

/* A value of PADDOCK_META_EMPTY, which says why a list of roots is empty: the user revoked the
 * folders. */
#define PADDOCK_EMPTY_TAKEN         "taken"
/* The "reason" in the data of a JSON-RPC error: the user disconnected the server. */
#define PADDOCK_DATA_DISCONNECTED   "disconnected"

/* Methods of MCP that more than one part of Paddock uses. After the methods come the revisions of
 * MCP that begin with a handshake. Since the revision PADDOCK_VERSION_ROOT_META, roots have
 * `_meta`. */
#define PADDOCK_METHOD_INITIALIZE   "initialize"
#define PADDOCK_METHOD_INITIALIZED  "notifications/initialized"
#define PADDOCK_METHOD_CANCELLED    "notifications/cancelled"
#define PADDOCK_METHOD_ROOTS_LIST   "roots/list"
#define PADDOCK_METHOD_LIST_CHANGED "notifications/roots/list_changed"
#define PADDOCK_METHOD_TOOLS_LIST   "tools/list"
#define PADDOCK_METHOD_TOOLS_CALL   "tools/call"
#define PADDOCK_METHOD_PROMPTS_GET  "prompts/get"
#define PADDOCK_METHOD_RESOURCES_READ "resources/read"
#define PADDOCK_METHOD_SUBSCRIBE    "resources/subscribe"
#define PADDOCK_METHOD_SET_LEVEL    "logging/setLevel"
/* A method that Paddock adds to MCP. The capability that announces the method has the same name. */
#define PADDOCK_METHOD_READ_LOCAL_FILE "client/readLocalFile"
#define PADDOCK_METHOD_LOG          "notifications/message"
#define PADDOCK_VERSION_FIRST       "2024-11-05"
#define PADDOCK_VERSION_SECOND      "2025-03-26"
#define PADDOCK_VERSION_LATEST      "2025-11-25"
#define PADDOCK_VERSION_ROOT_META   "2025-06-18"
/* The first revision of MCP without a handshake and without requests from the server. It deprecates
 * roots. */
#define PADDOCK_VERSION_MODERN      "2026-07-28"
#define PADDOCK_META_VERSION        "io.modelcontextprotocol/protocolVersion"
#define PADDOCK_META_CLIENT         "io.modelcontextprotocol/clientInfo"
#define PADDOCK_META_CAPABILITIES   "io.modelcontextprotocol/clientCapabilities"

/* A key of MCP: with it, a result says to which task it belongs (2025-11-25). */
#define PADDOCK_META_RELATED_TASK   "io.modelcontextprotocol/related-task"

#define PADDOCK_ENV_SOCKET          "PADDOCK_SOCKET"
#define PADDOCK_ENV_DATA_DIR        "PADDOCK_DATA_DIR"
#define PADDOCK_SOCKET_NAME         "mcp.sock"
#define PADDOCK_DATABASE_NAME       "paddock.db"
/* The directory, below that of the data, with the private homes of confined servers. */
#define PADDOCK_CONFINED_DIRECTORY  "confined"
/* The file, in the directory of the data, with the key for what `paddock run` seals. */
#define PADDOCK_SEAL_KEY_NAME       "seal-key"

/* The application's actions that announce waiting questions, open a question, put one off, and open
 * the settings. None of them shares anything, because any program can activate them: GTK exports
 * application actions on the session bus. */
#define PADDOCK_ACTION_ANNOUNCE     "announce-requests"
#define PADDOCK_ACTION_REVIEW       "review-requests"
#define PADDOCK_ACTION_PUT_OFF      "put-off-request"
#define PADDOCK_ACTION_PREFERENCES  "preferences"
