/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-host-bundle.h"

#include "paddock-host-names.h"

#include <string.h>

/* Helps a `paddock` that runs on the host, started by the launcher (src/host) from the files of a
 * sandboxed application. That `paddock` brings its own C library. So the launcher hides the host's
 * variables that say what to load into a program. The functions here restore these variables for
 * every program that `paddock` starts. */

static gboolean
is_hidden (const char *variable)
{
  static const char * const hidden[] = { PADDOCK_HOST_HIDDEN };

  for (guint i = 0; i < G_N_ELEMENTS (hidden); i++)
    if (g_str_has_prefix (variable, hidden[i]))
      return TRUE;
  return FALSE;
}

/**
 * paddock_host_bundle_get_directory:
 *
 * Returns: (nullable): the directory with the running program and its libraries; %NULL if no
 *   launcher started it
 */
const char *
paddock_host_bundle_get_directory (void)
{
  g_autofree char *name = g_strndup (PADDOCK_HOST_MARK, strlen (PADDOCK_HOST_MARK) - 1);
  const char *directory = g_getenv (name);

  return directory != NULL && g_path_is_absolute (directory) ? directory : NULL;
}

/**
 * paddock_host_bundle_dup_environment:
 * @environment: the environment of this process, as "NAME=value"
 *
 * Returns: (transfer full): the environment that the launcher got, in its order; a copy of
 *   @environment if there was no launcher
 */
GStrv
paddock_host_bundle_dup_environment (const char * const *environment)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  gboolean was_launched = FALSE;

  for (guint i = 0; environment[i] != NULL; i++)
    was_launched = was_launched || g_str_has_prefix (environment[i], PADDOCK_HOST_MARK);
  if (!was_launched)
    return g_strdupv ((char **) environment);

  for (guint i = 0; environment[i] != NULL; i++) {
    const char *variable = environment[i];

    /* A hidden variable without the prefix is one that the launcher set itself: leave it out. */
    if (!is_hidden (variable))
      g_strv_builder_add (builder, variable);
    else if (g_str_has_prefix (variable, PADDOCK_HOST_PREFIX) &&
             is_hidden (variable + strlen (PADDOCK_HOST_PREFIX)))
      g_strv_builder_add (builder, variable + strlen (PADDOCK_HOST_PREFIX));
  }
  return g_strv_builder_end (builder);
}
