/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-path-crossing.h"

#include "paddock-path.h"

#include <errno.h>

/* Judges and enters other file systems below a root, if the user allowed them. paddock-path-open.c
 * uses this to open a file. A crossing is what one walk knows about other mounts. It lives on the
 * stack of one call on a thread of the file pool.
 *
 * A mount may show a part of any file system, so its names below the root prove nothing. Paddock
 * also checks the names that the mount table knows for the same place, and refuses if one of them
 * lies in a refused place. It refuses interfaces of the kernel by their type, wherever they are
 * mounted. It also refuses a mount that shows files of other programs, or many places on the
 * network, as one file system.
 *
 * A mount may hang. The walk notices a mount without asking its file system
 * (paddock_path_object_step()), and enters it only on a thread of that mount's lane. On another
 * thread the walk ends at the mount and says where to go on. So no call here may enter a mount that
 * this thread may not wait for. */

/* Returns the mount with the id @mount from the current mount table. Mounts come and go while
 * Paddock looks, and the kernel gives the id of a removed mount to a new one. So the table is read
 * again each time a walk meets a mount. */
static const PaddockMount *
find_now (PaddockPathCrossing *self,
          int                  mount)
{
  g_clear_pointer (&self->mounts, paddock_mount_table_free);
  self->mounts = paddock_mount_table_read (NULL);
  return self->mounts != NULL ? paddock_mount_table_find (self->mounts, (guint64) mount) : NULL;
}

/**
 * paddock_path_crossing_may_enter:
 * @self: the crossing
 * @mount: the id of a mount
 *
 * Returns: whether this thread may wait for that mount
 */
gboolean
paddock_path_crossing_may_enter (const PaddockPathCrossing *self,
                                 int                        mount)
{
  if (self->entered == NULL)
    return TRUE;

  for (guint i = 0; i < self->entered->len; i++)
    if (g_array_index (self->entered, int, i) == mount)
      return TRUE;
  return FALSE;
}

/**
 * paddock_path_crossing_judge:
 * @self: the crossing
 * @mount: the id of a mount below the root
 * @path: a path on that mount, as this process names it, without links
 *
 * Judges @path by the current mount table, without asking any file system.
 *
 * Returns: %PADDOCK_READ_ALLOWED; %PADDOCK_READ_OUTSIDE if the mount's type is refused, or another
 *   name of @path lies in a refused place; %PADDOCK_READ_BUSY if the mount moved or went away
 *   meanwhile
 */
PaddockReadVerdict
paddock_path_crossing_judge (PaddockPathCrossing *self,
                             int                  mount,
                             const char          *path)
{
  const PaddockMount *found = find_now (self, mount);

  if (found == NULL || !paddock_path_text_is_within (path, found->point))
    return PADDOCK_READ_BUSY;
  if (paddock_mount_table_type_is_kernel (found->type) ||
      paddock_mount_table_type_is_foreign (found->type) ||
      paddock_path_crossing_refuses (self, mount, path))
    return PADDOCK_READ_OUTSIDE;
  return PADDOCK_READ_ALLOWED;
}

/**
 * paddock_path_crossing_enter:
 * @self: the crossing
 * @mount: the id of a mount that the walk met
 * @path: the path at which the walk met the mount, as this process names it
 *
 * Decides whether the walk may enter a mount. This reads the mount table, which may be long. So the
 * walk ends if it meets too many mounts.
 *
 * Returns: a verdict like that of paddock_path_crossing_judge(); %PADDOCK_READ_LINK_REFUSED after
 *   more than %PADDOCK_PATH_CROSSINGS mounts; %PADDOCK_READ_OTHER_FILE_SYSTEM if another thread
 *   must go on, and then @self says where
 */
PaddockReadVerdict
paddock_path_crossing_enter (PaddockPathCrossing *self,
                             int                  mount,
                             const char          *path)
{
  PaddockReadVerdict verdict;

  if (++self->n_met > PADDOCK_PATH_CROSSINGS)
    return PADDOCK_READ_LINK_REFUSED;
  verdict = paddock_path_crossing_judge (self, mount, path);
  if (verdict != PADDOCK_READ_ALLOWED || paddock_path_crossing_may_enter (self, mount))
    return verdict;

  g_free (self->met);
  self->met = g_strdup (paddock_mount_table_find (self->mounts, (guint64) mount)->point);
  self->met_mount = mount;
  return PADDOCK_READ_OTHER_FILE_SYSTEM;
}

