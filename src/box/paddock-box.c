/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-box"

#include "paddock-box.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <linux/filter.h>
#include <linux/nsfs.h>
#include <linux/openat2.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "paddock-box-cache.h"
#include "paddock-box-error.h"
#include "paddock-box-home.h"
#include "paddock-box-programs.h"
#include "paddock-error.h"
#include "paddock-path-object.h"
#include "paddock-path-text.h"

/* A box: the server in it can open only the folders that were shared with it, and programs.
 *
 * bubblewrap builds the box from namespaces and mounts, as the plan says (paddock-box-plan.c). The
 * owner starts bubblewrap with the arguments and descriptors from here, and then calls
 * paddock_box_begin(). While bubblewrap waits, that seals the box: it makes the mounts private, or
 * a later mount of the computer would appear in the box, writable below a read-only folder, too.
 * The seal also moves the mounts that belong into the private home or a folder of the user to their
 * places. Others may change what is there: a move follows no link, and makes nothing.
 * Then paddock_box_begin() compares the box with the plan. Only then the server starts. If anything
 * is not as planned, the box is killed, and no server runs.
 *
 * Trusted: the kernel, bubblewrap of the system, and this process. A box never changes while it
 * runs: another grant needs another box. Not defended: what the server read before, what it sends
 * over the network, other names of a file outside the folders, bugs of the kernel. docs/security.md
 * has the whole list.
 */

#define BUBBLEWRAP "/usr/bin/bwrap"
#define LOOK_MS    1
/* What the processes of a box may be together, and its inotify instances and watches. */
#define MOST_PROCESSES "4096"
#define MOST_INSTANCES "16"
#define MOST_WATCHES   "20000"

/* One instruction is no filter: nobody tried the rules on this processor. */
static const struct sock_filter instructions[] = {
#include "paddock-box-filter.inc"
};

/* The descriptors that bubblewrap inherits besides the standard ones. */
enum { ARGUMENTS, FILTER, INFO, BLOCK, N_OWN };

struct _PaddockBox
{
  PaddockBoxPlan *plan;             /* (owned) */
  GPtrArray      *folders;          /* (owned) PaddockBoxFolder */
  GPtrArray      *argv;             /* (owned) char *; the last one is NULL */
  GArray         *descriptors;      /* (owned) int; what bubblewrap inherits, then -1. The first
                                     * N_OWN belong to the box */
  int             private_home;     /* (owned) -1: none */
  int             info;             /* (owned) what bubblewrap writes; -1: not any more */
  int             go;               /* (owned) bubblewrap waits for a byte here; -1: it got one */
  pid_t           first;            /* process 1 of the box; 0: not known yet */
  int             first_fd;         /* (owned) its pidfd; -1: none */
  int             server_fd;        /* (owned) the pidfd of the server; -1: none */
  PaddockBoxChanged changed;
  gpointer        user_data;        /* for @changed */
  int             own_mounts;       /* (owned) tells when our mounts change */
  int             box_mounts;       /* (owned) tells when those of the box change; -1: not yet */
  char           *below;            /* (owned) our mounts in folders of the box at first */
  guint           own_source;       /* the source that watches @own_mounts, or 0 */
  guint           box_source;       /* the source that watches @box_mounts, or 0 */
};

static void
close_fd (int *fd)
{
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

static gboolean
fail (GError     **error,
      const char  *what)
{
  g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED, "%s: %s", what, g_strerror (errno));
  return FALSE;
}

/* Puts @size bytes into a file in memory. */
static int
make_file (const char *name,
           const void *bytes,
           gsize       size)
{
  int fd = memfd_create (name, MFD_CLOEXEC);

  if (fd >= 0 && (write (fd, bytes, size) != (gssize) size || lseek (fd, 0, SEEK_SET) != 0))
    close_fd (&fd);
  return fd;
}

/* Makes the descriptor on which bubblewrap waits, and ours. bubblewrap takes the end of a pipe for
 * the signal to go on. So it gets a descriptor that could also write, and there is no end: if this
 * process is killed, bubblewrap waits until it is killed, too. */
