/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-server-page.h"

#include "paddock-choice-row.h"
#include "paddock-countdown.h"
#include "paddock-explaining.h"
#include "paddock-explanation.h"
#include "paddock-grant-row.h"
#include "paddock-identity-view.h"
#include "paddock-sentences.h"
#include "paddock-server-actions.h"
#include "paddock-server-label.h"
#include "paddock-server-name.h"
#include "paddock-server-row.h"
#include "paddock-template.h"
#include "paddock-time-text.h"
#include "paddock-who-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* The page of one server: its name and state, its buttons, a switch for each folder, its identity,
 * and its sessions. The Servers page owns it, and makes a new one each time the user opens a
 * server. The page itself stores only the text of the search.
 *
 * The row of a folder takes about a millisecond to make. So only some rows are made until the user
 * asks for more. The search also finds folders without a row. */

/* The page has a search entry if there are at least this many folders. */
#define SEARCH_FROM 13

/* How many rows of folders are made at first, and each time the user asks for more. */
#define ROWS_AT_ONCE 60

struct _PaddockServerPage
{
  AdwBin parent_instance;

  PaddockClient *client;       /* (owned) */
  PaddockServerItem *item;     /* (owned) */
  PaddockCountdown *countdown; /* (owned) */
  char *wanted;                /* (owned) the text of the search, case-folded */
  GtkFilter *filter;           /* (owned) */
  GtkFilterListModel *found;   /* (owned) the folders that match the search */
  GtkSliceListModel *shown;    /* (owned) the folders in @found that have a row */

  GtkLabel *title;
  GtkLabel *state;
  GtkLabel *explanation;
  PaddockServerActions *actions;
  GtkEditable *search;
  GtkListBox *roots;
  GtkWidget *more;
  GtkLabel *no_roots;
  GtkListBox *choices;
  PaddockIdentityView *identity;
  GtkLabel *sessions;
  GtkWidget *details;
  GtkLabel *facts;
};

G_DEFINE_FINAL_TYPE (PaddockServerPage, paddock_server_page, ADW_TYPE_BIN)

static GtkWidget *
create_grant_row (gpointer item,
                  gpointer user_data)
{
  PaddockServerPage *self = user_data;

  return paddock_grant_row_new (self->client, self->item, item, self->countdown);
}

static gboolean
contains_wanted (PaddockServerPage *self,
                 const char        *text)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);

  return strstr (folded, self->wanted) != NULL;
}

static gboolean
is_found (gpointer item,
          gpointer user_data)
{
  PaddockServerPage *self = user_data;
  g_autofree char *label = NULL;
  g_autofree char *path = NULL;

  g_object_get (item, "label", &label, "path", &path, NULL);
  return contains_wanted (self, label) || contains_wanted (self, path);
}

/* Shows the list of folders, or a text if no folder was found. */
static void
show_roots (PaddockServerPage *self)
{
  guint n_roots = g_list_model_get_n_items (paddock_client_get_roots (self->client));
  guint n_found = g_list_model_get_n_items (G_LIST_MODEL (self->found));

  gtk_widget_set_visible (GTK_WIDGET (self->search), n_roots >= SEARCH_FROM);
  gtk_widget_set_visible (GTK_WIDGET (self->roots), n_found > 0);
  gtk_widget_set_visible (self->more,
                          n_found > g_list_model_get_n_items (G_LIST_MODEL (self->shown)));
  gtk_widget_set_visible (GTK_WIDGET (self->no_roots), n_found == 0);
  gtk_label_set_text (self->no_roots, n_roots == 0 ? _("There is no folder to share yet.")
                                                   : _("No folders found"));
}

static void
on_search_changed (PaddockServerPage *self)
{
  g_free (self->wanted);
  self->wanted = g_utf8_casefold (gtk_editable_get_text (self->search), -1);
  gtk_slice_list_model_set_size (self->shown, ROWS_AT_ONCE);
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
  show_roots (self);
}

/* Handles Escape in the search entry: clears the entry, or leaves the page if the entry is already
 * empty. */
static void
on_stop_search (PaddockServerPage *self)
{
  if (*gtk_editable_get_text (self->search) != '\0')
    gtk_editable_set_text (self->search, "");
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "servers.back", NULL);
}

