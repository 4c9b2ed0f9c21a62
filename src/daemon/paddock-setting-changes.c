/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-setting-changes.h"

/* Notices which settings the user changed while the session bus was lost, or afterwards.
 *
 * The service's settings own this object. dconf reports changes over its own connection, which
 * stays closed forever once it was lost. After that GSettings still has the right values, but emits
 * no signal. So this object remembers the values, and listens to dconf on each later connection of
 * the service. When dconf reports a change, this object compares all values. For each value that
 * differs, it lets GSettings emit "changed".
 */
struct _PaddockSettingChanges
{
  GSettings       *settings;        /* (owned) */
  GStrv            keys;            /* (owned) the keys of all settings */
  GHashTable      *values;          /* (owned) key -> last known value, a GVariant; both owned */
  GDBusConnection *connection;      /* (owned) (nullable) the connection on which this object
                                     * listens to dconf; NULL: it does not listen */
  guint            subscription;
  gulong           changed_id;
  gboolean         had_bus;         /* the service has joined its first bus; on that bus GSettings
                                     * itself notices changes */
};

static void
remember (PaddockSettingChanges *self,
          const char            *key)
{
  g_hash_table_replace (self->values, g_strdup (key), g_settings_get_value (self->settings, key));
}

static void
on_changed (GSettings             *settings,
            const char            *key,
            PaddockSettingChanges *self)
{
  remember (self, key);
}

static void
look (PaddockSettingChanges *self)
{
  for (gsize i = 0; self->keys[i] != NULL; i++) {
    const char *key = self->keys[i];
    g_autoptr (GVariant) value = g_settings_get_value (self->settings, key);
    g_autofree char *signal = g_strconcat ("changed::", key, NULL);

    if (!g_variant_equal (value, g_hash_table_lookup (self->values, key)))
      g_signal_emit_by_name (self->settings, signal, key);
  }
}

static void
on_notify (GDBusConnection *connection,
           const char      *sender,
           const char      *path,
           const char      *interface,
           const char      *signal,
           GVariant        *parameters,
           gpointer         user_data)
{
  look (user_data);
}

/**
 * paddock_setting_changes_new:
 * @settings: the settings to follow
 *
 * Returns: (transfer full): a follower, which knows the current values
 */
PaddockSettingChanges *
paddock_setting_changes_new (GSettings *settings)
{
  PaddockSettingChanges *self = g_new0 (PaddockSettingChanges, 1);
  g_autoptr (GSettingsSchema) schema = NULL;

  g_object_get (settings, "settings-schema", &schema, NULL);
  self->keys = g_settings_schema_list_keys (schema);
  self->settings = g_object_ref (settings);
  self->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                        (GDestroyNotify) g_variant_unref);
  for (gsize i = 0; self->keys[i] != NULL; i++)
    remember (self, self->keys[i]);
  self->changed_id = g_signal_connect (settings, "changed", G_CALLBACK (on_changed), self);
  return self;
}

static void
let_go (PaddockSettingChanges *self)
{
  if (self->subscription != 0)
    g_dbus_connection_signal_unsubscribe (self->connection, self->subscription);
  self->subscription = 0;
  g_clear_object (&self->connection);
}

/**
 * paddock_setting_changes_free:
 * @self: (transfer full): a follower
 */
void
paddock_setting_changes_free (PaddockSettingChanges *self)
{
  let_go (self);
  g_clear_signal_handler (&self->changed_id, self->settings);
  g_hash_table_unref (self->values);
  g_strfreev (self->keys);
  g_object_unref (self->settings);
  g_free (self);
}

/**
 * paddock_setting_changes_set_bus:
 * @self: a follower
 * @connection: (nullable): the service's connection; %NULL: the bus is lost
 *
 * Reports the settings that changed while the bus was lost, and those that change from now on.
 */
void
paddock_setting_changes_set_bus (PaddockSettingChanges *self,
                                 GDBusConnection       *connection)
{
  let_go (self);
  if (connection == NULL)
    return;
  if (!self->had_bus) {
    self->had_bus = TRUE;
    return;
  }

  self->connection = g_object_ref (connection);
  self->subscription =
    g_dbus_connection_signal_subscribe (connection, NULL, "ca.desrt.dconf.Writer", "Notify", NULL,
                                        NULL, G_DBUS_SIGNAL_FLAGS_NONE, on_notify, self, NULL);
  look (self);
}
