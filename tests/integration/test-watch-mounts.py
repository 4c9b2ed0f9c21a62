# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Mounts that come and go while something on them is shared: the root below the mount point, and the root
that is the mount point. Unmounting succeeds, because the service keeps nothing open."""

import errno
import os
import subprocess

import filesystems
from harness import Box, Failure, equal, stays, wait_until
from removable_disk import OnDisk, OnFuse, OnTmpfs, Shared, come_and_go, path_on
from tap import cases, run, test

filesystems.enter()


_KINDS = [("tmpfs", OnTmpfs), ("FUSE", OnFuse), ("ext4", OnDisk)]
_PLACES = [("below the mount point", "project"), ("the mount point itself", "")]
_TABLE = [(kind, make, place, name) for kind, make in _KINDS for place, name in _PLACES]


def _label(kind, _make, place, _name):
    return "%s, %s" % (kind, place)


@cases(_TABLE, _label)
def unmounted_and_back(_kind, make, _place, name):
    """unmounted is missing, mounted again available, another file system replaced"""
    with Box() as box:
        come_and_go(box, make(box), name)


@cases(_TABLE, _label)
def away_while_no_service(_kind, make, _place, name):
    """unmounted while no service ran is missing at the start, and returns"""
    with Box() as box:
        stick = make(box)
        stick.plug()
        service = box.serve()
        path = path_on(stick, name)
        box.add(path)
        service.stop()
        stick.unplug()
        box.serve()
        wait_until(lambda: box.root(path)["status"] == "missing", "missing")
        # A folder that somebody creates in the empty mount point is not the old one.
        if name:
            os.mkdir(path)
            wait_until(lambda: box.root(path)["status"] == "missing", "missing")
            os.rmdir(path)
        stick.plug()
        wait_until(lambda: box.root(path)["status"] == "available", "available")
        stick.unplug()


@test
def covered():
    """another file system is mounted over a root, and unmounted again"""
    with Box() as box:
        stick = OnTmpfs(box)
        shared = Shared(box, stick, path_on(stick, "project"))
        over = filesystems.Tmpfs(box, stick.point)
        shared.expect("missing", [])
        over.unmount()
        shared.expect("available", [shared.uri])
        over = filesystems.Tmpfs(box, shared.path)
        shared.expect("replaced", [])
        over.unmount()
        shared.expect("available", [shared.uri])
        stick.unplug()


@test
def busy():
    """a mount that another program keeps busy stays available; detached, it is missing"""
    with Box() as box:
        stick = OnTmpfs(box)
        shared = Shared(box, stick, path_on(stick, "project"))
        with subprocess.Popen(["sleep", "60"], cwd=shared.path) as user:
            try:
                try:
                    filesystems.unmount(stick.point)
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
    """a quick remount is announced at most once, and the root is available"""
    with Box() as box:
        stick = OnTmpfs(box)
        shared = Shared(box, stick, path_on(stick, "project"))
        stick.unplug()
        stick.plug()
        wait_until(lambda: shared.status() == "available", "available")
        stays(lambda: shared.status() == "available", "available")
        assert shared.peer.relisted() in ([[shared.uri]], [[shared.uri], [], [shared.uri]])
        os.rmdir(shared.path)
        wait_until(lambda: shared.peer.relisted()[-1] == [], "the empty list")
        stick.unplug()


@test
def many_unmounts():
    """fifty times unmounted while it is shared: never busy"""
    with Box() as box:
        stick = OnTmpfs(box)
        shared = Shared(box, stick, path_on(stick, "project"))
        for _ in range(50):
            stick.unplug()
            stick.plug()
            wait_until(lambda: shared.status() == "available", "available")
        stick.unplug()


@test
def elsewhere():
    """mounts that come and go elsewhere are not announced"""
    with Box() as box:
        stick = OnTmpfs(box)
        shared = Shared(box, stick, path_on(stick, "project"))
        for number in range(20):
            filesystems.Tmpfs(box, box.folder("other-%d" % number)).unmount()
        shared.expect("available")
        stick.unplug()


run()
