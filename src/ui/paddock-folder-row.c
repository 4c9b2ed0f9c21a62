/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-folder-row.h"

#include "paddock-closures.h"
#include "paddock-folder-actions.h"
#include "paddock-seen-text.h"
#include "paddock-sentences.h"
#include "paddock-sight.h"
#include "paddock-template.h"
#include "paddock-time-dialog.h"
#include "paddock-time-text.h"

#include <glib/gi18n.h>

/* A folder in the list of folders. The list owns the row, and gives it another item when the user
 * scrolls. The template's closures show the item's values.
 *
 * The row has its own actions. They are not the window's, because GTK exports those on the session
 * bus, and making a folder read-write widens access. An action applies to the item shown when it is
 * activated. The menus close when the row gets another item. */

struct _PaddockFolderRow
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) */
  PaddockRootItem *item;      /* (owned) (nullable) */
  GMenuModel *menu;           /* (owned) */
  GSimpleAction *read_only;   /* (owned) */
  GSimpleAction *copy_path;   /* (owned) */
  GSimpleAction *crosses;     /* (owned) whether mounted file systems are included */
  GtkWidget *context_menu;    /* (nullable) a child, after its first use */

  GtkMenuButton *menu_button;
  GtkLabel *seen_by;
  GtkLabel *until;
};

G_DEFINE_FINAL_TYPE (PaddockFolderRow, paddock_folder_row, ADW_TYPE_BIN)

typedef enum {
  PROP_CLIENT = 1,
  PROP_MENU,
  PROP_ITEM,
} PaddockFolderRowProperty;

static GParamSpec *properties[PROP_ITEM + 1];

/* The list, which stays while rows come and go. */
static GtkWidget *
get_list (PaddockFolderRow *self)
{
  return gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_LIST_VIEW);
}

static void
on_open (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  PaddockFolderRow *self = user_data;

  paddock_folder_actions_open (get_list (self), self->item);
}

static void
on_copy_path (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  PaddockFolderRow *self = user_data;

  paddock_folder_actions_copy_path (get_list (self), self->item);
}

static void
on_copy_uri (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  PaddockFolderRow *self = user_data;

  paddock_folder_actions_copy_uri (get_list (self), self->item);
}

static void
on_rename (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       user_data)
{
  PaddockFolderRow *self = user_data;

  paddock_folder_actions_rename (get_list (self), self->client, self->item);
}

static void
on_read_only (GSimpleAction *action,
              GVariant      *value,
              gpointer       user_data)
{
  PaddockFolderRow *self = user_data;

  /* The check changes when the service has done it. */
  paddock_folder_actions_set_read_only (get_list (self), self->client, self->item,
                                        g_variant_get_boolean (value));
}

static void
on_other_file_systems (GSimpleAction *action,
                       GVariant      *value,
                       gpointer       user_data)
{
  PaddockFolderRow *self = user_data;

  paddock_folder_actions_set_crosses (get_list (self), self->client, self->item,
                                      g_variant_get_boolean (value));
}

