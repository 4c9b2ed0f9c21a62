/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The kernel's watches of directories, shared by all roots. */
typedef struct _PaddockWatchMonitors PaddockWatchMonitors;

/* Called when something happened to @path. If @path is %NULL, events were lost, and anything may
 * have happened. */
typedef void (*PaddockWatchEventFunc) (const char *path,
                                       gpointer    user_data);

PaddockWatchMonitors *paddock_watch_monitors_new      (PaddockWatchEventFunc  func,
                                                       gpointer               user_data);
PaddockWatchMonitors *paddock_watch_monitors_ref      (PaddockWatchMonitors  *self);
void                  paddock_watch_monitors_unref    (PaddockWatchMonitors  *self);
void                  paddock_watch_monitors_close    (PaddockWatchMonitors  *self);
gboolean              paddock_watch_monitors_start    (PaddockWatchMonitors  *self);
int                   paddock_watch_monitors_add      (PaddockWatchMonitors  *self,
                                                       int                    fd,
                                                       const char            *path,
                                                       gboolean              *out_missed);
void                  paddock_watch_monitors_release  (PaddockWatchMonitors  *self,
                                                       int                    watch,
                                                       const char            *path);
guint                 paddock_watch_monitors_get_size (PaddockWatchMonitors  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockWatchMonitors, paddock_watch_monitors_unref)

G_END_DECLS