static void
on_more_clicked (PaddockServerPage *self)
{
  guint n_before = g_list_model_get_n_items (G_LIST_MODEL (self->shown));
  GtkListBoxRow *row;

  gtk_slice_list_model_set_size (self->shown, n_before + ROWS_AT_ONCE);
  show_roots (self);
  /* The button for more rows may have disappeared, and the focus with it. So the first new row gets
   * the focus. */
  row = gtk_list_box_get_row_at_index (self->roots, (int) n_before);
  if (row != NULL)
    gtk_widget_child_focus (GTK_WIDGET (row), GTK_DIR_TAB_FORWARD);
}

static void
on_roots_changed (PaddockServerPage *self)
{
  /* Ends the search if its entry disappears: a search that the user can't see must not hide
   * folders. */
  if (g_list_model_get_n_items (paddock_client_get_roots (self->client)) < SEARCH_FROM)
    gtk_editable_set_text (self->search, "");
  show_roots (self);
}

static void
show_sessions (PaddockServerPage *self)
{
  const PaddockServerView *view = paddock_server_item_get_view (self->item);
  g_autofree char *claimed = paddock_server_name_to_label (view->server->claimed_name);
  g_autofree char *label = paddock_server_label_dup (view);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < view->sessions->len; i++) {
    g_autofree char *line = paddock_sentences_session (g_ptr_array_index (view->sessions, i),
                                                       g_get_real_time ());

    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", line);
  }
  if (view->sessions->len == 0 && view->server->last_seen != 0) {
    g_autofree char *time = paddock_time_text_time (view->server->last_seen, g_get_real_time ());

    /* Translators: %s is a time, or a day and time */
    g_string_append_printf (text, _("Last connected %s"), time);
  }
  if (claimed != NULL && !g_str_equal (claimed, label)) {
    g_string_append (text, text->len > 0 ? "\n" : "");
    /* Translators: %s is the name that a server gives itself */
    g_string_append_printf (text, _("It calls itself “%s”"), claimed);
  }

  gtk_label_set_text (self->sessions, text->str);
  gtk_widget_set_visible (GTK_WIDGET (self->sessions), text->len > 0);
}

static void
show_details (PaddockServerPage *self)
{
  const PaddockServerView *view = paddock_server_item_get_view (self->item);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < view->sessions->len; i++) {
    g_autofree char *line = paddock_who_text_session (g_ptr_array_index (view->sessions, i));

    if (line != NULL)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", line);
  }
  gtk_label_set_text (self->facts, text->str);
  gtk_widget_set_visible (self->details, text->len > 0);
}

static void
explain (PaddockServerPage *self)
{
  g_autofree char *text = paddock_explaining_dup_text (self->client, self->item, NULL);
  g_autofree char *confined =
    paddock_explanation_dup_confined (paddock_server_item_get_view (self->item));
  const char *separator = confined != NULL && *text != '\0' ? "\n" : "";
  g_autofree char *all = g_strconcat (text, separator, confined, NULL);

  gtk_label_set_text (self->explanation, all);
  gtk_widget_set_visible (GTK_WIDGET (self->explanation), *all != '\0');
}

static void
update (PaddockServerPage *self)
{
  const PaddockServerView *view = paddock_server_item_get_view (self->item);
  g_autofree char *label = paddock_server_label_dup (view);
  g_autofree char *state = paddock_server_row_dup_state (self->client, self->item);

  gtk_label_set_text (self->title, label);
  gtk_label_set_text (self->state, state);
  gtk_widget_set_visible (GTK_WIDGET (self->choices),
                          paddock_identity_get_kind (view->server->identity) !=
                          PADDOCK_IDENTITY_ANONYMOUS);
  paddock_identity_view_show (self->identity, view->server->identity, NULL);
  show_sessions (self);
  show_details (self);
  explain (self);
}

/* Makes a row with a switch for each choice that this kind of server can have. A row exists even if
 * the server is not allowed anything now. The kinds are the same as in
 * paddock_policy_choosable(). */
