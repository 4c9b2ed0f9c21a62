/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-control-call.h"

G_BEGIN_DECLS

const char *paddock_control_get_label     (const PaddockCall *call);
void        paddock_control_submit        (PaddockCall       *call,
                                           PaddockWish       *wish);
void        paddock_control_submit_narrow (PaddockCall       *call,
                                           PaddockWish       *wish);

G_END_DECLS
