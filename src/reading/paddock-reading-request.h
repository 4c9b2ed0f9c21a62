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
  const char            *scope;       /* (nullable) the processes of that session */
  const char            *caller;      /* a name for the caller; reads of the same name count
                                       * together */
  const char            *session;     /* for how long the answer "this session" about a sensitive
                                       * file counts: a server's process, or a connection to the
                                       * bus */
  const char            *label;       /* (nullable) the name of @session, for people */
  const char            *reference;   /* a path or `file` URI, in the caller's bytes */
  gsize                  length;
  PaddockReadingPurpose  purpose;
  PaddockReadingRange    range;       /* which bytes to read, for PADDOCK_READING_BYTES */
  gint64                 most;        /* the most bytes that the caller accepts; 0: as many as the
                                       * user's setting allows */
} PaddockReadingRequest;

G_END_DECLS
