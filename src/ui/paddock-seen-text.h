/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-client.h"

G_BEGIN_DECLS

char *paddock_seen_text        (GPtrArray         *sights,
                                gboolean           is_paused);
char *paddock_seen_text_grant  (GListModel        *roots,
                                PaddockServerItem *server,
                                PaddockRootItem   *root,
                                gboolean           is_paused,
                                gint64             now,
                                gint64            *out_next);
char *paddock_seen_text_server (GListModel        *roots,
                                PaddockServerItem *server,
                                PaddockRootItem   *root,
                                gboolean           is_paused,
                                gint64             now,
                                gint64            *out_next);

G_END_DECLS
