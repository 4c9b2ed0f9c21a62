/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-reading-work.h"

#include "paddock-reference.h"
#include "paddock-secret-links.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

/* What is done on a file system's own threads for the reader (paddock-reading.c): a file is opened
 * below its root, looked at, maybe read, and closed again.
 *
 * No descriptor of a user's file leaves the thread. Closing one asks its file system, which may
 * hang, and there is no telling when the bus or a caller would close it; and an open one keeps the
 * user from unmounting. So what is given away is a copy in memory, sealed: what was read while the
 * root was known to be the root, and nothing that changes under whoever reads it.
 *
 * Whether a file is sensitive is found here too, by the name of what was really opened, by those
 * that mounts give it, and where it has several links by all those that secrets are known to have,
 * and by those near it. Such a file is read only if the user allowed it, by that name, and where it
 * has several, that very file.
 *
 * Whoever asks may be gone when the thread comes back: the work has all that it needs for itself.
 */
typedef struct {
  PaddockReadingWork  work;       /* its strings and its root are owned */
  char               *way;        /* (owned) */
  PaddockPlaces      *places;     /* (owned) */
} Work;

static void
work_free (gpointer data)
{
  Work *self = data;

  paddock_root_unref (self->work.root);
  g_free ((char *) self->work.rest);
  g_free ((char *) self->work.allowed);
  g_free (self->way);
  paddock_places_free (self->places);
  g_free (self);
}

static Work *
work_new (const PaddockPlaces      *places,
          const PaddockReadingWork *work)
{
  Work *self = g_new0 (Work, 1);

  self->work = *work;
  self->work.root = paddock_root_ref (work->root);
  self->work.rest = g_strdup (work->rest);
  self->work.allowed = g_strdup (work->allowed);
  self->way = paddock_places_dup_way (places, work->root->path, work->root->document);
  self->places = paddock_places_copy (places);
  return self;
}

static void
free_found (gpointer data)
{
  paddock_reading_found_free (data);
}

static gboolean
write_all (int     fd,
           GBytes *bytes)
{
  gsize left;
  const char *data = g_bytes_get_data (bytes, &left);

  while (left > 0) {
    ssize_t n = write (fd, data, left);

    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return FALSE;
    data += n;
    left -= (gsize) n;
  }
  return TRUE;
}

/* Whoever gets it can read it from its beginning, and neither change nor resize it. */
static int
copy_to_memory (GBytes *bytes)
{
  int fd = memfd_create ("paddock-file", MFD_CLOEXEC | MFD_ALLOW_SEALING);

  if (fd < 0)
    return -1;
  if (write_all (fd, bytes) && lseek (fd, 0, SEEK_SET) == 0 &&
      fcntl (fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) == 0)
    return fd;
  close (fd);
  return -1;
}

static PaddockReadVerdict
read_opened (const Work            *self,
             const PaddockOpenRoot *root,
             const PaddockOpened   *opened,
             PaddockReadingFound   *found)
{
  gboolean is_copy = self->work.purpose == PADDOCK_READING_COPY;
  g_autoptr (GBytes) bytes = NULL;
  PaddockReadVerdict verdict;

  verdict = paddock_path_read (root, opened, is_copy ? 0 : self->work.range.offset,
                               is_copy ? G_MAXSIZE : self->work.range.length,
                               (gsize) MAX (self->work.limit, 0), &bytes);
  if (verdict != PADDOCK_READ_ALLOWED)
    return verdict;

  if (!is_copy) {
    found->bytes = g_steal_pointer (&bytes);
    return PADDOCK_READ_ALLOWED;
  }
  found->size = (gint64) g_bytes_get_size (bytes);
  found->fd = copy_to_memory (bytes);
  return found->fd >= 0 ? PADDOCK_READ_ALLOWED : PADDOCK_READ_BUSY;
}

/* The name below the root; NULL where the root is the file. */
static const char *
get_rest (const Work          *self,
          const PaddockOpened *opened)
{
  const char *rest = paddock_reference_below (opened->path, self->work.root->path);

  return rest != NULL && rest[0] != '\0' ? rest : NULL;
}

static gboolean
is_secret_beside (const Work           *self,
                  const PaddockOpened  *opened,
                  PaddockSensitiveKind *out_kind)
{
  const char *rest = get_rest (self, opened);

  return rest != NULL &&
         paddock_secret_links_match_beside (self->work.root->path, self->way, rest,
                                            self->places->home, opened->device, opened->inode,
                                            out_kind);
}

static gboolean
is_allowed_one (const Work                *self,
                const PaddockOpened       *opened,
                const PaddockReadingFound *found)
{
  return g_strcmp0 (opened->path, self->work.allowed) == 0 &&
         self->work.device == found->device && self->work.inode == found->inode;
}

/* By its name in the root, or by one that a mount gives it: a folder of secrets that is mounted
 * elsewhere, too. */
