/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-duration.h"
#include "paddock-grant.h"
#include "paddock-reason.h"

G_BEGIN_DECLS

/* The user's choice in an answer. 0 is DENY, so an unset verdict grants nothing. */
typedef enum {
  PADDOCK_VERDICT_DENY,             /* nothing is granted, nothing is remembered */
  PADDOCK_VERDICT_NOT_NOW,          /* nothing is granted, the user is asked again later */
  PADDOCK_VERDICT_BLOCK,            /* nothing is granted, the user is never asked again */
  PADDOCK_VERDICT_ALLOW,
} PaddockVerdict;

#define PADDOCK_TYPE_DECISION (paddock_decision_get_type ())

/* One root that the user's answer ALLOW lets the server see, and with which access. */
typedef struct {
  const char    *root_id;
  PaddockAccess  access;
} PaddockDecisionRoot;

/* The answer to one question (PaddockPrompt). Immutable: fill in a struct as a template, and
 * paddock_decision_new() copies the template.
 *
 * There are two kinds of ALLOW. If a server asked for roots, @roots are those that it may see. For
 * every other question, @as_asked allows exactly what was asked. An ALLOW with both, with neither,
 * or without a reason is invalid: paddock_decision_new() makes it a DENY. */
typedef struct {
  const char                *request_id;  /* the id of the question */
  guint                      serial;      /* the serial of the question that the user saw */
  PaddockVerdict             verdict;
  PaddockReason              reason;
  PaddockDuration            duration;    /* if the verdict is ALLOW: for how long the server may
                                           * see @roots */
  const PaddockDecisionRoot *roots;       /* array of @n_roots */
  gsize                      n_roots;
  gboolean                   as_asked;    /* if the verdict is ALLOW: the user allowed exactly what
                                           * was asked */
  gboolean                   for_session; /* if the user allowed reading a file: the answer holds
                                           * until the session ends, not only once */
} PaddockDecision;

GType            paddock_decision_get_type (void) G_GNUC_CONST;
PaddockDecision *paddock_decision_new      (const PaddockDecision *template);
PaddockDecision *paddock_decision_ref      (PaddockDecision       *decision);
void             paddock_decision_unref    (PaddockDecision       *decision);

const char    *paddock_decision_verdict_to_nick   (PaddockVerdict verdict);
PaddockVerdict paddock_decision_verdict_from_nick (const char    *nick);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockDecision, paddock_decision_unref)

G_END_DECLS
