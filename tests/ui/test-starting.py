# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A window that is open before its service is ready: it says that it waits, and never that there is
nothing. If PADDOCK_SCREENSHOTS names a directory, pictures are saved there."""

import os

from gi.repository import GLib

import a11y
from desktop import Desktop
from harness import SERVICE_NAME, equal, serving_binary, wait_until
from scene import Scene
from tap import run, test

WAITING = "Paddock Is Starting…"
NOTHING = "Add a Folder", "No Servers Yet", "Nothing Shared Yet", "No Activity Yet"
PAGES = "servers", "overview", "activity", "folders"

desk = Desktop()
scene = Scene(desk)


class Gate:
    """The session bus starts this instead of the service. It executes the service as soon as the gate is
    open. Before that, the service has not read its data, as on a slow disk."""

    def __init__(self):
        self.path = os.path.join(desk.home, "gate")
        script = self.path + ".sh"
        with open(script, "w", encoding="utf-8") as stream:
            stream.write('while [ -e "%s" ]; do sleep 0.1; done\nexec "%s" serve --exit-when-idle\n' % (
                self.path, serving_binary()))
        self.install("/bin/sh " + script)

    @staticmethod
    def install(command):
        with open(os.path.join(desk.services, SERVICE_NAME + ".service"), "w", encoding="utf-8") as stream:
            stream.write("[D-BUS Service]\nName=%s\nExec=%s\n" % (SERVICE_NAME, command))

    def shut(self):
        with open(self.path, "w", encoding="utf-8"):
            pass

    def open(self):
        os.unlink(self.path)


class Story:
    """What the tests share, in the order in which they run."""
    gate = None


def shown():
    """All texts of the window. Hidden objects are not reported at all."""
    return [a11y.name_of(node) for node in a11y.walk(a11y.find(desk.app, a11y.WINDOWS, "Paddock"))]


def says_nothing_is_there():
    return [name for name in shown() if name in NOTHING]


def folder():
    return [node for node in a11y.find_all(desk.app, "list item", "Photos") if a11y.extents(node).width > 0]


def end_window():
    desk.window.terminate()
    desk.window.wait()


@test
def waits():
    """while the service reads its data the window says so, and no page says that there is nothing"""
    service = desk.serve()
    desk.add_first(desk.folder("Photos"))
    service.stop()
    Story.gate = Gate()
    Story.gate.shut()
    desk.start_window()
    equal(says_nothing_is_there(), [], "said at once")
    wait_until(lambda: WAITING in shown(), "that it waits")
    desk.screenshot("starting", scene.main)
    for page in PAGES:
        scene.do("win.show-page", GLib.Variant("s", page))
        desk.settle(0.3)
        # The bus waits for 25 s. Then the bar at the top says so.
        said = shown()
        equal([name for name in said if name in NOTHING], [], "said on the page " + page)
        assert WAITING in said or "Try Again" in said, page


@test
def goes_on():
    """once the service is there, all is listed, and nothing waits any more"""
    Story.gate.open()
    for button in a11y.find_all(desk.app, a11y.BUTTONS, "Try Again"):
        a11y.act(button)
    wait_until(folder, "the folder")
    assert WAITING not in shown()
    end_window()


@test
def cannot():
    """if the service does not start, the window says only that; when it does, all is listed"""
    pid = desk.service_pid()
    if pid is not None:
        os.kill(pid, 15)
        wait_until(lambda: not os.path.exists("/proc/%d/exe" % pid), "the end of the service")
    Gate.install("/bin/false")
    desk.start_window()
    button = a11y.find(desk.app, a11y.BUTTONS, "Try Again")
    equal(says_nothing_is_there(), [], "said beside it")
    desk.settle(1.5)
    assert WAITING not in shown()
    desk.screenshot("starting-failed", scene.main)
    Story.gate = Gate()
    assert a11y.act(button)
    wait_until(folder, "the folder")


@test
def quiet_log():
    """the window logged no warning"""
    equal(desk.warnings(), [], "warnings")


run(desk, in_order=True)
