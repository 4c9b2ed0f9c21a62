/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-peer.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <linux/sched.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "paddock-mount-table.h"
#include "paddock-process.h"

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

/* With this argument, this program or a copy of it does nothing until it is killed. */
#define WAIT "wait-to-be-killed"

/* Otherwise no executable can be proven (paddock-peer.c). */
static gboolean
is_local (const char *path)
{
  g_autoptr (PaddockMountTable) mounts = paddock_mount_table_read (NULL);
  const PaddockMount *mount = paddock_mount_table_lookup (mounts, path);

  return mount != NULL && mount->has_events;
}

static char *
read_own_link (const char *name)
{
  g_autofree char *path = g_build_filename ("/proc/self", name, NULL);

  return g_file_read_link (path, NULL);
}

static void
test_socket (void)
{
  g_autofree char *executable = read_own_link ("exe");
  g_autofree char *directory = read_own_link ("cwd");
  g_autoptr (PaddockPeer) peer = NULL;
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GError) error = NULL;
  int fds[2];

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM, 0, fds), ==, 0);
  socket = g_socket_new_from_fd (fds[0], &error);
  peer = paddock_peer_new_for_socket (socket, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (peer->uid, ==, getuid ());
  g_assert_cmpint (peer->pid, ==, getpid ());
  g_assert_cmpuint (peer->start_time, >, 0);
  g_assert_cmpstr (peer->executable, ==, executable);
  g_assert_cmpint (peer->executable_proven, ==, is_local (executable));
  g_assert_cmpstr (peer->directory, ==, directory);
  g_assert_nonnull (peer->argv[0]);
  close (fds[1]);
}

/* A socket without peer credentials, and a descriptor that is no such socket. */
static void
test_no_credentials (void)
{
  g_autoptr (GSocket) socket =
    g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL);
  g_autoptr (GSocket) unconnected =
    g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);
  g_autoptr (PaddockPeer) peer = NULL;

  if (socket != NULL)
    peer = paddock_peer_new_for_socket (socket, NULL);
  g_assert_true (peer == NULL || peer->pid == 0);
  g_clear_pointer (&peer, paddock_peer_unref);
  peer = paddock_peer_new_for_socket (unconnected, NULL);
  g_assert_true (peer == NULL || peer->pid == 0);
}

static void
assert_unknown (PaddockPeer *peer)
{
  g_autofree char *scope = paddock_peer_dup_scope (peer);

  g_assert_cmpint (peer->pid, ==, 0);
  g_assert_cmpuint (peer->start_time, ==, 0);
  g_assert_null (peer->executable);
  g_assert_null (peer->argv);
  g_assert_null (peer->directory);
  g_assert_false (peer->executable_proven);
  g_assert_null (scope);
}

static void
test_unknown (void)
{
  static const pid_t pids[] = { 0, -1, G_MAXINT32 };

  for (gsize i = 0; i < G_N_ELEMENTS (pids); i++) {
    g_autoptr (PaddockPeer) peer = paddock_peer_new_for_pid (42, pids[i]);

    g_assert_cmpuint (peer->uid, ==, 42);
    assert_unknown (peer);
  }
}

