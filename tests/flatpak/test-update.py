# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Another version is installed while the service runs, the window is open and servers are connected. The
old service goes on for them, and no message between a host, its server and Paddock is lost."""

import itertools
import os
import re
import shutil
import threading
import time

import a11y
from harness import APP_NAME, equal, stays, wait_until
from peer import PeerProcess
from puppet import Run
from sandboxed import FILES, HOLD_OFF, Sandboxed
from tap import diag, run, test

REPOSITORY = "/work/application-repository"
BUILT, UPDATE = "/work/application", "/work/update"
TABS = ("Folders", "Servers", "Activity")
# The window puts such a key into each entry. Without it nothing identifies a server to the sandbox.
KEY = "9f86d081884c7d659a2feaa0c55ad015"

desk = Sandboxed()
os.environ["PADDOCK_BIN"] = os.path.join(FILES, "bin/paddock-host")


class Story:
    """What the steps share."""
    before = after = None  # versions
    run = peer = pings = None
    numbers = itertools.count()


class Pings:
    """Requests of the host to its server, every few milliseconds, which the server answers."""

    def __init__(self, one, name):
        self._one = one
        self._name = name
        self._is_over = threading.Event()
        self._count = 0
        self._threads = [threading.Thread(target=self._ask, daemon=True),
                         threading.Thread(target=self._answer, daemon=True)]
        for thread in self._threads:
            thread.start()

    def _id(self, number):
        return "%s-%d" % (self._name, number)

    def _asked(self):
        return [one["id"] for one in self._one.server.method("ping") if one["id"].startswith(self._name)]

    def _ask(self):
        for number in itertools.count(1):
            if self._is_over.wait(0.005):
                return
            self._one.host.send({"jsonrpc": "2.0", "id": self._id(number), "method": "ping"})
            self._count = number

    def _answer(self):
        answered = 0
        while not self._is_over.is_set() or answered < self._count:
            for identifier in self._asked()[answered:]:
                self._one.server.send({"jsonrpc": "2.0", "id": identifier, "result": {}})
                answered += 1
            time.sleep(0.01)

    def end(self):
        """The number of requests. Each was answered once, in order."""
        self._is_over.set()
        for thread in self._threads:
            thread.join()
        wanted = [self._id(number) for number in range(1, self._count + 1)]
        equal(self._asked(), wanted, "what the server was asked")
        wait_until(lambda: self._one.host.answers(wanted[-1]), "the last answer")
        equal([one["id"] for one in self._one.host.messages() if str(one.get("id")).startswith(self._name)],
              wanted, "the answers")
        return self._count


def installed():
    return os.path.realpath(FILES)


def make_update():
    """Builds an update: the same files with another version number of the same length."""
    last = Story.before[:-1]
    Story.after = last + ("1" if Story.before[-1] != "1" else "2")
    shutil.rmtree(UPDATE, ignore_errors=True)
    shutil.copytree(BUILT, UPDATE, symlinks=True)
    changed = 0
    for folder in "bin", "libexec", "lib":
        for root, _, names in os.walk(os.path.join(UPDATE, "files", folder)):
            for name in names:
                path = os.path.join(root, name)
                if os.path.islink(path) or "paddock" not in name:
                    continue
                with open(path, "rb") as stream:
                    data = stream.read()
                if Story.before.encode() in data:
                    os.unlink(path)
                    with open(path, "wb") as stream:
                        stream.write(data.replace(Story.before.encode(), Story.after.encode()))
                    os.chmod(path, 0o755)
                    changed += 1
    assert changed > 1, "programs with a version"
    desk.flatpak("build-export", "--no-update-summary", REPOSITORY, UPDATE)
    desk.flatpak("build-update-repo", REPOSITORY)


def version():
    return desk.control().property("Version")


def keep_for_longer():
    """A decision for this session ends with the service. In a sandbox nothing proves that a server which
    comes back is the same process."""
    granting = desk.start("grant", "launched", folder())
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Answer…"))
    dialog = a11y.find(desk.app, a11y.WINDOWS, "Request")
    desk.focus("^Request$")
    desk.settle(HOLD_OFF)
    a11y.act(a11y.find_button(dialog, "Allow"))
    equal(granting.wait(30), 0, "exit status of paddock grant")


def listed():
    return Story.run.uris("list-%d" % next(Story.numbers))


def folder():
    return os.path.join(desk.home, "Shared")


@test
def servers():
    """a server under a host and one that dials in are there, and see the folder; the window is open"""
    desk.folder("Shared")
    desk.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    desk.add_asked(folder())
    Story.before = version()
    Story.run = Run(desk, "--key", KEY, name="launched").handshake()
    Story.peer = PeerProcess(desk, name="dialled").wait_ready()
    equal(listed(), [], "before the grant")
    equal(Story.peer.uris(), [], "before the grant")
    desk.share("Shared")
    wait_until(lambda: listed() == ["file://" + folder()], "the grant")
    desk.share("Shared", is_open=True)
    wait_until(lambda: Story.peer.uris() == ["file://" + folder()], "the grant")
    keep_for_longer()


@test
def updated():
    """while they talk an update is installed: nothing is lost, and the service of before goes on"""
    make_update()
    before, notices, pid = installed(), Story.run.notices(), desk.service_pid()
    Story.pings = Pings(Story.run, "updating")
    desk.env["DBUS_SYSTEM_BUS_ADDRESS"] = desk.env["DBUS_SESSION_BUS_ADDRESS"]
    desk.flatpak("--user", "update", "-y", "--noninteractive", APP_NAME)
    assert installed() != before, "nothing was installed"
    equal(desk.paddock("--version").out.split()[-1], Story.after, "the command line's version")
    stays(lambda: desk.service_pid() == pid and version() == Story.before, "the service of before", 3)
    equal(listed(), ["file://" + folder()], "the list")
    equal(Story.peer.uris(), ["file://" + folder()], "the list")
    equal(Story.run.notices(), notices, "notices")
    diag("%d requests answered" % Story.pings.end())


@test
def both_versions():
    """the new command line and the old window work with it: a revocation reaches the servers"""
    equal([root["path"] for root in desk.json("list")], [folder()], "folders")
    desk.paddock("revoke", desk.server("dialled")["id"])
    wait_until(lambda: Story.peer.uris() == [], "the revocation")
    for tab in TABS:
        a11y.find(desk.app, "page tab", tab)
    desk.end_window()
    desk.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the new window as the agent")
    equal(version(), Story.before, "the service, which still has servers")
    a11y.find(desk.app, "label", "~/Shared")
    desk.screenshot("flatpak-updated", "^Paddock$")
    desk.end_window()


@test
def next_service():
    """when that service ends the new one takes over, with the same list, and no server gets a notice"""
    notices = Story.run.notices()
    Story.pings = Pings(Story.run, "restarting")
    Story.peer.stop()
    desk.end_service()
    wait_until(lambda: desk.service_pid() is not None and version() == Story.after, "the new service")
    wait_until(lambda: [one for server in desk.json("servers") for one in server["sessions"]],
               "the server that is back")
    equal(listed(), ["file://" + folder()], "the list")
    stays(lambda: Story.run.notices() == notices, "no notice", 2)
    diag("%d requests answered" % Story.pings.end())
    Story.run.stop()


if __name__ == "__main__":
    run(desk, in_order=True)
