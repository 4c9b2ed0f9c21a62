/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-pump.h"

G_BEGIN_DECLS

/* How often Paddock looks whether the host is gone, in ms. Also the time that the server has
 * between SIGTERM and SIGKILL. */
#define PADDOCK_HOST_WATCH_MS 500

/* Notices when the host is gone. */
typedef struct _PaddockHostWatch PaddockHostWatch;

/* Called when the host is gone, to send @signal_number to the server: first SIGTERM, in a later
 * call SIGKILL. @was_unread: whether the host's lines were not read. Returns whether there was a
 * server. */
typedef gboolean (*PaddockHostWatchFunc) (int      signal_number,
                                          gboolean was_unread,
                                          gpointer user_data);

PaddockHostWatch *paddock_host_watch_new        (PaddockHostWatchFunc  gone,
                                                 gpointer              user_data);
void              paddock_host_watch_free       (PaddockHostWatch     *self);
void              paddock_host_watch_set_pumps  (PaddockHostWatch     *self,
                                                 PaddockPump          *to_server,
                                                 PaddockPump          *to_host);
void              paddock_host_watch_begin      (PaddockHostWatch     *self);
void              paddock_host_watch_set_unread (PaddockHostWatch     *self,
                                                 gboolean              is_unread);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockHostWatch, paddock_host_watch_free)

G_END_DECLS
