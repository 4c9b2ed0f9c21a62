/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-app-row.h"

#include "paddock-named-folders.h"
#include "paddock-template.h"
#include "paddock-text.h"
#include "paddock-typed-words.h"

#include <glib/gi18n.h>

/* A row for one server of an app's file: what the app starts, and a switch that says whether it
 * does that through Paddock. The group of the file owns the row. The switch always shows what is in
 * the file, so it goes back if the file isn't changed. */

struct _PaddockAppRow
{
  AdwActionRow parent_instance;

  PaddockAppFile *file;       /* (owned) (nullable) */
  PaddockAppEntry *entry;     /* (nullable) an entry of @file; NULL: the file lost it */
  char *lost;                 /* (owned) (nullable) the name of the entry, if @file lost it */
  char *server_id;            /* (owned) (nullable) the server that last connected with the key */
  gboolean is_updating;       /* TRUE while the code, not the user, sets the switch */

  GtkWidget *put_back_button;
  GtkWidget *leave_button;
  GtkSwitch *toggle;
};

G_DEFINE_FINAL_TYPE (PaddockAppRow, paddock_app_row, ADW_TYPE_ACTION_ROW)

enum {
  WISHED,
  LEFT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static gboolean
is_on (PaddockAppRow *self)
{
  return self->entry != NULL && self->entry->is_connected;
}

static void
on_put_back_clicked (PaddockAppRow *self)
{
  g_signal_emit (self, signals[WISHED], 0, TRUE);
}

static void
on_leave_clicked (PaddockAppRow *self)
{
  g_autofree char *server = g_strdup (self->entry != NULL ? self->entry->name : self->lost);

  g_signal_emit (self, signals[LEFT], 0, server);
}

/* Asks for the change. Returns TRUE, so that the switch changes only with the file. */
static gboolean
on_state_set (PaddockAppRow *self,
              gboolean       state)
{
  if (self->is_updating || state == is_on (self))
    return FALSE;
  g_signal_emit (self, signals[WISHED], 0, state);
  return TRUE;
}

static void
paddock_app_row_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_APP_ROW);

  G_OBJECT_CLASS (paddock_app_row_parent_class)->dispose (object);
}

static void
paddock_app_row_finalize (GObject *object)
{
  PaddockAppRow *self = PADDOCK_APP_ROW (object);

  paddock_app_file_unref (self->file);
  g_free (self->lost);
  g_free (self->server_id);

  G_OBJECT_CLASS (paddock_app_row_parent_class)->finalize (object);
}

static void
paddock_app_row_class_init (PaddockAppRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_app_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = paddock_app_row_finalize;

  signals[WISHED] = g_signal_new ("wished", PADDOCK_TYPE_APP_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  signals[LEFT] = g_signal_new ("left", PADDOCK_TYPE_APP_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, PADDOCK_TEMPLATE ("paddock-app-row"));
  gtk_widget_class_bind_template_child (widget_class, PaddockAppRow, put_back_button);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppRow, leave_button);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppRow, toggle);
  gtk_widget_class_bind_template_callback (widget_class, on_put_back_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_leave_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_state_set);
}

static void
paddock_app_row_init (PaddockAppRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* AdwActionRow makes its title the accessible label of the switch. The switch's own label is
   * better, because it also says what the switch does. */
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (self->toggle),
                                 GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

/**
 * paddock_app_row_new:
 *
 * Returns: (transfer floating): a row that shows nothing yet
 */
GtkWidget *
paddock_app_row_new (void)
{
  return g_object_new (PADDOCK_TYPE_APP_ROW, NULL);
}

static void
set_title (PaddockAppRow *self,
           const char    *name)
{
  g_autofree char *title = paddock_text_escape_name (name);
  /* Translators: the first %s is a server, the second one an app */
  g_autofree char *label = g_strdup_printf (_("“%s” of %s through Paddock"), title,
                                            self->file->app->name);

  if (!g_str_equal (title, adw_preferences_row_get_title (ADW_PREFERENCES_ROW (self))))
    g_clear_pointer (&self->server_id, g_free);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->toggle), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
}

