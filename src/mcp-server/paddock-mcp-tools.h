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
  gboolean  reads;                  /* the call is for read_local_file; FALSE: for check_path */
  gboolean  for_writing;            /* for check_path: the host asks whether the file may be
                                     * written */
  char     *reference;              /* (owned) the file as the host named it: a path or a URI */
  gsize     offset;                 /* for read_local_file: the offset of the first byte that is
                                     * wanted */
  gsize     length;                 /* for read_local_file: the most bytes that are wanted;
                                     * G_MAXSIZE: all */
} PaddockMcpToolCall;

/* The result of the call of a tool. */
typedef struct {
  PaddockReadVerdict  verdict;
  char               *problem;      /* (owned) (nullable) why the service could not be asked; NULL:
                                     * it was asked */
  char               *path;         /* (owned) (nullable) the canonical path of the file; set if the
                                     * verdict is PADDOCK_READ_ALLOWED */
  gboolean            is_read_only; /* the file is in a root that is read-only */
  gint64              size;         /* the size of the file, in bytes */
  gint64              limit;        /* how large a file that is read may be, in bytes */
  GBytes             *bytes;        /* (owned) (nullable) the file's content, from its first byte;
                                     * NULL: it was not read */
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
