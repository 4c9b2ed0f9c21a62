/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-root.h"

G_BEGIN_DECLS

/* The interface of an object that knows which roots a server sees. In the service the sessions
 * implement it; in tests a stub does. */
#define PADDOCK_TYPE_BOUNDARY (paddock_boundary_get_type ())
G_DECLARE_INTERFACE (PaddockBoundary, paddock_boundary, PADDOCK, BOUNDARY, GObject)

struct _PaddockBoundaryInterface
{
  GTypeInterface parent_iface;

  /* Lists the roots that at least one session of the server sees, or that a new session would see.
   * Returns: (transfer container) (element-type PaddockRoot), never NULL. */
  GPtrArray * (* list_visible)    (PaddockBoundary *self,
                                   const char      *server_id);
  /* Lists the roots that one session of the server sees. @scope: (nullable): the processes of that
   * session; %NULL: unknown. Returns: (transfer container) (element-type PaddockRoot), never
   * NULL. */
  GPtrArray * (* list_visible_in) (PaddockBoundary *self,
                                   const char      *server_id,
                                   const char      *scope);
};

G_END_DECLS
