/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-server-row.h"

#include "paddock-choice-row.h"
#include "paddock-client-call.h"
#include "paddock-compat.h"
#include "paddock-explaining.h"
#include "paddock-grant-row.h"
#include "paddock-identity-view.h"
#include "paddock-names.h"
#include "paddock-revoking.h"
#include "paddock-sentences.h"
#include "paddock-server-name.h"
#include "paddock-sight.h"
#include "paddock-template.h"
#include "paddock-time-text.h"
#include "paddock-toast.h"

#include <glib/gi18n.h>

/* A known server: what it sees, with a switch for each folder, who it is, and what the user can do
 * about it. The list of servers owns the row. It shows its item and has no state of its own.
 *
 * The contents are created when the row is first opened. GTK measures even the contents of a closed
 * row. For 200 servers with 1,000 folders that would be 200,000 rows, and take many seconds. */

struct _PaddockServerRow
{
  AdwExpanderRow parent_instance;

  PaddockClient *client;      /* (owned) */
  PaddockServerItem *item;    /* (owned) */
  PaddockCountdown *countdown; /* (owned) */
  gboolean was_opened;        /* the contents exist */

  GtkImage *icon;
  GtkWidget *body;
  GtkLabel *explanation;
  GtkListBox *roots;
  GtkWidget *no_roots;
  GtkListBox *choices;
  PaddockIdentityView *identity;
  GtkLabel *sessions;
  GtkWidget *ask_child;
  GtkWidget *revoke_child;
  GtkWidget *disconnect_child;
  GtkWidget *block_child;
  GtkWidget *unblock_child;
};

G_DEFINE_FINAL_TYPE (PaddockServerRow, paddock_server_row, ADW_TYPE_EXPANDER_ROW)

static GtkWidget *
create_grant_row (gpointer item,
                  gpointer user_data)
{
  PaddockServerRow *self = user_data;

  return paddock_grant_row_new (self->client, self->item, item, self->countdown);
}

/* Borrowed, valid until the item's next change. */
static const PaddockServer *
get_server (PaddockServerRow *self)
{
  return paddock_server_item_get_view (self->item)->server;
}

static GtkWindow *
get_window (PaddockServerRow *self)
{
  return GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
}

static void
on_asked (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (PaddockServerRow) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!paddock_client_call_finish (PADDOCK_CLIENT (source), result, NULL, &error))
    paddock_toast_show_error (GTK_WIDGET (self), error);
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "app." PADDOCK_ACTION_REVIEW, NULL);
}

/* The user opens the question again after "Not Now". */
static void
on_ask_clicked (PaddockServerRow *self)
{
  paddock_client_call_async (self->client, "AskAgain", g_variant_new ("(s)", get_server (self)->id),
                             NULL, on_asked, g_object_ref (self));
}

static void
on_revoke_clicked (PaddockServerRow *self)
{
  const char *server_id = get_server (self)->id;

  paddock_client_call_async (self->client, "Revoke",
                             g_variant_new_parsed ("(%s, @as [])", server_id), NULL,
                             paddock_toast_call_ready,
                             paddock_revoking_new_call_for_all (GTK_WIDGET (self), self->client,
                                                                server_id));
}

static void
on_block_clicked (PaddockServerRow *self)
{
  const PaddockServer *server = get_server (self);
  g_autofree char *label = paddock_server_dup_label (server);
  g_autofree char *done = NULL;

  /* Translators: %s is a server */
  done = g_strdup_printf (_("“%s” is blocked"), label);
  paddock_client_call_async (self->client, "Block", g_variant_new ("(s)", server->id), NULL,
                             paddock_toast_call_ready,
                             paddock_toast_call_new (GTK_WIDGET (self), done,
                                                     paddock_undo_new_for_block (self->client,
                                                                                 server->id)));
}

static void
on_disconnect_clicked (PaddockServerRow *self)
{
  const PaddockServer *server = get_server (self);
  g_autofree char *label = paddock_server_dup_label (server);
  g_autofree char *done = NULL;

  /* Translators: %s is a server, its host the application that starts it */
  done = g_strdup_printf (_("“%s” was disconnected. Its app can start it again"), label);
  paddock_client_call_async (self->client, "Disconnect", g_variant_new ("(s)", server->id), NULL,
                             paddock_toast_call_ready,
                             paddock_toast_call_new (GTK_WIDGET (self), done, NULL));
}

