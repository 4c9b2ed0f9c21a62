/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-folder-row.h"

#include "paddock-folder-actions.h"
#include "paddock-project-text.h"
#include "paddock-root-text.h"
#include "paddock-seen-text.h"
#include "paddock-sentences.h"
#include "paddock-sight.h"
#include "paddock-template.h"
#include "paddock-time-dialog.h"
#include "paddock-time-text.h"

#include <glib/gi18n.h>

/* A row with a folder in a list of folders. An arrow shows whether the servers below the folder are
 * shown. The list owns the row, and gives it another folder when the user scrolls.
 *
 * The row shares nothing: if another folder appears under the pointer, the user may open it by
 * mistake, but never share it. The row has its own actions. They are not actions of the window,
 * because GTK exports window actions on the session bus, and making a folder read-write widens
 * access. An action applies to the folder that the row shows at the moment of activation. The menus
 * close when the row gets another folder. */

struct _PaddockFolderRow
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) */
  GtkTreeListRow *row;        /* (owned) (nullable) the shown row of the list's model; NULL: nothing
                               * is shown */
  PaddockRootItem *item;      /* (owned) (nullable) the folder in @row; NULL: nothing is shown */
  PaddockCountdown *countdown; /* (owned) the timer of the list */
  GMenuModel *menu;           /* (owned) (nullable) the menu of a folder; NULL: folders have no
                               * menu */
  GSimpleAction *read_only;   /* (owned) */
  GSimpleAction *copy_path;   /* (owned) */
  GSimpleAction *crosses;     /* (owned) its state: whether mounted file systems are included */
  GtkWidget *context_menu;    /* (nullable) a child of this row; NULL until the menu first opens */

  GtkImage *icon;
  GtkLabel *title;
  GtkLabel *kind;
  GtkLabel *path;
  GtkLabel *seen_by;
  GtkWidget *read_only_badge;
  GtkLabel *until;
  GtkWidget *crosses_note;
  GtkWidget *status_box;
  GtkImage *status_icon;
  GtkLabel *status;
  GtkWidget *use_new;
  GtkWidget *choose_again;
  GtkMenuButton *menu_button;
  GtkImage *arrow;
};

G_DEFINE_FINAL_TYPE (PaddockFolderRow, paddock_folder_row, ADW_TYPE_BIN)

/* Returns the list that the row is in. The list stays while rows come and go. */
static GtkWidget *
get_list (PaddockFolderRow * self)
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

  /* The check mark of the menu item changes later, when the service reports the change. */
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

/* Makes the menu of the row only when the user opens the menu. The menus of a thousand rows would
 * cost more than the rows. */
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

static void
show_end (PaddockFolderRow *self)
{
  gint64 next = 0;
  g_autofree char *text = NULL;

  if (self->item == NULL)
    return;
  text = paddock_time_text_end (paddock_root_item_get_view (self->item)->root, g_get_real_time (),
                                &next);
  gtk_label_set_text (self->until, text);
  gtk_widget_set_visible (GTK_WIDGET (self->until), *text != '\0');
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    paddock_countdown_ask (self->countdown, next);
}

static void
on_due (PaddockFolderRow *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    show_end (self);
}

/* Sets the texts for screen readers, which read the widget that GtkListView puts around this
 * row. */
static void
describe (PaddockFolderRow *self)
{
  GtkWidget *around = gtk_widget_get_parent (GTK_WIDGET (self));
  const char *label = gtk_label_get_text (self->title);
  g_autofree char *name = NULL;
  g_autofree char *both = NULL;

  both = g_strdup_printf ("%s\n%s", gtk_label_get_text (self->path),
                          gtk_label_get_text (self->seen_by));
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
  describe (self);
}

static void
show_open (PaddockFolderRow *self)
{
  GtkWidget *around = gtk_widget_get_parent (GTK_WIDGET (self));
  gboolean is_open = gtk_tree_list_row_get_expanded (self->row);

  gtk_image_set_from_icon_name (self->arrow, is_open ? "pan-down-symbolic" : "pan-end-symbolic");
  if (around != NULL)
    gtk_accessible_update_state (GTK_ACCESSIBLE (around), GTK_ACCESSIBLE_STATE_EXPANDED, is_open,
                                 -1);
}

