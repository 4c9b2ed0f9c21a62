/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-sending.h"
#include "paddock-target.h"

G_BEGIN_DECLS

PaddockSending *paddock_sendings_find_owner    (GPtrArray   *sendings,
                                                PaddockSpan  id);
gboolean        paddock_sendings_is_ours       (GPtrArray                 *sendings,
                                                GBytes                    *line,
                                                const PaddockReachOptions *options);
void            paddock_sendings_set_paused    (GPtrArray   *sendings,
                                                gboolean     is_paused);
gboolean        paddock_sendings_has_busy      (GPtrArray   *sendings,
                                                gboolean     is_late);
gboolean        paddock_sendings_has_words     (GPtrArray   *sendings);
gboolean        paddock_sendings_make_room     (GPtrArray   *sendings,
                                                guint        max);
guint           paddock_sendings_count_answers (GPtrArray   *sendings);
void            paddock_sendings_list_owed     (GPtrArray   *sendings,
                                                GPtrArray   *ids);
void            paddock_sendings_list_untaken  (GPtrArray   *sendings,
                                                GPtrArray   *lines,
                                                GPtrArray   *ids);

G_END_DECLS
