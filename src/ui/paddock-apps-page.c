/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-apps-page.h"

#include "paddock-app-all-row.h"
#include "paddock-app-group.h"
#include "paddock-app-switching.h"
#include "paddock-app-survey.h"
#include "paddock-app-summary.h"
#include "paddock-app-watch.h"
#include "paddock-apps-outside.h"
#include "paddock-compat.h"
#include "paddock-countdown.h"
#include "paddock-documents.h"
#include "paddock-template.h"
#include "paddock-text.h"
#include "paddock-toast.h"
#include "paddock-typed-words.h"

#include <glib/gi18n.h>

/* The Apps page: a group for each file of an app that has servers, and the other apps below. The
 * window owns it. While the page is open it watches the files, and reads them again after each
 * change. It never changes a file by itself. */

/* The page has a search entry if there are at least this many servers. */
#define SEARCH_FROM 9

struct _PaddockAppsPage
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) (nullable) */
  PaddockCountdown *countdown; /* (owned) */
  GHashTable *shown;          /* (owned) paths of the files whose changed lines the user has seen */
  GHashTable *noted;          /* (owned) keys that the page told the service about */
  struct {
    GCancellable *survey;     /* (owned) (nullable) NULL: no survey is under way */
    gboolean is_outdated;     /* something changed since the survey under way began */
    PaddockAppWatch *watch;   /* (owned) */
    guint source;             /* callback that updates the texts; 0: they are up to date */
  } looking;
  GPtrArray *files;           /* (owned) (nullable): PaddockAppFile, those that the page shows */
  char *others_shown;         /* (owned) (nullable) what @others says */
  GPtrArray *groups;          /* (owned) PaddockAppGroup; @groups_box owns the widgets */

  GtkStack *stack;
  AdwStatusPage *empty;
  GtkEditable *search;
  GtkWidget *none_found;
  GtkWidget *all_list;
  PaddockAppAllRow *all_row;
  GtkBox *groups_box;
  GtkWidget *others_box;
  GtkListBox *others;
};

G_DEFINE_FINAL_TYPE (PaddockAppsPage, paddock_apps_page, ADW_TYPE_BIN)

typedef enum {
  PROP_CLIENT = 1,
} PaddockAppsPageProperty;

static GParamSpec *properties[PROP_CLIENT + 1];

static void look (PaddockAppsPage *self);

/* Whether the file gets a group of its own. */
static gboolean
has_group (const PaddockAppFile *file)
{
  return file->place != NULL && file->place->kind == PADDOCK_APP_PLACE_USER &&
         file->entries->len > 0;
}

/* Updates the texts, the switches and what the search finds. */
static void
show (PaddockAppsPage *self)
{
  g_auto (GStrv) words = NULL;
  g_autoptr (PaddockAppIndex) index = NULL;
  PaddockAppSummary summary = { 0 };
  guint n_groups = 0, n_shown = 0;
  gint64 next = 0;

  if (self->client == NULL || self->groups == NULL || self->files == NULL)
    return;
  words = paddock_typed_words_split (gtk_editable_get_text (self->search));
  index = paddock_app_index_new (self->client);
  for (guint i = 0; i < self->files->len; i++) {
    if (has_group (self->files->pdata[i]))
      n_shown += paddock_app_group_show (self->groups->pdata[n_groups++], index,
                                         (const char * const *) words, &next, &summary);
    else
      paddock_app_summary_add (&summary, self->files->pdata[i], 0);
  }
  paddock_countdown_ask (self->countdown, next);
  paddock_app_all_row_show (self->all_row, NULL, &summary);
  gtk_widget_set_visible (self->all_list, words[0] == NULL);
  gtk_widget_set_visible (self->none_found, n_shown == 0 && words[0] != NULL);
  gtk_widget_set_visible (self->others_box, words[0] == NULL &&
                          gtk_widget_get_first_child (GTK_WIDGET (self->others)) != NULL);
}

