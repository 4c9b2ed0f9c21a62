# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A user who asks for reduced motion gets none. With gtk-enable-animations off, which the desktop's
setting controls, everything is at its end at once. With animations on, the test sees everything on its
way, to show that it looks in the right places. It covers everything in the window that moves. All other
tests run without animations."""

import os
import re
import shutil
import time

import a11y
import dialogs
import servers
from desktop import Desktop, require
from harness import PATIENCE, Failure, equal, wait_until
from scene import Scene
from screen import Screen
from tap import run, test

require("xdotool")
LONG = 1.5  # s; longer than any motion, and than the question accepts no answer
STILL = 1.2  # s; longer than a blinking object is on or off
TRIES = 8  # a busy machine may draw nothing between the first picture and the last
ENDS = 2  # the states before and after
PAGES = "folders", "servers", "overview", "activity"
DIALOGS = (dialogs.connect, dialogs.add_path, dialogs.settings, dialogs.shortcuts, dialogs.guide,
           dialogs.about, dialogs.share_for_a_time, dialogs.undo)

desk = Desktop()
# Here a setting lets programs other than the window add folders.
desk.env["GSETTINGS_BACKEND"] = "keyfile"
scene = Scene(desk)


def look_at_all(display):
    return display.look(0, 0, *(int(length) for length in desk.size.split("x")))


def set_animations(is_on):
    """For windows that are started from now on."""
    path = os.path.join(desk.env["XDG_CONFIG_HOME"], "gtk-4.0", "settings.ini")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write("[Settings]\ngtk-font-name=Cantarell 11\ngtk-cursor-blink=0\ngtk-enable-animations=%d\n"
                     % is_on)


def seen(look, seconds=LONG):
    """All values during that time, in order."""
    values = [look()]
    deadline = time.monotonic() + seconds * PATIENCE
    while time.monotonic() < deadline:
        value = look()
        if value != values[-1]:
            values.append(value)
    return values


def top_of(node):
    return lambda: a11y.extents(node).y


# ---- what moves. Each function starts it, and returns all states that it saw


def bar():
    """The bar under the title appears, and pushes the page down."""
    scene.page("folders")
    below = scene.find_shown("label", re.compile(r"^\d+ folders$"))
    scene.do("win.pause")
    values = seen(top_of(below))
    a11y.press(desk.app, a11y.BUTTONS, "Resume")
    return values


def bar_going():
    scene.page("folders")
    below = scene.find_shown("label", re.compile(r"^\d+ folders$"))
    scene.do("win.pause")
    button = a11y.find(desk.app, a11y.BUTTONS, "Resume")
    desk.settle(LONG)
    assert a11y.act(button)
    return seen(top_of(below))


def server_page():
    """The page of a server comes from the side, and pushes the list away."""
    scene.page("servers")
    row = servers.rows(desk, "notes-search")[0]
    heading = scene.find_shown("label", re.compile("^Connected: "))
    place = a11y.extents(heading)
    x, y = desk.position(heading, scene.main)
    x, y = x - place.width // 2, y - place.height // 2
    display = Screen(desk.env["DISPLAY"])
    desk.settle(LONG)
    desk.click(row, scene.main)
    values = seen(lambda: display.look(x, y, place.width, place.height))
    desk.keys("Escape")
    desk.settle(LONG)
    return values


def message_going():
    """The toast at the lower edge sinks. (Its start can't be seen, because its place is unknown before it
    appears.)"""
    scene.page("folders")
    scene.open_menu("Notes")
    scene.choose_item("_Remove")
    said = re.compile("^Removed “.*” from your list$")
    node = a11y.find(desk.app, "label", said)
    button = a11y.find(desk.app, a11y.BUTTONS, "Undo")
    desk.settle(LONG)
    assert a11y.act(button)
    values = seen(top_of(node))
    a11y.gone(desk.app, "label", said)
    return values


def question():
    """The buttons fade while they accept no answer, as after a new folder, and come back. It stays open."""
    title = scene.title("Request")
    dialog = a11y.find(desk.app, a11y.WINDOWS, "Request") if desk.is_shown(title) else scene.review()
    desk.focus(title)
    # Completely visible, for the mouse.
    desk.resize(title, 600, 740)
    box = a11y.find(dialog, "check box", "Notes")
    if not a11y.is_checked(box):
        desk.click(box, title)
        wait_until(lambda: a11y.is_checked(box), "the tick")
        desk.settle(LONG)
    # A change of the folder holds back no other button.
    button = a11y.find(dialog, a11y.BUTTONS, a11y.TELL)
    x, y = desk.position(button, title)
    # Beside the words.
    x -= a11y.extents(button).width // 2 - 6
    display = Screen(desk.env["DISPLAY"])
    desk.settle(LONG)
    folder = desk.folder("Letters", str(time.monotonic_ns()))
    desk.control().add(folder)
    values = seen(lambda: display.look(x, y))
    equal(values[-1], values[0], "the button afterwards")
    desk.control().call("RemoveRoots", [desk.root(folder)["id"]])
    shutil.rmtree(os.path.dirname(folder))
    desk.settle(LONG)
    if len(values) == 1:
        raise Failure("the button did not fade")
    return values


# Without servers, whose questions would add another bar under the title; and with servers.
ALONE, WITH_SERVERS = (bar, bar_going), (server_page, message_going, question)


def with_window(is_on, check):
    """Walks through everything that moves, in its own window."""
    before = len(desk.warnings())
    set_animations(is_on)
    desk.let_callers_add()
    scene.start_window()
    if not scene.folders:
        scene.share_folders()
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    desk.focus(scene.main)
    for what in ALONE:
        check(what)
    for name in ("notes-search", "git-helper"):
        scene.start_server(name)
    wait_until(lambda: desk.control().call("ListRequests"), "the question")
    for what in WITH_SERVERS:
        check(what)
    equal(desk.warnings()[before:], [], "warnings")
    scene.stop()
    desk.window.terminate()
    desk.window.wait()


def is_on_its_way(values):
    return len(set(values)) > ENDS


@test
def moves():
    """with animations, each is seen on its way"""
    def check(what):
        for _ in range(TRIES):
            values = what()
            if is_on_its_way(values):
                return
        raise Failure("%s was never on its way: %r" % (what.__name__, values))
    with_window(True, check)


@test
def moves_not():
    """without, each is where it was, or where it ends"""
    def check(what):
        values = what()
        if is_on_its_way(values):
            raise Failure("%s was on its way: %r" % (what.__name__, values))
    with_window(False, check)


@test
def rests():
    """nor does anything move by itself, on any page and in any dialog"""
    set_animations(False)
    scene.start_window()
    scene.start_server("notes-search")
    display = Screen(desk.env["DISPLAY"])

    def is_still():
        before = look_at_all(display)
        desk.settle(STILL)
        return look_at_all(display) == before
    for name in PAGES:
        scene.page(name)
        wait_until(is_still, "an end on the page " + name)
    scene.page("folders")
    for dialog in DIALOGS:
        with dialog(scene) as title:
            wait_until(is_still, "an end in " + title)
    scene.stop()


run(desk, in_order=True)
