/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-consent-dialog.h"

#include "paddock-client-call.h"
#include "paddock-compat.h"
#include "paddock-consent-choice.h"
#include "paddock-consent-command.h"
#include "paddock-consent-text.h"
#include "paddock-duration-row.h"
#include "paddock-identity-view.h"
#include "paddock-named-folders.h"
#include "paddock-prompt-item.h"
#include "paddock-scrolling.h"
#include "paddock-sentences.h"
#include "paddock-settings.h"
#include "paddock-template.h"
#include "paddock-time-text.h"
#include "paddock-toast.h"
#include "paddock-who-text.h"

#include <glib/gi18n.h>

/* The question to the user: who asks, what is proven about them, and what they may see.
 *
 * The window owns the dialog, and has one at most. The dialog closes when no request is left. If
 * the user closes it, no request is answered. It shows one request at a time, as a value with a
 * serial, and an answer counts only for that value. The dialog must never accept an answer that the
 * user cannot have meant:
 *
 * - After another question is shown, or the focus changes, no answer is accepted for HOLD_OFF.
 *   After any other change of what is shown, only "Share" is not accepted for HOLD_OFF. Refusing
 *   stays possible: a server that comes and goes, or a program that renames folders, must not keep
 *   the user from saying no. A selection by the user starts no hold-off, because the selection is
 *   part of the answer. During the hold-off the buttons stay in their places, and each button keeps
 *   its meaning.
 * - on_answer() checks the clock, because every click, key, mnemonic and action of an accessibility
 *   tool ends there. Not all of them pass through an event filter. But on_answer() runs late: a key
 *   presses a button a quarter of a second before the click, and a pointer can be held for longer.
 *   So the buttons are also insensitive during the hold-off. Then nothing that began in that time
 *   ends as an answer.
 * - If the service ends, nothing can be answered until the same server asks the next service the
 *   same. Then the dialog goes on with that request, and what was selected stays selected.
 * - If the sessions of a request are gone, or the request was withdrawn, the dialog says so at its
 *   top. It keeps showing that request until the user closes it, so that no other request appears
 *   under the pointer.
 * - No button is the default, and nothing is selected at first. Escape closes the dialog.
 *
 * The dialog has an action group of its own. GTK exports the actions of applications and their
 * windows on the session bus, where any program could activate "share". */

/* How long the dialog refuses answers after it shows something else, in µs. */
#define HOLD_OFF (G_USEC_PER_SEC / 2)

/* How long servers have to ask again after another service began, in ms. */
#define ASKS_AGAIN_MS 10000

/* The items of @reading, the row in which the user chooses how long a file may be read. */
enum {
  READING_ONCE,
  READING_SESSION,
};

struct _PaddockConsentDialog
{
  AdwWindow parent_instance;

  PaddockClient      *client;          /* (owned) */
  PaddockPromptItem  *item;            /* (owned) (nullable) the item of the shown request; NULL:
                                        * none yet */
  PaddockPrompt      *prompt;          /* (owned) (nullable) the shown value of @item; NULL: none
                                        * yet */
  GSimpleActionGroup *actions;         /* (owned) */
  gint64              changed_at;      /* monotonic µs: when HOLD_OFF began for all answers */
  gint64              moved_at;        /* monotonic µs: when HOLD_OFF began for "Share" alone */
  guint               hold_off_source; /* timeout that enables the buttons again; 0: none */
  guint               asks_again;      /* timeout: after another service began, the server may ask
                                        * again until then; 0: none */
  gboolean            goes_on;         /* the next item asks what the last one asked */
  gboolean            is_withdrawn;    /* the client no longer has the request */
  gboolean            is_answering;    /* the call with the answer is under way */

  AdwWindowTitle        *position;
  GtkScrolledWindow     *scroller;
  GtkWidget             *gone;
  GtkLabel              *gone_text;
  GtkLabel              *heading;
  GtkLabel              *who;
  GtkWidget             *warning_box;
  GtkLabel              *warning;
  GtkWidget             *change_box;
  GtkLabel              *was;
  GtkLabel              *now;
  PaddockConsentCommand *command;
  PaddockConsentChoice  *choice;
  GtkExpander           *details;
  PaddockIdentityView   *identity;
  GtkLabel              *resembling;
  GtkWidget             *caller_list;
  AdwActionRow          *caller;
  PaddockDurationRow    *duration;
  AdwComboRow           *reading;   /* for how long a file may be read */
  GtkWidget             *duration_list;
  GtkLabel              *note_title;
  GtkLabel              *note;
  GtkButton             *block_button;
  GtkButton             *not_now_button;
  GtkButton             *share_button;
};