static gboolean
on_show (gpointer user_data)
{
  PaddockAppsPage *self = user_data;

  self->looking.source = 0;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    show (self);
  return G_SOURCE_REMOVE;
}

/* Updates once for many changes of the client's lists. */
static void
show_soon (PaddockAppsPage *self)
{
  if (self->looking.source == 0)
    self->looking.source = g_idle_add (on_show, self);
}

static void
on_switched (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  PaddockAppsPage *self = PADDOCK_APPS_PAGE (source);

  /* The page may have been destroyed meanwhile. */
  if (self->client == NULL)
    return;
  show (self);
  look (self);
}

/* @shows_always: whether the user sees the lines again. The buttons for all promise a dialog. */
static void
start (PaddockAppsPage *self,
       GPtrArray       *wishes,
       gboolean         shows_always)
{
  if (wishes->len > 0)
    paddock_app_switching_start (GTK_WIDGET (self), self->client, wishes, self->shown,
                                 shows_always, on_switched, NULL);
}

static GPtrArray *
new_wishes (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_app_writer_wish_free);
}

static void
start_in_group (PaddockAppsPage *self,
                PaddockAppGroup *group,
                GPtrArray       *entries,
                gboolean         is_on,
                gboolean         shows_always)
{
  g_autoptr (GPtrArray) wishes = new_wishes ();

  g_ptr_array_add (wishes, paddock_app_writer_wish_new (paddock_app_group_get_file (group),
                                                        g_ptr_array_ref (entries), is_on));
  start (self, wishes, shows_always);
}

static void
on_group_wished (PaddockAppsPage *self,
                 GPtrArray       *entries,
                 gboolean         is_on,
                 PaddockAppGroup *group)
{
  start_in_group (self, group, entries, is_on, FALSE);
}

static void
on_group_wished_all (PaddockAppsPage *self,
                     GPtrArray       *entries,
                     gboolean         is_on,
                     PaddockAppGroup *group)
{
  start_in_group (self, group, entries, is_on, TRUE);
}

static void
on_all_wished (PaddockAppsPage *self,
               gboolean         is_on)
{
  g_autoptr (GPtrArray) wishes = new_wishes ();

  for (guint i = 0; i < self->groups->len; i++) {
    PaddockAppGroup *group = self->groups->pdata[i];
    g_autoptr (GPtrArray) entries = paddock_app_group_dup_entries (group, is_on);

    if (entries->len > 0)
      g_ptr_array_add (wishes, paddock_app_writer_wish_new (paddock_app_group_get_file (group),
                                                            g_ptr_array_ref (entries), is_on));
  }
  start (self, wishes, TRUE);
}

/* The user accepts what another program did, so the service forgets the entry's earlier keys. */
static void
on_group_left (PaddockAppsPage *self,
               const char      *server,
               PaddockAppGroup *group)
{
  paddock_app_writer_note (self->client, paddock_app_group_get_file (group), NULL, server, NULL);
}

/* Tells the service about keys that Paddock wrote while no service could hear of them. */
static void
note_keys (PaddockAppsPage       *self,
           const PaddockAppFile  *file,
           const PaddockAppIndex *index)
{
  for (guint i = 0; i < file->entries->len; i++) {
    const PaddockAppEntry *entry = file->entries->pdata[i];

    if (paddock_app_index_needs_note (index, file, entry) &&
        g_hash_table_add (self->noted, g_strdup (entry->key)))
      paddock_app_writer_note (self->client, file, entry->key, entry->name, entry->project);
  }
}

static void
on_opened (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GtkWidget) from = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (paddock_compat_open_file_finish (result, &error) || gtk_widget_get_root (from) == NULL)
    return;
  g_dbus_error_strip_remote_error (error);
  /* Translators: %s is a reason, such as "Permission denied" */
  text = g_strdup_printf (_("The file can’t be opened: %s"), error->message);
  paddock_toast_show (from, text);
}

