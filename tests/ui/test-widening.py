# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A grant over D-Bus while the real window is open. Nothing changes until the user answers there, and
nobody else can answer. If the window is killed with the question open, the question comes back."""

import os
import re

from gi.repository import GLib

import a11y
from agent import Agent
from desktop import Desktop
from harness import Control, contains, equal, lacks, stays, wait_until
from peer import PeerProcess
from tap import run, test

HOLD_OFF = 0.5  # s in which the dialog accepts no answer after a change

desk = Desktop()


class Story:
    """What the steps share."""
    folder = root = other = server = uri = peer = request = stranger = None


story = Story()


def dialog():
    return a11y.find(desk.app, a11y.WINDOWS, "Request")


def questions():
    """The questions of callers, without those of the server itself, which lists its roots here."""
    return [one for one in desk.control().call("ListRequests") if one["kind"] == "grant"]


def is_unchanged(seconds=HOLD_OFF):
    """The question stays unchanged, and no server sees anything."""
    stays(lambda: [(one["id"], one["serial"]) for one in questions()]
          == [(story.request["id"], story.request["serial"])], "the question", seconds)
    equal((story.peer.roots(), desk.json("servers")[0]["roots"]), ([], []), "what the server sees")


def answer(request):
    return request["id"], request["serial"], {
        "verdict": GLib.Variant("s", "allow"), "duration": GLib.Variant("s", "until-revoked"),
        "roots": GLib.Variant("a(ss)", [(story.root, "read-write")])}


@test
def grant_over_the_bus():
    """with the window open, a grant over the bus leads to a question there, and changes nothing"""
    desk.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    story.folder = desk.folder("Photos")
    story.uri = "file://" + story.folder
    story.root, story.other = desk.control().add(story.folder, desk.folder("Notes"))
    story.peer = PeerProcess(desk, "alpha").wait_ready()
    wait_until(lambda: desk.json("servers"), "the server")
    story.server = desk.control().server("alpha")["id"]
    identifier = desk.control().grant(story.server, story.root)
    assert identifier, "it was not put to the user"
    story.request, = questions()
    equal((story.request["id"], story.request["kind"]), (identifier, "grant"), "the question")
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Answer…"))
    assert "Photos" in " ".join(a11y.texts(dialog())), a11y.texts(dialog())
    is_unchanged(2)


@test
def others_cannot_answer():
    """a client that is not the window cannot register, answer, or take the window's name"""
    story.stranger = Control(desk.connect())
    for _ in range(3):
        story.stranger.refused("NotAgent", "RegisterAgent")
        story.stranger.refused("NotAgent", "AnswerRequest", *answer(story.request))
        story.stranger.refused("NotAgent", "AskAgain", story.server)
    story.stranger.call("UnregisterAgent")
    try:
        Agent.own(story.stranger)
    except AssertionError:
        pass
    else:
        raise AssertionError("somebody else has the window's name")
    story.stranger.refused("NotAgent", "AnswerRequest", *answer(story.request))
    assert desk.control().property("HasAgent"), "the window is no longer the agent"
    is_unchanged()


@test
def grant_again():
    """the same grant again, and another one, are separate questions"""
    desk.control().grant(story.server, story.root)
    desk.control().grant(story.server, story.other)
    equal((story.peer.roots(), desk.json("servers")[0]["roots"]), ([], []), "what the server sees")
    known = [one["id"] for one in questions()]
    assert story.request["id"] in known, known


@test
def killed_with_the_question_open():
    """the window is killed with the dialog open: nothing is granted, and the question is there again"""
    known = [(one["id"], one["serial"]) for one in questions()]
    desk.window.kill()
    desk.window.wait()
    stays(lambda: [(one["id"], one["serial"]) for one in questions()] == known, "the questions")
    equal(story.peer.roots(), [], "the list without a window")
    story.stranger.refused("NotAgent", "AnswerRequest", *answer(story.request))
    desk.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the next window as the agent")
    equal([(one["id"], one["serial"]) for one in questions()], known, "the questions")
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Answer…"))
    assert "Photos" in " ".join(a11y.texts(dialog())), a11y.texts(dialog())
    equal(story.peer.roots(), [], "the list with the dialog open again")


@test
def answered_there():
    """only what the user allows there is carried out"""
    share = a11y.find_button(dialog(), re.compile("^(Share|Allow)"))
    wait_until(lambda: a11y.is_sensitive(share), "the button")
    desk.settle(HOLD_OFF + 0.2)

    def allowed():
        if story.request["id"] in [one["id"] for one in questions()]:
            a11y.act(share)
        return story.peer.uris() == [story.uri]
    wait_until(allowed, "the folder")
    equal([os.path.basename(one) for one in desk.json("servers")[0]["roots"]], ["Photos"], "roots")


@test
def allow_all_has_the_same_gate():
    """with a window, a service that asks nobody starts only if the user switched questions off"""
    refused = desk.paddock("serve", "--consent=allow", "--socket", desk.directory + "/other.sock", code=3)
    contains(refused.err, "Confirm Requests From Other Programs", "what it says")
    lacks(refused.out, "Listening", "its output")


run(desk, in_order=True)
