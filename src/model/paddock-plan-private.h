/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-plan.h"

G_BEGIN_DECLS

/* Functions for many plans: each appends changes of one sort to a list, such as an entry for the
 * journal. They are only for the files that make plans. */
void paddock_plan_log_event      (PaddockChanges           *changes,
                                  const PaddockPlanContext *plan,
                                  PaddockEvent              event,
                                  PaddockReason             reason,
                                  const PaddockServer      *server,
                                  const PaddockRoot        *root);
void paddock_plan_put_server     (PaddockChanges           *changes,
                                  const PaddockServer      *template);
void paddock_plan_make_undecided (PaddockServer            *edited);
void paddock_plan_drop_grants    (PaddockChanges           *changes,
                                  const PaddockPlanContext *plan,
                                  const PaddockServer      *server,
                                  PaddockReason             reason);

G_END_DECLS
