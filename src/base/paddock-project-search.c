/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-project-search.h"

#include "paddock-mount-table.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Looks for projects below a directory that the user picked. The caller and the thread that runs
 * the search each hold a reference: a thread that hangs in a file system goes on alone.
 *
 * Where the search goes. It follows no link and enters no other file system. The kernel's table
 * says where others are mounted, so a file system that hangs is not even asked. The search skips
 * hidden directories, and directories in which builds and package managers put what is not the
 * user's work. It recognizes such directories by their names, or by a file in them (CACHEDIR.TAG,
 * pyvenv.cfg).
 *
 * Where the search stops. It looks for nothing below a repository, because a shared repository is
 * shared with all that is in it. A project that is no repository may be an accident higher up, such
 * as a package.json in the home directory. Below such a project the search looks only for
 * repositories. It always looks through the picked directory, and finds that directory too if it is
 * a project.
 *
 * The search holds one open directory per level, and reads only names and types. Anybody can make
 * such names, so a project that is added goes through all the usual checks. */

/* Names of directories that never hold the user's own projects. */
static const char * const passed_over[] = {
  "node_modules", "bower_components", "jspm_packages", "target", "build", "_build", "builddir",
  "dist", "out", "vendor", "venv", "env", "virtualenv", "__pycache__", "site-packages",
  "DerivedData", "Pods", "deps", "lost+found",
};

/* A directory that holds one of these files is not the user's work either. */
static const char * const telltales[] = { "CACHEDIR.TAG", "pyvenv.cfg" };

struct _PaddockProjectSearch
{
  char                   *path;       /* (owned) */
  GMutex                  lock;       /* protects the members below */
  PaddockProjectProgress  progress;
  GPtrArray              *found;      /* (owned) PaddockProjectFind: the projects found that nobody
                                       * has fetched yet */
  guint                   n_found;
};

/* What the thread that runs the search knows. It lies on that thread's stack. */
typedef struct
{
  PaddockProjectSearch *search;
  GCancellable         *cancellable;  /* (nullable) */
  PaddockMountTable    *mounts;       /* (owned) (nullable) */
  dev_t                 device;
  GString              *path;         /* (owned) the path of the directory at which the search looks
                                       * now */
  gboolean              is_over;
} Walk;

typedef struct
{
  PaddockMarkers  markers;
  gboolean        is_passed_over;
  GPtrArray      *below;              /* (owned) char *: names of the subdirectories that the search
                                       * must enter */
} Listing;

static void
listing_clear (Listing *listing)
{
  g_clear_pointer (&listing->below, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Listing, listing_clear)

void
paddock_project_search_find_free (PaddockProjectFind *find)
{
  g_free (find->path);
  g_free (find);
}

static gboolean
is_one_of (const char         *name,
           const char * const *names,
           gsize               n_names)
{
  for (gsize i = 0; i < n_names; i++) {
    if (strcmp (name, names[i]) == 0)
      return TRUE;
  }
  return FALSE;
}

/* Counts a directory in the progress of the search, as read or as unreadable. Returns whether the
 * search may go on. */
static gboolean
note_directory (Walk     *walk,
                gboolean  was_read,
                double    fraction)
{
  PaddockProjectSearch *self = walk->search;

  g_mutex_lock (&self->lock);
  self->progress.fraction = fraction;
  if (was_read)
    self->progress.n_looked++;
  else
    self->progress.n_unreadable++;
  if (self->progress.n_looked + self->progress.n_unreadable >=
      PADDOCK_PROJECT_SEARCH_MAX_DIRECTORIES) {
    self->progress.is_cut = TRUE;
    walk->is_over = TRUE;
  }
  g_mutex_unlock (&self->lock);
  if (g_cancellable_is_cancelled (walk->cancellable))
    walk->is_over = TRUE;
  return !walk->is_over;
}

static void
note_found (Walk           *walk,
            PaddockMarkers  markers)
{
  PaddockProjectSearch *self = walk->search;
  PaddockProjectFind *find = g_new (PaddockProjectFind, 1);

  *find = (PaddockProjectFind) { g_strdup (walk->path->str), markers };
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->found, find);
  if (++self->n_found >= PADDOCK_PROJECT_SEARCH_MAX_FOUND) {
    self->progress.is_cut = TRUE;
    walk->is_over = TRUE;
  }
  g_mutex_unlock (&self->lock);
}

