/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-roots-provider.h"

/* A provider with the roots that the test chooses. */

#define TEST_TYPE_PROVIDER (test_provider_get_type ())
G_DECLARE_FINAL_TYPE (TestProvider, test_provider, TEST, PROVIDER, GObject)

struct _TestProvider
{
  GObject        parent_instance;
  GPtrArray     *roots;             /* (owned) */
  PaddockAnswer  answer;
  gboolean       is_revoked_by_user;
  PaddockChoices choices;
  guint          asked;
};

static inline GPtrArray *
test_provider_provide (PaddockRootsProvider   *provider,
                       const PaddockRecipient *recipient,
                       PaddockAnswer          *out_answer)
{
  TestProvider *self = TEST_PROVIDER (provider);

  self->asked++;
  *out_answer = self->answer;
  return g_ptr_array_ref (self->roots);
}

static inline gboolean
test_provider_is_taken (PaddockRootsProvider   *provider,
                        const PaddockRecipient *recipient)
{
  return TEST_PROVIDER (provider)->is_revoked_by_user;
}

static inline PaddockChoices
test_provider_get_choices (PaddockRootsProvider   *provider,
                           const PaddockRecipient *recipient)
{
  return TEST_PROVIDER (provider)->choices;
}

static inline void
test_provider_iface_init (PaddockRootsProviderInterface *iface)
{
  iface->provide = test_provider_provide;
  iface->is_revoked_by_user = test_provider_is_taken;
  iface->get_choices = test_provider_get_choices;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TestProvider, test_provider, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PADDOCK_TYPE_ROOTS_PROVIDER,
                                                      test_provider_iface_init))

static inline void
test_provider_finalize (GObject *object)
{
  g_ptr_array_unref (TEST_PROVIDER (object)->roots);
  G_OBJECT_CLASS (test_provider_parent_class)->finalize (object);
}

static inline void
test_provider_class_init (TestProviderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = test_provider_finalize;
}

static inline void
test_provider_init (TestProvider *self)
{
  self->roots = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_root_unref);
  self->answer = PADDOCK_ANSWER_LIST;
}
