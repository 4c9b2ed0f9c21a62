/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-boundary.h"

/* The interface keeps the reader from what is known of sessions: it learns the roots of one server
 * at one moment, and nothing else. */

G_DEFINE_INTERFACE (PaddockBoundary, paddock_boundary, G_TYPE_OBJECT)

static void
paddock_boundary_default_init (PaddockBoundaryInterface *iface)
{
}
