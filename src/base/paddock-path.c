/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-path.h"

#include "paddock-path-object.h"

#include <errno.h>

/* What exactly a path leads to. This file and its parts are the one place that resolves paths,
 * compares them and opens what they name. docs/security.md lists this file among the files to read
 * first.
 *
 * They answer three questions. Each question is a call that blocks, so callers ask it on a thread
 * of the file pool:
 *
 *   paddock_inspection_run ()   the user picked a path: may it become a root?
 *   paddock_path_check ()       a root's path, later: is it still that root?
 *   paddock_path_open_below ()  a stranger names a file below a root: does it exist, is the whole
 *                               way to it inside, and may the stranger read it?
 *
 * A fourth call only compares: paddock_path_resolve () says which path a host means.
 *
 * paddock-inspection.c has the first, this file the second, paddock-path-open.c the third. All ask
 * the kernel through paddock-path-object.c. paddock-file-record.c compares; it touches no file.
 *
 * What is trusted: the kernel, /proc, and the places that the caller resolved. What is not: the
 * path itself, and whatever a process of the user's does to the file system at the same time.
 *
 * How races are kept out. A path is looked up once, with O_PATH. That neither reads nor runs
 * anything: it waits for no FIFO and opens no device. Everything else is asked of that descriptor:
 * kind, inode, birth, permission, mount and canonical name. Then the canonical name is opened
 * again, without following any link. It must lead to the same object, or the inspection is void. A
 * verdict is about the moment of the lookup: a caller that acts on a root later must compare again
 * by descriptor. The call closes the descriptor before it returns: an open one keeps the user from
 * unmounting.
 *
 * Inspection. The verdicts of PaddockPlaceVerdict, in the order in which they are found:
 *
 *   EMPTY, RELATIVE, NUL, TOO_LONG, NOT_A_FILE_URI   by the text alone
 *   SYSTEM, OWN        the text of the picked path lies in a refused place: it is not opened
 *   MISSING, LINK_LOOP, TOO_LONG, UNREADABLE, UNRESOLVED   the kernel cannot find it
 *   SYSTEM, OWN        the resolved path lies in a refused place, or it is a kernel interface or
 *                      Paddock's own directory, mounted elsewhere
 *   WRONG_KIND         it is neither a directory nor a regular file
 *   UNREADABLE         Paddock may not read it (or, for a directory, enter it)
 *   WARNED, ACCEPTED   it can become a root; only these have a record
 *
 * Availability. AVAILABLE needs a proof: the path, walked without following a single link, leads to
 * the object in the record, or to an object that counts as the same root. Such an object is a
 * directory made there after the loss, or a regular file of the same owner in place of a file.
 * Without a proof the verdict is one of the following, and Paddock never sends such a root.
 *
 *   MISSING      nothing is there, or the root's mount is not there
 *   UNREADABLE   no permission, or the file system gives an error
 *   REPLACED     something else is there: another kind; a link; another file system; another
 *                directory that existed before the loss. The root waits for the user
 *
 * Reading on behalf. A server or a host names a file. It gets the file, or one of the verdicts of
 * PaddockReadVerdict. The whole reference is hostile, and so is everything below the root, links
 * included: the caller may have made it.
 *
 *   1. The text becomes an absolute path, or is MALFORMED. Then it is mapped to a root that the
 *      caller may see, component by component as written (paddock-reference.c, pure). A path below
 *      no root is OUTSIDE, and the kernel never hears of it. Until then a `..` stays as it is.
 *   2. The root's own path is opened for this request, without following a link. Device and inode
 *      (and birth, or owner) must be those that availability recorded. Otherwise the file is
 *      OUTSIDE, as if the root had been withdrawn. A root that is a file allows only that file,
 *      under its own name. It may be another file of the same owner: editors save by renaming.
 *      Paddock's own directories are OUTSIDE by device and inode. So is what a mount shows of
 *      them, by the mount table, here and at each step below.
 *   3. From there the walk follows the reference (paddock-path-walk.c). The kernel gets one
 *      component at a time, relative to a descriptor, never `..` and never a link to follow.
 *      Up to 40 relative links that stay inside are followed. An absolute link, or a `..` above the
 *      root, is OUTSIDE, even if it would come back. A component in a refused place is OUTSIDE
 *      before it is looked up, so nobody learns whether it exists. The walk notices another mount
 *      by its id, before it asks that file system anything. The mount is OTHER_FILE_SYSTEM. If the
 *      user allowed it, the mount table judges it (paddock-path-crossing.c), and a thread of its
 *      own enters it. What is not mounted yet, such as an automount, stays so.
 *   4. openat2() looks up again the names that the walk found, without links and dots. It uses
 *      RESOLVE_BENEATH, RESOLVE_NO_SYMLINKS and RESOLVE_NO_XDEV, from each mount that the walk
 *      entered to the next: the kernel's own proof. Device, inode and mount must be the same.
 *      Otherwise the tree changed, and step 3 begins again: 16 times, then BUSY. If openat2()
 *      answers ENOSYS, or EPERM because of a filter, the walk alone decides. The verdicts are the
 *      same, because they all come from the walk.
 *   5. Only what fstat() calls a regular file is opened for reading, through its descriptor in
 *      /proc/self/fd, and compared again. Without /proc nothing is opened. The kernel's own name of
 *      the open file must lie below the root and in no refused place. Otherwise step 3 begins
 *      again: somebody may have moved the directory out of the root.
 *   6. The root's path is opened once more, after opening and after reading. It must lead to the
 *      same root: if the root went away meanwhile, nothing is returned. No descriptor on a root
 *      stays open.
 *
 * If no descriptors are left to look with, the answer is BUSY, not OUTSIDE.
 *
 * A caller that holds the descriptor of an opened file can go on reading it: the file was given
 * away before it was withdrawn. Nothing is ever opened for writing. A check for writing is only
 * advice.
 *
 * In a Flatpak sandbox there are two paths. A root's own path is on the host: Paddock judges, sends
 * and shows it. Paddock opens another one, under which the document portal shows the root here
 * (paddock-documents.c). Anything else in the sandbox is refused (NOT_A_DOCUMENT). So is a document
 * without a host path (NO_HOST_PATH): to a server its path here would mean another file, or none.
 * The portal ties a document to device and inode, so what can be opened is what the user picked.
 *
 * Known limits:
 *
 * - A directory that was made elsewhere after the loss, and then moved to the path, counts as new.
 * - If the file system has no birth time, every other directory counts as older. An inode number
 *   that is used again then looks like the first one.
 * - If somebody sets the clock back in between, a new directory looks old: that is the safe side.
 * - A clone of a file system can have the same UUID. Without a UUID, only the mount point counts
 *   (tmpfs), or the source that the user mounted (network and FUSE).
 * - In directories that ignore case (casefold, vfat), a root can have a name that the rules for
 *   places do not know. Files below it are judged by their listed names (paddock-path-spelling.c).
 * - Paddock's own directories are also known by device and inode, if they existed when the service
 *   started. Paddock does not recognize them behind FUSE, an overlay or a file server on this
 *   machine.
 * - If the mount table cannot be read, everything seems to lie on the outermost mount. Roots on
 *   other mounts are then missing, none can be added, and nothing is read on behalf.
 *
 * Limits of reading on behalf:
 *
 * - A hard link inside a root is inside, wherever the file has its other names. The caller learns
 *   how many there are.
 * - A file on another file system that the user allowed is inside under its name there. It is not
 *   if the file system is an interface of the kernel, or the mount table has a name for it in a
 *   refused place.
 * - The walk follows a link that stays inside even if the kernel would not follow it because of its
 *   owner (protected_symlinks) or its mount (nosymfollow).
 * - A root `/` reaches nothing below `/run`, not even the user's media.
 * - Another path to the root than its canonical one is outside, even if it leads there. To know
 *   that, Paddock would have to look outside.
 *
 * Not defended here: a process with privileges that changes mounts meanwhile; and a user, or a
 * process of the user's, who moves something into a root. It is inside then.
 */

