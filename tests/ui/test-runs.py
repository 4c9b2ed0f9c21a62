# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A server that runs twice. A folder that was shared until the first run disconnects is no folder of the
second run. Every place of the window says so, until the folder is shared with both. If PADDOCK_SCREENSHOTS
names a directory, pictures are saved there."""

import os

import a11y
import servers
from desktop import Desktop
from harness import equal, wait_until
from peer import PeerProcess
from tap import run, test

MAIN = "^Paddock$"
ONE_OF_TWO = "1 of 2 runs sees it"
FEWER = "Some runs see fewer"

desk = Desktop(size="1280x1000")


class Story:
    """What the steps share."""
    first = second = None
    documents = thesis = None


story = Story()


def page(name):
    tab = a11y.find(desk.app, "page tab", name)
    if not a11y.act(tab):
        desk.click(tab, MAIN)
    desk.settle()


def says(row, text):
    """Whether a row of the shown page says it."""
    return any(text in " ".join(a11y.texts(node)) for node in a11y.find_all(desk.app, "list item", row)
               if a11y.extents(node).width > 0)


def switch(folder):
    name = "Share %s with Files" % folder
    return wait_until(lambda: [node for node in a11y.find_all(desk.app, "check box", name)
                               if a11y.extents(node).width > 0], name)[-1]


def sees(peer):
    return sorted(uri[len("file://"):] for uri in peer.uris())


@test
def one_run():
    """with one run, nothing says a number of runs"""
    desk.start_window(env={key: os.environ[key] for key in ("ADW_DEBUG_COLOR_SCHEME",)
                           if key in os.environ})
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    story.documents, story.thesis = desk.folder("Documents"), desk.folder("Documents", "Thesis")
    desk.control().add(story.documents, story.thesis)
    story.first = PeerProcess(desk, "Files", ["Files"]).wait_ready()
    wait_until(lambda: desk.json("servers"), "the server")
    page("Servers")
    servers.open_server(desk, "Files")
    assert a11y.act(switch("Documents"))
    wait_until(lambda: sees(story.first) == [story.documents], "the folder")
    wait_until(lambda: "Sees 2 of 2 folders" in servers.texts(desk), "the count")
    assert "runs" not in servers.texts(desk), servers.texts(desk)


@test
def second_run():
    """the second run sees nothing; the server's page and the folder say that one of two runs sees it"""
    story.second = PeerProcess(desk, "Files", ["Files"]).wait_ready()
    wait_until(lambda: len(desk.json("servers")[0]["sessions"]) == 2, "two runs of one server")
    equal(sees(story.second), [], "what the second run sees")
    wait_until(lambda: FEWER in servers.texts(desk), "the state")
    wait_until(lambda: says("Documents", ONE_OF_TWO) and says("Thesis", ONE_OF_TWO), "the rows")
    assert a11y.is_checked(switch("Documents")), "the switch"
    desk.screenshot("runs-server", MAIN)
    page("Folders")
    wait_until(lambda: says("Documents", "Shared with Files (1 of 2 runs)"), "the folder")
    wait_until(lambda: says("Thesis", "Shared with Files (1 of 2 runs), through Documents"), "the inner one")
    desk.screenshot("runs-folders", MAIN)
    page("Overview")
    wait_until(lambda: ONE_OF_TWO in " ".join(a11y.texts(desk.app)), "the overview")
    desk.screenshot("runs-overview", MAIN)


@test
def in_a_terminal():
    """`paddock servers`, `list` and `explain` say it"""
    assert "/Documents (1 of 2 runs)" in desk.paddock("servers").out, desk.paddock("servers").out
    assert "1, not in every run" in desk.paddock("list").out, desk.paddock("list").out
    assert "Only some runs of the server see it" in desk.paddock("explain", "Files", story.documents).out


@test
def both_runs():
    """when the switch is turned off and on again, both runs see the folder, and no number is shown"""
    page("Servers")
    assert a11y.act(switch("Documents"))
    wait_until(lambda: sees(story.first) == [], "nothing for the first run")
    wait_until(lambda: not a11y.is_checked(switch("Documents")), "the switch")
    assert a11y.act(switch("Documents"))
    wait_until(lambda: sees(story.first) == sees(story.second) == [story.documents], "both runs")
    wait_until(lambda: "runs" not in servers.texts(desk), "no number")
    story.first.stop()
    story.second.stop()
    equal(desk.warnings(), [], "warnings of the window")


run(desk, in_order=True)
