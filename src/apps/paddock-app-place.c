/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-place.h"

#include <string.h>

/* Variables of the XDG Base Directory Specification. The specification says to ignore a relative
 * path. */
static const struct {
  const char *name;
  const char *usual;                /* below the home directory */
} xdg_directories[] = {
  { "XDG_CONFIG_HOME", ".config" },
  { "XDG_DATA_HOME", ".local/share" },
};

/* Returns the directory (or the file) that a variable names, or NULL. */
static char *
dup_variable (const char         *name,
              const char         *home,
              const char * const *environment)
{
  const char *value = g_environ_getenv ((char **) environment, name);

  if (value != NULL && g_path_is_absolute (value))
    return g_strdup (value);
  for (guint i = 0; i < G_N_ELEMENTS (xdg_directories); i++)
    if (g_str_equal (name, xdg_directories[i].name))
      return g_build_filename (home, xdg_directories[i].usual, NULL);
  return NULL;
}

/**
 * paddock_app_place_dup_path:
 * @home: the user's home directory
 * @environment: variables as "NAME=VALUE"
 * @project: (nullable): the directory of a project
 *
 * Returns: (transfer full) (nullable): the absolute path of the place, maybe with "*"; %NULL if the
 *   environment doesn't have the place's variable, or if the place needs a project and @project is
 *   %NULL
 */
char *
paddock_app_place_dup_path (const PaddockAppPlace *self,
                            const char            *home,
                            const char * const    *environment,
                            const char            *project)
{
  const char *slash = strchr (self->path, '/');
  g_autofree char *directory = NULL;
  g_autofree char *name = NULL;

  if (self->kind == PADDOCK_APP_PLACE_PROJECT)
    return project != NULL ? g_build_filename (project, self->path, NULL) : NULL;
  if (*self->path == '~')
    return g_build_filename (home, slash + 1, NULL);
  g_assert (*self->path == '$');
  name = slash != NULL ? g_strndup (self->path + 1, slash - self->path - 1)
                       : g_strdup (self->path + 1);
  directory = dup_variable (name, home, environment);
  if (directory == NULL || slash == NULL)
    return g_steal_pointer (&directory);
  return g_build_filename (directory, slash + 1, NULL);
}
