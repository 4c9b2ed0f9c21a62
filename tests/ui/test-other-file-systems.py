# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""File systems mounted inside a folder, in the window. The menu of the folder's row explains what
including them means, before it does so. Then a read follows, and a command leads to a question. If
PADDOCK_SCREENSHOTS names a directory, pictures are saved there."""

import os
import re

from gi.repository import GLib

import a11y
import filesystems
from connect import DIALOG, FIELD, entry_of, open_from_servers, set_text
from desktop import Desktop
from harness import equal, stays, wait_until
from peer import PeerProcess
from reading import Reader
from tap import needs, run, test

filesystems.enter()

MAIN = "^Paddock$"
ITEM = "Include Mounted Drives"
NOTE = "Includes drives and network shares mounted inside"
HOLD_OFF = 0.7  # s; a little longer than the dialog accepts no answer after a change

desk = Desktop()


class Story:
    """What the steps share."""
    folder = root = file = reader = peer = None


story = Story()


def shown():
    return " · ".join(a11y.texts(a11y.find(desk.app, a11y.WINDOWS, "Paddock")))


def press_item():
    desk.click(a11y.find(desk.app, a11y.BUTTONS, "Menu of Papers"), MAIN)
    desk.settle()
    desk.focus(MAIN)
    a11y.find(desk.app, None, ITEM)
    # The mnemonic of the item.
    desk.keys("s")


def crosses():
    return desk.root(story.folder)["otherFileSystems"]


@test
def switched_on():
    """it is said what it means; who cancels has changed nothing, who allows it can read there"""
    desk.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    story.folder = desk.folder("Papers")
    stick = filesystems.Tmpfs(desk, os.path.join(story.folder, "stick"))
    story.file = os.path.join(stick.point, "file")
    with open(story.file, "w", encoding="ascii") as stream:
        stream.write("stick\n")
    story.root, = desk.control().add(story.folder)
    a11y.find(desk.app, "label", "Papers")
    wait_until(lambda: desk.root(story.folder)["status"] == "available", "the folder")
    story.reader = Reader(desk)
    equal(story.reader.read(story.file), ("other-file-system", None), "before")

    press_item()
    a11y.find(desk.app, None, re.compile("^Include Drives Mounted in “Papers”"))
    assert any("drives and network shares mounted" in text for text in a11y.texts(desk.app)), "the text"
    desk.settle()
    desk.screenshot("other-file-systems")
    assert a11y.act(a11y.find_button(desk.app, "Cancel"))
    stays(lambda: not crosses(), "the folder", 0.5)
    assert NOTE not in shown(), shown()

    press_item()
    assert a11y.act(a11y.find_button(desk.app, "Allow"))
    wait_until(crosses, "the switch")
    wait_until(lambda: NOTE in shown(), "the note")
    equal(story.reader.read(story.file), ("allowed", b"stick\n"), "after")
    desk.screenshot("other-file-systems-on", MAIN)


@test
@needs(switched_on)
def switched_off():
    """off is off at once, with no question"""
    press_item()
    wait_until(lambda: not crosses(), "the switch")
    wait_until(lambda: NOTE not in shown(), "the end of the note")
    equal(story.reader.read(story.file), ("other-file-system", None), "after")


@test
@needs(switched_on)
def asked_for():
    """what a command wants while a server may see the folder is put to the user, in words"""
    story.peer = PeerProcess(desk, "alpha").wait_ready()
    wait_until(lambda: desk.json("servers"), "the server")
    server = desk.control().server("alpha")["id"]
    identifier = desk.control().grant(server, story.root)
    assert identifier, "the grant was not put to the user"
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Answer…"))
    desk.settle(HOLD_OFF)
    assert a11y.act(a11y.find_button(desk.app, "Allow"))
    wait_until(lambda: desk.server("alpha")["roots"], "the grant")

    identifier = desk.control().call(
        "ChangeRoot", story.root, {"other-file-systems": GLib.Variant("b", True)})
    assert identifier, "it was not put to the user"
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Answer…"))
    a11y.find(desk.app, None, "Includes drives and network shares mounted inside")
    assert not crosses(), "it was done before the answer"
    desk.settle(HOLD_OFF)
    desk.screenshot("other-file-systems-asked")
    assert a11y.act(a11y.find_button(desk.app, "Allow"))
    wait_until(crosses, "the switch")
    equal(story.reader.read(story.file), ("allowed", b"stick\n"), "after")
    equal(desk.warnings(), [], "warnings of the window")


@test
def hanging():
    """a path of a command whose file system hangs is offered as a folder, off, and the window goes on"""
    begin()
    mirror = filesystems.Mirror(desk, desk.folder("Far"), os.path.join(desk.home, "mounted"))
    mirror.hang()
    open_from_servers(desk)
    words = ["fs", os.path.join(mirror.point, "letters"), desk.folder("Near")]
    set_text(desk, FIELD, " ".join(words))

    def offers():
        dialog = a11y.find(desk.app, a11y.WINDOWS, "Connect a Server")
        return [check for check in a11y.find_all(dialog, "check box", "Get Folders from Paddock")
                if a11y.extents(check).width > 0]
    [check] = wait_until(offers, "the offer")
    assert not a11y.is_checked(check)
    equal(entry_of(desk)["args"][-3:], words, "the words")
    desk.click(check, DIALOG)
    wait_until(lambda: entry_of(desk)["args"][-2:] == ["fs", "{roots}"], "the folders")
    mirror.go_on()
    set_text(desk, FIELD, " ".join(words[::2]))
    wait_until(lambda: offers() and a11y.is_checked(offers()[0]), "the folder that is near")
    equal(desk.warnings(), [], "warnings of the window")


def begin():
    desk.start_again()
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")


run(desk, in_order=True, again=begin)
