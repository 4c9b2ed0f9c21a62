# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Finds programs under test that use a processor while they should wait, and rows of the journal that
repeat as fast as a program can write them.

The kernel counts how long a thread ran and how long it waited for a processor (/proc/PID/task/*/schedstat).
The sum is what the thread wanted, so it does not depend on what else the machine does."""

import glob
import os
import sqlite3
import time

PROGRAMS = ("paddock", "paddock-service", "paddock-remote", "paddock-gtk", "paddock-host")

MOST_WANTED = 0.2  # of a processor
LOOK = 0.1  # s
LATEST = 3  # s, in which a program at work must come to rest
# How often an event may repeat, whatever the time, and in a second more. Peers of a test that wait for
# something ask now and then, and stay below. Those that ask all the time set rows_may_repeat.
MOST_ROWS = 50
MOST_ROWS_A_SECOND = 10


def _wanted_by(pid):
    """The seconds for which the threads of a process ran or waited for a processor."""
    total = 0
    for path in glob.glob("/proc/%s/task/*/schedstat" % pid):
        try:
            with open(path, encoding="ascii") as stream:
                total += sum(map(int, stream.read().split()[:2]))
        except OSError:
            pass
    return total / 1e9


def look(runtime):
    """When this was, and what each program with this XDG_RUNTIME_DIR wanted until then."""
    mark = b"XDG_RUNTIME_DIR=" + os.fsencode(runtime)
    wanted = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            name = os.path.basename(os.readlink("/proc/%s/exe" % pid))
            if name not in PROGRAMS:
                continue
            with open("/proc/%s/environ" % pid, "rb") as stream:
                if mark in stream.read().split(b"\0"):
                    wanted[pid, name] = _wanted_by(pid)
        except OSError:
            pass
    return time.monotonic(), wanted


def busy_between(before, after):
    """The programs that wanted more than their share between two looks, as text."""
    (began, earlier), (ended, later) = before, after
    shares = {key: (wanted - earlier[key]) / (ended - began)
              for key, wanted in later.items() if key in earlier}
    return ", ".join("%s (%s) %.0f %%" % (name, pid, 100 * share)
                     for (pid, name), share in sorted(shares.items()) if share > MOST_WANTED)


def never_quiet(runtime, patience=1):
    """The programs that do not come to rest, as text; empty if all do."""
    deadline = time.monotonic() + LATEST * patience
    before = look(runtime)
    while before[1]:
        time.sleep(LOOK)
        after = look(runtime)
        busy = busy_between(before, after)
        if not busy:
            return ""
        if time.monotonic() > deadline:
            return busy
        before = after
    return ""


def fast_rows(database):
    """The journal's rows that repeated more often than they may, as text."""
    try:
        with sqlite3.connect("file:%s?mode=ro" % database, uri=True) as connection:
            rows = connection.execute("SELECT event, reason, count, (last - time) / 1e6 FROM journal "
                                      "WHERE count > ?", (MOST_ROWS,)).fetchall()
    except sqlite3.Error:
        return ""  # a test damaged it
    return ", ".join("%s (%s) %d times in %.1f s" % row for row in rows
                     if row[2] > MOST_ROWS + MOST_ROWS_A_SECOND * row[3])