static gboolean
is_secret_by_name (const Work           *self,
                   const PaddockOpened  *opened,
                   PaddockSensitiveKind *out_kind)
{
  gboolean is_secret = paddock_sensitive_match (opened->path, self->places->home, out_kind);

  for (gsize i = 0; !is_secret && opened->names != NULL && opened->names[i] != NULL; i++)
    is_secret = paddock_sensitive_match (opened->names[i], self->places->home, out_kind);
  return is_secret;
}

/* The best known secret comes first: the user is told what the file is, and not what its name in
 * the root looks like. */
static gboolean
is_sensitive (const Work          *self,
              const PaddockOpened *opened,
              PaddockReadingFound *found)
{
  const char *home = self->places->home;
  gboolean has_others = opened->links > 1;

  found->device = has_others ? opened->device : 0;
  found->inode = has_others ? opened->inode : 0;
  if (is_allowed_one (self, opened, found))
    return FALSE;

  return (has_others && paddock_secret_links_match (home, opened->device, opened->inode,
                                                    &found->kind)) ||
         is_secret_by_name (self, opened, &found->kind) ||
         (has_others && is_secret_beside (self, opened, &found->kind));
}

static PaddockReadVerdict
look_at_opened (const Work            *self,
                const PaddockOpenRoot *root,
                const PaddockOpened   *opened,
                PaddockReadingFound   *found)
{
  gboolean is_part = self->work.purpose == PADDOCK_READING_BYTES &&
                     (self->work.range.offset > 0 || self->work.range.length != G_MAXSIZE);
  gboolean is_new = opened->inode == 0;

  if (opened->links > 1 &&
      paddock_secret_links_is_own (self->places, opened->device, opened->inode))
    return PADDOCK_READ_OUTSIDE;
  if (!is_new && is_sensitive (self, opened, found))
    return PADDOCK_READ_SENSITIVE;
  if (self->work.purpose == PADDOCK_READING_WRITE_CHECK)
    return PADDOCK_READ_ALLOWED;
  if (!is_part && opened->size > self->work.limit)
    return PADDOCK_READ_TOO_LARGE;
  return self->work.purpose == PADDOCK_READING_CHECK ? PADDOCK_READ_ALLOWED
                                                     : read_opened (self, root, opened, found);
}

static gpointer
work_on_thread (gpointer      data,
                GCancellable *cancellable)
{
  const Work *self = data;
  const PaddockOpenRoot root = {
    .path = self->work.root->path, .way = self->way, .record = self->work.root->record,
  };
  g_auto (PaddockOpened) opened = PADDOCK_OPENED_INIT;
  PaddockReadingFound *found = g_new0 (PaddockReadingFound, 1);

  found->fd = -1;
  paddock_path_open_below (&root, self->work.rest, self->places,
                           self->work.purpose == PADDOCK_READING_WRITE_CHECK
                             ? PADDOCK_OPEN_WRITE_CHECK : PADDOCK_OPEN_TO_READ,
                           &opened);
  found->size = opened.size;
  found->verdict = opened.verdict;
  if (opened.verdict == PADDOCK_READ_ALLOWED)
    found->verdict = look_at_opened (self, &root, &opened, found);
  if (found->verdict == PADDOCK_READ_ALLOWED || found->verdict == PADDOCK_READ_SENSITIVE)
    found->path = g_steal_pointer (&opened.path);
  return found;
}

/**
 * paddock_reading_work_async:
 * @pool: the threads
 * @places: what may not be read wherever it lies, and the home directory
 * @work: what is to be done; copied
 * @callback: called when the thread is back, which may be never
 * @user_data: for @callback
 */
void
paddock_reading_work_async (PaddockFilePool          *pool,
                            const PaddockPlaces      *places,
                            const PaddockReadingWork *work,
                            GAsyncReadyCallback       callback,
                            gpointer                  user_data)
{
  Work *self = work_new (places, work);

  paddock_file_pool_run_async (pool, self->way, work_on_thread, self, work_free, free_found, NULL,
                               callback, user_data);
}

/**
 * paddock_reading_work_finish:
 * @error: %PADDOCK_ERROR_BUSY, or that no thread could be made
 *
 * Returns: (transfer full) (nullable): what was found
 */
PaddockReadingFound *
paddock_reading_work_finish (PaddockFilePool  *pool,
                             GAsyncResult     *result,
                             GError          **error)
{
  return paddock_file_pool_run_finish (pool, result, error);
}

/**
 * paddock_reading_found_free:
 * @found: (transfer full) (nullable): what was found
 */
void
paddock_reading_found_free (PaddockReadingFound *found)
{
  if (found == NULL)
    return;

  if (found->fd >= 0)
    close (found->fd);
  g_clear_pointer (&found->bytes, g_bytes_unref);
  g_free (found->path);
  g_free (found);
}
