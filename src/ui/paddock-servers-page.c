/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-servers-page.h"

#include "paddock-client.h"
#include "paddock-server-group.h"
#include "paddock-server-label.h"
#include "paddock-server-page.h"
#include "paddock-server-row.h"
#include "paddock-template.h"

#include <glib/gi18n.h>
#include <string.h>

/* The Servers page: the known servers in three groups, or a text that says how servers appear here.
 * If the user opens a server, the page of that server is shown instead. The window owns the page.
 * It has a row for each item of the client's list, and no state of its own except which server is
 * open.
 *
 * When a server changes its group, its row moves unchanged, with the focus. Within a group the
 * order is that of the client. The page of a server is made when the user opens it, and dropped
 * when it is no longer visible. */

/* The page has a search entry if there are at least this many servers. */
#define SEARCH_FROM 9

struct _PaddockServersPage
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) (nullable) */
  GPtrArray *rows;            /* (owned) PaddockServerRow, in the order of the client's list */
  PaddockServerPage *opened;  /* (nullable) the page of the open server; @slot owns it; NULL: no
                               * server is open */

  GtkStack *stack;
  AdwBin *slot;
  GtkEditable *search;
  GtkWidget *none_found;
  GtkListBox *lists[PADDOCK_N_SERVER_GROUPS];
  GtkLabel *titles[PADDOCK_N_SERVER_GROUPS];
};

G_DEFINE_FINAL_TYPE (PaddockServersPage, paddock_servers_page, ADW_TYPE_BIN)

typedef enum {
  PROP_CLIENT = 1,
} PaddockServersPageProperty;

static GParamSpec *properties[PROP_CLIENT + 1];

/* Moves a row to the index @place of @list. If the focus is inside the row, it stays there. */
static void
move_row (GtkListBox *list,
          GtkWidget  *row,
          int         place)
{
  GtkWidget *parent = gtk_widget_get_parent (row);
  GtkRoot *root = gtk_widget_get_root (row);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (parent == GTK_WIDGET (list) &&
      gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row)) == place)
    return;
  if (focus != NULL && focus != row && !gtk_widget_is_ancestor (focus, row))
    focus = NULL;
  if (parent != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (parent), row);
  gtk_list_box_insert (list, row, place);
  if (focus != NULL && !gtk_widget_grab_focus (focus))
    gtk_widget_grab_focus (row);
}

static gboolean
matches (PaddockServerRow *row,
         const char       *wanted)
{
  const PaddockServerView *view = paddock_server_item_get_view (paddock_server_row_get_item (row));
  g_autofree char *label = paddock_server_label_dup (view);
  g_autofree char *folded = g_utf8_casefold (label, -1);

  return strstr (folded, wanted) != NULL;
}

static void
show_groups (PaddockServersPage *self,
             const guint        *n_shown)
{
  guint n_all = 0;

  for (int group = 0; group < PADDOCK_N_SERVER_GROUPS; group++) {
    g_autofree char *title = paddock_server_group_dup_title (group, n_shown[group]);

    gtk_label_set_text (self->titles[group], title);
    gtk_widget_set_visible (GTK_WIDGET (self->titles[group]), n_shown[group] > 0);
    gtk_widget_set_visible (GTK_WIDGET (self->lists[group]), n_shown[group] > 0);
    n_all += n_shown[group];
  }
  gtk_widget_set_visible (self->none_found, n_all == 0);
}

/* Shows the search only if there are many servers. While no server is open, shows the list, or that
 * it is empty. */
static void
show_list (PaddockServersPage *self)
{
  guint n_servers = paddock_server_item_count_listed (paddock_client_get_servers (self->client));

  /* The text of a hidden search entry must not filter the list, so this removes the text. */
  if (n_servers < SEARCH_FROM)
    gtk_editable_set_text (self->search, "");
  gtk_widget_set_visible (GTK_WIDGET (self->search), n_servers >= SEARCH_FROM);
  if (self->opened == NULL)
    gtk_stack_set_visible_child_name (self->stack, n_servers > 0 ? "list" : "empty");
}

/* Moves the row of each server to the group of the server. Shows only the rows of servers that
 * lists show, and that match the search. */
static void
arrange (PaddockServersPage *self)
{
  g_autofree char *wanted = NULL;
  int places[PADDOCK_N_SERVER_GROUPS] = { 0 };
  guint n_shown[PADDOCK_N_SERVER_GROUPS] = { 0 };

  /* A server may change while the page is being destroyed, and then there are no rows. */
  if (self->rows == NULL)
    return;
  wanted = g_utf8_casefold (gtk_editable_get_text (self->search), -1);
  for (guint i = 0; i < self->rows->len; i++) {
    PaddockServerRow *row = g_ptr_array_index (self->rows, i);
    PaddockServerItem *item = paddock_server_row_get_item (row);
    PaddockServerGroup group = paddock_server_group_of (paddock_server_item_get_view (item));
    gboolean is_shown = paddock_server_item_is_listed (item) && matches (row, wanted);

    move_row (self->lists[group], GTK_WIDGET (row), places[group]++);
    gtk_widget_set_visible (GTK_WIDGET (row), is_shown);
    n_shown[group] += is_shown;
  }
  show_groups (self, n_shown);
}

