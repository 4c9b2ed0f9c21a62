/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-boundary.h"

/* Through this interface the reader (paddock-reading.c) learns which roots a server sees at this
 * moment, and nothing else about the server's sessions. */

G_DEFINE_INTERFACE (PaddockBoundary, paddock_boundary, G_TYPE_OBJECT)

static void
paddock_boundary_default_init (PaddockBoundaryInterface *iface)
{
}
