/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-folder-row.h"

#include "paddock-adder.h"
#include "paddock-closures.h"
#include "paddock-compat.h"
#include "paddock-sentences.h"
#include "paddock-template.h"
#include "paddock-time-dialog.h"
#include "paddock-toast.h"

#include <glib/gi18n.h>

/* A shared folder in the list of folders. Owned by the list; bound to its item, whose values its
 * template's closures show. Its actions are its own: making a folder read-write widens, so they
 * are never the window's, which GTK exports on the session bus. */

struct _PaddockFolderRow
{
  GtkListBoxRow parent_instance;

  PaddockClient *client;      /* (owned) */
  PaddockRootItem *item;      /* (owned) */
  GSimpleAction *read_only;   /* (owned) */

  GtkMenuButton *menu_button;
  GtkLabel *until;
};

G_DEFINE_FINAL_TYPE (PaddockFolderRow, paddock_folder_row, GTK_TYPE_LIST_BOX_ROW)

typedef enum {
  PROP_CLIENT = 1,
  PROP_ITEM,
} PaddockFolderRowProperty;

static GParamSpec *properties[PROP_ITEM + 1];

static const PaddockRoot *
get_root (PaddockFolderRow *self)
{
  return paddock_root_item_get_view (self->item)->root;
}

static GtkWindow *
get_window (PaddockFolderRow *self)
{
  return GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
}

static void
change (PaddockFolderRow *self,
        const char       *key,
        GVariant         *value,
        const char       *done_text)
{
  GVariantDict changes;

  g_variant_dict_init (&changes, NULL);
  g_variant_dict_insert_value (&changes, key, value);
  paddock_client_change_root_async (self->client, get_root (self)->id,
                                    g_variant_dict_end (&changes), NULL, paddock_call_ready,
                                    paddock_call_new (GTK_WIDGET (self), done_text, NULL));
}

static void
on_open (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  PaddockFolderRow *self = user_data;
  g_autofree char *uri = paddock_root_dup_uri (get_root (self));

  gtk_show_uri (get_window (self), uri, GDK_CURRENT_TIME);
}

static void
on_copy_uri (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  PaddockFolderRow *self = user_data;
  g_autofree char *uri = paddock_root_dup_uri (get_root (self));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), uri);
  paddock_toast_show (GTK_WIDGET (self), _("URI copied"));
}

static void
on_name_given (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (PaddockFolderRow) self = user_data;
  g_autofree char *name = paddock_prompt_finish (result, NULL);

  if (name != NULL)
    change (self, "name", g_variant_new_string (g_strstrip (name)), NULL);
}

static void
on_rename (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       user_data)
{
  PaddockFolderRow *self = user_data;
  g_autofree char *label = paddock_root_dup_label (get_root (self));

  paddock_prompt_async (get_window (self), _("Rename"),
                        _("The name that you and servers see. The folder itself keeps its own."),
                        label, _("_Rename"), NULL, on_name_given, g_object_ref (self));
}

static void
on_read_only (GSimpleAction *action,
              GVariant      *value,
              gpointer       user_data)
{
  PaddockFolderRow *self = user_data;

  /* The check follows the item when the service has done it. */
  change (self, "access",
          g_variant_new_string (g_variant_get_boolean (value) ? "read-only" : "read-write"), NULL);
}

static void
on_time (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  PaddockFolderRow *self = user_data;

  gtk_window_present (GTK_WINDOW (paddock_time_dialog_new (GTK_WIDGET (self), self->client,
                                                           get_root (self))));
}

static void
remove_now (PaddockFolderRow *self)
{
  const PaddockRoot *root = get_root (self);
  g_autofree char *label = paddock_root_dup_label (root);
  g_autofree char *done = NULL;

  /* Translators: %s is a folder */
  done = g_strdup_printf (_("“%s” is no longer shared"), label);
  paddock_client_remove_root_async (self->client, root->id, NULL, paddock_call_ready,
                                    paddock_call_new (GTK_WIDGET (self), done,
                                                      paddock_undo_new_for_removal (self->client,
                                                                                    root->id)));
}

static void
on_removal_confirmed (GObject      *source,
                      GAsyncResult *result,
                      gpointer      user_data)
{
  g_autoptr (PaddockFolderRow) self = user_data;

  if (paddock_confirm_finish (result, NULL))
    remove_now (self);
}

static void
on_remove (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       user_data)
{
  PaddockFolderRow *self = user_data;
  g_autofree char *label = NULL;
  g_autofree char *heading = NULL;

  if (paddock_root_item_get_view (self->item)->status == PADDOCK_AVAILABILITY_AVAILABLE) {
    remove_now (self);
    return;
  }

  /* It could not be added again now, so there would be no undo. */
  label = paddock_root_dup_label (get_root (self));
  /* Translators: %s is a folder */
  heading = g_strdup_printf (_("Remove “%s”?"), label);
  paddock_confirm_async (get_window (self), heading,
                         _("It is not there now, so this cannot be undone until it is back."),
                         _("_Remove"), PADDOCK_CONFIRM_DESTRUCTIVE, NULL, on_removal_confirmed,
                         g_object_ref (self));
}

