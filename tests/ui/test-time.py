# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Folders with an end, in the window: the menu of a folder's row, the choices, a day from the calendar,
the countdown. If PADDOCK_SCREENSHOTS names a directory, pictures are saved there."""

import datetime
import os
import re
import time

import a11y
from desktop import Desktop
from harness import equal, stays, wait_until
from tap import run, test

MAIN = "^Paddock$"
DIALOG = "^Set Time Limit$"

desk = Desktop()


class Story:
    """What the steps share."""
    folder = None


story = Story()


def shown():
    return " · ".join(a11y.texts(a11y.find(desk.app, a11y.WINDOWS, "Paddock")))


def open_dialog():
    desk.click(a11y.find(desk.app, a11y.BUTTONS, "Menu of Papers"), MAIN)
    desk.settle()
    desk.focus(MAIN)
    a11y.find(desk.app, None, "Set Time Limit…")
    # The mnemonic of the item.
    desk.keys("t")
    wait_until(lambda: desk.is_shown("Set Time Limit"), "the dialog")
    a11y.find(desk.app, a11y.WINDOWS, "Set Time Limit")
    desk.settle()


def choose(steps):
    """Chooses the item with this position below the first."""
    desk.focus(DIALOG)
    desk.click(a11y.find(desk.app, None, "How Long"), DIALOG)
    desk.settle()
    desk.keys("Home", *["Down"] * steps, "Return")
    desk.settle()


def begins_with(text):
    """What is set when the dialog opens."""
    window = a11y.find(desk.app, a11y.WINDOWS, "Set Time Limit")
    wait_until(lambda: [one for one in a11y.find_all(window, "label", text) if a11y.extents(one).width > 0],
               text)


def press_set():
    assert a11y.act(a11y.find_button(desk.app, "Set"))
    wait_until(lambda: not desk.is_shown("Set Time Limit"), "the end of the dialog")


@test
def one_hour():
    """the choice has the focus and begins with what is so now, and the row counts down"""
    desk.start_window(env={key: os.environ[key] for key in ("ADW_DEBUG_COLOR_SCHEME",)
                           if key in os.environ})
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    story.folder = desk.folder("Papers")
    desk.control().add(story.folder)
    a11y.find(desk.app, "label", "Papers")
    assert "Ends in" not in shown(), shown()
    open_dialog()
    desk.screenshot("time-dialog", DIALOG)
    wait_until(lambda: a11y.has_state(a11y.find(desk.app, "combo box", "How Long"), a11y.STATE.FOCUSED),
               "the focus on the choice")
    begins_with("Always")
    choose(0)
    before = time.time()
    press_set()
    wait_until(lambda: desk.root(story.folder)["expires"] is not None, "the end")
    wait_until(lambda: "Ends in 60 minutes" in shown() or "Ends in 59 minutes" in shown(),
               "the countdown")
    ends = datetime.datetime.fromisoformat(desk.root(story.folder)["expires"].replace("Z", "+00:00"))
    assert before + 3599 <= ends.timestamp() <= time.time() + 3601, ends
    desk.screenshot("time-countdown", MAIN)


@test
def until_logout():
    """a moment that no choice stands for is one of its own, and leaves all as it is; until the log-out"""
    ends = desk.root(story.folder)["expires"]
    moment = datetime.datetime.fromisoformat(ends.replace("Z", "+00:00"))
    open_dialog()
    # Past midnight it names the day.
    begins_with(re.compile("^Until .*%s$" % moment.strftime("%H:%M")))
    press_set()
    stays(lambda: desk.root(story.folder)["expires"][:19] == ends[:19], "the end", 1)
    open_dialog()
    choose(3)
    press_set()
    wait_until(lambda: desk.root(story.folder)["untilLogout"], "the end with the login")
    wait_until(lambda: "Until you log out" in shown(), "the words")


@test
def until_a_day():
    """a day from the calendar: all of it; the calendar is there for that choice alone"""
    open_dialog()
    begins_with("Until you log out")
    today = datetime.datetime.now(datetime.timezone.utc)
    label = "%d %s" % (today.day, today.strftime("%b %Y"))
    equal(a11y.find_all(desk.app, None, label), [], "the button with a day")
    choose(3)
    a11y.find(desk.app, None, label)
    desk.screenshot("time-day", DIALOG)
    press_set()
    midnight = (today + datetime.timedelta(days=1)).strftime("%Y-%m-%dT00:00:00.000Z")
    wait_until(lambda: desk.root(story.folder)["expires"] == midnight, "the end of today")
    open_dialog()
    begins_with("Today")
    desk.keys("Escape")
    wait_until(lambda: not desk.is_shown("Set Time Limit"), "the end of the dialog")


@test
def day_of_before():
    """a day that was set before is the one that the dialog begins with"""
    day = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=40)
    open_dialog()
    choose(4)
    press_set()
    wait_until(lambda: desk.root(story.folder)["expires"] is None, "no end")
    desk.paddock("change", story.folder, "--for", day.strftime("%Y-%m-%d"))
    wait_until(lambda: desk.root(story.folder)["expires"] is not None, "the day")
    open_dialog()
    begins_with("Until a date")
    a11y.find(desk.app, None, "%d %s" % (day.day, day.strftime("%b %Y")))
    desk.keys("Escape")
    wait_until(lambda: not desk.is_shown("Set Time Limit"), "the end of the dialog")


@test
def counts_to_the_end():
    """the last minute is said so, and at its end the row says that the time is over"""
    desk.paddock("change", story.folder, "--for", "63s", code=None)
    wait_until(lambda: "Ends in 2 minutes" in shown(), "two minutes")
    wait_until(lambda: "Ends in less than a minute" in shown(), "the last minute", 20)
    desk.paddock("change", story.folder, "--for", "2s", code=None)
    wait_until(lambda: "Expired" in shown(), "the end", 20)
    desk.screenshot("time-over", MAIN)


@test
def until_revoked():
    """and for ever again, in a narrow window too"""
    width, _ = desk.resize(MAIN, 360, 640)
    equal(width, 360, "the width of the window")
    open_dialog()
    choose(4)
    desk.screenshot("time-narrow", MAIN)
    press_set()
    wait_until(lambda: desk.root(story.folder)["expires"] is None, "no end")
    wait_until(lambda: desk.root(story.folder)["status"] == "available", "the folder")
    equal(desk.warnings(), [], "warnings of the window")


run(desk, in_order=True)