/* Returns the type of @entry, as in dirent.d_type. If the listing does not tell the type, this asks
 * the file system. */
static unsigned char
get_type (int                  directory,
          const struct dirent *entry)
{
  struct stat found;

  if (entry->d_type != DT_UNKNOWN)
    return entry->d_type;
  if (fstatat (directory, entry->d_name, &found, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT) != 0)
    return DT_UNKNOWN;
  return IFTODT (found.st_mode);
}

static void
read_entry (Listing             *listing,
            int                  directory,
            const struct dirent *entry)
{
  const char *name = entry->d_name;
  unsigned char type;

  if (g_str_equal (name, ".") || g_str_equal (name, ".."))
    return;
  type = get_type (directory, entry);
  if (type != DT_DIR && type != DT_REG)
    return;

  listing->markers |= paddock_project_match_entry (name, type == DT_DIR);
  if (type == DT_REG && is_one_of (name, telltales, G_N_ELEMENTS (telltales)))
    listing->is_passed_over = TRUE;
  if (type == DT_DIR && *name != '.' && !is_one_of (name, passed_over, G_N_ELEMENTS (passed_over)))
    g_ptr_array_add (listing->below, g_strdup (name));
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

/* Reads the entries of @directory into @listing, without closing @directory. Returns whether that
 * worked. */
static gboolean
list (Walk    *walk,
      int      directory,
      Listing *listing)
{
  int copy = openat (directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *stream = copy >= 0 ? fdopendir (copy) : NULL;
  const struct dirent *entry;

  if (stream == NULL) {
    if (copy >= 0)
      close (copy);
    return FALSE;
  }
  listing->below = g_ptr_array_new_with_free_func (g_free);
  while (!g_cancellable_is_cancelled (walk->cancellable) && (entry = readdir (stream)) != NULL)
    read_entry (listing, directory, entry);
  closedir (stream);
  g_ptr_array_sort (listing->below, compare_names);
  return TRUE;
}

/* Whether the current path is a mount point. This asks the mount table alone, because the file
 * system itself may hang. */
static gboolean
is_mount_point (Walk *walk)
{
  const PaddockMount *mount =
    walk->mounts != NULL ? paddock_mount_table_lookup (walk->mounts, walk->path->str) : NULL;

  return mount != NULL && g_str_equal (mount->point, walk->path->str);
}

/* Opens @name in @parent if it is a directory on the same file system; otherwise returns -1.
 * @is_elsewhere: (out): whether another file system is there. */
static int
enter (Walk       *walk,
       int         parent,
       const char *name,
       gboolean   *is_elsewhere)
{
  struct stat found;
  int directory;

  *is_elsewhere = is_mount_point (walk);
  if (*is_elsewhere)
    return -1;
  directory = openat (parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (directory < 0)
    return -1;
  if (fstat (directory, &found) == 0 && found.st_dev == walk->device)
    return directory;
  *is_elsewhere = TRUE;
  close (directory);
  return -1;
}

/* Looks for projects in @directory, which it closes, and in everything below. @from and @to: which
 * part of the whole work this is, from 0 to 1. @only_repositories: whether @directory lies in a
 * project that is no repository, so that only repositories count. */
static void
look_through (Walk     *walk,
              int       directory,
              guint     depth,
              gboolean  only_repositories,
              double    from,
              double    to)
{
  g_auto (Listing) listing = { 0 };
  gboolean was_read = list (walk, directory, &listing);
  gboolean is_repository = paddock_project_markers_is_repository (listing.markers);
  gsize length = walk->path->len;
  gboolean ends_here;

  if (!note_directory (walk, was_read, from) || !was_read ||
      (depth > 0 && listing.is_passed_over)) {
    close (directory);
    return;
  }
  if (is_repository || (listing.markers != 0 && !only_repositories))
    note_found (walk, listing.markers);
  only_repositories |= depth > 0 && listing.markers != 0;
  ends_here = (depth > 0 && is_repository) || depth >= PADDOCK_PROJECT_SEARCH_MAX_DEPTH;

  for (guint i = 0; !ends_here && i < listing.below->len && !walk->is_over; i++) {
    const char *name = g_ptr_array_index (listing.below, i);
    double step = (to - from) / listing.below->len;
    gboolean is_elsewhere;
    int below;

    if (walk->path->str[length - 1] != '/')
      g_string_append_c (walk->path, '/');
    g_string_append (walk->path, name);
    below = enter (walk, directory, name, &is_elsewhere);
    if (below >= 0)
      look_through (walk, below, depth + 1, only_repositories, from + i * step,
                    from + (i + 1) * step);
    else if (!is_elsewhere)
      note_directory (walk, FALSE, from + i * step);
    g_string_truncate (walk->path, length);
  }
  close (directory);
}

/**
 * paddock_project_search_new:
 * @path: an absolute path of a directory; it may be a link, which the search follows once
 *
 * Returns: (transfer full): a search that has not begun
 */
PaddockProjectSearch *
paddock_project_search_new (const char *path)
{
  PaddockProjectSearch *self = g_atomic_rc_box_new0 (PaddockProjectSearch);

  self->path = g_strdup (path);
  g_mutex_init (&self->lock);
  self->found = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_project_search_find_free);
  return self;
}

PaddockProjectSearch *
paddock_project_search_ref (PaddockProjectSearch *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
search_clear (gpointer data)
{
  PaddockProjectSearch *self = data;

  g_free (self->path);
  g_mutex_clear (&self->lock);
  g_ptr_array_unref (self->found);
}

void
paddock_project_search_unref (PaddockProjectSearch *self)
{
  g_atomic_rc_box_release_full (self, search_clear);
}

/**
 * paddock_project_search_run:
 * @self: a search; call this once
 * @cancellable: (nullable): ends the search soon, unless the file system hangs
 *
 * Runs the search to its end. Call this on a thread that may hang.
 *
 * Returns: whether the directory could be opened and nobody cancelled the search. In any case,
 *   paddock_project_search_steal_found() returns what was found
 */
gboolean
paddock_project_search_run (PaddockProjectSearch  *self,
                            GCancellable          *cancellable,
                            GError               **error)
{
  g_autofree char *real = realpath (self->path, NULL);
  int directory = real != NULL ? open (real, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK) : -1;
  int reason = errno;
  struct stat top;
  Walk walk = { .search = self, .cancellable = cancellable };

  if (directory >= 0 && fstat (directory, &top) == 0) {
    walk.device = top.st_dev;
    walk.mounts = paddock_mount_table_read (NULL);
    walk.path = g_string_new (real);
    look_through (&walk, directory, 0, FALSE, 0, 1);
    g_clear_pointer (&walk.mounts, paddock_mount_table_free);
    g_string_free (walk.path, TRUE);
  }
  g_mutex_lock (&self->lock);
  self->progress.fraction = 1;
  self->progress.is_ended = TRUE;
  g_mutex_unlock (&self->lock);

  if (directory >= 0)
    return !g_cancellable_set_error_if_cancelled (cancellable, error);
  g_set_error_literal (error, G_IO_ERROR, (int) g_io_error_from_errno (reason),
                       g_strerror (reason));
  return FALSE;
}

/**
 * paddock_project_search_get_progress:
 *
 * Returns: how far the search is now
 */
PaddockProjectProgress
paddock_project_search_get_progress (PaddockProjectSearch *self)
{
  PaddockProjectProgress progress;

  g_mutex_lock (&self->lock);
  progress = self->progress;
  g_mutex_unlock (&self->lock);
  return progress;
}

/**
 * paddock_project_search_steal_found:
 *
 * Returns: (transfer full) (element-type PaddockProjectFind): the new finds since the last call, in
 *   the order of their paths
 */
GPtrArray *
paddock_project_search_steal_found (PaddockProjectSearch *self)
{
  GPtrArray *fresh =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_project_search_find_free);
  GPtrArray *found;

  g_mutex_lock (&self->lock);
  found = self->found;
  self->found = fresh;
  g_mutex_unlock (&self->lock);
  return found;
}
