/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-reading-work.h"

G_BEGIN_DECLS

/* Who wants what. */
typedef struct {
  const char            *server_id;   /* (nullable) only what this server sees; NULL: all roots */
  gboolean               in_session;  /* … and only what this session of it sees: the server itself
                                       * asks. FALSE: a caller on the bus asks */
  const char            *scope;       /* (nullable) the scope of the session */
  const char            *caller;      /* its reads count together */
  const char            *session;     /* the scope of the answer "this session" about a sensitive
                                       * file: the server's process, or a connection to the bus */
  const char            *label;       /* (nullable) the name of that session, for people */
  const char            *reference;   /* a path or `file` URI, in the caller's bytes */
  gsize                  length;
  PaddockReadingPurpose  purpose;
  PaddockReadingRange    range;       /* for PADDOCK_READING_BYTES */
  gint64                 most;        /* the most bytes that the caller accepts; 0: as many as the
                                       * user's setting allows */
} PaddockReadingRequest;

G_END_DECLS
