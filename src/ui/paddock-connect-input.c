/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-connect-input.h"

#include "paddock-connect-text.h"
#include "paddock-paste-look.h"
#include "paddock-paste-parse.h"
#include "paddock-template.h"
#include "paddock-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* The field for a server's command, address or JSON, and what Paddock understood. The dialog's
 * template owns it. */

/* The longest text that the field accepts, in characters. A text view is slow with a longer one. */
#define TEXT_MAX (64 * 1024)

struct _PaddockConnectInput
{
  AdwBin parent_instance;

  GPtrArray *servers;         /* (owned) (nullable): PaddockPaste; NULL: the text has none */
  gboolean is_filling;        /* the list of servers is being filled */
  PaddockFilePool *pool;      /* (owned) */
  GCancellable *looking;      /* (owned) (nullable) ends the look for folders */

  GtkTextBuffer *text;
  GtkLabel *understood;
  GtkLabel *problem;
  GtkWidget *options;
  AdwComboRow *choice;
  AdwActionRow *folders;
  GtkCheckButton *folders_check;
};

G_DEFINE_FINAL_TYPE (PaddockConnectInput, paddock_connect_input, ADW_TYPE_BIN)

static guint changed_signal;

static void
show_label (GtkLabel   *label,
            const char *text)
{
  gtk_label_set_text (label, text);
  gtk_widget_set_visible (GTK_WIDGET (label), *text != '\0');
}

static PaddockPaste *
get_chosen (PaddockConnectInput *self)
{
  guint chosen = adw_combo_row_get_selected (self->choice);

  if (self->servers == NULL)
    return NULL;
  return g_ptr_array_index (self->servers, chosen < self->servers->len ? chosen : 0);
}

/* Shows what the chosen server is. @reason: why there is none */
static void
show_server (PaddockConnectInput *self,
             const char          *reason)
{
  const PaddockPaste *server = get_chosen (self);
  guint n_servers = self->servers != NULL ? self->servers->len : 0;
  gboolean has_folders = server != NULL && server->trouble == NULL && server->folders[0] != NULL;
  g_autofree char *understood = paddock_connect_text_understood (n_servers, server);

  show_label (self->understood, understood);
  show_label (self->problem, server != NULL && server->trouble != NULL ? server->trouble : reason);
  gtk_widget_set_visible (GTK_WIDGET (self->choice), n_servers > 1);
  gtk_widget_set_visible (GTK_WIDGET (self->folders), has_folders);
  gtk_widget_set_visible (self->options, has_folders || n_servers > 1);
  if (has_folders) {
    g_autofree char *text = paddock_connect_text_folders (server);

    adw_action_row_set_subtitle (self->folders, text);
  }
  g_signal_emit (self, changed_signal, 0);
}

static void
on_looked (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autofree PaddockPastePath *known =
    paddock_paste_look_finish (PADDOCK_FILE_POOL (source), result, NULL);
  PaddockConnectInput *self = user_data;
  PaddockPaste *server = known != NULL ? get_chosen (self) : NULL;

  if (server == NULL)
    return;
  paddock_paste_set_folders (server, known);
  gtk_check_button_set_active (self->folders_check,
                               server->folders[0] != NULL && !server->has_guess);
  show_server (self, "");
}

static void
stop_looking (PaddockConnectInput *self)
{
  g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
}

/* Shows the chosen server, and then which of its paths are folders. Until that is known, the
 * command stays as it is. */
static void
show_chosen (PaddockConnectInput *self,
             const char          *reason)
{
  const PaddockPaste *server = get_chosen (self);

  stop_looking (self);
  gtk_check_button_set_active (self->folders_check, FALSE);
  show_server (self, reason);
  if (server == NULL || server->paths[0] == NULL)
    return;
  self->looking = g_cancellable_new ();
  paddock_paste_look_async (self->pool, (const char * const *) server->paths, self->looking,
                            on_looked, self);
}

static void
on_chosen (PaddockConnectInput *self)
{
  if (!self->is_filling)
    show_chosen (self, "");
}

static void
on_folders_toggled (PaddockConnectInput *self)
{
  g_signal_emit (self, changed_signal, 0);
}

static void
fill_choice (PaddockConnectInput *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; self->servers != NULL && i < self->servers->len; i++) {
    const PaddockPaste *server = g_ptr_array_index (self->servers, i);
    g_autofree char *label = paddock_paste_dup_label (server, NULL);
    g_autofree char *name = server->name != NULL ? paddock_text_escape_name (server->name)
                                                 : g_strdup (label);

    gtk_string_list_append (names, name);
  }
  self->is_filling = TRUE;
  adw_combo_row_set_model (self->choice, G_LIST_MODEL (names));
  self->is_filling = FALSE;
}

static void
on_text_changed (PaddockConnectInput *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_object_get (self->text, "text", &text, NULL);
  stop_looking (self);
  g_clear_pointer (&self->servers, g_ptr_array_unref);
  self->servers = paddock_paste_parse (text, strlen (text), &error);
  fill_choice (self);
  show_chosen (self, error != NULL ? error->message : "");
}

/* Refuses a text that is too long for the field. */
static void
on_insert (GtkTextBuffer       *buffer,
           GtkTextIter         *place,
           const char          *text,
           int                  length,
           PaddockConnectInput *self)
{
  if (gtk_text_buffer_get_char_count (buffer) + g_utf8_strlen (text, length) <= TEXT_MAX)
    return;
  g_signal_stop_emission_by_name (buffer, "insert-text");
  show_label (self->problem, _("The text is too long. Enter only the part about the server."));
}

static void
paddock_connect_input_dispose (GObject *object)
{
  PaddockConnectInput *self = PADDOCK_CONNECT_INPUT (object);

  g_clear_pointer (&self->servers, g_ptr_array_unref);
  stop_looking (self);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_CONNECT_INPUT);
  g_clear_object (&self->pool);

  G_OBJECT_CLASS (paddock_connect_input_parent_class)->dispose (object);
}

static void
paddock_connect_input_class_init (PaddockConnectInputClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_connect_input_dispose;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-connect-input"));
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectInput, text);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectInput, understood);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectInput, problem);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectInput, options);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectInput, choice);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectInput, folders);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectInput, folders_check);
  gtk_widget_class_bind_template_callback (widget_class, on_text_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_insert);
  gtk_widget_class_bind_template_callback (widget_class, on_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_folders_toggled);
}

static void
paddock_connect_input_init (PaddockConnectInput *self)
{
  self->pool = paddock_file_pool_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  show_server (self, "");
}

/**
 * paddock_connect_input_get_server:
 *
 * Returns: (transfer none) (nullable): the server that the user means; %NULL if Paddock can't use
 *   the text
 */
const PaddockPaste *
paddock_connect_input_get_server (PaddockConnectInput *self)
{
  const PaddockPaste *server = get_chosen (self);

  return server != NULL && server->trouble == NULL ? server : NULL;
}

/**
 * paddock_connect_input_moves_folders:
 *
 * Returns: whether the server gets its folders from Paddock
 */
gboolean
paddock_connect_input_moves_folders (PaddockConnectInput *self)
{
  return gtk_check_button_get_active (self->folders_check);
}
