/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-decision.h"
#include "paddock-snapshot.h"

G_BEGIN_DECLS

/* What a plan needs to know: the snapshot that it would change, who acts, why and when. */
typedef struct {
  const PaddockSnapshot *snapshot;
  PaddockReason          reason;
  const char            *caller;    /* (nullable) who acts, for the journal; NULL: the window */
  gint64                 now;       /* µs since the epoch */
  GTimeZone             *zone;      /* the time zone for a duration "today" */
} PaddockPlanContext;

PaddockChanges *paddock_plan_add_root      (const PaddockPlanContext  *plan,
                                            PaddockRoot               *root);
PaddockChanges *paddock_plan_remove_root   (const PaddockPlanContext  *plan,
                                            const char                *root_id);
PaddockChanges *paddock_plan_change_root   (const PaddockPlanContext  *plan,
                                            const char                *root_id,
                                            GVariant                  *edit);
PaddockChanges *paddock_plan_grant         (const PaddockPlanContext  *plan,
                                            const char                *server_id,
                                            const PaddockDecisionRoot *roots,
                                            gsize                      n_roots,
                                            PaddockDuration            duration,
                                            const char                *scope);
PaddockChanges *paddock_plan_revoke        (const PaddockPlanContext  *plan,
                                            const char                *server_id,
                                            const char * const        *root_ids);
PaddockChanges *paddock_plan_block         (const PaddockPlanContext  *plan,
                                            const char                *server_id);
PaddockChanges *paddock_plan_unblock       (const PaddockPlanContext  *plan,
                                            const char                *server_id);
PaddockChanges *paddock_plan_forget        (const PaddockPlanContext  *plan,
                                            const char                *server_id);
PaddockChanges *paddock_plan_choose        (const PaddockPlanContext  *plan,
                                            const char                *server_id,
                                            PaddockChoices             which,
                                            PaddockChoices             wanted);
PaddockChanges *paddock_plan_put_off       (const PaddockPlanContext  *plan,
                                            const char                *server_id);
PaddockChanges *paddock_plan_ask_again     (const PaddockPlanContext  *plan,
                                            const char                *server_id);
PaddockChanges *paddock_plan_pause         (const PaddockPlanContext  *plan);
PaddockChanges *paddock_plan_resume        (const PaddockPlanContext  *plan);
PaddockChanges *paddock_plan_clear_journal (const PaddockPlanContext  *plan);
PaddockChanges *paddock_plan_withdraw      (const PaddockPlanContext  *plan,
                                            const char                *root_id,
                                            PaddockAvailability        availability,
                                            const PaddockFileRecord   *current,
                                            gint64                     last_seen);

G_END_DECLS
