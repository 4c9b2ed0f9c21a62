# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The main job in a real window: a folder is added through the file chooser, a server built with the
official TypeScript SDK asks, the user answers, and takes back. Each step goes on where the one before
it ended. Pictures are saved where PADDOCK_SCREENSHOTS names a directory."""

import os
import re
import time

from gi.repository import Gio, GLib

import a11y
import servers
from desktop import Desktop
from harness import APP_NAME, Failure, contains, equal, stays, wait_until
from node import NODE, SdkServer, require_node
from peer import PeerProcess
from tap import Skip, diag, run, test

require_node()

MAIN, DIALOG, CHOOSER = "^Paddock$", "^Request$", "^Add Folders$"
HOLD_OFF = 0.5  # s in which the dialog takes no answer after a change

# What the bus may see of the application's actions. None of these lets a server see more.
HARMLESS = {"about", "quit", "announce-requests", "review-requests", "put-off-request", "add-folder",
            "add-file", "add-path", "find-projects", "pause", "connect-server", "preferences", "help",
            "shortcuts", "show-page", "turn-page"}

desk = Desktop()
# A setting is changed while the service runs.
desk.env["GSETTINGS_BACKEND"] = "keyfile"


class Story:
    """What the steps share."""
    photos = notes = None
    server = None
    share_at = share_way = tick_at = tick_way = None


story = Story()


def uri(path):
    return "file://" + path


def dialog():
    """The consent dialog, as soon as it is there."""
    return a11y.find(desk.app, a11y.WINDOWS, "Request")


def main_window():
    return a11y.find(desk.app, a11y.WINDOWS, "Paddock")


def no_dialog():
    a11y.gone(desk.app, a11y.WINDOWS, "Request")


def tick_of(folder, root=None):
    return a11y.find(root or dialog(), "check box", os.path.basename(folder))


def review():
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Answer…"))


def close_dialog():
    """Closes it with its own close button, which answers nothing."""
    a11y.press(dialog(), a11y.BUTTONS, "Close")
    no_dialog()


def choose(folder):
    """Types a folder into the file chooser that is open."""
    desk.focus(CHOOSER)
    desk.keys("ctrl+l")
    desk.type(folder)
    chooser = a11y.find(desk.app, None, "Add Folders")
    a11y.press(chooser, a11y.BUTTONS, "Add")
    a11y.gone(desk.app, None, "Add Folders")


def page(name):
    """Shows one of the pages, by the tab that a screen reader's user would take."""
    tab = a11y.find(desk.app, "page tab", name)
    if not a11y.act(tab):
        desk.click(tab, MAIN)


def folder_row(folder):
    found = [row for row in a11y.find_all(desk.app, "list item", os.path.basename(folder))
             if any("Menu of" in a11y.name_of(node) for node in a11y.find_all(row, a11y.BUTTONS))]
    return found[0] if found else None


def row_texts(folder):
    row = folder_row(folder)
    return a11y.texts(row) if row is not None else []


def questions():
    return desk.control().call("ListRequests")


def nothing_shared(what):
    stays(lambda: story.server.lists()[-1] == [] and len(questions()) > 0, what, HOLD_OFF + 0.3)


def bus_activate(names):
    """Activates actions, known and guessed, on every path that the application exports."""
    connection = desk.control().connection
    for path, interfaces in desk.object_paths(APP_NAME):
        for name in names:
            for interface, signature, arguments in (
                    ("org.gtk.Actions", "(sava{sv})", (name, [], {})),
                    ("org.freedesktop.Application", "(sava{sv})", (name, [], {}))):
                if interface not in interfaces:
                    continue
                method = "Activate" if interface == "org.gtk.Actions" else "ActivateAction"
                try:
                    connection.call_sync(APP_NAME, path, interface, method,
                                         GLib.Variant(signature, arguments), None,
                                         Gio.DBusCallFlags.NONE, 5000, None)
                except GLib.Error:
                    pass