static void
set_file (PaddockAppRow  *self,
          PaddockAppFile *file)
{
  paddock_app_file_ref (file);
  paddock_app_file_unref (self->file);
  self->file = file;
}

/**
 * paddock_app_row_set_entry:
 * @entry: an entry of @file
 *
 * Makes the row show an entry. The texts follow with paddock_app_row_show().
 */
void
paddock_app_row_set_entry (PaddockAppRow   *self,
                           PaddockAppFile  *file,
                           PaddockAppEntry *entry)
{
  set_file (self, file);
  self->entry = entry;
  set_title (self, entry->name);
}

/**
 * paddock_app_row_set_gone:
 *
 * Makes the row show that another program removed the entry of @note from @file.
 */
void
paddock_app_row_set_gone (PaddockAppRow        *self,
                          PaddockAppFile       *file,
                          const PaddockAppNote *note)
{
  set_file (self, file);
  self->entry = NULL;
  g_free (self->lost);
  self->lost = g_strdup (note->server);
  set_title (self, note->server);
}

/**
 * paddock_app_row_get_entry:
 *
 * Returns: (transfer none) (nullable): the entry; %NULL if the file lost it
 */
PaddockAppEntry *
paddock_app_row_get_entry (PaddockAppRow *self)
{
  return self->entry;
}

/* Returns the server that connected with the entry's key, or did so until the key was taken out. */
static PaddockServerItem *
find_server (PaddockAppRow         *self,
             const PaddockAppIndex *index)
{
  PaddockServerItem *server = paddock_app_index_find_server (index, self->entry->key);

  if (server == NULL && !self->entry->is_connected)
    return paddock_app_index_lookup_server (index, self->server_id);
  g_free (self->server_id);
  self->server_id = server != NULL
                    ? g_strdup (paddock_server_item_get_view (server)->server->id) : NULL;
  return server;
}

static PaddockAppState
find_state (PaddockAppRow         *self,
            const PaddockAppIndex *index,
            PaddockAppTextTime    *time)
{
  PaddockServerItem *server;
  PaddockAppState state;

  if (self->entry == NULL)
    return PADDOCK_APP_STATE_GONE;
  server = find_server (self, index);
  state = paddock_app_index_find_state (index, self->file, self->entry);
  if (server != NULL)
    time->seen = paddock_server_item_get_view (server)->server->last_seen;
  if (state == PADDOCK_APP_STATE_DIRECT && server != NULL &&
      paddock_server_item_get_view (server)->sessions->len > 0)
    return PADDOCK_APP_STATE_LEAVING;
  return state;
}

/* Returns a sentence about the folders in the entry's command, without those that the system keeps
 * the server out of. */
static char *
dup_folders (PaddockAppRow         *self,
             const PaddockAppIndex *index)
{
  PaddockServerItem *server = self->entry->is_connected ? find_server (self, index) : NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) folders = NULL;

  for (guint i = 0; self->entry->named[i] != NULL; i++)
    if (server == NULL ||
        !paddock_named_folders_is_kept_out (paddock_server_item_get_view (server),
                                            self->entry->named[i]))
      g_strv_builder_add (builder, self->entry->named[i]);
  folders = g_strv_builder_end (builder);
  return paddock_app_text_folders ((const char * const *) folders, self->entry->is_connected,
                                   g_get_home_dir ());
}

