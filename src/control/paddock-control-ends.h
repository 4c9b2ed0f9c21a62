/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-control-call.h"

G_BEGIN_DECLS

gboolean paddock_control_ends_parse_duration (PaddockCall     *call,
                                              const char      *text,
                                              PaddockDuration *out_duration);
gboolean paddock_control_ends_find_login     (PaddockCall     *call,
                                              char           **out_login);
gboolean paddock_control_ends_read           (PaddockCall     *call,
                                              GVariantDict    *dict,
                                              gboolean        *out_has_end,
                                              PaddockDuration *out_duration,
                                              gint64          *out_expires,
                                              char           **out_login);

G_END_DECLS
