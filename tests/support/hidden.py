# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Runs a program in a PID namespace of its own, from which all processes outside are hidden:

    hidden.py PROGRAM [ARGUMENT…]

Passes on the signals that end it, and ends as it ends."""

import ctypes
import os
import signal
import sys

_CLONE_NEWUSER, _CLONE_NEWPID = 0x10000000, 0x20000000
_PR_SET_PDEATHSIG = 1


def _write(path, text):
    with open(path, "w", encoding="ascii") as stream:
        stream.write(text)


def _enter(libc):
    """For an ordinary user also a user namespace, with the same user."""
    user, group = os.geteuid(), os.getegid()
    if libc.unshare(_CLONE_NEWPID) == 0:
        return
    if libc.unshare(_CLONE_NEWUSER | _CLONE_NEWPID) != 0:
        sys.exit("no PID namespace: " + os.strerror(ctypes.get_errno()))
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", "%d %d 1" % (user, user))
    _write("/proc/self/gid_map", "%d %d 1" % (group, group))


def main():
    libc = ctypes.CDLL(None, use_errno=True)
    _enter(libc)
    child = os.fork()
    if child == 0:
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        os.execv(sys.argv[1], sys.argv[1:])
    for number in signal.SIGTERM, signal.SIGINT, signal.SIGHUP:
        signal.signal(number, lambda number, _: os.kill(child, number))
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    sys.exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
