# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Search in the activity: by text, server, folder and kind. Also days, and the details of an entry."""

import json
import os
import re
import sqlite3
import time

import a11y
from desktop import Desktop
from harness import equal, wait_until
from tap import run, test

MAIN = "^Paddock$"
DAY = 24 * 60 * 60 * 1000000  # µs

desk = Desktop()


def fill_journal():
    """Old entries of several kinds, days and names."""
    desk.serve().stop()
    now = int(time.time() * 1000000)
    rows = [(300, "root-added", "/old/alpha"), (3, "root-refused", "/old/beta"),
            (3, "root-added", "/old/gamma"), (1, "root-withdrawn", "/old/alpha-two"),
            (1, "paused", None)]
    with sqlite3.connect(os.path.join(desk.data_home, "paddock", "paddock.db")) as connection:
        connection.execute("DELETE FROM journal")
        connection.executemany(
            "INSERT INTO journal (time, last, count, event, reason, root) VALUES (?, ?, 1, ?, 'none', ?)",
            [(now - age * DAY + number, now - age * DAY + number, event, root)
             for number, (age, event, root) in enumerate(rows)])
    connection.close()


def listing():
    return a11y.find(desk.app, "list", re.compile("^Activity"))


def shown():
    """The last part of each visible path, from the top. A row and its sentence have the same name."""
    names = re.findall(r"/old/([a-z-]+) (?:was|is|became|couldn)", " ".join(a11y.texts(listing())))
    return [name for number, name in enumerate(names) if name not in names[:number]]


def search(text):
    desk.focus(MAIN)
    desk.keys("ctrl+f", "ctrl+a", "BackSpace")
    if text:
        desk.type(text)


def choose(item):
    """Chooses an item of the menu with the mouse."""
    desk.focus(MAIN)
    desk.settle()

    def item_shown():
        found = [node for node in a11y.find_all(desk.app, None, item) if a11y.extents(node).width > 0]
        return found and found[0]

    def opened():
        # A pointer that does not move is not noticed.
        a11y.run("xdotool", "mousemove", "5", "5")
        desk.click(a11y.find(desk.app, None, "More actions"), MAIN)
        desk.settle(1)
        return item_shown()
    wait_until(opened, "the menu")
    desk.keys(item[0].lower())


def begin():
    """Shows all entries in a new window."""
    desk.start_again()
    desk.focus(MAIN)
    desk.keys("alt+5")
    wait_until(lambda: len(shown()) == 4, "all entries")


@test
def filled():
    """the page shows old entries of several kinds"""
    fill_journal()
    begin()


@test
def by_text():
    """Ctrl+F and a text: the service finds, what is limited is said, and one button shows all again"""
    wait_until(lambda: shown() == ["alpha-two", "gamma", "beta", "alpha"], "all entries")
    search("ALPHA")
    wait_until(lambda: shown() == ["alpha-two", "alpha"], "what was searched")
    assert a11y.find(desk.app, None, "Only “ALPHA”"), "what the list is limited to"
    search("became unavailable")
    wait_until(lambda: shown() == ["alpha-two"], "what has the words in its sentence")
    search("nothing has this")
    a11y.find(desk.app, None, "No Results Found")
    a11y.press(desk.app, a11y.BUTTONS, "Show All")
    wait_until(lambda: shown() == ["alpha-two", "gamma", "beta", "alpha"], "all entries again")


@test
def by_kind():
    """a kind is chosen with the keyboard, holds together with a text, and what is new is chosen, too"""
    desk.focus(MAIN)
    desk.keys("alt+i")
    a11y.find(desk.app, None, "All Kinds")
    desk.settle()
    desk.keys("alt+k")
    desk.settle()
    desk.keys("Down", "Down", "Down", "Down", "Return")  # Refused
    wait_until(lambda: shown() == ["beta"], "what was refused")
    desk.keys("Escape")
    search("gamma")
    wait_until(lambda: a11y.find_all(desk.app, None, "Only Refused · “gamma”"), "both limits")
    a11y.find(desk.app, None, "No Results Found")
    search("")
    wait_until(lambda: shown() == ["beta"], "the kind alone")
    # A new entry of another kind is not shown; one of this kind is.
    desk.control().add(desk.folder("New"))
    desk.paddock("add", "/proc", code=None)
    desk.settle(1)
    equal([name for name in shown() if name != "beta"], [], "entries of another kind")
    a11y.press(desk.app, a11y.BUTTONS, "Show All")
    wait_until(lambda: len(shown()) == 4, "all entries again")