GUESSES = ["share", "allow", "consent.share", "consent.allow", "dialog.share", "win.share",
           "app.share", "grant", "answer", "resume", "win.resume", "review-requests", "announce-requests"]


def by_click():
    x, y = story.share_at
    a11y.run("xdotool", "mousemove", str(x), str(y), "click", "1")


def by_key():
    a11y.run("xdotool", "key", "--delay", "0", "alt+s")


def by_accessibility():
    a11y.act(wait_until(lambda: a11y.follow(desk.app, story.share_way), "the button"))


def by_bus():
    bus_activate(GUESSES)


def just_before(cause, condition, what):
    """Causes something and waits for it to be seen; gives the last moment at which it was not. What
    follows from it in the window began after that."""
    unseen = [time.monotonic()]
    cause()

    def look():
        now = time.monotonic()
        if condition():
            return True
        unseen[0] = now
        return False
    wait_until(look, what)
    return unseen[0]


WAYS = [("a click", by_click), ("a key", by_key), ("an accessibility action", by_accessibility)]


def came_in_time(way, took):
    """Whether an answer that was tried came within the half second; then nothing came of it. One that
    came too late, on a busy machine, may have been taken: then it is undone."""
    if took < HOLD_OFF:
        nothing_shared("nothing shared by %s after %.2f s" % (way, took))
        return True
    diag("%s came too late, after %.2f s" % (way, took))
    desk.settle(1)
    if story.server.lists()[-1] != []:
        no_dialog()
        desk.control().call("Forget", desk.control().server("sdk-server.mjs")["id"])
        wait_until(lambda: story.server.lists()[-1] == [] and questions(), "the question again")
    return False


def too_early(prepare, ways):
    """Makes a change to the dialog and tries to answer within the half second after it. prepare: gives
    a function that makes the change and gives the moment just before it is seen."""
    for way, attempt in ways:
        for _ in range(8):
            if not desk.is_shown(DIALOG):
                open_and_tick()
            wait_until(lambda: a11y.is_sensitive(a11y.follow(desk.app, story.share_way)), "Share")
            change = prepare()
            began = change()
            if time.monotonic() - began < HOLD_OFF - 0.15:
                attempt()
            if came_in_time(way, time.monotonic() - began):
                break
        else:
            raise Skip("this machine is too busy to try %s within %.1f s" % (way, HOLD_OFF))


def open_and_tick():
    review()
    desk.x_window(DIALOG)

    def ticked():
        desk.click_at(*story.tick_at)
        return a11y.is_checked(tick_of(story.photos))
    wait_until(ticked, "the tick")


# ---- the steps


@test
def empty_window():
    """the window comes up, starts the service over the bus, and says what to do first"""
    story.photos, story.notes = desk.folder("Photos"), desk.folder("Notes")
    desk.start_window()
    a11y.find(desk.app, "label", "Add a Folder")
    wait_until(lambda: desk.service_pid() in desk.activated(), "the service, started by the bus")
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    desk.focus(MAIN)
    desk.screenshot("empty", MAIN)


@test
def add_folder():
    """Add Folder… opens the file chooser, and the folder appears, seen by nobody"""
    a11y.press(desk.app, a11y.BUTTONS, "Add Folder…")
    desk.x_window(CHOOSER)
    choose(story.photos)
    wait_until(lambda: folder_row(story.photos), "the folder's row")
    contains(" ".join(row_texts(story.photos)), "Not shared", "the row")
    equal([root["path"] for root in desk.json("list")], [story.photos], "roots")
    desk.control().add(story.notes)
    wait_until(lambda: folder_row(story.notes), "the second row")


@test
def server_asks():
    """a server asks, is answered at once, and a banner over the active window says so"""
    desk.focus(MAIN)
    story.server = SdkServer(desk)
    story.server.wait_lists([])
    a11y.find_button(desk.app, re.compile("^Answer…"))
    equal([one["name"] for one in questions()], ["sdk-server.mjs"], "questions")
    assert not a11y.find_all(desk.app, a11y.WINDOWS, "Request"), "a dialog opened by itself"
    equal(desk.notifications.open(), {}, "notifications over an active window")
    desk.screenshot("banner", MAIN)