G_DEFINE_FINAL_TYPE (PaddockConsentDialog, paddock_consent_dialog, ADW_TYPE_WINDOW)

enum {
  NOTICE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* Whether the question is about renewing an expired grant. Such a question stays valid even if the
 * server is not connected, because no server waits for the answer. */
static gboolean
is_renewal (const PaddockPrompt *prompt)
{
  return (prompt->wants.flags & PADDOCK_WANTS_RENEWAL) != 0;
}

static gboolean
is_gone (PaddockConsentDialog *self)
{
  return self->is_withdrawn ||
         (self->prompt->kind == PADDOCK_PROMPT_ROOTS && self->prompt->sessions == 0 &&
          !is_renewal (self->prompt));
}

static void
set_enabled (PaddockConsentDialog *self,
             const char           *name,
             gboolean              is_enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), is_enabled);
}

/* Returns for how many µs an answer is still refused; 0: it is accepted. @widens: whether the
 * answer is "Share" */
static gint64
get_hold_off (PaddockConsentDialog *self,
              gboolean              widens)
{
  gint64 since = widens ? MAX (self->changed_at, self->moved_at) : self->changed_at;

  return MAX (since + HOLD_OFF - g_get_monotonic_time (), 0);
}

static void
update_actions (PaddockConsentDialog *self)
{
  g_autoptr (GArray) roots = paddock_consent_choice_get_roots (self->choice);
  gboolean can_answer = self->prompt != NULL && !self->is_answering && self->asks_again == 0 &&
                        paddock_client_get_state (self->client) == PADDOCK_CLIENT_CONNECTED;
  gboolean can_refuse = can_answer && get_hold_off (self, FALSE) == 0;
  gboolean can_share = can_answer && get_hold_off (self, TRUE) == 0 && !is_gone (self);

  set_enabled (self, "not-now", can_refuse);
  set_enabled (self, "block", can_refuse && !is_gone (self));
  set_enabled (self, "share", can_share && (self->prompt->kind != PADDOCK_PROMPT_ROOTS ||
                                            roots->len > 0));
}

/* Updates the buttons. During a hold-off, starts a timeout that calls this function again at the
 * end of the hold-off. */
static gboolean
show_hold_off (gpointer user_data)
{
  PaddockConsentDialog *self = user_data;
  gint64 until_refusal = get_hold_off (self, FALSE);
  gint64 until_share = get_hold_off (self, TRUE);
  gint64 next = until_refusal > 0 ? until_refusal : until_share;

  self->hold_off_source = 0;
  if (next > 0)
    self->hold_off_source = g_timeout_add (next / 1000 + 1, show_hold_off, self);
  if (self->prompt != NULL)
    update_actions (self);

  return G_SOURCE_REMOVE;
}

static void
hold_off (PaddockConsentDialog *self)
{
  self->changed_at = g_get_monotonic_time ();
  g_clear_handle_id (&self->hold_off_source, g_source_remove);
  show_hold_off (self);
}

static void
hold_off_share (PaddockConsentDialog *self)
{
  self->moved_at = g_get_monotonic_time ();
  g_clear_handle_id (&self->hold_off_source, g_source_remove);
  show_hold_off (self);
}

static void
on_choice_changed (PaddockConsentDialog *self)
{
  hold_off_share (self);
}

static void
on_details_expanded (PaddockConsentDialog *self)
{
  if (gtk_expander_get_expanded (self->details))
    paddock_scrolling_show (GTK_WIDGET (self->details));
}

static void
on_focus_changed (PaddockConsentDialog *self)
{
  hold_off (self);
}

static void
show_button (PaddockConsentDialog *self,
             GtkButton            *button,
             PaddockConsentButton  kind)
{
  g_autofree char *label = paddock_consent_text_button (self->prompt, kind);
  const char *outcome = paddock_consent_text_outcome (self->prompt, kind);
  GtkWidget *child;

  gtk_widget_set_visible (GTK_WIDGET (button), label != NULL);
  if (label == NULL)
    return;
  gtk_button_set_label (button, label);
  /* The three buttons must fit on a phone in every language. */
  child = gtk_button_get_child (button);
  gtk_label_set_wrap (GTK_LABEL (child), TRUE);
  gtk_label_set_justify (GTK_LABEL (child), GTK_JUSTIFY_CENTER);
  gtk_widget_set_tooltip_text (GTK_WIDGET (button), outcome);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  outcome, -1);
}

