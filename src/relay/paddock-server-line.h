/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-json.h"
#include "paddock-reason.h"

G_BEGIN_DECLS

/* The longest `method` or `resultType` in a line of a server, in bytes of JSON text. */
#define PADDOCK_SERVER_LINE_NAME_MAX 4096

/* Rules that depend on the conversation. If all are 0, batches and questions in results are
 * refused. */
typedef struct {
  /* Whether the revision of MCP has batches, or the revision is not known yet. */
  gboolean    takes_batches;
  /* Whether the revision is the newest one, in which tasks may ask the host for input. */
  gboolean    takes_tasks;
  /* (nullable) Returns whether the answer to the request @id may ask the host for input. */
  gboolean (* may_ask)(PaddockSpan id,
                       gpointer    user_data);
  gpointer    user_data;
} PaddockServerLineRules;

gboolean      paddock_server_line_is_blank (PaddockSpan                   line);
gboolean      paddock_server_line_is_call  (PaddockSpan                   text);
PaddockReason paddock_server_line_judge    (PaddockSpan                   line,
                                            const PaddockServerLineRules *rules);

G_END_DECLS
