/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-bus"

#include "paddock-decision-dict.h"

#include "paddock-dict.h"

/* Converts the dictionary of a decision: the window writes it, the service reads it. Reading never
 * fails. If the service does not understand a dictionary, the decision is a denial. */

/**
 * paddock_decision_dict_to_variant:
 * @decision: a decision
 *
 * Returns: (transfer floating): the dictionary of @decision, called "decision" in AnswerRequest of
 *   the XML
 */
GVariant *
paddock_decision_dict_to_variant (const PaddockDecision *decision)
{
  g_autofree char *duration = paddock_duration_to_text (decision->duration);
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  GVariantBuilder roots;

  g_variant_builder_init (&roots, G_VARIANT_TYPE ("a(ss)"));
  for (gsize i = 0; i < decision->n_roots; i++) {
    if (g_utf8_validate (decision->roots[i].root_id, -1, NULL))
      g_variant_builder_add (&roots, "(ss)", decision->roots[i].root_id,
                             paddock_root_access_to_nick (decision->roots[i].access));
  }

  paddock_dict_put_text (&builder, "verdict", paddock_decision_verdict_to_nick (decision->verdict));
  paddock_dict_put_text (&builder, "duration", duration);
  if (decision->as_asked) {
    g_variant_builder_clear (&roots);
    paddock_dict_put (&builder, "as-asked", g_variant_new_boolean (TRUE));
    if (decision->for_session)
      paddock_dict_put (&builder, "session", g_variant_new_boolean (TRUE));
  } else {
    paddock_dict_put (&builder, "roots", g_variant_builder_end (&roots));
  }
  return g_variant_builder_end (&builder);
}

static PaddockReason
get_reason (PaddockVerdict verdict,
            PaddockReason  allow_reason)
{
  switch (verdict) {
    case PADDOCK_VERDICT_ALLOW:
      return allow_reason;
    case PADDOCK_VERDICT_NOT_NOW:
      return PADDOCK_REASON_USER_PUT_OFF;
    case PADDOCK_VERDICT_BLOCK:
    case PADDOCK_VERDICT_DENY:
    default:
      return PADDOCK_REASON_USER_DENIED;
  }
}

/**
 * paddock_decision_dict_from_variant:
 * @request_id: the id of the question that the user answered
 * @serial: the serial of the question when the user saw it
 * @allow_reason: the reason of the decision if it is an ALLOW; %PADDOCK_REASON_NONE: an ALLOW
 *   counts as a denial
 * @variant: the "decision" of AnswerRequest in the XML
 *
 * Reads a decision. A dictionary with an unknown verdict is a denial. An ALLOW must either be
 * "as-asked" or list roots. With neither or both, or with a malformed or empty list, it is a
 * denial. An unknown access means read-only. An unknown duration means the shortest one; in an
 * answer about a file it means "once".
 *
 * Returns: (transfer full): the decision
 */
PaddockDecision *
paddock_decision_dict_from_variant (const char    *request_id,
                                    guint          serial,
                                    PaddockReason  allow_reason,
                                    GVariant      *variant)
{
  g_autoptr (GVariant) dictionary = paddock_dict_ensure (variant);
  const char *nick = paddock_dict_peek_text (dictionary, "verdict");
  PaddockVerdict verdict = paddock_decision_verdict_from_nick (nick);
  g_autoptr (GArray) roots = g_array_new (FALSE, TRUE, sizeof (PaddockDecisionRoot));
  g_autoptr (GVariantIter) iter = NULL;
  const char *root_id;
  const char *access;

  if (g_variant_lookup (dictionary, "roots", "a(ss)", &iter)) {
    while (g_variant_iter_next (iter, "(&s&s)", &root_id, &access)) {
      PaddockDecisionRoot root = { root_id, paddock_root_access_from_nick (access) };

      g_array_append_val (roots, root);
    }
  }

  return paddock_decision_new (&(PaddockDecision) {
    .request_id = request_id,
    .serial = serial,
    .verdict = verdict,
    .reason = get_reason (verdict, allow_reason),
    .duration = paddock_dict_peek_duration (dictionary, "duration"),
    .roots = (const PaddockDecisionRoot *) roots->data,
    .n_roots = roots->len,
    .as_asked = paddock_dict_peek_flag (dictionary, "as-asked"),
    .for_session = paddock_dict_peek_flag (dictionary, "session"),
  });
}
