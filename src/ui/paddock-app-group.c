/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-app-group.h"

#include "paddock-app-all-row.h"
#include "paddock-app-row.h"
#include "paddock-template.h"
#include "paddock-text.h"

#include <glib/gi18n.h>

/* The servers in one file of an app: a row for each, what the user does so that the app reads the
 * changed file, and buttons for all of them. The Apps page owns the group. If the file has the
 * same servers as before, the rows stay, and with them the focus. */

struct _PaddockAppGroup
{
  AdwBin parent_instance;

  PaddockAppFile *file;       /* (owned) (nullable) */
  GPtrArray *rows;            /* (owned) PaddockAppRow: those of entries, then those of lost ones */

  GtkLabel *title;
  GtkLabel *path;
  GtkWidget *state_box;
  GtkLabel *state;
  GtkListBox *list;
  PaddockAppAllRow *all_row;
};

G_DEFINE_FINAL_TYPE (PaddockAppGroup, paddock_app_group, ADW_TYPE_BIN)

enum {
  WISHED,
  WISHED_ALL,
  LEFT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
on_row_wished (PaddockAppGroup *self,
               gboolean         is_on,
               PaddockAppRow   *row)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new ();

  g_ptr_array_add (entries, paddock_app_row_get_entry (row));
  g_signal_emit (self, signals[WISHED], 0, entries, is_on);
}

static void
on_row_left (PaddockAppGroup *self,
             const char      *server)
{
  g_signal_emit (self, signals[LEFT], 0, server);
}

static void
on_all_wished (PaddockAppGroup *self,
               gboolean         is_on)
{
  g_autoptr (GPtrArray) entries = paddock_app_group_dup_entries (self, is_on);

  if (entries->len > 0)
    g_signal_emit (self, signals[WISHED_ALL], 0, entries, is_on);
}