@test
def dialog_opens():
    """the dialog says who asks, has nothing ticked, and Share cannot be pressed"""
    review()
    window = dialog()
    read = " ".join(a11y.texts(window))
    contains(read, "sdk-server.mjs", "the program")
    ticks = [tick_of(folder) for folder in (story.photos, story.notes)]
    assert not any(a11y.is_checked(tick) for tick in ticks)
    share = a11y.find_button(window, a11y.TELL)
    assert not a11y.is_sensitive(share)
    contains(read, "Until it stops", "the shortest duration")
    story.share_at = desk.position(share, DIALOG)
    story.share_way = a11y.way_to(desk.app, share)
    story.tick_way = a11y.way_to(desk.app, ticks[0])
    story.tick_at = desk.position(ticks[0], DIALOG)
    desk.screenshot("dialog")
    desk.screenshot("dialog-alone", DIALOG)
    equal(story.server.lists(), [[]], "lists while the dialog is open")


@test
def first_half_second():
    """in the first half second a tick and a click, a key or an action allow nothing"""
    close_dialog()
    equal(len(questions()), 1, "closing answers nothing")
    for way, answer in WAYS:
        for _ in range(10):
            took, landed = try_at_once(answer)
            if came_in_time(way, took) and landed:
                break
            if desk.is_shown(DIALOG):
                close_dialog()
        else:
            raise Skip("this machine is too busy to try %s within %.1f s" % (way, HOLD_OFF))
        close_dialog()


def try_at_once(answer):
    """Opens the dialog, ticks a folder and tries to answer, as fast as can be. Gives how long that
    took, and whether the tick arrived: then the answer came to a button that could be pressed."""
    button = a11y.find_button(desk.app, re.compile("^Answer…"))
    began = just_before(lambda: a11y.act(button), lambda: desk.is_shown(DIALOG), "the dialog")
    landed = False
    while not landed and time.monotonic() - began < HOLD_OFF:
        # The first click may come before the window takes any.
        desk.click_at(*story.tick_at)
        landed = a11y.is_checked(a11y.follow(desk.app, story.tick_way))
    if time.monotonic() - began < HOLD_OFF - 0.15:
        answer()
    return time.monotonic() - began, landed


@test
def over_the_bus():
    """nor does any activation over D-Bus, at any time"""
    review()
    bus_activate(GUESSES)
    nothing_shared("nothing shared over D-Bus")
    close_dialog()
    open_and_tick()
    bus_activate(GUESSES)
    nothing_shared("nothing shared over D-Bus with a folder ticked")


@test
def after_each_change():
    """after a folder appears in the dialog, or another server joins the queue, nothing is allowed"""
    added, peers = [], []

    def another_folder():
        listing = a11y.find(dialog(), "list", "Your Folders")
        before = a11y.child_count(listing)
        folder = desk.folder("More %d" % len(added))
        added.append(folder)
        return lambda: just_before(lambda: desk.control().add(folder),
                                   lambda: a11y.child_count(listing) > before, "its tick")

    def another_server():
        title = a11y.find(dialog(), "panel", "AdwWindowTitle")
        before = a11y.texts(title)
        peers.append(PeerProcess(desk, "other", [str(len(peers))]).wait_ready())
        return lambda: just_before(peers[-1].roots, lambda: a11y.texts(title) != before,
                                   "the new place in the queue")

    desk.let_callers_add()
    try:
        too_early(another_folder, WAYS + [("a D-Bus activation", by_bus)])
        assert a11y.is_checked(tick_of(story.photos)), "the tick went away"
        too_early(another_server, WAYS + [("a D-Bus activation", by_bus)])
    finally:
        desk.let_callers_add(False)
        for peer in peers:
            peer.stop()
        wait_until(lambda: len(questions()) == 1, "one question again")
        desk.control().call("RemoveRoots", [root["id"] for root in desk.json("list")
                                            if root["path"] in added])
        wait_until(lambda: len(desk.json("list")) == 2, "two folders again")


