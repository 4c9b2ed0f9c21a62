# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A path that is typed or pasted becomes a folder of Paddock's."""

import subprocess

import a11y
from desktop import Desktop
from harness import contains, equal, stays, wait_until
from tap import cases, run, test

MAIN = "^Paddock$"
HEADING = "Add by Path"

desk = Desktop()


def paths():
    return sorted(root["path"] for root in desk.json("list"))


def active_window():
    """Its number; "" if none is active now."""
    return subprocess.run(["xdotool", "getactivewindow"], capture_output=True, text=True,
                          check=False).stdout.strip()


def open_dialog():
    """Until the dialog is the active window, keys would go to the main window."""
    desk.focus(MAIN)
    main = desk.x_window(MAIN)
    desk.keys("ctrl+v")
    a11y.find(desk.app, "text", HEADING)
    wait_until(lambda: active_window() not in ("", main), "the active dialog")


def entry_text():
    return a11y.text_of(a11y.find(desk.app, "text", HEADING))


@test
def typed():
    """Ctrl+V in the window opens the question; what is typed there is added, and seen by nobody"""
    desk.start_window()
    wait_until(lambda: desk.paddock("list", code=None).code == 0, "the service")
    folder = desk.folder("My Projects")
    open_dialog()
    desk.screenshot("add-path", HEADING if desk.is_shown(HEADING) else MAIN)
    desk.type(folder)
    desk.keys("Return")
    wait_until(lambda: paths() == [folder], "the folder")
    a11y.gone(desk.app, None, HEADING)
    a11y.find(desk.app, "label", "Not shared")


@test
def below_home():
    """"~" is the home directory, and a file:// URI is a path, too"""
    notes, letter = desk.folder("notes"), desk.file("a letter.txt")
    for text in "~/notes", "file://" + letter.replace(" ", "%20"):
        open_dialog()
        desk.type(text)
        desk.keys("Return")
        a11y.gone(desk.app, None, HEADING)
    wait_until(lambda: len(paths()) == 3, "both")
    contains(paths(), notes, "the folders")
    contains(paths(), letter, "the folders")


@cases([("nonsense",), ("https://example.org/x",), ("/proc",), ("/nowhere/at/all",)], str)
def refused(text):
    """an error names a place that does not exist, or cannot be shared"""
    before = paths()
    open_dialog()
    desk.type(text)
    desk.keys("Return")
    said = a11y.find(desk.app, None, "This Can’t Be Shared")
    contains(" ".join(a11y.texts(said)), text.rsplit("/", 1)[-1], "what is said")
    a11y.press(said, a11y.BUTTONS, "Close")
    a11y.gone(desk.app, None, "This Can’t Be Shared")
    equal(paths(), before, "the folders")


@test
def cancelled():
    """Escape adds nothing"""
    before = paths()
    open_dialog()
    desk.type(desk.folder("Other"))
    desk.keys("Escape")
    a11y.gone(desk.app, None, HEADING)
    stays(lambda: paths() == before, "the folders", 1)


@test
def pasted():
    """an address that was copied is proposed; other text that was copied is not"""
    folder = desk.folder("My Projects")
    open_dialog()
    equal(entry_text(), "", "what is proposed before anything was copied")
    desk.type("no path")
    wait_until(lambda: entry_text() == "no path", "what was typed")
    desk.keys("ctrl+a", "ctrl+c", "Escape")
    a11y.gone(desk.app, None, HEADING)
    open_dialog()
    equal(entry_text(), "", "what is proposed for other text")
    desk.type("file://" + folder.replace(" ", "%20"))
    desk.keys("ctrl+a", "ctrl+c", "Escape")
    a11y.gone(desk.app, None, HEADING)
    desk.paddock("remove", folder)
    wait_until(lambda: folder not in paths(), "the removal")
    open_dialog()
    equal(entry_text(), folder, "the address that was copied")
    desk.keys("Return")
    wait_until(lambda: folder in paths(), "the folder")


run(desk, in_order=True)
