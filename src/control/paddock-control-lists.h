/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-control-call.h"
#include "paddock-pager.h"

G_BEGIN_DECLS

/* The methods of the control interface that return the current lists. */
void paddock_control_lists_roots   (PaddockCall *call,
                                    GVariant    *parameters);
void paddock_control_lists_servers (PaddockCall *call,
                                    GVariant    *parameters);
void paddock_control_lists_homes   (PaddockCall *call,
                                    GVariant    *parameters);
void paddock_control_lists_prompts (PaddockCall *call,
                                    GVariant    *parameters);

void paddock_control_lists_return_page (PaddockCall            *call,
                                        GVariant               *parameters,
                                        const PaddockPagerKind *kind,
                                        GPtrArray              *rows,
                                        gpointer                user_data);

G_END_DECLS
