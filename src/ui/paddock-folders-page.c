/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-folders-page.h"

#include "paddock-client.h"
#include "paddock-documents.h"
#include "paddock-folder-row.h"
#include "paddock-template.h"
#include "paddock-wall-alarm.h"

/* The shared folders, or what to do where there are none. Owned by the window; a row for each
 * item of the client's list. It holds no truth of its own.
 *
 * When the folders end is counted down by one alarm for all rows, which is set only while they are
 * on the screen, and for when one of them reads differently. */

struct _PaddockFoldersPage
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) (nullable) */
  PaddockWallAlarm *countdown; /* (owned) */

  GtkStack *stack;
  GtkListBox *list;
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

  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->list)); row != NULL;
       row = gtk_widget_get_next_sibling (row)) {
    gint64 next = PADDOCK_IS_FOLDER_ROW (row)
                    ? paddock_folder_row_show_end (PADDOCK_FOLDER_ROW (row), now) : 0;

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

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  PaddockFoldersPage *self = user_data;

  g_signal_connect_object (item, "notify::expires", G_CALLBACK (count_down), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  return paddock_folder_row_new (self->client, item);
}

static void
on_roots_changed (PaddockFoldersPage *self)
{
  GListModel *roots = paddock_client_get_roots (self->client);
  const char *page = "empty";

  if (g_list_model_get_n_items (roots) > 0)
    page = "list";
  else if (g_str_equal (paddock_client_get_sandbox (self->client), PADDOCK_SANDBOX_NO_HOST_PATHS))
    page = "old-portal";
  gtk_stack_set_visible_child_name (self->stack, page);
  count_down (self);
}

static void
set_client (PaddockFoldersPage *self,
            PaddockClient      *client)
{
  if (!g_set_object (&self->client, client) || client == NULL)
    return;

  gtk_list_box_bind_model (self->list, paddock_client_get_roots (client), create_row, self, NULL);
  g_signal_connect_object (paddock_client_get_roots (client), "items-changed",
                           G_CALLBACK (on_roots_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (client, "notify::state", G_CALLBACK (on_roots_changed), self,
                           G_CONNECT_SWAPPED);
  on_roots_changed (self);
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
  /* Of its own child AdwBin disposes too, and must not find it gone. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_FOLDERS_PAGE);
  g_clear_object (&self->client);

  G_OBJECT_CLASS (paddock_folders_page_parent_class)->dispose (object);
}

static void
paddock_folders_page_class_init (PaddockFoldersPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = paddock_folders_page_get_property;
  object_class->set_property = paddock_folders_page_set_property;
  object_class->dispose = paddock_folders_page_dispose;

  properties[PROP_CLIENT] =
    g_param_spec_object ("client", NULL, NULL, PADDOCK_TYPE_CLIENT,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-folders-page"));
  gtk_widget_class_bind_template_child (widget_class, PaddockFoldersPage, stack);
  gtk_widget_class_bind_template_child (widget_class, PaddockFoldersPage, list);
}

static void
paddock_folders_page_init (PaddockFoldersPage *self)
{
  self->countdown = paddock_wall_alarm_new (on_countdown, self);
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->list, "map", G_CALLBACK (count_down), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->list, "unmap", G_CALLBACK (on_unmap), self, G_CONNECT_SWAPPED);
}
