# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A data directory that is damaged, newer, read-only or full. The window says so and what to do, and no
data is lost. If PADDOCK_SCREENSHOTS names a directory, pictures are saved there, dark ones if
ADW_DEBUG_COLOR_SCHEME says so."""

import os
import re
import signal
import sqlite3
import time

import a11y
import filesystems
from desktop import Desktop
from harness import BusError, Failure, contains, equal, wait_until
from peer import PeerProcess
from tap import cases, run, test

filesystems.enter()

MAIN = "^Paddock$"
NARROW, WIDE = 360, 720
MS_RDONLY, MS_REMOUNT, MS_BIND = 1, 32, 4096
HOLD_OFF = 0.7  # s; a little longer than the dialog accepts no answer after a change
NOT_SAVED = "Not saved: the disk might be full"
CANNOT_START = "service couldn’t start"

desk = Desktop()
# Here a setting lets programs other than the window add folders.
desk.env["GSETTINGS_BACKEND"] = "keyfile"


def directory():
    return os.path.join(desk.data_home, "paddock")


def database():
    return os.path.join(directory(), "paddock.db")


def end_service():
    """The window starts the next service at once, so its data must be in place before."""
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
    text = "newer version of Paddock wrote this data. Update Paddock"

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
    """A disk that the kernel mounted read-only after errors."""
    text = "Can’t write"

    @staticmethod
    def make():
        filesystems.mount(directory(), directory(), flags=MS_BIND)
        filesystems.mount("none", directory(), flags=MS_REMOUNT | MS_BIND | MS_RDONLY)

    @staticmethod
    def mend():
        filesystems.unmount(directory())


class Full:
    """A full disk for the data directory, which the service gets at its first start."""
    text = "The disk is full"

    def make(self):
        self.mount("64k")
        self.fill()

    @staticmethod
    def mount(size):
        os.rename(directory(), directory() + ".kept")
        os.mkdir(directory(), 0o700)
        filesystems.mount("none", directory(), "tmpfs", options="mode=700,size=" + size)

    @staticmethod
    def fill():
        with open(os.path.join(directory(), "filler"), "wb", buffering=0) as stream:
            try:
                while True:
                    stream.write(b"x" * 4096)
            except OSError:
                pass

    @staticmethod
    def mend():
        # The window may have started a service there already.
        filesystems.detach(directory())
        os.rmdir(directory())
        os.rename(directory() + ".kept", directory())


@test
def starts():
    """the window starts, with a folder that is shared"""
    desk.let_callers_add()
    desk.control().add(desk.folder("Photos"))
    desk.start_window(env={key: os.environ[key] for key in ("ADW_DEBUG_COLOR_SCHEME",)
                           if key in os.environ})
    wait_shown("Photos")
    assert "damaged" not in shown(), shown()


@cases([("newer", Newer()), ("read-only", ReadOnly()), ("full", Full())], lambda name, _: name)
def told_and_mended(name, trouble):
    """the window says why the service does not start and what to do; later it starts with all data"""
    before = desk.json("list")
    trouble.make()
    try:
        end_service()
        desk.focus(MAIN)
        wait_shown(CANNOT_START)
        wait_shown(trouble.text)
        picture(name)
        # Another attempt in the same state says the same.
        a11y.press(desk.app, a11y.BUTTONS, "Try Again")
        time.sleep(2)  # for the attempt: its text is the same
        wait_shown(trouble.text)
    finally:
        trouble.mend()
    a11y.press(desk.app, a11y.BUTTONS, "Try Again")
    wait_until(lambda: CANNOT_START not in shown(), "the service")
    wait_shown("Photos")
    equal(desk.json("list"), before, "folders")


@test
def damaged():
    """a damaged database is reported, with its place, until the user deletes it"""
    with open(database() + ".new", "wb") as stream:
        stream.write(b"scratched" * 3000)
    os.rename(database() + ".new", database())
    end_service()
    desk.focus(MAIN)
    wait_shown("data was damaged")
    wait_shown("Add a Folder")
    kept, = [name for name in os.listdir(directory())
             if "damaged" in name and not name.endswith(("-wal", "-shm"))]
    picture("damaged")

    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Details"))
    dialog = a11y.find(desk.app, None, "Damaged Data")
    wait_until(lambda: kept in " ".join(a11y.texts(dialog)), "the file's name")
    contains(" ".join(a11y.texts(dialog)), "Delete it when", "what to do")
    assert a11y.find_button(dialog, "Open Folder")
    desk.settle(0.6 if "PADDOCK_SCREENSHOTS" in os.environ else 0)
    desk.screenshot("data-damaged-details", MAIN)
    a11y.press(dialog, a11y.BUTTONS, "Cancel")
    a11y.gone(desk.app, None, "Damaged Data")

    # The next service says it as well. The user deletes the file, and returns to the window.
    end_service()
    desk.control().add(desk.folder("Notes"))
    wait_shown("Notes")
    contains(shown(), "data was damaged", "the window")
    a11y.run("xdotool", "windowminimize", desk.x_window(MAIN))
    os.unlink(os.path.join(directory(), kept))
    desk.focus(MAIN)
    wait_until(lambda: "damaged" not in shown(), "no bar")


def share_with(peer):
    """Answers the peer's question in the dialog: it may see the folder Notes."""
    peer.roots()
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Answer…"))
    dialog = a11y.find(desk.app, a11y.WINDOWS, "Request")
    desk.settle(HOLD_OFF)
    desk.click(a11y.find(dialog, "check box", "Notes"), "^Request$")
    desk.settle(HOLD_OFF)
    a11y.press(dialog, a11y.BUTTONS, a11y.TELL)
    a11y.gone(desk.app, a11y.WINDOWS, "Request")
    wait_until(lambda: len(peer.roots()) == 1, "the folder")


