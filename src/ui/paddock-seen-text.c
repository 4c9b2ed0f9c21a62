/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-seen-text.h"

#include "paddock-name-list.h"
#include "paddock-sentences.h"
#include "paddock-server-label.h"
#include "paddock-server-name.h"
#include "paddock-sight.h"
#include "paddock-who-text.h"

#include <glib/gi18n.h>

/* Texts about who sees a folder: the names of the servers, and the outer folder through which they
 * see it. Pure functions. */

/* How many characters of a server's origin are shown after the server's name, if another server has
 * a name that looks the same. */
#define ORIGIN_CHARS 24

static char *
dup_name (PaddockServerItem *item)
{
  g_autofree char *label = paddock_server_label_dup (paddock_server_item_get_view (item));
  g_autofree char *origin = paddock_server_name_origin (item, ORIGIN_CHARS);

  if (origin == NULL)
    return g_steal_pointer (&label);
  /* Translators: a server's name, and the app that started it with the command */
  return g_strdup_printf (_("%s (%s)"), label, origin);
}

/* Returns the name of a server. If only some of its runs see the folder, also returns how many. */
static char *
dup_seer (const PaddockSight *sight)
{
  guint n_runs = paddock_server_item_get_view (sight->server)->n_runs;
  g_autofree char *name = dup_name (sight->server);

  if (sight->n_runs == 0)
    return g_steal_pointer (&name);
  /* Translators: a server's name; how many of its running copies see a folder; how many there
   * are */
  return g_strdup_printf (ngettext ("%s (%u of %u run)", "%s (%u of %u runs)", n_runs), name,
                          sight->n_runs, n_runs);
}

/* Adds to @text, which says until when a server sees a folder, how many of the server's runs see
 * it, if not all do. Takes @text. */
static char *
add_runs (char                    *text,
          const PaddockServerView *server,
          const PaddockRoot       *root)
{
  guint n_runs = paddock_server_view_get_partly (server, root->id);
  g_autofree char *before = text;
  g_autofree char *runs = NULL;

  if (n_runs == 0)
    return g_steal_pointer (&before);
  /* Translators: how many running copies of a server see a folder; how many there are */
  runs = g_strdup_printf (ngettext ("%u of %u runs sees it", "%u of %u runs see it", n_runs),
                          n_runs, server->n_runs);
  return g_strjoin (" · ", runs, before, NULL);
}

/* Joins the names of the servers that see a folder through @outer, or directly if @outer is NULL.
 * Returns NULL if there are none. */
static char *
join_servers (GPtrArray       *sights,
              PaddockRootItem *outer)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < sights->len; i++) {
    const PaddockSight *sight = g_ptr_array_index (sights, i);

    if (sight->outer == outer)
      g_ptr_array_add (names, dup_seer (sight));
  }
  return names->len > 0 ? paddock_name_list_to_text (names) : NULL;
}

static char *
describe_through (GPtrArray       *sights,
                  PaddockRootItem *outer)
{
  g_autofree char *servers = join_servers (sights, outer);
  g_autofree char *label = paddock_root_dup_label (paddock_root_item_get_view (outer)->root);

  /* Translators: a folder is shared with the servers (first %s), because its parent folder (second
   * %s) is shared with them */
  return g_strdup_printf (_("Shared with %s, through %s"), servers, label);
}

/**
 * paddock_seen_text:
 * @sights: (element-type PaddockSight): the servers that see a folder
 * @is_paused: whether all sharing is paused
 *
 * Returns: (transfer full): a text about who sees the folder
 */
