/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-seen-list.h"

#include "paddock-countdown.h"
#include "paddock-folder-row.h"
#include "paddock-folder-servers.h"
#include "paddock-seen-server.h"
#include "paddock-share-dialog.h"
#include "paddock-template.h"

#include <glib/gi18n.h>

/* A list of folders, and below each open folder a switch for each server. A page owns the list, and
 * sets its contents and their order. Only visible rows exist, and nothing exists below a folder
 * before it is opened.
 *
 * A folder's row is reused for other folders. A switch never is: it is created for one folder and
 * one server, and destroyed with them. So a press while the list changes can't share another
 * folder. For the same reason, activating a folder's row only opens or closes the folder. */

struct _PaddockSeenList
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) (nullable) */
  PaddockCountdown *countdown; /* (owned) */
  GMenuModel *menu;           /* (owned) (nullable) the menu of each folder; NULL: folders have no
                               * menu */
  GListStore *roots;          /* (owned) PaddockRootItem */
  GPtrArray *servers;         /* (owned) (nullable) PaddockServerItem: the servers to show below
                               * each folder; NULL: paddock_folder_servers_list() chooses them */
  GHashTable *open;           /* (owned) open PaddockRootItem -> GListStore of rows below it */
  GObject *share;             /* (owned) stands for the row with the button "Share With…" */
  GObject *connect;           /* (owned) stands for the row with the button "Connect a Server…" */
  GtkTreeListModel *tree;     /* (nullable) @roots with the rows below them; @list owns it; NULL
                               * until the client is set */

  GtkListView *list;
};

G_DEFINE_FINAL_TYPE (PaddockSeenList, paddock_seen_list, ADW_TYPE_BIN)

/* Moves @n adjacent items, the first at @position, so that @n_before other items come before
 * them. */
static void
move (GListStore *store,
      guint       position,
      guint       n,
      guint       n_before)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (items, g_list_model_get_item (G_LIST_MODEL (store), position + i));
  g_list_store_splice (store, position, n, NULL, 0);
  g_list_store_splice (store, n_before, 0, items->pdata, n);
}

static gboolean
is_item (GListStore *store,
         guint       position,
         gpointer    item)
{
  g_autoptr (GObject) there = g_list_model_get_item (G_LIST_MODEL (store), position);

  return there == item;
}

static guint
count_same (GListStore *store,
            guint       position,
            GPtrArray  *items,
            guint       n_before,
            guint       most)
{
  guint n = 0;

  while (n < most && is_item (store, position + n, items->pdata[n_before + n]))
    n++;
  return n;
}

/* Handles the case that a single row has moved, for example because a folder was renamed. A row
 * that is removed and inserted again loses the focus. So if the folder is open, its row stays, and
 * the others move around it. If more has changed, does nothing and returns FALSE.
 *
 * @items: what @store must contain; only the @n items from @position on differ */
static gboolean
move_one (PaddockSeenList *self,
          GListStore      *store,
          GPtrArray       *items,
          guint            position,
          guint            n)
{
  if (n < 2)
    return FALSE;
  if (is_item (store, position, items->pdata[position + n - 1]) &&
      count_same (store, position + 1, items, position, n - 1) == n - 1) {
    if (g_hash_table_contains (self->open, items->pdata[position + n - 1]))
      move (store, position + 1, n - 1, position);
    else
      move (store, position, 1, position + n - 1);
    return TRUE;
  }
  if (is_item (store, position + n - 1, items->pdata[position]) &&
      count_same (store, position, items, position + 1, n - 1) == n - 1) {
    if (g_hash_table_contains (self->open, items->pdata[position]))
      move (store, position, n - 1, position + 1);
    else
      move (store, position + n - 1, 1, position);
    return TRUE;
  }
  return FALSE;
}

/* Makes @store contain @items. Changes as few rows as possible, so that the list keeps its scroll
 * position and the focus. */
static void
replace (PaddockSeenList *self,
         GListStore      *store,
         GPtrArray       *items)
{
  guint n_before = g_list_model_get_n_items (G_LIST_MODEL (store));
  guint n_after = items->len;
  guint n_same = count_same (store, 0, items, 0, MIN (n_before, n_after));
  guint n_same_at_end = 0;

  while (n_same_at_end < MIN (n_before, n_after) - n_same &&
         is_item (store, n_before - 1 - n_same_at_end, items->pdata[n_after - 1 - n_same_at_end]))
    n_same_at_end++;
  n_before -= n_same + n_same_at_end;
  n_after -= n_same + n_same_at_end;
  if (n_before != n_after || !move_one (self, store, items, n_same, n_after))
    if (n_before + n_after > 0)
      g_list_store_splice (store, n_same, n_before,
                           n_after > 0 ? items->pdata + n_same : NULL, n_after);
}