static void
show_names (PaddockFolderRow *self)
{
  const PaddockRootView *view = paddock_root_item_get_view (self->item);
  PaddockFileKind kind = view->root->record->kind;
  const char *kind_text = paddock_root_text_kind (kind, view->markers);
  g_autofree char *label = paddock_root_dup_label (view->root);
  g_autofree char *path = paddock_root_text_path (view->root, g_get_home_dir ());
  g_autofree char *whole_path = paddock_root_text_path (view->root, NULL);
  g_autofree char *reason = NULL;

  if (view->markers != 0)
    reason = paddock_project_text_reason (view->markers);
  gtk_image_set_from_icon_name (self->icon, paddock_root_text_icon (kind, view->markers));
  gtk_label_set_text (self->title, label);
  gtk_label_set_text (self->kind, kind_text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->kind), reason);
  gtk_widget_set_visible (GTK_WIDGET (self->kind), *kind_text != '\0');
  gtk_label_set_text (self->path, path);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->path), whole_path);
}

static void
show_status (PaddockFolderRow *self)
{
  const PaddockRootView *view = paddock_root_item_get_view (self->item);
  const char *status = paddock_root_text_status (view->status, view->has_events);
  gboolean is_document = view->root->document != NULL;

  gtk_image_set_from_icon_name (self->status_icon, paddock_root_text_status_icon (view->status));
  gtk_label_set_text (self->status, status);
  gtk_widget_set_visible (self->status_box, *status != '\0');
  gtk_widget_set_visible (self->use_new, view->status == PADDOCK_AVAILABILITY_REPLACED);
  /* A folder that looks missing or unreadable may exist on the host. After a folder was deleted and
   * made again, the portal does not show the new folder until the user chooses it again. */
  gtk_widget_set_visible (self->choose_again,
                          is_document && (view->status == PADDOCK_AVAILABILITY_MISSING ||
                                          view->status == PADDOCK_AVAILABILITY_UNREADABLE));
}

static void
on_item_changed (PaddockFolderRow *self)
{
  const PaddockRootView *view = paddock_root_item_get_view (self->item);
  gboolean is_read_only = view->root->access != PADDOCK_ACCESS_READ_WRITE;

  show_names (self);
  show_status (self);
  show_seen_by (self);
  show_end (self);
  gtk_widget_set_visible (self->read_only_badge, is_read_only);
  gtk_widget_set_visible (self->crosses_note, view->root->crosses);
  g_simple_action_set_state (self->read_only, g_variant_new_boolean (is_read_only));
  g_simple_action_set_state (self->crosses, g_variant_new_boolean (view->root->crosses));
  g_simple_action_set_enabled (self->crosses,
                               view->root->record->kind == PADDOCK_FILE_KIND_DIRECTORY);
  g_simple_action_set_enabled (self->copy_path, paddock_folder_actions_can_copy_path (self->item));
}

/* Makes Tab move first to the widget that GtkListView puts around the row, then to the buttons in
 * the row. GTK 4.8 by itself would move only to the buttons, and no key could open the row. */
static gboolean
paddock_folder_row_focus (GtkWidget        *widget,
                          GtkDirectionType  direction)
{
  GtkWidget *around = gtk_widget_get_parent (widget);

  if (gtk_widget_get_focus_child (widget) == NULL &&
      (direction != GTK_DIR_TAB_FORWARD || !gtk_widget_is_focus (around)))
    return FALSE;
  return GTK_WIDGET_CLASS (paddock_folder_row_parent_class)->focus (widget, direction);
}

