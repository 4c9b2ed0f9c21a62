/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-duration.h"
#include "paddock-grant.h"
#include "paddock-reason.h"

G_BEGIN_DECLS

/* Zero denies. */
typedef enum {
  PADDOCK_VERDICT_DENY,             /* nothing is granted, nothing is remembered */
  PADDOCK_VERDICT_NOT_NOW,          /* nothing is granted, asked again later */
  PADDOCK_VERDICT_BLOCK,            /* nothing is granted, never asked again */
  PADDOCK_VERDICT_ALLOW,
} PaddockVerdict;

#define PADDOCK_TYPE_DECISION (paddock_decision_get_type ())

/* One root of an allowing decision. */
typedef struct {
  const char    *root_id;
  PaddockAccess  access;
} PaddockDecisionRoot;

/* The answer to a request. Immutable; copied from a template like PaddockRoot. An ALLOW is either
 * of roots, which answers a server that asked for some, or of the command of a caller as it was
 * asked.
 * One that is neither or both, and any decision without a reason, is made a DENY by
 * paddock_decision_new(). */
typedef struct {
  const char                *request_id;
  guint                      serial;
  PaddockVerdict             verdict;
  PaddockReason              reason;
  PaddockDuration            duration;
  const PaddockDecisionRoot *roots;       /* array */
  gsize                      n_roots;
  gboolean                   as_asked;    /* ALLOW: the whole command, and nothing but it */
  gboolean                   for_session; /* ALLOW of a file: while who asked is there */
} PaddockDecision;

GType            paddock_decision_get_type (void) G_GNUC_CONST;
PaddockDecision *paddock_decision_new      (const PaddockDecision *template);
PaddockDecision *paddock_decision_ref      (PaddockDecision       *decision);
void             paddock_decision_unref    (PaddockDecision       *decision);

const char    *paddock_decision_verdict_to_nick   (PaddockVerdict verdict);
PaddockVerdict paddock_decision_verdict_from_nick (const char    *nick);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockDecision, paddock_decision_unref)

G_END_DECLS
