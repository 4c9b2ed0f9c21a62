/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-survey.h"

#include "paddock-app-backup.h"
#include "paddock-file-pool.h"

#include <string.h>

/* Finds the configuration files of all apps: each place of the table, and the places in projects.
 * Which directories are projects is known from Claude Code's file and from the caller. */

/* The most files that one "*" may stand for, and the most projects. */
#define MAX_MATCHES 64
#define MAX_PROJECTS 256

/* How much of the files of apps is read, and of those in projects, which others may have written.
 * With the time that this takes, in µs. */
#define MAX_BYTES         (4 * PADDOCK_CONFIG_TREE_MAX_BYTES)
#define MAX_PROJECT_FILE  (256 * 1024)
#define MAX_PROJECT_BYTES (16 * 1024 * 1024)
#define MAX_PROJECT_FILES 1024
#define MAX_PROJECT_TIME  (5 * G_USEC_PER_SEC)

typedef struct {
  GStrv               environment;  /* (owned) */
  GPtrArray          *files;        /* (owned): PaddockAppFile */
  GPtrArray          *projects;     /* (owned): paths */
  GHashTable         *seen;         /* (owned): paths of files, links resolved */
  gsize               left;         /* how many bytes may still be read */
  gint64              deadline;     /* µs, monotonic; 0: none */
  guint               n_files;      /* how many files were read in projects */
} Survey;

static gint
compare_names (gconstpointer one,
               gconstpointer other)
{
  return strcmp (*(const char * const *) one, *(const char * const *) other);
}

/* Returns the names in a directory, sorted. Names that begin with "." are not for users. */
static GPtrArray *
list_directory (const char *path)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);
  const char *name;

  while (directory != NULL && names->len < MAX_MATCHES &&
         (name = g_dir_read_name (directory)) != NULL)
    if (*name != '.')
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

/* Returns the paths that a path with at most one "*" stands for. */
static GPtrArray *
expand (const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/*", 2);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) names = NULL;

  if (parts[1] == NULL) {
    g_ptr_array_add (paths, g_strdup (path));
    return paths;
  }
  names = list_directory (parts[0]);
  for (guint i = 0; i < names->len; i++)
    g_ptr_array_add (paths, g_strconcat (parts[0], "/", g_ptr_array_index (names, i), parts[1],
                                         NULL));
  return paths;
}

static gboolean
has_marker (const char *path,
            const char *marker)
{
  g_autofree char *directory = g_path_get_dirname (path);
  g_autofree char *file = g_build_filename (directory, marker, NULL);

  return g_file_test (file, G_FILE_TEST_EXISTS);
}

static void
add_project (Survey     *self,
             const char *path)
{
  g_autofree char *project = NULL;

  if (path == NULL || !g_path_is_absolute (path) || self->projects->len >= MAX_PROJECTS)
    return;
  project = g_canonicalize_filename (path, NULL);
  if (!g_ptr_array_find_with_equal_func (self->projects, project, g_str_equal, NULL))
    g_ptr_array_add (self->projects, g_steal_pointer (&project));
}

/* Adds the projects that Claude Code knows. */
static void
add_projects_of_file (Survey               *self,
                      const PaddockAppFile *file)
{
  for (gsize i = 0; file->projects != NULL && file->projects[i] != NULL; i++)
    add_project (self, file->projects[i]);
}

/* Whether no more files in projects are read. */
static gboolean
is_over (const Survey *self)
{
  return self->deadline != 0 && (self->left == 0 || self->n_files >= MAX_PROJECT_FILES ||
                                 g_get_monotonic_time () > self->deadline);
}

/* Adds the files at a place. An app may reach one file in several ways, and several apps share the
 * files in projects; each such file is listed once. */
static void
look_at (Survey                *self,
         const PaddockApp      *app,
         const PaddockAppPlace *place,
         const char            *pattern,
         const char            *project)
{
  g_autoptr (GPtrArray) paths = expand (pattern);

  for (guint i = 0; i < paths->len && !is_over (self); i++) {
    gsize most = project != NULL ? MAX_PROJECT_FILE : PADDOCK_CONFIG_TREE_MAX_BYTES;
    g_autoptr (PaddockAppFile) file = paddock_app_file_new (
      app, place, g_ptr_array_index (paths, i), project, MIN (most, self->left));
    g_autofree char *id = NULL;

    if (file == NULL)
      continue;
    self->left -= file->n_bytes;
    self->n_files++;
    id = g_strdup_printf ("%s:%p:%s", project != NULL ? "" : app->id, (gpointer) place->containers,
                          file->target != NULL ? file->target : file->path);
    if (!g_hash_table_add (self->seen, g_steal_pointer (&id)))
      continue;
    if (g_str_equal (app->id, "claude-code") && project == NULL)
      add_projects_of_file (self, file);
    g_ptr_array_add (self->files, g_steal_pointer (&file));
  }
}

static void
look_for_app (Survey           *self,
              const PaddockApp *app)
{
  if (app->syntax == PADDOCK_APP_SYNTAX_NONE)
    return;
  for (const PaddockAppPlace *place = app->places; place->path != NULL; place++) {
    g_autofree char *path =
      paddock_app_place_dup_path (place, g_get_home_dir (),
                                  (const char * const *) self->environment, NULL);

    if (path == NULL || (place->marker != NULL && !has_marker (path, place->marker)))
      continue;
    look_at (self, app, place, path, NULL);
    if (place->marker != NULL)
      break;
  }
}

static void
look_in_projects (Survey           *self,
                  const PaddockApp *app)
{
  for (const PaddockAppPlace *place = app->places; place->path != NULL; place++)
    for (guint i = 0; place->kind == PADDOCK_APP_PLACE_PROJECT && i < self->projects->len; i++) {
      const char *project = g_ptr_array_index (self->projects, i);
      g_autofree char *path = paddock_app_place_dup_path (place, NULL, NULL, project);

      look_at (self, app, place, path, project);
    }
}

/* Whether an app without a configuration file is on this computer. */
static gboolean
is_here (const Survey     *self,
         const PaddockApp *app)
{
  for (const PaddockAppPlace *place = app->places; place->path != NULL; place++) {
    g_autofree char *path =
      paddock_app_place_dup_path (place, g_get_home_dir (),
                                  (const char * const *) self->environment, NULL);

    if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS))
      return TRUE;
  }
  return FALSE;
}

