# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Runs a test, and all that it starts, as on a kernel without the newer system calls: a filter answers
ENOSYS to them, and nothing can remove it.

The arguments: --keep-statx, or --filtered; then the test, a program or a script, and its own arguments.
Without statx() nobody knows when a file was made, and no executable is proven: PADDOCK_TEST_NO_STATX tells
the test. With --filtered it is like a sandbox whose filter is older than the calls for files: these answer
EPERM, statx() works, and nothing else is missing."""

import ctypes
import errno
import os
import platform
import struct
import sys

import tap

_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 38, 22, 2
_LOAD, _EQUAL, _RETURN = 0x20, 0x15, 0x06  # BPF_LD|W|ABS, BPF_JMP|JEQ|K, BPF_RET|K
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_AT_NUMBER, _AT_ARCHITECTURE, _AT_ARGUMENTS = 0, 4, 16
_SOL_SOCKET, _SO_PEERPIDFD = 1, 77

# The calls from pidfd_send_signal (424) on have the same number everywhere.
_NEWER = {"pidfd_send_signal": 424, "pidfd_open": 434, "clone3": 435, "close_range": 436,
          "openat2": 437, "pidfd_getfd": 438, "faccessat2": 439, "mount_setattr": 442,
          "fchmodat2": 452, "statmount": 457, "listmount": 458}
_FILTERED = ("openat2", "faccessat2", "fchmodat2", "mount_setattr")
_MACHINES = {  # AUDIT_ARCH of linux/audit.h, and the numbers that differ
    "x86_64": (0xC000003E, {"statx": 332, "getsockopt": 55}),
    "aarch64": (0xC00000B7, {"statx": 291, "getsockopt": 209}),
}

_libc = ctypes.CDLL(None, use_errno=True)


def _program(machine, keeps_statx, is_filtered):
    """The filter: a list of (code, how many to skip if so, if not, value)."""
    architecture, numbers = _MACHINES[machine]
    refused = [*([] if keeps_statx else [numbers["statx"]]), *_NEWER.values()]
    answer = errno.ENOSYS
    if is_filtered:
        refused, answer = [_NEWER[name] for name in _FILTERED], errno.EPERM
    words = [(_LOAD, 0, 0, _AT_ARCHITECTURE), (_EQUAL, 1, 0, architecture), (_RETURN, 0, 0, _ALLOW),
             (_LOAD, 0, 0, _AT_NUMBER)]
    for number in refused:
        words += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ERRNO | answer)]
    # A pidfd of the process at the other end of a socket.
    words += [(_EQUAL, 0, 5, numbers["getsockopt"]),
              (_LOAD, 0, 0, _AT_ARGUMENTS + 8), (_EQUAL, 0, 3, _SOL_SOCKET),
              (_LOAD, 0, 0, _AT_ARGUMENTS + 16), (_EQUAL, 0, 1, _SO_PEERPIDFD),
              (_RETURN, 0, 0, _ERRNO | errno.ENOPROTOOPT),
              (_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("=HBBI", *word) for word in words), len(words)


def _install(keeps_statx, is_filtered):
    text, length = _program(platform.machine(), keeps_statx, is_filtered)
    buffer = ctypes.create_string_buffer(text)
    # struct sock_fprog: a count, and where they are.
    program = ctypes.create_string_buffer(struct.pack("@HP", length, ctypes.addressof(buffer)))
    if os.geteuid() != 0 and _libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        tap.skip_all("no_new_privs: " + os.strerror(ctypes.get_errno()))
    if _libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, program, 0, 0) != 0:
        tap.skip_all("no system call can be filtered here: " + os.strerror(ctypes.get_errno()))


def _check(is_filtered):
    """Checks that the calls that the sources use are missing."""
    names = ("openat2", "faccessat2") if is_filtered else ("openat2", "pidfd_open", "close_range",
                                                           "faccessat2")
    answer = errno.EPERM if is_filtered else errno.ENOSYS
    for name in names:
        if _libc.syscall(_NEWER[name], -1, 0, 0, 0) != -1 or ctypes.get_errno() != answer:
            tap.bail_out("%s is still there" % name)


def main(arguments):
    if platform.machine() not in _MACHINES:
        tap.skip_all("the system calls of this machine are not known here: " + platform.machine())
    is_filtered = arguments[0] == "--filtered"
    keeps_statx = is_filtered or arguments[0] == "--keep-statx"
    if keeps_statx:
        del arguments[0]
    else:
        os.environ["PADDOCK_TEST_NO_STATX"] = "1"
    _install(keeps_statx, is_filtered)
    _check(is_filtered)
    if arguments[0].endswith(".py"):
        arguments.insert(0, sys.executable)
    os.execv(arguments[0], arguments)


main(sys.argv[1:])
