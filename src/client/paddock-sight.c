/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-sight.h"

#include "paddock-path-text.h"
#include "paddock-root-item.h"
#include "paddock-server-item.h"

/* Finds out which servers see a folder. A server that sees a folder sees everything inside it,
 * including other folders of the list. Pure functions that use only the client's lists. The signal
 * PaddockClient::sight-changed tells when their results may have changed. */

static void
sight_free (gpointer data)
{
  PaddockSight *sight = data;

  g_object_unref (sight->server);
  g_clear_object (&sight->outer);
  g_free (sight);
}

static gboolean
lies_in (PaddockRootItem *inner,
         PaddockRootItem *outer)
{
  const char *inner_path = paddock_root_item_get_view (inner)->root->path;
  const char *outer_path = paddock_root_item_get_view (outer)->root->path;

  return inner != outer && g_strcmp0 (inner_path, outer_path) != 0 &&
         paddock_path_text_is_within (inner_path, outer_path);
}

static int
compare_innermost_first (gconstpointer a,
                         gconstpointer b)
{
  const PaddockRoot *root_a = paddock_root_item_get_view (*(PaddockRootItem * const *) a)->root;
  const PaddockRoot *root_b = paddock_root_item_get_view (*(PaddockRootItem * const *) b)->root;
  gsize length_a = strlen (root_a->path);
  gsize length_b = strlen (root_b->path);

  return length_a > length_b ? -1 : length_a < length_b;
}

/* Returns the roots that contain @root, the innermost first. */
static GPtrArray *
list_outers (GListModel      *roots,
             PaddockRootItem *root)
{
  GPtrArray *outers = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (roots); i++) {
    g_autoptr (PaddockRootItem) item = g_list_model_get_item (roots, i);

    if (lies_in (root, item))
      g_ptr_array_add (outers, g_steal_pointer (&item));
  }
  g_ptr_array_sort (outers, compare_innermost_first);
  return outers;
}

static gboolean
is_told (PaddockServerItem *server,
         PaddockRootItem   *root)
{
  const PaddockRootView *view = paddock_root_item_get_view (root);
  const PaddockGrantView *grant = paddock_server_item_get_grant (server, view->root->id);

  return (paddock_server_item_get_view (server)->sees_all ||
          (grant != NULL && grant->is_visible)) &&
         view->status == PADDOCK_AVAILABILITY_AVAILABLE;
}

/* Whether there may be something at the root's path. If so, a server may see it through an outer
 * folder, even if the root has expired, or was replaced by another folder. */
static gboolean
is_there (PaddockRootItem *root)
{
  PaddockAvailability status = paddock_root_item_get_view (root)->status;

  return status != PADDOCK_AVAILABILITY_MISSING && status != PADDOCK_AVAILABILITY_UNREADABLE;
}

static PaddockRootItem *
find_told (GPtrArray         *outers,
           PaddockServerItem *server)
{
  for (guint i = 0; i < outers->len; i++) {
    if (is_told (server, outers->pdata[i]))
      return outers->pdata[i];
  }
  return NULL;
}

/**
 * paddock_sight_list:
 * @servers: (element-type PaddockServerItem): all servers
 * @roots: (element-type PaddockRootItem): all roots
 * @root: one of @roots
 *
 * Returns: (transfer full) (element-type PaddockSight): the servers that see @root now, or will
 *   when they run, in the order of @servers; without those that no list shows
 */
GPtrArray *
paddock_sight_list (GListModel      *servers,
                    GListModel      *roots,
                    PaddockRootItem *root)
{
  GPtrArray *sights = g_ptr_array_new_with_free_func (sight_free);
  g_autoptr (GPtrArray) outers = list_outers (roots, root);
  gboolean has_way_around = is_there (root);

  for (guint i = 0; i < g_list_model_get_n_items (servers); i++) {
    g_autoptr (PaddockServerItem) server = g_list_model_get_item (servers, i);
    gboolean is_direct = is_told (server, root);
    PaddockRootItem *outer = is_direct || !has_way_around ? NULL : find_told (outers, server);
    PaddockSight *sight;

    if ((!is_direct && outer == NULL) || !paddock_server_item_is_listed (server))
      continue;
    sight = g_new0 (PaddockSight, 1);
    sight->server = g_steal_pointer (&server);
    g_set_object (&sight->outer, outer);
    sight->n_runs = paddock_server_view_get_partly (paddock_server_item_get_view (sight->server),
                                                    paddock_root_item_get_view (root)->root->id);
    g_ptr_array_add (sights, sight);
  }
  return sights;
}

/**
 * paddock_sight_find_outer:
 * @roots: (element-type PaddockRootItem): all roots
 * @server: a server
 * @root: a root
 *
 * Returns: (transfer none) (nullable): the innermost root around @root for which @server has a
 *   grant, even if the grant is not in effect now; %NULL: none. While that outer root is shared,
 *   revoking @root has no effect
 */
PaddockRootItem *
paddock_sight_find_outer (GListModel        *roots,
                          PaddockServerItem *server,
                          PaddockRootItem   *root)
{
  g_autoptr (GPtrArray) outers = list_outers (roots, root);

  for (guint i = 0; i < outers->len; i++) {
    const PaddockRoot *outer = paddock_root_item_get_view (outers->pdata[i])->root;

    if (paddock_server_item_get_grant (server, outer->id) != NULL)
      return outers->pdata[i];
  }
  return NULL;
}

/**
 * paddock_sight_count:
 * @roots: (element-type PaddockRootItem): all roots
 * @server: a server
 *
 * Returns: how many of @roots the server sees now, directly or through an outer root
 */
PaddockSightCount
paddock_sight_count (GListModel        *roots,
                     PaddockServerItem *server)
{
  g_autoptr (GPtrArray) told = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) others = g_ptr_array_new_with_free_func (g_object_unref);
  PaddockSightCount count = {
    .n_roots = g_list_model_get_n_items (roots),
    .sees_all = paddock_server_item_get_view (server)->sees_all,
    .runs_differ = g_hash_table_size (paddock_server_item_get_view (server)->partly) > 0,
  };

  for (guint i = 0; i < count.n_roots; i++) {
    PaddockRootItem *item = g_list_model_get_item (roots, i);

    g_ptr_array_add (is_told (server, item) ? told : others, item);
  }

  count.n_seen = told->len;
  for (guint i = 0; i < others->len && told->len > 0; i++) {
    gboolean is_seen = FALSE;

    for (guint j = 0; j < told->len && !is_seen && is_there (others->pdata[i]); j++)
      is_seen = lies_in (others->pdata[i], told->pdata[j]);
    count.n_seen += is_seen;
  }
  return count;
}