/* Sorts files by app, in the order of the table. Files of one app keep their order. */
static GPtrArray *
sort_by_app (const Survey *self,
             GPtrArray    *files)
{
  GPtrArray *sorted = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_app_file_unref);

  for (guint i = 0; i < paddock_app_get_count (); i++) {
    const PaddockApp *app = paddock_app_get (i);

    for (guint j = 0; j < files->len; j++) {
      PaddockAppFile *file = g_ptr_array_index (files, j);

      if (file->app == app)
        g_ptr_array_add (sorted, paddock_app_file_ref (file));
    }
    if (app->syntax == PADDOCK_APP_SYNTAX_NONE && is_here (self, app))
      g_ptr_array_add (sorted, paddock_app_file_new_without (app));
  }
  return sorted;
}

/**
 * paddock_app_survey_run:
 * @folders: (nullable): directories that may be projects, besides those that Claude Code knows
 *
 * Finds the configuration files. Deletes old copies of them (paddock-app-backup.c). Blocks if a
 * file system hangs.
 *
 * Returns: (transfer full) (element-type PaddockAppFile): the files that exist, in the order of the
 *   table, and each app on this computer that can't be reached because it has no configuration
 *   file
 */
GPtrArray *
paddock_app_survey_run (const char * const *folders)
{
  g_auto (GStrv) environment = g_get_environ ();
  g_autoptr (GPtrArray) files =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_app_file_unref);
  g_autoptr (GPtrArray) projects = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Survey self = { environment, files, projects, seen, .left = MAX_BYTES };

  for (guint i = 0; i < paddock_app_get_count (); i++)
    look_for_app (&self, paddock_app_get (i));
  for (guint i = 0; folders != NULL && folders[i] != NULL; i++)
    add_project (&self, folders[i]);
  self.left = MAX_PROJECT_BYTES;
  self.n_files = 0;
  self.deadline = g_get_monotonic_time () + MAX_PROJECT_TIME;
  for (guint i = 0; i < paddock_app_get_count (); i++)
    look_in_projects (&self, paddock_app_get (i));
  if (is_over (&self))
    g_message ("The projects have too many files for apps. Paddock shows some of them.");
  paddock_app_backup_expire (g_get_real_time () / G_USEC_PER_SEC);
  return sort_by_app (&self, files);
}

static gpointer
run_work (gpointer      data,
          GCancellable *cancellable)
{
  return paddock_app_survey_run (data);
}

/**
 * paddock_app_survey_async:
 * @folders: (nullable): as for paddock_app_survey_run()
 *
 * Finds the configuration files on a thread. Never blocks. If a file system hangs, the answer comes
 * when @cancellable is cancelled.
 */
void
paddock_app_survey_async (const char * const  *folders,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_autoptr (PaddockFilePool) pool = paddock_file_pool_new ();

  paddock_file_pool_run_async (pool, g_get_home_dir (), run_work, g_strdupv ((char **) folders),
                               (GDestroyNotify) g_strfreev, (GDestroyNotify) g_ptr_array_unref,
                               cancellable, callback, user_data);
}

/**
 * paddock_app_survey_finish:
 *
 * Returns: (transfer full) (element-type PaddockAppFile): as paddock_app_survey_run()
 */
GPtrArray *
paddock_app_survey_finish (GAsyncResult  *result,
                           GError       **error)
{
  g_autoptr (GObject) pool = g_async_result_get_source_object (result);

  return paddock_file_pool_run_finish (PADDOCK_FILE_POOL (pool), result, error);
}
