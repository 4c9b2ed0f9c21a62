/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-application.h"

#include "paddock-about.h"
#include "paddock-background.h"
#include "paddock-client-call.h"
#include "paddock-client-facts.h"
#include "paddock-client.h"
#include "paddock-consent-text.h"
#include "paddock-documents.h"
#include "paddock-guide.h"
#include "paddock-names.h"
#include "paddock-preferences.h"
#include "paddock-presence-text.h"
#include "paddock-prompt-item.h"
#include "paddock-sentences.h"
#include "paddock-settings.h"
#include "paddock-server-name.h"
#include "paddock-shortcuts.h"
#include "paddock-trouble-text.h"
#include "paddock-window.h"

#include <glib/gi18n.h>

/* The application. It is the only agent of the service: the program that shows the service's
 * questions to the user. main() owns it. From startup to shutdown it owns the client, and with it
 * the only connection to the service.
 *
 * While the user does not look at the window, a notification announces waiting questions. The
 * service may start the application only for that, without a window. Then it runs while a question
 * waits, but at most HOLD_SECONDS.
 *
 * The actions of the application open something, show something, put a question off or quit. GTK
 * exports them on the session bus, so none of them may widen what a server sees.
 *
 * The button of a notification puts off only the question that the notification announced. The
 * button carries the id and the serial of that question. If the question was answered or changed
 * since, the service refuses, and nothing happens. */

/* How long the application runs without a window because of an unanswered question. After that, the
 * notification stays, and a click on it starts the application again. */
#define HOLD_SECONDS (60 * 60)

/* How long the application waits for a question after the user asked to review it, in µs. The
 * longer time is for a service that is still starting. A running service sends its signals a moment
 * after its replies. */
#define REVIEW_WAITS_START (30 * G_USEC_PER_SEC)
#define REVIEW_WAITS (2 * G_USEC_PER_SEC)

/* How long after a change of focus the notifications are updated, in ms. By then the focus has
 * moved from one window to the next. */
#define FOCUS_SETTLES 250

/* The GVariant type of the parameter of the action that puts a question off: the id and the serial
 * of the question. */
#define PUT_OFF_TYPE "(su)"

#define NOTIFICATION_ID "requests"
#define REFUSED_NOTIFICATION_ID "refused"
#define RUNNING_NOTIFICATION_ID "running"

struct _PaddockApplication
{
  AdwApplication parent_instance;

  PaddockClient *client;      /* (owned) (nullable) NULL before startup */
  char *notified;             /* (owned) (nullable) identifies the posted notification about
                               * questions; NULL: none */
  char *refused;              /* (owned) (nullable) text of the posted notification about refused
                               * files; NULL: none */
  char *running;              /* (owned) (nullable) text of the posted notification after quitting;
                               * NULL: none */
  GVariant *put_off;          /* (owned) (nullable) id and serial of the question to put off; NULL:
                               * none */
  guint focus_source;         /* timeout that updates the notifications; 0: none */
  guint hold_source;          /* timeout that ends the hold of the application; 0: not held */
  GSettings *settings;        /* (owned) (nullable) NULL until the desktop was asked whether Paddock
                               * may run in the background */
  gint64 review_until;        /* monotonic µs; a question that arrives before this time opens at
                               * once */
  gboolean is_agent;          /* the service accepts answers from this application */
};

G_DEFINE_FINAL_TYPE (PaddockApplication, paddock_application, ADW_TYPE_APPLICATION)

static void
end_hold (PaddockApplication *self)
{
  if (self->hold_source == 0)
    return;

  g_clear_handle_id (&self->hold_source, g_source_remove);
  g_application_release (G_APPLICATION (self));
}

/* Returns the main window; NULL if there is none, because the application was started only to
 * announce questions. */
static PaddockWindow *
find_window (PaddockApplication *self)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    if (PADDOCK_IS_WINDOW (l->data))
      return l->data;

  return NULL;
}

/* Whether the user looks at the window or one of its dialogs. */
static gboolean
is_looked_at (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++) {
    g_autoptr (GtkWindow) window = g_list_model_get_item (toplevels, i);

    if (gtk_window_is_active (window))
      return TRUE;
  }

  return FALSE;
}

/* Posts @notification, or withdraws the posted one if @notification is NULL. An equal notification
 * is not posted again, because the desktop would play its sound again.
 *
 * @key: (transfer full) (nullable): what @notification is about; @posted: the key of the posted
 * notification */