/**
 * paddock_path_crossing_refuses:
 * @self: the crossing, after the walk met a mount
 * @mount: the id of the mount that @path lies on
 * @path: a path as this process names it; it need not exist
 *
 * Judges @path only by the mount table, as it was when the walk last met a mount. So the answer
 * does not depend on whether @path exists.
 *
 * Returns: whether a mount gives @path another name that lies in a refused place; also %TRUE if the
 *   table could not be read
 */
gboolean
paddock_path_crossing_refuses (PaddockPathCrossing *self,
                               int                  mount,
                               const char          *path)
{
  g_auto (GStrv) names = NULL;

  if (self->mounts == NULL)
    return TRUE;

  names = paddock_mount_table_list_names (self->mounts, mount, path);
  for (gsize i = 0; names[i] != NULL; i++)
    if (paddock_places_refuses (self->places, names[i]))
      return TRUE;
  return FALSE;
}

/* Looks up the first @length bytes of @names below @at, without leaving the mount of @at. If
 * @length is 0, finds @at itself. */
static gboolean
look_up_on_mount (const PaddockPathObject *at,
                  const char              *names,
                  gsize                    length,
                  PaddockPathObject       *out_object)
{
  g_autofree char *part = g_strndup (length > 0 ? names : ".", length > 0 ? length : 1);

  return paddock_path_object_open_below (out_object, at, part);
}

/**
 * paddock_path_crossing_look_up:
 * @self: the crossing, with the mounts that the walk entered
 * @root: the root
 * @names: the names that the walk found, below @root
 * @out_object: (out caller-allocates): what is there
 *
 * Lets the kernel look @names up again, like paddock_path_object_open_below(), but from each mount
 * that the walk entered to the next. If another mount is now where the walk entered a mount, this
 * does not enter the other mount.
 *
 * Returns: whether something is there; otherwise errno says why, %ENOSYS as in
 *   paddock_path_object_open_below()
 */
gboolean
paddock_path_crossing_look_up (PaddockPathCrossing     *self,
                               const PaddockPathObject *root,
                               const char              *names,
                               PaddockPathObject       *out_object)
{
  g_auto (PaddockPathObject) at = PADDOCK_PATH_OBJECT_INIT;
  gsize done = 0;

  if (self->tops == NULL || self->tops->len == 0)
    return look_up_on_mount (root, names, strlen (names), out_object);
  if (!look_up_on_mount (root, NULL, 0, &at))
    return FALSE;

  for (guint i = 0; i < self->tops->len; i++) {
    const PaddockPathTop *top = &g_array_index (self->tops, PaddockPathTop, i);
    g_autofree char *name = g_strndup (names + top->begin, top->end - top->begin);
    g_auto (PaddockPathObject) parent = PADDOCK_PATH_OBJECT_INIT;
    gsize length = top->begin > done ? top->begin - 1 - done : 0;

    if (!look_up_on_mount (&at, names + done, length, &parent))
      return FALSE;
    paddock_path_object_clear (&at);
    if (!paddock_path_object_step (&at, &parent, name))
      return FALSE;
    if (paddock_path_object_get_mount (&at) != top->mount) {
      errno = EXDEV;
      return FALSE;
    }
    done = MIN (top->end + 1, strlen (names));
  }

  if (names[done] != '\0')
    return look_up_on_mount (&at, names + done, strlen (names + done), out_object);
  *out_object = at;
  at.fd = -1;
  return paddock_path_object_load (out_object);
}

/**
 * paddock_path_crossing_clear:
 * @self: the crossing
 *
 * Frees what the crossing owns.
 */
void
paddock_path_crossing_clear (PaddockPathCrossing *self)
{
  g_clear_pointer (&self->mounts, paddock_mount_table_free);
  g_clear_pointer (&self->tops, g_array_unref);
  g_clear_pointer (&self->met, g_free);
}
