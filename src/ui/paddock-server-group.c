/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-server-group.h"

#include <glib/gi18n.h>

/* The groups of the Servers page: which group a server is in, and the titles of the groups. Pure
 * functions. */

/**
 * paddock_server_group_of:
 *
 * Returns: the group of a server; a blocked server is in the group of blocked servers even if it is
 *   connected
 */
PaddockServerGroup
paddock_server_group_of (const PaddockServerView *view)
{
  if (view->server->standing == PADDOCK_STANDING_BLOCKED)
    return PADDOCK_SERVER_GROUP_BLOCKED;
  return view->sessions->len > 0 ? PADDOCK_SERVER_GROUP_CONNECTED : PADDOCK_SERVER_GROUP_AWAY;
}

/**
 * paddock_server_group_dup_title:
 * @n_servers: how many servers the group shows
 *
 * Returns: (transfer full): the heading of the group
 */
char *
paddock_server_group_dup_title (PaddockServerGroup group,
                                guint              n_servers)
{
  switch (group) {
    case PADDOCK_SERVER_GROUP_CONNECTED:
      /* Translators: a heading; %u is how many servers are connected */
      return g_strdup_printf (_("Connected: %u"), n_servers);
    case PADDOCK_SERVER_GROUP_BLOCKED:
      /* Translators: a heading; %u is how many servers are blocked */
      return g_strdup_printf (_("Blocked: %u"), n_servers);
    case PADDOCK_SERVER_GROUP_AWAY:
    case PADDOCK_N_SERVER_GROUPS:
    default:
      /* Translators: a heading; %u is how many servers are known and not connected */
      return g_strdup_printf (_("Not Connected: %u"), n_servers);
  }
}
