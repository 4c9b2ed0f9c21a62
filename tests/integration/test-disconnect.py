# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock disconnect`: the session ends now, and nothing is decided; a server that is started by
`paddock run` ends with it, and is not connected again by itself."""

import os

from harness import Box, contains, equal, stays, wait_until
from peer import Peer, PeerProcess
from puppet import Run
from tap import run, test


def sessions(box, name):
    return box.control().server(name)["sessions"]


@test
def dials_in():
    """a server that connected by itself sees the end and its reason; its grants stay, and it may return"""
    with Box() as box:
        box.serve()
        folder = box.folder("project")
        box.add(folder)
        peer = PeerProcess(box, "alpha").wait_ready()
        peer.roots()
        box.paddock("grant", "alpha", folder)
        box.paddock("disconnect", "alpha")
        wait_until(peer.has_ended, "the end of the connection")
        equal(sessions(box, "alpha"), [], "sessions")
        equal(box.server("alpha")["roots"], ["file://" + folder], "what it is granted")
        entry = box.log("server-disconnected")[-1]
        equal((entry["reason"], entry["server"]), ("command-denied", "alpha"), "the journal")
        entry = next(one for one in box.control().call("ListJournal", 0, 0)
                     if one["event"] == "server-disconnected")
        contains(entry["detail"], "paddock (", "who wanted it")
        peer.stop()
        again = PeerProcess(box, "alpha").wait_ready()
        equal(again.uris(), ["file://" + folder], "its list")
        again.stop()


@test
def last_word():
    """the last line says why"""
    with Box() as box:
        box.serve()
        peer = Peer(box.socket, name="alpha").wait_ready()
        box.paddock("disconnect", box.server("alpha")["id"])
        peer.wait_ended()
        last = peer.messages()[-1]
        equal((last["id"], last["error"]["data"]), (None, {"reason": "disconnected"}), "the last line")


@test
def launched():
    """`paddock run` ends its server and itself, and does not connect again; its host may start it again"""
    with Box() as box:
        box.serve()
        folder = box.folder("project")
        box.add(folder)
        one = Run(box, name="reader", slot="one").handshake(roots=True)
        equal(one.roots(1), [], "the first list")
        box.paddock("grant", "reader", folder)
        one.wait_notices(1)
        box.paddock("disconnect", "reader")
        wait_until(lambda: one.process.poll() is not None, "the end of paddock run")
        wait_until(lambda: not os.path.exists("/proc/%d/exe" % one.server_pid), "the end of its server")
        stays(lambda: sessions(box, "reader") == [], "no session", 1)
        equal(len(box.log("server-connected")), 1, "connections")
        two = Run(box, name="reader", slot="one").handshake(roots=True)
        wait_until(lambda: len(sessions(box, "reader")) == 1, "its session")
        equal(two.uris(1), ["file://" + folder], "the list")


@test
def refused():
    """a server that is not connected, or unknown, cannot be disconnected"""
    with Box() as box:
        box.serve()
        peer = PeerProcess(box, "alpha", ["--one"]).wait_ready()
        peer.roots()
        box.add(box.folder("project"))
        box.paddock("grant", "alpha", box.folder("project"))
        peer.stop()
        wait_until(lambda: sessions(box, "alpha") == [], "the end")
        contains(box.paddock("disconnect", "alpha", code=1).err, "not connected", "the reason")
        box.paddock("disconnect", "nobody", code=1)


run()
