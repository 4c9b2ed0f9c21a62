/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-path.h"

#include "paddock-path-object.h"

#include <errno.h>

/* What exactly is that path: the one place that resolves paths, compares them and opens what they
 * name. On the security reading list.
 *
 * Three questions are answered here, each by a call that blocks and so runs on a file pool thread:
 *
 *   paddock_inspection_run ()     a path somebody picked: may it become a root?
 *   paddock_path_check ()       a root's path, later: is what is there now still that root?
 *   paddock_path_open_below ()  a file that a stranger names below a root: is it there, is all of
 *                               the way to it inside, and may it be read?
 *
 * The first is in paddock-inspection.c, the second below, the third in paddock-path-open.c; all ask
 * the kernel through paddock-path-object.c, and the second compares in paddock-file-record.c, which
 * is pure.
 *
 * What is trusted: the kernel, /proc, and the places that the caller resolved. What is not: the
 * path itself, and whatever a process of the user's may do to the file system at the same time.
 *
 * How races are kept out. A path is looked up once, with O_PATH, which neither reads nor runs
 * anything (no FIFO is waited for, no device is opened). All that is said of the object (kind,
 * inode, birth, permission, mount, and its canonical name) is then asked of that descriptor.
 * The canonical name is opened once more, without following any link, and must lead to the same
 * object; else the inspection is void. A verdict speaks of the moment of the lookup: what acts on a
 * root later must compare again by descriptor. The descriptor is closed before the call returns,
 * because an open one would keep the user from unmounting.
 *
 * Inspection. The verdicts of PaddockPlaceVerdict, in the order in which they are found:
 *
 *   EMPTY, RELATIVE, NUL, TOO_LONG, NOT_A_FILE_URI   by the text alone
 *   SYSTEM, OWN        what was picked, by its text, lies in a refused place: it is not opened
 *   MISSING, LINK_LOOP, TOO_LONG, UNREADABLE, UNRESOLVED   the kernel cannot find it
 *   SYSTEM, OWN        what it resolves to lies in a refused place, or is a kernel interface or
 *                      Paddock's own that is mounted elsewhere
 *   WRONG_KIND         it is neither a directory nor a regular file
 *   UNREADABLE         we may not read it (and, for a directory, go into it)
 *   WARNED, ACCEPTED   it can become a root; only these have a record
 *
 * Availability. AVAILABLE is said only if the path, walked without following a single link, leads
 * to the object that the record speaks of, or to one that counts as the same root: a directory made
 * there after the loss, or a regular file of the same owner in place of a file. Everything that
 * cannot be proven is one of the others, and none of them is ever sent.
 *
 *   MISSING      nothing there, or the mount that the root lay on is not there
 *   UNREADABLE   no permission, or the file system gives an error
 *   REPLACED     something else is there: another kind; a link; another file system; another
 *                directory that existed before the loss. It waits for the user
 *
 * Reading on behalf. A server or a host names a file; it is given to them, or one of the verdicts
 * of PaddockReadVerdict. The whole reference is hostile, and so is what lies below the root, links
 * and all: whoever asks may have made it.
 *
 *   1. Its text becomes an absolute path, or is MALFORMED, and is mapped to a root that the caller
 *      may see, component by component as written (paddock-reference.c, pure). What lies below none
 *      is OUTSIDE, and the kernel never hears of it. A `..` is not taken back before that.
 *   2. The root's own path is opened for this request, without following a link. Its mount is
 *      noted; device and inode (and birth, or owner) must be those that availability recorded, else
 *      OUTSIDE, as if it had been withdrawn already. A root that is a file admits that file, under
 *      its own name; it may be another file of the same owner, since editors save by renaming. One
 *      of Paddock's own directories is OUTSIDE by device and inode, and what a mount shows of them
 *      by the mount table, here and at each step below.
 *   3. From there the reference is walked (paddock-path-walk.c): the kernel is given one component
 *      at a time, relative to a descriptor, never `..` and never a link to follow. Relative links
 *      that stay inside are taken apart and followed, 40 of them; an absolute one, and a `..` above
 *      the root, is OUTSIDE, also where it would come back. A component in a refused place is
 *      OUTSIDE before it is looked up, so that nobody learns whether it is there. Another mount
 *      is noticed by its id before its file system is asked anything: it is OTHER_FILE_SYSTEM, or
 *      where the user allowed that, judged by the mount table (paddock-path-crossing.c) and entered
 *      on a thread of its own. What is not mounted yet, an automount among it, stays so.
 *   4. The names that the walk found, without links and dots, are looked up again by openat2() with
 *      RESOLVE_BENEATH, RESOLVE_NO_SYMLINKS and RESOLVE_NO_XDEV, from each mount that the walk
 *      entered to the next: the kernel's own proof. Device, inode
 *      and mount must be the same, else the tree has changed and all begins again at 3: 16 times,
 *      then BUSY. Where openat2() answers ENOSYS, or EPERM by a filter, the walk alone decides,
 *      with the same verdicts, because they all come from it.
 *   5. Only what fstat() calls a regular file is opened for reading, through its descriptor in
 *      /proc/self/fd, and compared again. Without /proc nothing is opened. The kernel's own name of
 *      the open file must lie below the root and in no refused place, else all begins again at 3: a
 *      directory may have been moved out of the root with us in it.
 *   6. The root's path is opened once more and must lead to the same root: after opening, and after
 *      reading. Nothing is given of a root that went away meanwhile. No descriptor on a root stays.
 *
 * Where there are no descriptors left to look with, the answer is BUSY, and not OUTSIDE.
 *
 * A file that was opened stays readable by its descriptor for as long as somebody holds that: what
 * is withdrawn later was given away before. Writing is only ever looked at, nothing is opened for
 * it: the answer is advice.
 *
 * In a Flatpak sandbox there are two paths: a root's own, on the host, which is judged, sent and
 * shown, and the one by which the document portal lets it be reached here (paddock-documents.c),
 * which is opened. What lies elsewhere in the sandbox is refused (NOT_A_DOCUMENT), and so is what
 * the portal has no host path for (NO_HOST_PATH): its path here would mean another file, or none,
 * to a server. The portal ties a document to device and inode, so that what can be opened was
 * picked.
 *
 * Known limits. A directory that was made elsewhere after the loss and then moved to the path
 * counts as new there. Where the file system tells no time of birth, every other directory counts
 * as older; an inode number used again cannot then be told from the first use. A clock set back
 * between the two makes a new directory look old, which is the safe side. The UUID of a file system
 * can be the same on a clone of it; what has none (tmpfs) is known by its mount point alone,
 * network and FUSE by what their user says was mounted. Below directories that ignore the case of
 * names (casefold, vfat) a root can be added by a name that the place rules do not know; what is
 * read below it is judged by the names that are listed (paddock-path-spelling.c). Paddock's own
 * directories are known by device and inode too, if they were there when the service began. What
 * FUSE, an overlay or a file server on this machine shows of them elsewhere is not recognised.
 * Where the mount table cannot be read, everything counts as lying on the outermost mount: roots on
 * others are then missing, none can be added, and nothing is read on behalf.
 *
 * Of reading on behalf: a hard link inside a root is inside, wherever else the file has names; the
 * caller is told how many. What is mounted below a root with its consent to other file systems is
 * inside under that name, unless it is an interface of the kernel or the mount table has a name for
 * it in a refused place. A link that the kernel would not follow for its owner
 * (protected_symlinks) or its mount (nosymfollow) is followed if it stays inside. A root `/`
 * reaches nothing below `/run`, not even the user's media. Another path to the root than its
 * canonical one is outside, though it would lead there: to know that, what lies outside would have
 * to be looked at.
 *
 * Not defended here: a process with privileges that changes mounts under us; the user, or a process
 * of the user's, who moves what is outside into a root: it is inside then.
 */

/* Births of files are stamped by a clock of the kernel that goes in ticks, and is late by some of
 * them on a busy virtual machine (8 ms were measured where a tick is 4). What was born so shortly
 * before the last look counts as made after it. In µs. */
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
 * @record: what is remembered of the root
 * @last_seen: when it was last found available, in µs since the epoch; 0: never
 * @out_current: (out) (optional) (transfer full) (nullable): what to remember from now on, if
 *   available; else %NULL
 *
 * Whether what is at @path now is the root. Never says %PADDOCK_AVAILABILITY_EXPIRED: time is not
 * looked at here.
 *
 * Blocks, maybe for ever on a file system that hangs: call it on a thread of a #PaddockFilePool.
 *
 * Returns: what is so at this moment
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
