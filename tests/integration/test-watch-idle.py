# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Idle means idle: with many roots that have events, no thread of the service runs.

The test watches for 10 s, or 60 s if PADDOCK_TEST_FULL is 1. The roots have a place of their own. In /tmp
other programs create and remove files, which wakes every program that watches a path through it."""

import contextlib
import os
import time

import filesystems
from harness import Box, equal, wait_until
from peer import Peer
from tap import Skip, run, test

filesystems.enter()

PLACE = "/mnt"
ROOTS = 1000
SECONDS = 60 if os.environ.get("PADDOCK_TEST_FULL") == "1" else 10


def switches(pid):
    """thread id -> how often it started and stopped running"""
    counts = {}
    for thread in os.listdir("/proc/%d/task" % pid):
        # The thread may end meanwhile.
        with (contextlib.suppress(OSError),
              open("/proc/%d/task/%s/status" % (pid, thread), encoding="ascii") as stream):
            counts[thread] = sum(int(line.split()[1]) for line in stream
                                 if "ctxt_switches" in line)
    return counts


def wait_quiet(pid):
    """Threads of the file pool end after some idle time. And the signals about a thousand roots must be
    written first."""
    def names():
        for thread in os.listdir("/proc/%d/task" % pid):
            with (contextlib.suppress(OSError),
                  open("/proc/%d/task/%s/comm" % (pid, thread), encoding="ascii") as stream):
                yield stream.read().strip()

    def is_quiet():
        before = switches(pid)
        time.sleep(1)
        return switches(pid) == before

    wait_until(lambda: not any(name.startswith("paddock-file") for name in names()),
               "the end of the pool's threads", 60)
    wait_until(is_quiet, "a second in which nothing runs", 60)


@test
def idle():
    """a thousand roots that events cover, and a session: no thread runs"""
    if not os.path.isdir(PLACE):
        raise Skip("there is no directory %s to mount something quiet at" % PLACE)
    with Box() as box:
        filesystems.Tmpfs(box, PLACE)
        box.serve()
        control = box.control()
        paths = [os.path.join(PLACE, "number-%03d" % number) for number in range(ROOTS)]
        for path in paths:
            os.mkdir(path)
        ids = []
        for start in range(0, ROOTS, 100):
            ids += control.add(*paths[start:start + 100])
        peer = Peer(box.socket, name="alpha").wait_ready()
        peer.roots()
        control.grant(control.server("alpha")["id"], *ids)
        peer.await_notice(1)
        wait_until(lambda: len(peer.uris()) == ROOTS, "all roots", 30)
        wait_until(lambda: all(root["has-events"] for root in control.call("ListRoots")), "events",
                   30)

        pid = box.service.process.pid
        wait_quiet(pid)
        before = switches(pid)
        time.sleep(SECONDS)
        equal(switches(pid), before, "context switches")

        # It was asleep, and not dead.
        os.rmdir(paths[ROOTS // 2])
        wait_until(lambda: len(peer.uris()) == ROOTS - 1, "one less")
        peer.close()


run()
