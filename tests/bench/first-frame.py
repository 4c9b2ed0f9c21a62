#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""How long the window takes from its start to its first frame, against an empty window of libadwaita.

usage: first-frame.py BUILD [ROUNDS [--cold] [PROGRAM…]]

They start in turns on a display without a window manager, with each PROGRAM that is named, as another
build's paddock-gtk; of the rounds the fastest and the median count, on the clock and of the processor.
The first frame is the first damage of a window of the size that was asked for (X Damage). --cold also starts
each once after everything was taken out of the page cache: it needs root, and slows down all else that
runs on the machine."""

import os
import statistics
import subprocess
import sys
import time

from measuring import BUILD, Screen, processor_time

from desktop import Desktop

ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 10
PROGRAMS = {"empty": os.path.join(BUILD, "tests/bench/empty-window"),
            "paddock-gtk": os.environ["PADDOCK_GTK_BIN"],
            **{path: os.path.realpath(path) for path in sys.argv[3:] if not path.startswith("--")}}


def measure(desk, screen, name):
    """ms from the start of the program to its first frame, and of the processor."""
    screen.forget()
    began = time.monotonic()
    with subprocess.Popen([PROGRAMS[name]], env=desk.program_env(), stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        if not screen.wait_for_frame(60):
            sys.exit("first-frame: %s drew nothing" % name)
        taken = (time.monotonic() - began) * 1000
        used = processor_time(process.pid) * 1000
        process.terminate()
        process.wait()
    time.sleep(0.2)
    return taken, used


def is_cold():
    """Drops the page cache."""
    try:
        subprocess.run(["sync"], check=True)
        with open("/proc/sys/vm/drop_caches", "w", encoding="ascii") as stream:
            stream.write("3")
    except OSError:
        return False
    return True


def report(what, times):
    """times: for each program, those of its rounds."""
    least, middle = min(times["empty"]), statistics.median(times["empty"])
    for name, one in times.items():
        print("%-9s %-12s fastest %5.0f ms (%.2f), median %5.0f ms (%.2f)" % (
            what, name, min(one), min(one) / least, statistics.median(one), statistics.median(one) / middle))


def main():
    Desktop._start_window_manager = lambda self: None  # pylint: disable=protected-access
    with Desktop() as desk:
        desk.paddock("list")  # the service runs, as it does for who has servers
        screen = Screen(desk.env["DISPLAY"])
        if "--cold" in sys.argv and is_cold():
            for name in PROGRAMS:
                is_cold()
                print("%-12s cold %7.0f ms" % (name, measure(desk, screen, name)[0]))
        for name in PROGRAMS:
            measure(desk, screen, name)
        rounds = [{name: measure(desk, screen, name) for name in PROGRAMS} for _ in range(ROUNDS)]
        for index, what in enumerate(("clock", "processor")):
            report(what, {name: [one[name][index] for one in rounds] for name in PROGRAMS})


main()
