# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Mounts that come and go while what lies on them is shared: the root below the mount point, and the
root that is the mount point. Unmounting succeeds: the service keeps nothing open."""

import errno
import os
import subprocess

import filesystems
from harness import Box, Failure, equal, stays, wait_until
from peer import PeerProcess
from tap import cases, run, test

filesystems.enter()


class Stick:
    """Something that can be mounted at one point, and another of its kind."""

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
    """Kept alive elsewhere: a tmpfs that is unmounted is no more."""

    def __init__(self, box):
        super().__init__(box)
        self.kept = [filesystems.Tmpfs(box, os.path.join(box.directory, "kept-%d" % n)).point
                     for n in range(2)]
        for number, directory in enumerate(self.kept):
            # Two that were made in the same way at the same moment would be alike in all numbers.
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

    def unplug(self):
        """It is not busy, but for the moment in which somebody looks."""
        def is_unplugged():
            try:
                self.stick.unplug()
            except OSError as problem:
                if problem.errno != errno.EBUSY:
                    raise
                return False
            return True
        wait_until(is_unplugged, "what is shared to be unmounted", 0.5)


_KINDS = [("tmpfs", OnTmpfs), ("FUSE", OnFuse), ("ext4", OnDisk)]
_PLACES = [("below the mount point", "project"), ("the mount point itself", "")]
_TABLE = [(kind, make, place, name) for kind, make in _KINDS for place, name in _PLACES]


def _label(kind, _make, place, _name):
    return "%s, %s" % (kind, place)


def _path(stick, name):
    return os.path.join(stick.point, name).rstrip("/")


@cases(_TABLE, _label)
def unmounted_and_back(_kind, make, _place, name):
    """unmounted is missing, mounted again available, another file system replaced"""
    with Box() as box:
        stick = make(box)
        stick.plug()
        shared = Shared(box, stick, _path(stick, name))
        shared.unplug()
        shared.expect("missing", [])
        stick.plug()
        shared.expect("available", [shared.uri])
        shared.unplug()
        shared.expect("missing", [])
        stick.plug(is_other=True)
        shared.expect("replaced")
        shared.unplug()
        shared.expect("missing")
        stick.plug()
        shared.expect("available", [shared.uri])


@cases(_TABLE, _label)
def away_while_no_service(_kind, make, _place, name):
    """unmounted while no service ran is missing at the start, and returns"""
    with Box() as box:
        stick = make(box)
        stick.plug()
        service = box.serve()
        path = _path(stick, name)
        box.add(path)
        service.stop()
        stick.unplug()
        box.serve()
        wait_until(lambda: box.root(path)["status"] == "missing", "missing")
        # A folder that somebody makes in the empty mount point is not what was there.
        if name:
            os.mkdir(path)
            wait_until(lambda: box.root(path)["status"] == "missing", "missing")
            os.rmdir(path)
        stick.plug()
        wait_until(lambda: box.root(path)["status"] == "available", "available")
        stick.unplug()


@test
def covered():
    """another file system mounted over what is shared, and away again"""
    with Box() as box:
        stick = OnTmpfs(box)
        stick.plug()
        shared = Shared(box, stick, _path(stick, "project"))
        over = filesystems.Tmpfs(box, stick.point)
        shared.expect("missing", [])
        over.unmount()
        shared.expect("available", [shared.uri])
        over = filesystems.Tmpfs(box, shared.path)
        shared.expect("replaced", [])
        over.unmount()
        shared.expect("available", [shared.uri])
        shared.unplug()


@test
def busy():
    """what somebody else keeps busy stays available; detached, it is missing"""
    with Box() as box:
        stick = OnTmpfs(box)
        stick.plug()
        shared = Shared(box, stick, _path(stick, "project"))
        with subprocess.Popen(["sleep", "60"], cwd=shared.path) as user:
            try:
                try:
                    stick.unplug()
                    raise Failure("it was not busy")
                except OSError as problem:
                    equal(problem.errno, errno.EBUSY, "the error")
                shared.expect("available")
                stick.mounted.detach()
                shared.expect("missing", [])
            finally:
                user.kill()


@test
def quick_remount():
    """unmounted and mounted again at once is told at most once, and available"""
    with Box() as box:
        stick = OnTmpfs(box)
        stick.plug()
        shared = Shared(box, stick, _path(stick, "project"))
        shared.unplug()
        stick.plug()
        wait_until(lambda: shared.status() == "available", "available")
        stays(lambda: shared.status() == "available", "available")
        assert shared.peer.relisted() in ([[shared.uri]], [[shared.uri], [], [shared.uri]])
        os.rmdir(shared.path)
        wait_until(lambda: shared.peer.relisted()[-1] == [], "the empty list")
        shared.unplug()


@test
def many_unmounts():
    """fifty times unmounted while it is shared: never busy"""
    with Box() as box:
        stick = OnTmpfs(box)
        stick.plug()
        shared = Shared(box, stick, _path(stick, "project"))
        for _ in range(50):
            shared.unplug()
            stick.plug()
            wait_until(lambda: shared.status() == "available", "available")
        shared.unplug()


@test
def elsewhere():
    """mounts that come and go elsewhere are told to nobody"""
    with Box() as box:
        stick = OnTmpfs(box)
        stick.plug()
        shared = Shared(box, stick, _path(stick, "project"))
        for number in range(20):
            filesystems.Tmpfs(box, box.folder("other-%d" % number)).unmount()
        shared.expect("available")
        shared.unplug()


run()
