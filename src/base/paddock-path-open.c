/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-path-open.h"

#include "paddock-mount-table.h"
#include "paddock-path.h"
#include "paddock-path-spelling.h"
#include "paddock-path-walk.h"

#include <errno.h>
#include <fcntl.h>

/* Opens a file below a root for a server or a host. paddock-path.c says what this trusts, what it
 * decides and what it does not defend against ("Reading on behalf"). A search lives on the stack of
 * one call on a thread of the file pool. It opens for reading only what it has proven to be a
 * regular file below the root. It never keeps a root open, because an open descriptor keeps the
 * user from unmounting. */

/* The longest path in bytes; PATH_MAX also counts the NUL at its end. */
#define LONGEST_PATH (PATH_MAX - 1)
#define READ_CHUNK   ((gsize) 64 * 1024)
/* The kernel appends this to the name of a deleted file. */
#define GONE_SUFFIX  " (deleted)"

/* One call of paddock_path_open_below(): the root, the request, and what has been found. */
typedef struct {
  const PaddockOpenRoot *root;
  const PaddockPlaces   *places;
  PaddockPathObject      held;    /* (owned) the root, as it was when the call began */
  int                    mount;   /* the id of the mount that the root lies on */
  PaddockMountTable     *mounts;  /* (owned) (nullable) the mount table when the call began; NULL:
                                   * it could not be read */
  PaddockPathObject      found;   /* (owned) the file that the walk found */
  char                  *names;   /* (owned) (nullable) the path of @found, or of a file that could
                                   * be made, below the root; NULL: nothing found */
  GStrv                  others;  /* (owned) (nullable) the other paths that mounts give to @found;
                                   * NULL: not looked up */
  GStrv                  spelled; /* (owned) (nullable) the paths of @found as the file system
                                   * spells them; NULL if it spells them like @names */
  gboolean               is_unsure; /* whether @found may have another name that Paddock could not
                                     * find out */
  PaddockPathCrossing    crossing; /* (owned) what the walk knows about the mounts below the root */
} Search;

