/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-connect-result.h"

#include "paddock-client-call.h"
#include "paddock-connect-text.h"
#include "paddock-template.h"
#include "paddock-text.h"
#include "paddock-toast.h"

#include <glib/gi18n.h>

/* The text that the user copies into an app's file, and whether the server has come since. The
 * dialog's template owns it.
 *
 * The text may contain secrets. It goes to the clipboard only. The service hears the key, the app,
 * the name of the entry and the path of the file.
 */

struct _PaddockConnectResult
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) (nullable) */
  const PaddockApp *app;
  char *path;                 /* (owned) (nullable) the app's file */
  PaddockAppAddition *addition; /* (owned) (nullable) NULL: there is nothing to copy */
  char *copied;               /* (owned) (nullable) the key in the text that was copied */
  PaddockServerItem *item;    /* (owned) (nullable) the server that came */

  GtkLabel *place;
  GtkWidget *copy_button;
  GtkLabel *how;
  GtkWidget *view;
  GtkTextBuffer *entry;
  GtkLabel *then;
  GtkStack *status;
};

G_DEFINE_FINAL_TYPE (PaddockConnectResult, paddock_connect_result, ADW_TYPE_BIN)

static guint open_signal;

static void
show_label (GtkLabel   *label,
            const char *text)
{
  gtk_label_set_text (label, text);
  gtk_widget_set_visible (GTK_WIDGET (label), *text != '\0');
}

/* Whether this is the server for which the text was copied. The service compares the keys. */
static gboolean
is_expected (PaddockConnectResult *self,
             PaddockServerItem    *item)
{
  const PaddockAppNote *note = paddock_server_item_get_view (item)->note;

  return note != NULL && self->copied != NULL && g_strcmp0 (note->key, self->copied) == 0;
}

static gboolean
is_waiting (PaddockConnectResult *self)
{
  return gtk_widget_get_visible (GTK_WIDGET (self->status)) && self->item == NULL;
}

/* Looks whether the server is in a part of the list. */
static void
find_server (PaddockConnectResult *self,
             guint                 position,
             guint                 n_servers)
{
  GListModel *servers = paddock_client_get_servers (self->client);

  for (guint i = 0; i < n_servers && is_waiting (self); i++) {
    g_autoptr (PaddockServerItem) item = g_list_model_get_item (servers, position + i);

    if (is_expected (self, item)) {
      self->item = g_steal_pointer (&item);
      gtk_stack_set_visible_child_name (self->status, "connected");
    }
  }
}

static void
on_servers_changed (PaddockConnectResult *self,
                    guint                 position,
                    guint                 n_removed,
                    guint                 n_added)
{
  find_server (self, position, n_added);
}

static void
on_noted (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = g_task_propagate_pointer (G_TASK (result), &error);

  if (reply == NULL)
    g_message ("The service doesn't note the entry: %s", error->message);
}

/* Tells the service which entry has the key, and waits for a server with this key. The service
 * needs the path of a file, so there is no waiting for an app without one. */
static void
await_server (PaddockConnectResult *self)
{
  g_clear_object (&self->item);
  g_free (self->copied);
  self->copied = g_strdup (self->addition->key);
  gtk_stack_set_visible_child_name (self->status, "waiting");
  gtk_widget_set_visible (GTK_WIDGET (self->status), self->path != NULL);
  if (self->path == NULL)
    return;
  paddock_client_call_async (self->client, "NoteApp",
                             g_variant_new ("(sssss)", self->copied, self->app->id,
                                            self->addition->label, self->path, ""),
                             NULL, on_noted, NULL);
  find_server (self, 0, g_list_model_get_n_items (paddock_client_get_servers (self->client)));
}

static void
on_copy_clicked (PaddockConnectResult *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), self->addition->text);
  paddock_toast_show (self->copy_button, _("Copied. Paste it into the app’s configuration."));
  await_server (self);
}

static void
on_open_clicked (PaddockConnectResult *self)
{
  if (self->item != NULL)
    g_signal_emit (self, open_signal, 0, self->item);
}

static void
paddock_connect_result_dispose (GObject *object)
{
  PaddockConnectResult *self = PADDOCK_CONNECT_RESULT (object);

  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_CONNECT_RESULT);
  g_clear_object (&self->client);
  g_clear_object (&self->item);

  G_OBJECT_CLASS (paddock_connect_result_parent_class)->dispose (object);
}

static void
paddock_connect_result_finalize (GObject *object)
{
  PaddockConnectResult *self = PADDOCK_CONNECT_RESULT (object);

  g_free (self->path);
  paddock_app_addition_free (self->addition);
  g_free (self->copied);

  G_OBJECT_CLASS (paddock_connect_result_parent_class)->finalize (object);
}

static void
paddock_connect_result_class_init (PaddockConnectResultClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = paddock_connect_result_dispose;
  object_class->finalize = paddock_connect_result_finalize;
  open_signal = g_signal_new ("open-server", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                              NULL, NULL, G_TYPE_NONE, 1, PADDOCK_TYPE_SERVER_ITEM);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-connect-result"));
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectResult, place);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectResult, copy_button);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectResult, how);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectResult, view);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectResult, entry);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectResult, then);
  gtk_widget_class_bind_template_child (widget_class, PaddockConnectResult, status);
  gtk_widget_class_bind_template_callback (widget_class, on_copy_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_open_clicked);
}

static void
paddock_connect_result_init (PaddockConnectResult *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_connect_result_set_client:
 *
 * Sets the client that sees the server come. Called once.
 */
void
paddock_connect_result_set_client (PaddockConnectResult *self,
                                   PaddockClient        *client)
{
  g_set_object (&self->client, client);
  g_signal_connect_object (paddock_client_get_servers (client), "items-changed",
                           G_CALLBACK (on_servers_changed), self, G_CONNECT_SWAPPED);
}

/**
 * paddock_connect_result_set_app:
 * @path: (nullable): the file that is meant
 * @n_files: how many files the app has
 *
 * Sets the app for which the text is.
 */
void
paddock_connect_result_set_app (PaddockConnectResult *self,
                                const PaddockApp     *app,
                                const char           *path,
                                guint                 n_files)
{
  g_autofree char *shown = path != NULL ? paddock_text_shorten (path, g_get_home_dir ()) : NULL;
  g_autofree char *escaped = shown != NULL ? paddock_text_escape (shown, -1) : NULL;
  g_autofree char *place = paddock_connect_text_place (app, escaped, n_files);
  g_autofree char *then = paddock_connect_text_then (app);

  self->app = app;
  g_free (self->path);
  self->path = g_strdup (path);
  gtk_label_set_text (self->place, place);
  gtk_label_set_text (self->then, then);
}

/**
 * paddock_connect_result_show:
 * @addition: (nullable) (transfer full): the text; %NULL: there is none
 * @problem: why there is none, or ""
 *
 * Shows the text to copy.
 */
void
paddock_connect_result_show (PaddockConnectResult *self,
                             PaddockAppAddition   *addition,
                             const char           *problem)
{
  g_autofree char *how = addition != NULL ? paddock_connect_text_how (addition)
                                          : g_strdup (problem);
  g_autofree char *text = addition != NULL ? g_strchomp (g_strdup (addition->text)) : g_strdup ("");

  paddock_app_addition_free (self->addition);
  self->addition = addition;
  show_label (self->how, how);
  /* A newline at the end would be an empty line in the text view. */
  gtk_text_buffer_set_text (self->entry, text, -1);
  gtk_widget_set_visible (self->view, addition != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->then), addition != NULL);
  gtk_widget_set_sensitive (self->copy_button, addition != NULL);
}
