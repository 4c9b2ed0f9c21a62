/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-window.h"

#include "paddock-activity-page.h"
#include "paddock-adder.h"
#include "paddock-apps-page.h"
#include "paddock-bar.h"
#include "paddock-client-call.h"
#include "paddock-client-facts.h"
#include "paddock-compat.h"
#include "paddock-connect-dialog.h"
#include "paddock-consent-dialog.h"
#include "paddock-consent-text.h"
#include "paddock-documents.h"
#include "paddock-find-dialog.h"
#include "paddock-folders-page.h"
#include "paddock-importer.h"
#include "paddock-names.h"
#include "paddock-overview-page.h"
#include "paddock-page-slot.h"
#include "paddock-prompt-item.h"
#include "paddock-sentences.h"
#include "paddock-servers-page.h"
#include "paddock-share-dialog.h"
#include "paddock-template.h"
#include "paddock-toast.h"
#include "paddock-trouble-text.h"
#include "paddock-waiting-page.h"

#include <glib/gi18n.h>

/* The main window: its pages, and bars for questions and problems. The application owns it, and the
 * window shows the application's client. The actions of the window open dialogs, show pages or
 * pause sharing, but never widen access. GTK exports them on the session bus, where every program
 * of the user can start them. */

struct _PaddockWindow
{
  AdwApplicationWindow parent_instance;

  PaddockClient *client;      /* (owned) */
  GSettings *settings;        /* (owned) (nullable) NULL: no schema is installed */
  PaddockConsentDialog *dialog; /* (nullable) weak: the dialog with the open question; NULL: none */

  GCancellable *cancellable;  /* (owned) */
  guint reveal_source;        /* callback that shows or hides @switcher_bar; 0: none is waiting */

  AdwViewSwitcherTitle *switcher_title;
  AdwViewSwitcherBar *switcher_bar;
  GtkWidget *add_button;
  AdwSqueezer *add_squeezer;
  GtkWidget *add_image;
  GtkWidget *folders_page;
  PaddockBar *problem_bar;
  PaddockBar *set_aside_bar;
  PaddockBar *import_bar;
  PaddockBar *pause_bar;
  PaddockBar *refused_bar;
  PaddockWaitingPage *waiting_page; /* (nullable) NULL once the service has sent its lists */
  AdwViewStack *pages;
  PaddockBar *request_bar;
  PaddockBar *next_bar;
};

G_DEFINE_FINAL_TYPE (PaddockWindow, paddock_window, ADW_TYPE_APPLICATION_WINDOW)

typedef enum {
  PROP_CLIENT = 1,
} PaddockWindowProperty;

static GParamSpec *properties[PROP_CLIENT + 1];

static void
on_added (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (PaddockWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) ids = paddock_adder_finish (result, &error);

  if (ids == NULL)
    paddock_toast_show_error (self->folders_page, error);
  else if (ids[0] == NULL)
    return;
  else if (paddock_share_dialog_is_useful (self->client, (const char * const *) ids))
    gtk_window_present (GTK_WINDOW (paddock_share_dialog_new (self->folders_page, self->client,
                                                              (const char * const *) ids)));
  else
    paddock_toast_show (self->folders_page, _("Added. You haven’t shared it yet."));
}

static void
on_add_folder (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  PaddockWindow *self = user_data;

  paddock_adder_choose_async (self->folders_page, self->client, PADDOCK_FILE_KIND_DIRECTORY,
                              on_added, g_object_ref (self));
}

static void
on_add_file (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  PaddockWindow *self = user_data;

  paddock_adder_choose_async (self->folders_page, self->client, PADDOCK_FILE_KIND_REGULAR, on_added,
                              g_object_ref (self));
}

static void
on_add_path (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  PaddockWindow *self = user_data;

  paddock_adder_ask_path_async (self->folders_page, self->client, on_added, g_object_ref (self));
}

