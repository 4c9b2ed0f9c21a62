/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-activity-page.h"

#include "paddock-activity-text.h"
#include "paddock-client-call.h"
#include "paddock-client-journal.h"
#include "paddock-client.h"
#include "paddock-compat.h"
#include "paddock-entry-item.h"
#include "paddock-entry-row.h"
#include "paddock-journal-export.h"
#include "paddock-journal-text.h"
#include "paddock-search.h"
#include "paddock-server-name.h"
#include "paddock-template.h"
#include "paddock-toast.h"
#include "paddock-wall-alarm.h"

#include <glib/gi18n.h>

/* The Activity page: the journal by day, newest first. It shows all entries, or those that a search
 * and three filters select. An event that repeats moves its entry to the top.
 *
 * The window owns the page. Older entries are loaded when the user scrolls to the end of the list.
 * The service does the search, so the window only has the entries that the user scrolled through.
 *
 * New entries are added at the top, and the visible rows stay in place. If the user was at the top,
 * the list stays there, even if the page was hidden meanwhile. */

/* How many older entries are loaded at a time. */
#define PAGE_SIZE 100

/* Whether there are entries older than those in the list. */
typedef enum {
  OLDER_UNKNOWN,
  OLDER_LOADING,
  OLDER_NONE,                 /* none: the oldest entry is in the list */
} Older;

struct _PaddockActivityPage
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) (nullable) */

  PaddockSearch *search_model;  /* (owned) (nullable) the entries that the filters select; NULL: no
                                 * client yet */
  GtkSortListModel *sorted;   /* (owned) the whole journal, or the search results; the entry that
                               * repeated last comes first */
  GtkNoSelection *shown;      /* (owned) (nullable) @sorted without a selection: the model of @list;
                               * NULL: no client yet */
  GPtrArray *bound;           /* (owned) GtkListItem (borrowed): the list items that now show an
                               * entry */
  GPtrArray *servers;         /* (owned) server ids, one for each row of @server_row; a NULL
                               * element: all servers */
  GPtrArray *roots;           /* (owned) root ids, one for each row of @root_row; a NULL element:
                               * all folders */
  PaddockWallAlarm *midnight; /* (owned) (nullable) updates the day headings at midnight */

  GtkWidget *tools;
  GtkEditable *search;
  GtkPopover *choices;
  AdwComboRow *server_row;
  AdwComboRow *root_row;
  AdwComboRow *kind_row;
  GtkWidget *limits;
  GtkLabel *limits_label;
  GtkStack *stack;
  GtkScrolledWindow *scroller;
  GtkListView *list;
  Older older;
  gboolean is_at_top;         /* the list was at its top when it was last visible */
  gboolean is_filling;        /* TRUE while the code, not the user, changes the filters */
};

G_DEFINE_FINAL_TYPE (PaddockActivityPage, paddock_activity_page, ADW_TYPE_BIN)

typedef enum {
  PROP_CLIENT = 1,
} PaddockActivityPageProperty;

static GParamSpec *properties[PROP_CLIENT + 1];

/* Shows the day above a row if it differs from the day of the previous row. */
static void
update_heading (PaddockActivityPage *self,
                GtkListItem         *list_item)
{
  GtkWidget *row = gtk_list_item_get_child (list_item);
  guint position = gtk_list_item_get_position (list_item);
  g_autoptr (PaddockEntryItem) above = NULL;
  g_autofree char *heading = NULL;
  PaddockEntryItem *item = gtk_list_item_get_item (list_item);
  gint64 time;

  if (item == NULL || position == GTK_INVALID_LIST_POSITION)
    return;

  time = paddock_entry_item_get_entry (item)->last;
  if (position > 0)
    above = g_list_model_get_item (G_LIST_MODEL (self->shown), position - 1);
  if (above == NULL ||
      !paddock_activity_text_is_same_day (paddock_entry_item_get_entry (above)->last, time))
    heading = paddock_activity_text_day (time, g_get_real_time ());
  paddock_entry_row_set_heading (PADDOCK_ENTRY_ROW (row), heading);
}

