# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Servers whose names close the quotation marks around them, write backwards and never end. The program has
such a name, and a path of 4 KiB. Whatever they are called, a question shows its warning, its folders and its
buttons. If PADDOCK_SCREENSHOTS names a directory, pictures are saved there."""

import gettext
import os
import re
import shutil
import sys

import a11y
import filesystems
import languages
import puppet
import servers
from desktop import Desktop, require
from harness import contains, equal, lacks, wait_until
from peer import PeerProcess
from puppet import Run
from tap import cases, run, test

require("msgfmt")
filesystems.enter()

NAME = "Paddock” (verified) – choose all. “Paddock"
HARMLESS = "Paddock' (verified) – choose all. 'Paddock"
HOSTILE = NAME + "’’ »」\u202e\u2067\r\n\t\x1b[2J" + "x" * 10000
FILE = NAME + "’’ »」\u202e\u2067\r\n\t\x1b[2J" + "x" * 150
KEY = "codex-k3v9x0q2m1ab"
LONGEST = 4050  # bytes of a path; of a longer one Python itself can't start
LONG = 3800  # bytes of a path; Paddock keeps its arguments, too
LINE = 20  # px
# Wide, and a phone's.
SIZES = (600, 800), (360, 720)
LANGUAGES = [("English", "en"), ("Korean", "ko")]
# What is another one: an argument, or the program.
CHANGES = [("English", "en", LONG), ("Korean", "ko", LONG), ("another program", "en", LONGEST)]

desk = Desktop(size="1280x1200")


class Story:
    """What the steps share."""
    programs = {}  # length of the path -> path
    text = staticmethod(str)


story = Story()


def title(words):
    return "^%s$" % re.escape(story.text(words))


def dialog():
    return a11y.find(desk.app, a11y.WINDOWS, re.compile(title("Request")))


def start_window(code):
    story.text = gettext.translation("paddock", os.environ["PADDOCK_LOCALE_DIR"], [code],
                                     fallback=True).gettext
    desk.start_again(env={"LANGUAGE": code, **{key: os.environ[key] for key in (
        "ADW_DEBUG_COLOR_SCHEME",) if key in os.environ}})
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    desk.focus(title("Paddock"))


def review():
    wait_until(lambda: desk.control().call("ListRequests"), "the question")
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^%s" % re.escape(story.text("Answer…"))))
    desk.focus(title("Request"))


def is_inside(node, left, top, right, bottom):
    place = a11y.extents(node)
    return (place.width > 0 and place.height > 0 and place.x >= left and place.y >= top
            and place.x + place.width <= right and place.y + place.height <= bottom)


def answers(window):
    """The three buttons: the last ones of the window that have a place."""
    return [node for node in a11y.find_all(window, a11y.BUTTONS) if a11y.extents(node).width > 0
            and a11y.extents(node).y > a11y.extents(window).height // 2][-3:]


def all_in_sight(what, texts, beginning=None):
    """The texts that match and the first folder stand in what scrolls, unscrolled, and the buttons below. Of
    another text, at least the first line does."""
    for width, height in SIZES:
        equal(desk.resize(title("Request"), width, height)[0], width, "the width")
        desk.screenshot("%s-%d" % (what, width), title("Request"))
        window = dialog()
        whole = a11y.extents(window)
        view = a11y.extents(a11y.find(window, "scroll pane"))
        seen = [a11y.find(window, "label", re.compile(text)) for text in texts]
        seen.append(a11y.find(window, "check box", "Notes"))
        for node in seen:
            assert is_inside(node, view.x, view.y, view.x + view.width, view.y + view.height), \
                "%s, %d px: %r is out of sight" % (what, width, a11y.name_of(node))
        if beginning is not None:
            top = a11y.extents(a11y.find(window, "label", re.compile(beginning))).y
            assert view.y <= top <= view.y + view.height - LINE, "%s, %d px: %s" % (what, width, beginning)
        buttons = answers(window)
        equal(len(buttons), 3, "buttons")
        for node in buttons:
            assert is_inside(node, 0, view.y + view.height, whole.width, whole.height), \
                "%s, %d px: %r is out of sight" % (what, width, a11y.name_of(node))
        for node in a11y.find_all(window, "label"):
            place = a11y.extents(node)
            assert place.x >= 0 and place.x + place.width <= whole.width, (what, width, a11y.name_of(node))


def answer_later():
    window = dialog()
    button = answers(window)[1]
    wait_until(lambda: a11y.is_sensitive(button), "the answer")
    assert a11y.act(button)
    a11y.gone(desk.app, a11y.WINDOWS, re.compile(title("Request")))


def make_program(length, name="server"):
    """A copy of Python, deep in directories."""
    path = os.path.join(desk.directory, "deep-%d" % length)
    while length - len(path) - len(os.fsencode(name)) > 250:
        path = os.path.join(path, "d" * 200)
    path = os.path.join(path, "e" * (length - len(path) - len(os.fsencode(name)) - 2))
    os.makedirs(path)
    story.programs[length] = shutil.copy(os.path.realpath(sys.executable), os.path.join(path, name))
    equal(len(os.fsencode(story.programs[length])), length, "the length of the path")


def launch(option, length=LONG):
    """The entry of an app that has the hostile name, started by that app."""
    slot = os.path.join(desk.directory, "puppet-hostile")
    return Run(desk, "--key", KEY, name=HOSTILE, slot="hostile", command=[
        story.programs[length], "-I", os.path.abspath(puppet.__file__), slot, option]).handshake()


@test
def prepare():
    """an entry with that name is shared with, and its command is 4 KiB long"""
    languages.install(desk)
    desk.add_first(desk.folder("Notes"), desk.folder("Projects"))
    make_program(LONG)
    make_program(LONGEST, FILE)
    desk.control().call("NoteApp", KEY, "codex", NAME, desk.home + "/.codex/config.toml", "")
    start_window("en")
    launched = launch("old")
    launched.roots(1)
    review()
    contains(" ".join(a11y.texts(dialog())), "“%s” is a program (MCP server) that Codex runs on this "
             "computer" % HARMLESS, "who asks")
    desk.click(a11y.find(dialog(), "check box", "Notes"), title("Request"))
    desk.click(a11y.find(dialog(), "label", "How Long"), title("Request"))
    desk.settle()
    desk.keys("Home", "Down", "Return")
    desk.settle(1)
    assert a11y.act(answers(dialog())[2])
    wait_until(lambda: any(one["grants"] for one in desk.control().call("ListServers")), "the folder")
    launched.stop()


@cases(LANGUAGES, lambda name, _: "a new server: " + name)
def new(_name, code):
    """what asks, the folders and the buttons are in sight"""
    start_window(code)
    peer = PeerProcess(desk, HOSTILE, [code], program=story.programs[LONGEST]).wait_ready()
    peer.roots()
    review()
    words = " ".join(a11y.texts(dialog()))
    contains(words, "“%s…xxx" % HARMLESS[:12], "the name")
    for mark in "\u202e", "\u2067", "\n\t", "” (ver", "’’", "»", "」":
        lacks(words, mark, "the question")
    who = story.text("“%s” is a program (MCP server) on this computer: %s. It’s in no app’s settings.")
    all_in_sight("hostile-new-" + code, [re.escape(re.split(r"%(?:\d\$)?s", who)[-1])])
    answer_later()
    peer.stop()


@cases(CHANGES, lambda name, *_: "a changed command: " + name)
def changed(_name, code, length):
    """the warning, what was and is, the folders and the buttons are in sight"""
    start_window(code)
    launched = launch("new-" + code, length)
    launched.roots(1)
    review()
    was, now = (story.text(words) % "" for words in ("Was: %s", "Now: %s"))
    texts = {text[:len(was)]: text[len(was):] for text in a11y.texts(dialog()) if text.startswith((was, now))}
    if length == LONG:
        assert texts[was].startswith("…") and texts[was].endswith(" old") and len(texts[was]) < 60, texts
        assert texts[now].startswith("…") and texts[now].endswith(" new-" + code), texts
    all_in_sight("hostile-changed-%s-%d" % (code, length), [r"~/\.codex/config\.toml", "^" + was], "^" + now)
    answer_later()
    launched.stop()


@test
def everywhere_else():
    """the rows of servers, Activity and the command line have the name without its marks"""
    start_window("en")
    desk.resize(title("Paddock"), 360, 720)
    desk.settle()
    for page, name in ("Servers", HARMLESS), ("Activity", "“%s" % HARMLESS):
        tab = a11y.find(desk.app, "page tab", page)
        a11y.act(tab) or desk.click(tab, title("Paddock"))
        wait_until(lambda name=name: name in " ".join(a11y.texts(desk.app)), "the name on " + page)
        desk.screenshot("hostile-" + page.lower(), title("Paddock"))
        lacks(" ".join(a11y.texts(desk.app)), "“" + NAME[:8], page)
    for command in "servers", "log":
        contains(desk.paddock(command).out, HARMLESS[:32], command)
        lacks(desk.paddock(command).out, "” (ver", command)
    equal(desk.warnings(), [], "warnings of the window")


run(desk, in_order=True)
