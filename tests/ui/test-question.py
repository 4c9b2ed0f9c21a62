# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The contents of the consent dialog: what changed if a server resembles a known one, the host's
suggestions, the place in the queue, and the words of buttons that widen. If PADDOCK_SCREENSHOTS names a
directory, pictures are saved there."""

import os
import re

import a11y
import dialogs
from desktop import Desktop
from harness import contains, equal, lacks, stays, wait_until
from peer import PeerProcess
from puppet import Run
from tap import run, test

DIALOG, MAIN = "^Request$", "^Paddock$"

ANSWERS = "Tell “alpha”", "Allow", "Ask in 10 Minutes", "Always Refuse", "Refuse"

desk = Desktop(size="1280x1200")


class Story:
    """What the steps share."""
    folder = peer = None


story = Story()


def dialog():
    return a11y.find(desk.app, a11y.WINDOWS, "Request")


def shown():
    return a11y.texts(dialog())


def review():
    desk.focus(MAIN)
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Answer…"))
    desk.x_window(DIALOG)
    desk.settle()


def buttons():
    return [a11y.name_of(node) for node in a11y.find_all(dialog(), a11y.BUTTONS)
            if a11y.extents(node).width > 0]


def few_words():
    words = dialogs.words_of_question(dialog())
    assert len(words) <= dialogs.MAX_WORDS, (len(words), words)


def place(node):
    extents = a11y.extents(node)
    return extents.x, extents.y, extents.width, extents.height


def details_in_sight():
    """Whether the row for how long, which is below what scrolls, covers no part of the opened details, or
    they begin at the top."""
    view = a11y.find(dialog(), None, "PaddockIdentityView")
    last = [node for node in a11y.find_all(view, "list item") if a11y.extents(node).height > 0][-1]
    edge = a11y.extents(a11y.find(dialog(), "label", re.compile("^How Long"))).y
    end = a11y.extents(last).y + a11y.extents(last).height
    heading = a11y.extents(a11y.find(dialog(), "label", "Details")).y
    return end <= edge or heading < 120


def press(label):
    button = a11y.find_button(dialog(), label)
    wait_until(lambda: a11y.is_sensitive(button), "%s can be pressed" % label)
    assert a11y.act(button)


@test
def resembling():
    """a server like a known one is new: nothing warns of a change, and Details say what it resembles"""
    desk.start_window(env={key: os.environ[key] for key in ("ADW_DEBUG_COLOR_SCHEME",)
                           if key in os.environ})
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    story.folder = desk.folder("Papers")
    desk.control().add(story.folder)
    known = PeerProcess(desk, "alpha", ["--data", "old"]).wait_ready()
    known.roots()
    wait_until(lambda: desk.control().call("ListRequests"), "the question")
    review()
    contains(" ".join(shown()), "“alpha” is a program (MCP server) on this computer: ",
             "who asks")
    assert not [text for text in shown() if text.endswith(" changed")], shown()
    few_words()
    desk.click(a11y.find(dialog(), "check box", "Papers"), DIALOG)
    press(a11y.TELL)
    wait_until(lambda: desk.server("alpha")["roots"], "the folder")
    known.stop()
    story.peer = PeerProcess(desk, "alpha", ["--data", "new"]).wait_ready()
    equal(story.peer.roots(), [], "what it sees until somebody says so")
    wait_until(lambda: desk.control().call("ListRequests"), "the question")
    review()
    equal([text for text in shown() if "changed" in text.lower() or text.startswith("Was:")], [], "warnings")
    few_words()
    before = {name: place(a11y.find_button(dialog(), name)) for name in ("Ask in 10 Minutes", "Tell “alpha”")}
    desk.click(a11y.find(dialog(), "label", "Details"), DIALOG)
    wait_until(lambda: "Said by the Server" in shown(), "the details")
    wait_until(details_in_sight, "the details in sight")
    equal({name: place(a11y.find_button(dialog(), name)) for name in before}, before, "the buttons")
    contains(" ".join(shown()), "It resembles “alpha”, but it’s another server.", "what it resembles")
    contains(" ".join(shown()), "Another program of yours could pretend to be this server.", "the doubt")
    desk.screenshot("question-resembling", DIALOG)


@test
def queue():
    """several questions wait in a queue with a count, and what narrows has no word of what widens"""
    other = PeerProcess(desk, "beta", ["--beta"]).wait_ready()
    other.roots()
    wait_until(lambda: "1 of 2" in shown(), "the count")
    equal([name for name in buttons() if name in ANSWERS],
          ["Always Refuse", "Ask in 10 Minutes", "Tell “alpha”"], "buttons")
    says = {name: a11y.description_of(a11y.find_button(dialog(), name))
            for name in ("Always Refuse", "Ask in 10 Minutes", "Tell “alpha”")}
    contains(says["Always Refuse"], "It can still open your files.", "what refusing does")
    contains(says["Ask in 10 Minutes"], "Shares nothing until then.", "what waiting does")
    contains(says["Tell “alpha”"], "Tells the server about the selected folders", "what Share does")
    press(a11y.LATER)
    wait_until(lambda: "Which Folders Should “beta” Use?" in shown(), "the second question")
    assert not any(re.fullmatch(r"\d of \d", text) for text in shown()), shown()
    press(a11y.LATER)
    a11y.gone(desk.app, a11y.WINDOWS, "Request")
    other.stop()
    story.peer.stop()


@test
def wish_of_a_command():
    """what a command wants to widen is allowed or refused, with who wants it"""
    desk.paddock("grant", "--no-wait", "beta", story.folder, code=3)
    review()
    equal([name for name in buttons() if name in ANSWERS],
          ["Refuse", "Allow"], "buttons")
    text = " ".join(shown())
    contains(text, "Requested by ", "who")
    lacks(text, "paddock (", "what is in sight")
    contains(text, "How Long", "the time")
    few_words()
    desk.click(a11y.find(dialog(), "label", "Details"), DIALOG)
    wait_until(lambda: "paddock (" in " ".join(shown()), "who, with all processes")
    press("Refuse")
    a11y.gone(desk.app, a11y.WINDOWS, "Request")


@test
def suggested():
    """what the host suggests stands first, and is not selected; a press on one with a warning does nothing"""
    keys = desk.folder(".ssh")
    launched = Run(desk, name="launched").handshake(roots=True)
    launched.roots(1)
    question = wait_until(lambda: launched.host.method("roots/list"), "the question to the host")[-1]
    launched.host.send({"jsonrpc": "2.0", "id": question["id"], "result": {"roots": [
        {"uri": "file://" + story.folder}, {"uri": "file://" + desk.folder("Elsewhere")},
        {"uri": "file://" + keys}]}})
    wait_until(lambda: any(one.get("suggestions") for one in desk.control().call("ListRequests")),
               "the suggestions")
    review()
    suggested = a11y.find(dialog(), "list", re.compile("^Suggested by "))
    assert not a11y.is_checked(a11y.find(suggested, "check box", "Papers"))
    contains(" ".join(a11y.texts(suggested)), "Elsewhere", "what is not shared yet")
    few_words()
    desk.screenshot("question-suggested", DIALOG)
    desk.resize(DIALOG, 600, 960)
    warned = a11y.find(desk.app, "label", re.compile("contains keys or passwords", re.S))
    desk.click(warned, DIALOG)
    stays(lambda: keys not in [root["path"] for root in desk.json("list")] and
          not a11y.find_all(desk.app, None, re.compile(r"^Add .*\?$")), "nothing is added or asked")
    press(a11y.LATER)
    a11y.gone(desk.app, a11y.WINDOWS, "Request")
    equal(desk.warnings(), [], "warnings of the window")


@test
def folders_of_the_command():
    """folders in the command are said to be the server's, whatever is answered"""
    launched = Run(desk, name="launched", server_options=(story.folder, "/dev/null")).handshake()
    launched.roots(1)
    review()
    wait_until(lambda: "also gives it Papers, whatever you share." in " ".join(shown()), "the folder")
    few_words()
    desk.screenshot("question-command", DIALOG)
    press(a11y.LATER)
    a11y.gone(desk.app, a11y.WINDOWS, "Request")
    launched.stop()


