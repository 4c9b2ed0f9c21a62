# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The page of folders: what a row says, its menu by mouse and keyboard, search and order. Pictures are
saved where PADDOCK_SCREENSHOTS names a directory."""

import os
import re

import a11y
from desktop import Desktop
from harness import equal, wait_until
from tap import run, test

MAIN = "^Paddock$"
CHOOSER = "^Find Projects In$"
FINDING = "^Find Projects$"
# Settings outlive the window, in a file of this test's home.
KEPT = {"GSETTINGS_BACKEND": "keyfile"}

desk = Desktop()


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
    assert "Seen by nobody" in texts("zebra"), texts("zebra")
    assert "File" in texts("notes.txt"), texts("notes.txt")
    assert "~/picked → ~/apples" in texts("apples"), texts("apples")
    assert "Folder" in texts("apples"), texts("apples")
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
    a11y.find(desk.app, None, "No Folder Found")
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
def phone():
    """on a phone, all of it fits"""
    equal(desk.resize(MAIN, 360, 640)[0], 360, "the width")
    desk.screenshot("folders-phone", MAIN)
    equal(desk.warnings(), [], "what the window complained of")


run(desk, in_order=True)
