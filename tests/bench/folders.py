#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Compares the window with many folders and with few: from the start until it is idle, and from the first
folder to the last. Only the window's processor time counts, because other work on the machine affects it less
than the time on the clock.

    folders.py BUILD [NUMBER…]
"""

import sys

from measuring import MAIN, processor_time, resident, work_until_still

import a11y
from desktop import Desktop
from harness import wait_until

STEPS = 40  # presses of Page Down


def measure(number):
    with Desktop() as desk:
        folders = [desk.folder("folder-%04d" % index) for index in range(number)]
        for first in range(0, number, 100):
            desk.paddock("add", *folders[first:first + 100])
        wait_until(lambda: all(root["status"] == "available" for root in desk.json("list")),
                   "all folders", 60)
        desk.start_window()
        start = work_until_still([desk.window.pid], 0)
        desk.focus(MAIN)
        desk.click(a11y.find(desk.app, a11y.BUTTONS, "Menu of folder-0000"), MAIN)
        desk.keys("Escape")
        work_until_still([desk.window.pid], 0)
        before = processor_time(desk.window.pid)
        for _ in range(STEPS):
            desk.keys("Page_Down")
        desk.keys("End")
        scroll = work_until_still([desk.window.pid], before)
        return start, scroll, resident(desk.window.pid)[0]


def main():
    numbers = [int(word) for word in sys.argv[2:]] or [10, 1000]
    found = {number: measure(number) for number in numbers}
    least = found[numbers[0]]
    print("folders  start  scroll %d pages  resident" % STEPS)
    for number, (start, scroll, memory) in found.items():
        print("%7d  %.2f s (%.1f)  %.2f s (%.1f)  %.0f MiB" % (number, start, start / least[0], scroll,
                                                          scroll / least[1], memory))


main()
