# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""When a server is told that its list changed: a table of sequences, run through the real service.

Each change is compared with the last list that the server got. A change that only adds is announced once
until the server lists again. One that removes is always announced, once for each changed list. If the list
is back to the last one before the server lists again, nothing more is sent. Changes within 100 ms count as
one. A server that never listed is told at least once."""

import os
import re

from harness import Box, Failure, equal, wait_until
from agent import Agent
from peer import Peer
from tap import Skip, cases, diag, run, test

# A step: "+a" grants a folder, "-a" revokes it, "<a" deletes it on disk, ">a" creates it again, "L" lists.
# A number is the expected total of notices, when all is quiet. Steps without a number between them follow at
# once.
SEQUENCES = [
    # an addition is announced once until the server lists
    ("+a 1 L 1 +b 2 L 2 +c 3"),
    ("+a 1 L +b 2 +c 2 L 2"),
    ("+a 1 L +b 2 +c 2 L +d 3"),
    # a removal is always announced
    ("+a +b 1 L -a 2 L 2 -b 3 L 3"),
    ("+a +b +c 1 L -a 2 -b 3 -c 4"),
    # a removal after an unread addition is announced if it removes from the answered list
    ("+a 1 L +b 2 -a 3"),
    # back to the answered list before listing: nothing more
    ("+a 1 L +b 2 -b 2 L 2"),
    ("+a 1 L -a 2 +a 2 L 2"),
    # … and after that, changes count again
    ("+a 1 L +b 2 -b 2 L +b 3"),
    # there and back at once: nothing
    ("+a 1 L +b -b 1 L 1"),
    ("+a 1 L -a +a 1 L 1"),
    # changes in quick succession are one
    ("+a +b +c 1 L 1"),
    ("+a +b +c 1 L -a -b 2 L 2"),
    ("+a 1 L -a +b 2 L 2"),
    # never listed: at least once
    ("+a 1 +b 1"),
    ("+a 1 -a 1 L 1"),
    # a folder that disappears and comes back
    ("+a +b 1 L <a 2 L 2 >a 3 L 3"),
    ("+a +b 1 L <a 2 >a 2 L 2"),
    ("+a +b 1 L <a <b 2 L 2"),
    # a grant of a missing folder changes nothing; the folder's return does
    ("+a 1 L <b 1 +b 1 >b 2 L 2"),
]


TOGETHER = 0.08  # s; less than the time in which changes count as one


class TooSlow(Exception):
    """Changes that should count as one took too long. The case proves nothing."""


class Stage:
    def __init__(self, box):
        box.serve()
        self.agent = Agent(box)
        self.folders = {name: box.folder(name) for name in "abcd"}
        self.roots = dict(zip("abcd", self.agent.add(*self.folders.values())))
        self.peer = Peer(box.socket, name="alpha").wait_ready()
        self.granted = set()
        self.present = set("abcd")
        self.moving = {}  # name -> the status to wait for before the next count
        self.server = wait_until(lambda: self.agent.call("ListServers"), "the server")[0]["id"]

    def status(self, name):
        return [one["status"] for one in self.agent.call("ListRoots") if one["id"] == self.roots[name]]

    def count(self, notices):
        for name, status in self.moving.items():
            wait_until(lambda n=name, s=status: self.status(n) == [s], name + " " + status)
        self.moving.clear()
        self.peer.wait_notices(notices)

    def listing(self):
        wanted = ["file://" + self.folders[name] for name in sorted(self.granted & self.present)]
        equal(self.peer.uris(), wanted, "list")

    def change(self, steps):
        """Makes changes that count as one."""
        calls = []
        for kind, name in steps:
            if kind == "+":
                calls.append(("Grant", self.server, [self.roots[name]], {}))
                self.granted.add(name)
            elif kind == "-":
                calls.append(("Revoke", self.server, [self.roots[name]]))
                self.granted.discard(name)
            elif kind == "<":
                os.rmdir(self.folders[name])
                self.present.discard(name)
                self.moving[name] = "missing"
            elif kind == ">":
                os.mkdir(self.folders[name])
                self.present.add(name)
                self.moving[name] = "available"
            else:
                raise Failure("what is %r?" % kind)
        if self.agent.together(calls) > TOGETHER and len(calls) > 1:
            raise TooSlow()

    def play(self, sequence):
        for number, step in enumerate(re.findall(r"L|\d+|(?:[-+<>][a-d] ?)+", sequence)):
            try:
                if step == "L":
                    self.listing()
                elif step.isdigit():
                    self.count(int(step))
                else:
                    self.change(step.split())
            except Failure as failure:
                raise Failure("at part %d, %r: %s" % (number + 1, step, failure)) from None


@cases([(sequence,) for sequence in SEQUENCES], str)
def sequence_of_notices(sequence):
    """notices"""
    for _ in range(8):
        with Box() as box:
            stage = Stage(box)
            try:
                stage.play(sequence)
                return
            except TooSlow:
                diag("the changes were not made within %d ms" % (TOGETHER * 1000))
            finally:
                stage.peer.close()
    raise Skip("this machine is too busy to make changes within %d ms" % (TOGETHER * 1000))


@test
def burst():
    """a burst of changes leads to fewer notices than changes, and then to no more"""
    with Box() as box:
        stage = Stage(box)
        stage.peer.roots()
        steps = ["+" + name for name in "abcd"] + ["-" + name for name in "abc"]
        try:
            stage.change(5 * steps)
        except TooSlow:
            pass
        stage.peer.await_notice(1)
        stage.peer.uris()
        settled = stage.peer.notices()
        assert settled <= 6, settled
        stage.peer.wait_notices(settled)
        equal(stage.peer.uris(), ["file://" + stage.folders["d"]], "list")
        stage.peer.close()


@test
def only_after_initialized():
    """no notice before the handshake is over, whatever happens; the list is right after it"""
    with Box() as box:
        box.serve()
        agent = Agent(box)
        folder = box.folder("a")
        root, = agent.add(folder)
        first = Peer(box.socket, name="alpha").wait_ready()
        server = wait_until(lambda: agent.call("ListServers"), "the server")[0]["id"]
        late = Peer(box.socket, name="alpha", handshake=False)
        late.wait_initialize()
        agent.grant(server, root)
        first.wait_notices(1)
        equal(late.notices(), 0, "notices before the handshake")
        late.answer_initialize()
        late.wait_ready()
        equal(late.uris(), ["file://" + folder], "list")
        late.wait_notices(0)
        first.close()
        late.close()


@test
def answered_list_is_each_session_s():
    """each session is compared with its own last answer"""
    with Box() as box:
        stage = Stage(box)
        reader, sleeper = stage.peer, Peer(box.socket, name="alpha").wait_ready()
        reader.roots()
        sleeper.roots()
        stage.change(["+a"])
        reader.await_notice(1)
        sleeper.wait_notices(1)
        reader.roots()
        stage.change(["+b"])
        reader.wait_notices(2)
        sleeper.wait_notices(1)
        reader.roots()
        stage.change(["-b"])
        reader.wait_notices(3)
        equal(sleeper.uris(), ["file://" + stage.folders["a"]], "list")
        for peer in (reader, sleeper):
            peer.close()


@test
def name_and_access_are_changes():
    """another name, and being asked only to read, change the list"""
    from gi.repository import GLib  # pylint: disable=import-outside-toplevel
    with Box() as box:
        stage = Stage(box)
        stage.change(["+a"])
        stage.peer.await_notice(1)
        stage.peer.roots()
        stage.agent.call("ChangeRoot", stage.roots["a"], {"access": GLib.Variant("s", "read-only")})
        stage.peer.await_notice(2)
        equal(stage.peer.roots()[0]["_meta"], {"io.github.paddock-mcp/access": "read-only"}, "_meta")
        stage.agent.call("ChangeRoot", stage.roots["a"], {"name": GLib.Variant("s", "Notes")})
        stage.peer.await_notice(3)
        equal(stage.peer.roots()[0]["name"], "Notes", "name")
        stage.peer.close()


run()
