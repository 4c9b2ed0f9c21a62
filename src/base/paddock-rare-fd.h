/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Waits in the main loop for a descriptor that is rarely readable. */
typedef struct _PaddockRareFd PaddockRareFd;

/* Called when the descriptor is readable, hung up or in error. May free any #PaddockRareFd,
 * including its own. */
typedef void (*PaddockRareFdFunc) (gpointer user_data);

PaddockRareFd *paddock_rare_fd_new  (int                fd,
                                     PaddockRareFdFunc  func,
                                     gpointer           user_data);
void           paddock_rare_fd_free (PaddockRareFd     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockRareFd, paddock_rare_fd_free)

G_END_DECLS
