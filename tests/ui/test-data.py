# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A data directory that is damaged, newer, read-only or full: the window says so and what to do, and
nothing is lost. Pictures are saved where PADDOCK_SCREENSHOTS names a directory, dark ones where
ADW_DEBUG_COLOR_SCHEME says so."""

import os
import re
import signal
import sqlite3

import a11y
import filesystems
from desktop import Desktop
from harness import contains, equal, wait_until
from tap import cases, run, test

filesystems.enter()

MAIN = "^Paddock$"
NARROW, WIDE = 360, 720
MS_RDONLY, MS_REMOUNT, MS_BIND = 1, 32, 4096
CANNOT_START = "service could not start"

desk = Desktop()


def directory():
    return os.path.join(desk.data_home, "paddock")


def database():
    return os.path.join(directory(), "paddock.db")


def end_service():
    """The window starts the next one at once: what is to be found must be there before."""
    pid = desk.service_pid()
    if pid is not None:
        os.kill(pid, signal.SIGTERM)
        wait_until(lambda: not os.path.exists("/proc/%d/exe" % pid), "the end of the service")


def shown():
    return " ".join(a11y.texts(a11y.find(desk.app, a11y.WINDOWS, "Paddock")))


def wait_shown(text):
    wait_until(lambda: text in shown(), repr(text) + " in the window")


def picture(name):
    for width in (WIDE, NARROW):
        a11y.run("xdotool", "windowsize", "--sync", desk.x_window(MAIN), str(width), "640")
        desk.settle(0.6 if "PADDOCK_SCREENSHOTS" in os.environ else 0)
        desk.screenshot("data-%s-%d" % (name, width), MAIN)


class Newer:
    text = "written by a newer version. Update Paddock"

    @staticmethod
    def _set(by):
        with sqlite3.connect(database()) as connection:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            connection.execute("PRAGMA user_version = %d" % (version + by))
        connection.close()

    def make(self):
        self._set(1)

    def mend(self):
        self._set(-1)


class ReadOnly:
    """As a disk that the kernel mounted again after errors."""
    text = "cannot be written"

    @staticmethod
    def make():
        filesystems.mount(directory(), directory(), flags=MS_BIND)
        filesystems.mount("none", directory(), flags=MS_REMOUNT | MS_BIND | MS_RDONLY)

    @staticmethod
    def mend():
        filesystems.unmount(directory())


class Full:
    """The disk of the data directory, which is the service's at its first start there."""
    text = "The disk is full"

    @staticmethod
    def make():
        os.rename(directory(), directory() + ".kept")
        os.mkdir(directory(), 0o700)
        filesystems.mount("none", directory(), "tmpfs", options="mode=700,size=64k")
        with open(os.path.join(directory(), "filler"), "wb", buffering=0) as stream:
            try:
                while True:
                    stream.write(b"x" * 4096)
            except OSError:
                pass

    @staticmethod
    def mend():
        filesystems.unmount(directory())
        os.rmdir(directory())
        os.rename(directory() + ".kept", directory())


@test
def starts():
    """the window starts, with a folder that is shared"""
    desk.start_window(env={key: os.environ[key] for key in ("ADW_DEBUG_COLOR_SCHEME",)
                           if key in os.environ})
    desk.paddock("add", desk.folder("Photos"))
    wait_shown("Photos")
    assert "damaged" not in shown(), shown()


@cases([("newer", Newer()), ("read-only", ReadOnly()), ("full", Full())], lambda name, _: name)
def told_and_mended(name, trouble):
    """the window says why the service does not start and what to do; then it does, and has all"""
    before = desk.json("list")
    trouble.make()
    try:
        end_service()
        desk.focus(MAIN)
        wait_shown(CANNOT_START)
        wait_shown(trouble.text)
        picture(name)
        # Trying again while it is so says the same.
        a11y.press(desk.app, a11y.BUTTONS, "Try Again")
        wait_shown(trouble.text)
    finally:
        trouble.mend()
    a11y.press(desk.app, a11y.BUTTONS, "Try Again")
    wait_until(lambda: CANNOT_START not in shown(), "the service")
    wait_shown("Photos")
    equal(desk.json("list"), before, "folders")


@test
def damaged():
    """a damaged database is told, with where it is kept, until the user deleted it"""
    with open(database() + ".new", "wb") as stream:
        stream.write(b"scratched" * 3000)
    os.rename(database() + ".new", database())
    end_service()
    desk.focus(MAIN)
    wait_shown("data was damaged")
    wait_shown("Share a Folder")
    kept, = [name for name in os.listdir(directory())
             if "damaged" in name and not name.endswith(("-wal", "-shm"))]
    picture("damaged")

    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Details"))
    dialog = a11y.find(desk.app, None, "Damaged Data")
    wait_until(lambda: kept in " ".join(a11y.texts(dialog)), "the file's name")
    contains(" ".join(a11y.texts(dialog)), "delete it when", "what to do")
    assert a11y.find_button(dialog, "Open Folder")
    desk.settle(0.6 if "PADDOCK_SCREENSHOTS" in os.environ else 0)
    desk.screenshot("data-damaged-details", MAIN)
    a11y.press(dialog, a11y.BUTTONS, "Cancel")
    a11y.gone(desk.app, None, "Damaged Data")

    # The next service says it too; the user deletes the file, and turns back to the window.
    end_service()
    desk.paddock("add", desk.folder("Notes"))
    wait_shown("Notes")
    contains(shown(), "data was damaged", "the window")
    a11y.run("xdotool", "windowminimize", desk.x_window(MAIN))
    os.unlink(os.path.join(directory(), kept))
    desk.focus(MAIN)
    wait_until(lambda: "damaged" not in shown(), "no bar")


run(desk, in_order=True)
