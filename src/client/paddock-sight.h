/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-root-item.h"
#include "paddock-server-item.h"


G_BEGIN_DECLS

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
guint            paddock_sight_count      (GListModel        *roots,
                                           PaddockServerItem *server);

G_END_DECLS