@test
def export():
    """what the list is limited to goes into the file that was chosen, as `paddock log --json` prints it"""
    desk.focus(MAIN)
    search("ALPHA")
    wait_until(lambda: shown() == ["alpha-two", "alpha"], "what was searched")
    target = os.path.join(desk.home, "exported.json")
    choose("Export…")
    wait_until(lambda: desk.is_shown("^Export Activity$"), "the file chooser")
    desk.settle(1)
    desk.keys("ctrl+a", "BackSpace")
    desk.type(target)
    desk.keys("Return")
    wait_until(lambda: os.path.exists(target), "the file")
    with open(target, encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    equal([row["root"] for row in rows], ["/old/alpha-two", "/old/alpha"], "exported")
    equal(rows, [row for row in reversed(desk.json("log", "--search", "alpha"))], "as it is printed")
    a11y.find(desk.app, None, "Exported 2 entries")
    desk.focus(MAIN)
    a11y.press(desk.app, a11y.BUTTONS, "Show All")
    wait_until(lambda: len(shown()) == 4, "all entries again")


@test
def days():
    """each day has its heading, once"""
    headings = [node for node in a11y.walk(listing()) if a11y.role_of(node) != "list item"]
    texts = [name for name in map(a11y.name_of, headings)
             if name and (name in ("Today", "Yesterday") or re.match("[A-Z][a-z]+day, ", name))]
    equal(texts[:2], ["Today", "Yesterday"], "the newest days")
    equal(len(texts), 4, "days")


@test
def details():
    """an entry is opened and closed with the keyboard, and says the exact time"""
    desk.focus(MAIN)
    search("gamma")
    wait_until(lambda: shown() == ["gamma"], "one entry")
    desk.settle()

    def in_the_list():
        desk.keys("Tab")
        return any(node.states >> a11y.STATE.FOCUSED & 1 for node in a11y.walk(listing()))
    wait_until(in_the_list, "the focus in the list")
    desk.keys("Return")
    wait_until(lambda: "Folder: /old/gamma" in " ".join(a11y.texts(listing())), "the details")
    assert re.search(r"Time: \d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d:\d\d", " ".join(a11y.texts(listing())))
    desk.keys("Return")
    wait_until(lambda: "Folder: /old/gamma" not in " ".join(
        text for node in a11y.walk(listing()) if a11y.extents(node).width > 0
        for text in [a11y.text_of(node) or ""]), "the end of the details")
    a11y.press(desk.app, a11y.BUTTONS, "Show All")


@test
def clear():
    """Clear… asks first; nothing is gone until then, and an entry is left that says so"""
    # The list only has rows near the visible part, so the oldest may have none.
    wait_until(lambda: "alpha-two" in shown() and "gamma" in shown(), "all entries again")
    choose("Clear…")
    a11y.find(desk.app, None, "Clear Activity?")
    desk.settle(1)
    desk.keys("Escape")
    desk.settle(1)
    assert "alpha-two" in shown() and "gamma" in shown(), "entries are gone after Escape"
    choose("Clear…")
    a11y.find(desk.app, None, "Clear Activity?")
    desk.settle(1)
    a11y.press(desk.app, a11y.BUTTONS, "Clear")
    wait_until(lambda: not shown(), "the end of the entries")
    a11y.find(listing(), None, "Activity was cleared")
    equal([row["event"] for row in desk.log()], ["journal-cleared"], "what is left")


@test
def quiet_log():
    """the window logged no warning"""
    equal(desk.warnings(), [], "warnings")


run(desk, in_order=True, again=begin)