static void
post (PaddockApplication  *self,
      const char          *id,
      GNotification       *notification,
      char                *key,
      char               **posted)
{
  g_autofree char *before = g_steal_pointer (posted);

  *posted = key;
  if (g_strcmp0 (key, before) == 0)
    return;
  if (notification != NULL)
    g_application_send_notification (G_APPLICATION (self), id, notification);
  else
    g_application_withdraw_notification (G_APPLICATION (self), id);
}

/* Posts a notification with a text. A click on the notification opens the window. @body: (transfer
 * full) (nullable): the text; %NULL: withdraws the notification */
static void
post_text (PaddockApplication  *self,
           const char          *id,
           char                *body,
           char               **posted)
{
  g_autoptr (GNotification) notification = NULL;

  if (body != NULL) {
    notification = g_notification_new (_("Paddock"));
    g_notification_set_body (notification, body);
  }
  post (self, id, notification, body, posted);
}

/* Posts a notification about the waiting questions, or withdraws it. A notification about one
 * question says what is asked, and who asks. If a server asks, or an app wants to read a file, the
 * notification has a button that puts the question off. A notification about several questions says
 * how many wait, and what the first one is about. */
static void
post_requests (PaddockApplication *self)
{
  g_autoptr (GPtrArray) prompts =
    paddock_prompt_item_list (paddock_client_get_requests (self->client));
  g_autoptr (GNotification) notification = NULL;
  g_autofree char *question = NULL;
  g_autofree char *title = NULL;
  g_autofree char *body = NULL;
  const PaddockPrompt *prompt;

  if (prompts->len == 0 || is_looked_at ()) {
    post (self, NOTIFICATION_ID, NULL, NULL, &self->notified);
    return;
  }
  prompt = g_ptr_array_index (prompts, 0);
  question = paddock_consent_text_notice (prompt);
  title = prompts->len > 1 ? paddock_consent_text_waiting (prompts) : g_strdup (question);
  body = prompts->len > 1 ? g_strdup (question) : paddock_consent_text_who_briefly (prompt);

  notification = g_notification_new (title);
  g_notification_set_body (notification, body);
  g_notification_set_default_action (notification, "app." PADDOCK_ACTION_REVIEW);
  g_notification_add_button (notification, _("Answer…"), "app." PADDOCK_ACTION_REVIEW);
  if (prompts->len == 1 && paddock_consent_text_is_of_server (prompt)) {
    g_autofree char *label = paddock_consent_text_button (prompt, PADDOCK_CONSENT_NOT_NOW);
    g_auto (GStrv) parts = g_strsplit (label, "_", -1);
    g_autofree char *plain = g_strjoinv ("", parts);

    g_notification_add_button_with_target (notification, plain, "app." PADDOCK_ACTION_PUT_OFF,
                                           PUT_OFF_TYPE, prompt->id, prompt->serial);
  }
  post (self, NOTIFICATION_ID, notification,
        g_strdup_printf ("%s %u %u", prompt->id, prompt->serial, prompts->len), &self->notified);
}

static char *
dup_refused_body (PaddockApplication *self)
{
  guint n_servers = g_strv_length ((GStrv) paddock_client_facts_get_refused (self->client));
  g_autofree char *name = paddock_client_facts_dup_refused_label (self->client);

  return n_servers > 0 && !is_looked_at () ? paddock_trouble_text_refused (name, n_servers) : NULL;
}

static void
update_notification (PaddockApplication *self)
{
  post_requests (self);
  /* A click on the notification opens the window, which shows the same message. */
  post_text (self, REFUSED_NOTIFICATION_ID, dup_refused_body (self), &self->refused);
}

static gboolean
on_focus_settled (gpointer user_data)
{
  PaddockApplication *self = user_data;

  self->focus_source = 0;
  update_notification (self);

  return G_SOURCE_REMOVE;
}

/* Updates the notifications when the focus has settled. While the focus moves from a window to its
 * dialog, neither has the focus for a moment. */
static void
on_focus_changed (PaddockApplication *self)
{
  if (self->focus_source == 0)
    self->focus_source = g_timeout_add (FOCUS_SETTLES, on_focus_settled, self);
}

static void
on_toplevels_changed (PaddockApplication *self,
                      guint               position,
                      guint               n_removed,
                      guint               n_added,
                      GListModel         *toplevels)
{
  for (guint i = position; i < position + n_added; i++) {
    g_autoptr (GtkWindow) window = g_list_model_get_item (toplevels, i);

    g_signal_connect_object (window, "notify::is-active", G_CALLBACK (on_focus_changed), self,
                             G_CONNECT_SWAPPED);
  }
  on_focus_changed (self);
}

