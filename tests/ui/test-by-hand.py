# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""What the window hands to the rest of the desktop (the clipboard, the file manager), and buttons that no
other test uses. If PADDOCK_SCREENSHOTS names a directory, pictures are saved there."""

import datetime
import json
import os
import re
import subprocess
import threading

from gi.repository import Gio, GLib

import a11y
import connect
import dialogs
import filesystems
from desktop import Desktop, require
from harness import contains, equal, stays, wait_until
from peer import PeerProcess
from puppet import Run
from scene import Scene
from tap import run, test

filesystems.enter()
require("xclip")

MAIN, REQUEST = "^Paddock$", "^Request$"
_FILE_MANAGER = """<node><interface name="org.freedesktop.FileManager1">
<method name="ShowItems"><arg type="as" direction="in"/><arg type="s" direction="in"/></method>
</interface></node>"""

desk = Desktop(size="1280x1000")
scene = Scene(desk)


class FileManager:
    """A file manager that only records calls: folders through the program that is started for them, files
    through its name on the bus."""

    def __init__(self):
        self.shown = []
        self.opened = os.path.join(desk.home, "opened")
        applications = os.path.join(desk.data_home, "applications")
        os.makedirs(applications, exist_ok=True)
        with open(os.path.join(applications, "files.desktop"), "w", encoding="utf-8") as stream:
            stream.write("[Desktop Entry]\nType=Application\nName=Files\nMimeType=inode/directory;\n"
                         "Exec=sh -c 'echo \"$1\" >>%s' sh %%f\n" % self.opened)
        with open(os.path.join(applications, "mimeapps.list"), "w", encoding="utf-8") as stream:
            stream.write("[Default Applications]\ninode/directory=files.desktop\n"
                         "[Added Associations]\ninode/directory=files.desktop;\n")
        self._connection = desk.connect()
        self._context = GLib.MainContext()
        ready = threading.Event()
        threading.Thread(target=self._serve, args=(ready,), daemon=True).start()
        ready.wait()
        self._connection.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            GLib.Variant("(su)", ("org.freedesktop.FileManager1", 4)), None, Gio.DBusCallFlags.NONE, -1, None)

    def _serve(self, ready):
        self._context.push_thread_default()
        node = Gio.DBusNodeInfo.new_for_xml(_FILE_MANAGER)
        self._connection.register_object("/org/freedesktop/FileManager1", node.interfaces[0], self._call,
                                         None, None)
        ready.set()
        GLib.MainLoop.new(self._context, False).run()

    def _call(self, _connection, _sender, _path, _interface, _method, parameters, invocation):
        self.shown += parameters.unpack()[0]
        invocation.return_value(None)

    def folders(self):
        if not os.path.exists(self.opened):
            return []
        with open(self.opened, encoding="utf-8") as stream:
            return [line.replace("file://", "") for line in stream.read().splitlines()]


class Story:
    """What the steps share."""
    files = older = folder = uri = peer = None


story = Story()


def clipboard():
    """Reads it as another program does."""
    return subprocess.run(["xclip", "-out", "-selection", "clipboard"], capture_output=True, text=True,
                          check=False, timeout=20).stdout


def shown():
    return " · ".join(a11y.texts(a11y.find(desk.app, a11y.WINDOWS, "Paddock")))


def choose(title, path):
    """Types a path into the file chooser that is open."""
    desk.focus(title)
    desk.keys("ctrl+l")
    desk.type(path)
    chooser = a11y.find(desk.app, None, re.compile(title))
    a11y.press(chooser, a11y.BUTTONS, "Add")
    a11y.gone(desk.app, None, re.compile(title))


def dialog():
    return a11y.find(desk.app, a11y.WINDOWS, "Request")


def press(label):
    """Presses a button of the question, as soon as it accepts an answer."""
    button = a11y.find_button(dialog(), label)
    wait_until(lambda: a11y.is_sensitive(button), "%s can be pressed" % label)
    desk.settle(dialogs.HOLD_OFF)
    assert a11y.act(button)
    a11y.gone(desk.app, a11y.WINDOWS, "Request")


@test
def no_server_yet():
    """the empty page says what to do, without technical words"""
    story.files = FileManager()
    story.older = desk.folder("Older")
    scene.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    scene.page("servers")
    scene.find_shown("label", "No Servers Yet")
    assert desk.socket not in " ".join(a11y.texts(desk.app)), "the path of the socket"


@test
def copy_configuration():
    """Copy in “Connect a Server” gives another program just what the dialog shows"""
    connect.open_dialog(desk)
    connect.set_text(desk, connect.FIELD, "npx -y 'a \\b' ü")
    entry = wait_until(lambda: connect.entry_of(desk), "the entry")
    a11y.press(desk.app, a11y.BUTTONS, "Copy")
    wait_until(lambda: "mcpServers" in clipboard(), "the configuration in the clipboard")
    equal(next(iter(json.loads(clipboard())["mcpServers"].values())), entry, "the clipboard")
    # First Escape would remove the message about it.
    a11y.press(a11y.find(desk.app, a11y.WINDOWS, "Connect a Server"), a11y.BUTTONS, "Close")
    wait_until(lambda: not desk.is_shown(connect.DIALOG), "the dialog to go")


@test
def add_file():
    """Add File… takes a single file; where there is no server yet, it is said what to do next"""
    letter = desk.file("a letter.txt")
    scene.page("folders")
    desk.focus(MAIN)
    desk.keys("F10")
    a11y.find(desk.app, None, re.compile("^Add File"))
    desk.settle()
    desk.keys("f")
    choose("^Add Files$", letter)
    # The message stays for a few seconds only.
    assert a11y.act(scene.find_shown(a11y.BUTTONS, "Connect a Server…"))
    desk.x_window(connect.DIALOG)
    scene.leave(connect.DIALOG)
    equal(desk.root(letter)["kind"], "file", "the file")


@test
def copy():
    """Copy Path and Copy URI of a folder are read by another program, letter for letter"""
    story.folder = desk.folder("Für später")
    story.uri = "file://" + desk.home + "/F%C3%BCr%20sp%C3%A4ter"
    desk.control().add(story.folder)
    scene.open_menu("Für später")
    scene.choose_item("_Copy Path")
    a11y.find(desk.app, None, "Path copied")
    wait_until(lambda: clipboard() == story.folder, "the path in the clipboard")
    scene.open_menu("Für später")
    scene.choose_item("Copy _URI")
    wait_until(lambda: clipboard() == story.uri, "the URI in the clipboard")
    equal(desk.root(story.folder)["uri"], story.uri, "what servers are told")


@test
def open_in_files():
    """a folder is opened in the file manager, and a file is shown there among the others"""
    scene.open_menu("Für später")
    scene.choose_item("Open in File _Manager")
    wait_until(lambda: story.files.folders() == [story.folder], "the folder in the file manager")
    scene.open_menu("a letter.txt")
    scene.choose_item("Open in File _Manager")
    wait_until(lambda: story.files.shown == ["file://" + desk.home + "/a%20letter.txt"], "the file")


@test
def use_the_new_one():
    """an older folder at a root's path is not shared until the user accepts it"""
    os.rename(story.folder, os.path.join(desk.home, "Away"))
    wait_until(lambda: desk.root(story.folder)["status"] == "missing", "the loss")
    os.rename(story.older, story.folder)
    wait_until(lambda: desk.root(story.folder)["status"] == "replaced", "the other folder")
    desk.click(scene.find_shown(a11y.BUTTONS, "Use the New Folder"), MAIN)
    wait_until(lambda: desk.root(story.folder)["status"] == "available", "the folder")