static void
on_position_changed (PaddockActivityPage *self,
                     GParamSpec          *pspec,
                     GtkListItem         *list_item)
{
  update_heading (self, list_item);
}

static void
on_setup (PaddockActivityPage *self,
          GtkListItem         *list_item)
{
  gtk_list_item_set_child (list_item, paddock_entry_row_new ());
  g_signal_connect_object (list_item, "notify::position", G_CALLBACK (on_position_changed), self,
                           G_CONNECT_SWAPPED);
}

static void
on_bind (PaddockActivityPage *self,
         GtkListItem         *list_item)
{
  paddock_entry_row_set_item (PADDOCK_ENTRY_ROW (gtk_list_item_get_child (list_item)),
                              gtk_list_item_get_item (list_item), self->client);
  update_heading (self, list_item);
  g_ptr_array_add (self->bound, list_item);
}

static void
on_unbind (PaddockActivityPage *self,
           GtkListItem         *list_item)
{
  g_ptr_array_remove_fast (self->bound, list_item);
  paddock_entry_row_set_item (PADDOCK_ENTRY_ROW (gtk_list_item_get_child (list_item)), NULL, NULL);
}

static void
on_activate (PaddockActivityPage *self,
             guint                position)
{
  g_autoptr (PaddockEntryItem) item = g_list_model_get_item (G_LIST_MODEL (self->shown), position);

  if (item != NULL)
    paddock_entry_item_set_open (item, !paddock_entry_item_is_open (item));
}

static gboolean
is_filtered (PaddockActivityPage *self)
{
  return self->search_model != NULL && paddock_search_get_filter (self->search_model) != NULL;
}

static void
on_loaded (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (PaddockActivityPage) self = user_data;
  g_autoptr (GError) error = NULL;

  self->older = OLDER_UNKNOWN;
  if (!paddock_client_journal_load_finish (PADDOCK_CLIENT (source), result, &error) &&
      error == NULL)
    self->older = OLDER_NONE;
  if (error != NULL)
    paddock_toast_show_error (GTK_WIDGET (self), error);
}

static void
load_older (PaddockActivityPage *self)
{
  if (is_filtered (self)) {
    paddock_search_load (self->search_model);
    return;
  }
  if (self->older != OLDER_UNKNOWN ||
      paddock_client_get_state (self->client) != PADDOCK_CLIENT_CONNECTED)
    return;

  self->older = OLDER_LOADING;
  paddock_client_journal_load_async (self->client, PAGE_SIZE, NULL, on_loaded, g_object_ref (self));
}

static void
on_edge_reached (PaddockActivityPage *self,
                 GtkPositionType      position)
{
  if (position == GTK_POS_BOTTOM)
    load_older (self);
}

static void
show_page (PaddockActivityPage *self)
{
  gboolean has_journal = g_list_model_get_n_items (paddock_client_get_journal (self->client)) > 0;
  gboolean has_shown = g_list_model_get_n_items (G_LIST_MODEL (self->shown)) > 0;
  const char *page = "list";

  if (is_filtered (self) && !has_shown && !paddock_search_is_loading (self->search_model))
    page = "nothing";
  else if (!is_filtered (self) && !has_journal)
    page = "empty";
  gtk_stack_set_visible_child_name (self->stack, page);
  gtk_widget_set_visible (self->tools, has_journal || is_filtered (self));
}

static void
scroll_to_top (PaddockActivityPage *self)
{
  if (g_list_model_get_n_items (G_LIST_MODEL (self->shown)) > 0)
    gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", 0);
}

/* Called when entries were added to the list, or removed. Scrolls to the top if the list was at its
 * top. Otherwise GTK keeps the visible rows in place. */
static void
on_shown_changed (PaddockActivityPage *self)
{
  if (self->is_at_top && gtk_widget_get_mapped (GTK_WIDGET (self->list)))
    scroll_to_top (self);
  show_page (self);
}

/* Remembers whether the list is at its top. A hidden list is ignored, because the user can't have
 * scrolled it. */
