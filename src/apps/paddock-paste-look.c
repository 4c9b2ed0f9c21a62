/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-paste-look.h"

#include "paddock-command-folders.h"
#include "paddock-documents.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* Asks the file systems which paths of a command are folders. The pool's threads ask. A path whose
 * file system doesn't answer in time stays unknown, and the thread that asks stays in its lane. */

/* What all the answers share. The timeout, and each answer that is awaited, own a reference. */
typedef struct {
  GTask            *task;           /* (owned) (nullable) NULL: it has its result */
  PaddockPastePath *known;          /* (owned) (nullable) of each path; NULL if @task is NULL */
  guint             n_awaited;      /* answers */
  guint             timeout;
} Look;

/* One answer that is awaited. */
typedef struct {
  Look *look;                       /* (owned) */
  guint index;
} Answer;

static void
end_look (Look *self)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);

  if (task == NULL)
    return;
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_task_return_pointer (task, g_steal_pointer (&self->known), g_free);
}

static gboolean
on_timeout (gpointer user_data)
{
  Look *self = user_data;

  self->timeout = 0;
  end_look (self);
  return G_SOURCE_REMOVE;
}

static void
release_look (gpointer look)
{
  g_rc_box_release (look);
}

static gpointer
look_at (gpointer      path,
         GCancellable *cancellable)
{
  PaddockPastePath known = PADDOCK_PASTE_PATH_UNKNOWN;
  struct stat info;

  if (stat (path, &info) == 0)
    known = S_ISDIR (info.st_mode) ? PADDOCK_PASTE_PATH_FOLDER : PADDOCK_PASTE_PATH_OTHER;
  else if (errno == ENOENT || errno == ENOTDIR)
    known = PADDOCK_PASTE_PATH_OTHER;
  return GINT_TO_POINTER (known);
}

static void
on_looked (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Answer *answer = user_data;
  Look *self = answer->look;
  gpointer known = paddock_file_pool_run_finish (PADDOCK_FILE_POOL (source), result, NULL);

  if (self->task != NULL)
    self->known[answer->index] = (PaddockPastePath) GPOINTER_TO_INT (known);
  if (--self->n_awaited == 0)
    end_look (self);
  g_rc_box_release (self);
  g_free (answer);
}

/**
 * paddock_paste_look_async:
 * @paths: the paths of a #PaddockPaste, at least one
 *
 * Asks which paths are folders. Never blocks, and answers within %PADDOCK_PASTE_LOOK_MS. In a
 * sandbox nobody is asked, because its files aren't those of the server.
 */
void
paddock_paste_look_async (PaddockFilePool     *pool,
                          const char * const  *paths,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  guint n_paths = g_strv_length ((GStrv) paths);
  Look *self = g_rc_box_new0 (Look);

  self->task = g_task_new (pool, cancellable, callback, user_data);
  self->known = g_new0 (PaddockPastePath, n_paths);
  for (guint i = 0; i < n_paths && !paddock_documents_is_sandboxed (); i++) {
    g_autofree char *path = paddock_command_folders_resolve (paths[i], g_get_home_dir (), NULL);
    Answer *answer;

    if (path == NULL)
      continue;
    answer = g_new0 (Answer, 1);
    answer->look = g_rc_box_acquire (self);
    answer->index = i;
    self->n_awaited++;
    paddock_file_pool_run_picked_async (pool, path, look_at, g_strdup (path), g_free, NULL,
                                        cancellable, on_looked, answer);
  }
  if (self->n_awaited == 0)
    end_look (self);
  else
    self->timeout = g_timeout_add_full (G_PRIORITY_DEFAULT, PADDOCK_PASTE_LOOK_MS, on_timeout,
                                        g_rc_box_acquire (self), release_look);
  g_rc_box_release (self);
}

/**
 * paddock_paste_look_finish:
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): what is known of each path
 */
PaddockPastePath *
paddock_paste_look_finish (PaddockFilePool  *pool,
                           GAsyncResult     *result,
                           GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, pool), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