@test
def day_from_the_calendar():
    """a day is chosen in the calendar by keyboard, and set as the button shows it"""
    scene.open_menu("Für später")
    scene.choose_item("Set _Time Limit…")
    title = "^Set Time Limit$"
    desk.x_window(title)
    window = a11y.find(desk.app, a11y.WINDOWS, "Set Time Limit")
    desk.settle()
    desk.click(a11y.find(window, None, "How Long"), title)
    desk.settle()
    desk.keys("Down", "Down", "Down", "Return")
    desk.settle()
    today = datetime.datetime.now(datetime.timezone.utc)
    desk.click(a11y.find(window, a11y.BUTTONS, re.compile(today.strftime("%b %Y"))), title)
    desk.settle()
    # The next month means another day, too, and the last month is in the past. Both are visible at once.
    desk.keys("Tab", "Tab", "space")
    later = a11y.find(window, a11y.BUTTONS, re.compile("%d [A-Z]" % today.day))
    assert today.strftime("%b %Y") not in a11y.name_of(later), a11y.name_of(later)
    desk.keys("shift+Tab", "space", "space")
    a11y.find(window, a11y.BUTTONS, "%d %s" % (today.day, today.strftime("%b %Y")))
    desk.keys("Tab", "space")
    later = a11y.find(window, a11y.BUTTONS, a11y.name_of(later))
    desk.screenshot("calendar", title)
    desk.keys("Escape")
    desk.settle()
    a11y.press(window, a11y.BUTTONS, "Set")
    day = datetime.datetime.strptime(a11y.name_of(later), "%d %b %Y") + datetime.timedelta(days=1)
    wait_until(lambda: desk.root(story.folder)["expires"] == day.strftime("%Y-%m-%dT00:00:00.000Z"),
               "the end of that day")