/* Shows the buttons. "Share" is highlighted only if a server asks for folders. Other questions are
 * riskier: a program wants to widen something, or a file may contain secrets. */
static void
show_buttons (PaddockConsentDialog *self)
{
  show_button (self, self->block_button, PADDOCK_CONSENT_BLOCK);
  show_button (self, self->not_now_button, PADDOCK_CONSENT_NOT_NOW);
  show_button (self, self->share_button, PADDOCK_CONSENT_SHARE);
  if (self->prompt->kind == PADDOCK_PROMPT_ROOTS)
    gtk_widget_add_css_class (GTK_WIDGET (self->share_button), "suggested-action");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->share_button), "suggested-action");
  if (!is_gone (self))
    return;

  gtk_widget_set_visible (GTK_WIDGET (self->block_button), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->share_button), FALSE);
  gtk_button_set_label (self->not_now_button, _("_Close"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->not_now_button), NULL);
  gtk_accessible_reset_property (GTK_ACCESSIBLE (self->not_now_button),
                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

static void
show_position (PaddockConsentDialog *self)
{
  GListModel *requests = paddock_client_get_requests (self->client);
  guint n_requests = g_list_model_get_n_items (requests);
  guint place = 0;
  g_autofree char *text = NULL;

  for (guint i = 0; i < n_requests; i++) {
    g_autoptr (PaddockPromptItem) item = g_list_model_get_item (requests, i);

    if (item == self->item)
      place = i + 1;
  }
  if (place > 0 && n_requests > 1)
    /* Translators: the place in the queue of requests: this one, and how many there are */
    text = g_strdup_printf (_("%u of %u"), place, n_requests);

  if (g_strcmp0 (adw_window_title_get_subtitle (self->position), text != NULL ? text : "") != 0) {
    adw_window_title_set_subtitle (self->position, text != NULL ? text : "");
    hold_off_share (self);
  }
}

static gboolean
is_identified (const PaddockPrompt *prompt)
{
  return prompt->identity != NULL &&
         paddock_identity_get_kind (prompt->identity) != PADDOCK_IDENTITY_ANONYMOUS;
}

/* Whether @b asks the same as @a, so that what the user selected for @a stays valid. */
static gboolean
asks_the_same (const PaddockPrompt *a,
               const PaddockPrompt *b)
{
  return a->kind == b->kind && g_strcmp0 (a->server_id, b->server_id) == 0 &&
         g_strcmp0 (a->server, b->server) == 0 && a->wants.flags == b->wants.flags &&
         g_strcmp0 (a->path, b->path) == 0 &&
         (a->identity == b->identity ||
          (a->identity != NULL && b->identity != NULL &&
           paddock_identity_differences (a->identity, b->identity) == 0));
}

/* Adds to the note which folders the server has by its command, whatever the user answers. */
static void
show_note (PaddockConsentDialog *self)
{
  const PaddockPrompt *prompt = self->prompt;
  g_autofree char *note = paddock_consent_text_note (prompt);
  g_auto (GStrv) named = NULL;
  g_autofree char *names = NULL;
  g_autofree char *more = NULL;
  g_autofree char *text = NULL;

  if (prompt->kind == PADDOCK_PROMPT_ROOTS && !prompt->is_confined && prompt->identity != NULL)
    named = paddock_named_folders_dup_of (paddock_client_get_named_folders (self->client),
                                          prompt->identity);
  if (named != NULL && named[0] != NULL) {
    names = paddock_named_folders_to_text ((const char * const *) named, g_get_home_dir ());
    /* Translators: %s is a list of folders */
    more = g_strdup_printf (_("Its command also gives it %s, whatever you share."), names);
  }
  text = g_strjoin (" ", note, more, NULL);
  if (g_strcmp0 (gtk_label_get_text (self->note), text) == 0)
    return;
  gtk_label_set_text (self->note, text);
  hold_off_share (self);
}

static void
show_text (GtkLabel   *label,
           const char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL);
}

