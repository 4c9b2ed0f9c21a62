/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-peer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "paddock-error.h"
#include "paddock-mount-table.h"
#include "paddock-process.h"

/* Who is asking: what the kernel says about the other end of one connection.
 *
 * This is one of the three files that carry Paddock's security; the others are paddock-policy.c
 * (may they) and paddock-path.c (what exactly is that path). The service reads the credentials of
 * its peers only here.
 *
 * WHAT IS TRUSTED. The kernel: the credentials that it recorded when the peer connected
 * (SO_PEERCRED), and what /proc shows about that process. Nothing that the process says is trusted.
 *
 * WHAT IS PROVEN.
 *   uid          always. It is the user of the process that called connect(), at that time.
 *   executable   only if all of these hold, else it is a claim:
 *                - the service has the same mount and PID namespace as the peer. In another mount
 *                  namespace the same path names another file, and a container or sandbox shows
 *                  any executable that it likes at /usr/bin/node;
 *                - the file that runs (/proc/PID/exe, followed by the kernel) is the file that
 *                  this path names for the service, by device and inode. A deleted or replaced
 *                  executable fails, unless paddock-proofs.c has an earlier proof for the process;
 *                - that path is on a local file system. On FUSE or a network file system another
 *                  program reports the inode, and may not answer. So the service does not ask;
 *                - it is the same process from the first look to the last: its start time is
 *                  unchanged, and its pidfd says that it still runs. So no other process got its
 *                  number meanwhile. Without pidfds, its open directory in /proc serves the same.
 *   pid, start   belong to the process that was examined. In decisions for "this session" they name
 *                it, as the scope "boot id:pid:start time". No later process has the same scope.
 *
 * WHAT IS CLAIMED, ALWAYS. The arguments: a process can rewrite them. The script that an
 * interpreter runs: it is an argument. The working directory: it changes. And the executable, if
 * one of the tests above failed. A failed test means "not proven"; it never refuses the peer. The
 * policy decides, and in the end the user, whether a claim is enough.
 *
 * WHAT IS UNKNOWN. If the kernel gives the pid 0, the peer is in a PID namespace that the service
 * cannot see, for example outside the Flatpak sandbox. Then everything except the uid is unknown,
 * and the peer counts as hidden. No peer can hide itself: a service outside all sandboxes sees the
 * processes of every PID namespace.
 *
 * KNOWN LIMITS.
 *   - This proves who opened the connection, not who holds it now: processes inherit and send
 *     descriptors. A proof belongs to its connection. A program that the process executes later
 *     needs a connection of its own, and a proof of its own.
 *   - A process may execute another program after connect(), before the service looks. Then it
 *     counts as that program. It cannot leave its namespaces that way, so no sandbox gains a proof.
 *   - Without SO_PEERPIDFD (before Linux 6.5) the service may mistake the peer: if the peer ended
 *     at once, and another process of the same user got its number before accept() returned. For
 *     that, all other numbers must be used up in this time. With SO_PEERPIDFD such a peer is
 *     unknown.
 *   - If statx() is filtered, no executable is proven: no other call compares files without asking
 *     their file server. All kernels that Paddock supports have statx().
 *   - A proof for "node" is about node, not about the script that it runs.
 *
 * WHAT IS NOT DEFENDED. Another process of the same user outside any sandbox can trace a proven
 * peer, preload a library into it or write into its files. It can do what the user can, and Paddock
 * does not claim to stop it (docs/security.md).
 */

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

/* Longest command line, in bytes, that is read. A longer one counts as unknown: if it were cut, two
 * different commands could look alike. */
#define ARGV_MAX (64 * 1024)
#define LINK_MAX 4096

G_DEFINE_BOXED_TYPE (PaddockPeer, paddock_peer, paddock_peer_ref, paddock_peer_unref)

static char *
read_link (const char *path)
{
  char target[LINK_MAX];
  gssize length = readlink (path, target, sizeof target);

  return length > 0 && (gsize) length < sizeof target ? g_strndup (target, (gsize) length) : NULL;
}

static GStrv
read_argv (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/cmdline", (int) pid);
  g_autofree char *data = NULL;
  g_autoptr (GStrvBuilder) argv = NULL;
  gsize length;

  data = paddock_process_read_file (path, ARGV_MAX, &length);
  if (data == NULL || length == 0)
    return NULL;

  argv = g_strv_builder_new ();
  for (gsize at = 0; at < length; at += strlen (data + at) + 1)
    g_strv_builder_add (argv, data + at);
  return g_strv_builder_end (argv);
}

