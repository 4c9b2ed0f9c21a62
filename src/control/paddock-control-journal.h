/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-control-call.h"

G_BEGIN_DECLS

/* The methods of the control interface that read the journal. */
void paddock_control_journal_list   (PaddockCall *call,
                                     GVariant    *parameters);
void paddock_control_journal_search (PaddockCall *call,
                                     GVariant    *parameters);

G_END_DECLS