def add_through_chooser(folder):
    a11y.press(desk.app, a11y.BUTTONS, "Add Folder…")
    desk.focus("^Add Folders$")
    desk.keys("ctrl+l")
    desk.type(folder)
    a11y.press(a11y.find(desk.app, None, "Add Folders"), a11y.BUTTONS, "Add")


def use_up_what_is_left():
    """The database files still have some free space."""
    for number in range(100):
        try:
            desk.control().add(desk.folder("Filler", str(number)))
        except BusError as error:
            contains(str(error), Full.text, "the answer")
            return
    raise Failure("the disk does not fill up")


def switch():
    return a11y.find(desk.app, "check box", "Share Notes with curious")


@test
def fills_up():
    """a disk fills up while the window is open: a change that cannot be saved is reported, and not made"""
    disk = Full()
    disk.mount("2m")
    try:
        with sqlite3.connect(directory() + ".kept/paddock.db") as kept, \
                sqlite3.connect(database()) as copy:
            kept.backup(copy)
        kept.close()
        copy.close()
        os.chmod(database(), 0o600)
        end_service()
        desk.focus(MAIN)
        wait_until(lambda: desk.paddock("list", code=None).code == 0, "the service")
        peer = PeerProcess(desk, "curious").wait_ready()
        share_with(peer)
        disk.fill()
        use_up_what_is_left()
        folders, server = desk.json("list"), desk.server("curious")

        add_through_chooser(desk.folder("Late"))
        wait_shown(NOT_SAVED)
        picture("filled-add")
        wait_until(lambda: NOT_SAVED not in shown(), "the end of the message")

        a11y.run("xdotool", "windowsize", "--sync", desk.x_window(MAIN), str(WIDE), "640")
        # The tabs may be at the top or at the bottom, so this uses a key.
        desk.focus(MAIN)
        desk.keys("alt+2")
        desk.settle()
        desk.click(a11y.find(desk.app, None, "curious"), MAIN)
        assert a11y.act(switch())
        wait_shown(NOT_SAVED)
        picture("filled-revoke")
        # The switch and the server agree.
        assert a11y.is_checked(switch()), "the switch is off, and the server sees the folder"
        equal(len(peer.roots()), 1, "what the server is told")
        equal(desk.json("list"), folders, "the folders")
        equal(desk.server("curious")["roots"], server["roots"], "what the server may see")

        os.unlink(os.path.join(directory(), "filler"))
        assert a11y.act(switch())
        wait_until(lambda: peer.roots() == [], "nothing for the server")
        peer.stop()
    finally:
        disk.mend()
        end_service()


run(desk, in_order=True)
