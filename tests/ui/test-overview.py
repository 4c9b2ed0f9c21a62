# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The overview: a switch for each folder and server, by mouse and by keyboard. Folders that are seen
through others. A filter for typed text. On a phone, and for too many folders, it is a list."""

import os
import re
import time

import a11y
from desktop import Desktop
from harness import equal, wait_until
from peer import PeerProcess
from tap import run, test

MAIN = "^Paddock$"
SERVERS = "alpha", "beta", "gamma"
MANY = 51  # one folder more than the table shows

desk = Desktop()


class Story:
    """What the tests share, in the order in which they run."""
    servers = {}
    folders = []


story = Story()


def server_id(name):
    return next(server["id"] for server in desk.json("servers") if server["name"] == name)


def seen_by(name):
    return next(server["roots"] for server in desk.json("servers") if server["name"] == name)


def uri(folder):
    return "file://" + folder


def page(name):
    tab = a11y.find(desk.app, "page tab", name)
    if not a11y.act(tab):
        desk.click(tab, MAIN)


def cell(folder, name):
    found = a11y.find_all(desk.app, "check box", "Share %s with %s" % (os.path.basename(folder), name))
    return next((one for one in found if a11y.extents(one).width > 0), None)


def switch(folder, name):
    """Clicks after moving the pointer like a hand. A tooltip of the last cell covers the cells below, and
    disappears when the mouse moves."""
    x, y = desk.position(cell(folder, name), MAIN)
    for step in range(4, -1, -1):
        a11y.run("xdotool", "mousemove", str(x - 3 * step), str(y))
        desk.settle(0.05)
    desk.click_at(x, y)


def grant(folder, name):
    wanted = desk.root(folder)["id"]
    return next((one for one in desk.control().server(name)["grants"] if one["root"] == wanted), None)


def says(text):
    return [one for one in a11y.find_all(desk.app, "label", text) if a11y.extents(one).width > 0]


def cells():
    return [a11y.name_of(one) for one in a11y.find_all(desk.app, "check box")
            if a11y.name_of(one).startswith("Share ") and a11y.extents(one).width > 0]


def row(name):
    """Of the list."""
    found = a11y.find_all(desk.app, "list item", name)
    return next((one for one in found if a11y.extents(one).width > 0), None)


def is_open(name):
    return a11y.has_state(row(name), a11y.STATE.EXPANDED)


def wait_cells(count):
    wait_until(lambda: len(cells()) == count, "%d cells" % count)


def type_in_search(text):
    entry = a11y.find(desk.app, "entry", "Find folders or servers")
    desk.click(entry, MAIN)
    desk.keys("ctrl+a", "BackSpace")
    if text:
        desk.type(text)


@test
def empty():
    """with nothing to show it says so"""
    desk.start_window()
    wait_until(lambda: desk.paddock("list", code=None).code == 0, "the service")
    page("Overview")
    a11y.find(desk.app, "label", "Nothing Shared Yet")


@test
def at_a_glance():
    """three servers and three folders with their paths are nine switches, on where it is shared"""
    projects, notes = desk.folder("Projects"), desk.folder("Notes")
    story.folders = [projects, desk.folder("Projects", "website"), notes]
    desk.control().add(*story.folders)
    for name in SERVERS:
        story.servers[name] = PeerProcess(desk, name, [name]).wait_ready()
    wait_until(lambda: len(desk.json("servers")) == len(SERVERS), "the servers")
    wait_cells(9)
    equal([a11y.is_checked(cell(folder, name)) for folder in story.folders for name in SERVERS], [False] * 9,
          "switches")
    wait_until(lambda: says("~/Notes") and says("~/Projects/website"), "the paths")
    desk.screenshot("overview-empty", MAIN)


@test
def by_click():
    """a click shares that folder with that server as a question would, says for how long, and another takes
    it back"""
    projects, notes = story.folders[0], story.folders[2]
    equal(says("Until it stops"), [], "what is shared")
    switch(notes, "beta")
    wait_until(lambda: seen_by("beta") == [uri(notes)], "the folder")
    wait_until(lambda: a11y.is_checked(cell(notes, "beta")), "the switch")
    assert grant(notes, "beta")["session"], grant(notes, "beta")
    wait_until(lambda: says("Until it stops"), "for how long")
    equal([seen_by(name) for name in ("alpha", "gamma")], [[], []], "the others")
    switch(notes, "beta")
    wait_until(lambda: seen_by("beta") == [], "the folder is taken back")
    wait_until(lambda: not a11y.is_checked(cell(notes, "beta")), "the switch")
    switch(projects, "alpha")
    wait_until(lambda: seen_by("alpha") == [uri(projects)], "the outer folder")


@test
def not_connected():
    """with a server that is not connected nothing can be shared until it stops: it is for an hour"""
    notes = story.folders[2]
    # Without a decision that outlasts its session, a server that left has no column.
    desk.control().grant(server_id("gamma"), desk.root(notes)["id"])
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Answer…"))
    allow = a11y.find_button(a11y.find(desk.app, a11y.WINDOWS, "Request"), "Allow")
    wait_until(lambda: a11y.is_sensitive(allow), "the button")
    assert a11y.act(allow)
    a11y.gone(desk.app, a11y.WINDOWS, "Request")
    wait_until(lambda: grant(notes, "gamma"), "the folder")
    desk.focus(MAIN)
    switch(notes, "gamma")
    wait_until(lambda: not grant(notes, "gamma"), "the folder is taken back")
    story.servers["gamma"].stop()
    wait_until(lambda: not desk.control().server("gamma")["sessions"], "the end of the server")
    switch(notes, "gamma")
    wait_until(lambda: grant(notes, "gamma"), "the folder")
    left = grant(notes, "gamma")["expires"] / 1e6 - time.time()
    assert 3500 < left <= 3601, left
    wait_until(lambda: says("Ends in 60 minutes") or says("Ends in 59 minutes"), "for how long")
    switch(notes, "gamma")
    wait_until(lambda: not grant(notes, "gamma"), "the folder is taken back")


@test
def through_an_outer_one():
    """a folder that is seen through another is on, and says through which"""
    website = story.folders[1]
    wait_until(lambda: a11y.is_checked(cell(website, "alpha")), "the switch")
    wait_until(lambda: says("Shared through Projects"), "through which one")
    desk.screenshot("overview", MAIN)


@test
def away():
    """a folder that is away says so, and no more once it is back"""
    notes = story.folders[2]
    equal(says("Missing: no server sees it until it is available again"), [], "what is missing")
    os.rename(notes, notes + " 2026")
    wait_until(lambda: says("Missing: no server sees it until it is available again"), "that it is away")
    desk.screenshot("overview-away", MAIN)
    os.rename(notes + " 2026", notes)
    wait_until(lambda: not says("Missing: no server sees it until it is available again"), "that it is back")


@test
def by_keyboard():
    """the arrows go from cell to cell, by the names of the folders, and the space bar switches"""
    first, last = story.folders[2], story.folders[1]
    desk.focus(MAIN)
    entry = a11y.find(desk.app, "entry", "Find folders or servers")
    desk.click(entry, MAIN)
    desk.keys("Tab")
    wait_until(lambda: a11y.has_state(cell(first, "alpha"), a11y.STATE.FOCUSED), "the first cell")
    desk.keys("Right", "Down", "Down")
    wait_until(lambda: a11y.has_state(cell(last, "beta"), a11y.STATE.FOCUSED), "the cell below")
    desk.keys("space")
    wait_until(lambda: seen_by("beta") == [uri(last)], "the folder")


@test
def follows():
    """what others do shows at once, and nothing can be shared with a blocked server"""
    last = story.folders[1]
    desk.paddock("revoke", "beta")
    wait_until(lambda: not a11y.is_checked(cell(last, "beta")), "the switch")
    desk.paddock("block", "gamma")
    wait_until(lambda: not a11y.is_sensitive(cell(story.folders[0], "gamma")), "that it cannot be switched")


@test
def filters():
    """what is typed is looked for among folders and servers"""
    type_in_search("BETA")
    wait_cells(3)
    type_in_search("website")
    wait_cells(3)
    type_in_search("nothing has that")
    wait_cells(9)
    type_in_search("")
    wait_cells(9)


@test
def narrow():
    """on a phone each folder opens to a switch for each server"""
    desk.resize(MAIN, 360, 640)
    wait_cells(0)
    desk.settle(0.5)
    desk.screenshot("overview-narrow", MAIN)
    assert not is_open("Notes")
    desk.click(row("Notes"), MAIN)
    wait_cells(3)
    wait_until(lambda: is_open("Notes"), "told that it is open")
    desk.screenshot("overview-narrow-open", MAIN)
    assert a11y.act(cell(story.folders[2], "alpha"))
    wait_until(lambda: uri(story.folders[2]) in seen_by("alpha"), "the folder")


@test
def anywhere_in_the_row():
    """a click next to the switch switches, too, where the server may be told of folders"""
    desk.click(row("beta"), MAIN)
    wait_until(lambda: seen_by("beta") == [uri(story.folders[2])], "the folder")
    desk.click(row("gamma"), MAIN)
    desk.settle()
    equal(seen_by("gamma"), [], "a blocked server's folders")


@test
def list_by_keyboard():
    """arrows and the space bar open and close a folder, and its servers follow as the next rows"""
    desk.focus(MAIN)
    entry = a11y.find(desk.app, "entry", "Find folders or servers")
    desk.click(entry, MAIN)
    desk.keys("Tab", "Home")
    wait_until(lambda: a11y.has_state(row("Notes"), a11y.STATE.FOCUSED), "the first row")
    desk.keys("Left")
    wait_cells(0)
    desk.keys("Left", "space")
    wait_cells(3)
    desk.keys("Return")
    wait_cells(0)
    desk.keys("Down", "Right")
    wait_until(lambda: is_open("Projects") and not is_open("Notes"), "the second folder")
    desk.keys("Down", "Down")
    beta = cell(story.folders[0], "beta")
    wait_until(lambda: a11y.has_state(beta, a11y.STATE.FOCUSED), "the switch of the second server")
    desk.keys("Return")
    wait_until(lambda: uri(story.folders[0]) in seen_by("beta"), "the folder")
    wait_until(lambda: a11y.is_checked(cell(story.folders[0], "beta")), "the switch")


@test
def stays_open():
    """what is open stays open when a folder comes above it, and when that goes"""
    archive = desk.folder("Archive")
    desk.control().add(archive)
    wait_until(lambda: row("Archive"), "the folder")
    assert is_open("Projects") and not is_open("Archive")
    desk.paddock("remove", archive)
    wait_until(lambda: not row("Archive"), "no folder")
    assert is_open("Projects") and not is_open("Notes")
    desk.click(row("Projects"), MAIN)
    wait_cells(0)
    desk.resize(MAIN, 720, 640)
    wait_cells(9)


@test
def too_many():
    """more than can be seen at a glance are a list, until they are filtered"""
    folders = [desk.folder("Many", "folder-%02d" % number) for number in range(MANY - len(story.folders))]
    # The maximum number that the user can be asked about at a time.
    for first in range(0, len(folders), 32):
        desk.control().add(*folders[first:first + 32])
    wait_cells(0)
    wait_until(lambda: row("folder-00"), "the list")
    type_in_search("folder-1")
    wait_cells(30)
    desk.screenshot("overview-many", MAIN)


@test
def quiet_log():
    """the window logged no warning"""
    equal(desk.warnings(), [], "warnings")


run(desk)
