/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <linux/filter.h>
#include <linux/keyctl.h>
#include <linux/netlink.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/* Loads the filter in a child, and calls the kernel there. The same call without the filter must
 * have another result, or it would show nothing; some systems refuse it by themselves. */

static const struct sock_filter instructions[] = {
#include "paddock-box-filter.inc"
};

/* The descriptor of a file, for calls that need one. */
#define FILE_FD 100

#define HIGH    (1L << 32)          /* the kernel does not look at these bits of an int */
#define NOWHERE ((long) "/nowhere/at/all")
#define MAX_ARGS 6

typedef struct {
  const char *name;
  long        call;
  long        arguments[MAX_ARGS];
  int         refused;              /* the error with the filter; 0: the call passes */
  gboolean    must_pass;            /* without the filter it succeeds on every system */
} Case;

static void
load_filter (void)
{
  struct sock_fprog program = {
    .len = G_N_ELEMENTS (instructions), .filter = (struct sock_filter *) instructions,
  };

  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    _exit (200);
}

/* Runs @function in a child. Returns how it ended, as waitpid() says. */
static int
run (int         (*function)(gconstpointer data),
     gconstpointer data,
     gboolean      has_filter)
{
  int status;
  pid_t pid = fork ();

  if (pid == 0) {
    if (has_filter)
      load_filter ();
    _exit (function (data));
  }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  return status;
}

/* Returns the error of a call; 0: it succeeded. */
static int
try_call (gconstpointer data)
{
  const Case *row = data;
  const long *a = row->arguments;
  long got = syscall (row->call, a[0], a[1], a[2], a[3], a[4], a[5]);

  return got >= 0 ? 0 : errno;
}

static int
get_error (const Case *row,
           gboolean    has_filter)
{
  int status = run (try_call, row, has_filter);

  g_assert_true (WIFEXITED (status));
  return WEXITSTATUS (status);
}

static char zeros[4096];
static int pair[2];

#define SOCKET(...)     SYS_socket, { __VA_ARGS__ }
#define SOCKETPAIR(type) SYS_socketpair, { AF_UNIX, type, 0, (long) pair }
#define CLONE(flags)    SYS_clone, { (flags) | SIGCHLD }

