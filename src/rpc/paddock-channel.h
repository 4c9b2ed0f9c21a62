/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* While more bytes than this wait to be sent, the channel reads nothing: a peer that doesn't read
 * its answers gets no more of them. */
#define PADDOCK_CHANNEL_PAUSE_BYTES (256 * 1024)
/* If more bytes than this wait to be sent, although reading stopped, the channel ends. */
#define PADDOCK_CHANNEL_MAX_BYTES   (4 * 1024 * 1024)
/* The most bytes that all channels of a process may keep together: incomplete lines, and answers
 * that wait to be sent. A channel that would pass the limit ends. */
#define PADDOCK_CHANNEL_KEPT_IN_ALL (16 * 1024 * 1024)
/* The first bytes that each channel keeps, this many, do not count towards that limit. */
#define PADDOCK_CHANNEL_KEPT_FREE   (8 * 1024)
/* The most that a channel reads and hands out in one turn, before other channels have theirs. */
#define PADDOCK_CHANNEL_TURN_BYTES  (64 * 1024)
#define PADDOCK_CHANNEL_TURN_LINES  64

#define PADDOCK_TYPE_CHANNEL (paddock_channel_get_type ())
G_DECLARE_FINAL_TYPE (PaddockChannel, paddock_channel, PADDOCK, CHANNEL, GObject)

/* Sends and receives lines over a socket. Signals:
 *   line (GBytes *line)          the peer sent a line (here without its newline) that is not empty
 *   overlong (const GError *e)   the peer sent a line that is too long. Comes once, after all
 *                                earlier lines. The handler can still send a last line; then the
 *                                channel closes itself
 *   closed (const GError *error) the channel ended. Comes once, from the main loop, but not after
 *                                paddock_channel_close(). @error is NULL if the peer ended the
 *                                stream properly
 */
PaddockChannel *paddock_channel_new      (GIOStream      *stream);
void            paddock_channel_start    (PaddockChannel *self);
void            paddock_channel_send     (PaddockChannel *self,
                                          GBytes         *line);
void            paddock_channel_close    (PaddockChannel *self);
gboolean        paddock_channel_is_open  (PaddockChannel *self);
gsize           paddock_channel_pending  (PaddockChannel *self);

G_END_DECLS
