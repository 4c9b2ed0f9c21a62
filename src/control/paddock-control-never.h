/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-control-call.h"

G_BEGIN_DECLS

/* The methods of the control interface for the files for which the user answered "Never". */
void paddock_control_never_list      (PaddockCall *call,
                                      GVariant    *parameters);
void paddock_control_never_take_back (PaddockCall *call,
                                      GVariant    *parameters);

G_END_DECLS