/* How much too early a birth time may be, in µs. The kernel stamps the birth of a file with a clock
 * that goes in ticks. On a busy virtual machine that clock is late by several ticks (8 ms were
 * measured with ticks of 4 ms). So a file counts as made after the last look even if its birth time
 * is this much earlier than that look. */
#define BIRTH_SLACK (20 * G_TIME_SPAN_MILLISECOND)

static PaddockAvailability
availability_of_errno (int error)
{
  switch (error) {
    case ENOENT:
    case ENOTDIR:
    case ENAMETOOLONG:
      return PADDOCK_AVAILABILITY_MISSING;
    case ELOOP:
      return PADDOCK_AVAILABILITY_REPLACED;
    default:
      return PADDOCK_AVAILABILITY_UNREADABLE;
  }
}

/**
 * paddock_path_check:
 * @path: a root's canonical path
 * @record: what Paddock remembers of the root
 * @last_seen: when the root was last available, in µs since the epoch; 0: never
 * @out_current: (out) (optional) (transfer full) (nullable): what to remember of the root from now
 *   on, if it is available; otherwise %NULL
 *
 * Finds out whether the root is at @path now. Never returns %PADDOCK_AVAILABILITY_EXPIRED: this
 * does not look at the time.
 *
 * Blocks, maybe forever on a file system that hangs: call it on a thread of a #PaddockFilePool.
 *
 * Returns: the availability at this moment
 */
PaddockAvailability
paddock_path_check (const char               *path,
                    const PaddockFileRecord  *record,
                    gint64                    last_seen,
                    PaddockFileRecord       **out_current)
{
  g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;
  g_autoptr (PaddockFileRecord) found = NULL;
  PaddockAvailability availability;

  if (out_current != NULL)
    *out_current = NULL;
  if (path == NULL || path[0] != '/' || record == NULL)
    return PADDOCK_AVAILABILITY_MISSING;

  if (!paddock_path_object_open (&object, path, FALSE))
    return availability_of_errno (errno);
  if (!paddock_path_object_is_usable_kind (&object))
    return PADDOCK_AVAILABILITY_REPLACED;

  found = paddock_path_object_dup_record (&object, path, NULL);
  availability = paddock_file_record_compare (record, found, path,
                                              MAX (last_seen - BIRTH_SLACK, 0));
  if (availability == PADDOCK_AVAILABILITY_AVAILABLE && !paddock_path_object_is_readable (&object))
    availability = PADDOCK_AVAILABILITY_UNREADABLE;

  if (availability == PADDOCK_AVAILABILITY_AVAILABLE && out_current != NULL)
    *out_current = g_steal_pointer (&found);
  return availability;
}

/**
 * paddock_path_resolve:
 * @path: an absolute path that somebody wrote
 *
 * Finds the path of the folder or file at @path without links, to compare it with the paths of
 * roots. This is no permission: nothing says that it may become a root.
 *
 * Blocks, maybe forever on a file system that hangs: call it on a thread of a #PaddockFilePool.
 *
 * Returns: (transfer full) (nullable): the path; %NULL if there is neither a folder nor a file
 */
char *
paddock_path_resolve (const char *path)
{
  g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;

  if (!paddock_path_object_open (&object, path, TRUE) ||
      !paddock_path_object_is_usable_kind (&object))
    return NULL;
  return paddock_path_object_dup_path (&object, path);
}
