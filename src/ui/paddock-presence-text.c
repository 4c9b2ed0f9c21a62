/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-presence-text.h"

#include "paddock-client-facts.h"
#include "paddock-settings.h"

#include <glib/gi18n.h>

/* Texts about what goes on and what stops when the window is closed. They promise only what is
 * known. */

/**
 * paddock_presence_text_find_stay:
 * @is_connected: whether the client is connected to the service; otherwise nothing is known
 * @is_refused: in a sandbox, whether the desktop ends the service with the window
 * @is_wanted: the user's setting to run in the background
 * @at_login: the user's setting to run from login to logout
 *
 * Returns: how long the service runs after the window is closed. If the desktop refuses, the
 *   settings don't matter
 */
PaddockStay
paddock_presence_text_find_stay (gboolean is_connected,
                                 gboolean is_refused,
                                 gboolean is_wanted,
                                 gboolean at_login)
{
  if (!is_connected)
    return PADDOCK_STAY_UNKNOWN;
  if (is_refused)
    return PADDOCK_STAY_REFUSED;
  if (!is_wanted)
    return PADDOCK_STAY_UNWANTED;
  return at_login ? PADDOCK_STAY_UNTIL_LOGOUT : PADDOCK_STAY_WHILE_NEEDED;
}

/**
 * paddock_presence_text_look:
 * @settings: (nullable): the result of paddock_settings_new()
 *
 * Returns: what is known about how the service runs without the window
 */
PaddockPresence
paddock_presence_text_look (PaddockClient *client,
                            GSettings     *settings)
{
  GListModel *servers = paddock_client_get_servers (client);
  gboolean is_sandboxed = *paddock_client_facts_get_sandbox (client) != '\0';
  gboolean is_connected = paddock_client_get_state (client) == PADDOCK_CLIENT_CONNECTED;
  gboolean is_refused = is_sandboxed &&
                        paddock_settings_has_key (settings, PADDOCK_SETTING_REFUSED) &&
                        g_settings_get_boolean (settings, PADDOCK_SETTING_REFUSED);
  gboolean is_wanted = !paddock_settings_has_key (settings, PADDOCK_SETTING_BACKGROUND) ||
                       g_settings_get_boolean (settings, PADDOCK_SETTING_BACKGROUND);
  gboolean at_login = paddock_settings_has_key (settings, PADDOCK_SETTING_LOGIN) &&
                      g_settings_get_boolean (settings, PADDOCK_SETTING_LOGIN);
  PaddockPresence presence = {
    .stay = paddock_presence_text_find_stay (is_connected, is_refused, is_wanted, at_login),
    .is_paused = paddock_client_is_paused (client),
  };

  for (guint i = 0; i < g_list_model_get_n_items (servers); i++) {
    g_autoptr (PaddockServerItem) item = g_list_model_get_item (servers, i);
    guint n_sessions, n_visible;

    g_object_get (item, "n-sessions", &n_sessions, "n-visible", &n_visible, NULL);
    if (paddock_server_item_get_view (item)->sees_all)
      n_visible = g_list_model_get_n_items (paddock_client_get_roots (client));
    if (n_sessions > 0 && n_visible > 0)
      presence.n_servers++;
  }
  return presence;
}

/**
 * paddock_presence_text_make_closing:
 *
 * Returns: (transfer full): a text that says what closing the window does; "" while that is unknown
 */
char *
paddock_presence_text_make_closing (const PaddockPresence *presence)
{
  switch (presence->stay) {
    case PADDOCK_STAY_REFUSED:
      return g_strdup (_("When you close this window, Paddock stops, because your desktop doesn’t "
                         "let it run in the background. Servers see no folders until you open "
                         "Paddock again, unless you chose to keep sharing with them."));
    case PADDOCK_STAY_UNWANTED:
      return g_strdup (_("When you close this window, Paddock stops. Servers see no folders until "
                         "you open Paddock again, unless you chose to keep sharing with them."));
    case PADDOCK_STAY_UNTIL_LOGOUT:
      return g_strdup (_("When you close this window, Paddock keeps running until you log out."));
    case PADDOCK_STAY_WHILE_NEEDED:
      if (presence->n_servers == 0)
        return g_strdup (_("When you close this window, Paddock stops after a few minutes unless a "
                           "server needs it. It starts again when a server needs it."));
      return g_strdup_printf (ngettext ("When you close this window, Paddock keeps running for the "
                                        "server that sees folders now.",
                                        "When you close this window, Paddock keeps running for the "
                                        "%u servers that see folders now.", presence->n_servers),
                              presence->n_servers);
    case PADDOCK_STAY_UNKNOWN:
    default:
      return g_strdup ("");
  }
}

/**
 * paddock_presence_text_make_goodbye:
 *
 * Returns: (transfer full) (nullable): a text that says what goes on after the user quits; %NULL if
 *   there is nothing that the user has to know
 */
char *
paddock_presence_text_make_goodbye (const PaddockPresence *presence)
{
  if ((presence->stay != PADDOCK_STAY_UNTIL_LOGOUT &&
       presence->stay != PADDOCK_STAY_WHILE_NEEDED) ||
      presence->is_paused || presence->n_servers == 0)
    return NULL;
  return g_strdup_printf (ngettext ("Paddock’s window is closed. %u server still sees what you "
                                    "share.",
                                    "Paddock’s window is closed. %u servers still see what you "
                                    "share.",
                                    presence->n_servers),
                          presence->n_servers);
}

/**
 * paddock_presence_text_get_login:
 * @is_on: whether the user's setting is on
 * @found: what starts the service at login
 *
 * Returns: (transfer none): a text about the start at login, for a service outside a sandbox
 */
const char *
paddock_presence_text_get_login (gboolean         is_on,
                                 PaddockAutostart found)
{
  switch (found) {
    case PADDOCK_AUTOSTART_FILE:
      return is_on ? _("Your desktop starts it when you log in")
                   : _("Off here, but Paddock is in your desktop’s startup programs");
    case PADDOCK_AUTOSTART_UNIT:
      return is_on ? _("systemd starts it when you log in")
                   : _("Off here, but systemd starts it. To stop that, type “systemctl --user "
                       "disable paddock”");
    case PADDOCK_AUTOSTART_OFF:
    default:
      return is_on ? _("On here, but nothing starts Paddock at login. Turn this off and on again")
                   : _("Turn this on for servers that connect to Paddock directly");
  }
}

/**
 * paddock_presence_text_get_portal_login:
 * @is_on: whether the user's setting is on
 * @is_refused: whether the desktop refused to start the service at login
 *
 * Returns: (transfer none): a text about the start at login, for a service in a sandbox
 */
const char *
paddock_presence_text_get_portal_login (gboolean is_on,
                                        gboolean is_refused)
{
  if (!is_on)
    return paddock_presence_text_get_login (FALSE, PADDOCK_AUTOSTART_OFF);
  if (!is_refused)
    return paddock_presence_text_get_login (TRUE, PADDOCK_AUTOSTART_FILE);
  return _("Your desktop doesn’t start it. You can allow that in the system settings, under "
           "Apps");
}
