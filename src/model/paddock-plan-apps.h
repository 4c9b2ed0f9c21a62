/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-notes.h"
#include "paddock-plan.h"

G_BEGIN_DECLS

/* How many entries of apps' files one TAKE_OUT names at most, and how many bytes each has. */
#define PADDOCK_PLAN_APPS_MAX_ENTRIES     64
#define PADDOCK_PLAN_APPS_MAX_ENTRY_BYTES 300

PaddockChanges *paddock_plan_apps_note          (const PaddockPlanContext  *plan,
                                                 const PaddockAppNote      *template);
gboolean        paddock_plan_apps_check_note    (const PaddockPlanContext  *plan,
                                                 const PaddockAppNote      *template,
                                                 GError                   **error);
PaddockChanges *paddock_plan_apps_gone          (const PaddockPlanContext  *plan,
                                                 const char                *key);
PaddockChanges *paddock_plan_apps_take_out      (void);
gboolean        paddock_plan_apps_check_entries (const char * const        *entries,
                                                 GError                   **error);

G_END_DECLS
