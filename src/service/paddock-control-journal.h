/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-control-call.h"

G_BEGIN_DECLS

/* The methods of the control interface that are about the journal. */
void paddock_control_list_journal   (PaddockCall *call,
                                     GVariant    *parameters);
void paddock_control_search_journal (PaddockCall *call,
                                     GVariant    *parameters);
void paddock_control_clear_journal  (PaddockCall *call,
                                     GVariant    *parameters);

G_END_DECLS
