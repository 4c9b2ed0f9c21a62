/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "paddock-debug-info.h"

#include <string.h>

/* The debug information that users may paste into public reports: versions and states, in English.
 * It has no paths, no names of folders or servers, and nothing about the user. */

/* The length in bytes of the longest value that the debug information shows. */
#define MOST_OF_A_VALUE 40

static const char *
name_state (PaddockClientState state)
{
  switch (state) {
    case PADDOCK_CLIENT_CONNECTING: return "connecting";
    case PADDOCK_CLIENT_CONNECTED: return "connected";
    case PADDOCK_CLIENT_LOST: return "lost";
    case PADDOCK_CLIENT_FAILED: return "cannot be started";
    default: return "unknown";
  }
}

/* Whether @value is short and has only characters that form no path and no sentence. */
static gboolean
is_plain (const char *value)
{
  const char *allowed = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS ".:_+~-";

  return value != NULL && *value != '\0' && strlen (value) <= MOST_OF_A_VALUE &&
         value[strspn (value, allowed)] == '\0';
}

static void
add (GString    *text,
     const char *name,
     const char *value)
{
  g_string_append_printf (text, "%s: %s\n", name, is_plain (value) ? value : "unknown");
}

/**
 * paddock_debug_info_make:
 *
 * Returns: (transfer full): lines of text, with "unknown" for values that are not plain
 */
char *
paddock_debug_info_make (const PaddockDebugInfo *info)
{
  g_autoptr (GString) text = g_string_new (NULL);

  add (text, "Paddock", info->version);
  add (text, "GTK", info->gtk);
  add (text, "libadwaita", info->adwaita);
  add (text, "GLib", info->glib);
  add (text, "Display", info->display);
  add (text, "Desktop", info->desktop);
  g_string_append_printf (text, "Service: %s\n", name_state (info->state));
  if (info->state == PADDOCK_CLIENT_CONNECTED) {
    add (text, "Service's version", info->service_version);
    add (text, "Sandbox", info->sandbox != NULL && *info->sandbox != '\0' ? info->sandbox : "none");
    g_string_append_printf (text, "Folders: %u\nServers: %u\nPaused: %s\n", info->n_roots,
                            info->n_servers, info->is_paused ? "yes" : "no");
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
