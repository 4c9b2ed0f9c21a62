/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How many sessions Paddock begins in a row if the host gets no answer in them. The first begins at
 * once, because the server may just have been restarted. The second begins after a pause of
 * PADDOCK_RECONNECT_BACKOFF_MS. Each further pause is twice as long. */
#define PADDOCK_RECONNECT_BACKOFF_MAX      4
#define PADDOCK_RECONNECT_BACKOFF_MS       250
/* After PADDOCK_RECONNECT_BACKOFF_MAX sessions in which the host got no answer, the next session
 * begins only when the host sends a request. It begins at least this many ms after the last session
 * began. */
#define PADDOCK_RECONNECT_BACKOFF_LATER_MS 2000
/* At most PADDOCK_RECONNECT_BACKOFF_FAST_MAX sessions begin within
 * PADDOCK_RECONNECT_BACKOFF_FAST_MS without a pause, even if the host gets answers in them. Further
 * sessions begin at least PADDOCK_RECONNECT_BACKOFF_APART_MS apart. Otherwise some servers would
 * make Paddock begin sessions without a pause. At each new session, Paddock tells the host that the
 * server's lists may have changed. So the host asks for them, and the server may end the session
 * after that answer. */
#define PADDOCK_RECONNECT_BACKOFF_FAST_MAX 4
#define PADDOCK_RECONNECT_BACKOFF_FAST_MS  10000
#define PADDOCK_RECONNECT_BACKOFF_APART_MS 1000
/* If a session lasted longer than this, in ms, it counts as if the host had got an answer in it. */
#define PADDOCK_RECONNECT_BACKOFF_OLD_MS   60000

/* Before the first session, all members are zero. */
typedef struct {
  guint  n_unproven;                /* how many sessions in a row were lost and had not proved
                                     * themselves (paddock-reconnect-backoff.c) */
  /* When the last sessions began, the newest first, in µs of the monotonic clock; 0: none. */
  gint64 begun[PADDOCK_RECONNECT_BACKOFF_FAST_MAX];
} PaddockReconnectBackoff;

void     paddock_reconnect_backoff_prove        (PaddockReconnectBackoff       *self);
gboolean paddock_reconnect_backoff_lose         (PaddockReconnectBackoff       *self,
                                                 gint64                         now);
void     paddock_reconnect_backoff_begin        (PaddockReconnectBackoff       *self,
                                                 gint64                         now);
guint    paddock_reconnect_backoff_choose_pause (const PaddockReconnectBackoff *self,
                                                 gint64                         now);

G_END_DECLS