static void
search_clear (Search *self)
{
  paddock_path_object_clear (&self->held);
  paddock_path_object_clear (&self->found);
  paddock_mount_table_free (self->mounts);
  g_free (self->names);
  g_strfreev (self->others);
  g_strfreev (self->spelled);
  paddock_path_crossing_clear (&self->crossing);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

static gboolean
is_shortage (int error)
{
  return error == EMFILE || error == ENFILE || error == ENOMEM;
}

static char *
dup_host_path (const PaddockOpenRoot *root,
               const char            *names)
{
  const char *base = g_str_equal (root->path, "/") ? "" : root->path;

  return names[0] == '\0' ? g_strdup (root->path) : g_strconcat (base, "/", names, NULL);
}

/* Whether @object is what the last check of availability found at the root. A directory must have
 * the same inode and birth time; without a birth time, the same owner. The birth time counts
 * because a file system may give the inode number of a deleted file to a new file. For a file, the
 * same device and owner are enough: editors save by renaming another file over the old one. In a
 * sandbox the record has no numbers, because the portal ties a document to its file. */
static gboolean
is_recorded (const PaddockPathObject *object,
             const PaddockFileRecord *record)
{
  gint64 birth = paddock_path_object_get_birth (object);
  gboolean is_directory = S_ISDIR (object->info.st_mode);

  if (!paddock_path_object_is_usable_kind (object) ||
      is_directory != (record->kind == PADDOCK_FILE_KIND_DIRECTORY))
    return FALSE;
  if (record->device == 0 && record->inode == 0)
    return TRUE;
  if (object->info.st_dev != record->device)
    return FALSE;
  if (!is_directory)
    return object->info.st_uid == record->owner;

  return object->info.st_ino == record->inode &&
         (birth != 0 && record->birth != 0 ? birth == record->birth
                                           : object->info.st_uid == record->owner);
}

/* Whether @path is canonical. Refusals compare paths as text, so another spelling of a refused path
 * would get past them. */
static gboolean
is_canonical (const char *path)
{
  g_autofree char *canonical = paddock_path_text_normalize (path);

  return canonical != NULL && g_str_equal (canonical, path);
}

/* Whether one of the other paths of @path lies in Paddock's own directories. A directory can have
 * several paths because of bind mounts. @mount: the id of the mount that @path lies on. Stores the
 * other paths in @others. */
static gboolean
is_own_by_mount (Search                  *self,
                 const PaddockMountTable *mounts,
                 int                      mount,
                 const char              *path)
{
  g_strfreev (self->others);
  self->others = paddock_mount_table_list_names (mounts, mount, path);
  for (gsize i = 0; self->others[i] != NULL; i++)
    if (paddock_places_is_own (self->places, self->others[i]))
      return TRUE;

  return FALSE;
}

/* Opens the root for this request only, and follows no link. Refuses the root if it is not the
 * recorded one, or became one of Paddock's own directories under any name. */
static PaddockReadVerdict
hold_root (Search *self)
{
  g_autoptr (GError) error = NULL;

  if (self->root->record == NULL || !is_canonical (self->root->path) ||
      !is_canonical (self->root->way))
    return PADDOCK_READ_OUTSIDE;
  if (!paddock_path_object_open (&self->held, self->root->way, FALSE))
    return is_shortage (errno) ? PADDOCK_READ_BUSY : PADDOCK_READ_OUTSIDE;
  self->mount = paddock_path_object_get_mount (&self->held);
  if (self->mount < 0)
    return is_shortage (errno) ? PADDOCK_READ_BUSY : PADDOCK_READ_OUTSIDE;
  if (!is_recorded (&self->held, self->root->record) ||
      paddock_places_is_own_object (self->places, self->held.info.st_dev, self->held.info.st_ino))
    return PADDOCK_READ_OUTSIDE;

  self->mounts = paddock_mount_table_read (&error);
  if (self->mounts == NULL)
    return paddock_mount_table_is_shortage (error) ? PADDOCK_READ_BUSY : PADDOCK_READ_UNREADABLE;
  return is_own_by_mount (self, self->mounts, self->mount, self->root->way)
           ? PADDOCK_READ_OUTSIDE : PADDOCK_READ_ALLOWED;
}

/* Returns ALLOWED if the root's path still leads to the object that was opened as the root; BUSY if
 * descriptors ran out; otherwise OUTSIDE. */
static PaddockReadVerdict
judge_root_now (const PaddockOpenRoot *root,
                const struct stat     *held,
                int                    mount)
{
  g_auto (PaddockPathObject) now = PADDOCK_PATH_OBJECT_INIT;
  int mount_now;

  if (!paddock_path_object_open (&now, root->way, FALSE))
    return is_shortage (errno) ? PADDOCK_READ_BUSY : PADDOCK_READ_OUTSIDE;
  mount_now = paddock_path_object_get_mount (&now);
  if (mount_now < 0 && is_shortage (errno))
    return PADDOCK_READ_BUSY;
  return now.info.st_dev == held->st_dev && now.info.st_ino == held->st_ino && mount_now == mount
           ? PADDOCK_READ_ALLOWED : PADDOCK_READ_OUTSIDE;
}

/* Whether the kernel alone finds what the walk found: from the root, along names without links and
 * dots, through the mounts that the walk entered. If openat2() is missing, or a filter hides it,
 * the walk is enough. */
static gboolean
confirm (Search *self)
{
  g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;
  int spare;

  if (self->names[0] == '\0')
    return TRUE;
  if (!paddock_path_crossing_look_up (&self->crossing, &self->held, self->names, &object))
    return errno == ENOSYS;
  if (!paddock_path_object_is_same (&object, &self->found))
    return FALSE;

  spare = self->found.fd;
  self->found = object;
  object.fd = spare;
  return TRUE;
}

/* Finds the names that the file system itself has for the file that the walk found, and judges
 * these names. Returns BUSY if the names changed. */
static PaddockReadVerdict
spell (Search *self)
{
  const PaddockSpellingWay way = {
    .root = &self->held,
    .mount = self->mount,
    .mounts = self->crossing.mounts != NULL ? self->crossing.mounts : self->mounts,
    .crossing = self->root->crosses ? &self->crossing : NULL,
  };
  PaddockSpelling spelling;

  g_clear_pointer (&self->spelled, g_strfreev);
  spelling = paddock_path_spelling_find (&way, self->names, &self->found, &self->spelled);
  self->is_unsure = spelling == PADDOCK_SPELLING_UNKNOWN;
  if (spelling == PADDOCK_SPELLING_CHANGED)
    return PADDOCK_READ_BUSY;

  for (gsize i = 0; self->spelled != NULL && self->spelled[i] != NULL; i++) {
    g_autofree char *path = dup_host_path (self->root, self->spelled[i]);

    if (paddock_places_refuses (self->places, path))
      return PADDOCK_READ_OUTSIDE;
  }
  return PADDOCK_READ_ALLOWED;
}

/* Walks along @rest once, and has the kernel prove what the walk found. Returns BUSY if the tree
 * changed meanwhile. */
static PaddockReadVerdict
find (Search     *self,
      const char *rest)
{
  PaddockPathWalk walk = {
    .root = &self->held,
    .mount = self->mount,
    .path = self->root->path,
    .places = self->places,
    .way = self->root->way,
    .crossing = self->root->crosses ? &self->crossing : NULL,
  };
  PaddockReadVerdict verdict;

  paddock_path_object_clear (&self->found);
  g_clear_pointer (&self->names, g_free);

  verdict = paddock_path_walk (&walk, rest, &self->found, &self->names);
  if (verdict == PADDOCK_READ_ALLOWED && !confirm (self))
    verdict = PADDOCK_READ_BUSY;
  if (verdict == PADDOCK_READ_ALLOWED)
    verdict = spell (self);
  return verdict;
}

/* Finds the file if the root is a file. Only the root itself counts, under the name with which it
 * was shared: @rest must be empty. */
static PaddockReadVerdict
find_root (Search     *self,
           const char *rest)
{
  if (rest[0] != '\0')
    return PADDOCK_READ_OUTSIDE;

  paddock_path_object_clear (&self->found);
  g_free (self->names);
  self->names = g_strdup ("");
  self->found = self->held;
  self->found.fd = fcntl (self->held.fd, F_DUPFD_CLOEXEC, 3);
  return self->found.fd >= 0 ? PADDOCK_READ_ALLOWED : PADDOCK_READ_BUSY;
}

/* Judges the names that mounts give to the file that was found. @path: the kernel's own path of
 * that file. No mount may give the file another name in Paddock's own directories. If the file is
 * on a mount below the root, no other name may lie in any refused place. */
static PaddockReadVerdict
judge_mount (Search     *self,
             const char *path)
{
  int mount = self->root->crosses ? paddock_path_object_get_mount (&self->found) : self->mount;
  const PaddockMountTable *mounts = self->mounts;

  if (mount != self->mount) {
    PaddockReadVerdict verdict = paddock_path_crossing_judge (&self->crossing, mount, path);

    if (verdict != PADDOCK_READ_ALLOWED)
      return verdict;
    mounts = self->crossing.mounts;
  }
  return is_own_by_mount (self, mounts, mount, path) ? PADDOCK_READ_OUTSIDE : PADDOCK_READ_ALLOWED;
}

/* Whether @names below the root lies in a refused place. The file that was found must lie on the
 * same mount as @names. */
static gboolean
is_refused_place (Search     *self,
                  const char *names)
{
  g_autofree char *path = dup_host_path (self->root, names);
  g_autofree char *way = g_build_filename (self->root->way, names, NULL);
  int mount = self->root->crosses ? paddock_path_object_get_mount (&self->found) : self->mount;

  return paddock_places_refuses (self->places, path) ||
         (mount != self->mount && paddock_path_crossing_refuses (&self->crossing, mount, way));
}

/* Judges the kernel's own name of @fd. It must lie below the root and in no refused place, and no
 * mount may show Paddock's own directories there. Returns BUSY if somebody moved the directory out
 * of the root meanwhile, or deleted the file. */
static PaddockReadVerdict
judge_name (Search *self,
            int     fd)
{
  const char *way = self->root->way;
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autofree char *found = g_build_filename (way, self->names, NULL);
  g_autofree char *path = NULL;
  char target[PATH_MAX + 1];
  ssize_t length = readlink (link, target, PATH_MAX);
  const char *rest;

  if (length <= 0 || length > LONGEST_PATH)
    return PADDOCK_READ_UNREADABLE;
  target[length] = '\0';
  if (!paddock_path_text_is_within (target, way) ||
      (g_str_has_suffix (target, GONE_SUFFIX) && !g_str_equal (target, found)))
    return PADDOCK_READ_BUSY;

  rest = target + (g_str_equal (way, "/") ? 0 : strlen (way));
  path = dup_host_path (self->root, rest + strspn (rest, "/"));
  return paddock_places_refuses (self->places, path) ? PADDOCK_READ_OUTSIDE
                                                     : judge_mount (self, target);
}

/* Opens the found file for reading, through its O_PATH descriptor. Opens nothing if there is no
 * /proc, or if the descriptor leads to something else. */
static PaddockReadVerdict
reopen (Search *self,
        int    *out_fd)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", self->found.fd);
  int fd = open (link, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  PaddockReadVerdict verdict = PADDOCK_READ_UNREADABLE;
  struct stat info;

  if (fd < 0)
    return is_shortage (errno) || errno == EAGAIN ? PADDOCK_READ_BUSY : PADDOCK_READ_UNREADABLE;

  if (fstat (fd, &info) == 0 && S_ISREG (info.st_mode) &&
      info.st_dev == self->found.info.st_dev && info.st_ino == self->found.info.st_ino &&
      fcntl (fd, F_SETFL, O_RDONLY) == 0)
    verdict = judge_name (self, fd);
  if (verdict != PADDOCK_READ_ALLOWED) {
    close (fd);
    return verdict;
  }

  self->found.info = info;
  *out_fd = fd;
  return PADDOCK_READ_ALLOWED;
}

/* Finds out whether a file could be made at @rest, where no file is now. The directory of that file
 * must exist and be writable, and nothing in it, not even a link, may have the file's name. */
static PaddockReadVerdict
find_place (Search     *self,
            const char *rest)
{
  const char *slash = strrchr (rest, '/');
  const char *name = slash != NULL ? slash + 1 : rest;
  g_autofree char *parent = slash != NULL ? g_strndup (rest, (gsize) (slash - rest))
                                          : g_strdup (".");
  g_auto (PaddockPathObject) there = PADDOCK_PATH_OBJECT_INIT;
  g_autofree char *names = NULL;
  g_autofree char *path = NULL;
  PaddockReadVerdict verdict;

  if (name[0] == '\0' || g_str_equal (name, ".") || g_str_equal (name, ".."))
    return PADDOCK_READ_MISSING;
  verdict = find (self, parent);
  if (verdict == PADDOCK_READ_ALLOWED)
    verdict = judge_name (self, self->found.fd);
  if (verdict != PADDOCK_READ_ALLOWED)
    return verdict;

  names = g_strconcat (self->names, self->names[0] != '\0' ? "/" : "", name, NULL);
  path = dup_host_path (self->root, names);
  if (!S_ISDIR (self->found.info.st_mode) || strlen (path) > LONGEST_PATH)
    return PADDOCK_READ_MISSING;
  if (is_refused_place (self, names))
    return PADDOCK_READ_OUTSIDE;
  if (paddock_path_object_step (&there, &self->found, name) || errno != ENOENT)
    return PADDOCK_READ_MISSING;

  g_free (self->names);
  self->names = g_steal_pointer (&names);
  return paddock_path_object_is_writable (&self->found) ? PADDOCK_READ_ALLOWED
                                                        : PADDOCK_READ_READ_ONLY;
}

/* Judges the file that was found, as far as possible without opening it. */
static PaddockReadVerdict
judge_found (Search   *self,
             gboolean  is_write_check)
{
  PaddockReadVerdict verdict;

  if (!S_ISREG (self->found.info.st_mode))
    return PADDOCK_READ_NOT_A_FILE;

  verdict = judge_name (self, self->found.fd);
  if (verdict == PADDOCK_READ_ALLOWED && is_write_check &&
      !paddock_path_object_is_writable (&self->found))
    verdict = PADDOCK_READ_READ_ONLY;
  return verdict;
}

/* Tries once to find and open the file. Returns BUSY if the file changed before it was open. */
static PaddockReadVerdict
attempt (Search     *self,
         const char *rest,
         gboolean    is_write_check,
         int        *out_fd)
{
  gboolean is_directory = S_ISDIR (self->held.info.st_mode);
  PaddockReadVerdict verdict = is_directory ? find (self, rest) : find_root (self, rest);

  if (verdict == PADDOCK_READ_ALLOWED)
    verdict = judge_found (self, is_write_check);
  else if (verdict == PADDOCK_READ_MISSING && is_write_check)
    return find_place (self, rest);
  if (verdict == PADDOCK_READ_ALLOWED && !is_write_check)
    verdict = reopen (self, out_fd);
  return verdict;
}

/* Returns all names of the file except its main one, which becomes PaddockOpened.path. */
static GStrv
dup_all_names (const Search *self)
{
  GPtrArray *names = g_ptr_array_new ();

  for (gsize i = 0; self->others != NULL && self->others[i] != NULL; i++)
    g_ptr_array_add (names, g_strdup (self->others[i]));
  for (gsize i = 1; self->spelled != NULL && self->spelled[i] != NULL; i++)
    g_ptr_array_add (names, dup_host_path (self->root, self->spelled[i]));
  g_ptr_array_add (names, NULL);
  return (GStrv) g_ptr_array_free (names, FALSE);
}

static void
describe (Search        *self,
          PaddockOpened *opened)
{
  gboolean is_new = !S_ISREG (self->found.info.st_mode);
  gboolean is_other = self->spelled != NULL && !is_new;

  opened->path = dup_host_path (self->root, is_other ? self->spelled[0] : self->names);
  opened->root_device = self->held.info.st_dev;
  opened->root_inode = self->held.info.st_ino;
  opened->root_mount = self->mount;
  if (is_new)
    return;

  opened->names = dup_all_names (self);
  opened->is_name_unsure = self->is_unsure;
  opened->device = self->found.info.st_dev;
  opened->inode = self->found.info.st_ino;
  opened->links = (guint) self->found.info.st_nlink;
  opened->size = self->found.info.st_size;
}

/**
 * paddock_path_open_below:
 * @root: a root that the caller may see, and that was available when it was last checked
 * @rest: what the caller wants below the root (paddock_reference_below()); hostile
 * @places: the refused places; nothing in them is opened
 * @flags: what the caller wants to do
 * @out_opened: (out caller-allocates): the result, for paddock_path_open_clear()
 *
 * Opens the regular file that @rest leads to, if every step to it lies below @root; paddock-path.c
 * says what that means. Nothing but a regular file is opened. With %PADDOCK_OPEN_WRITE_CHECK
 * nothing is opened at all: this only checks whether the file could be written, or made if there is
 * none.
 *
 * Blocks, maybe forever on a file system that hangs: call it on a thread of a #PaddockFilePool.
 */
void
paddock_path_open_below (const PaddockOpenRoot *root,
                         const char            *rest,
                         const PaddockPlaces   *places,
                         PaddockOpenFlags       flags,
                         PaddockOpened         *out_opened)
{
  g_auto (Search) self = {
    .root = root,
    .places = places,
    .held = PADDOCK_PATH_OBJECT_INIT,
    .found = PADDOCK_PATH_OBJECT_INIT,
    .crossing = { .places = places, .entered = root->entered },
  };
  gboolean is_write_check = (flags & PADDOCK_OPEN_WRITE_CHECK) != 0;
  PaddockReadVerdict verdict;

  *out_opened = (PaddockOpened) PADDOCK_OPENED_INIT;
  verdict = hold_root (&self);
  if (verdict == PADDOCK_READ_ALLOWED) {
    guint tries = 0;

    do
      verdict = attempt (&self, rest, is_write_check, &out_opened->fd);
    while (verdict == PADDOCK_READ_BUSY && ++tries < PADDOCK_PATH_OPEN_TRIES);

    if (verdict == PADDOCK_READ_ALLOWED)
      describe (&self, out_opened);
    if (verdict == PADDOCK_READ_ALLOWED || verdict == PADDOCK_READ_BUSY) {
      PaddockReadVerdict now = judge_root_now (root, &self.held.info, self.mount);

      if (now != PADDOCK_READ_ALLOWED) {
        paddock_path_open_clear (out_opened);
        verdict = now;
      }
    }
  }
  out_opened->verdict = verdict;
  if (verdict == PADDOCK_READ_OTHER_FILE_SYSTEM) {
    out_opened->met = g_steal_pointer (&self.crossing.met);
    out_opened->met_mount = self.crossing.met_mount;
  }
}

/* Reads up to @wanted bytes of the file @fd, from byte @offset on. Returns NULL if reading
 * failed. */
static GByteArray *
read_up_to (int     fd,
            guint64 offset,
            gsize   wanted)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  while (bytes->len < wanted) {
    guint before = bytes->len;
    gsize step = MIN (wanted - before, READ_CHUNK);
    ssize_t length;

    if (offset + before > G_MAXINT64 - READ_CHUNK)
      break;
    g_byte_array_set_size (bytes, before + (guint) step);
    do
      length = pread (fd, bytes->data + before, step, (off_t) (offset + before));
    while (length < 0 && errno == EINTR);

    g_byte_array_set_size (bytes, before + (guint) MAX (length, 0));
    if (length < 0)
      return NULL;
    if (length == 0)
      break;
  }

  return g_steal_pointer (&bytes);
}