static void
on_server_changed (PaddockServersPage *self)
{
  /* A server may change while the page is being destroyed. */
  if (self->rows == NULL)
    return;
  show_list (self);
  arrange (self);
}

static void
add_row (PaddockServersPage *self,
         GListModel         *servers,
         guint               position)
{
  g_autoptr (PaddockServerItem) item = g_list_model_get_item (servers, position);
  GtkWidget *row = paddock_server_row_new (self->client, item);

  g_ptr_array_insert (self->rows, (int) position, g_object_ref_sink (row));
  g_signal_connect_object (item, "notify", G_CALLBACK (on_server_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (item, "changed", G_CALLBACK (on_server_changed), self,
                           G_CONNECT_SWAPPED);
}

static PaddockServerRow *
find_row (PaddockServersPage *self,
          PaddockServerItem  *item)
{
  for (guint i = 0; i < self->rows->len; i++) {
    if (paddock_server_row_get_item (self->rows->pdata[i]) == item)
      return self->rows->pdata[i];
  }
  return NULL;
}

/* Destroys the page of the server that the user left. Does nothing while the transition back to the
 * list runs, or if a server is open again. */
static void
drop_opened (PaddockServersPage *self)
{
  if (self->opened != NULL || gtk_stack_get_transition_running (self->stack))
    return;
  adw_bin_set_child (self->slot, NULL);
}

static void
open_server (PaddockServersPage *self,
             PaddockServerRow   *row)
{
  GtkWidget *page = paddock_server_page_new (self->client, paddock_server_row_get_item (row));

  self->opened = PADDOCK_SERVER_PAGE (page);
  adw_bin_set_child (self->slot, page);
  gtk_stack_set_visible_child_full (self->stack, "server", GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT);
  /* GtkStack moves the focus to the page only if the focus was inside the stack. Otherwise this
   * call moves it. */
  if (gtk_widget_get_focus_child (page) == NULL)
    gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD);
}

/* Leaves the page of a server. The server's row gets the focus. */
static void
close_server (PaddockServersPage *self)
{
  PaddockServerRow *row = find_row (self, paddock_server_page_get_item (self->opened));
  guint n_servers = paddock_server_item_count_listed (paddock_client_get_servers (self->client));

  self->opened = NULL;
  gtk_stack_set_visible_child_full (self->stack, n_servers > 0 ? "list" : "empty",
                                    GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT);
  if (row != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (row));
  drop_opened (self);
}

static void
on_back (GtkWidget  *widget,
         const char *action,
         GVariant   *parameter)
{
  PaddockServersPage *self = PADDOCK_SERVERS_PAGE (widget);

  if (self->opened != NULL)
    close_server (self);
}

/* Leaves the page of a server. @direction: (nullable): the text direction for which this arrow key
 * points back; %NULL: the key works for both text directions */
static gboolean
on_back_key (GtkWidget *widget,
             GVariant  *direction,
             gpointer   user_data)
{
  PaddockServersPage *self = PADDOCK_SERVERS_PAGE (widget);

  if (self->opened == NULL ||
      (direction != NULL &&
       g_variant_get_int32 (direction) != (int) gtk_widget_get_direction (widget)))
    return FALSE;
  close_server (self);
  return TRUE;
}

static gboolean
on_find_key (GtkWidget *widget,
             GVariant  *arguments,
             gpointer   user_data)
{
  PaddockServersPage *self = PADDOCK_SERVERS_PAGE (widget);

  if (self->opened != NULL)
    return paddock_server_page_focus_search (self->opened);
  return gtk_widget_get_mapped (GTK_WIDGET (self->search)) &&
         gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

static void
remove_row (PaddockServersPage *self,
            guint               position)
{
  GtkWidget *row = g_ptr_array_index (self->rows, position);
  PaddockServerItem *item = paddock_server_row_get_item (PADDOCK_SERVER_ROW (row));

  g_signal_handlers_disconnect_by_func (item, on_server_changed, self);
  gtk_list_box_remove (GTK_LIST_BOX (gtk_widget_get_parent (row)), row);
  g_ptr_array_remove_index (self->rows, position);
}

static void
on_servers_changed (PaddockServersPage *self,
                    guint               position,
                    guint               n_removed,
                    guint               n_added)
{
  GListModel *servers = paddock_client_get_servers (self->client);

  for (guint i = 0; i < n_removed; i++)
    remove_row (self, position);
  for (guint i = 0; i < n_added; i++)
    add_row (self, servers, position + i);

  if (self->opened != NULL && find_row (self, paddock_server_page_get_item (self->opened)) == NULL)
    close_server (self);
  show_list (self);
  arrange (self);
}

static void
set_client (PaddockServersPage *self,
            PaddockClient      *client)
{
  GListModel *servers;

  if (!g_set_object (&self->client, client) || client == NULL)
    return;

  servers = paddock_client_get_servers (client);
  g_signal_connect_object (servers, "items-changed", G_CALLBACK (on_servers_changed), self,
                           G_CONNECT_SWAPPED);
  on_servers_changed (self, 0, 0, g_list_model_get_n_items (servers));
}

static void
paddock_servers_page_get_property (GObject    *object,
                                   guint       property_id,
                                   GValue     *value,
                                   GParamSpec *pspec)
{
  PaddockServersPage *self = PADDOCK_SERVERS_PAGE (object);

  switch ((PaddockServersPageProperty) property_id) {
    case PROP_CLIENT:
      g_value_set_object (value, self->client);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_servers_page_set_property (GObject      *object,
                                   guint         property_id,
                                   const GValue *value,
                                   GParamSpec   *pspec)
{
  PaddockServersPage *self = PADDOCK_SERVERS_PAGE (object);

  switch ((PaddockServersPageProperty) property_id) {
    case PROP_CLIENT:
      set_client (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_servers_page_dispose (GObject *object)
{
  PaddockServersPage *self = PADDOCK_SERVERS_PAGE (object);

  /* Removes the child now. gtk_widget_dispose_template() would free the child, and then AdwBin's
   * own dispose would use the freed widget. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_SERVERS_PAGE);
  self->opened = NULL;
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_object (&self->client);

  G_OBJECT_CLASS (paddock_servers_page_parent_class)->dispose (object);
}

static void
add_keys (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "servers.back", NULL, on_back);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, on_back_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, GDK_ALT_MASK, on_back_key, "i",
                                GTK_TEXT_DIR_LTR);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, GDK_ALT_MASK, on_back_key, "i",
                                GTK_TEXT_DIR_RTL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, on_find_key, NULL);
}

static void
paddock_servers_page_class_init (PaddockServersPageClass *klass)
{
  static const struct {
    PaddockServerGroup group;
    const char        *list;
    const char        *title;
  } groups[] = {
    { PADDOCK_SERVER_GROUP_CONNECTED, "connected", "connected_title" },
    { PADDOCK_SERVER_GROUP_AWAY, "away", "away_title" },
    { PADDOCK_SERVER_GROUP_BLOCKED, "blocked", "blocked_title" },
  };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = paddock_servers_page_get_property;
  object_class->set_property = paddock_servers_page_set_property;
  object_class->dispose = paddock_servers_page_dispose;

  properties[PROP_CLIENT] =
    g_param_spec_object ("client", NULL, NULL, PADDOCK_TYPE_CLIENT,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-servers-page"));
  gtk_widget_class_bind_template_child (widget_class, PaddockServersPage, stack);
  gtk_widget_class_bind_template_child (widget_class, PaddockServersPage, slot);
  gtk_widget_class_bind_template_child (widget_class, PaddockServersPage, search);
  gtk_widget_class_bind_template_child (widget_class, PaddockServersPage, none_found);
  for (gsize i = 0; i < G_N_ELEMENTS (groups); i++) {
    PaddockServerGroup group = groups[i].group;

    gtk_widget_class_bind_template_child_full (
      widget_class, groups[i].list, FALSE,
      G_STRUCT_OFFSET (PaddockServersPage, lists) + group * (gssize) sizeof (GtkListBox *));
    gtk_widget_class_bind_template_child_full (
      widget_class, groups[i].title, FALSE,
      G_STRUCT_OFFSET (PaddockServersPage, titles) + group * (gssize) sizeof (GtkLabel *));
  }
  gtk_widget_class_bind_template_callback (widget_class, arrange);
  gtk_widget_class_bind_template_callback (widget_class, drop_opened);
  gtk_widget_class_bind_template_callback (widget_class, open_server);
  add_keys (widget_class);
}

static void
paddock_servers_page_init (PaddockServersPage *self)
{
  self->rows = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_servers_page_open:
 *
 * Shows the page of a server. Does nothing if the service doesn't have this server any more.
 */
void
paddock_servers_page_open (PaddockServersPage *self,
                           PaddockServerItem  *item)
{
  PaddockServerRow *row = find_row (self, item);

  if (row != NULL)
    open_server (self, row);
}