static void
on_projects_chosen (PaddockWindow *self,
                    GStrv          paths)
{
  paddock_adder_add_async (self->folders_page, self->client, (const char * const *) paths, on_added,
                           g_object_ref (self));
}

static void
on_place_chosen (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (PaddockWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GListModel) files = paddock_compat_choose_finish (result, &error);
  g_auto (GStrv) paths = files != NULL ? paddock_adder_dup_paths (files) : NULL;
  PaddockFindDialog *dialog;

  if (files == NULL)
    paddock_toast_show_error (self->folders_page, error);
  if (paths == NULL || paths[0] == NULL)
    return;

  dialog = paddock_find_dialog_new (GTK_WINDOW (self), self->client, (const char * const *) paths);
  g_signal_connect_object (dialog, "chosen", G_CALLBACK (on_projects_chosen), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Only searches for projects. The user adds them in the dialog with the results. */
static void
on_find_projects (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       user_data)
{
  PaddockWindow *self = user_data;

  paddock_compat_choose_async (GTK_WINDOW (self), _("Find Projects In"), _("_Find"),
                               PADDOCK_FILE_KIND_DIRECTORY, NULL,
                               self->cancellable, on_place_chosen, g_object_ref (self));
}

static void
on_pause (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  PaddockWindow *self = user_data;

  paddock_client_call_async (self->client, "Pause", NULL, NULL, paddock_toast_call_ready,
                             paddock_toast_call_new (self->folders_page, NULL, NULL));
}

/* Resumes sharing. There is no GAction for this, because it widens access. */
static void
on_resume (PaddockWindow *self)
{
  paddock_client_call_async (self->client, "Resume", NULL, NULL, paddock_toast_call_ready,
                             paddock_toast_call_new (self->folders_page, NULL, NULL));
}

static void
on_open_server (PaddockWindow     *self,
                PaddockServerItem *item)
{
  GtkWidget *slot = adw_view_stack_get_child_by_name (self->pages, "servers");

  /* The slot has its page as soon as it is shown. */
  adw_view_stack_set_visible_child (self->pages, slot);
  paddock_servers_page_open (PADDOCK_SERVERS_PAGE (adw_bin_get_child (ADW_BIN (slot))), item);
}

static void
on_show_apps (PaddockWindow *self)
{
  adw_view_stack_set_visible_child_name (self->pages, "apps");
}

static void
on_connect_server (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  PaddockWindow *self = user_data;
  gboolean has_apps = adw_view_stack_get_child_by_name (self->pages, "apps") != NULL;
  PaddockConnectDialog *dialog =
    paddock_connect_dialog_new (GTK_WINDOW (self), self->client, has_apps);

  g_signal_connect_object (dialog, "open-server", G_CALLBACK (on_open_server), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "show-apps", G_CALLBACK (on_show_apps), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_show_page (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  PaddockWindow *self = user_data;
  const char *name = g_variant_get_string (parameter, NULL);

  /* Any program of the user may activate this action with an unknown page name. */
  if (adw_view_stack_get_child_by_name (self->pages, name) != NULL)
    adw_view_stack_set_visible_child_name (self->pages, name);
}

static void
on_turn_page (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  PaddockWindow *self = user_data;
  g_autoptr (GtkSelectionModel) pages = adw_view_stack_get_pages (self->pages);
  guint n_pages = g_list_model_get_n_items (G_LIST_MODEL (pages));
  gboolean is_back = g_variant_get_int32 (parameter) < 0;

  for (guint i = 0; i < n_pages; i++) {
    if (gtk_selection_model_is_selected (pages, i)) {
      gtk_selection_model_select_item (pages, (i + (is_back ? n_pages - 1 : 1)) % n_pages, TRUE);
      return;
    }
  }
}

static gboolean
on_drop (PaddockWindow *self,
         const GValue  *value)
{
  g_autoptr (GListStore) files = g_list_store_new (G_TYPE_FILE);
  g_autoptr (GSList) list = NULL;
  g_auto (GStrv) paths = NULL;

  list = gdk_file_list_get_files (g_value_get_boxed (value));
  for (GSList *l = list; l != NULL; l = l->next)
    g_list_store_append (files, l->data);
  paths = paddock_adder_dup_paths (G_LIST_MODEL (files));
  if (paths[0] == NULL)
    return FALSE;

  paddock_adder_add_async (self->folders_page, self->client, (const char * const *) paths, on_added,
                           g_object_ref (self));

  return TRUE;
}

static gboolean
on_reveal (gpointer user_data)
{
  PaddockWindow *self = user_data;
  gboolean is_narrow;

  self->reveal_source = 0;
  is_narrow = adw_view_switcher_title_get_title_visible (self->switcher_title);
  adw_view_switcher_bar_set_reveal (self->switcher_bar, is_narrow);

  return G_SOURCE_REMOVE;
}

/* Shows or hides the bar at the bottom, in an idle callback. This handler runs while GTK is sizing
 * the title. Without animations, a bar that appears at that moment would get no size until
 * something else changes. */
static void
on_title_visible_changed (PaddockWindow *self)
{
  if (self->reveal_source == 0)
    self->reveal_source = g_idle_add (on_reveal, self);
}

/* Called when the label of the add button appears or disappears. If only the icon is visible, the
 * button needs its tooltip as an accessible name. */
static void
on_add_squeezed (PaddockWindow *self)
{
  gtk_widget_set_has_tooltip (self->add_button,
                              adw_squeezer_get_visible_child (self->add_squeezer) ==
                              self->add_image);
}

static void
on_try_again (PaddockWindow *self)
{
  paddock_client_start (self->client);
}

static void
on_dialog_notice (PaddockWindow *self,
                  const char    *text)
{
  paddock_toast_show (self->folders_page, text);
}

static void
on_set_aside_found (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (PaddockWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (info != NULL)
    paddock_bar_show (self->set_aside_bar, _("Paddock’s data was damaged, so Paddock started "
                                             "without your folders and decisions."));
  else
    paddock_bar_hide (self->set_aside_bar);
}

/* Shows a bar if the service kept a damaged database, and that file still exists. Checks again each
 * time the user comes back to the window. The file is in Paddock's own directory. */
static void
look_for_set_aside (PaddockWindow *self)
{
  const char *path = paddock_client_facts_get_set_aside (self->client);
  g_autoptr (GFile) file = path != NULL ? g_file_new_for_path (path) : NULL;

  if (file == NULL) {
    paddock_bar_hide (self->set_aside_bar);
    return;
  }
  g_file_query_info_async (file, G_FILE_ATTRIBUTE_STANDARD_TYPE,
                           G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, G_PRIORITY_DEFAULT,
                           self->cancellable, on_set_aside_found, g_object_ref (self));
}

static void
on_is_active_changed (PaddockWindow *self)
{
  if (gtk_window_is_active (GTK_WINDOW (self)))
    look_for_set_aside (self);
}

static void
on_open_set_aside (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (PaddockWindow) self = user_data;
  const char *path = paddock_client_facts_get_set_aside (self->client);
  g_autofree char *directory = path != NULL ? g_path_get_dirname (path) : NULL;
  g_autofree char *uri = NULL;

  if (!paddock_compat_confirm_finish (result, NULL) || directory == NULL)
    return;
  uri = g_filename_to_uri (directory, NULL, NULL);
  if (uri != NULL)
    gtk_show_uri (GTK_WINDOW (self), uri, GDK_CURRENT_TIME);
}

static void
on_set_aside_details (PaddockWindow *self)
{
  const char *path = paddock_client_facts_get_set_aside (self->client);
  g_autofree char *text = NULL;

  if (path == NULL)
    return;
  text = paddock_trouble_text_set_aside (path, g_get_home_dir ());
  paddock_compat_confirm_async (GTK_WINDOW (self), _("Damaged Data"), text, _("Open _Folder"),
                                PADDOCK_CONFIRM_PLAIN, self->cancellable, on_open_set_aside,
                                g_object_ref (self));
}

/* Disables the actions that add folders and files if the portal can't tell where a folder is on the
 * host. The Folders page says why. */
static void
update_adding (PaddockWindow *self)
{
  const char *sandbox = paddock_client_facts_get_sandbox (self->client);
  gboolean can_add = !g_str_equal (sandbox, PADDOCK_SANDBOX_NO_HOST_PATHS);
  const char * const names[] = { "add-folder", "add-file", "add-path", "find-projects" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), names[i]);

    g_simple_action_set_enabled (G_SIMPLE_ACTION (action), can_add);
  }
}

/* Shows a bar if the user, or the desktop, does not let a sandboxed Paddock run without a
 * window. */
static void
show_background (PaddockWindow *self)
{
  gboolean is_sandboxed = *paddock_client_facts_get_sandbox (self->client) != '\0';

  /* The bar has no button: asking again would change nothing, because the desktop remembers the
   * user's answer. */
  g_object_set (self->problem_bar, "button-label", NULL, NULL);
  if (is_sandboxed && self->settings != NULL &&
      g_settings_get_boolean (self->settings, "background-refused"))
    paddock_bar_show (self->problem_bar,
                      _("Paddock can’t run in the background, so servers can lose their folders "
                        "when you close this window. You can allow that in the system settings, "
                        "under Apps."));
  else
    paddock_bar_hide (self->problem_bar);
}

static void
show_problem (PaddockWindow *self,
              const char    *text)
{
  g_object_set (self->problem_bar, "button-label", _("_Try Again"), NULL);
  paddock_bar_show (self->problem_bar, text);
}

static void
on_import_offer_changed (PaddockWindow *self)
{
  g_autoptr (PaddockImportOffer) offer = paddock_client_facts_dup_import_offer (self->client);
  g_autofree char *text = NULL;

  if (offer == NULL) {
    paddock_bar_hide (self->import_bar);
    return;
  }

  text = paddock_trouble_text_import (offer);
  g_object_set (self->import_bar, "button-label",
                offer->state == PADDOCK_IMPORT_FOUND ? _("_Import…") : _("_Details…"), NULL);
  paddock_bar_show (self->import_bar, text);
}

static void
on_import_details (PaddockWindow *self)
{
  g_autoptr (PaddockImportOffer) offer = paddock_client_facts_dup_import_offer (self->client);

  if (offer != NULL)
    paddock_importer_open (self->folders_page, self->client, offer);
}

static void
on_import_dismissed (PaddockWindow *self)
{
  paddock_importer_put_away (self->folders_page, self->client);
}

static void
on_refused_changed (PaddockWindow *self)
{
  guint n_servers = g_strv_length ((GStrv) paddock_client_facts_get_refused (self->client));
  g_autofree char *name = paddock_client_facts_dup_refused_label (self->client);
  g_autofree char *text = paddock_trouble_text_refused (name, n_servers);

  if (n_servers > 0)
    paddock_bar_show (self->refused_bar, text);
  else
    paddock_bar_hide (self->refused_bar);
}

static void
on_refused_dismissed (PaddockWindow *self)
{
  paddock_client_call_async (self->client, "AcknowledgeRefusals", NULL, NULL,
                             paddock_toast_call_ready,
                             paddock_toast_call_new (self->folders_page, NULL, NULL));
}

static void
on_refused_look (PaddockWindow *self)
{
  adw_view_stack_set_visible_child_name (self->pages, "activity");
  on_refused_dismissed (self);
}

/* Shows the pages once the service has sent its lists. Before that, the pages would say that there
 * are no folders and no servers. */
static void
show_pages (PaddockWindow *self)
{
  if (self->waiting_page == NULL)
    return;
  gtk_box_remove (GTK_BOX (gtk_widget_get_parent (GTK_WIDGET (self->waiting_page))),
                  GTK_WIDGET (self->waiting_page));
  self->waiting_page = NULL;
  gtk_widget_set_visible (GTK_WIDGET (self->pages), TRUE);
}

/* Shows the next step for somebody who has folders but no server. */
static void
update_next (PaddockWindow *self)
{
  const char *page = adw_view_stack_get_visible_child_name (self->pages);

  /* The template shows its first page before the window has a client. */
  if (self->client == NULL)
    return;
  if (paddock_client_get_state (self->client) == PADDOCK_CLIENT_CONNECTED &&
      g_list_model_get_n_items (paddock_client_get_roots (self->client)) > 0 &&
      paddock_server_item_count_listed (paddock_client_get_servers (self->client)) == 0 &&
      g_strcmp0 (page, "apps") != 0)
    paddock_bar_show (self->next_bar, _("Next: let the servers of an app go through Paddock."));
  else
    paddock_bar_hide (self->next_bar);
}

static void
on_state_changed (PaddockWindow *self)
{
  const char *problem = paddock_client_get_problem (self->client);

  switch (paddock_client_get_state (self->client)) {
    case PADDOCK_CLIENT_LOST:
      show_problem (self, _("Paddock’s service stopped. Restarting it…"));
      break;
    case PADDOCK_CLIENT_FAILED:
      show_problem (self, problem != NULL ? problem : _("Can’t start Paddock’s service."));
      break;
    case PADDOCK_CLIENT_CONNECTED:
      show_pages (self);
      show_background (self);
      break;
    case PADDOCK_CLIENT_CONNECTING:
    default:
      paddock_bar_hide (self->problem_bar);
      break;
  }
  if (self->waiting_page != NULL)
    paddock_waiting_page_set_waiting (self->waiting_page,
                                      paddock_client_get_state (self->client) !=
                                      PADDOCK_CLIENT_FAILED);
  look_for_set_aside (self);
  update_adding (self);
  update_next (self);
  on_import_offer_changed (self);
  on_refused_changed (self);
}

static void
on_requests_changed (PaddockWindow *self)
{
  g_autoptr (GPtrArray) prompts =
    paddock_prompt_item_list (paddock_client_get_requests (self->client));
  g_autofree char *text = NULL;

  if (prompts->len == 0) {
    paddock_bar_hide (self->request_bar);
    return;
  }

  text = paddock_consent_text_waiting (prompts);
  paddock_bar_show (self->request_bar, text);
}

/* Shows that sharing is paused, and which revoked folders servers may still use. */
static void
show_pause (PaddockWindow *self)
{
  GListModel *servers = paddock_client_get_servers (self->client);
  g_autoptr (GPtrArray) views = g_ptr_array_new ();
  g_autofree char *text = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (servers); i++) {
    g_autoptr (PaddockServerItem) item = g_list_model_get_item (servers, i);

    g_ptr_array_add (views, (gpointer) paddock_server_item_get_view (item));
  }
  text = paddock_sentences_pause (views);
  paddock_bar_show (self->pause_bar, text);
}

static void
on_server_changed (PaddockWindow *self)
{
  if (paddock_client_is_paused (self->client))
    show_pause (self);
}

static void
on_servers_changed (PaddockWindow *self,
                    guint          position,
                    guint          n_removed,
                    guint          n_added)
{
  GListModel *servers = paddock_client_get_servers (self->client);

  for (guint i = position; i < position + n_added; i++) {
    g_autoptr (PaddockServerItem) item = g_list_model_get_item (servers, i);

    g_signal_connect_object (item, "changed", G_CALLBACK (on_server_changed), self,
                             G_CONNECT_SWAPPED);
  }
  on_server_changed (self);
  update_next (self);
}

static void
on_is_paused_changed (PaddockWindow *self)
{
  gboolean is_paused = paddock_client_is_paused (self->client);
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "pause");

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), !is_paused);
  if (is_paused)
    show_pause (self);
  else
    paddock_bar_hide (self->pause_bar);
}

