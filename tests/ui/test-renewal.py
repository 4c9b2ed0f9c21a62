# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A grant for a time expires, and the window offers to renew it: one question, with the folder marked and
not selected. If PADDOCK_SCREENSHOTS names a directory, pictures are saved there."""

import os
import re
import signal
import sqlite3
import time

import a11y
import dialogs
import servers
from desktop import Desktop
from harness import equal, stays, wait_until
from peer import PeerProcess
from tap import run, test

HOLD_OFF = 0.7  # s; a little longer than the dialog accepts no answer after a change
LASTS = 8  # s from the change of the grant to its end

desk = Desktop()
# Desktop.share_for_an_hour() sets the default duration.
desk.env["GSETTINGS_BACKEND"] = "keyfile"


class Story:
    """What the steps share."""
    folders = peer = None


story = Story()


def dialog():
    return a11y.find(desk.app, a11y.WINDOWS, "Request")


def shorten_grant():
    """The window offers no time as short as a test needs, so the grant is changed while no service runs."""
    pid = desk.service_pid()
    os.kill(pid, signal.SIGTERM)
    wait_until(lambda: not os.path.exists("/proc/%d/exe" % pid), "the end of the service")
    now = int(time.time() * 1e6)
    ends = now + LASTS * 1000000
    with sqlite3.connect(os.path.join(desk.data_home, "paddock", "paddock.db")) as connection:
        connection.execute("UPDATE grants SET granted = ?, expires = ?", (now, ends))
        connection.execute("UPDATE servers SET decision_ends = ?", (ends,))
    connection.close()


@test
def ends_and_is_offered():
    """the end takes the folder back, and one request waits, which opens by itself for nobody"""
    desk.share_for_an_hour()
    desk.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    story.folders = [desk.folder("Photos"), desk.folder("Notes")]
    desk.control().add(*story.folders)
    first = PeerProcess(desk, "alpha").wait_ready()
    wait_until(lambda: desk.json("servers"), "the server")
    desk.show_page("Servers", "^Paddock$")
    desk.settle()
    servers.open_server(desk, "alpha")
    assert a11y.act(a11y.find(desk.app, "check box", "Share Photos with alpha"))
    wait_until(lambda: first.uris() == ["file://" + story.folders[0]], "the folder")
    first.stop()
    desk.window.terminate()
    desk.window.wait()
    shorten_grant()
    desk.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the next window as the agent")
    story.peer = PeerProcess(desk, "alpha").wait_ready()
    equal(story.peer.uris(), ["file://" + story.folders[0]], "list")
    a11y.find(desk.app, None, "1 request waits for you")
    wait_until(lambda: story.peer.roots() == [], "nothing for the server")
    stays(lambda: a11y.find_all(desk.app, a11y.WINDOWS, "Request") == [], "no dialog", 1)


@test
def asks_again():
    """the question names what ended, ticks nothing, and offers no session"""
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Answer…"))
    texts = a11y.texts(dialog())
    assert "Go On With “alpha”?" in texts, texts
    equal(texts.count("Ended"), 1, "marks")
    assert "1 hour" in texts and not [text for text in texts if text.startswith("Until its app")], texts
    words = dialogs.words_of_question(dialog())
    assert len(words) <= dialogs.MAX_WORDS, (len(words), words)
    tick = a11y.find(dialog(), "check box", "Photos")
    assert not a11y.is_checked(tick), "it is ticked in advance"
    desk.screenshot("renewal", "^Request$")
    desk.settle(HOLD_OFF)
    desk.click(tick, "^Request$")
    desk.settle(HOLD_OFF)
    a11y.press(dialog(), a11y.BUTTONS, a11y.TELL)
    a11y.gone(desk.app, a11y.WINDOWS, "Request")
    wait_until(lambda: story.peer.uris() == ["file://" + story.folders[0]], "the folder")
    grants = desk.control().server("alpha")["grants"]
    assert 3500 < grants[0]["expires"] / 1e6 - time.time() < 3700, grants
    story.peer.stop()


run(desk, in_order=True)
