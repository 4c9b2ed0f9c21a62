/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-reading-work.h"

#include "paddock-path.h"
#include "paddock-reference.h"
#include "paddock-secret-links.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

/* Runs work for the reader (paddock-reading.c) on a file system's own threads. A thread opens a
 * file below its root, looks at it, maybe reads it, and closes it again.
 *
 * No descriptor of a user's file leaves the thread. Closing a descriptor asks its file system,
 * which may hang, and nobody knows when the bus or a caller would close it. An open descriptor also
 * keeps the user from unmounting. So the caller gets a sealed copy in memory. The copy was read
 * while the root was known to be the root, and does not change later.
 *
 * The work also finds out whether a file is sensitive. It looks at the canonical name of the opened
 * file, and at other names of this file, such as those that mounts give it. If the file has several
 * links, the work also compares the file with the known places of secrets, and looks at the names
 * near the file. A sensitive file is read only if the user allowed a file of this name. If the file
 * has several links, it must also be the same file, by device and inode. The file's own threads
 * must not touch the home, where the secrets are. A thread of the home searches there in between
 * (paddock-secret-search.c), while nothing is open. Then the work looks at the file again. If the
 * home does not answer, the user is asked.
 *
 * The work enters a mount below the root only if the user allowed that, and only on threads of that
 * mount. The work ends where it meets such a mount, and begins again on that mount's threads. A
 * link or `..` may lead from a first mount to a second one that does not lie inside the first. Then
 * the work has to go through the first mount again, which may hang. So this work runs on threads
 * that belong to neither mount alone.
 *
 * The caller may be gone when the thread comes back: the work owns all that it needs.
 */
typedef struct {
  PaddockReadingWork  work;       /* the strings and the root in it are owned */
  char               *way;        /* (owned) the path by which this process reaches the root */
  PaddockPlaces      *places;     /* (owned) */
  guint               n_compared; /* how often the home was searched for secrets, for this
                                   * request */
  guint64             device;     /* the device of the file for which the home was last searched */
  guint64             inode;
  PaddockSecretFinding finding;   /* the result of the last search of the home */
  PaddockSecretSearch *search;    /* (owned) (nullable) searches the home; NULL in the copy of this
                                   * structure that a thread gets */
  GAsyncReadyCallback  on_looked; /* called when a thread that looked for the file has returned */
} Work;

/* What a thread found when it looked for the file. */
typedef struct {
  PaddockReadingFound *found;     /* (owned) (nullable) */
  guint64              device;    /* the device of the file for which the home must be searched */
  guint64              inode;     /* the inode of that file; 0: the home need not be searched */
} Look;

/* How often the home is searched for one request at most. A path that keeps changing could lead to
 * one new file with several links after another. */
#define COMPARISONS 3

static void
work_free (gpointer data)
{
  Work *self = data;

  paddock_root_unref (self->work.root);
  g_free ((char *) self->work.rest);
  g_free ((char *) self->work.allowed);
  paddock_reading_work_lane_clear (&self->work.lane);
  g_free (self->way);
  paddock_places_free (self->places);
  g_clear_object (&self->search);
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
  self->work.lane.point = g_strdup (work->lane.point);
  self->work.lane.joint = g_strdup (work->lane.joint);
  self->work.lane.entered = work->lane.entered != NULL
                              ? g_array_copy (work->lane.entered)
                              : g_array_new (FALSE, FALSE, sizeof (int));
  self->way = paddock_places_dup_way (places, work->root->path, work->root->document);
  self->places = paddock_places_copy (places);
  return self;
}

static Work *
work_copy (const Work *self)
{
  Work *copy = work_new (self->places, &self->work);

  copy->n_compared = self->n_compared;
  copy->device = self->device;
  copy->inode = self->inode;
  copy->finding = self->finding;
  return copy;
}