static gboolean
make_block (PaddockBox *self,
            int        *out_block)
{
  g_autofree char *path = NULL;
  int ends[2];

  if (pipe2 (ends, O_CLOEXEC) != 0)
    return FALSE;
  path = g_strdup_printf ("/proc/self/fd/%d", ends[0]);
  *out_block = open (path, O_RDWR | O_CLOEXEC);
  close (ends[0]);
  self->go = ends[1];
  return *out_block >= 0;
}

static gboolean
make_descriptors (PaddockBox *self,
                  int        *own)
{
  int info[2] = { -1, -1 };

  for (guint i = 0; i < N_OWN; i++)
    own[i] = -1;
  own[FILTER] = make_file ("filter", instructions, sizeof instructions);
  if (pipe2 (info, O_CLOEXEC) == 0) {
    self->info = info[0];
    own[INFO] = info[1];
  }
  return own[FILTER] >= 0 && own[INFO] >= 0 && make_block (self, &own[BLOCK]);
}

static void
add_word (PaddockBox *self,
          const char *word)
{
  g_ptr_array_add (self->argv, g_strdup (word));
}

static void
make_argv (PaddockBox         *self,
           int                 arguments,
           const char * const *argv)
{
  g_autofree char *fd = g_strdup_printf ("%d", arguments);

  add_word (self, BUBBLEWRAP);
  add_word (self, "--args");
  add_word (self, fd);
  add_word (self, "--");
  for (gsize i = 0; argv[i] != NULL; i++)
    add_word (self, argv[i]);
  g_ptr_array_add (self->argv, NULL);
}

/* Lists our mounts at or below the folders of the box, as text. */
static char *
dup_mounts_below (GPtrArray  *folders,
                  const char *mountinfo)
{
  g_auto (GStrv) lines = g_strsplit (mountinfo, "\n", -1);
  GString *below = g_string_new (NULL);

  for (gsize i = 0; lines[i] != NULL; i++) {
    g_auto (GStrv) fields = g_strsplit (lines[i], " ", 6);
    g_autofree char *point = NULL;

    if (g_strv_length (fields) < 6)
      continue;
    point = g_strcompress (fields[4]);
    for (guint j = 0; j < folders->len; j++)
      if (paddock_path_text_is_within (point, ((PaddockBoxFolder *) folders->pdata[j])->path)) {
        g_string_append_printf (below, "%s %s\n", fields[0], point);
        break;
      }
  }
  return g_string_free (below, FALSE);
}

static void
stop_watching (PaddockBox *self)
{
  g_clear_handle_id (&self->own_source, g_source_remove);
  g_clear_handle_id (&self->box_source, g_source_remove);
}

static void
tell_changed (PaddockBox *self,
              gboolean    is_breach)
{
  if (self->changed != NULL)
    self->changed (is_breach, self->user_data);
}

/* Our mounts have changed. A box never sees that: it would keep what was unmounted, and lack
 * what was mounted. */
static gboolean
on_own_mounts (int          fd,
               GIOCondition condition,
               gpointer     user_data)
{
  PaddockBox *self = user_data;
  g_autofree char *mountinfo = NULL;
  g_autofree char *below = NULL;

  if (!g_file_get_contents ("/proc/self/mountinfo", &mountinfo, NULL, NULL))
    return G_SOURCE_CONTINUE;
  below = dup_mounts_below (self->folders, mountinfo);
  if (g_str_equal (below, self->below))
    return G_SOURCE_CONTINUE;
  /* The owner is told once. What happens to the box itself is still watched. */
  self->own_source = 0;
  tell_changed (self, FALSE);
  return G_SOURCE_REMOVE;
}

/* Nothing in the box can mount, so somebody outside did something to a folder of it: a mount
 * point was moved or deleted, and what it covered can be seen now. */
static gboolean
on_box_mounts (int          fd,
               GIOCondition condition,
               gpointer     user_data)
{
  g_autoptr (PaddockBox) self = paddock_box_ref (user_data);

  stop_watching (self);
  tell_changed (self, TRUE);
  paddock_box_signal (self, SIGKILL);
  return G_SOURCE_REMOVE;
}

