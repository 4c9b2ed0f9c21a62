/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-folders-page.h"

#include "paddock-client-facts.h"
#include "paddock-client.h"
#include "paddock-compat.h"
#include "paddock-documents.h"
#include "paddock-folder-order.h"
#include "paddock-folder-row.h"
#include "paddock-names.h"
#include "paddock-settings.h"
#include "paddock-typed-words.h"
#include "paddock-template.h"
#include "paddock-wall-alarm.h"

/* The shared folders, or what to do if there are none. The window owns the page. It shows the
 * client's list, filtered by the search, in the order that the user chose. It has no state of its
 * own. Only visible folders have rows, which are reused while scrolling.
 *
 * One alarm updates the remaining times of all rows. It is set only while they are visible, for the
 * time at which a text changes. */

struct _PaddockFoldersPage
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) (nullable) */
  PaddockWallAlarm *countdown; /* (owned) */
  GSettings *settings;        /* (owned) (nullable) NULL: no schema is installed */
  GHashTable *rows;           /* (owned) set of PaddockFolderRow that show an item */
  GStrv words;                /* (owned) the words of the search */
  PaddockFolderOrder order;
  GtkFilterListModel *filtered; /* (nullable) on top of the client's list */
  GListModel *sorted;         /* (nullable) on top of @filtered; the list shows it */
  GtkCustomFilter *filter;    /* (owned) */
  GtkCustomSorter *sorter;    /* (owned) */
  guint refresh_source;       /* sorts the list again; 0: it is sorted */

  GtkStack *stack;
  GtkStack *found;
  GtkSearchBar *search_bar;
  GtkSearchEntry *search;
  GtkLabel *count;
  GtkListView *list;
  GMenuModel *folder_menu;
};

G_DEFINE_FINAL_TYPE (PaddockFoldersPage, paddock_folders_page, ADW_TYPE_BIN)

typedef enum {
  PROP_CLIENT = 1,
} PaddockFoldersPageProperty;

static GParamSpec *properties[PROP_CLIENT + 1];

static void
count_down (PaddockFoldersPage *self)
{
  gint64 now = g_get_real_time ();
  gint64 earliest = G_MAXINT64;
  GHashTableIter iter;
  gpointer row;

  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, &row, NULL)) {
    gint64 next = paddock_folder_row_show_end (row, now);

    if (next != 0)
      earliest = MIN (earliest, next);
  }
  if (earliest != G_MAXINT64 && gtk_widget_get_mapped (GTK_WIDGET (self->list)))
    paddock_wall_alarm_set (self->countdown, earliest);
  else
    paddock_wall_alarm_clear (self->countdown);
}

static gboolean
on_countdown (gpointer user_data)
{
  count_down (user_data);
  return G_SOURCE_REMOVE;
}

static void
on_unmap (PaddockFoldersPage *self)
{
  if (self->countdown != NULL)
    paddock_wall_alarm_clear (self->countdown);
}

static void
on_setup (PaddockFoldersPage *self,
          GtkListItem        *list_item)
{
  gtk_list_item_set_activatable (list_item, FALSE);
  gtk_list_item_set_child (list_item, paddock_folder_row_new (self->client, self->folder_menu));
}

static void
on_bind (PaddockFoldersPage *self,
         GtkListItem        *list_item)
{
  GtkWidget *row = gtk_list_item_get_child (list_item);

  paddock_folder_row_set_item (PADDOCK_FOLDER_ROW (row), gtk_list_item_get_item (list_item));
  g_hash_table_add (self->rows, row);
  /* A row that scrolls into view may be the next one whose text changes. */
  if (gtk_widget_get_mapped (GTK_WIDGET (self->list)))
    count_down (self);
}

static void
on_unbind (PaddockFoldersPage *self,
           GtkListItem        *list_item)
{
  GtkWidget *row = gtk_list_item_get_child (list_item);

  g_hash_table_remove (self->rows, row);
  paddock_folder_row_set_item (PADDOCK_FOLDER_ROW (row), NULL);
}