static void
paddock_folder_row_dispose (GObject *object)
{
  PaddockFolderRow *self = PADDOCK_FOLDER_ROW (object);

  if (self->row != NULL) {
    g_signal_handlers_disconnect_by_data (self->row, self);
    g_signal_handlers_disconnect_by_data (self->item, self);
  }
  g_clear_pointer (&self->context_menu, gtk_widget_unparent);
  /* Removes the child now. gtk_widget_dispose_template() would free the child, and then AdwBin's
   * own dispose would use the freed widget. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_FOLDER_ROW);
  g_clear_object (&self->row);
  g_clear_object (&self->item);
  g_clear_object (&self->client);
  g_clear_object (&self->countdown);
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

  object_class->dispose = paddock_folder_row_dispose;
  widget_class->focus = paddock_folder_row_focus;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-folder-row"));
  gtk_widget_class_bind_template_child (widget_class, PaddockFolderRow, icon);
  gtk_widget_class_bind_template_child (widget_class, PaddockFolderRow, title);
  gtk_widget_class_bind_template_child (widget_class, PaddockFolderRow, kind);
  gtk_widget_class_bind_template_child (widget_class, PaddockFolderRow, path);
  gtk_widget_class_bind_template_child (widget_class, PaddockFolderRow, seen_by);
  gtk_widget_class_bind_template_child (widget_class, PaddockFolderRow, read_only_badge);
  gtk_widget_class_bind_template_child (widget_class, PaddockFolderRow, until);
  gtk_widget_class_bind_template_child (widget_class, PaddockFolderRow, crosses_note);
  gtk_widget_class_bind_template_child (widget_class, PaddockFolderRow, status_box);
  gtk_widget_class_bind_template_child (widget_class, PaddockFolderRow, status_icon);
  gtk_widget_class_bind_template_child (widget_class, PaddockFolderRow, status);
  gtk_widget_class_bind_template_child (widget_class, PaddockFolderRow, use_new);
  gtk_widget_class_bind_template_child (widget_class, PaddockFolderRow, choose_again);
  gtk_widget_class_bind_template_child (widget_class, PaddockFolderRow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, PaddockFolderRow, arrow);
  gtk_widget_class_bind_template_callback (widget_class, on_choose_again_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_long_pressed);
  gtk_widget_class_bind_template_callback (widget_class, on_pressed);
  gtk_widget_class_bind_template_callback (widget_class, on_use_new_clicked);
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
 * @menu: (nullable): the menu of a folder, with actions named "folder."
 * @countdown: the timer of the list that the row is in
 *
 * Returns: (transfer floating): a row that shows nothing yet
 */
GtkWidget *
paddock_folder_row_new (PaddockClient    *client,
                        GMenuModel       *menu,
                        PaddockCountdown *countdown)
{
  PaddockFolderRow *self = g_object_new (PADDOCK_TYPE_FOLDER_ROW, NULL);

  self->client = g_object_ref (client);
  g_set_object (&self->menu, menu);
  self->countdown = g_object_ref (countdown);
  gtk_widget_set_visible (GTK_WIDGET (self->menu_button), menu != NULL);
  g_signal_connect_object (client, "sight-changed", G_CALLBACK (show_seen_by), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (countdown, "due", G_CALLBACK (on_due), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "map", G_CALLBACK (show_end), NULL);

  return GTK_WIDGET (self);
}

/**
 * paddock_folder_row_set_row:
 * @row: (nullable): the row of the list's model with the folder; %NULL: show nothing
 *
 * Sets the folder that the row shows.
 */
void
paddock_folder_row_set_row (PaddockFolderRow *self,
                            GtkTreeListRow   *row)
{
  GtkWidget *around = gtk_widget_get_parent (GTK_WIDGET (self));

  if (self->row == row)
    return;

  gtk_menu_button_popdown (self->menu_button);
  if (self->context_menu != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->context_menu));
  if (self->row != NULL) {
    g_signal_handlers_disconnect_by_data (self->row, self);
    g_signal_handlers_disconnect_by_data (self->item, self);
  }
  /* GTK may use the widget around this row for a server next, and the row of a server is neither
   * expanded nor collapsed. */
  if (row == NULL && around != NULL)
    gtk_accessible_reset_state (GTK_ACCESSIBLE (around), GTK_ACCESSIBLE_STATE_EXPANDED);
  g_clear_object (&self->item);
  g_set_object (&self->row, row);
  if (row != NULL) {
    self->item = gtk_tree_list_row_get_item (row);
    g_signal_connect_swapped (self->item, "notify", G_CALLBACK (on_item_changed), self);
    g_signal_connect_swapped (row, "notify::expanded", G_CALLBACK (show_open), self);
    on_item_changed (self);
    show_open (self);
  }
}

/**
 * paddock_folder_row_get_row:
 *
 * Returns: (transfer none) (nullable): the row of the list's model that was set last
 */
GtkTreeListRow *
paddock_folder_row_get_row (PaddockFolderRow *self)
{
  return self->row;
}

/**
 * paddock_folder_row_popup:
 * @at: (nullable): where to open the menu, in coordinates of the row; %NULL: at the menu button
 *
 * Opens the menu of the folder, if there is one.
 */
void
paddock_folder_row_popup (PaddockFolderRow   *self,
                          const GdkRectangle *at)
{
  if (self->menu == NULL)
    return;
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
