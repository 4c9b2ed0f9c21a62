# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Two servers whose names look the same. On every page, each name has its origin beside it. In the
Overview, a folder is shared with one of them only after a question. If PADDOCK_SCREENSHOTS names a
directory, pictures are saved there."""

import os
import re

import a11y
from desktop import Desktop
from harness import equal, wait_until
from peer import PeerProcess
from tap import run, test

MAIN = "^Paddock$"
# The second ends in a Cyrillic letter.
NAMES = "notes", "note\u0455"
SCRIPTS = "first.py", "second.py"

desk = Desktop(size="1280x1000")


class Story:
    """What the steps share."""
    peers = []
    taxes = None


story = Story()


def page(name):
    tab = a11y.find(desk.app, "page tab", name)
    if not a11y.act(tab):
        desk.click(tab, MAIN)
    desk.settle()


def shown(role, name):
    return [node for node in a11y.find_all(desk.app, role, name) if a11y.extents(node).width > 0]


def row(number):
    """The row on the page of servers, in words."""
    return " ".join(a11y.texts(shown("list item", NAMES[number])[0]))


def cell(number):
    """The cell of the folder and a server. Its name contains the server's origin."""
    name = re.compile("^Share Taxes with %s .*%s" % (NAMES[number], SCRIPTS[number]))
    return wait_until(lambda: shown("check box", name), name.pattern)[-1]


def press(number):
    """Clicks, with the pointer coming from elsewhere: a tooltip covers the cell until the mouse moves."""
    a11y.run("xdotool", "mousemove", "2", "2")
    desk.settle()
    x, y = desk.position(cell(number), MAIN)
    for step in range(4, -1, -1):
        a11y.run("xdotool", "mousemove", str(x - 3 * step), str(y))
        desk.settle(0.05)
    desk.click_at(x, y)


def sees(number):
    return [uri[len("file://"):] for uri in story.peers[number].uris()]


def answer(label):
    """The question that a press on a cell opens."""
    question = wait_until(lambda: shown("label", re.compile("^Share “Taxes” With This “")), "the question")
    texts = " ".join(a11y.texts(desk.app))
    assert SCRIPTS[1] in texts[texts.index("You selected this one"):][:400], texts
    desk.screenshot("same-name-question", MAIN)
    buttons = [node for node in shown(a11y.BUTTONS, label) if a11y.extents(node).width > 0]
    assert question and a11y.act(buttons[-1])
    wait_until(lambda: not shown("label", re.compile("^Share “Taxes” With This “")), "its end")


@test
def in_servers():
    """one server says no more than its name; with another of such a name, both say where they come from"""
    desk.start_window(env={key: os.environ[key] for key in ("ADW_DEBUG_COLOR_SCHEME",)
                           if key in os.environ})
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    story.taxes = desk.folder("Taxes")
    desk.control().add(story.taxes)
    story.peers.append(PeerProcess(desk, NAMES[0], [SCRIPTS[0]]).wait_ready())
    page("Servers")
    wait_until(lambda: shown("list item", NAMES[0]), "the first")
    assert SCRIPTS[0] not in row(0), row(0)
    story.peers.append(PeerProcess(desk, NAMES[1], [SCRIPTS[1]]).wait_ready())
    wait_until(lambda: shown("list item", NAMES[1]), "the second")
    wait_until(lambda: SCRIPTS[0] in row(0) and SCRIPTS[1] in row(1), "where they come from")
    desk.screenshot("same-name-servers", MAIN)


@test
def in_the_overview():
    """a press on a cell asks first, with the server that is meant; Cancel shares nothing"""
    page("Overview")
    headings = wait_until(lambda: [one for one in shown("label", re.compile("first.py|second.py"))
                                   if a11y.extents(one).width > 0], "the headings")
    assert headings
    desk.screenshot("same-name-overview", MAIN)
    press(1)
    answer("Cancel")
    desk.settle()
    equal((sees(0), sees(1)), ([], []), "what they see")
    assert not a11y.is_checked(cell(1)), "the cell is ticked"


@test
def shared_with_the_one():
    """Share shares with that one alone; taking it back asks nothing"""
    press(1)
    answer("Share")
    wait_until(lambda: sees(1) == [story.taxes], "the folder")
    equal(sees(0), [], "what the other sees")
    wait_until(lambda: a11y.is_checked(cell(1)), "the tick")
    press(1)
    wait_until(lambda: sees(1) == [], "nothing")


@test
def on_a_phone():
    """the list says it, too, and its switch asks the same"""
    desk.resize(MAIN, 360, 640)
    desk.click(wait_until(lambda: shown("list item", "Taxes"), "the folder")[-1], MAIN)
    cell(1)
    desk.settle()
    desk.screenshot("same-name-narrow", MAIN)
    assert a11y.act(cell(1))
    answer("Cancel")
    wait_until(lambda: not a11y.is_checked(cell(1)), "the switch goes back")
    desk.resize(MAIN, 900, 700)


@test
def in_folders():
    """below a folder they say it, too, a switch asks the same, and the folder says which one sees it"""
    page("Folders")
    folders = a11y.find(desk.app, "list", "Folders")
    desk.click(a11y.find(folders, "list item", "Taxes"), MAIN)
    name = re.compile("^Share Taxes with %s .*%s" % (NAMES[1], SCRIPTS[1]))
    switch = a11y.find(folders, "check box", name)
    desk.settle()
    desk.screenshot("same-name-folders", MAIN)
    assert a11y.act(switch)
    answer("Share")
    wait_until(lambda: sees(1) == [story.taxes], "the folder")
    wait_until(lambda: any(re.search("^Shared with %s .*%s" % (NAMES[1], SCRIPTS[1]), text)
                           for text in a11y.texts(folders)), "which one")
    wait_until(lambda: a11y.is_checked(switch), "the switch")
    assert a11y.act(switch)
    wait_until(lambda: sees(1) == [], "nothing")
    desk.click(a11y.find(folders, "list item", "Taxes"), MAIN)


@test
def in_the_filter():
    """the choices of the activity's filter are told apart"""
    page("Activity")
    desk.focus(MAIN)
    desk.keys("alt+i")
    a11y.find(desk.app, None, "All Kinds")
    desk.settle()
    # From the kinds back over the folders to the servers.
    desk.keys("alt+k")
    desk.settle()
    desk.keys("Escape")
    desk.settle()
    desk.keys("shift+Tab", "shift+Tab", "Return")
    desk.settle()
    for number in range(2):
        wait_until(lambda number=number: [
            one for one in a11y.find_all(desk.app, "label", re.compile("^%s .*%s" % (
                NAMES[number], SCRIPTS[number])))], NAMES[number])
    desk.screenshot("same-name-filter", MAIN)
    desk.keys("Escape", "Escape")


@test
def alone_again():
    """once the other is forgotten, the name is enough"""
    story.peers[1].stop()
    desk.paddock("forget", desk.control().server(NAMES[1])["id"])
    page("Servers")
    wait_until(lambda: SCRIPTS[0] not in row(0), "the name alone")
    story.peers[0].stop()
    equal(desk.warnings(), [], "warnings of the window")


run(desk, in_order=True)
