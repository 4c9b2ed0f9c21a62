#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""How long the window takes from its start to its first frame, against an empty window of libadwaita.

usage: first-frame.py BUILD [ROUNDS [--cold]]

Both start in turns on a display without a window manager; of the rounds the fastest and the median count.
The first frame is the first damage of a window of the size that was asked for (X Damage). --cold also starts
each once after everything was taken out of the page cache: it needs root, and slows down all else that
runs on the machine."""

import ctypes
import os
import select
import statistics
import subprocess
import sys
import time

BUILD = os.path.realpath(sys.argv[1])
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 10
HERE = os.path.dirname(os.path.abspath(__file__))
os.environ.setdefault("PADDOCK_BIN", os.path.join(BUILD, "src/cli/paddock"))
os.environ.setdefault("PADDOCK_SERVICE_BIN", os.path.join(BUILD, "src/serve/paddock-service"))
os.environ.setdefault("PADDOCK_GTK_BIN", os.path.join(BUILD, "src/ui/paddock-gtk"))
os.environ.setdefault("GSETTINGS_SCHEMA_DIR", os.path.join(BUILD, "data"))
sys.path[:0] = [os.path.join(HERE, "../support"), os.path.join(HERE, "../ui")]

from desktop import Desktop  # pylint: disable=wrong-import-position

PROGRAMS = {"empty": [os.path.join(BUILD, "tests/bench/empty-window")],
            "paddock-gtk": [os.path.join(BUILD, "src/ui/paddock-gtk")]}
LEAST = 500  # px: smaller damage is not yet the window
X11 = ctypes.CDLL("libX11.so.6")
DAMAGE = ctypes.CDLL("libXdamage.so.1")


class DamageEvent(ctypes.Structure):
    """XDamageNotifyEvent."""
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("drawable", ctypes.c_ulong), ("damage", ctypes.c_ulong),
                ("level", ctypes.c_int), ("more", ctypes.c_int), ("timestamp", ctypes.c_ulong),
                ("x", ctypes.c_short), ("y", ctypes.c_short), ("width", ctypes.c_ushort),
                ("height", ctypes.c_ushort), ("rest", ctypes.c_byte * 128)]


class Screen:
    """What is drawn on the display."""

    def __init__(self, name):
        X11.XOpenDisplay.restype = ctypes.c_void_p
        X11.XDefaultRootWindow.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(X11.XOpenDisplay(name.encode()))
        base, error = ctypes.c_int(), ctypes.c_int()
        if not DAMAGE.XDamageQueryExtension(self.display, ctypes.byref(base), ctypes.byref(error)):
            sys.exit("first-frame: the display has no X Damage")
        self.event = base.value
        root = ctypes.c_ulong(X11.XDefaultRootWindow(self.display))
        DAMAGE.XDamageCreate(self.display, root, 0)  # each rectangle
        X11.XSync(self.display, 0)

    def forget(self):
        X11.XSync(self.display, 1)

    def wait_for_frame(self, seconds):
        deadline = time.monotonic() + seconds
        event = DamageEvent()
        while time.monotonic() < deadline:
            while X11.XPending(self.display):
                X11.XNextEvent(self.display, ctypes.byref(event))
                if event.type == self.event and event.width >= LEAST and event.height >= LEAST:
                    return True
            select.select([X11.XConnectionNumber(self.display)], [], [], 0.05)
        return False


def measure(desk, screen, name):
    """ms from the start of the program to its first frame."""
    screen.forget()
    began = time.monotonic()
    with subprocess.Popen(PROGRAMS[name], env=desk.program_env(), stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        if not screen.wait_for_frame(60):
            sys.exit("first-frame: %s drew nothing" % name)
        taken = (time.monotonic() - began) * 1000
        process.terminate()
        process.wait()
    time.sleep(0.2)
    return taken


def is_cold():
    """Takes what was read from disk out of memory."""
    try:
        subprocess.run(["sync"], check=True)
        with open("/proc/sys/vm/drop_caches", "w", encoding="ascii") as stream:
            stream.write("3")
    except OSError:
        return False
    return True


def main():
    Desktop._start_window_manager = lambda self: None  # pylint: disable=protected-access
    with Desktop() as desk:
        desk.paddock("list")  # the service runs, as it does for who has servers
        screen = Screen(desk.env["DISPLAY"])
        if "--cold" in sys.argv and is_cold():
            for name in PROGRAMS:
                is_cold()
                print("%-12s cold %7.0f ms" % (name, measure(desk, screen, name)))
        for name in PROGRAMS:
            measure(desk, screen, name)
        taken = {name: [] for name in PROGRAMS}
        for _ in range(ROUNDS):
            for name in PROGRAMS:
                taken[name].append(measure(desk, screen, name))
        for name, times in taken.items():
            print("%-12s warm %7.0f ms, median %.0f ms" % (name, min(times), statistics.median(times)))
        print("ratio %.2f, of the medians %.2f" % (
            min(taken["paddock-gtk"]) / min(taken["empty"]),
            statistics.median(taken["paddock-gtk"]) / statistics.median(taken["empty"])))


main()
