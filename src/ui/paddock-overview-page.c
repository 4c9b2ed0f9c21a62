/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-overview-page.h"

#include "paddock-client.h"
#include "paddock-countdown.h"
#include "paddock-folder-order.h"
#include "paddock-grant-cell.h"
#include "paddock-root-text.h"
#include "paddock-seen-list.h"
#include "paddock-sentences.h"
#include "paddock-server-name.h"
#include "paddock-settings.h"
#include "paddock-template.h"
#include "paddock-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* The Overview page: who sees what. It is a table of folders and servers, in which each cell is a
 * switch. If the window is too small for the table, or there are too many folders or servers, the
 * page shows a list of folders. The window owns the page. The content is built each time the page
 * becomes visible, and when folders or servers come or go. Each cell updates itself. */

/* How many characters of a server's origin the heading of a column shows. */
#define ORIGIN_CHARS 64

/* The minimum width, in characters, of the name of a server and of the name of a folder. */
#define SERVER_CHARS 12
#define FOLDER_CHARS 24

struct _PaddockOverviewPage
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) (nullable) */
  PaddockCountdown *countdown; /* (owned) the timer of the cells */
  char *listed;               /* (owned) (nullable) ids of the servers that lists show */
  guint fill_source;          /* callback that builds the content again; 0: none is waiting */

  GtkStack *stack;
  GtkSearchEntry *search;
  AdwSqueezer *squeezer;
  GtkWidget *table;
  GtkGrid *header;
  GtkGrid *side;
  GtkGrid *cells;
  GtkScrolledWindow *header_scroller;
  GtkScrolledWindow *side_scroller;
  GtkScrolledWindow *cells_scroller;
  PaddockSeenList *list;
};

G_DEFINE_FINAL_TYPE (PaddockOverviewPage, paddock_overview_page, ADW_TYPE_BIN)

typedef enum {
  PROP_CLIENT = 1,
} PaddockOverviewPageProperty;

static GParamSpec *properties[PROP_CLIENT + 1];

static gboolean
matches (GObject    *item,
         const char *property,
         const char *wanted)
{
  g_autofree char *text = NULL;
  g_autofree char *folded = NULL;

  g_object_get (item, property, &text, NULL);
  folded = g_utf8_casefold (text, -1);

  return strstr (folded, wanted) != NULL;
}

/* Returns the items whose name or @other_property contains the search text: (transfer full). If
 * there are none, returns all items. So a search for a folder does not hide all servers, and a
 * search for a server does not hide all folders.
 *
 * @other_property: (nullable): a property to search besides the name */
static GPtrArray *
collect (PaddockOverviewPage *self,
         GListModel          *model,
         const char          *other_property)
{
  g_autofree char *wanted = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)),
                                             -1);
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref);
  GPtrArray *all = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++) {
    GObject *item = g_list_model_get_item (model, i);

    if (PADDOCK_IS_SERVER_ITEM (item) &&
        !paddock_server_item_is_listed (PADDOCK_SERVER_ITEM (item))) {
      g_object_unref (item);
      continue;
    }
    g_ptr_array_add (all, item);
    if (matches (item, "label", wanted) ||
        (other_property != NULL && matches (item, other_property, wanted)))
      g_ptr_array_add (found, g_object_ref (item));
  }
  if (found->len == 0)
    return all;
  g_ptr_array_unref (all);

  return g_steal_pointer (&found);
}

static void
empty (GtkGrid *grid)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (grid))) != NULL)
    gtk_grid_remove (grid, child);
}

/* Makes a label with the name of a folder or a server. @width: the minimum width, in characters */
static GtkWidget *
create_name (gpointer item,
             float    xalign,
             int      width)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_label_set_width_chars (GTK_LABEL (label), width);
  g_object_bind_property (item, "label", label, "label", G_BINDING_SYNC_CREATE);

  return label;
}

/* Makes a smaller label, which stands below a name. */
static GtkWidget *
create_caption (const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, css_class);

  return label;
}

static gboolean
transform_to_path (GBinding     *binding,
                   const GValue *from,
                   GValue       *to,
                   gpointer      label)
{
  gboolean is_mirrored = gtk_widget_get_direction (label) == GTK_TEXT_DIR_RTL;
  g_autofree char *path = paddock_text_shorten (g_value_get_string (from), g_get_home_dir ());

  g_value_take_string (to, paddock_text_isolate (path, is_mirrored));
  return TRUE;
}

static gboolean
transform_to_status (GBinding     *binding,
                     const GValue *from,
                     GValue       *to,
                     gpointer      label)
{
  g_value_set_string (to, paddock_root_text_status (g_value_get_int (from), TRUE));
  return TRUE;
}