@test
def share():
    """a tick and Share: the server gets exactly that folder"""
    if not desk.is_shown(DIALOG):
        open_and_tick()
    window = dialog()
    button = a11y.find_button(window, a11y.TELL)
    wait_until(lambda: a11y.is_checked(tick_of(story.photos)), "the tick")
    story.server.said.clear()
    desk.settle(HOLD_OFF + 0.2)
    desk.screenshot("dialog-ticked")
    story.share_at = desk.position(button, DIALOG)
    desk.click_at(*story.share_at)
    no_dialog()
    story.server.wait_lists([uri(story.photos)])
    equal(questions(), [], "questions")
    a11y.gone(desk.app, a11y.BUTTONS, re.compile("^Answer…"))
    wait_until(lambda: not [t for t in row_texts(story.photos) if "Not shared" in t], "the row")
    contains(" ".join(row_texts(story.notes)), "Not shared", "the other row")
    desk.screenshot("folders", MAIN)


@test
def switch_off_and_on():
    """the switch takes back and gives again, and the server is told each time"""
    page("Servers")
    name = "Share %s with sdk-server.mjs" % os.path.basename(story.photos)
    servers.open_server(desk, "sdk-server.mjs")
    switch = a11y.find(desk.app, "check box", name)
    desk.settle(0.5)
    assert a11y.is_checked(switch), "the switch is off"
    wait_until(lambda: "Connected · Sees 1 of 2 folders" in servers.texts(desk), "how much it sees")
    desk.screenshot("servers", MAIN)
    assert a11y.act(switch)
    story.server.wait_lists([uri(story.photos)], [])
    assert not a11y.is_checked(a11y.find(desk.app, "check box", name))
    equal(desk.server("sdk-server.mjs")["roots"], [], "roots")
    wait_until(lambda: "You share nothing with the server." in " ".join(a11y.texts(desk.app)),
               "why it sees nothing")
    assert a11y.act(a11y.find(desk.app, "check box", name))
    story.server.wait_lists([uri(story.photos)], [], [uri(story.photos)])
    equal(desk.server("sdk-server.mjs")["roots"], [uri(story.photos)], "roots")


@test
def deleted_and_back():
    """the folder is deleted on disk: the server is told and the row says so; it returns"""
    page("Folders")
    before = row_texts(story.photos)
    os.rmdir(story.photos)
    expected = [[uri(story.photos)], [], [uri(story.photos)], []]
    story.server.wait_lists(*expected)
    wait_until(lambda: row_texts(story.photos) != before, "what the row says")
    missing = [text for text in row_texts(story.photos) if text not in before]
    assert missing, row_texts(story.photos)
    equal(desk.root(story.photos)["status"], "missing", "status")
    desk.screenshot("missing", MAIN)
    os.mkdir(story.photos)
    expected.append([uri(story.photos)])
    story.server.wait_lists(*expected)
    wait_until(lambda: not [text for text in row_texts(story.photos) if text in missing],
               "the row without " + repr(missing))


@test
def activity():
    """Activity tells the story"""
    page("Activity")
    listing = a11y.find(desk.app, "list", re.compile("^Activity"))
    wait_until(lambda: "sdk-server.mjs" in " ".join(a11y.texts(listing)), "the server in the list")
    read = " ".join(a11y.texts(listing))
    for part in ("Photos", "sdk-server.mjs"):
        contains(read, part, "activity")
    desk.settle(0.5)
    desk.screenshot("activity", MAIN)
    page("Folders")