static void
watch (PaddockBox *self)
{
  self->own_source = g_unix_fd_add (self->own_mounts, G_IO_PRI | G_IO_ERR, on_own_mounts, self);
  self->box_source = g_unix_fd_add (self->box_mounts, G_IO_PRI | G_IO_ERR, on_box_mounts, self);
}

/* Without the copy, npx downloads the package, or says that it can't. */
static void
copy_package (const char *package,
              const char *home,
              int         private_home)
{
  g_autoptr (GError) problem = NULL;

  if (package != NULL && private_home >= 0 &&
      !paddock_box_cache_copy_package (home, private_home, package, &problem) && problem != NULL)
    g_message ("%s", problem->message);
}

/**
 * paddock_box_new:
 *
 * Plans a box, and prepares its home and its descriptors. Blocks for the time of a few system
 * calls, none of them on the user's folders. Takes no reference to the options but to their
 * folders.
 *
 * Returns: (transfer full) (nullable): a box that waits for bubblewrap; %NULL with
 *   %PADDOCK_ERROR_REFUSED or a #PaddockBoxError, and a message for the user, if there can't be
 *   one
 */
PaddockBox *
paddock_box_new (const PaddockBoxOptions  *options,
                 GError                  **error)
{
  g_autoptr (PaddockBox) self = g_rc_box_new0 (PaddockBox);
  g_auto (GStrv) environment = NULL;
  g_autofree char *home = paddock_box_home_dup_path ();
  g_autofree char *directory = options->directory != NULL ? g_strdup (options->directory)
                                                          : g_get_current_dir ();
  g_autofree char *mountinfo = NULL;
  const int end = -1;
  int arguments;
  int own[N_OWN];

  self->private_home = self->info = self->go = self->first_fd = self->server_fd = -1;
  self->box_mounts = -1;
  self->changed = options->changed;
  self->user_data = options->user_data;
  self->own_mounts = open ("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
  self->folders = g_ptr_array_ref (options->folders);
  self->argv = g_ptr_array_new_with_free_func (g_free);
  self->descriptors = g_array_new (FALSE, FALSE, sizeof (int));
  if (geteuid () == 0) {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                         "Root can’t be confined: a box leaves root’s files readable");
    return NULL;
  }
  if (G_N_ELEMENTS (instructions) == 1) {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                         "Paddock has no filter of system calls for this processor");
    return NULL;
  }
  if (access (BUBBLEWRAP, X_OK) != 0) {
    g_set_error_literal (error, PADDOCK_BOX_ERROR, PADDOCK_BOX_ERROR_NO_BUBBLEWRAP,
                         BUBBLEWRAP " is missing. Install the package bubblewrap");
    return NULL;
  }
  if (self->folders->len > PADDOCK_BOX_FOLDERS_MAX) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED, "A box has at most %d folders",
                 PADDOCK_BOX_FOLDERS_MAX);
    return NULL;
  }
  if (!paddock_box_home_prepare (home, options->private_home, self->folders, options->links,
                                 options->empty, &self->private_home, error))
    return NULL;
  if (self->private_home >= 0 && options->copies != NULL)
    paddock_box_home_put (self->private_home, options->copies);
  copy_package (options->package, home, self->private_home);
  environment = paddock_box_programs_dup_environment (options->environment, options->more_names,
                                                      home, options->has_network);
  environment = paddock_box_programs_move_data (g_steal_pointer (&environment), self->folders,
                                                home);
  if (!g_file_get_contents ("/proc/self/mountinfo", &mountinfo, NULL, error))
    return NULL;
  self->below = dup_mounts_below (self->folders, mountinfo);
  if (!make_descriptors (self, own)) {
    fail (error, "No box");
    return NULL;
  }
  g_array_append_vals (self->descriptors, own, N_OWN);
  self->plan = paddock_box_plan_new (&(PaddockBoxPlanOptions) {
    .home = home,
    .private_home = self->private_home,
    .uid = getuid (),
    .has_network = options->has_network,
    .folders = self->folders,
    .links = options->links,
    .withheld = options->withheld,
    .empty = options->empty,
    .mountinfo = mountinfo,
    .environment = (const char * const *) environment,
    .directory = directory,
    .filter = own[FILTER],
    .info = own[INFO],
    .block = own[BLOCK],
  });
  arguments = make_file ("arguments",
                         g_bytes_get_data (paddock_box_plan_get_arguments (self->plan), NULL),
                         g_bytes_get_size (paddock_box_plan_get_arguments (self->plan)));
  g_array_index (self->descriptors, int, ARGUMENTS) = arguments;
  if (self->private_home >= 0)
    g_array_append_val (self->descriptors, self->private_home);
  for (guint i = 0; i < self->folders->len; i++)
    g_array_append_val (self->descriptors, ((PaddockBoxFolder *) self->folders->pdata[i])->fd);
  g_array_append_val (self->descriptors, end);
  if (arguments < 0) {
    fail (error, "No box");
    return NULL;
  }
  if (!paddock_box_programs_check (options->argv[0], self->plan,
                                   (const char * const *) environment, home, error))
    return NULL;
  make_argv (self, arguments, options->argv);
  return g_steal_pointer (&self);
}

