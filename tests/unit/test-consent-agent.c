/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "service-agent-fixture.h"

/* An agent that implements nothing: the interface's own defaults. */
#define TEST_TYPE_NOBODY (test_nobody_get_type ())
G_DECLARE_FINAL_TYPE (TestNobody, test_nobody, TEST, NOBODY, GObject)

struct _TestNobody
{
  GObject parent_instance;
};

G_DEFINE_FINAL_TYPE_WITH_CODE (TestNobody, test_nobody, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PADDOCK_TYPE_CONSENT_AGENT, NULL))

static void
test_nobody_class_init (TestNobodyClass *klass)
{
}

static void
test_nobody_init (TestNobody *self)
{
}

static gboolean
summon (PaddockConsentAgent *agent,
        GCancellable        *cancellable)
{
  g_autoptr (GAsyncResult) result = NULL;

  paddock_consent_agent_summon_async (agent, cancellable, on_result, &result);
  g_assert_null (result);
  WAIT_FOR (result != NULL);
  return paddock_consent_agent_summon_finish (agent, result);
}

static void
test_default_is_nobody (void)
{
  g_autoptr (TestNobody) nobody = g_object_new (TEST_TYPE_NOBODY, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_assert_false (paddock_consent_agent_is_available (PADDOCK_CONSENT_AGENT (nobody)));
  g_assert_false (summon (PADDOCK_CONSENT_AGENT (nobody), NULL));
  g_cancellable_cancel (cancellable);
  g_assert_false (summon (PADDOCK_CONSENT_AGENT (nobody), cancellable));
  g_assert_false (paddock_consent_agent_is_available (PADDOCK_CONSENT_AGENT (nobody)));
}

static void
on_available_changed (PaddockConsentAgent *agent,
                      guint               *n_changes)
{
  (*n_changes)++;
}

static void
test_calls_reach_who_implements (void)
{
  g_autoptr (TestAgent) agent = g_object_new (TEST_TYPE_AGENT, NULL);
  PaddockConsentAgent *consent_agent = PADDOCK_CONSENT_AGENT (agent);
  guint n_changes = 0;

  g_signal_connect (agent, "available-changed", G_CALLBACK (on_available_changed), &n_changes);
  g_assert_false (paddock_consent_agent_is_available (consent_agent));
  g_assert_false (summon (consent_agent, NULL));
  agent->comes = TRUE;
  g_assert_true (summon (consent_agent, NULL));
  g_assert_true (paddock_consent_agent_is_available (consent_agent));
  g_assert_cmpuint (agent->n_summoned, ==, 2);

  g_signal_emit_by_name (agent, "available-changed");
  g_assert_cmpuint (n_changes, ==, 1);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/consent-agent/default-is-nobody", test_default_is_nobody);
  g_test_add_func ("/consent-agent/calls-reach-who-implements", test_calls_reach_who_implements);
  return g_test_run ();
}
