/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-service-settings.h"

#include "paddock-autostart.h"
#include "paddock-documents.h"
#include "paddock-names.h"
#include "paddock-setting-changes.h"

/* Applies the user's settings in the service. The service owns this object.
 *
 * The settings belong to the window. The service also runs without their schema, and then it keeps
 * the strictest choice: it asks. The schema may be that of another version, so a key may be
 * missing. Any program of the user may write the settings. */

/* Setting: whether to ask the user before a program widens access. */
#define ASK_KEY        "ask-before-widening"
/* Setting: whether the service starts at login, and then stays. */
#define LOGIN_KEY      "run-at-login"
/* Setting: the largest file that the service reads for a server, in bytes. */
#define SIZE_LIMIT_KEY "read-size-limit"
/* Setting: for how many days the service keeps activity; 0: forever. */
#define DAYS_KEY       "activity-days"
/* Setting: whether the desktop lets Paddock run only while a window is open. The window sets it in
 * a sandbox. */
#define REFUSED_KEY    "background-refused"
/* Setting: whether the user wants Paddock to run while no window is open. */
#define BACKGROUND_KEY "run-in-background"

struct _PaddockServiceSettings {
  PaddockState          *state;         /* (owned) */
  PaddockGate           *gate;          /* (owned) */
  PaddockReading        *reading;       /* (owned) */
  PaddockRetention      *retention;     /* (owned) */
  PaddockIdleExit       *idle_exit;     /* (owned) (nullable) NULL: the service does not end by
                                         * itself */
  GSettingsSchema       *schema;        /* (owned) (nullable) the schema of the settings; NULL: not
                                         * installed */
  GSettings             *settings;      /* (owned) (nullable) the user's settings; NULL if @schema
                                         * is NULL */
  PaddockSettingChanges *changes;       /* (owned) (nullable) notices changed settings; NULL if
                                         * @schema is NULL */
  gboolean               is_asking_off; /* the last journal entry about asking that this service
                                         * wrote says that asking is off */
};

static gboolean
has_key (PaddockServiceSettings *self,
         const char             *key)
{
  return self->schema != NULL && g_settings_schema_has_key (self->schema, key);
}

/* Applies the setting whether to ask the user. Writes to the journal if asking was switched off or
 * on again. At the start of the service, writes an entry if asking is off: a program may have
 * changed the setting while no service ran. */
static void
on_ask_changed (PaddockServiceSettings *self)
{
  gboolean asks = g_settings_get_boolean (self->settings, ASK_KEY);

  paddock_gate_set_ask (self->gate, asks);
  if (self->is_asking_off == !asks)
    return;

  self->is_asking_off = !asks;
  paddock_state_log (self->state, &(PaddockJournalEntry) {
    .event = asks ? PADDOCK_EVENT_ASKING_ON : PADDOCK_EVENT_ASKING_OFF,
  });
}

static void
apply_login (PaddockServiceSettings *self)
{
  if (self->idle_exit != NULL)
    paddock_idle_exit_set_need (self->idle_exit, PADDOCK_IDLE_EXIT_LOGIN,
                                paddock_service_settings_run_at_login (self));
}

static void
on_login_changed (PaddockServiceSettings *self)
{
  apply_login (self);
  paddock_autostart_apply (paddock_service_settings_run_at_login (self), FALSE);
}

static void
on_size_limit_changed (PaddockServiceSettings *self)
{
  paddock_reading_set_size_limit (self->reading,
                                  g_settings_get_int64 (self->settings, SIZE_LIMIT_KEY));
}

static void
on_days_changed (PaddockServiceSettings *self)
{
  paddock_retention_set_days (self->retention, g_settings_get_int (self->settings, DAYS_KEY));
}

static void
on_background_changed (PaddockServiceSettings *self)
{
  gboolean is_refused = paddock_documents_is_sandboxed () && has_key (self, REFUSED_KEY) &&
                        g_settings_get_boolean (self->settings, REFUSED_KEY);
  gboolean is_unwanted = has_key (self, BACKGROUND_KEY) &&
                         !g_settings_get_boolean (self->settings, BACKGROUND_KEY);

  if (self->idle_exit != NULL)
    paddock_idle_exit_set_bound (self->idle_exit, is_refused || is_unwanted);
}

