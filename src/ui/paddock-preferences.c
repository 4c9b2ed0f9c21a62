/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-preferences.h"

#include "paddock-client-call.h"
#include "paddock-client-facts.h"
#include "paddock-never-dialog.h"
#include "paddock-presence-text.h"
#include "paddock-sentences.h"
#include "paddock-settings.h"
#include "paddock-template.h"
#include "paddock-time-text.h"
#include "paddock-toast.h"

#include <glib/gi18n.h>

/* The settings window. GTK owns the window until it is closed. The window stores nothing: the
 * service stores the pause, and GSettings stores everything else, where the service reads it. A key
 * that an administrator locked can't be changed, and the window says so. The switches have no
 * GAction, because some of them widen access, and GTK exports actions on the session bus. */

struct _PaddockPreferences
{
  AdwWindow parent_instance;

  PaddockClient *client;      /* (owned) */
  GSettings *settings;        /* (owned) (nullable) NULL: no schema is installed */
  GFileMonitor *monitor;      /* (owned) (nullable) watches the autostart file; NULL: it is not
                               * watched */
  gboolean is_updating;       /* TRUE while the code, not the user, changes a row */

  GtkSwitch *pause;
  AdwPreferencesGroup *presence;
  GtkWidget *background;
  GtkWidget *login;
  AdwActionRow *login_row;
  AdwComboRow *access;
  AdwComboRow *duration;
  GtkWidget *ask;
  AdwComboRow *size;
  AdwComboRow *days;
  AdwPreferencesGroup *locked;
};

G_DEFINE_FINAL_TYPE (PaddockPreferences, paddock_preferences, ADW_TYPE_WINDOW)

/* The values of the settings for access and duration, in the order in which the lists show them. */
static const char * const access_values[] = { "read-write", "read-only", NULL };
static const char * const duration_values[] = { "session", "hour", "today", NULL };

/* The numbers that the lists of file sizes and of days offer. If the setting has another number,
 * the list offers that number as well. */
static const gint64 sizes[] = { 0, 256 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20, 256 << 20 };
static const gint64 days[] = { 7, 30, 90, 365, 1095, 0 };

static void
show_pause (PaddockPreferences *self)
{
  gboolean is_paused = paddock_client_is_paused (self->client);

  self->is_updating = TRUE;
  gtk_switch_set_active (self->pause, is_paused);
  gtk_switch_set_state (self->pause, is_paused);
  self->is_updating = FALSE;
}

static void
show_presence (PaddockPreferences *self)
{
  PaddockPresence presence = paddock_presence_text_look (self->client, self->settings);
  g_autofree char *text = paddock_presence_text_make_closing (&presence);

  adw_preferences_group_set_description (self->presence, text);
}

static void
show_login (PaddockPreferences *self)
{
  gboolean is_on, is_refused;

  if (!paddock_settings_has_key (self->settings, PADDOCK_SETTING_LOGIN))
    return;
  is_on = g_settings_get_boolean (self->settings, PADDOCK_SETTING_LOGIN);
  if (*paddock_client_facts_get_sandbox (self->client) == '\0') {
    adw_action_row_set_subtitle (self->login_row,
                                 paddock_presence_text_get_login (is_on,
                                                                  paddock_autostart_find ()));
    return;
  }
  is_refused = paddock_settings_has_key (self->settings, PADDOCK_SETTING_LOGIN_REFUSED) &&
               g_settings_get_boolean (self->settings, PADDOCK_SETTING_LOGIN_REFUSED);
  adw_action_row_set_subtitle (self->login_row,
                               paddock_presence_text_get_portal_login (is_on, is_refused));
}

static void
show_state (PaddockPreferences *self)
{
  show_pause (self);
  show_presence (self);
  show_login (self);
}

static char *
make_size (gint64 size)
{
  return size > 0 ? g_format_size_full (size, G_FORMAT_SIZE_IEC_UNITS)
                  : g_strdup (_("Don’t read files"));
}

static char *
make_days (gint64 n_days)
{
  if (n_days == 0)
    return g_strdup (_("Forever"));
  return g_strdup_printf (ngettext ("%u day", "%u days", (guint) n_days), (guint) n_days);
}

/* A row in which the user chooses a number: the key of the setting, the offered numbers, and their
 * texts. */
typedef struct {
  const char   *key;
  const gint64 *values;
  gsize         n_values;
  char        *(*make_text)(gint64 value);
} Numbers;

static const Numbers size_numbers = {
  PADDOCK_SETTING_READ_SIZE, sizes, G_N_ELEMENTS (sizes), make_size
};
static const Numbers days_numbers = {
  PADDOCK_SETTING_DAYS, days, G_N_ELEMENTS (days), make_days
};

static gint64
get_number (PaddockPreferences *self,
            const char         *key)
{
  g_autoptr (GVariant) value = g_settings_get_value (self->settings, key);

  return g_variant_is_of_type (value, G_VARIANT_TYPE_INT32) ? g_variant_get_int32 (value)
                                                            : g_variant_get_int64 (value);
}

