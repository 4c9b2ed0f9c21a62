/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "../support/boundary.h"

#include <sys/ptrace.h>
#include <sys/uio.h>

/* Checks which paths a request passes to the kernel. Each reference of the table is requested in a
 * traced process. A call with a path may name the root, the directories above it on the way there,
 * real names inside it, and the process's own descriptors. It may not follow a link or go up. A
 * reference whose text leads outside causes no such call at all. The test also shows that it
 * catches a reader that checks with realpath(). */

/* A system call that fails, and that nothing else makes. With it the tracee announces its next
 * step. */
#define MARK       0x50414444
#define ASKS       1
#define HAS_ASKED  2
#define ASKS_TEXT  3              /* as ASKS; the kernel must hear nothing of this */
#define GOES_ON    4              /* the root changed: see root_of_tracee */

typedef struct {
  Boundary *boundary;
  int       marks;                /* (owned) pipe: the root of the next request */
} Asker;

typedef struct {
  pid_t    pid;
  guint64  state;
  char    *root;                  /* (owned) */
  int      marks;                 /* (owned) */
  guint    n_calls;               /* with a path, during a request */
  guint    n_wrong;
} Tracer;

/* System calls with one path: the positions of the directory and of the path in the arguments. */
static const struct {
  long number;
  int  directory;                 /* -1: none, the working directory */
  int  path;
} path_calls[] = {
#ifdef SYS_open
  { SYS_open, -1, 0 }, { SYS_stat, -1, 0 }, { SYS_lstat, -1, 0 }, { SYS_access, -1, 0 },
  { SYS_readlink, -1, 0 }, { SYS_creat, -1, 0 }, { SYS_mkdir, -1, 0 }, { SYS_rmdir, -1, 0 },
  { SYS_unlink, -1, 0 }, { SYS_symlink, -1, 1 }, { SYS_link, -1, 0 }, { SYS_rename, -1, 0 },
  { SYS_chmod, -1, 0 }, { SYS_chown, -1, 0 }, { SYS_lchown, -1, 0 }, { SYS_mknod, -1, 0 },
  { SYS_utime, -1, 0 }, { SYS_utimes, -1, 0 }, { SYS_futimesat, 0, 1 },
#endif
#ifdef SYS_newfstatat
  { SYS_newfstatat, 0, 1 },
#endif
  { SYS_openat, 0, 1 }, { SYS_openat2, 0, 1 }, { SYS_statx, 0, 1 }, { SYS_readlinkat, 0, 1 },
  { SYS_faccessat, 0, 1 }, { SYS_faccessat2, 0, 1 }, { SYS_mkdirat, 0, 1 }, { SYS_unlinkat, 0, 1 },
  { SYS_renameat, 0, 1 }, { SYS_renameat2, 0, 1 }, { SYS_linkat, 0, 1 }, { SYS_symlinkat, 1, 2 },
  { SYS_fchmodat, 0, 1 }, { SYS_fchownat, 0, 1 }, { SYS_mknodat, 0, 1 }, { SYS_utimensat, 0, 1 },
  { SYS_name_to_handle_at, 0, 1 }, { SYS_open_tree, 0, 1 }, { SYS_statfs, -1, 0 },
  { SYS_truncate, -1, 0 }, { SYS_chdir, -1, 0 }, { SYS_chroot, -1, 0 }, { SYS_execve, -1, 0 },
  { SYS_execveat, 0, 1 }, { SYS_getxattr, -1, 0 }, { SYS_lgetxattr, -1, 0 },
  { SYS_listxattr, -1, 0 }, { SYS_llistxattr, -1, 0 }, { SYS_inotify_add_watch, -1, 1 },
};

static void
mark (int what)
{
  syscall (SYS_getpriority, MARK, what);
}

static gboolean
is_by_text (const Boundary *boundary,
            const char     *reference,
            gsize           length)
{
  g_autofree char *path = NULL;

  return paddock_reference_to_path (reference, length, &path) != PADDOCK_READ_ALLOWED ||
         paddock_reference_below (path, boundary->root.path) == NULL;
}

static void
tell_root (Asker      *asker,
           const char *root)
{
  char text[PATH_MAX] = "";

  g_assert_cmpuint (g_strlcpy (text, root, sizeof text), <, sizeof text);
  g_assert_cmpint (write (asker->marks, text, sizeof text), ==, sizeof text);
  mark (GOES_ON);
}

