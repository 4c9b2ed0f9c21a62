/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-boundary.h"
#include "paddock-file-prompts.h"
#include "paddock-reading-request.h"
#include "paddock-refusals.h"

G_BEGIN_DECLS

/* The largest file that is read for a server or a host, in bytes, unless the user's setting says
 * otherwise. */
#define PADDOCK_READING_SIZE_LIMIT (1024 * 1024)

#define PADDOCK_TYPE_READING (paddock_reading_get_type ())
G_DECLARE_FINAL_TYPE (PaddockReading, paddock_reading, PADDOCK, READING, GObject)

/* The answer to a request. Unless the verdict is ALLOWED, the other members mean nothing. No
 * verdict says anything about files outside the roots that the caller sees. */
typedef struct {
  PaddockReadVerdict  verdict;
  int                 fd;         /* (owned) for PADDOCK_READING_COPY: a copy in sealed memory;
                                   * otherwise -1 */
  GBytes             *bytes;      /* (owned) (nullable) the bytes that were read, for
                                   * PADDOCK_READING_BYTES */
  char               *path;       /* (owned) (nullable) the canonical name of the file; set if
                                   * ALLOWED */
  char               *root_id;    /* (owned) (nullable) the id of the root in which the file was
                                   * found; set if ALLOWED */
  PaddockAccess       access;     /* the access that the caller has to the root @root_id */
  gint64              size;       /* the size in bytes: of the copy if there is one; otherwise of
                                   * the file, as the file system says */
} PaddockReadingAnswer;

PaddockReading *paddock_reading_new            (PaddockState       *state,
                                                PaddockBoundary    *boundary);
void            paddock_reading_close          (PaddockReading     *self);
void            paddock_reading_set_questions  (PaddockReading     *self,
                                                PaddockFilePrompts *questions);
void            paddock_reading_set_refusals   (PaddockReading     *self,
                                                PaddockRefusals    *refusals);
void            paddock_reading_set_size_limit (PaddockReading     *self,
                                                gint64              size_limit);
gint64          paddock_reading_get_size_limit (PaddockReading     *self);

void                  paddock_reading_ask_async   (PaddockReading              *self,
                                                   const PaddockReadingRequest *request,
                                                   GCancellable                *cancellable,
                                                   GAsyncReadyCallback          callback,
                                                   gpointer                     user_data);
PaddockReadingAnswer *paddock_reading_ask_finish  (PaddockReading              *self,
                                                   GAsyncResult                *result,
                                                   GError                     **error);
PaddockReadVerdict    paddock_reading_turn_away   (PaddockReading              *self,
                                                   const PaddockReadingRequest *request);
void                  paddock_reading_answer_free (PaddockReadingAnswer        *answer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockReadingAnswer, paddock_reading_answer_free)

G_END_DECLS
