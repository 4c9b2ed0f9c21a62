/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"
#include "paddock-message-write.h"
#include "paddock-read-verdict.h"
#include "paddock-reading-work.h"

G_BEGIN_DECLS

/* How many bytes of a file one answer holds at most. In base64, with the rest of the message, the
 * line still fits into a channel. */
#define PADDOCK_READ_LOCAL_MAX (3 * 1024 * 1024 - 64 * 1024)

/* The error code for a file that is not read. JSON-RPC 2.0, section 5.1, lets the side that answers
 * define codes in this range. MCP (2025-11-25, resources) uses this one for a missing resource. */
#define PADDOCK_RPC_NOT_READ (-32002)

/* What `client/readLocalFile` asks for. */
typedef struct {
  char                *uri;         /* (owned) */
  PaddockReadingRange  range;
} PaddockReadLocal;

PaddockReadLocal *paddock_read_local_parse         (const PaddockMessage  *request,
                                                    const char           **out_problem);
void              paddock_read_local_free          (PaddockReadLocal      *self);

GBytes           *paddock_read_local_write_result  (const char            *id,
                                                    const char            *path,
                                                    GBytes                *bytes,
                                                    const char            *task);
GBytes           *paddock_read_local_write_refusal (const char            *id,
                                                    PaddockReadVerdict     verdict);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockReadLocal, paddock_read_local_free)

G_END_DECLS
