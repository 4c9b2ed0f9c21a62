# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A file system that does not answer only delays its own roots."""

import os
import signal
import time

import filesystems
from harness import PATIENCE, Box, equal, wait_until
from peer import Peer, PeerProcess
from tap import run, test
from watch_table import POLL

Box.rows_may_repeat = True  # peers of this test ask as often as they can

filesystems.enter()

HANG = 5  # s; the documented time after which a root that does not answer is withdrawn
USUAL = 3  # s in which a change on a disk is announced: less than the time-out, and less than a poll
BUSY = 5  # s that a busy machine may add


class Hanging:
    """Three roots on FUSE and two on the disk, shared with one server."""

    def __init__(self, box):
        self.box = box
        self.below = filesystems.Tmpfs(box, os.path.join(box.directory, "below")).point
        self.point = os.path.join(box.home, "fuse")
        self.mirror = filesystems.Mirror(box, self.below, self.point)
        self.slow = [self._make(os.path.join(self.point, "number-%d" % n)) for n in range(3)]
        self.disk = [box.folder("disk", "number-%d" % n) for n in range(2)]
        box.serve()
        self.control = box.control()
        self.ids = self.control.add(*self.slow, *self.disk)
        self.peer = Peer(box.socket, name="alpha").wait_ready()
        self.peer.roots()
        self.control.grant(self.control.server("alpha")["id"], *self.ids)
        self.wait_list(5)

    @staticmethod
    def _make(path):
        os.mkdir(path)
        return path

    def wait_list(self, count):
        wait_until(lambda: len(self.peer.uris()) == count, "%d roots in the list" % count)

    def statuses(self):
        return [root["status"] for root in self.control.call("ListRoots")]

    def wait_withdrawn(self):
        wait_until(lambda: self.statuses()[:3] == ["unreadable"] * 3, "unreadable")
        self.wait_list(len(self.disk))


@test
def others_go_on():
    """a deleted root on disk is announced in the usual time, and another's 100 requests are answered"""
    with Box() as box:
        hanging = Hanging(box)
        other = PeerProcess(box, "other").wait_ready()
        other.roots()
        hanging.mirror.hang()
        hanging.mirror.wait_asked()
        before = hanging.peer.notices()
        started = time.monotonic()
        os.rmdir(hanging.disk[0])
        hanging.peer.await_notice(before + 1)
        took = hanging.peer.notice_times()[before] - started
        assert took < USUAL * PATIENCE, "told after %.2f s" % took
        equal(box.root(hanging.disk[0])["status"], "missing", "status")
        started = time.monotonic()
        for _ in range(100):
            equal(other.roots(), [], "another server's list")
        took = time.monotonic() - started
        assert took < 2 * PATIENCE, "100 requests took %.2f s" % took
        hanging.mirror.go_on()
        hanging.peer.close()


@test
def withdrawn_and_back():
    """a root that hangs stays for a while, is then withdrawn with a reason, and comes back"""
    with Box() as box:
        hanging = Hanging(box)
        before = hanging.peer.notices()
        started = time.monotonic()
        hanging.mirror.hang()
        hanging.peer.await_notice(before + 1)
        took = hanging.peer.notice_times()[before] - started
        assert HANG - 1.5 < took < (HANG + POLL + BUSY) * PATIENCE, "withdrawn after %.1f s" % took
        hanging.wait_withdrawn()
        reasons = [entry["reason"] for entry in box.log("root-withdrawn")]
        equal(reasons, ["unreadable"] * 3, "reasons in the journal")
        hanging.mirror.go_on()
        hanging.wait_list(5)
        equal(hanging.statuses(), ["available"] * 5, "statuses")
        equal(len(box.log("root-returned")), 3, "roots that returned")
        hanging.peer.close()


@test
def short_hang():
    """a root that hangs for a moment is not withdrawn"""
    with Box() as box:
        hanging = Hanging(box)
        before = hanging.peer.notices()
        for _ in range(3):
            hanging.mirror.hang()
            hanging.mirror.wait_asked()
            time.sleep(HANG / 2)
            hanging.mirror.go_on()
            hanging.mirror.wait_quiet()
        equal(hanging.peer.notices(), before, "notices")
        equal(box.log("root-withdrawn"), [], "the journal")
        hanging.peer.close()


@test
def mounted_anew():
    """a root that hung, was unmounted by force and mounted again is available again"""
    with Box() as box:
        hanging = Hanging(box)
        hanging.mirror.hang()
        hanging.wait_withdrawn()
        hanging.mirror.detach()
        fresh = filesystems.Mirror(box, hanging.below, hanging.point)
        hanging.wait_list(5)
        fresh.unmount()
        hanging.wait_list(2)
        hanging.peer.close()


@test
def dies():
    """a file system whose program died is unreadable until it is mounted again"""
    with Box() as box:
        hanging = Hanging(box)
        hanging.mirror.abandon()
        hanging.wait_withdrawn()
        hanging.mirror.detach()
        filesystems.Mirror(box, hanging.below, hanging.point)
        hanging.wait_list(5)
        hanging.peer.close()


@test
def start_and_end():
    """the service starts and ends while a root hangs, and serves the others"""
    with Box() as box:
        box.ignore_leaks()
        hanging = Hanging(box)
        hanging.peer.close()
        hanging.mirror.hang()
        hanging.mirror.wait_asked()
        started = time.monotonic()
        box.service.stop()
        took = time.monotonic() - started
        assert took < 3 * PATIENCE, "it took %.1f s to end" % took
        started = time.monotonic()
        box.serve()
        took = time.monotonic() - started
        assert took < 8 * PATIENCE, "it took %.1f s to start" % took
        hanging.peer = Peer(box.socket, name="alpha").wait_ready()
        hanging.wait_list(2)
        hanging.wait_withdrawn()
        hanging.mirror.go_on()
        hanging.wait_list(5)
        hanging.peer.close()


@test
def adding():
    """a folder that hangs cannot be added, which is reported; others can be added meanwhile"""
    with Box() as box:
        hanging = Hanging(box)
        more = [hanging._make(os.path.join(hanging.point, "more-%d" % n)) for n in range(4)]
        hanging.mirror.hang()
        waiting = [box.start("add", path) for path in more]
        time.sleep(0.5)
        hanging.control.add(box.folder("disk", "another"))
        assert any(process.poll() is None for process in waiting), "it waited for what hangs"
        for process in waiting:
            _, errors = process.communicate(timeout=20 * PATIENCE)
            equal(process.returncode, 1, "exit status")
            assert b"answer" in errors or b"respond" in errors, errors
        hanging.mirror.go_on()
        box.paddock("add", *more)
        hanging.peer.close()


@test
def unmounting():
    """the service lets a hanging file system be unmounted as soon as it answers"""
    with Box() as box:
        hanging = Hanging(box)
        hanging.mirror.hang()
        hanging.wait_withdrawn()
        hanging.mirror.go_on()
        hanging.wait_list(5)
        hanging.mirror.unmount()
        hanging.wait_list(2)
        equal(hanging.statuses()[:3], ["missing"] * 3, "statuses")
        hanging.peer.close()


@test
def killed():
    """the service can be killed while it hangs"""
    with Box() as box:
        hanging = Hanging(box)
        hanging.mirror.hang()
        hanging.wait_withdrawn()
        box.service.process.send_signal(signal.SIGKILL)
        equal(box.service.wait_end(), -signal.SIGKILL, "status")
        hanging.peer.close()


run(at_once=6)