static void
on_unblock_clicked (PaddockServerRow *self)
{
  paddock_client_call_async (self->client, "Unblock", g_variant_new ("(s)", get_server (self)->id),
                             NULL, paddock_toast_call_ready,
                             paddock_toast_call_new (GTK_WIDGET (self), NULL, NULL));
}

static void
on_forget_confirmed (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (PaddockServerRow) self = user_data;

  if (paddock_compat_confirm_finish (result, NULL) && self->item != NULL)
    paddock_client_call_async (self->client, "Forget", g_variant_new ("(s)", get_server (self)->id),
                               NULL, paddock_toast_call_ready,
                               paddock_toast_call_new (GTK_WIDGET (self), NULL, NULL));
}

static void
on_forget_clicked (PaddockServerRow *self)
{
  g_autofree char *label = paddock_server_dup_label (get_server (self));
  g_autofree char *heading = NULL;

  /* Translators: %s is a server */
  heading = g_strdup_printf (_("Forget “%s”?"), label);
  paddock_compat_confirm_async (get_window (self), heading,
                                _("It will see nothing. If it asks again, you are asked as if "
                                  "for the first time."),
                                _("_Forget"), PADDOCK_CONFIRM_DESTRUCTIVE, NULL,
                                on_forget_confirmed,
                                g_object_ref (self));
}

static void
on_name_given (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (PaddockServerRow) self = user_data;
  g_autofree char *name = paddock_compat_prompt_finish (result, NULL);

  if (name != NULL && self->item != NULL)
    paddock_client_call_async (self->client, "Rename",
                               g_variant_new ("(ss)", get_server (self)->id, name), NULL,
                               paddock_toast_call_ready,
                               paddock_toast_call_new (GTK_WIDGET (self), NULL, NULL));
}

static void
on_rename_clicked (PaddockServerRow *self)
{
  g_autofree char *label = paddock_server_dup_label (get_server (self));

  paddock_compat_prompt_async (get_window (self), _("Rename"),
                               _("The name that Paddock shows you. Leave it empty to see what the "
                                 "server calls itself."),
                               label, _("_Rename"), NULL, on_name_given, g_object_ref (self));
}

static void
show_sessions (PaddockServerRow *self)
{
  const PaddockServerView *view = paddock_server_item_get_view (self->item);
  g_autofree char *claimed = paddock_server_name_to_label (view->server->claimed_name);
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
  if (view->server->given_name != NULL && claimed != NULL) {
    g_string_append (text, text->len > 0 ? "\n" : "");
    /* Translators: %s is the name that a server gives itself */
    g_string_append_printf (text, _("It calls itself “%s”"), claimed);
  }

  gtk_label_set_text (self->sessions, text->str);
  gtk_widget_set_visible (GTK_WIDGET (self->sessions), text->len > 0);
}

/* Not computed while the row is closed, because nobody can read it. */
static void
explain (PaddockServerRow *self)
{
  g_autofree char *text = NULL;

  if (!adw_expander_row_get_expanded (ADW_EXPANDER_ROW (self)))
    return;
  text = paddock_explaining_dup_text (self->client, self->item, NULL);
  gtk_label_set_text (self->explanation, text);
}

static void
show_body (PaddockServerRow *self)
{
  const PaddockServerView *view = paddock_server_item_get_view (self->item);
  guint n_roots = g_list_model_get_n_items (paddock_client_get_roots (self->client));
  gboolean is_blocked = view->server->standing == PADDOCK_STANDING_BLOCKED;

  gtk_widget_set_visible (self->no_roots, n_roots == 0);
  gtk_widget_set_visible (GTK_WIDGET (self->roots), n_roots > 0);
  gtk_widget_set_visible (self->ask_child,
                          view->server->standing == PADDOCK_STANDING_UNDECIDED &&
                          view->server->put_off_until > g_get_real_time ());
  gtk_widget_set_visible (self->revoke_child, view->grants->len > 0);
  gtk_widget_set_visible (self->disconnect_child, view->sessions->len > 0);
  gtk_widget_set_visible (self->block_child, !is_blocked);
  gtk_widget_set_visible (self->unblock_child, is_blocked);
  gtk_widget_set_visible (GTK_WIDGET (self->choices),
                          paddock_identity_get_kind (view->server->identity) !=
                          PADDOCK_IDENTITY_ANONYMOUS);
  paddock_identity_view_show (self->identity, view->server->identity, NULL);
  show_sessions (self);
  explain (self);
}

