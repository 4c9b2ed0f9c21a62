/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-policy.h"
#include "paddock-recipient.h"

G_BEGIN_DECLS

/* Who knows what a server may be told: the sessions; in tests a stub. */
#define PADDOCK_TYPE_ROOTS_PROVIDER (paddock_roots_provider_get_type ())
G_DECLARE_INTERFACE (PaddockRootsProvider, paddock_roots_provider, PADDOCK, ROOTS_PROVIDER, GObject)

struct _PaddockRootsProviderInterface
{
  GTypeInterface parent_iface;

  /* The roots for this server now: (transfer container) (element-type PaddockRoot), never NULL.
   * Asks nobody and never waits. */
  GPtrArray * (* provide) (PaddockRootsProvider *self,
                           const PaddockRecipient *recipient,
                           PaddockAnswer        *out_answer);
  /* Whether there are none because the user granted none, or took them back. */
  gboolean    (* is_revoked_by_user)(PaddockRootsProvider *self,
                                     const PaddockRecipient *recipient);
  /* What the user chose for this server, as far as it counts now. */
  PaddockChoices (* get_choices)(PaddockRootsProvider *self,
                                 const PaddockRecipient *recipient);
};

GStrv    paddock_roots_provider_dup_entries (PaddockRootsProvider   *self,
                                             const PaddockRecipient *recipient,
                                             PaddockAnswer          *out_answer,
                                             GString                *meta);
gboolean paddock_roots_provider_may_read    (PaddockRootsProvider   *self,
                                             const PaddockRecipient *recipient);
GStrv    paddock_roots_provider_dup_told    (PaddockRootsProvider   *self,
                                             const PaddockRecipient *recipient,
                                             const char * const     *entries,
                                             const char             *meta);

G_END_DECLS
