/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The processes whose end is waited for. */
typedef struct _PaddockLingering PaddockLingering;

typedef void (*PaddockLingeringEnded) (const char *process,
                                       gpointer    user_data);

PaddockLingering *paddock_lingering_new   (PaddockLingeringEnded  ended,
                                           gpointer               user_data);
void              paddock_lingering_free  (PaddockLingering      *self);
gboolean          paddock_lingering_wait  (PaddockLingering      *self,
                                           const char            *process);
void              paddock_lingering_clear (PaddockLingering      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockLingering, paddock_lingering_free)

G_END_DECLS
