/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-seen-list.h"

#include "paddock-countdown.h"
#include "paddock-seen-row.h"
#include "paddock-seen-server.h"
#include "paddock-template.h"

/* The overview as a list, if there is no room for the table: folders, and below each open folder a
 * switch for each server. The page owns the list, and sets its contents and their order. Only
 * visible rows exist.
 *
 * A folder's row is reused for other folders. A switch never is: it is created for one folder and
 * one server, and destroyed with them. So a press during a change of the list can't share another
 * folder. For the same reason, activating a row only opens or closes it. */

struct _PaddockSeenList
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) (nullable) */
  PaddockCountdown *countdown; /* (owned) */
  GListStore *roots;          /* (owned) PaddockRootItem */
  GListStore *servers;        /* (owned) PaddockServerItem, below each of @roots */

  GtkListView *list;
};

G_DEFINE_FINAL_TYPE (PaddockSeenList, paddock_seen_list, ADW_TYPE_BIN)

static GListModel *
create_servers (gpointer item,
                gpointer servers)
{
  return PADDOCK_IS_ROOT_ITEM (item) ? g_object_ref (servers) : NULL;
}

static void
on_bind (PaddockSeenList *self,
         GtkListItem     *list_item)
{
  GtkTreeListRow *row = gtk_list_item_get_item (list_item);
  g_autoptr (GObject) item = gtk_tree_list_row_get_item (row);
  gboolean is_folder = PADDOCK_IS_ROOT_ITEM (item);

  gtk_list_item_set_activatable (list_item, is_folder);
  if (is_folder) {
    if (gtk_list_item_get_child (list_item) == NULL)
      gtk_list_item_set_child (list_item, paddock_seen_row_new (self->client));
    paddock_seen_row_set_row (PADDOCK_SEEN_ROW (gtk_list_item_get_child (list_item)), row);
  } else {
    g_autoptr (GtkTreeListRow) parent = gtk_tree_list_row_get_parent (row);
    g_autoptr (PaddockRootItem) root = gtk_tree_list_row_get_item (parent);

    gtk_list_item_set_child (list_item,
                             paddock_seen_server_new (self->client, PADDOCK_SERVER_ITEM (item),
                                                      root, self->countdown));
    paddock_seen_server_show (PADDOCK_SEEN_SERVER (gtk_list_item_get_child (list_item)));
  }
}

static void
on_unbind (PaddockSeenList *self,
           GtkListItem     *list_item)
{
  GtkWidget *child = gtk_list_item_get_child (list_item);

  if (PADDOCK_IS_SEEN_ROW (child))
    paddock_seen_row_set_row (PADDOCK_SEEN_ROW (child), NULL);
  else
    gtk_list_item_set_child (list_item, NULL);
}

static void
on_activate (PaddockSeenList *self,
             guint            position)
{
  GListModel *rows = G_LIST_MODEL (gtk_list_view_get_model (self->list));
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, position);

  if (row != NULL && gtk_tree_list_row_is_expandable (row))
    gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
}

/* Keys that the list itself does not handle: the space bar, arrows that open and close a folder,
 * and Enter if a switch has the focus. */
static gboolean
on_key_pressed (PaddockSeenList *self,
                guint            key,
                guint            code,
                GdkModifierType  modifiers)
{
  GtkWidget *focused = gtk_widget_get_focus_child (GTK_WIDGET (self->list));
  GtkWidget *child = focused != NULL ? gtk_widget_get_first_child (focused) : NULL;
  gboolean is_mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  gboolean is_right = key == GDK_KEY_Right || key == GDK_KEY_KP_Right;
  gboolean is_left = key == GDK_KEY_Left || key == GDK_KEY_KP_Left;
  gboolean is_enter = key == GDK_KEY_Return || key == GDK_KEY_KP_Enter || key == GDK_KEY_ISO_Enter;
  gboolean is_press = is_enter || key == GDK_KEY_space || key == GDK_KEY_KP_Space;

  if ((modifiers & gtk_accelerator_get_default_mod_mask ()) != 0)
    return FALSE;
  if (PADDOCK_IS_SEEN_SERVER (child))
    return is_enter && paddock_seen_server_press (PADDOCK_SEEN_SERVER (child));
  if (!PADDOCK_IS_SEEN_ROW (child) || !(is_press || is_right || is_left))
    return FALSE;

  if (is_press)
    paddock_seen_row_toggle (PADDOCK_SEEN_ROW (child));
  else
    paddock_seen_row_expand (PADDOCK_SEEN_ROW (child), is_right != is_mirrored);
  return TRUE;
}

