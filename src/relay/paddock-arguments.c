/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-arguments.h"

#include <string.h>

#include "paddock-error.h"
#include "paddock-names.h"

/* Puts the paths of folders into the command line of a server.
 *
 * An argument that is exactly `{roots}` becomes one argument for each folder. In any other
 * argument, `{root}` becomes the path of the first folder. If there is no folder, an argument with
 * `{root}` is left out: many programs would take an empty `--dir=` for another folder. The
 * program's name, which is the first argument, is never replaced. Paths are passed on byte for
 * byte: there is no shell, so nothing is quoted. A path begins with "/", so no program takes it for
 * an option.
 */

#define ALL   "{roots}"
#define FIRST "{root}"

/**
 * paddock_arguments_has_templates:
 *
 * Returns: whether an argument is `{roots}`, or contains `{root}`
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
 * @argv: the command line, maybe with `{roots}` and `{root}`
 * @paths: the paths of the folders; the first one replaces `{root}`
 *
 * Returns: (transfer full): the command line with the paths in it; %NULL with %PADDOCK_ERROR_LIMIT
 *   if an argument, or all of them together, would be too long
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
 * @environment: strings of the form `NAME=value`
 * @roots: a JSON array, the value of `roots` in an answer to `roots/list`
 *
 * Returns: (transfer full): a copy of @environment in which %PADDOCK_ENV_ROOTS is @roots; %NULL
 *   with %PADDOCK_ERROR_LIMIT if @roots is too long for a variable
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
