# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A host's agent wants to read sensitive files through `paddock mcp`: the question in the window, with
each answer. If PADDOCK_SCREENSHOTS names a directory, pictures are saved there."""

import json
import os
import queue
import re
import subprocess
import threading

import a11y
import dialogs
from desktop import Desktop
from harness import PATIENCE, Failure, binary, contains, equal, wait_until
from tap import run, test

HOLD_OFF = 0.7  # s; a little longer than the dialog accepts no answer after a change

desk = Desktop(size="1280x1000")


class Host:
    """`paddock mcp`, and its answers."""

    def __init__(self):
        self.process = subprocess.Popen([binary(), "mcp"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, env=desk.program_env())
        self.answers = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.send("initialize", protocolVersion="2025-11-25", capabilities={})
        self.answers.get(timeout=20 * PATIENCE)

    def _read(self):
        for line in self.process.stdout:
            self.answers.put(json.loads(line))

    def send(self, method, **params):
        line = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self.process.stdin.write(json.dumps(line).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, path):
        self.send("tools/call", name="read_local_file", arguments={"path": path})

    def text(self):
        try:
            result = self.answers.get(timeout=30 * PATIENCE)["result"]
        except queue.Empty:
            raise Failure("no answer") from None
        return result["content"][0]["text"]

    def stop(self):
        self.process.stdin.close()
        self.process.wait(10 * PATIENCE)


class Story:
    """What the steps share."""
    folder = host = None


story = Story()


def write(name, text):
    path = os.path.join(story.folder, name)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    return path


def dialog():
    return a11y.find(desk.app, a11y.WINDOWS, "Request")


def open_question(path):
    story.host.ask(path)
    a11y.find(desk.app, None, "1 request waits for you")
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Answer…"))
    a11y.find(dialog(), None, os.path.basename(path))
    texts = a11y.texts(dialog())
    desk.settle(HOLD_OFF)
    return texts


def closed():
    a11y.gone(desk.app, a11y.WINDOWS, "Request")


@test
def the_question():
    """it names the program, the file, and the likely contents; only the shortest duration is selected"""
    desk.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    story.folder = desk.folder("Project")
    desk.control().add(story.folder)
    story.host = Host()
    story.host.ask(write("README.md", "read me\n"))
    equal(story.host.text(), "read me\n", "no question about what is not sensitive")
    texts = open_question(write(".env", "KEY=1\n"))
    heading = [text for text in texts if re.fullmatch("Let “.*” Read “.env”\\?", text)]
    assert len(heading) == 1 and "paddock" not in heading[0].lower(), texts
    assert "Settings, often with passwords" in texts, texts
    assert "Just this once" in texts, texts
    assert "Never for Any App" in texts, texts
    words = dialogs.words_of_question(dialog())
    assert len(words) <= dialogs.MAX_WORDS, (len(words), words)
    desk.click(a11y.find(dialog(), "label", "Details"), "^Request$")
    wait_until(lambda: "paddock (" in " ".join(a11y.texts(dialog())), "all processes that ask")
    desk.click(a11y.find(dialog(), "label", "Details"), "^Request$")
    desk.screenshot("sensitive", "^Request$")
    desk.resize("^Request$", 360, 640)
    desk.settle()
    desk.screenshot("sensitive-phone", "^Request$")


@test
def once():
    """Allow is for this call; the next one asks again; Escape leaves the question open"""
    desk.settle(HOLD_OFF)
    a11y.press(dialog(), a11y.BUTTONS, "Allow")
    equal(story.host.text(), "KEY=1\n", "read")
    closed()
    open_question(os.path.join(story.folder, ".env"))
    desk.focus("^Request$")
    desk.settle(HOLD_OFF)
    desk.keys("Escape")
    closed()
    equal(len(desk.control().call("ListRequests")), 1, "questions")
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Answer…"))
    dialog()
    desk.settle(HOLD_OFF)
    a11y.press(dialog(), a11y.BUTTONS, "Not Now")
    contains(story.host.text(), "sensitive: ")
    closed()
    story.host.ask(os.path.join(story.folder, ".env"))
    contains(story.host.text(), "sensitive: ", "not asked again at once")


@test
def not_now():
    """Not Now refuses, and the same file is not asked about again for a while; nothing is kept of it"""
    path = write(".pgpass", "secret\n")
    open_question(path)
    a11y.press(dialog(), a11y.BUTTONS, "Not Now")
    contains(story.host.text(), "sensitive: ")
    closed()
    story.host.ask(path)
    contains(story.host.text(), "sensitive: ", "not asked again at once")
    equal(desk.control().call("ListRequests"), [], "questions")
    equal(desk.control().call("ListNever"), [], "files never read")


@test
def never():
    """Never refuses for good, also to the next host"""
    path = write("id_rsa", "PRIVATE\n")
    open_question(path)
    a11y.press(dialog(), a11y.BUTTONS, "Never for Any App")
    contains(story.host.text(), "sensitive: ")
    closed()
    other = Host()
    other.ask(path)
    contains(other.text(), "sensitive: ")
    other.stop()
    equal(desk.control().call("ListRequests"), [], "questions")


def never_dialog():
    return a11y.find(desk.app, a11y.WINDOWS, "Files Set to “Never”")


def open_never():
    """Through the settings, like a user who looks for it."""
    desk.focus("^Paddock$")
    desk.keys("ctrl+comma")
    wait_until(lambda: desk.is_shown("^Preferences$"), "the settings")
    desk.resize("^Preferences$", 580, 900)
    desk.focus("^Preferences$")
    desk.click(a11y.find(a11y.find(desk.app, a11y.WINDOWS, "Preferences"), "list item",
                         "Files Set to “Never”"), "^Preferences$")
    wait_until(lambda: desk.is_shown("^Files Set to “Never”$"), "the files")


def listed():
    return " ".join(a11y.texts(never_dialog()))


@test
def never_taken_back():
    """the settings list a "Never", and withdraw it there: then the user is asked again"""
    open_never()
    wait_until(lambda: "Never for apps and other programs" in listed(), "of whom")
    assert "id_rsa" in listed(), listed()
    desk.screenshot("never", "^Files Set to “Never”$")
    a11y.press(never_dialog(), a11y.BUTTONS, re.compile("^Ask again about .*id_?rsa"))
    wait_until(lambda: "id_rsa" not in listed(), "the file to go")
    equal(desk.control().call("ListNever"), [], "the list")
    desk.screenshot("never-empty", "^Files Set to “Never”$")
    for window in ("^Files Set to “Never”$", "^Preferences$"):
        desk.focus(window)
        desk.keys("Escape")
        wait_until(lambda shown=window: not desk.is_shown(shown), "the window to go")
    open_question(os.path.join(story.folder, "id_rsa"))
    a11y.press(dialog(), a11y.BUTTONS, "Never for Any App")
    contains(story.host.text(), "sensitive: ")
    closed()


@test
def never_by_command():
    """a command to withdraw leads to a question, which the user refuses, and then allows"""
    path = os.path.join(story.folder, "id_rsa")
    for button, left in (("Refuse", 1), ("Allow", 0)):
        command = desk.start("never", "--ask-again", path)
        a11y.find(desk.app, None, "1 request waits for you")
        a11y.press(desk.app, a11y.BUTTONS, re.compile("^Answer…"))
        a11y.find(dialog(), None, "id_rsa")
        texts = a11y.texts(dialog())
        assert "Should Paddock Ask Again About “id_rsa”?" in texts, texts
        assert "Never for apps and other programs" in " ".join(texts), texts
        desk.screenshot("never-command", "^Request$")
        desk.settle(HOLD_OFF)
        a11y.press(dialog(), a11y.BUTTONS, button)
        closed()
        equal(command.wait(20 * PATIENCE), left, "the command")
        equal(len(desk.control().call("ListNever")), left, "files")


@test
def session():
    """"Until … stops it" is for as long as the host goes on, and for no other"""
    path = write(".netrc", "machine\n")
    open_question(path)
    desk.focus("^Request$")
    desk.click(a11y.find(dialog(), None, "How Long"), "^Request$")
    desk.settle()
    desk.keys("Down", "Return")
    desk.settle(HOLD_OFF)
    desk.screenshot("sensitive-session", "^Request$")
    a11y.press(dialog(), a11y.BUTTONS, "Allow")
    equal(story.host.text(), "machine\n", "read")
    closed()
    for _ in range(2):
        story.host.ask(path)
        equal(story.host.text(), "machine\n", "read again")
    story.host.stop()
    story.host = Host()
    story.host.ask(path)
    a11y.find(desk.app, None, "1 request waits for you")
    story.host.process.kill()
    wait_until(lambda: desk.control().call("ListRequests") == [], "the question to be withdrawn")


run(desk, in_order=True)
