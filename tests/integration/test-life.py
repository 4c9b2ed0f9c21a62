# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""How long a service lives, what ends it, and what replaces it. A service that the bus started ends when
it is not needed, or when another version is installed, without anybody noticing."""

import os
import random
import signal
import subprocess
import threading
import time

from harness import APP_NAME, PATIENCE, Box, Failure, binary, contains, equal, stays, wait_until
from agent import Agent
from installation import Installation, is_alive
from peer import Peer, PeerProcess
from tap import run, test

FULL = bool(os.environ.get("PADDOCK_TEST_FULL"))
IDLE = 1.5 * PATIENCE  # s; longer than anything here takes on a busy machine


def serve_idle(box, seconds=IDLE, env=None):
    """A service like one that the bus started, with its output."""
    return box.serve("--exit-when-idle", "--idle-timeout", str(seconds), env=env)


def wait_over(service):
    equal(service.wait_end(), 0, "exit status")


@test
def ends_when_idle():
    """an activated service ends by itself, and the next use starts the next one with all there was"""
    with Box() as box:
        installed = Installation(box, IDLE)
        folder = box.folder("shared")
        box.paddock("add", folder)
        first = installed.pid()
        assert first, "the bus started no service"
        installed.wait_end(first)
        equal(installed.pid(), None, "the owner of the name")
        assert not os.path.exists(os.path.join(box.runtime, "app", APP_NAME, "mcp.sock")), "socket"
        equal(box.root(folder)["status"], "available", "status")
        assert installed.pid() not in (None, first), "no next service"


@test
def started_by_hand():
    """a service that was started by hand stays"""
    with Box() as box:
        service = box.serve("--idle-timeout", "0.1")
        box.paddock("list")
        stays(service.is_running, "it runs", 1)


@test
def bad_idle_timeouts():
    """an invalid time is refused"""
    with Box() as box:
        for text in ("-1", "nan", "inf", "1e30", "soon"):
            box.paddock("serve", "--exit-when-idle", "--idle-timeout", text, code=2)


@test
def session_keeps():
    """a connected server keeps it, in the handshake too; without one it ends"""
    with Box() as box:
        service = serve_idle(box)
        silent = Peer(box.socket, handshake=False)
        silent.wait_initialize()
        stays(service.is_running, "it runs in the handshake", 1.5 * IDLE / PATIENCE)
        peer = Peer(box.socket).wait_ready()
        silent.close()
        stays(service.is_running, "it runs with a server", 1.5 * IDLE / PATIENCE)
        peer.close()
        wait_over(service)


@test
def agent_keeps():
    """a registered window keeps it"""
    with Box() as box:
        service = serve_idle(box)
        agent = Agent(box)
        stays(service.is_running, "it runs", 1.5 * IDLE / PATIENCE)
        agent.vanish()
        wait_over(service)


@test
def question_keeps():
    """a question that waits keeps it, and so do the minutes after the answer"""
    with Box() as box:
        service = serve_idle(box)
        agent = Agent(box)
        folder = box.folder("shared")
        root, = agent.add(folder)
        peer = PeerProcess(box, "alpha").wait_ready()
        equal(peer.roots(), [], "list")
        agent.answer(agent.wait_request(), "deny")
        box.paddock("grant", "--no-wait", "alpha", folder, code=3)
        request = agent.wait_request("grant")
        agent.vanish()
        peer.stop()
        stays(service.is_running, "it runs", 1.5 * IDLE / PATIENCE)
        other = Agent(box)
        other.answer(request, "allow", [root])
        other.vanish()
        wait_over(service)
        box.serve()
        equal(box.server("alpha")["decision"], "allowed", "decision")


@test
def expiry_keeps():
    """an end in time keeps it running until then"""
    with Box() as box:
        service = serve_idle(box)
        end = time.time() + 4
        box.control().add(box.folder("shared"), expires=int(end * 1000000))
        wait_over(service)
        assert time.time() >= end, "it ended before"


@test
def use_keeps():
    """each call restarts the idle time"""
    with Box() as box:
        service = serve_idle(box, 3)
        control = box.control()
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            control.call("ListRoots")
            time.sleep(0.05)
        assert service.is_running()
        wait_over(service)


@test
def login_setting_keeps():
    """the setting to run from login keeps it, also when it is set while it runs"""
    with Box() as box:
        settings = os.path.join(box.env["XDG_CONFIG_HOME"], "glib-2.0", "settings")
        os.makedirs(settings)

        def set_login(value):
            with open(os.path.join(settings, "keyfile"), "w", encoding="utf-8") as stream:
                stream.write("[io/github/paddock_mcp/Paddock]\nrun-at-login=%s\n" % value)

        set_login("true")
        service = serve_idle(box, env={"GSETTINGS_BACKEND": "keyfile"})
        stays(service.is_running, "it runs", 1.5 * IDLE / PATIENCE)
        set_login("false")
        wait_over(service)


@test
def nobody_notices():
    """commands that come while services end are all carried out"""
    with Box() as box:
        # Shorter than a command takes, longer than one needs to find the service.
        Installation(box, 0.15)
        count = 80 if FULL else 15
        folders = [box.folder("f%d" % number) for number in range(count)]
        chance = random.Random(1)
        for folder in folders:
            box.paddock("add", folder)
            # So that the next one comes before, at and after the service's end.
            time.sleep(chance.uniform(0, 0.3))
        equal([root["path"] for root in box.json("list")], folders, "folders")
        starts = sum(one["count"] for one in box.control().call("ListJournal", 0, 0)
                     if one["event"] == "service-started")
        assert starts > count / 10, "only %d services" % starts


@test
def many_at_once():
    """simultaneous commands are all carried out by one service, which any of them may start"""
    for with_bus in (True, False):
        with Box() as box:
            if with_bus:
                Installation(box)
            folders = [box.folder("f%d" % number) for number in range(6)]
            processes = [box.start("add", folder) for folder in folders]
            for process in processes:
                out, err = process.communicate(timeout=30 * PATIENCE)
                equal(process.returncode, 0, "exit status (%r %r)" % (out, err))
            equal(sorted(root["path"] for root in box.json("list")), folders, "folders")


@test
def update_takes_over():
    """after an update the old service answers, ends, and the next use is the new one's"""
    with Box() as box:
        installed = Installation(box, 2, copy=True)
        folder = box.folder("shared")
        box.paddock("add", folder)
        first = installed.pid()
        installed.update()
        # Nothing was examined yet.
        stays(lambda: is_alive(first), "it runs", 0.3)
        box.paddock("list")
        installed.wait_end(first)
        box.root(folder)
        equal(os.readlink("/proc/%d/exe" % installed.pid()), installed.program, "the new program")


