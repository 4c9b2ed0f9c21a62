# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Folders are dragged from another window with the mouse, and dropped on Paddock's."""

import os
import subprocess
import sys
import time

import a11y
from desktop import Desktop
from harness import contains, equal, stays, wait_until
from peer import PeerProcess
from tap import run, skip_all, test

MAIN, SOURCE = "^Paddock$", "^Drag Source$"
PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support", "drag-source.py")

try:
    import gi
    gi.require_version("Gtk", "4.0")
except ValueError:
    skip_all("not installed: the typelib of GTK 4")

desk = Desktop()
desk.rows_may_repeat = True  # the test's server asks again and again


def centre(title):
    place = desk.geometry(desk.x_window(title))
    return place["X"] + place["WIDTH"] // 2, place["Y"] + place["HEIGHT"] // 2


def drag(*uris):
    """Drags from the middle of one window to the middle of the other, as slowly as a hand."""
    env = {key: value for key, value in desk.env.items() if key != "LC_ALL"}
    process = subprocess.Popen([sys.executable, PROGRAM, *uris], env=env, stdin=subprocess.DEVNULL)
    try:
        source = desk.x_window(SOURCE)
        a11y.run("xdotool", "windowmove", "--sync", source, "900", "300")
        a11y.run("xdotool", "windowmove", "--sync", desk.x_window(MAIN), "20", "20")
        (from_x, from_y), (to_x, to_y) = centre(SOURCE), centre(MAIN)
        a11y.run("xdotool", "mousemove", str(from_x), str(from_y), "mousedown", "1")
        for step in range(1, 21):
            a11y.run("xdotool", "mousemove", str(from_x + (to_x - from_x) * step // 20),
                     str(from_y + (to_y - from_y) * step // 20))
            time.sleep(0.03)
        desk.settle(0.3)
        a11y.run("xdotool", "mouseup", "1")
        desk.settle(0.3)
    finally:
        process.terminate()
        process.wait()


def paths():
    return sorted(root["path"] for root in desk.json("list"))


def uri(path):
    return "file://" + path.replace(" ", "%20")


@test
def one_folder():
    """a dropped folder is added, and no server sees it"""
    desk.start_window()
    wait_until(lambda: desk.paddock("list", code=None).code == 0, "the service")
    photos = desk.folder("Photos of summer")
    drag(uri(photos))
    wait_until(lambda: paths() == [photos], "the folder")
    a11y.find(desk.app, "label", "Not shared")


@test
def several():
    """folders and files that are dropped together are added together"""
    notes, letter = desk.folder("Notes"), desk.file("letter.txt")
    drag(uri(notes), uri(letter))
    wait_until(lambda: len(paths()) == 3, "both")
    contains(paths(), notes, "the folders")
    contains(paths(), letter, "the folders")


@test
def refused():
    """an error names what cannot be shared, and nothing is added"""
    before = paths()
    drag("file:///proc")
    said = a11y.find(desk.app, None, "This Can’t Be Shared")
    contains(" ".join(a11y.texts(said)), "/proc", "what is said")
    a11y.press(said, a11y.BUTTONS, "Close")
    a11y.gone(desk.app, None, "This Can’t Be Shared")
    equal(paths(), before, "the folders")


@test
def elsewhere():
    """a place that is not on this computer is not accepted"""
    before = paths()
    drag("https://example.org/folder", "not a uri")
    stays(lambda: paths() == before, "the folders", 1)


@test
def warned():
    """a place that needs thinking about is asked about, and not added without a word"""
    before = paths()
    drag(uri(desk.home))
    wait_until(lambda: "home folder" in " ".join(a11y.texts(desk.app)), "the question")
    equal(paths(), before, "the folders")
    desk.screenshot("drop-warned", MAIN)
    a11y.press(desk.app, a11y.BUTTONS, "Cancel")
    stays(lambda: paths() == before, "the folders", 1)


@test
def with_a_server():
    """with a server, the window asks who may see the folder; until then no server does"""
    peer = PeerProcess(desk, "curious").wait_ready()
    peer.roots()
    music = desk.folder("Music")
    drag(uri(music))
    wait_until(lambda: music in paths(), "the folder")
    stays(lambda: peer.roots() == [], "the server's list", 1)
    peer.stop()


run(desk, in_order=True)
