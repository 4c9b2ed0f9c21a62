# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A server that sees a folder also sees the folders inside it. Every place of the window says so, and
through which folder. The inner folder's switch is on, and explains that it can't revoke. If
PADDOCK_SCREENSHOTS names a directory, pictures are saved there."""

import os
import re

import a11y
import servers
from desktop import Desktop
from harness import equal, stays, wait_until
from peer import PeerProcess
from tap import run, test

MAIN = "^Paddock$"
THROUGH = "Shared with Files, through Documents"
STILL = "“Files” still sees “Thesis”, because its parent folder “Documents” is shared"

desk = Desktop(size="1280x1000")


class Story:
    """What the steps share."""
    peer = None
    documents = thesis = None


story = Story()


def page(name):
    tab = a11y.find(desk.app, "page tab", name)
    if not a11y.act(tab):
        desk.click(tab, MAIN)
    desk.settle()


def shown(role, name):
    return next((node for node in a11y.find_all(desk.app, role, name) if a11y.extents(node).width > 0), None)


def wait_shown(role, name):
    return wait_until(lambda: shown(role, name), "%s %r" % (role, name))


def says(row, text):
    """Whether a row says it. A row of another page may still have its size, so it does not count."""
    return any(text in " ".join(a11y.texts(node)) for node in a11y.find_all(desk.app, "list item", row)
               if a11y.extents(node).width > 0)


def switch(folder):
    """The switch on the page that was shown last. Those on other pages may still have their size."""
    name = "Share %s with Files" % folder
    return wait_until(lambda: [node for node in a11y.find_all(desk.app, "check box", name)
                               if a11y.extents(node).width > 0], name)[-1]


def is_on(folder):
    return a11y.is_checked(switch(folder))


def sees():
    return sorted(uri[len("file://"):] for uri in story.peer.uris())


@test
def in_folders():
    """the row of the inner folder names the server, and the folder through which it sees it"""
    desk.start_window(env={key: os.environ[key] for key in ("ADW_DEBUG_COLOR_SCHEME",)
                           if key in os.environ})
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    story.documents, story.thesis = desk.folder("Documents"), desk.folder("Documents", "Thesis")
    desk.control().add(story.documents, story.thesis)
    story.peer = PeerProcess(desk, "Files", ["Files"]).wait_ready()
    wait_until(lambda: desk.json("servers"), "the server")
    wait_until(lambda: says("Thesis", "Not shared"), "nobody at first")
    page("Servers")
    servers.open_server(desk, "Files")
    assert not is_on("Documents") and not is_on("Thesis"), "a switch is on"
    assert a11y.act(switch("Documents"))
    wait_until(lambda: sees() == [story.documents], "the outer folder")
    page("Folders")
    wait_until(lambda: says("Thesis", THROUGH), "through which one")
    assert says("Documents", "Shared with Files") and not says("Documents", "through"), "the outer folder"
    desk.click(wait_shown("list item", "Thesis"), MAIN)
    wait_until(lambda: is_on("Thesis"), "the switch below it")
    wait_until(lambda: says("Files", "Shared through Documents"), "why")
    assert a11y.act(switch("Thesis"))
    wait_shown("label", STILL)
    assert is_on("Thesis"), "the switch went off"
    desk.screenshot("nested-folders", MAIN)
    desk.click(wait_shown("list item", "Thesis"), MAIN)


@test
def added_inside():
    """after a folder is added that each server sees already, no dialog asks which servers may see it"""
    letters = desk.folder("Documents", "Letters")
    desk.focus(MAIN)
    desk.keys("ctrl+v")
    a11y.find(desk.app, "text", "Add by Path")
    desk.type(letters)
    desk.keys("Return")
    wait_until(lambda: says("Letters", THROUGH), "the new folder")
    stays(lambda: not a11y.find_all(desk.app, None, re.compile("^Which Servers May See")), "no dialog", 1)
    desk.paddock("remove", letters)
    a11y.gone(desk.app, "list item", "Letters")


@test
def switch_in_servers():
    """the switch of the inner folder is on; off, it says what it cannot do, and stays on"""
    page("Servers")
    wait_until(lambda: is_on("Thesis"), "the switch")
    wait_until(lambda: says("Thesis", "Shared through Documents"), "why")
    wait_until(lambda: "Sees 2 of 2 folders" in servers.texts(desk), "the count")
    desk.screenshot("nested-servers", MAIN)
    desk.click(switch("Thesis"), MAIN)
    wait_shown("label", STILL)
    desk.settle()
    assert is_on("Thesis"), "the switch went off"
    equal(sees(), [story.documents], "what the server sees")
    desk.screenshot("nested-still", MAIN)


@test
def in_the_table():
    """`paddock list` and the bus count the server for both, and the table says through which folder"""
    equal([one["servers"] for one in desk.control().call("ListRoots")], [1, 1], "servers of each folder")
    assert re.search(r"/Documents/Thesis .*  1, through \S*/Documents  ",
                     desk.paddock("list").out), "the row"


@test
def in_the_overview():
    """its switch is on, with the folder through which it is; a press says the same, and it stays on"""
    page("Overview")
    wait_until(lambda: is_on("Thesis"), "the switch")
    wait_shown("label", "Shared through Documents")
    desk.click(switch("Thesis"), MAIN)
    wait_shown("label", STILL)
    desk.settle()
    assert is_on("Thesis"), "the switch after the press"
    equal([grant["root"] for grant in desk.control().server("Files")["grants"]],
          [desk.root(story.documents)["id"]], "what is shared")
    desk.screenshot("nested-overview", MAIN)


@test
def on_a_phone():
    """the list of the overview says it, and its switch is on and stays so"""
    desk.resize(MAIN, 360, 640)
    wait_until(lambda: says("Thesis", THROUGH), "the row")
    rows = [node for node in a11y.find_all(desk.app, "list item", "Thesis") if a11y.extents(node).width > 0]
    desk.click(rows[-1], MAIN)
    wait_until(lambda: is_on("Thesis"), "the switch")
    wait_until(lambda: says("Files", "Shared through Documents"), "why")
    desk.screenshot("nested-narrow", MAIN)
    assert a11y.act(switch("Thesis"))
    desk.settle()
    assert is_on("Thesis"), "the switch went off"
    page("Folders")
    wait_until(lambda: says("Thesis", THROUGH), "the row of the folder")
    desk.screenshot("nested-folders-narrow", MAIN)
    desk.resize(MAIN, 900, 700)


@test
def way_out():
    """the message offers to stop sharing the outer one; then nobody sees either"""
    page("Servers")
    assert a11y.act(switch("Thesis"))
    wait_until(lambda: any(a11y.act(one) for one in
                           a11y.find_all(desk.app, a11y.BUTTONS, "Stop Sharing Parent Folder")),
               "the way out")
    wait_until(lambda: sees() == [], "nothing for the server")
    wait_until(lambda: not is_on("Thesis") and not is_on("Documents"), "the switches")
    page("Folders")
    wait_until(lambda: says("Thesis", "Not shared"), "nobody")


@test
def paused():
    """nothing is seen while sharing is paused, through no folder either"""
    page("Servers")
    assert a11y.act(switch("Documents"))
    wait_until(lambda: sees() == [story.documents], "the outer folder")
    desk.paddock("pause")
    page("Folders")
    wait_until(lambda: says("Thesis", "Not shared while sharing is paused"), "the row")
    page("Servers")
    wait_until(lambda: says("Thesis", "Not shared while sharing is paused"), "no way to it")
    assert is_on("Thesis"), "the switch is off"
    story.peer.stop()
    equal(desk.warnings(), [], "warnings of the window")


run(desk, in_order=True)
