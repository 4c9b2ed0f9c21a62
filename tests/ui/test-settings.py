# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The settings: each is changed by hand, and the service obeys at once. Also the commands for them, and
what goes on without the window. If PADDOCK_SCREENSHOTS names a directory, pictures are saved there."""

import os
import re

from gi.repository import Gio, GLib

import a11y
import filesystems
from desktop import Desktop
from harness import SERVICE_NAME, contains, equal, wait_until
from peer import PeerProcess
from reading import Reader
from tap import needs, run, test

MAIN, DIALOG = "^Paddock$", "^Preferences$"
SCHEME = {key: os.environ[key] for key in ("ADW_DEBUG_COLOR_SCHEME",) if key in os.environ}

filesystems.enter()
desk = Desktop(size="1280x1000")
# Kept in a file that window, service and commands share.
desk.env["GSETTINGS_BACKEND"] = "keyfile"
AUTOSTART = os.path.join(desk.env["XDG_CONFIG_HOME"],
                         "autostart/io.github.paddock_mcp.Paddock.Service.desktop")


class Story:
    """What the steps share."""
    papers = peer = None


story = Story()


def window():
    return a11y.find(desk.app, a11y.WINDOWS, "Preferences")


def open_settings():
    if desk.is_shown(DIALOG):
        return
    desk.focus(MAIN)
    desk.keys("ctrl+comma")
    wait_until(lambda: desk.is_shown(DIALOG), "the settings")
    # Completely visible, for the mouse.
    desk.resize(DIALOG, 580, 850)


def close_settings():
    if not desk.is_shown(DIALOG):
        return
    desk.focus(DIALOG)
    desk.keys("Escape")
    wait_until(lambda: not desk.is_shown(DIALOG), "the settings to go")


def setting(key):
    return desk.paddock("settings", key).out.strip()


def toggle(title):
    """The switch in the row with this title, toggled by a press on the row."""
    row = a11y.find(window(), "list item", title)
    desk.focus(DIALOG)
    desk.click(row, DIALOG)
    desk.settle()


def choose(title, steps):
    desk.focus(DIALOG)
    desk.click(a11y.find(window(), None, title), DIALOG)
    desk.settle()
    desk.keys("Home", *["Down"] * steps, "Return")
    desk.settle()


def verdict(path):
    return Reader(desk).check(path)["verdict"]


def is_service_there():
    return desk.control().connection.call_sync(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
        GLib.Variant("(s)", (SERVICE_NAME,)), None, Gio.DBusCallFlags.NONE, -1, None).unpack()[0]


def told():
    return " ".join(a11y.texts(window()))


def begin():
    """Starts the window again."""
    desk.start_again(env=SCHEME)
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")


@test
def shown():
    """the settings open with a key; nothing is locked, and what goes on is said"""
    desk.start_window(env=SCHEME)
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    open_settings()
    desk.screenshot("settings", DIALOG)
    contains(told(), "When you close this window, Paddock stops after a few minutes", "the text")
    assert "administrator locked" not in told(), told()
    equal(desk.warnings(), [], "warnings")


@test
def pause():
    """the switch says what the service says"""
    open_settings()
    toggle("Pause Sharing")
    wait_until(lambda: desk.control().property("Paused"), "the pause")
    desk.paddock("resume", "--no-wait", code=3)
    assert desk.control().property("Paused")
    toggle("Pause Sharing")
    wait_until(lambda: not desk.control().property("Paused"), "the end of the pause")
    desk.paddock("pause")
    pause_switch = [node for node in a11y.walk(window()) if a11y.name_of(node) == "Pause Sharing"]
    wait_until(lambda: any(a11y.is_checked(node) for node in pause_switch), "the switch")
    toggle("Pause Sharing")
    wait_until(lambda: not desk.control().property("Paused"), "the end of the pause")


@test
def login():
    """a file starts the service at login; the row says what is there, whoever changed it"""
    open_settings()
    assert not os.path.exists(AUTOSTART)
    toggle("Start at Login")
    wait_until(lambda: os.path.exists(AUTOSTART), "the autostart file")
    with open(AUTOSTART, encoding="utf-8") as stream:
        text = stream.read()
    assert re.search(r'^Exec=".*/paddock(-service)?" serve --exit-when-idle$', text, re.M), text
    wait_until(lambda: "Your desktop starts it when you log in" in told(), "what is there")
    contains(told(), "keeps running until you log out", "what goes on")
    desk.screenshot("settings-login", DIALOG)
    with open(AUTOSTART, "a", encoding="utf-8") as stream:
        stream.write("Hidden=true\n")
    wait_until(lambda: "nothing starts Paddock at login" in told(), "that it was switched off elsewhere")
    toggle("Start at Login")
    wait_until(lambda: not os.path.exists(AUTOSTART), "the end of the file")
    wait_until(lambda: "servers that connect to Paddock directly" in told(), "that it is off")


@test
def access():
    """folders are added with the access that is set, unless the command says another"""
    open_settings()
    choose("Access to New Folders", 1)
    wait_until(lambda: setting("new-folder-access") == "read-only", "the setting")
    story.papers, other = desk.folder("Papers"), desk.folder("Other")
    close_settings()
    desk.add_asked(story.papers)
    desk.add_asked("--read-write", other)
    desk.paddock("add", "--read-write", "--read-only", other, code=2)
    equal(desk.root(story.papers)["access"], "read-only", "access")
    equal(desk.root(other)["access"], "read-write", "access")
    desk.paddock("remove", other)


@test
@needs(access)
def size():
    """the service reads files as large as is set"""
    path = os.path.join(story.papers, "large")
    with open(path, "wb") as stream:
        stream.write(b"x" * ((1 << 20) + 1))
    equal(verdict(path), "too-large", "the verdict")
    open_settings()
    choose("Largest File", 3)
    wait_until(lambda: setting("read-size-limit") == str(4 << 20), "the setting")
    equal(verdict(path), "allowed", "the verdict")
    desk.paddock("settings", "read-size-limit", "1048576")
    equal(verdict(path), "too-large", "the verdict")
    desk.paddock("settings", "read-size-limit", "300000")
    wait_until(lambda: "293.0" in told(), "the size that is not in the list")


@test
def days():
    """how long activity is kept is set, and said in Activity"""
    open_settings()
    choose("Keep For", 1)
    wait_until(lambda: setting("activity-days") == "30", "the setting")
    wait_until(lambda: desk.log("retention-changed"), "the journal")
    desk.paddock("settings", "activity-days", "45")
    wait_until(lambda: "45 days" in told(), "what is not in the list")


@test
def duration():
    """the question of a server has the duration that is set, and no longer one than its identity allows"""
    open_settings()
    choose("Default Duration", 2)
    wait_until(lambda: setting("first-duration") == "today", "the setting")
    close_settings()
    peer = PeerProcess(desk, "alpha").wait_ready()
    peer.roots()
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Answer…"))
    dialog = a11y.find(desk.app, a11y.WINDOWS, "Request")
    row = a11y.find(dialog, None, re.compile("^How Long"))
    texts = a11y.texts(row) + [a11y.name_of(row)]
    assert any("Today" in text for text in texts), texts
    desk.screenshot("settings-duration", "^Request$")
    desk.focus("^Request$")
    desk.keys("Escape")
    peer.stop()
    desk.paddock("settings", "first-duration", "session")


@test
@needs(access)
def asking():
    """off, a command acts at once, and Activity says that it was switched off"""
    peer = PeerProcess(desk, "beta").wait_ready()
    peer.roots()
    wait_until(lambda: any(one["name"] == "beta" for one in desk.json("servers")), "the server")
    desk.paddock("grant", "--no-wait", "beta", story.papers, code=3)
    open_settings()
    toggle("Confirm Requests From Other Programs")
    wait_until(lambda: setting("ask-before-widening") == "false", "the setting")
    wait_until(lambda: "asking-off" in [one["event"] for one in desk.log()], "the journal")
    desk.paddock("grant", "beta", story.papers)
    wait_until(lambda: peer.uris() == ["file://" + story.papers], "the folder")
    desk.paddock("settings", "ask-before-widening", "true")
    wait_until(lambda: "asking-on" in [one["event"] for one in desk.log()], "the journal")
    wait_until(lambda: "for the server that sees folders now" in told(), "who needs it")
    close_settings()
    story.peer = peer


@test
def commands():
    """a command that would let servers see more opens the settings, and sets nothing"""
    close_settings()
    contains(desk.paddock("settings").out, "ask-before-widening", "the list")
    desk.paddock("settings", "ask-before-widening", "false", code=3)
    wait_until(lambda: desk.is_shown(DIALOG), "the settings")
    equal(setting("ask-before-widening"), "true", "the setting")
    desk.settle()
    close_settings()


@test
@needs(asking)
def quits():
    """who quits is told which servers go on, without a path or a name"""
    desk.focus(MAIN)
    desk.keys("ctrl+q")
    wait_until(lambda: desk.window.poll() is not None, "the end of the window")
    bodies = wait_until(lambda: [body for _, body, _ in desk.notifications.open().values()],
                        "the notification")
    equal(bodies, ["Paddock’s window is closed. 1 server still sees what you share."], "the notification")
    equal(story.peer.uris(), ["file://" + story.papers], "list")
    story.peer.stop()


@test
def locked():
    """what an administrator locked cannot be changed, and says so"""
    scratch = os.path.join(desk.directory, "overlay")
    os.mkdir(scratch)
    filesystems.overlay("/etc", scratch)
    os.makedirs("/etc/glib-2.0/settings", exist_ok=True)
    with open("/etc/glib-2.0/settings/locks", "w", encoding="utf-8") as stream:
        stream.write("/io/github/paddock_mcp/Paddock/run-at-login\n")
    desk.start_again(env=SCHEME)
    open_settings()
    contains(told(), "Your administrator locked them", "the text")
    desk.screenshot("settings-locked", DIALOG)
    toggle("Start at Login")
    equal(setting("run-at-login"), "false", "the setting")
    assert not os.path.exists(AUTOSTART)
    contains(desk.paddock("settings").out, "locked by an administrator", "the list")
    desk.paddock("settings", "run-at-login", "true", code=1)


@test
def background():
    """off, the service ends with the window, and the settings say so"""
    open_settings()
    toggle("Run in the Background")
    wait_until(lambda: setting("run-in-background") == "false", "the setting")
    contains(told(), "When you close this window, Paddock stops", "the text")
    desk.screenshot("settings-background", DIALOG)
    assert desk.resize(DIALOG, 360, 640)[0] == 360
    desk.screenshot("settings-narrow", DIALOG)
    close_settings()
    assert is_service_there()
    desk.focus(MAIN)
    desk.keys("ctrl+w")
    wait_until(lambda: desk.window.poll() is not None, "the end of the window")
    wait_until(lambda: not is_service_there(), "the end of the service")
    equal(desk.warnings(), [], "warnings")


run(desk, in_order=True, again=begin)
