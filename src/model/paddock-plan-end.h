/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-plan.h"

G_BEGIN_DECLS

PaddockChanges *paddock_plan_end_scope        (const PaddockPlanContext *plan,
                                               const char               *scope);
PaddockChanges *paddock_plan_end_login        (const PaddockPlanContext *plan,
                                               const char               *login);
PaddockChanges *paddock_plan_end_expired      (const PaddockPlanContext *plan);
GPtrArray      *paddock_plan_end_list_expired (const PaddockPlanContext *plan);

G_END_DECLS
