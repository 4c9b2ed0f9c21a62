/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-decision.h"

#include "paddock-nicks.h"

/* The answer to a question.
 *
 * An immutable value. It is made from an answer of the agent (the window that asks the user), or by
 * code that ends a question without an answer. paddock_decision_new() turns every incomplete ALLOW
 * into a DENY. */

static const char * const verdict_nicks[] = {
  [PADDOCK_VERDICT_DENY] = "deny",
  [PADDOCK_VERDICT_NOT_NOW] = "not-now",
  [PADDOCK_VERDICT_BLOCK] = "block",
  [PADDOCK_VERDICT_ALLOW] = "allow",
};

G_DEFINE_BOXED_TYPE (PaddockDecision, paddock_decision,
                     paddock_decision_ref, paddock_decision_unref)

static void
paddock_decision_clear (PaddockDecision *decision)
{
  for (gsize i = 0; i < decision->n_roots; i++)
    g_free ((char *) decision->roots[i].root_id);
  g_free ((PaddockDecisionRoot *) decision->roots);
  g_free ((char *) decision->request_id);
}

static void
paddock_decision_copy_roots (PaddockDecision       *decision,
                             const PaddockDecision *template)
{
  PaddockDecisionRoot *roots = g_new0 (PaddockDecisionRoot, template->n_roots);
  gsize n_roots = 0;

  for (gsize i = 0; i < template->n_roots; i++) {
    if (template->roots[i].root_id == NULL || *template->roots[i].root_id == '\0')
      continue;
    roots[n_roots] = template->roots[i];
    roots[n_roots].root_id = g_strdup (template->roots[i].root_id);
    n_roots++;
  }
  decision->roots = roots;
  decision->n_roots = n_roots;
}

/**
 * paddock_decision_new:
 * @template: the values to copy, strings and roots included
 *
 * An ALLOW must have roots or @as_asked, but not both; otherwise it becomes a DENY. A decision
 * without a reason, or with an unknown verdict, becomes a DENY as well. Roots without an id are
 * left out. Only an ALLOW keeps its roots or @as_asked, and only with @as_asked it keeps
 * @for_session.
 *
 * Returns: (transfer full): a new decision
 */
PaddockDecision *
paddock_decision_new (const PaddockDecision *template)
{
  PaddockDecision *decision = g_atomic_rc_box_new (PaddockDecision);

  *decision = *template;
  decision->request_id = g_strdup (template->request_id);
  decision->roots = NULL;
  decision->n_roots = 0;
  decision->as_asked = FALSE;
  decision->for_session = FALSE;
  if (template->verdict == PADDOCK_VERDICT_ALLOW && template->reason != PADDOCK_REASON_NONE) {
    if (template->as_asked) {
      decision->as_asked = template->n_roots == 0;
      decision->for_session = decision->as_asked && template->for_session;
    } else {
      paddock_decision_copy_roots (decision, template);
    }
  }

  if (template->reason == PADDOCK_REASON_NONE || template->verdict > PADDOCK_VERDICT_ALLOW)
    decision->verdict = PADDOCK_VERDICT_DENY;
  if (decision->verdict == PADDOCK_VERDICT_ALLOW && decision->n_roots == 0 && !decision->as_asked)
    decision->verdict = PADDOCK_VERDICT_DENY;
  return decision;
}

/**
 * paddock_decision_ref:
 * @decision: a decision
 *
 * Returns: (transfer full): @decision
 */
PaddockDecision *
paddock_decision_ref (PaddockDecision *decision)
{
  return g_atomic_rc_box_acquire (decision);
}

/**
 * paddock_decision_unref:
 * @decision: (transfer full): a decision
 */
void
paddock_decision_unref (PaddockDecision *decision)
{
  g_atomic_rc_box_release_full (decision, (GDestroyNotify) paddock_decision_clear);
}

/**
 * paddock_decision_verdict_to_nick:
 * @verdict: a verdict
 *
 * Returns: (transfer none): the name of @verdict on the bus
 */
const char *
paddock_decision_verdict_to_nick (PaddockVerdict verdict)
{
  return paddock_nicks_get (verdict_nicks, G_N_ELEMENTS (verdict_nicks), verdict);
}

/**
 * paddock_decision_verdict_from_nick:
 * @nick: (nullable): a name from the bus
 *
 * Returns: the verdict, %PADDOCK_VERDICT_DENY if @nick is unknown
 */
PaddockVerdict
paddock_decision_verdict_from_nick (const char *nick)
{
  return paddock_nicks_find_or_zero (verdict_nicks, G_N_ELEMENTS (verdict_nicks), nick);
}