/* Shows what the command of the server was before, and what it is now. */
static void
show_change (PaddockConsentDialog *self)
{
  g_autofree char *now = NULL;
  g_autofree char *was = paddock_consent_text_change (self->prompt, &now);

  gtk_widget_set_visible (self->change_box, was != NULL);
  gtk_label_set_markup (self->was, was != NULL ? was : "");
  gtk_label_set_markup (self->now, now != NULL ? now : "");
}

static void
show_who (PaddockConsentDialog *self)
{
  const PaddockPrompt *prompt = self->prompt;
  g_autofree char *heading = paddock_consent_text_heading (prompt);
  g_autofree char *who = paddock_consent_text_who (prompt, g_get_home_dir ());
  g_autofree char *note_title = paddock_consent_text_note_title (prompt);
  g_autofree char *warning = paddock_consent_text_warning (prompt, g_get_home_dir ());
  g_autofree char *resembling = NULL;

  gtk_label_set_text (self->heading, heading);
  gtk_label_set_text (self->who, who);
  show_note (self);
  show_text (self->note_title, note_title);
  gtk_label_set_text (self->warning, warning != NULL ? warning : "");
  show_change (self);
  if (prompt->resembling != NULL)
    /* Translators: %s is a server that the user knows */
    resembling = g_strdup_printf (_("It resembles “%s”, but it’s another server."),
                                  prompt->resembling);
  show_text (self->resembling, resembling);
  paddock_identity_view_show (self->identity, prompt->identity, prompt->previous);
  adw_action_row_set_subtitle (self->caller, prompt->caller != NULL ? prompt->caller : "");
  gtk_widget_set_visible (self->caller_list, prompt->caller != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->details),
                          prompt->caller != NULL || prompt->identity != NULL);
}

/* Whether nothing runs of the server that asked. */
static gboolean
is_closed (PaddockConsentDialog *self)
{
  PaddockServerItem *server = self->prompt->server_id != NULL
                              ? paddock_client_lookup_server (self->client, self->prompt->server_id)
                              : NULL;

  return server == NULL || paddock_server_item_get_view (server)->sessions->len == 0;
}

/* Shows the parts of the dialog that this kind of question has, or none if the question can't be
 * answered any more. */
static void
show_parts (PaddockConsentDialog *self)
{
  gboolean is_open = !is_gone (self);
  gboolean is_roots = self->prompt->kind == PADDOCK_PROMPT_ROOTS;

  gtk_widget_set_visible (self->gone, !is_open);
  if (!is_open && is_roots && is_closed (self)) {
    g_autofree char *closed = paddock_consent_text_closed (self->prompt);

    gtk_label_set_text (self->heading, closed);
    gtk_label_set_text (self->gone_text, _("Nothing was shared."));
  } else {
    gtk_label_set_text (self->gone_text, _("This request has ended. It needs no answer."));
  }
  gtk_widget_set_visible (self->warning_box,
                          is_open && *gtk_label_get_text (self->warning) != '\0');
  gtk_widget_set_visible (self->change_box, is_open && *gtk_label_get_text (self->was) != '\0');
  gtk_widget_set_visible (GTK_WIDGET (self->choice), is_open && is_roots);
  gtk_widget_set_visible (GTK_WIDGET (self->command), is_open && !is_roots);
  gtk_widget_set_visible (GTK_WIDGET (self->duration), is_roots);
  gtk_widget_set_visible (GTK_WIDGET (self->reading), !is_roots);
  gtk_widget_set_visible (self->duration_list,
                          is_open && paddock_consent_text_is_of_server (self->prompt));
  gtk_widget_set_visible (GTK_WIDGET (self->note), is_open);
  gtk_widget_set_visible (GTK_WIDGET (self->note_title),
                          is_open && *gtk_label_get_text (self->note_title) != '\0');
}

static void
on_sight_changed (PaddockConsentDialog *self)
{
  if (self->prompt == NULL)
    return;
  show_note (self);
  if (is_gone (self))
    show_parts (self);
}

/* Fills both rows with durations. The row for reading a file preselects the shortest duration. The
 * row for sharing folders preselects the duration from the settings. For a renewal, that row offers
 * every duration except the session, and preselects the shortest of these. */
