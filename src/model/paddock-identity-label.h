/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-identity.h"

G_BEGIN_DECLS

char *paddock_identity_label_dup (const PaddockIdentity *identity);

G_END_DECLS