static void
on_open_clicked (GtkWidget  *button,
                 const char *path)
{
  GtkWidget *page = gtk_widget_get_ancestor (button, PADDOCK_TYPE_APPS_PAGE);

  paddock_compat_open_file_async (GTK_WINDOW (gtk_widget_get_root (button)), path, on_opened,
                                  g_object_ref (page));
}

static void
free_path (gpointer  data,
           GClosure *closure)
{
  g_free (data);
}

static GtkWidget *
new_open_button (const PaddockAppFile *file)
{
  GtkWidget *button = gtk_button_new_with_label (_("Open File"));
  /* Translators: %s is an app */
  g_autofree char *label = g_strdup_printf (_("Open File of %s"), file->app->name);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_signal_connect_data (button, "clicked", G_CALLBACK (on_open_clicked), g_strdup (file->path),
                         free_path, 0);
  return button;
}

static void
add_other (PaddockAppsPage      *self,
           const PaddockAppFile *file,
           const char           *subtitle)
{
  GtkWidget *row = adw_action_row_new ();

  gtk_widget_set_overflow (row, GTK_OVERFLOW_HIDDEN);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), file->app->name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  /* No editor can open what isn't a file. */
  if (paddock_app_summary_is_unreadable (file) && file->target != NULL)
    adw_action_row_add_suffix (ADW_ACTION_ROW (row), new_open_button (file));
  gtk_list_box_append (self->others, row);
}

static char *
describe_other (PaddockAppsPage      *self,
                const PaddockAppFile *file)
{
  gboolean is_mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  g_autofree char *path = paddock_text_shorten (file->path, g_get_home_dir ());
  g_autofree char *line = file->path != NULL ? paddock_text_isolate (path, is_mirrored) : NULL;
  g_autofree char *reason = NULL;

  if (paddock_app_summary_is_unreadable (file))
    return paddock_app_text_unreadable (file, line);
  reason = paddock_app_text_trouble (file);
  return g_strjoin (line != NULL ? "\n" : "", line != NULL ? line : "", reason, NULL);
}

static gboolean
has_group_of (GPtrArray        *files,
              const PaddockApp *app)
{
  for (guint i = 0; i < files->len; i++)
    if (((PaddockAppFile *) files->pdata[i])->app == app && has_group (files->pdata[i]))
      return TRUE;
  return FALSE;
}

/* Whether the file is shown without its servers. */
static gboolean
is_other (GPtrArray            *files,
          const PaddockAppFile *file)
{
  gboolean says_nothing = file->trouble == NULL && file->entries->len == 0 &&
                          has_group_of (files, file->app);

  return !has_group (file) && !says_nothing;
}

/* Shows the other files. If there is nothing new, the rows stay, and with them the focus. */
static void
show_others (PaddockAppsPage *self,
             GPtrArray       *files)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) all = g_string_new (NULL);
  GtkWidget *row;

  for (guint i = 0; i < files->len; i++) {
    const PaddockAppFile *file = files->pdata[i];
    char *text = is_other (files, file) ? describe_other (self, file) : NULL;

    g_ptr_array_add (texts, text);
    if (text != NULL)
      g_string_append_printf (all, "%s\n%s\n%s\n\n", file->app->id,
                              file->path != NULL ? file->path : "", text);
  }
  if (g_strcmp0 (all->str, self->others_shown) == 0)
    return;
  g_free (self->others_shown);
  self->others_shown = g_string_free (g_steal_pointer (&all), FALSE);
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->others))) != NULL)
    gtk_list_box_remove (self->others, row);
  for (guint i = 0; i < files->len; i++)
    if (texts->pdata[i] != NULL)
      add_other (self, files->pdata[i], texts->pdata[i]);
}

