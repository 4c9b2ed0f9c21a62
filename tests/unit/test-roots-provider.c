/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "../support/roots-provider-fixture.h"

/* Without a provider the list is empty, even if an earlier answer was not. */
static void
test_nobody (void)
{
  g_autoptr (TestProvider) provider = g_object_new (TEST_TYPE_PROVIDER, NULL);
  PaddockRecipient recipient = { 0 };
  const PaddockPolicyResult *result;

  g_ptr_array_add (provider->roots, paddock_root_new (&(PaddockRoot) { .id = "r", .path = "/r" }));
  provider->is_revoked_by_user = TRUE;
  paddock_roots_provider_get_answer (PADDOCK_ROOTS_PROVIDER (provider), &recipient);
  result = paddock_roots_answer_get_result (recipient.answer);
  g_assert_cmpuint (result->roots->len, ==, 1);

  result = paddock_roots_answer_get_result (paddock_roots_provider_get_answer (NULL, &recipient));
  g_assert_cmpint (result->answer, ==, PADDOCK_ANSWER_EMPTY);
  g_assert_cmpuint (result->roots->len, ==, 0);
  g_assert_false (result->is_revoked_by_user);
  g_assert_cmpuint (result->choices, ==, PADDOCK_CHOICE_NONE);
  g_assert_null (paddock_roots_answer_get_told (recipient.answer)[0]);
  g_clear_pointer (&recipient.answer, paddock_roots_answer_unref);
}

/* The recipient keeps only its last answer. */
static void
test_keeps (void)
{
  g_autoptr (TestProvider) provider = g_object_new (TEST_TYPE_PROVIDER, NULL);
  PaddockRootsProvider *interface = PADDOCK_ROOTS_PROVIDER (provider);
  PaddockRecipient recipient = { 0 };

  for (guint i = 1; i <= 3; i++) {
    g_assert_true (paddock_roots_provider_get_answer (interface, &recipient) == recipient.answer);
    g_assert_cmpuint (provider->asked, ==, i);
  }
  g_clear_pointer (&recipient.answer, paddock_roots_answer_unref);
}

/* Files are read for a proven process that connected by itself, if the user allowed that. */
static void
test_may_read (void)
{
  static const PaddockChoices choices[] = {
    PADDOCK_CHOICE_NONE, PADDOCK_CHOICE_HOST_ROOTS | PADDOCK_CHOICE_KEEP_ROOTS,
    PADDOCK_CHOICE_READING,
  };
  PaddockFact facts[PADDOCK_N_FACTS] = {
    [PADDOCK_FACT_USER] = { PADDOCK_PROOF_PROVEN, "1000" },
    [PADDOCK_FACT_EXECUTABLE] = { PADDOCK_PROOF_PROVEN, "/usr/bin/x" },
  };
  g_autoptr (TestProvider) provider = g_object_new (TEST_TYPE_PROVIDER, NULL);

  for (guint i = 0; i < 4 * 3 * 2 * 2; i++) {
    PaddockIdentityKind kind = i % 4;
    gboolean has_provider = i / 24 % 2;
    g_autoptr (PaddockIdentity) identity = paddock_identity_new (kind, facts);
    PaddockRecipient recipient = { .identity = identity, .is_launch = i / 12 % 2 };

    provider->choices = choices[i / 4 % 3];
    g_assert_cmpint (paddock_roots_provider_may_read (has_provider
                                                      ? PADDOCK_ROOTS_PROVIDER (provider) : NULL,
                                                      &recipient), ==,
                     has_provider && kind == PADDOCK_IDENTITY_PROCESS && !recipient.is_launch &&
                     i / 4 % 3 == 2);
    recipient.identity = NULL;
    g_assert_false (paddock_roots_provider_may_read (PADDOCK_ROOTS_PROVIDER (provider),
                                                     &recipient));
    g_clear_pointer (&recipient.answer, paddock_roots_answer_unref);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/roots-provider/nobody", test_nobody);
  g_test_add_func ("/roots-provider/keeps", test_keeps);
  g_test_add_func ("/roots-provider/may-read", test_may_read);
  return g_test_run ();
}