static void
on_time (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  PaddockFolderRow *self = user_data;
  PaddockTimeDialog *dialog;

  dialog = paddock_time_dialog_new (get_list (self), self->client,
                                    paddock_root_item_get_view (self->item)->root);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_remove (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       user_data)
{
  PaddockFolderRow *self = user_data;

  paddock_folder_actions_remove (get_list (self), self->client, self->item);
}

static void
on_use_new_clicked (PaddockFolderRow *self)
{
  paddock_folder_actions_use_new (get_list (self), self->client, self->item);
}

static void
on_choose_again_clicked (PaddockFolderRow *self)
{
  paddock_folder_actions_choose_again (get_list (self), self->client, self->item);
}

/* Creates the menu on demand: the menus of a thousand rows would cost more than the rows. */
static void
on_menu_wanted (GtkMenuButton *button,
                gpointer       user_data)
{
  PaddockFolderRow *self = PADDOCK_FOLDER_ROW (user_data);

  if (gtk_menu_button_get_menu_model (button) == NULL)
    gtk_menu_button_set_menu_model (button, self->menu);
}

static void
on_pressed (PaddockFolderRow *self,
            int               n_press,
            double            x,
            double            y,
            GtkGesture       *gesture)
{
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  paddock_folder_row_popup (self, &(GdkRectangle) { (int) x, (int) y, 1, 1 });
}

static void
on_long_pressed (PaddockFolderRow *self,
                 double            x,
                 double            y,
                 GtkGesture       *gesture)
{
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  paddock_folder_row_popup (self, &(GdkRectangle) { (int) x, (int) y, 1, 1 });
}

/**
 * paddock_folder_row_show_end:
 * @now: µs since the epoch
 *
 * Shows when the folder ends.
 *
 * Returns: µs since the epoch when that text changes; 0: it does not change by itself
 */
gint64
paddock_folder_row_show_end (PaddockFolderRow *self,
                             gint64            now)
{
  gint64 next = 0;
  g_autofree char *text = NULL;

  if (self->item == NULL)
    return 0;
  text = paddock_time_text_end (paddock_root_item_get_view (self->item)->root, now, &next);
  gtk_label_set_text (self->until, text);
  gtk_widget_set_visible (GTK_WIDGET (self->until), *text != '\0');
  return next;
}

/* A screen reader reads the list's own widget around this one. */
static void
describe (PaddockFolderRow *self)
{
  GtkWidget *around = gtk_widget_get_parent (GTK_WIDGET (self));
  g_autofree char *label = NULL;
  g_autofree char *path = NULL;
  g_autofree char *picked = NULL;
  g_autofree char *name = NULL;
  g_autofree char *both = NULL;

  g_object_get (self->item, "label", &label, "path", &path, "picked", &picked, NULL);
  both = paddock_closures_root_path (self, path, picked);
  if (around != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (around), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                    GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, both, -1);
  /* Translators: the name of the menu of the folder %s, for screen readers */
  name = g_strdup_printf (_("Menu of %s"), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
show_seen_by (PaddockFolderRow *self)
{
  g_autoptr (GPtrArray) sights = NULL;
  g_autofree char *text = NULL;

  if (self->item == NULL)
    return;
  sights = paddock_sight_list (paddock_client_get_servers (self->client),
                               paddock_client_get_roots (self->client), self->item);
  text = paddock_seen_text (sights, paddock_client_is_paused (self->client));
  gtk_label_set_text (self->seen_by, text);
}

static void
on_item_changed (PaddockFolderRow *self)
{
  const PaddockRootView *view = paddock_root_item_get_view (self->item);
  gboolean is_read_only = view->root->access != PADDOCK_ACCESS_READ_WRITE;

  show_seen_by (self);
  paddock_folder_row_show_end (self, g_get_real_time ());
  g_simple_action_set_state (self->read_only, g_variant_new_boolean (is_read_only));
  g_simple_action_set_state (self->crosses, g_variant_new_boolean (view->root->crosses));
  g_simple_action_set_enabled (self->crosses,
                               view->root->record->kind == PADDOCK_FILE_KIND_DIRECTORY);
  g_simple_action_set_enabled (self->copy_path, paddock_folder_actions_can_copy_path (self->item));
  describe (self);
}

static void
paddock_folder_row_get_property (GObject    *object,
                                 guint       property_id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  PaddockFolderRow *self = PADDOCK_FOLDER_ROW (object);

  switch ((PaddockFolderRowProperty) property_id) {
    case PROP_CLIENT:
      g_value_set_object (value, self->client);
      break;
    case PROP_MENU:
      g_value_set_object (value, self->menu);
      break;
    case PROP_ITEM:
      g_value_set_object (value, self->item);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_folder_row_set_property (GObject      *object,
                                 guint         property_id,
                                 const GValue *value,
                                 GParamSpec   *pspec)
{
  PaddockFolderRow *self = PADDOCK_FOLDER_ROW (object);

  switch ((PaddockFolderRowProperty) property_id) {
    case PROP_CLIENT:
      self->client = g_value_dup_object (value);
      g_signal_connect_object (self->client, "sight-changed", G_CALLBACK (show_seen_by), self,
                               G_CONNECT_SWAPPED);
      break;
    case PROP_MENU:
      self->menu = g_value_dup_object (value);
      break;
    case PROP_ITEM:
      paddock_folder_row_set_item (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_folder_row_dispose (GObject *object)
{
  PaddockFolderRow *self = PADDOCK_FOLDER_ROW (object);

  if (self->item != NULL)
    g_signal_handlers_disconnect_by_data (self->item, self);
  g_clear_pointer (&self->context_menu, gtk_widget_unparent);
  /* AdwBin unparents its child as well, so the child must not be gone by then. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_FOLDER_ROW);
  g_clear_object (&self->item);
  g_clear_object (&self->client);
  g_clear_object (&self->menu);
  g_clear_object (&self->read_only);
  g_clear_object (&self->copy_path);
  g_clear_object (&self->crosses);

  G_OBJECT_CLASS (paddock_folder_row_parent_class)->dispose (object);
}

static void
paddock_folder_row_class_init (PaddockFolderRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = paddock_folder_row_get_property;
  object_class->set_property = paddock_folder_row_set_property;
  object_class->dispose = paddock_folder_row_dispose;

  properties[PROP_CLIENT] =
    g_param_spec_object ("client", NULL, NULL, PADDOCK_TYPE_CLIENT,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_MENU] =
    g_param_spec_object ("menu", NULL, NULL, G_TYPE_MENU_MODEL,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_ITEM] =
    g_param_spec_object ("item", NULL, NULL, PADDOCK_TYPE_ROOT_ITEM,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-folder-row"));
  gtk_widget_class_bind_template_child (widget_class, PaddockFolderRow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, PaddockFolderRow, seen_by);
  gtk_widget_class_bind_template_child (widget_class, PaddockFolderRow, until);
  gtk_widget_class_bind_template_callback (widget_class, on_choose_again_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_long_pressed);
  gtk_widget_class_bind_template_callback (widget_class, on_pressed);
  gtk_widget_class_bind_template_callback (widget_class, on_use_new_clicked);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closures_root_icon);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closures_root_icon_state);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closures_root_is_noted);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closures_root_is_out_of_reach);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closures_root_is_read_only);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closures_root_is_replaced);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closures_root_kind);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closures_root_path);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closures_root_reason);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closures_root_status);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closures_root_tooltip);
}

static void
paddock_folder_row_init (PaddockFolderRow *self)
{
  const GActionEntry entries[] = {
    { "open", on_open },
    { "copy-path", on_copy_path },
    { "copy-uri", on_copy_uri },
    { "rename", on_rename },
    { "time", on_time },
    { "remove", on_remove },
  };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  g_type_ensure (PADDOCK_TYPE_ROOT_ITEM);
  gtk_widget_init_template (GTK_WIDGET (self));

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), self);
  self->read_only = g_simple_action_new_stateful ("read-only", NULL, g_variant_new_boolean (TRUE));
  g_signal_connect_object (self->read_only, "change-state", G_CALLBACK (on_read_only), self, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->read_only));
  self->copy_path =
    G_SIMPLE_ACTION (g_object_ref (g_action_map_lookup_action (G_ACTION_MAP (group), "copy-path")));
  self->crosses = g_simple_action_new_stateful ("other-file-systems", NULL,
                                                g_variant_new_boolean (FALSE));
  g_signal_connect_object (self->crosses, "change-state", G_CALLBACK (on_other_file_systems), self,
                           0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->crosses));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "folder", G_ACTION_GROUP (group));
  gtk_menu_button_set_create_popup_func (self->menu_button, on_menu_wanted, self, NULL);
}

/**
 * paddock_folder_row_new:
 * @menu: the menu for a folder; its actions are in the group "folder"
 *
 * Returns: (transfer floating): an empty row
 */
GtkWidget *
paddock_folder_row_new (PaddockClient *client,
                        GMenuModel    *menu)
{
  return g_object_new (PADDOCK_TYPE_FOLDER_ROW, "client", client, "menu", menu, NULL);
}

/**
 * paddock_folder_row_set_item:
 * @item: (nullable): the folder to show
 */
void
paddock_folder_row_set_item (PaddockFolderRow *self,
                             PaddockRootItem  *item)
{
  if (self->item == item)
    return;

  gtk_menu_button_popdown (self->menu_button);
  if (self->context_menu != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->context_menu));
  if (self->item != NULL)
    g_signal_handlers_disconnect_by_data (self->item, self);
  g_set_object (&self->item, item);
  if (item != NULL) {
    g_signal_connect_swapped (item, "notify", G_CALLBACK (on_item_changed), self);
    on_item_changed (self);
  }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ITEM]);
}

/**
 * paddock_folder_row_popup:
 * @at: (nullable): the place in the row; %NULL: opened by keyboard
 *
 * Opens the menu of the folder.
 */
void
paddock_folder_row_popup (PaddockFolderRow   *self,
                          const GdkRectangle *at)
{
  if (at == NULL) {
    gtk_menu_button_popup (self->menu_button);
    return;
  }
  if (self->context_menu == NULL) {
    self->context_menu = gtk_popover_menu_new_from_model (self->menu);
    gtk_popover_set_has_arrow (GTK_POPOVER (self->context_menu), FALSE);
    gtk_widget_set_halign (self->context_menu, GTK_ALIGN_START);
    gtk_widget_set_parent (self->context_menu, GTK_WIDGET (self));
  }
  gtk_popover_set_pointing_to (GTK_POPOVER (self->context_menu), at);
  gtk_popover_popup (GTK_POPOVER (self->context_menu));
}
