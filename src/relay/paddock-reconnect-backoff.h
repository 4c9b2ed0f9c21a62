/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Sessions that are begun in a row without one in which the host had an answer: the first two at
 * once, since one may have been lost with the server that was started anew, the others after a
 * time that is doubled each time. With what the losses take that is about 3 s in all. */
#define PADDOCK_RECONNECT_BACKOFF_MAX      4
#define PADDOCK_RECONNECT_BACKOFF_MS       250
/* And then, each time when the host asks for something, after the one before. */
#define PADDOCK_RECONNECT_BACKOFF_LATER_MS 2000
/* However much they are of use: so many within that time, and the others with a space between them.
 * A host asks for a list when it hears that it changed, which it does of each new session: a server
 * that ends it behind the answer would have us begin them without a pause. */
#define PADDOCK_RECONNECT_BACKOFF_FAST_MAX 4
#define PADDOCK_RECONNECT_BACKOFF_FAST_MS  10000
#define PADDOCK_RECONNECT_BACKOFF_APART_MS 1000
/* One that lived so long was not ended at once: it has expired. */
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