static GPid
spawn (const char * const *argv)
{
  g_autoptr (GError) error = NULL;
  GPid pid = 0;

  g_spawn_async ("/", (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, &error);
  g_assert_no_error (error);
  return pid;
}

static void
end (GPid pid)
{
  kill (pid, SIGKILL);
  g_assert_cmpint (waitpid (pid, NULL, 0), ==, pid);
}

/* Waits until the process has ended, without reaping it. */
static void
wait_for_zombie (GPid pid)
{
  siginfo_t info;

  g_assert_cmpint (waitid (P_PID, (id_t) pid, &info, WEXITED | WNOWAIT), ==, 0);
}

static void
test_other_process (void)
{
  const char * const argv[] = { "/bin/sleep", "100", NULL };
  GPid pid = spawn (argv);
  g_autoptr (PaddockPeer) peer = paddock_peer_new_for_pid (getuid (), pid);
  g_autoptr (PaddockPeer) again = paddock_peer_new_for_pid (getuid (), pid);
  g_autofree char *scope = paddock_peer_dup_scope (peer);
  g_autofree char *same_scope = paddock_peer_dup_scope (again);

  g_assert_cmpint (peer->pid, ==, pid);
  g_assert_true (g_str_has_prefix (peer->executable, "/"));
  g_assert_cmpint (peer->executable_proven, ==, is_local (peer->executable));
  g_assert_cmpuint (g_strv_length (peer->argv), ==, 2);
  g_assert_cmpstr (peer->argv[1], ==, "100");
  g_assert_cmpstr (peer->directory, ==, "/");
  g_assert_cmpstr (scope, ==, same_scope);
  g_assert_true (paddock_process_scope_is_alive (scope));

  kill (pid, SIGKILL);
  wait_for_zombie (pid);
  g_assert_false (paddock_process_scope_is_alive (scope));
  end (pid);
  g_assert_false (paddock_process_scope_is_alive (scope));
}

/* An ended process has no facts, because another process may get its number. */
static void
test_ended (void)
{
  const char * const argv[] = { "/bin/true", NULL };
  GPid pid = spawn (argv);
  g_autoptr (PaddockPeer) zombie = NULL;
  g_autoptr (PaddockPeer) gone = NULL;

  wait_for_zombie (pid);
  zombie = paddock_peer_new_for_pid (getuid (), pid);
  assert_unknown (zombie);
  end (pid);
  gone = paddock_peer_new_for_pid (getuid (), pid);
  assert_unknown (gone);
}

/* A process may put any text into the second field of /proc/PID/stat. */
static void
test_name_with_brackets (void)
{
  static const char * const names[] = { ")", ") Z 1 (x", "a) R 1 1 1", "(", "a b" };
  g_autoptr (PaddockPeer) before = paddock_peer_new_for_pid (getuid (), getpid ());
  char own_name[17] = { 0 };

  prctl (PR_GET_NAME, own_name);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (PaddockPeer) peer = NULL;

    prctl (PR_SET_NAME, names[i]);
    peer = paddock_peer_new_for_pid (getuid (), getpid ());
    g_assert_cmpuint (peer->start_time, ==, before->start_time);
  }
  prctl (PR_SET_NAME, own_name);
}

static void
copy_file (const char *from,
           const char *to)
{
  g_autofree char *data = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (from, &data, &length, NULL));
  g_assert_true (g_file_set_contents_full (to, data, (gssize) length, G_FILE_SET_CONTENTS_NONE,
                                           0700, NULL));
}

