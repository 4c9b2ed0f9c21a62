# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The main job by the command line alone: share a folder, be asked, be obeyed."""

import os
import shutil

from harness import Box, equal, wait_until
from peer import PeerProcess
from tap import run, test


def uri(path):
    return "file://" + path


def decided(box, name, decision):
    return wait_until(lambda: [one for one in box.json("servers")
                               if one["name"] == name and one["decision"] == decision],
                      "server %s %s" % (name, decision))[0]


@test
def main_job():
    """a server asks, gets what was granted, and hears of every change"""
    with Box() as box:
        box.serve()
        photos = box.folder("Photos")
        notes = box.folder("Notes")
        root = box.add(photos)
        box.add("--name", "My notes", notes)
        equal(root["uri"], uri(photos), "uri")
        equal(root["status"], "available", "status")

        peer = PeerProcess(box, "alpha").wait_ready()
        equal(peer.roots(), [], "the answer before a decision")
        server = decided(box, "alpha", "undecided")
        equal(server["roots"], [], "roots before a decision")
        session, = server["sessions"]
        equal(session["pid"], peer.pid, "pid")
        equal(session["exe"], os.path.realpath("/usr/bin/python3"), "exe")
        equal(session["protocolVersion"], "2025-11-25", "version")

        box.paddock("grant", server["id"], photos)
        peer.wait_notices(1)
        equal(peer.roots(), [{"uri": uri(photos)}], "the list after the grant")
        server = decided(box, "alpha", "allowed")
        equal(server["roots"], [uri(photos)], "roots as servers shows them")

        # In the order in which they were added, not granted. A name is sent if there is one.
        box.paddock("grant", "alpha", uri(notes))
        peer.wait_notices(2)
        equal(peer.roots(), [{"uri": uri(photos)}, {"uri": uri(notes), "name": "My notes"}], "list")

        box.paddock("revoke", "alpha", root["id"])
        peer.wait_notices(3)
        equal(peer.uris(), [uri(notes)], "the list after revoking")

        shutil.rmtree(notes)
        peer.wait_notices(4)
        equal(peer.uris(), [], "the list without the folder")
        equal(box.root(notes)["status"], "missing", "status")

        os.mkdir(notes)
        peer.wait_notices(5)
        equal(peer.uris(), [uri(notes)], "the list with the folder back")
        equal(box.root(notes)["status"], "available", "status")

        box.paddock("remove", notes)
        peer.wait_notices(6)
        equal(peer.uris(), [], "the list after removal")
        equal([one["path"] for one in box.json("list")], [photos], "what is left")


@test
def new_root_is_seen_by_nobody():
    """a folder that is added later is not seen by decided servers, and they get no notice"""
    with Box() as box:
        box.serve()
        first = box.folder("First")
        box.add(first)
        peer = PeerProcess(box, "alpha").wait_ready()
        peer.roots()
        box.paddock("grant", "alpha", first)
        peer.wait_notices(1)
        equal(peer.uris(), [uri(first)], "list")
        box.add(box.folder("Second"))
        peer.wait_notices(1)
        equal(peer.uris(), [uri(first)], "list")


@test
def servers_see_their_own():
    """two servers each see exactly their own grants"""
    with Box() as box:
        box.serve()
        one, two = box.folder("one"), box.folder("two")
        box.add(one)
        box.add(two)
        alpha = PeerProcess(box, "alpha", ["a"]).wait_ready()
        beta = PeerProcess(box, "beta", ["b"]).wait_ready()
        equal(alpha.uris() + beta.uris(), [], "lists")
        box.paddock("grant", "alpha", one)
        alpha.await_notice(1)
        box.paddock("grant", "beta", two)
        beta.wait_notices(1)
        alpha.wait_notices(1)
        equal(alpha.uris(), [uri(one)], "alpha's list")
        equal(beta.uris(), [uri(two)], "beta's list")
        box.paddock("revoke", "alpha")
        alpha.wait_notices(2)
        beta.wait_notices(1)
        equal(alpha.uris(), [], "alpha's list")
        equal(beta.uris(), [uri(two)], "beta's list")


@test
def file_root():
    """a file can be shared, and survives being replaced by rename"""
    with Box() as box:
        box.serve()
        path = box.file("Documents", "plan.txt")
        equal(box.add(path)["kind"], "file", "kind")
        peer = PeerProcess(box, "alpha").wait_ready()
        peer.roots()
        box.paddock("grant", "alpha", path)
        peer.wait_notices(1)
        equal(peer.uris(), [uri(path)], "list")
        fresh = box.file("Documents", ".plan.txt.new")
        os.rename(fresh, path)
        peer.wait_notices(1)
        equal(peer.uris(), [uri(path)], "list")
        equal(box.root(path)["status"], "available", "status")


@test
def strange_names():
    """names with spaces, per cent, umlauts and bytes that are not UTF-8 arrive in the URI"""
    with Box() as box:
        box.serve()
        table = [(b"My Project", "My%20Project"), (b"100% #1?", "100%25%20%231%3F"),
                 ("Größe".encode(), "Gr%C3%B6%C3%9Fe"), (b"bad\xff", "bad%FF"),
                 (b"semi;colon", None), (b"new\nline", "new%0Aline")]
        expected = []
        for name, encoded in table:
            path = os.path.join(os.fsencode(box.home), name)
            os.mkdir(path)
            box.paddock("add", path)
            expected.append(encoded and uri(box.home + "/" + encoded))
        listed = [root["uri"] for root in box.json("list")]
        for got, wanted in zip(listed, expected):
            if wanted is not None:
                equal(got, wanted, "uri")
        peer = PeerProcess(box, "alpha").wait_ready()
        peer.roots()
        box.paddock("grant", "alpha", *listed)
        peer.wait_notices(1)
        equal(peer.uris(), listed, "list")


run()