char *
paddock_seen_text (GPtrArray *sights,
                   gboolean   is_paused)
{
  g_autoptr (GPtrArray) outers = g_ptr_array_new ();
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *servers = NULL;

  if (is_paused)
    return g_strdup (_("Not shared while sharing is paused"));
  if (sights->len == 0)
    return g_strdup (_("Not shared"));

  servers = join_servers (sights, NULL);
  if (servers != NULL)
    /* Translators: %s are the names of servers */
    g_ptr_array_add (parts, g_strdup_printf (_("Shared with %s"), servers));
  for (guint i = 0; i < sights->len; i++) {
    const PaddockSight *sight = g_ptr_array_index (sights, i);

    if (sight->outer == NULL || g_ptr_array_find (outers, sight->outer, NULL))
      continue;
    g_ptr_array_add (outers, sight->outer);
    g_ptr_array_add (parts, describe_through (sights, sight->outer));
  }
  g_ptr_array_add (parts, NULL);

  return g_strjoinv (" · ", (char **) parts->pdata);
}

/**
 * paddock_seen_text_grant:
 * @roots: (element-type PaddockRootItem): all roots
 * @server: a server
 * @root: a root
 * @is_paused: whether all sharing is paused
 * @now: µs since the epoch
 * @out_next: (out): µs since the epoch when the text changes; 0: it does not change by itself
 *
 * Returns: (transfer full): a text that says what @server may do with @root and until when, or
 *   through which folder it sees @root; "" if @root is not shared with it
 */
char *
paddock_seen_text_grant (GListModel        *roots,
                         PaddockServerItem *server,
                         PaddockRootItem   *root,
                         gboolean           is_paused,
                         gint64             now,
                         gint64            *out_next)
{
  const PaddockRootView *view = paddock_root_item_get_view (root);
  const PaddockGrantView *grant = paddock_server_item_get_grant (server, view->root->id);
  PaddockRootItem *outer = grant == NULL ? paddock_sight_find_outer (roots, server, root) : NULL;
  g_autofree char *app = paddock_who_text_app (
    paddock_server_item_get_view (server)->server->identity);
  g_autofree char *label = NULL;

  if (grant == NULL && paddock_server_item_get_view (server)->sees_all) {
    *out_next = 0;
    return g_strdup (view->status == PADDOCK_AVAILABILITY_AVAILABLE ? _("Shared because of "
                                                                        "--consent=allow")
                                                                    : _("Not shared until it is "
                                                                        "available again"));
  }
  if (outer == NULL)
    return add_runs (paddock_sentences_grant (grant, app, view->status, is_paused, now, out_next),
                     paddock_server_item_get_view (server), view->root);

  *out_next = 0;
  if (is_paused)
    return g_strdup (_("Not shared while sharing is paused"));
  label = paddock_root_dup_label (paddock_root_item_get_view (outer)->root);
  /* Translators: %s is a shared folder around the one it is about */
  return add_runs (g_strdup_printf (_("Shared through %s"), label),
                   paddock_server_item_get_view (server), view->root);
}

/**
 * paddock_seen_text_server:
 * @roots: (element-type PaddockRootItem): all roots
 * @server: the server of a row below @root
 * @root: a root
 * @is_paused: whether all sharing is paused
 * @now: µs since the epoch
 * @out_next: (out): µs since the epoch when the text changes; 0: it does not change by itself
 *
 * Returns: (transfer full): a text that says why nothing can be shared with @server, or else the
 *   text of paddock_seen_text_grant()
 */
char *
paddock_seen_text_server (GListModel        *roots,
                          PaddockServerItem *server,
                          PaddockRootItem   *root,
                          gboolean           is_paused,
                          gint64             now,
                          gint64            *out_next)
{
  *out_next = 0;
  switch (paddock_server_item_get_view (server)->server->standing) {
    case PADDOCK_STANDING_BLOCKED:
      return g_strdup (C_("state of a server", "Blocked"));
    case PADDOCK_STANDING_WITHOUT_ROOTS:
      return g_strdup (_("Folder sharing is turned off"));
    case PADDOCK_STANDING_UNDECIDED:
    case PADDOCK_STANDING_ALLOWED:
    default:
      return paddock_seen_text_grant (roots, server, root, is_paused, now, out_next);
  }
}
