# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Every state in which something waits: for the user, a folder, the service or the server. While it waits,
the service and `paddock run` use no processor, and the journal stays as it is. Each state is tried with a
server that asks for its folders, and with one that gets them when it starts."""

import os
import shutil
import sqlite3

from agent import Agent
from harness import Box, equal, quiet, stays, wait_until
from stateful_server import HostSession, Session
from tap import cases, run, test

FITTED = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "support", "restarting_server.py"))
KINDS = ("asks", "arguments")


class Fitted(Session):
    """A server that gets its folders when it starts."""

    def __init__(self, box):  # pylint: disable=super-init-not-called
        HostSession.__init__(self, box, FITTED, "-", "{roots}", run_options=["--name", "keeper"])


class Scene:
    """A service and a server, which the user has to decide about."""

    def __init__(self, box, kind):
        self.box = box
        self.service = box.serve()
        self.folder = box.folder("one")
        box.add(self.folder)
        self.agent = Agent(box)
        self.session = (Fitted if kind == "arguments" else Session)(box).handshake()
        self.session.state()
        self.request = self.agent.wait_request()

    def share(self):
        self.agent.answer(self.request, "allow", [self.box.root(self.folder)["id"]])
        wait_until(lambda: self.sees([self.folder]), "the folder")

    def sees(self, paths):
        """Whether the server has these folders now."""
        answer = self.session.host.wait_answer(self.session.call("state"))
        if "result" not in answer:
            return False
        state = answer["result"]
        have = [bytes.fromhex(part).decode() for part in state["argv"]] if "argv" in state else \
            [uri.removeprefix("file://") for uri in state["roots"]]
        return have == paths

    def rests(self, seconds=1.5):
        """Shows that nothing happens."""
        def settled():
            before = self.rows()
            stays(lambda: True, "a moment to come to rest", 0.7)
            return self.rows() == before

        wait_until(settled, "the journal to rest")
        before = self.rows()
        stays(lambda: True, "at rest", seconds)
        equal(self.rows(), before, "the journal")

    def rows(self):
        if not self.service.is_running():
            return None
        return [(row["event"], row["reason"], row["count"]) for row in self.box.log()
                if row["event"] != "roots-listed" or row["count"] > 5]

    def service_ends(self):
        self.agent.stop()
        self.box.started.remove(self.agent)
        self.service.kill()
        self.box.running.remove(self.service)


def for_each_kind(function):
    """Makes a test of each kind of server."""
    def both(kind):
        with Box() as box:
            function(Scene(box, kind))
    both.__doc__ = function.__doc__
    cases([(kind,) for kind in KINDS], str)(both)
    return function


@for_each_kind
def pending(scene):
    """the user has not answered yet"""
    scene.rests()


@for_each_kind
def put_off(scene):
    """the user answered "Not Now\""""
    scene.agent.answer(scene.request, "not-now")
    scene.agent.wait_finished(scene.request["id"])
    scene.rests()


@for_each_kind
def blocked(scene):
    """the user blocked the server"""
    scene.agent.answer(scene.request, "block")
    scene.agent.wait_finished(scene.request["id"])
    scene.rests()


@for_each_kind
def paused(scene):
    """the user paused all sharing, after the server had its folder"""
    scene.share()
    scene.box.paddock("pause")
    scene.rests()


@for_each_kind
def revoked(scene):
    """the user took all folders back"""
    scene.share()
    scene.box.paddock("revoke", "keeper")
    scene.session.wait_starts(2)
    scene.rests()


@for_each_kind
def removed(scene):
    """the only folder was taken from the list"""
    scene.share()
    scene.box.paddock("remove", scene.folder)
    scene.rests()


@for_each_kind
def missing(scene):
    """the only folder is away"""
    scene.share()
    os.rename(scene.folder, scene.folder + "-away")
    wait_until(lambda: scene.box.root(scene.folder)["status"] == "missing", "the loss")
    scene.rests()


@for_each_kind
def restart_waits(scene):
    """a restart waits for a request, which the server does not answer"""
    scene.share()
    path = os.path.join(scene.box.directory, "go-on")
    slow = scene.session.call("wait", path=path)
    scene.box.paddock("revoke", "keeper")
    scene.rests()
    with open(path, "w", encoding="utf-8"):
        pass
    scene.session.result(slow)


@for_each_kind
def restart_put_off(scene):
    """a restart is put off, because one was a moment ago"""
    scene.share()
    scene.box.paddock("revoke", "keeper")
    scene.session.wait_starts(2)
    scene.agent.grant(scene.box.server("keeper")["id"], scene.box.root(scene.folder)["id"])
    wait_until(lambda: scene.sees([scene.folder]), "the folder")
    scene.box.paddock("revoke", "keeper")
    scene.rests()


@for_each_kind
def service_away(scene):
    """the service is gone: at once, and when that has lasted so long that the folders are withdrawn"""
    scene.share()
    scene.service_ends()
    scene.rests(2)
    scene.rests(10)


@for_each_kind
def service_away_while_pending(scene):
    """the service is gone, and the user had not answered yet"""
    scene.service_ends()
    scene.rests(2)


@for_each_kind
def data_away(scene):
    """the service's data directory is gone"""
    shutil.rmtree(os.path.join(scene.box.data_home, "paddock"))
    stays(lambda: True, "at rest", 1.5)


@test
def a_spin_is_found():
    """programs and rows that keep repeating are found, and those at rest are not"""
    with Box() as box:
        service = box.serve()
        equal(quiet.never_quiet(box.runtime), "", "what a service at rest does")
        box.may_be_busy = True
        before = quiet.look(box.runtime)
        for _ in range(20):
            box.control().together([("InspectPaths", [b"/tmp\0"])] * 100)
        busy = quiet.busy_between(before, quiet.look(box.runtime))
        assert "(%d)" % service.process.pid in busy, busy
        service.stop()
        path = os.path.join(box.data_home, "paddock", "paddock.db")
        equal(quiet.fast_rows(path), "", "rows at rest")
        for count, seconds, is_fast in ((50, 0, False), (51, 0, True), (150, 10, False), (151, 10, True)):
            with sqlite3.connect(path) as database:
                database.execute("UPDATE journal SET count = ?, last = time + ?", (count, seconds * 10 ** 6))
            equal(quiet.fast_rows(path) != "", is_fast, "%d rows in %d s" % (count, seconds))


if __name__ == "__main__":
    run(at_once=4)
