# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Very many folders, while they are added and afterwards. The window's texts and lists agree at each
moment, and no page says that there is nothing."""

import os
import re
import signal
import threading

from gi.repository import GLib

import a11y
import servers
from desktop import Desktop
from harness import equal, wait_until
from peer import PeerProcess
from scene import Scene
from tap import diag, run, test

FEW, MANY = 3, 1000
LOOKS = 40
ROWS = 60  # for folders, on the page of a server, at first

desk = Desktop()
# Here a setting lets programs other than the window add folders.
desk.env["GSETTINGS_BACKEND"] = "keyfile"
scene = Scene(desk)


class Story:
    """What the tests share, in the order in which they run."""
    peer = None


def list_with(name):
    """The list that contains this row."""
    row = a11y.find(desk.app, "list item", name)
    return a11y.Node(*row.call(a11y.PROPERTIES, "Get", "(ss)", a11y.ACCESSIBLE, "Parent")[0])


def seen(role, name):
    return [node for node in a11y.find_all(desk.app, role, name) if a11y.extents(node).width > 0]


def look_often(label, rows):
    """Reads the label, and then the number of rows, again and again. All reads are sent at once, so that
    the window answers some of them between the service's messages."""
    questions = [(label, a11y.PROPERTIES, "Get", GLib.Variant("(ss)", (a11y.ACCESSIBLE, "Name"))),
                 (rows, a11y.ACCESSIBLE, "GetChildren", None)] * LOOKS
    answers = a11y.ask_all(questions)
    return [(int(name[0].split()[0]), len(children[0])) for name, children in
            zip(answers[::2], answers[1::2])]


@test
def as_they_come():
    """while hundreds of folders are added, each that is counted is in the list"""
    # The window is stopped while they are added, so that it can't ask.
    desk.let_callers_add()
    scene.start_window()
    desk.control().add(*[desk.folder("few-%d" % number) for number in range(FEW)])
    label = a11y.find(desk.app, "label", "%d folders" % FEW)
    rows = list_with("few-0")
    equal(a11y.child_count(rows), FEW, "rows")
    folders = [desk.folder("many-%04d" % number) for number in range(MANY)]
    os.kill(desk.window.pid, signal.SIGSTOP)
    try:
        desk.control().add(*folders)
        timer = threading.Timer(0.5, os.kill, (desk.window.pid, signal.SIGCONT))
        timer.start()
        looks = look_often(label, rows)
    finally:
        os.kill(desk.window.pid, signal.SIGCONT)
    # A list has no rows far below the visible part.
    wrong = [look for look in looks if look[1] < min(look[0], 100)]
    equal(wrong, [], "folders that are counted, and rows")
    wait_until(lambda: a11y.name_now(label) == "%d folders" % (FEW + MANY), "all of them")


@test
def searched():
    """what is found is there as soon as it is counted"""
    desk.focus(scene.main)
    desk.keys("ctrl+f")
    desk.type("many-039")
    wait_until(lambda: seen("label", "10 of %d folders" % (FEW + MANY)), "what was found")
    equal(a11y.child_count(list_with("many-0390")), 10, "rows")
    desk.keys("Escape")


def in_sight(name):
    """Whether the row is visible."""
    height = a11y.extents(a11y.find(desk.app, a11y.WINDOWS, "Paddock")).height
    return any(0 < a11y.extents(row).y < height for row in seen("list item", name))


@test
def searched_from_the_end():
    """what is found is shown from its beginning, wherever the list was"""
    desk.click(scene.find_shown("list item", "few-0"), scene.main)
    desk.keys("End")
    wait_until(lambda: in_sight("many-%04d" % (MANY - 1)), "the end of the list")
    desk.keys("ctrl+f")
    desk.type("many-0")
    wait_until(lambda: seen("label", "%d of %d folders" % (MANY, FEW + MANY)), "what was found")
    wait_until(lambda: in_sight("many-0000"), "the first that was found")
    desk.keys("Escape")


def place_of(name):
    """Where a row is, from the window's top."""
    return next(a11y.extents(node).y for node in seen("list item", name))


