/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-file-pool.h"
#include "paddock-paste.h"

G_BEGIN_DECLS

/* How long the file systems have to answer. */
#define PADDOCK_PASTE_LOOK_MS 300

void              paddock_paste_look_async  (PaddockFilePool     *pool,
                                             const char * const  *paths,
                                             GCancellable        *cancellable,
                                             GAsyncReadyCallback  callback,
                                             gpointer             user_data);
PaddockPastePath *paddock_paste_look_finish (PaddockFilePool     *pool,
                                             GAsyncResult        *result,
                                             GError             **error);

G_END_DECLS
