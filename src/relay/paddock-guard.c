/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-guard.h"

#include "paddock-error.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Starts the guard: a process that ends the servers of `paddock run` when `paddock run` ends, even
 * if it is killed.
 *
 * The guard is forked once, before there are threads. It has a session of its own, so that neither
 * a terminal nor a signal to our process group reaches it. It holds one end of a pair of sockets,
 * and nothing of the host: the host may wait until all copies of its pipes are closed. Its working
 * directory is "/". We tell the guard through our end which process groups to watch.
 *
 * When our end is closed, the guard sends these groups SIGTERM. After PADDOCK_GUARD_GRACE_MS, it
 * sends SIGKILL to those that are left. The guard allocates no memory, and calls only functions
 * that are safe in a forked child. It does not look for processes that left their group.
 *
 * A killed process of a box may be left for long, if a file system hangs. Until then, the guard
 * keeps our connection to the service open. So the service knows that the server's folders are
 * still in use.
 */

#define POLL_MS 20

/* What is told to the guard. */
typedef enum {
  NOTE_GROUP,                       /* a process group to watch */
  NOTE_GROUP_GONE,
  NOTE_BOX,                         /* with a descriptor: the pidfd of a box's process 1 */
  NOTE_LINK,                        /* with a descriptor: the connection to the service */
} NoteKind;

typedef struct {
  NoteKind kind;
  pid_t    group;
} Note;

typedef struct {
  pid_t         groups[PADDOCK_GUARD_GROUPS_MAX]; /* 0: none */
  struct pollfd boxes[PADDOCK_GUARD_BOXES_MAX];   /* (owned) fd -1: none */
  int           link;                             /* (owned) -1: none */
} Guard;

static void
pause_ms (long milliseconds)
{
  struct timespec time = { .tv_nsec = milliseconds * 1000 * 1000 };

  nanosleep (&time, NULL);
}

static void
close_all_but (int fd)
{
  if (fd > 0 && syscall (SYS_close_range, 0u, (unsigned) fd - 1, 0u) == 0 &&
      syscall (SYS_close_range, (unsigned) fd + 1, ~0u, 0u) == 0)
    return;
  for (int other = (int) sysconf (_SC_OPEN_MAX) - 1; other >= 0; other--)
    if (other != fd)
      close (other);
}

/* Ends all process groups. If a group can't get a signal, it has no process left. Another group may
 * soon have its number, so that number never gets a signal again. */
static void
end_groups (pid_t *groups)
{
  gboolean is_any_left = TRUE;

  for (guint i = 0; i < PADDOCK_GUARD_GROUPS_MAX; i++) {
    if (groups[i] == 0)
      continue;
    if (kill (-groups[i], SIGTERM) != 0)
      groups[i] = 0;
    else
      kill (-groups[i], SIGCONT);
  }
  for (guint waited = 0; is_any_left && waited < PADDOCK_GUARD_GRACE_MS; waited += POLL_MS) {
    pause_ms (POLL_MS);
    is_any_left = FALSE;
    for (guint i = 0; i < PADDOCK_GUARD_GROUPS_MAX; i++) {
      if (groups[i] != 0 && kill (-groups[i], 0) != 0)
        groups[i] = 0;
      is_any_left |= groups[i] != 0;
    }
  }
  for (guint i = 0; i < PADDOCK_GUARD_GROUPS_MAX; i++)
    if (groups[i] != 0)
      kill (-groups[i], SIGKILL);
}

static void
change_group (pid_t *groups,
              pid_t  from,
              pid_t  to)
{
  for (guint i = 0; i < PADDOCK_GUARD_GROUPS_MAX; i++)
    if (groups[i] == from) {
      groups[i] = to;
      return;
    }
}

/* Forgets the boxes that have ended. Waits for that at most so many milliseconds; -1: without
 * limit. Returns whether there are others. */
static gboolean
are_boxes_left (Guard *guard,
                int    milliseconds)
{
  gboolean is_any_left = FALSE;

  if (poll (guard->boxes, PADDOCK_GUARD_BOXES_MAX, milliseconds) < 0)
    return errno == EINTR;
  for (guint i = 0; i < PADDOCK_GUARD_BOXES_MAX; i++) {
    struct pollfd *box = &guard->boxes[i];

    if (box->fd >= 0 && box->revents != 0) {
      close (box->fd);
      box->fd = -1;
    }
    is_any_left |= box->fd >= 0;
  }
  return is_any_left;
}

static void
add_box (Guard *guard,
         int    box)
{
  are_boxes_left (guard, 0);
  for (guint i = 0; i < PADDOCK_GUARD_BOXES_MAX; i++)
    if (guard->boxes[i].fd < 0) {
      guard->boxes[i].fd = box;
      return;
    }
  close (box);
}