static const Case cases[] = {
  { "UNIX stream", SOCKET (AF_UNIX, SOCK_STREAM), EACCES, TRUE },
  { "UNIX datagram", SOCKET (AF_UNIX, SOCK_DGRAM), EACCES, TRUE },
  { "UNIX seqpacket", SOCKET (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC), EACCES, TRUE },
  { "UNIX with high bits", SOCKET (AF_UNIX | HIGH, SOCK_STREAM), EACCES, TRUE },
  { "INET", SOCKET (AF_INET, SOCK_STREAM | SOCK_CLOEXEC), 0, TRUE },
  { "INET datagram", SOCKET (AF_INET, SOCK_DGRAM), 0, TRUE },
  { "INET6", SOCKET (AF_INET6, SOCK_STREAM), 0 },
  { "netlink route", SOCKET (AF_NETLINK, SOCK_RAW, NETLINK_ROUTE), 0, TRUE },
  { "netlink route datagram", SOCKET (AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_ROUTE), 0,
    TRUE },
  { "netlink connector", SOCKET (AF_NETLINK, SOCK_DGRAM, NETLINK_CONNECTOR), EPROTONOSUPPORT },
  { "netlink uevent", SOCKET (AF_NETLINK, SOCK_RAW, NETLINK_KOBJECT_UEVENT), EPROTONOSUPPORT },
  { "netlink generic", SOCKET (AF_NETLINK, SOCK_RAW, NETLINK_GENERIC), EPROTONOSUPPORT },
  { "netlink diag", SOCKET (AF_NETLINK, SOCK_RAW, NETLINK_SOCK_DIAG), EPROTONOSUPPORT },
  { "netlink diag with high bits", SOCKET (AF_NETLINK | HIGH, SOCK_RAW, NETLINK_SOCK_DIAG | HIGH),
    EPROTONOSUPPORT },
  { "netlink -1", SOCKET (AF_NETLINK, SOCK_RAW, -1), EPROTONOSUPPORT },
  { "packet", SOCKET (AF_PACKET, SOCK_RAW), EAFNOSUPPORT },
  { "ALG", SOCKET (38, SOCK_SEQPACKET), EAFNOSUPPORT },
  { "VSOCK", SOCKET (AF_VSOCK, SOCK_STREAM), EAFNOSUPPORT },
  { "Bluetooth", SOCKET (AF_BLUETOOTH, SOCK_RAW), EAFNOSUPPORT },
  { "family 63", SOCKET (63, SOCK_STREAM), EAFNOSUPPORT },
  { "family 64", SOCKET (64, SOCK_STREAM), EAFNOSUPPORT },
  { "family -1", SOCKET (-1, SOCK_STREAM), EAFNOSUPPORT },

  { "pair of streams", SOCKETPAIR (SOCK_STREAM), 0, TRUE },
  { "pair of streams that don't block", SOCKETPAIR (SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC), 0,
    TRUE },
  { "pair of packets", SOCKETPAIR (SOCK_SEQPACKET), 0, TRUE },
  { "pair of datagrams", SOCKETPAIR (SOCK_DGRAM), EACCES, TRUE },
  { "pair of datagrams that don't block", SOCKETPAIR (SOCK_DGRAM | SOCK_NONBLOCK), EACCES, TRUE },
  { "pair of datagrams with high bits", SOCKETPAIR (SOCK_DGRAM | HIGH), EACCES, TRUE },
  { "raw pair", SOCKETPAIR (SOCK_RAW), EACCES, TRUE },
  { "pair of another family", SYS_socketpair, { AF_TIPC, SOCK_STREAM, 0, (long) pair },
    EAFNOSUPPORT },

  { "clone", CLONE (0), 0, TRUE },
  { "clone into a user namespace", CLONE (CLONE_NEWUSER), EPERM },
  { "clone into namespaces", CLONE (CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID), EPERM },
  { "clone into a mount namespace", CLONE (CLONE_NEWNS), EPERM },
  { "clone into a process namespace", CLONE (CLONE_NEWPID), EPERM },
  { "clone into a network namespace", CLONE (CLONE_NEWNET), EPERM },
  { "clone into an IPC namespace", CLONE (CLONE_NEWIPC), EPERM },
  { "clone into a host name's namespace", CLONE (CLONE_NEWUTS), EPERM },
  { "clone into a control group's namespace", CLONE (0x02000000), EPERM },
  { "clone3", SYS_clone3, { 0, 0 }, ENOSYS },
  { "unshare", SYS_unshare, { 0 }, EPERM, TRUE },
  { "setns", SYS_setns, { -1, 0 }, EPERM },

  { "TIOCSTI", SYS_ioctl, { FILE_FD, TIOCSTI, NOWHERE }, EPERM },
  { "TIOCSTI with high bits", SYS_ioctl, { FILE_FD, TIOCSTI | HIGH, NOWHERE }, EPERM },
  { "TIOCLINUX", SYS_ioctl, { FILE_FD, 0x541c, (long) zeros }, EPERM },
  { "FIONREAD", SYS_ioctl, { FILE_FD, FIONREAD, (long) zeros }, 0, TRUE },
  { "F_SETLEASE", SYS_fcntl, { FILE_FD, F_SETLEASE, F_RDLCK }, EPERM },
  { "F_SETLEASE with high bits", SYS_fcntl, { FILE_FD, F_SETLEASE | HIGH, F_RDLCK }, EPERM },
  { "F_GETFL", SYS_fcntl, { FILE_FD, F_GETFL }, 0, TRUE },

  { "keyctl", SYS_keyctl, { KEYCTL_GET_KEYRING_ID, KEY_SPEC_PROCESS_KEYRING, 1 }, EPERM },
  { "add_key", SYS_add_key, { 0, 0, 0, 0, 0 }, EPERM },
  { "request_key", SYS_request_key, { 0, 0, 0, 0 }, EPERM },
  { "bpf", SYS_bpf, { -1, (long) zeros, 16 }, EPERM },
  { "perf_event_open", SYS_perf_event_open, { 0, 0, -1, -1, 0 }, EPERM },
  { "userfaultfd", SYS_userfaultfd, { 0xff }, EPERM },
  { "kcmp", SYS_kcmp, { -1, -1, 0, 0, 0 }, EPERM },
  { "ptrace", SYS_ptrace, { PTRACE_TRACEME }, EPERM },
  { "process_vm_readv", SYS_process_vm_readv, { 1, 0, 0, 0, 0, 0 }, EPERM },
  { "process_vm_writev", SYS_process_vm_writev, { 1, 0, 0, 0, 0, 0 }, EPERM },
  { "process_madvise", SYS_process_madvise, { -1, 0, 0, 0, 0 }, EPERM },
  { "pidfd_getfd", SYS_pidfd_getfd, { -1, 0, 0 }, EPERM },
  { "mount", SYS_mount, { NOWHERE, NOWHERE, 0, 0, 0 }, EPERM },
  { "umount2", SYS_umount2, { NOWHERE, 0 }, EPERM },
  { "pivot_root", SYS_pivot_root, { NOWHERE, NOWHERE }, EPERM },
  { "chroot", SYS_chroot, { NOWHERE }, EPERM },
  { "open_by_handle_at", SYS_open_by_handle_at, { -1, 0, 0 }, EPERM },
  { "name_to_handle_at", SYS_name_to_handle_at, { -1, NOWHERE, 0, 0, 0 }, EPERM },
  { "quotactl", SYS_quotactl, { -1, 0, 0, 0 }, EPERM },
  { "acct", SYS_acct, { NOWHERE }, EPERM },
  { "syslog", SYS_syslog, { 10, 0, 0 }, EPERM },
  { "init_module", SYS_init_module, { 0, 0, 0 }, EPERM },
  { "finit_module", SYS_finit_module, { -1, 0, 0 }, EPERM },
  { "delete_module", SYS_delete_module, { NOWHERE, 0 }, EPERM },
  { "kexec_load", SYS_kexec_load, { 0, 0, 0, -1 }, EPERM },
  { "swapon", SYS_swapon, { NOWHERE, 0 }, EPERM },
  { "swapoff", SYS_swapoff, { NOWHERE }, EPERM },
  { "reboot", SYS_reboot, { 0, 0, 0, 0 }, EPERM },
  { "fanotify_init", SYS_fanotify_init, { -1, 0 }, EPERM },

  { "io_uring_setup", SYS_io_uring_setup, { 1, (long) zeros }, ENOSYS },
  { "io_uring_enter", SYS_io_uring_enter, { -1, 0, 0, 0, 0, 0 }, ENOSYS },
  { "io_uring_register", SYS_io_uring_register, { -1, 0, 0, 0 }, ENOSYS },
  { "open_tree", SYS_open_tree, { -1, NOWHERE, 0 }, ENOSYS },
  { "move_mount", SYS_move_mount, { -1, NOWHERE, -1, NOWHERE, 0 }, ENOSYS },
  { "fsopen", SYS_fsopen, { 0, 0 }, ENOSYS },
  { "fsconfig", SYS_fsconfig, { -1, 0, 0, 0, 0 }, ENOSYS },
  { "fsmount", SYS_fsmount, { -1, 0, 0 }, ENOSYS },
  { "fspick", SYS_fspick, { -1, NOWHERE, 0 }, ENOSYS },
  { "mount_setattr", 442, { -1, NOWHERE, 0, 0, 0 }, ENOSYS },
  { "call 450", 450, { 0 }, ENOSYS },
  { "call 451", 451, { 0 }, ENOSYS },
  { "call 1000", 1000, { 0 }, ENOSYS },
  { "call of x32", 0x40000000 | SYS_getpid, { 0 }, ENOSYS },

  { "memfd_create", SYS_memfd_create, { NOWHERE, 0 }, 0 },
  { "inotify_init1", SYS_inotify_init1, { 0 }, 0, TRUE },
  { "prctl", SYS_prctl, { PR_GET_DUMPABLE }, 0, TRUE },
  { "close_range", SYS_close_range, { 200, 300, 0 }, 0 },
};

