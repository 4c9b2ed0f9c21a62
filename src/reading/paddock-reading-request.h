/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-reading-work.h"

G_BEGIN_DECLS

/* Who wants what. */
typedef struct {
  const char            *server_id;   /* (nullable) only what this server sees; NULL: the whole
                                       * boundary */
  gboolean               in_session;  /* … and only what this session of it sees, which asks
                                       * itself; else somebody on the bus does: */
  const char            *scope;       /* (nullable) of the session */
  const char            *caller;      /* whose reads are counted together */
  const char            *session;     /* for which "this session" is said of a sensitive file: the
                                       * process of a server, a connection to the bus */
  const char            *label;       /* (nullable) who that is, for people */
  const char            *reference;   /* a path or `file` URI, in the bytes that came */
  gsize                  length;
  PaddockReadingPurpose  purpose;
  PaddockReadingRange    range;       /* of PADDOCK_READING_BYTES */
  gint64                 most;        /* in bytes, that the caller can take; 0: as much as the
                                       * user's setting allows */
} PaddockReadingRequest;

G_END_DECLS
