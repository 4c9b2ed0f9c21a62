# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The user shares a host's folders that are on a file system that does not answer."""

import os
import time

from gi.repository import GLib

import filesystems
from agent import Agent
from harness import Box, equal, wait_until
from puppet import Run
from tap import run, test

filesystems.enter()

AT_ONCE = 2  # s; far less than the time-out for a file system, even on a busy machine


@test
def nobody_waits():
    """the server is answered at once; folders that hang are left out, reported, and come back"""
    with Box() as box:
        below = filesystems.Tmpfs(box, os.path.join(box.directory, "below")).point
        mirror = filesystems.Mirror(box, below, os.path.join(box.home, "fuse"))
        os.mkdir(os.path.join(mirror.point, "slow"))
        slow = "file://" + os.path.join(mirror.point, "slow")
        disk = "file://" + box.folder("disk")
        granted = "file://" + box.folder("granted")
        box.serve()
        agent = Agent(box)
        root = agent.add(box.folder("granted"))[0]
        launch = Run(box, name="reader").handshake(roots=True)
        numbers = iter(range(1, 10000))
        equal(launch.roots(next(numbers)), [], "before the decision")
        server = wait_until(lambda: agent.call("ListServers"), "the server")[0]["id"]
        agent.grant(server, root)
        agent.call("SetServerChoices", server, {"share-host-roots": GLib.Variant("b", True)})
        asked = wait_until(lambda: launch.host.method("roots/list"), "the question")[0]
        launch.host.send({"jsonrpc": "2.0", "id": asked["id"],
                          "result": {"roots": [{"uri": slow}, {"uri": disk}]}})
        wait_until(lambda: launch.uris(next(numbers)) == [granted, slow, disk], "all")

        mirror.hang()
        told = launch.notices()
        for _ in range(20):
            started = time.monotonic()
            equal(launch.uris(next(numbers)), [granted, slow, disk], "as it was found last")
            assert time.monotonic() - started < AT_ONCE
        launch.wait_notices(told + 1)
        equal(launch.uris(next(numbers)), [granted, disk], "without what hangs")
        mirror.go_on()
        wait_until(lambda: launch.uris(next(numbers)) == [granted, slow, disk], "it is back")


@test
def intersect():
    """with --host-roots=intersect, too: a folder that hangs narrows the list to what is left"""
    with Box() as box:
        below = filesystems.Tmpfs(box, os.path.join(box.directory, "below")).point
        mirror = filesystems.Mirror(box, below, os.path.join(box.home, "fuse"))
        os.mkdir(os.path.join(mirror.point, "slow"))
        link = os.path.join(box.home, "link")
        os.symlink(box.folder("granted", "behind"), os.path.join(mirror.point, "slow", "way"))
        os.symlink(os.path.join(mirror.point, "slow", "way"), link)
        granted = box.folder("granted")
        behind = "file://" + box.folder("granted", "behind")
        disk = "file://" + box.folder("granted", "disk")
        box.serve("--consent=allow", "--share", granted)
        launch = Run(box, "--host-roots=intersect", name="reader").handshake(roots=True)
        numbers = iter(range(1, 10000))
        equal(launch.roots(next(numbers)), [], "before the host said anything")
        asked = wait_until(lambda: launch.host.method("roots/list"), "the question")[0]
        launch.host.send({"jsonrpc": "2.0", "id": asked["id"],
                          "result": {"roots": [{"uri": "file://" + link}, {"uri": disk}]}})
        wait_until(lambda: launch.uris(next(numbers)) == [behind, disk], "both")

        mirror.hang()
        told = launch.notices()
        for _ in range(20):
            started = time.monotonic()
            equal(launch.uris(next(numbers)), [behind, disk], "as it was found last")
            assert time.monotonic() - started < AT_ONCE
        launch.wait_notices(told + 1)
        equal(launch.uris(next(numbers)), [disk], "without what hangs")
        mirror.go_on()
        wait_until(lambda: launch.uris(next(numbers)) == [behind, disk], "it is back")


run()
