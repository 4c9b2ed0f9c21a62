/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-http-request.h"
#include "paddock-target.h"

G_BEGIN_DECLS

PaddockHttpRequest *paddock_outbox_find_owner      (GPtrArray                 *outbox,
                                                    PaddockSpan                id);
gboolean            paddock_outbox_is_ours         (GPtrArray                 *outbox,
                                                    GBytes                    *line,
                                                    const PaddockReachOptions *options);
void                paddock_outbox_set_paused      (GPtrArray                 *outbox,
                                                    gboolean                   is_paused);
gboolean            paddock_outbox_has_busy        (GPtrArray                 *outbox,
                                                    gboolean                   is_late);
gboolean            paddock_outbox_has_one_way     (GPtrArray                 *outbox);
gboolean            paddock_outbox_make_room       (GPtrArray                 *outbox,
                                                    guint                      max);
guint               paddock_outbox_count_answers   (GPtrArray                 *outbox);
void                paddock_outbox_list_owed       (GPtrArray                 *outbox,
                                                    GPtrArray                 *ids);
void                paddock_outbox_list_unreceived (GPtrArray                 *outbox,
                                                    GPtrArray                 *lines,
                                                    GPtrArray                 *ids);

G_END_DECLS
