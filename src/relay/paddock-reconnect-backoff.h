/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How many sessions are begun in a row in which the host had no answer. The first two begin at
 * once, since one may have been lost when the server was started anew. Each other one begins after
 * a time that is doubled each time. That is about 3 s in all, and the time that it takes to lose
 * them. */
#define PADDOCK_RECONNECT_BACKOFF_MAX      4
#define PADDOCK_RECONNECT_BACKOFF_MS       250
/* From then on a session begins only when the host asks for something, and so long after the last
 * one. */
#define PADDOCK_RECONNECT_BACKOFF_LATER_MS 2000
/* How many sessions may begin within that time, even if they prove themselves. The others get a
 * space between them. A host asks for a list when it hears that it changed, and it hears that of
 * each new session. A server that ends a session behind that answer would have us begin sessions
 * without a pause. */
#define PADDOCK_RECONNECT_BACKOFF_FAST_MAX 4
#define PADDOCK_RECONNECT_BACKOFF_FAST_MS  10000
#define PADDOCK_RECONNECT_BACKOFF_APART_MS 1000
/* A session that lived so long has expired. It was not ended at once. */
#define PADDOCK_RECONNECT_BACKOFF_OLD_MS   60000

/* All zero: the first session. */
typedef struct {
  guint  n_unproven;                /* begun since the last one that was of use, or lived */
  gint64 begun[PADDOCK_RECONNECT_BACKOFF_FAST_MAX]; /* the last ones, that one first,
      µs of the monotonic
                                            * clock; 0: none */
} PaddockReconnectBackoff;

void     paddock_reconnect_backoff_prove        (PaddockReconnectBackoff       *self);
gboolean paddock_reconnect_backoff_lose         (PaddockReconnectBackoff       *self,
                                                 gint64                         now);
void     paddock_reconnect_backoff_begin        (PaddockReconnectBackoff       *self,
                                                 gint64                         now);
guint    paddock_reconnect_backoff_choose_pause (const PaddockReconnectBackoff *self,
                                                 gint64                         now);

G_END_DECLS
