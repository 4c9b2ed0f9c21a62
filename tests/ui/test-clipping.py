# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Letters with the maximum number of combining marks stay in their row. The pixels above and below the row
are the same, whatever its title is. If PADDOCK_SCREENSHOTS names a directory, pictures are saved there."""

import re

from gi.repository import GLib

import a11y
from desktop import Desktop, require
from harness import Failure, equal, wait_until
from peer import PeerProcess
from screen import Screen
from tap import run, test

require("xdotool")
DIALOG, MAIN = "^Request$", "^Paddock$"
ROWS = "list item", "table row"
# A letter that is high by itself, with high marks on it.
PLAIN, TALL = "\u1ea4" * 12, ("\u1ea4" + "\u030a" * 4) * 12
LINE = 1  # px between two rows
NEAR = 10  # px above and below a row that its marks would reach

desk = Desktop()


class Story:
    """What the steps share."""
    roots = ()
    peer = screen = None


story = Story()


def rename(name):
    desk.control().call("ChangeRoot", story.roots[1], {"name": GLib.Variant("s", name)})


def row_of(window, name):
    """The innermost row that shows the name."""
    def look():
        rows = [row for row in a11y.find_all(window, ROWS)
                if name in a11y.texts(row) and a11y.extents(row).height > 0]
        return min(rows, key=lambda row: a11y.extents(row).height, default=None)
    return wait_until(look, "a row that shows %r" % name)


def edges(window, title, name):
    """The place of its row, and the pixels above and below."""
    row = row_of(window, name)
    # A row under the pointer is highlighted.
    a11y.run("xdotool", "mousemove", "0", "0")
    desk.settle(1)
    place = a11y.extents(row)
    middle, center = desk.position(row, title)
    left, top = middle - place.width // 2, center - place.height // 2
    return ((place.x, place.y, place.width, place.height),
            {edge: story.screen.look(left, y, place.width, NEAR)
             for edge, y in (("above", top - LINE - NEAR), ("below", top + place.height + LINE))})


def compare(find_window, title, picture):
    rename(PLAIN)
    before = edges(find_window(), title, PLAIN)
    rename(TALL)
    after = edges(find_window(), title, TALL)
    desk.screenshot(picture, title)
    equal(after[0], before[0], "where the row is")
    for edge in ("above", "below"):
        if after[1][edge] != before[1][edge]:
            raise Failure("the marks are drawn %s the row" % edge)


@test
def folders():
    """a folder's row"""
    desk.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    story.screen = Screen(desk.env["DISPLAY"])
    story.roots = [desk.control().add(desk.folder(name))[0] for name in ("0", "middle", "zone")]
    desk.focus(MAIN)
    compare(lambda: desk.app, MAIN, "clipping-folders")


@test
def question():
    """a folder's row in the question of a server"""
    rename(PLAIN)
    story.peer = PeerProcess(desk, "alpha", ["--data"]).wait_ready()
    story.peer.roots()
    wait_until(lambda: desk.control().call("ListRequests"), "the question")
    desk.focus(MAIN)
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Answer…"))
    desk.x_window(DIALOG)
    compare(lambda: a11y.find(desk.app, a11y.WINDOWS, "Request"), DIALOG, "clipping-question")


run(desk, in_order=True)
