# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The session bus goes away, or disconnects the service. Servers are still served, nothing is lost, and
the same service appears on the next bus."""

import contextlib
import os
import shutil
import subprocess

from gi.repository import Gio, GLib

from harness import APP_NAME, PATIENCE, Box, BusError, Failure, contains, equal, stays, wait_until
from agent import Agent
from installation import Installation, is_alive
from peer import Peer, PeerProcess
from tap import Skip, run, test

DCONF = "/usr/libexec/dconf-service"


def share(box, name="alpha"):
    """Starts a server that sees one folder. Returns it and the folder."""
    agent = Agent(box)
    folder = box.folder("shared")
    root, = agent.add(folder)
    peer = PeerProcess(box, name).wait_ready()
    equal(peer.roots(), [], "list before the answer")
    agent.answer(agent.wait_request(), "allow", [root])
    peer.await_notice(1)
    equal(len(peer.uris()), 1, "list")
    agent.vanish()
    return peer, folder


@test
def served_on():
    """the bus crashes: a server is served on, and on the next bus it can be revoked"""
    with Box() as box:
        service = box.serve()
        peer, folder = share(box)
        box.lose_bus()
        stays(service.is_running, "it runs without a bus", 1)
        equal(len(peer.uris()), 1, "list without a bus")
        other = Peer(box.socket).wait_ready()
        equal(other.roots(), [], "list of a new server")
        other.close()
        box.restart_bus()
        wait_until(lambda: box.service_pid() == service.process.pid, "the service on the next bus")
        equal(box.root(folder)["status"], "available", "status")
        box.paddock("revoke", "alpha")
        peer.await_notice(2)
        equal(peer.uris(), [], "list after the revocation")


@test
def crashes_again():
    """the bus crashes several times: each next one has the service"""
    with Box() as box:
        service = box.serve()
        peer, folder = share(box)
        for _ in range(3):
            box.lose_bus()
            equal(len(peer.uris()), 1, "list")
            box.restart_bus()
            wait_until(lambda: box.service_pid() == service.process.pid, "the service")
            equal(box.root(folder)["status"], "available", "status")


@test
def first_caller():
    """a caller on the next bus that comes before the service gets the same one, not another"""
    with Box() as box:
        installed = Installation(box, 600)
        folder = box.folder("shared")
        box.add(folder)
        first = installed.pid()
        peer = PeerProcess(box, "alpha").wait_ready()
        box.lose_bus()
        equal(peer.roots(), [], "list")
        # Long enough for the service to be between two attempts.
        stays(lambda: is_alive(first), "it runs", 3)
        box.restart_bus()
        equal(box.root(folder)["status"], "available", "status")
        equal(installed.pid(), first, "the service")


@test
def question_lives_on():
    """a question outlives the bus, and is answered on the next one"""
    with Box() as box:
        service = box.serve()
        agent = Agent(box)
        root, = agent.add(box.folder("shared"))
        peer = PeerProcess(box, "alpha").wait_ready()
        equal(peer.roots(), [], "list")
        before = agent.wait_request()
        box.lose_bus()
        equal(peer.roots(), [], "list without a bus")
        box.restart_bus()
        wait_until(lambda: box.service_pid() == service.process.pid, "the service")
        equal(box.control().property("HasAgent"), False, "a window")
        # Owning the name on the old bus makes nobody the agent.
        box.control().refused("NotAgent", "AnswerRequest", before["id"], before["serial"], {})
        other = Agent(box)
        after = other.wait_request()
        equal((after["id"], after["serial"]), (before["id"], before["serial"]), "the question")
        other.answer(after, "allow", [root])
        peer.await_notice(1)
        equal(len(peer.uris()), 1, "list")


@test
def ends_with_the_session():
    """without a bus only servers keep an activated service: it does not outlive the user's session"""
    with Box() as box:
        service = box.serve("--exit-when-idle", "--idle-timeout", "600")
        peer = Peer(box.socket).wait_ready()
        box.lose_bus()
        stays(service.is_running, "it runs with a server", 4)
        peer.close()
        equal(service.wait_end(15), 0, "exit status")


@test
def ends_at_once():
    """without a bus and without a server it ends soon, whatever else would keep it"""
    with Box() as box:
        service = box.serve("--exit-when-idle", "--idle-timeout", "600")
        box.control().add(box.folder("shared"), expires=2 ** 52)
        box.lose_bus()
        equal(service.wait_end(15), 0, "exit status")


@test
def ends_when_told():
    """a service that waits for the next bus ends on a signal"""
    with Box() as box:
        service = box.serve()
        box.lose_bus()
        stays(service.is_running, "it runs", 0.7)
        service.stop()


def set_asking(box, is_on):
    """Changes the setting, as the window or any program does."""
    subprocess.run(["gsettings", "set", APP_NAME, "ask-before-widening", str(is_on).lower()],
                   env=box.env, check=True, timeout=30)


def has_owner(box, name):
    return box.control().connection.call_sync(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
        GLib.Variant("(s)", (name,)), None, Gio.DBusCallFlags.NONE, 5000, None).unpack()[0]


@contextlib.contextmanager
def dconf(box):
    """The program that writes settings, on the current bus."""
    process = subprocess.Popen([DCONF], env=box.env, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: has_owner(box, "ca.desrt.dconf"), "dconf")
        yield
    finally:
        process.kill()
        process.wait()


@test
def settings_followed():
    """settings that change while the bus is lost, and on the next one, are obeyed"""
    if not os.path.exists(DCONF) or not shutil.which("gsettings"):
        raise Skip("dconf is not installed")
    with Box() as box:
        box.env["GSETTINGS_BACKEND"] = "dconf"
        with dconf(box):
            service = box.serve()
            set_asking(box, False)
            wait_until(lambda: box.log("asking-off"), "the setting")
            box.lose_bus()
        box.restart_bus()
        wait_until(lambda: box.service_pid() == service.process.pid, "the service")
        with dconf(box):
            set_asking(box, True)
            wait_until(lambda: box.log("asking-on"), "the setting on the next bus")
            set_asking(box, False)
            wait_until(lambda: sum(one["count"] for one in box.log("asking-off")) == 2, "once more")


@test
def disconnected():
    """the bus disconnects the service for a message that is too large: it is back at once"""
    with Box(largest_message=40000) as box:
        service = box.serve()
        peer, folder = share(box)
        control = box.control()
        for number in range(0, 200, 20):
            control.add(*[box.folder("x" * 200, str(one)) for one in range(number, number + 20)])
        try:
            control.page("ListRoots", 0, 0)
            raise Failure("the bus let the list pass")
        except BusError as error:
            contains(error.name, "NoReply", "the error")
        equal(len(peer.uris()), 1, "list")
        wait_until(lambda: box.service_pid() == service.process.pid, "the service", 5 * PATIENCE)
        equal(len(control.page("ListRoots", 0, 10)[0]), 10, "folders")
        control.revoke(control.server("alpha")["id"])
        peer.await_notice(2)
        equal(peer.uris(), [], "list after the revocation")


run()
