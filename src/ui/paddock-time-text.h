/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-duration.h"
#include "paddock-root.h"

G_BEGIN_DECLS

char *paddock_time_text_time       (gint64              time,
                                    gint64              now);
char *paddock_time_text_until      (gint64              expires,
                                    gint64              now);
char *paddock_time_text_after      (PaddockDuration     duration,
                                    gint64              now);
char *paddock_time_text_duration   (PaddockDurationKind kind,
                                    const char         *app);
char *paddock_time_text_end        (const PaddockRoot  *root,
                                    gint64              now,
                                    gint64             *out_next);
char *paddock_time_text_length     (PaddockDuration     duration,
                                    gint64              now);
char *paddock_time_text_count_down (gint64              expires,
                                    gint64              now,
                                    gint64             *out_next);

G_END_DECLS
