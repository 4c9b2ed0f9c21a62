/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-duration.h"
#include "paddock-grant.h"
#include "paddock-reason.h"

G_BEGIN_DECLS

/* 0 is DENY, so an unset verdict grants nothing. */
typedef enum {
  PADDOCK_VERDICT_DENY,             /* nothing is granted, nothing is remembered */
  PADDOCK_VERDICT_NOT_NOW,          /* nothing is granted, the user is asked again later */
  PADDOCK_VERDICT_BLOCK,            /* nothing is granted, the user is never asked again */
  PADDOCK_VERDICT_ALLOW,
} PaddockVerdict;

#define PADDOCK_TYPE_DECISION (paddock_decision_get_type ())

/* One root of an ALLOW. */
typedef struct {
  const char    *root_id;
  PaddockAccess  access;
} PaddockDecisionRoot;

/* The answer to a request. Immutable; copied from a template like PaddockRoot. An ALLOW either has
 * roots, as the answer to a server; or it is "as asked", as the answer to a caller's command. If it
 * is neither or both, or has no reason, paddock_decision_new() makes it a DENY. */
typedef struct {
  const char                *request_id;
  guint                      serial;
  PaddockVerdict             verdict;
  PaddockReason              reason;
  PaddockDuration            duration;
  const PaddockDecisionRoot *roots;       /* array */
  gsize                      n_roots;
  gboolean                   as_asked;    /* ALLOW: of the whole command, unchanged */
  gboolean                   for_session; /* ALLOW of a file: until the session ends */
} PaddockDecision;

GType            paddock_decision_get_type (void) G_GNUC_CONST;
PaddockDecision *paddock_decision_new      (const PaddockDecision *template);
PaddockDecision *paddock_decision_ref      (PaddockDecision       *decision);
void             paddock_decision_unref    (PaddockDecision       *decision);

const char    *paddock_decision_verdict_to_nick   (PaddockVerdict verdict);
PaddockVerdict paddock_decision_verdict_from_nick (const char    *nick);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockDecision, paddock_decision_unref)

G_END_DECLS