static gboolean
is_found (gpointer item,
          gpointer user_data)
{
  PaddockFoldersPage *self = user_data;

  return paddock_folder_order_matches (item, (const char * const *) self->words);
}

static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer      user_data)
{
  PaddockFoldersPage *self = user_data;

  return paddock_folder_order_compare (self->order, (PaddockRootItem *) a, (PaddockRootItem *) b);
}

static void
show_count (PaddockFoldersPage *self)
{
  guint n_all = g_list_model_get_n_items (paddock_client_get_roots (self->client));
  guint n_found = g_list_model_get_n_items (G_LIST_MODEL (self->filtered));
  gboolean is_searching = self->words[0] != NULL;
  g_autofree char *text = paddock_folder_order_describe (n_found, n_all,
                                                         is_searching);

  gtk_stack_set_visible_child_name (self->found, n_found > 0 || !is_searching ? "some" : "none");
  if (g_str_equal (text, gtk_label_get_text (self->count)))
    return;
  gtk_label_set_text (self->count, text);
  paddock_compat_announce (GTK_WIDGET (self->count), text);
}

static void
on_search_changed (PaddockFoldersPage *self)
{
  g_strfreev (self->words);
  self->words = paddock_typed_words_split (gtk_editable_get_text (GTK_EDITABLE (self->search)));
  gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
  if (self->filtered == NULL)
    return;
  show_count (self);
  /* The list would keep its scroll position, and hide results above it. */
  if (g_list_model_get_n_items (G_LIST_MODEL (self->filtered)) > 0)
    gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", 0);
}

static void
on_clear_search (PaddockFoldersPage *self)
{
  gtk_search_bar_set_search_mode (self->search_bar, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self->list));
}

static gboolean
is_in_order (PaddockFoldersPage *self)
{
  g_autoptr (PaddockRootItem) before = g_list_model_get_item (self->sorted, 0);

  for (guint i = 1; i < g_list_model_get_n_items (self->sorted); i++) {
    g_autoptr (PaddockRootItem) item = g_list_model_get_item (self->sorted, i);

    if (paddock_folder_order_compare (self->order, before, item) > 0)
      return FALSE;
    g_set_object (&before, item);
  }
  return TRUE;
}

/* Does nothing if no row moves, so that an open menu stays open. */
static gboolean
refresh (gpointer user_data)
{
  PaddockFoldersPage *self = user_data;

  self->refresh_source = 0;
  if (!is_in_order (self))
    gtk_sorter_changed (GTK_SORTER (self->sorter), GTK_SORTER_CHANGE_DIFFERENT);
  if (self->words[0] != NULL)
    gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
  count_down (self);
  return G_SOURCE_REMOVE;
}

/* The models do not notice changes inside an item. A pause changes all items, so this sorts once
 * for all of them. */
static void
on_item_changed (PaddockFoldersPage *self)
{
  if (self->refresh_source == 0)
    self->refresh_source = g_idle_add (refresh, self);
}

static void
on_roots_changed (PaddockFoldersPage *self,
                  guint               position,
                  guint               n_removed,
                  guint               n_added,
                  GListModel         *roots)
{
  for (guint i = position; i < position + n_added; i++) {
    g_autoptr (GObject) item = g_list_model_get_item (roots, i);

    g_signal_connect_object (item, "notify", G_CALLBACK (on_item_changed), self, G_CONNECT_SWAPPED);
  }
}

static void
show_page (PaddockFoldersPage *self)
{
  const char *page = "empty";

  if (g_list_model_get_n_items (paddock_client_get_roots (self->client)) > 0)
    page = "list";
  else if (g_str_equal (paddock_client_facts_get_sandbox (self->client),
                        PADDOCK_SANDBOX_NO_HOST_PATHS))
    page = "old-portal";
  gtk_stack_set_visible_child_name (self->stack, page);
  show_count (self);
}

