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
#include "paddock-names.h"
#include "paddock-seen-list.h"
#include "paddock-settings.h"
#include "paddock-typed-words.h"
#include "paddock-template.h"

#include <glib/gi18n.h>

/* The Folders page: the shared folders, or what to do if there are none. The window owns the page.
 * It shows the roots of the client that match the search, in the order that the user chose. */

struct _PaddockFoldersPage
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) (nullable) */
  GSettings *settings;        /* (owned) (nullable) NULL: the schema is not installed */
  GStrv words;                /* (owned) the words of the search */
  PaddockFolderOrder order;
  guint refresh_source;       /* callback that fills the list again; 0: the list is up to date */

  GtkStack *stack;
  GtkStack *found;
  GtkSearchBar *search_bar;
  GtkSearchEntry *search;
  GtkLabel *count;
  PaddockSeenList *list;
  GMenuModel *folder_menu;
};

G_DEFINE_FINAL_TYPE (PaddockFoldersPage, paddock_folders_page, ADW_TYPE_BIN)

typedef enum {
  PROP_CLIENT = 1,
} PaddockFoldersPageProperty;

static GParamSpec *properties[PROP_CLIENT + 1];

static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer      user_data)
{
  PaddockFoldersPage *self = user_data;

  return paddock_folder_order_compare (self->order, *(PaddockRootItem * const *) a,
                                       *(PaddockRootItem * const *) b);
}

static void
show_count (PaddockFoldersPage *self,
            guint               n_found)
{
  guint n_all = g_list_model_get_n_items (paddock_client_get_roots (self->client));
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
show_page (PaddockFoldersPage *self)
{
  const char *page = "empty";

  if (g_list_model_get_n_items (paddock_client_get_roots (self->client)) > 0)
    page = "list";
  else if (g_str_equal (paddock_client_facts_get_sandbox (self->client),
                        PADDOCK_SANDBOX_NO_HOST_PATHS))
    page = "old-portal";
  gtk_stack_set_visible_child_name (self->stack, page);
}

/* Updates the list and the count together, so that they always agree. */
static void
fill (PaddockFoldersPage *self)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref);
  GListModel *roots = paddock_client_get_roots (self->client);

  for (guint i = 0; i < g_list_model_get_n_items (roots); i++) {
    g_autoptr (PaddockRootItem) item = g_list_model_get_item (roots, i);

    if (paddock_folder_order_matches (item, (const char * const *) self->words))
      g_ptr_array_add (found, g_steal_pointer (&item));
  }
  g_ptr_array_sort_with_data (found, compare, self);
  paddock_seen_list_set_items (self->list, found, NULL);
  show_page (self);
  show_count (self, found->len);
}

static void
on_search_changed (PaddockFoldersPage *self)
{
  g_strfreev (self->words);
  self->words = paddock_typed_words_split (gtk_editable_get_text (GTK_EDITABLE (self->search)));
  if (self->client == NULL)
    return;
  fill (self);
  /* Without this call GTK would keep the visible row in place, and the results above that row would
   * be out of sight. */
  paddock_seen_list_show_first (self->list);
}

static void
on_clear_search (PaddockFoldersPage *self)
{
  gtk_search_bar_set_search_mode (self->search_bar, FALSE);
  gtk_widget_child_focus (GTK_WIDGET (self->list), GTK_DIR_TAB_FORWARD);
}

static gboolean
refresh (gpointer user_data)
{
  PaddockFoldersPage *self = user_data;

  self->refresh_source = 0;
  fill (self);
  return G_SOURCE_REMOVE;
}

/* Fills the list before the next frame. So many changes, for example a pause of all sharing, fill
 * the list only once. */
static void
refresh_soon (PaddockFoldersPage *self)
{
  if (self->refresh_source == 0)
    self->refresh_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, refresh, self, NULL);
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

    g_signal_connect_object (item, "notify", G_CALLBACK (refresh_soon), self, G_CONNECT_SWAPPED);
  }
  refresh_soon (self);
}

static void
set_client (PaddockFoldersPage *self,
            PaddockClient      *client)
{
  GListModel *roots;

  if (!g_set_object (&self->client, client) || client == NULL)
    return;

  roots = paddock_client_get_roots (client);
  paddock_seen_list_set_client (self->list, client, _("Folders"), self->folder_menu);
  g_signal_connect_object (roots, "items-changed", G_CALLBACK (on_roots_changed), self,
                           G_CONNECT_SWAPPED);
  on_roots_changed (self, 0, 0, g_list_model_get_n_items (roots), roots);
  g_signal_connect_object (client, "notify::state", G_CALLBACK (refresh_soon), self,
                           G_CONNECT_SWAPPED);
  fill (self);
}

static void
set_order (PaddockFoldersPage *self,
           GSimpleAction      *action,
           const char         *nick)
{
  self->order = paddock_folder_order_from_nick (nick);
  g_simple_action_set_state (action, g_variant_new_string (nick));
  if (self->client != NULL)
    fill (self);
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

/* Restores the order that the user chose. In a build tree without an installed schema, the order is
 * by name, and is not saved. */
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

/* Opens the search. The shortcut works in the whole window, and this page handles it only while the
 * page is visible. */
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

/* Lets the user type to search. The search bar gets all keys of the window that no other widget
 * handles. */
static void
on_map (PaddockFoldersPage *self)
{
  gtk_search_bar_set_key_capture_widget (self->search_bar,
                                         GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))));
}

static void
add_find_shortcut (PaddockFoldersPage *self)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();
  GtkShortcut *shortcut =
    gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("<Control>f"),
                      gtk_callback_action_new (on_find, NULL, NULL));

  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (controller),
                                     GTK_SHORTCUT_SCOPE_GLOBAL);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), shortcut);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
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

  g_clear_handle_id (&self->refresh_source, g_source_remove);
  /* Removes the child now. gtk_widget_dispose_template() would free the child, and then AdwBin's
   * own dispose would use the freed widget. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_FOLDERS_PAGE);
  g_clear_object (&self->settings);
  g_clear_object (&self->client);

  G_OBJECT_CLASS (paddock_folders_page_parent_class)->dispose (object);
}

static void
paddock_folders_page_finalize (GObject *object)
{
  PaddockFoldersPage *self = PADDOCK_FOLDERS_PAGE (object);

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
  gtk_widget_class_bind_template_callback (widget_class, on_clear_search);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
}

static void
paddock_folders_page_init (PaddockFoldersPage *self)
{
  self->words = g_new0 (char *, 1);
  g_type_ensure (PADDOCK_TYPE_SEEN_LIST);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_search_bar_connect_entry (self->search_bar, GTK_EDITABLE (self->search));
  restore_order (self);
  add_find_shortcut (self);
  g_signal_connect_object (self->list, "map", G_CALLBACK (on_map), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}
