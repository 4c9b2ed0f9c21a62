# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""What the benchmarks of the window share: where the programs are (of the build that is the first argument),
what a process took, and its first frame. To be imported before what is in tests/support and tests/ui."""

import ctypes
import os
import select
import sys
import time

BUILD = os.path.realpath(sys.argv[1])
HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = {"PADDOCK_BIN": "src/cli/paddock", "PADDOCK_GTK_BIN": "src/ui/paddock-gtk",
            "PADDOCK_SERVICE_BIN": "src/daemon/paddock-service", "GSETTINGS_SCHEMA_DIR": "data"}
for _name, _path in PROGRAMS.items():
    os.environ.setdefault(_name, os.path.join(BUILD, _path))
sys.path[:0] = [os.path.join(HERE, "..", "support"), os.path.join(HERE, "..", "ui")]

MAIN = "^Paddock$"
QUIET = 2.0  # seconds without work, after which a process counts as idle
WORK = 0.02  # seconds of processor time: less is no work
LEAST = 500  # px: damage of a smaller area is not the window yet


def processor_time(*pids):
    """Processor time of the processes in seconds, including threads that have ended."""
    return sum(time.clock_gettime((~pid << 3) | 2) for pid in pids)


def status(pid, name):
    """A number from /proc/PID/status, of a process or a thread."""
    with open("/proc/%s/status" % pid, encoding="ascii", errors="replace") as stream:
        return next(int(line.split()[1]) for line in stream if line.startswith(name + ":"))


def resident(pid):
    """Resident memory in MiB: all of it, and the part that is not shared."""
    private = 0
    with open("/proc/%d/smaps_rollup" % pid, encoding="ascii") as stream:
        for line in stream:
            if line.startswith("Private_"):
                private += int(line.split()[1])
    return status(pid, "VmRSS") / 1024, private / 1024


def waits(pid):
    """How often each of its threads continued after a wait."""
    found = {}
    for thread in os.listdir("/proc/%d/task" % pid):
        try:
            found[thread] = status("%d/task/%s" % (pid, thread), "voluntary_ctxt_switches")
        except FileNotFoundError:
            pass  # it has ended
    return found


def wakeups(before, after):
    """The wakeups between two results of waits(), for threads that still exist."""
    return sum(count - before.get(thread, 0) for thread, count in after.items())


def is_busy(pid):
    """Whether any of its threads runs or is ready to run."""
    for thread in os.listdir("/proc/%d/task" % pid):
        try:
            with open("/proc/%d/task/%s/stat" % (pid, thread), encoding="ascii", errors="replace") as stream:
                if stream.read().rsplit(")", 1)[1].split()[0] in "RD":
                    return True
        except FileNotFoundError:
            pass  # it has ended
    return False


def work_until_still(pids, before):
    """The processor time until the process is idle."""
    used, since = processor_time(*pids), time.monotonic()
    while time.monotonic() - since < QUIET:
        time.sleep(0.05)
        now = processor_time(*pids)
        if now > used + WORK or any(map(is_busy, pids)):
            used, since = now, time.monotonic()
    return processor_time(*pids) - before


class DamageEvent(ctypes.Structure):
    """XDamageNotifyEvent."""
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("drawable", ctypes.c_ulong), ("damage", ctypes.c_ulong),
                ("level", ctypes.c_int), ("more", ctypes.c_int), ("timestamp", ctypes.c_ulong),
                ("x", ctypes.c_short), ("y", ctypes.c_short), ("width", ctypes.c_ushort),
                ("height", ctypes.c_ushort), ("rest", ctypes.c_byte * 128)]


class Screen:
    """The contents of a display without a window manager."""

    def __init__(self, name):
        self.x11 = ctypes.CDLL("libX11.so.6")
        damage = ctypes.CDLL("libXdamage.so.1")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(name.encode()))
        base, error = ctypes.c_int(), ctypes.c_int()
        if not damage.XDamageQueryExtension(self.display, ctypes.byref(base), ctypes.byref(error)):
            sys.exit("the display has no X Damage")
        self.event = base.value
        root = ctypes.c_ulong(self.x11.XDefaultRootWindow(self.display))
        damage.XDamageCreate(self.display, root, 0)  # each rectangle
        self.x11.XSync(self.display, 0)

    def forget(self):
        self.x11.XSync(self.display, 1)

    def wait_for_frame(self, seconds):
        """Whether a window of that size is drawn within this number of seconds."""
        deadline = time.monotonic() + seconds
        event = DamageEvent()
        while time.monotonic() < deadline:
            while self.x11.XPending(self.display):
                self.x11.XNextEvent(self.display, ctypes.byref(event))
                if event.type == self.event and event.width >= LEAST and event.height >= LEAST:
                    return True
            select.select([self.x11.XConnectionNumber(self.display)], [], [], 0.05)
        return False
