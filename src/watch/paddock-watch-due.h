/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

GSource  *paddock_watch_due_new    (GSourceFunc  callback,
                                    gpointer     user_data,
                                    const char  *name);
void      paddock_watch_due_free   (GSource     *source);
void      paddock_watch_due_in     (GSource     *source,
                                    guint        delay_ms);
void      paddock_watch_due_never  (GSource     *source);
gboolean  paddock_watch_due_is_set (GSource     *source);

G_END_DECLS
