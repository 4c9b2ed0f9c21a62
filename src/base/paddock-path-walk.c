/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-path-walk.h"

#include <errno.h>
#include <fcntl.h>

/* Walks from a root's descriptor along a reference, component by component; paddock-path.c says
 * what this must prove. A walk lives on the stack of one call on a thread of the file pool.
 *
 * The kernel gets one component at a time, relative to a directory that the walk reached in the
 * same way. It never gets `..`, a link to follow, or anything absolute. The walk reads links
 * itself. For `..` it goes back to the descriptor that it came from, even if somebody moved that
 * directory meanwhile. So no system call can name anything outside the root. */

/* How many descriptors the walk keeps for `..`: a hostile reference is thousands of components
 * deep, and descriptors are few. To go back further, the walk starts again from the root. */
#define HELD_LEVELS 64

/* The longest path in bytes; PATH_MAX also counts the NUL at its end. */
#define LONGEST_PATH (PATH_MAX - 1)

typedef struct {
  PaddockPathObject object;       /* (owned) the directory; its descriptor is closed (-1) once the
                                   * walk is HELD_LEVELS levels deeper */
  int               mount;
  gsize             names;        /* the length of Walker.names before this level added its name */
} Level;

typedef struct {
  const PaddockPathWalk *walk;
  GArray                *levels;  /* (owned) Level: the directories below the root */
  GString               *names;   /* (owned) the names of @levels as a path: no links, no dots, no
                                   * empty names */
  GString               *rest;    /* (owned) the reference, with the targets of links put in */
  gsize                  at;      /* the walk has followed the first @at bytes of @rest */
  guint                  links;
  guint                  steps;
} Walker;

static void
level_clear (gpointer data)
{
  paddock_path_object_clear (&((Level *) data)->object);
}