/* Closes what only bubblewrap needs. */
static void
close_own (PaddockBox *self)
{
  for (guint i = 0; i < N_OWN && i < self->descriptors->len; i++)
    close_fd (&g_array_index (self->descriptors, int, i));
}

/* Closes what bubblewrap has inherited. It would keep a file system busy that the user wants to
 * unmount. */
static void
close_folders (PaddockBox *self)
{
  for (guint i = 0; i < self->folders->len; i++)
    close_fd (&((PaddockBoxFolder *) self->folders->pdata[i])->fd);
  close_fd (&self->private_home);
}

PaddockBox *
paddock_box_ref (PaddockBox *self)
{
  return g_rc_box_acquire (self);
}

static void
box_clear (gpointer data)
{
  PaddockBox *self = data;

  stop_watching (self);
  close_fd (&self->own_mounts);
  close_fd (&self->box_mounts);
  g_free (self->below);
  close_own (self);
  close_fd (&self->private_home);
  close_fd (&self->info);
  close_fd (&self->go);
  close_fd (&self->first_fd);
  close_fd (&self->server_fd);
  g_clear_pointer (&self->plan, paddock_box_plan_free);
  g_ptr_array_unref (self->folders);
  g_ptr_array_unref (self->argv);
  g_array_unref (self->descriptors);
}

/* With the last reference the box is freed. A server that runs in it is not killed. */
void
paddock_box_unref (PaddockBox *self)
{
  g_rc_box_release_full (self, box_clear);
}

/**
 * paddock_box_get_argv:
 *
 * Returns: (transfer none): the command line of bubblewrap. Its environment must be empty
 */
const char * const *
paddock_box_get_argv (PaddockBox *self)
{
  return (const char * const *) self->argv->pdata;
}

/**
 * paddock_box_get_descriptors:
 *
 * Returns: (transfer none): the descriptors that bubblewrap inherits under the same numbers, then
 *   -1. It must inherit no other one except its standard descriptors
 */
const int *
paddock_box_get_descriptors (PaddockBox *self)
{
  return (const int *) (gpointer) self->descriptors->data;
}

static int
open_pidfd (pid_t pid)
{
  return (int) syscall (SYS_pidfd_open, pid, 0);
}

static void
send_signal (int pidfd,
             int signal_number)
{
  if (pidfd >= 0)
    syscall (SYS_pidfd_send_signal, pidfd, signal_number, NULL, 0);
}

gboolean
paddock_box_has_network (const PaddockBox *self)
{
  return paddock_box_plan_has_network (self->plan);
}

/* Returns: the pidfd of process 1, which the box owns; -1 if the box was not begun */
int
paddock_box_get_first (const PaddockBox *self)
{
  return self->first_fd;
}

/**
 * paddock_box_signal:
 *
 * Sends a signal to the server. SIGKILL ends the box with all that is in it, and nobody watches it
 * any more.
 */
void
paddock_box_signal (PaddockBox *self,
                    int         signal_number)
{
  if (signal_number == SIGKILL)
    stop_watching (self);
  send_signal (signal_number == SIGKILL ? self->first_fd : self->server_fd, signal_number);
}

/**
 * paddock_box_has_ended:
 *
 * Returns: whether no process of the box is left, so that nothing of it is in use. bubblewrap may
 *   end long before that, if a file system hangs
 */
