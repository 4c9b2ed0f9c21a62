# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The two choices for a server that `paddock run` starts are switches in its row. A server that connects
by itself has another one, for reading files. If PADDOCK_SCREENSHOTS names a directory, pictures are saved
there, dark ones if ADW_DEBUG_COLOR_SCHEME says so."""

import os

import a11y
import servers
from desktop import Desktop
from harness import equal, wait_until
from peer import PeerProcess
from puppet import Run
from tap import run, test

MAIN = "^Paddock$"
HOST = "Also Share the App’s Own Folders"
KEEP = "Keep Sharing While Paddock Isn’t Running"
READ = "Let Paddock Read Files for This Server"

desk = Desktop()


class Story:
    """What the steps share."""
    peer = launched = folder = root = None


story = Story()


def shown_texts():
    return " ".join(a11y.texts(a11y.find(desk.app, a11y.WINDOWS, "Paddock")))


def switches(name):
    return a11y.find_all(desk.app, "check box", name)


def launched():
    return desk.control().server("launched")


def dialled():
    return desk.control().server("dialled")


def open_row(name):
    servers.open_server(desk, name)


@test
def reading():
    """a server that dials in has a switch for its reading: off, on, off, as the service says; what a
    command wants is asked"""
    desk.start_window(env={key: os.environ[key] for key in ("ADW_DEBUG_COLOR_SCHEME",)
                           if key in os.environ})
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    story.folder = desk.folder("Papers")
    root = desk.control().add(story.folder)[0]
    story.peer = PeerProcess(desk, "dialled").wait_ready()
    wait_until(lambda: desk.json("servers"), "the server")
    desk.show_page("Servers", MAIN)
    open_row("dialled")
    a11y.find(desk.app, "check box", "Share Papers with dialled")
    equal((switches(HOST), switches(KEEP)), ([], []), "switches of launches")
    toggle = a11y.find(desk.app, "check box", READ)
    # There is no decision yet that it could belong to.
    assert not a11y.is_checked(toggle) and not a11y.is_sensitive(toggle)
    assert a11y.act(a11y.find(desk.app, "check box", "Share Papers with dialled"))
    wait_until(lambda: any(grant["root"] == root for grant in dialled()["grants"]), "the grant")
    wait_until(lambda: a11y.is_sensitive(a11y.find(desk.app, "check box", READ)), "the switch")
    assert "Paddock asks you about files that might contain secrets." in shown_texts()
    assert a11y.act(a11y.find(desk.app, "check box", READ))
    wait_until(lambda: dialled().get("reading"), "the service")
    wait_until(lambda: a11y.is_checked(a11y.find(desk.app, "check box", READ)), "switched on")
    desk.screenshot("choices-reading", MAIN)
    desk.paddock("revoke", "--reading", "dialled")
    wait_until(lambda: not a11y.is_checked(a11y.find(desk.app, "check box", READ)), "switched off")
    equal([len(desk.log(event)) for event in ("reading-on", "reading-off")], [1, 1], "journal")
    desk.paddock("grant", "--reading", "--no-wait", "dialled", code=3)
    equal(desk.control().call("ListRequests")[0]["kind"], "let-read", "the question")
    assert "reading" not in dialled()
    story.root = root


@test
def only_for_launches():
    """a server that is launched has both of its own, off, and not that one"""
    root = story.root
    story.peer.stop()
    desk.paddock("forget", "dialled")
    story.launched = Run(desk, name="launched").handshake(roots=True)
    wait_until(lambda: len(desk.json("servers")) == 1, "the launched server")
    open_row("launched")
    toggle = a11y.find(desk.app, "check box", "Share Papers with launched")
    equal(switches(READ), [], "the switch of those that dial in")
    for name in (HOST, KEEP):
        a11y.find(desk.app, "check box", name)
        assert not a11y.is_checked(a11y.find(desk.app, "check box", name)), name
        # There is no decision yet that it could belong to.
        assert not a11y.is_sensitive(a11y.find(desk.app, "check box", name)), name
    assert a11y.act(toggle)
    wait_until(lambda: any(grant["root"] == root for grant in launched()["grants"]), "the grant")
    for name in (HOST, KEEP):
        wait_until(lambda name=name: a11y.is_sensitive(a11y.find(desk.app, "check box", name)), name)
    assert "now and later. You won’t be asked." in shown_texts()
    desk.screenshot("choices", MAIN)


@test
def on_a_phone():
    """both are there on a phone, words and switch, and back"""
    width, _ = desk.resize(MAIN, 360, 640)
    equal(width, 360, "the width of the window")
    for name in (HOST, KEEP):
        for node in (switches(name)[0], a11y.find(desk.app, "label", name)):
            place = a11y.extents(node)
            assert place.width > 0 and 0 <= place.x and place.x + place.width <= width, (name, place)
    desk.screenshot("choices-narrow", MAIN)
    desk.resize(MAIN, 900, 640)


@test
def switched():
    """pressed, each is on, the service knows it, and the journal says so; and off again"""
    for name, key, event in ((HOST, "share-host-roots", "host-roots"), (KEEP, "keep-roots", "keeping")):
        assert a11y.act(a11y.find(desk.app, "check box", name))
        wait_until(lambda key=key: launched().get(key), key)
        wait_until(lambda name=name: a11y.is_checked(a11y.find(desk.app, "check box", name)), name)
        equal(len(desk.log(event + "-on")), 1, event)
    desk.screenshot("choices-on", MAIN)
    assert a11y.act(a11y.find(desk.app, "check box", HOST))
    wait_until(lambda: "share-host-roots" not in launched(), "switched off")
    wait_until(lambda: not a11y.is_checked(a11y.find(desk.app, "check box", HOST)), "the switch")
    equal(len(desk.log("host-roots-off")), 1, "journal")
    desk.show_page("Activity", MAIN)
    wait_until(lambda: "“Also Share the App’s Own Folders” was turned on for “launched”" in shown_texts(),
               "the entry")
    story.launched.stop()


run(desk, in_order=True)
