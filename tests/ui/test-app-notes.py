# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Servers that are called after their app, and the question about taking Paddock out, in the real window. If
PADDOCK_SCREENSHOTS names a directory, pictures are saved there."""

import re

import a11y
from desktop import Desktop
from harness import contains, equal, wait_until
from peer import PeerProcess
from tap import run, test

HOLD_OFF = 0.7  # s; a little longer than a question accepts no answer after a change
KEY = "claude-code-k3v9x0q2m1ab"
CLAIM = {"command": ["/usr/bin/npx", "server"], "exe": "/usr/bin/npx", "key": KEY}

desk = Desktop()
desk.make_impostor()


class Story:
    """What the steps share."""
    peer = None


story = Story()


def dialog():
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Answer…"))
    return a11y.find(desk.app, a11y.WINDOWS, "Request")


def answer(question, button):
    desk.settle(HOLD_OFF)
    a11y.press(question, a11y.BUTTONS, button)
    a11y.gone(desk.app, a11y.WINDOWS, "Request")


@test
def named():
    """the question names the app's entry, and says who runs it"""
    desk.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    desk.control().call("NoteApp", KEY, "claude-code", "files", "/home/me/.claude.json", "")
    desk.control().add(desk.folder("Notes"))
    story.peer = PeerProcess(desk, "tool", result={"_meta": {"io.github.paddock-mcp/launch": CLAIM}},
                             program=desk.impostor).wait_ready()
    equal(story.peer.roots(), [], "before the decision")
    question = dialog()
    words = " ".join(a11y.texts(question))
    contains(words, "Which Folders Should “files” Use?", "the heading")
    contains(words, "“files” is a program (MCP server) that Claude Code runs on this computer", "who asks")
    desk.screenshot("question-named", "^Request$")
    answer(question, a11y.LATER)


@test
def in_the_list():
    """the page of servers has the name, also when the entry is gone"""
    def names(name):
        return [node for node in a11y.find_all(desk.app, "label", name) if a11y.extents(node).width > 0]

    a11y.act(a11y.find(desk.app, "page tab", "Servers"))
    wait_until(lambda: names("files (Claude Code)"), "the name")
    desk.control().call("NoteAppGone", KEY)
    wait_until(lambda: desk.control().call("ListApps")[0]["gone"], "the entry is gone")
    desk.settle(HOLD_OFF)
    equal((len(names("files (Claude Code)")) > 0, names("tool")), (True, []), "the name without the entry")


@test
def taking_out():
    """the question about taking Paddock out names who asks and each entry; the answer ends the request"""
    identifier = desk.control().call("TakeOut", ["cursor/files", "claude-code/\u202enotes"])
    question = dialog()
    words = " ".join(a11y.texts(question))
    for part in ("Start 2 Servers Without Paddock?", "not from this window", "files", "Cursor",
                 "\\u{202E}notes", "Claude Code", "They can open any of your files"):
        contains(words, part, "the question")
    desk.screenshot("question-take-out", "^Request$")
    answer(question, "Allow")
    wait_until(lambda: identifier not in [one["id"] for one in desk.control().call("ListRequests")],
               "the end of the question")


run(desk, in_order=True)
