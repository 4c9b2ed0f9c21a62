/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-watch-cover.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* The monitors that are shared by all roots: one for each directory. */
typedef struct _PaddockWatchMonitors PaddockWatchMonitors;

/* Something happened to @path. @is_structural: it may be another object now, or none. */
typedef void (*PaddockWatchEventFunc) (const char *path,
                                       gboolean    is_structural,
                                       gpointer    user_data);

PaddockWatchMonitors *paddock_watch_monitors_new      (PaddockWatchEventFunc   func,
                                                       gpointer                user_data);
void                  paddock_watch_monitors_free     (PaddockWatchMonitors   *self);
gboolean              paddock_watch_monitors_hold     (PaddockWatchMonitors   *self,
                                                       const PaddockWatchSpot *spot,
                                                       gint64                  since,
                                                       gboolean               *out_is_newer);
void                  paddock_watch_monitors_release  (PaddockWatchMonitors   *self,
                                                       const char             *path);
void                  paddock_watch_monitors_distrust (PaddockWatchMonitors   *self,
                                                       const char             *path);
guint                 paddock_watch_monitors_get_size (PaddockWatchMonitors   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockWatchMonitors, paddock_watch_monitors_free)

G_END_DECLS