static void
offer_durations (PaddockConsentDialog *self)
{
  const PaddockPrompt *prompt = self->prompt;
  g_autofree char *app = paddock_consent_text_app (prompt);
  g_autofree char *session = paddock_time_text_duration (PADDOCK_DURATION_SESSION, app);
  const char *readings[] = { _("Just this once"), session, NULL };
  g_autoptr (GtkStringList) list = gtk_string_list_new (readings);
  g_autoptr (GSettings) settings = paddock_settings_new ();

  adw_combo_row_set_model (self->reading, G_LIST_MODEL (list));
  adw_combo_row_set_selected (self->reading, READING_ONCE);
  if (is_renewal (prompt)) {
    paddock_duration_row_offer (self->duration, PADDOCK_DURATIONS_LONGER, app);
    return;
  }
  paddock_duration_row_offer (self->duration,
                              is_identified (prompt) ? PADDOCK_DURATIONS_ALL
                                                     : PADDOCK_DURATIONS_SESSION, app);
  paddock_duration_row_set_kind (self->duration, paddock_settings_get_duration (settings));
}

/* Prepares the dialog for another question: resets the selection, the height and the scrolling. */
static void
begin (PaddockConsentDialog *self)
{
  int width;
  int height;

  paddock_consent_choice_clear (self->choice);
  offer_durations (self);
  gtk_expander_set_expanded (self->details, FALSE);
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), width, -1);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
  /* The focus must not be on a button: Space would press it. */
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->heading));
  paddock_compat_announce (GTK_WIDGET (self->heading), gtk_label_get_text (self->heading));
}

static void
refresh (PaddockConsentDialog *self)
{
  PaddockPrompt *prompt = paddock_prompt_item_get_prompt (self->item);
  gboolean is_same = self->prompt != NULL && asks_the_same (self->prompt, prompt) &&
                     (self->goes_on || g_strcmp0 (self->prompt->id, prompt->id) == 0);
  g_autofree char *app = paddock_consent_text_app (prompt);

  if (is_same)
    hold_off_share (self);
  else
    hold_off (self);
  paddock_prompt_ref (prompt);
  g_clear_pointer (&self->prompt, paddock_prompt_unref);
  self->prompt = prompt;

  show_who (self);
  show_parts (self);
  show_buttons (self);
  show_position (self);
  if (prompt->kind == PADDOCK_PROMPT_ROOTS)
    paddock_consent_choice_show (self->choice, prompt, app);
  else
    paddock_consent_command_show (self->command, self->client, prompt);
  if (!is_same)
    begin (self);
  if (is_gone (self))
    gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
  update_actions (self);
}

static void
set_item (PaddockConsentDialog *self,
          PaddockPromptItem    *item)
{
  if (self->item != NULL)
    g_signal_handlers_disconnect_by_func (self->item, refresh, self);

  g_set_object (&self->item, item);
  self->is_withdrawn = FALSE;
  if (item != NULL) {
    g_signal_connect_object (item, "notify::serial", G_CALLBACK (refresh), self,
                             G_CONNECT_SWAPPED);
    refresh (self);
  }
}

static gboolean
is_waiting (PaddockConsentDialog *self)
{
  GListModel *requests = paddock_client_get_requests (self->client);

  for (guint i = 0; i < g_list_model_get_n_items (requests); i++) {
    g_autoptr (PaddockPromptItem) item = g_list_model_get_item (requests, i);

    if (item == self->item)
      return TRUE;
  }

  return FALSE;
}

/* Shows the next question, or closes the dialog after the last one. */
static void
advance (PaddockConsentDialog *self)
{
  GListModel *requests = paddock_client_get_requests (self->client);
  g_autoptr (PaddockPromptItem) next = NULL;

  for (guint i = 0; next == NULL && i < g_list_model_get_n_items (requests); i++) {
    g_autoptr (PaddockPromptItem) item = g_list_model_get_item (requests, i);

    if (item != self->item)
      next = g_steal_pointer (&item);
  }

  if (next != NULL)
    set_item (self, next);
  else
    gtk_window_destroy (GTK_WINDOW (self));
}

/* Returns the request in which a server asks what the shown one asked. */
static PaddockPromptItem *
find_again (PaddockConsentDialog *self)
{
  GListModel *requests = paddock_client_get_requests (self->client);

  for (guint i = 0; i < g_list_model_get_n_items (requests); i++) {
    g_autoptr (PaddockPromptItem) item = g_list_model_get_item (requests, i);

    if (self->prompt->kind == PADDOCK_PROMPT_ROOTS &&
        asks_the_same (self->prompt, paddock_prompt_item_get_prompt (item)))
      return g_steal_pointer (&item);
  }
  return NULL;
}

