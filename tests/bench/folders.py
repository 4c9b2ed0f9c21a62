#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The window with many folders against the window with few: until it stands still after the start, and
from the first folder to the last. The processor time of the window counts, which other work on the machine
does not lengthen as it does the time on the clock.

    folders.py BUILD [NUMBER…]
"""

import os
import sys
import time

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.abspath(sys.argv[1])
for part in ("support", "ui"):
    sys.path.insert(0, os.path.join(SOURCE, "tests", part))
os.environ.setdefault("PADDOCK_BIN", os.path.join(BUILD, "src", "cli", "paddock"))
os.environ.setdefault("PADDOCK_GTK_BIN", os.path.join(BUILD, "src", "ui", "paddock-gtk"))
os.environ.setdefault("PADDOCK_SERVICE_BIN", os.path.join(BUILD, "src", "serve", "paddock-service"))
os.environ.setdefault("GSETTINGS_SCHEMA_DIR", os.path.join(BUILD, "data"))

import a11y  # pylint: disable=wrong-import-position
from desktop import Desktop  # pylint: disable=wrong-import-position
from harness import wait_until  # pylint: disable=wrong-import-position

MAIN = "^Paddock$"
TICK = os.sysconf("SC_CLK_TCK")
QUIET = 1.0  # seconds without work, after which it stands still
STEPS = 40  # presses of Page Down


def processor_time(pid):
    with open("/proc/%d/stat" % pid, encoding="ascii") as stream:
        fields = stream.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def resident(pid):
    with open("/proc/%d/status" % pid, encoding="ascii") as stream:
        return next(int(line.split()[1]) for line in stream if line.startswith("VmRSS:")) / 1024


def work_until_still(pid, before):
    """The processor time since then, once there is no more."""
    used, since = processor_time(pid), time.monotonic()
    while time.monotonic() - since < QUIET:
        time.sleep(0.05)
        now = processor_time(pid)
        if now > used + 1 / TICK:
            used, since = now, time.monotonic()
    return used - before


def measure(number):
    with Desktop() as desk:
        folders = [desk.folder("folder-%04d" % index) for index in range(number)]
        for first in range(0, number, 100):
            desk.paddock("add", *folders[first:first + 100])
        wait_until(lambda: all(root["status"] == "available" for root in desk.json("list")),
                   "all folders", 60)
        desk.start_window()
        start = work_until_still(desk.window.pid, 0)
        desk.focus(MAIN)
        desk.click(a11y.find(desk.app, a11y.BUTTONS, "Menu of folder-0000"), MAIN)
        desk.keys("Escape")
        work_until_still(desk.window.pid, 0)
        before = processor_time(desk.window.pid)
        for _ in range(STEPS):
            desk.keys("Page_Down")
        desk.keys("End")
        scroll = work_until_still(desk.window.pid, before)
        return start, scroll, resident(desk.window.pid)


def main():
    numbers = [int(word) for word in sys.argv[2:]] or [10, 1000]
    found = {number: measure(number) for number in numbers}
    least = found[numbers[0]]
    print("folders  start  scroll %d pages  resident" % STEPS)
    for number, (start, scroll, memory) in found.items():
        print("%7d  %.2f s (%.1f)  %.2f s (%.1f)  %.0f MiB" % (number, start, start / least[0], scroll,
                                                          scroll / least[1], memory))


main()
