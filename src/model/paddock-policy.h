/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-snapshot.h"
#include "paddock-widening.h"

G_BEGIN_DECLS

/* What a server that asks is told. Zero tells nothing. */
typedef enum {
  PADDOCK_ANSWER_EMPTY,             /* [], and nobody is asked */
  PADDOCK_ANSWER_ASK,               /* [] now, and the user is asked */
  PADDOCK_ANSWER_LIST,              /* what it was granted, maybe [] */
  PADDOCK_ANSWER_NOT_SUPPORTED,     /* roots are switched off for it */
} PaddockAnswer;

typedef enum {
  PADDOCK_CONSENT_ASK,
  PADDOCK_CONSENT_DENY,
  PADDOCK_CONSENT_ALLOW,
} PaddockConsentMode;

/* One question to the policy. */
typedef struct {
  const char         *server_id;
  const char         *scope;        /* (nullable) the process of the session that asks */
  PaddockConsentMode  mode;
} PaddockQuery;

/* All that a server may be told, and for how long that holds. */
typedef struct {
  PaddockAnswer   answer;
  PaddockReason   reason;           /* of the answer */
  GPtrArray      *roots;            /* (owned) PaddockRoot: what the server sees, in the order of
                                     * being added, with the access and the end that it has; empty
                                     * unless the answer is %PADDOCK_ANSWER_LIST */
  gboolean        is_revoked_by_user; /* if it sees nothing, that is the user's will: nothing is
                                       * granted (any more), or all sharing is paused */
  PaddockChoices  choices;          /* what the user chose for it, as far as it counts */
  guint64         revision;         /* of the snapshot */
  gint64          since;            /* µs since the epoch */
  gint64          until;            /* µs since the epoch: the next end of anything in it;
                                     * %G_MAXINT64: never */
} PaddockPolicyResult;

PaddockPolicyResult paddock_policy_evaluate     (const PaddockSnapshot     *snapshot,
                                                 const PaddockQuery        *query,
                                                 gint64                     now);
gboolean            paddock_policy_result_holds (const PaddockPolicyResult *result,
                                                 const PaddockSnapshot     *snapshot,
                                                 gint64                     now);
void                paddock_policy_result_clear (PaddockPolicyResult       *result);

PaddockAnswer  paddock_policy_answer             (const PaddockSnapshot *snapshot,
                                                  const PaddockQuery    *query,
                                                  gint64                 now,
                                                  PaddockReason         *out_reason);
GPtrArray     *paddock_policy_visible_roots      (const PaddockSnapshot *snapshot,
                                                  const PaddockQuery    *query,
                                                  gint64                 now);
GPtrArray     *paddock_policy_boundary           (const PaddockSnapshot *snapshot,
                                                  gint64                 now);
PaddockChoices paddock_policy_choosable          (const PaddockServer   *server,
                                                  gint64                 now);
gint64         paddock_policy_next_expiry        (const PaddockSnapshot *snapshot,
                                                  gint64                 now);
gint64         paddock_policy_put_off_until      (guint                  times_put_off,
                                                  gint64                 now);
PaddockServer *paddock_policy_find_server        (const PaddockSnapshot *snapshot,
                                                  const PaddockIdentity *identity);
PaddockServer *paddock_policy_find_resembling    (const PaddockSnapshot *snapshot,
                                                  const PaddockIdentity *identity,
                                                  const char            *claimed_name);

const char *paddock_policy_consent_mode_to_nick   (PaddockConsentMode  mode);
gboolean    paddock_policy_consent_mode_from_nick (const char         *nick,
                                                   PaddockConsentMode *out_mode);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PaddockPolicyResult, paddock_policy_result_clear)

G_END_DECLS
