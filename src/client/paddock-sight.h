/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-root-item.h"
#include "paddock-server-item.h"


G_BEGIN_DECLS

/* How much a server sees now. */
typedef struct {
  guint    n_seen;            /* those through others included */
  guint    n_roots;
  gboolean sees_all;          /* whatever was shared with it */
} PaddockSightCount;

/* A server that sees a folder now. */
typedef struct {
  PaddockServerItem *server;  /* (owned) */
  PaddockRootItem   *outer;   /* (owned) (nullable) the shared folder around it */
} PaddockSight;

GPtrArray       *paddock_sight_list       (GListModel        *servers,
                                           GListModel        *roots,
                                           PaddockRootItem   *root);
PaddockRootItem *paddock_sight_find_outer (GListModel        *roots,
                                           PaddockServerItem *server,
                                           PaddockRootItem   *root);
PaddockSightCount paddock_sight_count     (GListModel        *roots,
                                           PaddockServerItem *server);

G_END_DECLS