def notice():
    """The one notification: its id, title, body, and its buttons with what each does."""
    shown = wait_until(desk.notifications.open, "the notification")
    equal(len(shown), 1, "notifications")
    identifier, (title, body, actions) = list(shown.items())[0]
    return identifier, title, body, {label: action for action, label in zip(actions[::2], actions[1::2])
                                     if action != "default"}


@test
def notification():
    """while nobody looks a notification tells who wants what, without a path, and opens the question"""
    a11y.run("xdotool", "windowminimize", desk.x_window(MAIN))
    wait_until(lambda: not a11y.has_state(main_window(), a11y.STATE.ACTIVE),
               "an inactive window")
    passing = PeerProcess(desk, "passing").wait_ready()
    passing.roots()
    wait_until(desk.notifications.open, "the notification")
    passing.stop()
    wait_until(lambda: not desk.notifications.open(), "its withdrawal with the question")
    peer = PeerProcess(desk, "be<b>ta\u202e" + "x" * 100).wait_ready()
    equal(peer.roots(), [], "list")
    identifier, title, body, offered = notice()
    for bad in ("/", "\u202e", "<", ">", "Photos", "x" * 65):
        assert bad not in title + body, (title, body)
    assert title.startswith("“beb"), title
    contains(body, "Python script beb", "who that is")
    assert "default" in desk.notifications.open()[identifier][2]
    equal(list(offered), ["Answer…", "Ask in 10 Minutes"], "buttons")
    assert not a11y.find_all(desk.app, a11y.WINDOWS, "Request")
    desk.notifications.invoke(identifier)
    contains(" ".join(a11y.texts(dialog())), "ta", "the dialog")
    equal(peer.roots(), [], "list")
    # Escape leaves the question open, and only the button is "Not now".
    desk.settle(HOLD_OFF + 0.2)
    desk.focus(DIALOG)
    desk.settle(HOLD_OFF + 0.2)
    desk.keys("Escape")
    no_dialog()
    equal(len(questions()), 1, "questions")
    review()
    a11y.press(dialog(), a11y.BUTTONS, a11y.LATER)
    no_dialog()
    wait_until(lambda: not questions(), "no question")
    equal(peer.roots(), [], "list")
    peer.stop()


def put_off_by_the_bus(identifier, serial):
    """As an old notification would, or another program."""
    desk.control().connection.call_sync(
        APP_NAME, "/" + APP_NAME.replace(".", "/"), "org.gtk.Actions", "Activate",
        GLib.Variant("(sava{sv})", ("put-off-request", [GLib.Variant("(su)", (identifier, serial))], {})),
        None, Gio.DBusCallFlags.NONE, 5000, None)


@test
def put_off_in_the_notification():
    """“Ask in 10 Minutes” in a notification puts off the question that it told of, and never another one"""
    first = PeerProcess(desk, "first").wait_ready()
    equal(first.roots(), [], "list")
    a11y.run("xdotool", "windowminimize", desk.x_window(MAIN))
    identifier, title, _, offered = notice()
    equal(title, "“first” asks for folders", "who wants what")
    old = Gio.Action.parse_detailed_name(offered["Ask in 10 Minutes"])[2].unpack()
    for target in (old[0], old[1] - 1), (old[0], old[1] + 1), ("another", old[1]):
        put_off_by_the_bus(*target)
    stays(lambda: len(questions()) == 1, "the question", 1)
    desk.notifications.invoke(identifier, offered["Ask in 10 Minutes"])
    wait_until(lambda: not questions(), "the question is put off")
    equal(first.roots(), [], "list")
    contains(desk.paddock("explain", "first").out, "you chose to answer later", "why it sees nothing")
    second = PeerProcess(desk, "second").wait_ready()
    equal(second.roots(), [], "list")
    equal(notice()[1], "“second” asks for folders", "who wants what")
    put_off_by_the_bus(*old)
    stays(lambda: len(questions()) == 1, "the other question", 1)
    third = PeerProcess(desk, "third").wait_ready()
    equal(third.roots(), [], "list")
    wait_until(lambda: notice()[1] == "2 servers ask for folders: second and third", "both")
    _, _, body, offered = notice()
    equal((body, list(offered)), ("“second” asks for folders", ["Answer…"]), "of several")
    assert not a11y.find_all(desk.app, a11y.WINDOWS, "Request")
    for peer in first, second, third:
        peer.stop()
    wait_until(lambda: not questions(), "no question")
    desk.focus(MAIN)


