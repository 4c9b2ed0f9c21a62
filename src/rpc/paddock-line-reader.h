/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The longest line that a peer may send, in bytes, without its newline. The official SDKs buffer no
 * more either. */
#define PADDOCK_LINE_MAX (10 * 1024 * 1024)

/* Cuts a stream of bytes into lines. It does no I/O: the owner adds bytes, and fetches lines. */
typedef struct _PaddockLineReader PaddockLineReader;

PaddockLineReader *paddock_line_reader_new      (gsize               max_length);
void               paddock_line_reader_free     (PaddockLineReader  *self);
gboolean           paddock_line_reader_feed     (PaddockLineReader  *self,
                                                 const char         *data,
                                                 gsize               length,
                                                 GError            **error);
gboolean           paddock_line_reader_has_line (PaddockLineReader  *self);
GBytes            *paddock_line_reader_next     (PaddockLineReader  *self);
gsize              paddock_line_reader_pending  (PaddockLineReader  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockLineReader, paddock_line_reader_free)

G_END_DECLS
