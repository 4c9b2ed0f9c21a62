# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The main job from inside the sandbox: a folder picked through the real portal is shown and sent by
its path on the host, a server on the host is asked about, granted and reads it. Each step goes on
where the one before it ended. Pictures are saved where PADDOCK_SCREENSHOTS names a directory."""

import os
import re
import shutil

import a11y
from harness import APP_NAME, contains, equal, stays, wait_until
from node import MODULES, SdkServer
from peer import PeerProcess
from sandboxed import CHOOSER, HOLD_OFF, Sandboxed
from tap import diag, needs, run, test

desk = Sandboxed()


class Story:
    """What the steps share."""
    server = None
    lists = None


def roots():
    return desk.json("list")


def row_texts(name):
    for row in a11y.find_all(desk.app, "list item", name):
        texts = a11y.texts(row)
        if texts:
            return texts
    return []


def begin():
    """Starts the window again, as a person does who closed all of it."""
    desk.kill_window()
    desk.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")


@test
def window():
    """the window comes up, and the bus starts the service in a sandbox of its own"""
    desk.start_window()
    a11y.find(desk.app, "label", "Add a Folder")
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    desk.screenshot("flatpak-empty", "^Paddock$")
    equal(desk.socket, os.path.join(desk.runtime, "app", APP_NAME, "mcp.sock"), "the socket")
    assert os.path.exists(desk.socket), "the socket is not there outside"


@test
def folder():
    """a folder picked in the portal is shown by its path on the host"""
    photos = desk.folder("Photos")
    desk.file("Photos", "cat.txt", text="a cat\n")
    a11y.press(desk.app, a11y.BUTTONS, "Add Folder…")
    desk.choose(photos)
    wait_until(lambda: [root["path"] for root in roots()] == [photos], "the root")
    equal([root["uri"] for root in roots()], ["file://" + photos], "its URI")
    wait_until(lambda: roots()[0]["status"] == "available", "the folder to be there")
    wait_until(lambda: "~/Photos" in row_texts("Photos"), "its row")
    desk.screenshot("flatpak-folder", "^Paddock$")
    equal(list(desk.documents().values()), [photos], "documents")
    contains(" ".join(row_texts("Photos")), "Not shared", "the row")


def photos():
    return os.path.join(desk.home, "Photos")


def status(path=None):
    return [root["status"] for root in roots() if root["path"] == (path or photos())]


def start_server():
    """Starts a server on the host, with the official SDK if it is installed."""
    if os.path.isdir(os.path.join(MODULES, "@modelcontextprotocol")):
        Story.server = SdkServer(desk)
        Story.lists = Story.server.lists
        return
    lists = []
    Story.server = peer = PeerProcess(desk, name="sdk-server").wait_ready()

    def look():
        uris = peer.uris()
        if not lists or lists[-1] != uris:
            lists.append(uris)
        return lists
    Story.lists = look


def last_list():
    return (Story.lists() or [None])[-1]


@test
@needs(folder)
def server_asks():
    """a server on the host dials the socket, is asked about, granted, and reads the file"""
    start_server()
    wait_until(lambda: Story.lists() == [[]], "the first answer")
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Answer…"))
    dialog = a11y.find(desk.app, a11y.WINDOWS, "Request")
    tick = a11y.find(dialog, "check box", "Photos")
    desk.screenshot("flatpak-dialog")
    assert not a11y.is_checked(tick)
    desk.click(tick, "^Request$")
    wait_until(lambda: a11y.is_checked(a11y.find(dialog, "check box", "Photos")), "the tick")
    desk.settle(HOLD_OFF)
    a11y.press(dialog, a11y.BUTTONS, a11y.TELL)
    wait_until(lambda: last_list() == ["file://" + photos()], "the folder on the server's list")
    with open(os.path.join(last_list()[0].removeprefix("file://"), "cat.txt"),
              encoding="utf-8") as stream:
        equal(stream.read(), "a cat\n", "what the server reads at what it was told")


@test
@needs(server_asks)
def who():
    """of an outside process only the user is known"""
    found = desk.control().server("sdk-server")
    equal(found["identity-kind"], "anonymous", "what identifies it")
    equal([kind for kind, proof, _ in found["facts"] if proof == "proven"], ["user"], "what is proven")
    equal([kind for kind, proof, _ in found["facts"] if proof == "claimed"], [], "what is claimed")


@test
@needs(server_asks)
def moved():
    """a folder that is moved away is withdrawn, and returns when it is moved back"""
    os.rename(photos(), photos() + "-away")
    wait_until(lambda: last_list() == [], "the withdrawal")
    equal(status(), ["missing"], "status")
    os.rename(photos() + "-away", photos())
    wait_until(lambda: last_list() == ["file://" + photos()], "the return")
    equal(status(), ["available"], "status")


@test
@needs(server_asks)
def made_again():
    """one that is deleted and made again asks to be chosen again, and is then the same"""
    [before] = roots()
    # With another inode: for the portal, a folder with the same inode is the same folder.
    os.mkdir(photos() + "-new")
    shutil.rmtree(photos())
    os.rename(photos() + "-new", photos())
    desk.file("Photos", "dog.txt", text="a dog\n")
    wait_until(lambda: last_list() == [], "the withdrawal")
    stays(lambda: status() == ["missing"] and last_list() == [], "out of reach", 6)
    desk.screenshot("flatpak-out-of-reach", "^Paddock$")
    a11y.press(desk.app, a11y.BUTTONS, "Choose Again…")
    desk.choose(photos())
    wait_until(lambda: last_list() == ["file://" + photos()], "the return")
    [after] = roots()
    equal(after["id"], before["id"], "the root's id")
    equal(status(), ["available"], "status")


@test
def from_the_host():
    """`paddock add` on the host has the user asked, and exports the folder itself"""
    before = set(desk.documents().values())
    notes = desk.folder("Notes")
    link = os.path.join(desk.home, "link")
    os.symlink("Notes", link)
    desk.add_asked(notes)
    equal(desk.root(notes)["uri"], "file://" + notes, "its URI")
    wait_until(lambda: status(notes) == ["available"], "the folder to be there")
    contains(desk.paddock("add", link).out, notes, "what a link is")
    equal(set(desk.documents().values()), before | {notes}, "documents")
    equal(desk.notifications.open(), {}, "notifications")


@test
def refused_on_the_host():
    """refusals and warnings on the host also apply through the portal, and leave no document behind"""
    before = set(desk.documents().values())
    secret = desk.folder(".ssh")
    own = desk.folder(".var/app", APP_NAME, "data", "paddock")
    for path, text in ((secret, "--accept-warning"), (own, "Paddock"), ("/etc/fstab-that-is-not", "No such"),
                       (desk.home, "--accept-warning")):
        result = desk.paddock("add", path, code=None)
        assert result.code != 0, result
        contains(result.err, text, "what is said of " + path)
    equal(set(desk.documents().values()), before, "documents")


@test
def from_inside():
    """inside the sandbox a path is refused, with advice"""
    before = roots()
    for arguments in (("add", photos()), ("add", "/usr"), ("add", "/app"), ("add", "/etc"),
                      ("serve", "--share", photos())):
        done = desk.flatpak("run", "--user", "--command=paddock", APP_NAME, *arguments, check=False)
        assert done.returncode != 0, arguments
        contains(done.stderr, "paddock add", "the advice for " + " ".join(arguments))
    equal(roots(), before, "roots")


@test
def typed():
    """a typed or pasted path opens the chooser there, and becomes a root only after it was picked"""
    before = len(roots())
    inner = desk.folder("Deep", "inner")
    desk.focus("^Paddock$")
    desk.keys("ctrl+v")
    a11y.find(desk.app, "text", "Add by Path")
    desk.type(inner)
    desk.keys("Return")
    wait_until(lambda: desk.is_shown(CHOOSER), "the chooser")
    desk.screenshot("flatpak-typed")
    equal(len(roots()), before, "roots before anything was picked")
    desk.choose(inner)
    wait_until(lambda: inner in [root["path"] for root in roots()], "the root")
    a11y.find(desk.app, a11y.WINDOWS, "Share")
    desk.focus("^Share$")
    desk.keys("Escape")
    a11y.gone(desk.app, a11y.WINDOWS, "Share")
    desk.paddock("remove", inner)


@test
def apps():
    """the page Apps shows commands for a terminal, because the sandbox can't reach the apps' files"""
    assert a11y.act(a11y.find(desk.app, "page tab", "Apps"))
    row = a11y.find(desk.app, "list item", "All Through Paddock")
    contains(" ".join(a11y.texts(row)), "paddock-host' apps connect --all", "the command")
    a11y.press(row, a11y.BUTTONS, "Copy")
    a11y.find(desk.app, "label", re.compile("^Copied"))
    desk.screenshot("flatpak-apps", "^Paddock$")
    assert a11y.act(a11y.find(desk.app, "page tab", "Folders"))


@test
@needs(server_asks, from_the_host)
def restarted():
    """after a restart folders are there, and the sandbox cannot reach removed ones"""
    notes = os.path.join(desk.home, "Notes")
    desk.paddock("remove", notes)
    assert notes in desk.documents().values(), "no time for an undo"
    desk.end_window()
    Story.server.stop()
    desk.started.remove(Story.server)
    desk.end_service()
    wait_until(lambda: notes not in desk.documents().values(), "the document to be given back")
    diag("documents: %r" % desk.documents())
    desk.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    wait_until(lambda: [root["status"] for root in roots()] == ["available"], "the folder")
    equal([root["path"] for root in roots()], [photos()], "roots")


if __name__ == "__main__":
    run(desk, in_order=True, again=begin)
