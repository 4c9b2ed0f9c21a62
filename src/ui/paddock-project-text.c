/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-project-text.h"

#include <glib/gi18n.h>

/* Words and icons for kinds of projects. Pure functions. src/base/paddock-project.c knows what
 * makes a folder a project. */

static const char * const texts[PADDOCK_N_PROJECTS] = {
  [PADDOCK_PROJECT_NONE] = N_("Folder"),
  [PADDOCK_PROJECT_RUST] = N_("Rust project"),
  [PADDOCK_PROJECT_PYTHON] = N_("Python project"),
  [PADDOCK_PROJECT_GO] = N_("Go project"),
  [PADDOCK_PROJECT_NODE] = N_("JavaScript project"),
  [PADDOCK_PROJECT_JAVA] = N_("Java project"),
  [PADDOCK_PROJECT_DOTNET] = N_(".NET project"),
  [PADDOCK_PROJECT_SWIFT] = N_("Swift project"),
  [PADDOCK_PROJECT_DART] = N_("Dart project"),
  [PADDOCK_PROJECT_ELIXIR] = N_("Elixir project"),
  [PADDOCK_PROJECT_PHP] = N_("PHP project"),
  [PADDOCK_PROJECT_RUBY] = N_("Ruby project"),
  [PADDOCK_PROJECT_MESON] = N_("Meson project"),
  [PADDOCK_PROJECT_CMAKE] = N_("CMake project"),
  [PADDOCK_PROJECT_AUTOTOOLS] = N_("Autotools project"),
  [PADDOCK_PROJECT_GIT] = N_("Git repository"),
  [PADDOCK_PROJECT_MERCURIAL] = N_("Mercurial repository"),
  [PADDOCK_PROJECT_SUBVERSION] = N_("Subversion repository"),
  [PADDOCK_PROJECT_JUJUTSU] = N_("Jujutsu repository"),
};

/**
 * paddock_project_text:
 *
 * Returns: (transfer none): the kind of project in words
 */
const char *
paddock_project_text (PaddockProject project)
{
  return _(texts[(guint) project < PADDOCK_N_PROJECTS ? project : PADDOCK_PROJECT_NONE]);
}

/**
 * paddock_project_text_icon:
 *
 * Returns: (transfer none): the name of the project's icon
 */
const char *
paddock_project_text_icon (PaddockProject project)
{
  if (project == PADDOCK_PROJECT_NONE || (guint) project >= PADDOCK_N_PROJECTS)
    return "folder-symbolic";
  return project >= PADDOCK_PROJECT_GIT ? "paddock-repository-symbolic"
                                        : "paddock-project-symbolic";
}

/**
 * paddock_project_text_reason:
 *
 * Returns: (transfer full): a text that names the files which make the folder a project; "" if
 *   there are none
 */
char *
paddock_project_text_reason (PaddockMarkers markers)
{
  g_auto (GStrv) names = paddock_project_markers_to_names (markers);
  g_autofree char *list = g_strjoinv (", ", names);

  if (names[0] == NULL)
    return g_strdup ("");
  /* Translators: why a folder is shown as a project; %s are names of files in it, such as
   * "Cargo.toml" or ".git, package.json" */
  return g_strdup_printf (_("Has %s"), list);
}

/* Returns a text that says why the result of a search is not complete; "" if the search read
 * everything. */
static char *
describe_gaps (const PaddockProjectProgress *progress,
               gboolean                      is_stopped,
               gboolean                      has_failed)
{
  if (has_failed)
    return g_strdup (_("Paddock can’t read this folder."));
  if (is_stopped)
    return g_strdup (_("Stopped. There might be more projects."));
  if (progress->is_cut)
    return g_strdup (_("There are too many folders here. Start with one of the folders inside."));
  if (progress->n_unreadable == 0)
    return g_strdup ("");
  /* Translators: how many folders below the one that was looked through */
  return g_strdup_printf (ngettext ("Couldn’t read %u folder.", "Couldn’t read %u folders.",
                                    progress->n_unreadable), progress->n_unreadable);
}

/**
 * paddock_project_text_progress:
 * @progress: the progress of a search
 * @n_found: the number of projects found
 * @is_stopped: whether the user stopped the search
 * @has_failed: whether a folder could not be read at all
 *
 * Returns: (transfer full): a text about the progress or the result
 */
char *
paddock_project_text_progress (const PaddockProjectProgress *progress,
                               guint                         n_found,
                               gboolean                      is_stopped,
                               gboolean                      has_failed)
{
  g_autofree char *found = NULL;
  g_autofree char *gaps = NULL;

  if (!progress->is_ended)
    /* Translators: while it is looked for projects */
    return g_strdup_printf (ngettext ("Looking… %u folder so far", "Looking… %u folders so far",
                                      progress->n_looked), progress->n_looked);

  /* Translators: how many projects were found */
  found = g_strdup_printf (ngettext ("Found %u project.", "Found %u projects.", n_found), n_found);
  gaps = describe_gaps (progress, is_stopped, has_failed);
  if (*gaps == '\0')
    return g_steal_pointer (&found);
  /* Translators: two sentences, one after the other */
  return g_strdup_printf (_("%s %s"), found, gaps);
}
