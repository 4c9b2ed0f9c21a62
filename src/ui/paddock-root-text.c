/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-root-text.h"

#include "paddock-project-text.h"
#include "paddock-sentences.h"
#include "paddock-text.h"

#include <glib/gi18n.h>

/* The texts and icons of a folder. Pure functions. */

/**
 * paddock_root_text_icon:
 *
 * Returns: (transfer none): the name of the icon for a root of this kind
 */
const char *
paddock_root_text_icon (PaddockFileKind kind,
                        PaddockMarkers  markers)
{
  if (kind != PADDOCK_FILE_KIND_DIRECTORY)
    return "text-x-generic-symbolic";
  return paddock_project_text_icon (paddock_project_markers_get_project (markers));
}

/**
 * paddock_root_text_kind:
 *
 * Returns: (transfer none): the kind of the root in words, as paddock_root_text_icon() shows it; ""
 *   for a plain folder
 */
const char *
paddock_root_text_kind (PaddockFileKind kind,
                        PaddockMarkers  markers)
{
  PaddockProject project = paddock_project_markers_get_project (markers);

  if (kind != PADDOCK_FILE_KIND_DIRECTORY)
    return _("File");
  return project != PADDOCK_PROJECT_NONE ? paddock_project_text (project) : "";
}

/**
 * paddock_root_text_path:
 * @home: (nullable): the home directory, which is shown as "~"
 *
 * Returns: (transfer full): the canonical path, escaped for display. If the user picked another
 *   path, the text shows both
 */
char *
paddock_root_text_path (const PaddockRoot *root,
                        const char        *home)
{
  g_autofree char *real = paddock_text_shorten (root->path, home);
  g_autofree char *chosen = NULL;

  if (root->picked == NULL || *root->picked == '\0' || g_strcmp0 (root->picked, root->path) == 0)
    return g_steal_pointer (&real);

  chosen = paddock_text_shorten (root->picked, home);

  /* Translators: a folder as the user picked it, and what it resolves to */
  return g_strdup_printf (_("%s → %s"), chosen, real);
}

/**
 * paddock_root_text_status:
 * @has_events: whether the file system reports changes; otherwise the folder is polled
 *
 * Returns: (transfer none): a text about a problem with the folder, or about polling; "" if all is
 *   well
 */
const char *
paddock_root_text_status (PaddockAvailability status,
                          gboolean            has_events)
{
  switch (status) {
    case PADDOCK_AVAILABILITY_AVAILABLE:
      return has_events ? "" : _("Paddock notices changes here after a few seconds");
    case PADDOCK_AVAILABILITY_MISSING:
      return _("Missing: no server sees it until it is available again");
    case PADDOCK_AVAILABILITY_UNREADABLE:
      return _("Can’t be read or doesn’t respond: no server sees it for now");
    case PADDOCK_AVAILABILITY_REPLACED:
      return _("Replaced by something else: no server sees it until you confirm the new folder");
    case PADDOCK_AVAILABILITY_EXPIRED:
      return _("Expired: no server sees it");
    case PADDOCK_AVAILABILITY_UNKNOWN:
    default:
      return _("Checking…");
  }
}

/**
 * paddock_root_text_status_icon:
 *
 * Returns: (transfer none): the name of the icon to show beside paddock_root_text_status()
 */
const char *
paddock_root_text_status_icon (PaddockAvailability status)
{
  switch (status) {
    case PADDOCK_AVAILABILITY_AVAILABLE:
    case PADDOCK_AVAILABILITY_UNKNOWN:
      return "emblem-synchronizing-symbolic";
    case PADDOCK_AVAILABILITY_EXPIRED:
      return "alarm-symbolic";
    case PADDOCK_AVAILABILITY_MISSING:
    case PADDOCK_AVAILABILITY_UNREADABLE:
    case PADDOCK_AVAILABILITY_REPLACED:
    default:
      return "dialog-warning-symbolic";
  }
}
