# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Finds processes that stay when a program is killed. The test becomes the parent of all orphans below it,
like a session's manager, and counts its descendants."""

import ctypes
import os
import time

from harness import PATIENCE, equal

_PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans():
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def descendants_of(pid):
    """All processes below one, without zombies."""
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open("/proc/%s/stat" % name, encoding="utf-8", errors="replace") as stream:
                    fields = stream.read().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] != "Z":
                parents[int(name)] = int(fields[1])
    found, grown = {pid}, True
    while grown:
        new = {one for one, parent in parents.items() if parent in found} - found
        found |= new
        grown = bool(new)
    return found - {pid}


def bury(kept=()):
    """Reaps processes that have ended and are ours now, except those for which another part of the test
    waits."""
    for name in os.listdir("/proc/self/task"):
        try:
            with open("/proc/self/task/%s/children" % name, encoding="ascii") as stream:
                children = stream.read().split()
        except OSError:
            continue    # the thread has ended, and its children are another one's
        for pid in children:
            if int(pid) not in kept:
                os.waitpid(int(pid), os.WNOHANG)


def _command_of(pid):
    try:
        with open("/proc/%d/cmdline" % pid, "rb") as stream:
            return stream.read()
    except OSError:
        return b"?"


def nobody_is_left(but=(), kept=(), seconds=3):
    """Shows that all descendants have ended after this time, except the named ones."""
    deadline = time.monotonic() + seconds * PATIENCE
    while time.monotonic() < deadline and descendants_of(os.getpid()) - set(but):
        bury(kept)
        time.sleep(0.02)
    left = descendants_of(os.getpid()) - set(but)
    equal([_command_of(pid) for pid in left], [], "processes that are left")
