/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-root.h"

G_BEGIN_DECLS

/* Knows which roots a server sees. For the reader that is the sessions; in tests a stub. */
#define PADDOCK_TYPE_BOUNDARY (paddock_boundary_get_type ())
G_DECLARE_INTERFACE (PaddockBoundary, paddock_boundary, PADDOCK, BOUNDARY, GObject)

struct _PaddockBoundaryInterface
{
  GTypeInterface parent_iface;

  /* Returns what any session of the server sees, or what a new one would see: (transfer container)
   * (element-type PaddockRoot), never NULL. */
  GPtrArray * (* list_visible)    (PaddockBoundary *self,
                                   const char      *server_id);
  /* Returns what the session of the server with this scope sees. @scope: (nullable) */
  GPtrArray * (* list_visible_in) (PaddockBoundary *self,
                                   const char      *server_id,
                                   const char      *scope);
};

G_END_DECLS