static void
list_below (PaddockSeenList *self,
            PaddockRootItem *root,
            GListStore      *store)
{
  GListModel *servers = paddock_client_get_servers (self->client);
  g_autoptr (GPtrArray) items = NULL;
  gboolean has_more;

  if (self->servers != NULL) {
    replace (self, store, self->servers);
    return;
  }
  items = paddock_folder_servers_list (servers, paddock_client_get_roots (self->client), root,
                                       G_LIST_MODEL (store), &has_more);
  if (has_more)
    g_ptr_array_add (items, g_object_ref (self->share));
  else if (items->len == 0)
    g_ptr_array_add (items, g_object_ref (self->connect));
  replace (self, store, items);
}

static void
refresh_below (PaddockSeenList *self)
{
  GHashTableIter iter;
  gpointer root, store;

  g_hash_table_iter_init (&iter, self->open);
  while (g_hash_table_iter_next (&iter, &root, &store))
    list_below (self, root, store);
}

/* Returns the rows below a folder: (transfer full) (nullable). A closed folder has an empty list, a
 * server has none. */
static GListModel *
create_below (gpointer item,
              gpointer user_data)
{
  PaddockSeenList *self = user_data;
  GListModel *store = g_hash_table_lookup (self->open, item);

  if (!PADDOCK_IS_ROOT_ITEM (item))
    return NULL;
  return store != NULL ? g_object_ref (store) : G_LIST_MODEL (g_list_store_new (G_TYPE_OBJECT));
}

static void
set_open (PaddockSeenList *self,
          GtkTreeListRow  *row,
          gboolean         is_open)
{
  g_autoptr (PaddockRootItem) root = gtk_tree_list_row_get_item (row);

  if (!is_open) {
    g_hash_table_remove (self->open, root);
  } else if (!g_hash_table_contains (self->open, root)) {
    GListStore *store = g_list_store_new (G_TYPE_OBJECT);

    g_hash_table_insert (self->open, g_object_ref (root), store);
    list_below (self, root, store);
  }
  gtk_tree_list_row_set_expanded (row, is_open);
}

/* Called when folders were added to @roots. If a folder was moved, or was left out for a while, GTK
 * shows its row closed. So this opens the row again if the folder is in @open. */
static void
on_roots_changed (PaddockSeenList *self,
                  guint            position,
                  guint            n_removed,
                  guint            n_added)
{
  for (guint i = 0; i < n_added && g_hash_table_size (self->open) > 0; i++) {
    g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_child_row (self->tree, position + i);
    g_autoptr (GObject) root = gtk_tree_list_row_get_item (row);

    if (g_hash_table_contains (self->open, root))
      gtk_tree_list_row_set_expanded (row, TRUE);
  }
}

static GtkWidget *
create_button (PaddockSeenList *self,
               GObject         *item,
               PaddockRootItem *root)
{
  GtkWidget *button = gtk_button_new_with_label (item == self->share ? _("Share With…")
                                                                     : _("Connect a Server…"));
  GtkLabel *label = GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button)));
  g_autofree char *folder = paddock_root_dup_label (paddock_root_item_get_view (root)->root);

  gtk_label_set_xalign (label, 0);
  gtk_label_set_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "below");
  if (item == self->share) {
    gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s",
                                      paddock_root_item_get_view (root)->root->id);
    gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "seen.share");
    gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    folder, -1);
  } else {
    gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.connect-server");
  }

  return button;
}