static void
on_scrolled (PaddockActivityPage *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);

  if (gtk_widget_get_mapped (GTK_WIDGET (self->list)))
    self->is_at_top = gtk_adjustment_get_value (adjustment) <=
                      gtk_adjustment_get_lower (adjustment);
}

static const char *
get_choice (AdwComboRow *row,
            GPtrArray   *ids)
{
  guint position = adw_combo_row_get_selected (row);

  return position < ids->len ? g_ptr_array_index (ids, position) : NULL;
}

/* Returns the name of the server or folder that is selected in @row; NULL if all are selected. @id:
 * (nullable): the result of get_choice() for @row */
static const char *
get_chosen_name (AdwComboRow *row,
                 const char  *id)
{
  return id != NULL ? gtk_string_object_get_string (adw_combo_row_get_selected_item (row)) : NULL;
}

static PaddockEntryKinds
get_kind (PaddockActivityPage *self)
{
  guint position = adw_combo_row_get_selected (self->kind_row);

  return position >= 1 && position <= PADDOCK_N_ENTRY_KINDS ? 1 << (position - 1) : 0;
}

static void
show_limits (PaddockActivityPage *self)
{
  const char *server_id = get_choice (self->server_row, self->servers);
  const char *root_id = get_choice (self->root_row, self->roots);
  g_autofree char *text = paddock_activity_text_filter (get_chosen_name (self->server_row,
                                                                         server_id),
                                                        get_chosen_name (self->root_row, root_id),
                                                        get_kind (self),
                                                        gtk_editable_get_text (self->search));

  gtk_label_set_text (self->limits_label, text != NULL ? text : "");
  gtk_widget_set_visible (self->limits, text != NULL);
}

static void
on_choice_changed (PaddockActivityPage *self)
{
  g_autoptr (PaddockEntryFilter) filter = NULL;

  if (self->is_filling || self->search_model == NULL)
    return;

  filter = paddock_journal_text_filter_new (&(PaddockEntryFilter) {
    .server_id = get_choice (self->server_row, self->servers),
    .root_id = get_choice (self->root_row, self->roots),
    .kinds = get_kind (self),
    .text = gtk_editable_get_text (self->search),
  });
  paddock_search_set_filter (self->search_model, filter);
  gtk_sort_list_model_set_model (self->sorted, is_filtered (self)
                                                 ? paddock_search_get_model (self->search_model)
                                                 : paddock_client_get_journal (self->client));
  show_limits (self);
  self->is_at_top = TRUE;
  scroll_to_top (self);
  show_page (self);
}

static void
on_show_all (PaddockActivityPage *self)
{
  self->is_filling = TRUE;
  adw_combo_row_set_selected (self->server_row, 0);
  adw_combo_row_set_selected (self->root_row, 0);
  adw_combo_row_set_selected (self->kind_row, 0);
  gtk_editable_set_text (self->search, "");
  self->is_filling = FALSE;
  on_choice_changed (self);
  /* The pressed button is hidden now, so the search entry gets the focus. */
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

static void
on_stop_search (PaddockActivityPage *self)
{
  gtk_editable_set_text (self->search, "");
}

/* Fills a filter with the names of @items, and @ids with their ids. The selected id stays selected.
 * @all: the name of the first row, which selects everything */
static void
fill_choices (AdwComboRow *row,
              GPtrArray   *ids,
              GListModel  *items,
              const char  *all)
{
  g_autofree char *chosen = g_strdup (get_choice (row, ids));
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint selected = 0;

  g_ptr_array_set_size (ids, 0);
  g_ptr_array_add (ids, NULL);
  gtk_string_list_append (names, all);
  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    g_autoptr (GObject) item = g_list_model_get_item (items, i);
    g_autofree char *label = NULL;
    char *id;

    g_object_get (item, "id", &id, "label", &label, NULL);
    if (PADDOCK_IS_SERVER_ITEM (item)) {
      g_free (label);
      label = paddock_server_name_full (PADDOCK_SERVER_ITEM (item));
    }
    if (g_strcmp0 (id, chosen) == 0)
      selected = ids->len;
    g_ptr_array_add (ids, id);
    gtk_string_list_append (names, label != NULL ? label : id);
  }
  adw_combo_row_set_model (row, G_LIST_MODEL (names));
  adw_combo_row_set_selected (row, selected);
}

