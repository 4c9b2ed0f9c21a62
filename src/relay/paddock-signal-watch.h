/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-signals.h"

G_BEGIN_DECLS

/* Calls a function for each signal that is meant for the server, from the main loop. */
typedef struct _PaddockSignalWatch PaddockSignalWatch;

typedef void (*PaddockSignalWatchFunc) (int      signal_number,
                                        gpointer user_data);

PaddockSignalWatch       *paddock_signal_watch_new        (PaddockSignalWatchFunc     func,
                                                           gpointer                   user_data,
                                                           GError                   **error);
void                      paddock_signal_watch_free       (PaddockSignalWatch        *self);
const PaddockSignalState *paddock_signal_watch_get_before (const PaddockSignalWatch  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockSignalWatch, paddock_signal_watch_free)

G_END_DECLS
