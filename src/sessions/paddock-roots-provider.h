/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

#include "paddock-recipient.h"

G_BEGIN_DECLS

/* Knows which roots a server may see. The Sessions implement it; tests use a stub. */
#define PADDOCK_TYPE_ROOTS_PROVIDER (paddock_roots_provider_get_type ())
G_DECLARE_INTERFACE (PaddockRootsProvider, paddock_roots_provider, PADDOCK, ROOTS_PROVIDER, GObject)

struct _PaddockRootsProviderInterface
{
  GTypeInterface parent_iface;

  /* Returns (transfer full) the current answer for this server, never NULL. If the answer that the
   * recipient keeps is still valid, returns that one. The function never asks the user, and never
   * blocks. */
  PaddockRootsAnswer * (* answer) (PaddockRootsProvider *self,
                                   const PaddockRecipient *recipient);
};

PaddockRootsAnswer *paddock_roots_provider_get_answer (PaddockRootsProvider *self,
                                                       PaddockRecipient     *recipient);
gboolean            paddock_roots_provider_may_read   (PaddockRootsProvider *self,
                                                       PaddockRecipient     *recipient);

G_END_DECLS