static void
restore_size (PaddockWindow *self)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;

  /* Without an installed schema (a build tree) the window has its default size. */
  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, PADDOCK_APP_ID, TRUE);
  if (schema == NULL) {
    gtk_window_set_default_size (GTK_WINDOW (self), 880, 660);
    return;
  }

  self->settings = g_settings_new (PADDOCK_APP_ID);
  g_settings_bind (self->settings, "window-width", self, "default-width", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "window-height", self, "default-height",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "window-maximized", self, "maximized", G_SETTINGS_BIND_DEFAULT);
  g_signal_connect_object (self->settings, "changed::background-refused",
                           G_CALLBACK (on_state_changed), self, G_CONNECT_SWAPPED);
}

static void
paddock_window_get_property (GObject    *object,
                             guint       property_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  PaddockWindow *self = PADDOCK_WINDOW (object);

  switch ((PaddockWindowProperty) property_id) {
    case PROP_CLIENT:
      g_value_set_object (value, self->client);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_window_set_property (GObject      *object,
                             guint         property_id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  PaddockWindow *self = PADDOCK_WINDOW (object);

  switch ((PaddockWindowProperty) property_id) {
    case PROP_CLIENT:
      self->client = g_value_dup_object (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_window_constructed (GObject *object)
{
  PaddockWindow *self = PADDOCK_WINDOW (object);

  G_OBJECT_CLASS (paddock_window_parent_class)->constructed (object);

  g_signal_connect_object (self->client, "notify::state", G_CALLBACK (on_state_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (paddock_client_get_requests (self->client), "items-changed",
                           G_CALLBACK (on_requests_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->client, "notify::is-paused", G_CALLBACK (on_is_paused_changed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (paddock_client_get_servers (self->client), "items-changed",
                           G_CALLBACK (on_servers_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (paddock_client_get_roots (self->client), "items-changed",
                           G_CALLBACK (update_next), self, G_CONNECT_SWAPPED);
  on_servers_changed (self, 0, 0,
                      g_list_model_get_n_items (paddock_client_get_servers (self->client)));
  g_signal_connect_object (self->client, "import-offer-changed",
                           G_CALLBACK (on_import_offer_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->client, "refused-changed", G_CALLBACK (on_refused_changed), self,
                           G_CONNECT_SWAPPED);
  on_state_changed (self);
  on_is_paused_changed (self);
  on_requests_changed (self);
}

static void
paddock_window_dispose (GObject *object)
{
  PaddockWindow *self = PADDOCK_WINDOW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->reveal_source, g_source_remove);
  g_clear_weak_pointer (&self->dialog);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_WINDOW);
  g_clear_object (&self->settings);
  g_clear_object (&self->client);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (paddock_window_parent_class)->dispose (object);
}

static void
paddock_window_class_init (PaddockWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = paddock_window_get_property;
  object_class->set_property = paddock_window_set_property;
  object_class->constructed = paddock_window_constructed;
  object_class->dispose = paddock_window_dispose;

  properties[PROP_CLIENT] =
    g_param_spec_object ("client", NULL, NULL, PADDOCK_TYPE_CLIENT,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  g_type_ensure (PADDOCK_TYPE_ACTIVITY_PAGE);
  g_type_ensure (PADDOCK_TYPE_APPS_PAGE);
  g_type_ensure (PADDOCK_TYPE_BAR);
  g_type_ensure (PADDOCK_TYPE_FOLDERS_PAGE);
  g_type_ensure (PADDOCK_TYPE_OVERVIEW_PAGE);
  g_type_ensure (PADDOCK_TYPE_PAGE_SLOT);
  g_type_ensure (PADDOCK_TYPE_SERVERS_PAGE);
  g_type_ensure (PADDOCK_TYPE_WAITING_PAGE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-window"));
  gtk_widget_class_bind_template_child (widget_class, PaddockWindow, switcher_title);
  gtk_widget_class_bind_template_child (widget_class, PaddockWindow, switcher_bar);
  gtk_widget_class_bind_template_child (widget_class, PaddockWindow, add_button);
  gtk_widget_class_bind_template_child (widget_class, PaddockWindow, add_squeezer);
  gtk_widget_class_bind_template_child (widget_class, PaddockWindow, add_image);
  gtk_widget_class_bind_template_child (widget_class, PaddockWindow, folders_page);
  gtk_widget_class_bind_template_child (widget_class, PaddockWindow, problem_bar);
  gtk_widget_class_bind_template_child (widget_class, PaddockWindow, set_aside_bar);
  gtk_widget_class_bind_template_child (widget_class, PaddockWindow, import_bar);
  gtk_widget_class_bind_template_child (widget_class, PaddockWindow, pause_bar);
  gtk_widget_class_bind_template_child (widget_class, PaddockWindow, refused_bar);
  gtk_widget_class_bind_template_child (widget_class, PaddockWindow, waiting_page);
  gtk_widget_class_bind_template_child (widget_class, PaddockWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, PaddockWindow, request_bar);
  gtk_widget_class_bind_template_child (widget_class, PaddockWindow, next_bar);
  gtk_widget_class_bind_template_callback (widget_class, on_title_visible_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_add_squeezed);
  gtk_widget_class_bind_template_callback (widget_class, on_is_active_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_try_again);
  gtk_widget_class_bind_template_callback (widget_class, on_set_aside_details);
  gtk_widget_class_bind_template_callback (widget_class, on_import_details);
  gtk_widget_class_bind_template_callback (widget_class, on_import_dismissed);
  gtk_widget_class_bind_template_callback (widget_class, on_resume);
  gtk_widget_class_bind_template_callback (widget_class, on_refused_look);
  gtk_widget_class_bind_template_callback (widget_class, on_refused_dismissed);
  gtk_widget_class_bind_template_callback (widget_class, on_show_apps);
  gtk_widget_class_bind_template_callback (widget_class, update_next);
  gtk_widget_class_bind_template_callback (widget_class, paddock_window_review);
}

static void
paddock_window_init (PaddockWindow *self)
{
  const GActionEntry entries[] = {
    { "add-folder", on_add_folder },
    { "add-file", on_add_file },
    { "add-path", on_add_path },
    { "find-projects", on_find_projects },
    { "pause", on_pause },
    { "connect-server", on_connect_server },
    { "show-page", on_show_page, "s" },
    { "turn-page", on_turn_page, "i" },
  };
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_swapped (drop, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
  restore_size (self);
}

/**
 * paddock_window_new:
 * @client: the application's client
 *
 * Returns: (transfer none): a window of @application
 */
PaddockWindow *
paddock_window_new (GtkApplication *application,
                    PaddockClient  *client)
{
  return g_object_new (PADDOCK_TYPE_WINDOW, "application", application, "client", client, NULL);
}

/**
 * paddock_window_review:
 *
 * Opens the question that waits longest, if there is one. Opening the question does not answer it.
 */
void
paddock_window_review (PaddockWindow *self)
{
  if (self->dialog == NULL &&
      g_list_model_get_n_items (paddock_client_get_requests (self->client)) > 0) {
    g_set_weak_pointer (&self->dialog,
                        paddock_consent_dialog_new (GTK_WINDOW (self), self->client));
    g_signal_connect_object (self->dialog, "notice", G_CALLBACK (on_dialog_notice), self,
                             G_CONNECT_SWAPPED);
  }
  if (self->dialog != NULL)
    gtk_window_present (GTK_WINDOW (self->dialog));
}