gboolean
paddock_box_has_ended (PaddockBox *self)
{
  struct pollfd poll_fd = { .fd = self->first_fd, .events = POLLIN };

  return self->first_fd < 0 || poll (&poll_fd, 1, 0) > 0;
}

/**
 * paddock_box_watch_end:
 * @ended: called when paddock_box_has_ended() is true, until the watch is freed
 *
 * Must not be called if the box has ended already.
 *
 * Returns: (transfer full): a watch, which must not outlive the box
 */
PaddockRareFd *
paddock_box_watch_end (PaddockBox        *self,
                       PaddockRareFdFunc  ended,
                       gpointer           user_data)
{
  return paddock_rare_fd_new (self->first_fd, ended, user_data);
}

/* One attempt to build a box. */
typedef struct {
  PaddockBox *box;
  pid_t       bubblewrap;
  gint64      deadline;             /* µs, monotonic */
} Attempt;

/* Waits for a moment. Returns FALSE with an error if the time is over. @what: what Paddock waits
 * for. */
static gboolean
pause_until (const Attempt  *attempt,
             const char     *what,
             GError        **error)
{
  const struct timespec pause = { .tv_nsec = LOOK_MS * 1000 * 1000 };

  nanosleep (&pause, NULL);
  if (g_get_monotonic_time () <= attempt->deadline)
    return TRUE;
  g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
               "This computer can’t keep it out of other files: no box within %d s (%s)",
               PADDOCK_BOX_BUILD_MS / 1000, what);
  return FALSE;
}

/* Whether the server has ended already, and bubblewrap with it. Then nothing of the box is left
 * soon. */
static gboolean
has_ended (const Attempt *attempt)
{
  siginfo_t info = { 0 };

  return waitid (P_PID, (id_t) attempt->bubblewrap, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         info.si_pid != 0;
}

/* Waits for a moment while bubblewrap builds the box. Returns FALSE with an error if it has
 * ended, or the time is over. */
static gboolean
wait_a_moment (const Attempt  *attempt,
               const char     *what,
               GError        **error)
{
  if (!has_ended (attempt))
    return pause_until (attempt, what, error);
  g_set_error (error, PADDOCK_BOX_ERROR, PADDOCK_BOX_ERROR_NO_NAMESPACES,
               "This computer can’t keep it out of other files: bubblewrap ended (%s)", what);
  return FALSE;
}

/* Reads which process is the box's first. bubblewrap may write this in several parts. */
static gboolean
read_first (const Attempt  *attempt,
            GError        **error)
{
  PaddockBox *self = attempt->box;
  char text[1024] = "";
  gsize length = 0;
  const char *found;

  while (strchr (text, '}') == NULL) {
    struct pollfd poll_fd = { .fd = self->info, .events = POLLIN };
    gssize n = 0;

    if (poll (&poll_fd, 1, 0) > 0)
      n = read (self->info, text + length, sizeof text - 1 - length);
    if (n > 0)
      length += n;
    text[length] = '\0';
    if (n <= 0 && !wait_a_moment (attempt, "its first process", error))
      return FALSE;
  }
  found = strstr (text, "\"child-pid\":");
  if (found != NULL)
    self->first = (pid_t) g_ascii_strtoll (found + strlen ("\"child-pid\":"), NULL, 10);
  self->first_fd = self->first > 1 ? open_pidfd (self->first) : -1;
  return self->first_fd >= 0 || fail (error, "No process in the box");
}

/* Reads a file below /proc/PID of the box's first process. */
static char *
read_of (pid_t       pid,
         const char *name)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/%s", pid, name);
  char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) ? text : NULL;
}

/* Waits until all mounts of the box are there. */
static gboolean
await_mounts (const Attempt  *attempt,
              gboolean        is_sealed,
              GError        **error)
{
  for (;;) {
    g_autofree char *mountinfo = read_of (attempt->box->first, "mountinfo");
    g_autofree char *problem =
      mountinfo != NULL ? paddock_box_plan_find_problem (attempt->box->plan, mountinfo, is_sealed)
                        : g_strdup ("its mounts can’t be read");

    if (problem == NULL)
      return TRUE;
    if (!wait_a_moment (attempt, problem, error))
      return FALSE;
  }
}

