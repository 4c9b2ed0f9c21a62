# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""inotify's limits: watches and instances that run out and come back, and a queue that overflows. What the
kernel does not report is found by polling, and the window's row says so."""

import os
import signal
import time

import filesystems
from harness import Box, Failure, equal, wait_until
from peer import Peer
from tap import cases, run, test

filesystems.enter(own_users=True)

PLENTY = 100000
PROMISED = 5  # s in which a change of a polled root is noticed


class Folders:
    """A few folders, shared with a server that has listed them."""

    def __init__(self, box, count):
        box.serve()
        self.box = box
        self.control = box.control()
        self.paths = [box.folder("folders", "number-%d" % number) for number in range(count)]
        self.ids = self.control.add(*self.paths)
        self.peer = Peer(box.socket, name="alpha").wait_ready()
        self.peer.roots()
        self.control.grant(self.control.server("alpha")["id"], *self.ids)
        self.peer.await_notice(1)
        equal(len(self.peer.uris()), count, "roots in the list")

    def with_events(self):
        return sum(root["has-events"] for root in self.control.call("ListRoots"))

    def delete(self, number):
        """Returns the seconds until the notice."""
        left = len(self.peer.uris()) - 1
        before = self.peer.notices()
        started = time.monotonic()
        os.rmdir(self.paths[number])
        wait_until(lambda: self.peer.notices() > before, "a notice")
        equal(len(self.peer.uris()), left, "roots in the list")
        return self.peer.notice_times()[before] - started


@cases([("max_inotify_watches",), ("max_inotify_instances",)], lambda name: name)
def gone_and_back(name):
    """with none left roots are polled, and get events again when there are some"""
    with Box() as box:
        filesystems.limit(name, 0)
        try:
            folders = Folders(box, 3)
            equal(folders.with_events(), 0, "roots with events")
            folders.delete(0)
        finally:
            filesystems.limit(name, PLENTY)
        wait_until(lambda: folders.with_events() == 3, "events")
        folders.delete(1)
        folders.peer.close()


@test
def in_time():
    """changes of polled roots are noticed within 5 s"""
    with Box() as box:
        filesystems.limit("max_inotify_watches", 0)
        try:
            folders = Folders(box, 4)
            # A notice comes with a poll. A deletion right after it waits for a whole period.
            folders.delete(0)
            times = []
            while not times or times[-1] > PROMISED:
                if len(times) == 3:  # a busy machine may be late, but not each time
                    raise Failure("told after %r s" % times)
                times.append(folders.delete(1 + len(times)))
        finally:
            filesystems.limit("max_inotify_watches", PLENTY)
        folders.peer.close()


@test
def not_enough_for_all():
    """with watches for some roots only the others are polled, and all are noticed"""
    with Box() as box:
        depth = os.path.join(box.home, "folders", "x").count("/")
        filesystems.limit("max_inotify_watches", depth + 3)  # the session bus needs some, too
        try:
            folders = Folders(box, 4)
            assert 0 < folders.with_events() < 4, folders.with_events()
            for number in range(4):
                folders.delete(number)
        finally:
            filesystems.limit("max_inotify_watches", PLENTY)
        folders.peer.close()


@test
def overflow():
    """after more events than the kernel keeps every root is looked at"""
    with open("/proc/sys/fs/inotify/max_queued_events", encoding="ascii") as stream:
        queue = int(stream.read())
    with Box() as box:
        folders = Folders(box, 2)
        equal(folders.with_events(), 2, "roots with events")
        process = box.service.process
        process.send_signal(signal.SIGSTOP)
        try:
            # The kernel merges equal events in a row.
            names = [box.folder("folders", "one"), box.folder("folders", "two")]
            for number in range(queue + 2):
                os.chmod(names[number % 2], 0o700)
            os.rmdir(folders.paths[0])
        finally:
            process.send_signal(signal.SIGCONT)
        folders.peer.await_notice(2)
        equal(len(folders.peer.uris()), 1, "roots in the list")
        equal(folders.with_events(), 2, "roots with events")
        folders.peer.close()


@test
def writes_nothing():
    """proving that events arrive leaves no trace in the folders"""
    with Box() as box:
        folder = box.folder("folders", "number-0")
        before = os.stat(folder), os.stat(os.path.dirname(folder)), os.stat(box.home)
        folders = Folders(box, 1)
        equal(folders.with_events(), 1, "roots with events")
        after = os.stat(folder), os.stat(os.path.dirname(folder)), os.stat(box.home)
        equal([one.st_ctime_ns for one in after], [one.st_ctime_ns for one in before], "changes")
        folders.peer.close()


run()
