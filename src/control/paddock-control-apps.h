/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-control-call.h"

G_BEGIN_DECLS

/* The methods of the control interface for notes about apps' configuration files. */
void paddock_control_apps_list (PaddockCall *call,
                                GVariant    *parameters);
void paddock_control_apps_note (PaddockCall *call,
                                GVariant    *parameters);

G_END_DECLS