static gboolean
write_at (int         directory,
          const char *name,
          const char *text)
{
  int fd = openat (directory, name, O_WRONLY | O_CLOEXEC);
  gboolean is_written = fd >= 0 && write (fd, text, strlen (text)) == (gssize) strlen (text);

  close_fd (&fd);
  return is_written;
}

static int
open_place (const char *path)
{
  struct open_how how = {
    .flags = O_PATH | O_CLOEXEC,
    .resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
  };

  return (int) syscall (SYS_openat2, AT_FDCWD, path, &how, sizeof how);
}

/* The kernel refuses a directory on a file, and a file on a directory. */
static gboolean
move_to_place (const PaddockBoxMove *move)
{
  int from = open_place (move->from);
  int to = from >= 0 ? open_place (move->to) : -1;
  gboolean is_moved = to >= 0 &&
                      move_mount (from, "", to, "",
                                  MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH) == 0;

  close_fd (&from);
  close_fd (&to);
  return is_moved;
}

/* Leaves nothing of the directory in which mounts waited. bubblewrap made / read-only. */
static gboolean
remove_staging (const char *path)
{
  const unsigned long flags = MS_REMOUNT | MS_BIND | MS_NOSUID | MS_NODEV;

  return umount2 (path, MNT_DETACH) == 0 && mount (NULL, "/", NULL, flags, NULL) == 0 &&
         rmdir (path) == 0 && mount (NULL, "/", NULL, flags | MS_RDONLY, NULL) == 0;
}

/* Whether each folder in the box is the one that was opened. */
static gboolean
are_the_same (const GPtrArray *folders)
{
  for (guint i = 0; i < folders->len; i++) {
    const PaddockBoxFolder *folder = folders->pdata[i];
    struct stat opened, found;

    if (fstat (folder->fd, &opened) != 0 || lstat (folder->path, &found) != 0 ||
        opened.st_dev != found.st_dev || opened.st_ino != found.st_ino)
      return FALSE;
  }
  return TRUE;
}

enum { SEALED, NOT_LIMITED, NOT_PRIVATE, NOT_IN_PLACE, NOT_CLEAN, NOT_THE_SAME, NO_ANSWER };

/* Joins the namespaces of the box, makes its mounts private, and moves those that wait elsewhere.
 * Checks the folders here, too: their file systems may hang. Runs in a forked child. Returns its
 * exit status. */
static int
run_seal (const PaddockBox *self,
          int               mounts,
          int               users)
{
  PaddockBoxPlan *plan = self->plan;
  int limits = open ("/proc/sys/user", O_PATH | O_DIRECTORY | O_CLOEXEC);
  const GPtrArray *moves = paddock_box_plan_get_moves (plan);
  const char *staging = paddock_box_plan_get_staging (plan);

  if (limits < 0 || setns (users, CLONE_NEWUSER) != 0 ||
      !write_at (limits, "max_inotify_instances", MOST_INSTANCES) ||
      !write_at (limits, "max_inotify_watches", MOST_WATCHES))
    return NOT_LIMITED;
  if (setns (mounts, CLONE_NEWNS) != 0 || mount (NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
    return NOT_PRIVATE;
  for (guint i = 0; i < moves->len; i++)
    if (!move_to_place (moves->pdata[i]))
      return NOT_IN_PLACE;
  if (staging != NULL && !remove_staging (staging))
    return NOT_CLEAN;
  return are_the_same (self->folders) ? SEALED : NOT_THE_SAME;
}

static void
on_late_end (GPid     pid,
             gint     status,
             gpointer user_data)
{
}

/* Waits for the child that seals the box, and kills it if the time is over: a file system of a
 * folder may hang. Even a killed child may wait for that, so this does not wait for it. */
static int
await_seal (const Attempt *attempt,
            pid_t          pid)
{
  int pidfd = open_pidfd (pid);
  struct pollfd poll_fd = { .fd = pidfd, .events = POLLIN };
  gint64 left;
  int status = 0;

  do
    left = MAX (0, (attempt->deadline - g_get_monotonic_time ()) / G_TIME_SPAN_MILLISECOND);
  while (pidfd >= 0 && poll (&poll_fd, 1, (int) left) < 0 && errno == EINTR);
  close_fd (&pidfd);
  if (waitpid (pid, &status, WNOHANG) == pid)
    return WIFEXITED (status) ? WEXITSTATUS (status) : NOT_PRIVATE;
  kill (pid, SIGKILL);
  g_child_watch_add (pid, on_late_end, NULL);
  return NO_ANSWER;
}

/* Returns the first place whose mount was not moved. */
static const char *
find_place (PaddockBox *self)
{
  const GPtrArray *moves = paddock_box_plan_get_moves (self->plan);
  g_autofree char *mountinfo = read_of (self->first, "mountinfo");

  for (guint i = 0; mountinfo != NULL && i < moves->len; i++) {
    const PaddockBoxMove *move = moves->pdata[i];
    g_autofree char *point = g_strdup_printf (" %s ", move->from);

    if (strstr (mountinfo, point) != NULL)
      return move->to;
  }
  return "a folder";
}

static void
set_seal_error (PaddockBox  *self,
                int          status,
                GError     **error)
{
  if (status == NOT_IN_PLACE)
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                 "This computer can’t keep it out of other files: %s was moved or replaced "
                 "meanwhile", find_place (self));
  else if (status == NO_ANSWER)
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                 "This computer can’t keep it out of other files: no box within %d s (%s)",
                 PADDOCK_BOX_BUILD_MS / 1000, find_place (self));
  else if (status == NOT_THE_SAME)
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                         "This computer can’t keep it out of other files: a folder is another one "
                         "in the box");
  else
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                 "This computer can’t keep it out of other files: the box can’t be sealed (%d)",
                 status);
}

