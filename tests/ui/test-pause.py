# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The window pauses all sharing and resumes it. A folder inside another one is revoked together with it.
If PADDOCK_SCREENSHOTS names a directory, pictures are saved there."""

import os
import re

import a11y
import servers
from desktop import Desktop
from harness import equal, stays, wait_until
from peer import PeerProcess
from tap import run, test

MAIN = "^Paddock$"
PAUSED = "Sharing is paused: servers see no folders."
HOLD_OFF = 0.7  # s; a little longer than the dialog accepts no answer after a change

desk = Desktop()


class Story:
    """What the steps share."""
    outer = inner = peer = other = None


story = Story()


def uri(path):
    return "file://" + path


def shown():
    return " ".join(a11y.texts(a11y.find(desk.app, a11y.WINDOWS, "Paddock")))


def wait_shown(text):
    wait_until(lambda: text in shown(), repr(text) + " in the window")


def page(name):
    desk.show_page(name, MAIN)
    desk.settle()


def switch(folder):
    return a11y.find(desk.app, "check box", "Share %s with alpha" % os.path.basename(folder))


def is_paused():
    return desk.control().property("Paused")


def pause_button():
    """Of the header bar."""
    return next(node for node in a11y.find_all(desk.app, a11y.BUTTONS, "Pause Sharing")
                if a11y.extents(node).width > 0)


def pause():
    desk.focus(MAIN)
    assert a11y.is_sensitive(pause_button()), "the button"
    desk.keys("ctrl+p")
    wait_until(is_paused, "the pause")
    wait_shown(PAUSED)


@test
def pauses():
    """a key pauses: the bar says so and stays, the rows say why nothing is seen, servers are told"""
    desk.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    story.outer = desk.folder("Papers")
    story.inner = desk.folder("Papers", "Notes")
    desk.control().add(story.outer, story.inner)
    story.peer = PeerProcess(desk, "alpha").wait_ready()
    wait_until(lambda: desk.json("servers"), "the server")
    page("Servers")
    servers.open_server(desk, "alpha")
    # The inner one first, because a folder that is seen through another can't be switched on as well.
    for folder in (story.inner, story.outer):
        assert a11y.act(switch(folder))
        wait_until(lambda path=folder: uri(path) in story.peer.uris(), folder)
    told = story.peer.notices()
    assert PAUSED not in shown()
    pause()
    story.peer.await_notice(told + 1)
    equal(story.peer.roots(), [], "list")
    wait_shown("Sees no folders while sharing is paused")
    wait_shown("Not shared while sharing is paused")
    # Grants stay.
    assert a11y.is_checked(switch(story.outer)), "the switch is off"
    desk.screenshot("paused-servers", MAIN)
    page("Folders")
    wait_shown("Not shared while sharing is paused")
    stays(lambda: PAUSED in shown(), "the bar", 2)
    desk.screenshot("paused-folders", MAIN)
    page("Activity")
    wait_shown("Sharing was paused")


@test
def nothing_is_asked():
    """a server that asks meanwhile is not shown, nor announced"""
    story.other = PeerProcess(desk, "beta", arguments=["--other"]).wait_ready()
    equal(story.other.roots(), [], "list")
    stays(lambda: desk.control().call("ListRequests") == [] and "asks for folders" not in shown() and
          not desk.notifications.open(), "no question", 1.5)


@test
def others_cannot_resume():
    """who is not the window is put to the user, with a dialog of its own kind"""
    desk.paddock("resume", "--no-wait", code=3)
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Answer…"))
    dialog = a11y.find(desk.app, a11y.WINDOWS, "Request")
    texts = " ".join(a11y.texts(dialog))
    assert "Resume Sharing?" in texts and "not from this window" in texts, texts
    desk.screenshot("paused-request", "^Request$")
    desk.settle(HOLD_OFF)
    a11y.press(dialog, a11y.BUTTONS, "Refuse")
    a11y.gone(desk.app, a11y.WINDOWS, "Request")
    assert is_paused() and PAUSED in shown(), "it is not paused any more"


@test
def found_again():
    """a window that is started while sharing is paused says so"""
    desk.window.terminate()
    desk.window.wait()
    desk.start_window()
    wait_shown(PAUSED)
    # A second pause is not offered.
    assert not a11y.is_sensitive(pause_button()), "the button"


@test
def resumes():
    """the bar's button resumes at once, and the question that waited is there"""
    told = story.peer.notices()
    a11y.press(desk.app, a11y.BUTTONS, "Resume")
    wait_until(lambda: not is_paused(), "the end of the pause")
    wait_until(lambda: PAUSED not in shown(), "the end of the bar")
    story.peer.await_notice(told + 1)
    equal(sorted(story.peer.uris()), sorted([uri(story.outer), uri(story.inner)]), "list")
    wait_shown("“beta” asks for folders")
    desk.paddock("block", "beta")
    story.other.stop()


@test
def takes_the_outer_one_too():
    """a folder that is still seen through an outer one: the message offers to take that back too"""
    page("Servers")
    servers.open_server(desk, "alpha")
    assert a11y.act(switch(story.inner))
    wait_shown("still sees “Notes”, because its parent folder “Papers” is shared")
    equal(story.peer.uris(), [uri(story.outer)], "list")
    desk.screenshot("nested-revoke", MAIN)
    a11y.press(desk.app, a11y.BUTTONS, "Stop Sharing Parent Folder")
    wait_shown("no longer sees “Papers”")
    wait_until(lambda: story.peer.roots() == [], "nothing for the server")
    assert not a11y.is_checked(switch(story.outer)), "the switch is on"
    # And back, like every other.
    a11y.press(desk.app, a11y.BUTTONS, "Undo")
    wait_until(lambda: story.peer.uris() == [uri(story.outer)], "the folder")
    assert a11y.act(pause_button())
    wait_until(is_paused, "the pause by the button")
    story.peer.stop()


run(desk, in_order=True)
