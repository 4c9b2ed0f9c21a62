/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-apps-outside.h"

#include "paddock-app-index.h"
#include "paddock-countdown.h"
#include "paddock-own-command.h"
#include "paddock-template.h"
#include "paddock-text.h"
#include "paddock-toast.h"

#include <glib/gi18n.h>

/* The Apps page in a sandbox, which can't reach the files of apps: commands for a terminal, and
 * what the service knows of servers that go through Paddock. The Apps page owns it. */

struct _PaddockAppsOutside
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) (nullable) */
  PaddockCountdown *countdown; /* (owned) */

  AdwActionRow *connect_row;
  GtkWidget *connect_button;
  AdwActionRow *restore_row;
  GtkWidget *restore_button;
  GtkWidget *servers_title;
  GtkListBox *servers;
};

G_DEFINE_FINAL_TYPE (PaddockAppsOutside, paddock_apps_outside, ADW_TYPE_BIN)

typedef enum {
  PROP_CLIENT = 1,
} PaddockAppsOutsideProperty;

static GParamSpec *properties[PROP_CLIENT + 1];

static void
on_copy_clicked (PaddockAppsOutside *self,
                 GtkWidget          *button)
{
  AdwActionRow *row = button == self->connect_button ? self->connect_row : self->restore_row;

  gdk_clipboard_set_text (gtk_widget_get_clipboard (button), adw_action_row_get_subtitle (row));
  paddock_toast_show (button, _("Copied. Paste it into a terminal."));
}

static char *
describe (PaddockAppsOutside    *self,
          const PaddockAppIndex *index,
          const PaddockAppNote  *note)
{
  PaddockServerItem *server = paddock_app_index_find_server (index, note->key);
  const PaddockServerView *view = server != NULL ? paddock_server_item_get_view (server) : NULL;
  const PaddockApp *app = paddock_app_find (note->app);
  PaddockAppState state = PADDOCK_APP_STATE_WAITING;
  PaddockAppTextTime time = { .now = g_get_real_time () };
  char *text;

  if (app == NULL)
    return g_strdup ("");
  if (view != NULL) {
    time.seen = view->server->last_seen;
    state = view->sessions->len > 0 ? PADDOCK_APP_STATE_CONNECTED : PADDOCK_APP_STATE_AWAY;
  }
  text = paddock_app_text_state (app, state, &time);
  paddock_countdown_ask (self->countdown, time.next);
  return text;
}

static void
add_row (PaddockAppsOutside    *self,
         const PaddockAppIndex *index,
         const PaddockAppNote  *note)
{
  const PaddockApp *app = paddock_app_find (note->app);
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *server = paddock_text_escape_name (note->server);
  g_autofree char *path = paddock_text_shorten (note->path, g_get_home_dir ());
  g_autofree char *state = describe (self, index, note);
  g_autofree char *subtitle = NULL;

  subtitle = g_strjoin ("\n", path, app != NULL ? app->name : note->app, state, NULL);
  gtk_widget_set_overflow (row, GTK_OVERFLOW_HIDDEN);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), server);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), g_strchomp (subtitle));
  gtk_list_box_append (self->servers, row);
}

static void
show (PaddockAppsOutside *self)
{
  GListModel *notes = self->client != NULL ? paddock_client_get_apps (self->client) : NULL;
  g_autoptr (PaddockAppIndex) index = NULL;
  GtkWidget *row;
  guint n_shown = 0;

  if (notes == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  index = paddock_app_index_new (self->client);
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->servers))) != NULL)
    gtk_list_box_remove (self->servers, row);
  for (guint i = 0; i < g_list_model_get_n_items (notes); i++) {
    g_autoptr (PaddockAppItem) item = g_list_model_get_item (notes, i);
    const PaddockAppNote *note = paddock_app_item_get_note (item);

    if (note->is_gone)
      continue;
    add_row (self, index, note);
    n_shown++;
  }
  gtk_widget_set_visible (self->servers_title, n_shown > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->servers), n_shown > 0);
}

static void
show_commands (PaddockAppsOutside *self)
{
  g_autofree char *program = paddock_own_command_find (BINDIR);
  g_autofree char *quoted = g_shell_quote (program != NULL ? program : "paddock-host");
  g_autofree char *connect = g_strconcat (quoted, " apps connect --all", NULL);
  g_autofree char *restore = g_strconcat (quoted, " apps restore --all", NULL);

  adw_action_row_set_subtitle (self->connect_row, connect);
  adw_action_row_set_subtitle (self->restore_row, restore);
}

static void
set_client (PaddockAppsOutside *self,
            PaddockClient      *client)
{
  if (!g_set_object (&self->client, client) || client == NULL)
    return;
  g_signal_connect_object (paddock_client_get_apps (client), "items-changed", G_CALLBACK (show),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (client, "sight-changed", G_CALLBACK (show), self, G_CONNECT_SWAPPED);
}

static void
paddock_apps_outside_set_property (GObject      *object,
                                   guint         property_id,
                                   const GValue *value,
                                   GParamSpec   *pspec)
{
  PaddockAppsOutside *self = PADDOCK_APPS_OUTSIDE (object);

  switch ((PaddockAppsOutsideProperty) property_id) {
    case PROP_CLIENT:
      set_client (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
  }
}

static void
paddock_apps_outside_dispose (GObject *object)
{
  PaddockAppsOutside *self = PADDOCK_APPS_OUTSIDE (object);

  /* Removes the child before the template frees it. AdwBin's own dispose unparents the child too,
   * and would use a freed widget. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_APPS_OUTSIDE);
  g_clear_object (&self->countdown);
  g_clear_object (&self->client);

  G_OBJECT_CLASS (paddock_apps_outside_parent_class)->dispose (object);
}

static void
paddock_apps_outside_class_init (PaddockAppsOutsideClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = paddock_apps_outside_set_property;
  object_class->dispose = paddock_apps_outside_dispose;

  properties[PROP_CLIENT] =
    g_param_spec_object ("client", NULL, NULL, PADDOCK_TYPE_CLIENT,
                         G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-apps-outside"));
  gtk_widget_class_bind_template_child (widget_class, PaddockAppsOutside, connect_row);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppsOutside, connect_button);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppsOutside, restore_row);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppsOutside, restore_button);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppsOutside, servers_title);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppsOutside, servers);
  gtk_widget_class_bind_template_callback (widget_class, on_copy_clicked);
}

static void
paddock_apps_outside_init (PaddockAppsOutside *self)
{
  self->countdown = paddock_countdown_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  show_commands (self);
  g_signal_connect_object (self->countdown, "due", G_CALLBACK (show), self, G_CONNECT_SWAPPED);
  g_signal_connect_after (self, "map", G_CALLBACK (show), NULL);
}