static gboolean
transform_is_available (GBinding     *binding,
                        const GValue *from,
                        GValue       *to,
                        gpointer      user_data)
{
  g_value_set_boolean (to, g_value_get_int (from) == PADDOCK_AVAILABILITY_AVAILABLE);
  return TRUE;
}

/* Makes the heading of a row: the name, the path, and if the folder is not available, the reason.
 * The name of such a folder is dimmed. */
static GtkWidget *
create_root_heading (PaddockRootItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *name = create_name (item, 0, FOLDER_CHARS);
  GtkWidget *path = create_caption ("dim-label");
  GtkWidget *status = create_caption ("status");

  gtk_label_set_xalign (GTK_LABEL (path), 0);
  gtk_label_set_ellipsize (GTK_LABEL (path), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (path), 2 * FOLDER_CHARS);
  gtk_label_set_xalign (GTK_LABEL (status), 0);
  gtk_label_set_wrap (GTK_LABEL (status), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (status), FOLDER_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (status), FOLDER_CHARS);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), path);
  gtk_box_append (GTK_BOX (box), status);
  g_object_bind_property (item, "path", box, "tooltip-text", G_BINDING_SYNC_CREATE);
  g_object_bind_property_full (item, "path", path, "label", G_BINDING_SYNC_CREATE,
                               transform_to_path, NULL, path, NULL);
  g_object_bind_property_full (item, "status", name, "sensitive", G_BINDING_SYNC_CREATE,
                               transform_is_available, NULL, NULL, NULL);
  g_object_bind_property_full (item, "status", status, "label", G_BINDING_SYNC_CREATE,
                               transform_to_status, NULL, NULL, NULL);
  g_object_bind_property (name, "sensitive", status, "visible",
                          G_BINDING_SYNC_CREATE | G_BINDING_INVERT_BOOLEAN);

  return box;
}

static gboolean
transform_to_full_name (GBinding     *binding,
                        const GValue *from,
                        GValue       *to,
                        gpointer      item)
{
  g_value_take_string (to, paddock_server_name_full (item));
  return TRUE;
}

static gboolean
transform_to_origin (GBinding     *binding,
                     const GValue *from,
                     GValue       *to,
                     gpointer      item)
{
  g_value_take_string (to, paddock_server_name_origin (item, ORIGIN_CHARS));
  return TRUE;
}

/* Makes the heading of a column: the name, and below it the origin if another server has a similar
 * name. */
static GtkWidget *
create_server_heading (PaddockServerItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *label = create_name (item, .5f, SERVER_CHARS);
  GtkWidget *origin = create_caption ("dim-label");

  gtk_label_set_wrap (GTK_LABEL (origin), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (origin), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (origin), 5);
  gtk_label_set_ellipsize (GTK_LABEL (origin), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (origin), 20);
  gtk_label_set_max_width_chars (GTK_LABEL (origin), 20);
  gtk_label_set_justify (GTK_LABEL (origin), GTK_JUSTIFY_CENTER);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), origin);
  g_object_bind_property_full (item, "label", box, "tooltip-text", G_BINDING_SYNC_CREATE,
                               transform_to_full_name, NULL, item, NULL);
  g_object_bind_property_full (item, "is-ambiguous", box, "tooltip-text", G_BINDING_SYNC_CREATE,
                               transform_to_full_name, NULL, item, NULL);
  g_object_bind_property_full (item, "is-ambiguous", origin, "label", G_BINDING_SYNC_CREATE,
                               transform_to_origin, NULL, item, NULL);
  g_object_bind_property (item, "is-ambiguous", origin, "visible", G_BINDING_SYNC_CREATE);

  return box;
}

/* Makes a row. A size group makes it as high as the highest of its cells and its heading.
 *
 * @columns: (element-type GtkSizeGroup): makes the cells of each column as wide as its heading */
static void
fill_row (PaddockOverviewPage *self,
          PaddockRootItem     *root,
          GPtrArray           *servers,
          GPtrArray           *columns,
          int                  row)
{
  g_autoptr (GtkSizeGroup) group = gtk_size_group_new (GTK_SIZE_GROUP_VERTICAL);
  GtkWidget *heading = create_root_heading (root);

  gtk_size_group_add_widget (group, heading);
  gtk_grid_attach (self->side, heading, 0, row, 1, 1);
  for (guint column = 0; column < servers->len; column++) {
    GtkWidget *cell = paddock_grant_cell_new (self->client, servers->pdata[column], root,
                                              self->countdown);

    gtk_size_group_add_widget (group, cell);
    gtk_size_group_add_widget (columns->pdata[column], cell);
    gtk_grid_attach (self->cells, cell, (int) column, row, 1, 1);
  }
}

/* Makes the table. The headings are in separate grids, so that they stay in place when the cells
 * scroll. */