static void
set_client (PaddockFoldersPage *self,
            PaddockClient      *client)
{
  g_autoptr (GtkSelectionModel) selection = NULL;
  GListModel *roots;
  GtkSortListModel *sorted;

  if (!g_set_object (&self->client, client) || client == NULL)
    return;

  roots = paddock_client_get_roots (client);
  g_signal_connect_object (roots, "items-changed", G_CALLBACK (on_roots_changed), self,
                           G_CONNECT_SWAPPED);
  on_roots_changed (self, 0, 0, g_list_model_get_n_items (roots), roots);
  /* Not incremental. An incremental filter runs when idle, so while the service sends much, folders
   * would be counted and not shown. */
  self->filtered = gtk_filter_list_model_new (g_object_ref (roots),
                                              GTK_FILTER (g_object_ref (self->filter)));
  sorted = gtk_sort_list_model_new (G_LIST_MODEL (self->filtered),
                                    GTK_SORTER (g_object_ref (self->sorter)));
  self->sorted = G_LIST_MODEL (sorted);
  selection = GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (sorted)));
  gtk_list_view_set_model (self->list, selection);
  g_signal_connect_object (self->filtered, "items-changed", G_CALLBACK (show_page), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (client, "notify::state", G_CALLBACK (show_page), self,
                           G_CONNECT_SWAPPED);
  show_page (self);
}

static void
set_order (PaddockFoldersPage *self,
           GSimpleAction      *action,
           const char         *nick)
{
  self->order = paddock_folder_order_from_nick (nick);
  g_simple_action_set_state (action, g_variant_new_string (nick));
  gtk_sorter_changed (GTK_SORTER (self->sorter), GTK_SORTER_CHANGE_DIFFERENT);
}

static void
on_order (GSimpleAction *action,
          GVariant      *value,
          gpointer       user_data)
{
  PaddockFoldersPage *self = user_data;
  const char *nick = g_variant_get_string (value, NULL);

  set_order (self, action, nick);
  if (self->settings != NULL)
    g_settings_set_string (self->settings, PADDOCK_SETTING_ORDER, nick);
}

/* Without an installed schema (a build tree) the order is by name, and is not stored. */
static void
restore_order (PaddockFoldersPage *self)
{
  const GActionEntry entries[] = { { "order", NULL, "s", "'name'", on_order } };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;
  g_autofree char *nick = NULL;

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "folders", G_ACTION_GROUP (group));
  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, PADDOCK_APP_ID, TRUE);
  if (schema == NULL)
    return;
  self->settings = g_settings_new (PADDOCK_APP_ID);
  nick = g_settings_get_string (self->settings, PADDOCK_SETTING_ORDER);
  set_order (self, G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (group), "order")),
             nick);
}

/* Handles shortcuts of the whole window while this page is visible. */
static gboolean
on_find (GtkWidget *widget,
         GVariant  *arguments,
         gpointer   user_data)
{
  PaddockFoldersPage *self = PADDOCK_FOLDERS_PAGE (widget);

  if (!gtk_widget_get_mapped (GTK_WIDGET (self->search_bar)))
    return FALSE;
  gtk_search_bar_set_search_mode (self->search_bar, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
  return TRUE;
}

static gboolean
on_menu (GtkWidget *widget,
         GVariant  *arguments,
         gpointer   user_data)
{
  GtkWidget *focused = gtk_widget_get_focus_child (widget);
  GtkWidget *row = focused != NULL ? gtk_widget_get_first_child (focused) : NULL;

  if (!PADDOCK_IS_FOLDER_ROW (row))
    return FALSE;
  paddock_folder_row_popup (PADDOCK_FOLDER_ROW (row), NULL);
  return TRUE;
}

static void
add_shortcut (GtkWidget        *widget,
              const char       *trigger,
              GtkShortcutFunc   callback,
              GtkShortcutScope  scope)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();
  GtkShortcut *shortcut = gtk_shortcut_new (gtk_shortcut_trigger_parse_string (trigger),
                                            gtk_callback_action_new (callback, NULL, NULL));

  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (controller), scope);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), shortcut);
  gtk_widget_add_controller (widget, controller);
}

/* Typed text that no widget handles goes into the search, wherever the focus is. */
static void
on_map (PaddockFoldersPage *self)
{
  gtk_search_bar_set_key_capture_widget (self->search_bar,
                                         GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))));
  count_down (self);
}

