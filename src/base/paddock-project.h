/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The kind of a project. A language or a build system says more than the version control system
 * around it. */
typedef enum {
  PADDOCK_PROJECT_NONE,
  PADDOCK_PROJECT_RUST,
  PADDOCK_PROJECT_PYTHON,
  PADDOCK_PROJECT_GO,
  PADDOCK_PROJECT_NODE,
  PADDOCK_PROJECT_JAVA,
  PADDOCK_PROJECT_DOTNET,
  PADDOCK_PROJECT_SWIFT,
  PADDOCK_PROJECT_DART,
  PADDOCK_PROJECT_ELIXIR,
  PADDOCK_PROJECT_PHP,
  PADDOCK_PROJECT_RUBY,
  PADDOCK_PROJECT_MESON,
  PADDOCK_PROJECT_CMAKE,
  PADDOCK_PROJECT_AUTOTOOLS,
  PADDOCK_PROJECT_GIT,
  PADDOCK_PROJECT_MERCURIAL,
  PADDOCK_PROJECT_SUBVERSION,
  PADDOCK_PROJECT_JUJUTSU,
} PaddockProject;

#define PADDOCK_N_PROJECTS (PADDOCK_PROJECT_JUJUTSU + 1)

/* Which marker files lie in a directory: one bit for each row of the table in paddock-project.c.
 * The value 0 means that there is no marker, or that the path is no directory. The values are valid
 * only in this process; elsewhere use the names. */
typedef guint64 PaddockMarkers;

/* How many entries of a directory are read for markers that have only an ending. */
#define PADDOCK_PROJECT_MAX_ENTRIES 4096

PaddockMarkers paddock_project_match_entry (const char   *name,
                                            gboolean      is_directory);
PaddockMarkers paddock_project_look        (const char   *path,
                                            GCancellable *cancellable);

PaddockProject paddock_project_markers_get_project   (PaddockMarkers      markers);
gboolean       paddock_project_markers_is_repository (PaddockMarkers      markers);
GStrv          paddock_project_markers_to_names      (PaddockMarkers      markers);
PaddockMarkers paddock_project_markers_from_names    (const char * const *names);

G_END_DECLS
