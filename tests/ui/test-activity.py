# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""More activity than is loaded at once: older entries come while scrolling, by wheel and by key."""

import os
import re
import sqlite3
import time

import a11y
from desktop import Desktop
from harness import equal, wait_until
from peer import PeerProcess
from tap import run, test

MAIN = "^Paddock$"
N_OLD = 650  # the window loads 200, then 100 at a time
HOUR = 3600 * 1000 * 1000  # µs: no entry counts as the repetition of another

desk = Desktop()


def fill_journal():
    """Entries that an earlier service would have written."""
    desk.serve().stop()
    # None is so old that it is deleted meanwhile.
    start = int(time.time() * 1000000) - (N_OLD + 1) * HOUR
    with sqlite3.connect(os.path.join(desk.data_home, "paddock", "paddock.db")) as connection:
        connection.execute("DELETE FROM journal")
        connection.executemany(
            "INSERT INTO journal (time, last, count, event, reason, root) VALUES (?, ?, 1, 'root-added',"
            " 'none', ?)", [(time, time, "/old/number-%04d" % number) for number, time in
                            ((number, start + number * HOUR) for number in range(N_OLD))])
    connection.close()


def listing():
    return a11y.find(desk.app, "list", re.compile("^Activity"))


def numbers():
    """The old entries that have a row now. The list only has rows near the visible part."""
    labels = [a11y.name_of(node) or "" for node in a11y.walk(listing()) if a11y.role_of(node) == "label"]
    return [int(number) for number in re.findall(r"number-(\d+)", " ".join(labels))]


def open_activity():
    a11y.act(a11y.find(desk.app, "page tab", "Activity")) or desk.click(
        a11y.find(desk.app, "page tab", "Activity"), MAIN)
    wait_until(lambda: N_OLD - 1 in numbers(), "the newest entry")


@test
def by_wheel():
    """the wheel goes on to the oldest entry"""
    fill_journal()
    desk.start_window()
    desk.focus(MAIN)
    open_activity()
    assert min(numbers()) > 200, "rows for what is far away: %d" % min(numbers())
    x, y = desk.position(listing(), MAIN)
    place = desk.geometry(desk.x_window(MAIN))
    a11y.run("xdotool", "mousemove", str(x), str(place["Y"] + place["HEIGHT"] // 2))

    def at_the_end():
        a11y.run("xdotool", "click", "--repeat", "60", "--delay", "2", "5")
        return 0 in numbers()
    wait_until(at_the_end, "the oldest entry", 60)
    read = numbers()
    equal(read, sorted(set(read), reverse=True), "what is shown, newest first and once")


@test
def by_key():
    """so does the keyboard"""
    desk.window.terminate()
    desk.window.wait()
    desk.start_window()
    desk.focus(MAIN)
    open_activity()

    # From the search, which is right before it.
    desk.keys("ctrl+f")

    def in_the_list():
        desk.keys("Tab")
        return any(node.states >> a11y.STATE.FOCUSED & 1 for node in a11y.walk(listing()))
    wait_until(in_the_list, "the focus in the list")

    def at_the_end():
        desk.keys("End")
        return 0 in numbers()
    wait_until(at_the_end, "the oldest entry", 60)


@test
def stays_while_reading():
    """new entries do not move the entries that the user reads"""
    before = numbers()
    desk.control().add(desk.folder("New"))
    wait_until(lambda: len(desk.log("root-added")) > N_OLD, "the new entry")
    desk.settle(1)
    equal(numbers(), before, "what is shown")


@test
def stays_at_the_top():
    """a list at its top is there again after entries came while another page was shown"""
    desk.keys("Home")
    wait_until(lambda: N_OLD - 1 in numbers(), "the newest entry")
    desk.settle()
    desk.keys("alt+1")
    desk.settle()
    desk.control().add(*[desk.folder("Later-%02d" % number) for number in range(12)])
    desk.keys("alt+5")

    def newest_is_seen():
        found = [node for node in a11y.find_all(listing(), "label", re.compile("Later-11"))]
        return found and 0 <= a11y.extents(found[0]).y < 300 and a11y.extents(found[0]).width > 0
    wait_until(newest_is_seen, "the newest entry at the top")


@test
def repeated():
    """an event that repeats moves its entry to the top, above what happened between"""
    def places():
        labels = [node for node in a11y.find_all(listing(), "label", re.compile("list of folders|After"))
                  if a11y.extents(node).width > 0]
        return ["After" if "After" in a11y.name_of(node) else "list"
                for node in sorted(labels, key=lambda node: a11y.extents(node).y)]
    peer = PeerProcess(desk, "Files").wait_ready()
    peer.roots()
    wait_until(lambda: "list" in places(), "the event")
    other = PeerProcess(desk, "After").wait_ready()
    wait_until(lambda: places()[:1] == ["After"], "what happened after it")
    peer.roots()
    wait_until(lambda: places()[:1] == ["list"], "the repeated event at the top")
    equal([entry["count"] for entry in desk.log("roots-listed")], [2], "repeats")
    peer.stop()
    other.stop()


@test
def quiet_log():
    """the window logged no warning"""
    equal(desk.warnings(), [], "warnings")


run(desk, in_order=True)