static gboolean
on_hold_over (gpointer user_data)
{
  PaddockApplication *self = user_data;

  self->hold_source = 0;
  g_application_release (G_APPLICATION (self));

  return G_SOURCE_REMOVE;
}

static void
begin_hold (PaddockApplication *self)
{
  if (self->hold_source != 0)
    return;

  g_application_hold (G_APPLICATION (self));
  self->hold_source = g_timeout_add_seconds (HOLD_SECONDS, on_hold_over, self);
}

/* Ends the hold of begin_hold() if there is a window, because a window keeps the application alive.
 * Also ends the hold if there is nothing to wait for: no question, no first connection to the
 * service, and no answer that puts a question off. */
static void
update_hold (PaddockApplication *self)
{
  gboolean is_waiting = g_list_model_get_n_items (paddock_client_get_requests (self->client)) > 0 ||
                        paddock_client_get_state (self->client) == PADDOCK_CLIENT_CONNECTING ||
                        self->put_off != NULL;

  if (find_window (self) != NULL || !is_waiting)
    end_hold (self);
}

static GtkWindow *
show_window (PaddockApplication *self)
{
  PaddockWindow *window = find_window (self);

  if (window == NULL)
    window = paddock_window_new (GTK_APPLICATION (self), self->client);
  gtk_window_present (GTK_WINDOW (window));
  end_hold (self);

  return GTK_WINDOW (window);
}

static void
review_if_wanted (PaddockApplication *self)
{
  PaddockWindow *window = find_window (self);

  if (window == NULL || g_get_monotonic_time () > self->review_until ||
      paddock_client_get_state (self->client) != PADDOCK_CLIENT_CONNECTED ||
      g_list_model_get_n_items (paddock_client_get_requests (self->client)) == 0)
    return;

  self->review_until = 0;
  paddock_window_review (window);
}

static void
on_requests_changed (PaddockApplication *self)
{
  review_if_wanted (self);
  if (find_window (self) != NULL)
    on_focus_changed (self);
  else
    update_notification (self);
  update_hold (self);
}

/* Called after the service was told to put a question off. The service has removed the question,
 * unless the question was answered or changed meanwhile. */
static void
on_put_off_ready (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (PaddockApplication) self = user_data;
  g_auto (GStrv) left_out = NULL;
  g_autoptr (GError) error = NULL;

  left_out = paddock_client_call_answer_finish (PADDOCK_CLIENT (source), result, &error);
  if (error != NULL)
    g_message ("The question of a notification was not put off: %s", error->message);
  g_clear_pointer (&self->put_off, g_variant_unref);
  if (self->client != NULL)
    on_requests_changed (self);
}

static void
put_off_if_wanted (PaddockApplication *self)
{
  g_autoptr (PaddockDecision) decision = NULL;
  const char *id;
  guint serial;

  if (self->put_off == NULL || !self->is_agent)
    return;

  g_variant_get (self->put_off, "(&su)", &id, &serial);
  decision = paddock_decision_new (&(PaddockDecision) {
    .request_id = id, .serial = serial,
    .verdict = PADDOCK_VERDICT_NOT_NOW, .reason = PADDOCK_REASON_USER_PUT_OFF,
  });
  paddock_client_call_answer_async (self->client, decision, NULL, on_put_off_ready,
                                    g_object_ref (self));
}

static void
on_registered (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (PaddockApplication) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!paddock_client_call_finish (PADDOCK_CLIENT (source), result, NULL, &error)) {
    g_warning ("Cannot answer questions: %s", error->message);
    return;
  }
  self->is_agent = TRUE;
  put_off_if_wanted (self);
}

/* Stores the desktop's answer in the settings, where the service reads it. If the desktop refuses,
 * the service ends with the window. If there is no answer, nothing changes. */
static void
on_background_answered (GObject      *source,
                        GAsyncResult *result,
                        gpointer      user_data)
{
  g_autoptr (GSettings) settings = user_data;
  g_autoptr (GError) error = NULL;
  gboolean is_allowed, autostarts;

  if (paddock_background_request_finish (result, &is_allowed, &autostarts, &error)) {
    g_settings_set_boolean (settings, PADDOCK_SETTING_REFUSED, !is_allowed);
    /* If the user does not want Paddock to start at login, an autostart that is off is not a
     * refusal. */
    autostarts = autostarts || !g_settings_get_boolean (settings, PADDOCK_SETTING_LOGIN);
    g_settings_set_boolean (settings, PADDOCK_SETTING_LOGIN_REFUSED, !autostarts);
  } else
    g_info ("The desktop does not say whether Paddock may run without a window: %s",
            error->message);
}