static void
set_group_count (PaddockAppsPage *self,
                 guint            n_groups)
{
  while (self->groups->len > n_groups)
    gtk_box_remove (self->groups_box,
                    g_ptr_array_steal_index (self->groups, self->groups->len - 1));
  while (self->groups->len < n_groups) {
    GtkWidget *group = paddock_app_group_new ();

    g_signal_connect_swapped (group, "wished", G_CALLBACK (on_group_wished), self);
    g_signal_connect_swapped (group, "wished-all", G_CALLBACK (on_group_wished_all), self);
    g_signal_connect_swapped (group, "left", G_CALLBACK (on_group_left), self);
    gtk_box_append (self->groups_box, group);
    g_ptr_array_add (self->groups, group);
  }
}

/* Shows the files that a survey found. */
static void
show_files (PaddockAppsPage *self,
            GPtrArray       *files)
{
  g_autoptr (PaddockAppIndex) index = paddock_app_index_new (self->client);
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  g_auto (GStrv) watched = NULL;
  guint n_groups = 0, n_entries = 0;

  for (guint i = 0; i < files->len; i++)
    n_groups += has_group (files->pdata[i]);
  set_group_count (self, n_groups);
  n_groups = 0;
  g_clear_pointer (&self->files, g_ptr_array_unref);
  self->files = g_ptr_array_ref (files);
  for (guint i = 0; i < files->len; i++) {
    PaddockAppFile *file = files->pdata[i];

    if (file->path != NULL)
      g_strv_builder_add (paths, file->path);
    if (file->target != NULL)
      g_strv_builder_add (paths, file->target);
    if (!has_group (file))
      continue;
    paddock_app_group_set_file (self->groups->pdata[n_groups++], file, index);
    note_keys (self, file, index);
    n_entries += file->entries->len;
  }
  show_others (self, files);
  /* The text of a hidden search entry must not filter the list. */
  if (n_entries < SEARCH_FROM)
    gtk_editable_set_text (self->search, "");
  gtk_widget_set_visible (GTK_WIDGET (self->search), n_entries >= SEARCH_FROM);
  show (self);
  watched = g_strv_builder_end (paths);
  paddock_app_watch_set_files (self->looking.watch, (const char * const *) watched);
  gtk_stack_set_visible_child_name (self->stack, files->len > 0 ? "list" : "empty");
}

static void
on_surveyed (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (PaddockAppsPage) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) files = paddock_app_survey_finish (result, &error);

  if (files == NULL || self->client == NULL) {
    if (files == NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
      g_message ("Apps can't be found: %s", error->message);
    return;
  }
  g_clear_object (&self->looking.survey);
  show_files (self, files);
  if (self->looking.is_outdated)
    look (self);
}

/* Reads the files of all apps again. If that is under way, does it once more afterwards. */
static void
look (PaddockAppsPage *self)
{
  g_auto (GStrv) folders = NULL;

  if (self->looking.survey != NULL || self->client == NULL ||
      !gtk_widget_get_mapped (GTK_WIDGET (self)) || paddock_documents_is_sandboxed ()) {
    self->looking.is_outdated = TRUE;
    return;
  }
  self->looking.is_outdated = FALSE;
  self->looking.survey = g_cancellable_new ();
  folders = paddock_app_writer_dup_folders (self->client);
  paddock_app_survey_async ((const char * const *) folders, self->looking.survey, on_surveyed,
                            g_object_ref (self));
}

static gboolean
on_files_changed (gpointer user_data)
{
  look (user_data);
  return G_SOURCE_REMOVE;
}

static void
on_unmap (PaddockAppsPage *self)
{
  const char *none[] = { NULL };

  g_cancellable_cancel (self->looking.survey);
  g_clear_object (&self->looking.survey);
  paddock_app_watch_set_files (self->looking.watch, none);
}

