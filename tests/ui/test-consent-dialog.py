# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Which answers the consent dialog accepts and which not, in a real window. For half a second after each
kind of change nothing counts. A question whose server has gone only disappears."""

import os
import re
import shutil
import signal
import subprocess
import threading
import time
from contextlib import contextmanager

from gi.repository import GLib

import a11y
from desktop import Desktop
from harness import contains, equal, stays, wait_until
from peer import Peer, PeerProcess
from puppet import Run
from tap import Skip, diag, run, test

DIALOG, MAIN = "^Request$", "^Paddock$"
HOLD_OFF = 0.5  # s in which the dialog accepts no answer after a change
TRIES = 8       # attempts for each way, because the machine may be too busy

desk = Desktop()


class Story:
    """What the steps share."""
    folder = None
    n_peers = 0


story = Story()


def dialog():
    return a11y.find(desk.app, a11y.WINDOWS, "Request")


def no_dialog():
    a11y.gone(desk.app, a11y.WINDOWS, "Request")


def close_what_stays():
    """A dialog about a server that has gone stays open. A dialog whose question was answered closes by
    itself, maybe just now."""
    def look():
        windows = a11y.find_all(desk.app, a11y.WINDOWS, "Request")
        for window in windows:
            for button in a11y.find_all(window, a11y.BUTTONS, "Close")[:1]:
                a11y.act(button)
        return not windows
    wait_until(look, "the dialog to go")


def questions():
    return desk.control().call("ListRequests")


def asking():
    """An unknown server that has asked. The dialog shows its name."""
    story.n_peers += 1
    name = "server-%d" % story.n_peers
    peer = PeerProcess(desk, name, [str(story.n_peers)]).wait_ready()
    peer.roots()
    wait_until(lambda: name in [one.get("name") for one in questions()], "the question of " + name)
    return name, peer


def review():
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Answer…"))
    desk.x_window(DIALOG)


def shows(name):
    return name in " ".join(a11y.texts(dialog()))


def heading_names():
    """A function that quickly checks whether the heading names a server."""
    heading = wait_until(lambda: [node for node in a11y.find_all(dialog(), "label")
                                  if "“" in a11y.name_of(node)], "the heading")[0]
    return lambda name: name in a11y.name_now(heading)


def ready(label):
    """The button, as soon as it accepts an answer."""
    button = a11y.find_button(dialog(), label)
    wait_until(lambda: a11y.is_sensitive(button), "%s can be pressed" % label)
    return button


def ways_to(label, key):
    """Ways to press a button without searching for it first, because they must be fast."""
    button = a11y.find_button(dialog(), label)
    x, y = desk.position(button, DIALOG)
    return [("a click", lambda: a11y.run("xdotool", "mousemove", str(x), str(y), "click", "1")),
            ("a key", lambda: a11y.run("xdotool", "key", "--delay", "0", key)),
            ("an accessibility action", lambda: a11y.act(button))]


def within_hold_off(change, seen, attempt):
    """Makes a change, and tries to answer as soon as the change is seen. Returns whether both came within
    the half second, counted from the last moment at which the change was not seen."""
    unseen = [time.monotonic()]
    change()

    def look():
        now = time.monotonic()
        if seen():
            return True
        unseen[0] = now
        return False
    wait_until(look, "the change")
    attempt()
    took = time.monotonic() - unseen[0]
    if took >= HOLD_OFF:
        diag("too late, after %.2f s" % took)
    return took < HOLD_OFF


@test
def start():
    """a window with a folder"""
    story.folder = desk.folder("Notes")
    desk.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    desk.control().add(story.folder)
    a11y.find(desk.app, "list item", "Notes")
    desk.focus(MAIN)


@test
def next_question():
    """an answer to one question does not answer the next one in its place"""
    for number in range(3):
        for _ in range(TRIES):
            (first, one), (second, other) = asking(), asking()
            review()
            wait_until(lambda first=first: shows(first), "the first question")
            button = ready(a11y.LATER)
            way, attempt = ways_to(a11y.LATER, "alt+i")[number]
            names = heading_names()
            in_time = within_hold_off(lambda button=button: a11y.act(button),
                                      lambda second=second, names=names: names(second), attempt)
            if in_time:
                stays(lambda second=second: second in [one["name"] for one in questions()],
                      "the second question after " + way, HOLD_OFF + 0.3)
                equal(desk.server(second)["decision"], "undecided", "decision")
                a11y.act(ready(a11y.LATER))
            one.stop()
            other.stop()
            if not questions():
                close_what_stays()
            no_dialog()
            if in_time:
                break
        else:
            raise Skip("this machine is too busy to try %s within %.1f s" % (way, HOLD_OFF))


@test
def focus_comes_back():
    """after the dialog lost the focus and got it again nothing counts"""
    if shutil.which("xmessage") is None:
        raise Skip("there is no xmessage, for another window to have the focus")
    name, peer = asking()
    review()
    ready(a11y.LATER)
    other = subprocess.Popen(["xmessage", "-geometry", "+10+10", "-title", "Another", "text"],
                             env=desk.window_env())
    window = dialog()
    for way, attempt in ways_to(a11y.NEVER, "alt+r"):
        for _ in range(TRIES):
            desk.focus("^Another$")
            wait_until(lambda: not a11y.has_state(window, a11y.STATE.ACTIVE), "the focus lost")
            desk.settle(HOLD_OFF + 0.2)
            if within_hold_off(lambda: desk.focus(DIALOG),
                               lambda: a11y.has_state(window, a11y.STATE.ACTIVE), attempt):
                stays(lambda: name in [one["name"] for one in questions()],
                      "the question after " + way, HOLD_OFF + 0.3)
                break
            if name not in [one["name"] for one in questions()]:
                raise Skip("this machine is too busy to try %s within %.1f s" % (way, HOLD_OFF))
        else:
            raise Skip("this machine is too busy to try %s within %.1f s" % (way, HOLD_OFF))
    other.terminate()
    other.wait(10)
    a11y.act(ready(a11y.LATER))
    no_dialog()
    peer.stop()


@test
def another_place():
    """after another question came, and the place in the queue is another one, sharing does not count"""
    name, peer = asking()
    _, second = asking()
    more = [second]
    review()
    wait_until(lambda: shows(name), "the first question")
    tick = a11y.find(dialog(), "check box", "Notes")
    desk.click(tick, DIALOG)
    wait_until(lambda: a11y.is_checked(tick), "the selected folder")
    ready(a11y.TELL)
    place = a11y.find(dialog(), "label", "1 of 2")
    for way, attempt in ways_to(a11y.TELL, "alt+t"):
        for _ in range(TRIES):
            ready(a11y.TELL)
            wanted = "1 of %d" % (len(more) + 2)
            if within_hold_off(lambda: more.append(asking()[1]),
                               lambda wanted=wanted: a11y.name_now(place) == wanted, attempt):
                stays(lambda: name in [one["name"] for one in questions()],
                      "the question after " + way, HOLD_OFF + 0.3)
                equal(desk.server(name)["decision"], "undecided", "decision")
                break
            if name not in [one["name"] for one in questions()]:
                raise Skip("this machine is too busy to try %s within %.1f s" % (way, HOLD_OFF))
        else:
            raise Skip("this machine is too busy to try %s within %.1f s" % (way, HOLD_OFF))
    a11y.act(ready(a11y.TELL))
    wait_until(lambda: desk.server(name)["decision"] == "allowed", "the answer a half second later")
    for one in [peer, *more]:
        one.stop()
    close_what_stays()
    no_dialog()


@test
def another_content():
    """a question with new words, and so a new serial, is not allowed by an answer to the old one"""
    peer = Peer(desk.socket, name="called-0").wait_ready()
    control = desk.control()
    server = wait_until(lambda: control.server("called-0"), "the server")["id"]
    root = desk.root(story.folder)["id"]
    control.grant(server, root)
    review()
    ready("Allow")
    names = heading_names()
    count = 0
    for way, attempt in ways_to("Allow", "alt+a"):
        for _ in range(TRIES):
            serial = questions()[0]["serial"]
            count += 1
            name = "called-%d" % count
            # The same server under another name: its question is the same, with other words.
            control.call("Rename", server, name)
            if within_hold_off(lambda: control.grant(server, root), lambda name=name: names(name),
                               attempt):
                stays(lambda: len(questions()) == 1 and not desk.server(name)["roots"],
                      "nothing shared by " + way, HOLD_OFF + 0.3)
                assert questions()[0]["serial"] > serial, "the serial"
                break
            if not questions():
                raise Skip("this machine is too busy to try %s within %.1f s" % (way, HOLD_OFF))
        else:
            raise Skip("this machine is too busy to try %s within %.1f s" % (way, HOLD_OFF))
    a11y.act(ready("Refuse"))
    no_dialog()
    equal(peer.roots(), [], "list")
    peer.close()


@test
def coming_and_going():
    """a server that comes and goes holds back sharing, and cannot keep the user from saying no"""
    name, peer = asking()
    review()
    button = ready(a11y.LATER)
    title = a11y.find(dialog(), "panel", "AdwWindowTitle")
    before = a11y.texts(title)
    other = PeerProcess(desk, "restless", ["restless"]).wait_ready()
    within_hold_off(other.roots, lambda: a11y.texts(title) != before, lambda: a11y.act(button))
    wait_until(lambda: name not in [one["name"] for one in questions()], "the answer")
    equal(desk.server(name)["decision"], "undecided", "decision")
    other.stop()
    wait_until(lambda: not questions(), "no question")
    close_what_stays()
    no_dialog()
    peer.stop()


@contextmanager
def renaming():
    """Renames the folder every 200 ms meanwhile. Returns a function that counts the renames so far."""
    control, root = desk.control(), desk.root(story.folder)["id"]
    over, n_renamed = threading.Event(), [0]

    def rename():
        while not over.wait(0.2):
            n_renamed[0] += 1
            control.call("ChangeRoot", root, {"name": GLib.Variant("s", "Notes %d" % n_renamed[0])})
    thread = threading.Thread(target=rename)
    thread.start()
    try:
        yield lambda: n_renamed[0]
    finally:
        over.set()
        thread.join()
        control.call("ChangeRoot", root, {"name": GLib.Variant("s", "Notes")})


@test
def restless_folder():
    """a folder that is renamed all the time holds back sharing, and cannot keep the user from saying no"""
    for label, decision in ((a11y.LATER, "undecided"), (a11y.NEVER, "blocked")):
        name, peer = asking()
        review()
        wait_until(lambda name=name: shows(name), "the question")
        tick = a11y.find(dialog(), "check box", "Notes")
        desk.click(tick, DIALOG)
        share = ready(a11y.TELL)
        with renaming() as count:
            wait_until(lambda count=count, share=share: count() > 2 and not a11y.is_sensitive(share),
                       "Share is held back")
            a11y.act(ready(label))
            wait_until(lambda name=name: name not in [one["name"] for one in questions()],
                       "the answer")
            answered = count()
            wait_until(lambda count=count, answered=answered: count() > answered, "it goes on")
        equal(desk.server(name)["decision"], decision, "decision")
        no_dialog()
        peer.stop()


def choose(path):
    """Adds a folder in the dialog, with the file chooser."""
    a11y.press(dialog(), a11y.BUTTONS, "Add Folder…")
    desk.focus("^Add Folders$")
    desk.keys("ctrl+l")
    desk.type(path)
    chooser = a11y.find(desk.app, None, "Add Folders")
    return lambda: a11y.press(chooser, a11y.BUTTONS, "Add")


def is_in_sight(node):
    """Whether a widget lies below the header bar, and far enough above the buttons for a toast."""
    place, edge = a11y.extents(node), a11y.extents(a11y.find(dialog(), "label", re.compile("^How Long")))
    return place.height > 0 and 30 < place.y and place.y + place.height < edge.y - 40


@test
def added_here():
    """a folder that is added in the question, new or not, is selected and in sight, and nothing covers the
    buttons; sharing does not count for half a second"""
    others = [desk.folder("Many/%02d" % number) for number in range(12)]
    desk.control().add(*others)
    name, peer = asking()
    review()
    wait_until(lambda: shows(name), "the question")
    desk.resize(DIALOG, 360, 700)
    known = a11y.find(dialog(), "check box", "01")
    share = a11y.find_button(dialog(), a11y.TELL)
    choose(desk.folder("Many/New"))()
    added = a11y.find(dialog(), "check box", "New")
    wait_until(lambda: a11y.is_checked(added), "the new folder is selected")
    wait_until(lambda: is_in_sight(added), "the new folder is in sight")
    desk.screenshot("question-added", DIALOG)
    in_time = within_hold_off(choose(others[1]), lambda: a11y.is_checked(known), lambda: a11y.act(share))
    if not in_time and not questions():
        raise Skip("this machine is too busy to answer within %.1f s" % HOLD_OFF)
    # It goes by itself after some seconds.
    toast = a11y.find(dialog(), "label", re.compile(" is already in your list$"))
    place, top = a11y.extents(toast), a11y.extents(share).y
    assert place.y + place.height <= top, "the toast covers a button"
    stays(lambda: name in [one["name"] for one in questions()], "the question", HOLD_OFF + 0.3)
    wait_until(lambda: is_in_sight(known), "the known folder is in sight")
    desk.screenshot("question-added-known", DIALOG)
    a11y.act(ready(a11y.TELL))
    wait_until(lambda: len(desk.server(name)["roots"]) == 2, "both folders")
    no_dialog()
    peer.stop()


@test
def service_killed():
    """the service is killed: the question goes on with the next one, with what was selected"""
    launched = Run(desk, name="launched").handshake(roots=True)
    launched.roots(1)
    review()
    tick = a11y.find(dialog(), "check box", "Notes")
    desk.click(tick, DIALOG)
    wait_until(lambda: a11y.is_checked(tick), "the selected folder")
    tell = ready(a11y.TELL)
    before = questions()[0]["id"]
    said = []

    def look():
        said.extend(one for one in a11y.texts(dialog()) if "ended" in one or "Closed" in one)
        return questions() and questions()[0]["id"] != before and a11y.is_sensitive(tell)
    os.kill(desk.service_pid(), signal.SIGKILL)
    wait_until(lambda: not a11y.is_sensitive(tell), "no answer meanwhile")
    wait_until(look, "the question of the next service")
    equal(said, [], "what was said meanwhile")
    assert a11y.is_checked(tick), "the selection"
    assert a11y.act(ready(a11y.TELL))
    wait_until(lambda: any(one["grants"] for one in desk.control().call("ListServers")), "the folder")
    no_dialog()
    launched.stop()


@test
def gone():
    """closing the question of a server that has gone decides nothing: it comes again with it"""
    name, peer = asking()
    review()
    wait_until(lambda: shows(name), "the question")
    put_off = len(desk.log("consent-put-off"))
    peer.stop()
    a11y.find(dialog(), "label", "“%s” Closed Before You Answered" % name)
    a11y.find(dialog(), "label", "Nothing was shared.")
    equal(a11y.find_all(dialog(), a11y.BUTTONS, re.compile("^(Tell|Ask|Stop|Always)")), [], "buttons")
    close_what_stays()
    no_dialog()
    equal(len(desk.log("consent-put-off")), put_off, "times that a question was put off")
    equal(desk.server(name)["decision"], "undecided", "decision")
    again = PeerProcess(desk, name, [str(story.n_peers)]).wait_ready()
    again.roots()
    wait_until(lambda: [one["name"] for one in questions()] == [name], "the question again")
    again.stop()


@test
def lesser_access():
    """a grant of a folder that is only to be read is shown, and given, as no more than that"""
    control = desk.control()
    peer = Peer(desk.socket, name="reader").wait_ready()
    server = wait_until(lambda: control.server("reader"), "the server")["id"]
    root = desk.root(story.folder)["id"]
    equal(control.call("ChangeRoot", root, {"access": GLib.Variant("s", "read-only")}), "", "asked")
    control.grant(server, root)
    review()
    read = " ".join(a11y.texts(dialog()))
    contains(read, "Read only", "the dialog")
    assert "Read and write" not in read, read
    a11y.act(ready("Allow"))
    no_dialog()
    equal(peer.uris(), ["file://" + story.folder], "list")
    grant, = control.server("reader")["grants"]
    equal(grant["access"], "read-only", "access")
    peer.close()


run(desk, in_order=True)
