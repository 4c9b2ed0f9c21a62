/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <json-glib/json-glib.h>

#include "paddock-read-verdict.h"

G_BEGIN_DECLS

/* The most bytes that one answer carries; of a larger file the host asks for a range. */
#define PADDOCK_MCP_READ_MAX (1024 * 1024)

/* The revisions differ in what they can say. */
typedef enum {
  PADDOCK_MCP_2024_11_05,
  PADDOCK_MCP_2025_03_26,
  PADDOCK_MCP_2025_06_18,
  PADDOCK_MCP_2025_11_25,
  PADDOCK_MCP_2026_07_28,
} PaddockMcpRevision;

/* The call of a tool. */
typedef struct {
  gboolean  reads;                  /* read_local_file; otherwise check_path */
  gboolean  for_writing;            /* check_path only */
  char     *reference;              /* (owned) as the host wrote it: a path or a URI */
  gsize     offset;                 /* of the range, in bytes */
  gsize     length;                 /* … and its length at most; G_MAXSIZE: no range */
} PaddockMcpToolCall;

/* The result of the call of a tool. */
typedef struct {
  PaddockReadVerdict  verdict;
  char               *problem;      /* (owned) (nullable) why nobody could be asked, for people */
  char               *path;         /* (owned) (nullable) canonical, if ALLOWED */
  gboolean            is_read_only; /* the root is read-only */
  gint64              size;         /* in bytes */
  gint64              limit;        /* in bytes: larger files are not read */
  GBytes             *bytes;        /* (owned) (nullable) of the file, from its first byte */
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
