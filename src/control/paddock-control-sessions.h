/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-control-call.h"

G_BEGIN_DECLS

void paddock_control_sessions_disconnect (PaddockCall *call,
                                          GVariant    *parameters);

G_END_DECLS
