/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-box"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

/* Writes the filter of the box as a C array, when Paddock is built. So libseccomp is not needed
 * when Paddock runs. The argument names the processor: x86_64 or aarch64. For others nobody tried
 * the rules, so they get no filter, and no server can be confined there.
 *
 * The filter closes what mounts can't: UNIX sockets, through which a server could reach buses and
 * agents or get a descriptor; mounts and namespaces; the memory of other processes; keyrings. It
 * lets pass what it does not name, up to the newest call that these rules were read against. Later
 * calls fail as on an older kernel.
 */

#define FIRST_UNKNOWN 450
#define MASK_INT      0xffffffffu
#define MASK_TYPE     0xfu

static scmp_filter_ctx filter;
static int n_failures;

static void
refuse (int                  error,
        const char          *name,
        unsigned int         n_conditions,
        struct scmp_arg_cmp  a,
        struct scmp_arg_cmp  b)
{
  const struct scmp_arg_cmp conditions[] = { a, b };
  int call = seccomp_syscall_resolve_name (name);

  /* Not every processor has every call. */
  if (call == __NR_SCMP_ERROR)
    return;
  if (seccomp_rule_add_array (filter, SCMP_ACT_ERRNO (error), call, n_conditions,
                              conditions) != 0) {
    fprintf (stderr, "make-filter: %s\n", name);
    n_failures++;
  }
}

static void
refuse_all (int                 error,
            const char * const *names)
{
  const struct scmp_arg_cmp none = { 0 };

  for (; *names != NULL; names++)
    refuse (error, *names, 0, none, none);
}

/* Refuses @name if its argument @argument, a C int, is @value, of which only @mask counts. */
static void
refuse_value (int         error,
              const char *name,
              unsigned    argument,
              unsigned    mask,
              unsigned    value)
{
  refuse (error, name, 1, SCMP_CMP (argument, SCMP_CMP_MASKED_EQ, mask, value),
          (struct scmp_arg_cmp) { 0 });
}

static void
add_rules (void)
{
  static const char * const forbidden[] = {
    "keyctl", "add_key", "request_key", "bpf", "perf_event_open", "userfaultfd", "kcmp", "mount",
    "umount2", "pivot_root", "chroot", "setns", "unshare", "ptrace", "process_vm_readv",
    "process_vm_writev", "open_by_handle_at", "name_to_handle_at", "quotactl", "quotactl_fd",
    "acct", "syslog", "init_module", "finit_module", "delete_module", "kexec_load",
    "kexec_file_load", "swapon", "swapoff", "reboot", "fanotify_init", "lookup_dcookie",
    "pidfd_getfd", "process_madvise", NULL,
  };
  /* Programs try these first, and know what to do on a kernel that lacks them. The flags of
   * clone3() are in memory, which a filter can't read. */
  static const char * const missing[] = {
    "io_uring_setup", "io_uring_enter", "io_uring_register", "open_tree", "move_mount", "fsopen",
    "fsconfig", "fsmount", "fspick", "mount_setattr", "clone3", NULL,
  };
  static const unsigned namespaces[] = {
    CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, 0x02000000,
  };

  refuse_all (EPERM, forbidden);
  refuse_all (ENOSYS, missing);
  for (size_t i = 0; i < sizeof namespaces / sizeof *namespaces; i++)
    refuse_value (EPERM, "clone", 0, namespaces[i], namespaces[i]);
  refuse_value (EPERM, "ioctl", 1, MASK_INT, TIOCSTI);
  refuse_value (EPERM, "ioctl", 1, MASK_INT, 0x541c);   /* TIOCLINUX */
  refuse_value (EPERM, "fcntl", 1, MASK_INT, F_SETLEASE);

  /* Of all sockets, INET, INET6 and netlink's ROUTE are left: programs ask it for addresses. */
  refuse_value (EACCES, "socket", 0, MASK_INT, AF_UNIX);
  for (unsigned family = AF_UNIX + 1; family < 64; family++)
    if (family != AF_INET && family != AF_INET6 && family != AF_NETLINK)
      refuse_value (EAFNOSUPPORT, "socket", 0, MASK_INT, family);
  refuse (EAFNOSUPPORT, "socket", 1, SCMP_A0 (SCMP_CMP_GE, 64), (struct scmp_arg_cmp) { 0 });
  refuse (EPROTONOSUPPORT, "socket", 2, SCMP_A0 (SCMP_CMP_MASKED_EQ, MASK_INT, AF_NETLINK),
          SCMP_A2 (SCMP_CMP_GT, 0));
  /* A pair of datagram sockets can send to any address; one of streams can't. */
  refuse_value (EACCES, "socketpair", 1, MASK_TYPE, SOCK_DGRAM);
  refuse_value (EACCES, "socketpair", 1, MASK_TYPE, SOCK_RAW);
  refuse (EAFNOSUPPORT, "socketpair", 1, SCMP_A0 (SCMP_CMP_NE, AF_UNIX),
          (struct scmp_arg_cmp) { 0 });
}

static void
write_instruction (const struct sock_filter *instruction)
{
  printf ("  { 0x%02x, %u, %u, 0x%08x },\n", instruction->code, instruction->jt, instruction->jf,
          instruction->k);
}

/* Writes what libseccomp has no rule for: calls from FIRST_UNKNOWN on do not exist. A call for
 * another processor has other numbers, so this looks at the processor first. */
static void
write_beginning (unsigned audit_arch)
{
  const struct sock_filter beginning[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, arch)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, audit_arch, 1, 0),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JGE | BPF_K, FIRST_UNKNOWN, 0, 1),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
  };

  for (size_t i = 0; i < sizeof beginning / sizeof *beginning; i++)
    write_instruction (&beginning[i]);
}

static int
write_filter (void)
{
  struct sock_filter instruction;
  FILE *stream = tmpfile ();

  if (stream == NULL || seccomp_export_bpf (filter, fileno (stream)) != 0)
    return 1;
  rewind (stream);
  while (fread (&instruction, sizeof instruction, 1, stream) == 1)
    write_instruction (&instruction);
  fclose (stream);
  return 0;
}

int
main (int    argc,
      char **argv)
{
  int is_arm = argc > 1 && strcmp (argv[1], "aarch64") == 0;
  uint32_t processor = is_arm ? SCMP_ARCH_AARCH64 : SCMP_ARCH_X86_64;

  if (argc != 2)
    return 1;
  if (!is_arm && strcmp (argv[1], "x86_64") != 0) {
    printf ("  { 0, 0, 0, 0 },\n");
    return 0;
  }
  filter = seccomp_init (SCMP_ACT_ALLOW);
  if (filter == NULL)
    return 1;
  if (processor != seccomp_arch_native () &&
      (seccomp_arch_add (filter, processor) != 0 ||
       seccomp_arch_remove (filter, seccomp_arch_native ()) != 0))
    return 1;
  seccomp_attr_set (filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  seccomp_attr_set (filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
  add_rules ();
  write_beginning (is_arm ? AUDIT_ARCH_AARCH64 : AUDIT_ARCH_X86_64);
  return n_failures > 0 || write_filter () != 0;
}
