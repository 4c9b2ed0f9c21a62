# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The page of folders: what a row says, its menu by mouse and keyboard, search and order; the servers below
a folder, each with a switch. Pictures are saved where PADDOCK_SCREENSHOTS names a directory."""

import os
import re

import a11y
from desktop import Desktop
from harness import equal, wait_until
from peer import PeerProcess
from tap import run, test

MAIN = "^Paddock$"
SHARE = "^Share$"
CHOOSER = "^Find Projects In$"
FINDING = "^Find Projects$"
# Settings outlive the window, in a file of this test's home.
KEPT = {"GSETTINGS_BACKEND": "keyfile"}

# The servers below a folder at most, unless more see it.
MOST_SERVERS = 10

desk = Desktop(size="1280x1400")
peers = {}


def start(*names):
    for name in names:
        peers[name] = PeerProcess(desk, name, [name]).wait_ready()
    wait_until(lambda: set(names) <= {server["name"] for server in desk.json("servers")}, names)


def path_of(folder):
    return os.path.join(desk.home, folder)


def sees(name):
    """The folders that a server is told of."""
    return sorted(os.path.basename(uri) for uri in peers[name].uris())


def switches():
    """The names of the switches, from top to bottom."""
    found = [node for node in a11y.find_all(desk.app, "check box", re.compile("^Share .* with "))
             if a11y.extents(node).width > 0]
    return [a11y.name_of(node) for node in sorted(found, key=lambda node: a11y.extents(node).y)]


def switch(folder, server):
    return a11y.find(desk.app, "check box", "Share %s with %s" % (folder, server))


def is_open(folder):
    return a11y.has_state(row(folder), a11y.STATE.EXPANDED)


def has_focus(node):
    return a11y.has_state(node, a11y.STATE.FOCUSED)


def rows():
    """The names of the rows, from top to bottom."""
    found = {a11y.name_of(node): a11y.extents(node).y
             for folders in a11y.find_all(desk.app, "list", "Folders")
             for node in a11y.find_all(folders, "list item", re.compile("."))}
    return sorted(found, key=found.get)


def row(name):
    return a11y.find(desk.app, "list item", name)


def texts(name):
    return " · ".join(a11y.texts(row(name)))


def open_popup(button, item):
    """Opens the menu of a button that has this item. GTK 4.8 tells places of a window that was just made,
    or of rows that just moved, wrong for a moment."""
    for _ in range(5):
        desk.click_at(5, 5)
        desk.focus(MAIN)
        desk.settle()
        desk.click(a11y.find(desk.app, a11y.BUTTONS, button), MAIN)
        desk.settle()
        if a11y.find_all(desk.app, None, item):
            return
    a11y.find(desk.app, None, item)


def open_menu(name):
    open_popup("Menu of " + name, "Open in File Manager")


def sort_by(item, key):
    """By the mnemonic of an item."""
    open_popup("Sort Folders", item)
    desk.screenshot("folders-order", MAIN)
    desk.keys(key)
    a11y.gone(desk.app, None, item)


def search_for(text):
    desk.focus(MAIN)
    desk.keys("ctrl+f")
    desk.keys("ctrl+a")
    desk.type(text)


def end_search():
    desk.focus(MAIN)
    desk.keys("ctrl+f", "Escape")
    wait_until(lambda: len(rows()) == 4, "all rows")


@test
def rows_say_what_they_are():
    """a row says its kind, its name, where it is, and who sees it"""
    folder = desk.folder("zebra")
    open(os.path.join(folder, "Cargo.toml"), "wb").close()
    os.mkdir(os.path.join(folder, ".git"))
    os.mkdir(os.path.join(desk.folder("café"), ".hg"))
    desk.folder("apples")
    notes = os.path.join(desk.home, "notes.txt")
    open(notes, "wb").close()
    os.symlink(os.path.join(desk.home, "apples"), os.path.join(desk.home, "picked"))
    # Each at a time of its own, for their order.
    for name in ("zebra", "café", "picked", "notes.txt"):
        desk.add_first(os.path.join(desk.home, name))
    desk.start_window(env=KEPT)
    wait_until(lambda: "Rust project" in texts("zebra"), "the kind of a project")
    wait_until(lambda: "Mercurial repository" in texts("café"), "the kind of a repository")
    assert "Not shared" in texts("zebra"), texts("zebra")
    assert "File" in texts("notes.txt"), texts("notes.txt")
    assert "~/picked → ~/apples" in texts("apples"), texts("apples")
    assert "Folder" not in a11y.texts(row("apples")), texts("apples")
    equal(rows(), ["apples", "café", "notes.txt", "zebra"], "the order at first")
    a11y.find(desk.app, "label", "4 folders")
    desk.screenshot("folders", MAIN)


@test
def search():
    """Ctrl+F, or just typing, finds by name and path without regard to case and accents"""
    search_for("CAFE")
    wait_until(lambda: rows() == ["café"], "the one that is found")
    a11y.find(desk.app, "label", "1 of 4 folders")
    desk.screenshot("folders-search", MAIN)
    end_search()
    desk.type("picked")
    wait_until(lambda: rows() == ["apples"], "the one found by where it was picked")
    end_search()


@test
def nothing_found():
    """nothing found is said, with a way out"""
    search_for("no such thing")
    a11y.find(desk.app, None, "No Folders Found")
    desk.screenshot("folders-none", MAIN)
    a11y.press(desk.app, a11y.BUTTONS, "Clear Search")
    wait_until(lambda: len(rows()) == 4, "all rows")


@test
def order():
    """sorted by what the user says, and the same in the next window"""
    sort_by("Date Added", "d")
    wait_until(lambda: rows() == ["notes.txt", "apples", "café", "zebra"], "the newest first")
    os.rmdir(os.path.join(desk.home, "café", ".hg"))
    os.rmdir(os.path.join(desk.home, "café"))
    sort_by("State", "t")
    wait_until(lambda: rows()[0] == "café", "what is missing first")
    assert "Missing" in texts("café"), texts("café")
    desk.screenshot("folders-state", MAIN)
    desk.window.terminate()
    desk.window.wait()
    desk.start_window(env=KEPT)
    wait_until(lambda: rows()[:1] == ["café"], "the order of before")


def focused():
    """The folder whose row, or the button in it, has the focus."""
    window = a11y.find(desk.app, a11y.WINDOWS, "Paddock")
    found = [a11y.name_of(node) for node in a11y.walk(window) if node.states >> a11y.STATE.FOCUSED & 1]
    return found[-1].replace("Menu of ", "") if found else None


def press(key, name):
    """Presses a key, which is to lead there."""
    desk.keys(key)
    wait_until(lambda: focused() == name, "the focus on %s, where %s leads" % (name, key), 10)


@test
def by_keyboard():
    """Tab comes to the list, and the arrows, Home and End go from folder to folder"""
    names = rows()
    desk.focus(MAIN)
    desk.keys("ctrl+f", "Escape")
    for _ in range(12):
        if focused() in names:
            break
        desk.keys("Tab")
        desk.settle()
    assert focused() in names, focused()
    press("Home", names[0])
    for name in names[1:]:
        press("Down", name)
    # It ends there.
    press("Down", names[-1])
    press("Up", names[-2])
    press("Home", names[0])
    press("End", names[-1])
    desk.screenshot("folders-keyboard", MAIN)


@test
def menu():
    """the menu of a row renames, gives an empty name back, copies, and is told to other rows by keys"""
    open_menu("zebra")
    desk.screenshot("folders-menu", MAIN)
    desk.keys("n")
    desk.x_window("Rename")
    desk.settle()
    desk.keys("ctrl+a")
    desk.type("Stripes")
    desk.keys("Return")
    wait_until(lambda: "Stripes" in rows(), "the new name")
    open_menu("Stripes")
    desk.keys("n")
    desk.x_window("Rename")
    desk.settle()
    desk.keys("ctrl+a", "BackSpace", "Return")
    wait_until(lambda: "zebra" in rows(), "the folder's own name")
    equal(desk.root(os.path.join(desk.home, "zebra"))["name"], None, "the name")


@test
def menu_by_keyboard():
    """Shift+F10 on a row opens its menu, and so does the right button"""
    open_menu("zebra")
    desk.keys("Escape")
    a11y.gone(desk.app, None, "Open in File Manager")
    desk.keys("shift+F10")
    a11y.find(desk.app, None, "Open in File Manager")
    desk.settle()
    desk.keys("l")
    wait_until(lambda: desk.root(os.path.join(desk.home, "zebra"))["access"] == "read-only",
               "read-only by the keyboard")
    wait_until(lambda: "Read-only" in texts("zebra"), "the word for it")
    x, y = desk.position(a11y.find(row("zebra"), "label", "zebra"), MAIN)
    a11y.run("xdotool", "mousemove", str(x), str(y), "click", "3")
    desk.settle()
    desk.screenshot("folders-context", MAIN)
    desk.keys("l")
    wait_until(lambda: desk.root(os.path.join(desk.home, "zebra"))["access"] == "read-write",
               "read-write by the mouse")


@test
def remove():
    """Remove takes out at once, and Undo brings back the folder"""
    open_menu("zebra")
    desk.keys("r")
    wait_until(lambda: "zebra" not in rows(), "the row to go")
    desk.screenshot("folders-undo", MAIN)
    a11y.press(desk.app, a11y.BUTTONS, "Undo")
    wait_until(lambda: "zebra" in rows(), "the row to come back")
    equal(desk.root(os.path.join(desk.home, "zebra"))["access"], "read-write", "the access")


@test
def find_projects():
    """Find Projects… says why each was found, has none ticked, and adds those that are"""
    for name in ("work/rusty/Cargo.toml", "work/deep/er/go.mod", "work/node_modules/x/package.json",
                 "work/plain/notes.txt"):
        path = os.path.join(desk.home, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, "wb").close()
    os.symlink("..", os.path.join(desk.home, "work", "up"))
    desk.focus(MAIN)
    desk.keys("F10")
    a11y.find(desk.app, None, re.compile("^Find Projects"))
    desk.settle()
    desk.keys("j")
    desk.focus(CHOOSER)
    desk.keys("ctrl+l")
    desk.type(os.path.join(desk.home, "work"))
    a11y.press(a11y.find(desk.app, None, "Find Projects In"), a11y.BUTTONS, "Find")
    desk.x_window(FINDING)
    a11y.find(desk.app, "label", "Found 2 projects.")
    desk.focus(FINDING)
    dialog = a11y.find(desk.app, a11y.WINDOWS, re.compile(FINDING))
    boxes = a11y.find_all(dialog, "check box")
    equal([a11y.name_of(box) for box in boxes], ["~/work/deep/er", "~/work/rusty"], "what was found")
    equal([a11y.is_checked(box) for box in boxes], [False, False], "what is ticked")
    a11y.find(dialog, "label", "Has Cargo.toml")
    assert not a11y.is_sensitive(a11y.find_button(dialog, "Add")), "Add with none ticked"
    desk.screenshot("find-projects", FINDING)
    desk.click(boxes[1], FINDING)
    a11y.press(dialog, a11y.BUTTONS, "Add")
    wait_until(lambda: "rusty" in rows(), "the project that was ticked")
    assert os.path.join(desk.home, "work", "deep", "er") not in [
        root["path"] for root in desk.json("list")], "one that was not"


@test
def find_nothing():
    """where there is no project, that is said"""
    desk.focus(MAIN)
    desk.keys("F10")
    a11y.find(desk.app, None, re.compile("^Find Projects"))
    desk.settle()
    desk.keys("j")
    desk.focus(CHOOSER)
    desk.keys("ctrl+l")
    desk.type(os.path.join(desk.home, "work", "plain"))
    a11y.press(a11y.find(desk.app, None, "Find Projects In"), a11y.BUTTONS, "Find")
    desk.x_window(FINDING)
    a11y.find(desk.app, None, "No Projects Found")
    desk.screenshot("find-nothing", FINDING)
    desk.focus(FINDING)
    desk.keys("Escape")
    wait_until(lambda: not desk.is_shown(FINDING), "the end of the dialog")


@test
def nobody_to_share_with():
    """below a folder there is a way to connect a server where none is known"""
    # High enough for all rows of the tests below.
    desk.resize(MAIN, 880, 1250)
    desk.click(row("apples"), MAIN)
    wait_until(lambda: is_open("apples"), "told that it is open")
    a11y.press(row_after("apples"), a11y.BUTTONS, "Connect a Server…")
    desk.x_window("^Connect a Server$")
    desk.focus("^Connect a Server$")
    desk.keys("Escape")
    wait_until(lambda: not desk.is_shown("^Connect a Server$"), "the end of the dialog")
    start("alpha")
    wait_until(lambda: switches() == ["Share apples with alpha"], "the server that came")
    equal(a11y.find_all(a11y.find(desk.app, "list", "Folders"), a11y.BUTTONS, "Connect a Server…"), [],
          "the way to connect one")
    desk.click(row("apples"), MAIN)
    wait_until(lambda: not switches() and not is_open("apples"), "nothing below it")


def row_after(name):
    """What is below an open folder, first."""
    below = a11y.extents(row(name)).y
    found = [node for folders in a11y.find_all(desk.app, "list", "Folders")
             for node in a11y.find_all(folders, "list item") if a11y.extents(node).y > below]
    return min(found, key=lambda node: a11y.extents(node).y)


@test
def servers_below():
    """a folder opens to a switch for each server, which says for how long; the row names who sees it"""
    start("beta", "gamma", "delta")
    equal(switches(), [], "switches before a folder is open")
    desk.click(row("apples"), MAIN)
    wait_until(lambda: switches() == ["Share apples with " + name
                                      for name in ("alpha", "beta", "gamma", "delta")], "the switches")
    desk.screenshot("folders-open", MAIN)
    assert a11y.act(switch("apples", "beta"))
    wait_until(lambda: sees("beta") == ["apples"], "the folder")
    wait_until(lambda: "Until it stops" in texts("beta"), "for how long")
    wait_until(lambda: "Shared with beta" in texts("apples"), "its name")
    desk.settle(1)  # The rows may move, now that two of them have other texts.
    desk.click(row("alpha"), MAIN)
    wait_until(lambda: sees("alpha") == ["apples"], "the folder, by a click beside the switch")
    assert a11y.act(switch("apples", "gamma"))
    wait_until(lambda: "Shared with alpha, beta and gamma" in texts("apples"), "three names")
    assert a11y.act(switch("apples", "delta"))
    wait_until(lambda: "Shared with alpha, beta and 2 more" in texts("apples"), "two names, and a number")
    for name in ("alpha", "gamma", "delta"):
        wait_until(lambda name=name: a11y.is_checked(switch("apples", name)), "the switch of " + name)
        assert a11y.act(switch("apples", name))
    wait_until(lambda: "Shared with beta" in texts("apples"), "the name of the only one")
    equal(sees("alpha"), [], "what was taken back")


@test
def servers_by_keyboard():
    """the space bar, Enter and the arrows open and close a folder; the switches are the next rows"""
    desk.click(row("apples"), MAIN)
    wait_until(lambda: not is_open("apples"), "the closed row")
    wait_until(lambda: has_focus(row("apples")), "the focus on it")
    desk.keys("Right")
    wait_until(lambda: is_open("apples"), "the row that Right opens")
    desk.keys("Down")
    wait_until(lambda: has_focus(switch("apples", "alpha")), "the focus on the first switch")
    desk.keys("Return")
    wait_until(lambda: sees("alpha") == ["apples"], "the folder")
    wait_until(lambda: a11y.is_checked(switch("apples", "alpha")), "the switch")
    desk.keys("space")
    wait_until(lambda: sees("alpha") == [], "no folder")
    desk.keys("Up", "Left")
    wait_until(lambda: not is_open("apples"), "the row that Left closes")
    desk.keys("space")
    wait_until(lambda: is_open("apples"), "the row that the space bar opens")
    desk.keys("Return")
    wait_until(lambda: not is_open("apples"), "the row that Enter closes")
    # Keys on the button in the row are the button's.
    desk.keys("Tab", "space")
    a11y.find(desk.app, None, "Open in File Manager")
    desk.keys("Escape")
    a11y.gone(desk.app, None, "Open in File Manager")
    assert not is_open("apples"), "the row opened"
    desk.screenshot("folders-servers-keyboard", MAIN)


@test
def stays_open():
    """an open folder stays so, and keeps the focus, where the list is put in order anew or searched"""
    sort_by("Number of Servers", "s")
    wait_until(lambda: rows()[0] == "apples", "the only one that is seen")
    desk.click(row("zebra"), MAIN)
    wait_until(lambda: switches()[:1] == ["Share zebra with alpha"], "the switches")
    desk.keys("Down")
    wait_until(lambda: has_focus(switch("zebra", "alpha")), "the focus on the first switch")
    desk.keys("Down", "space")
    wait_until(lambda: sees("beta") == ["apples", "zebra"], "the second folder of beta")
    wait_until(lambda: rows()[:2] == ["apples", "zebra"], "the folders that are seen")
    wait_until(lambda: has_focus(switch("zebra", "beta")), "the focus where it was")
    desk.keys("Up")
    wait_until(lambda: has_focus(switch("zebra", "alpha")), "the focus on the switch above")
    desk.keys("space")
    wait_until(lambda: sees("alpha") == ["zebra"], "the folder of alpha")
    wait_until(lambda: rows()[0] == "zebra", "the folder that most see")
    wait_until(lambda: is_open("zebra") and len(switches()) == 4, "its switches")
    wait_until(lambda: has_focus(switch("zebra", "alpha")), "the focus where it was")
    sort_by("Name", "n")
    wait_until(lambda: rows()[0] == "apples" and is_open("zebra"), "it is open at its other place")
    search_for("apples")
    wait_until(lambda: rows() == ["apples"], "the one that is found")
    desk.focus(MAIN)
    desk.keys("ctrl+f", "Escape")
    wait_until(lambda: "zebra" in rows() and is_open("zebra"), "it is open again")
    os.mkdir(path_of("bananas"))
    desk.add_asked(path_of("bananas"))
    wait_until(lambda: "bananas" in rows() and is_open("zebra") and not is_open("bananas"), "a new one")
    # What was there stays where it is, whatever becomes of the server.
    peers.pop("gamma").stop()
    wait_until(lambda: not desk.control().server("gamma")["sessions"], "the end of gamma")
    assert "Share zebra with gamma" in switches(), switches()
    desk.click(row("zebra"), MAIN)
    wait_until(lambda: not switches(), "the closed row")


@test
def blocked():
    """a blocked server says so, and its switch does nothing"""
    desk.paddock("block", "delta")
    desk.click(row("apples"), MAIN)
    wait_until(lambda: "Blocked" in texts("delta"), "the word for it")
    assert not a11y.is_sensitive(switch("apples", "delta")), "a switch"
    desk.click(row("delta"), MAIN)
    desk.settle()
    equal(sees("delta"), [], "what it sees")
    desk.click(row("apples"), MAIN)
    wait_until(lambda: not switches(), "the closed row")


@test
def share_with():
    """where there are more servers than fit, a dialog has those that do not see the folder yet"""
    helpers = ["helper-%d" % number for number in range(MOST_SERVERS)]
    start(*helpers)
    desk.click(row("apples"), MAIN)
    wait_until(lambda: len(switches()) == MOST_SERVERS, "as many switches as fit")
    missing = next(name for name in helpers if "Share apples with " + name not in switches())
    desk.screenshot("folders-share-with", MAIN)
    a11y.press(desk.app, a11y.BUTTONS, "Share With…")
    desk.x_window(SHARE)
    dialog = a11y.find(desk.app, a11y.WINDOWS, "Share")
    a11y.find(dialog, "label", "Which Servers May See “apples”?")
    equal(a11y.find_all(dialog, "check box", "beta"), [], "the one that sees it")
    desk.screenshot("folders-share", SHARE)
    # High enough for all of them.
    desk.resize(SHARE, 420, 1200)
    desk.click(a11y.find(dialog, "check box", missing), SHARE)
    share = a11y.find_button(dialog, "Share")
    wait_until(lambda: a11y.is_sensitive(share), "Share")
    assert a11y.act(share)
    wait_until(lambda: sees(missing) == ["apples"], "the folder")
    wait_until(lambda: "Share apples with " + missing in switches(), "its switch")
    assert a11y.is_checked(switch("apples", missing))


@test
def phone():
    """on a phone, all of it fits, with a folder open, too"""
    equal(desk.resize(MAIN, 360, 640)[0], 360, "the width")
    desk.screenshot("folders-phone-open", MAIN)
    desk.click(row("apples"), MAIN)
    wait_until(lambda: not switches(), "the closed row")
    desk.screenshot("folders-phone", MAIN)
    for peer in peers.values():
        peer.stop()
    equal(desk.warnings(), [], "what the window complained of")


run(desk, in_order=True)