static void
ask_verified (Boundary   *boundary,
              const char *reference,
              gsize       length,
              const char *verdict,
              const char *contents,
              gpointer    data)
{
  g_autoptr (GBytes) bytes = NULL;

  tell_root (data, boundary->root.path);
  mark (is_by_text (boundary, reference, length) ? ASKS_TEXT : ASKS);
  boundary_ask (boundary, reference, length, &bytes);
  mark (HAS_ASKED);
}

/* What a naive reader does. */
static void
ask_after_check (Boundary   *boundary,
                 const char *reference,
                 gsize       length,
                 const char *verdict,
                 const char *contents,
                 gpointer    data)
{
  tell_root (data, boundary->root.path);
  mark (is_by_text (boundary, reference, length) ? ASKS_TEXT : ASKS);
  free (realpath (reference, NULL));
  mark (HAS_ASKED);
}

/* @error: the errno of newer system calls, or 0. */
static void
be_traced (int          marks,
           BoundaryFunc function,
           int          error)
{
  g_autoptr (Boundary) boundary = boundary_new ();
  Asker asker = { boundary, marks };

  if (ptrace (PTRACE_TRACEME, 0, NULL, NULL) != 0)
    _exit (SKIPPED);
  raise (SIGSTOP);
  if (error != 0)
    forbid_newer_calls (error);
  boundary_each (boundary, function, &asker);
}

/* The text at @address in the tracee, up to a limit. */
static char *
read_text (const Tracer *tracer,
           guint64       address)
{
  GString *text = g_string_new (NULL);
  char byte;
  struct iovec here = { &byte, 1 };

  for (guint i = 0; i < 2 * PATH_MAX; i++) {
    struct iovec there = { (void *) (gsize) (address + i), 1 };

    if (process_vm_readv (tracer->pid, &here, 1, &there, 1, 0) != 1 || byte == '\0')
      break;
    g_string_append_c (text, byte);
  }

  return g_string_free (text, FALSE);
}

/* The path of the tracee's @fd, or its working directory. */
static char *
read_directory (const Tracer *tracer,
                int           fd)
{
  g_autofree char *link = fd == AT_FDCWD ? g_strdup_printf ("/proc/%d/cwd", tracer->pid)
                                         : g_strdup_printf ("/proc/%d/fd/%d", tracer->pid, fd);
  char *target = g_file_read_link (link, NULL);

  return target != NULL ? target : g_strdup ("nowhere");
}

static gboolean
follows_links (const Tracer  *tracer,
               const guint64 *args,
               long           number)
{
  if (number == SYS_openat)
    return (args[2] & O_NOFOLLOW) == 0;
  if (number == SYS_openat2) {
    guint64 resolve = 0;
    struct iovec here = { &resolve, sizeof resolve };
    struct iovec there = { (void *) (gsize) (args[2] + 16), sizeof resolve };

    return process_vm_readv (tracer->pid, &here, 1, &there, 1, 0) != sizeof resolve ||
           (resolve & 4 /* RESOLVE_NO_SYMLINKS */) == 0;
  }
#ifdef SYS_readlink
  if (number == SYS_readlink)
    return FALSE;
#endif
  return number != SYS_readlinkat;
}

static gboolean
has_dots (const char *path)
{
  g_auto (GStrv) components = g_strsplit (path, "/", -1);

  return g_strv_contains ((const char * const *) components, "..");
}

/* Whether a call may name @path, relative to @directory. */
static gboolean
is_inside (const Tracer *tracer,
           const char   *directory,
           const char   *path,
           gboolean      follows)
{
  g_autofree char *full = path[0] == '/' ? g_strdup (path)
                                         : g_strconcat (directory, "/", path, NULL);
  g_autofree char *name = paddock_path_text_normalize (full);

  if (g_str_has_prefix (path, "/proc/self/fd/") || g_str_has_prefix (path, "/proc/self/fdinfo/") ||
      g_str_equal (path, "/proc/self/mountinfo"))
    return TRUE;
  if (has_dots (path) || name == NULL)
    return FALSE;
  /* An open descriptor involves no look-up. "/" is where a walk to the root begins. */
  if (path[0] == '\0' || g_str_equal (path, "/"))
    return TRUE;

  return !follows && (paddock_path_text_is_within (name, tracer->root) ||
                      paddock_path_text_is_within (tracer->root, name));
}