@test
def update_spares_servers():
    """an update ends no session and no question; after these it takes over"""
    with Box() as box:
        installed = Installation(box, 2, copy=True)
        agent = Agent(box, register=False)
        agent.call("RegisterAgent")
        root, = agent.add(box.folder("shared"))
        peer = PeerProcess(box, "alpha").wait_ready()
        equal(peer.roots(), [], "list")
        request = agent.wait_request()
        first = installed.pid()
        installed.update()
        agent.call("ListRoots")
        stays(lambda: is_alive(first), "it runs with a question", 3)
        agent.answer(request, "allow", [root])
        peer.await_notice(1)
        equal(len(peer.uris()), 1, "list")
        stays(lambda: is_alive(first), "it runs with a server", 3)
        peer.stop()
        # The window does not insist on the old version: it starts the new one itself.
        installed.wait_end(first)
        equal(agent.call("ListRoots")[0]["id"], root, "the root")


@test
def update_of_a_service_at_login():
    """a service that runs from login starts the next version itself"""
    with Box() as box:
        settings = os.path.join(box.env["XDG_CONFIG_HOME"], "glib-2.0", "settings")
        os.makedirs(settings)
        with open(os.path.join(settings, "keyfile"), "w", encoding="utf-8") as stream:
            stream.write("[io/github/paddock_mcp/Paddock]\nrun-at-login=true\n")
        installed = Installation(box, 0.3, copy=True, environment=["GSETTINGS_BACKEND=keyfile"])
        box.paddock("list")
        first = installed.pid()
        installed.update()
        box.paddock("list")
        installed.wait_end(first)
        wait_until(lambda: installed.pid() not in (None, first), "the next service")


