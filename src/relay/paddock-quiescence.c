/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-quiescence.h"

#include <stdlib.h>
#include <string.h>

/* Asks the kernel whether a server has nothing to do now. Keeps no state.
 *
 * If a process got a message, and now all of its threads sleep, it has probably handled the
 * message. On a busy machine, waiting for a fixed time would not show this. But a server that
 * sleeps may also wait for a timer or for another machine. So use the answer only to shorten a wait
 * that ends by itself anyway.
 */

/* Whether a thread sleeps or is gone. @directory: its directory in /proc. In its file `stat`, the
 * state comes after the name, which may contain any characters (proc_pid_stat(5)). */
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
 * @pid: a child of this process
 *
 * Returns: whether all threads of the process and of its descendants sleep, or have ended. %FALSE
 *   if there are more than %PADDOCK_QUIESCENCE_MAX threads
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
