# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Every page, and the dialogs that an action opens, for users without a mouse or without sight. Escape
leaves a dialog. ui-audit-dialogs covers the other dialogs, and the menus."""

import a11y
from audit import all_well, check, desk, scene, show
from harness import wait_until
from tap import cases, run, test

PAGES = "folders", "servers", "apps", "overview", "activity"
# The dialogs that an action opens, by their titles.
DIALOGS = [("win.connect-server", "Connect a Server"), ("app.shortcuts", "Keyboard Shortcuts"),
           ("app.help", "Help"), ("app.preferences", "Preferences")]



def look_at_pages(prefix):
    for name in PAGES:
        show(name)
        check(scene.main, prefix + name)


@test
def nothing_there_yet():
    """the pages as a new user sees them"""
    scene.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    look_at_pages("empty ")


@test
def question():
    """the question about a server"""
    scene.share_folders()
    scene.start_server("notes-search")
    scene.review()
    check(scene.title("Request"), "the question")
    desk.focus(scene.title("Request"))
    desk.keys("Escape")
    wait_until(lambda: not desk.is_shown(scene.title("Request")), "the question to go")


@test
def something_there():
    """the pages with folders, one of them gone, and servers"""
    question = scene.review()
    for folder in "website", "Notes":
        desk.click(a11y.find(question, "check box", folder), scene.title("Request"))
    desk.settle(0.8)
    a11y.press(question, a11y.BUTTONS, a11y.TELL)
    wait_until(lambda: not desk.is_shown(scene.title("Request")), "the question to go")
    scene.lose_holiday()
    look_at_pages("")
    show("servers")
    scene.open_server("notes-search")
    check(scene.main, "the page of a server")


@cases(DIALOGS, lambda action, title: "the dialog “%s”" % title)
def dialog(action, title):
    """by Tab through it, and out with Escape"""
    scene.do(action)
    pattern = scene.title(title)
    wait_until(lambda: desk.is_shown(pattern), title)
    desk.settle()
    check(pattern, title)
    scene.leave(pattern)


@test
def bars():
    """the lines on top: paused"""
    scene.do("win.pause")
    wait_until(lambda: desk.control().property("Paused"), "the pause")
    show("folders")
    check(scene.main, "while it is paused")
    scene.stop()


@test
def nothing_found():
    """nothing was found"""
    all_well()


run(desk, in_order=True)