/* Reads a note, and a descriptor that comes with it. Returns the result of recvmsg(). */
static ssize_t
read_note (int   fd,
           Note *note,
           int  *out_fd)
{
  union {
    struct cmsghdr header;
    char           bytes[CMSG_SPACE (sizeof (int))];
  } control;
  struct iovec bytes = { note, sizeof *note };
  struct msghdr message = {
    .msg_iov = &bytes, .msg_iovlen = 1,
    .msg_control = control.bytes, .msg_controllen = sizeof control.bytes,
  };
  ssize_t n = recvmsg (fd, &message, 0);
  struct cmsghdr *header = n > 0 ? CMSG_FIRSTHDR (&message) : NULL;

  *out_fd = -1;
  if (header != NULL && header->cmsg_type == SCM_RIGHTS)
    memcpy (out_fd, CMSG_DATA (header), sizeof (int));
  return n;
}

static void
take_note (Guard      *guard,
           const Note *note,
           int         fd)
{
  switch (note->kind) {
    case NOTE_GROUP:
      change_group (guard->groups, 0, note->group);
      break;
    case NOTE_GROUP_GONE:
      change_group (guard->groups, note->group, 0);
      break;
    case NOTE_BOX:
      if (fd >= 0)
        add_box (guard, fd);
      break;
    case NOTE_LINK:
      if (guard->link >= 0)
        close (guard->link);
      guard->link = fd;
      break;
    default:
      break;
  }
}

static void G_GNUC_NORETURN
run_guard (int own_end)
{
  Guard guard = { .link = -1 };
  sigset_t all;
  Note note;
  ssize_t n;
  int fd;

  for (guint i = 0; i < PADDOCK_GUARD_BOXES_MAX; i++)
    guard.boxes[i] = (struct pollfd) { .fd = -1, .events = POLLIN };
  setsid ();
  sigfillset (&all);
  sigprocmask (SIG_SETMASK, &all, NULL);
  prctl (PR_SET_NAME, "paddock-guard");
  close_all_but (own_end);
  if (chdir ("/") != 0)
    _exit (1);

  while ((n = read_note (own_end, &note, &fd)) != 0)
    if (n == (ssize_t) sizeof note)
      take_note (&guard, &note, fd);
    else if (n > 0 || errno != EINTR)
      break;
  end_groups (guard.groups);
  while (guard.link >= 0 && are_boxes_left (&guard, -1))
    continue;
  _exit (0);
}

/**
 * paddock_guard_start:
 *
 * Forks the guard. Must be called before there are threads.
 *
 * Returns: our end of the sockets, with the flag O_CLOEXEC. When this end is closed, the guard ends
 *   the servers. -1 with an error if the guard cannot be started
 */
int
paddock_guard_start (GError **error)
{
  int fds[2] = { -1, -1 };
  pid_t pid = -1;

  if (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) == 0)
    pid = fork ();
  if (pid == 0)
    run_guard (fds[0]);
  if (pid < 0) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_FAILED, "No guard: %s", g_strerror (errno));
    if (fds[1] >= 0)
      close (fds[1]);
  }
  if (fds[0] >= 0)
    close (fds[0]);
  return pid < 0 ? -1 : fds[1];
}

/* @fd: -1: none */
static void
write_note (int      guard,
            NoteKind kind,
            pid_t    group,
            int      fd)
{
  union {
    struct cmsghdr header;
    char           bytes[CMSG_SPACE (sizeof (int))];
  } control = { .bytes = { 0 } };
  Note note = { kind, group };
  struct iovec bytes = { &note, sizeof note };
  struct msghdr message = { .msg_iov = &bytes, .msg_iovlen = 1 };

  if (fd >= 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN (sizeof fd);
    memcpy (CMSG_DATA (&control.header), &fd, sizeof fd);
  }
  while (sendmsg (guard, &message, MSG_NOSIGNAL) < 0 && errno == EINTR)
    continue;
}

/**
 * paddock_guard_watch:
 * @guard: the result of paddock_guard_start(); -1: do nothing
 * @group: a process group
 *
 * Tells the guard to end @group when this process ends. May be called between fork() and exec().
 */
void
paddock_guard_watch (int   guard,
                     pid_t group)
{
  if (guard >= 0 && group > 1)
    write_note (guard, NOTE_GROUP, group, -1);
}

/**
 * paddock_guard_forget:
 * @guard: the result of paddock_guard_start(); -1: do nothing
 * @group: a process group that is gone, but whose leader is not reaped yet
 *
 * Tells the guard to forget @group, whose number may soon be that of another group.
 */
void
paddock_guard_forget (int   guard,
                      pid_t group)
{
  if (guard >= 0 && group > 1)
    write_note (guard, NOTE_GROUP_GONE, group, -1);
}

/**
 * paddock_guard_keep_box:
 * @guard: the result of paddock_guard_start(); -1: do nothing
 * @pidfd: that of process 1 of a box
 *
 * Tells the guard to keep the connection to the service open while the box has processes.
 */
void
paddock_guard_keep_box (int guard,
                        int pidfd)
{
  if (guard >= 0 && pidfd >= 0)
    write_note (guard, NOTE_BOX, 0, pidfd);
}

/**
 * paddock_guard_keep_link:
 * @guard: the result of paddock_guard_start(); -1: do nothing
 * @link: a connection to the service, which takes the place of the last one; -1: there is none now
 *
 * Tells the guard which connection to keep open (paddock_guard_keep_box()).
 */
void
paddock_guard_keep_link (int guard,
                         int link)
{
  if (guard >= 0)
    write_note (guard, NOTE_LINK, 0, link);
}
