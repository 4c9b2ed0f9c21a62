# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A removable disk: it is mounted, shared with a server that lists after every notice, and removed."""

import os
import time

import filesystems
from harness import Failure, equal, stays, wait_until
from peer import PeerProcess


class Stick:
    """A disk that can be mounted at one point, and another of the same kind."""

    has_events = True

    def __init__(self, box):
        self.box = box
        self.point = box.folder("stick")
        self.mounted = None

    def plug(self, is_other=False):
        self.mounted = self.mount(is_other)

    def unplug(self):
        self.mounted.unmount()


class OnTmpfs(Stick):
    """It stays mounted elsewhere: an unmounted tmpfs is gone."""

    def __init__(self, box):
        super().__init__(box)
        self.kept = []
        # Two that are made in the same way at the same moment would have the same numbers.
        for number in range(2):
            directory = os.path.join(box.directory, "kept-%d" % number)
            self.kept.append(filesystems.Tmpfs(box, directory).point)
            time.sleep(0.1)
            for name in ["filler", "project"][1 - number:]:
                os.mkdir(os.path.join(directory, name))

    def mount(self, is_other):
        return filesystems.Bind(self.box, self.kept[is_other], self.point)


class OnFuse(OnTmpfs):
    has_events = False

    def mount(self, is_other):
        return filesystems.Mirror(self.box, self.kept[is_other], self.point,
                                  "host-%d:/" % is_other)


class OnDisk(Stick):
    """ext4, each with a UUID of its own."""

    def __init__(self, box):
        super().__init__(box)
        self.images = [filesystems.Loop.make_image(os.path.join(box.directory, "image-%d" % n))
                       for n in range(2)]
        for number in range(2):
            self.plug(number)
            os.mkdir(os.path.join(self.point, "project"))
            self.unplug()

    def mount(self, is_other):
        return filesystems.Loop(self.box, self.images[is_other], self.point)


class Shared:
    def __init__(self, box, stick, path):
        stick.plug()
        box.serve()
        self.box = box
        self.stick = stick
        self.path = path
        self.lists = []
        self.uri = box.add(path)["uri"]
        self.peer = PeerProcess(box, "alpha", relist=True).wait_ready()
        self.peer.roots()
        box.paddock("grant", "alpha", path)
        self.expect("available", [self.uri])
        equal(box.control().call("ListRoots")[0]["has-events"], stick.has_events, "has-events")

    def expect(self, status, *lists):
        """lists: those after each notice that comes now"""
        self.lists += lists
        try:
            wait_until(lambda: self.peer.relisted() == self.lists, "the lists")
            wait_until(lambda: self.status() == status, status)
        except Failure as failure:
            raise Failure("%s: %r, expected %r; %s" % (failure, self.peer.relisted(), self.lists,
                                                       self.status())) from None
        stays(lambda: self.peer.relisted() == self.lists, "the lists")

    def status(self):
        return self.box.control().call("ListRoots")[0]["status"]


def path_on(stick, name):
    """name: of the root below the mount point, or "" for the mount point itself."""
    return os.path.join(stick.point, name).rstrip("/")


def come_and_go(box, stick, name):
    """Unmounted is missing, mounted again available, another file system replaced."""
    shared = Shared(box, stick, path_on(stick, name))
    stick.unplug()
    shared.expect("missing", [])
    stick.plug()
    shared.expect("available", [shared.uri])
    stick.unplug()
    shared.expect("missing", [])
    stick.plug(is_other=True)
    shared.expect("replaced")
    stick.unplug()
    shared.expect("missing")
    stick.plug()
    shared.expect("available", [shared.uri])
