/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-host-names.h"

#include "config.h"

#include <asm/unistd.h>
#include <linux/fcntl.h>
#include <linux/limits.h>
#include <linux/mman.h>

/* The launcher `paddock-host`: starts `paddock` on the host from a sandboxed application's own
 * files. It needs nothing of the host but the kernel.
 *
 * A directory in the application's libexecdir holds copies of `paddock`, of all libraries that
 * `paddock` needs, and of the loader (ld.so). build-aux/gather-host-leg puts them there when the
 * application is built. The launcher finds that directory through /proc. Then it executes the
 * loader with `paddock` as the argument. This is the only way to use a loader that is not at the
 * path with which `paddock` was linked.
 *
 * The launcher is linked with nothing, not even a C library, so it starts on every host. It trusts
 * its environment as every program does. It never looks for a library or a program outside that
 * directory.
 */

/* make_environment() renames all environment variables whose names begin with one of these. */
static const char * const hidden[] = { PADDOCK_HOST_HIDDEN };

/* Variables for `paddock`. Without them, `paddock` would load modules of GIO and character
 * converters of the C library from the host. */
static const char * const none[] = { "GIO_MODULE_DIR=/dev/null", "GCONV_PATH=/dev/null" };

/* How many elements the launcher adds to the host's environment: two for @mark and @locales, those
 * of none[], and the NULL at the end. */
#define OWN_MAX (2 + sizeof none / sizeof none[0] + 1)

/* How many elements the launcher adds to the arguments: four for the loader, the NULL at the end,
 * and argv[0] if there is none. */
#define WORDS_MAX (4 + 1 + 1)

static char own_path[PATH_MAX];
static char directory[2 * PATH_MAX];
static char loader[2 * PATH_MAX];
static char program[2 * PATH_MAX];
static char mark[2 * PATH_MAX];
static char locales[2 * PATH_MAX];

#if defined (__x86_64__)

static long
call_kernel (long number,
             long a,
             long b,
             long c,
             long d,
             long e,
             long f)
{
  register long r10 __asm__ ("r10") = d;
  register long r8 __asm__ ("r8") = e;
  register long r9 __asm__ ("r9") = f;
  long result;

  __asm__ volatile ("syscall" : "=a" (result)
                    : "a" (number), "D" (a), "S" (b), "d" (c), "r" (r10), "r" (r8), "r" (r9)
                    : "rcx", "r11", "memory");
  return result;
}

__asm__ (".globl _start\n"
         "_start:\n"
         "  xor %ebp, %ebp\n"
         "  mov %rsp, %rdi\n"
         "  and $-16, %rsp\n"
         "  call begin\n"
         "  hlt\n");

#elif defined (__aarch64__)

static long
call_kernel (long number,
             long a,
             long b,
             long c,
             long d,
             long e,
             long f)
{
  register long x8 __asm__ ("x8") = number;
  register long x0 __asm__ ("x0") = a;
  register long x1 __asm__ ("x1") = b;
  register long x2 __asm__ ("x2") = c;
  register long x3 __asm__ ("x3") = d;
  register long x4 __asm__ ("x4") = e;
  register long x5 __asm__ ("x5") = f;

  __asm__ volatile ("svc #0" : "+r" (x0)
                    : "r" (x8), "r" (x1), "r" (x2), "r" (x3), "r" (x4), "r" (x5)
                    : "memory", "cc");
  return x0;
}

__asm__ (".globl _start\n"
         "_start:\n"
         "  mov x29, #0\n"
         "  mov x30, #0\n"
         "  mov x0, sp\n"
         "  bl begin\n"
         "  brk #0\n");

#else
#error "the start of a process, and calling the kernel, have to be written for this processor"
#endif

static unsigned long
length_of (const char *text)
{
  unsigned long length = 0;

  while (text[length] != '\0')
    length++;
  return length;
}

static int
has_prefix (const char *text,
            const char *prefix)
{
  for (; *prefix != '\0'; text++, prefix++)
    if (*text != *prefix)
      return 0;
  return 1;
}

/* Copies @text to @end, the end of a string. Returns the new end of the string. */
static char *
append (char       *end,
        const char *text)
{
  while (*text != '\0')
    *end++ = *text++;
  *end = '\0';
  return end;
}