static void
fill_kinds (PaddockActivityPage *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  gtk_string_list_append (names, _("All Kinds"));
  for (guint bit = 0; bit < PADDOCK_N_ENTRY_KINDS; bit++)
    gtk_string_list_append (names, paddock_activity_text_entry_kind (1 << bit));
  self->is_filling = TRUE;
  adw_combo_row_set_model (self->kind_row, G_LIST_MODEL (names));
  self->is_filling = FALSE;
}

/* Fills the lists of servers and folders when the user opens the filters, and not at each change of
 * a server or folder. If the selected server or folder is gone, selects the first row, which stands
 * for all. */
static void
on_choices_shown (PaddockActivityPage *self)
{
  if (self->client == NULL)
    return;

  self->is_filling = TRUE;
  fill_choices (self->server_row, self->servers, paddock_client_get_servers (self->client),
                _("All Servers"));
  fill_choices (self->root_row, self->roots, paddock_client_get_roots (self->client),
                _("All Folders"));
  self->is_filling = FALSE;
  on_choice_changed (self);
}

static void
on_search_failed (PaddockActivityPage *self,
                  GError              *error)
{
  paddock_toast_show_error (GTK_WIDGET (self), error);
}

static void
on_exported (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (PaddockActivityPage) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  guint n_entries;

  if (!paddock_journal_export_finish (result, &n_entries, &error)) {
    paddock_toast_show_error (GTK_WIDGET (self), error);
    return;
  }
  /* Translators: %u entries of the activity were written to a file */
  text = g_strdup_printf (ngettext ("Exported %u entry", "Exported %u entries",
                                    n_entries), n_entries);
  paddock_toast_show (GTK_WIDGET (self), text);
}

static void
on_place_chosen (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (PaddockActivityPage) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = paddock_compat_save_finish (result, &error);

  if (error != NULL)
    paddock_toast_show_error (GTK_WIDGET (self), error);
  if (file != NULL && self->client != NULL)
    paddock_journal_export_async (self->client, paddock_search_get_filter (self->search_model),
                                  file, NULL, on_exported, g_object_ref (self));
}

/* Exports all entries that match the search and the filters, even if the list has not loaded them
 * yet. */
static void
on_export (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       user_data)
{
  PaddockActivityPage *self = user_data;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  paddock_compat_save_async (GTK_WINDOW (root), _("Export Activity"), "activity.json", NULL,
                             on_place_chosen, g_object_ref (self));
}

static void
on_clear_answered (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (PaddockActivityPage) self = user_data;

  if (!paddock_compat_confirm_finish (result, NULL) || self->client == NULL)
    return;
  paddock_client_call_async (self->client, "ClearJournal", NULL, NULL, paddock_toast_call_ready,
                             paddock_toast_call_new (GTK_WIDGET (self),
                                                     _("Activity cleared"), NULL));
}

static void
on_clear (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  PaddockActivityPage *self = user_data;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  paddock_compat_confirm_async (GTK_WINDOW (root), _("Clear Activity?"),
                                _("This permanently deletes all activity, including what isn’t "
                                  "shown now. What you share doesn’t change."),
                                _("_Clear"), PADDOCK_CONFIRM_DESTRUCTIVE, NULL, on_clear_answered,
                                g_object_ref (self));
}

static gboolean
on_find (GtkWidget *widget,
         GVariant  *arguments,
         gpointer   user_data)
{
  PaddockActivityPage *self = PADDOCK_ACTIVITY_PAGE (widget);

  if (!gtk_widget_get_mapped (widget) || !gtk_widget_get_visible (self->tools))
    return GDK_EVENT_PROPAGATE;
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
  return GDK_EVENT_STOP;
}

