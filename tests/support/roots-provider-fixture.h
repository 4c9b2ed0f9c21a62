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

static inline gpointer
test_provider_copy_root (gconstpointer root,
                         gpointer      user_data)
{
  return paddock_root_ref ((PaddockRoot *) root);
}

static inline PaddockRootsAnswer *
test_provider_answer (PaddockRootsProvider   *provider,
                      const PaddockRecipient *recipient)
{
  TestProvider *self = TEST_PROVIDER (provider);
  g_auto (PaddockPolicyResult) result = {
    .answer = self->answer,
    .roots = g_ptr_array_copy (self->roots, test_provider_copy_root, NULL),
    .is_revoked_by_user = self->is_revoked_by_user,
    .choices = self->choices,
  };

  self->asked++;
  g_ptr_array_set_free_func (result.roots, (GDestroyNotify) paddock_root_unref);
  return paddock_roots_answer_new (&result, recipient->version, recipient->is_launch,
                                   &(PaddockLaunchFacts) { recipient->server_id, NULL });
}

static inline void
test_provider_iface_init (PaddockRootsProviderInterface *iface)
{
  iface->answer = test_provider_answer;
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
