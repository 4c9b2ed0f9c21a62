/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Each read has room for at least this many bytes. */
#define PADDOCK_READ_BUFFER_BYTES (64 * 1024)

/* Bytes that were read. Offsets: start <= run <= end <= capacity. */
typedef struct {
  guint8 *data;                     /* (owned) (nullable) */
  gsize   capacity;
  gsize   usual;                    /* the capacity that the last long line needed */
  gsize   start;                    /* where the complete lines that wait to be written
                                     * begin */
  gsize   run;                      /* where these lines end, and the next line begins */
  gsize   end;                      /* where the bytes that were read end */
} PaddockReadBuffer;

void    paddock_read_buffer_clear     (PaddockReadBuffer *self);
void    paddock_read_buffer_make_room (PaddockReadBuffer *self);
GBytes *paddock_read_buffer_steal_run (PaddockReadBuffer *self);

G_END_DECLS