@test
def stays_where_it_is():
    """a folder far down opens at once, and neither closes nor moves when another one changes or comes"""
    last, before = "many-%04d" % (MANY - 1), "many-%04d" % (MANY - 2)
    wait_until(lambda: seen("label", "%d folders" % (FEW + MANY)), "all of them")
    desk.click(scene.find_shown("list item", "few-0"), scene.main)
    desk.keys("End")
    wait_until(lambda: in_sight(last), "the end of the list")
    desk.settle()
    desk.click(seen("list item", before)[-1], scene.main)
    wait_until(lambda: a11y.has_state(seen("list item", before)[-1], a11y.STATE.EXPANDED), "the open row")
    place = place_of(before)
    desk.control().call("ChangeRoot", desk.root(os.path.join(desk.home, "many-0003"))["id"],
                        {"name": GLib.Variant("s", "aab")})
    wait_until(lambda: desk.root(os.path.join(desk.home, "many-0003"))["name"] == "aab", "the other's name")
    desk.control().add(desk.folder("aaa"))
    wait_until(lambda: seen("label", "%d folders" % (FEW + MANY + 1)), "the folder that came")
    desk.settle()
    assert a11y.has_state(seen("list item", before)[-1], a11y.STATE.EXPANDED), "the row closed"
    equal(place_of(before), place, "where the row is")
    desk.paddock("remove", os.path.join(desk.home, "aaa"))
    wait_until(lambda: seen("label", "%d folders" % (FEW + MANY)), "the folders of before")


@test
def overview():
    """the overview of a window that was opened just now never says that there is nothing"""
    Story.peer = PeerProcess(desk, "alpha", ["alpha"]).wait_ready()
    wait_until(lambda: desk.json("servers"), "the server")
    desk.window.terminate()
    desk.window.wait()
    scene.start_window()
    wait_until(lambda: seen("label", "%d folders" % (FEW + MANY)), "the folders")
    scene.do("win.show-page", GLib.Variant("s", "overview"))
    empty = seen("label", "Nothing Shared Yet")
    assert not empty, "it says that nobody sees anything"
    rows = a11y.find(desk.app, "list", "Who sees what")
    equal(len(a11y.find_all(rows, "list item", re.compile("^few-"))), FEW, "rows of the first folders")
    desk.click(a11y.find(desk.app, "entry", "Find folders or servers"), scene.main)
    desk.keys("Tab", "End")
    wait_until(lambda: seen("list item", "many-%04d" % (MANY - 1)), "the last folder")
    # A list has no rows far from the visible part.
    assert a11y.child_count(rows) < MANY // 2, a11y.child_count(rows)


def seconds_of_window():
    """How long it used a processor until now."""
    with open("/proc/%d/stat" % desk.window.pid, encoding="utf-8") as stream:
        used = stream.read().rpartition(")")[2].split()
    return (int(used[11]) + int(used[12])) / os.sysconf("SC_CLK_TCK")


@test
def of_a_server():
    """the page of a server has rows for some of the folders; a search and a button lead to the others"""
    wanted = re.compile("^Share .* with alpha$")

    def switches():
        return a11y.find_all(servers.opened(desk), "check box", wanted)

    scene.page("servers")
    row = wait_until(lambda: servers.rows(desk, "alpha"), "the row")[0]
    before = seconds_of_window()
    desk.click(row, scene.main)
    wait_until(lambda: servers.opened(desk), "the page")
    diag("the page of a server with %d folders took %.2f s of a processor" % (
        FEW + MANY, seconds_of_window() - before))
    equal(len(switches()), ROWS, "rows")
    a11y.press(servers.opened(desk), a11y.BUTTONS, "Show More Folders")
    wait_until(lambda: len(switches()) == 2 * ROWS, "more rows")
    desk.keys("ctrl+f")
    desk.type("MANY-000")
    wait_until(lambda: len(switches()) == 10, "what was found")
    a11y.gone(servers.opened(desk), a11y.BUTTONS, "Show More Folders")
    assert a11y.act(a11y.find(servers.opened(desk), "check box", "Share many-0007 with alpha"))
    wait_until(lambda: [os.path.basename(one) for one in desk.server("alpha")["roots"]] == ["many-0007"],
               "the grant")
    wait_until(lambda: "Sees 1 of %d" % (FEW + MANY) in servers.texts(desk), "the count")
    desk.type("x")
    wait_until(lambda: "No folders found" in servers.texts(desk), "that nothing was found")
    # Escape ends the search first.
    desk.keys("Escape")
    wait_until(lambda: len(switches()) == ROWS, "the first rows")
    desk.keys("Escape")
    wait_until(lambda: servers.opened(desk) is None, "the list")


@test
def quiet_log():
    """the window logged no warning"""
    Story.peer.stop()
    equal(desk.warnings(), [], "warnings")


run(desk)