static void
update (PaddockServerRow *self)
{
  const PaddockServerView *view = paddock_server_item_get_view (self->item);
  GListModel *roots = paddock_client_get_roots (self->client);
  gboolean is_blocked = view->server->standing == PADDOCK_STANDING_BLOCKED;
  g_autofree char *label = paddock_server_dup_label (view->server);
  g_autofree char *subtitle = paddock_sentences_server (view,
                                                        paddock_sight_count (roots, self->item),
                                                        g_list_model_get_n_items (roots),
                                                        paddock_client_is_paused (self->client),
                                                        g_get_real_time ());
  g_autofree char *origin = paddock_server_name_origin (self->item, 0);
  g_autofree char *both = g_strjoin ("\n", subtitle, origin, NULL);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), label);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), both);
  gtk_image_set_from_icon_name (self->icon, is_blocked ? "action-unavailable-symbolic"
                                                       : "network-server-symbolic");
  if (self->was_opened)
    show_body (self);
}

/* Creates a switch for each choice that this kind of server can have, whether it is allowed or not
 * (see paddock_policy_choosable()). */
static void
create_choices (PaddockServerRow *self)
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
on_expanded (PaddockServerRow *self)
{
  if (!adw_expander_row_get_expanded (ADW_EXPANDER_ROW (self)))
    return;
  if (self->was_opened) {
    explain (self);
    return;
  }

  self->was_opened = TRUE;
  gtk_list_box_bind_model (self->roots, paddock_client_get_roots (self->client), create_grant_row,
                           self, NULL);
  create_choices (self);
  show_body (self);
  gtk_widget_set_visible (self->body, TRUE);
}

static void
paddock_server_row_dispose (GObject *object)
{
  PaddockServerRow *self = PADDOCK_SERVER_ROW (object);

  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_SERVER_ROW);
  g_clear_object (&self->client);
  g_clear_object (&self->item);
  g_clear_object (&self->countdown);

  G_OBJECT_CLASS (paddock_server_row_parent_class)->dispose (object);
}

static void
paddock_server_row_class_init (PaddockServerRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_server_row_dispose;

  g_type_ensure (PADDOCK_TYPE_IDENTITY_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-server-row"));
  gtk_widget_class_bind_template_child (widget_class, PaddockServerRow, icon);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerRow, body);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerRow, explanation);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerRow, roots);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerRow, no_roots);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerRow, choices);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerRow, identity);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerRow, sessions);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerRow, ask_child);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerRow, revoke_child);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerRow, disconnect_child);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerRow, block_child);
  gtk_widget_class_bind_template_child (widget_class, PaddockServerRow, unblock_child);
  gtk_widget_class_bind_template_callback (widget_class, on_expanded);
  gtk_widget_class_bind_template_callback (widget_class, on_ask_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_revoke_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_disconnect_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_block_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_unblock_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_rename_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_forget_clicked);
}

static void
paddock_server_row_init (PaddockServerRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_server_row_new:
 * @countdown: the timer of the page
 *
 * Returns: (transfer floating): a row that shows @item
 */
GtkWidget *
paddock_server_row_new (PaddockClient     *client,
                        PaddockServerItem *item,
                        PaddockCountdown  *countdown)
{
  PaddockServerRow *self = g_object_new (PADDOCK_TYPE_SERVER_ROW, NULL);
  GListModel *roots = paddock_client_get_roots (client);

  self->client = g_object_ref (client);
  self->item = g_object_ref (item);
  self->countdown = g_object_ref (countdown);
  g_signal_connect_object (roots, "items-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (paddock_client_get_requests (client), "items-changed",
                           G_CALLBACK (explain), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (client, "notify::is-paused", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (item, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (item, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}

/**
 * paddock_server_row_get_item:
 *
 * Returns: (transfer none): the server's item
 */
PaddockServerItem *
paddock_server_row_get_item (PaddockServerRow *self)
{
  return self->item;
}
