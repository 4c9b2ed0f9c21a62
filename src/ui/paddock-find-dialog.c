/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-find-dialog.h"

#include "paddock-compat.h"
#include "paddock-file-pool.h"
#include "paddock-project-search.h"
#include "paddock-project-text.h"
#include "paddock-sentences.h"
#include "paddock-template.h"
#include "paddock-text.h"

#include <glib/gi18n.h>

/* The dialog that lists the projects inside folders that the user picked. None is selected at
 * first. The caller adds the selected projects. GTK owns the dialog until it is closed.
 *
 * The searches run in a thread pool of the dialog, which shows results as they come. If a search
 * hangs in a file system, the user can stop it or close the dialog. Then its thread is
 * abandoned. */

/* How often new results are shown, in milliseconds. */
#define LOOK_MS 100

/* A project in the list. */
#define PADDOCK_TYPE_FOUND_ITEM (paddock_found_item_get_type ())
G_DECLARE_FINAL_TYPE (PaddockFoundItem, paddock_found_item, PADDOCK, FOUND_ITEM, GObject)

struct _PaddockFoundItem
{
  GObject parent_instance;

  PaddockProjectFind *find;   /* (owned) */
  gboolean is_there;          /* Paddock already has this folder */
  gboolean is_ticked;
};

G_DEFINE_FINAL_TYPE (PaddockFoundItem, paddock_found_item, G_TYPE_OBJECT)

struct _PaddockFindDialog
{
  AdwWindow parent_instance;

  PaddockClient *client;      /* (owned) */
  PaddockFilePool *pool;      /* (owned) */
  GCancellable *cancellable;  /* (owned) */
  GPtrArray *searches;        /* (owned) PaddockProjectSearch: one for each picked folder */
  guint n_running;
  guint n_failed;
  guint n_ticked;
  GListStore *found;          /* (owned) PaddockFoundItem: the projects found so far */
  guint look_source;          /* timeout that shows new results; 0: no search runs */

  GtkWidget *add_button;
  GtkStack *stack;
  GtkLabel *status;
  GtkProgressBar *progress;
  GtkWidget *stop_button;
  GtkListView *list;
};

G_DEFINE_FINAL_TYPE (PaddockFindDialog, paddock_find_dialog, ADW_TYPE_WINDOW)

enum { CHOSEN, N_SIGNALS };

static guint signals[N_SIGNALS];

static void
paddock_found_item_finalize (GObject *object)
{
  g_clear_pointer (&PADDOCK_FOUND_ITEM (object)->find, paddock_project_search_find_free);
  G_OBJECT_CLASS (paddock_found_item_parent_class)->finalize (object);
}

static void
paddock_found_item_class_init (PaddockFoundItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = paddock_found_item_finalize;
}

static void
paddock_found_item_init (PaddockFoundItem *self)
{
}

static gboolean
has_root (PaddockFindDialog *self,
          const char        *path)
{
  GListModel *roots = paddock_client_get_roots (self->client);

  for (guint i = 0; i < g_list_model_get_n_items (roots); i++) {
    g_autoptr (PaddockRootItem) item = g_list_model_get_item (roots, i);

    if (g_strcmp0 (paddock_root_item_get_view (item)->root->path, path) == 0)
      return TRUE;
  }
  return FALSE;
}

/* Adds to the list the projects that @search has found since the last time. */
static void
show_found (PaddockFindDialog    *self,
            PaddockProjectSearch *search)
{
  g_autoptr (GPtrArray) found = paddock_project_search_steal_found (search);

  g_ptr_array_set_free_func (found, NULL);
  for (guint i = 0; i < found->len; i++) {
    g_autoptr (PaddockFoundItem) item = g_object_new (PADDOCK_TYPE_FOUND_ITEM, NULL);

    item->find = g_ptr_array_index (found, i);
    item->is_there = has_root (self, item->find->path);
    g_list_store_append (self->found, item);
  }
}

