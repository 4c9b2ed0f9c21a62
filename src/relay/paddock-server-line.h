/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-json.h"
#include "paddock-reason.h"

G_BEGIN_DECLS

/* The longest method and kind of result, in bytes as they stand there. An object of the protocol
 * may have %PADDOCK_MESSAGE_MEMBERS_MAX members. */
#define PADDOCK_SERVER_LINE_NAME_MAX 4096

/* What depends on the conversation. All 0: there are no batches, and no answer asks for input. */
typedef struct {
  /* Whether the revision has batches, or nobody knows it yet. */
  gboolean    takes_batches;
  /* Whether it is the newest revision, whose tasks ask the host for input. */
  gboolean    takes_tasks;
  /* (nullable) Whether the answer with this id may ask the host for input. */
  gboolean (* may_ask)(PaddockSpan id,
                       gpointer    user_data);
  gpointer    user_data;
} PaddockServerLineRules;

gboolean      paddock_server_line_is_blank (PaddockSpan                   line);
gboolean      paddock_server_line_is_call  (PaddockSpan                   text);
PaddockReason paddock_server_line_judge    (PaddockSpan                   line,
                                            const PaddockServerLineRules *rules);

G_END_DECLS
