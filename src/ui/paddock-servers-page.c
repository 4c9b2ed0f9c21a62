/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-servers-page.h"

#include "paddock-client.h"
#include "paddock-sentences.h"
#include "paddock-server-row.h"
#include "paddock-template.h"
#include "paddock-toast.h"

#include <glib/gi18n.h>

/* The known servers, or how they come where there are none. Owned by the window; a row for each
 * item of the client's list. It holds no truth of its own. */

struct _PaddockServersPage
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) (nullable) */

  GtkStack *stack;
  GtkListBox *list;
  GtkLabel *socket;
};

G_DEFINE_FINAL_TYPE (PaddockServersPage, paddock_servers_page, ADW_TYPE_BIN)

typedef enum {
  PROP_CLIENT = 1,
} PaddockServersPageProperty;

static GParamSpec *properties[PROP_CLIENT + 1];

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  PaddockServersPage *self = user_data;

  return paddock_server_row_new (self->client, item);
}

static void
on_servers_changed (PaddockServersPage *self)
{
  GListModel *servers = paddock_client_get_servers (self->client);

  gtk_stack_set_visible_child_name (self->stack,
                                    g_list_model_get_n_items (servers) > 0 ? "list" : "empty");
}

static void
on_state_changed (PaddockServersPage *self)
{
  g_autofree char *path =
    paddock_sentence_path (paddock_client_get_socket_path (self->client), NULL);

  gtk_label_set_text (self->socket, path);
}

static void
on_copy_clicked (PaddockServersPage *self)
{
  const char *path = paddock_client_get_socket_path (self->client);

  if (path == NULL)
    return;

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), path);
  paddock_toast_show (GTK_WIDGET (self), _("Path copied"));
}

static void
set_client (PaddockServersPage *self,
            PaddockClient      *client)
{
  GListModel *servers;

  if (!g_set_object (&self->client, client) || client == NULL)
    return;

  servers = paddock_client_get_servers (client);
  gtk_list_box_bind_model (self->list, servers, create_row, self, NULL);
  g_signal_connect_object (servers, "items-changed", G_CALLBACK (on_servers_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (client, "notify::state", G_CALLBACK (on_state_changed), self,
                           G_CONNECT_SWAPPED);
  on_servers_changed (self);
  on_state_changed (self);
}

static void
paddock_servers_page_get_property (GObject    *object,
                                   guint       property_id,
                                   GValue     *value,
                                   GParamSpec *pspec)
{
  PaddockServersPage *self = PADDOCK_SERVERS_PAGE (object);

  switch ((PaddockServersPageProperty) property_id) {
    case PROP_CLIENT:
      g_value_set_object (value, self->client);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_servers_page_set_property (GObject      *object,
                                   guint         property_id,
                                   const GValue *value,
                                   GParamSpec   *pspec)
{
  PaddockServersPage *self = PADDOCK_SERVERS_PAGE (object);

  switch ((PaddockServersPageProperty) property_id) {
    case PROP_CLIENT:
      set_client (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_servers_page_dispose (GObject *object)
{
  PaddockServersPage *self = PADDOCK_SERVERS_PAGE (object);

  /* Of its own child AdwBin disposes too, and must not find it gone. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_SERVERS_PAGE);
  g_clear_object (&self->client);

  G_OBJECT_CLASS (paddock_servers_page_parent_class)->dispose (object);
}

static void
paddock_servers_page_class_init (PaddockServersPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = paddock_servers_page_get_property;
  object_class->set_property = paddock_servers_page_set_property;
  object_class->dispose = paddock_servers_page_dispose;

  properties[PROP_CLIENT] =
    g_param_spec_object ("client", NULL, NULL, PADDOCK_TYPE_CLIENT,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-servers-page"));
  gtk_widget_class_bind_template_child (widget_class, PaddockServersPage, stack);
  gtk_widget_class_bind_template_child (widget_class, PaddockServersPage, list);
  gtk_widget_class_bind_template_child (widget_class, PaddockServersPage, socket);
  gtk_widget_class_bind_template_callback (widget_class, on_copy_clicked);
}

static void
paddock_servers_page_init (PaddockServersPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