/* Asks the desktop for permission to run in the background, and sets or removes the autostart at
 * login. */
static void
request_background (PaddockApplication *self)
{
  gboolean at_login = g_settings_get_boolean (self->settings, PADDOCK_SETTING_LOGIN);

  paddock_background_request_async (g_application_get_dbus_connection (G_APPLICATION (self)),
                                    _("Answers MCP servers while no window is open."),
                                    at_login, NULL, on_background_answered,
                                    g_object_ref (self->settings));
}

/* Asks the desktop once for permission to run in the background: when there is a window, and both
 * the service and this program run in a sandbox. */
static void
ask_for_background (PaddockApplication *self)
{
  GDBusConnection *connection = g_application_get_dbus_connection (G_APPLICATION (self));

  if (self->settings != NULL || find_window (self) == NULL || connection == NULL ||
      *paddock_client_facts_get_sandbox (self->client) == '\0' ||
      !paddock_documents_is_sandboxed ())
    return;

  self->settings = g_settings_new (PADDOCK_APP_ID);
  g_signal_connect_object (self->settings, "changed::" PADDOCK_SETTING_LOGIN,
                           G_CALLBACK (request_background), self, G_CONNECT_SWAPPED);
  request_background (self);
}

static void
on_state_changed (PaddockApplication *self)
{
  self->is_agent = FALSE;
  if (paddock_client_get_state (self->client) == PADDOCK_CLIENT_CONNECTED) {
    paddock_client_call_async (self->client, "RegisterAgent", NULL, NULL, on_registered,
                               g_object_ref (self));
    ask_for_background (self);
  } else if (paddock_client_get_state (self->client) == PADDOCK_CLIENT_FAILED) {
    g_clear_pointer (&self->put_off, g_variant_unref);
  }
  on_requests_changed (self);
}

/* If a window of the class @type is open, presents it again, so that no second one is opened.
 * Returns whether such a window was open. */
static gboolean
present_again (GType type)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++) {
    g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

    if (G_TYPE_CHECK_INSTANCE_TYPE (toplevel, type)) {
      gtk_window_present (toplevel);
      return TRUE;
    }
  }

  return FALSE;
}

static void
on_about (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  PaddockApplication *self = user_data;

  paddock_about_show (gtk_application_get_active_window (GTK_APPLICATION (self)), self->client);
}

static void
on_help (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  GtkWindow *window = show_window (user_data);

  if (!present_again (PADDOCK_TYPE_GUIDE))
    gtk_window_present (GTK_WINDOW (paddock_guide_new (window)));
}

static void
on_shortcuts (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  GtkWindow *window = show_window (user_data);

  if (!present_again (PADDOCK_TYPE_SHORTCUTS))
    gtk_window_present (GTK_WINDOW (paddock_shortcuts_new (window)));
}

/* Opens the settings. This alone changes nothing: the user has to change a setting in the
 * dialog. */
static void
on_preferences (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  PaddockApplication *self = user_data;
  GtkWindow *window = show_window (self);

  if (!present_again (PADDOCK_TYPE_PREFERENCES))
    gtk_window_present (GTK_WINDOW (paddock_preferences_new (window, self->client)));
}

/* Posts a notification that says what continues after quitting. Otherwise a user who quits may
 * believe that servers no longer see anything. */
static void
tell_what_goes_on (PaddockApplication *self)
{
  g_autoptr (GSettings) settings = paddock_settings_new ();
  PaddockPresence presence = paddock_presence_text_look (self->client, settings);
  char *text = paddock_presence_text_make_goodbye (&presence);

  if (text != NULL)
    post_text (self, RUNNING_NOTIFICATION_ID, text, &self->running);
}

static void
on_quit (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  PaddockApplication *self = user_data;

  end_hold (self);
  tell_what_goes_on (self);
  g_application_quit (G_APPLICATION (self));
}

static void
on_announce (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  PaddockApplication *self = user_data;

  if (find_window (self) == NULL)
    begin_hold (self);
  on_requests_changed (self);
}

static void
on_review (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       user_data)
{
  PaddockApplication *self = user_data;

  gboolean is_connected =
    paddock_client_get_state (self->client) == PADDOCK_CLIENT_CONNECTED;

  show_window (self);
  self->review_until = g_get_monotonic_time () + (is_connected ? REVIEW_WAITS
                                                               : REVIEW_WAITS_START);
  review_if_wanted (self);
}