static void
look_at_call (Tracer                             *tracer,
              const struct __ptrace_syscall_info *info)
{
  const guint64 *args = (const guint64 *) info->entry.args;

  for (gsize i = 0; i < G_N_ELEMENTS (path_calls); i++) {
    g_autofree char *path = NULL;
    g_autofree char *directory = NULL;
    int fd = path_calls[i].directory < 0 ? AT_FDCWD : (int) args[path_calls[i].directory];

    if ((long) info->entry.nr != path_calls[i].number)
      continue;
    path = read_text (tracer, args[path_calls[i].path]);
    directory = read_directory (tracer, fd);
    tracer->n_calls++;
    if (tracer->state == ASKS &&
        is_inside (tracer, directory, path, follows_links (tracer, args, path_calls[i].number)))
      continue;
    if (tracer->n_wrong++ < 5)
      g_test_message ("call %ld names “%s” from “%s”", path_calls[i].number, path, directory);
  }
}

static void
read_root (Tracer *tracer)
{
  char text[PATH_MAX];

  g_assert_cmpint (read (tracer->marks, text, sizeof text), ==, sizeof text);
  g_free (tracer->root);
  tracer->root = g_strdup (text);
}

static void
look_at_entry (Tracer                             *tracer,
               const struct __ptrace_syscall_info *info)
{
  if (info->entry.nr == SYS_getpriority && info->entry.args[0] == MARK) {
    tracer->state = info->entry.args[1];
    if (tracer->state == GOES_ON)
      read_root (tracer);
  } else if (tracer->state == ASKS || tracer->state == ASKS_TEXT)
    look_at_call (tracer, info);
}

/* Runs the tracee from call to call. Returns how it ended. */
static int
follow_tracee (Tracer *tracer)
{
  int status;

  for (;;) {
    struct __ptrace_syscall_info info;
    int signal = 0;

    g_assert_cmpint (waitpid (tracer->pid, &status, __WALL), ==, tracer->pid);
    if (!WIFSTOPPED (status))
      return status;
    if (WSTOPSIG (status) == (SIGTRAP | 0x80)) {
      g_assert_cmpint (ptrace (PTRACE_GET_SYSCALL_INFO, tracer->pid, sizeof info, &info), >, 0);
      if (info.op == PTRACE_SYSCALL_INFO_ENTRY)
        look_at_entry (tracer, &info);
    } else if (WSTOPSIG (status) == SIGSTOP)
      g_assert_cmpint (ptrace (PTRACE_SETOPTIONS, tracer->pid, NULL,
                               PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL), ==, 0);
    else
      signal = WSTOPSIG (status);
    g_assert_cmpint (ptrace (PTRACE_SYSCALL, tracer->pid, NULL, signal), ==, 0);
  }
}

static void
trace (BoundaryFunc function,
       int          error,
       gboolean     must_fail)
{
  Tracer tracer = { .state = HAS_ASKED };
  int ends[2], status;

  g_assert_cmpint (pipe2 (ends, O_CLOEXEC), ==, 0);
  tracer.marks = ends[0];
  tracer.pid = fork ();
  if (tracer.pid == 0) {
    be_traced (ends[1], function, error);
    _exit (0);
  }
  status = follow_tracee (&tracer);
  close (ends[0]);
  close (ends[1]);
  g_free (tracer.root);

  if (WIFEXITED (status) && WEXITSTATUS (status) == SKIPPED) {
    g_test_skip ("no process may be traced, or no call filtered, here");
    return;
  }
  g_assert_cmpint (status, ==, 0);
  g_test_message ("%u calls with a path", tracer.n_calls);
  g_assert_cmpuint (tracer.n_calls, >, 1000);
  g_assert_cmpint (tracer.n_wrong > 0, ==, must_fail);
}

static void
test_verified (gconstpointer error)
{
  trace (ask_verified, GPOINTER_TO_INT (error), FALSE);
}

static void
test_after_check (void)
{
  trace (ask_after_check, 0, TRUE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/boundary-trace/openat2", GINT_TO_POINTER (0), test_verified);
  g_test_add_data_func ("/boundary-trace/absent", GINT_TO_POINTER (ENOSYS), test_verified);
  g_test_add_data_func ("/boundary-trace/filtered", GINT_TO_POINTER (EPERM), test_verified);
  g_test_add_func ("/boundary-trace/check-then-open-is-caught", test_after_check);
  return g_test_run ();
}
