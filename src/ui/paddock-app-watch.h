/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Tells when one of some files changes, appears or disappears. */
typedef struct _PaddockAppWatch PaddockAppWatch;

PaddockAppWatch *paddock_app_watch_new       (GSourceFunc          changed,
                                              gpointer             user_data);
void             paddock_app_watch_free      (PaddockAppWatch     *self);
void             paddock_app_watch_set_files (PaddockAppWatch     *self,
                                              const char * const  *paths);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAppWatch, paddock_app_watch_free)

G_END_DECLS
