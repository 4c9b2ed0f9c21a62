/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-reading-work.h"

G_BEGIN_DECLS

/* A request to the reader: who wants to read which file, and how. */
typedef struct {
  const char            *server_id;   /* (nullable) only roots that this server sees count; NULL:
                                       * all roots count */
  gboolean               in_session;  /* only roots that one session of the server sees count: the
                                       * server itself asks. FALSE: a caller on the bus asks */
  const char            *scope;       /* (nullable) the scope of the session that asks: its
                                       * processes */
  const char            *caller;      /* a name for the caller; all reads with the same name count
                                       * together */
  const char            *session;     /* for how long the answer "this session" about a sensitive
                                       * file counts: a server's process, or a connection to the
                                       * bus */
  const char            *label;       /* (nullable) the name of @session, as people read it */
  const char            *reference;   /* the file to read: a path or `file` URI, in the caller's
                                       * bytes */
  gsize                  length;
  PaddockReadingPurpose  purpose;
  PaddockReadingRange    range;       /* which bytes to read, for PADDOCK_READING_BYTES */
  gint64                 most;        /* the size of the largest answer that the caller accepts, in
                                       * bytes; 0: as large as the user's setting allows */
} PaddockReadingRequest;

G_END_DECLS
