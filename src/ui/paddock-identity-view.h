/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

#include "paddock-identity.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_IDENTITY_VIEW (paddock_identity_view_get_type ())
G_DECLARE_FINAL_TYPE (PaddockIdentityView, paddock_identity_view, PADDOCK, IDENTITY_VIEW, AdwBin)

void  paddock_identity_view_show (PaddockIdentityView   *self,
                                  const PaddockIdentity *identity,
                                  const PaddockIdentity *previous);

G_END_DECLS
