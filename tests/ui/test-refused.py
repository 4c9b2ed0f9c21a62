# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The window draws the user's attention to a program with many refused requests, once, until the user
looked. If PADDOCK_SCREENSHOTS names a directory, pictures are saved there."""

import a11y
from desktop import Desktop
from harness import contains, equal, stays, wait_until
from peer import PeerProcess
from reading import Reader
from tap import run, test

MAIN = "^Paddock$"
LINE = "Paddock refused many file requests from "
BURST = 21  # one more than PADDOCK_LIMIT_REFUSALS_PER_MINUTE

desk = Desktop()


class Story:
    """What the steps share."""
    server = None
    program = None  # this program, by the service's name for it


story = Story()


def main_window():
    return a11y.find(desk.app, a11y.WINDOWS, "Paddock")


def shown():
    return " ".join(a11y.texts(main_window()))


def refuse(count):
    reader = Reader(desk)
    for number in range(count):
        equal(reader.read("/etc/secret-%d" % number, story.server)[0] in ("outside", "rate-limited"),
              True, "the verdict")


def waiting():
    return desk.control().property("RefusedOften")


def go_on_refusing():
    """Reads until the notice comes again, because earlier refusals are forgotten as time passes."""
    for _ in range(BURST):
        refuse(1)
        if waiting():
            return


@test
def line():
    """the window shows a bar; its button leads to the refusals in Activity, and ends it"""
    desk.serve()
    PeerProcess(desk, "alpha").wait_ready()
    story.server = wait_until(lambda: desk.control().call("ListServers"), "the server")[0]["id"]
    desk.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the window")
    desk.settle()
    refuse(BURST - 1)
    stays(lambda: not waiting(), "as many as are nothing yet")
    refuse(1)
    # The program that asked, not the server in whose name.
    story.program, = waiting()
    equal(story.program.startswith(":python"), True, story.program)
    wait_until(lambda: LINE in shown(), "the line")
    desk.settle()
    desk.screenshot("refused-line", MAIN)
    a11y.press(desk.app, a11y.BUTTONS, "View Activity")
    wait_until(lambda: not waiting(), "that it was seen")
    wait_until(lambda: LINE not in shown(), "the end of the line")
    wait_until(lambda: "access to a file" in shown(), "the refusals in Activity")
    contains(shown(), "It isn’t in a shared folder")
    desk.settle()
    desk.screenshot("refused-activity", MAIN)
    go_on_refusing()
    equal(waiting(), [story.program], "it comes again, since it goes on")
    wait_until(lambda: LINE in shown(), "the line")
    a11y.press(desk.app, a11y.BUTTONS, "Not Now")
    wait_until(lambda: not waiting(), "that it was put away")


@test
def notification():
    """if nobody looks, a notification says so once, without a path; looking withdraws it"""
    a11y.run("xdotool", "windowminimize", desk.x_window(MAIN))
    wait_until(lambda: not a11y.has_state(main_window(), a11y.STATE.ACTIVE), "an inactive window")
    go_on_refusing()
    posted = wait_until(desk.notifications.open, "the notification")
    (identifier, (title, body, _)), = posted.items()
    equal(title, "Paddock", "the notification")
    equal(body.startswith(LINE + "python"), True, body)
    refuse(2)
    stays(lambda: list(desk.notifications.open()) == [identifier], "one notification")
    a11y.run("xdotool", "windowactivate", desk.x_window(MAIN))
    wait_until(lambda: not desk.notifications.open(), "its withdrawal")
    wait_until(lambda: LINE in shown(), "the line in the window")
    equal(waiting(), [story.program], "nobody looked at the refusals yet")
    equal(desk.warnings(), [], "warnings of the window")


run(desk, in_order=True)