static void
show_progress (PaddockFindDialog *self)
{
  PaddockProjectProgress all = { 0 };
  guint n_found = g_list_model_get_n_items (G_LIST_MODEL (self->found));
  gboolean is_stopped = g_cancellable_is_cancelled (self->cancellable);
  g_autofree char *text = NULL;

  for (guint i = 0; i < self->searches->len; i++) {
    PaddockProjectProgress one =
      paddock_project_search_get_progress (g_ptr_array_index (self->searches, i));

    all.n_looked += one.n_looked;
    all.n_unreadable += one.n_unreadable;
    all.fraction += one.fraction / self->searches->len;
    all.is_cut |= one.is_cut;
  }
  all.is_ended = self->n_running == 0;
  text = paddock_project_text_progress (&all, n_found, is_stopped, self->n_failed > 0);
  gtk_label_set_text (self->status, text);
  gtk_progress_bar_set_fraction (self->progress, all.fraction);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), !all.is_ended);
  gtk_widget_set_visible (self->stop_button, !all.is_ended);
  gtk_stack_set_visible_child_name (self->stack, n_found > 0 || !all.is_ended ? "list" : "none");
  if (all.is_ended)
    paddock_compat_announce (GTK_WIDGET (self->status), text);
}

static gboolean
look (gpointer user_data)
{
  PaddockFindDialog *self = user_data;

  for (guint i = 0; i < self->searches->len; i++)
    show_found (self, g_ptr_array_index (self->searches, i));
  show_progress (self);
  if (self->n_running > 0)
    return G_SOURCE_CONTINUE;

  self->look_source = 0;
  return G_SOURCE_REMOVE;
}

static gpointer
run_search (gpointer      search,
            GCancellable *cancellable)
{
  return GINT_TO_POINTER (paddock_project_search_run (search, cancellable, NULL));
}

static void
on_search_ended (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (PaddockFindDialog) self = user_data;
  gboolean was_read;

  was_read = paddock_file_pool_run_finish (PADDOCK_FILE_POOL (source), result, NULL) != NULL;
  self->n_running--;
  self->n_failed += !was_read && !g_cancellable_is_cancelled (self->cancellable);
}

static void
on_stop_clicked (PaddockFindDialog *self)
{
  g_cancellable_cancel (self->cancellable);
}

static void
on_toggled (GtkCheckButton *check,
            GtkListItem    *list_item)
{
  PaddockFoundItem *item = gtk_list_item_get_item (list_item);
  PaddockFindDialog *self = PADDOCK_FIND_DIALOG (gtk_widget_get_root (GTK_WIDGET (check)));

  if (item == NULL || item->is_ticked == gtk_check_button_get_active (check))
    return;
  item->is_ticked = !item->is_ticked;
  self->n_ticked += item->is_ticked ? 1 : -1;
  gtk_widget_set_sensitive (self->add_button, self->n_ticked > 0);
}

static GtkWidget *
label_new (const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

/* Makes a check button whose label has two lines. */
static void
on_setup (PaddockFindDialog *self,
          GtkListItem       *list_item)
{
  GtkWidget *check = gtk_check_button_new ();
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);

  gtk_box_append (GTK_BOX (lines), label_new (NULL));
  gtk_box_append (GTK_BOX (lines), label_new ("caption"));
  gtk_widget_add_css_class (check, "found");
  gtk_check_button_set_child (GTK_CHECK_BUTTON (check), lines);
  g_signal_connect (check, "toggled", G_CALLBACK (on_toggled), list_item);
  gtk_list_item_set_activatable (list_item, FALSE);
  gtk_list_item_set_child (list_item, check);
}

static void
on_bind (PaddockFindDialog *self,
         GtkListItem       *list_item)
{
  PaddockFoundItem *item = gtk_list_item_get_item (list_item);
  GtkCheckButton *check = GTK_CHECK_BUTTON (gtk_list_item_get_child (list_item));
  GtkWidget *first = gtk_widget_get_first_child (gtk_check_button_get_child (check));
  g_autofree char *path = paddock_text_shorten (item->find->path, g_get_home_dir ());
  g_autofree char *reason = paddock_project_text_reason (item->find->markers);
  const char *said = item->is_there ? _("Already added") : reason;

  gtk_label_set_text (GTK_LABEL (first), path);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_next_sibling (first)), said);
  gtk_check_button_set_active (check, item->is_ticked);
  gtk_widget_set_sensitive (GTK_WIDGET (check), !item->is_there);
  gtk_widget_set_tooltip_text (GTK_WIDGET (check), path);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, path,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, said, -1);
}