static void __attribute__ ((noreturn))
fail (const char *reason,
      const char *path)
{
  const char * const texts[] = { "paddock-host: ", reason, path, "\n" };

  for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
    call_kernel (__NR_write, 2, (long) texts[i], (long) length_of (texts[i]), 0, 0, 0);
  for (;;)
    call_kernel (__NR_exit_group, 127, 0, 0, 0, 0, 0);
}

static void *
allocate (unsigned long size)
{
  long address = call_kernel (__NR_mmap, 0, (long) size, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (address < 0 && address > -PATH_MAX)
    fail ("there is no memory", "");
  return (void *) address;
}

/* Whether @path can stand in the loader's list of directories. A colon or semicolon separates
 * directories in that list, and a dollar sign begins a variable. With such a path, the loader could
 * load the host's libraries. */
static int
can_be_listed (const char *path)
{
  for (; *path != '\0'; path++)
    if (*path == ':' || *path == ';' || *path == '$')
      return 0;
  return 1;
}

static void
find_files (void)
{
  long length = call_kernel (__NR_readlinkat, AT_FDCWD, (long) "/proc/self/exe",
                             (long) own_path, sizeof own_path - 1, 0, 0);
  char *end = own_path + length;

  if (length <= 0 || length >= (long) sizeof own_path - 1)
    fail ("/proc does not say where this program is", "");
  while (end > own_path && *end != '/')
    end--;
  *end = '\0';
  if (!can_be_listed (own_path))
    fail ("cannot run where a directory has “:”, “;” or “$” in its name: ", own_path);

  append (append (directory, own_path), "/" BIN_TO_LIBEXEC "/" PADDOCK_HOST_DIRECTORY);
  append (append (loader, directory), "/" PADDOCK_HOST_LOADER);
  append (append (program, directory), "/" PADDOCK_HOST_PROGRAM);
  append (append (mark, PADDOCK_HOST_MARK), directory);
  append (append (append (locales, "LOCPATH="), directory), "/" PADDOCK_HOST_LOCALES);
}

static int
is_hidden (const char *variable)
{
  for (unsigned i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
    if (has_prefix (variable, hidden[i]))
      return 1;
  return 0;
}

/* Returns the environment for `paddock`: first the host's variables in their order, then those of
 * the launcher. A variable of hidden[] gets PADDOCK_HOST_PREFIX before its name. */
static char **
make_environment (char **host)
{
  unsigned long count = 0, size = 0;
  char **environment, **next, *text;

  for (char **one = host; *one != 0; one++) {
    count++;
    if (is_hidden (*one))
      size += sizeof PADDOCK_HOST_PREFIX + length_of (*one);
  }
  environment = allocate ((count + OWN_MAX) * sizeof *environment + size);
  text = (char *) (environment + count + OWN_MAX);
  next = environment;
  for (char **one = host; *one != 0; one++) {
    if (is_hidden (*one)) {
      *next++ = text;
      text = append (append (text, PADDOCK_HOST_PREFIX), *one) + 1;
    } else {
      *next++ = *one;
    }
  }
  *next++ = mark;
  /* Without these variables, `paddock` would load locales and modules that were made for another C
   * library or GLib, and could crash. */
  *next++ = locales;
  for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++)
    *next++ = (char *) none[i];
  *next = 0;
  return environment;
}

/* Runs the launcher. _start passes @stack, as the kernel leaves it: argc, argv, NULL, environ,
 * NULL. */
static void __attribute__ ((noreturn, used))
begin (long *stack)
{
  long argc = stack[0];
  char **argv = (char **) (stack + 1);
  char **environment, **words, **next;

  find_files ();
  environment = make_environment (argv + argc + 1);
  next = words = allocate ((unsigned long) (argc + WORDS_MAX) * sizeof *words);
  *next++ = argc > 0 ? argv[0] : program;
  *next++ = (char *) "--inhibit-cache";
  *next++ = (char *) "--library-path";
  *next++ = directory;
  *next++ = program;
  for (long i = 1; i < argc; i++)
    *next++ = argv[i];
  *next = 0;
  call_kernel (__NR_execve, (long) loader, (long) words, (long) environment, 0, 0, 0);
  fail ("cannot start ", loader);
}