static void
set_number (PaddockPreferences *self,
            const char         *key,
            gint64              number)
{
  g_autoptr (GVariant) value = g_settings_get_value (self->settings, key);

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_INT32))
    g_settings_set_int (self->settings, key, (int) number);
  else
    g_settings_set_int64 (self->settings, key, number);
}

static void
show_number (PaddockPreferences *self,
             AdwComboRow        *row,
             const Numbers      *numbers)
{
  gint64 set = get_number (self, numbers->key);
  g_autoptr (GtkStringList) list = NULL;
  guint selected = adw_combo_row_get_selected (row);

  /* The list shows the number already. The list must not be replaced, because the user may have it
   * open. */
  if (adw_combo_row_get_model (row) != NULL && selected < numbers->n_values &&
      numbers->values[selected] == set)
    return;

  list = gtk_string_list_new (NULL);
  selected = numbers->n_values;
  for (gsize i = 0; i < numbers->n_values; i++) {
    g_autofree char *text = numbers->make_text (numbers->values[i]);

    gtk_string_list_append (list, text);
    if (numbers->values[i] == set)
      selected = i;
  }
  if (selected == numbers->n_values) {
    g_autofree char *text = numbers->make_text (set);

    gtk_string_list_append (list, text);
  }
  self->is_updating = TRUE;
  adw_combo_row_set_model (row, G_LIST_MODEL (list));
  adw_combo_row_set_selected (row, selected);
  self->is_updating = FALSE;
}

static void
take_number (PaddockPreferences *self,
             AdwComboRow        *row,
             const Numbers      *numbers)
{
  guint selected = adw_combo_row_get_selected (row);

  if (!self->is_updating && selected < numbers->n_values)
    set_number (self, numbers->key, numbers->values[selected]);
}

static void
show_size (PaddockPreferences *self)
{
  show_number (self, self->size, &size_numbers);
}

static void
on_size_selected (PaddockPreferences *self)
{
  take_number (self, self->size, &size_numbers);
}

static void
show_days (PaddockPreferences *self)
{
  show_number (self, self->days, &days_numbers);
}

static void
on_days_selected (PaddockPreferences *self)
{
  take_number (self, self->days, &days_numbers);
}

static void
on_pause_called (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (PaddockPreferences) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!paddock_client_call_finish (PADDOCK_CLIENT (source), result, NULL, &error))
    paddock_toast_show_error (GTK_WIDGET (self->pause), error);
  show_pause (self);
}

/* Pauses or resumes sharing. Returns TRUE, so that the switch changes only when the service reports
 * the change. */
static gboolean
on_pause_set (PaddockPreferences *self,
              gboolean            is_on)
{
  if (self->is_updating || is_on == paddock_client_is_paused (self->client))
    return FALSE;
  if (is_on)
    paddock_client_call_async (self->client, "Pause", NULL, NULL, on_pause_called,
                               g_object_ref (self));
  else
    paddock_client_call_async (self->client, "Resume", NULL, NULL, on_pause_called,
                               g_object_ref (self));

  return TRUE;
}

static void
on_never (PaddockPreferences *self)
{
  gtk_window_present (GTK_WINDOW (paddock_never_dialog_new (GTK_WINDOW (self), self->client)));
}

static gboolean
value_to_selected (GValue   *value,
                   GVariant *variant,
                   gpointer  user_data)
{
  const char * const *values = user_data;

  for (guint i = 0; values[i] != NULL; i++)
    if (g_str_equal (values[i], g_variant_get_string (variant, NULL)))
      g_value_set_uint (value, i);

  return TRUE;
}

static GVariant *
selected_to_value (const GValue       *value,
                   const GVariantType *type,
                   gpointer            user_data)
{
  const char * const *values = user_data;
  guint selected = g_value_get_uint (value);

  return selected < g_strv_length ((GStrv) values) ? g_variant_new_string (values[selected]) : NULL;
}

static void
follow_switch (PaddockPreferences *self,
               const char         *key,
               GtkWidget          *toggle)
{
  if (paddock_settings_has_key (self->settings, key))
    g_settings_bind (self->settings, key, toggle, "active", G_SETTINGS_BIND_DEFAULT);
  else
    gtk_widget_set_sensitive (toggle, FALSE);
}

static void
follow_list (PaddockPreferences *self,
             const char         *key,
             AdwComboRow        *row,
             const char * const *values)
{
  if (paddock_settings_has_key (self->settings, key))
    g_settings_bind_with_mapping (self->settings, key, row, "selected", G_SETTINGS_BIND_DEFAULT,
                                  value_to_selected, selected_to_value, (gpointer) values, NULL);
  else
    gtk_widget_set_sensitive (GTK_WIDGET (row), FALSE);
}

static void
show_locked (PaddockPreferences *self)
{
  const char * const *keys = paddock_settings_get_keys ();
  gboolean is_locked = self->settings == NULL;

  for (gsize i = 0; self->settings != NULL && keys[i] != NULL; i++)
    is_locked = is_locked || (paddock_settings_has_key (self->settings, keys[i]) &&
                              !g_settings_is_writable (self->settings, keys[i]));
  gtk_widget_set_visible (GTK_WIDGET (self->locked), is_locked);
}

