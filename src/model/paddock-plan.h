/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-decision.h"
#include "paddock-ledger.h"

G_BEGIN_DECLS

/* Who does it, why, and when. */
typedef struct {
  const PaddockLedger *ledger;
  PaddockReason        reason;
  const char          *caller;      /* (nullable) who called, for the journal; NULL: the window */
  gint64               now;         /* µs since the epoch */
  GTimeZone           *zone;        /* for "today" */
} PaddockPlan;

/* How a root is to change; what has no set flag stays. */
typedef struct {
  gboolean       set_name;
  const char    *name;              /* (nullable) */
  gboolean       set_access;
  PaddockAccess  access;
  gboolean       set_expires;
  gint64         expires;
  const char    *login;             /* (nullable) with set_expires: the login it ends with */
  gboolean       set_crosses;
  gboolean       crosses;
  const PaddockFileRecord *record;  /* (nullable) what is at the path now, to count again */
  const char    *document;          /* (nullable) by which it is reached from now on */
} PaddockRootEdit;

PaddockChangeset *paddock_plan_add_root     (const PaddockPlan         *plan,
                                             PaddockRoot               *root);
PaddockChangeset *paddock_plan_remove_root  (const PaddockPlan         *plan,
                                             const char                *root_id);
PaddockChangeset *paddock_plan_change_root  (const PaddockPlan         *plan,
                                             const char                *root_id,
                                             const PaddockRootEdit     *edit);
PaddockChangeset *paddock_plan_grant        (const PaddockPlan         *plan,
                                             const char                *server_id,
                                             const PaddockDecisionRoot *roots,
                                             gsize                      n_roots,
                                             PaddockDuration            duration,
                                             const char                *scope);
PaddockChangeset *paddock_plan_revoke       (const PaddockPlan         *plan,
                                             const char                *server_id,
                                             const char * const        *root_ids);
PaddockChangeset *paddock_plan_block        (const PaddockPlan         *plan,
                                             const char                *server_id);
PaddockChangeset *paddock_plan_unblock      (const PaddockPlan         *plan,
                                             const char                *server_id);
PaddockChangeset *paddock_plan_forget       (const PaddockPlan         *plan,
                                             const char                *server_id);
PaddockChangeset *paddock_plan_choose       (const PaddockPlan         *plan,
                                             const char                *server_id,
                                             PaddockChoices             which,
                                             PaddockChoices             wanted);
PaddockChangeset *paddock_plan_put_off      (const PaddockPlan         *plan,
                                             const char                *server_id);
PaddockChangeset *paddock_plan_ask_again    (const PaddockPlan         *plan,
                                             const char                *server_id);
PaddockChangeset *paddock_plan_end_scope    (const PaddockPlan         *plan,
                                             const char                *scope);
PaddockChangeset *paddock_plan_end_login    (const PaddockPlan         *plan,
                                             const char                *login);
PaddockChangeset *paddock_plan_expire       (const PaddockPlan         *plan);
GPtrArray        *paddock_plan_list_expired (const PaddockPlan         *plan);
PaddockChangeset *paddock_plan_pause        (const PaddockPlan         *plan);
PaddockChangeset *paddock_plan_resume       (const PaddockPlan         *plan);
PaddockChangeset *paddock_plan_clear_journal (const PaddockPlan        *plan);
PaddockChangeset *paddock_plan_withdraw     (const PaddockPlan         *plan,
                                             const char                *root_id,
                                             PaddockAvailability        availability,
                                             const PaddockFileRecord   *current,
                                             gint64                     last_seen);

G_END_DECLS