/**
 * paddock_path_open_read:
 * @root: the root that @opened was opened below
 * @opened: what paddock_path_open_below() opened
 * @offset: the first byte
 * @length: how many bytes at most; %G_MAXSIZE: to the end
 * @limit: how many bytes the result may have, at most %PADDOCK_PATH_READ_MAX
 * @out_bytes: (out) (transfer full) (nullable): the bytes if allowed, otherwise %NULL
 *
 * Reads at most @limit + 1 bytes, whatever size the file claims. So a file that grows, or has no
 * size, cannot exceed @limit unnoticed. After that, this checks again that
 * the root is still at its path. If somebody removed the root meanwhile, nothing is returned.
 *
 * Blocks: call it on a thread of a #PaddockFilePool.
 *
 * Returns: %PADDOCK_READ_ALLOWED, _TOO_LARGE, _UNREADABLE, _OUTSIDE, or _BUSY if descriptors ran
 *   out
 */
PaddockReadVerdict
paddock_path_open_read (const PaddockOpenRoot  *root,
                        const PaddockOpened    *opened,
                        guint64                 offset,
                        gsize                   length,
                        gsize                   limit,
                        GBytes                **out_bytes)
{
  g_autoptr (GByteArray) bytes = NULL;
  PaddockReadVerdict now;
  struct stat held = { 0 };

  *out_bytes = NULL;
  limit = MIN (limit, PADDOCK_PATH_READ_MAX);
  if (opened->verdict != PADDOCK_READ_ALLOWED || opened->fd < 0)
    return PADDOCK_READ_OUTSIDE;

  held.st_dev = opened->root_device;
  held.st_ino = opened->root_inode;
  bytes = read_up_to (opened->fd, offset, MIN (length, limit + 1));
  now = judge_root_now (root, &held, opened->root_mount);
  if (now != PADDOCK_READ_ALLOWED)
    return now;
  if (bytes == NULL)
    return PADDOCK_READ_UNREADABLE;
  if (bytes->len > limit)
    return PADDOCK_READ_TOO_LARGE;

  *out_bytes = g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
  return PADDOCK_READ_ALLOWED;
}

/**
 * paddock_path_open_clear:
 * @opened: an opened file, or %PADDOCK_OPENED_INIT
 *
 * Closes the file, and frees what @opened owns.
 */
void
paddock_path_open_clear (PaddockOpened *opened)
{
  if (opened->fd >= 0)
    close (opened->fd);
  g_free (opened->path);
  g_strfreev (opened->names);
  g_free (opened->met);
  *opened = (PaddockOpened) PADDOCK_OPENED_INIT;
}
