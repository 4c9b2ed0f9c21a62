/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* If more bytes than this wait to be sent, the channel stops reading, until less than half as many
 * wait. So a peer that doesn't read its answers gets no more of them. */
#define PADDOCK_CHANNEL_PAUSE_BYTES (256 * 1024)
/* If more bytes than this wait to be sent, although reading stopped, the channel ends. */
#define PADDOCK_CHANNEL_MAX_BYTES   (4 * 1024 * 1024)
/* The most bytes that all channels of a process may keep together. These are received lines that
 * are not handled yet, and answers that wait to be sent. A channel that exceeds this limit ends. */
#define PADDOCK_CHANNEL_KEPT_IN_ALL (16 * 1024 * 1024)
/* How many bytes each channel may keep without counting toward PADDOCK_CHANNEL_KEPT_IN_ALL. */
#define PADDOCK_CHANNEL_KEPT_FREE   (8 * 1024)
/* The most bytes and lines that a channel handles in one turn. Then the other channels have their
 * turns. */
#define PADDOCK_CHANNEL_TURN_BYTES  (64 * 1024)
#define PADDOCK_CHANNEL_TURN_LINES  64

#define PADDOCK_TYPE_CHANNEL (paddock_channel_get_type ())
G_DECLARE_FINAL_TYPE (PaddockChannel, paddock_channel, PADDOCK, CHANNEL, GObject)

/* What a channel tells its owner. It calls none of these after paddock_channel_close().
 *   line       the peer sent a line that is not empty. @line has no newline
 *   overlong   (nullable) the peer sent a line that is too long. Called once, after all earlier
 *              lines. The owner can still send a last line; then the channel closes itself
 *   closed     (nullable) the channel ended. Called once, from the main loop. @error is NULL if the
 *              peer ended the stream properly
 */
typedef struct {
  void (*line)(PaddockChannel *channel,
               GBytes         *line,
               gpointer        user_data);
  void (*overlong)(PaddockChannel *channel,
                   const GError   *error,
                   gpointer        user_data);
  void (*closed)(PaddockChannel *channel,
                 const GError   *error,
                 gpointer        user_data);
} PaddockChannelFuncs;

PaddockChannel *paddock_channel_new      (GIOStream                 *stream);
void            paddock_channel_start    (PaddockChannel            *self,
                                          const PaddockChannelFuncs *funcs,
                                          gpointer                   user_data);
void            paddock_channel_send     (PaddockChannel            *self,
                                          GBytes                    *line);
void            paddock_channel_close    (PaddockChannel            *self);
gboolean        paddock_channel_is_open  (PaddockChannel            *self);
gsize           paddock_channel_pending  (PaddockChannel            *self);

G_END_DECLS