static void
on_add_clicked (PaddockFindDialog *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) paths = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->found)); i++) {
    g_autoptr (PaddockFoundItem) item = g_list_model_get_item (G_LIST_MODEL (self->found), i);

    if (item->is_ticked)
      g_strv_builder_add (builder, item->find->path);
  }
  paths = g_strv_builder_end (builder);
  g_signal_emit (self, signals[CHOSEN], 0, paths);
  gtk_window_close (GTK_WINDOW (self));
}

static void
paddock_find_dialog_dispose (GObject *object)
{
  PaddockFindDialog *self = PADDOCK_FIND_DIALOG (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->look_source, g_source_remove);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_FIND_DIALOG);
  g_clear_object (&self->client);

  G_OBJECT_CLASS (paddock_find_dialog_parent_class)->dispose (object);
}

static void
paddock_find_dialog_finalize (GObject *object)
{
  PaddockFindDialog *self = PADDOCK_FIND_DIALOG (object);

  g_clear_object (&self->pool);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->found);
  g_clear_pointer (&self->searches, g_ptr_array_unref);

  G_OBJECT_CLASS (paddock_find_dialog_parent_class)->finalize (object);
}

/* Cancels the searches. A hanging search holds a reference to the dialog until it is cancelled. */
static gboolean
paddock_find_dialog_close_request (GtkWindow *window)
{
  g_cancellable_cancel (PADDOCK_FIND_DIALOG (window)->cancellable);

  return GTK_WINDOW_CLASS (paddock_find_dialog_parent_class)->close_request (window);
}

static void
paddock_find_dialog_class_init (PaddockFindDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = paddock_find_dialog_dispose;
  object_class->finalize = paddock_find_dialog_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = paddock_find_dialog_close_request;

  /**
   * PaddockFindDialog::chosen:
   * @paths: the projects that the user selected
   *
   * Emitted when the user adds the selected projects.
   */
  signals[CHOSEN] = g_signal_new ("chosen", PADDOCK_TYPE_FIND_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRV);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-find-dialog"));
  gtk_widget_class_bind_template_child (widget_class, PaddockFindDialog, add_button);
  gtk_widget_class_bind_template_child (widget_class, PaddockFindDialog, stack);
  gtk_widget_class_bind_template_child (widget_class, PaddockFindDialog, status);
  gtk_widget_class_bind_template_child (widget_class, PaddockFindDialog, progress);
  gtk_widget_class_bind_template_child (widget_class, PaddockFindDialog, stop_button);
  gtk_widget_class_bind_template_child (widget_class, PaddockFindDialog, list);
  gtk_widget_class_bind_template_callback (widget_class, on_add_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_bind);
  gtk_widget_class_bind_template_callback (widget_class, on_setup);
  gtk_widget_class_bind_template_callback (widget_class, on_stop_clicked);
}

static void
paddock_find_dialog_init (PaddockFindDialog *self)
{
  g_autoptr (GtkSelectionModel) selection = NULL;

  self->pool = paddock_file_pool_new ();
  self->cancellable = g_cancellable_new ();
  self->found = g_list_store_new (PADDOCK_TYPE_FOUND_ITEM);
  self->searches =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_project_search_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  g_object_ref (self->found);
  selection = GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (self->found)));
  gtk_list_view_set_model (self->list, selection);
}

/**
 * paddock_find_dialog_new:
 * @paths: folders that the user picked, at least one
 *
 * Returns: (transfer none): a dialog that searches in @paths; GTK owns it until it is closed
 */
PaddockFindDialog *
paddock_find_dialog_new (GtkWindow          *parent,
                         PaddockClient      *client,
                         const char * const *paths)
{
  PaddockFindDialog *self = g_object_new (PADDOCK_TYPE_FIND_DIALOG, "transient-for", parent, NULL);

  self->client = g_object_ref (client);
  for (; *paths != NULL; paths++) {
    PaddockProjectSearch *search = paddock_project_search_new (*paths);

    g_ptr_array_add (self->searches, search);
    self->n_running++;
    paddock_file_pool_run_picked_async (self->pool, *paths, run_search,
                                        paddock_project_search_ref (search),
                                        (GDestroyNotify) paddock_project_search_unref, NULL,
                                        self->cancellable, on_search_ended, g_object_ref (self));
  }
  self->look_source = g_timeout_add (LOOK_MS, look, self);
  show_progress (self);
  return self;
}
