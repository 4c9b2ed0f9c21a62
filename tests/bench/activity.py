#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A long activity against a short one: until the window stands still after the page was opened (processor
time of window and service), and what the service takes to find a page of it (time on the clock, the fastest
of many).

    activity.py BUILD [NUMBER…]
"""

import os
import sqlite3
import sys
import time

from gi.repository import GLib

from measuring import MAIN, processor_time, work_until_still

from desktop import Desktop

ROUNDS = 20  # of each search
PAGE = 100  # entries requested at a time

SEARCHES = (
    ("all of it", {}),
    ("a server with one entry in a thousand", {"server": GLib.Variant("s", "rare")}),
    ("a kind that none is of", {"kinds": GLib.Variant("as", ["shared"])}),
    ("a text in the oldest entry", {"text": GLib.Variant("s", "Needle")}),
    ("a text that is nowhere", {"text": GLib.Variant("s", "nothing has this")}),
)


def fill(desk, number):
    """Entries of a server that reads its list all day, minutes apart."""
    desk.serve().stop()
    minute = 60 * 1000000
    now = int(time.time() * 1000000) - minute
    with sqlite3.connect(os.path.join(desk.data_home, "paddock", "paddock.db")) as database:
        database.execute("DELETE FROM journal")
        database.executemany(
            "INSERT INTO journal (time, last, count, event, reason, server_id, server, root_id, root, detail)"
            " VALUES (?, ?, 1, 'roots-listed', 'none', ?, 'Files (npx)', 'r', '/home/me/Projects/site', ?)",
            ((now - (number - index) * minute // 2,) * 2
             + ("rare" if index % 1000 == 500 else "often", "needle" if index == 0 else None)
             for index in range(number)))
    database.close()


def measure(number):
    with Desktop() as desk:
        fill(desk, number)
        service = desk.serve()
        control = desk.control()
        times = []
        for _, filters in SEARCHES:
            took = []
            for _ in range(ROUNDS):
                began = time.monotonic()
                control.call("SearchJournal", filters, 0, PAGE)
                took.append(time.monotonic() - began)
            times.append(min(took))
        desk.start_window()
        pids = [desk.window.pid, service.process.pid]
        work_until_still(pids, 0)
        desk.focus(MAIN)
        before = processor_time(*pids)
        desk.keys("alt+5")
        return work_until_still(pids, before), times


def main():
    numbers = [int(word) for word in sys.argv[2:]] or [100, 100000]
    found = {number: measure(number) for number in numbers}
    print("| | %s | ratio |" % " | ".join(map(str, numbers)))
    print("| --- |%s --- |" % (" --- |" * len(numbers)))
    opened = [found[number][0] for number in numbers]
    print("| the page is opened | %s | %.1f |" % (" | ".join("%.2f s" % one for one in opened),
                                                  opened[-1] / opened[0]))
    for index, (name, _) in enumerate(SEARCHES):
        times = [found[number][1][index] * 1000 for number in numbers]
        print("| %s | %s | %.1f |" % (name, " | ".join("%.1f ms" % one for one in times),
                                      times[-1] / times[0]))


main()
