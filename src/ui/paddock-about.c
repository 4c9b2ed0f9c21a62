/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-about.h"

#include "paddock-client-facts.h"
#include "paddock-debug-info.h"
#include "paddock-names.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* The About window: authors, license, and the details for a problem report. */

#define WEBSITE "https://github.com/paddock-mcp/paddock"

static char *
make_debug_info (PaddockClient *client)
{
  GdkDisplay *display = gdk_display_get_default ();
  g_autofree char *gtk = NULL;
  g_autofree char *adwaita = NULL;
  g_autofree char *glib = NULL;

  gtk = g_strdup_printf ("%u.%u.%u", gtk_get_major_version (), gtk_get_minor_version (),
                         gtk_get_micro_version ());
  adwaita = g_strdup_printf ("%u.%u.%u", adw_get_major_version (), adw_get_minor_version (),
                             adw_get_micro_version ());
  glib = g_strdup_printf ("%u.%u.%u", glib_major_version, glib_minor_version, glib_micro_version);

  return paddock_debug_info_make (&(PaddockDebugInfo) {
    .version = PACKAGE_VERSION,
    .gtk = gtk,
    .adwaita = adwaita,
    .glib = glib,
    .display = display != NULL ? G_OBJECT_TYPE_NAME (display) : NULL,
    .desktop = g_getenv ("XDG_CURRENT_DESKTOP"),
    .state = paddock_client_get_state (client),
    .service_version = paddock_client_facts_get_version (client),
    .sandbox = paddock_client_facts_get_sandbox (client),
    .n_roots = g_list_model_get_n_items (paddock_client_get_roots (client)),
    .n_servers = g_list_model_get_n_items (paddock_client_get_servers (client)),
    .is_paused = paddock_client_is_paused (client),
  });
}

/**
 * paddock_about_show:
 * @parent: (nullable): the parent of the window
 *
 * Opens the About window.
 */
void
paddock_about_show (GtkWindow     *parent,
                    PaddockClient *client)
{
  const char * const developers[] = { _("The Paddock developers"), NULL };
  g_autofree char *debug_info = make_debug_info (client);

  adw_show_about_window (parent,
                         "application-name", _("Paddock"),
                         "application-icon", PADDOCK_APP_ID,
                         "version", PACKAGE_VERSION,
                         "developer-name", _("The Paddock developers"),
                         "developers", developers,
                         "license-type", GTK_LICENSE_GPL_3_0,
                         "copyright", "© The Paddock developers",
                         "comments", _("Choose which folders AI tools should use"),
                         "website", WEBSITE,
                         "issue-url", WEBSITE "/issues",
                         "debug-info", debug_info,
                         "debug-info-filename", "paddock.txt",
                         /* Translators: your names, one a line */
                         "translator-credits", _("translator-credits"),
                         NULL);
}
