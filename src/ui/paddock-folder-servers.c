/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-folder-servers.h"

#include "paddock-sight.h"

/* Chooses the servers whose switches are shown below an open folder. Pure functions.
 *
 * Servers with which the folder is shared are always listed, so that the user can revoke the folder
 * with one switch. Others fill up the list, and a dialog lists the rest. A switch that is shown
 * stays while the folder is open. */

/* How many servers are listed at most, unless the folder is shared with more of them. */
#define MOST_SERVERS 10

typedef enum {
  RANK_SEES,                  /* has a grant for the folder or an outer one, or is shown already */
  RANK_CONNECTED,
  RANK_DECIDED,               /* not connected, but the user allowed the server */
  RANK_BLOCKED,               /* nothing can be shared with the server */
  RANK_UNKNOWN,               /* never listed */
} Rank;

static gboolean
is_shown (GListModel        *shown,
          PaddockServerItem *server)
{
  for (guint i = 0; i < g_list_model_get_n_items (shown); i++) {
    g_autoptr (GObject) item = g_list_model_get_item (shown, i);

    if (item == (GObject *) server)
      return TRUE;
  }
  return FALSE;
}

static Rank
find_rank (PaddockServerItem *server,
           GListModel        *roots,
           PaddockRootItem   *root,
           GListModel        *shown)
{
  const PaddockServerView *view = paddock_server_item_get_view (server);
  const char *root_id = paddock_root_item_get_view (root)->root->id;

  if (paddock_server_item_get_grant (server, root_id) != NULL ||
      paddock_sight_find_outer (roots, server, root) != NULL || is_shown (shown, server))
    return RANK_SEES;
  if (!paddock_server_item_is_listed (server))
    return RANK_UNKNOWN;
  if (!paddock_folder_servers_can_be_offered (server))
    return RANK_BLOCKED;
  if (view->sessions->len > 0)
    return RANK_CONNECTED;
  return view->server->standing == PADDOCK_STANDING_ALLOWED ? RANK_DECIDED : RANK_UNKNOWN;
}

/**
 * paddock_folder_servers_can_be_offered:
 *
 * Returns: whether a folder can be shared with @server: lists show the server, and the user did not
 *   block it or switch its roots off
 */
gboolean
paddock_folder_servers_can_be_offered (PaddockServerItem *server)
{
  PaddockStanding standing = paddock_server_item_get_view (server)->server->standing;

  return paddock_server_item_is_listed (server) &&
         (standing == PADDOCK_STANDING_UNDECIDED || standing == PADDOCK_STANDING_ALLOWED);
}

/**
 * paddock_folder_servers_list:
 * @servers: (element-type PaddockServerItem): all servers
 * @roots: (element-type PaddockRootItem): all roots
 * @root: one of @roots
 * @shown: the servers that are shown below @root now
 * @out_has_more: (out): whether @root can be shared with a server that is not in the result
 *
 * Returns: (transfer full) (element-type PaddockServerItem): the servers to show below @root, in
 *   the order of @servers
 */
GPtrArray *
paddock_folder_servers_list (GListModel      *servers,
                             GListModel      *roots,
                             PaddockRootItem *root,
                             GListModel      *shown,
                             gboolean        *out_has_more)
{
  guint n_servers = g_list_model_get_n_items (servers);
  g_autofree Rank *ranks = g_new (Rank, n_servers);
  g_autofree gboolean *is_listed = g_new0 (gboolean, n_servers);
  GPtrArray *list = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_listed = 0;

  for (guint i = 0; i < n_servers; i++) {
    g_autoptr (PaddockServerItem) server = g_list_model_get_item (servers, i);

    ranks[i] = find_rank (server, roots, root, shown);
  }
  for (Rank rank = RANK_SEES; rank <= RANK_BLOCKED; rank++) {
    for (guint i = 0; i < n_servers; i++) {
      is_listed[i] |= ranks[i] == rank && (rank == RANK_SEES || n_listed < MOST_SERVERS);
      n_listed += ranks[i] == rank && is_listed[i];
    }
  }

  *out_has_more = FALSE;
  for (guint i = 0; i < n_servers; i++) {
    g_autoptr (PaddockServerItem) server = g_list_model_get_item (servers, i);

    if (is_listed[i])
      g_ptr_array_add (list, g_steal_pointer (&server));
    else
      *out_has_more |= paddock_folder_servers_can_be_offered (server);
  }
  return list;
}
