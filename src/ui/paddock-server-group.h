/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-views.h"

G_BEGIN_DECLS

/* The groups of the Servers page, in this order. */
typedef enum {
  PADDOCK_SERVER_GROUP_CONNECTED,
  PADDOCK_SERVER_GROUP_AWAY,        /* known, but not connected */
  PADDOCK_SERVER_GROUP_BLOCKED,     /* connected or not */
  PADDOCK_N_SERVER_GROUPS
} PaddockServerGroup;

PaddockServerGroup  paddock_server_group_of        (const PaddockServerView *view);
char               *paddock_server_group_dup_title (PaddockServerGroup       group,
                                                    guint                    n_servers);

G_END_DECLS