static void
paddock_app_group_dispose (GObject *object)
{
  /* Removes the child before the template frees it. AdwBin's own dispose unparents the child too,
   * and would use a freed widget. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_APP_GROUP);

  G_OBJECT_CLASS (paddock_app_group_parent_class)->dispose (object);
}

static void
paddock_app_group_finalize (GObject *object)
{
  PaddockAppGroup *self = PADDOCK_APP_GROUP (object);

  paddock_app_file_unref (self->file);
  g_ptr_array_unref (self->rows);

  G_OBJECT_CLASS (paddock_app_group_parent_class)->finalize (object);
}

static void
paddock_app_group_class_init (PaddockAppGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_app_group_dispose;
  G_OBJECT_CLASS (klass)->finalize = paddock_app_group_finalize;

  signals[WISHED] = g_signal_new ("wished", PADDOCK_TYPE_APP_GROUP, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 2, G_TYPE_PTR_ARRAY, G_TYPE_BOOLEAN);
  signals[WISHED_ALL] = g_signal_new ("wished-all", PADDOCK_TYPE_APP_GROUP, G_SIGNAL_RUN_LAST, 0,
                                      NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_PTR_ARRAY,
                                      G_TYPE_BOOLEAN);
  signals[LEFT] = g_signal_new ("left", PADDOCK_TYPE_APP_GROUP, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  g_type_ensure (PADDOCK_TYPE_APP_ALL_ROW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-app-group"));
  gtk_widget_class_bind_template_child (widget_class, PaddockAppGroup, title);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppGroup, path);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppGroup, state_box);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppGroup, state);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppGroup, list);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppGroup, all_row);
  gtk_widget_class_bind_template_callback (widget_class, on_all_wished);
}

static void
paddock_app_group_init (PaddockAppGroup *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_app_group_new:
 *
 * Returns: (transfer floating): a group without a file
 */
GtkWidget *
paddock_app_group_new (void)
{
  return g_object_new (PADDOCK_TYPE_APP_GROUP, NULL);
}

static void
set_row_count (PaddockAppGroup *self,
               guint            n_rows)
{
  while (self->rows->len > n_rows)
    gtk_list_box_remove (self->list, g_ptr_array_steal_index (self->rows, self->rows->len - 1));
  while (self->rows->len < n_rows) {
    GtkWidget *row = paddock_app_row_new ();

    g_signal_connect_swapped (row, "wished", G_CALLBACK (on_row_wished), self);
    g_signal_connect_swapped (row, "left", G_CALLBACK (on_row_left), self);
    gtk_list_box_append (self->list, row);
    g_ptr_array_add (self->rows, row);
  }
}

static void
show_heading (PaddockAppGroup *self)
{
  gboolean is_mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  g_autofree char *path = paddock_text_shorten (self->file->path, g_get_home_dir ());
  g_autofree char *line = paddock_text_isolate (path, is_mirrored);

  gtk_label_set_text (self->title, self->file->app->name);
  gtk_label_set_text (self->path, line);
}

/* Shows a row for each entry that another program removed. */
static void
show_gone (PaddockAppGroup       *self,
           const PaddockAppIndex *index)
{
  g_autoptr (GPtrArray) gone = paddock_app_index_find_gone (index, self->file);
  guint n_entries = self->file->entries->len;

  set_row_count (self, n_entries + gone->len);
  for (guint i = 0; i < gone->len; i++)
    paddock_app_row_set_gone (self->rows->pdata[n_entries + i], self->file, gone->pdata[i]);
}

/**
 * paddock_app_group_set_file:
 * @file: the file, as it is now
 *
 * Makes the group show the servers of a file. The texts follow with paddock_app_group_show().
 */
void
paddock_app_group_set_file (PaddockAppGroup       *self,
                            PaddockAppFile        *file,
                            const PaddockAppIndex *index)
{
  paddock_app_file_ref (file);
  paddock_app_file_unref (self->file);
  self->file = file;
  show_heading (self);
  show_gone (self, index);
  for (guint i = 0; i < file->entries->len; i++)
    paddock_app_row_set_entry (self->rows->pdata[i], file, file->entries->pdata[i]);
}

/**
 * paddock_app_group_get_file:
 *
 * Returns: (transfer none) (nullable): the file
 */
PaddockAppFile *
paddock_app_group_get_file (PaddockAppGroup *self)
{
  return self->file;
}

/* Says why nothing can be switched, or what the user does so that the app reads the file. */
static void
show_state (PaddockAppGroup *self,
            gboolean         is_waiting)
{
  g_autofree char *text = NULL;

  if (self->file->trouble != NULL)
    text = paddock_text_escape (self->file->trouble, -1);
  else if (is_waiting)
    text = paddock_app_text_reload (self->file->app);
  gtk_widget_set_visible (self->state_box, text != NULL);
  gtk_label_set_text (self->state, text != NULL ? text : "");
}

/* Whether the buttons for all are for this row, too. */
static gboolean
is_for_all (PaddockAppRow *row)
{
  return paddock_app_row_can_switch (row) &&
         !paddock_app_entry_is_left_alone (paddock_app_row_get_entry (row));
}

/**
 * paddock_app_group_show:
 * @words: the words of a search; if there are none, all rows are shown
 * @out_next: (inout): when a text changes, in µs since the epoch; 0: not by itself
 * @summary: (inout): counts the servers, too
 *
 * Updates the texts, the switches and the buttons.
 *
 * Returns: how many rows match the search
 */
guint
paddock_app_group_show (PaddockAppGroup       *self,
                        const PaddockAppIndex *index,
                        const char * const    *words,
                        gint64                *out_next,
                        PaddockAppSummary     *summary)
{
  PaddockAppSummary own = { 0 };
  guint n_waiting = 0, n_shown = 0;

  /* The user may have accepted that an entry is gone. */
  show_gone (self, index);
  for (guint i = 0; i < self->rows->len; i++) {
    PaddockAppRow *row = self->rows->pdata[i];
    gint64 next;
    PaddockAppState state = paddock_app_row_show (row, index, &next);
    gboolean is_shown = paddock_app_row_matches (row, words);

    if (next != 0 && (*out_next == 0 || next < *out_next))
      *out_next = next;
    n_waiting += state == PADDOCK_APP_STATE_WAITING || state == PADDOCK_APP_STATE_LEAVING;
    gtk_widget_set_visible (GTK_WIDGET (row), is_shown);
    n_shown += is_shown;
  }
  show_state (self, n_waiting > 0);
  paddock_app_summary_add (&own, self->file, n_waiting);
  paddock_app_summary_add (summary, self->file, n_waiting);
  gtk_widget_set_visible (GTK_WIDGET (self->all_row), own.n_servers > 1 && words[0] == NULL);
  paddock_app_all_row_show (self->all_row, self->file->app->name, &own);
  gtk_widget_set_visible (GTK_WIDGET (self), n_shown > 0);
  return n_shown;
}

/**
 * paddock_app_group_dup_entries:
 *
 * Returns: (transfer full) (element-type PaddockAppEntry): the entries that the buttons for
 *   all connect or restore; the group's file owns them
 */
GPtrArray *
paddock_app_group_dup_entries (PaddockAppGroup *self,
                               gboolean         is_on)
{
  GPtrArray *entries = g_ptr_array_new ();

  for (guint i = 0; i < self->rows->len; i++) {
    PaddockAppRow *row = self->rows->pdata[i];

    if (is_for_all (row) && paddock_app_row_get_entry (row)->is_connected != is_on)
      g_ptr_array_add (entries, paddock_app_row_get_entry (row));
  }
  return entries;
}
