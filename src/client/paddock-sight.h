/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-root-item.h"
#include "paddock-server-item.h"


G_BEGIN_DECLS

/* How many roots a server sees now. */
typedef struct {
  guint    n_seen;            /* how many roots the server sees, also through outer ones */
  guint    n_roots;
  gboolean sees_all;          /* the server sees every available root, without grants */
  gboolean runs_differ;       /* some of the roots are seen by only some of the server's runs */
} PaddockSightCount;

/* A server that sees a root now. */
typedef struct {
  PaddockServerItem *server;  /* (owned) */
  PaddockRootItem   *outer;   /* (owned) (nullable) outer root; NULL: the root itself is shared */
  guint              n_runs;  /* how many of the server's runs see the root; 0: all of them */
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
