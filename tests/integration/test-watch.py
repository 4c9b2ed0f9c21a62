# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Folders that disappear, move, lose their permission, are replaced and return. The real service withdraws
them, tells the server, and says so in the list. Runs as an ordinary user, because root ignores
permissions."""

import os
import shutil
import time

from harness import Box, become_unprivileged, equal, wait_until
from peer import Peer
from tap import cases, run, test

become_unprivileged()


class Shared:
    """A folder two levels below the home, shared with a server that has read the list."""

    def __init__(self, box):
        box.serve()
        self.box = box
        self.path = box.folder("work", "project")
        self.uri = box.add(self.path)["uri"]
        self.peer = Peer(box.socket, name="alpha").wait_ready()
        self.peer.roots()
        box.paddock("grant", box.server("alpha")["id"], self.path)
        self.peer.wait_notices(1)
        equal(self.peer.uris(), [self.uri], "list")

    def expect(self, status, notices):
        self.peer.await_notice(notices)
        wait_until(lambda: self.box.root(self.path)["status"] == status, status)
        self.peer.wait_notices(notices)
        equal(self.peer.uris(), [self.uri] if status == "available" else [], "list")


def _work(shared, name=""):
    return os.path.join(shared.box.home, "work" + name)


def delete(shared):
    shutil.rmtree(shared.path)


def make_again(shared):
    os.makedirs(shared.path)


def rename(shared):
    os.rename(shared.path, shared.path + "-moved")


def rename_back(shared):
    os.rename(shared.path + "-moved", shared.path)


def rename_above(shared):
    os.rename(_work(shared), _work(shared, "-moved"))


def rename_above_back(shared):
    os.rename(_work(shared, "-moved"), _work(shared))


def delete_above(shared):
    shutil.rmtree(_work(shared))


def lock(shared):
    os.chmod(shared.path, 0)


def unlock(shared):
    os.chmod(shared.path, 0o755)


def lock_above(shared):
    os.chmod(_work(shared), 0)


def unlock_above(shared):
    os.chmod(_work(shared), 0o755)


def file_instead(shared):
    os.rmdir(shared.path)
    with open(shared.path, "w", encoding="utf-8"):
        pass


def folder_again(shared):
    os.unlink(shared.path)
    os.mkdir(shared.path)


def link_instead(shared):
    os.rename(shared.path, shared.path + "-moved")
    os.symlink(shared.path + "-moved", shared.path)


def link_away(shared):
    os.unlink(shared.path)
    os.rename(shared.path + "-moved", shared.path)


def link_above(shared):
    os.rename(_work(shared), _work(shared, "-moved"))
    os.symlink(_work(shared, "-moved"), _work(shared))


def link_above_away(shared):
    os.unlink(_work(shared))
    os.rename(_work(shared, "-moved"), _work(shared))


def older_folder_instead(shared):
    shutil.rmtree(shared.path)
    os.rename(shared.older, shared.path)


@cases([
    ("deleted", delete, "missing", make_again),
    ("renamed", rename, "missing", rename_back),
    ("a folder above renamed", rename_above, "missing", rename_above_back),
    ("a folder above deleted", delete_above, "missing", make_again),
    ("no permission", lock, "unreadable", unlock),
    ("no permission above", lock_above, "unreadable", unlock_above),
    ("a file instead", file_instead, "replaced", folder_again),
    ("a link instead", link_instead, "replaced", link_away),
    ("a link above", link_above, "replaced", link_above_away),
], lambda name, *_: name)
def comes_and_goes(_name, leave, status, come_back):
    """a root is withdrawn and announced, and comes back and is announced:"""
    with Box() as box:
        shared = Shared(box)
        leave(shared)
        shared.expect(status, 2)
        come_back(shared)
        shared.expect("available", 3)
        events = [entry["event"] for entry in box.log()]
        assert "root-withdrawn" in events and "root-returned" in events, events
        reasons = [entry["reason"] for entry in box.log("root-withdrawn")]
        assert status in reasons, reasons
        shared.peer.close()


@test
def another_folder_moved_there():
    """another, older folder moved to the path is not the shared one; it waits for the user"""
    with Box() as box:
        older = box.folder("older")
        time.sleep(0.1)  # files made within a few clock ticks count as made at the same time
        shared = Shared(box)
        shared.older = older
        older_folder_instead(shared)
        shared.expect("replaced", 2)
        identifier = box.root(shared.path)["id"]
        from gi.repository import GLib  # pylint: disable=import-outside-toplevel
        box.control().call("ChangeRoot", identifier, {"confirm": GLib.Variant("b", True)})
        shared.expect("available", 3)
        shared.peer.close()


@test
def quick_deletion():
    """a deletion is on the wire soon"""
    with Box() as box:
        shared = Shared(box)
        started = time.monotonic()
        os.rmdir(shared.path)
        shared.peer.await_notice(2)
        took = shared.peer.notice_times()[1] - started
        assert took < 1, took
        shared.peer.close()


@test
def gone_at_the_start():
    """a root that went while no service ran is missing at the next start, and returns"""
    with Box() as box:
        service = box.serve()
        path = box.folder("work", "project")
        box.add(path)
        service.stop()
        shutil.rmtree(os.path.join(box.home, "work"))
        box.serve()
        wait_until(lambda: box.root(path)["status"] == "missing", "missing")
        os.makedirs(path)
        wait_until(lambda: box.root(path)["status"] == "available", "available")


@test
def many_times():
    """twenty times away and back leaves the right state"""
    with Box() as box:
        shared = Shared(box)
        for _ in range(20):
            os.rmdir(shared.path)
            os.mkdir(shared.path)
        wait_until(lambda: box.root(shared.path)["status"] == "available", "available")
        wait_until(lambda: shared.peer.uris() == [shared.uri], "the list")
        os.rmdir(shared.path)
        wait_until(lambda: box.root(shared.path)["status"] == "missing", "missing")
        wait_until(lambda: shared.peer.uris() == [], "the empty list")
        shared.peer.close()


@test
def holds_no_descriptor():
    """the service keeps no descriptor on a shared folder"""
    with Box() as box:
        shared = Shared(box)
        folder = "/proc/%d/fd" % box.service.process.pid
        targets = []
        for name in os.listdir(folder):
            try:
                targets.append(os.readlink(os.path.join(folder, name)))
            except OSError:
                pass
        assert not [target for target in targets if target.startswith(box.home)], targets
        shared.peer.close()


run()
