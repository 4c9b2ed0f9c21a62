/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-control-call.h"

G_BEGIN_DECLS

const char *paddock_control_submit_get_label (const PaddockCall *call);
void        paddock_control_submit           (PaddockCall       *call,
                                              PaddockCommand    *command);

G_END_DECLS
