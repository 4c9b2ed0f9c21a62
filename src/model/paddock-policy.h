/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-snapshot.h"
#include "paddock-widening.h"

G_BEGIN_DECLS

/* The kind of answer to a server's request for roots. 0 shares nothing. */
typedef enum {
  PADDOCK_ANSWER_EMPTY,             /* an empty list, and the user is not asked */
  PADDOCK_ANSWER_ASK,               /* an empty list now, and the user is asked */
  PADDOCK_ANSWER_LIST,              /* the granted roots, which may be none */
  PADDOCK_ANSWER_NOT_SUPPORTED,     /* the error "Roots not supported", because roots are switched
                                     * off for the server */
} PaddockAnswer;

/* The value of the service's option --consent. */
typedef enum {
  PADDOCK_CONSENT_ASK,              /* the user is asked about each server */
  PADDOCK_CONSENT_DENY,             /* every server gets an empty list */
  PADDOCK_CONSENT_ALLOW,            /* every server that is not blocked sees all roots */
} PaddockConsentMode;

/* A question for the policy: what may this server see? */
typedef struct {
  const char         *server_id;
  const char         *scope;        /* (nullable) the process of the requesting session; NULL:
                                     * none, so no grant or decision for a session counts */
  PaddockConsentMode  mode;
} PaddockQuery;

/* Everything that a server may be told, and how long this is valid. */
typedef struct {
  PaddockAnswer   answer;
  PaddockReason   reason;           /* why the server gets this answer */
  GPtrArray      *roots;            /* (owned) PaddockRoot: the roots that the server sees, in the
                                     * order in which they were added. Each has the access and end
                                     * for this server. Empty unless @answer is
                                     * %PADDOCK_ANSWER_LIST */
  gboolean        is_revoked_by_user; /* @roots is empty because nothing is granted, or because
                                       * sharing is paused; FALSE if roots are only unavailable */
  PaddockChoices  choices;          /* what the user switched on for the server, as far as it is in
                                     * force now */
  guint64         revision;         /* the snapshot's revision when this result was computed */
  gint64          since;            /* when this result was computed, in µs since the epoch */
  gint64          until;            /* µs since the epoch: the next time at which this result may
                                     * change by itself; %G_MAXINT64: never */
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