static void
look_free (gpointer data)
{
  Look *look = data;

  paddock_reading_work_found_free (look->found);
  g_free (look);
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

/* Returns a descriptor of a copy of @bytes in memory, or -1. The receiver can read the copy from
 * its beginning, but neither change nor resize it. */
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

  verdict = paddock_path_open_read (root, opened, is_copy ? 0 : self->work.range.offset,
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

/* Returns the path of the file below the root, or NULL if the root itself is the file. */
static const char *
get_rest (const Work          *self,
          const PaddockOpened *opened)
{
  const char *rest = paddock_reference_below (opened->path, self->work.root->path);

  return rest != NULL && rest[0] != '\0' ? rest : NULL;
}

static PaddockSecretState
look_beside (const Work           *self,
             const PaddockOpened  *opened,
             PaddockSensitiveKind *out_kind)
{
  const char *rest = opened->links > 1 ? get_rest (self, opened) : NULL;

  if (rest == NULL)
    return PADDOCK_SECRET_NONE;
  return paddock_secret_links_match_beside (self->work.root->path, self->way, rest,
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

/* Whether the file is a secret by its canonical name, or by one of its other names: a folder of
 * secrets may also be mounted elsewhere. */
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

/* Decides whether the file is sensitive. A match with a secret in the home comes before a match of
 * the name: the user should read what the file is, not what it is called here. Returns BUSY if the
 * home must be searched first. */
static PaddockReadVerdict
judge_secrecy (const Work          *self,
               const PaddockOpened *opened,
               Look                *look)
{
  PaddockReadingFound *found = look->found;
  gboolean has_others = opened->links > 1;

  found->device = has_others ? opened->device : 0;
  found->inode = has_others ? opened->inode : 0;
  if (is_allowed_one (self, opened, found))
    return PADDOCK_READ_ALLOWED;
  if (has_others && (self->n_compared == 0 || self->device != opened->device ||
                     self->inode != opened->inode)) {
    look->device = opened->device;
    look->inode = opened->inode;
    return PADDOCK_READ_BUSY;
  }

  if (has_others && self->finding.state == PADDOCK_SECRET_FOUND)
    found->kind = self->finding.kind;
  else if (!is_secret_by_name (self, opened, &found->kind)) {
    PaddockSecretState beside = look_beside (self, opened, &found->kind);

    if (beside == PADDOCK_SECRET_NONE && !opened->is_name_unsure &&
        (!has_others || self->finding.state == PADDOCK_SECRET_NONE))
      return PADDOCK_READ_ALLOWED;
    if (beside != PADDOCK_SECRET_FOUND)
      found->kind = PADDOCK_SENSITIVE_UNCERTAIN;
  }
  return PADDOCK_READ_SENSITIVE;
}

static PaddockReadVerdict
look_at_opened (const Work            *self,
                const PaddockOpenRoot *root,
                const PaddockOpened   *opened,
                Look                  *look)
{
  gboolean is_part = self->work.purpose == PADDOCK_READING_BYTES &&
                     (self->work.range.offset > 0 || self->work.range.length != G_MAXSIZE);
  gboolean is_new = opened->inode == 0;
  PaddockReadVerdict verdict = PADDOCK_READ_ALLOWED;

  if (opened->links > 1) {
    PaddockSecretState own = paddock_secret_links_is_own (self->places, opened->device,
                                                          opened->inode);

    if (own != PADDOCK_SECRET_NONE)
      return own == PADDOCK_SECRET_FOUND ? PADDOCK_READ_OUTSIDE : PADDOCK_READ_BUSY;
  }
  if (!is_new)
    verdict = judge_secrecy (self, opened, look);
  if (verdict != PADDOCK_READ_ALLOWED || self->work.purpose == PADDOCK_READING_WRITE_CHECK)
    return verdict;
  if (!is_part && opened->size > self->work.limit)
    return PADDOCK_READ_TOO_LARGE;
  return self->work.purpose == PADDOCK_READING_CHECK
           ? PADDOCK_READ_ALLOWED : read_opened (self, root, opened, look->found);
}

static gpointer
work_on_thread (gpointer      data,
                GCancellable *cancellable)
{
  const Work *self = data;
  const PaddockOpenRoot root = {
    .path = self->work.root->path, .way = self->way, .record = self->work.root->record,
    .crosses = self->work.root->crosses, .entered = self->work.lane.entered,
  };
  g_auto (PaddockOpened) opened = PADDOCK_OPENED_INIT;
  PaddockReadingFound *found = g_new0 (PaddockReadingFound, 1);
  Look *look = g_new0 (Look, 1);

  look->found = found;
  found->fd = -1;
  paddock_path_open_below (&root, self->work.rest, self->places,
                           self->work.purpose == PADDOCK_READING_WRITE_CHECK
                             ? PADDOCK_OPEN_WRITE_CHECK : PADDOCK_OPEN_TO_READ,
                           &opened);
  found->size = opened.size;
  found->verdict = opened.verdict;
  found->met = g_steal_pointer (&opened.met);
  found->met_mount = opened.met_mount;
  if (opened.verdict == PADDOCK_READ_ALLOWED)
    found->verdict = look_at_opened (self, &root, &opened, look);
  if (found->verdict == PADDOCK_READ_ALLOWED || found->verdict == PADDOCK_READ_SENSITIVE)
    found->path = g_steal_pointer (&opened.path);
  return look;
}

/* Makes a thread look for the file: a thread of the lane that the work has now
 * (PaddockReadingLane). */
static void
look (const Work      *self,
      PaddockFilePool *pool,
      GTask           *task)
{
  const PaddockReadingLane *lane = &self->work.lane;

  if (lane->joint != NULL)
    paddock_file_pool_run_across_async (pool, lane->entered, work_on_thread, work_copy (self),
                                        work_free, look_free, NULL, self->on_looked,
                                        g_object_ref (task));
  else
    paddock_file_pool_run_async (pool, lane->point != NULL ? lane->point : self->way,
                                 work_on_thread, work_copy (self), work_free, look_free, NULL,
                                 self->on_looked, g_object_ref (task));
}

static void
on_compared (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Work *self = g_task_get_task_data (task);

  self->finding = paddock_secret_search_finish (PADDOCK_SECRET_SEARCH (source), result);
  self->n_compared++;
  look (self, g_task_get_source_object (task), task);
}

static void
on_looked (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Work *self = g_task_get_task_data (task);
  GError *error = NULL;
  Look *look = paddock_file_pool_run_finish (PADDOCK_FILE_POOL (source), result, &error);

  if (look == NULL) {
    g_task_return_error (task, error);
    return;
  }
  if (look->inode != 0 && self->n_compared < COMPARISONS) {
    self->device = look->device;
    self->inode = look->inode;
    paddock_secret_search_async (self->search, look->device, look->inode, on_compared,
                                 g_object_ref (task));
  } else {
    g_task_return_pointer (task, g_steal_pointer (&look->found),
                           (GDestroyNotify) paddock_reading_work_found_free);
  }
  look_free (look);
}

/* Returns the name of a lane that belongs to all mounts in @entered together
 * (PaddockReadingLane.joint): their ids, separated by commas. For each such list of mounts, in this
 * order, the file pool has separate threads (paddock-file-pool.c). */
static char *
dup_name_of_joint (const GArray *entered)
{
  GString *name = g_string_new (NULL);

  for (guint i = 0; i < entered->len; i++)
    g_string_append_printf (name, "%s%d", i > 0 ? "," : "", g_array_index (entered, int, i));
  return g_string_free (name, FALSE);
}

/**
 * paddock_reading_work_lane_enter:
 * @lane: the lane of the threads that looked last
 * @found: the result of that look: @found->met is a mount that was met
 *
 * Makes @lane the lane of the mount that was met. If that mount does not lie inside the previous
 * mount, @lane becomes the lane of all mounts met so far.
 *
 * Returns: whether the work may go on in @lane; %FALSE if this mount was met before, or if too many
 *   mounts were met
 */
gboolean
paddock_reading_work_lane_enter (PaddockReadingLane        *lane,
                                 const PaddockReadingFound *found)
{
  if (lane->entered == NULL)
    lane->entered = g_array_new (FALSE, FALSE, sizeof (int));
  for (guint i = 0; i < lane->entered->len; i++)
    if (g_array_index (lane->entered, int, i) == found->met_mount)
      return FALSE;
  if (lane->entered->len >= PADDOCK_READING_MOUNTS_MAX)
    return FALSE;

  g_array_append_val (lane->entered, found->met_mount);
  if (lane->joint != NULL ||
      (lane->point != NULL && !paddock_path_text_is_within (found->met, lane->point))) {
    g_free (lane->joint);
    lane->joint = dup_name_of_joint (lane->entered);
  }
  g_free (lane->point);
  lane->point = g_strdup (found->met);
  return TRUE;
}

/**
 * paddock_reading_work_lane_clear:
 * @lane: a lane; it becomes the lane of a root's own mount
 */
void
paddock_reading_work_lane_clear (PaddockReadingLane *lane)
{
  g_clear_pointer (&lane->point, g_free);
  g_clear_pointer (&lane->entered, g_array_unref);
  g_clear_pointer (&lane->joint, g_free);
}

/**
 * paddock_reading_work_async:
 * @pool: the threads
 * @search: searches the home for files with several links
 * @places: the places that are always refused, and the home directory
 * @work: what to do; copied
 * @callback: called when the work is done; not called while a thread hangs
 * @user_data: for @callback
 *
 * Looks for a file on threads of its mount, and checks, copies or reads the file as @work says.
 */
void
paddock_reading_work_async (PaddockFilePool          *pool,
                            PaddockSecretSearch      *search,
                            const PaddockPlaces      *places,
                            const PaddockReadingWork *work,
                            GAsyncReadyCallback       callback,
                            gpointer                  user_data)
{
  g_autoptr (GTask) task = g_task_new (pool, NULL, callback, user_data);
  Work *self = work_new (places, work);

  g_task_set_source_tag (task, paddock_reading_work_async);
  g_task_set_task_data (task, self, work_free);
  self->search = g_object_ref (search);
  self->on_looked = on_looked;
  look (self, pool, task);
}

/**
 * paddock_reading_work_finish:
 * @error: return location: %PADDOCK_ERROR_BUSY, or another code if no thread could start
 *
 * Returns: (transfer full) (nullable): what was found
 */
PaddockReadingFound *
paddock_reading_work_finish (PaddockFilePool  *pool,
                             GAsyncResult     *result,
                             GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, pool), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * paddock_reading_work_found_free:
 * @found: (transfer full) (nullable): what was found
 */
void
paddock_reading_work_found_free (PaddockReadingFound *found)
{
  if (found == NULL)
    return;

  if (found->fd >= 0)
    close (found->fd);
  g_clear_pointer (&found->bytes, g_bytes_unref);
  g_free (found->path);
  g_free (found->met);
  g_free (found);
}