static void
walker_clear (Walker *self)
{
  g_array_unref (self->levels);
  g_string_free (self->names, TRUE);
  g_string_free (self->rest, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Walker, walker_clear)

static Level *
deepest (Walker *self)
{
  return self->levels->len > 0 ? &g_array_index (self->levels, Level, self->levels->len - 1) : NULL;
}

static const PaddockPathObject *
here (Walker *self)
{
  return self->levels->len > 0 ? &deepest (self)->object : self->walk->root;
}

static PaddockReadVerdict
verdict_of_errno (int error)
{
  switch (error) {
    case ENOENT:
    case ENOTDIR:
    case ENAMETOOLONG:
    case EINVAL:                  /* the file system cannot have a file with such a name */
    case EILSEQ:
      return PADDOCK_READ_MISSING;
    case ELOOP:
      return PADDOCK_READ_LINK_REFUSED;
    case EMFILE:
    case ENFILE:
    case ENOMEM:
      return PADDOCK_READ_BUSY;
    default:
      return PADDOCK_READ_UNREADABLE;
  }
}

static int
mount_here (Walker *self)
{
  return self->levels->len > 0 ? deepest (self)->mount : self->walk->mount;
}

/* Returns the path of @name in the current directory, if the root has the path @root. */
static char *
dup_path (Walker     *self,
          const char *root,
          const char *name)
{
  return g_strconcat (g_str_equal (root, "/") ? "" : root, "/", self->names->str,
                      self->names->len > 0 ? "/" : "", name, NULL);
}

/* Whether @name in the current directory lies in a refused place. This looks only at the text,
 * before the name is looked up. So the answer does not depend on whether the file exists. */
static gboolean
is_refused (Walker     *self,
            const char *name)
{
  g_autofree char *path = dup_path (self, self->walk->path, name);
  g_autofree char *way = NULL;

  if (paddock_places_refuses (self->walk->places, path))
    return TRUE;
  if (mount_here (self) == self->walk->mount)
    return FALSE;

  way = dup_path (self, self->walk->way, name);
  return paddock_path_crossing_refuses (self->walk->crossing, mount_here (self), way);
}

/* Finds out on which mount @next lies, and whether the walk may enter that mount. The kernel gives
 * the id of a mount, so the walk notices another mount without asking its file system, which may
 * hang.
 */
static PaddockReadVerdict
judge_mount (Walker     *self,
             Level      *next,
             const char *name)
{
  g_autofree char *way = NULL;

  next->mount = paddock_path_object_get_mount (&next->object);
  if (next->mount < 0)
    return verdict_of_errno (errno);
  if (next->mount == mount_here (self))
    return PADDOCK_READ_ALLOWED;
  if (self->walk->crossing == NULL)
    return PADDOCK_READ_OTHER_FILE_SYSTEM;

  way = dup_path (self, self->walk->way, name);
  return paddock_path_crossing_enter (self->walk->crossing, next->mount, way);
}

/* Puts the target of the link @object before the rest of the reference. An absolute link always
 * counts as leading out of the root, even if its target is inside: if somebody moves the root, the
 * link means another file. */
static PaddockReadVerdict
follow (Walker                  *self,
        const PaddockPathObject *object)
{
  char target[PATH_MAX];
  ssize_t length;

  if (++self->links > PADDOCK_PATH_WALK_LINKS)
    return PADDOCK_READ_LINK_REFUSED;

  length = readlinkat (object->fd, "", target, sizeof target);
  if (length < 0)
    return verdict_of_errno (errno);
  if (length == 0)
    return PADDOCK_READ_MISSING;
  if (length > LONGEST_PATH)
    return PADDOCK_READ_LINK_REFUSED;
  if (target[0] == '/')
    return PADDOCK_READ_OUTSIDE;

  g_string_erase (self->rest, 0, (gssize) self->at);
  g_string_prepend_len (self->rest, target, length);
  self->at = 0;
  return PADDOCK_READ_ALLOWED;
}

static PaddockReadVerdict
push (Walker     *self,
      Level      *next,
      const char *name)
{
  if (strlen (self->walk->path) + self->names->len + strlen (name) + 2 > LONGEST_PATH)
    return PADDOCK_READ_UNREADABLE;

  next->names = self->names->len;
  g_string_append_printf (self->names, "%s%s", self->names->len > 0 ? "/" : "", name);
  g_array_append_val (self->levels, *next);
  next->object.fd = -1;

  if (self->levels->len > HELD_LEVELS)
    level_clear (&g_array_index (self->levels, Level, self->levels->len - HELD_LEVELS - 1));
  return PADDOCK_READ_ALLOWED;
}

static PaddockReadVerdict
go_down (Walker     *self,
         const char *name)
{
  g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;
  Level next = { .object = PADDOCK_PATH_OBJECT_INIT };
  PaddockReadVerdict verdict;

  if (is_refused (self, name))
    return PADDOCK_READ_OUTSIDE;
  if (!paddock_path_object_step (&object, here (self), name))
    return verdict_of_errno (errno);

  next.object = object;
  verdict = judge_mount (self, &next, name);
  if (verdict != PADDOCK_READ_ALLOWED)
    return verdict;
  if (!paddock_path_object_load (&next.object))
    return verdict_of_errno (errno);
  if (paddock_places_is_own_object (self->walk->places, next.object.info.st_dev,
                                    next.object.info.st_ino))
    return PADDOCK_READ_OUTSIDE;
  if (S_ISLNK (next.object.info.st_mode))
    return follow (self, &object);
  if (!S_ISDIR (next.object.info.st_mode) && self->rest->str[self->at] == '/')
    return PADDOCK_READ_MISSING;

  verdict = push (self, &next, name);
  object.fd = next.object.fd;
  return verdict;
}

/* Checks the permission to search the current directory. The kernel needs that permission even for
 * `.` and `..`. */
static PaddockReadVerdict
ask_search (Walker *self)
{
  g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;

  return paddock_path_object_step (&object, here (self), ".") ? PADDOCK_READ_ALLOWED
                                                              : verdict_of_errno (errno);
}

static PaddockReadVerdict
go_up (Walker *self)
{
  const Level *level = deepest (self);
  PaddockReadVerdict verdict;

  if (level == NULL)
    return PADDOCK_READ_OUTSIDE;
  verdict = ask_search (self);
  if (verdict != PADDOCK_READ_ALLOWED)
    return verdict;

  g_string_truncate (self->names, level->names);
  g_array_set_size (self->levels, self->levels->len - 1);
  if (self->levels->len > 0 && here (self)->fd < 0) {
    g_string_erase (self->rest, 0, (gssize) self->at);
    g_string_prepend_c (self->rest, '/');
    g_string_prepend (self->rest, self->names->str);
    self->at = 0;
    g_string_truncate (self->names, 0);
    g_array_set_size (self->levels, 0);
  }
  return PADDOCK_READ_ALLOWED;
}

/* Takes the next component of the reference, and returns it; NULL at the end. */
static char *
remove_component (Walker *self)
{
  const char *begin = self->rest->str + self->at;
  const char *name = begin + strspn (begin, "/");
  gsize length = strcspn (name, "/");

  self->at += (gsize) (name - begin) + length;
  return length > 0 ? g_strndup (name, length) : NULL;
}

static PaddockReadVerdict
follow_component (Walker     *self,
                  const char *name)
{
  if (++self->steps > PADDOCK_PATH_WALK_STEPS)
    return PADDOCK_READ_LINK_REFUSED;
  if (g_str_equal (name, "."))
    return ask_search (self);
  if (g_str_equal (name, ".."))
    return go_up (self);
  return go_down (self, name);
}

/* Lists the levels that lie on another mount than the level above them. */
static GArray *
list_tops (Walker *self)
{
  GArray *tops = g_array_new (FALSE, FALSE, sizeof (PaddockPathTop));
  int mount = self->walk->mount;

  for (guint i = 0; i < self->levels->len; i++) {
    const Level *level = &g_array_index (self->levels, Level, i);
    PaddockPathTop top = { .begin = level->names + (level->names > 0), .mount = level->mount };

    top.end = i + 1 < self->levels->len ? g_array_index (self->levels, Level, i + 1).names
                                        : self->names->len;
    if (level->mount != mount)
      g_array_append_val (tops, top);
    mount = level->mount;
  }
  return tops;
}

/* Gives the caller the object that the walk found: the deepest level, or a copy of the root if the
 * walk did not go down. */
static PaddockReadVerdict
give_object (Walker            *self,
             PaddockPathObject *out_object)
{
  Level *level = deepest (self);

  if (level != NULL) {
    *out_object = level->object;
    level->object.fd = -1;
    return PADDOCK_READ_ALLOWED;
  }

  *out_object = *self->walk->root;
  out_object->fd = fcntl (self->walk->root->fd, F_DUPFD_CLOEXEC, 3);
  return out_object->fd >= 0 ? PADDOCK_READ_ALLOWED : verdict_of_errno (errno);
}

/**
 * paddock_path_walk:
 * @walk: where to start, and what the walk may do
 * @rest: what to find below the root (paddock_reference_below()); hostile
 * @out_object: (out caller-allocates): what was found, if allowed, of any kind; looked up with
 *   O_PATH, neither opened nor read
 * @out_names: (out) (transfer full) (nullable): the name of what was found, below the root, if
 *   allowed: components that are neither links nor dots, "" for the root itself
 *
 * Finds what @rest leads to, as the kernel would, if every step to it lies below the root. It
 * follows relative links that stay inside. `..` may not leave the root, not even to come back.
 * Blocks as long as the root's file system blocks, or another one that the walk enters.
 *
 * Returns: %PADDOCK_READ_ALLOWED, or the reason why not
 */
PaddockReadVerdict
paddock_path_walk (const PaddockPathWalk  *walk,
                   const char             *rest,
                   PaddockPathObject      *out_object,
                   char                  **out_names)
{
  g_auto (Walker) self = { .walk = walk };
  PaddockReadVerdict verdict = PADDOCK_READ_ALLOWED;

  self.levels = g_array_new (FALSE, FALSE, sizeof (Level));
  g_array_set_clear_func (self.levels, level_clear);
  self.names = g_string_new (NULL);
  self.rest = g_string_new (rest);
  *out_names = NULL;
  if (walk->crossing != NULL)
    walk->crossing->n_met = 0;
  if (rest[0] == '/')
    return PADDOCK_READ_OUTSIDE;

  while (verdict == PADDOCK_READ_ALLOWED) {
    g_autofree char *name = remove_component (&self);

    if (name == NULL)
      break;
    verdict = follow_component (&self, name);
  }

  if (verdict == PADDOCK_READ_ALLOWED && walk->crossing != NULL) {
    g_clear_pointer (&walk->crossing->tops, g_array_unref);
    walk->crossing->tops = list_tops (&self);
  }
  if (verdict == PADDOCK_READ_ALLOWED)
    verdict = give_object (&self, out_object);
  if (verdict == PADDOCK_READ_ALLOWED)
    *out_names = g_strdup (self.names->str);
  return verdict;
}