/* Calls @callback at each later change of the setting @key. Returns whether the schema has this
 * setting. */
static gboolean
follow (PaddockServiceSettings *self,
        const char             *key,
        GCallback               callback)
{
  g_autofree char *signal_name = g_strconcat ("changed::", key, NULL);

  if (!has_key (self, key))
    return FALSE;
  g_signal_connect_swapped (self->settings, signal_name, callback, self);
  return TRUE;
}

/**
 * paddock_service_settings_new:
 * @state: gets a row in its journal if the user is not asked any more
 * @gate: is told whether to ask the user
 * @reading: is told how large a file may be
 * @retention: is told how long to keep activity
 *
 * Applies the user's current settings, and each later change.
 *
 * Returns: (transfer full): the settings, even if no schema is installed
 */
PaddockServiceSettings *
paddock_service_settings_new (PaddockState     *state,
                              PaddockGate      *gate,
                              PaddockReading   *reading,
                              PaddockRetention *retention)
{
  PaddockServiceSettings *self = g_new0 (PaddockServiceSettings, 1);
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();

  self->state = g_object_ref (state);
  self->gate = g_object_ref (gate);
  self->reading = g_object_ref (reading);
  self->retention = g_object_ref (retention);
  if (source != NULL)
    self->schema = g_settings_schema_source_lookup (source, PADDOCK_APP_ID, TRUE);
  if (self->schema == NULL)
    return self;

  self->settings = g_settings_new_full (self->schema, NULL, NULL);
  if (follow (self, ASK_KEY, G_CALLBACK (on_ask_changed)))
    on_ask_changed (self);
  follow (self, LOGIN_KEY, G_CALLBACK (on_login_changed));
  paddock_autostart_apply (paddock_service_settings_run_at_login (self), TRUE);
  if (follow (self, SIZE_LIMIT_KEY, G_CALLBACK (on_size_limit_changed)))
    on_size_limit_changed (self);
  if (follow (self, DAYS_KEY, G_CALLBACK (on_days_changed)))
    on_days_changed (self);
  follow (self, REFUSED_KEY, G_CALLBACK (on_background_changed));
  follow (self, BACKGROUND_KEY, G_CALLBACK (on_background_changed));
  self->changes = paddock_setting_changes_new (self->settings);
  return self;
}

/**
 * paddock_service_settings_free:
 * @self: (transfer full): settings
 */
void
paddock_service_settings_free (PaddockServiceSettings *self)
{
  g_clear_pointer (&self->changes, paddock_setting_changes_free);
  if (self->settings != NULL)
    g_signal_handlers_disconnect_by_data (self->settings, self);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->schema, g_settings_schema_unref);
  g_clear_object (&self->idle_exit);
  g_object_unref (self->retention);
  g_object_unref (self->reading);
  g_object_unref (self->gate);
  g_object_unref (self->state);
  g_free (self);
}

/**
 * paddock_service_settings_set_idle_exit:
 * @self: settings
 * @idle_exit: (nullable): is told whether the user wants the service to stay
 */
void
paddock_service_settings_set_idle_exit (PaddockServiceSettings *self,
                                        PaddockIdleExit        *idle_exit)
{
  g_set_object (&self->idle_exit, idle_exit);
  apply_login (self);
  on_background_changed (self);
}

/**
 * paddock_service_settings_set_bus:
 * @self: settings
 * @connection: (nullable): the session bus; %NULL: the bus is lost
 *
 * Notices changed settings on a new connection to the bus.
 */
void
paddock_service_settings_set_bus (PaddockServiceSettings *self,
                                  GDBusConnection        *connection)
{
  if (self->changes != NULL)
    paddock_setting_changes_set_bus (self->changes, connection);
}

/**
 * paddock_service_settings_run_at_login:
 * @self: settings
 *
 * Returns: whether the user wants the service to start at login
 */
gboolean
paddock_service_settings_run_at_login (PaddockServiceSettings *self)
{
  return has_key (self, LOGIN_KEY) && g_settings_get_boolean (self->settings, LOGIN_KEY);
}