static void
on_requests_changed (PaddockConsentDialog *self)
{
  g_autoptr (PaddockPromptItem) again = NULL;

  if (self->item == NULL || self->is_answering)
    return;

  if (self->asks_again != 0)
    again = is_waiting (self) ? g_object_ref (self->item) : find_again (self);
  if (again != NULL) {
    g_clear_handle_id (&self->asks_again, g_source_remove);
    self->goes_on = TRUE;
    set_item (self, again);
    self->goes_on = FALSE;
  } else if (self->asks_again == 0 && !self->is_withdrawn && !is_waiting (self)) {
    self->is_withdrawn = TRUE;
    refresh (self);
  }
  show_position (self);
}

static gboolean
on_asked_no_more (gpointer user_data)
{
  PaddockConsentDialog *self = user_data;

  if (paddock_client_get_state (self->client) != PADDOCK_CLIENT_CONNECTED)
    return G_SOURCE_CONTINUE;
  self->asks_again = 0;
  on_requests_changed (self);
  update_actions (self);
  return G_SOURCE_REMOVE;
}

/* While there is no service, and while servers may ask the next one again, nothing is said to have
 * ended. */
static void
on_state_changed (PaddockConsentDialog *self)
{
  PaddockClientState state = paddock_client_get_state (self->client);

  if (self->item == NULL || self->is_withdrawn)
    return;
  if (state != PADDOCK_CLIENT_CONNECTED || self->asks_again != 0) {
    g_clear_handle_id (&self->asks_again, g_source_remove);
    self->asks_again = g_timeout_add (ASKS_AGAIN_MS, on_asked_no_more, self);
  }
  update_actions (self);
}

/* Emits the signal "notice" with the names of the folders that were not shared. These folders
 * changed between the selection and the answer. */
static void
show_left_out (PaddockConsentDialog  *self,
               char                 **ids)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *text = NULL;

  for (gsize i = 0; ids[i] != NULL; i++) {
    PaddockRootItem *item = paddock_client_lookup_root (self->client, ids[i]);
    g_autofree char *label = item != NULL
                                 ? paddock_root_dup_label (paddock_root_item_get_view (item)->root)
                                 : g_strdup (_("Unknown folder"));

    /* Translators: between the parts of a list */
    g_string_append_printf (names, "%s%s", i > 0 ? _(", ") : "", label);
  }

  /* Translators: %s is a list of folders */
  text = g_strdup_printf (_("Not shared, because of a change while you decided: %s"), names->str);
  g_signal_emit (self, signals[NOTICE], 0, text);
}

static void
on_answered (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (PaddockConsentDialog) self = user_data;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) left_out = NULL;

  left_out = paddock_client_call_answer_finish (PADDOCK_CLIENT (source), result, &error);
  self->is_answering = FALSE;
  if (self->item == NULL)
    return;

  if (error != NULL) {
    paddock_toast_show_error (GTK_WIDGET (self->heading), error);
    self->is_withdrawn = !is_waiting (self);
    refresh (self);
    return;
  }

  if (left_out[0] != NULL)
    show_left_out (self, left_out);
  /* If the service ignored all folders of the answer, the question still waits. */
  if (left_out[0] != NULL && is_waiting (self))
    refresh (self);
  else
    advance (self);
}

static void
answer (PaddockConsentDialog *self,
        PaddockVerdict        verdict,
        PaddockReason         reason)
{
  const PaddockPrompt *prompt = self->prompt;
  gboolean is_roots = prompt->kind == PADDOCK_PROMPT_ROOTS;
  g_autoptr (GArray) roots = paddock_consent_choice_get_roots (self->choice);
  g_autoptr (PaddockDecision) decision = NULL;

  if (verdict == PADDOCK_VERDICT_ALLOW && is_roots && roots->len == 0)
    return;

  decision = paddock_decision_new (&(PaddockDecision) {
    .request_id = prompt->id,
    .serial = prompt->serial,
    .verdict = verdict,
    .reason = reason,
    .duration = is_roots ? paddock_duration_row_get_duration (self->duration)
                         : prompt->wants.duration,
    .roots = (const PaddockDecisionRoot *) (gpointer) roots->data,
    .n_roots = is_roots ? roots->len : 0,
    .as_asked = !is_roots,
    .for_session = prompt->kind == PADDOCK_PROMPT_READ &&
                   adw_combo_row_get_selected (self->reading) == READING_SESSION,
  });
  self->is_answering = TRUE;
  update_actions (self);
  paddock_client_call_answer_async (self->client, decision, NULL, on_answered, g_object_ref (self));
}