static void
create_choices (PaddockServerPage *self)
{
  static const struct {
    PaddockIdentityKind kind;
    PaddockChoices      choice;
  } choices[] = {
    { PADDOCK_IDENTITY_LAUNCH, PADDOCK_CHOICE_HOST_ROOTS },
    { PADDOCK_IDENTITY_LAUNCH, PADDOCK_CHOICE_KEEP_ROOTS },
    { PADDOCK_IDENTITY_REMOTE, PADDOCK_CHOICE_HOST_ROOTS },
    { PADDOCK_IDENTITY_REMOTE, PADDOCK_CHOICE_KEEP_ROOTS },
    { PADDOCK_IDENTITY_PROCESS, PADDOCK_CHOICE_READING },
  };
  PaddockIdentityKind kind =
    paddock_identity_get_kind (paddock_server_item_get_view (self->item)->server->identity);

  for (gsize i = 0; i < G_N_ELEMENTS (choices); i++) {
    if (choices[i].kind == kind)
      gtk_list_box_append (self->choices, paddock_choice_row_new (self->client, self->item,
                                                                  choices[i].choice));
  }
}

static void
paddock_server_page_dispose (GObject *object)
{
  PaddockServerPage *self = PADDOCK_SERVER_PAGE (object);

  /* Removes the child now. gtk_widget_dispose_template() would free the child, and then AdwBin's
   * own dispose would use the freed widget. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_SERVER_PAGE);
  g_clear_object (&self->shown);
  g_clear_object (&self->found);
  g_clear_object (&self->filter);
  g_clear_object (&self->client);
  g_clear_object (&self->item);
  g_clear_object (&self->countdown);

  G_OBJECT_CLASS (paddock_server_page_parent_class)->dispose (object);
}

static void
paddock_server_page_finalize (GObject *object)
{
  g_free (PADDOCK_SERVER_PAGE (object)->wanted);

  G_OBJECT_CLASS (paddock_server_page_parent_class)->finalize (object);
}

static void
paddock_server_page_class_init (PaddockServerPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_server_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = paddock_server_page_finalize;

  g_type_ensure (PADDOCK_TYPE_IDENTITY_VIEW);
  g_type_ensure (PADDOCK_TYPE_SERVER_ACTIONS);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-server-page"));
  gtk_widget_class_bind_template_child (widget_class, PaddockServerPage, title);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerPage, state);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerPage, explanation);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerPage, actions);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerPage, search);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerPage, roots);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerPage, more);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerPage, no_roots);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerPage, choices);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerPage, identity);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerPage, sessions);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerPage, details);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerPage, facts);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_stop_search);
  gtk_widget_class_bind_template_callback (widget_class, on_more_clicked);
}

static void
paddock_server_page_init (PaddockServerPage *self)
{
  self->countdown = paddock_countdown_new ();
  self->wanted = g_strdup ("");
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
create_roots (PaddockServerPage *self)
{
  GListModel *roots = paddock_client_get_roots (self->client);

  self->filter = GTK_FILTER (gtk_custom_filter_new (is_found, self, NULL));
  self->found = gtk_filter_list_model_new (g_object_ref (roots), g_object_ref (self->filter));
  self->shown = gtk_slice_list_model_new (g_object_ref (G_LIST_MODEL (self->found)), 0,
                                          ROWS_AT_ONCE);
  gtk_list_box_bind_model (self->roots, G_LIST_MODEL (self->shown), create_grant_row, self, NULL);
  g_signal_connect_object (roots, "items-changed", G_CALLBACK (on_roots_changed), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  show_roots (self);
}

/**
 * paddock_server_page_new:
 *
 * Returns: (transfer floating): the page of @item
 */
GtkWidget *
paddock_server_page_new (PaddockClient     *client,
                         PaddockServerItem *item)
{
  PaddockServerPage *self = g_object_new (PADDOCK_TYPE_SERVER_PAGE, NULL);

  self->client = g_object_ref (client);
  self->item = g_object_ref (item);
  create_roots (self);
  create_choices (self);
  paddock_server_actions_show (self->actions, client, item);
  g_signal_connect_object (paddock_client_get_requests (client), "items-changed",
                           G_CALLBACK (explain), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (client, "sight-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}

/**
 * paddock_server_page_get_item:
 *
 * Returns: (transfer none): the server that the page shows
 */
PaddockServerItem *
paddock_server_page_get_item (PaddockServerPage *self)
{
  return self->item;
}

/**
 * paddock_server_page_focus_search:
 *
 * Returns: whether there is a search entry; if so, the entry has got the focus
 */
gboolean
paddock_server_page_focus_search (PaddockServerPage *self)
{
  return gtk_widget_get_visible (GTK_WIDGET (self->search)) &&
         gtk_widget_grab_focus (GTK_WIDGET (self->search));
}
