# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The user's choices for a server that `paddock run` starts: to add its host's roots, and to keep its
folders while no service runs."""

import os
import pwd
import time

from gi.repository import GLib

from agent import Agent
from harness import Box, equal, stays, wait_until
from puppet import Run
from tap import run, test

Box.rows_may_repeat = True  # peers of this test ask as often as they can

GRACE = 10


class Scene:
    """A launched server that sees one folder, and the window."""

    def __init__(self, box, *options, service=(), duration="until-revoked", handshake=True):
        self.box = box
        self.service = box.serve(*service)
        self.agent = Agent(box)
        self.folder = box.folder("shared")
        self.elsewhere = "file://" + box.folder("elsewhere")
        self.root = self.agent.add(self.folder)[0]
        self.run = Run(box, *options, name="reader").handshake(roots=True)
        equal(self.run.roots(1), [], "before the decision")
        self.number = 1
        self.server = wait_until(lambda: self.agent.call("ListServers"), "the server")[0]["id"]
        self.agent.grant(self.server, self.root, duration=duration)
        wait_until(lambda: self.uris() == [self.uri], "the folder")

    @property
    def uri(self):
        return "file://" + self.folder

    def uris(self):
        self.number += 1
        return self.run.uris(self.number)

    def choose(self, who=None, **choices):
        (who or self.agent).call("SetServerChoices", self.server, wrap(choices))

    def host_says(self, *uris):
        asked = wait_until(lambda: self.run.host.method("roots/list"), "our question")[-1]
        self.run.host.send({"jsonrpc": "2.0", "id": asked["id"],
                            "result": {"roots": [{"uri": uri} for uri in uris]}})


def wrap(choices):
    return {key.replace("_", "-"): GLib.Variant("b", value) for key, value in choices.items()}


def own_socket(box):
    """A service that clients do not start again."""
    os.mkdir(os.path.join(box.directory, "s"), 0o700)
    return "--socket", os.path.join(box.directory, "s", "mcp.sock")


@test
def with_the_host():
    """the host's roots come after the choice, follow the host, and go when it is switched off"""
    with Box() as box:
        scene = Scene(box, "--on-revoke=notify")
        inner = "file://" + box.folder("shared", "inner")
        other = "file://" + box.folder("other")
        scene.host_says(scene.elsewhere, inner, "https://example.org/")
        stays(lambda: scene.uris() == [scene.uri], "without the choice", 1)
        told = scene.run.notices()
        scene.choose(share_host_roots=True)
        scene.run.wait_notices(told + 1)
        wait_until(lambda: scene.uris() == [scene.uri, scene.elsewhere], "the list")
        equal(scene.agent.server("reader")["share-host-roots"], True, "on the bus")
        scene.run.host.send({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"})
        wait_until(lambda: len(scene.run.host.method("roots/list")) == 2, "the second question")
        told = scene.run.notices()
        scene.host_says(other + "/")
        scene.run.wait_notices(told + 1)
        equal(scene.uris(), [scene.uri, other], "the list")
        # During a pause nothing is said about them.
        box.paddock("pause")
        scene.run.wait_notices(told + 2)
        equal(scene.uris(), [], "while paused")
        scene.agent.call("Resume")
        scene.run.wait_notices(told + 3)
        wait_until(lambda: scene.uris() == [scene.uri, other], "after the pause")
        # Every caller may narrow.
        scene.choose(box.control(), share_host_roots=False)
        scene.run.wait_notices(told + 4)
        equal(scene.uris(), [scene.uri], "switched off")
        assert "share-host-roots" not in scene.agent.server("reader")
        equal([len(box.log(event)) for event in ("host-roots-on", "host-roots-off")], [1, 1], "journal")


@test
def options_narrow():
    """with --host-roots=ignore or intersect the choice makes nothing larger"""
    for option in ("ignore", "intersect"):
        with Box() as box:
            box.serve()
            agent = Agent(box)
            folder = box.folder("shared")
            root = agent.add(folder)[0]
            one = Run(box, "--host-roots=" + option, name="reader").handshake(roots=True)
            one.roots(1)
            if option == "intersect":
                asked = wait_until(lambda run=one: run.host.method("roots/list"), "the question")[0]
                one.host.send({"jsonrpc": "2.0", "id": asked["id"], "result": {
                    "roots": [{"uri": "file://" + box.folder("elsewhere")},
                              {"uri": "file://" + folder}]}})
            server = wait_until(lambda who=agent: who.call("ListServers"), "the server")[0]["id"]
            agent.grant(server, root)
            agent.call("SetServerChoices", server, wrap({"share_host_roots": True}))
            wait_until(lambda who=agent: who.server("reader").get("share-host-roots"), "the choice")
            numbers = iter(range(2, 10000))
            wait_until(lambda run=one, n=numbers: run.uris(next(n)), "the folder")
            stays(lambda run=one, n=numbers, uri="file://" + folder: run.uris(next(n)) == [uri],
                  "the list", 1)


@test
def strangers():
    """no other program can switch a choice on, and none comes back with a server that was blocked or
    forgotten"""
    with Box() as box:
        scene = Scene(box, "--on-revoke=notify")
        scene.host_says(scene.elsewhere)
        for key in ("share_host_roots", "keep_roots"):
            box.control().refused("NotAgent", "SetServerChoices", scene.server, wrap({key: True}))
        equal(box.control().call("ListRequests"), [], "questions")
        equal(scene.uris(), [scene.uri], "the list")
        equal({row["event"] for row in box.log()} & {"host-roots-on", "keeping-on"}, set(), "journal")
        assert box.log("widening-refused")
        scene.choose(share_host_roots=True, keep_roots=True)
        wait_until(lambda: scene.uris() == [scene.uri, scene.elsewhere], "the host's")
        scene.agent.call("Block", scene.server)
        wait_until(lambda: scene.uris() == [], "nothing")
        scene.agent.call("Unblock", scene.server)
        scene.agent.grant(scene.server, scene.root)
        wait_until(lambda: scene.uris() == [scene.uri], "the folder alone")
        scene.choose(share_host_roots=True)
        wait_until(lambda: scene.uris() == [scene.uri, scene.elsewhere], "the host's")
        scene.agent.call("Forget", scene.server)
        wait_until(lambda: scene.uris() == [], "nothing")
        again = wait_until(lambda: scene.agent.call("ListServers"), "the server again")[0]
        assert not {"share-host-roots", "keep-roots"} & set(again), again
        scene.agent.refused("Refused", "SetServerChoices", again["id"], wrap({"keep_roots": True}))


@test
def kept():
    """the list stays while the service is gone, longer than the grace, until a grant expires"""
    with Box() as box:
        socket = own_socket(box)
        scene = Scene(box, *socket, service=socket, duration="18s")
        began = time.monotonic()
        scene.choose(keep_roots=True)
        wait_until(lambda: scene.agent.server("reader").get("keep-roots"), "the choice")
        equal(scene.uris(), [scene.uri], "the list, with the choice")
        told = scene.run.notices()
        scene.service.kill()
        gone = time.monotonic()
        stays(lambda: scene.run.notices() == told and scene.uris() == [scene.uri], "the list",
              GRACE + 2)
        assert time.monotonic() - gone > GRACE + 1
        scene.run.wait_notices(told + 1)
        assert 16 < time.monotonic() - began < 24, time.monotonic() - began
        equal(scene.uris(), [], "after the end of the grant")


@test
def kept_and_shortened():
    """a new end, or an earlier one, counts even if the service ends before the server asked again"""
    with Box() as box:
        socket = own_socket(box)
        scene = Scene(box, *socket, service=socket)
        scene.choose(keep_roots=True)
        wait_until(lambda: scene.agent.server("reader").get("keep-roots"), "the choice")
        equal(scene.uris(), [scene.uri], "the list, with the choice")
        told = scene.run.notices()
        began = time.monotonic()
        scene.agent.grant(scene.server, scene.root, duration="15s")
        scene.run.wait_notices(told + 1)
        wait_until(lambda: scene.agent.server("reader")["sessions"][0]["last-listed"], "the session")
        scene.service.kill()
        scene.run.wait_notices(told + 2)
        assert 13 < time.monotonic() - began < 21, time.monotonic() - began
        equal(scene.uris(), [], "after the end of the grant")


@test
def taken_back_unread():
    """revoked folders are not kept, even if the server has not asked since; after a pause nothing is kept"""
    with Box() as box:
        socket = own_socket(box)
        scene = Scene(box, "--on-revoke=notify", *socket, service=socket)
        other = box.folder("other")
        scene.agent.grant(scene.server, scene.agent.add(other)[0])
        wait_until(lambda: len(scene.uris()) == 2, "both folders")
        scene.choose(keep_roots=True)
        wait_until(lambda: scene.agent.server("reader").get("keep-roots"), "the choice")
        equal(len(scene.uris()), 2, "the list, with the choice")
        told = scene.run.notices()
        scene.agent.revoke(scene.server, scene.root)
        scene.run.wait_notices(told + 1)
        stays(lambda: scene.run.notices() == told + 1, "one notice")
        equal(scene.agent.server("reader")["sessions"][0]["read"], False, "read")
        scene.service.kill()
        equal(scene.uris(), ["file://" + other], "without the service")
        stays(lambda: scene.uris() == ["file://" + other], "after the grace", GRACE + 2)
        box.serve(*socket)
        wait_until(lambda: box.server("reader")["sessions"], "the session")
        told = scene.run.notices()
        box.paddock("pause")
        scene.run.wait_notices(told + 1)
        box.service.kill()
        stays(lambda: scene.uris() == [], "after a pause", 1)


@test
def hostile_host():
    """folders that a host may not share never pass: refused, missing, moved, or too many"""
    with Box() as box:
        scene = Scene(box)
        home = box.home
        os.makedirs(os.path.join(home, ".ssh"))
        links = box.folder("links")
        for name, target in (("proc", "/proc"), ("data", box.data_home + "/paddock"),
                             ("ssh", home + "/.ssh"), ("self", scene.folder), ("good", "../elsewhere")):
            os.symlink(target, os.path.join(links, name))
        bad = ["/proc", "/proc/self/root/etc", "/sys", "/dev/shm", "/run", "/", home, home + "/.ssh",
               pwd.getpwuid(os.getuid()).pw_dir, box.directory, box.data_home + "/paddock",
               os.path.dirname(box.socket),
               links + "/proc", links + "/data", links + "/ssh", links + "/self", links + "/none",
               scene.folder, scene.folder + "/", box.folder("shared", "inner")]
        odd = ["https://example.org/", "file://example.org/etc", "etc", "", "file:", "file:///a/../etc",
               scene.elsewhere + "%00", scene.elsewhere + "%2f..", "file:///etc?x", "vscode://x/etc"]
        scene.choose(share_host_roots=True)
        scene.host_says(*odd, *["file://" + path for path in bad], "file://" + links + "/good")
        wait_until(lambda: scene.uris() == [scene.uri, scene.elsewhere], "the good one")
        stays(lambda: scene.uris() == [scene.uri, scene.elsewhere], "the good one alone", 1)
        # More folders than a host may have, once within the size limit of an answer and once beyond it.
        many = ["file://" + box.folder("many", str(i)) for i in range(101)]
        for uris, expected in ((many + many * 99, [scene.uri] + many[:100]),
                               ([uri + "/" * 100 for uri in many] * 99, [scene.uri])):
            asked = len(scene.run.host.method("roots/list"))
            scene.run.host.send({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"})
            wait_until(lambda n=asked: len(scene.run.host.method("roots/list")) == n + 1, "a question")
            scene.host_says(*uris)
            wait_until(lambda wanted=expected: scene.uris() == wanted, "the list")


@test
def remembered():
    """a choice outlives the service"""
    with Box() as box:
        socket = own_socket(box)
        scene = Scene(box, *socket, service=socket)
        scene.host_says(scene.elsewhere)
        scene.choose(share_host_roots=True)
        wait_until(lambda: scene.uris() == [scene.uri, scene.elsewhere], "the list")
        scene.service.stop()
        box.serve(*socket)
        wait_until(lambda: box.server("reader")["sessions"], "the session")
        wait_until(lambda: scene.uris() == [scene.uri, scene.elsewhere], "the list")
        equal(box.control().server("reader")["share-host-roots"], True, "on the bus")


run(at_once=6)
