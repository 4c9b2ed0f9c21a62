/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Waits for the end of processes. */
typedef struct _PaddockProcessWatch PaddockProcessWatch;

typedef void (*PaddockProcessWatchEnded) (const char *process,
                                          gpointer    user_data);

PaddockProcessWatch *paddock_process_watch_new   (PaddockProcessWatchEnded ended,
                                                  gpointer                 user_data);
void                 paddock_process_watch_free  (PaddockProcessWatch     *self);
gboolean             paddock_process_watch_wait  (PaddockProcessWatch     *self,
                                                  const char              *process);
void                 paddock_process_watch_clear (PaddockProcessWatch     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockProcessWatch, paddock_process_watch_free)

G_END_DECLS
