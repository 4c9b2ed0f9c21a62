/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-project.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Finds out whether a directory is a project. A table lists the files that mark a project. This
 * code looks only at names and types, and opens only the directory itself. It follows no link: the
 * target may lie on a file system that does not answer. The result is a hint for the user and
 * decides nothing: anybody can make such a file. */

typedef enum {
  MARKER_FILE      = 1 << 0,
  MARKER_DIRECTORY = 1 << 1,
  MARKER_ENDING    = 1 << 2,    /* the marker "*.x" stands for each entry whose name ends in ".x" */
} MarkerFlags;

typedef struct {
  const char     *name;
  MarkerFlags     flags;
  PaddockProject  project;
} Marker;

/* The markers, in the order in which the user reads them. In a work tree or a submodule, .git is a
 * file. */
static const Marker markers[] = {
  { ".git", MARKER_FILE | MARKER_DIRECTORY, PADDOCK_PROJECT_GIT },
  { ".hg", MARKER_DIRECTORY, PADDOCK_PROJECT_MERCURIAL },
  { ".svn", MARKER_DIRECTORY, PADDOCK_PROJECT_SUBVERSION },
  { ".jj", MARKER_DIRECTORY, PADDOCK_PROJECT_JUJUTSU },
  { "Cargo.toml", MARKER_FILE, PADDOCK_PROJECT_RUST },
  { "pyproject.toml", MARKER_FILE, PADDOCK_PROJECT_PYTHON },
  { "setup.py", MARKER_FILE, PADDOCK_PROJECT_PYTHON },
  { "go.mod", MARKER_FILE, PADDOCK_PROJECT_GO },
  { "package.json", MARKER_FILE, PADDOCK_PROJECT_NODE },
  { "deno.json", MARKER_FILE, PADDOCK_PROJECT_NODE },
  { "pom.xml", MARKER_FILE, PADDOCK_PROJECT_JAVA },
  { "build.gradle", MARKER_FILE, PADDOCK_PROJECT_JAVA },
  { "build.gradle.kts", MARKER_FILE, PADDOCK_PROJECT_JAVA },
  { "*.sln", MARKER_FILE | MARKER_ENDING, PADDOCK_PROJECT_DOTNET },
  { "*.slnx", MARKER_FILE | MARKER_ENDING, PADDOCK_PROJECT_DOTNET },
  { "*.csproj", MARKER_FILE | MARKER_ENDING, PADDOCK_PROJECT_DOTNET },
  { "Package.swift", MARKER_FILE, PADDOCK_PROJECT_SWIFT },
  { "pubspec.yaml", MARKER_FILE, PADDOCK_PROJECT_DART },
  { "mix.exs", MARKER_FILE, PADDOCK_PROJECT_ELIXIR },
  { "composer.json", MARKER_FILE, PADDOCK_PROJECT_PHP },
  { "Gemfile", MARKER_FILE, PADDOCK_PROJECT_RUBY },
  { "meson.build", MARKER_FILE, PADDOCK_PROJECT_MESON },
  { "CMakeLists.txt", MARKER_FILE, PADDOCK_PROJECT_CMAKE },
  { "configure.ac", MARKER_FILE, PADDOCK_PROJECT_AUTOTOOLS },
};

G_STATIC_ASSERT (G_N_ELEMENTS (markers) <= 64);

#define BIT(i) (G_GUINT64_CONSTANT (1) << (i))

/* Whether @marker stands for an entry called @name. "*.sln" needs a name before the ending: ".sln"
 * is a hidden file. */
static gboolean
has_name (const Marker *marker,
          const char   *name)
{
  const char *ending = marker->name + 1;
  gsize length, ending_length;

  if ((marker->flags & MARKER_ENDING) == 0)
    return strcmp (marker->name, name) == 0;

  length = strlen (name);
  ending_length = strlen (ending);
  return length > ending_length && strcmp (name + length - ending_length, ending) == 0;
}

/**
 * paddock_project_match_entry:
 * @name: the name of an entry of a directory, in the bytes of the file system
 * @is_directory: whether the entry is a directory; otherwise it is a regular file, never a link
 *
 * Returns: the bit of the marker that the entry is; 0 if the entry is no marker
 */
PaddockMarkers
paddock_project_match_entry (const char *name,
                             gboolean    is_directory)
{
  MarkerFlags wanted = is_directory ? MARKER_DIRECTORY : MARKER_FILE;

  for (gsize i = 0; i < G_N_ELEMENTS (markers); i++) {
    if ((markers[i].flags & wanted) != 0 && has_name (&markers[i], name))
      return BIT (i);
  }
  return 0;
}