/* Handles every answer, however the user gave it. */
static void
on_answer (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       user_data)
{
  PaddockConsentDialog *self = user_data;
  const char *name = g_action_get_name (G_ACTION (action));

  if (self->prompt == NULL || self->is_answering ||
      get_hold_off (self, g_str_equal (name, "share")) > 0)
    return;

  /* Nobody waits for the answer, so the question only disappears. Nothing is decided. */
  if (is_gone (self))
    advance (self);
  else if (!paddock_consent_text_is_of_server (self->prompt) && !g_str_equal (name, "share"))
    answer (self, PADDOCK_VERDICT_DENY, PADDOCK_REASON_USER_DENIED);
  else if (g_str_equal (name, "share"))
    answer (self, PADDOCK_VERDICT_ALLOW, PADDOCK_REASON_USER_ALLOWED);
  else if (g_str_equal (name, "block"))
    answer (self, PADDOCK_VERDICT_BLOCK, PADDOCK_REASON_USER_DENIED);
  else
    answer (self, PADDOCK_VERDICT_NOT_NOW, PADDOCK_REASON_USER_PUT_OFF);
}

static void
paddock_consent_dialog_dispose (GObject *object)
{
  PaddockConsentDialog *self = PADDOCK_CONSENT_DIALOG (object);

  g_clear_handle_id (&self->hold_off_source, g_source_remove);
  g_clear_handle_id (&self->asks_again, g_source_remove);
  set_item (self, NULL);
  g_clear_pointer (&self->prompt, paddock_prompt_unref);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_CONSENT_DIALOG);
  g_clear_object (&self->actions);
  g_clear_object (&self->client);

  G_OBJECT_CLASS (paddock_consent_dialog_parent_class)->dispose (object);
}

static void
paddock_consent_dialog_class_init (PaddockConsentDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_consent_dialog_dispose;

  /* Emitted with a text that the window shows, because the dialog may close. */
  signals[NOTICE] = g_signal_new ("notice", PADDOCK_TYPE_CONSENT_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  g_type_ensure (PADDOCK_TYPE_CONSENT_CHOICE);
  g_type_ensure (PADDOCK_TYPE_CONSENT_COMMAND);
  g_type_ensure (PADDOCK_TYPE_DURATION_ROW);
  g_type_ensure (PADDOCK_TYPE_IDENTITY_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-consent-dialog"));
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, position);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, scroller);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, heading);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, who);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, warning_box);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, warning);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, change_box);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, was);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, now);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, gone);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, gone_text);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, command);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, identity);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, choice);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, duration);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, reading);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, duration_list);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, details);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, caller_list);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, caller);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, resembling);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, note_title);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, note);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, block_button);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, not_now_button);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentDialog, share_button);
  gtk_widget_class_bind_template_callback (widget_class, on_choice_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_details_expanded);
  gtk_widget_class_bind_template_callback (widget_class, on_focus_changed);
  gtk_widget_class_bind_template_callback (widget_class, update_actions);
}

static void
paddock_consent_dialog_init (PaddockConsentDialog *self)
{
  const GActionEntry entries[] = {
    { "share", on_answer },
    { "not-now", on_answer },
    { "block", on_answer },
  };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "consent", G_ACTION_GROUP (self->actions));
}

/**
 * paddock_consent_dialog_new:
 * @parent: the parent window
 * @client: a client with at least one request
 *
 * Returns: (transfer none): a dialog that shows the first request; GTK owns it until it is closed.
 *   Without a request it closes at once
 */
PaddockConsentDialog *
paddock_consent_dialog_new (GtkWindow     *parent,
                            PaddockClient *client)
{
  PaddockConsentDialog *self = g_object_new (PADDOCK_TYPE_CONSENT_DIALOG, "transient-for", parent,
                                             NULL);

  self->client = g_object_ref (client);
  paddock_consent_choice_set_client (self->choice, client);
  paddock_duration_row_explain (self->duration);
  g_signal_connect_object (paddock_client_get_requests (client), "items-changed",
                           G_CALLBACK (on_requests_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (client, "notify::state", G_CALLBACK (on_state_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (client, "sight-changed", G_CALLBACK (on_sight_changed), self,
                           G_CONNECT_SWAPPED);
  advance (self);

  return self;
}