static void
bind_below (PaddockSeenList *self,
            GtkListItem     *list_item,
            GtkTreeListRow  *row,
            GObject         *item)
{
  g_autoptr (GtkTreeListRow) parent = gtk_tree_list_row_get_parent (row);
  g_autoptr (PaddockRootItem) root = gtk_tree_list_row_get_item (parent);
  GtkWidget *child;

  if (!PADDOCK_IS_SERVER_ITEM (item)) {
    child = create_button (self, item, root);
    gtk_list_item_set_child (list_item, child);
    /* GtkListView reuses the widget around the row, so the widget may still have the accessible
     * texts of a server. */
    gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (child)),
                                    GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    gtk_button_get_label (GTK_BUTTON (child)),
                                    GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "", -1);
    return;
  }
  child = paddock_seen_server_new (self->client, PADDOCK_SERVER_ITEM (item), root,
                                   self->countdown);
  gtk_list_item_set_child (list_item, child);
  paddock_seen_server_show (PADDOCK_SEEN_SERVER (child));
}

static void
on_bind (PaddockSeenList *self,
         GtkListItem     *list_item)
{
  GtkTreeListRow *row = gtk_list_item_get_item (list_item);
  g_autoptr (GObject) item = gtk_tree_list_row_get_item (row);
  gboolean is_folder = PADDOCK_IS_ROOT_ITEM (item);

  gtk_list_item_set_activatable (list_item, is_folder);
  if (!is_folder) {
    bind_below (self, list_item, row, item);
    return;
  }
  if (gtk_list_item_get_child (list_item) == NULL)
    gtk_list_item_set_child (list_item, paddock_folder_row_new (self->client, self->menu,
                                                                self->countdown));
  paddock_folder_row_set_row (PADDOCK_FOLDER_ROW (gtk_list_item_get_child (list_item)), row);
}

static void
on_unbind (PaddockSeenList *self,
           GtkListItem     *list_item)
{
  GtkWidget *child = gtk_list_item_get_child (list_item);

  if (PADDOCK_IS_FOLDER_ROW (child))
    paddock_folder_row_set_row (PADDOCK_FOLDER_ROW (child), NULL);
  else
    gtk_list_item_set_child (list_item, NULL);
}

static void
on_activate (PaddockSeenList *self,
             guint            position)
{
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->tree), position);

  if (row != NULL && gtk_tree_list_row_get_depth (row) == 0)
    set_open (self, row, !gtk_tree_list_row_get_expanded (row));
}

/* Returns the content of the row that has or contains the focus; NULL if there is none. */
static GtkWidget *
get_focused_child (PaddockSeenList *self)
{
  GtkWidget *focused = gtk_widget_get_focus_child (GTK_WIDGET (self->list));

  return focused != NULL ? gtk_widget_get_first_child (focused) : NULL;
}

/* Handles the keys that GtkListView ignores. The space bar and Enter open and close a folder, or
 * press a switch. One arrow key opens a folder, the other one closes it. Buttons in a folder's row
 * keep their keys. */
static gboolean
on_key_pressed (PaddockSeenList *self,
                guint            key,
                guint            code,
                GdkModifierType  modifiers)
{
  GtkWidget *child = get_focused_child (self);
  gboolean is_mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  gboolean is_right = key == GDK_KEY_Right || key == GDK_KEY_KP_Right;
  gboolean is_left = key == GDK_KEY_Left || key == GDK_KEY_KP_Left;
  gboolean is_enter = key == GDK_KEY_Return || key == GDK_KEY_KP_Enter || key == GDK_KEY_ISO_Enter;
  gboolean is_press = is_enter || key == GDK_KEY_space || key == GDK_KEY_KP_Space;
  GtkTreeListRow *row;

  if ((modifiers & gtk_accelerator_get_default_mod_mask ()) != 0)
    return FALSE;
  if (PADDOCK_IS_SEEN_SERVER (child))
    return is_press && paddock_seen_server_press (PADDOCK_SEEN_SERVER (child));
  if (!PADDOCK_IS_FOLDER_ROW (child) || !gtk_widget_has_focus (gtk_widget_get_parent (child)) ||
      !(is_press || is_right || is_left))
    return FALSE;

  row = paddock_folder_row_get_row (PADDOCK_FOLDER_ROW (child));
  set_open (self, row, is_press ? !gtk_tree_list_row_get_expanded (row) : is_right != is_mirrored);
  return TRUE;
}

static void
on_menu (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  GtkWidget *child = get_focused_child (user_data);

  if (PADDOCK_IS_FOLDER_ROW (child))
    paddock_folder_row_popup (PADDOCK_FOLDER_ROW (child), NULL);
}

