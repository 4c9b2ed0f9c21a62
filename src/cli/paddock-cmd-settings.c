/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-cmd-settings.h"

#include "paddock-commands.h"

#include "paddock-names.h"
#include "paddock-settings.h"
#include "paddock-table.h"

#include "config.h"

#include <glib/gi18n.h>

/* `paddock settings`: lists the user's settings, or changes one. The service watches the settings,
 * so this command does not call the service.
 *
 * A change that could share more, or record less, must be made by the user in the window. Then the
 * command changes nothing, and opens the preferences in the window. Without a window, the command
 * makes the change. None of this stops a program that writes to GSettings itself
 * (docs/security.md). */

/* How long to wait for the window, in ms. The window may have to be started first. */
#define WINDOW_TIMEOUT 30000

static PaddockExit
list (PaddockCli *cli,
      GSettings  *settings)
{
  const char * const *keys = paddock_settings_get_keys ();
  const char * const no_headers[] = { "", "", "", NULL };
  g_autoptr (PaddockTable) table = paddock_table_new (no_headers);
  g_autofree char *text = NULL;

  for (gsize i = 0; keys[i] != NULL; i++) {
    g_autofree char *value = NULL;
    g_autofree char *summary = NULL;

    if (!paddock_settings_has_key (settings, keys[i]))
      continue;
    value = paddock_settings_dup_text (settings, keys[i]);
    /* Translators: %s is what a setting does */
    summary = g_settings_is_writable (settings, keys[i])
                ? g_strdup (paddock_settings_get_summary (keys[i]))
                : g_strdup_printf (_("%s (locked by an administrator)"),
                                   paddock_settings_get_summary (keys[i]));
    {
      const char * const cells[] = { keys[i], value, summary, NULL };

      paddock_table_add_row (table, cells);
    }
  }
  text = paddock_table_to_text (table);
  paddock_cli_print (cli, "%s", text);
  return PADDOCK_EXIT_OK;
}

/**
 * paddock_cmd_settings_open:
 *
 * Opens the preferences in the window.
 *
 * Returns: whether the window opened them; %FALSE if there is no window
 */
gboolean
paddock_cmd_settings_open (void)
{
  g_autoptr (GDBusConnection) connection = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GError) error = NULL;

  if (connection == NULL)
    return FALSE;
  reply = g_dbus_connection_call_sync (connection, PADDOCK_APP_ID, PADDOCK_APP_OBJECT_PATH,
                                       "org.freedesktop.Application", "ActivateAction",
                                       g_variant_new ("(sava{sv})", PADDOCK_ACTION_PREFERENCES,
                                                      NULL, NULL),
                                       NULL, G_DBUS_CALL_FLAGS_NONE, WINDOW_TIMEOUT, NULL, &error);
  if (reply == NULL)
    g_info ("There is no window: %s", error->message);
  return reply != NULL;
}

static PaddockExit
set (PaddockCli *cli,
     GSettings  *settings,
     const char *key,
     const char *text)
{
  g_autoptr (GVariant) before = g_settings_get_value (settings, key);
  g_autoptr (GVariant) after = NULL;
  g_autoptr (GError) error = NULL;

  after = paddock_settings_parse (settings, key, text, &error);
  if (after == NULL) {
    paddock_cli_complain (cli, "%s", error->message);
    return PADDOCK_EXIT_USAGE;
  }
  if (g_variant_equal (before, after))
    return PADDOCK_EXIT_OK;
  if (paddock_settings_widens (key, before, after) && paddock_cmd_settings_open ()) {
    paddock_cli_complain (cli, "%s", _("Not changed: this could share more, or record less. "
                                       "Paddock’s window now shows Preferences. Make the change "
                                       "there."));
    return PADDOCK_EXIT_PENDING;
  }
  if (!g_settings_set_value (settings, key, after)) {
    paddock_cli_complain (cli, "%s", _("Not changed: an administrator locked this setting."));
    return PADDOCK_EXIT_REFUSED;
  }
  g_settings_sync ();
  return PADDOCK_EXIT_OK;
}

static gboolean
is_known (const char *key)
{
  return g_strv_contains (paddock_settings_get_keys (), key);
}

/* Runs `paddock settings`. Returns PADDOCK_EXIT_PENDING if the user must make the change in the
 * window, which was opened. Returns PADDOCK_EXIT_REFUSED if an administrator locked the setting, or
 * if no settings are installed. */
static PaddockExit
run_command (PaddockCli        *cli,
             const PaddockVerb *verb,
             GStrv             *argv)
{
  g_auto (GStrv) arguments = NULL;
  const GOptionEntry entries[] = {
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &arguments, NULL, NULL },
    G_OPTION_ENTRY_NULL
  };
  g_autoptr (GSettings) settings = NULL;
  guint n_arguments;
  PaddockExit status;

  if (!paddock_cli_parse (cli, verb, entries, argv, &status))
    return status;
  n_arguments = arguments != NULL ? g_strv_length (arguments) : 0;
  if (n_arguments > 2)
    return paddock_cli_misuse (cli, verb, "%s", _("Give at most one setting and one value."));
  if (n_arguments > 0 && !is_known (arguments[0]))
    return paddock_cli_misuse (cli, verb, "%s", _("Unknown setting. To list all settings, type "
                                                  "“paddock settings”."));

  settings = paddock_settings_new ();
  if (settings == NULL || (n_arguments > 0 && !paddock_settings_has_key (settings, arguments[0]))) {
    paddock_cli_complain (cli, "%s", _("Paddock’s settings aren’t installed, so the defaults "
                                       "apply."));
    return PADDOCK_EXIT_REFUSED;
  }
  if (n_arguments == 0)
    return list (cli, settings);
  if (n_arguments == 2)
    return set (cli, settings, arguments[0], arguments[1]);
  {
    g_autofree char *value = paddock_settings_dup_text (settings, arguments[0]);

    paddock_cli_print (cli, "%s\n", value);
  }
  return PADDOCK_EXIT_OK;
}

const PaddockVerb paddock_cmd_settings = {
  .name = "settings",
  .synopsis = N_("[SETTING [VALUE]]"),
  .summary = N_("Show settings, or change one"),
  .description =
    N_("If a change could share more or record less, Paddock opens its window, and you make the "
       "change there. If no window can open, the command makes the change."),
  .run = run_command,
};