@test
def removed_program():
    """a program that is gone is no update"""
    with Box() as box:
        installed = Installation(box, 5, copy=True)
        box.paddock("list")
        first = installed.pid()
        os.rename(installed.program, installed.program + ".gone")
        box.paddock("list")
        stays(lambda: is_alive(first), "it runs", 2.5)


@test
def end_with_calls_under_way():
    """a service that is told to end answers its open calls, and carries out what it acknowledged"""
    with Box() as box:
        service = box.serve()
        folders = [box.folder("f%d" % number) for number in range(40)]
        added = []
        started = threading.Event()

        def add():
            control = box.control()
            for folder in folders:
                try:
                    control.add(folder)
                except Exception:  # pylint: disable=broad-except
                    return
                added.append(folder)
                started.set()

        thread = threading.Thread(target=add)
        thread.start()
        started.wait(10)
        service.stop()
        thread.join()
        box.serve()
        equal([root["path"] for root in box.json("list")], added, "folders")


@test
def end_while_it_starts():
    """a service that is told to end during its start ends"""
    with Box() as box:
        chance = random.Random(1)
        for _ in range(100 if FULL else 20):
            process = subprocess.Popen([binary(), "serve"], env=box.program_env(),
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0, 0.1))
            process.terminate()
            try:
                status = process.wait(20 * PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                raise Failure("it runs on") from None
            # Before it listens to the signal, the signal kills it.
            assert status in (0, -signal.SIGTERM), status


@test
def version():
    """the service says its version"""
    with Box() as box:
        box.serve()
        contains(box.paddock("--version").out, box.control().property("Version"), "version")


def start_two(box):
    """Starts two services at the same time; returns them as (the one that runs, the other)."""
    ready = []
    for number in range(2):
        log = os.path.join(box.directory, "two-%d" % number)
        with open(log + ".out", "wb") as out, open(log + ".err", "wb") as err:
            ready.append((subprocess.Popen([binary(), "serve"], env=box.program_env(),
                                           stdin=subprocess.DEVNULL, stdout=out, stderr=err), log))

    def is_decided():
        return [one for one in ready if one[0].poll() is not None]

    def is_listening(one):
        with open(one[1] + ".out", encoding="utf-8") as stream:
            return stream.read().startswith("Listening on ")

    loser, = wait_until(is_decided, "the end of one of two services")[:1]
    winner, = [one for one in ready if one is not loser]
    wait_until(lambda: is_listening(winner) or winner[0].poll() is not None, "the other one")
    if winner[0].poll() is not None:
        raise Failure("both ended: %s" % [open(log + ".err", encoding="utf-8").read()
                                          for _, log in ready])
    with open(loser[1] + ".err", encoding="utf-8") as stream:
        return winner[0], loser[0], stream.read()


@test
def two_at_once():
    """of two services that start at once one runs and the other says why it does not"""
    with Box() as box:
        path = os.path.join(box.runtime, "app", APP_NAME, "mcp.sock")
        count = 100 if FULL else 20
        folders = [box.folder("f%d" % number) for number in range(count)]
        for number in range(count):
            winner, loser, reason = start_two(box)
            try:
                equal(loser.returncode, 1, "exit status of the other")
                contains(reason, "paddock: Another Paddock service", "reason")
                peer = Peer(path).wait_ready()
                equal(peer.roots(), [], "list")
                peer.close()
                box.paddock("add", folders[number])
                equal(len(box.json("list")), number + 1, "folders")
            finally:
                # Every second one leaves its socket and its locks behind.
                (winner.kill if number % 2 else winner.terminate)()
                winner.wait()
        equal([root["path"] for root in box.json("list")], folders, "folders")


run(at_once=4)
