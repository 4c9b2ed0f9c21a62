# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Very many servers connect while the window is open. Its main loop and all commands answer within a
second."""

import re
import threading
import time

from gi.repository import Gio, GLib

import a11y
from desktop import Desktop
from flood import Flood
from harness import APP_NAME, PATIENCE, Failure, equal, wait_until
from peer import PeerProcess
from stranger import FULL
from tap import diag, run, test

MANY = 20000 if FULL else 300
PROMPT = 1.0  # s
PATH = "/" + APP_NAME.replace(".", "/")

desk = Desktop()
desk.rows_may_repeat = True
# Here a setting lets programs other than the window add folders and grant.
desk.env["GSETTINGS_BACKEND"] = "keyfile"


class Story:
    """What the tests share, in the order in which they run."""
    folder = friend = other = None


class Pulse(threading.Thread):
    """Asks the window for its actions again and again, which its main loop answers. A context manager that
    returns how long each answer took."""

    def __init__(self):
        super().__init__(daemon=True)
        self.times = []
        self.problem = None
        self._is_over = threading.Event()
        self._connection = desk.connect()

    def run(self):
        while not self._is_over.wait(0.02):
            began = time.monotonic()
            try:
                self._connection.call_sync(APP_NAME, PATH, "org.gtk.Actions", "List", None, None,
                                           Gio.DBusCallFlags.NO_AUTO_START, 60000, None)
            except GLib.Error as error:
                self.problem = error
                return
            self.times.append(time.monotonic() - began)

    def __enter__(self):
        self.start()
        return self.times

    def __exit__(self, *problem):
        self._is_over.set()
        self.join()
        if self.problem is not None:
            raise self.problem


def check_prompt(what, times):
    """Other work on the machine makes one of them slow, but the flood would make many slow."""
    assert times, what
    slow = [took for took in times if took >= PROMPT * PATIENCE]
    diag("%s: %d times, at most %.2f s" % (what, len(times), max(times)))
    if len(slow) > max(2, len(times) // 100):
        raise Failure("%s took %r s" % (what, slow))


def withstand(flood):
    """A user works with commands until after the flood."""
    took = {}

    def do(*arguments):
        began = time.monotonic()
        desk.paddock(*arguments)
        took.setdefault(arguments[0], []).append(time.monotonic() - began)

    with Pulse() as times:
        is_over = False
        while not is_over:
            is_over = flood.is_over()
            do("servers")
            do("revoke", "friend", Story.folder)
            wait_until(lambda: Story.friend.uris() == [], "an empty list")
            do("grant", "friend", Story.folder)
            wait_until(lambda: Story.friend.uris() == ["file://" + Story.folder], "the folder")
            do("block", "other")
            do("unblock", "other")
    result = flood.wait()
    flood.stop()
    check_prompt("the window", times)
    for command, seconds in took.items():
        check_prompt("paddock " + command, seconds)
    return result


@test
def opened():
    """the window shows two servers"""
    desk.let_callers_add()
    desk.make_impostor()
    desk.serve()
    Story.folder = desk.folder("shared")
    desk.add(Story.folder)
    Story.friend = PeerProcess(desk, "friend").wait_ready()
    Story.other = PeerProcess(desk, "other", ["other"]).wait_ready()
    Story.friend.roots()
    desk.paddock("grant", "friend", Story.folder)
    desk.start_window()
    a11y.press(desk.app, None, "Servers")
    for name in ("friend", "other"):
        a11y.find(desk.app, None, re.compile("^" + name))


@test
def one_process():
    """one process that claims to be another server each time"""
    served, refused = withstand(Flood(desk, MANY, claim=60000, keys=True, program=desk.impostor))
    equal((served, served + refused), (32, MANY), "connections that were served, and all")


@test
def forks():
    """a crowd of processes, each another server that the window gets to know"""
    equal(withstand(Flood(desk, MANY, claim=60000, forks=True, keys=True,
                          program=desk.impostor)), [MANY, 0],
          "connections that were served, and not")


@test
def goes_on():
    """afterwards the window shows the right servers"""
    Story.other.stop()
    newcomer = PeerProcess(desk, "newcomer", ["newcomer"]).wait_ready()
    a11y.find(desk.app, None, re.compile("^newcomer"))
    newcomer.stop()
    equal(desk.warnings(), [], "warnings")


run(desk, in_order=True)
