/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <json-glib/json-glib.h>

#include "paddock-read-verdict.h"

G_BEGIN_DECLS

/* Most bytes that one answer carries; of larger files a range is asked for. */
#define PADDOCK_MCP_READ_MAX (1024 * 1024)

/* What the revisions tell apart. */
typedef enum {
  PADDOCK_MCP_2024_11_05,
  PADDOCK_MCP_2025_03_26,
  PADDOCK_MCP_2025_06_18,
  PADDOCK_MCP_2025_11_25,
  PADDOCK_MCP_2026_07_28,
} PaddockMcpRevision;

/* What a call of a tool wants. */
typedef struct {
  gboolean  reads;                  /* read_local_file; else check_path */
  gboolean  for_writing;            /* check_path only */
  char     *reference;              /* (owned) as it came: a path or a URI */
  gsize     offset;                 /* of a range, in bytes */
  gsize     length;                 /* … at most so many, G_MAXSIZE: no range was asked for */
} PaddockMcpToolCall;

/* What came of it. */
typedef struct {
  PaddockReadVerdict  verdict;
  char               *problem;      /* (owned) (nullable) nobody could be asked: why, for people */
  char               *path;         /* (owned) (nullable) canonical, with ALLOWED */
  gboolean            is_read_only; /* the folder that it is in */
  gint64              size;         /* in bytes */
  gint64              limit;        /* in bytes: larger files are not read */
  GBytes             *bytes;        /* (owned) (nullable) of the file, from its beginning */
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
