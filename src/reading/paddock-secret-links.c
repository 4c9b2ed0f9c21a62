/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-secret-links.h"

#include "paddock-mount-table.h"
#include "paddock-path-object.h"
#include "paddock-path.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Finds out whether a file with several hard links is also a known secret of the user's, has the
 * name of a secret elsewhere in the root, or is one of Paddock's own files.
 *
 * A hard link inside a root is a file inside that root: nothing tells it from the original file.
 * But a program that can write into a shared folder could create a link to a key there, with a
 * harmless name, and have the key read. So a file with more than one link is compared, by device
 * and inode, with the files at the known places of secrets below the home
 * (data/sensitive-files.txt). Only folders are opened, and no link to a file is followed. Another
 * file system that is mounted in a folder is left out: it may hang, and all names of one file are
 * on one file system. In and below each folder this code looks at a limited number of entries.
 *
 * If this code could not look, the answer must be PADDOCK_SECRET_UNKNOWN, and not "no secret". This
 * happens if descriptors or memory run out, or if the mounts in a folder are not known. Every
 * search in the home runs on a thread for the home (paddock-secret-search.c). */

/* One search for a file by device and inode. It lives on the stack of one call. */
typedef struct {
  guint64               device;
  guint64               inode;
  GQueue                folders;  /* (owned) char *: the folders that are still to be searched */
  guint                 n_left;   /* how many entries the search may still look at */
  const char           *root;     /* (nullable) the path of a root on the host: only a name that is
                                   * a secret's name in that root counts. NULL: every name of the
                                   * file counts */
  gsize                 n_way;    /* with @root: the length in bytes of the path by which this
                                   * process reaches @root. Each path in @folders begins with that
                                   * path */
  const char           *home;     /* (nullable) the user's home on the host; NULL: unknown */
  PaddockSensitiveKind  kind;     /* the kind of secret, set when a name of the file is a secret's
                                   * name */
  PaddockMountTable    *mounts;   /* (owned) (nullable) the mount table; NULL until a folder with a
                                   * mount in it is met */
  gboolean              is_unsure;  /* something that may be the file could not be looked at */
} Hunt;