/* Puts a question off without opening a window, because the user does not want to see it now. */
static void
on_put_off (GSimpleAction *action,
            GVariant      *parameter,
            gpointer       user_data)
{
  PaddockApplication *self = user_data;

  if (self->put_off != NULL)
    g_variant_unref (self->put_off);
  self->put_off = g_variant_ref (parameter);
  if (find_window (self) == NULL)
    begin_hold (self);
  put_off_if_wanted (self);
}

/* Ends the application. Without the bus its window could only show old data. By default GLib would
 * end the program without a message. Questions keep waiting in the service. */
static void
on_bus_closed (GDBusConnection *connection,
               gboolean         remote_peer_vanished,
               GError          *error,
               GApplication    *application)
{
  g_message ("The session bus is lost, so the window ends. Start it again when there is a bus.");
  g_application_quit (application);
}

static void
end_with_bus (GApplication *application)
{
  GDBusConnection *connection = g_application_get_dbus_connection (application);

  if (connection == NULL)
    return;
  g_dbus_connection_set_exit_on_close (connection, FALSE);
  g_signal_connect_object (connection, "closed", G_CALLBACK (on_bus_closed), application, 0);
}

static void
paddock_application_startup (GApplication *application)
{
  PaddockApplication *self = PADDOCK_APPLICATION (application);

  G_APPLICATION_CLASS (paddock_application_parent_class)->startup (application);

  paddock_shortcuts_install (GTK_APPLICATION (self));
  gtk_window_set_default_icon_name (PADDOCK_APP_ID);
  end_with_bus (application);

  self->client = paddock_client_new (g_application_get_dbus_connection (application));
  g_signal_connect_object (self->client, "notify::state", G_CALLBACK (on_state_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (paddock_client_get_requests (self->client), "items-changed",
                           G_CALLBACK (on_requests_changed), self, G_CONNECT_SWAPPED);
  /* This handler marks servers with similar names. It has to run before the handlers of the rows,
   * because the rows show which servers are marked. */
  g_signal_connect_object (self->client, "sight-changed", G_CALLBACK (paddock_server_name_compare),
                           paddock_client_get_servers (self->client), G_CONNECT_SWAPPED);
  g_signal_connect_object (self->client, "refused-changed", G_CALLBACK (on_requests_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_window_get_toplevels (), "items-changed",
                           G_CALLBACK (on_toplevels_changed), self, G_CONNECT_SWAPPED);
  paddock_client_start (self->client);
}

static void
paddock_application_activate (GApplication *application)
{
  G_APPLICATION_CLASS (paddock_application_parent_class)->activate (application);

  show_window (PADDOCK_APPLICATION (application));
}

static void
paddock_application_shutdown (GApplication *application)
{
  PaddockApplication *self = PADDOCK_APPLICATION (application);

  g_clear_handle_id (&self->hold_source, g_source_remove);
  g_clear_handle_id (&self->focus_source, g_source_remove);
  g_clear_object (&self->settings);
  g_clear_object (&self->client);

  G_APPLICATION_CLASS (paddock_application_parent_class)->shutdown (application);
}

static void
paddock_application_finalize (GObject *object)
{
  PaddockApplication *self = PADDOCK_APPLICATION (object);

  g_clear_pointer (&self->notified, g_free);
  g_clear_pointer (&self->refused, g_free);
  g_clear_pointer (&self->running, g_free);
  g_clear_pointer (&self->put_off, g_variant_unref);

  G_OBJECT_CLASS (paddock_application_parent_class)->finalize (object);
}

static void
paddock_application_class_init (PaddockApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = paddock_application_finalize;
  application_class->startup = paddock_application_startup;
  application_class->activate = paddock_application_activate;
  application_class->shutdown = paddock_application_shutdown;
}

static void
paddock_application_init (PaddockApplication *self)
{
  const GActionEntry entries[] = {
    { "about", on_about },
    { "help", on_help },
    { "shortcuts", on_shortcuts },
    { "quit", on_quit },
    { PADDOCK_ACTION_ANNOUNCE, on_announce },
    { PADDOCK_ACTION_REVIEW, on_review },
    { PADDOCK_ACTION_PUT_OFF, on_put_off, PUT_OFF_TYPE },
    { PADDOCK_ACTION_PREFERENCES, on_preferences },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

/**
 * paddock_application_new:
 *
 * Returns: (transfer full): the application
 */
PaddockApplication *
paddock_application_new (void)
{
  return g_object_new (PADDOCK_TYPE_APPLICATION,
                       "application-id", PADDOCK_APP_ID,
                       "resource-base-path", PADDOCK_APP_OBJECT_PATH,
                       NULL);
}