static void
on_use_new_clicked (PaddockFolderRow *self)
{
  change (self, "confirm", g_variant_new_boolean (TRUE), _("The new folder is shared from now on"));
}

static void
on_chosen_again (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (PaddockFolderRow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) ids = paddock_adder_finish (result, &error);

  if (ids == NULL)
    paddock_toast_show_error (GTK_WIDGET (self), error);
}

static void
on_choose_again_clicked (PaddockFolderRow *self)
{
  const PaddockRoot *root = get_root (self);

  paddock_adder_choose_again_async (GTK_WIDGET (self), self->client, root->path,
                                    root->record->kind, on_chosen_again, g_object_ref (self));
}

/**
 * paddock_folder_row_show_end:
 * @now: µs since the epoch
 *
 * Says when the folder ends.
 *
 * Returns: when that reads differently, µs since the epoch; 0: not by itself
 */
gint64
paddock_folder_row_show_end (PaddockFolderRow *self,
                             gint64            now)
{
  gint64 next;
  g_autofree char *text = paddock_sentence_end (get_root (self), now, &next);

  gtk_label_set_text (self->until, text);
  gtk_widget_set_visible (GTK_WIDGET (self->until), *text != '\0');
  return next;
}

static void
on_item_changed (PaddockFolderRow *self)
{
  const PaddockRootView *view = paddock_root_item_get_view (self->item);
  g_autofree char *label = paddock_root_dup_label (view->root);
  g_autofree char *name = NULL;
  gboolean is_read_only;

  paddock_folder_row_show_end (self, g_get_real_time ());
  is_read_only = view->root->access != PADDOCK_ACCESS_READ_WRITE;
  g_simple_action_set_state (self->read_only, g_variant_new_boolean (is_read_only));
  /* Translators: the name of the menu of the folder %s, for screen readers */
  name = g_strdup_printf (_("Menu of %s"), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
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
      break;
    case PROP_ITEM:
      self->item = g_value_dup_object (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_folder_row_constructed (GObject *object)
{
  PaddockFolderRow *self = PADDOCK_FOLDER_ROW (object);

  G_OBJECT_CLASS (paddock_folder_row_parent_class)->constructed (object);

  g_signal_connect_object (self->item, "notify", G_CALLBACK (on_item_changed), self,
                           G_CONNECT_SWAPPED);
  on_item_changed (self);
}

static void
paddock_folder_row_dispose (GObject *object)
{
  PaddockFolderRow *self = PADDOCK_FOLDER_ROW (object);

  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_FOLDER_ROW);
  g_clear_object (&self->client);
  g_clear_object (&self->item);
  g_clear_object (&self->read_only);

  G_OBJECT_CLASS (paddock_folder_row_parent_class)->dispose (object);
}

static void
paddock_folder_row_class_init (PaddockFolderRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = paddock_folder_row_get_property;
  object_class->set_property = paddock_folder_row_set_property;
  object_class->constructed = paddock_folder_row_constructed;
  object_class->dispose = paddock_folder_row_dispose;

  properties[PROP_CLIENT] =
    g_param_spec_object ("client", NULL, NULL, PADDOCK_TYPE_CLIENT,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_ITEM] =
    g_param_spec_object ("item", NULL, NULL, PADDOCK_TYPE_ROOT_ITEM,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-folder-row"));
  gtk_widget_class_bind_template_child (widget_class, PaddockFolderRow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, PaddockFolderRow, until);
  gtk_widget_class_bind_template_callback (widget_class, on_choose_again_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_use_new_clicked);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closure_root_icon);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closure_root_icon_state);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closure_root_is_noted);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closure_root_is_out_of_reach);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closure_root_is_read_only);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closure_root_is_replaced);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closure_root_kind);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closure_root_path);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closure_root_reason);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closure_root_seen_by);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closure_root_status);
  gtk_widget_class_bind_template_callback (widget_class, paddock_closure_root_tooltip);
}

static void
paddock_folder_row_init (PaddockFolderRow *self)
{
  const GActionEntry entries[] = {
    { "open", on_open },
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
  gtk_widget_insert_action_group (GTK_WIDGET (self), "folder", G_ACTION_GROUP (group));
}

/**
 * paddock_folder_row_new:
 *
 * Returns: (transfer floating): a row that shows @item
 */
GtkWidget *
paddock_folder_row_new (PaddockClient   *client,
                        PaddockRootItem *item)
{
  return g_object_new (PADDOCK_TYPE_FOLDER_ROW, "client", client, "item", item, NULL);
}