static void
hunt_clear (Hunt *self)
{
  g_queue_clear_full (&self->folders, g_free);
  g_clear_pointer (&self->mounts, paddock_mount_table_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Hunt, hunt_clear)

static gboolean
is_file (const struct stat *status,
         guint64            device,
         guint64            inode)
{
  return S_ISREG (status->st_mode) && status->st_dev == device && status->st_ino == inode;
}

/* Notes that a call on a file failed. If descriptors or memory ran out, the search becomes unsure.
 * Any other error means that the entry is missing or hidden, so it is not the file. */
static void
note_failure (Hunt *self,
              int   error)
{
  if (error == EMFILE || error == ENFILE || error == ENOMEM || error == ENOBUFS)
    self->is_unsure = TRUE;
}

static PaddockSecretState
to_state (const Hunt *self,
          gboolean    is_there)
{
  if (is_there)
    return PADDOCK_SECRET_FOUND;
  return self->is_unsure ? PADDOCK_SECRET_UNKNOWN : PADDOCK_SECRET_NONE;
}

static gboolean
is_name_wanted (Hunt       *self,
                const char *path)
{
  g_autofree char *there = NULL;

  if (self->root == NULL)
    return TRUE;
  there = g_strconcat (g_str_equal (self->root, "/") ? "" : self->root, path + self->n_way, NULL);
  return paddock_sensitive_match (there, self->home, &self->kind);
}

/* Opens a folder for listing. Inside a root, follows no links, because they may lead out of the
 * root. */
static int
open_folder (const Hunt *self,
             const char *path)
{
  const int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK;
  g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;
  g_autofree char *link = NULL;

  if (self->root == NULL)
    return open (path, flags);
  if (!paddock_path_object_open (&object, path, FALSE))
    return -1;
  if (object.info.st_dev != self->device) {
    errno = EXDEV;
    return -1;
  }
  link = g_strdup_printf ("/proc/self/fd/%d", object.fd);
  return open (link, flags);
}

/* Whether @mount and @other are mounts of the same file system, according to the mount table. If
 * the table lacks one of them, it was mounted or unmounted just now, and the search becomes
 * unsure. */
static gboolean
is_of_one_file_system (Hunt *self,
                       int   mount,
                       int   other)
{
  const PaddockMount *one, *two;

  if (self->mounts == NULL)
    self->mounts = paddock_mount_table_read (NULL);
  one = self->mounts != NULL ? paddock_mount_table_find (self->mounts, (guint64) mount) : NULL;
  two = self->mounts != NULL ? paddock_mount_table_find (self->mounts, (guint64) other) : NULL;
  if (one == NULL || two == NULL)
    self->is_unsure = TRUE;
  return one != NULL && two != NULL && one->major == two->major && one->minor == two->minor;
}

/* Gets the status of @name in @folder, unless another file system is mounted there. */
static gboolean
look_at_entry (Hunt                    *self,
               const PaddockPathObject *folder,
               int                      mount,
               const char              *name,
               struct stat             *out_status)
{
  g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;
  int here;

  if (!paddock_path_object_step (&object, folder, name)) {
    note_failure (self, errno);
    return FALSE;
  }
  here = paddock_path_object_get_mount (&object);
  if (here < 0 || mount < 0) {
    self->is_unsure = TRUE;
    return FALSE;
  }
  if (here != mount && !is_of_one_file_system (self, here, mount))
    return FALSE;
  if (!paddock_path_object_load (&object)) {
    note_failure (self, errno);
    return FALSE;
  }
  *out_status = object.info;
  return TRUE;
}

/* Returns the next entry of @folder. Returns NULL at the end of the listing, or if an error ends
 * the listing. */
static const struct dirent *
next_entry (Hunt *self,
            DIR  *folder)
{
  const struct dirent *entry;

  errno = 0;
  entry = readdir (folder);
  if (entry == NULL)
    note_failure (self, errno);
  return entry;
}

/* Whether the file is an entry of the folder @path. Adds the folders in @path to the queue of
 * folders that are still to be searched. Ignores the inode numbers in the listing: on FUSE and
 * overlays, these differ from those of stat(). */
static gboolean
is_among_entries (Hunt       *self,
                  const char *path)
{
  int descriptor = open_folder (self, path);
  DIR *folder = descriptor >= 0 ? fdopendir (descriptor) : NULL;
  const PaddockPathObject parent = { .fd = descriptor };
  gboolean is_there = FALSE;
  const struct dirent *entry;
  struct stat status;
  int mount;

  if (folder == NULL) {
    note_failure (self, errno);
    if (descriptor >= 0)
      close (descriptor);
    return FALSE;
  }
  /* All names of one file are on one device, so nothing in a folder on another device can be this
   * file. */
  if (fstat (descriptor, &status) < 0 || status.st_dev != self->device)
    self->n_left = 0;
  mount = paddock_path_object_get_mount (&parent);
  while (!is_there && self->n_left > 0 && (entry = next_entry (self, folder)) != NULL) {
    g_autofree char *name = NULL;

    if (g_str_equal (entry->d_name, ".") || g_str_equal (entry->d_name, ".."))
      continue;
    self->n_left--;
    if (!look_at_entry (self, &parent, mount, entry->d_name, &status))
      continue;
    name = g_build_filename (path, entry->d_name, NULL);
    is_there = is_file (&status, self->device, self->inode) && is_name_wanted (self, name);
    if (S_ISDIR (status.st_mode) && status.st_dev == self->device)
      g_queue_push_tail (&self->folders, g_steal_pointer (&name));
  }
  closedir (folder);
  return is_there;
}

/* Whether the file is in or below the folder @path. Searches breadth first: secrets are near the
 * top, caches are deep. */
static PaddockSecretState
is_in_folder (const char *path,
              guint64     device,
              guint64     inode)
{
  g_auto (Hunt) hunt = {
    .device = device, .inode = inode, .folders = G_QUEUE_INIT,
    .n_left = PADDOCK_SECRET_LINKS_FOLDER_MAX,
  };
  gboolean is_there = FALSE;

  g_queue_push_tail (&hunt.folders, g_strdup (path));
  while (!is_there && hunt.n_left > 0 && !g_queue_is_empty (&hunt.folders)) {
    g_autofree char *next = g_queue_pop_head (&hunt.folders);

    is_there = is_among_entries (&hunt, next);
  }
  return to_state (&hunt, is_there);
}

/* Whether the file is at @path, which is no folder. */
static PaddockSecretState
is_at (const char *path,
       guint64     device,
       guint64     inode)
{
  Hunt hunt = { .is_unsure = FALSE };
  struct stat status;

  if (lstat (path, &status) == 0)
    return to_state (&hunt, is_file (&status, device, inode));
  note_failure (&hunt, errno);
  return to_state (&hunt, FALSE);
}

/**
 * paddock_secret_links_match:
 * @home: (nullable): the canonical path of the user's home; %NULL: nothing matches
 * @device: the device of a file with more than one link
 * @inode: the inode of the file
 * @out_kind: (out): the kind of the secret, if it is one
 *
 * Compares the file with the known secrets below the home. Blocks.
 *
 * Returns: whether the file is a known secret, or lies in a folder of secrets. In such a folder a
 *   file with a harmless name (a public key) counts too. %PADDOCK_SECRET_UNKNOWN if the file was
 *   not found, and not everything could be looked at
 */
PaddockSecretState
paddock_secret_links_match (const char           *home,
                            guint64               device,
                            guint64               inode,
                            PaddockSensitiveKind *out_kind)
{
  gsize n_patterns;
  const PaddockSensitivePattern *patterns = paddock_sensitive_get_patterns (&n_patterns);
  PaddockSecretState all = PADDOCK_SECRET_NONE;

  for (gsize i = 0; home != NULL && i < n_patterns; i++) {
    gboolean is_folder;
    g_autofree char *place = paddock_sensitive_pattern_place (patterns[i].pattern, home,
                                                              &is_folder);
    PaddockSecretState state;

    if (place == NULL)
      continue;
    state = is_folder ? is_in_folder (place, device, inode) : is_at (place, device, inode);
    if (state == PADDOCK_SECRET_FOUND) {
      *out_kind = patterns[i].kind;
      return state;
    }
    all = MIN (all, state);
  }
  return all;
}

/* Whether the file has a secret's name in its own folder @folder, or in a folder above, up to the
 * root @way. Looks at a limited number of entries of each folder. */
static gboolean
is_above (Hunt       *self,
          const char *way,
          const char *folder)
{
  g_autofree char *at = g_strdup (folder);

  for (guint n = 0; n < PADDOCK_SECRET_LINKS_LEVELS_MAX && paddock_path_text_is_within (at,
                                                                                        way); n++) {
    char *up = g_path_get_dirname (at);

    self->n_left = PADDOCK_SECRET_LINKS_NEAR_MAX;
    if (is_among_entries (self, at)) {
      g_free (up);
      return TRUE;
    }
    if (g_str_equal (at, way)) {
      g_free (up);
      break;
    }
    g_free (at);
    at = up;
  }
  return FALSE;
}

/**
 * paddock_secret_links_match_beside:
 * @root: a root that is a folder, by its path on the host
 * @way: the path by which this process reaches the root
 * @rest: the canonical name of a file below the root, with more than one link
 * @home: (nullable): the canonical path of the user's home
 * @device: the device of the file
 * @inode: the inode of the file
 * @out_kind: (out): the kind of the secret, if it is one
 *
 * Finds out whether the file has another name in the root that is the name of a secret. Looks first
 * in the file's own folder and the folders above, up to the root; then in the folders inside these,
 * the nearest first.
 *
 * Blocks.
 *
 * Returns: whether the file has the name of a secret. This does not look through all of a large
 *   root. %PADDOCK_SECRET_UNKNOWN if something could not be looked at
 */
PaddockSecretState
paddock_secret_links_match_beside (const char           *root,
                                   const char           *way,
                                   const char           *rest,
                                   const char           *home,
                                   guint64               device,
                                   guint64               inode,
                                   PaddockSensitiveKind *out_kind)
{
  g_auto (Hunt) hunt = {
    .device = device, .inode = inode, .folders = G_QUEUE_INIT, .root = root, .home = home,
    .n_way = g_str_equal (way, "/") ? 0 : strlen (way),
  };
  g_autofree char *file = g_build_filename (way, rest, NULL);
  g_autofree char *folder = g_path_get_dirname (file);
  gboolean is_there = is_above (&hunt, way, folder);

  hunt.n_left = PADDOCK_SECRET_LINKS_NEAR_MAX;
  while (!is_there && hunt.n_left > 0 && !g_queue_is_empty (&hunt.folders)) {
    g_autofree char *next = g_queue_pop_head (&hunt.folders);

    if (!paddock_path_text_is_within (folder, next))
      is_there = is_among_entries (&hunt, next);
  }
  if (is_there)
    *out_kind = hunt.kind;
  return to_state (&hunt, is_there);
}

/**
 * paddock_secret_links_is_own:
 * @places: has Paddock's own directories
 * @device: the device of a file with more than one link
 * @inode: the inode of the file
 *
 * Looks for the file in Paddock's own directories, among at most %PADDOCK_SECRET_LINKS_FOLDER_MAX
 * entries in and below each of them. Blocks if the file system of one of these directories hangs.
 *
 * Returns: whether the file is one of Paddock's own, such as its database; %PADDOCK_SECRET_UNKNOWN
 *   if the file was not found, and descriptors or memory ran out, or the mounts are not known
 */
PaddockSecretState
paddock_secret_links_is_own (const PaddockPlaces *places,
                             guint64              device,
                             guint64              inode)
{
  PaddockSecretState all = PADDOCK_SECRET_NONE;

  if (!paddock_places_has_own_on (places, device))
    return all;

  for (gsize i = 0; places->own[i] != NULL && all != PADDOCK_SECRET_FOUND; i++) {
    PaddockSecretState state = is_in_folder (places->own[i], device, inode);

    all = state == PADDOCK_SECRET_FOUND ? state : MIN (all, state);
  }
  return all;
}
