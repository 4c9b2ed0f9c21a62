/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-activity-page.h"

#include "paddock-client.h"
#include "paddock-entry-row.h"
#include "paddock-template.h"
#include "paddock-toast.h"

/* The journal, newest first. Owned by the window; older entries are loaded when the end of the
 * list comes into view. */

/* How many older entries are loaded at a time. */
#define PAGE_SIZE 100

struct _PaddockActivityPage
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) (nullable) */

  GtkStack *stack;
  GtkScrolledWindow *scroller;
  GtkListView *list;
  gboolean is_loading;
  gboolean is_complete;       /* the oldest entry is there */
};

G_DEFINE_FINAL_TYPE (PaddockActivityPage, paddock_activity_page, ADW_TYPE_BIN)

typedef enum {
  PROP_CLIENT = 1,
} PaddockActivityPageProperty;

static GParamSpec *properties[PROP_CLIENT + 1];

static void
on_setup (PaddockActivityPage *self,
          GtkListItem         *list_item)
{
  gtk_list_item_set_activatable (list_item, FALSE);
  gtk_list_item_set_child (list_item, paddock_entry_row_new ());
}

static void
on_bind (PaddockActivityPage *self,
         GtkListItem         *list_item)
{
  paddock_entry_row_set_item (PADDOCK_ENTRY_ROW (gtk_list_item_get_child (list_item)),
                              gtk_list_item_get_item (list_item));
}

static void
on_unbind (PaddockActivityPage *self,
           GtkListItem         *list_item)
{
  paddock_entry_row_set_item (PADDOCK_ENTRY_ROW (gtk_list_item_get_child (list_item)), NULL);
}

static void
on_loaded (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (PaddockActivityPage) self = user_data;
  g_autoptr (GError) error = NULL;

  self->is_loading = FALSE;
  self->is_complete = !paddock_client_load_journal_finish (PADDOCK_CLIENT (source), result, &error);
  if (error != NULL) {
    self->is_complete = FALSE;
    paddock_toast_show_error (GTK_WIDGET (self), error);
  }
}

static void
load_older (PaddockActivityPage *self)
{
  if (self->is_loading || self->is_complete ||
      paddock_client_get_state (self->client) != PADDOCK_CLIENT_CONNECTED)
    return;

  self->is_loading = TRUE;
  paddock_client_load_journal_async (self->client, PAGE_SIZE, NULL, on_loaded, g_object_ref (self));
}

static void
on_edge_reached (PaddockActivityPage *self,
                 GtkPositionType      position)
{
  if (position == GTK_POS_BOTTOM)
    load_older (self);
}

static void
on_journal_changed (PaddockActivityPage *self)
{
  GListModel *journal = paddock_client_get_journal (self->client);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);

  /* The list keeps what it showed in place; who looks at the newest goes on looking at that. */
  if (g_list_model_get_n_items (journal) > 0 &&
      gtk_adjustment_get_value (adjustment) <= gtk_adjustment_get_lower (adjustment))
    gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", 0);

  gtk_stack_set_visible_child_name (self->stack,
                                    g_list_model_get_n_items (journal) > 0 ? "list" : "empty");
}

static void
on_state_changed (PaddockActivityPage *self)
{
  self->is_complete = FALSE;
}

static void
set_client (PaddockActivityPage *self,
            PaddockClient       *client)
{
  g_autoptr (GtkSelectionModel) selection = NULL;
  GListModel *journal;

  if (!g_set_object (&self->client, client) || client == NULL)
    return;

  journal = paddock_client_get_journal (client);
  selection = GTK_SELECTION_MODEL (gtk_no_selection_new (g_object_ref (journal)));
  gtk_list_view_set_model (self->list, selection);
  g_signal_connect_object (journal, "items-changed", G_CALLBACK (on_journal_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (client, "notify::state", G_CALLBACK (on_state_changed), self,
                           G_CONNECT_SWAPPED);
  on_journal_changed (self);
}

static void
paddock_activity_page_get_property (GObject    *object,
                                    guint       property_id,
                                    GValue     *value,
                                    GParamSpec *pspec)
{
  PaddockActivityPage *self = PADDOCK_ACTIVITY_PAGE (object);

  switch ((PaddockActivityPageProperty) property_id) {
    case PROP_CLIENT:
      g_value_set_object (value, self->client);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_activity_page_set_property (GObject      *object,
                                    guint         property_id,
                                    const GValue *value,
                                    GParamSpec   *pspec)
{
  PaddockActivityPage *self = PADDOCK_ACTIVITY_PAGE (object);

  switch ((PaddockActivityPageProperty) property_id) {
    case PROP_CLIENT:
      set_client (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_activity_page_dispose (GObject *object)
{
  PaddockActivityPage *self = PADDOCK_ACTIVITY_PAGE (object);

  /* Of its own child AdwBin disposes too, and must not find it gone. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_ACTIVITY_PAGE);
  g_clear_object (&self->client);

  G_OBJECT_CLASS (paddock_activity_page_parent_class)->dispose (object);
}

static void
paddock_activity_page_class_init (PaddockActivityPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = paddock_activity_page_get_property;
  object_class->set_property = paddock_activity_page_set_property;
  object_class->dispose = paddock_activity_page_dispose;

  properties[PROP_CLIENT] =
    g_param_spec_object ("client", NULL, NULL, PADDOCK_TYPE_CLIENT,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-activity-page"));
  gtk_widget_class_bind_template_child (widget_class, PaddockActivityPage, stack);
  gtk_widget_class_bind_template_child (widget_class, PaddockActivityPage, scroller);
  gtk_widget_class_bind_template_child (widget_class, PaddockActivityPage, list);
  gtk_widget_class_bind_template_callback (widget_class, on_setup);
  gtk_widget_class_bind_template_callback (widget_class, on_bind);
  gtk_widget_class_bind_template_callback (widget_class, on_unbind);
  gtk_widget_class_bind_template_callback (widget_class, on_edge_reached);
}

static void
paddock_activity_page_init (PaddockActivityPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