static gboolean
seal (const Attempt  *attempt,
      GError        **error)
{
  PaddockBox *self = attempt->box;
  g_autofree char *path = g_strdup_printf ("/proc/%d/ns/mnt", self->first);
  int mounts = open (path, O_RDONLY | O_CLOEXEC);
  int users = mounts >= 0 ? ioctl (mounts, NS_GET_USERNS) : -1;
  pid_t pid = users >= 0 ? fork () : -1;
  int status = NOT_PRIVATE;

  if (pid == 0)
    _exit (run_seal (self, mounts, users));
  if (pid > 0)
    status = await_seal (attempt, pid);
  close_fd (&mounts);
  close_fd (&users);
  if (status != SEALED)
    set_seal_error (self, status, error);
  return status == SEALED;
}

static gboolean
limit (PaddockBox  *self,
       GError     **error)
{
  const struct rlimit processes = { 4096, 4096 };
  const struct rlimit core = { 0, 0 };

  return (prlimit (self->first, RLIMIT_NPROC, &processes, NULL) == 0 &&
          prlimit (self->first, RLIMIT_CORE, &core, NULL) == 0) || fail (error, "No limits");
}

/* Checks that the box shares no namespace with us, except the network if that is shared. */
static gboolean
check_namespaces (PaddockBox  *self,
                  gboolean     has_network,
                  GError     **error)
{
  static const char * const names[] = { "user", "mnt", "pid", "ipc", "uts", "net" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = g_strdup_printf ("/proc/%d/ns/%s", self->first, names[i]);
    g_autofree char *own_path = g_strdup_printf ("/proc/self/ns/%s", names[i]);
    g_autofree char *found = g_file_read_link (path, error);
    g_autofree char *own = found != NULL ? g_file_read_link (own_path, error) : NULL;
    gboolean may_be_shared = has_network && g_str_equal (names[i], "net");

    if (own == NULL)
      return FALSE;
    if (!may_be_shared && g_str_equal (own, found)) {
      g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                   "This computer can’t keep it out of other files: the box shares %s", names[i]);
      return FALSE;
    }
  }
  return TRUE;
}

/* Whether a line of /proc/PID/status has this value. */
static gboolean
has_status (const char *status,
            const char *name,
            const char *value)
{
  g_autofree char *line = g_strdup_printf ("\n%s:\t%s\n", name, value);

  return strstr (status, line) != NULL;
}

/* Finds the server: the child of process 1, and process 2 in the box. Later ones may be children of
 * process 1, too. Returns whether the server runs under the filter, without privileges. */
