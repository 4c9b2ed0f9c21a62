/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-choice-row.h"

#include "paddock-client-call.h"
#include "paddock-policy.h"
#include "paddock-template.h"
#include "paddock-toast.h"

#include <glib/gi18n.h>

/* A row with a switch for one of the user's choices about a server. The server's page owns it. The
 * switch always shows the state in the service. Switching a choice on lets the server do more. If
 * `paddock run` starts the server, only the window may switch a choice on. */

struct _PaddockChoiceRow
{
  AdwActionRow parent_instance;

  PaddockClient *client;      /* (owned) */
  PaddockServerItem *server;  /* (owned) */
  PaddockChoices choice;
  gboolean is_updating;       /* TRUE while the code, not the user, sets the switch */

  GtkSwitch *toggle;
};

G_DEFINE_FINAL_TYPE (PaddockChoiceRow, paddock_choice_row, ADW_TYPE_ACTION_ROW)

typedef struct
{
  PaddockChoiceRow *row;      /* (owned) */
  PaddockToastCall *call;          /* (owned) */
} Choosing;

static gboolean
is_on (PaddockChoiceRow *self)
{
  return (paddock_server_item_get_view (self->server)->server->choices & self->choice) != 0;
}

static void
update (PaddockChoiceRow *self)
{
  const PaddockServer *server = paddock_server_item_get_view (self->server)->server;
  gboolean state = is_on (self);
  gboolean may_switch = state || (paddock_policy_choosable (server, g_get_real_time ()) &
                                  self->choice) != 0;

  self->is_updating = TRUE;
  gtk_switch_set_active (self->toggle, state);
  gtk_switch_set_state (self->toggle, state);
  self->is_updating = FALSE;
  /* Also disables the switch itself: a screen reader announces only the state of the focused
   * widget. */
  gtk_widget_set_sensitive (GTK_WIDGET (self), may_switch);
  gtk_widget_set_sensitive (GTK_WIDGET (self->toggle), may_switch);
}

static void
on_chosen (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autofree Choosing *choosing = user_data;
  g_autoptr (PaddockChoiceRow) self = choosing->row;

  paddock_toast_call_ready (source, result, choosing->call);
  /* The row may have been removed during the call. */
  if (self->server != NULL)
    update (self);
}

/* Asks the service to change the choice. Returns TRUE, so that the switch changes only when the
 * service reports the change. */
static gboolean
on_state_set (PaddockChoiceRow *self,
              gboolean          state)
{
  const PaddockServer *server = paddock_server_item_get_view (self->server)->server;
  Choosing *choosing;

  if (self->is_updating || state == is_on (self))
    return FALSE;

  choosing = g_new0 (Choosing, 1);
  choosing->row = g_object_ref (self);
  choosing->call = paddock_toast_call_new (GTK_WIDGET (self), NULL, NULL);
  if (self->choice == PADDOCK_CHOICE_READING)
    paddock_client_call_async (self->client, "SetServerReading",
                               g_variant_new ("(sb)", server->id, state), NULL, on_chosen,
                               choosing);
  else
    paddock_client_call_async (self->client, "SetServerChoices",
                               g_variant_new_parsed ("(%s, {%s: <%b>})", server->id,
                                                     self->choice == PADDOCK_CHOICE_HOST_ROOTS
                                                       ? "share-host-roots" : "keep-roots",
                                                     state),
                               NULL, on_chosen, choosing);
  return TRUE;
}

static void
paddock_choice_row_dispose (GObject *object)
{
  PaddockChoiceRow *self = PADDOCK_CHOICE_ROW (object);

  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_CHOICE_ROW);
  g_clear_object (&self->client);
  g_clear_object (&self->server);

  G_OBJECT_CLASS (paddock_choice_row_parent_class)->dispose (object);
}

static void
paddock_choice_row_class_init (PaddockChoiceRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_choice_row_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-choice-row"));
  gtk_widget_class_bind_template_child (widget_class, PaddockChoiceRow, toggle);
  gtk_widget_class_bind_template_callback (widget_class, on_state_set);
}

static void
paddock_choice_row_init (PaddockChoiceRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
set_texts (PaddockChoiceRow *self)
{
  const char *title;
  const char *subtitle;

  if (self->choice == PADDOCK_CHOICE_HOST_ROOTS) {
    title = _("Also Share the App’s Own Folders");
    subtitle = _("The app that starts this server can then share folders of its own, now and "
                 "later. You won’t be asked.");
  } else if (self->choice == PADDOCK_CHOICE_READING) {
    title = _("Let Paddock Read Files for This Server");
    subtitle = _("The server can ask Paddock for files in the folders that it sees. Paddock asks "
                 "you about files that might contain secrets.");
  } else {
    title = _("Keep Sharing While Paddock Isn’t Running");
    subtitle = _("While Paddock isn’t running, you can’t stop sharing. Time limits still apply.");
  }
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), subtitle);
}

/**
 * paddock_choice_row_new:
 * @choice: the choice
 *
 * Returns: (transfer floating): a row with a switch for @choice about @server
 */
GtkWidget *
paddock_choice_row_new (PaddockClient     *client,
                        PaddockServerItem *server,
                        PaddockChoices     choice)
{
  PaddockChoiceRow *self = g_object_new (PADDOCK_TYPE_CHOICE_ROW, NULL);

  self->client = g_object_ref (client);
  self->server = g_object_ref (server);
  self->choice = choice;
  set_texts (self);
  g_signal_connect_object (server, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (server, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}