/* Shows what the app starts, then what happens, and why the switch is insensitive. */
static void
show_subtitle (PaddockAppRow         *self,
               const PaddockAppIndex *index,
               const char            *state)
{
  gboolean is_mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;

  if (self->entry != NULL) {
    g_autofree char *start = paddock_app_text_start (self->entry);

    if (*start != '\0')
      g_ptr_array_add (lines, paddock_text_isolate (start, is_mirrored));
    if (self->entry->project != NULL) {
      g_autofree char *project = paddock_text_shorten (self->entry->project, g_get_home_dir ());

      /* Translators: %s is a folder */
      g_ptr_array_add (lines, g_strdup_printf (_("Only in %s"), project));
    }
    if (self->file->trouble == NULL && self->entry->obstacle != PADDOCK_APP_OBSTACLE_NONE)
      g_ptr_array_add (lines, g_strdup (paddock_app_obstacle_get_text (self->entry->obstacle)));
    else if (self->entry->is_connected && self->entry->kind == PADDOCK_APP_ENTRY_ADDRESS)
      g_ptr_array_add (lines, g_strdup (_("If the app can’t sign in to this server, turn this "
                                          "off")));
    g_ptr_array_add (lines, dup_folders (self, index));
  }
  g_ptr_array_add (lines, g_strdup (state));
  for (guint i = lines->len; i > 0; i--)
    if (*(const char *) lines->pdata[i - 1] == '\0')
      g_ptr_array_remove_index (lines, i - 1);
  g_ptr_array_add (lines, NULL);
  text = g_strjoinv ("\n", (GStrv) lines->pdata);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), text);
}

/**
 * paddock_app_row_show:
 * @out_next: (out): when the text changes, in µs since the epoch; 0: not by itself
 *
 * Updates the texts and the switch.
 *
 * Returns: what the app does with the server
 */
PaddockAppState
paddock_app_row_show (PaddockAppRow         *self,
                      const PaddockAppIndex *index,
                      gint64                *out_next)
{
  PaddockAppTextTime time = { .now = g_get_real_time () };
  PaddockAppState state = find_state (self, index, &time);
  g_autofree char *text = paddock_app_text_state (self->file->app, state, &time);
  gboolean can_switch = paddock_app_row_can_switch (self);
  gboolean is_lost = state == PADDOCK_APP_STATE_CHANGED || state == PADDOCK_APP_STATE_GONE;

  *out_next = time.next;
  show_subtitle (self, index, text);
  gtk_widget_set_visible (self->put_back_button,
                          state == PADDOCK_APP_STATE_CHANGED && can_switch);
  gtk_widget_set_visible (self->leave_button, is_lost);
  gtk_widget_set_visible (GTK_WIDGET (self->toggle), !is_lost);
  gtk_widget_set_sensitive (GTK_WIDGET (self->toggle), can_switch);
  paddock_app_row_undo_switch (self);
  return state;
}

/**
 * paddock_app_row_undo_switch:
 *
 * Lets the switch show what is in the file.
 */
void
paddock_app_row_undo_switch (PaddockAppRow *self)
{
  self->is_updating = TRUE;
  gtk_switch_set_active (self->toggle, is_on (self));
  gtk_switch_set_state (self->toggle, is_on (self));
  self->is_updating = FALSE;
}

/**
 * paddock_app_row_can_switch:
 *
 * Returns: whether Paddock can change the entry
 */
gboolean
paddock_app_row_can_switch (PaddockAppRow *self)
{
  return self->entry != NULL && self->entry->obstacle == PADDOCK_APP_OBSTACLE_NONE &&
         self->file->trouble == NULL;
}

/**
 * paddock_app_row_matches:
 * @words: the words of a search
 *
 * Returns: whether the app's name, the server's name or its command has all of them
 */
gboolean
paddock_app_row_matches (PaddockAppRow      *self,
                         const char * const *words)
{
  g_autofree char *text =
    g_strjoin ("\n", self->file->app->name,
               adw_preferences_row_get_title (ADW_PREFERENCES_ROW (self)),
               adw_action_row_get_subtitle (ADW_ACTION_ROW (self)), NULL);

  return paddock_typed_words_match (words, text);
}
