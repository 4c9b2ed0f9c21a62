/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-handshake.h"
#include "paddock-policy.h"
#include "paddock-session.h"

G_BEGIN_DECLS

/* Who knows what a session may be told: the sessions; in tests a stub. */
#define PADDOCK_TYPE_ROOTS_PROVIDER (paddock_roots_provider_get_type ())
G_DECLARE_INTERFACE (PaddockRootsProvider, paddock_roots_provider, PADDOCK, ROOTS_PROVIDER, GObject)

struct _PaddockRootsProviderInterface
{
  GTypeInterface parent_iface;

  /* The roots for this session now: (transfer container) (element-type PaddockRoot), never NULL.
   * Asks nobody and never waits. */
  GPtrArray * (* provide) (PaddockRootsProvider *self,
                           PaddockSession       *session,
                           PaddockAnswer        *out_answer);
  /* Whether there are none because the user granted none, or took them back. */
  gboolean    (* is_revoked_by_user)(PaddockRootsProvider *self,
                                     PaddockSession       *session);
  /* What the user chose for this server, as far as it counts now. */
  PaddockChoices (* get_choices)(PaddockRootsProvider *self,
                                 PaddockSession       *session);
};

GStrv    paddock_roots_provider_dup_entries (PaddockRootsProvider *self,
                                             PaddockSession       *session,
                                             const PaddockVersion *version,
                                             PaddockAnswer        *out_answer,
                                             GString              *meta);
gboolean paddock_roots_provider_may_read    (PaddockRootsProvider *self,
                                             PaddockSession       *session);
GStrv    paddock_roots_provider_dup_told    (PaddockRootsProvider *self,
                                             PaddockSession       *session,
                                             const PaddockVersion *version,
                                             const char * const   *entries,
                                             const char           *meta);

G_END_DECLS
