/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* While more bytes than this wait, read nothing: a peer that reads no answers gets no more. */
#define PADDOCK_CHANNEL_PAUSE_BYTES (256 * 1024)
/* If more bytes than this wait, although reading stopped, end the channel. */
#define PADDOCK_CHANNEL_MAX_BYTES   (4 * 1024 * 1024)
/* The most bytes that all channels of a process keep: of lines that are not complete, and of
 * answers that wait. The channel that would pass the limit ends. The first bytes of each are
 * free. */
#define PADDOCK_CHANNEL_KEPT_IN_ALL (16 * 1024 * 1024)
#define PADDOCK_CHANNEL_KEPT_FREE   (8 * 1024)
/* The most that a channel reads and hands out in one turn, before other channels have theirs. */
#define PADDOCK_CHANNEL_TURN_BYTES  (64 * 1024)
#define PADDOCK_CHANNEL_TURN_LINES  64

#define PADDOCK_TYPE_CHANNEL (paddock_channel_get_type ())
G_DECLARE_FINAL_TYPE (PaddockChannel, paddock_channel, PADDOCK, CHANNEL, GObject)

/* Sends and receives lines over a socket. Signals:
 *   line (GBytes *line)          a line without its newline; not for empty lines
 *   overlong (const GError *e)   once, after the lines before: the peer sent a line that is too
 *                                long. The owner can still send something; then the channel ends
 *   closed (const GError *error) once, from the main loop; NULL if the peer ended the stream
 *                                properly; not after paddock_channel_close()
 */
PaddockChannel *paddock_channel_new      (GIOStream      *stream);
void            paddock_channel_start    (PaddockChannel *self);
void            paddock_channel_send     (PaddockChannel *self,
                                          GBytes         *line);
void            paddock_channel_close    (PaddockChannel *self);
gboolean        paddock_channel_is_open  (PaddockChannel *self);
gsize           paddock_channel_pending  (PaddockChannel *self);

G_END_DECLS