/* The path does not name the running file: it was removed or replaced. */
static void
test_executable_changed (void)
{
  g_autofree char *directory = g_dir_make_tmp ("paddock-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "server", NULL);
  g_autofree char *other = g_build_filename (directory, "other", NULL);
  const char * const argv[] = { path, WAIT, NULL };
  g_autoptr (PaddockPeer) unchanged = NULL;
  g_autoptr (PaddockPeer) replaced = NULL;
  g_autoptr (PaddockPeer) removed = NULL;
  GPid pid;

  copy_file ("/proc/self/exe", path);
  pid = spawn (argv);
  unchanged = paddock_peer_new_for_pid (getuid (), pid);
  g_assert_cmpint (unchanged->executable_proven, ==, is_local (path));

  copy_file ("/proc/self/exe", other);
  g_assert_cmpint (g_rename (other, path), ==, 0);
  replaced = paddock_peer_new_for_pid (getuid (), pid);
  g_assert_false (replaced->executable_proven);
  g_assert_nonnull (replaced->executable);

  g_assert_cmpint (g_unlink (path), ==, 0);
  removed = paddock_peer_new_for_pid (getuid (), pid);
  g_assert_false (removed->executable_proven);
  g_assert_cmpint (removed->pid, ==, pid);

  end (pid);
  g_rmdir (directory);
}

/* With a cut argument list, two commands could look alike. */
static void
test_argv_limit (void)
{
  for (guint over = 0; over < 2; over++) {
    /* "sh", "-c", the script and the argument, each with its NUL */
    const char *script = "read line";
    gsize length = 64 * 1024 - strlen ("sh") - strlen ("-c") - strlen (script) - 4 + over;
    g_autofree char *argument = g_strnfill (length, 'a');
    const char *argv[] = { "sh", "-c", script, argument, NULL };
    g_autoptr (PaddockPeer) peer = NULL;
    GPid pid = 0;
    int input;

    g_assert_true (g_spawn_async_with_pipes ("/", (char **) argv, NULL,
                                             G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH, NULL,
                                             NULL, &pid, &input, NULL, NULL, NULL));
    peer = paddock_peer_new_for_pid (getuid (), pid);
    g_assert_cmpint (peer->pid, ==, pid);
    g_assert_cmpint (peer->argv == NULL, ==, over);
    if (!over)
      g_assert_cmpstr (peer->argv[3], ==, argument);
    end (pid);
    close (input);
  }
}

/* Replacements for calls of the C library in paddock-peer.c, so that a test can act between
 * them. */
static void (*before_readlink) (void);
static gboolean poll_sees_nothing;
static int peer_pidfd_errno;

extern ssize_t __real_readlink (const char *path, char *target, size_t size);
extern int __real_poll (struct pollfd *fds, nfds_t n_fds, int timeout);
extern int __real_getsockopt (int fd, int level, int name, void *value, socklen_t *length);
ssize_t __wrap_readlink (const char *path, char *target, size_t size);
int __wrap_poll (struct pollfd *fds, nfds_t n_fds, int timeout);
int __wrap_getsockopt (int fd, int level, int name, void *value, socklen_t *length);

ssize_t
__wrap_readlink (const char *path,
                 char       *target,
                 size_t      size)
{
  void (*action) (void) = g_steal_pointer (&before_readlink);

  if (action != NULL)
    action ();
  return __real_readlink (path, target, size);
}

int
__wrap_poll (struct pollfd *fds,
             nfds_t         n_fds,
             int            timeout)
{
  return poll_sees_nothing ? 0 : __real_poll (fds, n_fds, timeout);
}

int
__wrap_getsockopt (int        fd,
                   int        level,
                   int        name,
                   void      *value,
                   socklen_t *length)
{
  if (name == SO_PEERPIDFD && peer_pidfd_errno != 0) {
    errno = peer_pidfd_errno;
    return -1;
  }
  return __real_getsockopt (fd, level, name, value, length);
}

/* Starts an idle process with this number; -1 if the kernel does not allow that. */
static pid_t
fork_as (pid_t number)
{
  const pid_t numbers[] = { number };
  struct clone_args arguments = {
    .exit_signal = SIGCHLD,
    .set_tid = (guint64) (guintptr) numbers,
    .set_tid_size = 1,
  };
  pid_t pid = (pid_t) syscall (SYS_clone3, &arguments, sizeof arguments);

  if (pid == 0) {
    prctl (PR_SET_PDEATHSIG, SIGKILL);
    for (;;)
      pause ();
  }
  return pid;
}

static pid_t swapped_pid;
static pid_t swapped_in;

/* Ends the process, and gives its number to another one. Start times count ticks of 10 ms, so the
 * new one starts a few ticks later. */
static void
swap_process (void)
{
  end (swapped_pid);
  g_usleep (50 * 1000);
  swapped_in = fork_as (swapped_pid);
}

/* Runs a command as root in its own PID namespace, where processes may choose their number. Returns
 * the wait status; -1 if it did not start. */
static int
run_with_own_numbers (const char *command,
                      const char *option,
                      const char *value)
{
  const char * const argv[] = {
    "unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc", command, option,
    value, NULL,
  };
  int status = -1;

  /* Its report would mix with this one's. */
  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL,
                     NULL, NULL, NULL, NULL, &status, NULL))
    return -1;
  return status;
}

/* The pid gets a new process while the old one is examined. The findings belong to two processes,
 * so none counts. Both the pidfd and the start time show that; in the second pass only the start
 * time. */
