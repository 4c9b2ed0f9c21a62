/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-launch.h"
#include "paddock-message.h"
#include "paddock-names.h"
#include "paddock-reason.h"

G_BEGIN_DECLS

/* A revision of MCP that Paddock speaks, and the differences that matter here. */
typedef struct {
  const char *name;
  gboolean    has_batches;
  gboolean    has_root_meta;        /* in this revision a root may carry `_meta` */
  gboolean    has_related_task;     /* in this revision a result repeats the `related-task` in the
                                     * `_meta` of its request */
} PaddockVersion;

const PaddockVersion *paddock_handshake_get_latest_version (void);
const PaddockVersion *paddock_handshake_find_version       (const char *name);

/* What the answer to Paddock's `initialize` says. */
typedef struct {
  const PaddockVersion *version;    /* (nullable) the revision that both sides speak; NULL: see
                                     * @retry and @reason */
  const PaddockVersion *retry;      /* (nullable) the revision to offer next; NULL: none */
  gboolean              knows_modern; /* the peer also speaks the MCP revision 2026-07-28, which has
                                       * no handshake */
  char                 *claimed_name; /* (owned) (nullable) the name that the peer claims, escaped
                                       * for display; NULL: it claims none */
  PaddockLaunch        *launch;     /* (owned) (nullable) what a `paddock run` claims about its
                                     * server; NULL: the peer claims nothing, or something
                                     * malformed */
  PaddockReason         reason;     /* why @version is NULL */
  char                 *detail;     /* (owned) (nullable) more about @reason for the journal,
                                     * escaped; NULL: there is no more */
} PaddockHandshake;

GBytes           *paddock_handshake_write_request (guint                 number,
                                                   const PaddockVersion *version,
                                                   gboolean              offers_reading);
GBytes           *paddock_handshake_write_ready   (gboolean              lists_early);
gboolean          paddock_handshake_is_answer     (const PaddockMessage *message,
                                                   guint                 number);
PaddockHandshake *paddock_handshake_read          (PaddockMessage       *answer);
void              paddock_handshake_free          (PaddockHandshake     *handshake);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockHandshake, paddock_handshake_free)

G_END_DECLS
