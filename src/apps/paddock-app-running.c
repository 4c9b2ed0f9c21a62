/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-running.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Finds out whether an app runs that would drop a change of its file: Claude Desktop. It is looked
 * for in two ways. Chromium leaves a link SingletonLock beside the file; it names the computer and
 * the process. And /proc has the names of programs. Claude Code is another program, with the name
 * "claude". */

#define LOCK "SingletonLock"

static const char * const programs[] = { "claude-desktop", "Claude" };

static gboolean
is_own_process (const char *proc,
                const char *pid)
{
  g_autofree char *path = g_build_filename (proc, pid, NULL);
  struct stat info;

  return stat (path, &info) == 0 && info.st_uid == getuid ();
}

/* Whether the process that the lock names runs on this computer. */
static gboolean
is_locked (const char *proc,
           const char *path)
{
  g_autofree char *directory = g_path_get_dirname (path);
  g_autofree char *lock = g_build_filename (directory, LOCK, NULL);
  g_autofree char *holder = g_file_read_link (lock, NULL);
  char *dash = holder != NULL ? strrchr (holder, '-') : NULL;

  if (dash == NULL || dash[1] == '\0' || dash[1 + strspn (dash + 1, "0123456789")] != '\0')
    return FALSE;
  *dash = '\0';
  return g_str_equal (holder, g_get_host_name ()) && is_own_process (proc, dash + 1);
}

static gboolean
is_program (const char *word)
{
  g_autofree char *name = g_path_get_basename (word);

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    if (g_str_equal (name, programs[i]))
      return TRUE;
  return FALSE;
}

/* Whether a process is one of the programs, or an interpreter (such as electron) with one of them
 * in its first argument. */
static gboolean
runs_program (const char *proc,
              const char *pid)
{
  g_autofree char *path = g_build_filename (proc, pid, "cmdline", NULL);
  g_autofree char *line = NULL;
  g_autofree char *directory = NULL;
  gsize size, first;

  if (!is_own_process (proc, pid) || !g_file_get_contents (path, &line, &size, NULL) || size == 0)
    return FALSE;
  if (is_program (line))
    return TRUE;
  first = strlen (line) + 1;
  if (first >= size || !g_str_has_suffix (line + first, ".asar"))
    return FALSE;
  directory = g_path_get_dirname (line + first);
  return is_program (directory);
}

/**
 * paddock_app_running_find:
 * @proc: usually "/proc"
 * @path: the app's file
 *
 * Returns: whether @app runs and would drop a change of its file
 */
gboolean
paddock_app_running_find (const PaddockApp *app,
                          const char       *proc,
                          const char       *path)
{
  g_autoptr (GDir) directory = NULL;
  const char *name;

  if (app->writing != PADDOCK_APP_WRITING_CLOSED)
    return FALSE;
  if (is_locked (proc, path))
    return TRUE;
  directory = g_dir_open (proc, 0, NULL);
  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    if (g_ascii_isdigit (*name) && runs_program (proc, name))
      return TRUE;
  return FALSE;
}