static void
test_pid_used_again (void)
{
  const char * const argv[] = { "/bin/sleep", "100", NULL };

  for (guint pass = 0; pass < 2; pass++) {
    g_autoptr (PaddockPeer) before = NULL;
    g_autoptr (PaddockPeer) swapped = NULL;
    g_autoptr (PaddockPeer) after = NULL;
    g_autofree char *scope = NULL;
    g_autofree char *scope_after = NULL;

    swapped_pid = spawn (argv);
    before = paddock_peer_new_for_pid (getuid (), swapped_pid);
    scope = paddock_peer_dup_scope (before);
    before_readlink = swap_process;
    poll_sees_nothing = pass == 1;
    swapped = paddock_peer_new_for_pid (getuid (), swapped_pid);
    poll_sees_nothing = FALSE;
    if (swapped_in < 0) {
      g_autofree char *program = read_own_link ("exe");

      /* Root has tried this already. */
      if (geteuid () == 0 || run_with_own_numbers ("true", NULL, NULL) != 0)
        g_test_skip ("this system gives nobody here a process with a number of their choice");
      else
        g_assert_cmpint (run_with_own_numbers (program, "-p", "/peer/pid-used-again"), ==, 0);
      return;
    }

    assert_unknown (swapped);
    after = paddock_peer_new_for_pid (getuid (), swapped_pid);
    scope_after = paddock_peer_dup_scope (after);
    g_assert_cmpint (after->pid, ==, before->pid);
    g_assert_cmpstr (scope_after, !=, scope);
    g_assert_false (paddock_process_scope_is_alive (scope));
    g_assert_cmpint (paddock_process_scope_hold (scope), ==, -1);
    end (swapped_in);
  }
}

/* The process that connected has ended. Another process may have its number now. */
static void
test_ended_before_accept (void)
{
  static const struct {
    int error;
    gboolean is_known;
  } rows[] = { { ESRCH, FALSE }, { ENOPROTOOPT, TRUE }, { EPERM, TRUE } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockPeer) peer = NULL;
    g_autoptr (GSocket) socket = NULL;
    int fds[2];

    g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM, 0, fds), ==, 0);
    socket = g_socket_new_from_fd (fds[0], NULL);
    peer_pidfd_errno = rows[i].error;
    peer = paddock_peer_new_for_socket (socket, NULL);
    peer_pidfd_errno = 0;
    if (rows[i].is_known)
      g_assert_cmpint (peer->pid, ==, getpid ());
    else
      assert_unknown (peer);
    /* Only the kernel hides a process: none can hide itself by ending. */
    g_assert_false (peer->is_hidden);
    g_assert_cmpuint (peer->uid, ==, getuid ());
    close (fds[1]);
  }
}

/* In another mount namespace a path may name any file. */
static void
test_other_namespace (void)
{
  g_autoptr (PaddockPeer) peer = NULL;
  char ready;
  int fds[2];
  pid_t pid;

  g_assert_cmpint (pipe (fds), ==, 0);
  pid = fork ();
  g_assert_cmpint (pid, >=, 0);
  if (pid == 0) {
    gboolean unshared = unshare (CLONE_NEWNS) == 0 || unshare (CLONE_NEWUSER | CLONE_NEWNS) == 0;

    ready = unshared ? 'y' : 'n';
    if (write (fds[1], &ready, 1) == 1)
      pause ();
    _exit (0);
  }

  g_assert_cmpint (read (fds[0], &ready, 1), ==, 1);
  if (ready == 'y') {
    peer = paddock_peer_new_for_pid (getuid (), pid);
    g_assert_cmpint (peer->pid, ==, pid);
    g_assert_false (peer->executable_proven);
  } else
    g_test_skip ("this system gives nobody here a mount namespace of their own");
  end (pid);
  close (fds[0]);
  close (fds[1]);
}

int
main (int   argc,
      char *argv[])
{
  if (argc == 2 && g_str_equal (argv[1], WAIT)) {
    pause ();
    return 0;
  }

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/peer/socket", test_socket);
  g_test_add_func ("/peer/no-credentials", test_no_credentials);
  g_test_add_func ("/peer/unknown", test_unknown);
  g_test_add_func ("/peer/other-process", test_other_process);
  g_test_add_func ("/peer/ended", test_ended);
  g_test_add_func ("/peer/name-with-brackets", test_name_with_brackets);
  g_test_add_func ("/peer/executable-changed", test_executable_changed);
  g_test_add_func ("/peer/argv-limit", test_argv_limit);
  g_test_add_func ("/peer/pid-used-again", test_pid_used_again);
  g_test_add_func ("/peer/ended-before-accept", test_ended_before_accept);
  g_test_add_func ("/peer/other-namespace", test_other_namespace);
  return g_test_run ();
}
