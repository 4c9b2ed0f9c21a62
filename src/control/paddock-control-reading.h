/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-control-call.h"

G_BEGIN_DECLS

/* The methods of the control interface for reading files. */
void paddock_control_reading_check_access         (PaddockCall *call,
                                                   GVariant    *parameters);
void paddock_control_reading_open_access          (PaddockCall *call,
                                                   GVariant    *parameters);
void paddock_control_reading_acknowledge_refusals (PaddockCall *call,
                                                   GVariant    *parameters);

G_END_DECLS