static void
set_midnight (PaddockActivityPage *self)
{
  PaddockDuration today = { .kind = PADDOCK_DURATION_TODAY };

  paddock_wall_alarm_set (self->midnight,
                          paddock_duration_get_end (today, g_get_real_time (), NULL));
}

static gboolean
on_midnight (gpointer user_data)
{
  PaddockActivityPage *self = user_data;

  for (guint i = 0; i < self->bound->len; i++)
    update_heading (self, g_ptr_array_index (self->bound, i));
  set_midnight (self);
  return G_SOURCE_REMOVE;
}

static void
on_state_changed (PaddockActivityPage *self)
{
  if (self->older == OLDER_NONE)
    self->older = OLDER_UNKNOWN;
}

/* Compares two entries for sorting: the one whose event happened last comes first. */
static int
compare_entries (gconstpointer a,
                 gconstpointer b,
                 gpointer      user_data)
{
  const PaddockJournalEntry *first = paddock_entry_item_get_entry ((PaddockEntryItem *) a);
  const PaddockJournalEntry *second = paddock_entry_item_get_entry ((PaddockEntryItem *) b);

  if (first->last != second->last)
    return first->last > second->last ? -1 : 1;
  return first->number == second->number ? 0 : first->number > second->number ? -1 : 1;
}

static void
on_entry_repeated (PaddockActivityPage *self)
{
  gtk_sorter_changed (gtk_sort_list_model_get_sorter (self->sorted), GTK_SORTER_CHANGE_DIFFERENT);
}

static void
on_journal_changed (PaddockActivityPage *self,
                    guint                position,
                    guint                n_removed,
                    guint                n_added,
                    GListModel          *journal)
{
  for (guint i = position; i < position + n_added; i++) {
    g_autoptr (PaddockEntryItem) item = g_list_model_get_item (journal, i);

    /* An entry that was only moved has the handler already. */
    g_signal_handlers_disconnect_by_func (item, on_entry_repeated, self);
    g_signal_connect_object (item, "notify::last", G_CALLBACK (on_entry_repeated), self,
                             G_CONNECT_SWAPPED);
  }
  show_page (self);
}