/* Whether the process has the service's namespace of @kind. An unknown namespace counts as
 * different. */
static gboolean
shares_namespace (pid_t       pid,
                  const char *kind)
{
  g_autofree char *theirs = g_strdup_printf ("/proc/%d/ns/%s", (int) pid, kind);
  g_autofree char *ours = g_strdup_printf ("/proc/self/ns/%s", kind);
  struct stat a, b;

  return stat (theirs, &a) == 0 && stat (ours, &b) == 0 && a.st_dev == b.st_dev &&
         a.st_ino == b.st_ino;
}

static gboolean
is_on_local_mount (const char *path)
{
  g_autoptr (PaddockMountTable) mounts = paddock_mount_table_read (NULL);
  const PaddockMount *mount = mounts != NULL ? paddock_mount_table_lookup (mounts, path) : NULL;

  return mount != NULL && mount->has_events;
}

/* Finds out which file the process runs, deleted or not. AT_STATX_DONT_SYNC keeps the kernel from
 * asking the file server, which may not answer: in a detached mount, the path of a remote file
 * looks local. */
static void
look_at_executable (PaddockPeer *self,
                    pid_t        pid)
{
  g_autofree char *link = g_strdup_printf ("/proc/%d/exe", (int) pid);
  struct statx running;

  if (statx (AT_FDCWD, link, AT_STATX_DONT_SYNC, STATX_INO, &running) != 0)
    return;
  self->device = makedev (running.stx_dev_major, running.stx_dev_minor);
  self->inode = running.stx_ino;
}

/* Whether @path is on a local file system, and the file at @path is the one that the peer runs. */
static gboolean
executable_is_at (const PaddockPeer *self,
                  const char        *path)
{
  struct statx named;

  if (path[0] != '/' || self->inode == 0 || !is_on_local_mount (path) ||
      statx (AT_FDCWD, path, AT_STATX_DONT_SYNC, STATX_INO | STATX_TYPE, &named) != 0)
    return FALSE;
  return S_ISREG (named.stx_mode) && self->inode == named.stx_ino &&
         self->device == makedev (named.stx_dev_major, named.stx_dev_minor);
}

/* Returns a descriptor that always means this process, and never a later process with the same
 * number; -1 on failure. The descriptor is a pidfd. If pidfd_open() is missing or filtered, the
 * descriptor is the process's directory in /proc, which is empty after the process ends. */