static void
follow_number (PaddockPreferences *self,
               AdwComboRow        *row,
               const Numbers      *numbers,
               void              (*show)(PaddockPreferences *self))
{
  g_autofree char *changed = g_strconcat ("changed::", numbers->key, NULL);

  if (!paddock_settings_has_key (self->settings, numbers->key)) {
    gtk_widget_set_sensitive (GTK_WIDGET (row), FALSE);
    return;
  }
  g_settings_bind_writable (self->settings, numbers->key, row, "sensitive", FALSE);
  g_signal_connect_object (self->settings, changed, G_CALLBACK (show), self, G_CONNECT_SWAPPED);
  show (self);
}

static void
fill_lists (PaddockPreferences *self)
{
  const char * const accesses[] = { _("Read and write"), _("Read only"), NULL };
  static const PaddockDurationKind durations[] = {
    PADDOCK_DURATION_SESSION, PADDOCK_DURATION_HOUR, PADDOCK_DURATION_TODAY,
  };
  g_autoptr (GtkStringList) access_list = gtk_string_list_new (accesses);
  g_autoptr (GtkStringList) duration_list = gtk_string_list_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (durations); i++)
    gtk_string_list_take (duration_list, paddock_time_text_duration (durations[i], NULL));
  adw_combo_row_set_model (self->access, G_LIST_MODEL (access_list));
  adw_combo_row_set_model (self->duration, G_LIST_MODEL (duration_list));
}

static void
follow_settings (PaddockPreferences *self)
{
  g_autofree char *path = paddock_autostart_dup_path ();
  g_autoptr (GFile) file = g_file_new_for_path (path);

  fill_lists (self);
  follow_switch (self, PADDOCK_SETTING_BACKGROUND, self->background);
  follow_switch (self, PADDOCK_SETTING_LOGIN, self->login);
  follow_switch (self, PADDOCK_SETTING_ASK, self->ask);
  follow_list (self, PADDOCK_SETTING_ACCESS, self->access, access_values);
  follow_list (self, PADDOCK_SETTING_DURATION, self->duration, duration_values);
  follow_number (self, self->size, &size_numbers, show_size);
  follow_number (self, self->days, &days_numbers, show_days);
  show_locked (self);
  if (self->settings == NULL)
    return;

  g_signal_connect_object (self->settings, "changed", G_CALLBACK (show_state), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->settings, "writable-changed", G_CALLBACK (show_locked), self,
                           G_CONNECT_SWAPPED);
  /* The service writes the autostart file a moment after the setting changed, so the window watches
   * the file. */
  self->monitor = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (show_login), self,
                             G_CONNECT_SWAPPED);
}

static void
paddock_preferences_dispose (GObject *object)
{
  PaddockPreferences *self = PADDOCK_PREFERENCES (object);

  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_PREFERENCES);
  g_clear_object (&self->monitor);
  g_clear_object (&self->settings);
  g_clear_object (&self->client);

  G_OBJECT_CLASS (paddock_preferences_parent_class)->dispose (object);
}

static void
paddock_preferences_class_init (PaddockPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_preferences_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-preferences"));
  gtk_widget_class_bind_template_child (widget_class, PaddockPreferences, pause);
  gtk_widget_class_bind_template_child (widget_class, PaddockPreferences, presence);
  gtk_widget_class_bind_template_child (widget_class, PaddockPreferences, background);
  gtk_widget_class_bind_template_child (widget_class, PaddockPreferences, login);
  gtk_widget_class_bind_template_child (widget_class, PaddockPreferences, login_row);
  gtk_widget_class_bind_template_child (widget_class, PaddockPreferences, access);
  gtk_widget_class_bind_template_child (widget_class, PaddockPreferences, duration);
  gtk_widget_class_bind_template_child (widget_class, PaddockPreferences, ask);
  gtk_widget_class_bind_template_child (widget_class, PaddockPreferences, size);
  gtk_widget_class_bind_template_child (widget_class, PaddockPreferences, days);
  gtk_widget_class_bind_template_child (widget_class, PaddockPreferences, locked);
  gtk_widget_class_bind_template_callback (widget_class, on_pause_set);
  gtk_widget_class_bind_template_callback (widget_class, on_size_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_days_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_never);
}

static void
paddock_preferences_init (PaddockPreferences *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_preferences_new:
 * @client: the client
 *
 * Returns: (transfer none): the settings window; GTK owns it until it is closed
 */
PaddockPreferences *
paddock_preferences_new (GtkWindow     *parent,
                         PaddockClient *client)
{
  PaddockPreferences *self = g_object_new (PADDOCK_TYPE_PREFERENCES, "transient-for", parent, NULL);

  self->client = g_object_ref (client);
  self->settings = paddock_settings_new ();
  follow_settings (self);
  g_signal_connect_object (client, "notify", G_CALLBACK (show_state), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (paddock_client_get_servers (client), "items-changed",
                           G_CALLBACK (show_presence), self, G_CONNECT_SWAPPED);
  show_state (self);

  return self;
}
