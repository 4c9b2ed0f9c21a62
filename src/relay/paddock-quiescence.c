/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-quiescence.h"

#include <stdlib.h>
#include <string.h>

/* Whether a server has done what it can do: a pure question to the kernel, kept nowhere.
 *
 * A process that was given something, and sleeps in all of its threads, has worked on it. That
 * holds however long it had to wait for a processor; on a busy machine no fixed time says that. It
 * does not see whether the server waits for a clock or for another machine. So it is used only to
 * end a wait early that has an end of its own.
 */

/* The state of one thread stands behind its name, which may hold anything (proc_pid_stat(5)). */
static gboolean
is_asleep (const char *directory)
{
  g_autofree char *path = g_build_filename (directory, "stat", NULL);
  g_autofree char *text = NULL;
  const char *state;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return TRUE;
  state = strrchr (text, ')');
  return state == NULL || state[1] == '\0' || strchr ("RD", state[2]) == NULL;
}

static void
add_children (const char *directory,
              GArray     *pids)
{
  g_autofree char *path = g_build_filename (directory, "children", NULL);
  g_autofree char *text = NULL;
  char *at, *end;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return;
  for (at = text;; at = end) {
    pid_t pid = (pid_t) strtol (at, &end, 10);

    if (end == at)
      return;
    g_array_append_val (pids, pid);
  }
}

/**
 * paddock_quiescence_is_reached:
 * @pid: a process of ours
 *
 * Returns: whether it and all that it started sleep, or have ended. %FALSE if there are more
 *   than %PADDOCK_QUIESCENCE_MAX
 */
gboolean
paddock_quiescence_is_reached (pid_t pid)
{
  g_autoptr (GArray) pids = g_array_new (FALSE, FALSE, sizeof (pid_t));
  guint n_threads = 0;

  g_array_append_val (pids, pid);
  for (guint i = 0; i < pids->len; i++) {
    g_autofree char *path = g_strdup_printf ("/proc/%d/task", (int) g_array_index (pids, pid_t, i));
    g_autoptr (GDir) threads = g_dir_open (path, 0, NULL);
    const char *name;

    while (threads != NULL && (name = g_dir_read_name (threads)) != NULL) {
      g_autofree char *directory = g_build_filename (path, name, NULL);

      if (++n_threads > PADDOCK_QUIESCENCE_MAX || !is_asleep (directory))
        return FALSE;
      add_children (directory, pids);
    }
  }
  return TRUE;
}