static void
set_client (PaddockActivityPage *self,
            PaddockClient       *client)
{
  GListModel *journal;

  if (!g_set_object (&self->client, client) || client == NULL)
    return;

  journal = paddock_client_get_journal (client);
  self->search_model = paddock_search_new (client);
  self->sorted =
    gtk_sort_list_model_new (g_object_ref (journal),
                             GTK_SORTER (gtk_custom_sorter_new (compare_entries, NULL, NULL)));
  self->shown = gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->sorted)));
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->shown));
  g_signal_connect_object (self->shown, "items-changed", G_CALLBACK (on_shown_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (journal, "items-changed", G_CALLBACK (on_journal_changed), self,
                           G_CONNECT_SWAPPED);
  on_journal_changed (self, 0, 0, g_list_model_get_n_items (journal), journal);
  g_signal_connect_object (self->search_model, "changed", G_CALLBACK (show_page), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search_model, "failed", G_CALLBACK (on_search_failed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (client, "notify::state", G_CALLBACK (on_state_changed), self,
                           G_CONNECT_SWAPPED);
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
paddock_activity_page_map (GtkWidget *widget)
{
  PaddockActivityPage *self = PADDOCK_ACTIVITY_PAGE (widget);
  gboolean is_at_top = self->is_at_top;

  GTK_WIDGET_CLASS (paddock_activity_page_parent_class)->map (widget);
  on_midnight (self);
  if (is_at_top && self->shown != NULL)
    scroll_to_top (self);
}

static void
paddock_activity_page_unmap (GtkWidget *widget)
{
  PaddockActivityPage *self = PADDOCK_ACTIVITY_PAGE (widget);

  paddock_wall_alarm_clear (self->midnight);
  GTK_WIDGET_CLASS (paddock_activity_page_parent_class)->unmap (widget);
}

static void
paddock_activity_page_dispose (GObject *object)
{
  PaddockActivityPage *self = PADDOCK_ACTIVITY_PAGE (object);

  /* Removes the child now. gtk_widget_dispose_template() would free the child, and then AdwBin's
   * own dispose would use the freed widget. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_ACTIVITY_PAGE);
  if (self->search_model != NULL)
    paddock_search_close (self->search_model);
  g_clear_object (&self->search_model);
  g_clear_object (&self->shown);
  g_clear_object (&self->sorted);
  g_clear_object (&self->client);
  g_clear_pointer (&self->midnight, paddock_wall_alarm_free);

  G_OBJECT_CLASS (paddock_activity_page_parent_class)->dispose (object);
}

static void
paddock_activity_page_finalize (GObject *object)
{
  PaddockActivityPage *self = PADDOCK_ACTIVITY_PAGE (object);

  g_ptr_array_unref (self->bound);
  g_ptr_array_unref (self->servers);
  g_ptr_array_unref (self->roots);

  G_OBJECT_CLASS (paddock_activity_page_parent_class)->finalize (object);
}

static void
paddock_activity_page_class_init (PaddockActivityPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = paddock_activity_page_get_property;
  object_class->set_property = paddock_activity_page_set_property;
  object_class->dispose = paddock_activity_page_dispose;
  object_class->finalize = paddock_activity_page_finalize;
  widget_class->map = paddock_activity_page_map;
  widget_class->unmap = paddock_activity_page_unmap;

  properties[PROP_CLIENT] =
    g_param_spec_object ("client", NULL, NULL, PADDOCK_TYPE_CLIENT,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-activity-page"));
  gtk_widget_class_bind_template_child (widget_class, PaddockActivityPage, tools);
  gtk_widget_class_bind_template_child (widget_class, PaddockActivityPage, search);
  gtk_widget_class_bind_template_child (widget_class, PaddockActivityPage, choices);
  gtk_widget_class_bind_template_child (widget_class, PaddockActivityPage, server_row);
  gtk_widget_class_bind_template_child (widget_class, PaddockActivityPage, root_row);
  gtk_widget_class_bind_template_child (widget_class, PaddockActivityPage, kind_row);
  gtk_widget_class_bind_template_child (widget_class, PaddockActivityPage, limits);
  gtk_widget_class_bind_template_child (widget_class, PaddockActivityPage, limits_label);
  gtk_widget_class_bind_template_child (widget_class, PaddockActivityPage, stack);
  gtk_widget_class_bind_template_child (widget_class, PaddockActivityPage, scroller);
  gtk_widget_class_bind_template_child (widget_class, PaddockActivityPage, list);
  gtk_widget_class_bind_template_callback (widget_class, on_setup);
  gtk_widget_class_bind_template_callback (widget_class, on_bind);
  gtk_widget_class_bind_template_callback (widget_class, on_unbind);
  gtk_widget_class_bind_template_callback (widget_class, on_edge_reached);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_choice_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_stop_search);
  gtk_widget_class_bind_template_callback (widget_class, on_show_all);
}

static void
paddock_activity_page_init (PaddockActivityPage *self)
{
  const GActionEntry entries[] = {
    { .name = "export", .activate = on_export },
    { .name = "clear", .activate = on_clear },
  };
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  GtkShortcut *find;
  GtkEventController *controller;

  self->bound = g_ptr_array_new ();
  self->servers = g_ptr_array_new_with_free_func (g_free);
  self->roots = g_ptr_array_new_with_free_func (g_free);
  self->midnight = paddock_wall_alarm_new (on_midnight, self);
  self->is_at_top = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));

  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "activity", G_ACTION_GROUP (actions));
  fill_kinds (self);
  g_signal_connect_object (self->choices, "show", G_CALLBACK (on_choices_shown), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (self->scroller), "value-changed",
                           G_CALLBACK (on_scrolled), self, G_CONNECT_SWAPPED);
  find = gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_f, GDK_CONTROL_MASK),
                           gtk_callback_action_new (on_find, NULL, NULL));
  controller = gtk_shortcut_controller_new ();
  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (controller),
                                     GTK_SHORTCUT_SCOPE_GLOBAL);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), find);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}
