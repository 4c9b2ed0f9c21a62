/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-decision.h"

G_BEGIN_DECLS

GVariant        *paddock_decision_dict_to_variant   (const PaddockDecision *decision);
PaddockDecision *paddock_decision_dict_from_variant (const char            *request_id,
                                                     guint                  serial,
                                                     PaddockReason          allow_reason,
                                                     GVariant              *variant);

G_END_DECLS