static int
hold_process (pid_t pid)
{
  int holder = (int) syscall (SYS_pidfd_open, pid, 0);
  g_autofree char *directory = NULL;

  if (holder >= 0 || (errno != ENOSYS && errno != EPERM))
    return holder;
  directory = g_strdup_printf ("/proc/%d", (int) pid);
  return open (directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/* Whether the process of @holder still runs. A pidfd becomes readable when its process ends. */
static gboolean
is_alive (int holder)
{
  struct pollfd poll_fd = { .fd = holder, .events = POLLIN };
  struct stat info;

  if (fstat (holder, &info) == 0 && S_ISDIR (info.st_mode))
    return faccessat (holder, "stat", F_OK, 0) == 0;
  return poll (&poll_fd, 1, 0) == 0;
}

/* Reads what /proc shows about the process of @holder. If the process ended meanwhile, keeps
 * nothing. */
static void
look_at_process (PaddockPeer *self,
                 pid_t        pid,
                 int          holder)
{
  g_autofree char *exe_link = g_strdup_printf ("/proc/%d/exe", (int) pid);
  g_autofree char *cwd_link = g_strdup_printf ("/proc/%d/cwd", (int) pid);
  guint64 start_time = paddock_process_read_start_time (pid);

  if (start_time == 0)
    return;

  self->executable = read_link (exe_link);
  self->argv = read_argv (pid);
  self->directory = read_link (cwd_link);
  self->is_near = self->executable != NULL && shares_namespace (pid, "mnt") &&
                  shares_namespace (pid, "pid");
  if (self->is_near)
    look_at_executable (self, pid);
  self->executable_proven = self->is_near && executable_is_at (self, self->executable);

  if (paddock_process_read_start_time (pid) == start_time && is_alive (holder)) {
    self->pid = pid;
    self->start_time = start_time;
    return;
  }

  self->executable_proven = FALSE;
  self->is_near = FALSE;
  self->device = 0;
  self->inode = 0;
  g_clear_pointer (&self->executable, g_free);
  g_clear_pointer (&self->argv, g_strfreev);
  g_clear_pointer (&self->directory, g_free);
}

static PaddockPeer *
peer_new (uid_t uid,
          pid_t pid,
          int   holder)
{
  PaddockPeer *self = g_atomic_rc_box_new0 (PaddockPeer);

  self->uid = uid;
  if (pid > 0 && holder < 0)
    holder = hold_process (pid);
  if (pid > 0 && holder >= 0)
    look_at_process (self, pid, holder);
  if (holder >= 0)
    close (holder);
  return self;
}

/* Gets the pidfd of the process that connected. Returns FALSE if that process has ended: another
 * process may have its number now. (Before Linux 6.16 the kernel gives no pidfd in this case.)
 * @out_pidfd is -1 if the kernel does not have the call. */
static gboolean
get_peer_pidfd (int  fd,
                int *out_pidfd)
{
  socklen_t length = sizeof *out_pidfd;

  if (getsockopt (fd, SOL_SOCKET, SO_PEERPIDFD, out_pidfd, &length) == 0)
    return TRUE;
  *out_pidfd = -1;
  return errno != ESRCH;
}

/**
 * paddock_peer_new_for_socket:
 * @socket: a connected Unix socket
 *
 * Asks the kernel who connected. Reads the native credentials, because GCredentials refuses pid 0,
 * which is valid here.
 *
 * Returns: (transfer full): what is known about the process that connected; %NULL if even its uid
 *   is unknown
 */
PaddockPeer *
paddock_peer_new_for_socket (GSocket  *socket,
                             GError  **error)
{
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  int fd = g_socket_get_fd (socket);
  int pidfd = -1;
  gboolean is_hidden;
  PaddockPeer *self;

  if (getsockopt (fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0 ||
      length != sizeof credentials || credentials.uid == (uid_t) -1) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED,
                 "The kernel does not say who connected: %s", g_strerror (errno));
    return NULL;
  }

  is_hidden = credentials.pid == 0;
  if (credentials.pid > 0 && !get_peer_pidfd (fd, &pidfd))
    credentials.pid = 0;
  self = peer_new (credentials.uid, credentials.pid, pidfd);
  /* A peer that ended is not hidden: otherwise it could end to avoid a proof. */
  self->is_hidden = is_hidden;
  return self;
}

/**
 * paddock_peer_new_for_pid:
 * @uid: the user of the process, as a trusted source proved it
 * @pid: the number of the process in this PID namespace; 0 or less: unknown
 *
 * Examines a process that another trusted source names, such as the session bus.
 *
 * Returns: (transfer full): what is known about the process
 */
PaddockPeer *
paddock_peer_new_for_pid (uid_t uid,
                          pid_t pid)
{
  return peer_new (uid, pid, -1);
}

/**
 * paddock_peer_prove:
 * @peer: a peer
 * @executable: the path that the peer's program was proven to have, now or earlier while the
 *   process runs
 * @is_own: whether the program is this installation's `paddock`
 *
 * Only for paddock-proofs.c, which remembers what was proven.
 *
 * Returns: (transfer full): a copy of @peer with that proof
 */
PaddockPeer *
paddock_peer_prove (const PaddockPeer *peer,
                    const char        *executable,
                    gboolean           is_own)
{
  PaddockPeer *self = g_atomic_rc_box_new0 (PaddockPeer);

  *self = *peer;
  self->executable = g_strdup (executable);
  self->argv = g_strdupv (peer->argv);
  self->directory = g_strdup (peer->directory);
  self->executable_proven = TRUE;
  self->is_own = is_own;
  return self;
}

PaddockPeer *
paddock_peer_ref (PaddockPeer *peer)
{
  return g_atomic_rc_box_acquire (peer);
}

static void
peer_clear (gpointer data)
{
  PaddockPeer *self = data;

  g_free (self->executable);
  g_strfreev (self->argv);
  g_free (self->directory);
}

void
paddock_peer_unref (PaddockPeer *peer)
{
  g_atomic_rc_box_release_full (peer, peer_clear);
}

/**
 * paddock_peer_dup_scope:
 *
 * Names the process in decisions for "this session", which end with the process.
 *
 * Returns: (transfer full) (nullable): a scope, as paddock_process_dup_scope() makes it; %NULL if
 *   the process is unknown
 */
char *
paddock_peer_dup_scope (const PaddockPeer *peer)
{
  return peer->pid != 0 ? paddock_process_dup_scope (peer->pid, peer->start_time) : NULL;
}
