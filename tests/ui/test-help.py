# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The keyboard shortcuts of the window, each pressed, and the help. If PADDOCK_SCREENSHOTS names a
directory, pictures are saved there."""

import os
import re

import a11y
import servers
from desktop import Desktop
from harness import equal, wait_until
from peer import PeerProcess
from tap import run, test

MAIN = "^Paddock$"
DIALOG_KEYS = "^Keyboard Shortcuts$"
PAGES = ["Folders", "Servers", "Apps", "Overview", "Activity"]

desk = Desktop()


def shown_page():
    """The page whose tab is selected."""
    chosen = [a11y.name_of(tab) for tab in a11y.find_all(desk.app, "page tab")
              if tab.states >> 23 & 1 or a11y.is_checked(tab)]
    return chosen[0] if chosen else None


def press(*keys, on=MAIN):
    desk.focus(on)
    desk.keys(*keys)


def wait_page(name):
    wait_until(lambda: shown_page() == name, name)


def opens(title, *keys):
    """These keys open a dialog, and Escape closes it."""
    press(*keys)
    wait_until(lambda: desk.is_shown(title), "a window called " + title)
    desk.settle()
    press("Escape", on=title)
    wait_until(lambda: not desk.is_shown(title), title + " to go")


def asks(text, *keys):
    """These keys ask a question with this text, and Escape closes it."""
    press(*keys)
    a11y.find(desk.app, None, text)
    desk.settle()
    desk.keys("Escape")
    a11y.gone(desk.app, None, text)


def shows(name, key):
    other = next(page for page in PAGES if page != name)
    press("alt+%d" % (PAGES.index(other) + 1))
    wait_page(other)
    press(key)
    wait_page(name)


def turns(first, key, then):
    press("alt+%d" % (PAGES.index(first) + 1))
    wait_page(first)
    press(key)
    wait_page(then)


def opens_menu(key):
    press(key)
    a11y.find(desk.app, None, re.compile("^Add File"))
    press("Escape")
    a11y.gone(desk.app, None, re.compile("^Add File"))


def is_focused(roles, name=None):
    return any(node.states >> a11y.STATE.FOCUSED & 1 for node in a11y.find_all(desk.app, roles, name))


def in_the_search():
    press("ctrl+f")
    wait_until(lambda: is_focused(("text", "entry")), "the focus in the search")


def finds_folders():
    press("alt+1")
    wait_page("Folders")
    in_the_search()
    desk.keys("Escape")


def opens_menu_of_folder(key):
    press("alt+1")
    wait_page("Folders")
    desk.click(a11y.find(desk.app, a11y.BUTTONS, "Menu of Notes"), MAIN)
    a11y.find(desk.app, None, "Open in File Manager")
    press("Escape")
    a11y.gone(desk.app, None, "Open in File Manager")
    # The row has the focus a moment after its menu.
    wait_until(lambda: is_focused(a11y.BUTTONS, "Menu of Notes"), "the focus in the row")
    press(key)
    a11y.find(desk.app, None, "Open in File Manager")
    press("Escape")
    a11y.gone(desk.app, None, "Open in File Manager")


def searches():
    """On a page with a search."""
    desk.control().add(desk.folder("Notes"))
    press("alt+5")
    wait_page("Activity")
    a11y.find(desk.app, None, re.compile("was added"))
    in_the_search()


def ends(key):
    """The window closes, and the service stays."""
    press(key)
    wait_until(lambda: desk.window.poll() is not None, "the end of the window")
    equal(desk.window.returncode, 0, "exit status")
    desk.json("servers")
    desk.start_window()


def undoes(key):
    """The removed folder is back, even if the key is pressed twice."""
    press("alt+1")
    wait_page("Folders")
    desk.click(a11y.find(desk.app, a11y.BUTTONS, "Menu of Notes"), MAIN)
    a11y.find(desk.app, None, "Open in File Manager")
    press("r")
    wait_until(lambda: all(not root["path"].endswith("/Notes") for root in desk.json("list")), "no folder")
    wait_until(lambda: a11y.find_all(desk.app, a11y.BUTTONS, "Undo"), "the message")
    press(key)
    wait_until(lambda: any(root["path"].endswith("/Notes") for root in desk.json("list")), "the folder")
    press(key)


def pauses(key):
    press(key)
    wait_until(lambda: desk.control().property("Paused"), "the pause")
    a11y.press(desk.app, a11y.BUTTONS, "Resume")
    wait_until(lambda: not desk.control().property("Paused"), "the end of the pause")


def goes_back(key):
    """From the page of a server to the list."""
    peer = PeerProcess(desk, "alpha").wait_ready()
    press("alt+2")
    servers.open_server(desk, "alpha")
    press(key)
    wait_until(lambda: servers.opened(desk) is None, "the list")
    peer.stop()


# What a row of the dialog says about its keys, and a check that they do it.
KEYS = {
    "Add a folder": ("Ctrl+N or Ctrl+O",
                     lambda: [opens("^Add Folders$", key) for key in ("ctrl+n", "ctrl+o")]),
    "Add a copied folder, or type a path": ("Ctrl+V", lambda: asks("Add by Path", "ctrl+v")),
    "Connect a server": ("Shift+Ctrl+N", lambda: opens("^Connect a Server$", "ctrl+shift+n")),
    "Go back to all servers": ("Alt+Left or Escape", lambda: [goes_back(key)
                                                              for key in ("alt+Left", "Escape")]),
    "Show the folders": ("Alt+1", lambda: shows("Folders", "alt+1")),
    "Show the servers": ("Alt+2", lambda: shows("Servers", "alt+2")),
    "Show the apps": ("Alt+3", lambda: shows("Apps", "alt+3")),
    "Show the overview": ("Alt+4", lambda: shows("Overview", "alt+4")),
    "Show the activity": ("Alt+5", lambda: shows("Activity", "alt+5")),
    "Show the next page": ("Ctrl+Page Down", lambda: [turns("Folders", "ctrl+Next", "Servers"),
                                                      turns("Activity", "ctrl+Next", "Folders")]),
    "Show the previous page": ("Ctrl+Page Up", lambda: [turns("Servers", "ctrl+Prior", "Folders"),
                                                      turns("Folders", "ctrl+Prior", "Activity")]),
    "Search this page": ("Ctrl+F", searches),
    "Find a folder": ("Ctrl+F", finds_folders),
    "Show the menu of a folder": ("Menu or Shift+F10",
                                  lambda: [opens_menu_of_folder(key) for key in ("Menu", "shift+F10")]),
    "Open the menu": ("F10", lambda: opens_menu("F10")),
    "Undo the last change": ("Ctrl+Z", lambda: undoes("ctrl+z")),
    "Pause sharing": ("Ctrl+P", lambda: pauses("ctrl+p")),
    "Preferences": ("Ctrl+,", lambda: opens("^Preferences$", "ctrl+comma")),
    "Help": ("F1", lambda: opens("^Help$", "F1")),
    "Keyboard shortcuts": ("Ctrl+?", lambda: opens(DIALOG_KEYS, "ctrl+question")),
    "Close a dialog without answering": ("Escape", lambda: opens("^Help$", "F1")),
    "Close the window": ("Ctrl+W", lambda: ends("ctrl+w")),
    "Quit; the service might keep running": ("Ctrl+Q", lambda: ends("ctrl+q")),
}


def open_from_menu(letter, title):
    desk.focus(MAIN)
    desk.keys("F10")
    a11y.find(desk.app, None, re.compile("^Add File"))
    desk.settle()
    desk.keys(letter)
    wait_until(lambda: desk.is_shown(title), "a window called " + title)
    desk.settle()


@test
def shown():
    """the dialog has a row for each key, found by a screen reader by its name"""
    desk.start_window(env={key: os.environ[key] for key in ("ADW_DEBUG_COLOR_SCHEME",)
                           if key in os.environ})
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    open_from_menu("k", DIALOG_KEYS)
    desk.screenshot("shortcuts", DIALOG_KEYS)
    window = a11y.find(desk.app, a11y.WINDOWS, "Keyboard Shortcuts")
    texts = a11y.texts(window)
    rows = {a11y.name_of(node) for node in a11y.find_all(window, "list item")}
    for title, (keys, _) in KEYS.items():
        assert title in rows, "no row %r; there is %s" % (title, sorted(rows))
        assert keys in texts, "no keys %r; there is %s" % (keys, texts)
    equal(sorted(rows), sorted(KEYS), "rows of the dialog that this test knows")
    desk.keys("Escape")
    wait_until(lambda: not desk.is_shown(DIALOG_KEYS), "the dialog to go")


@test
def pressed():
    """each does what its row says"""
    for title, (_, check) in KEYS.items():
        try:
            check()
        except BaseException:
            print("# at %r" % title, flush=True)
            raise


@test
def one_of_a_kind():
    """the help is there once, and each of its answers opens by the keyboard"""
    press("F1")
    wait_until(lambda: desk.is_shown("^Help$"), "the help")
    press("F1")
    desk.settle()
    equal(len(a11y.find_all(desk.app, a11y.WINDOWS, "Help")), 1, "windows")
    window = a11y.find(desk.app, a11y.WINDOWS, "Help")
    told = a11y.find(window, None, re.compile("can’t stop a server from opening other files"))
    after = a11y.find(window, None, "How do I stop sharing?")
    before = a11y.extents(after).y
    desk.click(a11y.find(window, None, "What Paddock can’t do"), "^Help$")
    wait_until(lambda: a11y.extents(after).y >= before + a11y.extents(told).height > before, "the answer")
    desk.screenshot("guide", "^Help$")
    press("Escape", on="^Help$")
    wait_until(lambda: not desk.is_shown("^Help$"), "the help to go")


@test
def about():
    """what is told for a report has versions and no path"""
    desk.control().add(desk.folder("A Secret Name"))
    open_from_menu("a", "^About")
    desk.screenshot("about", "^About")
    window = a11y.find(desk.app, a11y.WINDOWS, re.compile("^About"))
    # Only rows, because the pages that they open have the same title, and are not visible yet.
    desk.click(a11y.find(window, "list item", "Troubleshooting"), "^About")
    desk.settle()
    desk.click(a11y.find(window, "list item", "Debugging Information"), "^About")
    desk.settle()
    texts = [a11y.text_of(node) or "" for node in a11y.walk(window) if node.role == "text"]
    told = next(text for text in texts if "libadwaita: " in text)
    for line in ("Service: connected", "Folders: 2", "Servers: 1", "Sandbox: none", "Paused: no"):
        assert line in told, told
    assert "/" not in told and "Secret" not in told, told
    desk.screenshot("about-debug-info", "^About")
    equal(desk.warnings(), [], "warnings")


run(desk, in_order=True)