@test
def changed_entry():
    """the command of an app's entry changed: the question shows what it was and is, and what was shared"""
    key = "codex-k3v9x0q2m1ab"
    path = desk.home + "/.codex/config.toml"
    desk.control().call("NoteApp", key, "codex", "notes", path, "")
    place_of = {"name": "notes", "slot": "notes"}
    launched = Run(desk, "--key", key, server_options=("old",), **place_of).handshake()
    launched.roots(1)
    review()
    contains(" ".join(shown()), "“notes” is a program (MCP server) that Codex runs on this computer", "who")
    contains(" ".join(shown()), "Until Codex stops it", "how long")
    desk.click(a11y.find(dialog(), "check box", "Papers"), DIALOG)
    for steps, words in ((1, r"^Until \d\d:\d\d, then you’re asked again$"),
                         (2, "^Until midnight, then you’re asked again$"),
                         (3, "^You’re asked after you log in$"),
                         (4, r"^Until \d+ \w+ \d{4}, then you’re asked again$"),
                         (5, "^You’re asked again only if its entry changes$")):
        desk.click(a11y.find(dialog(), "label", "How Long"), DIALOG)
        desk.settle()
        desk.keys("Home", *["Down"] * steps, "Return")
        a11y.find(dialog(), "label", re.compile(words))
    press(a11y.TELL)
    wait_until(lambda: any(one["grants"] for one in desk.control().call("ListServers") if one.get("noted")),
               "the folder")
    launched.stop()
    again = Run(desk, "--key", key, server_options=("new <b>",), **place_of).handshake()
    equal(again.roots(1), [], "what it sees until somebody says so")
    review()
    text = " ".join(shown())
    contains(text, "Its Command Changed: Go On With “notes”?", "the heading")
    contains(text, "Its command in ~/.codex/config.toml changed", "the warning")
    was, now = [[one for one in shown() if one.startswith(word)][0] for word in ("Was: ", "Now: ")]
    assert was.endswith(" old") and now.endswith(" 'new <b>'"), (was, now)
    before = a11y.find(dialog(), "list", "Shared Before the Change")
    assert not a11y.is_checked(a11y.find(before, "check box", "Papers"))
    equal(len(a11y.find_all(dialog(), "check box", "Papers")), 1, "rows of the folder")
    desk.screenshot("question-changed", DIALOG)
    press(a11y.LATER)
    a11y.gone(desk.app, a11y.WINDOWS, "Request")
    again.stop()
    equal(desk.warnings(), [], "warnings of the window")


run(desk, in_order=True)
