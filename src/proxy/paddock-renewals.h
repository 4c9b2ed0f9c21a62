/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Sessions that are begun in a row without one in which the host had an answer: the first two at
 * once, since one may have been lost with the server that was started anew, the others after a
 * time that is doubled each time. With what the losses take that is about 3 s in all. */
#define PADDOCK_RENEWALS_MAX      4
#define PADDOCK_RENEWALS_MS       250
/* And then, each time when the host asks for something, after the one before. */
#define PADDOCK_RENEWALS_LATER_MS 2000

/* All zero: the first session. */
typedef struct {
  guint  n_unproven;                /* begun since the last one that was of use */
  gint64 begun;                     /* the last one, µs of the monotonic clock */
} PaddockRenewals;

void     paddock_renewals_prove        (PaddockRenewals       *self);
gboolean paddock_renewals_lose         (PaddockRenewals       *self);
void     paddock_renewals_begin        (PaddockRenewals       *self,
                                        gint64                 now);
guint    paddock_renewals_choose_pause (const PaddockRenewals *self,
                                        gint64                 now);

G_END_DECLS
