/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Processes with another kernel than the test's: without the newer system calls, or with mounts of
 * their own. */

#define SKIPPED 77

/* From now on the newer system calls answer @error. */
static inline void
forbid_newer_calls (int error)
{
  struct sock_filter filter[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 3, 0),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_faccessat2, 2, 0),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_statx, 1, 0),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (guint) error),
  };
  struct sock_fprog program = { G_N_ELEMENTS (filter), filter };

  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    _exit (SKIPPED);
  if (syscall (SYS_openat2, AT_FDCWD, "/", NULL, 0) != -1 || errno != error)
    _exit (SKIPPED);
}

static inline gboolean
write_text (const char *path,
            const char *text)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC);
  gboolean is_written = fd >= 0 && write (fd, text, strlen (text)) == (ssize_t) strlen (text);

  if (fd >= 0)
    close (fd);
  return is_written;
}

/* Enters a mount namespace of its own; without root, in a user namespace that maps nobody else. */
static inline gboolean
enter_namespace (void)
{
  g_autofree char *users = g_strdup_printf ("%u %u 1", geteuid (), geteuid ());
  g_autofree char *groups = g_strdup_printf ("%u %u 1", getegid (), getegid ());

  if (geteuid () == 0)
    return unshare (CLONE_NEWNS) == 0;

  return unshare (CLONE_NEWNS | CLONE_NEWUSER) == 0 &&
         write_text ("/proc/self/setgroups", "deny") &&
         write_text ("/proc/self/uid_map", users) && write_text ("/proc/self/gid_map", groups);
}

/* A test with its name, which also runs while the newer calls are forbidden. */
typedef struct {
  const char *name;
  void      (*function)(void);
} TreeTest;

/* Runs each of @tests in a process where the newer calls answer @error. */
static inline void
run_without_newer_calls (const TreeTest *tests,
                         gsize           n_tests,
                         int             error)
{
  pid_t pid = fork ();
  int status;

  if (pid == 0) {
    forbid_newer_calls (error);
    for (gsize i = 0; i < n_tests; i++)
      tests[i].function ();
    _exit (0);
  }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  if (WIFEXITED (status) && WEXITSTATUS (status) == SKIPPED)
    g_test_skip ("no seccomp here");
  else
    g_assert_cmpint (status, ==, 0);
}
