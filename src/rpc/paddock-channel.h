/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Reading stops while so much waits to be written: a peer that reads no answers gets no more. */
#define PADDOCK_CHANNEL_PAUSE_BYTES (256 * 1024)
/* The channel is closed when more than this waits although reading stopped. */
#define PADDOCK_CHANNEL_MAX_BYTES   (4 * 1024 * 1024)
/* What all channels of a process keep at most, in bytes that are not whole lines yet or wait to be
 * written: who would pass this is closed. So much of each channel's does not count. */
#define PADDOCK_CHANNEL_KEPT_IN_ALL (16 * 1024 * 1024)
#define PADDOCK_CHANNEL_KEPT_FREE   (8 * 1024)
/* What one channel reads and hands out before others have their turn. */
#define PADDOCK_CHANNEL_TURN_BYTES  (64 * 1024)
#define PADDOCK_CHANNEL_TURN_LINES  64

#define PADDOCK_TYPE_CHANNEL (paddock_channel_get_type ())
G_DECLARE_FINAL_TYPE (PaddockChannel, paddock_channel, PADDOCK, CHANNEL, GObject)

/* Lines both ways over a socket. Signals:
 *   line (GBytes *line)          one line, without its newline, empty lines left out
 *   overlong (const GError *e)   once, after the lines before it: the peer sent a line that is too
 *                                long. Something can still be sent; the channel then ends
 *   closed (const GError *error) once, from the main loop; NULL at a clean end of the stream; not
 *                                after paddock_channel_close()
 */
PaddockChannel *paddock_channel_new      (GIOStream      *stream);
void            paddock_channel_start    (PaddockChannel *self);
void            paddock_channel_send     (PaddockChannel *self,
                                          GBytes         *line);
void            paddock_channel_close    (PaddockChannel *self);
gboolean        paddock_channel_is_open  (PaddockChannel *self);
gsize           paddock_channel_pending  (PaddockChannel *self);

G_END_DECLS
