# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The lists of the control interface come in pages. A reply stays far below the bus's limit, however long
a list is, and no row is missing or listed twice."""

from harness import Box, contains, equal
from agent import Agent
from peer import PeerProcess
from tap import run, test

BYTES = 512 * 1024
LISTS = ("ListRoots", "ListServers", "ListRequests", "ListNever", "ListJournal")


def walk(control, method, limit, first=()):
    """All pages of a list."""
    pages = []
    after = 0
    while True:
        rows, after = control.page(method, *first, after, limit)
        pages.append(rows)
        if not after:
            return pages


def size(control, method, after):
    """The size of a page's rows in bytes."""
    from gi.repository import Gio, GLib  # pylint: disable=import-outside-toplevel
    from harness import CONTROL, SERVICE_NAME, SERVICE_PATH  # pylint: disable=import-outside-toplevel
    answer = control.connection.call_sync(SERVICE_NAME, SERVICE_PATH, CONTROL, method,
                                          GLib.Variant("(xu)", (after, 0)), None,
                                          Gio.DBusCallFlags.NONE, 30000, None)
    return answer.get_child_value(0).get_size(), answer.get_child_value(1).get_int64()


@test
def more_than_the_bus_takes():
    """more folders than go through the bus at once: every command works on, with all of them"""
    with Box(largest_message=1024 * 1024) as box:
        service = box.serve()
        folders = [box.folder("x" * 200, "y" * 200, "%04d" % number) for number in range(1100)]
        control = box.control()
        for number in range(0, len(folders), 100):
            control.add(*folders[number:number + 100])
        equal([root["path"] for root in box.json("list")], folders, "paddock list")
        equal([bytes(row["path"])[:-1].decode() for row in control.call("ListRoots")], folders,
              "ListRoots")
        after = 0
        while True:
            n_bytes, after = size(control, "ListRoots", after)
            assert n_bytes <= BYTES, n_bytes
            if not after:
                break
        box.paddock("remove", folders[-1])
        equal(len(box.json("list")), len(folders) - 1, "folders after a removal")
        assert len(box.log("root-added")) == len(folders), "paddock log"
        assert service.is_running()


@test
def pages_of_every_list():
    """every list is the same in pages of one row, of two and of as many as fit"""
    with Box() as box:
        box.serve()
        agent = Agent(box)
        agent.add(*[box.folder("f%d" % number) for number in range(5)])
        for name in ("alpha", "beta", "gamma"):
            peer = PeerProcess(box, name, arguments=[name]).wait_ready()
            equal(peer.roots(), [], "list")
        control = box.control()
        for method in LISTS:
            whole, = walk(control, method, 0)
            for limit in (1, 2):
                pages = walk(control, method, limit)
                equal(sum(pages, []), whole, method)
                assert all(len(page) <= limit for page in pages), pages
        found, = walk(control, "SearchJournal", 0, ({},))
        equal(found, control.call("ListJournal", 0, 0), "SearchJournal")
        equal(sum(walk(control, "SearchJournal", 2, ({},)), []), found, "SearchJournal")


@test
def changes_between_pages():
    """rows come and go between two pages: every row that stays is listed once, in order"""
    with Box() as box:
        box.serve()
        control = box.control()
        ids = control.add(*[box.folder("f%d" % number) for number in range(6)])
        first, after = control.page("ListRoots", 0, 3)
        equal([row["id"] for row in first], ids[:3], "the first page")
        # The last listed row, one that was not listed, and one that comes back at the end.
        control.call("RemoveRoots", [ids[2], ids[4]])
        control.call("RemoveRoots", [ids[0]])
        back, new = control.add(box.folder("f0"), box.folder("new"))
        rest, after = control.page("ListRoots", after, 0)
        equal(([row["id"] for row in rest], after), ([ids[3], ids[5], back, new], 0), "the rest")


@test
def strange_numbers():
    """a number that no page ended with, and one of a service before"""
    with Box() as box:
        service = box.serve()
        control = box.control()
        control.add(*[box.folder("f%d" % number) for number in range(3)])
        _, after = control.page("ListRoots", 0, 1)
        for number in (-1, 1, 2 ** 63 - 1, -2 ** 63):
            control.refused("NotFound", "ListRoots", number, 0)
        service.stop()
        box.serve()
        equal(len(control.call("ListRoots")), 3, "folders")
        control.refused("NotFound", "ListRoots", after, 0)


@test
def long_texts():
    """a text that is too long for a row is cut, on the bus alone"""
    with Box() as box:
        box.serve()
        PeerProcess(box, "long", arguments=["a" * 100000]).wait_ready()
        row, = box.control().call("ListServers")
        assert all(len(value) <= 16 * 1024 for _, _, value in row["facts"]), "a long fact"
        contains(box.paddock("servers").out, "python3", "paddock servers")


run()
