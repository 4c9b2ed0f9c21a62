/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-reading-work.h"

G_BEGIN_DECLS

/* A request to the reader: who wants to read which file, and how. */
typedef struct {
  const char            *server_id;   /* (nullable) the request reaches only roots that this server
                                       * sees; NULL: all roots */
  gboolean               in_session;  /* TRUE: the server itself asks, and the request reaches only
                                       * roots that its session sees. FALSE: a caller on the bus
                                       * asks */
  const char            *scope;       /* (nullable) the scope of the session that asks: its
                                       * processes; NULL for a caller on the bus */
  const char            *caller;      /* a name for the caller; limits count all reads with the same
                                       * name together */
  const char            *session;     /* how long the answer "this session" about a sensitive file
                                       * is valid: as long as this server's process, or this
                                       * connection to the bus */
  const char            *label;       /* (nullable) the name of @session for people; NULL: none */
  const char            *reference;   /* the file to read: a path or `file` URI, byte for byte as
                                       * the caller sent it */
  gsize                  length;
  PaddockReadingPurpose  purpose;
  PaddockReadingRange    range;       /* which bytes to read, for PADDOCK_READING_BYTES */
  gint64                 most;        /* the size of the largest answer that the caller accepts, in
                                       * bytes; 0: as large as the user's setting allows */
} PaddockReadingRequest;

G_END_DECLS
