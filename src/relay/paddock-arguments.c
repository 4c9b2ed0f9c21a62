/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-arguments.h"

#include <string.h>

#include "paddock-error.h"

/* Fills the command line of a server that gets its folders when it is started.
 *
 * If `{roots}` is a whole argument, it becomes one argument for each folder. `{root}` becomes the
 * first folder, also within an argument. Without a folder that whole argument is left out: many
 * programs would take the rest of `--dir={root}` for another folder. The program itself is no
 * template. Paths are bytes, and arrive as they are: there is no shell, and nothing is quoted. A
 * path begins with "/", so no program takes it for an option.
 */

#define ALL   "{roots}"
#define FIRST "{root}"

/**
 * paddock_arguments_has_templates:
 *
 * Returns: whether the command line says where folders are to be
 */
gboolean
paddock_arguments_has_templates (const char * const *argv)
{
  for (gsize i = 1; argv[0] != NULL && argv[i] != NULL; i++)
    if (strcmp (argv[i], ALL) == 0 || strstr (argv[i], FIRST) != NULL)
      return TRUE;
  return FALSE;
}

static char *
replace_first (const char *argument,
               const char *path)
{
  g_auto (GStrv) parts = g_strsplit (argument, FIRST, -1);

  return g_strjoinv (path, parts);
}

static gboolean
check_size (const char  *text,
            gsize       *in_out_total,
            GError     **error)
{
  gsize size = strlen (text) + 1;

  *in_out_total += size + sizeof (char *);
  if (size <= PADDOCK_ARGUMENTS_ONE_BYTES && *in_out_total <= PADDOCK_ARGUMENTS_ALL_BYTES)
    return TRUE;
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT,
                       "Its folders are too many for a command line");
  return FALSE;
}

/**
 * paddock_arguments_expand:
 * @argv: the command line as it was written
 * @paths: the folders' paths, in the order of the list
 *
 * Returns: (transfer full): the arguments to start the program with; %NULL with
 *   %PADDOCK_ERROR_LIMIT if they would not fit
 */
GStrv
paddock_arguments_expand (const char * const  *argv,
                          const char * const  *paths,
                          GError             **error)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);
  gsize total = 0;

  for (gsize i = 0; argv[i] != NULL; i++) {
    if (i > 0 && strcmp (argv[i], ALL) == 0) {
      for (gsize j = 0; paths[j] != NULL; j++)
        g_ptr_array_add (arguments, g_strdup (paths[j]));
    } else if (i > 0 && strstr (argv[i], FIRST) != NULL) {
      if (paths[0] != NULL)
        g_ptr_array_add (arguments, replace_first (argv[i], paths[0]));
    } else {
      g_ptr_array_add (arguments, g_strdup (argv[i]));
    }
  }
  for (guint i = 0; i < arguments->len; i++)
    if (!check_size (arguments->pdata[i], &total, error))
      return NULL;
  g_ptr_array_add (arguments, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&arguments), FALSE);
}

/**
 * paddock_arguments_add_roots:
 * @environment: as programs get it
 * @roots: JSON, the value of `roots` as it would be answered to `roots/list`
 *
 * Returns: (transfer full): @environment with %PADDOCK_ENV_ROOTS; %NULL with %PADDOCK_ERROR_LIMIT
 *   if it would not fit
 */
GStrv
paddock_arguments_add_roots (const char * const  *environment,
                             const char          *roots,
                             GError             **error)
{
  g_autofree char *variable = g_strconcat (PADDOCK_ENV_ROOTS "=", roots, NULL);
  gsize total = 0;

  if (!check_size (variable, &total, error))
    return NULL;
  return g_environ_setenv (g_strdupv ((char **) environment), PADDOCK_ENV_ROOTS, roots, TRUE);
}
