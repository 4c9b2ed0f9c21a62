/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <json-glib/json-glib.h>

#include "paddock-read-verdict.h"

G_BEGIN_DECLS

/* The most bytes of a file in one answer. The host reads a larger file in parts. */
#define PADDOCK_MCP_READ_MAX (1024 * 1024)

/* The revisions of MCP, the oldest first: their results have different members. */
typedef enum {
  PADDOCK_MCP_2024_11_05,
  PADDOCK_MCP_2025_03_26,
  PADDOCK_MCP_2025_06_18,
  PADDOCK_MCP_2025_11_25,
  PADDOCK_MCP_2026_07_28,
} PaddockMcpRevision;

/* The call of a tool. */
typedef struct {
  gboolean  reads;                  /* the tool is read_local_file; FALSE: check_path */
  gboolean  for_writing;            /* check_path: asks whether the file may be written */
  char     *reference;              /* (owned) as the host wrote it: a path or a URI */
  gsize     offset;                 /* read_local_file: the first byte that is wanted */
  gsize     length;                 /* the most bytes that are wanted; G_MAXSIZE: all */
} PaddockMcpToolCall;

/* The result of the call of a tool. */
typedef struct {
  PaddockReadVerdict  verdict;
  char               *problem;      /* (owned) (nullable) why the service could not be asked */
  char               *path;         /* (owned) (nullable) of the file, canonical; set if ALLOWED */
  gboolean            is_read_only; /* the root is read-only */
  gint64              size;         /* of the file, in bytes */
  gint64              limit;        /* in bytes: larger files are not read */
  GBytes             *bytes;        /* (owned) (nullable) the file's content, from its first byte */
} PaddockMcpToolResult;

const char         *paddock_mcp_tools_list        (PaddockMcpRevision    revision);
PaddockMcpToolCall *paddock_mcp_tools_call_new    (const char           *tool,
                                                   JsonObject           *arguments,
                                                   const char          **out_problem);
void                paddock_mcp_tools_call_free   (PaddockMcpToolCall   *tool_call);
void                paddock_mcp_tools_result_free (PaddockMcpToolResult *found);

char       *paddock_mcp_tools_write_result (PaddockMcpRevision          revision,
                                            const PaddockMcpToolCall   *tool_call,
                                            const PaddockMcpToolResult *found);
char       *paddock_mcp_tools_write_error  (PaddockMcpRevision          revision,
                                            const char                 *nick,
                                            const char                 *sentence);
const char *paddock_mcp_tools_explain      (PaddockReadVerdict          verdict);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockMcpToolCall, paddock_mcp_tools_call_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockMcpToolResult, paddock_mcp_tools_result_free)

G_END_DECLS