static void
paddock_folders_page_get_property (GObject    *object,
                                   guint       property_id,
                                   GValue     *value,
                                   GParamSpec *pspec)
{
  PaddockFoldersPage *self = PADDOCK_FOLDERS_PAGE (object);

  switch ((PaddockFoldersPageProperty) property_id) {
    case PROP_CLIENT:
      g_value_set_object (value, self->client);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_folders_page_set_property (GObject      *object,
                                   guint         property_id,
                                   const GValue *value,
                                   GParamSpec   *pspec)
{
  PaddockFoldersPage *self = PADDOCK_FOLDERS_PAGE (object);

  switch ((PaddockFoldersPageProperty) property_id) {
    case PROP_CLIENT:
      set_client (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_folders_page_dispose (GObject *object)
{
  PaddockFoldersPage *self = PADDOCK_FOLDERS_PAGE (object);

  g_clear_pointer (&self->countdown, paddock_wall_alarm_free);
  g_clear_handle_id (&self->refresh_source, g_source_remove);
  /* AdwBin unparents its child as well, so the child must not be gone by then. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_FOLDERS_PAGE);
  self->filtered = NULL;
  self->sorted = NULL;
  g_clear_object (&self->filter);
  g_clear_object (&self->sorter);
  g_clear_object (&self->settings);
  g_clear_object (&self->client);

  G_OBJECT_CLASS (paddock_folders_page_parent_class)->dispose (object);
}

static void
paddock_folders_page_finalize (GObject *object)
{
  PaddockFoldersPage *self = PADDOCK_FOLDERS_PAGE (object);

  g_clear_pointer (&self->rows, g_hash_table_unref);
  g_clear_pointer (&self->words, g_strfreev);

  G_OBJECT_CLASS (paddock_folders_page_parent_class)->finalize (object);
}

static void
paddock_folders_page_class_init (PaddockFoldersPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = paddock_folders_page_get_property;
  object_class->set_property = paddock_folders_page_set_property;
  object_class->dispose = paddock_folders_page_dispose;
  object_class->finalize = paddock_folders_page_finalize;

  properties[PROP_CLIENT] =
    g_param_spec_object ("client", NULL, NULL, PADDOCK_TYPE_CLIENT,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-folders-page"));
  gtk_widget_class_bind_template_child (widget_class, PaddockFoldersPage, stack);
  gtk_widget_class_bind_template_child (widget_class, PaddockFoldersPage, found);
  gtk_widget_class_bind_template_child (widget_class, PaddockFoldersPage, search_bar);
  gtk_widget_class_bind_template_child (widget_class, PaddockFoldersPage, search);
  gtk_widget_class_bind_template_child (widget_class, PaddockFoldersPage, count);
  gtk_widget_class_bind_template_child (widget_class, PaddockFoldersPage, list);
  gtk_widget_class_bind_template_child (widget_class, PaddockFoldersPage, folder_menu);
  gtk_widget_class_bind_template_callback (widget_class, on_bind);
  gtk_widget_class_bind_template_callback (widget_class, on_clear_search);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_setup);
  gtk_widget_class_bind_template_callback (widget_class, on_unbind);
}

static void
paddock_folders_page_init (PaddockFoldersPage *self)
{
  self->countdown = paddock_wall_alarm_new (on_countdown, self);
  self->rows = g_hash_table_new (NULL, NULL);
  self->words = g_new0 (char *, 1);
  self->filter = gtk_custom_filter_new (is_found, self, NULL);
  self->sorter = gtk_custom_sorter_new (compare, self, NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_search_bar_connect_entry (self->search_bar, GTK_EDITABLE (self->search));
  restore_order (self);
  add_shortcut (GTK_WIDGET (self), "<Control>f", on_find, GTK_SHORTCUT_SCOPE_GLOBAL);
  add_shortcut (GTK_WIDGET (self->list), "Menu|<Shift>F10", on_menu, GTK_SHORTCUT_SCOPE_LOCAL);
  g_signal_connect_object (self->list, "map", G_CALLBACK (on_map), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->list, "unmap", G_CALLBACK (on_unmap), self, G_CONNECT_SWAPPED);
}