static void
on_share (GSimpleAction *action,
          GVariant      *root_id,
          gpointer       user_data)
{
  PaddockSeenList *self = user_data;
  const char *root_ids[] = { g_variant_get_string (root_id, NULL), NULL };

  gtk_window_present (GTK_WINDOW (paddock_share_dialog_new (GTK_WIDGET (self), self->client,
                                                            root_ids)));
}

static void
paddock_seen_list_dispose (GObject *object)
{
  PaddockSeenList *self = PADDOCK_SEEN_LIST (object);

  /* Removes the child now. gtk_widget_dispose_template() would free the child, and then AdwBin's
   * own dispose would use the freed widget. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_SEEN_LIST);
  self->tree = NULL;
  g_clear_object (&self->client);
  g_clear_object (&self->countdown);
  g_clear_object (&self->menu);
  g_clear_object (&self->roots);
  g_clear_pointer (&self->servers, g_ptr_array_unref);
  g_hash_table_remove_all (self->open);
  g_clear_object (&self->share);
  g_clear_object (&self->connect);

  G_OBJECT_CLASS (paddock_seen_list_parent_class)->dispose (object);
}

static void
paddock_seen_list_finalize (GObject *object)
{
  g_hash_table_unref (PADDOCK_SEEN_LIST (object)->open);

  G_OBJECT_CLASS (paddock_seen_list_parent_class)->finalize (object);
}

static void
paddock_seen_list_class_init (PaddockSeenListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_seen_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = paddock_seen_list_finalize;

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
  const GActionEntry entries[] = {
    { "menu", on_menu },
    { "share", on_share, "s" },
  };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  self->countdown = paddock_countdown_new ();
  self->roots = g_list_store_new (PADDOCK_TYPE_ROOT_ITEM);
  self->open = g_hash_table_new_full (NULL, NULL, g_object_unref, g_object_unref);
  self->share = g_object_new (G_TYPE_OBJECT, NULL);
  self->connect = g_object_new (G_TYPE_OBJECT, NULL);
  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "seen", G_ACTION_GROUP (group));
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_seen_list_set_client:
 * @name: the name of the list, for screen readers
 * @menu: (nullable): the menu of each folder, with actions named "folder."
 *
 * Sets the client. Must be called once, before there are items.
 */
void
paddock_seen_list_set_client (PaddockSeenList *self,
                              PaddockClient   *client,
                              const char      *name,
                              GMenuModel      *menu)
{
  g_autoptr (GtkSelectionModel) selection = NULL;

  if (!g_set_object (&self->client, client))
    return;
  g_set_object (&self->menu, menu);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
  self->tree = gtk_tree_list_model_new (G_LIST_MODEL (g_object_ref (self->roots)), FALSE, FALSE,
                                        create_below, self, NULL);
  /* This handler is connected after the handler of @tree, so that @tree is up to date when
   * on_roots_changed() runs. */
  g_signal_connect_object (self->roots, "items-changed", G_CALLBACK (on_roots_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (client, "sight-changed", G_CALLBACK (refresh_below), self,
                           G_CONNECT_SWAPPED);
  selection = GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (self->tree)));
  gtk_list_view_set_model (self->list, selection);
}

static gboolean
is_gone (gpointer root,
         gpointer store,
         gpointer client)
{
  const char *root_id = paddock_root_item_get_view (root)->root->id;

  return paddock_client_lookup_root (client, root_id) != root;
}

/**
 * paddock_seen_list_set_items:
 * @roots: (element-type PaddockRootItem): the folders to show, in this order
 * @servers: (nullable) (element-type PaddockServerItem): the servers to show below each open
 *   folder, in this order; %NULL: those that paddock_folder_servers_list() chooses, and a button
 *   for the others
 *
 * Sets what the list shows. Open folders stay open, even if they are left out for a while.
 */
void
paddock_seen_list_set_items (PaddockSeenList *self,
                             GPtrArray       *roots,
                             GPtrArray       *servers)
{
  g_clear_pointer (&self->servers, g_ptr_array_unref);
  self->servers = servers != NULL ? g_ptr_array_ref (servers) : NULL;
  g_hash_table_foreach_remove (self->open, is_gone, self->client);
  replace (self, self->roots, roots);
  refresh_below (self);
}

/**
 * paddock_seen_list_show_first:
 *
 * Scrolls to the first folder.
 */
void
paddock_seen_list_show_first (PaddockSeenList *self)
{
  if (g_list_model_get_n_items (G_LIST_MODEL (self->roots)) > 0)
    gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", 0);
}