static void
fill_table (PaddockOverviewPage *self,
            GPtrArray           *roots,
            GPtrArray           *servers)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint column = 0; column < servers->len; column++) {
    GtkWidget *heading = create_server_heading (servers->pdata[column]);
    GtkSizeGroup *group = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);

    gtk_size_group_add_widget (group, heading);
    g_ptr_array_add (columns, group);
    gtk_grid_attach (self->header, heading, (int) column, 0, 1, 1);
  }

  for (guint row = 0; row < roots->len; row++)
    fill_row (self, roots->pdata[row], servers, columns, (int) row);
}

static void
clear_table (PaddockOverviewPage *self)
{
  empty (self->side);
  empty (self->header);
  empty (self->cells);
}

static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer      order)
{
  return paddock_folder_order_compare (GPOINTER_TO_INT (order), *(PaddockRootItem * const *) a,
                                       *(PaddockRootItem * const *) b);
}

/* Sorts by the order that the user chose on the Folders page. If the user changes that order later,
 * this page follows when its content is built again. */
static void
sort (GPtrArray *roots)
{
  g_autoptr (GSettings) settings = paddock_settings_new ();
  g_autofree char *nick =
    settings != NULL ? g_settings_get_string (settings, PADDOCK_SETTING_ORDER) : NULL;

  g_ptr_array_sort_with_data (roots, compare,
                              GINT_TO_POINTER (paddock_folder_order_from_nick (nick)));
}

static gboolean
fill (gpointer user_data)
{
  PaddockOverviewPage *self = user_data;
  g_autoptr (GPtrArray) roots = NULL;
  g_autoptr (GPtrArray) servers = NULL;
  AdwSqueezerPage *page = adw_squeezer_get_page (self->squeezer, self->table);
  gboolean fits;

  self->fill_source = 0;
  roots = collect (self, paddock_client_get_roots (self->client), "path");
  sort (roots);
  servers = collect (self, paddock_client_get_servers (self->client), NULL);
  clear_table (self);
  fits = roots->len <= PADDOCK_OVERVIEW_MAX_ROOTS && servers->len <= PADDOCK_OVERVIEW_MAX_SERVERS;
  adw_squeezer_page_set_enabled (page, fits);
  if (fits && adw_squeezer_get_visible_child (self->squeezer) == self->table) {
    g_autoptr (GPtrArray) none = g_ptr_array_new ();

    paddock_seen_list_set_items (self->list, none, servers);
    fill_table (self, roots, servers);
  } else {
    paddock_seen_list_set_items (self->list, roots, servers);
  }

  return G_SOURCE_REMOVE;
}

/* Lets the arrow keys move from cell to cell. */
static gboolean
on_key_pressed (PaddockOverviewPage *self,
                guint                key,
                guint                code,
                GdkModifierType      modifiers)
{
  GtkWidget *cell = gtk_widget_get_focus_child (GTK_WIDGET (self->cells));
  gboolean is_mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  gboolean is_right = key == GDK_KEY_Right || key == GDK_KEY_KP_Right;
  gboolean is_left = key == GDK_KEY_Left || key == GDK_KEY_KP_Left;
  gboolean is_down = key == GDK_KEY_Down || key == GDK_KEY_KP_Down;
  gboolean is_up = key == GDK_KEY_Up || key == GDK_KEY_KP_Up;
  int column, row;
  GtkWidget *next;

  if (cell == NULL || !(is_right || is_left || is_down || is_up) ||
      (modifiers & gtk_accelerator_get_default_mod_mask ()) != 0)
    return FALSE;

  gtk_grid_query_child (self->cells, cell, &column, &row, NULL, NULL);
  do {
    column += (is_right - is_left) * (is_mirrored ? -1 : 1);
    row += is_down - is_up;
    next = gtk_grid_get_child_at (self->cells, column, row);
    /* Skips cells that can't have the focus, such as those of a blocked server. */
  } while (next != NULL && !gtk_widget_grab_focus (next));
  if (next == NULL)
    gtk_widget_error_bell (GTK_WIDGET (self->cells));

  return TRUE;
}

/* Builds the content, but only while the page is visible. The content is built in an idle callback,
 * because GTK may be sizing the page now. The callback runs before the page is drawn: otherwise the
 * page would be empty for a moment. */
static void
fill_soon (PaddockOverviewPage *self)
{
  gboolean is_empty;

  if (self->client == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  is_empty = g_list_model_get_n_items (paddock_client_get_roots (self->client)) == 0 ||
             paddock_server_item_count_listed (paddock_client_get_servers (self->client)) == 0;
  gtk_stack_set_visible_child_name (self->stack, is_empty ? "empty" : "whole");
  if (self->fill_source == 0)
    self->fill_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fill, self, NULL);
}

