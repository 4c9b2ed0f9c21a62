/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-closures.h"

#include "paddock-project-text.h"
#include "paddock-root.h"
#include "paddock-sentences.h"
#include "paddock-text.h"

#include <glib/gi18n.h>

/* The texts and icons of a folder's row, computed from its item's properties. Pure, so tests need
 * no display. Texts from outside are escaped here. */

/**
 * paddock_closures_root_icon:
 * @kind: a #PaddockFileKind
 * @markers: #PaddockMarkers
 *
 * Returns: (transfer full): an icon name
 */
char *
paddock_closures_root_icon (gpointer self,
                            int      kind,
                            guint64  markers)
{
  if (kind != PADDOCK_FILE_KIND_DIRECTORY)
    return g_strdup ("text-x-generic-symbolic");
  return g_strdup (paddock_project_text_icon (paddock_project_markers_get_project (markers)));
}

/**
 * paddock_closures_root_kind:
 *
 * Returns: (transfer full): the meaning of paddock_closures_root_icon(), in words; "" for a plain
 *   folder
 */
char *
paddock_closures_root_kind (gpointer self,
                            int      kind,
                            guint64  markers)
{
  PaddockProject project = paddock_project_markers_get_project (markers);

  if (kind != PADDOCK_FILE_KIND_DIRECTORY)
    return g_strdup (_("File"));
  return g_strdup (project != PADDOCK_PROJECT_NONE ? paddock_project_text (project) : "");
}

/**
 * paddock_closures_root_reason:
 *
 * Returns: (transfer full) (nullable): why the folder counts as that kind; %NULL without a reason
 */
char *
paddock_closures_root_reason (gpointer self,
                              guint64  markers)
{
  return markers != 0 ? paddock_project_text_reason (markers) : NULL;
}

/**
 * paddock_closures_root_path:
 * @path: (nullable): the canonical path
 * @picked: (nullable): what the user picked, if that differs
 *
 * Returns: (transfer full): the path, or both if they differ, with "~" for the home directory
 */
char *
paddock_closures_root_path (gpointer    self,
                            const char *path,
                            const char *picked)
{
  g_autofree char *real = paddock_sentences_path (path, g_get_home_dir ());
  g_autofree char *chosen = NULL;

  if (picked == NULL || *picked == '\0' || g_strcmp0 (picked, path) == 0)
    return g_steal_pointer (&real);

  chosen = paddock_sentences_path (picked, g_get_home_dir ());

  /* Translators: a folder as the user picked it, and what it resolves to */
  return g_strdup_printf (_("%s → %s"), chosen, real);
}

/**
 * paddock_closures_root_tooltip:
 *
 * Returns: (transfer full): the same as paddock_closures_root_path(), in full
 */
char *
paddock_closures_root_tooltip (gpointer    self,
                               const char *path,
                               const char *picked)
{
  g_autofree char *real = paddock_sentences_path (path, NULL);
  g_autofree char *chosen = NULL;

  if (picked == NULL || *picked == '\0' || g_strcmp0 (picked, path) == 0)
    return g_steal_pointer (&real);

  chosen = paddock_sentences_path (picked, NULL);

  return g_strdup_printf (_("%s → %s"), chosen, real);
}

/**
 * paddock_closures_root_status:
 * @status: a #PaddockAvailability
 * @has_events: whether the file system reports changes
 *
 * Returns: (transfer full): a text about what is unusual; "" if nothing is
 */
char *
paddock_closures_root_status (gpointer self,
                              int      status,
                              gboolean has_events)
{
  switch ((PaddockAvailability) status) {
    case PADDOCK_AVAILABILITY_AVAILABLE:
      return g_strdup (has_events ? "" : _("Checked every few seconds"));
    case PADDOCK_AVAILABILITY_MISSING:
      return g_strdup (_("Missing: hidden from all servers until it is back"));
    case PADDOCK_AVAILABILITY_UNREADABLE:
      return g_strdup (_("Can’t be read or doesn’t respond: hidden from all servers for now"));
    case PADDOCK_AVAILABILITY_REPLACED:
      return g_strdup (_("Replaced by something else: hidden until you confirm it"));
    case PADDOCK_AVAILABILITY_EXPIRED:
      return g_strdup (_("Time limit ended: hidden from all servers"));
    case PADDOCK_AVAILABILITY_UNKNOWN:
    default:
      return g_strdup (_("Checking…"));
  }
}

/**
 * paddock_closures_root_icon_state:
 *
 * Returns: (transfer full): the name of the icon beside paddock_closures_root_status()
 */
char *
paddock_closures_root_icon_state (gpointer self,
                                  int      status)
{
  switch ((PaddockAvailability) status) {
    case PADDOCK_AVAILABILITY_AVAILABLE:
    case PADDOCK_AVAILABILITY_UNKNOWN:
      return g_strdup ("emblem-synchronizing-symbolic");
    case PADDOCK_AVAILABILITY_EXPIRED:
      return g_strdup ("alarm-symbolic");
    case PADDOCK_AVAILABILITY_MISSING:
    case PADDOCK_AVAILABILITY_UNREADABLE:
    case PADDOCK_AVAILABILITY_REPLACED:
    default:
      return g_strdup ("dialog-warning-symbolic");
  }
}

/**
 * paddock_closures_root_is_noted:
 *
 * Returns: whether paddock_closures_root_status() is not empty
 */
gboolean
paddock_closures_root_is_noted (gpointer self,
                                int      status,
                                gboolean has_events)
{
  return status != PADDOCK_AVAILABILITY_AVAILABLE || !has_events;
}

/**
 * paddock_closures_root_is_replaced:
 *
 * Returns: whether the folder was replaced, so that the user has to decide
 */
gboolean
paddock_closures_root_is_replaced (gpointer self,
                                   int      status)
{
  return status == PADDOCK_AVAILABILITY_REPLACED;
}

/**
 * paddock_closures_root_is_out_of_reach:
 * @status: a #PaddockAvailability
 * @is_document: whether a sandbox reaches the folder through the portal
 *
 * Whether choosing the folder again may bring it back. If a folder was deleted and created again,
 * the portal still does not show it, and can't say which of the two happened.
 *
 * Returns: whether to offer that
 */
gboolean
paddock_closures_root_is_out_of_reach (gpointer self,
                                       int      status,
                                       gboolean is_document)
{
  return is_document && (status == PADDOCK_AVAILABILITY_MISSING ||
                         status == PADDOCK_AVAILABILITY_UNREADABLE);
}

/**
 * paddock_closures_root_is_read_only:
 * @access: a #PaddockAccess
 */
gboolean
paddock_closures_root_is_read_only (gpointer self,
                                    int      access)
{
  return access != PADDOCK_ACCESS_READ_WRITE;
}