@test
def command_line_is_asked():
    """paddock grant in a terminal is put to the user here, with the caller named"""
    process = desk.start("grant", "sdk-server.mjs", story.notes)
    a11y.find_button(desk.app, re.compile("^Answer…"))
    review()
    window = dialog()
    read = " ".join(a11y.texts(window))
    contains(read, "Requested by a script (python", "the caller")
    contains(read, "Notes", "the folder")
    desk.settle(HOLD_OFF + 0.2)
    desk.screenshot("command")
    equal(process.poll(), None, "the command waits")
    assert a11y.act(a11y.find_button(window, "Refuse"))
    equal(process.wait(30), 1, "exit status")
    process.communicate()
    no_dialog()
    equal(story.server.lists()[-1], [uri(story.photos)], "list")


@test
def exported_actions():
    """nothing that the bus sees of the application widens"""
    connection = desk.control().connection
    seen = set()
    for path, interfaces in desk.object_paths(APP_NAME):
        if "org.gtk.Actions" not in interfaces:
            continue
        names = connection.call_sync(APP_NAME, path, "org.gtk.Actions", "List", None, None,
                                     Gio.DBusCallFlags.NONE, 5000, None).unpack()[0]
        seen.update(names)
        equal([name for name in names if name not in HARMLESS], [], "other actions on " + path)
    assert "review-requests" in seen, seen


@test
def window_goes_service_stays():
    """closing the window ends no service and takes nothing back"""
    pid = desk.service_pid()
    a11y.press(main_window(), a11y.BUTTONS, "Close")
    wait_until(lambda: desk.window.poll() is not None, "the end of the window")
    equal(desk.window.returncode, 0, "its exit status")
    equal(desk.service_pid(), pid, "the service")
    stays(lambda: story.server.lists()[-1] == [uri(story.photos)], "the list")


@test
def activated_for_a_question():
    """without a window a question brings the application about; only its notification opens it"""
    before = desk.activated()
    peer = PeerProcess(desk, "late").wait_ready()
    equal(peer.roots(), [], "list")
    wait_until(lambda: len(desk.activated()) > len(before), "the application, started by the bus")
    identifier, _ = list(wait_until(desk.notifications.open, "the notification").items())[0]
    stays(lambda: not desk.is_shown(MAIN) and not desk.is_shown(DIALOG), "no window", 1)
    desk.notifications.invoke(identifier)
    desk.x_window(DIALOG)
    desk.attach_window()
    contains(" ".join(a11y.texts(dialog())), "late", "the dialog")
    equal(peer.roots(), [], "list")
    peer.stop()


@test
def put_off_without_a_window():
    """“Ask in 10 Minutes” in the notification needs no window, and opens none"""
    close_dialog()
    a11y.press(main_window(), a11y.BUTTONS, "Close")
    wait_until(lambda: not desk.is_shown(MAIN), "no window")
    peer = PeerProcess(desk, "later").wait_ready()
    equal(peer.roots(), [], "list")
    identifier, title, _, offered = notice()
    equal(title, "“later” asks for folders", "who wants what")
    desk.notifications.invoke(identifier, offered["Ask in 10 Minutes"])
    wait_until(lambda: not questions(), "the question is put off")
    stays(lambda: not desk.is_shown(MAIN) and not desk.is_shown(DIALOG), "no window", 1)
    equal(peer.roots(), [], "list")
    peer.stop()


@test
def quiet_log():
    """the window logged no warning"""
    equal(desk.warnings(), [], "warnings")


run(desk, in_order=True)