/* Returns the ids of the servers that lists show. */
static char *
dup_listed (PaddockOverviewPage *self)
{
  GListModel *servers = paddock_client_get_servers (self->client);
  g_autoptr (GString) ids = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (servers); i++) {
    g_autoptr (PaddockServerItem) item = g_list_model_get_item (servers, i);

    if (paddock_server_item_is_listed (item))
      g_string_append_printf (ids, "%s\n", paddock_server_item_get_view (item)->server->id);
  }
  return g_string_free (g_steal_pointer (&ids), FALSE);
}

/* A server may get a column, or lose it, while it stays known. */
static void
on_sight_changed (PaddockOverviewPage *self)
{
  g_autofree char *listed = dup_listed (self);

  if (g_strcmp0 (listed, self->listed) == 0)
    return;
  g_free (self->listed);
  self->listed = g_steal_pointer (&listed);
  fill_soon (self);
}

static void
set_client (PaddockOverviewPage *self,
            PaddockClient       *client)
{
  if (!g_set_object (&self->client, client) || client == NULL)
    return;

  paddock_seen_list_set_client (self->list, client, _("Who sees what"), NULL);
  g_signal_connect_object (paddock_client_get_roots (client), "items-changed",
                           G_CALLBACK (fill_soon), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (paddock_client_get_servers (client), "items-changed",
                           G_CALLBACK (fill_soon), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (client, "sight-changed", G_CALLBACK (on_sight_changed), self,
                           G_CONNECT_SWAPPED);
}

static void
paddock_overview_page_get_property (GObject    *object,
                                    guint       property_id,
                                    GValue     *value,
                                    GParamSpec *pspec)
{
  PaddockOverviewPage *self = PADDOCK_OVERVIEW_PAGE (object);

  switch ((PaddockOverviewPageProperty) property_id) {
    case PROP_CLIENT:
      g_value_set_object (value, self->client);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_overview_page_set_property (GObject      *object,
                                    guint         property_id,
                                    const GValue *value,
                                    GParamSpec   *pspec)
{
  PaddockOverviewPage *self = PADDOCK_OVERVIEW_PAGE (object);

  switch ((PaddockOverviewPageProperty) property_id) {
    case PROP_CLIENT:
      set_client (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_overview_page_dispose (GObject *object)
{
  PaddockOverviewPage *self = PADDOCK_OVERVIEW_PAGE (object);

  g_clear_handle_id (&self->fill_source, g_source_remove);
  /* Removes the child now. gtk_widget_dispose_template() would free the child, and then AdwBin's
   * own dispose would use the freed widget. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_OVERVIEW_PAGE);
  g_clear_pointer (&PADDOCK_OVERVIEW_PAGE (object)->listed, g_free);
  g_clear_object (&self->client);
  g_clear_object (&self->countdown);

  G_OBJECT_CLASS (paddock_overview_page_parent_class)->dispose (object);
}

static void
paddock_overview_page_class_init (PaddockOverviewPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = paddock_overview_page_get_property;
  object_class->set_property = paddock_overview_page_set_property;
  object_class->dispose = paddock_overview_page_dispose;

  properties[PROP_CLIENT] =
    g_param_spec_object ("client", NULL, NULL, PADDOCK_TYPE_CLIENT,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-overview-page"));
  gtk_widget_class_bind_template_child (widget_class, PaddockOverviewPage, stack);
  gtk_widget_class_bind_template_child (widget_class, PaddockOverviewPage, search);
  gtk_widget_class_bind_template_child (widget_class, PaddockOverviewPage, squeezer);
  gtk_widget_class_bind_template_child (widget_class, PaddockOverviewPage, table);
  gtk_widget_class_bind_template_child (widget_class, PaddockOverviewPage, header);
  gtk_widget_class_bind_template_child (widget_class, PaddockOverviewPage, side);
  gtk_widget_class_bind_template_child (widget_class, PaddockOverviewPage, cells);
  gtk_widget_class_bind_template_child (widget_class, PaddockOverviewPage, header_scroller);
  gtk_widget_class_bind_template_child (widget_class, PaddockOverviewPage, side_scroller);
  gtk_widget_class_bind_template_child (widget_class, PaddockOverviewPage, cells_scroller);
  gtk_widget_class_bind_template_child (widget_class, PaddockOverviewPage, list);
  gtk_widget_class_bind_template_callback (widget_class, fill_soon);
  gtk_widget_class_bind_template_callback (widget_class, on_key_pressed);
}

static void
paddock_overview_page_init (PaddockOverviewPage *self)
{
  g_type_ensure (PADDOCK_TYPE_SEEN_LIST);
  self->countdown = paddock_countdown_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_scrolled_window_set_hadjustment (self->header_scroller,
                                       gtk_scrolled_window_get_hadjustment (self->cells_scroller));
  gtk_scrolled_window_set_vadjustment (self->side_scroller,
                                       gtk_scrolled_window_get_vadjustment (self->cells_scroller));
  g_signal_connect (self, "map", G_CALLBACK (fill_soon), NULL);
}