static gboolean
on_find_key (GtkWidget *widget,
             GVariant  *arguments,
             gpointer   user_data)
{
  PaddockAppsPage *self = PADDOCK_APPS_PAGE (widget);

  return gtk_widget_get_mapped (GTK_WIDGET (self->search)) &&
         gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

static void
set_client (PaddockAppsPage *self,
            PaddockClient   *client)
{
  if (!g_set_object (&self->client, client) || client == NULL)
    return;
  g_signal_connect_object (paddock_client_get_apps (client), "items-changed",
                           G_CALLBACK (look), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (client, "sight-changed", G_CALLBACK (show_soon), self,
                           G_CONNECT_SWAPPED);
}

static void
paddock_apps_page_get_property (GObject    *object,
                                guint       property_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  PaddockAppsPage *self = PADDOCK_APPS_PAGE (object);

  switch ((PaddockAppsPageProperty) property_id) {
    case PROP_CLIENT:
      g_value_set_object (value, self->client);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_apps_page_set_property (GObject      *object,
                                guint         property_id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  PaddockAppsPage *self = PADDOCK_APPS_PAGE (object);

  switch ((PaddockAppsPageProperty) property_id) {
    case PROP_CLIENT:
      set_client (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_apps_page_dispose (GObject *object)
{
  PaddockAppsPage *self = PADDOCK_APPS_PAGE (object);

  g_cancellable_cancel (self->looking.survey);
  g_clear_object (&self->looking.survey);
  g_clear_pointer (&self->looking.watch, paddock_app_watch_free);
  g_clear_handle_id (&self->looking.source, g_source_remove);
  g_clear_pointer (&self->groups, g_ptr_array_unref);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->others_shown, g_free);
  /* Removes the child before the template frees it. AdwBin's own dispose unparents the child too,
   * and would use a freed widget. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_APPS_PAGE);
  g_clear_pointer (&self->shown, g_hash_table_unref);
  g_clear_pointer (&self->noted, g_hash_table_unref);
  g_clear_object (&self->countdown);
  g_clear_object (&self->client);

  G_OBJECT_CLASS (paddock_apps_page_parent_class)->dispose (object);
}

static void
paddock_apps_page_class_init (PaddockAppsPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = paddock_apps_page_get_property;
  object_class->set_property = paddock_apps_page_set_property;
  object_class->dispose = paddock_apps_page_dispose;

  properties[PROP_CLIENT] =
    g_param_spec_object ("client", NULL, NULL, PADDOCK_TYPE_CLIENT,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  g_type_ensure (PADDOCK_TYPE_APP_ALL_ROW);
  g_type_ensure (PADDOCK_TYPE_APPS_OUTSIDE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-apps-page"));
  gtk_widget_class_bind_template_child (widget_class, PaddockAppsPage, stack);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppsPage, empty);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppsPage, search);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppsPage, none_found);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppsPage, all_list);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppsPage, all_row);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppsPage, groups_box);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppsPage, others_box);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppsPage, others);
  gtk_widget_class_bind_template_callback (widget_class, on_all_wished);
  gtk_widget_class_bind_template_callback (widget_class, show);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, on_find_key, NULL);
}

static void
show_empty (PaddockAppsPage *self)
{
  g_autofree char *names = paddock_app_text_known ();
  /* Translators: %s is a list of apps */
  g_autofree char *text = g_strdup_printf (_("Paddock can set itself up in %s. It found none of "
                                             "their files."), names);
  g_autofree char *markup = g_markup_escape_text (text, -1);

  adw_status_page_set_description (self->empty, markup);
}

static void
paddock_apps_page_init (PaddockAppsPage *self)
{
  self->countdown = paddock_countdown_new ();
  self->shown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->noted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->groups = g_ptr_array_new ();
  self->looking.watch = paddock_app_watch_new (on_files_changed, self);
  gtk_widget_init_template (GTK_WIDGET (self));
  show_empty (self);
  if (paddock_documents_is_sandboxed ())
    gtk_stack_set_visible_child_name (self->stack, "sandbox");
  g_signal_connect_object (self->countdown, "due", G_CALLBACK (show_soon), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_after (self, "map", G_CALLBACK (look), NULL);
  g_signal_connect (self, "unmap", G_CALLBACK (on_unmap), NULL);
}
