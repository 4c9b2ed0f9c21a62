/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"

G_BEGIN_DECLS

/* What a host has declared about roots of its own. */
typedef enum {
  PADDOCK_DECLARED_NOTHING,         /* the host has declared nothing yet */
  PADDOCK_DECLARED_NO_ROOTS,
  PADDOCK_DECLARED_ROOTS_ONCE,      /* the host declared roots, and later that it has none */
  PADDOCK_DECLARED_ROOTS,
} PaddockDeclared;

PaddockMessage *paddock_capability_splice (const PaddockMessage *message,
                                           gboolean             *out_had_roots);

G_END_DECLS