static void
test_calls (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "paddock-test-XXXXXX", NULL);
  int fd = g_mkstemp (path);
  guint n_shown = 0;

  g_assert_cmpint (close (fd), ==, 0);
  fd = open (path, O_RDONLY | O_CLOEXEC);
  g_assert_cmpint (dup2 (fd, FILE_FD), ==, FILE_FD);
  close (fd);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const Case *row = &cases[i];
    int free_error = get_error (row, FALSE);
    int error = get_error (row, TRUE);

    g_test_message ("%s: %s, with the filter %s", row->name, g_strerror (free_error),
                    g_strerror (error));
    if (row->must_pass)
      g_assert_cmpint (free_error, ==, 0);
    g_assert_cmpint (error, ==, row->refused != 0 ? row->refused : free_error);
    n_shown += error != free_error;
  }
  g_test_message ("%u calls were refused by the filter alone", n_shown);
  g_assert_cmpuint (n_shown, >=, 10);
  close (FILE_FD);
  g_assert_cmpint (unlink (path), ==, 0);
}

static gpointer
set_true (gpointer data)
{
  *(int *) data = TRUE;
  return NULL;
}

/* The C library tries clone3() for a thread and a process, and goes on with clone(). */
static int
do_work (gconstpointer data)
{
  pthread_t thread;
  int is_run = FALSE;

  if (pthread_create (&thread, NULL, set_true, &is_run) != 0 || pthread_join (thread, NULL) != 0)
    return 1;
  if (!is_run || system ("exit 7") != 7 << 8)
    return 2;
  return 0;
}

static void
test_work (void)
{
  g_assert_cmpint (run (do_work, NULL, FALSE), ==, 0);
  g_assert_cmpint (run (do_work, NULL, TRUE), ==, 0);
}

#ifdef __x86_64__
/* Calls getpid() as a 32-bit program. */
static int
call_other (gconstpointer data)
{
  long got;

  __asm__ volatile ("int $0x80" : "=a" (got) : "a" (20L) : "memory", "r8", "r9", "r10", "r11");
  return got > 0 ? 0 : 1;
}
#endif

/* A call for another processor has other numbers. */
static void
test_other_processor (void)
{
#ifdef __x86_64__
  int status = run (call_other, NULL, FALSE);
  int filtered = run (call_other, NULL, TRUE);

  g_test_message ("without the filter: %d", status);
  g_assert_true (WIFSIGNALED (filtered));
  if (WIFEXITED (status))
    g_assert_cmpint (WTERMSIG (filtered), ==, SIGSYS);
#else
  g_test_skip ("this processor has no other calls");
#endif
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/make-filter/calls", test_calls);
  g_test_add_func ("/make-filter/work", test_work);
  g_test_add_func ("/make-filter/other-processor", test_other_processor);
  return g_test_run ();
}