static PaddockMarkers
match_at (int         directory,
          const char *name)
{
  struct stat found;

  if (fstatat (directory, name, &found, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT) != 0 ||
      (!S_ISDIR (found.st_mode) && !S_ISREG (found.st_mode)))
    return 0;
  return paddock_project_match_entry (name, S_ISDIR (found.st_mode));
}

/* Finds the markers in @directory that have only an ending, and closes @directory. If the listing
 * does not tell types, this asks the file system about each possible marker. */
static PaddockMarkers
match_endings (int           directory,
               GCancellable *cancellable)
{
  PaddockMarkers found = 0;
  DIR *stream = fdopendir (directory);
  const struct dirent *entry;

  if (stream == NULL) {
    close (directory);
    return 0;
  }
  for (guint i = 0; i < PADDOCK_PROJECT_MAX_ENTRIES && (entry = readdir (stream)) != NULL; i++) {
    PaddockMarkers match = paddock_project_match_entry (entry->d_name, FALSE);

    if (g_cancellable_is_cancelled (cancellable))
      break;
    if (match != 0 && entry->d_type == DT_UNKNOWN)
      match = match_at (dirfd (stream), entry->d_name);
    if (entry->d_type == DT_REG || entry->d_type == DT_UNKNOWN)
      found |= match;
  }
  closedir (stream);
  return found;
}

/**
 * paddock_project_look:
 * @path: a directory, or anything else
 * @cancellable: (nullable): checked now and then
 *
 * Looks for markers. Call this on a thread of the file pool: it hangs if the file system does.
 *
 * Returns: the markers directly in @path; 0 if @path cannot be read, or is no directory. A marker
 *   that has only an ending counts if it is among the first %PADDOCK_PROJECT_MAX_ENTRIES entries
 */
PaddockMarkers
paddock_project_look (const char   *path,
                      GCancellable *cancellable)
{
  int directory = open (path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  PaddockMarkers found = 0;

  if (directory < 0)
    return 0;
  for (gsize i = 0; i < G_N_ELEMENTS (markers); i++) {
    if ((markers[i].flags & MARKER_ENDING) == 0)
      found |= match_at (directory, markers[i].name);
  }
  return found | match_endings (directory, cancellable);
}

static gboolean
is_repository (PaddockProject project)
{
  return project >= PADDOCK_PROJECT_GIT;
}

/**
 * paddock_project_markers_get_project:
 *
 * Returns: the kind of project; if the markers are of several kinds, the kind that says most
 */
PaddockProject
paddock_project_markers_get_project (PaddockMarkers found)
{
  PaddockProject best = PADDOCK_PROJECT_NONE;

  for (gsize i = 0; i < G_N_ELEMENTS (markers); i++) {
    if ((found & BIT (i)) != 0 &&
        (best == PADDOCK_PROJECT_NONE || markers[i].project < best))
      best = markers[i].project;
  }
  return best;
}

/**
 * paddock_project_markers_is_repository:
 *
 * Returns: whether one of the markers belongs to a version control system
 */
gboolean
paddock_project_markers_is_repository (PaddockMarkers found)
{
  for (gsize i = 0; i < G_N_ELEMENTS (markers); i++) {
    if ((found & BIT (i)) != 0 && is_repository (markers[i].project))
      return TRUE;
  }
  return FALSE;
}

/**
 * paddock_project_markers_to_names:
 *
 * Returns: (transfer full): the names that the markers have in the table
 */
GStrv
paddock_project_markers_to_names (PaddockMarkers found)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (markers); i++) {
    if ((found & BIT (i)) != 0)
      g_strv_builder_add (names, markers[i].name);
  }
  return g_strv_builder_end (names);
}

/**
 * paddock_project_markers_from_names:
 * @names: (nullable): names, maybe from a newer Paddock
 *
 * Returns: the markers with these names; unknown names are left out
 */
PaddockMarkers
paddock_project_markers_from_names (const char * const *names)
{
  PaddockMarkers found = 0;

  for (; names != NULL && *names != NULL; names++) {
    for (gsize i = 0; i < G_N_ELEMENTS (markers); i++) {
      if (strcmp (*names, markers[i].name) == 0)
        found |= BIT (i);
    }
  }
  return found;
}