static gboolean
find_server (PaddockBox *self)
{
  static const char * const none[] = { "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb" };
  g_autofree char *name = g_strdup_printf ("task/%d/children", self->first);
  g_autofree char *children = read_of (self->first, name);
  pid_t pid = children != NULL ? (pid_t) g_ascii_strtoll (children, NULL, 10) : 0;
  g_autofree char *status = pid > 0 ? read_of (pid, "status") : NULL;
  const char *numbers = status != NULL ? strstr (status, "\nNSpid:") : NULL;
  g_autofree char *line =
    numbers != NULL ? g_strndup (numbers + 1, strcspn (numbers + 1, "\n")) : NULL;

  if (line == NULL || !g_str_has_suffix (line, "\t2") || !has_status (status, "Seccomp", "2") ||
      !has_status (status, "NoNewPrivs", "1"))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (none); i++)
    if (!has_status (status, none[i], "0000000000000000"))
      return FALSE;
  self->server_fd = open_pidfd (pid);
  return self->server_fd >= 0;
}

/* Waits for the server. It may have ended before this could look. Then nothing of the box is
 * left. */
static gboolean
await_server (const Attempt  *attempt,
              GError        **error)
{
  while (!find_server (attempt->box) && !has_ended (attempt))
    if (!pause_until (attempt, "the server’s process", error))
      return FALSE;
  return TRUE;
}

/* Opens what tells of changes, and looks at the mounts a last time. bubblewrap changed nothing
 * since the server runs. */
static gboolean
open_mounts (PaddockBox  *self,
             GError     **error)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/mountinfo", self->first);
  g_autofree char *mountinfo = NULL;
  g_autofree char *problem = NULL;

  self->box_mounts = open (path, O_RDONLY | O_CLOEXEC);
  if (self->own_mounts < 0 || self->box_mounts < 0)
    return fail (error, "No box");
  if (!g_file_get_contents (path, &mountinfo, NULL, error))
    return FALSE;
  problem = paddock_box_plan_find_problem (self->plan, mountinfo, TRUE);
  if (problem != NULL)
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                 "This computer can’t keep it out of other files: %s", problem);
  return problem == NULL;
}

static gboolean
build (const Attempt  *attempt,
       GError        **error)
{
  PaddockBox *self = attempt->box;

  if (!read_first (attempt, error) || !await_mounts (attempt, FALSE, error) ||
      !seal (attempt, error) ||
      !await_mounts (attempt, TRUE, error) || !limit (self, error) ||
      !check_namespaces (self, paddock_box_plan_has_network (self->plan), error))
    return FALSE;
  if (write (self->go, "g", 1) != 1)
    return fail (error, "No box");
  close_fd (&self->go);
  return await_server (attempt, error) && (open_mounts (self, error) || has_ended (attempt));
}

/**
 * paddock_box_begin:
 * @bubblewrap: the process of bubblewrap, a child of this thread, which was started as
 *   paddock_box_get_argv() says
 *
 * Seals and checks the box, and lets the server start. Blocks until it has started, at most
 * %PADDOCK_BOX_BUILD_MS.
 *
 * Returns: whether the server runs in the box; otherwise %FALSE with %PADDOCK_ERROR_REFUSED or a
 *   #PaddockBoxError, and a message for the user. Then all of the box was killed
 */
gboolean
paddock_box_begin (PaddockBox  *self,
                   pid_t        bubblewrap,
                   GError     **error)
{
  const Attempt attempt = {
    .box = self,
    .bubblewrap = bubblewrap,
    .deadline = g_get_monotonic_time () + PADDOCK_BOX_BUILD_MS * G_TIME_SPAN_MILLISECOND,
  };
  GError *problem = NULL;

  gboolean is_built;

  close_own (self);
  is_built = build (&attempt, &problem);
  close_folders (self);
  if (is_built) {
    g_clear_error (&problem);
    if (self->box_mounts >= 0)
      watch (self);
    return TRUE;
  }
  g_propagate_error (error, problem);
  send_signal (self->first_fd, SIGKILL);
  kill (bubblewrap, SIGKILL);
  return FALSE;
}
