/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

#include "paddock-recipient.h"

G_BEGIN_DECLS

/* Who knows what a server may be told: the sessions; in tests a stub. */
#define PADDOCK_TYPE_ROOTS_PROVIDER (paddock_roots_provider_get_type ())
G_DECLARE_INTERFACE (PaddockRootsProvider, paddock_roots_provider, PADDOCK, ROOTS_PROVIDER, GObject)

struct _PaddockRootsProviderInterface
{
  GTypeInterface parent_iface;

  /* What this server is told now: (transfer full), never NULL. The recipient's answer itself, if
   * that still holds. Asks nobody and never waits. */
  PaddockRootsAnswer * (* answer) (PaddockRootsProvider *self,
                                   const PaddockRecipient *recipient);
};

PaddockRootsAnswer *paddock_roots_provider_get_answer (PaddockRootsProvider *self,
                                                       PaddockRecipient     *recipient);
gboolean            paddock_roots_provider_may_read   (PaddockRootsProvider *self,
                                                       PaddockRecipient     *recipient);

G_END_DECLS