@test
def folder_for_a_question():
    """a server asks, and a folder that is added from within the question is selected"""
    story.peer = PeerProcess(desk, "alpha").wait_ready()
    equal(story.peer.roots(), [], "what it sees before")
    scene.review()
    drafts = desk.folder("Drafts")
    # The window has one of that name, too.
    desk.click(a11y.find(dialog(), a11y.BUTTONS, "Add Folder…"), REQUEST)
    choose("^Add Folders$", drafts)
    box = a11y.find(dialog(), "check box", "Drafts")
    wait_until(lambda: a11y.is_checked(box), "the tick")
    # The whole row is pressed, not only the check button.
    desk.resize(REQUEST, 600, 960)
    for is_checked in (False, True):
        desk.settle(dialogs.HOLD_OFF)
        desk.click(a11y.find(dialog(), "label", "~/Drafts"), REQUEST)
        wait_until(lambda is_checked=is_checked: a11y.is_checked(box) == is_checked, "the tick")
    press(a11y.TELL)
    wait_until(lambda: story.peer.uris() == ["file://" + drafts], "the folder")


@test
def ask_now():
    """Ask Me Now… opens the question again after Not Now"""
    other = PeerProcess(desk, "beta", ["--beta"]).wait_ready()
    other.roots()
    scene.review()
    press(a11y.LATER)
    stays(lambda: a11y.find_all(desk.app, a11y.WINDOWS, "Request") == [], "no question", 0.5)
    scene.open_server("beta")
    assert a11y.act(scene.find_shown(a11y.BUTTONS, "Ask Me Now…"))
    contains(" ".join(a11y.texts(dialog())), "Which Folders Should “beta” Use?", "the question")
    desk.settle(dialogs.HOLD_OFF)
    press(a11y.LATER)
    other.stop()


@test
def forget():
    """Forget… asks first; then the server is not known any more"""
    wait_until(lambda: not desk.control().server("beta")["sessions"], "the end of its session")
    for answer, is_there in (("Cancel", True), ("Forget", False)):
        desk.focus(MAIN)
        assert a11y.act(scene.find_shown(a11y.BUTTONS, "Forget…"))
        question = a11y.find(desk.app, None, "Forget “beta”?")
        a11y.press(question, a11y.BUTTONS, answer)
        a11y.gone(desk.app, None, "Forget “beta”?")
        wait_until(lambda is_there=is_there: ("beta" in [one["name"] for one in desk.json("servers")])
                   == is_there, answer)


@test
def take_a_suggestion():
    """a folder that the host suggests is added and selected by one press on it"""
    elsewhere = desk.folder("Elsewhere")
    launched = Run(desk, name="launched").handshake(roots=True)
    launched.roots(1)
    question = wait_until(lambda: launched.host.method("roots/list"), "the question to the host")[-1]
    launched.host.send({"jsonrpc": "2.0", "id": question["id"], "result": {"roots": [
        {"uri": "file://" + elsewhere}]}})
    wait_until(lambda: any(one.get("suggestions") for one in desk.control().call("ListRequests")),
               "the suggestion")
    scene.review()
    desk.resize(REQUEST, 600, 960)
    suggested = a11y.find(dialog(), "list", re.compile("Suggested by "))
    desk.click(a11y.find(suggested, "label", "Elsewhere"), REQUEST)
    wait_until(lambda: elsewhere in [root["path"] for root in desk.json("list")], "the folder")
    wait_until(lambda: a11y.is_checked(a11y.find(dialog(), "check box", "Elsewhere")), "the tick")
    press(a11y.LATER)
    launched.stop()


@test
def end_what_is_searched():
    """Escape in the search of the activity empties it"""
    scene.page("activity")
    desk.focus(MAIN)
    desk.keys("ctrl+f")
    desk.type("no such thing")
    a11y.find(desk.app, None, "No Results Found")
    desk.keys("Escape")
    a11y.gone(desk.app, None, "Only “no such thing”")
    wait_until(lambda: "was added" in shown(), "all entries")


@test
def stop_a_search():
    """a search in a file system that hangs goes on until Stop, and the window lives all the while"""
    story.peer.stop()
    with dialogs.finding(scene) as title:
        window = a11y.find(desk.app, a11y.WINDOWS, "Find Projects")
        assert "Looking" in " ".join(a11y.texts(window)), a11y.texts(window)
        scene.page("servers")
        scene.page("folders")
        a11y.press(window, a11y.BUTTONS, "Stop")
        found = [a11y.name_of(box) for box in a11y.find_all(window, "check box")]
        contains(found, "~/far/tools", "what was found until then")
        scene.page("activity")
        desk.focus(title)
    wait_until(lambda: "Activity" in shown(), "the window")
    scene.page("folders")


@test
def passes_over_what_hangs():
    """a file system that hangs below the folder is not gone into, and the search ends by itself"""
    work = desk.folder("work")
    os.makedirs(os.path.join(work, "shop", ".git"))
    mirror = filesystems.Mirror(desk, desk.folder("behind"), os.path.join(work, "mount"))
    mirror.hang()
    with dialogs.find(scene, work):
        a11y.find(desk.app, "label", "Found 1 project.")
    mirror.go_on()
    mirror.stop()
    equal(desk.warnings(), [], "what the window complained of")


run(desk, in_order=True)