/* Rows that stay are not touched: a folder stays open, and the list keeps its scroll position. */
static void
replace (GListStore *store,
         GPtrArray  *items)
{
  guint n_before = g_list_model_get_n_items (G_LIST_MODEL (store));
  guint n_after = items != NULL ? items->len : 0;
  guint n_same = 0;
  guint n_same_at_end = 0;

  while (n_same < MIN (n_before, n_after)) {
    g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (store), n_same);

    if (item != items->pdata[n_same])
      break;
    n_same++;
  }
  while (n_same_at_end < MIN (n_before, n_after) - n_same) {
    g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (store),
                                                      n_before - 1 - n_same_at_end);

    if (item != items->pdata[n_after - 1 - n_same_at_end])
      break;
    n_same_at_end++;
  }
  if (n_same + n_same_at_end < MAX (n_before, n_after))
    g_list_store_splice (store, n_same, n_before - n_same - n_same_at_end,
                         items != NULL ? items->pdata + n_same : NULL,
                         n_after - n_same - n_same_at_end);
}

static void
paddock_seen_list_dispose (GObject *object)
{
  PaddockSeenList *self = PADDOCK_SEEN_LIST (object);

  /* AdwBin unparents its child as well, so the child must not be gone by then. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_SEEN_LIST);
  g_clear_object (&self->client);
  g_clear_object (&self->countdown);
  g_clear_object (&self->roots);
  g_clear_object (&self->servers);

  G_OBJECT_CLASS (paddock_seen_list_parent_class)->dispose (object);
}

static void
paddock_seen_list_class_init (PaddockSeenListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_seen_list_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-seen-list"));
  gtk_widget_class_bind_template_child (widget_class, PaddockSeenList, list);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_bind);
  gtk_widget_class_bind_template_callback (widget_class, on_key_pressed);
  gtk_widget_class_bind_template_callback (widget_class, on_unbind);
}

static void
paddock_seen_list_init (PaddockSeenList *self)
{
  self->countdown = paddock_countdown_new ();
  self->roots = g_list_store_new (PADDOCK_TYPE_ROOT_ITEM);
  self->servers = g_list_store_new (PADDOCK_TYPE_SERVER_ITEM);
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_seen_list_set_client:
 *
 * Call it once, before paddock_seen_list_set_items().
 */
void
paddock_seen_list_set_client (PaddockSeenList *self,
                              PaddockClient   *client)
{
  g_autoptr (GtkSelectionModel) selection = NULL;
  GtkTreeListModel *tree;

  if (!g_set_object (&self->client, client))
    return;
  tree = gtk_tree_list_model_new (G_LIST_MODEL (g_object_ref (self->roots)), FALSE, FALSE,
                                  create_servers, g_object_ref (self->servers), g_object_unref);
  selection = GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (tree)));
  gtk_list_view_set_model (self->list, selection);
}

/**
 * paddock_seen_list_set_items:
 * @roots: (nullable): PaddockRootItem, in their order
 * @servers: (nullable): PaddockServerItem, in their order
 *
 * Shows these items. Folders that were there before stay open or closed.
 */
void
paddock_seen_list_set_items (PaddockSeenList *self,
                             GPtrArray       *roots,
                             GPtrArray       *servers)
{
  replace (self->roots, roots);
  replace (self->servers, servers);
}
