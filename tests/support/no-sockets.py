# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Becomes a program that can open no socket, as in the sandboxes of some apps: a filter answers EPERM to
socket(), and nothing can remove it. The arguments are the program and its own. Without filters the status is
77."""

import ctypes
import errno
import os
import platform
import struct
import sys

_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 38, 22, 2
_LOAD, _EQUAL, _RETURN = 0x20, 0x15, 0x06  # BPF_LD|W|ABS, BPF_JMP|JEQ|K, BPF_RET|K
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_SOCKET = {"x86_64": 41, "aarch64": 198}
_NO_FILTERS = 77


def main(arguments):
    if platform.machine() not in _SOCKET:
        sys.exit(_NO_FILTERS)
    words = [(_LOAD, 0, 0, 0), (_EQUAL, 0, 1, _SOCKET[platform.machine()]),
             (_RETURN, 0, 0, _ERRNO | errno.EPERM), (_RETURN, 0, 0, _ALLOW)]
    text = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *word) for word in words))
    # struct sock_fprog: a count, and where they are.
    program = ctypes.create_string_buffer(struct.pack("@HP", len(words), ctypes.addressof(text)))
    libc = ctypes.CDLL(None)
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 or \
            libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, program, 0, 0) != 0:
        sys.exit(_NO_FILTERS)
    os.execvp(arguments[0], arguments)


main(sys.argv[1:])
